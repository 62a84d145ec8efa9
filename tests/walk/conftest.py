"""Every kind of person, signed in, and the ids of every city, over a copy of the demo.

The demo's tables are copied with its file, so a walk can try every address without hurting another test.
"""

import hashlib
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from sqlalchemy import MetaData, insert, select, update

from fieldapp import clock
from fieldapp.tables.db import reading, writing
from fieldapp.tables.people import Membership, Person, Session
from tests.walk.addresses import PARTS

CITY, OTHER = "crystal", "benson"


@dataclass
class Kind:
    """A kind of person: their name here, role and cities; `token` opens their session."""

    name: str
    role: str | None
    city: str | None
    cities: tuple = ()
    token: str = ""
    person_id: int = 0
    headers: dict = field(default_factory=dict)


def kinds():
    here = [Kind(f"{role} here", role, CITY, (CITY,)) for role in ("officer", "clerk", "supervisor")]
    there = [Kind(f"{role} elsewhere", role, OTHER, (OTHER,)) for role in ("officer", "clerk", "supervisor")]
    return [
        Kind("signed out", None, None),
        *here,
        *there,
        Kind("officer of several cities", "officer", CITY, (CITY, OTHER)),
        Kind("ended supervisor", None, None, (CITY,)),
        Kind("supervisor without the second factor", None, None, (CITY,)),
        Kind("signed out with a made-up cookie", None, None),
    ]


NAMES = [k.name for k in kinds()]


@pytest.fixture(autouse=True)
def _no_work_beside(monkeypatch):
    """An uploaded list is not worked on in a thread that would outlive its test."""
    monkeypatch.setattr("fieldapp.web.list_pages._beside", lambda: lambda _work: None)


@pytest.fixture
def people(demo_app):
    """{name: Kind}, each with a session of their own."""
    made = {}
    now = clock.now()
    with writing() as connection:
        for number, kind in enumerate(kinds()):
            made[kind.name] = kind
            kind.token = hashlib.sha256(f"walk {number}".encode()).hexdigest()
            if not kind.cities:
                continue
            half = "without" in kind.name
            key = f"walker{number}"
            kind.person_id = connection.execute(
                insert(Person).values(
                    username=key, username_key=key, name=f"Walker {number}", handle=key.encode().ljust(32),
                    demo=not half, created_at=now, ended_at=now if "ended" in kind.name else None, password_hash=None,
                )
            ).inserted_primary_key[0]  # fmt: skip
            role = kind.role or "supervisor"
            for city in kind.cities:
                connection.execute(insert(Membership).values(person_id=kind.person_id, city=city, role=role))
            connection.execute(
                insert(Session).values(
                    token_hash=hashlib.sha256(kind.token.encode()).hexdigest(), person_id=kind.person_id,
                    city=kind.cities[0], label="walk", second_factor=False, created_at=now - timedelta(minutes=1),
                    last_seen_at=now, verified_at=now, ended_at=None,
                )
            )  # fmt: skip
    for city in ("crystal", "benson", "battle_lake"):
        for part in PARTS.values():
            part(city)  # makes what the demo lacks before anybody compares
    return made


@pytest.fixture
def as_person(demo_app, people):
    """as_person("clerk here"): a client with that person's cookie that sends what our own pages send."""

    def enter(name):
        client = demo_app.test_client()
        kind = people[name]
        _as_at_first(kind)
        if name != "signed out":
            client.set_cookie("fa", kind.token)
            client.set_cookie("__Host-fa", kind.token, secure=True)
        client.environ_base["HTTP_ORIGIN"] = "http://localhost"
        client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
        return client

    return enter


def _as_at_first(kind):
    """What an earlier step of the walk ended, goes on."""
    if kind.person_id:
        ended = clock.now() if "ended" in kind.name else None
        with writing() as connection:
            mine = Session.token_hash == hashlib.sha256(kind.token.encode()).hexdigest()
            connection.execute(update(Session).where(mine).values(ended_at=None, city=kind.cities[0]))
            connection.execute(update(Person).where(Person.id == kind.person_id).values(ended_at=ended))


@pytest.fixture
def rows(demo_app):
    """rows(): {table: sorted rows} of the whole database, for telling whether anything changed."""
    found = MetaData()
    with reading() as connection:
        found.reflect(connection)

    def read():
        with reading() as connection:
            return {t.name: sorted(map(repr, connection.execute(select(t)).all())) for t in found.sorted_tables}

    return read


@pytest.fixture
def verified(demo_app):
    """verified(seconds ago): when all people last proved who they are."""

    def ago(**span):
        with writing() as connection:
            connection.execute(update(Session).values(verified_at=clock.now() - timedelta(**span)))

    return ago
