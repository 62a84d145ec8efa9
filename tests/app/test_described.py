"""What the app says of itself: the manifest, the worker's list, and shells that are about nobody."""

import hashlib
import io
import json
import re

import pytest
from PIL import Image

from fieldapp.web.shells import SHELLS


def as_officer(app, people):
    client = app.test_client()
    person = next(p for p in people if p["role"] == "officer")
    same = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    sent = {"username": person["username"], "password": person["password"]}
    assert client.post("/login", data=sent, headers=same).status_code == 303
    return client


def manifest(client):
    return json.loads(client.get("/manifest.webmanifest").text)


def release(client):
    return json.loads(re.match(r"const RELEASE = (\{.*\});", client.get("/sw.js").text)[1])


def test_the_manifest_has_what_an_installation_asks_for(client):
    described = manifest(client)
    assert described["display"] == "standalone"
    assert described["id"] == described["start_url"] == described["scope"] == "/"
    assert described["name"]
    assert len(described["short_name"]) <= 12
    assert {(icon["sizes"], icon["purpose"]) for icon in described["icons"]} == {
        ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")
    }  # fmt: skip
    assert all(shot["form_factor"] == "narrow" and shot["label"] for shot in described["screenshots"])
    assert ("Scan", "/scan#start") in [(one["name"], one["url"]) for one in described["shortcuts"]]


def test_each_picture_is_as_large_as_the_manifest_says(client):
    described = manifest(client)
    for picture in (*described["icons"], *described["screenshots"]):
        answer = client.get(picture["src"])
        assert answer.content_type == picture["type"]
        image = Image.open(io.BytesIO(answer.data))
        assert "x".join(map(str, image.size)) == picture["sizes"]


def test_a_maskable_icon_fills_its_square_and_keeps_its_mark_in_the_middle(client):
    source = next(icon["src"] for icon in manifest(client)["icons"] if icon["purpose"] == "maskable")
    image = Image.open(io.BytesIO(client.get(source).data)).convert("RGBA")
    edge, size = image.getpixel((0, 0)), image.width
    assert edge[3] == 255
    for x in range(size):
        for y in range(size):
            if (x - size / 2) ** 2 + (y - size / 2) ** 2 > (size * 0.4) ** 2:
                assert max(abs(a - b) for a, b in zip(image.getpixel((x, y)), edge, strict=True)) < 3


def test_the_shortcuts_lead_to_pages_that_are_here(client):
    for shortcut in manifest(client)["shortcuts"]:
        assert client.get(shortcut["url"].split("#")[0]).status_code == 303  # to the sign-in, and back


def test_every_page_with_scripts_names_the_manifest_and_a_finders_page_none(demo_app, demo_people, command):
    client = as_officer(demo_app, demo_people)
    page = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert page.count('<meta name="theme-color"') == 2
    assert 'rel="apple-touch-icon"' in page
    finder = demo_app.test_client().get("/t/0000000000").text
    assert "manifest" not in finder
    assert "theme-color" not in finder
    assert "<script" not in finder


@pytest.mark.parametrize("name", [shell.name for shell in SHELLS])
def test_a_shell_is_the_same_for_everybody(demo_app, demo_people, name):
    """The same bytes signed in, signed out, and with a look chosen; and the bytes of the worker's list."""
    client = as_officer(demo_app, demo_people)
    client.set_cookie("fa-look", "dark")
    mine, anybodys = client.get(f"/shell/{name}"), demo_app.test_client().get(f"/shell/{name}")
    assert mine.data == anybodys.data
    assert mine.headers["Cache-Control"] == "no-cache"
    assert "Set-Cookie" not in mine.headers
    listed = dict(map(tuple, release(client)["first"]))
    assert listed[f"/shell/{name}"] == hashlib.sha256(mine.data).hexdigest()


def test_the_list_of_the_worker_is_true_and_whole(client):
    kept = release(client)
    for address, sha256 in (*kept["first"], *kept["extras"]):
        answer = client.get(address)
        assert answer.status_code == 200
        assert hashlib.sha256(answer.data).hexdigest() == sha256, address
    named = {address for address, _ in (*kept["first"], *kept["extras"])}
    for shell in SHELLS:
        page = client.get(shell.address).text
        own = set(re.findall(r'(?:src|href)="(/static/[^"#]+)', page)) - {
            client.application.jinja_env.globals["asset"]("app/apple-180.png")
        }
        assert own <= named, shell.name


def test_the_worker_is_asked_for_anew_each_time(client):
    answer = client.get("/sw.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert answer.content_type == "text/javascript; charset=utf-8"
    assert client.get("/sw.js").data == answer.data


def test_the_phone_may_know_who_is_signed_in_and_nothing_more(demo_app, demo_people):
    answer = as_officer(demo_app, demo_people).get("/current")
    assert set(answer.json) == {
        "id", "name", "role", "role_word", "city", "city_name", "cities", "city_names", "may"
    }  # fmt: skip
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json["city"] in answer.json["cities"]
    assert "people" not in answer.json["may"]


def test_a_cookie_tells_the_phone_that_somebody_else_may_be_here(demo_app, demo_people):
    client = as_officer(demo_app, demo_people)
    assert client.get_cookie("fa-person-changed").value == "1"
    assert not client.get_cookie("fa-person-changed").http_only
    client.delete_cookie("fa-person-changed")
    client.post("/logout", headers={"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"})
    assert client.get_cookie("fa-person-changed").value == "1"
