"""From pieces of law to the notices, services, hearings, requirements and charges of declared dogs in one city."""

from datetime import date
from typing import Any

from fieldapp.lawbook.grounds import elements, needed
from fieldapp.lawbook.values import Lawbook, Piece
from fieldapp.rules.charges import Charge, StepUp
from fieldapp.rules.hearings import HearingRoute
from fieldapp.rules.notices import NoticePart
from fieldapp.rules.requirements import Requirement
from fieldapp.rules.serving import ServiceLaw, ServiceWay


def notice_parts(book: Lawbook, city: str, day: date) -> tuple[NoticePart, ...]:
    """What a notice of declaration must say in a city, for both classes."""
    return tuple(
        NoticePart(
            key=piece.key,
            dog_class=piece.fields["dog_class"],
            text=piece.fields["text"],
            when=elements(book, city, day, piece.fields.get("when", ())),
            clock=piece.fields.get("clock", ""),
            law=piece.limit,
        )
        for piece in book.all(city, "notice_part", day)
    )


def service_law(book: Lawbook, city: str, dog_class: str, day: date) -> ServiceLaw:
    """The ways to serve a notice about a dog of this class. A city that lists ways has those and no others."""
    own = [p for p in book.cities[city].all("service_way", day) if p.fields["dog_class"] == dog_class]
    pieces = own or [p for p in book.all(city, "service_way", day) if p.fields["dog_class"] == dog_class]
    return ServiceLaw(
        ways=tuple(_way(piece) for piece in pieces),
        owners=needed(book, city, "service.owners", day),
        holiday=needed(book, city, "service.no_process_on_holiday", day),
    )


def hearing_route(book: Lawbook, city: str, matter: str, day: date) -> HearingRoute | None:
    """How an appeal of a matter (dangerous, potentially_dangerous, seizure, ownership) runs; None where none exists."""
    piece = book.piece(city, "hearing", f"hearing.{matter}", day)
    return None if piece is None else _route(book, city, day, piece)


def requirements(book: Lawbook, city: str, dog_class: str, day: date) -> tuple[Requirement, ...]:
    """The duties of the owner of a dog of this class: the city's, and the state's under other keys (its floor)."""
    return tuple(
        _requirement(book, city, day, piece)
        for piece in book.all(city, "requirement", day)
        if piece.fields["dog_class"] == dog_class
    )


def charges(book: Lawbook, city: str, day: date) -> dict[str, Charge]:
    """Every offense of a city by its key."""
    return {piece.key: _charge(piece) for piece in book.all(city, "charge", day)}


def _way(piece: Piece) -> ServiceWay:
    fields = piece.fields
    return ServiceWay(
        way=fields["way"],
        dog_class=fields["dog_class"],
        title=fields["title"],
        sole=fields.get("sole", False),
        if_possible=fields.get("if_possible", False),
        law=piece.limit,
    )


def _route(book: Lawbook, city: str, day: date, piece: Piece) -> HearingRoute:
    fields = piece.fields
    cap: str = fields.get("cost_cap", "")
    texts: dict[str, Any] = {
        name: fields.get(name, "")
        for name in ("clock_request", "clock_held", "clock_decision", "clock_compliance", "confirmed_by")
    }
    return HearingRoute(
        key=piece.key,
        matter=fields["matter"],
        route=fields["route"],
        heard_by=fields["heard_by"],
        filed_with=fields["filed_with"],
        form=fields.get("form", False),
        fee_first=fields.get("fee_first", False),
        composition=elements(book, city, day, fields.get("composition", ())),
        delivered_by=tuple(fields.get("delivered_by", ())),
        cost_cap=needed(book, city, cap, day) if cap else None,
        law=piece.limit,
        **texts,
    )


def _requirement(book: Lawbook, city: str, day: date, piece: Piece) -> Requirement:
    fields = piece.fields
    return Requirement(
        key=piece.key,
        topic=fields["topic"],
        dog_class=fields["dog_class"],
        title=fields["title"],
        evidence=fields["evidence"],
        timing=fields["timing"],
        clock=fields.get("clock", ""),
        during_appeal=fields["during_appeal"],
        for_certificate=fields.get("for_certificate", False),
        unmet=tuple(fields["unmet"]),
        only_if=elements(book, city, day, fields.get("only_if", ())),
        satisfied_by=elements(book, city, day, fields["satisfied_by"]),
        law=piece.limit,
    )


def _charge(piece: Piece) -> Charge:
    fields = piece.fields
    return Charge(
        key=piece.key,
        title=fields["title"],
        observed=tuple(fields["observed"]),
        grade=fields["grade"],
        group=fields["group"],
        payable=fields.get("payable"),
        fine_cents=fields.get("fine_cents"),
        court_code=fields.get("court_code"),
        separate_per_day=fields.get("separate_per_day", False),
        step_up=tuple(_step(raw) for raw in fields.get("step_up", ())),
        law=piece.limit,
    )


def _step(raw: dict[str, Any]) -> StepUp:
    return StepUp(
        after=raw["after"],
        of=tuple(raw["of"]),
        grade=raw["grade"],
        same_dog=raw.get("same_dog", False),
        clause=raw["clause"],
        citation=raw["citation"],
    )
