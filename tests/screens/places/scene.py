"""The start, scanning, searching and looking around."""

from tests.screens.places.states import send, state
from tests.screens.stage import NAMES


@state("start with the menu open, officer")
def menu(s):
    page = s.go("officer", "/")
    page.locator(".menu summary").click()
    return page


@state("start with the menu open, supervisor")
def menu_of_supervisor(s):
    page = s.go("supervisor", "/")
    page.locator(".menu summary").click()
    return page


@state("start, clerk")
def start_clerk(s):
    return s.go("clerk", "/")


@state("scan, blank")
def scan_blank(s):
    return send(s.go("officer", "/scan"))


@state("scan, a number that nobody has")
def scan_nothing(s):
    return send(s.go("officer", "/scan"), text="99-99999")


@state("scan, a text of somebody else")
def scan_foreign(s):
    return send(s.go("officer", "/scan"), text="https://pets.hollowford.example/lookup?tag=HF-9912&from=" + "x" * 60)


@state("scan without scripts")
def scan_plain(s):
    return s.go("officer", "/scan", javascript=False)


@state("search, found")
def search_found(s):
    return send(s.go("officer", "/search"), q="Boulevard" if s.kind == "long" else "Hampshire Avenue N")


@state("search, a name")
def search_name(s):
    return send(s.go("officer", "/search"), q=NAMES[1].split()[0] if s.kind == "long" else "Juniper")


@state("search, nothing")
def search_nothing(s):
    return send(s.go("officer", "/search"), q="Zzyzx")


@state("search, blank")
def search_blank(s):
    return send(s.go("officer", "/search"))


@state("search, no longer kept")
def search_gone(s):
    return s.go("officer", "/search?s=gone")


@state("around, found")
def around_found(s):
    return send(s.go("officer", "/around"), address="5525 Hampshire Avenue N")


@state("around, nothing")
def around_nothing(s):
    return send(s.go("officer", "/around"), address="1 Zzyzx Road")


@state("around, blank")
def around_blank(s):
    return send(s.go("officer", "/around"))
