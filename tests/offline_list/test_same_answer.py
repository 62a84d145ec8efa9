"""The phone's answer from the list is the server's answer of the same law day, for every animal of the demo."""

import json
from datetime import date, timedelta

import pytest
from sqlalchemy import select

from fieldapp.services import cities
from fieldapp.services.look_up import by_animal
from fieldapp.tables.animals import Animal, Owner
from fieldapp.tables.db import reading
from fieldapp.web.as_json import status_as_json

DAYS = (-800, -400, -200, -90, -30, -14, -1, 0, 1, 2, 7, 30, 60, 120, 200, 366, 500, 800, 1500)
ANSWER = """async ([base, delta, days]) => {
  const { joined } = await import("http://localhost/static/js/offline/list.js");
  const { lineOf, readingOf } = await import("http://localhost/static/js/offline/list-reading.js");
  const list = await joined(base, delta);
  const rows = new Map([...list.rows.values()].flat().map((row) => [row[0], row]));
  for (const row of [...base.rows, ...delta.changed]) rows.set(row[0], rows.get(row[0]) ?? row);
  return [...rows.values()].filter(([id]) => id > 0).flatMap((row) => days.map((day) => {
    const line = lineOf(row);
    return [row[0], day, readingOf(line, line.tags[0] ?? null, list.law, day)];
  }));
}"""


@pytest.mark.browser
@pytest.mark.parametrize("city", ["crystal", "benson", "battle_lake"])
def test_every_animal_on_many_days(demo_app, taken_of, modules, city):
    base, delta = taken_of(demo_app.config["SETTINGS"].instance, city)
    today = cities.law_day(city)
    days = [(today + timedelta(days=n)).isoformat() for n in DAYS]
    told = modules.evaluate(ANSWER, [base, delta, days])
    with reading() as connection:
        animals = connection.scalars(select(Animal.id).where(Animal.city == city)).all()
        names = sorted(connection.scalars(select(Owner.name).where(Owner.city == city)).all(), key=len, reverse=True)
    assert len(told) == len(animals) * len(days) > 100
    words = set()
    for animal, day, said in told:
        found = status_as_json(by_animal(city, animal, day=date.fromisoformat(day)))
        assert said["status"] == found["status"], (animal, day)
        words.add(said["status"])
        _same(said, found, names)
    assert len(words) >= 3, words


def _same(said, found, names):
    assert said["license"] == {k: v for k, v in found["license"].items() if k != "number"}
    assert {k: said["rabies"][k] for k in found["rabies"]} == found["rabies"]
    assert said["declaration"] == found["declaration"]
    for name, value in said["animal"].items():
        assert value == found["animal"][name], name
    assert (said["tag"] and said["tag"]["state"]) == (found["tag"] and found["tag"]["state"])
    assert [_bare(alert) for alert in said["alerts"]] == [_nameless(alert, names) for alert in found["alerts"]]
    assert json.dumps(said["reasons"], sort_keys=True) == json.dumps(found["reasons"], sort_keys=True)


def _bare(alert):
    return {k: v for k, v in alert.items() if k != "urgent"}


def _nameless(alert, names):
    """A server's alert without the name of an owner and the number of another tag, which no list holds."""
    text = alert["text"]
    if alert["kind"] == "owner_barred":
        text = next(("An owner" + text.removeprefix(name) for name in names if text.startswith(name)), text)
    if alert["kind"] == "tag_not_valid":
        head, by, rest = text.partition(" by number ")
        text = f"{head} on {rest.partition(' on ')[2]}" if by else text
    return alert | {"text": text}
