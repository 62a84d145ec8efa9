"""Correct one value here. A later list never overwrites it: both are shown until a person settles the difference."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.tables import audit, corrections
from fieldapp.tables.db import writing
from fieldapp.tables.keys import address_key, last_name_key, name_key, number_key, phone_key

LONGEST = 500


class NotOnRecord(LookupError):
    """The city has no such animal, owner, license, vaccination or difference."""


class UnusableValue(ValueError):
    """A value that this field cannot have; `str()` is a sentence for people, `field` and `of` say which."""

    field: str = ""
    of: int | None = None


@dataclass(frozen=True, slots=True)
class _Field:
    """`kind`: whose field it is. `shown`: column -> text. `values`: the text -> the columns to set."""

    kind: str
    shown: Callable[[Any], str]
    values: Callable[[str], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Change:
    """A value to write: `field` is one of FIELDS, dates are ISO text.

    `of` names the owner, license or vaccination where there are several.
    """

    field: str
    value: str
    of: int | None = None


def correct(
    city: str,
    animal_id: int,
    field: str,
    value: str,
    *,
    actor: str,
    person_id: int | None = None,
    of: int | None = None,
) -> None:
    """Change one field of an animal, its owner, license or vaccination, and remember that it was corrected here.

    As `correct_together` of one change.
    """
    correct_together(city, animal_id, [Change(field, value, of)], actor=actor, person_id=person_id)


def correct_together(
    city: str, animal_id: int, changes: Iterable[Change], *, actor: str, person_id: int | None = None
) -> None:
    """Write all changes or none, remember that each value was corrected here, one audit entry for all.

    Raises NotOnRecord, or UnusableValue whose `field` and `of` say which change it is about.
    """
    with writing() as connection:
        told = [_correct(connection, city, animal_id, change, person_id) for change in changes]
        if told:
            audit.append(
                connection, city, actor=actor, action="value.corrected", subject=f"animal:{animal_id}",
                detail={"changes": told},
            )  # fmt: skip


def _correct(
    connection: Connection, city: str, animal_id: int, change: Change, person_id: int | None
) -> dict[str, str]:
    """Write one change and give what the audit entry says of it."""
    value = " ".join(change.value.replace("\x00", "").split())
    try:
        _refuse_impossible(change.field, value)
        before = _write(connection, city, animal_id, change.field, value, change.of)
    except UnusableValue as wrong:
        wrong.field, wrong.of = change.field, change.of
        raise
    at = clock.now()
    in_list = before.text if corrections.from_list(connection, city, animal_id) else None
    for animal in before.animals:
        corrections.note(
            connection, city, animal, change.field, before.subject, here=value, in_list=in_list, at=at, by=person_id
        )
    return {"field": change.field, "of": before.subject, "before": before.text, "after": value}


def _refuse_impossible(field: str, value: str) -> None:
    if field not in FIELDS:
        msg = f'"{field}" is no field that can be corrected'
        raise UnusableValue(msg)
    if len(value) > LONGEST:
        msg = f"A value has at most {LONGEST} characters"
        raise UnusableValue(msg)


def settle(city: str, difference_id: int, *, keep_here: bool, actor: str) -> int:
    """Settle a difference: the value here stays, or the list's takes its place and counts again. Gives the animal's id.

    Audited. Raises NotOnRecord.
    """
    with writing() as connection:
        row = corrections.difference(connection, city, difference_id)
        if row is None or row.in_list is None:
            raise NotOnRecord(difference_id)
        if not keep_here:
            of = int(row.subject.partition(":")[2]) if row.subject else None
            _write(connection, city, row.animal_id, row.field, row.in_list, of)
        at = clock.now() if keep_here else None
        corrections.settle(connection, city, row.animal_id, row.field, row.subject, at)
        audit.append(
            connection, city, actor=actor, action="difference.settled", subject=f"animal:{row.animal_id}",
            detail={
                "field": row.field, "here": row.here, "in_list": row.in_list, "kept": "here" if keep_here else "list",
            },
        )  # fmt: skip
        return int(row.animal_id)


@dataclass(frozen=True, slots=True)
class _Before:
    text: str
    subject: str
    animals: tuple[int, ...]


def _write(connection: Connection, city: str, animal_id: int, field: str, value: str, of: int | None) -> _Before:
    """Write the value, and where it is an address move the animals that are kept there; gives what stood before."""
    how = FIELDS[field]
    animal = corrections.animal(connection, city, animal_id)
    if animal is None:
        raise NotOnRecord(animal_id)
    row = animal if how.kind == "animal" else corrections.row_of(connection, city, animal_id, how.kind, of)
    if row is None:
        raise NotOnRecord(field)
    if field == "kept at":
        values: dict[str, Any] = {"premises_id": corrections.premises_at(connection, city, value)}
    else:
        values = how.values(value)
    subject = "" if how.kind == "animal" else f"{how.kind}:{row.id}"
    animals = tuple(corrections.animals_of_owner(connection, city, row.id)) if how.kind == "owner" else (animal_id,)
    if field == "address" and row.address:
        old = corrections.premises_at(connection, city, row.address)
        corrections.move(connection, city, animals, corrections.premises_at(connection, city, value), of=old)
    corrections.set_row(connection, city, how.kind, row.id, values)
    return _Before(how.shown(row), subject, animals)


def _day(column: str) -> Callable[[str], dict[str, Any]]:
    def values(text: str) -> dict[str, Any]:
        return {column: _date(text)}

    return values


def _date(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        msg = f'"{text}" is not a date: write it as 2026-11-30'
        raise UnusableValue(msg) from None


def _one_of(column: str, *words: str) -> Callable[[str], dict[str, Any]]:
    def values(text: str) -> dict[str, Any]:
        if text.casefold() not in words:
            msg = f'"{text}" cannot be: use one of ' + ", ".join(word or "(blank)" for word in words)
            raise UnusableValue(msg)
        return {column: text.casefold()}

    return values


def _altered(text: str) -> dict[str, Any]:
    return {"altered": {"yes": True, "no": False, "": None}[_one_of("altered", "yes", "no", "")(text)["altered"]]}


def _end(text: str) -> dict[str, Any]:
    if text.casefold() in ("life", "lifetime"):
        return {"ends_on": None, "for_life": True}
    return {"ends_on": _date(text), "for_life": False}


def _text(name: str) -> Callable[[Any], str]:
    def shown(row: Any) -> str:  # noqa: ANN401  a row of any table
        value = getattr(row, name)
        return value.isoformat() if isinstance(value, date) else value or ""

    return shown


def _yes_no(name: str) -> Callable[[Any], str]:
    def shown(row: Any) -> str:  # noqa: ANN401  a row of any table
        return "yes" if getattr(row, name) else "no"

    return shown


def _flag(column: str) -> Callable[[str], dict[str, Any]]:
    def values(text: str) -> dict[str, Any]:
        return {column: _one_of(column, "yes", "no")(text)[column] == "yes"}

    return values


def _birth_text(row: Any) -> str:  # noqa: ANN401  a row of any table
    if row.born_on is None:
        return ""
    return str(row.born_on.isoformat()[: {"year": 4, "month": 7, "day": 10}[row.born_within]])


def _birth(text: str) -> dict[str, Any]:
    """A birth as closely as it is known: 2021, 2021-05 or 2021-05-14."""
    within = {4: "year", 7: "month"}.get(len(text), "day")
    first = {"year": "-01-01", "month": "-01"}.get(within, "")
    return {"born_on": _date(text + first) if text else None, "born_within": within if text else "day"}


FIELDS = {
    "name": _Field("animal", _text("name"), lambda t: {"name": t, "name_key": name_key(t)}),
    "breed": _Field("animal", _text("breed"), lambda t: {"breed": t}),
    "color": _Field("animal", _text("color"), lambda t: {"color": t}),
    "sex": _Field("animal", _text("sex"), _one_of("sex", "male", "female", "")),
    "altered": _Field("animal", lambda row: {True: "yes", False: "no", None: ""}[row.altered], _altered),
    "size": _Field("animal", _text("size"), _one_of("size", "small", "medium", "large", "")),
    "birth": _Field("animal", _birth_text, _birth),
    "species": _Field("animal", _text("species"), _one_of("species", "dog", "cat", "ferret", "rabbit", "pig")),
    "exemption": _Field(
        "animal",
        _text("exemption"),
        _one_of("exemption", "", "assistance", "police", "commercial_kennel", "visitor", "dog_show"),
    ),
    "call name hidden": _Field("animal", _yes_no("name_hidden"), _flag("name_hidden")),
    "address protected": _Field("owner", _yes_no("address_protected"), _flag("address_protected")),
    "microchip": _Field("animal", _text("microchip"), lambda t: {"microchip": t, "microchip_key": number_key(t)}),
    "kept at": _Field("animal", _text("kept_at"), lambda _: {}),
    "owner": _Field(
        "owner", _text("name"), lambda t: {"name": t, "name_key": name_key(t), "last_key": last_name_key(t)}
    ),
    "phone": _Field("owner", _text("phone"), lambda t: {"phone": t, "phone_key": phone_key(t)}),
    "email": _Field("owner", _text("email"), lambda t: {"email": t}),
    "address": _Field("owner", _text("address"), lambda t: {"address": t, "address_key": address_key(t)}),
    "license issued": _Field("license", _text("issued_on"), _day("issued_on")),
    "license end": _Field("license", lambda row: "life" if row.for_life else _text("ends_on")(row), _end),
    "rabies given": _Field("vaccination", _text("given_on"), _day("given_on")),
    "rabies due": _Field("vaccination", _text("due_on"), _day("due_on")),
}
