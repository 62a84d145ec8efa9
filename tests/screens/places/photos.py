"""The photos of an animal."""

from sqlalchemy import select

from fieldapp.tables.animals import Animal
from tests.photos_phone import made
from tests.screens.places.states import state, untagged
from tests.screens.stage import CITY


def _photographed(s):
    return s.first(select(Animal.id).where(Animal.city == CITY).order_by(Animal.id).offset(3))


@state("photos, none yet, officer")
def photos_none(s):
    key = untagged(s)
    return key and s.go("officer", f"/animals/{key}/photos")


@state("photos, what became of each")
def photos_outcome(s):
    key = _photographed(s)
    if key is None:
        return None
    page = s.go("supervisor", f"/animals/{key}/photos", javascript=False)
    page.locator("input[type=radio]").first.check()
    names = {"IMG_20261130_150512_a_name_that_a_phone_made.jpg": made.GOOD, "page.jpg": made.REFUSED["page.jpg"]}
    page.locator("input[name=photos]").set_input_files(
        [{"name": n, "mimeType": "image/jpeg", "buffer": b} for n, b in names.items()]
    )
    page.get_by_role("button", name="Add the photos").click()
    return page


@state("photos, some, supervisor")
def photos_some(s):
    key = _photographed(s)
    return key and s.go("supervisor", f"/animals/{key}/photos")


@state("photos, nothing chosen")
def photos_blank(s):
    key = _photographed(s)
    if key is None:
        return None
    page = s.go("officer", f"/animals/{key}/photos", javascript=False)
    page.get_by_role("button", name="Add the photos").click()
    return page
