"""What was typed never stands in an address: it is kept an hour behind a secret that only its session holds."""

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from fieldapp import clock
from fieldapp.tables import lookups_kept
from fieldapp.tables.db import reading, writing

KEPT_FOR = timedelta(hours=1)


def keep(city: str, session_id: int, fields: Mapping[str, Any]) -> str:
    """Keep the fields of a search and give the secret for its address."""
    token, now = clock.random_token(16), clock.now()
    with writing() as connection:
        lookups_kept.forget_searches(connection, now - KEPT_FOR)
        lookups_kept.keep_search(connection, city, session_id, _hash(token), fields, now)
    return token


def recall(city: str, session_id: int, token: str) -> Mapping[str, Any] | None:
    """The fields behind a secret; None where it is over an hour old, of another session or of another city."""
    with reading() as connection:
        return lookups_kept.recall_search(connection, city, session_id, _hash(token), clock.now() - KEPT_FOR)


def note_lookup(city: str, person_id: int, kind: str, subject: str) -> None:
    """Log that a person looked at something of `city` (kind: tag, animal, search, around; subject: ids, no words)."""
    with reading() as connection:  # one statement, committed by itself
        lookups_kept.note(connection, city, person_id, kind, subject, clock.now())


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
