"""Walk a city's chain: each hash from its fields, each commitment from its words, numbers, links, head and anchors."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from fieldapp.services.heads import Head
from fieldapp.services.verify import notes as kinds
from fieldapp.services.verify.notes import Notes
from fieldapp.services.verify.on_keys import OnKeys
from fieldapp.services.verify.on_record import OnRecord
from fieldapp.services.verify.on_sealed import OnSealed
from fieldapp.services.verify.orders import ACTION, Orders
from fieldapp.tables import audit_queries
from fieldapp.tables.audit import FIRST, SALT, entry_hash
from fieldapp.tables.audit_queries import Entry, instant_of

RESTORED = "restored"


@dataclass(slots=True)
class ChainReading:
    """How far the walk came: how many entries, and number and hash of the last."""

    entries: int = 0
    seq: int = 0
    hash: str = FIRST


def check_chain(connection: Connection, city: str, anchors: Sequence[Head], notes: Notes) -> ChainReading:
    """Walk the chain of `city` in constant memory and write what is wrong into `notes`.

    `anchors`: signed heads of this city, checked already. `connection` holds no transaction.
    """
    with audit_queries.any_text(connection):
        walk = _Walk(connection, city, anchors, notes)
        walk.go()
        walk.past_the_end()
        walk.on_record.finish()
        walk.on_keys.finish()
        walk.on_sealed.finish()
    return walk.reading


class _Walk:
    def __init__(self, connection: Connection, city: str, anchors: Sequence[Head], notes: Notes) -> None:
        self.connection, self.city, self.notes = connection, city, notes
        self.reading = ChainReading()
        self.orders = Orders(audit_queries.subjects_of(connection, city, ACTION))
        self.anchors = sorted(anchors, key=lambda a: a.seq)
        self.restores: list[tuple[int, datetime]] = []
        self.on_record = OnRecord(connection, city, notes)
        self.on_keys = OnKeys(connection, notes)
        self.on_sealed = OnSealed(connection, city, notes)
        self.last_is_sound = True  # nothing was said of the last entry yet
        self.gap = False

    def go(self) -> None:
        """Every entry up to the one that the head names now, then the head; what is appended meanwhile is left out."""
        head = audit_queries.head(self.connection, self.city)
        until = head.seq if head and isinstance(head.seq, int) else None
        self._go_on(until)
        last = audit_queries.last_number(self.connection, self.city)
        later = audit_queries.head(self.connection, self.city)
        if until is None or later is None or not isinstance(later.seq, int) or later.seq < last:
            self._go_on(None)
            head = later
        self._meet_head(head)
        if strange := audit_queries.without_number(self.connection, self.city):
            self.notes.fault(kinds.ALTERED, f"The chain holds {strange} rows without a number.")

    def _go_on(self, until: int | None) -> None:
        after = self.reading.seq if self.reading.entries else None
        for entry in audit_queries.entries(self.connection, self.city, after, until):
            self.reading.entries += 1
            if self._is_next(entry):
                self._take(entry)

    def _is_next(self, entry: Entry) -> bool:
        due = self.reading.seq + 1
        if entry.seq < 1:
            self.notes.fault(kinds.ALTERED, f"An entry has the number {entry.seq}.", seq=due)
            return False
        if entry.seq < due:
            self.notes.fault(kinds.FORKED, f"There are two entries with the number {entry.seq}.", seq=entry.seq)
            return False
        self.gap = entry.seq > due
        if self.gap:
            last = entry.seq - 1
            words = f"Entry {due} is not there." if last == due else f"Entries {due} to {last} are not there."
            self.notes.fault(kinds.MISSING, words, seq=due)
        return True

    def _take(self, entry: Entry) -> None:
        at, digest = _hash_of(entry)
        sound = digest == entry.hash
        if not sound:
            words = f"The fields of entry {entry.seq} do not give its hash."
            self.notes.fault(kinds.ALTERED, words, seq=entry.seq)
        elif not self.gap and entry.prev != self.reading.hash and self.last_is_sound:
            self._broken_link(entry)
        if sound and entry.action == RESTORED and at:
            self.restores.append((entry.seq, at))
        self._words(entry)
        self.reading.seq, self.reading.hash = entry.seq, str(entry.hash)
        self.last_is_sound = sound
        while self.anchors and self.anchors[0].seq <= entry.seq:
            self._meet(self.anchors.pop(0))

    def _broken_link(self, entry: Entry) -> None:
        seq, before = entry.seq, self.reading.seq
        other = audit_queries.number_of(self.connection, self.city, entry.prev)
        if before == 0:
            self.notes.fault(kinds.ALTERED, "The first entry says that another one came before it.", seq=seq)
        elif other is not None or entry.prev == FIRST:
            words = f"Entry {seq} goes on from entry {other or 'nought'}, not from entry {before}."
            self.notes.fault(kinds.FORKED, words, seq=seq)
        else:
            words = f"Entry {seq} was appended to another entry {before} than the one that stands here."
            self.notes.fault(kinds.ALTERED, words, seq=before)

    def _words(self, entry: Entry) -> None:
        seq = entry.seq
        if entry.salt is None and entry.detail is None:
            self.on_record.see_without_words(entry)
            self.on_sealed.see_without_words(entry)
            if self.orders.name(seq):
                words = f"The words of entry {seq} were destroyed by an order that the chain records."
                self.notes.tell(kinds.DESTROYED, words, seq=seq)
            else:
                words = f"The words of entry {seq} are gone, and no order in the chain says so."
                self.notes.fault(kinds.DESTROYED_WITHOUT, words, seq=seq)
            return
        try:
            kept = (
                len(entry.salt) == SALT  # else words could pass for salt, and other words still fit
                and hashlib.sha256(entry.salt + entry.detail.encode()).hexdigest() == entry.commit
            )
        except (TypeError, ValueError, AttributeError):
            kept = False
        if kept:
            self.on_record.see(entry)
            self.on_keys.see(entry)
            self.on_sealed.see(entry)
        else:
            self.on_record.see_without_words(entry)
            self.on_sealed.see_without_words(entry)
            self.notes.fault(kinds.ALTERED, f"The words of entry {seq} are not the ones it was made with.", seq=seq)

    def _meet(self, anchor: Head) -> None:
        if anchor.seq < self.reading.seq and anchor.seq:
            return  # in a gap that was named already
        if anchor.hash == (self.reading.hash if anchor.seq else FIRST) or self._explained(anchor):
            return
        words = f"The head signed on {anchor.at} names another entry {anchor.seq} than the one that stands here."
        self.notes.fault(kinds.ALTERED, words, seq=anchor.seq)

    def _explained(self, anchor: Head) -> bool:
        """Whether a restore from an older backup lost the entry that the anchor names."""
        signed = anchor.instant
        if not any(seq <= anchor.seq and signed <= at for seq, at in self.restores):
            return False
        words = f"The head signed on {anchor.at} names an entry {anchor.seq} that a later restore from a backup lost."
        self.notes.tell(kinds.REGRESS, words, seq=anchor.seq)
        return True

    def _meet_head(self, head: Entry | None) -> None:
        last = self.reading.seq
        if head is None:
            if self.reading.entries:
                self.notes.fault(kinds.MISSING, "The head of the chain is not there.", seq=last)
            elif audit_queries.has_records(self.connection, self.city):
                self.notes.fault(kinds.MISSING, "The city has records, and no chain at all.", seq=1)
        elif not isinstance(head.seq, int) or head.seq < last:
            self.notes.fault(kinds.ALTERED, f"The head names entry {head.seq}, the last one is {last}.", seq=last)
        elif head.seq > last:
            words = f"The head names entry {head.seq}, but the chain ends with entry {last}."
            self.notes.fault(kinds.MISSING, words, seq=last + 1)
        elif head.hash != self.reading.hash:
            self.notes.fault(kinds.ALTERED, f"The head names another entry {last} than the last one.", seq=last)

    def past_the_end(self) -> None:
        """Anchors that name entries which the chain does not have (any more)."""
        for anchor in self.anchors:
            if anchor.seq == 0 or self._explained(anchor):
                continue
            words = f"The head signed on {anchor.at} names entry {anchor.seq}; the chain ends with {self.reading.seq}."
            self.notes.fault(kinds.SHORTER, words, seq=self.reading.seq + 1)


def _hash_of(entry: Entry) -> tuple[datetime | None, str]:
    """The instant and the hash that the fields of an entry give; no instant where they give no hash."""
    try:
        at = instant_of(entry.at)
        fields = (entry.city, entry.seq, entry.prev, at, entry.actor, entry.action, entry.subject, entry.commit)
        return at, entry_hash(*fields)
    except (ValueError, TypeError, AttributeError):
        return None, ""
