"""loaded: the demo on both databases. taken(city): the base and the delta of a city's list. modules: a blank page that
can import the phone's modules."""

import json
from pathlib import Path

import pytest

from fieldapp.media.list_files import unpacked
from fieldapp.services.demo.load import load_demo
from fieldapp.services.offline_list import pack

FOLDER = Path(__file__).parents[2] / "fieldapp"
ORIGIN = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def loaded(app_on_both):
    load_demo(app_on_both.config["SETTINGS"].instance)
    return app_on_both


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Each list is read from the database anew."""
    monkeypatch.setattr(pack, "MADE_AT_MOST_EVERY", 0)


@pytest.fixture
def taken_of():
    """taken_of(instance, city, since=None, with_premises=True): (base, delta) as JSON; `since`: a base."""

    def take(instance, city, since=None, *, with_premises=True):
        base = since or json.loads(unpacked(pack.pack_of(instance, city, "", with_premises=with_premises).body))
        told = pack.pack_of(instance, city, base["version"], with_premises=with_premises)
        return base, json.loads(unpacked(told.body))

    return take


def joined(base, delta):
    """The lines of a list by id, as a phone puts base and delta together."""
    lines = {row[0]: row for row in base["rows"] if row[0] not in delta["gone"]}
    return lines | {row[0]: row for row in delta["changed"]}


@pytest.fixture
def modules(browser_page):
    browser_page.route("http://localhost/**", lambda route: route.fulfill(**_file(route.request.url)))
    browser_page.goto("http://localhost/page.html")
    return browser_page


def _file(url):
    file = (FOLDER / url.partition("http://localhost/")[2]).resolve()
    if file.suffix != ".js" or not file.is_file():
        return {"body": "<!doctype html><title>a blank page</title>", "content_type": "text/html"}
    return {"body": file.read_text(encoding="utf-8"), "content_type": "text/javascript"}
