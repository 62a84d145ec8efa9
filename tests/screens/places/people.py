"""The people of a city."""

from tests.screens.places.states import new_username, send, state
from tests.screens.stage import NAMES


@state("invite, blank")
def invite_blank(s):
    return send(s.go("supervisor", "/people/new"))


@state("one-time link")
def link(s):
    name = NAMES[1] if s.kind == "long" else "Ilse Marchetti"
    return send(s.go("supervisor", "/people/new"), name=name, username=new_username())


@state("add somebody of another city, unknown")
def add_wrong(s):
    page = s.go("supervisor", "/people/new")
    page.locator("#add-username").fill("nobody.here")
    page.get_by_role("button", name="Add to").click()
    page.wait_for_load_state("networkidle")
    return page


@state("person with a second factor")
def person_with_factor(s):
    if not s.bare:
        return None
    return s.go("supervisor", f"/people/{s.real_person('half')['id']}")


@state("person, last supervisor keeps the role")
def person_refused(s):
    page = s.go("supervisor", "/people")
    page.locator(".match", has_text="Supervisor").first.click()
    page.locator("select[name=role]").select_option("officer")
    page.get_by_role("button", name="Change the role").click()
    page.wait_for_load_state("networkidle")
    return page
