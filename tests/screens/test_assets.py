"""Files for browsers: lasting addresses, small copies, right types; what is vendored is what VENDOR.toml says."""

import gzip
import hashlib
import re
import tomllib
from pathlib import Path

import brotli
import pytest

from fieldapp.services.browser_files import FOLDER, UnusableAsset, read_assets
from tests.screens.preview import preview_app

KIBI = 1000


@pytest.fixture
def client(tmp_path):
    return preview_app(tmp_path / "instance").test_client()


@pytest.fixture
def address(client):
    return client.application.extensions["assets"].address


def test_an_address_holds_the_contents_hash_and_lasts(client, address):
    answer = client.get(address("css/app.css"))
    assert re.fullmatch(r"/static/css/app\.[0-9a-f]{12}\.css", address("css/app.css"))
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert hashlib.sha256(answer.data).hexdigest().startswith(address("css/app.css").split(".")[1])


@pytest.mark.parametrize(
    ("name", "content_type"),
    [
        ("js/start.js", "text/javascript; charset=utf-8"),
        ("css/app.css", "text/css; charset=utf-8"),
        ("vendor/lucide/sprite.svg", "image/svg+xml; charset=utf-8"),
        ("vendor/zxing-wasm/zxing_reader.wasm", "application/wasm"),
    ],
)
def test_each_kind_has_its_type_and_comes_small_where_that_is_understood(client, address, name, content_type):
    plain = client.get(address(name))
    assert plain.headers["Content-Type"] == content_type
    assert "Content-Encoding" not in plain.headers
    for coding, undo in (("br", brotli.decompress), ("gzip", gzip.decompress)):
        small = client.get(address(name), headers={"Accept-Encoding": coding})
        assert small.headers["Content-Encoding"] == coding
        assert "Accept-Encoding" in small.headers["Vary"]
        assert undo(small.data) == plain.data
        assert len(small.data) < len(plain.data)
        assert small.headers["ETag"] != plain.headers["ETag"]
    assert "Content-Encoding" not in client.get(address(name), headers={"Accept-Encoding": "br;q=0, gzip;q=0"}).headers


def test_a_file_that_the_phone_has_is_not_sent_again(client, address):
    tag = client.get(address("js/start.js")).headers["ETag"]
    again = client.get(address("js/start.js"), headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_an_open_page_of_an_earlier_release_gets_the_present_file_but_does_not_keep_it(client):
    answer = client.get("/static/js/decoder.000000000000.js")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")


@pytest.mark.parametrize(
    "path",
    [
        "js/start.js",
        "vendor/VENDOR.toml",
        "../config.py",
        "js/none.000000000000.js",
        "%2e%2e/app.py",
        "vendor/htmx/LICENSE.md",
    ],
)
def test_nothing_else_is_served(client, path):
    assert client.get(f"/static/{path}").status_code == 404


def test_names_within_scripts_lead_to_hashed_addresses(client, address):
    start = client.get(address("js/start.js")).text
    assert '"./look.js"' not in start
    decoder = client.get(address("js/decoder.js")).text
    assert address("vendor/zxing-wasm/zxing_reader.wasm").rsplit("/", 1)[1] in decoder


def test_a_change_below_changes_the_address_above(tmp_path):
    (tmp_path / "js").mkdir()
    (tmp_path / "js/a.js").write_text('import "./b.js";')
    (tmp_path / "js/b.js").write_text("1;")
    before = read_assets(tmp_path)
    (tmp_path / "js/b.js").write_text("2;")
    after = read_assets(tmp_path)
    assert before["js/a.js"].address != after["js/a.js"].address


def test_a_name_that_leads_nowhere_or_in_a_circle_stops_the_start(tmp_path):
    (tmp_path / "a.js").write_text('import "./b.js";')
    with pytest.raises(UnusableAsset, match=r"static/a\.js names \./b\.js, which is not there"):
        read_assets(tmp_path)
    (tmp_path / "b.js").write_text('import "./a.js";')
    with pytest.raises(UnusableAsset, match="name each other"):
        read_assets(tmp_path)


def test_the_command_keeps_small_copies_and_drops_those_of_files_that_are_gone(client, tmp_path):
    kept = tmp_path / "instance" / "assets"
    kept.mkdir(parents=True, exist_ok=True)
    (kept / "0123.br").write_bytes(b"old")
    result = client.application.test_cli_runner().invoke(args=["assets"])
    assert "files are ready" in result.output
    assert not (kept / "0123.br").exists()
    wasm = client.application.extensions["assets"].by_name["vendor/zxing-wasm/zxing_reader.wasm"]
    assert len((kept / f"{wasm.sha256}.br").read_bytes()) < 330 * KIBI


def test_what_is_vendored_is_what_was_published():
    vendor = FOLDER / "vendor"
    listed = {}
    for entry in tomllib.loads((vendor / "VENDOR.toml").read_text())["vendored"]:
        assert all((vendor / text).read_text() for text in entry["license_text"])
        assert entry["source"].startswith("https://registry.npmjs.org/")
        assert entry["version"] in entry["source"]
        listed |= entry["sha256"]
    served = [f for f in vendor.rglob("*") if f.is_file() and f.suffix not in {".md", ".toml"}]
    assert {f.relative_to(vendor).as_posix(): hashlib.sha256(f.read_bytes()).hexdigest() for f in served} == listed


def small(body):
    return len(brotli.compress(body, quality=11))


@pytest.mark.parametrize("name", ["current", "dangerous", "long"])
def test_the_tag_page_keeps_its_budget(client, address, name):
    page = client.get(f"/preview/status/{name}", headers={"Accept-Encoding": "br"})
    assert page.headers["Content-Encoding"] == "br"
    first = len(page.data) + sum(
        small(client.get(address(n)).data) for n in ("css/app.css", "vendor/lucide/sprite.svg")
    )
    later = re.findall(r'<script[^>]+src="([^"]+)"', brotli.decompress(page.data).decode())
    look = address("js/look.js")
    deferred = sum(small(client.get(a).data) for a in [*later, look])
    assert first <= 14 * KIBI, first
    assert deferred <= 25 * KIBI, deferred
    assert small(client.get(address("css/app.css")).data) <= 6 * KIBI


def test_no_script_runs_before_the_first_paint(client):
    body = client.get("/preview/status/current").text
    scripts = re.findall(r"<script[^>]*>", body)
    assert scripts
    assert all("defer" in script or 'type="module"' in script for script in scripts)
    assert "style=" not in body
    assert not re.search(r"\son\w+=", body)


def test_our_scripts_never_make_markup_or_code_from_text():
    for script in (Path(FOLDER) / "js").rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text), (
            script
        )
