"""What a backup begins with, and the names of its parts: a tar archive that any age and any tar can open.

backup.json             when, by which revision, of which database, how far each chain went
keys.json               the public keys, as their page says them; never a private one
settings/...            cities.toml, and the lawbook of this instance
database/fieldapp.db    SQLite, or database/TABLE/000001 and so on: rows in PostgreSQL's COPY text
files/HASH              every original, copy and proof
"""

import json
import re
from dataclasses import asdict, dataclass

FIRST = "backup.json"
KEYS = "keys.json"
CITIES = "settings/cities.toml"
LAWBOOK = "settings/lawbook/"
DATABASE = "database/"
SQLITE = "database/fieldapp.db"
FILES = "files/"
VERSION = 1
_ROWS = re.compile(r"database/([a-z][a-z0-9_]*)/[0-9]{6}", re.ASCII)
_LAW = re.compile(r"settings/lawbook/((?:[\w-][\w.-]*/)*[\w-][\w.-]*)", re.ASCII)
_FILE = re.compile(r"files/([0-9a-f]{64})", re.ASCII)


class UnusableBackup(Exception):
    """A backup cannot be made or restored here; the sentence says why, and nothing was changed."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The beginning of a backup. `heads`: city -> [number, hash] of the last entry of its chain."""

    made_at: str
    database: str
    revision: str
    demo: bool
    heads: dict[str, tuple[int, str]]
    settings: dict[str, str]

    def written(self) -> bytes:
        """As backup.json."""
        return (json.dumps({"v": VERSION, **asdict(self)}, indent=1) + "\n").encode()


def read_contents(data: bytes) -> Contents:
    """Read backup.json. Raises UnusableBackup where it is none of this version."""
    try:
        said = json.loads(data)
        if said["v"] != VERSION:
            raise UnusableBackup(f"it is a backup of version {said['v']}, this program reads version {VERSION}")
        heads = {str(city): (int(seq), str(digest)) for city, (seq, digest) in said["heads"].items()}
        settings = {str(name): str(value) for name, value in said["settings"].items()}
        return Contents(
            str(said["made_at"]), str(said["database"]), str(said["revision"]), bool(said["demo"]), heads, settings
        )
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise UnusableBackup(f"its {FIRST} cannot be read") from wrong


def table_of(name: str) -> str | None:
    """The table whose rows a part holds, None for another part."""
    found = _ROWS.fullmatch(name)
    return found[1] if found else None


def law_file_of(name: str) -> str | None:
    """The file of the lawbook that a part holds, relative to its folder, None for another part."""
    found = _LAW.fullmatch(name)
    return found[1] if found else None


def hash_of(name: str) -> str | None:
    """The hash of the original, copy or proof that a part holds, None for another part."""
    found = _FILE.fullmatch(name)
    return found[1] if found else None
