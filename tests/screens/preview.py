"""The pages with made-up readings, for tests and pictures: every status, long names, no data, each right.

`python tests/screens/preview.py FOLDER` takes a picture of every page at 320 and 390 points, light and dark.
"""

import sys
from pathlib import Path

from flask import Blueprint, g
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, FieldList, Form, FormField, RadioField, SelectField, StringField
from wtforms.validators import InputRequired

from fieldapp.app import create_app
from fieldapp.config import read_settings
from fieldapp.services.readings import CityReading
from fieldapp.services.rights import Who
from fieldapp.web.guard import guard
from fieldapp.web.respond import page
from fieldapp.web.search_pages import AroundForm, ScanForm, SearchForm
from tests.screens.made_up import CITY, FINDERS, HOSTILE, MATCHES, NOW, STATUSES, reading


class OwnerForm(Form):
    name = StringField("Owner: name", [InputRequired("Type the owner's name")])
    address_protected = BooleanField("The address is protected (Safe at Home)")


class AnimalForm(Form):
    name = StringField("Name")
    species = SelectField("Species", choices={"dog": "Dog", "cat": "Cat"})
    sex = RadioField("Sex", choices={"female": "Female", "male": "Male", "": "Not known"}, default="female")
    birth = StringField(
        "Birth",
        [InputRequired("Type the birth, as closely as it is known")],
        description="Year, month and year, or day: 2021, May 2021",
    )
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
    "finder/unknown": lambda: page(
        "tag/finder_unknown.html", cities=(CITY, CityReading("benson", "Benson", "", "")), status=404
    ),
    "start": lambda: page("start/start.html", form=ScanForm()),
    "scan": lambda: page("scan/scan.html", form=ScanForm(), foreign="", hosts=("localhost", "tags.crystal.example")),
    "scan/foreign": lambda: page(
        "scan/scan.html",
        form=ScanForm(),
        foreign="https://pets.hollowford.example/lookup?tag=HF-9912\n" + HOSTILE,
        hosts=(),
    ),
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
    "edit/wrong": lambda: page(
        "animal/edit.html", form=_wrong(AnimalForm), reading=reading(), back="/animals/7", status=422
    ),
}

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
    g.who = Who(
        person_id=1,
        username="officer",
        name="Ilse Marchetti-Okafor",
        city="crystal",
        roles={"crystal": "officer"},
        session_id=1,
        second_factor=True,
        has_second_factor=True,
        demo=True,
        verified_at=NOW,
    )


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
                context = browser.new_context(
                    viewport={"width": width, "height": 844}, color_scheme=scheme, has_touch=True, is_mobile=True
                )
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
