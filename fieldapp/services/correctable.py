"""Which values can be corrected here, and how the text of each becomes columns."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from fieldapp.rules.days import day_of
from fieldapp.tables.keys import address_key, last_name_key, name_key, number_key, phone_key

EARLIEST = 1980  # the year of the oldest date that a record still needs
YEARS_AHEAD = 30


class UnusableValue(ValueError):
    """A value that this field cannot have; `str()` is a sentence for people, `field` and `of` say which."""

    field: str = ""
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Field:
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


def _day(column: str) -> Callable[[str], dict[str, Any]]:
    def values(text: str) -> dict[str, Any]:
        return {column: _date(text)}

    return values


def _date(text: str) -> date | None:
    if not text:
        return None
    try:
        return day_of(text)
    except ValueError:
        msg = f'"{text[:40]}" is not a date: write it as 2026-11-30'
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


def refuse_absurd(text: str, values: Mapping[str, Any], today: date) -> None:
    """Raise UnusableValue where a date among `values` (as written: `text`) cannot be.

    A birth after `today`, the city's law day; any date before EARLIEST or more than YEARS_AHEAD years after this one.
    """
    for column, value in values.items():
        if not isinstance(value, date):
            continue
        if column == "born_on" and value > today:
            msg = f"{text} has not come yet"
            raise UnusableValue(msg)
        if not EARLIEST <= value.year <= today.year + YEARS_AHEAD:
            msg = f'"{text[:40]}" is not a date: the year {value.year} cannot be'
            raise UnusableValue(msg)


FIELDS = {
    "name": Field("animal", _text("name"), lambda t: {"name": t, "name_key": name_key(t)}),
    "breed": Field("animal", _text("breed"), lambda t: {"breed": t}),
    "color": Field("animal", _text("color"), lambda t: {"color": t}),
    "sex": Field("animal", _text("sex"), _one_of("sex", "male", "female", "")),
    "altered": Field("animal", lambda row: {True: "yes", False: "no", None: ""}[row.altered], _altered),
    "size": Field("animal", _text("size"), _one_of("size", "small", "medium", "large", "")),
    "birth": Field("animal", _birth_text, _birth),
    "species": Field("animal", _text("species"), _one_of("species", "dog", "cat", "ferret", "rabbit", "pig")),
    "exemption": Field(
        "animal",
        _text("exemption"),
        _one_of("exemption", "", "assistance", "police", "commercial_kennel", "visitor", "dog_show"),
    ),
    "call name hidden": Field("animal", _yes_no("name_hidden"), _flag("name_hidden")),
    "address protected": Field("owner", _yes_no("address_protected"), _flag("address_protected")),
    "microchip": Field("animal", _text("microchip"), lambda t: {"microchip": t, "microchip_key": number_key(t)}),
    "kept at": Field("animal", _text("kept_at"), lambda _: {}),
    "owner": Field(
        "owner", _text("name"), lambda t: {"name": t, "name_key": name_key(t), "last_key": last_name_key(t)}
    ),
    "phone": Field("owner", _text("phone"), lambda t: {"phone": t, "phone_key": phone_key(t)}),
    "email": Field("owner", _text("email"), lambda t: {"email": t}),
    "address": Field("owner", _text("address"), lambda t: {"address": t, "address_key": address_key(t)}),
    "license issued": Field("license", _text("issued_on"), _day("issued_on")),
    "license end": Field("license", lambda row: "life" if row.for_life else _text("ends_on")(row), _end),
    "rabies given": Field("vaccination", _text("given_on"), _day("given_on")),
    "rabies due": Field("vaccination", _text("due_on"), _day("due_on")),
}
