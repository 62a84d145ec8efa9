"""Too much at a time is 429 with the seconds to wait, and nothing is lost; a record that is being written is 423."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import func, select, text

from fieldapp import clock
from fieldapp.config import Quotas
from fieldapp.services import server_keys
from fieldapp.services.records import receive
from fieldapp.tables.db import db, reading
from fieldapp.tables.records import Record
from tests.road.conftest import person
from tests.road.phone import Phone, put


@pytest.fixture
def narrow(settings, app_of):
    def make(**quotas):
        app = app_of(replace(settings, quotas=Quotas(**quotas)))
        server_keys.make_first(settings.instance, actor="cli")
        return app.test_client()

    return make


def count():
    with reading() as connection:
        return connection.scalar(select(func.count()).select_from(Record))


def test_a_phone_may_put_so_much_a_minute(narrow):
    door = narrow(puts_a_minute=3)
    phone, other = Phone(person()), Phone(person("other"))
    clock.set_clock(now := clock.now())
    assert [put(door, phone.seal()).status_code for _ in range(3)] == [201] * 3
    sealed = phone.seal()
    answer = put(door, sealed)
    assert (answer.status_code, answer.json["error"]) == (429, "rate")
    wait = int(answer.headers["Retry-After"])
    assert 1 <= wait <= 60
    assert put(door, other.seal()).status_code == 201
    clock.set_clock(now + timedelta(seconds=wait + 1))
    assert put(door, sealed).status_code == 201


def test_whoever_cannot_sign_for_a_phone_does_not_use_up_its_rate(narrow):
    door = narrow(puts_a_minute=3)
    phone = Phone(person())
    thief = Phone(phone.person_id, enrolled=False)
    thief.id = phone.id
    assert {put(door, thief.seal()).status_code for _ in range(10)} == {401}
    assert put(door, phone.seal()).status_code == 201


def test_a_network_that_guesses_has_to_wait_and_writes_nothing(narrow):
    door = narrow(puts_a_minute=1)
    phone = Phone(person(), enrolled=False)
    statuses = [put(door, phone.seal()).status_code for _ in range(25)]
    assert statuses == [401] * 20 + [429] * 5
    assert count() == 0


def test_a_phone_may_send_so_many_records_a_day(narrow):
    door = narrow(records_a_day=2, puts_a_minute=1000)
    phone = Phone(person())
    first = phone.seal()
    assert [put(door, s).status_code for s in (first, phone.seal())] == [201, 201]
    third = phone.seal()
    answer = put(door, third)
    assert (answer.status_code, answer.json["error"], count()) == (429, "quota", 2)
    assert 0 < int(answer.headers["Retry-After"]) <= 86_401
    assert put(door, first).status_code == 200  # what is here already costs nothing
    clock.set_clock(clock.now() + timedelta(days=1))
    assert put(door, third).status_code == 201


def test_so_many_bytes_a_day(narrow):
    door = narrow(bytes_a_day=700, puts_a_minute=1000)
    phone = Phone(person())
    assert [put(door, phone.seal()).status_code for _ in range(2)] == [201, 429]


def test_a_record_that_another_one_holds_up_is_423(road, phone, monkeypatch):
    """The city's records are locked by somebody else's transaction for longer than anybody waits."""
    monkeypatch.setattr(receive, "LOCKED_FOR", timedelta(milliseconds=50))
    door, sealed = road.test_client(), phone.seal()
    sqlite = db.engine.dialect.name == "sqlite"
    put(door, phone.seal())
    with db.engine.connect() as holder, holder.begin():
        if sqlite:
            for pooled in db.engine.pool._pool.queue:  # the connections that the door will use give up soon
                pooled.dbapi_connection.execute("PRAGMA busy_timeout=50")
        else:
            holder.execute(text("SELECT * FROM record_heads WHERE city = 'crystal' FOR UPDATE"))
        answer = put(door, sealed)
    assert (answer.status_code, answer.json["error"], answer.headers["Retry-After"]) == (423, "busy", "2")
    assert put(door, sealed).status_code == 201
