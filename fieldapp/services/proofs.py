"""Proofs of a record (a policy of insurance, a certificate) as PDF: stored and given back, never parsed."""

from dataclasses import dataclass
from datetime import datetime

from fieldapp import clock
from fieldapp.services.photos import NoSuchPhoto, Outcome, subject_exists
from fieldapp.services.photos_seen import Original, opened
from fieldapp.services.stored_files import Arrived, GivenFile, arrived, store
from fieldapp.tables import audit
from fieldapp.tables import photos as tables
from fieldapp.tables.db import reading, writing

LARGEST = 10_485_760  # bytes of one proof


@dataclass(frozen=True, slots=True)
class ProofReading:
    """A proof on record."""

    id: int
    bytes: int
    file_name: str
    sha256: str
    added_at: datetime
    by: str


def add_proof(city: str, subject: str, given: GivenFile, *, actor: str, person_id: int) -> Outcome:
    """Store a PDF, known by its first bytes; of anything else nothing is stored. `subject`: "animal:12".

    Raises NoSuchPhoto where the city has no such record.
    """
    subject_exists(city, subject)
    with arrived(given) as here:
        reason = _why_not(here)
        if reason:
            return Outcome(here.name, None, reason)
        store().put(here.path, here.sha256)
    facts, now = {"sha256": here.sha256, "bytes": here.bytes, "added_by": person_id}, clock.now()
    with writing() as connection:
        key = tables.add_proof(connection, city, subject=subject, file_name=here.name, added_at=now, **facts)
        audit.append(
            connection, city, actor=actor, action="proof.added", subject=subject,
            detail={"proof": key, "file": here.name, "added_at": now.isoformat(), **facts},
        )  # fmt: skip
    return Outcome(here.name, key)


def _why_not(here: Arrived) -> str:
    if not here.bytes:
        return "The file is empty (0 bytes). Choose the proof again."
    if here.bytes > LARGEST:
        most = LARGEST // 1_048_576
        return f"The file is too large ({here.bytes / 1_048_576:.1f} MB); a proof may have {most} MB. Scan it smaller."
    with here.path.open("rb") as file:
        if file.read(5) != b"%PDF-":
            return "This is no PDF. Choose a PDF, or add a photo of the paper as a photo."
    return ""


def proofs_of(city: str, subject: str) -> tuple[ProofReading, ...]:
    """The proofs of a record in the order in which they were added."""
    with reading() as connection:
        rows = tables.proofs_of_subject(connection, city, subject)
    return tuple(ProofReading(r.id, r.bytes, r.file_name, r.sha256, r.added_at, r.by) for r in rows)


def proof_of(city: str, proof_id: int, *, actor: str) -> Original:
    """A proof's bytes, with an audit entry of who had it. Raises NoSuchPhoto or FileGone."""
    with reading() as connection:
        row = tables.one_proof(connection, city, proof_id)
    if row is None:
        raise NoSuchPhoto(proof_id)
    data = opened(row.sha256)
    with writing() as connection:
        audit.append(
            connection, city, actor=actor, action="proof.read", subject=f"proof:{proof_id}",
            detail={"sha256": row.sha256, "of": row.subject},
        )  # fmt: skip
    return Original(f"{city}-proof-{proof_id}.pdf", "application/pdf", data)
