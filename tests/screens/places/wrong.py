"""What goes wrong."""

from sqlalchemy import select

from fieldapp.tables.animals import Animal
from tests.screens.places.states import post, session_cookie, state
from tests.screens.stage import CITY
from tests.walk.addresses import a_difference


@state("404, signed out")
def not_there(s):
    return s.go(None, "/no/such/page")


@state("404, officer")
def not_there_officer(s):
    return s.go("officer", "/animals/999999")


@state("403, officer")
def refused(s):
    return s.go("officer", "/licenses")


@state("405, officer")
def wrong_way(s):
    return post(s.go("officer", "/"), "/healthz", {})


@state("400, clerk")
def unreadable(s):
    key = s.first(select(Animal.id).where(Animal.city == CITY))
    return key and post(s.go("clerk", "/"), f"/animals/{key}/edit", {"was": "spoiled"})


@state("422, clerk")
def no_choice(s):
    return None if s.bare else post(s.go("clerk", "/"), f"/differences/{a_difference(CITY)}", {"keep": "neither"})


@state("413, officer")
def too_large(s):
    return post(s.go("officer", "/"), "/search", {"q": "x" * 3_000_000})


def _made(s, path, **request):
    """Show what the app answers to a request that no page of ours sends."""
    page = s.page("officer")
    client = s.app.test_client(use_cookies=False)
    answer = client.open(path, base_url=s.base, headers={"Cookie": "=".join(session_cookie(page))}, **request)
    url = s.base + "/made"
    page.unroute_all()
    page.route(url, lambda route: route.fulfill(status=answer.status_code, content_type="text/html", body=answer.text))
    page.goto(url)
    page.unroute_all()
    return page


@state("409, a browser that says nothing of itself")
def says_nothing(s):
    return _made(s, "/search", method="POST", data={"q": "Juniper"})


@state("500, officer")
def broken(s):
    view = s.app.view_functions["search_pages.search"]

    def breaks():
        raise ZeroDivisionError

    breaks.guard_right, breaks.guard_csp = view.guard_right, getattr(view, "guard_csp", None)
    s.app.view_functions["search_pages.search"] = breaks
    try:
        return _made(s, "/search")
    finally:
        s.app.view_functions["search_pages.search"] = view
