"""What the tag page weighs on its way to a phone, compressed: page, style and icons; scripts that wait, apart."""

import contextlib
import io
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure
from bench.serving import ROOT
from fieldapp.app import create_app
from fieldapp.config import read_settings

GOAL_PAGE, GOAL_SCRIPTS = 14_000, 25_000
SHOWN = re.compile(
    r'<link[^>]*rel="(?:stylesheet|icon)"[^>]*href="([^"]+)"|<use[^>]*href="([^"#]+)#|<img[^>]*src="([^"]+)"'
)
SCRIPT = re.compile(r'<script[^>]*src="([^"]+)"')
IMPORT = re.compile(r'(?:^|[\n;])\s*(?:import|export)[^;"\'(]*["\']([^"\']+)["\']')


def figures() -> list[Figure]:
    """The heaviest tag page of the demo, for an officer, and the finder's."""
    with contextlib.redirect_stdout(io.StringIO()):  # the app's log
        return list(_figures())


def _figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="fieldapp-bench-") as name:
        client, codes, person = _demo(Path(name))
        yield from _weigh(client, codes, "finder")
        signed = client.post(
            "/login", data={"username": person["username"], "password": person["password"]},
            headers={"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"},
        )  # fmt: skip
        if signed.status_code != 303:
            msg = f"sign-in answers {signed.status_code}"
            raise RuntimeError(msg)
        yield from _weigh(client, codes, "officer")


def _demo(folder: Path):  # noqa: ANN202
    env = {"FIELDAPP_INSTANCE": str(folder / "instance"), "PATH": "", "PYTHONPATH": str(ROOT)}

    def flask(*words: str) -> str:
        command = [sys.executable, "-m", "flask", "--app", "wsgi", *words]
        return subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout

    people = json.loads(flask("demo", "--json"))["people"]
    codes = [t["code"] for t in json.loads(flask("tags", "list", "--city", "crystal", "--json"))]
    client = create_app(read_settings({"FIELDAPP_INSTANCE": env["FIELDAPP_INSTANCE"]})).test_client()
    return client, codes, next(p for p in people if p["role"] == "officer" and p["city"] == "crystal")


def _weigh(client, codes: list[str], who: str) -> Iterator[Figure]:  # noqa: ANN001  a test client
    weighed = {code: _size(client, f"/t/{code}") for code in codes}
    heaviest = max(weighed, key=lambda code: weighed[code])
    text = client.get(f"/t/{heaviest}").text
    shown = {next(filter(None, found)) for found in SHOWN.findall(text)}
    parts = {address.rsplit("/", 1)[-1].split(".")[0]: _size(client, address) for address in shown}
    how = ", ".join([f"page {weighed[heaviest]:,}", *(f"{name} {size:,}" for name, size in sorted(parts.items()))])
    yield Figure(
        f"heaviest tag page ({who}) with style and icons", weighed[heaviest] + sum(parts.values()), GOAL_PAGE, "B", how
    )
    scripts = _scripts(client, set(SCRIPT.findall(text)))
    how = ", ".join(f"{a.rsplit('/', 1)[-1].split('.')[0]} {size:,}" for a, size in sorted(scripts.items()))
    yield Figure(f"deferred scripts of the tag page ({who})", sum(scripts.values()), GOAL_SCRIPTS, "B", how)


def _size(client, address: str) -> int:  # noqa: ANN001  a test client
    answer = client.get(address, headers={"Accept-Encoding": "br", "Accept": "text/html"})
    if answer.status_code not in (200, 404):
        msg = f"{address} answers {answer.status_code}"
        raise RuntimeError(msg)
    return len(answer.data)


def _scripts(client, addresses: set[str]) -> dict[str, int]:  # noqa: ANN001  a test client
    """The scripts and all that they import, with their sizes."""
    found: dict[str, int] = {}
    waiting = list(addresses)
    while waiting:
        address = waiting.pop()
        if address in found:
            continue
        found[address] = _size(client, address)
        text = client.get(address).text
        waiting += [_beside(address, other) for other in IMPORT.findall(text) if other.startswith((".", "/"))]
    return found


def _beside(address: str, other: str) -> str:
    if other.startswith("/"):
        return other
    parts = address.rsplit("/", 1)[0].split("/")
    for piece in other.split("/"):
        if piece == "..":
            parts.pop()
        elif piece != ".":
            parts.append(piece)
    return "/".join(parts)
