"""Earlier enforcement about an animal as the offline list holds it: kind and day, nothing else.

A later kind of record joins by one line in KINDS.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.services import cities
from fieldapp.services.field_notes.read import SHOWN_OF_ANIMAL
from fieldapp.services.field_notes.words import ended_in_words
from fieldapp.tables import pack_queries

YEARS_BACK = 3


@dataclass(frozen=True, slots=True)
class Earlier:
    """What happened about an animal, in a few words, and on which law day."""

    says: str
    day: date


Kind = Callable[[Connection, str, datetime], Iterator[tuple[int, Earlier]]]


def _field_notes(connection: Connection, city: str, since: datetime) -> Iterator[tuple[int, Earlier]]:
    zone = ZoneInfo(cities.zone(city))
    for note in pack_queries.notes_since(connection, city, since):
        yield note.animal_id, Earlier(ended_in_words(note.ended, ""), note.occurred_at.astimezone(zone).date())


KINDS: Sequence[Kind] = (_field_notes,)


def by_animal(connection: Connection, city: str) -> Mapping[int, Sequence[Earlier]]:
    """The latest of three years for each animal of the city that there is any of, the latest first."""
    since = clock.now() - timedelta(days=366 * YEARS_BACK)
    found: dict[int, list[Earlier]] = defaultdict(list)
    for kind in KINDS:
        for animal, one in kind(connection, city, since):
            found[animal].append(one)
    return {a: sorted(all_, key=lambda e: e.day, reverse=True)[:SHOWN_OF_ANIMAL] for a, all_ in found.items()}
