"""What a kind of record is, and what its service gets to apply one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection

Payload = Mapping[str, Any]


class Unusable(ValueError):
    """A payload makes no sense; the sentence says why, for the office and for the form."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the phone was: degrees (WGS 84), accuracy in meters, and the instant of that position, UTC."""

    lat: Decimal
    lon: Decimal
    accuracy_m: int
    at: datetime


@dataclass(frozen=True, slots=True)
class ManifestLine:
    """One file of a record's photos; `form` is "original" or "copy", `taken_at` as the phone says it ("" unknown)."""

    slot: str
    form: str
    sha256: str
    bytes: int
    type: str
    taken_at: str

    @property
    def kind(self) -> str:
        """The kind of photo: what stands before the number of its slot ("dog-1")."""
        return self.slot.rpartition("-")[0]


@dataclass(frozen=True, slots=True)
class Received:
    """A record on its way into its tables.

    `key` is its row, `id` its UUID; `author` a person who has a role in `city`; `device` a UUID or "desk-CITY";
    `sealed_at` is the phone's time, `received_at` the server's, both UTC; `parents` are applied already.
    """

    city: str
    key: int
    id: str
    author: int
    device: str
    sealed_at: datetime
    received_at: datetime
    city_by: str
    place: Place | None
    parents: tuple[str, ...]
    number: str | None
    photos: tuple[ManifestLine, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of record. `schemas`: version -> what reads a payload and raises Unusable where it makes no sense.

    `apply` writes the meaning within the caller's transaction and gives its subject ("note:12"); it may raise Unusable
    too, and then nothing of it stays. It appends no audit entry: the road does. `photo_kinds`: what its photos may
    show. `page`: the address of a subject's page, with {} for the row's number ("/notes/{}"). `example`: payloads that
    are good, as the newest schema has them, by which the tests of the road try this kind.
    """

    name: str
    title: str
    schemas: Mapping[int, Callable[[Payload], Any]]
    photo_kinds: frozenset[str]
    apply: Callable[[Connection, Received, Any], str]
    page: str
    example: Callable[[], tuple[Payload, ...]]
