"""Pass 2: the rows of some numbers at a time, in transactions of at most about a second."""

import time
from collections.abc import Callable, Iterator
from itertools import chain, groupby, islice
from operator import itemgetter

from sqlalchemy.exc import IntegrityError

from fieldapp import clock
from fieldapp.media.sorting import Sorter
from fieldapp.services.license_list.apply import Counts, Group, apply_step, decide_step
from fieldapp.tables import list_queries
from fieldapp.tables.bulk import prepare_for_many
from fieldapp.tables.db import reading, writing

Tell = Callable[[float], None]

MOST_OF_A_NUMBER = 1_000
_STEP_SECONDS = 0.45  # what a step aims at; the promise is a second
_PAUSE_SECONDS = 0.03  # between steps, so that an officer's write comes in
_FIRST_STEP, _SMALLEST, _LARGEST = 1_000, 100, 8_000
_TRIES = 3


def _groups(rows: Sorter) -> Iterator[Group]:
    """The rows of each number, in order. A number on thousands of rows is no number: all of them are set aside."""
    for key, same in groupby(rows.by_key(), key=itemgetter(0)):
        group = [(line, mark, text) for _, line, mark, text in islice(same, MOST_OF_A_NUMBER + 1)]
        if len(group) <= MOST_OF_A_NUMBER:
            yield key, group
            continue
        for line in chain((line for line, _, _ in group), (line for _, line, _, _ in same)):
            rows.set_aside(line, f"this number is on more than {MOST_OF_A_NUMBER} rows")


def _steps(rows: Sorter, size: Callable[[], int]) -> Iterator[tuple[list[Group], int]]:
    """Groups for one step each, about `size()` rows, and how many rows they hold."""
    step, held = [], 0
    for group in _groups(rows):
        step.append(group)
        held += len(group[1])
        if held >= size():
            yield step, held
            step, held = [], 0
    if step:
        yield step, held


def weigh(city: str, rows: Sorter, tell: Tell) -> Counts:
    """What applying would come to; changes nothing. Refused lines are set aside in `rows`."""
    total, done, of = Counts(), 0, rows.count_rows() or 1
    with reading() as connection:
        for step, held in _steps(rows, lambda: 5_000):
            _, counts = decide_step(connection, city, step)
            _add(total, counts, rows)
            done += held
            tell(done / of)
    return total


def apply(city: str, rows: Sorter, import_id: int, tell: Tell) -> Counts:
    """Store what is new or changed, step by step. Refused lines are set aside in `rows`."""
    total, done, of = Counts(), 0, rows.count_rows() or 1
    pace = _Pace()
    for step, held in _steps(rows, lambda: pace.rows):
        began = time.monotonic()
        _add(total, _one_step(city, step, import_id), rows)
        pace.took(held, time.monotonic() - began)
        done += held
        tell(done / of)
        time.sleep(_PAUSE_SECONDS)
    return total


class _Pace:
    """How many rows a step takes, so that it lasts about _STEP_SECONDS on this machine now."""

    def __init__(self) -> None:
        self.rows = _FIRST_STEP

    def took(self, held: int, seconds: float) -> None:
        """A step of `held` rows lasted so long."""
        fitting = held * _STEP_SECONDS / max(seconds, 0.001)
        self.rows = int(max(_SMALLEST, min(_LARGEST, self.rows * 2, fitting)))


def _one_step(city: str, step: list[Group], import_id: int) -> Counts:
    """One transaction. Where another writer made the same owner's address meanwhile, it is judged and tried again."""
    for attempt in range(_TRIES):
        try:
            with writing() as connection:
                prepare_for_many(connection)
                list_queries.lock_city(connection, city)
                return apply_step(connection, city, step, import_id, clock.now())
        except IntegrityError:
            if attempt == _TRIES - 1:
                raise
    msg = "a step is tried at least once"
    raise AssertionError(msg)


def _add(total: Counts, counts: Counts, rows: Sorter) -> None:
    total.new += counts.new
    total.changed += counts.changed
    total.unchanged += counts.unchanged
    total.guarded += counts.guarded
    for line, reason in counts.refused:
        rows.set_aside(line, reason)
