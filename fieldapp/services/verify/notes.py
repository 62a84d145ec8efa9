"""What a check finds: faults, and what is only told."""

from dataclasses import dataclass, field

SHOWN = 100  # of each city; the rest is counted

ALTERED = "altered"
MISSING = "missing"
FORKED = "forked"
SHORTER = "shorter than an anchor"
UNSIGNED = "anchor not signed by this server"
FILE_CHANGED = "file changed"
FILE_MISSING = "file missing"
DESTROYED_WITHOUT = "destroyed without order"
# told, no faults
DESTROYED = "destroyed with order"
UNEXPECTED = "unexpected file"
REVOKED = "signed by a revoked key"
REGRESS = "restored from a backup"
NOT_WRITTEN = "run not written down"


@dataclass(frozen=True, slots=True)
class Note:
    """One finding: its kind, the number of the entry or the file it is about, and a sentence."""

    kind: str
    words: str
    seq: int | None = None
    file: str | None = None


@dataclass(slots=True)
class Notes:
    """The findings about one city in the order in which they were made; the first ones are kept, all are counted."""

    faults: list[Note] = field(default_factory=list)
    told: list[Note] = field(default_factory=list)
    fault_count: int = 0
    told_count: int = 0

    def fault(self, kind: str, words: str, *, seq: int | None = None, file: str | None = None) -> None:
        """Something is not as it was recorded."""
        self.fault_count += 1
        if len(self.faults) < SHOWN:
            self.faults.append(Note(kind, words, seq, file))

    def tell(self, kind: str, words: str, *, seq: int | None = None, file: str | None = None) -> None:
        """Something that a person should know and that is no fault."""
        self.told_count += 1
        if len(self.told) < SHOWN:
            self.told.append(Note(kind, words, seq, file))
