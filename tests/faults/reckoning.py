"""What the phone sealed against what the server has, by hash: each thing that is not as it should be as a sentence."""

import hashlib
import json
import sqlite3
from collections import Counter
from contextlib import closing

ROWS = "SELECT id, sha256, body, author, device, seq, state, key FROM records WHERE device NOT LIKE 'desk%'"
PHOTOS = "SELECT record_key, sha256, whole_at FROM record_photos"


class Reckoning:
    """The server's rows as they are now."""

    def __init__(self, server):
        with closing(sqlite3.connect(server.instance / "fieldapp.db", timeout=60)) as connection:
            self.rows = connection.execute(ROWS).fetchall()
            photos = connection.execute(PHOTOS).fetchall()
            self.conflicts = connection.execute("SELECT id FROM record_conflicts").fetchall()
        self.sha = {row[0]: row[1] for row in self.rows}
        keys = {row[7]: row[0] for row in self.rows}
        self.whole = {(keys[key], sha) for key, sha, whole in photos if whole and key in keys}
        self.lines = {(keys[key], sha) for key, sha, _ in photos if key in keys}

    def honest(self, held):
        """What the phone shows as received and is not."""
        for row in held:
            if not row["receipt"]:
                continue
            if self.sha.get(row["id"]) != row["sha256"]:
                yield f"false receipt: {row['id']}"
            if row["receipt"] == "complete" and any((row["id"], sha) not in self.whole for sha in row["photos"]):
                yield f"false complete: {row['id']}"

    def same(self, sealed):
        """Lost, double, torn or under another name, now that everything was sent. `sealed`: id -> row of the phone."""
        yield from (f"lost: {one}" for one in sealed if one not in self.sha)
        yield from (f"from nowhere: {one}" for one in self.sha if one not in sealed)
        yield from (f"double: other bytes under {one}" for (one,) in self.conflicts)
        for one, sha, body, author, device, seq, state, _ in self.rows:
            known, read = sealed.get(one, {}), json.loads(body)
            if not sha == known.get("sha256") == hashlib.sha256(body).hexdigest():
                yield f"torn: {one}"
            if not author == known.get("author") == read["author"] or device != known.get("device"):
                yield f"wrong author: {one}"
            if (read["seq"], state) != (seq, "applied"):
                yield f"not applied: {one} is {state}"
            yield from (f"lost: photo {p} of {one}" for p in known.get("photos", ()) if (one, p) not in self.whole)
        yield from (f"lost: photo {sha} of {one}" for one, sha in self.lines - self.whole)
        words = Counter(json.loads(row[2])["payload"]["words"] for row in self.rows)
        yield from (f"double: {said!r} {n} times" for said, n in words.items() if n > 1)
        yield from self.chains()

    def chains(self):
        """Numbers of a phone that are missing, twice, or do not name the body before."""
        for device in {row[4] for row in self.rows}:
            bodies = {row[5]: row[2] for row in self.rows if row[4] == device}
            if sorted(row[5] for row in self.rows if row[4] == device) != list(range(1, len(bodies) + 1)):
                yield f"the numbers of {device} have a gap or come twice"
                continue
            for seq in range(2, len(bodies) + 1):
                if json.loads(bodies[seq])["prev"] != hashlib.sha256(bodies[seq - 1]).hexdigest():
                    yield f"number {seq} of {device} does not follow the one before"
