"""Values that a rule looks up by their key and that are not what it expects, or stand under nearly that key."""

from collections.abc import Iterator

from fieldapp.lawbook.faults.fault import Path, Wrong, near, wrong
from fieldapp.lawbook.faults.known import Known
from fieldapp.lawbook.faults.names import in_vain
from fieldapp.lawbook.schemas.clocks import WEEKDAYS
from fieldapp.lawbook.schemas.fields import SPECIES
from fieldapp.lawbook.schemas.value_shapes import DAYS, SHAPES, Shape, shape_of
from fieldapp.lawbook.values import Lawbook, Piece
from fieldapp.rules.days import is_day

Found = Iterator[tuple[Path, str]]
_ONE_SLIP = 0.88  # a city may have values of its own, which are not to be taken for those of a rule
_COMMON_YEAR = "2001-"  # 29 February is no day of every year


def faults(book: Lawbook) -> Iterator[Wrong]:
    """Every fault of the values that rules look up."""
    for place in book.places():
        known = Known(book, place)
        named = {word.removeprefix("value:") for piece in place.every() for word in _texts([*piece.fields.values()])}
        for piece in (p for dated in place.pieces.get("value", {}).values() for p in dated):
            shape, species = shape_of(piece.key)
            found = [*_wrong_key(piece.key, shape, species, known)] if piece.key not in named or species else []
            if shape is not None and not piece.ends:
                found += [*_wrong_content(piece, shape), *_wrong_species(piece, known), *_wrong_weekdays(piece)]
            yield from (wrong(piece, sentence, *path) for path, sentence in found)


def _texts(value: object) -> Iterator[str]:
    """Every text in a field: a value that a piece names is meant, whatever other key it is like."""
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(part)


def _wrong_key(key: str, shape: Shape | None, species: str, known: Known) -> Found:
    if species and species not in known.of(SPECIES):
        yield ("key",), in_vain(SPECIES, species, known)
    if shape is None:
        meant = [name.replace("SPECIES", part).replace("KIND", part).replace("CLASS", part)
                 for name in SHAPES for part in key.split(".")]  # fmt: skip
        if hint := near(key, {*meant} - {key}, _ONE_SLIP):
            yield ("key",), f"no rule looks for a value {key!r}{hint}"


def _wrong_content(piece: Piece, shape: Shape) -> Found:
    fields, number = piece.fields, piece.fields.get("number")
    if shape.units:
        if number is None:
            yield (), f"number is missing: a rule counts with {piece.key}"
        elif fields.get("unit") not in shape.units:
            yield ("unit",), f"unit must be {' or '.join(sorted(shape.units))} here"
        elif number == 0 and not piece.key.endswith(".from_age"):
            yield ("number",), "number must be over 0 here"
        return
    words = fields.get("words")
    if words is None:
        yield (), f"words is missing: a rule looks for words under {piece.key}"
        return
    if shape.many and len(words) != shape.many:
        yield ("words",), f"words must hold {shape.many}"
    for place, word in enumerate(words):
        if shape.words and word not in shape.words:
            yield ("words", place), f"{word!r:.60} is none of {', '.join(sorted(shape.words))}{near(word, shape.words)}"
        if shape.written and not is_day(word if shape.written == DAYS else _COMMON_YEAR + word):
            yield ("words", place), f"{word!r:.60} must be {shape.written}"


def _wrong_species(piece: Piece, known: Known) -> Found:
    """A list of species is what the species of the place are; the species that get a tag are some of them."""
    if piece.key == "tag.species":
        for number, word in enumerate(piece.fields.get("words", ())):
            if word not in known.of(SPECIES):
                yield (
                    ("words", number),
                    in_vain(SPECIES, word, known),
                )


def _wrong_weekdays(piece: Piece) -> Found:
    if piece.key == "counting.closed_weekdays" and {*piece.fields.get("words", ())} >= {*WEEKDAYS}:
        yield ("words",), "leaves no weekday open"
