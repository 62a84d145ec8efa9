"""Forms whose every fault names its field: the library's own sentences ("Not a valid choice.") name none."""

from collections.abc import MutableMapping
from typing import Any

from wtforms import Field, FormField
from wtforms import Form as LibraryForm
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm
from wtforms.meta import DefaultMeta

CHOOSE = "choose one of those that are offered"
_OURS = {
    "Not a valid choice.": CHOOSE,
    "Invalid Choice: could not coerce.": CHOOSE,
    "Not a valid integer value.": "type a whole number, such as 12",
    "Not a valid float value.": "type a number, such as 12.5",
    "Not a valid decimal value.": "type a number, such as 12.5",
    "This field is required.": "this is needed",
    "Number must be between %(min)s and %(max)s.": "type a number between %(min)s and %(max)s",
    "Number must be at least %(min)s.": "type a number of at least %(min)s",
    "Number must be at most %(max)s.": "type a number of at most %(max)s",
    "Field cannot be longer than %(max)d characters.": "type at most %(max)d characters",
    "Field must be at least %(min)d characters long.": "type at least %(min)d characters",
    "Field must be between %(min)d and %(max)d characters long.": "type between %(min)d and %(max)d characters",
}


class _OwnWords:
    """What the library takes for a translation: its sentence in our words, after the label of the field."""

    field: Field | None = None

    def gettext(self, sentence: str) -> str:
        """One of the library's sentences; one that is not known here is only led by the label."""
        label = str(self.field.label.text) if self.field is not None else ""
        if "%(" in sentence:
            label = label.replace("%", "%%")
        return f"{label}: {_OURS.get(sentence, sentence)}" if label else _OURS.get(sentence, sentence)

    def ngettext(self, _one: str, several: str, _number: int) -> str:
        """The sentence for several, as a limit of one character is none that a form has."""
        return self.gettext(several)


class _Meta(DefaultMeta):
    def bind_field(
        self, form: BaseForm, unbound_field: "UnboundField[Any]", options: MutableMapping[str, Any]
    ) -> Any:  # noqa: ANN401  a field of any class, as the library has it
        words = _OwnWords()
        field = super().bind_field(form, unbound_field, {**options, "translations": words})
        if not isinstance(field, FormField):
            words.field = field
        return field


class Form(LibraryForm):
    """A form of this app: faults are said in plain words that name the field."""

    Meta = _Meta
