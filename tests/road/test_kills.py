"""The server is killed (SIGKILL) again and again while phones send: nothing acknowledged is lost, nothing is double."""

import json
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import func, select

from fieldapp.services import server_keys
from fieldapp.services.stored_files import store
from fieldapp.services.verify.run import verify
from fieldapp.tables import audit
from fieldapp.tables.db import reading, writing
from fieldapp.tables.records import Record, RecordPhoto, RecordReceipt
from tests.road.blobs import PART, noise
from tests.road.phone import Phone
from tests.road.second_client import NotNow, SecondClient
from tests.road.test_second_client import note

ROOT = Path(__file__).parent.parent.parent
KILLS = 50
PHONES = 3
SEED = 20261130


class Dying:
    """The server's process, the deaths that it told, and whether it lives on from now."""

    def __init__(self, settings, log):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.deaths = []
        env = {
            **os.environ, "FIELDAPP_INSTANCE": str(settings.instance), "DATABASE_URL": settings.database_url,
            "SYNC_PUTS_A_MINUTE": "100000", "SYNC_RECORDS_A_DAY": "100000", "PYTHONPATH": str(ROOT),
            "FIELDAPP_HOSTS": "127.0.0.1",
        }  # fmt: skip
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).parent / "dying_server.py"), str(self.port), str(SEED), str(KILLS)],
            cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.deaths.append(line.strip())

    @property
    def lives_on(self):
        return len(self.deaths) >= KILLS or self.process.poll() is not None

    def end(self):
        self.process.terminate()
        self.process.wait(30)
        self.reader.join(30)
        self.process.stdout.close()


class Sending(threading.Thread):
    """A phone that seals and sends until the server lives on; `acknowledged`: what it holds a good receipt for."""

    def __init__(self, phone, client, server):
        super().__init__()
        self.phone, self.client, self.server = phone, client, server
        self.sealed, self.acknowledged, self.fault = [], {}, None

    def run(self):
        try:
            while not self.server.lives_on or len(self.sealed) < 3:
                self._one(len(self.sealed))
        except Exception as fault:  # noqa: BLE001  told by the test
            self.fault = fault

    def _one(self, number):
        data = noise((self.phone.id, number), PART + 1000)
        files = [("dog-1", "original", data), ("dog-1", "copy", data[:500])] if number % 3 == 0 else []
        sealed = self.client.seal("field_note", 1, note(f"note {number}"), "crystal", files)
        self.sealed.append(sealed)
        while sealed.receipt is None or sealed.receipt["kind"] != "complete":
            try:
                self.client.deliver(sealed)
            except NotNow:
                assert self.server.process.poll() is None, "the server ended by itself"
            if sealed.receipt:
                before = self.acknowledged.setdefault(sealed.id, sealed.receipt)
                assert before["server_seq"] == sealed.receipt["server_seq"]
                self.acknowledged[sealed.id] = sealed.receipt


def phones_of(server, officer):
    keys = server_keys.page_of(server_keys.published())
    for _ in range(PHONES):
        phone = Phone(officer)
        with writing() as connection:
            subject = f"device:{phone.id}"
            audit.append(connection, "crystal", actor="cli", action="device.enrolled", subject=subject, detail={})
        client = SecondClient(server.base, phone.key, phone.id, officer)
        client.pin(keys)
        yield Sending(phone, client, server)


@pytest.fixture
def dying(road, tmp_path):
    with (tmp_path / "server.log").open("w") as log:
        server = Dying(road.config["SETTINGS"], log)
        yield server
        server.end()


def test_fifty_kills_while_phones_send_lose_nothing_that_was_acknowledged(road, officer, dying):
    sending = list(phones_of(dying, officer))
    for one in sending:
        one.start()
    for one in sending:
        one.join()
    sys.stdout.write("\n".join(dying.deaths))  # the seeds, where this fails
    assert [one.fault for one in sending] == [None] * PHONES
    assert len(dying.deaths) == KILLS
    sealed = {s.id: s for one in sending for s in one.sealed}
    acknowledged = {name: receipt for one in sending for name, receipt in one.acknowledged.items()}
    assert set(acknowledged) == set(sealed)
    with reading() as connection:
        rows = connection.execute(select(Record.__table__)).all()
        receipts = connection.execute(select(RecordReceipt.__table__)).all()
        files = connection.execute(select(RecordPhoto.__table__)).all()
        heads = connection.execute(select(Record.server_seq).order_by(Record.server_seq)).scalars().all()
        twice = connection.execute(select(func.count()).select_from(Record).group_by(Record.id)).scalars().all()
    assert {row.id: row.body for row in rows} == {name: one.body for name, one in sealed.items()}
    assert set(twice) == {1}
    assert heads == list(range(1, len(rows) + 1))
    assert {row.state for row in rows} == {"applied"}
    kept = {json.dumps(json.loads(r.bytes)) for r in receipts}
    assert {json.dumps(receipt) for receipt in acknowledged.values()} <= kept
    assert all(line.whole_at for line in files)
    for line in files:
        assert len(store().open(line.sha256)) == line.bytes
    for one in sending:
        assert one.client.hello(kept=one.sealed[-500:])["resend"] == []
    (city,) = verify(("crystal",), store(), (), actor="cli").cities
    assert city.faults == ()
