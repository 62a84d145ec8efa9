"""From an animal's facts to its status reading: the word, the alerts, and the reasons that unfold behind it."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row

from fieldapp import clock
from fieldapp.lawbook.current import lawbook
from fieldapp.lawbook.standing import LawNotKnown, standing_law
from fieldapp.rules.days import months_after, written
from fieldapp.rules.declarations import CLASSES, DeclarationDates
from fieldapp.rules.limits import Reason
from fieldapp.rules.rabies import Vaccination
from fieldapp.rules.standing import AnimalFacts, LicenseTerm, Standing, standing
from fieldapp.rules.status import declared as declared_by
from fieldapp.rules.status import law_not_known, status
from fieldapp.services import cities
from fieldapp.services.alerts import AlertFacts, alerts
from fieldapp.services.readings import (
    AnimalReading,
    DeclarationReading,
    DifferenceReading,
    OwnerReading,
    StatusReading,
    TagReading,
)

Fact = Row[*tuple[Any, ...]]
Facts = Sequence[Fact]


def tag_reading(row: Fact) -> TagReading:
    """A tag from its row."""
    return TagReading(row.code, row.number, row.state, row.state_since, row.next_number or "")


def not_issued(city: str, tag: TagReading) -> StatusReading:
    """The reading of a tag that is still in stock."""
    return StatusReading(
        status="TAG NOT ISSUED", as_of=clock.now(), city=cities.city(city), tag=tag, animal=None, standing=None,
        declaration=None, license_number="", owners=(), alerts=(), differences=(),
        reasons=(Reason("This tag was made for the city and is still in stock", "It belongs to no animal yet"),),
    )  # fmt: skip


def status_reading(
    city: str,
    row: Fact,
    found: Facts,
    tag: TagReading | None,
    day: date | None,
    *,
    see_protected: bool,
) -> StatusReading:
    """The whole reading of an animal (`row` of tables/facts.py, `found` its facts) on a law day of `city`.

    `day` None: the city's today, read as of now; a given day is read as of its last second there.
    """
    as_of = clock.now() if day is None else _end_of(day, cities.zone(city))
    day = day or cities.law_day(city)
    stands = _standing(city, row, found, day)
    declared = declarations(found, day)
    limits = {dog_class: lawbook().at(city, f"declaration.{dog_class}", day) for dog_class in CLASSES}
    verdict = status(declared, stands, limits)
    licenses = [f for f in found if f.kind == "license"]
    # One protected owner hides the street of all: a co-owner's address would tell it.
    hidden = not see_protected and any(f.kind == "owner" and f.flag for f in found)
    return StatusReading(
        status=verdict.word,
        as_of=as_of,
        city=cities.city(city),
        tag=tag,
        animal=_animal(row, see_address=not hidden),
        standing=stands,
        declaration=verdict.declaration,
        license_number=_license_number(licenses),
        owners=tuple(_owner(f, hidden=hidden) for f in found if f.kind == "owner"),
        alerts=alerts(city, _alert_facts(row, found, tag, declared, stands, day), day),
        reasons=verdict.reasons,
        differences=tuple(
            DifferenceReading(f.key, f.text0, f.text1, f.text2)
            for f in found
            if f.kind == "difference" and not (hidden and f.text0 in _TELLS_THE_STREET)
        ),
    )


def _end_of(day: date, zone: str) -> datetime:
    return (datetime.combine(day + timedelta(days=1), time(), ZoneInfo(zone)) - timedelta(seconds=1)).astimezone(UTC)


def animal_facts(row: Fact, found: Facts) -> AnimalFacts:
    """What license and rabies standing rest on, of an animal's row and its facts."""
    born_from, born_to = _birth_span(row.born_on, row.born_within)
    return AnimalFacts(
        species=row.species,
        born_from=born_from,
        born_to=born_to,
        exemption=row.exemption,
        terms=tuple(LicenseTerm(f.day0, f.day1, bool(f.flag), f.text1) for f in found if f.kind == "license"),
        vaccinations=tuple(Vaccination(f.day0, f.day1, f.text0) for f in found if f.kind == "vaccination"),
    )


def _standing(city: str, row: Fact, found: Facts, day: date) -> Standing:
    facts = animal_facts(row, found)
    try:
        return standing(facts, standing_law(lawbook(), city, day), day)
    except LawNotKnown as unknown:
        return law_not_known(day, str(unknown))


def _birth_span(born_on: date | None, within: str) -> tuple[date | None, date | None]:
    if born_on is None or within == "day":
        return born_on, born_on
    return born_on, months_after(born_on, 1 if within == "month" else 12) - timedelta(days=1)


def declarations(found: Facts, day: date) -> tuple[DeclarationReading, ...]:
    """Declarations in force or rescinded by `day`, dangerous first, then the latest."""
    dated = (DeclarationDates(f.text0, f.day0, f.day1, f.day2, f.day3) for f in found if f.kind == "declaration")
    return declared_by(dated, day)


def _alert_facts(
    row: Fact,
    found: Facts,
    tag: TagReading | None,
    declared: tuple[DeclarationReading, ...],
    stands: Standing,
    day: date,
) -> AlertFacts:
    bars = [(f.text0, f.day0) for f in found if f.kind == "bar" and f.day0 <= day and (f.day1 is None or day < f.day1)]
    removed = [f.day0 for f in found if f.kind == "removal" and f.day0 <= day]
    return AlertFacts(
        tag=tag,
        declarations=declared,
        barred_owners=tuple(dict.fromkeys(bars)),
        removed_on=max(removed, default=None),
        died_on=row.died_on if row.died_on and row.died_on <= day else None,
        status_differs=_list_status_that_differs(found, stands),
    )


def _list_status_that_differs(found: Facts, stands: Standing) -> str:
    """The list's word for the latest term, where it says the other of current and expired than the dates do."""
    word = list_status(found)
    said = word.casefold()
    differs = (said in _SAYS_CURRENT and stands.license == "expired") or (
        said in _SAYS_EXPIRED and stands.license == "current"
    )
    return word if differs else ""


def list_status(found: Facts) -> str:
    """The list's word for the latest term, where it is one for current or expired; else empty."""
    latest = _latest([f for f in found if f.kind == "license" and f.text2])
    word = str(latest.text2) if latest else ""
    return word if word.casefold() in _SAYS_CURRENT | _SAYS_EXPIRED else ""


_SAYS_CURRENT = frozenset({"current", "active", "valid"})
_SAYS_EXPIRED = frozenset({"expired", "inactive", "lapsed"})


def _latest(licenses: Facts) -> Fact | None:
    return max(licenses, key=lambda f: (f.day1 or f.day0 or date.min, f.key), default=None)


def _license_number(licenses: Facts) -> str:
    latest = _latest(licenses)
    return latest.text0 if latest else ""


def _animal(row: Fact, *, see_address: bool) -> AnimalReading:
    return AnimalReading(
        id=row.id, name=row.name, species=row.species, breed=row.breed, color=row.color, sex=row.sex,
        altered=row.altered, size=row.size, birth=_birth(row.born_on, row.born_within), microchip=row.microchip,
        exemption=row.exemption, kept_at=(row.kept_at or "") if see_address else "", name_hidden=row.name_hidden,
    )  # fmt: skip


def _birth(born_on: date | None, within: str) -> str:
    if born_on is None:
        return ""
    return {"day": written(born_on), "month": f"{born_on:%B %Y}", "year": f"{born_on.year}"}[within]


_TELLS_THE_STREET = frozenset({"address", "kept at"})


def _owner(fact: Fact, *, hidden: bool) -> OwnerReading:
    return OwnerReading(fact.key, fact.text0, fact.text1, None if hidden else fact.text2, bool(fact.flag))
