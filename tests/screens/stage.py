"""A running server with people signed in and pages of a phone's size, for walking over every page of the product.

`stage(folder, playwright, kind)`: kind "demo" (as `flask demo` makes it), "long" (the same with the longest names and
addresses that people here have), or "bare" (no demo: people with an authenticator app, not one animal, nothing set).
"""

import contextlib
import json
import subprocess
import sys
from contextlib import contextmanager

import pyotp
from sqlalchemy import select, update

from fieldapp import clock
from fieldapp.app import create_app
from fieldapp.config import read_settings
from fieldapp.services import invitations, people
from fieldapp.services.rights import RIGHTS_OF_ROLE, ROLES
from fieldapp.services.sign_in import From
from fieldapp.tables import people_queries
from fieldapp.tables.animals import Animal, Owner, Premises
from fieldapp.tables.db import db, migrate, reading, writing
from fieldapp.tables.people import Person
from fieldapp.web.guard import right_of
from tests.stand.browsers import EXPECTED, PATIENCE
from tests.stand.serving import ROOT, _environment, person_of, serving
from tests.walk.addresses import PARTS, fill, sought

CITY = "crystal"
PASSWORD = "tundra kettle brisk 94"  # noqa: S105  made up here
NAMES = (
    "Maiv Nkauj Hnub Xyooj-Vaajtsheej Yeeb Nkauj Zoo",
    "Cabdiraxmaan Maxamed Cabdullaahi Sheekh-Nuurxuseen",
    "Wolfeschlegelsteinhausenbergerdorff-Vandersteen-Okonkwo",
    "Paj Ntaub Tsab-Thoj thiab Tswv Yim Muas Lauj Lis",
)
ADDRESS = "12704 Northwest Wolfeschlegelsteinhausen Memorial Boulevard Frontage Road, Building C, Apartment 1204"
BREED = "Nova Scotia duck tolling retriever and Chesapeake Bay mix"
COLOR = "black, white and reddish brown with a grey muzzle"


def _lengthen():
    with writing() as connection:
        for table, column in ((Animal, "name"), (Owner, "name"), (Person, "name")):
            for number, key in enumerate(connection.execute(select(table.id)).scalars().all()):
                connection.execute(
                    update(table).where(table.id == key).values({column: NAMES[number % len(NAMES)][:80]})
                )
        connection.execute(update(Owner).values(address=ADDRESS))
        connection.execute(update(Animal).values(breed=BREED, color=COLOR, microchip="985112004551203" * 2))
        connection.execute(update(Premises).values(address=ADDRESS))


def _fill_instance(folder, kind):
    folder.mkdir(mode=0o700, parents=True)
    if kind == "bare":
        return []
    done = subprocess.run(
        [sys.executable, "-m", "flask", "--app", "wsgi", "demo", "--json"],
        cwd=ROOT, env=_environment(folder), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)["people"]


class Stage:
    """What a place of tests/screens/places.py needs: `base`, `app`, pages by who is signed in, ids of the city."""

    def __init__(self, server, app, browser, kind):
        self.base, self.people, self.app, self.browser, self.kind = server.base, server.people, app, browser, kind
        self.bare = kind == "bare"
        self.faults, self._pages, self._real = [], {}, {}

    def first(self, statement):
        """The first value of a select, or None."""
        with reading() as connection:
            return connection.execute(statement).scalars().first()

    def rule(self, rule):
        """The rule of the route table that is written so."""
        return next(r for r, method in sought(self.app) if str(r) == rule and method == "GET")

    def role_for(self, rule):
        """The least role that may open a rule; None for signed out; "half" before the second step."""
        right = right_of(self.app, rule.endpoint)
        if right == "public":
            return None
        if right == "half_done":
            return "half" if self.bare else None
        return next((r for r in ("officer", "clerk", "supervisor") if right in RIGHTS_OF_ROLE[r]), "officer")

    def address(self, rule):
        """The address of a rule with ids of the city; None where the city has no row for it."""
        needed = {"animal_id", "tag_id", "photo_id", "proof_id", "difference_id", "code"}
        lacking = self.bare and needed & set(rule.arguments)
        if lacking or any(p in PARTS and PARTS[p](CITY) is None for p in rule.arguments):
            return None
        return fill(rule, CITY)[0]

    def page(self, role=None, *, javascript=True, fresh=False):
        """A page on which nobody (None) stands, or an officer, clerk, supervisor, "several" or "half"."""
        key = (role, javascript)
        if key not in self._pages or fresh:
            context = self.browser.new_context(
                viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-US",
                timezone_id="America/Chicago", java_script_enabled=javascript, service_workers="block",
            )  # fmt: skip
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.on("pageerror", lambda fault: self.faults.append(str(fault)))
            page.on("console", self._note)
            if role:
                self.sign_in(page, role)
            self._pages[key] = page
        return self._pages[key]

    def runs_scripts(self, page):
        """Whether scripts are on in this page."""
        return all(javascript or one is not page for (_, javascript), one in self._pages.items())

    def _note(self, line):
        if line.type == "error" and not line.text.startswith(EXPECTED):
            self.faults.append(line.text)

    def sign_in(self, page, role):
        """Through the sign-in page, as that role."""
        person = self.real_person(role) if self.bare else self._demo_person(role)
        page.goto(f"{self.base}/login")
        page.locator("input[name=username]").fill(person["username"])
        page.locator("input[name=password]").fill(person["password"])
        with page.expect_navigation():
            page.locator("input[name=password]").press("Enter")
        if self.bare and role != "half":
            page.locator("input[name=code]").fill(self.code(role))
            with page.expect_navigation():
                page.locator("input[name=code]").press("Enter")
        assert "/login" not in page.url or role == "half", page.inner_text("main")

    def _demo_person(self, role):
        if role == "several":
            return next(p for p in self.people if p["city"] is None)
        role, _, city = role.partition(" of ")
        return person_of(self.people, role, city or CITY)

    def real_person(self, role):
        """Somebody of that role with a password and an authenticator app, as on a real server."""
        if role not in self._real:
            username, right = f"ilse.{role}", role if role in ROLES else "officer"
            invited = people.invite(CITY, username, NAMES[0], right, actor="cli", demo=False)
            invitations.accept(invited.token, PASSWORD, From("192.0.2.7/32", "Chrome on Linux"))
            secret = pyotp.random_base32()
            with writing() as connection:
                people_queries.change_person(connection, invited.person_id, totp_secret=secret)
                if role == "several":
                    people_queries.add_membership(connection, "benson", invited.person_id, right)
            self._real[role] = {
                "id": invited.person_id, "username": username, "password": PASSWORD, "secret": secret, "used": 0,
            }  # fmt: skip
        return self._real[role]

    def code(self, role):
        """The next code of their app that was not used yet."""
        person, now = self._real[role], int(clock.now().timestamp())
        person["used"] += 1
        return pyotp.TOTP(person["secret"]).at(now + 30 * (person["used"] - 1))

    def go(self, role, path, **more):
        """That person's page at a path of this server."""
        page = self.page(role, **more)
        page.goto(self.base + path)
        return page


@contextmanager
def stage(folder, playwright_browser, kind="demo"):
    """A Stage over a fresh instance in `folder`; its server and pages are gone when this ends."""
    instance = folder / f"instance-{kind}"
    people_made = _fill_instance(instance, kind)
    with contextlib.ExitStack() as stack:
        app = create_app(read_settings({"FIELDAPP_INSTANCE": str(instance)}))
        stack.enter_context(app.app_context())
        stack.callback(lambda: (db.session.remove(), db.engine.dispose()))
        if kind == "bare":
            migrate()
        if kind == "long":
            _lengthen()
        server = stack.enter_context(serving(instance, people_made, folder / f"log-{kind}"))
        one = Stage(server, app, playwright_browser, kind)
        yield one
        for page in one._pages.values():
            page.context.close()
