"""The list of further states, and what their modules do on a page."""

from sqlalchemy import select

from fieldapp import clock
from fieldapp.tables.animals import Animal
from fieldapp.tables.tags import Tag
from tests.screens.stage import CITY

STATES = []


def state(name):
    """Put a further state of a page on the list of places."""

    def keep(open_it):
        STATES.append((name, open_it))
        return open_it

    return keep


def send(page, **fields):
    for name, value in fields.items():
        page.locator(f"main [name={name}]").first.fill(value)
    page.locator("main form:not([hidden]) [type=submit]").first.click()
    page.wait_for_load_state("networkidle")
    return page


def post(page, path, fields):
    """Send a form of our own from this page."""
    with page.expect_navigation():
        page.evaluate(
            """([path, fields]) => {
              const form = document.createElement("form");
              form.method = "post"; form.action = path;
              for (const [name, value] of Object.entries(fields)) {
                const input = document.createElement("input");
                input.name = name; input.value = value; form.append(input);
              }
              document.body.append(form); form.submit();
            }""",
            [path, fields],
        )
    return page


def new_username():
    return "ilse." + clock.random_token(6).lower().replace("_", "-")


def session_cookie(page):
    return next((c["name"], c["value"]) for c in page.context.cookies() if c["name"] in ("fa", "__Host-fa"))


def unfold(page):
    """The page with everything open that can be unfolded."""
    page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
    return page


def untagged(s):
    """The id of an animal of the city that wears no tag; None where there is none."""
    worn = select(Tag.animal_id).where(Tag.animal_id.is_not(None))
    return s.first(select(Animal.id).where(Animal.city == CITY, Animal.id.not_in(worn)))
