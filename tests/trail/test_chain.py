"""Each kind of fault is planted in rows, links and heads, and verify names it with the first bad number."""

import threading

import pytest
from sqlalchemy import select, text

from fieldapp.services import heads
from fieldapp.services.verify.run import verify
from fieldapp.tables import audit
from fieldapp.tables.audit import AuditEntry, entry_hash
from fieldapp.tables.db import db, reading, writing
from tests.trail.conftest import CITY, grow, plant, unguard

OF = f"WHERE city = '{CITY}'"
# the key made first is entry 1, so the ten entries are 2 to 11
PLANTED = {
    "a name": ([f"UPDATE audit_entries SET detail = replace(detail, 'ller', 'llex') {OF} AND seq = 5"], ("altered", 5)),
    "an actor": ([f"UPDATE audit_entries SET actor = 'person:9' {OF} AND seq = 5"], ("altered", 5)),
    "an action": ([f"UPDATE audit_entries SET action = 'other' {OF} AND seq = 11"], ("altered", 11)),
    "a subject": ([f"UPDATE audit_entries SET subject = 'animal:1' {OF} AND seq = 2"], ("altered", 2)),
    "a line end": ([f"UPDATE audit_entries SET subject = 'a\nb' {OF} AND seq = 2"], ("altered", 2)),
    "a time": ([f"UPDATE audit_entries SET at = '2020-01-01 00:00:00.000000' {OF} AND seq = 4"], ("altered", 4)),
    "a commitment": ([f"UPDATE audit_entries SET \"commit\" = '00' {OF} AND seq = 4"], ("altered", 4)),
    "a hash": ([f"UPDATE audit_entries SET hash = '00' {OF} AND seq = 4"], ("altered", 4)),
    "a link": ([f"UPDATE audit_entries SET prev = '00' {OF} AND seq = 4"], ("altered", 4)),
    "half of the words": ([f"UPDATE audit_entries SET salt = NULL {OF} AND seq = 4"], ("altered", 4)),
    "all of the words": (
        [f"UPDATE audit_entries SET salt = NULL, detail = NULL {OF} AND seq = 4"], ("destroyed without order", 4),
    ),
    "an entry gone": ([f"DELETE FROM audit_entries {OF} AND seq = 5"], ("missing", 5)),
    "the first gone": ([f"DELETE FROM audit_entries {OF} AND seq = 1"], ("missing", 1)),
    "three gone": ([f"DELETE FROM audit_entries {OF} AND seq BETWEEN 3 AND 5"], ("missing", 3)),
    "the last gone": ([f"DELETE FROM audit_entries {OF} AND seq = 11"], ("missing", 11)),
    "all gone": ([f"DELETE FROM audit_entries {OF}"], ("missing", 1)),
    "the head gone": ([f"DELETE FROM audit_heads {OF}"], ("missing", 11)),
    "a head too low": ([f"UPDATE audit_heads SET seq = 9 {OF}"], ("altered", 11)),
    "a head too high": ([f"UPDATE audit_heads SET seq = 12 {OF}"], ("missing", 12)),
    "another head": ([f"UPDATE audit_heads SET hash = '00' {OF}"], ("altered", 11)),
    "two of a number": (
        [("INSERT INTO audit_entries (id, city, seq, prev, at, actor, action, subject, \"commit\", hash, salt, detail) "
         "SELECT 999, city, seq, 'x', at, actor, action, subject, \"commit\", 'y', salt, detail FROM audit_entries "
         f"{OF} AND seq = 6")], ("forked", 6),
    ),
    "an entry below one": ([f"UPDATE audit_entries SET seq = -3 {OF} AND seq = 1"], ("altered", 1)),
}  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED)
def test_what_was_planted_is_named(chain, check, planted):
    lines, (kind, seq) = PLANTED[planted]
    assert check().fault_count == 0
    if planted in ("the last gone", "a head too low", "a head too high", "another head", "the head gone"):
        seq += 1  # the run above was written down
        lines = [line.replace("seq = 11", "seq = 12").replace("seq = 12 WHERE", "seq = 13 WHERE") for line in lines]
    plant(*lines)
    found = check()
    assert (found.faults[0].kind, found.faults[0].seq) == (kind, seq)


def rewritten(connection, seq, **changes):
    """An entry with changes and the hash that fits them."""
    row = connection.execute(select(AuditEntry.__table__).where(AuditEntry.city == CITY, AuditEntry.seq == seq)).one()
    new = {**row._mapping, **changes}
    names = ("city", "seq", "prev", "at", "actor", "action", "subject", "commit")
    new["hash"] = entry_hash(*(new[name] for name in names))
    return new


def rewrite(seq, **changes):
    with writing() as connection:
        new = rewritten(connection, seq, **changes)
        connection.execute(AuditEntry.__table__.update().where(AuditEntry.id == new["id"]).values(new))
        return new["hash"]


@pytest.mark.parametrize("shift", [7, -3])
def test_words_that_pass_for_salt(chain, check, shift):
    """Salt and words are hashed together: where one ends and the other begins is no free choice."""
    with writing() as connection:
        found = select(AuditEntry.id, AuditEntry.salt, AuditEntry.detail).where(AuditEntry.city == CITY)
        row = connection.execute(found.where(AuditEntry.seq == 5)).one()
        both = bytes(row.salt) + row.detail.encode()
        salt, words = both[: 16 + shift], both[16 + shift :].decode("latin-1")
        connection.execute(AuditEntry.__table__.update().where(AuditEntry.id == row.id).values(salt=salt, detail=words))
    assert [(f.kind, f.seq) for f in check().faults] == [("altered", 5)]


NONSENSE = (
    "[]", "{}", "none", '{"photos": 5}', '{"photos": [{}], "kind": "dog"}', '{"proof": true, "sha256": "", "bytes": 1}',
    '{"photos": [{"photo": "a b", "sha256": "", "bytes": 1}], "kind": "dog"}', "[" * 100_000,
    '{"photos": [{"photo": 99999999999999999999, "sha256": "", "bytes": 1}], "kind": "dog"}', '{"proof": -1}',
)  # fmt: skip


@pytest.mark.parametrize("words", NONSENSE)
@pytest.mark.parametrize("action", ["photos.added", "proof.added"])
def test_words_that_no_program_of_ours_wrote(chain, check, monkeypatch, action, words):
    """Whoever owns the database can hash nonsense into the chain; the run names it and goes on."""

    class Words:
        dumps = staticmethod(lambda *_, **__: words)

    with monkeypatch.context() as patched, writing() as connection:
        patched.setattr(audit, "json", Words)
        audit.append(connection, CITY, actor="cli", action=action, subject="animal:1", detail={})
    assert [(f.kind, f.seq) for f in check().faults] == [("altered", 12)]


def test_a_rewritten_entry_with_a_hash_that_fits(chain, check):
    rewrite(5, actor="person:9")
    found = check().faults
    assert [(f.kind, f.seq) for f in found] == [("altered", 5)]
    assert "Entry 6 was appended to another entry 5" in found[0].words


def test_two_histories(chain, check):
    with reading() as connection:
        fourth = connection.scalar(select(AuditEntry.hash).where(AuditEntry.city == CITY, AuditEntry.seq == 4))
    rewrite(7, prev=fourth)
    found = check().faults
    assert (found[0].kind, found[0].seq) == ("forked", 7)


def rewrite_all_from(seq, **changes):
    """What whoever owns the database can do: change an entry and compute everything after it anew, head included."""
    with reading() as connection:
        last = connection.scalar(text(f"SELECT max(seq) FROM audit_entries {OF}"))
    digest = rewrite(seq, **changes)
    for number in range(seq + 1, last + 1):
        digest = rewrite(number, prev=digest)
    plant(f"UPDATE audit_heads SET hash = '{digest}' {OF}")


def test_a_chain_computed_anew_is_found_by_an_anchor_only(chain, check, settings):
    kept = heads.signed_heads(settings.instance, [CITY])
    assert check(kept).fault_count == 0
    rewrite_all_from(4, actor="person:9")
    assert check().fault_count == 0
    found = check(kept).faults
    assert [(f.kind, f.seq) for f in found] == [("altered", 11)]


def cut_back_to(seq):
    plant(
        f"DELETE FROM audit_entries {OF} AND seq > {seq}",
        f"UPDATE audit_heads SET seq = {seq}, hash = (SELECT hash FROM audit_entries {OF} AND seq = {seq}) {OF}",
    )


def test_a_chain_cut_back_with_its_head(chain, check, settings):
    kept = heads.signed_heads(settings.instance, [CITY])
    cut_back_to(6)
    found = check(kept).faults
    assert [(f.kind, f.seq) for f in found] == [("shorter than an anchor", 7)]
    grow(20)
    assert [(f.kind, f.seq) for f in check(kept).faults] == [("altered", 11)]


def test_a_restore_explains_what_an_anchor_names(chain, check, settings):
    kept = heads.signed_heads(settings.instance, [CITY])
    cut_back_to(6)
    with writing() as connection:
        audit.append(connection, CITY, actor="cli", action="restored", subject="backup:x", detail={})
    found = check(kept)
    assert (found.fault_count, [t.kind for t in found.told]) == (0, ["restored from a backup"])
    later = heads.signed_heads(settings.instance, [CITY])
    cut_back_to(7)
    assert [f.kind for f in check([*kept, *later]).faults] == ["shorter than an anchor"]


def test_a_restore_explains_no_head_signed_after_it(chain, check, settings):
    with writing() as connection:
        audit.append(connection, CITY, actor="cli", action="restored", subject="backup:x", detail={})
    grow(2)
    plant(f"UPDATE audit_entries SET at = '2020-01-01 00:00:00.000000' {OF} AND action = 'restored'")
    assert check().faults[0].kind == "altered"


def test_a_destruction_with_an_order_is_told(chain, check):
    with writing() as connection:
        audit.append(
            connection, CITY, actor="person:1", action="destroyed", subject="entries:3-5", detail={"order": "7"}
        )
    plant(f"UPDATE audit_entries SET salt = NULL, detail = NULL {OF} AND seq BETWEEN 3 AND 6")
    found = check()
    assert [(n.kind, n.seq) for n in found.told] == [("destroyed with order", n) for n in (3, 4, 5)]
    assert [(n.kind, n.seq) for n in found.faults] == [("destroyed without order", 6)]


def test_another_city_is_not_touched(chain, check, store):
    grow(3, "benson")
    plant("DELETE FROM audit_entries WHERE city = 'benson' AND seq = 2")
    assert check().fault_count == 0
    both = verify(("benson", CITY), store, (), actor="cli")
    assert [c.fault_count for c in both.cities] == [1, 0]


def test_a_run_is_written_down(chain, check):
    first = check()
    with reading() as connection:
        last = connection.execute(select(AuditEntry).order_by(AuditEntry.id.desc()).limit(1)).one()
    assert (last.action, last.seq) == ("verified", first.seq + 1)
    assert '"entries": 11' in last.detail
    assert check().fault_count == 0


HOSTILE = [
    "UPDATE audit_entries SET at = 'never' {of} AND seq = 5",
    "UPDATE audit_entries SET at = NULL {of} AND seq = 5",
    "UPDATE audit_entries SET at = x'00ff' {of} AND seq = 5",
    "UPDATE audit_entries SET actor = CAST(x'ff41' AS TEXT) {of} AND seq = 5",
    "UPDATE audit_entries SET detail = CAST(x'ff41' AS TEXT) {of} AND seq = 5",
    "UPDATE audit_entries SET detail = x'00' {of} AND seq = 5",
    "UPDATE audit_entries SET salt = 'words' {of} AND seq = 5",
    "UPDATE audit_entries SET salt = 5 {of} AND seq = 5",
    "UPDATE audit_entries SET prev = NULL {of} AND seq = 5",
    "UPDATE audit_entries SET action = 7 {of} AND seq = 5",
    "UPDATE audit_entries SET subject = NULL {of} AND seq = 5",
    "UPDATE audit_entries SET hash = NULL {of} AND seq = 5",
]


@pytest.mark.parametrize("line", HOSTILE)
def test_rows_that_hold_nonsense_are_named(app, settings, check, line):
    grow(10)
    unguard()
    with db.engine.connect() as connection, connection.begin():
        connection.exec_driver_sql(line.format(of=OF))
    assert (check().faults[0].kind, check().faults[0].seq) == ("altered", 5)


@pytest.mark.parametrize("seq", ["'five'", "NULL", "x'05'", "5.5"])
def test_a_number_that_is_none(app, check, seq):
    grow(10)
    unguard()
    with db.engine.connect() as connection, connection.begin():
        connection.exec_driver_sql(f"UPDATE audit_entries SET seq = {seq} {OF} AND seq = 5")
    found = check()
    assert (found.faults[0].kind, found.faults[0].seq) in {("missing", 5), ("altered", 5)}


def test_eight_writers_at_once_make_one_chain(app_on_both, check):
    faults = []

    def write():
        try:
            with app_on_both.app_context():
                grow(25)
        except Exception as wrong:  # noqa: BLE001  shown below
            faults.append(wrong)

    writers = [threading.Thread(target=write) for _ in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert faults == []
    found = check()
    assert (found.entries, found.fault_count) == (200, 0)


def test_a_run_beside_writers_finds_no_fault(app_on_both, check):
    done = threading.Event()

    def write():
        with app_on_both.app_context():
            while not done.is_set():
                grow(5)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        found = [check() for _ in range(10)]
    finally:
        done.set()
        writer.join()
    assert [f.faults for f in found] == [()] * 10
