"""Every form says in our words what is wrong with a field, and names the field."""

import ast
import importlib
import pkgutil
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict
from wtforms import FieldList, FormField, IntegerField, RadioField, SelectField, StringField
from wtforms.validators import Length, NumberRange

import fieldapp.web
from fieldapp.web import own_words
from fieldapp.web.own_words import CHOOSE, Form

WEB = Path(fieldapp.web.__file__).parent
MODULES = sorted(name for _, name, _ in pkgutil.iter_modules([str(WEB)]))


def forms():
    """Every class of form in the pages."""
    found = {}
    for name in MODULES:
        module = importlib.import_module(f"fieldapp.web.{name}")
        for made in vars(module).values():
            if isinstance(made, type) and issubclass(made, Form) and made is not Form:
                found[f"{made.__module__}.{made.__name__}"] = made
    return found


def fields_of(form):
    """The fields of a form and of the forms within it."""
    for field in form:
        if isinstance(field, FieldList):
            if not field.entries:
                field.append_entry()
            for one in field:
                yield from fields_of(one.form)
        elif isinstance(field, FormField):
            yield from fields_of(field.form)
        else:
            yield field


def of_the_library(tree):
    """The lines of a module that take Form from the library."""
    taken = (n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module == "wtforms")
    return [n.lineno for n in taken if any(a.name == "Form" for a in n.names)]


@pytest.mark.parametrize("name", [name for name in MODULES if name != "own_words"])
def test_no_page_has_a_form_of_the_library(name):
    assert of_the_library(ast.parse((WEB / f"{name}.py").read_text())) == []


def test_a_form_of_the_library_would_be_seen():
    assert of_the_library(ast.parse("from wtforms import Field, Form")) == [1]
    assert forms().keys() >= {"fieldapp.web.edit_pages.AnimalForm", "fieldapp.web.tag_forms.ReportForm"}


@pytest.mark.parametrize("name", sorted(forms()))
def test_a_choice_that_is_none_is_told_with_its_field(name):
    made = forms()[name]
    for field in fields_of(made()):
        if not isinstance(field, SelectField | RadioField) or not field.validate_choice:
            continue
        field.choices = field.choices or {"one": "One"}
        field.process(MultiDict({field.name: "nothing of the kind"}))
        assert not field.validate(field, ())
        assert field.errors == [f"{field.label.text}: {CHOOSE}"]


class Box(Form):
    kind = RadioField("Kind of 100 % wool", choices={"a": "A"})


class Tried(Form):
    count = IntegerField("Count of 5%", [NumberRange(1, 3)])
    words = StringField("Words", [Length(max=3)])
    one = FormField(Box)
    many = FieldList(FormField(Box), min_entries=1)


def test_the_librarys_own_sentences_are_ours_and_name_the_field_within_groups_too():
    sent = {"count": "x", "words": "four", "one-kind": "z", "many-0-kind": "z"}
    form = Tried(MultiDict(sent))
    assert not form.validate()
    assert form.count.errors[0] == "Count of 5%: type a whole number, such as 12"
    assert form.words.errors == ["Words: type at most 3 characters"]
    assert form.one.form.kind.errors == [f"Kind of 100 % wool: {CHOOSE}"]
    assert form.many[0].form.kind.errors == [f"Kind of 100 % wool: {CHOOSE}"]
    form = Tried(MultiDict({**sent, "count": "9"}))
    form.validate()
    assert form.count.errors == ["Count of 5%: type a number between 1 and 3"]


def test_a_sentence_that_is_not_known_here_is_led_by_the_field():
    words = own_words._OwnWords()
    words.field = Tried().words
    assert words.gettext("Something else.") == "Words: Something else."
