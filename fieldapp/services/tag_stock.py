"""The tags of a city: make new ones for a year, count them, list them, find one by what a person types."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from fieldapp import clock
from fieldapp.media.tag_code import new_code, read_code
from fieldapp.services import cities
from fieldapp.tables import audit, tags_queries
from fieldapp.tables.db import reading, writing
from fieldapp.tables.keys import number_key, number_runs
from fieldapp.tables.tags_queries import TagRow

MOST_AT_ONCE = 10_000
YEARS = range(2000, 2100)  # two digits of the year stand in the number
_TRIES = 25


class TagRefusal(Exception):
    """What was asked cannot be done with this tag; the sentence says why and names what can be done."""


class UnknownTag(LookupError):
    """The city has no such tag; the sentence says what was looked for."""


@dataclass(frozen=True, slots=True)
class ListedTag:
    """A tag of a city. `animal`: its name, or its species and id where it has none; None for a tag in stock."""

    id: int
    code: str
    number: str
    year: int | None
    serial: int | None
    state: str
    since: date
    issued_on: date | None
    replaced_by: int | None
    animal_id: int | None
    animal: str | None


@dataclass(frozen=True, slots=True)
class YearOfTags:
    """How many tags of a year (None: of no year that is known) are in each state."""

    year: int | None
    by_state: Mapping[str, int]

    @property
    def gone(self) -> int:
        """How many were lost, stolen, destroyed or replaced."""
        return sum(count for state, count in self.by_state.items() if state not in {"in_stock", "issued"})


def make(city: str, count: int, year: int, *, actor: str) -> tuple[ListedTag, ...]:
    """Make `count` tags of a year for a city, in stock, numbered on from the last one; one audit entry for all.

    Raises TagRefusal for a count or a year out of range.
    """
    if not 1 <= count <= MOST_AT_ONCE:
        msg = f"Make between 1 and {MOST_AT_ONCE:,} tags at once, not {count:,}."
        raise TagRefusal(msg)
    if year not in YEARS:
        msg = f"{year} is no year of a tag: write four digits from {YEARS[0]} to {YEARS[-1]}."
        raise TagRefusal(msg)
    for _ in range(_TRIES):  # a code drawn twice, or another maker took the numbers between reading and storing
        try:
            with writing() as connection:
                return _made(connection, city, count, year, actor)
        except IntegrityError:
            continue
    msg = "Others are making tags of this city at the same time. Nothing was made: try again."
    raise TagRefusal(msg)


def _made(connection: Connection, city: str, count: int, year: int, actor: str) -> tuple[ListedTag, ...]:
    numbers = _free_numbers(connection, city, count, year)
    day = cities.law_day(city)
    at = clock.now()
    rows = [
        {
            "code": new_code(), "number": number, "number_key": number_key(number), "number_runs": number_runs(number),
            "year": year, "serial": serial, "state": "in_stock", "state_since": day, "made_at": at,
        }
        for serial, number in numbers.items()
    ]  # fmt: skip
    tags_queries.add(connection, city, rows)
    made = tags_queries.chosen(connection, city, year=year, serials=(min(numbers), max(numbers)))
    words = {"count": count, "year": year, "first": made[0].number, "last": made[-1].number}
    audit.append(connection, city, actor=actor, action="tags_made", subject=f"tags:{year}", detail=words)
    return tuple(map(listed, made))


def _free_numbers(connection: Connection, city: str, count: int, year: int) -> dict[int, str]:
    """Serial -> printed number of the next `count` tags; a number that an earlier list brought is passed over."""
    serial = tags_queries.next_serial(connection, city, year)
    free: dict[int, str] = {}
    while len(free) < count:
        wanted = {s: printed_number(year, s) for s in range(serial, serial + count - len(free))}
        taken = tags_queries.taken_numbers(connection, city, wanted.values())
        free |= {s: number for s, number in wanted.items() if number not in taken}
        serial += len(wanted)
    return free


def printed_number(year: int, serial: int) -> str:
    """The number that stands on a tag in letters: the year's last two digits and the count, as in 26-00417."""
    return f"{year % 100:02}-{serial:05}"


def stock(city: str) -> tuple[YearOfTags, ...]:
    """The city's tags counted by year and state, the newest year first."""
    with reading() as connection:
        rows = tags_queries.stock(connection, city)
    years = dict.fromkeys(row.year for row in rows)
    return tuple(YearOfTags(year, {row.state: row.tags for row in rows if row.year == year}) for year in years)


def choose(
    city: str,
    *,
    states: Collection[str] = (),
    year: int | None = None,
    numbers: Collection[str] = (),
    serials: tuple[int, int] | None = None,
) -> tuple[ListedTag, ...]:
    """The city's tags, bound ones first, then the stock, each by year and count; all where nothing narrows the choice.

    Raises UnknownTag where one of `numbers` (as a person types it, or a code) is no tag of the city.
    """
    with reading() as connection:
        exact = [_one(connection, city, find_in(connection, city, text)).number for text in numbers]
        rows = tags_queries.chosen(connection, city, states=states, year=year, numbers=exact, serials=serials)
    return tuple(map(listed, rows))


def find(city: str, text: str) -> ListedTag:
    """The tag that a person means by a number or a code. Raises UnknownTag where there is none or more than one."""
    with reading() as connection:
        return listed(_one(connection, city, find_in(connection, city, text)))


def by_code(city: str, code: str) -> ListedTag:
    """The tag of the city with this code, in any case of letters. Raises UnknownTag."""
    found = find(city, code) if read_code(code) else None
    if found is None or found.code != read_code(code):
        msg = f"{cities.city(city).name} has no tag with the code {code[:40]!r}."
        raise UnknownTag(msg)
    return found


def one(city: str, tag_id: int) -> ListedTag:
    """A tag of the city by its id. Raises UnknownTag where the city has none of that id."""
    with reading() as connection:
        return listed(_one(connection, city, tag_id))


def find_in(connection: Connection, city: str, text: str) -> int:
    """The id of the tag that a person means. Raises UnknownTag."""
    found = tags_queries.named(connection, city, text.strip(), read_code(text))
    if len(found) == 1:
        return found[0]
    name = cities.city(city).name
    says = f"More than one tag of {name} reads {text!r}: type it in full." if found else f"{name} has no tag {text!r}."
    raise UnknownTag(says)


def _one(connection: Connection, city: str, tag_id: int) -> TagRow:
    row = tags_queries.one(connection, city, tag_id)
    if row is None:
        msg = f"{cities.city(city).name} has no tag with the id {tag_id}."
        raise UnknownTag(msg)
    return row


def listed(row: TagRow) -> ListedTag:
    """A row of tags_queries as a frozen reading."""
    animal = None if row.animal_id is None else row.name or f"{row.species} {row.animal_id}"
    return ListedTag(
        row.id, row.code, row.number, row.year, row.serial, row.state, row.state_since, row.issued_on, row.replaced_by,
        row.animal_id, animal,
    )  # fmt: skip
