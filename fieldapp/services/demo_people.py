"""The people of a demo: random passwords per instance, written to instance/demo.json for its owner's eyes only."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.services import passwords
from fieldapp.services.rights import ROLES
from fieldapp.tables import audit, people_queries
from fieldapp.tables.db import writing

FILE = "demo.json"
CITIES = ("crystal", "benson", "battle_lake")
_NAMES = {
    "crystal": ("Dana Whitcomb", "Morgan Ellery", "Avery Stroud"),
    "benson": ("Casey Lindqvist", "Jordan Haugen", "Robin Tvedt"),
    "battle_lake": ("Sam Brekke", "Taylor Nygaard", "Jamie Solberg"),
}


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """A demo sign-in; `city` is None for the officer of all three."""

    role: str
    username: str
    password: str
    city: str | None


def make_demo_people(instance: Path, cities: Sequence[str] = CITIES) -> tuple[DemoPerson, ...]:
    """An officer, a clerk and a supervisor for each city and one officer for all of them.

    Written to demo.json in the `instance` folder (0600) before the transaction ends, so that demo people never stand in
    an instance that does not know it is one.
    """
    people = [DemoPerson(r, f"{city.replace('_', '-')}-{r}", _password(), city) for city in cities for r in ROLES]
    people.append(DemoPerson("officer", "three-cities-officer", _password(), None))
    with writing() as connection:
        for place, person in enumerate(people):
            name = _NAMES[person.city][place % len(ROLES)] if person.city in _NAMES else "Alex Marsh"
            _add(connection, person, name, (person.city,) if person.city else tuple(cities))
        _write(instance / FILE, people)
    return tuple(people)


def demo_people(instance: Path) -> tuple[DemoPerson, ...]:
    """The sign-ins of a demo instance, as demo.json holds them; none where there is no such file."""
    file = instance / FILE
    if not file.exists():
        return ()
    return tuple(DemoPerson(**each) for each in json.loads(file.read_text(encoding="utf-8"))["people"])


def renew_demo_people(connection: Connection) -> tuple[DemoPerson, ...]:
    """New passwords for the demo people of a database that came without its demo.json."""
    found: dict[int, DemoPerson] = {}
    for row in people_queries.demo_memberships(connection):
        known = found.get(row.id)
        city = row.city if known is None else None
        found[row.id] = DemoPerson(row.role, row.username, known.password if known else _password(), city)
    for person_id, person in found.items():
        people_queries.change_person(connection, person_id, password_hash=passwords.hash_of(person.password))
    return tuple(found.values())


def write_demo_people(instance: Path, people: Sequence[DemoPerson]) -> Path:
    """Write their sign-ins to demo.json (0600), which makes the instance a demo; gives the file."""
    _write(instance / FILE, people)
    return instance / FILE


def _add(connection: Connection, person: DemoPerson, name: str, cities: Sequence[str]) -> None:
    person_id = people_queries.add_person(
        connection, username=person.username, username_key=people_queries.username_key(person.username), name=name,
        handle=clock.random_bytes(32), password_hash=passwords.hash_of(person.password), demo=True,
        created_at=clock.now(),
    )  # fmt: skip
    if person_id is None:
        raise ValueError(f"there is already somebody called {person.username}")
    for city in sorted(cities):
        people_queries.add_membership(connection, city, person_id, person.role)
        detail = {"username": person.username, "role": person.role, "demo": True}
        subject = f"person:{person_id}"
        audit.append(connection, city, actor="cli", action="person added", subject=subject, detail=detail)


def _password() -> str:
    return clock.random_token(12)


def _write(file: Path, people: Sequence[DemoPerson]) -> None:
    words = json.dumps({"people": [asdict(each) for each in people]}, indent=2) + "\n"
    part = file.with_suffix(".part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(words)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)
