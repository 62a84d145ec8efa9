"""The cities of this instance: their names and zones from the lawbook, telephones and tag hosts from instance/cities.toml."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from fieldapp import clock
from fieldapp.config import UnusableSetting
from fieldapp.lawbook.current import lawbook
from fieldapp.services.readings import CityReading


@dataclass(frozen=True, slots=True)
class _CitySettings:
    animal_control_phone: str = ""
    hours: str = ""
    tag_hosts: tuple[str, ...] = ()


_settings: Mapping[str, _CitySettings] = {}
_FIELDS = {"animal_control_phone": str, "hours": str, "tag_hosts": list}


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
    return _CitySettings(fields.get("animal_control_phone", ""), fields.get("hours", ""), hosts)


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


def zone(city_id: str) -> str:
    """The IANA time zone of the city's law days."""
    return lawbook().cities[city_id].time_zone


def law_day(city_id: str) -> date:
    """Today in the city's time zone."""
    return clock.today(zone(city_id))


def tag_hosts(city_id: str) -> tuple[str, ...]:
    """The hosts that stand on the city's tags, in lower case: the present one first, then earlier ones."""
    return _settings[city_id].tag_hosts


def serves(host: str, city_id: str) -> bool:
    """Whether pages of `city_id` are shown under `host`: a host that some city names shows only the cities that name it."""
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
