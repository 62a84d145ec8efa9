"""From pieces of law to the ways, headcounts, repetitions and barking that rules/ takes, of a city on a day."""

from datetime import date

from fieldapp.lawbook.grounds import elements, grounds, needed
from fieldapp.lawbook.values import Lawbook, Piece
from fieldapp.rules.barking import BarkingLaw
from fieldapp.rules.grounds import Ground
from fieldapp.rules.limits import Limit
from fieldapp.rules.premises import Headcount
from fieldapp.rules.repetition import Repetition
from fieldapp.rules.ways import Way

SPECIES = "species."


def ways(book: Lawbook, city: str, matter: str, day: date) -> tuple[Way, ...]:
    """The ways in which a matter is allowed. A city that lists ways has those, and of its state's only the `always`."""
    found = [piece for piece in book.all(city, "way", day) if piece.fields["matter"] == matter]
    own = {piece.key for piece in book.cities[city].all("way", day)}
    listed = any(piece.key in own for piece in found)
    kept = (p for p in found if not listed or p.key in own or p.fields.get("always"))
    return tuple(_way(book, city, day, piece) for piece in kept)


def own_grounds(book: Lawbook, city: str, action: str, day: date) -> tuple[Ground, ...]:
    """The grounds of an action where a city's own replace its state's, as to quarantine: its own, else the state's."""
    own = {piece.key for piece in book.cities[city].all("ground", day)}
    found = grounds(book, city, action, day)
    return tuple(ground for ground in found if ground.key in own) or found


def headcounts(book: Lawbook, city: str, day: date) -> tuple[Headcount, ...]:
    """How many animals a place in a city may hold."""
    return tuple(_headcount(book, city, day, piece) for piece in book.all(city, "headcount", day))


def repetitions(book: Lawbook, city: str, day: date) -> tuple[Repetition, ...]:
    """How many violations in how many days make a nuisance."""
    return tuple(
        Repetition(
            key=piece.key,
            title=piece.fields["title"],
            days=piece.fields["days"],
            of=tuple(piece.fields["of"]),
            law=piece.limit,
        )
        for piece in book.all(city, "repetition", day)
    )


def species_classes(book: Lawbook, city: str, day: date) -> dict[str, Limit]:
    """The city's lists of species by class: household, farm, non-domestic and so on."""
    return dict(book.cities[city].under(SPECIES, day))


def barking_law(book: Lawbook, city: str, day: date) -> BarkingLaw | None:
    """The minutes of habitual barking; None in a city that has no minutes."""
    interval = book.at(city, "barking.interval", day)
    if interval is None:
        return None
    return BarkingLaw(
        interval=interval,
        interruption=needed(book, city, "barking.interruption", day),
        repeated=needed(book, city, "barking.repeated", day),
    )


def _way(book: Lawbook, city: str, day: date, piece: Piece) -> Way:
    fields = piece.fields
    return Way(
        key=piece.key,
        matter=fields["matter"],
        title=fields["title"],
        where=elements(book, city, day, fields.get("where", ())),
        needs=elements(book, city, day, fields.get("needs", ())),
        always=fields.get("always", False),
        decides=fields.get("decides", ""),
        clock=fields.get("clock", ""),
        law=piece.limit,
    )


def _headcount(book: Lawbook, city: str, day: date, piece: Piece) -> Headcount:
    fields = piece.fields
    young: str = fields.get("young", "")
    return Headcount(
        key=piece.key,
        title=fields["title"],
        effect=fields["effect"],
        counted=frozenset(fields["counted"]),
        young=needed(book, city, young, day) if young else None,
        litter_only=fields.get("litter_only", False),
        only_if=elements(book, city, day, fields.get("only_if", ())),
        law=piece.limit,
    )
