"""The people of a city, for its supervisor."""

from collections.abc import Callable

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import SelectField, StringField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # the stubs are those of 3.2
from wtforms.validators import InputRequired, Length

from fieldapp.services import people
from fieldapp.services.people import Invited, PersonReading, RefusedChangeError
from fieldapp.services.rights import PEOPLE, ROLES, Who
from fieldapp.web.guard import guard, signed_in
from fieldapp.web.own_words import Form
from fieldapp.web.respond import page
from fieldapp.web.session_cookie import is_demo

pages = Blueprint("people_pages", __name__)
_CHOICES = [SelectChoice(role, role.capitalize()) for role in ROLES]


class InviteForm(Form):
    """A new person."""

    name = StringField("Name", [InputRequired("Type the name"), Length(max=people.LONGEST_NAME)])
    username = StringField("Username", [InputRequired("Choose a username"), Length(max=40)])
    role = SelectField("Role", choices=_CHOICES)


class AddForm(Form):
    """Somebody who signs in here for another city already."""

    username = StringField("Username", [InputRequired("Type the username"), Length(max=200)], id="add-username")
    role = SelectField("Role", choices=_CHOICES, id="add-role")


class RoleForm(Form):
    """Another role."""

    role = SelectField("Role", choices=_CHOICES)


@pages.get("/people")
@guard("people")
def listing() -> Response:
    """Everybody of the city."""
    return page("people/people.html", people=people.people_of(signed_in().city))


@pages.get("/people/new")
@guard("people")
def new() -> Response:
    """Invite somebody, or add somebody of another city."""
    return page("people/new.html", form=InviteForm(), add=AddForm())


@pages.post("/people/new")
@guard("people")
def invite() -> ResponseReturnValue:
    """Invite somebody: their one-time link is shown this once."""
    form, who = InviteForm(request.form), signed_in()
    if form.validate():
        try:
            typed = (form.username.data or "", form.name.data or "", form.role.data)
            invited = people.invite(who.city, *typed, actor=who.actor, demo=is_demo())
        except RefusedChangeError as why:
            _place(form, why)
        else:
            return _link_page(who, invited)
    return page("people/new.html", status=422, form=form, add=AddForm())


@pages.post("/people/add")
@guard("people")
def add() -> ResponseReturnValue:
    """Let somebody of another city work for this one too."""
    form, who = AddForm(request.form), signed_in()
    if form.validate():
        try:
            person_id = people.add_from_elsewhere(who.city, form.username.data or "", form.role.data, actor=who.actor)
        except RefusedChangeError as why:
            _place(form, why)
        else:
            return redirect(url_for(".one", person_id=person_id), 303)
    return page("people/add.html", status=422, form=form)


@pages.get("/people/<int:person_id>")
@guard("people")
def one(person_id: int) -> Response:
    """One person of the city."""
    person = _person(person_id)
    return _one_page(person, RoleForm(data={"role": person.role}))


@pages.post("/people/<int:person_id>/role")
@guard("people")
def change_role(person_id: int) -> ResponseReturnValue:
    """Give them another role."""
    person, form, who = _person(person_id), RoleForm(request.form), signed_in()
    if not form.validate():
        return _one_page(person, form, 422)
    return _changed(person, form, lambda: people.change_role(who.city, person_id, form.role.data, actor=who.actor))


@pages.get("/people/<int:person_id>/end")
@guard("people")
def ask_end(person_id: int) -> Response:
    """Ask before ending."""
    return page("people/end.html", person=_person(person_id))


@pages.post("/people/<int:person_id>/end")
@guard("people")
def end(person_id: int) -> ResponseReturnValue:
    """End their work for this city, and their sessions."""
    person, who = _person(person_id), signed_in()
    try:
        people.end(who.city, person_id, actor=who.actor)
    except RefusedChangeError as why:
        return _refused(person, why)
    return redirect(url_for(".listing"), 303)


@pages.post("/people/<int:person_id>/link")
@guard("people")
def new_link(person_id: int) -> ResponseReturnValue:
    """A new one-time link for a lost password or an invitation that ran out."""
    person, who = _person(person_id), signed_in()
    try:
        return _link_page(who, people.new_link(who.city, person_id, _own_cities(who), actor=who.actor))
    except RefusedChangeError as why:
        return _refused(person, why)


@pages.post("/people/<int:person_id>/second-factor/remove")
@guard("people")
def remove_factors(person_id: int) -> ResponseReturnValue:
    """Take their second factor away, for somebody who lost the phone and stands here in person."""
    person, who = _person(person_id), signed_in()
    return _changed(
        person, RoleForm(data={"role": person.role}),
        lambda: people.remove_factors(who.city, person_id, _own_cities(who), actor=who.actor),
    )  # fmt: skip


def _person(person_id: int) -> PersonReading:
    return people.person_of(signed_in().city, person_id) or abort(404)


def _own_cities(who: Who) -> frozenset[str]:
    return frozenset(city for city in who.roles if who.may(PEOPLE, city))


def _changed(person: PersonReading, form: RoleForm, change: Callable[[], None]) -> ResponseReturnValue:
    try:
        change()
    except RefusedChangeError as why:
        _place(form, why)
        return _one_page(person, form, 422)
    return redirect(url_for(".one", person_id=person.id), 303)


def _refused(person: PersonReading, why: RefusedChangeError) -> Response:
    form = RoleForm(data={"role": person.role})
    _place(form, why)
    return _one_page(person, form, 422)


def _place(form: Form, why: RefusedChangeError) -> None:
    if why.field in form:
        form[why.field].errors = [str(why)]
    else:
        form.form_errors.append(str(why))


def _one_page(person: PersonReading, form: RoleForm, status: int = 200) -> Response:
    answers = people.answers_for(person.id, _own_cities(signed_in()))
    return page("people/person.html", status=status, person=person, form=form, answers=answers)


def _link_page(who: Who, invited: Invited) -> Response:
    person = people.person_of(who.city, invited.person_id)
    link = f"{request.host_url.rstrip('/')}/invited/{invited.token}"
    return page("people/link.html", person=person, link=link)
