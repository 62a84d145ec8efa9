"""The stand itself: fresh databases of both kinds, a wall around the network, browsers that run."""

import socket

import pytest
from sqlalchemy import func, insert, select

from fieldapp.tables.audit import AuditHead
from fieldapp.tables.db import reading, writing


@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_has_a_database_of_its_own(app_on_both, turn):
    with writing() as connection:
        connection.execute(insert(AuditHead).values(city="crystal", seq=turn, hash="0"))
    with reading() as connection:
        assert connection.scalar(select(func.count()).select_from(AuditHead)) == 1


def test_the_network_ends_at_this_machine():
    with socket.socket() as outside, pytest.raises(OSError, match="stays on this machine"):
        outside.connect(("192.0.2.1", 80))


@pytest.mark.browser
def test_chromium_runs(browser_page):
    browser_page.set_content("<title>here</title>")
    assert browser_page.title() == "here"


@pytest.mark.webkit
def test_webkit_runs(webkit):
    webkit.get("data:text/html,<title>here</title>")
    assert webkit.title == "here"
