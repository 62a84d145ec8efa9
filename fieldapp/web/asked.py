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
        """The parameters of the address; one of nothing but NULs is wrong, not missing, so it is marked too."""
        return _Marked((mended(name), mended(value)) for name, value in super().args.items(multi=True))

    def _load_form_data(self) -> None:
        super()._load_form_data()
        own: dict[str, Any] = self.__dict__
        if not isinstance(own["form"], _Marked):
            own["form"] = _Marked((_typed(name), _typed(value)) for name, value in own["form"].items(multi=True))


class _Marked(ImmutableMultiDict[str, str]):
    """One that was looked through."""


def _typed(told: str) -> str:
    """A field of nothing but NULs and blanks says nothing, so it gets no mark: what is needed is then missing."""
    bare = told.replace(NUL, "")
    return str(mended(told)) if bare.strip() else bare
