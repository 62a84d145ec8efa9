"""People made quickly, and browsers that sign in over https as they do on a real host."""

import pyotp
import pytest
from sqlalchemy import select

from fieldapp import clock
from fieldapp.services import invitations, people
from fieldapp.services.sign_in import From
from fieldapp.tables import people_queries
from fieldapp.tables.audit import AuditEntry
from fieldapp.tables.db import reading, writing

PASSWORD = "tundra kettle brisk 94"  # noqa: S105  made up here
HERE = From("192.0.2.7/32", "Chrome on Linux")
BASE = "https://localhost"


class Person:
    def __init__(self, person_id, username, secret):
        self.id, self.username, self.secret, self.password = person_id, username, secret, PASSWORD

    def code(self, seconds=0):
        """The app's code now, or so many seconds from now."""
        return pyotp.TOTP(self.secret).at(int(clock.now().timestamp()) + seconds)


@pytest.fixture
def make_person():
    """make_person("crystal-officer", role=..., city=..., totp=True): a person who can sign in with PASSWORD."""

    def make(username="olive", *, city="crystal", role="officer", totp=True, demo=False):
        invited = people.invite(city, username, username.title(), role, actor="cli", demo=demo)
        invitations.accept(invited.token, PASSWORD, HERE)
        secret = pyotp.random_base32() if totp else None
        with writing() as connection:
            people_queries.change_person(connection, invited.person_id, totp_secret=secret)
        return Person(invited.person_id, username, secret)

    return make


class Browser:
    """A browser with its own cookies; every post says that it comes from our own page."""

    def __init__(self, app, address="192.0.2.7"):
        self.client = app.test_client()
        self.address = address

    def get(self, path, **more):
        return self._ask(self.client.get, path, **more)

    def post(self, path, data=None, *, headers=None, **more):
        headers = {"Origin": BASE, "Sec-Fetch-Site": "same-origin"} if headers is None else headers
        return self._ask(self.client.post, path, data=data, headers=headers, **more)

    def _ask(self, how, path, **more):
        return how(path, base_url=BASE, environ_base={"REMOTE_ADDR": self.address}, **more)

    @property
    def token(self):
        cookie = self.client.get_cookie("__Host-fa", domain="localhost")
        return cookie.value if cookie else None

    def plant(self, token):
        self.client.set_cookie("__Host-fa", token, domain="localhost")

    def log_in(self, person, path="/"):
        answer = self.post("/login", {"username": person.username, "password": person.password, "next": path})
        if answer.location and answer.location.startswith("/login/second-step"):
            answer = self.post("/login/second-step", {"code": person.code(), "next": path})
        return answer


@pytest.fixture
def browser_of():
    return Browser


@pytest.fixture
def browser(app):
    return Browser(app)


@pytest.fixture
def here():
    return HERE


@pytest.fixture
def chain():
    """chain(city): the actions of a city's audit chain, oldest first."""


    def actions(city="crystal"):
        with reading() as connection:
            return list(
                connection.scalars(select(AuditEntry.action).where(AuditEntry.city == city).order_by(AuditEntry.seq))
            )

    return actions
