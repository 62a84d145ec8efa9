"""A clerk's pages for one tag: give it to an animal, report it, replace it."""

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from fieldapp.services import search, searches, tag_print, tag_stock, tags
from fieldapp.services.tag_stock import ListedTag, TagRefusal, UnknownTag
from fieldapp.services.tags import REPORTS, UnknownAnimal
from fieldapp.web.guard import guard, signed_in
from fieldapp.web.respond import page
from fieldapp.web.tag_forms import NumberForm, ReplaceForm, ReportForm, WearerForm
from fieldapp.web.tag_stock_pages import refused, tag_here

pages = Blueprint("tag_steps_pages", __name__)


@pages.get("/tags/<code>")
@guard("issue_tags")
def tag(code: str) -> Response:
    """One tag: what it is and what can be done with it."""
    found = tag_here(code)
    successor = tag_stock.one(signed_in().city, found.replaced_by) if found.replaced_by else None
    return page("tags/tag.html", tag=found, successor=successor, polarities=tag_print.POLARITIES)


@pages.get("/tags/<code>/issue")
@guard("issue_tags")
def issue(code: str) -> Response:
    """Find the animal that gets the tag (`s`: the secret of what was typed)."""
    person, found = signed_in(), _in_stock(code)
    token = request.args.get("s", "")
    kept = searches.recall(person.city, person.session_id, token) if token else None
    return _issue(found, WearerForm(data=kept), str(kept["q"]) if kept else "")


@pages.post("/tags/<code>/issue")
@guard("issue_tags")
def issued(code: str) -> ResponseReturnValue:
    """Keep what was typed and show who matches; with `animal`: give the tag to that animal."""
    person, found, form = signed_in(), _in_stock(code), WearerForm(request.form)
    animal = request.form.get("animal", "")
    if animal.isascii() and animal.isdigit() and len(animal) <= 9:
        return _issued(found, int(animal))
    if not form.validate():
        return _issue(found, form, "", 422)
    token = searches.keep(person.city, person.session_id, {"q": form.q.data})
    return redirect(url_for("tag_steps_pages.issue", code=found.code, s=token), 303)


def _issued(found: ListedTag, animal_id: int) -> ResponseReturnValue:
    person = signed_in()
    try:
        tags.issue(person.city, found.id, animal_id, actor=person.actor)
    except TagRefusal as refusal:
        return _issue(found, refused(WearerForm(), refusal), "", 422)
    except UnknownAnimal:
        abort(404)
    return redirect(f"/t/{found.code}", 303)


def _issue(found: ListedTag, form: WearerForm, typed: str, status: int = 200) -> Response:
    matches = [m for m in search.find(signed_in().city, typed) if m.animal_id] if typed else None
    return page("tags/issue.html", tag=found, form=form, matches=matches, status=status)


@pages.get("/animals/<int:animal_id>/tags")
@guard("issue_tags")
def of_animal(animal_id: int) -> Response:
    """The tags of an animal, and the form to give it one."""
    return _of_animal(animal_id, NumberForm())


@pages.post("/animals/<int:animal_id>/tags")
@guard("issue_tags")
def give(animal_id: int) -> ResponseReturnValue:
    """Give an animal the tag whose number was typed."""
    person, form = signed_in(), NumberForm(request.form)
    if not form.validate():
        return _of_animal(animal_id, form, 422)
    try:
        found = tag_stock.find(person.city, form.number.data or "")
        tags.issue(person.city, found.id, animal_id, actor=person.actor)
    except UnknownAnimal:
        abort(404)
    except UnknownTag as unknown:
        form.number.errors = [str(unknown)]
        return _of_animal(animal_id, form, 422)
    except TagRefusal as refusal:
        form.number.errors = [str(refusal)]
        return _of_animal(animal_id, form, 422)
    return redirect(f"/animals/{animal_id}/tags", 303)


def _of_animal(animal_id: int, form: NumberForm, status: int = 200) -> Response:
    try:
        animal, worn = tags.of_animal(signed_in().city, animal_id)
    except UnknownAnimal:
        abort(404)
    return page("tags/of_animal.html", animal=animal, tags=worn, form=form, status=status)


@pages.route("/tags/<code>/report", methods=["GET", "POST"])
@guard("issue_tags")
def report(code: str) -> ResponseReturnValue:
    """Record that a tag was lost, stolen, destroyed or found."""
    person, found = signed_in(), _bound(code)
    form = ReportForm(request.form)
    form.offer(found.state)
    if request.method != "POST":
        return page("tags/report.html", tag=found, form=form)
    if form.validate():
        try:
            tags.report(person.city, found.id, form.happening.data, actor=person.actor)
        except TagRefusal as refusal:
            refused(form, refusal)
        else:
            return redirect(f"/tags/{found.code}", 303)
    return page("tags/report.html", tag=found, form=form, status=422)


@pages.route("/tags/<code>/replace", methods=["GET", "POST"])
@guard("issue_tags")
def replace(code: str) -> ResponseReturnValue:
    """Hand out a duplicate from stock."""
    person, found = signed_in(), _bound(code)
    form = ReplaceForm(request.form, data={"happening": found.state} if found.state in REPORTS else None)
    form.offer(tuple(dict.fromkeys(proof for word in REPORTS for proof in tags.proofs(person.city, word))))
    if request.method != "POST":
        return page("tags/replace.html", tag=found, form=form)
    if form.validate():
        new = _replaced(found, form)
        if new is not None:
            return redirect(f"/tags/{new.code}", 303)
    return page("tags/replace.html", tag=found, form=form, status=422)


def _replaced(found: ListedTag, form: ReplaceForm) -> ListedTag | None:
    """The new tag; None where the form now says what was wrong."""
    person = signed_in()
    proof = form.proof.data if "proof" in form else ""
    try:
        new = tag_stock.find(person.city, form.number.data or "")
        tags.replace(person.city, found.id, new.id, happening=form.happening.data, proof=proof, actor=person.actor)
    except UnknownTag as unknown:
        form.number.errors = [str(unknown)]
    except TagRefusal as refusal:
        refused(form, refusal)
    else:
        return new
    return None


def _in_stock(code: str) -> ListedTag:
    found = tag_here(code)
    if found.state != "in_stock":
        abort(409, f"Tag {found.number} is no longer in stock.")
    return found


def _bound(code: str) -> ListedTag:
    found = tag_here(code)
    if found.state == "in_stock":
        abort(409, f"Tag {found.number} is in stock: no animal wears it yet.")
    return found
