"""The license list, from the upload to its refused rows."""

import re
from datetime import timedelta

from sqlalchemy import update

from fieldapp import clock
from fieldapp.tables.db import writing
from fieldapp.tables.imports import GivenList
from tests.screens.places.states import send, state, unfold
from tests.screens.stage import ADDRESS, NAMES

LIST = (
    "License Number,Name of the animal as written on the form by the owner at the counter,Species,Issued,Expires,"
    "Fee_paid_in_the_fiscal_year_before_this_one,Owner,Address\n"
    f'OM-1,{NAMES[2]},dog,2/30/2026,1/31/2027,15.00,{NAMES[1]},"{ADDRESS}"\n'
    f'OM-2,{NAMES[0]},dog,2/28/2026,1/31/2027,15.00,{NAMES[1]},"{ADDRESS}"\n'
    "OM-3,Bo,iguana,3/14/2026,1/31/2027,15.00,Ann,1 First Street\n"
    "OM-4,Rex,dog,3/14/2026,1/31/2026,15.00,Ann,1 First Street\n"
)
ODD = "Nr,Hund,Bis\n1,Rex,12/31/2026\n"
LONG_FILE = "city-of-crystal_animal-licenses_export_2026-11-30_final_version-3_with_owners.csv"


def _give(s, content, name=LONG_FILE):
    page = s.go("clerk", "/licenses")
    page.locator("input[name=file]").set_input_files({"name": name, "mimeType": "text/csv", "buffer": content.encode()})
    page.get_by_role("button", name="Read the list").click()
    return page


def _settled(page):
    page.wait_for_url(re.compile(r"/licenses/given/\d+$"))
    page.locator("main").filter(has_not=page.locator("[hx-trigger='every 1s']")).wait_for()
    page.goto(page.url)
    return page


@state("list, no file")
def list_none(s):
    return send(s.go("clerk", "/licenses"))


@state("list, a file that is none")
def list_wrong(s):
    return _give(s, "%PDF-1.7 no list", "scan.pdf.csv")


@state("list, columns not known")
def list_columns(s):
    return _settled(_give(s, ODD))


@state("list, what would change")
def list_preview(s):
    return unfold(_settled(_give(s, LIST)))


@state("list, applied")
def list_applied(s):
    page = list_preview(s)
    page.get_by_role("button", name="Apply the list").click()
    return _settled(page)


@state("list, one import with refused rows")
def list_import(s):
    page = list_applied(s)
    page.locator("main a[href^='/licenses/']").first.click()
    page.locator("h1").wait_for()
    return page


@state("lists, some waiting and some done")
def list_all(s):
    return s.go("clerk", "/licenses")


def _in_state(s, **values):
    page = _settled(_give(s, LIST))
    key = int(page.url.rsplit("/", 1)[1])
    with writing() as connection:
        connection.execute(update(GivenList).where(GivenList.id == key).values(**values))
    page.goto(f"{s.base}/licenses/given/{key}")
    return page


@state("list, work under way")
def list_busy(s):
    return _in_state(s, state="applying", share=42, touched_at=clock.now())


@state("list, work stopped")
def list_stopped(s):
    return _in_state(s, state="applying", share=42, touched_at=clock.now() - timedelta(hours=1))
