"""Fault runs. Every run comes from a seed that is printed; FAULT_SEED repeats one.

phone_of, server_tab, origin   the modules alone, with a fake server (see tests/road_phone/conftest.py)
seed                           the first seed of this test's runs
unruly_server                  a server over its own demo behind unruly.py; spoil(server, seed, rate) sets the faults
"""

import base64
import json
import os
import secrets
import urllib.request
from pathlib import Path

import pytest

from fieldapp.services.browser_files import read_assets
from tests.photos_phone import made
from tests.road_phone.conftest import origin, phone, phone_of, server_tab
from tests.stand.serving import _copy, serving

__all__ = ["origin", "phone", "phone_of", "server_tab"]
HERE = Path(__file__).parent
JPEG = base64.b64encode(made.GOOD).decode()
QUOTAS = {"SYNC_PUTS_A_MINUTE": "1000000", "SYNC_RECORDS_A_DAY": "1000000", "SYNC_BYTES_A_DAY": "100000000000"}
ENROLL = "async () => { const { enrol } = await plans.m('enrol'); return (await enrol({ label: 'test' })).person; }"


@pytest.fixture
def seed():
    """A number that all chances of a test come from."""
    number = int(os.environ.get("FAULT_SEED") or secrets.randbelow(2**30))
    print(f"FAULT_SEED={number}")  # noqa: T201  to repeat a run
    return number


@pytest.fixture
def unruly_server(_demo_template, tmp_path):
    instance = _copy(_demo_template[0], tmp_path / "unruly")
    with serving(instance, _demo_template[1], tmp_path / "unruly.log", QUOTAS, HERE / "serve.py") as running:
        yield running


def spoil(server, seed=0, rate=0.0):
    """From now on spoil `rate` of the requests, by this seed; how often each fault was made so far."""
    said = json.dumps({"seed": seed, "rate": rate}).encode()
    asked = urllib.request.Request(f"{server.base}/-/faults", said)  # noqa: S310  our own server
    with urllib.request.urlopen(asked) as answer:  # noqa: S310  our own server
        return json.load(answer)["made"]


def script(name):
    """One of the scripts beside this file, as an expression for page.evaluate."""
    return (HERE / name).read_text(encoding="utf-8").partition("\n\n")[2].strip()


def names():
    """Where the served modules lie: name -> address."""
    found = {name: asset.address for name, asset in read_assets().items() if name.startswith("js/offline/")}
    return {name.rpartition("/")[2].removesuffix(".js"): f"/static/{address}" for name, address in found.items()}


def planned(page):
    """Give the page the words of plans.js."""
    page.evaluate(f"(names) => {{ ({script('plans.js')})(names); }}", names())
    return page


def enrolled(page):
    """The id of the officer whose phone this page has become."""
    return planned(page).evaluate(ENROLL)


def without_network_faults(page):
    """A browser logs each connection that the test broke; nothing else may stand there."""
    page.faults[:] = [said for said in page.faults if not said.startswith("Failed to load resource")]
