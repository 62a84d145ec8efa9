"""The stock of tags and what is done with one."""

from sqlalchemy import select

from fieldapp import clock
from fieldapp.tables.tags import Tag
from tests.screens.places.states import STATES, send, state, untagged
from tests.screens.stage import ADDRESS, CITY


@state("tags, wrong year")
def tags_wrong(s):
    return send(s.go("clerk", "/tags"), count="0", year="26")


@state("tags, made")
def tags_made(s):
    return send(s.go("clerk", "/tags"), count="40", year=str(clock.today("America/Chicago").year))


@state("tag sheets to print")
def sheets(s):
    return s.go("clerk", f"/tags/sheets?year={clock.today('America/Chicago').year}")


@state("tag sheets, no stock of that year")
def sheets_none(s):
    return s.go("clerk", "/tags/sheets?year=2001")


def _stock_code(s):
    return s.first(select(Tag.code).where(Tag.city == CITY, Tag.state == "in_stock"))


for _kind in ("in_stock", "issued", "lost", "replaced", "stolen"):

    def _one_tag(s, _kind=_kind):
        code = s.first(select(Tag.code).where(Tag.city == CITY, Tag.state == _kind))
        return code and s.go("clerk", f"/tags/{code}")

    STATES.append((f"one tag, {_kind}", _one_tag))


def _issue(s, typed):
    code = _stock_code(s)
    return code and send(s.go("clerk", f"/tags/{code}/issue"), q=typed)


@state("give a tag, found")
def issue_found(s):
    return _issue(s, "5525 Hampshire Avenue N" if s.kind != "long" else ADDRESS[:30])


@state("give a tag, nothing found")
def issue_none(s):
    return _issue(s, "Zzyzx")


@state("give a tag, blank")
def issue_blank(s):
    return _issue(s, " ")


def _issued_code(s):
    return s.first(select(Tag.code).where(Tag.city == CITY, Tag.state == "issued"))


@state("report a tag, blank")
def report_blank(s):
    code = _issued_code(s)
    return code and send(s.go("clerk", f"/tags/{code}/report"))


@state("replace a tag, blank")
def replace_blank(s):
    code = _issued_code(s)
    return code and send(s.go("clerk", f"/tags/{code}/replace"))


@state("tags of an animal, unknown number")
def animal_tags_wrong(s):
    key = untagged(s)
    return key and send(s.go("clerk", f"/animals/{key}/tags"), number="99-99999")
