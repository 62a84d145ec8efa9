"""Names in vain: a piece that names a clock, value, charge, ground, fact, event or species that is not there."""

from collections.abc import Iterator, Mapping
from typing import Any

from fieldapp.lawbook.faults.fault import Path, Wrong, near, wrong
from fieldapp.lawbook.faults.known import Known
from fieldapp.lawbook.schemas import KINDS, Field
from fieldapp.lawbook.schemas.fields import EVENT, FACT, PEN_FACT, SPECIES
from fieldapp.lawbook.values import Lawbook, Piece
from fieldapp.rules.checklist import ANIMALS, CONFINEMENT, LENGTH, RECTANGLES, WIDTH

_LISTED = {EVENT, FACT, SPECIES}  # in names.toml
_OF_ANY_CHECK = (CONFINEMENT,)
_OF_A_FLOOR = (LENGTH, WIDTH, RECTANGLES, ANIMALS)


def faults(book: Lawbook) -> Iterator[Wrong]:
    """Every name in vain of every piece."""
    for place in book.places():
        known = Known(book, place)
        for piece in place.every():
            if not piece.ends:
                found = _in_fields(piece.fields, KINDS[piece.kind], known)
                yield from (wrong(piece, sentence, *path) for path, sentence in (*found, *_unsaid(piece, known)))


def _unsaid(piece: Piece, known: Known) -> Iterator[tuple[Path, str]]:
    """The facts of a pen that a check looks at without naming them."""
    if piece.kind == "check":
        floor = _OF_A_FLOOR if piece.fields["measure"] == "floor area" else ()
        for name in (*_OF_ANY_CHECK, *floor):
            if name not in known.of(PEN_FACT):
                yield ("measure",), f"needs a [[pen_fact]] {name!r}, which is not there"


def _in_fields(raw: Mapping[str, Any], fields: Mapping[str, Field], known: Known) -> Iterator[tuple[Path, str]]:
    for name, value in raw.items():
        field = fields[name]
        several = isinstance(value, list)
        for number, part in enumerate(value if several else [value]):
            path: Path = (name, number) if several else (name,)
            if field.each is not None:
                found = _in_fields(part, field.each, known)
                yield from (((*path, *rest), f"{name}: {sentence}") for rest, sentence in found)
            elif field.names and part not in known.of(field.names):
                yield path, f"{name}: {in_vain(field.names, part, known)}"


def in_vain(role: str, name: str, known: Known) -> str:
    """That there is no such name, and which one was perhaps meant."""
    where = " in names.toml" if role in _LISTED else ""
    return f"there is no {role} {name!r:.60}{where}{near(name, known.of(role))}"
