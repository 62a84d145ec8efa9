"""One piece of law as its file gives it, and the law of one place as a whole."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from fieldapp.lawbook.names import NO_NAMES, Names
from fieldapp.rules.limits import Limit


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of law of some kind (schemas.KINDS) under its key, dated.

    `ends` makes it a repeal: from that day on the key has no piece. `nth` piece of its kind in `file` (from 0).
    """

    kind: str
    key: str
    fields: Mapping[str, Any]
    clauses: tuple[str, ...]
    citation: str
    since: date
    last_checked: date
    doubt: str
    ends: bool
    file: str
    nth: int

    @property
    def limit(self) -> Limit:
        """The piece as a limit: of a value its amount or words; of any other kind an amount of 0 and its citation."""
        return Limit(
            amount=Decimal(self.fields.get("number", 0)),
            unit=self.fields.get("unit", ""),
            comparison=self.fields.get("comparison", ""),
            words=tuple(self.fields.get("words", ())),
            clauses=self.clauses,
            citation=self.citation,
            since=self.since,
            doubt=self.doubt,
        )


Pieces = Mapping[str, Mapping[str, tuple[Piece, ...]]]  # kind -> key -> oldest first


@dataclass(frozen=True, slots=True)
class Place:
    """A state or a city with its pieces. `doubt` says why its name is uncertain, if it is."""

    kind: str  # state, city
    id: str
    name: str
    state: str
    time_zone: str
    doubt: str
    pieces: Pieces
    names: Names = NO_NAMES

    def every(self) -> Iterator[Piece]:
        """Every piece of the place: of any kind and day, repeals too."""
        return (piece for keys in self.pieces.values() for dated in keys.values() for piece in dated)

    def piece(self, kind: str, key: str, day: date) -> Piece | None:
        """The piece in force on `day`, None where there is none or it was repealed."""
        last = None
        for piece in self.pieces.get(kind, {}).get(key, ()):
            if piece.since <= day:
                last = piece
        return None if last is None or last.ends else last

    def all(self, kind: str, day: date) -> Iterator[Piece]:
        """Every piece of a kind in force on `day`, in the order of its files."""
        for key in self.pieces.get(kind, {}):
            if (piece := self.piece(kind, key, day)) is not None:
                yield piece

    def at(self, key: str, day: date) -> Limit | None:
        """The value of `key` in force on `day`, None where there is none or it was repealed."""
        piece = self.piece("value", key, day)
        return piece.limit if piece else None

    def under(self, prefix: str, day: date) -> Iterator[tuple[str, Limit]]:
        """Every value on `day` whose key begins with `prefix`, without the prefix."""
        for piece in self.all("value", day):
            if piece.key.startswith(prefix):
                yield piece.key.removeprefix(prefix), piece.limit

    def begins(self, prefix: str) -> date:
        """The first day on which a value under `prefix` is in force; date.min where there never is one."""
        values = self.pieces.get("value", {})
        return min((v[0].since for key, v in values.items() if key.startswith(prefix)), default=date.min)


@dataclass(frozen=True, slots=True)
class Lawbook:
    """The law of every place, checked."""

    states: Mapping[str, Place]
    cities: Mapping[str, Place]

    def at(self, city: str, key: str, day: date) -> Limit | None:
        """The value of `key` in `city` on `day`: the city's own, else its state's."""
        place = self.cities[city]
        return place.at(key, day) or self.states[place.state].at(key, day)

    def piece(self, city: str, kind: str, key: str, day: date) -> Piece | None:
        """The piece in `city` on `day`: the city's own, else its state's."""
        place = self.cities[city]
        return place.piece(kind, key, day) or self.states[place.state].piece(kind, key, day)

    def all(self, city: str, kind: str, day: date) -> Iterator[Piece]:
        """Every piece of a kind that is in force in `city` on `day`: its own, and its state's under other keys."""
        place = self.cities[city]
        own = list(place.all(kind, day))
        keys = {piece.key for piece in own}
        yield from own
        yield from (p for p in self.states[place.state].all(kind, day) if p.key not in keys)

    def places(self) -> Iterator[Place]:
        """Every state, then every city."""
        yield from self.states.values()
        yield from self.cities.values()
