"""phone_server: one server for this folder, which its tests may fill. photos_page(page, role): that page of an animal
of its own in a browser, signed in. picked: what stands in the list. on_record: what the server keeps of that animal.
"""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.stand.serving import _copy, serving


@pytest.fixture(scope="session")
def phone_server(_demo_template, tmp_path_factory):
    folder = tmp_path_factory.mktemp("phone")
    with serving(_copy(_demo_template[0], folder / "instance"), _demo_template[1], folder / "log") as running:
        yield running


def rows(server, query, *values):
    database = next(server.instance.glob("*.db"), None) or next(server.instance.glob("*.sqlite*"))
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(query, values)]


@pytest.fixture
def animal(phone_server):
    """The id of an animal that has no photo yet."""
    taken = "select subject from photos"
    query = f"select min(id) as id from animals where city = 'crystal' and 'animal:' || id not in ({taken})"
    return rows(phone_server, query)[0]["id"]


@pytest.fixture
def address(phone_server, animal):
    return f"{phone_server.base}/animals/{animal}/photos"


@pytest.fixture
def on_record(phone_server, animal):
    query = "select * from photos where subject = ? order by id"
    return lambda: rows(phone_server, query, f"animal:{animal}")


@pytest.fixture
def photos_page(phone_server, address, sign_in):
    def opened(page, role="officer"):
        sign_in(page, phone_server, role)
        page.goto(address)
        page.locator("[data-picker=controls]:not([hidden])").wait_for()
        return page

    return opened


@pytest.fixture
def phone(photos_page, browser_page):
    return photos_page(browser_page)


def choose(page, files, *, take=False):
    """Give files ({name: bytes}) to the page's input and wait until all of them are read."""
    before = page.locator(".picked-one").count()
    control = page.locator(f"[data-picker=controls] input{'[capture]' if take else '[multiple]'}")
    given = [{"name": name, "mimeType": "image/jpeg", "buffer": data} for name, data in files.items()]
    control.set_input_files(given[0] if take else given)
    expect(page.locator(".picked-one")).to_have_count(before + len(given))
    expect(page.locator(".picked-one[data-state=reading]")).to_have_count(0)


def picked(page):
    """What the list says: (name, state, words) a row."""
    return page.locator(".picked-one").evaluate_all(
        "all => all.map((e) => [e.querySelector('[data-part=name]').textContent, e.dataset.state, "
        "e.querySelector('[data-part=words]').textContent])"
    )


def module(page, expression, argument=None):
    """Run an expression over the picker's modules as the page has them: `m("photo-type")` is one of them."""
    names = ("photo-type", "photo-copy", "photo-look", "photo-hash", "photo-size")
    addresses = {name: f"/static/js/{name}.000000000000.js" for name in names}
    return page.evaluate(
        "([addresses, argument]) => { const m = (name) => import(addresses[name]); "
        "const limits = JSON.parse(document.querySelector('[data-photo-picker]').dataset.limits); "
        f"return ({expression})(argument, m, limits); }}",
        [addresses, argument],
    )
