"""Demo people: random, private, and never among others."""

import json
import stat

import pytest

from fieldapp.app import create_app
from fieldapp.config import UnusableSetting, read_settings
from fieldapp.services import demo_people, people, sessions, sign_in
from fieldapp.services.demo_people import make_demo_people
from tests.stand.databases import _settings_in


def test_they_can_sign_in_with_what_the_file_says(app_on_both, here):
    instance = app_on_both.config["SETTINGS"].instance
    made = make_demo_people(instance)
    file = instance / "demo.json"
    told = json.loads(file.read_text())["people"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(told) == 10
    wanted = {("clerk", "benson"), ("supervisor", "battle_lake"), ("officer", None)}
    assert {(p["role"], p["city"]) for p in told} >= wanted
    assert len({p["password"] for p in told}) == 10
    assert demo_people.demo_people(instance) == made
    for person in told:
        who = sessions.who_holds(sign_in.sign_in(person["username"], person["password"], here, demo=True).token)
        assert who.role == person["role"]
        assert set(who.roles) == ({person["city"]} if person["city"] else {"crystal", "benson", "battle_lake"})


def test_two_instances_differ(app_of, settings_of, tmp_path):

    made = []
    for name in ("one", "two"):
        settings = _settings_in(tmp_path / name)
        app_of(settings)
        made.append({p.password for p in make_demo_people(settings.instance)})
    assert not made[0] & made[1]


def test_a_failure_leaves_no_people(app, monkeypatch):
    monkeypatch.setattr(demo_people, "_write", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        make_demo_people(app.config["SETTINGS"].instance)
    assert people.people_of("crystal") == ()


def test_a_demo_does_not_start_with_other_people(app, app_of):
    people.invite("crystal", "ada", "Ada", "clerk", actor="cli", demo=False)
    instance = app.config["SETTINGS"].instance
    (instance / "demo.json").write_text('{"people": []}')
    with pytest.raises(UnusableSetting, match="no demo people"):
        app_of(read_settings({"FIELDAPP_INSTANCE": str(instance)}))


def test_a_real_instance_does_not_start_with_demo_people(app, app_of):
    instance = app.config["SETTINGS"].instance
    make_demo_people(instance)
    (instance / "demo.json").unlink()
    with pytest.raises(UnusableSetting, match="holds demo people"):
        app_of(read_settings({"FIELDAPP_INSTANCE": str(instance)}))


def test_a_missing_database_is_asked_again_later(settings_of, tmp_path):

    settings = settings_of()
    app = create_app(settings)
    assert app.extensions["people_checked"] is False
    assert not (settings.instance / "fieldapp.db").exists(), "asking does not make it"
