"""Demo sign-ins are good on the machine that runs the demo, and on its network only where LAN=1 asked for that."""

from dataclasses import replace

import pytest

from fieldapp.config import read_settings
from tests.stand.serving import person_of

OWN = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def log_in(demo_settings, demo_people, app_of):
    """log_in(lan, address, headers): what a sign-in answers."""

    def enter(*, lan=False, address="127.0.0.1", headers=None):
        app = app_of(replace(demo_settings, lan=lan))
        person = person_of(demo_people, "officer", "crystal")
        return app.test_client().post(
            "/login",
            data={"username": person["username"], "password": person["password"]},
            headers={**OWN, **(headers or {})},
            environ_base={"REMOTE_ADDR": address},
        )

    return enter


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1"])
def test_here(log_in, address):
    assert log_in(address=address).status_code == 303


@pytest.mark.parametrize("address", ["192.168.1.20", "2001:db8::7", "10.0.0.7", ""])
def test_not_from_elsewhere(log_in, address):
    answer = log_in(address=address)
    assert answer.status_code == 403
    assert "make run LAN=1" in answer.text
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via"])
def test_not_through_a_proxy_here(log_in, header):
    assert log_in(headers={header: "192.168.1.20"}).status_code == 403


def test_on_the_network_where_it_was_asked_for(log_in):
    assert log_in(lan=True, address="192.168.1.20").status_code == 303


def test_lan_is_a_demos_only(settings_of, tmp_path):
    folder = tmp_path / "real"
    assert not read_settings({"FIELDAPP_INSTANCE": str(folder), "FIELDAPP_LAN": "1"}).lan
    (folder / "demo.json").write_text('{"people": []}')
    assert read_settings({"FIELDAPP_INSTANCE": str(folder), "FIELDAPP_LAN": "1"}).lan
