"""What a piece of law says, as one hash: another day of checking or another place in its file changes nothing."""

import hashlib
import json

from fieldapp.lawbook.values import Piece


def content_sha256(piece: Piece) -> str:
    """SHA-256 over kind, key, date, clauses, citation, doubt and every field, in one order."""
    said = {
        "kind": piece.kind, "key": piece.key, "since": piece.since.isoformat(), "clauses": piece.clauses,
        "citation": piece.citation, "doubt": piece.doubt, "ends": piece.ends, "fields": dict(piece.fields),
    }  # fmt: skip
    return hashlib.sha256(json.dumps(said, sort_keys=True, default=str, ensure_ascii=False).encode()).hexdigest()
