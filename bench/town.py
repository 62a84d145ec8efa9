"""An instance with a given number of licensed, tagged dogs, and an officer who is signed in."""

import hashlib
import random
import sqlite3
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from fieldapp.app import create_app
from fieldapp.config import read_settings
from fieldapp.media.tag_code import check_character
from fieldapp.tables.db import db, migrate
from fieldapp.tables.keys import address_key, house_and_street, name_key, number_key, number_runs, phone_key

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
NAMES = ("Juniper", "Bruno", "Maple", "Otis", "Pepper", "Scout", "Willow", "Hank", "Clover", "Moose")
STREETS = ("Sample Avenue N", "Fair Street", "Lake Drive", "Orchard Lane", "Prairie Road", "Mill Court")
TOKEN = "bench-token-of-an-officer"  # noqa: S105  of a throw-away instance
CITY = "crystal"
PART = 20_000


@dataclass(frozen=True)
class Town:
    instance: Path
    codes: list[str]

    @property
    def cookie(self) -> str:
        return f"__Host-fa={TOKEN}"


def build(folder: Path, animals: int) -> Town:
    """Make the instance in `folder`; rows go in by plain SQL, in the shape that the app's own services leave."""
    folder.mkdir(mode=0o700)
    settings = replace(read_settings({"FIELDAPP_INSTANCE": str(folder)}))
    app = create_app(settings)
    with app.app_context():
        migrate()
        db.engine.dispose()
    chance = random.Random(11)  # noqa: S311  the same town each time
    codes = []
    with sqlite3.connect(folder / "fieldapp.db") as connection:
        connection.execute("PRAGMA synchronous=OFF")
        for first in range(1, animals + 1, PART):
            codes += _rows(connection, range(first, min(first + PART, animals + 1)), chance)
        _officer(connection)
    connection.close()
    return Town(folder, chance.sample(codes, min(len(codes), 1_000)))


def _rows(connection: sqlite3.Connection, numbers: range, chance: random.Random) -> list[str]:
    now, today = _instant(datetime.now(UTC)), datetime.now(UTC).date()  # noqa: TID251  the bench has no other clock
    issued, ends = (today - timedelta(days=100)).isoformat(), (today + timedelta(days=265)).isoformat()
    rows: dict[str, list[dict[str, object]]] = {}
    codes = []

    def add(table: str, **values: object) -> None:
        rows.setdefault(table, []).append(values)

    for n in numbers:
        payload = "".join(chance.choices(ALPHABET, k=9))
        code = payload + check_character(payload)
        codes.append(code)
        name, owner = chance.choice(NAMES), f"Owner{n % 50_000} Family{n}"
        address, phone = (
            f"{chance.randint(1, 9999)} {chance.choice(STREETS)}",
            f"763-{n % 900 + 100:03}-{n % 10_000:04}",
        )
        house, street = house_and_street(address)
        number = f"T-{n:07}"
        add(
            "premises",
            id=n,
            city=CITY,
            address=address,
            address_key=f"{address_key(address)} {n}",
            house=house,
            street_key=street,
            latitude=45 + chance.random() / 10,
            longitude=-93.4 + chance.random() / 10,
        )
        add(
            "animals",
            id=n,
            city=CITY,
            name=name,
            name_key=name_key(name),
            species="dog",
            breed="Boxer",
            color="red",
            sex="female",
            altered=1,
            size="medium",
            born_on=date(2021, 5, 14).isoformat(),
            born_within="day",
            microchip="",
            microchip_key="",
            exemption="",
            name_hidden=0,
            premises_id=n,
            created_at=now,
        )
        add(
            "owners",
            id=n,
            city=CITY,
            name=owner,
            name_key=name_key(owner),
            last_key=f"family{n}",
            phone=phone,
            phone_key=phone_key(phone),
            email="",
            address=address,
            address_key=address_key(address),
            address_protected=0,
            created_at=now,
        )
        add("keepings", animal_id=n, owner_id=n, city=CITY)
        add(
            "licenses",
            id=n,
            city=CITY,
            animal_id=n,
            number=number,
            number_folded=number.casefold(),
            number_key=number_key(number),
            number_runs=number_runs(number),
            issued_on=issued,
            ends_on=ends,
            for_life=0,
            list_status="",
            ended_early="",
            term_hash=f"{n:064x}",
            list_identity="",
            list_slot="",
        )
        add(
            "vaccinations",
            id=n,
            city=CITY,
            animal_id=n,
            given_on=issued,
            due_on=ends,
            dose="booster",
            product="",
            serial="",
            veterinarian="",
            tag_number="",
            tag_key="",
        )
        add(
            "tags",
            id=n,
            city=CITY,
            code=code,
            number=number,
            number_key=number_key(number),
            number_runs=number_runs(number),
            year=2026,
            serial=n,
            state="issued",
            state_since=issued,
            animal_id=n,
            issued_on=issued,
            made_at=now,
        )
    for table, found in rows.items():
        columns = ", ".join(found[0])
        marks = ", ".join(f":{c}" for c in found[0])
        connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", found)  # noqa: S608  names of our own tables
    return codes


def _officer(connection: sqlite3.Connection) -> None:
    now = _instant(datetime.now(UTC))  # noqa: TID251  the bench has no other clock
    connection.execute(
        "INSERT INTO people (id, username, username_key, name, handle, demo, created_at) "
        "VALUES (1, 'o', 'o', 'O', x'01', 0, ?)",
        (now,),
    )
    connection.execute("INSERT INTO memberships (person_id, city, role) VALUES (1, ?, 'officer')", (CITY,))
    connection.execute(
        "INSERT INTO sessions (token_hash, person_id, city, label, second_factor, created_at, last_seen_at, "
        "verified_at) VALUES (?, 1, ?, 'bench', 1, ?, ?, ?)",
        (hashlib.sha256(TOKEN.encode()).hexdigest(), CITY, now, now, now),
    )


def _instant(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M:%S.%f")
