"""The rows of the server's keys are held against the chain, and so are heads that an old or a revoked key signed."""

import pytest
from sqlalchemy import update

from fieldapp.media import key_files
from fieldapp.media.signing import key_id, sign
from fieldapp.services import heads, server_keys
from fieldapp.tables.db import db, writing
from fieldapp.tables.server_keys import ServerKey
from tests.trail.conftest import CITY, grow, plant

PLANTED = {
    "a key freed again": ("UPDATE server_keys SET revoked_at = NULL", "altered"),
    "a key revoked behind the chain": ("UPDATE server_keys SET revoked_at = until_at", "altered"),
    "a key that never ended": ("UPDATE server_keys SET until_at = NULL", "altered"),
    "since when it signs": ("UPDATE server_keys SET from_at = '2020-01-01 00:00:00+00'", "altered"),
    "a key gone": ("DELETE FROM server_keys WHERE until_at IS NULL", "missing"),
}


@pytest.fixture
def keys(app_on_both, settings):
    """Three keys: one rotated, one revoked, one that signs."""
    server_keys.make_first(settings.instance, actor="cli")
    _, second = server_keys.rotate(settings.instance, ["https://tags.example.gov"], actor="cli")
    server_keys.revoke(settings.instance, second, "copied", actor="cli")
    server_keys.make_first(settings.instance, actor="cli")
    return settings.instance


def test_a_life_of_keys_is_sound(keys, check):
    for city in (CITY, "benson"):
        assert check(cities=(city,)).faults == ()


@pytest.mark.parametrize("planted", PLANTED)
def test_a_key_changed_behind_the_chain(keys, check, planted):
    line, kind = PLANTED[planted]
    plant(line)
    assert {f.kind for f in check().faults} == {kind}


def test_a_key_slipped_in(keys, check, tmp_path):
    point = key_files.make_key(tmp_path / "elsewhere")
    with writing() as connection:
        rows = connection.execute(ServerKey.__table__.select()).mappings().all()
        ours = {**rows[-1], "kid": key_id(point), "public_key": point}
        connection.execute(ServerKey.__table__.insert().values(**ours))
    assert [f.words for f in check().faults] == [f"The key {key_id(point)} stands in no entry of the chain."]


def test_the_public_key_of_an_id_exchanged(keys, check, settings, tmp_path):
    """Then nothing that this id signed is believed, neither by the old point nor by the new one."""
    head = next(h for h in heads.signed_heads(settings.instance, [CITY]) if h.city == CITY)
    point = key_files.make_key(tmp_path / "elsewhere")
    with writing() as connection:
        connection.execute(update(ServerKey).where(ServerKey.kid == head.kid).values(public_key=point))
    assert {f.kind for f in check(anchors=[head]).faults} == {"altered", "anchor not signed by this server"}


@pytest.mark.parametrize("column", ["public_key", "from_at", "until_at", "revoked_at"])
def test_a_key_row_of_nonsense_is_named_on_sqlite(app, settings, check, column):
    server_keys.make_first(settings.instance, actor="cli")
    raw = db.engine.raw_connection()
    raw.execute(f"UPDATE server_keys SET {column} = 'nonsense'")
    raw.commit()
    raw.close()
    faults = check().faults
    assert {f.kind for f in faults} == ({"altered"} if column != "until_at" else set())


def test_heads_of_a_rotated_key_stand_and_those_of_a_revoked_one_are_told(app_on_both, settings, check):
    first = server_keys.make_first(settings.instance, actor="cli")
    grow(3)
    old = heads.signed_heads(settings.instance, [CITY])[0]
    _, second = server_keys.rotate(settings.instance, [], actor="cli")
    found = check(anchors=[old])
    assert (found.faults, found.told) == ((), ())
    later = heads.signed_heads(settings.instance, [CITY])[0]
    server_keys.revoke(settings.instance, second, "copied", actor="cli")
    found = check(anchors=[old, later])
    assert (old.kid, later.kid) == (first, second)
    assert found.faults == ()
    assert [(n.kind, n.seq) for n in found.told] == [("signed by a revoked key", later.seq)]


def test_what_a_revoked_key_signed_and_the_chain_does_not_hold_is_a_fault(app_on_both, settings, check):
    server_keys.make_first(settings.instance, actor="cli")
    head = heads.signed_heads(settings.instance, [CITY])[0]
    secret = key_files.read_key(settings.instance / "keys", head.kid)
    server_keys.revoke(settings.instance, head.kid, "copied", actor="cli")
    forged = heads.Head(CITY, 99, "0" * 64, head.at, 0, 0)
    forged = heads.Head(CITY, 99, "0" * 64, head.at, 0, 0, head.kid, sign(secret, forged.said()), 1)
    found = check(anchors=[forged])
    assert [f.kind for f in found.faults] == ["shorter than an anchor"]
    assert [n.kind for n in found.told] == ["signed by a revoked key"]


def test_a_city_with_records_and_no_chain_at_all(app_on_both, chain, check, animal_row):
    animal_row(CITY)
    plant(f"DELETE FROM audit_entries WHERE city = '{CITY}'", f"DELETE FROM audit_heads WHERE city = '{CITY}'")
    assert ("missing", 1) in [(f.kind, f.seq) for f in check().faults]
