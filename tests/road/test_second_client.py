"""A client that was written from docs/protocol.md alone walks the whole road against a running server."""

import ast
import urllib.parse
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec

from tests.road.blobs import jpeg, noise
from tests.road.second_client import PART, SecondClient, b64u, holds, sha256, signed, statement

HERE = Path(__file__).parent


def note(words):
    """A field note, as its kind has it."""
    from fieldapp.services.records.kinds import KINDS  # noqa: PLC0415

    return {**KINDS["field_note"].example()[0], "words": words}


def session_of(server, client, role="officer", city="crystal"):
    """The cookie of a demo person, got as a browser gets it."""
    person = server.person(role, city)
    form = urllib.parse.urlencode({"username": person["username"], "password": person["password"]}).encode()
    headers = {
        "Content-Type": "application/x-www-form-urlencoded", "Origin": server.base, "Sec-Fetch-Site": "same-origin",
    }  # fmt: skip
    status, answered, _ = client.ask("POST", "/login", form, headers)
    assert status == 303
    return {"Cookie": answered["Set-Cookie"].partition(";")[0]}


def test_it_imports_nothing_of_the_program():
    tree = ast.parse((HERE / "second_client.py").read_text())
    names = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    names += [alias.name for n in ast.walk(tree) if isinstance(n, ast.Import) for alias in n.names]
    assert not [name for name in names if name.startswith(("fieldapp", "tests"))]


def test_it_makes_the_statements_of_the_vectors():
    key = ec.derive_private_key(7, ec.SECP256R1())
    body = b'{"v":1,"width":"72.5"}'
    words = statement(
        "fieldapp/record/1", "https://tags.example.gov", "crystal", "0192f0c8-7a10-7c3e-8a1f-3b5d9e0f4a21",
        "0192f0c8-0000-7000-8000-000000000001", 17, sha256(body),
    )  # fmt: skip
    client = SecondClient("https://tags.example.gov", key)
    assert len(words) == 193
    assert sha256(words) == "3acdd3cb52cfd4307162fd5bce518206a8126e0d5b4cfa82603013653aa45a16"
    told = "AhwjcEAHusnDHEGvFcE9X1EQbBI55F5TpqxklfqyE3bm19eomunntsjxPAyh8P5O2n-KU00A7EJFaGcZwwjyOQ"
    assert holds(client.point, words, told)
    assert holds(client.point, words, signed(key, words))
    assert not holds(client.point, words + b"x", told)
    assert b64u(client.point).startswith("BI")


def test_it_enrolls_sends_and_is_told_what_is_here(server):
    client = SecondClient(server.base)
    told = client.enroll(session_of(server, client))
    assert (told["status"], told["last_seq"], told["last_prev"]) == ("active", 0, "0" * 64)
    original, copy = noise(1, 2 * PART + 5), jpeg(1)
    plain = client.seal("field_note", 1, note("plain"), "crystal")
    rich = client.seal(
        "field_note", 1, note("with a photo"), "crystal",
        [("dog-1", "original", original), ("dog-1", "copy", copy), ("scene-1", "original", copy)],
    )  # fmt: skip
    assert client.deliver(plain)["kind"] == "complete"
    assert client.deliver(rich)["kind"] == "complete"
    assert (plain.envelope["state"], rich.envelope["state"]) == ("applied", "applied")
    before = dict(rich.envelope)
    client.put(rich)
    assert {n: rich.envelope[n] for n in ("receipt", "kid", "signature")} == {
        n: before[n] for n in ("receipt", "kid", "signature")
    }
    unsent = client.seal("field_note", 1, note("unsent"), "crystal")
    last = client.seal("field_note", 1, note("last"), "crystal")
    client.deliver(last)
    heard = client.hello(opened=[unsent], kept=[plain, rich, last])
    assert (heard["gaps"], heard["resend"], heard["wipe"]) == ([[3, 3]], [unsent.id], False)
    assert (heard["device"]["status"], heard["device"]["forked"]) == ("active", False)
    client.deliver(unsent)
    assert client.hello(kept=[unsent])["gaps"] == []
    status, _, page = client.ask("GET", "/notes", headers=session_of(server, client))
    assert status == 200
    assert page.count(b"/notes/") > 3
