"""What a city says of the doubts of its law: open, confirmed or changed, by whom, when, in which words."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Row

from fieldapp import clock
from fieldapp.lawbook.content import content_sha256
from fieldapp.lawbook.current import lawbook
from fieldapp.lawbook.values import Piece, Place
from fieldapp.tables import audit
from fieldapp.tables import law_sign_offs as tables
from fieldapp.tables.db import reading, writing

STATES = ("confirmed", "changed", "open")
MOST_WORDS = 2_000  # characters


class NoSuchDoubt(LookupError):
    """The city's law holds no such doubt, or what it says has changed since the page was opened."""


class NoWords(ValueError):
    """A sign-off needs words, and not too many; the sentence says which."""


@dataclass(frozen=True, slots=True)
class SignOff:
    """What was said once. `earlier`: of an earlier wording of the law, so that it no longer settles anything."""

    state: str
    words: str
    by: str
    at: datetime
    earlier: bool


@dataclass(frozen=True, slots=True)
class Doubt:
    """A doubt of the lawbook. `ref` stands for exactly this wording in addresses; `history`: the latest first."""

    ref: str
    place: str
    kind: str
    key: str
    since: date
    content: str
    text: str
    state: str = "open"
    history: tuple[SignOff, ...] = ()


Said = Mapping[tuple[str, str, str], list[Row[*tuple[Any, ...]]]]


def said_by(city: str) -> Said:
    """Everything that a city has said, by place, kind and key."""
    found: dict[tuple[str, str, str], list[Row[*tuple[Any, ...]]]] = defaultdict(list)
    with reading() as connection:
        for row in tables.of_city(connection, city):
            found[row.place, row.kind, row.piece_key].append(row)
    return found


def doubt_of_piece(place: Place, piece: Piece, said: Said) -> Doubt | None:
    """The doubt of a piece as the city left it; None where the piece holds none."""
    if not piece.doubt:
        return None
    return _as_left(place.id, piece.kind, piece.key, piece.since, content_sha256(piece), piece.doubt, said)


def doubt_of_name(place: Place, said: Said) -> Doubt | None:
    """The doubt of a place's name; None where it holds none."""
    if not place.doubt:
        return None
    content = hashlib.sha256(f"{place.name}\n{place.doubt}".encode()).hexdigest()
    return _as_left(place.id, place.kind, "name", date.min, content, place.doubt, said)


def _as_left(place: str, kind: str, key: str, since: date, content: str, text: str, said: Said) -> Doubt:
    ref = hashlib.sha256("\n".join((place, kind, key, since.isoformat(), content)).encode()).hexdigest()[:24]
    rows = said.get((place, kind, key), [])
    history = tuple(
        SignOff(row.state, row.words, row.by, row.at, (row.since, row.content_sha256) != (since, content))
        for row in reversed(rows)
    )
    state = next((one.state for one in history if not one.earlier), "open")
    return Doubt(ref, place, kind, key, since, content, text, state, history)


def doubts(city: str) -> Iterator[Doubt]:
    """Every doubt of every date in the law of a city and its state. Raises KeyError for a city of no lawbook."""
    said, own = said_by(city), lawbook().cities[city]
    for place in (own, lawbook().states[own.state]):
        if (name := doubt_of_name(place, said)) is not None:
            yield name
        for piece in (p for keys in place.pieces.values() for dated in keys.values() for p in dated):
            if (found := doubt_of_piece(place, piece, said)) is not None:
                yield found


def doubt(city: str, ref: str) -> Doubt:
    """The doubt that `ref` stands for. Raises NoSuchDoubt."""
    found = next((one for one in doubts(city) if one.ref == ref), None)
    if found is None:
        raise NoSuchDoubt(ref)
    return found


def sign_off(city: str, ref: str, state: str, words: str, *, person_id: int, actor: str) -> None:
    """Say what the city makes of a doubt (`state`: one of STATES). Audited. Raises NoSuchDoubt, NoWords."""
    words = " ".join(words.replace("\x00", "").split())
    if state not in STATES or not words:
        raise NoWords("Write what the city says, and on what it rests")
    if len(words) > MOST_WORDS:
        raise NoWords(f"Write at most {MOST_WORDS:,} characters")
    found = doubt(city, ref)
    with writing() as connection:
        tables.add(
            connection, city, place=found.place, kind=found.kind, piece_key=found.key, since=found.since,
            content_sha256=found.content, state=state, words=words, person_id=person_id, at=clock.now(),
        )  # fmt: skip
        audit.append(
            connection, city, actor=actor, action="doubt.signed_off", subject=f"law:{found.ref}",
            detail={
                "place": found.place, "kind": found.kind, "key": found.key, "since": found.since.isoformat(),
                "content": found.content, "state": state, "words": words,
            },
        )  # fmt: skip
