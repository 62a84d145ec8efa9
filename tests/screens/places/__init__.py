"""Every place of the product: each GET address of the route table that answers with a page, and what else stands there.

`places(stage)` gives (name, open), `open()` giving the Playwright page that stands there, or None where this city has
nothing to show. An address that is new in the route table is here without anybody adding it; a further state of a page
(nothing found, a wrong field, work under way) is an `@state` in one of this folder's modules.
"""

from functools import partial

from tests.screens.places import door, law, lists, people, photos, scene, tag_pages, tags, wrong
from tests.screens.places.states import STATES
from tests.walk.addresses import sought

MODULES = (door, scene, tag_pages, photos, lists, tags, people, law, wrong)  # importing them lists their states


def places(stage):
    """(name, open) of every place that this stage can show."""
    for rule, method in sought(stage.app):
        if method == "GET":
            yield f"GET {rule}", partial(_plain, stage, rule)
    for name, open_it in STATES:
        yield name, partial(open_it, stage)


def _plain(stage, rule):
    address, role = stage.address(rule), stage.role_for(rule)
    if address is None:
        return None
    page = stage.page(role)
    answer = page.request.get(stage.base + address, max_redirects=0)
    if answer.status in (301, 302, 303, 308) or not answer.headers["content-type"].startswith("text/html"):
        return None
    page.goto(stage.base + address)
    return page
