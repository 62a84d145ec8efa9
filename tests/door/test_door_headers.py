"""Hosts, proxies, limits and the error page (tests/walk looks at the headers of every address)."""

from dataclasses import replace

import pytest
from flask import request

from fieldapp.web.guard import guard


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:5000", "[::1]", "[::1]:8000", "LOCALHOST"])
def test_loopback_names_are_ours_without_a_setting(app, host):
    assert app.test_client().get("/robots.txt", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "192.0.2.1", "a b", "[::2]", "localhost:x", "", "@localhost"]
)
def test_other_names_are_refused(app, host):
    answer = app.test_client().get("/robots.txt", headers={"Host": host})
    assert answer.status_code == 400
    assert answer.headers["Content-Security-Policy"]


def test_named_hosts_take_the_place_of_loopback(settings_of, app_of):
    client = app_of(settings_of(hosts=("Tags.Example.gov",))).test_client()
    assert client.get("/robots.txt", headers={"Host": "tags.example.gov"}).status_code == 200
    assert client.get("/robots.txt", headers={"Host": "localhost"}).status_code == 400


FORGED = {"X-Forwarded-For": "203.0.113.5", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}


@pytest.mark.parametrize(("proxies", "seen"), [(0, "192.0.2.7 http localhost"), (1, "203.0.113.5 https localhost")])
def test_forwarded_headers_count_only_behind_a_proxy(settings_of, app_of, proxies, seen):

    app = app_of(settings_of(trusted_proxies=proxies))
    app.add_url_rule("/seen", "seen", guard("public")(lambda: f"{request.remote_addr} {request.scheme} {request.host}"))
    answer = app.test_client().get("/seen", headers=FORGED, environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert answer.text == seen
    assert ("Strict-Transport-Security" in answer.headers) == bool(proxies)


def test_a_client_behind_the_proxy_cannot_add_addresses(settings_of, app_of):

    app = app_of(settings_of(trusted_proxies=1))
    app.add_url_rule("/seen", "seen", guard("public")(lambda: str(request.remote_addr)))
    headers = {"X-Forwarded-For": "10.0.0.1, 203.0.113.5"}
    assert app.test_client().get("/seen", headers=headers).text == "203.0.113.5"


@pytest.mark.parametrize(("whole", "more"), [(False, ""), (True, "; includeSubDomains")])
def test_hsts(settings, app_of, whole, more):
    client = app_of(replace(settings, hsts_subdomains=whole)).test_client()
    secure = client.get("/robots.txt", base_url="https://localhost")
    assert secure.headers["Strict-Transport-Security"] == f"max-age=31536000{more}"
    assert "Strict-Transport-Security" not in client.get("/robots.txt").headers


@pytest.mark.parametrize("path", ["/t/7K3QW9XZ41", "/T/7K3QW9XZ41"])
def test_search_engines_keep_out(app, path):
    assert app.test_client().get(path).headers["X-Robots-Tag"] == "noindex"
    assert "Disallow: /" in app.test_client().get("/robots.txt").text


OWN = {"Origin": "http://localhost"}


def test_a_body_past_a_mebibyte_is_refused(app):
    client = app.test_client()
    answer = client.post("/login", data={"username": "x" * 1_100_000, "password": "y"}, headers=OWN)
    assert answer.status_code == 413
    assert "too large" in answer.text
    assert client.post("/login", data={f"f{n}": "x" for n in range(10)}, headers=OWN).status_code == 422


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/nothing", 404), ("DELETE", "/login", 405)])
def test_one_error_page(app, accept, method, path, status):
    answer = app.test_client().open(path, method=method, headers={**OWN, "Accept": accept})
    assert (answer.status_code, answer.mimetype) == (status, accept)
    assert answer.headers["Cache-Control"] == "no-store"
    if status == 405:
        assert "POST" in answer.headers["Allow"]


def test_too_many_tries_are_told_in_words_and_seconds(app):
    client = app.test_client()
    answers = [client.post("/login", data={"username": "a", "password": "b"}, headers=OWN) for _ in range(6)]
    assert [a.status_code for a in answers] == [422] * 5 + [429]
    assert answers[-1].headers["Retry-After"] == "1"
    assert "Try again in 1 second." in answers[-1].text
