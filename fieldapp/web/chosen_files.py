"""The files that somebody chose in a form, with the hashes that the phone's script sent beside them."""

from collections.abc import Sequence
from typing import Any, cast

from flask import request
from werkzeug.datastructures import FileStorage

from fieldapp.services.stored_files import GivenFile


def chosen_files(field: str) -> list[GivenFile]:
    """The files of a form's field in their order; a field without a chosen file sends an empty one without a name.

    The phone's script sends the hash of each with it, in the same order.
    """
    sent: Sequence[FileStorage] = request.files.getlist(field)
    chosen = [one for one in sent if one.filename]
    hashes = [given.lower() for given in request.form.getlist("sha256")]
    hashes += [""] * (len(chosen) - len(hashes))
    return [
        GivenFile(one.filename or "", cast("Any", one.stream), said) for one, said in zip(chosen, hashes, strict=False)
    ]
