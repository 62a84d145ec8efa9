"""Check the chains and the files of some cities or all, and write down in each chain that it was done."""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass

from sqlalchemy.exc import DBAPIError

from fieldapp.media.file_store import FileStore
from fieldapp.services import cities as served
from fieldapp.services import server_keys
from fieldapp.services.heads import Head
from fieldapp.services.verify import notes as kinds
from fieldapp.services.verify.chain import ChainReading, check_chain
from fieldapp.services.verify.files import FilesReading, check_files, unexpected
from fieldapp.services.verify.notes import SHOWN, Note, Notes
from fieldapp.tables import audit, audit_queries
from fieldapp.tables.db import reading, writing


@dataclass(frozen=True, slots=True)
class CityReport:
    """What was found in one city; `faults` and `told` hold the first hundred each, the counts are of all."""

    city: str
    entries: int
    seq: int
    hash: str
    files: int
    bytes: int
    faults: tuple[Note, ...]
    fault_count: int
    told: tuple[Note, ...]
    told_count: int


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in all; files that no record names belong to no city."""

    cities: tuple[CityReport, ...]
    unexpected: tuple[str, ...]
    unexpected_count: int

    @property
    def faults(self) -> int:
        """How many faults in all cities."""
        return sum(city.fault_count for city in self.cities)


def known_cities() -> tuple[str, ...]:
    """The cities that are served here or have a chain here."""
    with reading() as connection:
        return tuple(sorted({*audit_queries.cities(connection), *(c.id for c in served.cities())}))


def verify(city_ids: Sequence[str], store: FileStore, anchors: Sequence[Head], *, actor: str) -> Report:
    """Check these cities (files that no record names only where all cities are checked) and write it into each chain.

    `anchors`: signed heads from outside. Those of other cities are left out.
    """
    points, revoked = server_keys.points(), server_keys.revoked()
    with reading() as connection:
        reports = []
        for city in city_ids:
            notes = Notes()
            trusted = _trusted([a for a in anchors if a.city == city], points, revoked, notes)
            chain = check_chain(connection, city, trusted, notes)
            files = check_files(connection, city, store, notes)
            reports.append((city, chain, files, notes))
        strays: list[str] = []
        count = 0
        if set(city_ids) >= set(known_cities()):
            for count, name in enumerate(unexpected(connection, store), 1):  # noqa: B007  the last count is asked for
                if len(strays) < SHOWN:
                    strays.append(name)
    for city, chain, files, notes in reports:
        _write_down(city, chain, files, notes, actor=actor)
    return Report(tuple(_report(*each) for each in reports), tuple(strays), count)


def _trusted(anchors: Sequence[Head], points: dict[str, bytes], revoked: Set[str], notes: Notes) -> list[Head]:
    """The anchors that a key of this server signed. One of a revoked key is held against the chain too: if it does not
    fit, either the chain or that anchor is forged, and a person has to find out which.
    """
    trusted = []
    for head in anchors:
        place = f"The head in line {head.line} of the file, entry {head.seq},"
        if not head.is_signed(points):
            notes.fault(kinds.UNSIGNED, f"{place} is not signed by a key of this server.", seq=head.seq)
            continue
        if head.kid in revoked:
            words = f"{place} is signed by the key {head.kid}, which is revoked: by itself it proves nothing."
            notes.tell(kinds.REVOKED, words, seq=head.seq)
        trusted.append(head)
    return trusted


def _write_down(city: str, chain: ChainReading, files: FilesReading, notes: Notes, *, actor: str) -> None:
    detail = {
        "entries": chain.entries, "seq": chain.seq, "hash": chain.hash, "files": files.files, "bytes": files.bytes,
        "faults": notes.fault_count, "told": notes.told_count, "kinds": Counter(n.kind for n in notes.faults),
    }  # fmt: skip
    try:
        with writing() as connection:
            audit.append(connection, city, actor=actor, action="verified", subject=f"city:{city}", detail=detail)
    except DBAPIError:
        notes.tell(kinds.NOT_WRITTEN, "The chain does not take an entry, so this run is not written down in it.")


def _report(city: str, chain: ChainReading, files: FilesReading, notes: Notes) -> CityReport:
    return CityReport(
        city, chain.entries, chain.seq, chain.hash, files.files, files.bytes, tuple(notes.faults), notes.fault_count,
        tuple(notes.told), notes.told_count,
    )  # fmt: skip
