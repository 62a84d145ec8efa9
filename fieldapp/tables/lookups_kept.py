"""Writing and reading the look-up log and the searches behind opaque addresses."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select

from fieldapp.tables.lookups import Lookup, Search

_NOTE = insert(Lookup)
_RECALL = select(Search.fields).where(
    Search.token_hash == bindparam("token_hash"),
    Search.city == bindparam("city"),
    Search.session_id == bindparam("session_id"),
    Search.at > bindparam("since"),
)


def note(connection: Connection, city: str, person_id: int, kind: str, subject: str, at: datetime) -> None:
    """Log that a person looked."""
    connection.execute(_NOTE, {"city": city, "person_id": person_id, "kind": kind, "subject": subject, "at": at})


def keep_search(
    connection: Connection, city: str, session_id: int, token_hash: str, fields: Mapping[str, Any], at: datetime
) -> None:
    """Keep what was typed."""
    row = {"token_hash": token_hash, "city": city, "session_id": session_id, "fields": dict(fields), "at": at}
    connection.execute(insert(Search), row)


def forget_searches(connection: Connection, before: datetime) -> None:
    """Forget what was typed before that instant."""
    connection.execute(delete(Search).where(Search.at <= before))


def recall_search(
    connection: Connection, city: str, session_id: int, token_hash: str, since: datetime
) -> Mapping[str, Any] | None:
    """What this session typed in this city since then, None where it is gone or another's."""
    keys = {"token_hash": token_hash, "city": city, "session_id": session_id, "since": since}
    return connection.execute(_RECALL, keys).scalar_one_or_none()
