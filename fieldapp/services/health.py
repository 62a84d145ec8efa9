"""Whether this instance can do its work."""

from sqlalchemy.exc import SQLAlchemyError

from fieldapp.tables.db import reading
from fieldapp.tables.revisions import newest_revision, revision_of


def what_is_missing() -> str:
    """Empty where the database answers and stands at this program's newest revision, else one sentence without data."""
    try:
        with reading() as connection:
            revision = revision_of(connection)
    except SQLAlchemyError:
        return "the database does not answer, or was never migrated"
    if revision != newest_revision():
        return f"the database stands at revision {revision}, this program needs {newest_revision()}"
    return ""
