"""What stands in the list and what never does, and that a delta leads to the same list as a new base."""

import base64
import gzip
import json
from datetime import date, datetime, timedelta

import pytest
from sqlalchemy import insert, select, update

from fieldapp import clock
from fieldapp.config import UnusableSetting
from fieldapp.services import cities
from fieldapp.services.offline_list import pack
from fieldapp.services.offline_list.hashes import hashed, of_place
from fieldapp.tables.animals import Animal, Owner, Premises
from fieldapp.tables.db import reading, writing
from fieldapp.tables.declarations import Declaration, OwnershipBar
from fieldapp.tables.licenses import License
from fieldapp.tables.tags import Tag
from tests.offline_list.conftest import joined

CITIES = ("crystal", "benson", "battle_lake")


@pytest.fixture
def taken(loaded, taken_of):
    return lambda *given, **more: taken_of(loaded.config["SETTINGS"].instance, *given, **more)


def key_of(base):
    return base64.urlsafe_b64decode(base["key"] + "=")


def test_every_animal_and_every_tag_in_stock_has_a_line(taken):
    base, delta = taken("crystal")
    with reading() as connection:
        animals = connection.scalars(select(Animal.id).where(Animal.city == "crystal")).all()
        stock = connection.scalars(select(Tag.id).where(Tag.city == "crystal", Tag.animal_id.is_(None))).all()
    assert set(joined(base, delta)) == {*animals, *(-tag for tag in stock)}
    assert delta["count"] == len(animals) + len(stock)
    assert (delta["changed"], delta["gone"]) == ([], [])


def test_codes_and_numbers_stand_there_only_as_keyed_hashes(taken):
    base, delta = taken("crystal")
    text = json.dumps([base, delta])
    with reading() as connection:
        tags = connection.execute(select(Tag.code, Tag.number).where(Tag.city == "crystal")).all()
        chips = connection.scalars(select(Animal.microchip).where(Animal.city == "crystal")).all()
    assert not [t for t in tags if t.code in text or t.number in text]
    assert not [chip for chip in chips if chip and chip in text]
    assert all(hashed(key_of(base), "code", tag.code) in text for tag in tags)


@pytest.mark.parametrize("city", CITIES)
def test_no_owner_in_any_byte(taken, city):
    with writing() as connection:
        for owner in connection.scalars(select(Owner.id)).all():
            told = {
                "name": f"Qanari{owner} Vokx{owner}", "phone": f"555{owner:07}",
                "address": f"9{owner:04} Zwylm Avenue N", "email": f"qanari{owner}@example.org",
            }  # fmt: skip
            connection.execute(update(Owner).where(Owner.id == owner).values(**told))
        for place in connection.scalars(select(Premises.id)).all():
            address = f"8{place:04} Zwylm Avenue N"
            connection.execute(update(Premises).where(Premises.id == place).values(address=address))
    base, delta = taken(city)
    text = json.dumps([base, delta], ensure_ascii=False).casefold()
    assert len(delta["premises"]) > 1
    assert [word for word in ("qanari", "vokx", "zwylm", "example.org", '"5550', "owner_id") if word in text] == []
    assert [n for n in range(1, 200) if f"555{n:07}" in text or f"9{n:04} " in text or f"8{n:04} " in text] == []


def test_a_protected_owner_leaves_no_place(taken):
    with reading() as connection:
        protected = connection.execute(select(Owner.address).where(Owner.address_protected)).scalars().all()
    assert protected
    with writing() as connection:
        connection.execute(
            insert(OwnershipBar),
            [
                {"city": o.city, "owner_id": o.id, "clause": "C-190", "from_on": date(2026, 1, 1)}
                for o in connection.execute(select(Owner.id, Owner.city)).all()
            ],
        )
    for city in CITIES:
        base, delta = taken(city)
        assert delta["premises"]
        assert not {of_place(key_of(base), address) for address in protected} & set(delta["premises"])


def test_alerts_of_an_address_end_with_their_person(taken):
    with writing() as connection:
        owner = connection.execute(select(Owner).where(Owner.city == "benson", ~Owner.address_protected)).first()
        bar = {"city": "benson", "owner_id": owner.id, "clause": "C-190", "from_on": date(2026, 1, 1)}
        connection.execute(insert(OwnershipBar).values(**bar, until_on=date(2027, 1, 1)))
    base, delta = taken("benson")
    place = of_place(key_of(base), owner.address.upper().replace("AVENUE", "Ave"))
    days = [(day - date(1970, 1, 1)).days for day in (date(2026, 1, 1), date(2027, 1, 1))]
    assert ["owner_barred", *days] in delta["premises"][place]


def test_without_a_passkey_no_address(taken):
    assert taken("crystal", with_premises=False)[1]["premises"] is None


def change_everything(city):
    with writing() as connection:
        ids = connection.scalars(select(Animal.id).where(Animal.city == city).order_by(Animal.id)).all()
        connection.execute(update(Animal).where(Animal.id == ids[0]).values(name="Renamed", color="blue"))
        connection.execute(update(License).where(License.animal_id == ids[1]).values(ends_on=date(2020, 1, 1)))
        connection.execute(insert(Declaration).values(
            city=city, animal_id=ids[2], dog_class="dangerous", declared_on=date(2026, 11, 1)))  # fmt: skip
        stock = select(Tag.id).where(Tag.city == city, Tag.animal_id.is_(None)).order_by(Tag.id)
        tag = connection.scalars(stock).first()
        issued = {"state": "issued", "animal_id": ids[3], "issued_on": date(2026, 11, 30)}
        connection.execute(update(Tag).where(Tag.id == tag).values(**issued))
    return ids, tag


def test_a_delta_leads_to_the_list_of_a_new_base(taken, loaded, monkeypatch):
    base, before = taken("crystal")
    ids, tag = change_everything("crystal")
    _, delta = taken("crystal", base)
    assert delta["gone"] == [-tag]
    assert sorted(row[0] for row in delta["changed"]) == ids[:4]
    assert len(joined(base, delta)) == delta["count"] == before["count"] - 1
    monkeypatch.setattr(pack, "BASE_FOR", timedelta(0))
    anew, nothing = taken("crystal")
    assert anew["version"] != base["version"]
    assert joined(anew, nothing) == joined(base, delta)
    assert anew["key"] == base["key"]


def test_a_large_delta_is_a_base(taken, taken_of, loaded):
    base, _ = taken("crystal")
    with writing() as connection:
        connection.execute(update(Animal).values(color="green"))
    told = json.loads(gzip.decompress(pack.pack_of(
        loaded.config["SETTINGS"].instance, "crystal", base["version"], with_premises=False).body))  # fmt: skip
    assert told["what"] == "base"
    assert told["version"] != base["version"]


@pytest.mark.parametrize("since", ["", "20260101T000000Z-0123456789ab", "../key", "key", "\x00", "x" * 5000])
def test_an_unknown_base_is_answered_by_a_base(loaded, since):
    told = pack.pack_of(loaded.config["SETTINGS"].instance, "crystal", since, with_premises=False)
    assert json.loads(gzip.decompress(told.body))["what"] == "base"


def test_a_lost_key_ends_every_list(taken, loaded):
    base, _ = taken("crystal")
    (loaded.config["SETTINGS"].instance / "lists/crystal/key").unlink()
    anew, delta = taken("crystal")
    assert anew["key"] != base["key"]
    assert joined(anew, delta).keys() == {row[0] for row in base["rows"]}


def test_a_list_is_read_at_most_once_a_minute(taken, monkeypatch):
    monkeypatch.setattr(pack, "MADE_AT_MOST_EVERY", 60)
    base, before = taken("crystal")
    change_everything("crystal")
    assert taken("crystal", base)[1] == before
    monkeypatch.setattr(pack, "MADE_AT_MOST_EVERY", 0)
    assert taken("crystal", base)[1]["changed"]


def test_the_files_are_closed_to_others(taken, loaded):
    taken("crystal")
    folder = loaded.config["SETTINGS"].instance / "lists"
    assert {f.stat().st_mode & 0o077 for f in folder.rglob("*")} <= {0}


def test_how_long_it_is_good_is_the_citys_to_say(taken, loaded):
    _, delta = taken("crystal")
    assert clock.now() - timedelta(minutes=5) < from_text(delta["as_of"])
    assert from_text(delta["valid_until"]) - from_text(delta["as_of"]) == timedelta(hours=24)
    file = loaded.config["SETTINGS"].instance / "cities.toml"
    file.write_text("[crystal]\noffline_list_hours = 8\n[benson]\n[battle_lake]\n")
    cities.read_city_settings(file)
    _, delta = taken("crystal")
    assert from_text(delta["valid_until"]) - from_text(delta["as_of"]) == timedelta(hours=8)


def from_text(text):
    return datetime.fromisoformat(text)


@pytest.mark.parametrize("hours", ["0", "73", "true", "-1"])
def test_hours_that_cannot_be_used(app, tmp_path, hours):
    file = tmp_path / "cities.toml"
    file.write_text(f"[crystal]\noffline_list_hours = {hours}\n")
    with pytest.raises(UnusableSetting, match="offline_list_hours"):
        cities.read_city_settings(file)
