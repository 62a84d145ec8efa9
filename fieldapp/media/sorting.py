"""More rows than memory holds, sorted by a key in a private SQLite file that is gone when it is closed."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

_BUFFER = 4_000


class Sorter:
    """Take (key, line, mark, text) rows in any order and give them back by key, then line. `close` it.

    `set_aside` keeps (line, reason) pairs, given back by line.
    """

    def __init__(self) -> None:
        handle, self._path = tempfile.mkstemp(prefix="fieldapp-list-", suffix=".db")
        os.close(handle)
        self._file = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        for line in (
            "PRAGMA journal_mode=OFF", "PRAGMA synchronous=OFF", "PRAGMA cache_size=-16000", "PRAGMA temp_store=FILE",
            "CREATE TABLE rows (key TEXT, line INTEGER, mark BLOB, text TEXT)",
            "CREATE TABLE aside (line INTEGER PRIMARY KEY, reason TEXT)",
            "BEGIN",
        ):  # fmt: skip
            self._file.execute(line)
        self._rows: list[tuple[str, int, bytes, str]] = []
        self._aside: list[tuple[int, str]] = []
        self.add = self._rows.append

    def close(self) -> None:
        """Everything is gone."""
        self._file.close()
        Path(self._path).unlink(missing_ok=True)

    def spill(self) -> None:
        """Write what was added to the file where it has become much; call it every few rows."""
        if len(self._rows) >= _BUFFER:
            self._write()

    def set_aside(self, line: int, reason: str) -> None:
        """Keep a line that is not to be sorted, with its reason."""
        self._aside.append((line, reason))
        if len(self._aside) >= _BUFFER:
            self._write()

    def by_key(self) -> Iterator[tuple[str, int, bytes, str]]:
        """Every row, by key and then by line."""
        self._write()
        yield from self._file.execute("SELECT key, line, mark, text FROM rows ORDER BY key, line")

    def aside(self) -> Iterator[tuple[int, str]]:
        """Every line that was set aside, in order."""
        self._write()
        yield from self._file.execute("SELECT line, reason FROM aside ORDER BY line")

    def count_rows(self) -> int:
        """How many rows were added."""
        self._write()
        return int(self._file.execute("SELECT count(*) FROM rows").fetchone()[0])

    def count_aside(self) -> int:
        """How many lines were set aside."""
        self._write()
        return int(self._file.execute("SELECT count(*) FROM aside").fetchone()[0])

    def _write(self) -> None:
        if self._rows:
            self._file.executemany("INSERT INTO rows VALUES (?, ?, ?, ?)", self._rows)
            self._rows.clear()
        if self._aside:
            self._file.executemany("INSERT OR IGNORE INTO aside VALUES (?, ?)", self._aside)
            self._aside.clear()
