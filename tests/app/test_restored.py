"""A server restored from a backup older than a phone's enrolment knows the phone again, and all of it arrives once."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.app.test_background import at_city_hall
from tests.at_rest.conftest import give_passkey, m, set_phone_up, until_said
from tests.at_rest.test_unlocking import DRAIN, LIST, NOTE, SENT

pytestmark = pytest.mark.browser
DEVICE = """async (m) => {
  const { current, deviceOf } = await m("who");
  const { device, key_id, last_seq, unknown = "" } = await deviceOf((await current()).id);
  return { device, key_id, last_seq, unknown };
}"""

ASKED_AGAIN = "async (m) => (await (await m('journal')).journal()).some(({ what }) => what === 'asked for again')"


@pytest.fixture
def backup(town, tmp_path):
    """backup() keeps the database as it is; what it gives puts that back."""

    def copy(source, target):
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)

    def make():
        file = next(Path(town.app.instance_path).glob("*.db"))
        copy(file, tmp_path / "backup.db")
        return lambda: copy(tmp_path / "backup.db", file)

    return make


@pytest.mark.parametrize("guarded", [False, True])
def test_a_phone_enrolled_after_the_backup_is_known_again_and_its_records_arrive_once(town, set_up, backup, guarded):
    page = set_up()
    if guarded:
        give_passkey(page, town)
    restore = backup()
    set_phone_up(page, town)
    before = m(page, DEVICE)
    came = m(page, NOTE, "came before")
    m(page, DRAIN)
    until_said(page, SENT)
    town.stop()
    waits = m(page, NOTE, "sealed without a signal")
    m(page, DRAIN)
    restore()
    assert {row[0] for row in at_city_hall(town)}.isdisjoint({came, waits})
    town.start()
    page.goto(f"{town.base}/waiting")
    until_said(page, ASKED_AGAIN)
    until_said(page, SENT)
    assert m(page, DEVICE) == {**before, "last_seq": 2, "unknown": ""}
    assert sorted(each[0] for each in m(page, LIST)) == sorted([came, waits])
    arrived = [row[:2] for row in at_city_hall(town) if row[0] in (came, waits)]
    assert sorted(arrived) == sorted([(came, "applied"), (waits, "applied")])
