"""What a browser asked, with nothing in its texts that a database cannot keep."""

from typing import Any

from flask import Request
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.utils import cached_property

from fieldapp.services.records.strict_json import mended

NUL = "\0"


class Asked(Request):
    """A request whose parameters and form fields hold U+FFFD for each NUL: PostgreSQL keeps none, SQLite would.

    One place for every page, so that a text is the same whichever database a city has. Sealed bytes, files and JSON
    come by other ways and are not touched.
    """

    @cached_property
    def args(self) -> ImmutableMultiDict[str, str]:
        """The parameters of the address."""
        return _marked(super().args)

    def _load_form_data(self) -> None:
        super()._load_form_data()
        own: dict[str, Any] = self.__dict__
        if not isinstance(own["form"], _Marked):
            own["form"] = _marked(own["form"])


class _Marked(ImmutableMultiDict[str, str]):
    """One that was looked through."""


def _marked(given: Any) -> "_Marked":  # noqa: ANN401  a multi-dict of the library, typed differently for args and form
    return _Marked((_text(name), _text(value)) for name, value in given.items(multi=True))


def _text(told: str) -> str:
    """A text of nothing but NULs and blanks says nothing, so it gets no mark: what is needed is then missing."""
    bare = told.replace(NUL, "")
    return str(mended(told)) if bare.strip() else bare
