"""A server over both databases with a receipt key, an officer, their phone, and a kind of record to watch."""

import hashlib
from dataclasses import replace

import pytest
from sqlalchemy import delete, insert

from fieldapp import clock
from fieldapp.config import Quotas
from fieldapp.services import server_keys
from fieldapp.services.records import kinds
from fieldapp.services.records.kind import Kind, Unusable
from fieldapp.tables import people_queries
from fieldapp.tables.db import writing
from fieldapp.tables.people import Session
from tests.road.phone import Phone

MANY = Quotas(puts_a_minute=100_000, records_a_day=100_000)


def person(username="olive", cities=("crystal",), role="officer"):
    """A person with a role in some cities; their id."""
    with writing() as connection:
        key = people_queries.add_person(
            connection, username=username, username_key=username, name=username.title(),
            handle=username.encode().ljust(32), demo=False, created_at=clock.now(),
        )  # fmt: skip
        for city in cities:
            people_queries.add_membership(connection, city, key, role)
    return key


@pytest.fixture
def road(settings, database_url, app_of):
    """An app over each database, with a key that signs receipts and quotas that no test of something else meets."""
    app = app_of(replace(settings, database_url=database_url, quotas=MANY))
    server_keys.make_first(settings.instance, actor="cli")
    return app


@pytest.fixture
def officer(road):
    return person()


@pytest.fixture
def phone(officer):
    return Phone(officer)


@pytest.fixture
def door(road):
    return road.test_client()


@pytest.fixture
def ids(road):
    """{role: id} of a person of crystal for each role; "benson": an officer there."""
    made = {role: person(role, role=role) for role in ("officer", "clerk", "supervisor")}
    return made | {"benson": person("benson", cities=("benson",))}


@pytest.fixture
def office(road, ids):
    """office("supervisor"): a client with that person's session that sends what our own pages send."""

    def enter(role):
        token, now = f"session of {role}", clock.now()
        digest = hashlib.sha256(token.encode()).hexdigest()
        city = "benson" if role == "benson" else "crystal"
        with writing() as connection:
            connection.execute(delete(Session).where(Session.token_hash == digest))
            connection.execute(
                insert(Session).values(
                    token_hash=digest, person_id=ids[role], city=city, label="test", second_factor=True, created_at=now,
                    last_seen_at=now, verified_at=now,
                )
            )  # fmt: skip
        client = road.test_client()
        client.set_cookie("__Host-fa", token, secure=True)
        client.environ_base["HTTP_ORIGIN"] = "http://localhost"
        client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
        return client

    return enter


@pytest.fixture(autouse=True)
def watched(monkeypatch):
    """A kind `test_kind`: {"n": text} becomes the subject "test:N". `watched` lists (record, n) as they are applied.

    n "no sense" cannot be read, "not here" cannot be applied, "fault" is a fault of the program.
    """
    applied = []

    def schema(payload):
        if not isinstance(payload.get("n"), str) or payload["n"] == "no sense":
            raise Unusable("The number makes no sense.")
        return payload["n"]

    def apply(connection, received, n):
        if n == "fault":
            raise ZeroDivisionError
        if n == "not here":
            raise Unusable("There is nothing of that number.")
        assert connection.in_transaction()
        applied.append((received.id, n))
        return f"test:{n}"

    made = Kind("test_kind", "Test", {1: schema}, frozenset({"dog", "scene"}), apply, "/test/{}", lambda: ({"n": "1"},))
    monkeypatch.setitem(kinds.KINDS, "test_kind", made)
    return applied
