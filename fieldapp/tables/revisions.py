"""Which revision a database stands at, and which one this program needs."""

import functools
import re
from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, select

FOLDER = Path(__file__).parent / "migrations" / "versions"
_VERSION = Table("alembic_version", MetaData(), Column("version_num", String))


def revision_of(connection: Connection) -> str:
    """The revision that the database stands at. Raises DatabaseError where it was never migrated."""
    return connection.scalar(select(_VERSION.c.version_num)) or ""


@functools.cache
def newest_revision() -> str:
    """The last of the revisions that come with this program; their files are named by number."""
    return max(found[1] for f in FOLDER.iterdir() if (found := re.match(r"(\d{4})_\w+\.py$", f.name)))
