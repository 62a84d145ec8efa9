"""Give records their meaning: at once, or when the last of their parents is applied, whatever the order of arrival."""

from dataclasses import dataclass

from sqlalchemy import Connection

from fieldapp.services.records.judge import Held, Meaning, meaning_of
from fieldapp.services.records.kind import Unusable
from fieldapp.tables import record_queries
from fieldapp.tables.record_queries import Found
from fieldapp.tables.records import APPLIED, HELD, WAITING


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a record: its state, why it is held or waits, and its subject once it is applied."""

    record: str
    state: str
    because: str = ""
    subject: str = ""

    def as_detail(self) -> dict[str, str]:
        """For the audit entry."""
        return {"record": self.record, "state": self.state, "because": self.because, "subject": self.subject}


def settle(connection: Connection, row: Found, meaning: Meaning | None = None) -> tuple[Outcome, list[Outcome]]:
    """Apply a record or say what it waits for; then apply those that waited for it. Gives its outcome and theirs.

    The city's records are locked by the caller. `meaning`: where the caller read the body already. Raises Held where
    the body cannot be read.
    """
    outcome = _one(connection, row, meaning or meaning_of(row.body))
    _write(connection, row, outcome)
    others: list[Outcome] = []
    applied = [row.id] if outcome.state == APPLIED else []
    while applied:
        for child in record_queries.waiting_for(connection, row.city, applied.pop(0)):
            after = _child(connection, child)
            if after.state != WAITING or after.because != child.because:
                _write(connection, child, after)
            if after.state != WAITING:
                others.append(after)
            if after.state == APPLIED:
                applied.append(child.id)
    return outcome, others


def _child(connection: Connection, row: Found) -> Outcome:
    try:
        return _one(connection, row, meaning_of(row.body))
    except Held as held:
        return Outcome(row.id, HELD, str(held))


def _one(connection: Connection, row: Found, meaning: Meaning) -> Outcome:
    lacking = record_queries.parents_not_applied(connection, row.city, row.key)
    if lacking:
        return Outcome(row.id, WAITING, f"It rests on {len(lacking)} that did not come yet: {', '.join(lacking)}.")
    try:
        with connection.begin_nested():
            subject = meaning.kind.apply(connection, meaning.received(row), meaning.values)
    except Unusable as wrong:
        return Outcome(row.id, HELD, str(wrong))
    return Outcome(row.id, APPLIED, subject=subject)


def _write(connection: Connection, row: Found, outcome: Outcome) -> None:
    record_queries.change(
        connection, row.city, row.key, state=outcome.state, because=outcome.because, subject=outcome.subject
    )
