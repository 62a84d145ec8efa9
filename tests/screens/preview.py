"""The pages with made-up readings, for tests and pictures: every status, long names, no data, each right.

`python tests/screens/preview.py FOLDER` takes a picture of every page at 320 and 390 points, light and dark.
"""

import sys
from datetime import UTC, date, datetime
from pathlib import Path

from flask import Blueprint, g
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, FieldList, Form, FormField, RadioField, SelectField, StringField
from wtforms.validators import InputRequired

from fieldapp.app import create_app
from fieldapp.config import read_settings
from fieldapp.rules.standing import Reason, Standing
from fieldapp.services.readings import (
    Alert,
    AnimalReading,
    CityReading,
    DeclarationReading,
    FinderReading,
    Match,
    OwnerReading,
    StatusReading,
    TagReading,
)
from fieldapp.services.rights import Who
from fieldapp.web.guard import guard
from fieldapp.web.respond import page
from fieldapp.web.search_pages import AroundForm, ScanForm, SearchForm

NOW = datetime(2026, 11, 30, 15, 5, tzinfo=UTC)
CITY = CityReading("crystal", "Crystal", "763-555-0100", "Monday to Friday, 8 a.m. to 4:30 p.m. At other times call 911.")
LONG = "Wolfeschlegelsteinhausenbergerdorff-Vandersteen-Okonkwo"
HOSTILE = '"><img src=x onerror=alert(1)>'
REASONS = (
    Reason("License 26-00417 runs from 14 May 2026 to 14 May 2028", "A license runs as long as the rabies vaccine is effective", "C-160", "Crystal 910, Dog licenses, subd. 2", date(2019, 3, 1), ""),
    Reason("Rabies vaccination of 14 May 2025, a booster, told by the license list", "Three years from the day it was given", "C-161", "Crystal 910, Dog licenses, subd. 3", date(2019, 3, 1), "The city has not confirmed that it counts a booster from the day it was given."),
)  # fmt: skip


def animal(name="Juniper", **more):
    return AnimalReading(**{
        "id": 7, "name": name, "species": "dog", "breed": "boxer mix", "color": "brindle", "sex": "female",
        "altered": True, "size": "medium", "birth": "May 2021", "microchip": "985112345678903", "exemption": "",
        "kept_at": "4127 Sample Avenue N", "name_hidden": False, **more,
    })  # fmt: skip


def standing(word="CURRENT", license="current", rabies="current"):  # noqa: A002
    ends = date(2028, 5, 14) if license == "current" else date(2026, 3, 31) if license == "expired" else None
    until = {"current": date(2028, 5, 14), "lapsed": date(2026, 2, 1)}.get(rabies)
    return Standing(word, license, ends, False, rabies, until, True, REASONS, ())


OWNER = OwnerReading(3, "Marisol Vandersteen-Okonkwo", "763-555-0142", "4127 Sample Avenue N", False)  # noqa: FBT003
TAG = TagReading("7K3QW9XZ41", "26-00417", "issued", date(2026, 5, 14), "")


def reading(status="CURRENT", **more):
    return StatusReading(**{
        "status": status, "as_of": NOW, "city": CITY, "tag": TAG, "animal": animal(), "standing": standing(),
        "declaration": None, "license_number": "26-00417", "owners": (OWNER,), "alerts": (), "reasons": REASONS,
        "differences": (), **more,
    })  # fmt: skip


DANGEROUS_ALERTS = (
    Alert("declaration", 3, "Declared dangerous, final since 2 October 2026", "Crystal 910, Dangerous dogs, subd. 1"),
    Alert("owner_barred", 5, "Alder Brackenridge may not own a dog until 2 October 2031", "Crystal 910, Dangerous dogs, subd. 9"),
    Alert("list_differs", 8, "The list calls this license 'Cancelled'; its dates say otherwise, and the dates count", ""),
)  # fmt: skip
NOTHING = animal("", breed="", color="", sex="", altered=None, size="", birth="", microchip="", kept_at="")
STATUSES = {
    "current": reading(),
    "dangerous": reading("DANGEROUS DOG", animal=animal("Brutus", sex="male", altered=False, color="grey, white chest", breed="mastiff"),
                         declaration=DeclarationReading("dangerous", "final", date(2026, 10, 2)), alerts=DANGEROUS_ALERTS,
                         standing=standing("EXPIRED", "expired", "lapsed")),
    "potentially": reading("POTENTIALLY DANGEROUS", declaration=DeclarationReading("potentially_dangerous", "appeal_pending", date(2026, 11, 20)),
                           alerts=(Alert("declaration", 3, "Declared potentially dangerous, appeal pending", "Crystal 910, Potentially dangerous dogs, subd. 2"),)),
    "not-known": reading("NOT KNOWN", animal=NOTHING, tag=None, license_number="", owners=(), standing=standing("NOT KNOWN", "not known", "not known")),
    "expired": reading("EXPIRED", standing=standing("EXPIRED", "expired", "current")),
    "no-license": reading("NO LICENSE", tag=None, license_number="", standing=standing("NO LICENSE", "none", "not known")),
    "rabies-lapsed": reading("RABIES LAPSED", standing=standing("RABIES LAPSED", "current", "lapsed")),
    "none-needed": reading("NO LICENSE NEEDED", animal=animal("Pip", exemption="assistance"), standing=standing("NO LICENSE NEEDED", "not needed", "not asked")),
    "unknown": reading("UNKNOWN TAG", tag=None, animal=None, standing=None, owners=(), reasons=(), license_number="",
                       alerts=(Alert("counterfeit", 2, "No person may use a license or tag that the city did not issue", "Crystal 910, Dog licenses, subd. 6"),)),
    "in-stock": reading("TAG NOT ISSUED", animal=None, standing=None, owners=(), reasons=(), license_number="",
                        tag=TagReading("7K3QW9XZ41", "26-00417", "in_stock", date(2026, 1, 2), "")),
    "replaced": reading(tag=TagReading("7K3QW9XZ41", "26-00417", "replaced", date(2026, 8, 3), "26-00981"),
                        alerts=(Alert("tag_not_valid", 1, "This tag was replaced on 3 August 2026; the animal now wears 26-00981", ""),)),
    "long": reading("POTENTIALLY DANGEROUS", declaration=DeclarationReading("potentially_dangerous", "final", date(2026, 11, 20)),
                    animal=animal(LONG, breed="Nova Scotia duck tolling retriever mix", color="black, white and reddish brown"),
                    tag=TagReading("7K3QW9XZ41", "2026-000000000000417", "issued", date(2026, 5, 14), ""),
                    owners=(OwnerReading(3, LONG, "763-555-0142 ext. 22190", f"4127 {LONG} Avenue North, Apartment 1204B", False),  # noqa: FBT003
                            OwnerReading(4, "Alder Brackenridge", "", None, True)),  # noqa: FBT003
                    differences=(("owner_phone", "763-555-0142", "763-555-0199"), ("color", "black, white and reddish brown", ""))),
    "hostile": reading(animal=animal(HOSTILE, breed=HOSTILE, color=HOSTILE), owners=(OwnerReading(3, HOSTILE, HOSTILE, HOSTILE, False),),  # noqa: FBT003
                       tag=TagReading("7K3QW9XZ41", HOSTILE, "issued", date(2026, 5, 14), HOSTILE), license_number=HOSTILE,
                       alerts=(Alert("declaration", 3, HOSTILE, HOSTILE),), differences=((HOSTILE, HOSTILE, HOSTILE),)),
}  # fmt: skip


def finder(**more):
    return FinderReading(**{
        "city": CITY, "tag_number": "26-00417", "tag_state": "issued", "name": "Juniper", "species": "dog",
        "color": "brindle", "keep_away": False, "has_owner": True, **more,
    })  # fmt: skip


FINDERS = {
    "plain": finder(),
    "keep-away": finder(name="Brutus", keep_away=True),
    "lost": finder(tag_state="lost"),
    "in-stock": finder(tag_state="in_stock", name="", species="", color="", has_owner=False),
    "bare": finder(city=CityReading("benson", "Benson", "", ""), name="", color=""),
    "long": finder(name=LONG, color="black, white and reddish brown", tag_number="2026-000000000000417"),
    "hostile": finder(name=HOSTILE, color=HOSTILE, tag_number=HOSTILE, species=HOSTILE),
}
MATCHES = (
    Match(9, "ZZZZZZZZZX", "26-00093", "Address 4131 Sample Avenue N", False, "Brutus", "Intact male, grey mastiff", "DANGEROUS DOG", "4131 Sample Avenue N", DANGEROUS_ALERTS[:1]),  # noqa: FBT003
    Match(7, "7K3QW9XZ41", "26-00417", "Tag number 26-00417", True, "Juniper", "Spayed female, brindle boxer mix", "CURRENT", "4127 Sample Avenue N", ()),  # noqa: FBT003
    Match(8, "", "", f"Owner {LONG}", False, LONG, "", "NO LICENSE NEEDED", "", ()),  # noqa: FBT003
)  # fmt: skip


class OwnerForm(Form):
    name = StringField("Owner: name", [InputRequired("Type the owner's name")])
    address_protected = BooleanField("The address is protected (Safe at Home)")


class AnimalForm(Form):
    name = StringField("Name")
    species = SelectField("Species", choices={"dog": "Dog", "cat": "Cat"})
    sex = RadioField("Sex", choices={"female": "Female", "male": "Male", "": "Not known"}, default="female")
    birth = StringField("Birth", [InputRequired("Type the birth, as closely as it is known")], description="Year, month and year, or day: 2021, May 2021")
    owners = FieldList(FormField(OwnerForm, label="Owner"), min_entries=1)


def _searched():
    return SearchForm(data={"q": "Sample Avenue"})


def _wrong(kind):
    form = kind(MultiDict({"size": "", "sex": "", "species": "dog", "owners-0-name": ""}))
    form.validate()
    return form


PAGES = {
    **{f"status/{name}": lambda r=r: page("tag/status.html", reading=r) for name, r in STATUSES.items()},
    **{f"finder/{name}": lambda f=f: page("tag/finder.html", finder=f) for name, f in FINDERS.items()},
    "finder/unknown": lambda: page("tag/finder_unknown.html", cities=(CITY, CityReading("benson", "Benson", "", "")), status=404),
    "start": lambda: page("start/start.html", form=ScanForm()),
    "scan": lambda: page("scan/scan.html", form=ScanForm(), foreign="", hosts=("localhost", "tags.crystal.example")),
    "scan/foreign": lambda: page("scan/scan.html", form=ScanForm(), foreign="https://pets.hollowford.example/lookup?tag=HF-9912\n" + HOSTILE, hosts=()),
    "scan/wrong": lambda: page("scan/scan.html", form=_wrong(ScanForm), foreign="", hosts=(), status=422),
    "search": lambda: page("search/search.html", form=SearchForm(), matches=None, gone=False),
    "search/found": lambda: page("search/search.html", form=_searched(), matches=MATCHES, gone=False),
    "search/nothing": lambda: page("search/search.html", form=_searched(), matches=(), gone=False),
    "search/gone": lambda: page("search/search.html", form=SearchForm(), matches=None, gone=True),
    "search/wrong": lambda: page("search/search.html", form=_wrong(SearchForm), matches=None, gone=False, status=422),
    "around": lambda: page("search/around.html", form=AroundForm(), matches=None, gone=False),
    "around/found": lambda: page("search/around.html", form=AroundForm(), matches=MATCHES, gone=False),
    "around/wrong": lambda: page("search/around.html", form=_wrong(AroundForm), matches=None, gone=False, status=422),
    "edit": lambda: page("animal/edit.html", form=AnimalForm(), reading=reading(), back="/animals/7"),
    "edit/wrong": lambda: page("animal/edit.html", form=_wrong(AnimalForm), reading=reading(), back="/animals/7", status=422),
}  # fmt: skip

pages = Blueprint("preview", __name__)


@pages.get("/preview/<path:name>")
@guard("public", csp="decoder")
def preview(name):
    return PAGES[name]()


def preview_app(instance: Path):
    """The product's own app over an empty instance, with the previews, and an officer of Crystal always signed in."""
    app = create_app(read_settings({"FIELDAPP_INSTANCE": str(instance)}))
    app.register_blueprint(pages)
    app.before_request_funcs[None].insert(0, _sign_in)
    return app


def _sign_in():
    g.who = Who(person_id=1, username="officer", name="Ilse Marchetti-Okafor", city="crystal", roles={"crystal": "officer"},
                session_id=1, second_factor=True, has_second_factor=True, demo=True, verified_at=NOW)  # fmt: skip


def _take_pictures(folder: Path, only: str) -> None:
    import tempfile  # noqa: PLC0415
    import threading  # noqa: PLC0415

    from playwright.sync_api import sync_playwright  # noqa: PLC0415
    from werkzeug.serving import make_server  # noqa: PLC0415

    from tests.stand.browsers import CHROMIUM, FLAGS  # noqa: PLC0415

    server = make_server("localhost", 0, preview_app(Path(tempfile.mkdtemp())), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    folder.mkdir(exist_ok=True, parents=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        for width in (320, 390):
            for scheme in ("light", "dark"):
                context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme, has_touch=True, is_mobile=True)
                tab = context.new_page()
                for name in PAGES:
                    if only in name:
                        tab.goto(f"http://localhost:{server.server_port}/preview/{name}")
                        tab.wait_for_load_state("networkidle")
                        tab.screenshot(path=folder / f"{name.replace('/', '-')}-{width}-{scheme}.png", full_page=True)
                context.close()
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    _take_pictures(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")
