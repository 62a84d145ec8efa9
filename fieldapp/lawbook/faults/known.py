"""Every name that the pieces of a place may use: keys of its own and its state's pieces, and what names.toml lists."""

from collections.abc import Iterable

from fieldapp.lawbook.names import Names
from fieldapp.lawbook.schemas.fields import CHARGE, CLOCK, EVENT, FACT, GROUND, PEN_FACT, SPECIES, VALUE
from fieldapp.lawbook.schemas.seizure import ACTIONS
from fieldapp.lawbook.values import Lawbook, Piece, Place

SPECIES_LISTS = "species."  # values whose words are species of a class


class Known:
    """The names that hold in a place. A state's pieces may also name what only its cities' own files have."""

    def __init__(self, book: Lawbook, place: Place) -> None:
        state = book.states.get(place.state, place)
        cities = [city for city in book.cities.values() if city.state == place.id]
        self._places = (place, *([state] if state is not place else cities))
        self.names: Names = place.names.beside(state.names)
        listed = {
            word for one in self._places for key, piece in self._of(one, VALUE) if key.startswith(SPECIES_LISTS)
            for word in piece.fields.get("words", ())
        }  # fmt: skip
        self._by_role: dict[str, frozenset[str]] = {
            role: frozenset(key for one in self._places for key in one.pieces.get(role, {}))
            for role in (CLOCK, VALUE, CHARGE, GROUND, PEN_FACT)
        }
        self._by_role[GROUND] |= ACTIONS
        self._by_role[EVENT] = frozenset(self.names.events)
        self._by_role[FACT] = frozenset(self.names.facts)
        self._by_role[SPECIES] = frozenset(self.names.species) | listed

    def of(self, role: str) -> frozenset[str]:
        """The names of a role (schemas/fields.py)."""
        return self._by_role[role]

    def values(self, key: str) -> Iterable[Piece]:
        """Every value of that key, of any day, that is no repeal."""
        return (p for one in self._places for p in one.pieces.get(VALUE, {}).get(key, ()) if not p.ends)

    @staticmethod
    def _of(place: Place, kind: str) -> Iterable[tuple[str, Piece]]:
        return ((key, piece) for key, dated in place.pieces.get(kind, {}).items() for piece in dated)
