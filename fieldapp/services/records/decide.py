"""What a person decides about a record that is held or in quarantine: adopt it, with a reason."""

from pathlib import Path

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.services.records import judge, receipts
from fieldapp.services.records.apply import Outcome, settle
from fieldapp.services.records.judge import Held
from fieldapp.services.records.sealed import UUID, Sealed
from fieldapp.services.records.strict_json import read_roughly
from fieldapp.tables import audit, people_queries, record_queries
from fieldapp.tables.db import writing
from fieldapp.tables.record_queries import Found
from fieldapp.tables.records import APPLIED, COMPLETE, HELD, QUARANTINED, STORED, WAITING

LONGEST_REASON = 500  # characters


class RefusedDecision(Exception):
    """The record stays as it is; the sentence says why."""


def adopt(city: str, key: int, reason: str, origin: str, instance: Path, *, actor: str, person_id: int) -> Outcome:
    """A supervisor answers for a record in quarantine, or asks again for a held one; gives what became of it.

    A record in quarantine gets a further receipt (stored or complete). `origin`: the server's own. What cannot be read
    stays held. Raises LookupError where the city has no such record, RefusedDecision, UnusableKey.
    """
    if not reason.strip():
        raise RefusedDecision("Say why this record is taken over.")
    with writing() as connection:
        return _adopt(connection, city, key, reason, origin, instance, actor=actor, person_id=person_id)


def _adopt(
    connection: Connection, city: str, key: int, reason: str, origin: str, instance: Path, *, actor: str, person_id: int
) -> Outcome:
    record_queries.next_number(connection, city)
    row = record_queries.by_key(connection, city, key)
    if row is None:
        raise LookupError(key)
    if row.state in (APPLIED, WAITING):
        raise RefusedDecision("This record is neither held nor in quarantine.")
    outcome, others = _settled(connection, row)
    record_queries.change(
        connection, city, key, state=outcome.state, because=outcome.because, decided_at=clock.now(),
        decided_by=person_id,
    )  # fmt: skip
    entry = audit.append(
        connection, city, actor=actor, action="record.adopted", subject=f"record:{row.id}",
        detail={
            "reason": reason.strip()[:LONGEST_REASON], "sha256": row.sha256, "before": row.state, "origin": origin,
            **{name: value for name, value in outcome.as_detail().items() if name != "record"},
            "others": [other.as_detail() for other in others],
        },
    )  # fmt: skip
    if row.state == QUARANTINED:
        is_whole = judge.lines_of(read_roughly(row.body)) is not None and not record_queries.missing(connection, key)
        kind = COMPLETE if is_whole else STORED
        receipts.write(connection, instance, kind, receipts.facts_of(row, origin), entry, record_key=key)
    return outcome


def _settled(connection: Connection, row: Found) -> tuple[Outcome, list[Outcome]]:
    try:
        meaning = judge.meaning_of(row.body)
        _check_names(connection, row, meaning.sealed)
    except Held as held:
        return Outcome(row.id, HELD, str(held)), []
    record_queries.add_parents(connection, row.key, meaning.sealed.parents)  # of a held one they were not written down
    return settle(connection, row, meaning)


def _check_names(connection: Connection, row: Found, sealed: Sealed) -> None:
    vouched_for = not UUID.fullmatch(row.device) and sealed.device != row.device  # handed in: a desk signed the bytes
    named = (sealed.id, sealed.city) == (row.id, row.city)
    if not named or (not vouched_for and (sealed.device, sealed.seq) != (row.device, row.seq)):
        raise Held("The body does not name the record that was signed.")
    if people_queries.by_id(connection, sealed.author) is None:
        raise Held("Its author is nobody who is known here.")
