"""What a scanned text is: a tag's code, a number as cities print it, or a text that is none of ours.

A text is only ever recognized here; nobody follows it. One table of cases (tests/tags/scanned_texts.json) runs against
this and against its twin in the page.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from fieldapp.media.tag_code import read_code

SPACE = " \t\r\n\v\f"
LONGEST_NUMBER = 24
_TAG_ADDRESS = re.compile(r"(https?)://([a-z0-9.-]+(?::[0-9]{1,5})?)/t/([a-z0-9-]{1,24})/?", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"[A-Za-z0-9]+(?:[ -]{1,2}[A-Za-z0-9]+)*(?:/[0-9]+)?", re.ASCII)
_DEFAULT_PORT = {"http": ":80", "https": ":443"}


@dataclass(frozen=True, slots=True)
class Scanned:
    """`kind` code: `value` is the ten symbols; number: the number as read; foreign: a text to be shown, never followed.

    A bare `text` of ten symbols can be a code and a number at once: look for the code first, then for the number.
    """

    kind: Literal["code", "number", "foreign"]
    value: str
    text: str


def tag_of(text: str, hosts: Collection[str]) -> Scanned:
    """Recognize a scanned text. `hosts`: every host that our tags name or ever named, with the port where there is one.

    An address counts only as http(s)://HOST/T/..., in any case, with or without a last slash; anything more (a user, a
    query, another path) makes it foreign.
    """
    text = text.strip(SPACE)
    address = _TAG_ADDRESS.fullmatch(text)
    if address is not None:
        scheme, host, last = address[1].lower(), address[2].lower(), address[3]
        if host.removesuffix(_DEFAULT_PORT[scheme]) not in {h.lower() for h in hosts}:
            return Scanned("foreign", text, text)
        return _bare(last, text)
    return _bare(text, text)


def _bare(text: str, whole: str) -> Scanned:
    code = read_code(text)
    if code is not None:
        return Scanned("code", code, text)
    if len(text) <= LONGEST_NUMBER and _NUMBER.fullmatch(text) and any(c in "0123456789" for c in text):
        return Scanned("number", text, text)
    return Scanned("foreign", whole, whole)
