"""From pieces of law to the grounds, exemptions, gates and ways that rules/ takes: the law of one city on one day."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from fieldapp.lawbook.standing import LawNotKnown
from fieldapp.lawbook.values import Lawbook, Piece
from fieldapp.rules.elements import Element
from fieldapp.rules.gates import Gate
from fieldapp.rules.grounds import Exempt, Ground
from fieldapp.rules.harm import HarmLaw
from fieldapp.rules.label_review import ReviewLaw
from fieldapp.rules.limits import Limit
from fieldapp.rules.ownership import BarLaw
from fieldapp.rules.reclaim import ReclaimWay


def needed(book: Lawbook, city: str, key: str, day: date) -> Limit:
    """The value of `key` in force in a city. Raises LawNotKnown where there is none."""
    if (limit := book.at(city, key, day)) is None:
        msg = f"the lawbook has no {key} for {city} on {day.isoformat()}"
        raise LawNotKnown(msg)
    return limit


def elements(book: Lawbook, city: str, day: date, raws: Iterable[Mapping[str, Any]]) -> tuple[Element, ...]:
    """Elements from their tables; a limit, and a list of words named "value:KEY", come from the city's values."""
    return tuple(_element(book, city, day, raw) for raw in raws)


def grounds(book: Lawbook, city: str, action: str, day: date) -> tuple[Ground, ...]:
    """Every ground for an action in a city on a day: the city's own and the state's under other keys."""
    return tuple(
        _ground(book, city, day, piece) for piece in book.all(city, "ground", day) if piece.fields["action"] == action
    )


def exempts(book: Lawbook, city: str, day: date) -> tuple[Exempt, ...]:
    """Everything that lifts grounds in a city on a day."""
    return tuple(
        Exempt(
            key=piece.key,
            title=piece.fields["title"],
            lifts=tuple(piece.fields["lifts"]),
            needs=elements(book, city, day, piece.fields["needs"]),
            law=piece.limit,
        )
        for piece in book.all(city, "exempt", day)
    )


def harm_law(book: Lawbook, city: str, day: date) -> HarmLaw:
    """Which injuries are great and which substantial bodily harm."""
    return HarmLaw(needed(book, city, "harm.great", day), needed(book, city, "harm.substantial", day))


def gates(book: Lawbook, city: str, day: date) -> tuple[Gate, ...]:
    """Every gate before something irreversible."""
    return tuple(
        Gate(
            key=piece.key,
            guards=piece.fields["guards"],
            title=piece.fields["title"],
            actions=tuple(piece.fields["actions"]),
            only_if=elements(book, city, day, piece.fields.get("only_if", ())),
            needs=elements(book, city, day, piece.fields.get("needs", ())),
            clocks=tuple(piece.fields.get("clocks", ())),
            law=piece.limit,
        )
        for piece in book.all(city, "gate", day)
    )


def reclaim_ways(book: Lawbook, city: str, day: date) -> tuple[ReclaimWay, ...]:
    """Every way to have a seized dog back."""
    return tuple(
        ReclaimWay(
            key=piece.key,
            title=piece.fields["title"],
            after=piece.fields["after"],
            classes=tuple(piece.fields["classes"]),
            needs=elements(book, city, day, piece.fields["needs"]),
            clock=piece.fields["clock"],
            law=piece.limit,
        )
        for piece in book.all(city, "reclaim", day)
    )


def bar_law(book: Lawbook, city: str, day: date) -> BarLaw:
    """Who may not own a dog, and what a household's approval changes."""
    return BarLaw(
        grounds=grounds(book, city, "bar", day),
        household=needed(book, city, "ownership.household", day),
    )


def review_law(book: Lawbook, city: str, day: date) -> ReviewLaw:
    """When and where the label of a declared dog is reviewed."""
    evidence = {"fact": "changed_behavior", "op": "is", "value": [True], "ask": "What shows that the dog has changed?"}
    return ReviewLaw(
        classes=needed(book, city, "label_review.classes", day),
        filed_with=needed(book, city, "label_review.filed_with", day),
        evidence=elements(book, city, day, (evidence,)),
    )


def _ground(book: Lawbook, city: str, day: date, piece: Piece) -> Ground:
    fields = piece.fields
    return Ground(
        key=piece.key,
        action=fields["action"],
        title=fields["title"],
        force=fields["force"],
        by=tuple(fields["by"]),
        classes=tuple(fields.get("classes", ())),
        needs=elements(book, city, day, fields["needs"]),
        clock=fields.get("clock", ""),
        stops_on_appeal=fields.get("stops_on_appeal", False),
        law=piece.limit,
    )


def _element(book: Lawbook, city: str, day: date, raw: Mapping[str, Any]) -> Element:
    value = raw.get("value", ())
    limit = needed(book, city, value, day) if raw["op"] in {"within", "outside"} else None
    if isinstance(value, str):
        key = value.removeprefix("value:")
        value = needed(book, city, key, day).words if value.startswith("value:") else (value,)
    return Element(
        fact=raw["fact"], op=raw["op"], values=tuple(value), against=_words(book, city, day, raw.get("against", ())),
        limit=limit, ask=raw["ask"],
    )  # fmt: skip


def _words(book: Lawbook, city: str, day: date, value: list[Any] | str) -> tuple[Any, ...]:
    if isinstance(value, str):
        return needed(book, city, value.removeprefix("value:"), day).words
    return tuple(value)
