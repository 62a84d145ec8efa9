"""What a clerk fills in about tags."""

from wtforms import IntegerField, RadioField, StringField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # the stubs are those of 3.2
from wtforms.validators import DataRequired, InputRequired, Length, NumberRange

from fieldapp.services.search import MOST_TYPED
from fieldapp.services.tag_stock import MOST_AT_ONCE, YEARS
from fieldapp.services.tags import FOUND, REPORTS
from fieldapp.web.own_words import Form

HAPPENINGS = {
    "lost": "Lost",
    "stolen": "Stolen",
    "destroyed": "Destroyed or mutilated",
    FOUND: "Found again, or the report was a mistake",
}


def _choices(*words: str) -> list[SelectChoice]:
    return [SelectChoice(word, HAPPENINGS[word]) for word in words]


class MakeForm(Form):
    """How many tags of which year."""

    count = IntegerField(
        "How many",
        [
            InputRequired("Type how many tags to make"),
            NumberRange(1, MOST_AT_ONCE, f"Type a number from 1 to {MOST_AT_ONCE:,}"),
        ],
    )
    year = IntegerField(
        "Year that stands on them",
        [
            InputRequired("Type the year that stands on the tags"),
            NumberRange(YEARS[0], YEARS[-1], f"Type a year with four digits, from {YEARS[0]} to {YEARS[-1]}"),
        ],
    )


class NumberForm(Form):
    """The tag that is handed out."""

    number = StringField(
        "Number on the tag",
        [InputRequired("Type the number that stands on the tag"), Length(max=40, message="Type at most 40 characters")],
    )


class WearerForm(Form):
    """Which animal gets the tag."""

    q = StringField(
        "License number, microchip, name, phone or address",
        [
            DataRequired("Type what you know of the animal or its owner"),  # spaces alone are nothing
            Length(max=MOST_TYPED, message=f"Type at most {MOST_TYPED} characters"),
        ],
    )


class ReportForm(Form):
    """What became of a tag; the choices depend on what is known already."""

    happening = RadioField("What happened to the tag?", [InputRequired("Choose what happened to the tag")])

    def offer(self, state: str) -> None:
        """Offer what can be said of a tag in this state."""
        known = () if state == "issued" else (FOUND,)
        self.happening.choices = _choices(*(word for word in (*REPORTS, *known) if word != state))


class ReplaceForm(Form):
    """A duplicate: what became of the old tag, what the owner brought, and the new tag."""

    happening = RadioField(
        "What happened to the old tag?",
        [InputRequired("Choose what happened to the old tag")],
        choices=_choices(*REPORTS),
    )
    proof = RadioField("What did the owner bring?", [InputRequired("Choose what the owner brought")])
    number = StringField(
        "Number on the new tag",
        [InputRequired("Type the number of the new tag"), Length(max=40, message="Type at most 40 characters")],
    )

    def offer(self, proofs: tuple[str, ...]) -> None:
        """Ask for one of these proofs; where the city asks for none, do not ask."""
        if proofs:
            self.proof.choices = [SelectChoice(word, word.capitalize()) for word in proofs]
        else:
            del self.proof
