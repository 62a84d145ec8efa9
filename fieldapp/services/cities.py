"""The cities of this instance: names and zones from the lawbook, telephones, hosts and open days from cities.toml."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from fieldapp import clock
from fieldapp.config import UnusableSetting
from fieldapp.lawbook.calendars import NOTHING_SAID, CitySays, long_days
from fieldapp.lawbook.current import lawbook
from fieldapp.services.pound_hours import read_pound_hours
from fieldapp.services.readings import CityReading

OFFLINE_LIST_HOURS = 24  # for which a phone may answer from its list, where the city says nothing
LONGEST_OFFLINE_LIST = 72  # hours


@dataclass(frozen=True, slots=True)
class _CitySettings:
    animal_control_phone: str = ""
    hours: str = ""
    tag_hosts: tuple[str, ...] = ()
    says: CitySays = NOTHING_SAID
    area: tuple[float, float, float, float] | None = None
    offline_list_hours: int = OFFLINE_LIST_HOURS


_HOLIDAYS = ("october_holiday", "friday_after_thanksgiving")
_settings: Mapping[str, _CitySettings] = {}
_FIELDS = {
    "animal_control_phone": str,
    "hours": str,
    "tag_hosts": list,
    "area": list,
    "offline_list_hours": int,
    "pound_hours": dict,
    **dict.fromkeys(_HOLIDAYS, bool),
}


def read_city_settings(file: Path) -> None:
    """Read instance/cities.toml (where it is missing, every city of the lawbook is served, with nothing set).

    Raises UnusableSetting with the file, the city and the key that cannot be used.
    """
    global _settings  # noqa: PLW0603  one instance a process
    known = lawbook().cities
    if not file.exists():
        _settings = {city: _CitySettings() for city in known}
        return
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as wrong:
        msg = f"{file} is no TOML: {wrong}"
        raise UnusableSetting(msg) from wrong
    for city, fields in content.items():
        if city not in known or not isinstance(fields, dict):
            msg = f"{file}: {city} is no city of the lawbook ({', '.join(sorted(known))})"
            raise UnusableSetting(msg)
    _settings = {city: _one(file, city, fields) for city, fields in content.items()}


def _one(file: Path, city: str, fields: dict[str, Any]) -> _CitySettings:
    for key, value in fields.items():
        if key not in _FIELDS or not isinstance(value, _FIELDS[key]):
            msg = f"{file}: [{city}] {key} is unknown or has the wrong kind of value"
            raise UnusableSetting(msg)
    hosts = tuple(str(host).lower() for host in fields.get("tag_hosts", ()))
    says, area, stale = _says(file, city, fields), _area(file, city, fields), _stale_after(file, city, fields)
    return _CitySettings(fields.get("animal_control_phone", ""), fields.get("hours", ""), hosts, says, area, stale)


def _stale_after(file: Path, city: str, fields: dict[str, Any]) -> int:
    hours = fields.get("offline_list_hours", OFFLINE_LIST_HOURS)
    if isinstance(hours, bool) or not 1 <= hours <= LONGEST_OFFLINE_LIST:
        msg = f"{file}: [{city}] offline_list_hours: a whole number from 1 to {LONGEST_OFFLINE_LIST} is needed"
        raise UnusableSetting(msg)
    return int(hours)


def _area(file: Path, city: str, fields: dict[str, Any]) -> tuple[float, float, float, float] | None:
    """The box around a city in degrees: south, west, north, east. Raises UnusableSetting where it is none."""
    if "area" not in fields:
        return None
    given = fields["area"]
    if len(given) == 4 and all(isinstance(edge, int | float) and not isinstance(edge, bool) for edge in given):
        south, west, north, east = (float(edge) for edge in given)
        if -90 <= south < north <= 90 and -180 <= west < east <= 180:
            return south, west, north, east
    msg = f"{file}: [{city}] area: four numbers are needed, the degrees south, west, north, east of the city's edges"
    raise UnusableSetting(msg)


def _says(file: Path, city: str, fields: dict[str, Any]) -> CitySays:
    """The open days that a city has settled. Raises UnusableSetting where no day of its pound is long enough."""
    holidays = {key: fields[key] for key in _HOLIDAYS if key in fields}
    if "pound_hours" not in fields:
        return CitySays(holidays) if holidays else NOTHING_SAID
    try:
        hours = read_pound_hours(fields["pound_hours"])
    except ValueError as wrong:
        msg = f"{file}: [{city}] pound_hours: {wrong}"
        raise UnusableSetting(msg) from wrong
    if not long_days(lawbook(), city, date.max, hours):
        msg = f"{file}: [{city}] pound_hours: on no weekday is the pound open long enough for a regular business day"
        raise UnusableSetting(msg)
    return CitySays(holidays, hours)


def cities() -> tuple[CityReading, ...]:
    """The cities that this instance serves, by name."""
    return tuple(sorted((city(c) for c in _settings), key=lambda c: c.name))


def is_served(city_id: str) -> bool:
    """Whether this instance serves a city of that id."""
    return city_id in _settings


def city(city_id: str) -> CityReading:
    """One city. Raises KeyError where this instance does not serve it."""
    settings = _settings[city_id]
    return CityReading(city_id, lawbook().cities[city_id].name, settings.animal_control_phone, settings.hours)


def says(city_id: str) -> CitySays:
    """The optional holidays and the pound's hours that a city has settled; nothing for one that is not served here."""
    return _settings[city_id].says if city_id in _settings else NOTHING_SAID


def zone(city_id: str) -> str:
    """The IANA time zone of the city's law days."""
    return lawbook().cities[city_id].time_zone


def for_forms() -> Mapping[str, dict[str, Any]]:
    """{city: {name, area}} of every city served; `area`: its box in degrees: south, west, north, east; or None."""
    return {one.id: {"name": one.name, "area": _settings[one.id].area} for one in cities()}


def offline_list_hours(city_id: str) -> int:
    """For how many hours a phone may answer from its list of the city. Raises KeyError for one that is not served."""
    return _settings[city_id].offline_list_hours


def law_day(city_id: str) -> date:
    """Today in the city's time zone."""
    return clock.today(zone(city_id))


def tag_hosts(city_id: str) -> tuple[str, ...]:
    """The hosts that stand on the city's tags, in lower case: the present one first, then earlier ones."""
    return _settings[city_id].tag_hosts


def serves(host: str, city_id: str) -> bool:
    """Whether pages of `city_id` are shown under `host`: one that some city names shows only those cities."""
    if city_id not in _settings:
        return False
    name = host.lower()
    naming = [c for c, s in _settings.items() if name in s.tag_hosts]
    return not naming or city_id in naming


def licensed_species(city_id: str) -> frozenset[str]:
    """The species that the city's list may hold: those that it licenses; where its law has no license rule, dogs."""
    place = lawbook().cities[city_id]
    found = place.under("license.", law_day(city_id))
    keys = {key.removesuffix(".from_age") for key, _ in found if key.endswith(".from_age")}
    return frozenset(keys) or frozenset({"dog"})


def tagged_species(city_id: str) -> frozenset[str]:
    """The species that wear the city's tag."""
    limit = lawbook().at(city_id, "tag.species", law_day(city_id))
    return frozenset(limit.words) if limit else frozenset({"dog"})
