"""What can be wrong with ways, headcounts, repetitions, fees and records beyond one piece's fields, with its place."""

from collections.abc import Iterator

from fieldapp.lawbook.pieces import Fault
from fieldapp.lawbook.values import Lawbook, Piece


def faults(book: Lawbook) -> Iterator[Fault]:
    """Every value and charge named in vain, every record line with a rule that cannot be followed, every bad count."""
    for place in book.places():
        # what a state's pieces name may stand in each city's own file
        cities = [city for city in book.cities.values() if city.state == place.id]
        near = [place, book.states[place.state]] if place.state else [place, *cities]
        values = {key for one in near for key in one.pieces.get("value", {})}
        charges = {key for one in near for key in one.pieces.get("charge", {})}
        for piece in (p for keys in place.pieces.values() for dated in keys.values() for p in dated if not p.ends):
            yield from (
                Fault(piece.file, piece.key, piece.line, sentence) for sentence in _wrong(piece, values, charges)
            )


def _wrong(piece: Piece, values: set[str], charges: set[str]) -> Iterator[str]:
    fields = piece.fields
    for name in ("young", "cap"):
        if (key := fields.get(name)) and key not in values:
            yield f"{name}: there is no value {key!r}"
    for held in fields.get("holds", ()):
        named = (raw["value"] for raw in held.get("only_if", ()) if raw["op"] in {"within", "outside"})
        yield from (f"holds: {held['name']}: there is no value {key!r}" for key in named if key not in values)
    if piece.kind == "repetition":
        yield from (f"of: there is no charge {key!r}" for key in fields["of"] if key not in charges)
    if piece.kind in {"repetition", "headcount"} and fields["number"] < 1:
        yield "number must be 1 or more"
    if piece.kind == "repetition" and fields["days"] < 1:
        yield "days must be 1 or more"
    if piece.kind == "fee" and (fields.get("cents") or 0) < 0:
        yield "cents cannot be less than 0"
    if piece.kind == "route" and fields.get("ordinance") and not fields.get("by_ordinance"):
        yield "ordinance goes with by_ordinance only"
