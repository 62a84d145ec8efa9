"""What to do with a text that a camera read or a person typed at the scene: a tag's page, a search, or nothing."""

import re
from dataclasses import dataclass
from typing import Literal

from fieldapp.media.scanned import tag_of
from fieldapp.services import cities
from fieldapp.services.look_up import seek
from fieldapp.services.search import find
from fieldapp.tables.keys import without_label


@dataclass(frozen=True, slots=True)
class Lead:
    """Where a text leads. kind tag: `value` is a code; animal: an id; search: the words; foreign: the text."""

    kind: Literal["tag", "animal", "search", "foreign"]
    value: str


def lead(city: str, text: str, own_host: str) -> Lead:
    """Where `text` leads an officer of `city`; `own_host` is the host (and port) under which this page was opened.

    A text that is no tag of ours is foreign: to be shown as text, never followed.
    """
    scanned = tag_of(text, hosts_of_tags(own_host))
    if scanned.kind == "foreign":
        typed = _typed_number(text)
        if typed is None:
            return Lead("foreign", scanned.text)
        scanned = tag_of(typed, ())
    if scanned.kind == "code" and (seek(scanned.value) or scanned.value == scanned.text):
        return Lead("tag", scanned.value)
    typed = scanned.text if scanned.kind == "code" else scanned.value
    found = [match for match in find(city, typed) if not match.near]
    if len(found) == 1:
        only = found[0]
        return Lead("tag", only.tag_code) if only.tag_code else Lead("animal", str(only.animal_id))
    if scanned.kind == "code" and not found:
        return Lead("tag", scanned.value)
    return Lead("search", typed)


_SEPARATORS = re.compile(r"[\s_./\u2010-\u2015\u2212-]+")


def _typed_number(text: str) -> str | None:
    """A number as people write one: behind "#" or "Tag", with any dash, dot or line; None where it is none."""
    typed = _SEPARATORS.sub("-", without_label(text).strip()).strip("-")
    return typed if tag_of(typed, ()).kind != "foreign" else None


def hosts_of_tags(own_host: str) -> tuple[str, ...]:
    """Every host whose tags are ours: that of this page, and those of every city served here, present and earlier."""
    named = (host for city in cities.cities() for host in cities.tag_hosts(city.id))
    return tuple(dict.fromkeys((own_host.lower(), *named)))
