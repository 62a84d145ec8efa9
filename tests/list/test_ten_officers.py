"""An import and ten officers at once: nobody ever meets a locked database, and no write waits long."""

import threading
import time

from fieldapp.tables import audit
from fieldapp.tables.db import writing
from tests.list.conftest import rows


def test_ten_officers_work_on_while_a_list_is_taken(app_on_both, give):
    lines = "".join(f"{n},Dog{n},Owner {n},{n} Elm St,2026-12-31\n" for n in range(6_000))
    stop, faults, waits = threading.Event(), [], []

    def officer(who):
        with app_on_both.app_context():
            while not stop.is_set():
                try:
                    rows("select count(*) from licenses where number_key = :k", k=str(who))
                    began = time.monotonic()
                    with writing() as connection:
                        audit.append(connection, "crystal", actor=f"person:{who}", action="t", subject="t", detail={})
                    waits.append(time.monotonic() - began)
                except Exception as wrong:  # noqa: BLE001  whatever it is, it fails the test
                    faults.append(repr(wrong))
                    return
                time.sleep(0.02)

    officers = [threading.Thread(target=officer, args=(who,)) for who in range(10)]
    for one in officers:
        one.start()
    report = give("License Number,Dog Name,Owner,Address,Expires\n" + lines)
    stop.set()
    for one in officers:
        one.join()
    assert faults == []
    assert report.new == 6_000
    assert len(waits) >= 10
    assert max(waits) < 15
    ((entries, last),) = rows("select count(*), max(seq) from audit_entries")
    assert entries == last == len(waits) + 2, "the chain has no gap"
