"""Lists that clerks upload: kept in a folder, weighed and applied beside the pages, their state in the database."""

import secrets
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import Row

from fieldapp import clock
from fieldapp.services.cities import law_day, licensed_species
from fieldapp.services.license_list.run import APPLYING, ListReport, Order, UnknownColumns, UnusableSheet, import_list
from fieldapp.tables import imports
from fieldapp.tables.db import reading, writing

WAITING, WEIGHING, WEIGHED, APPLIES, DONE, FAILED = "waiting", "weighing", "weighed", "applying", "done", "failed"
BUSY = (WEIGHING, APPLIES)
QUIET = timedelta(seconds=90)  # work that has said nothing for so long has ended with its process
KEPT = timedelta(days=7)

Starter = Callable[[Callable[[], None]], None]


class NoSuchList(LookupError):
    """The city has no such uploaded list."""


@dataclass(frozen=True, slots=True)
class GivenReading:
    """An uploaded list. `counts`: of the dry run or the import. `stopped`: its work ended with its process."""

    id: int
    file: str
    path: Path
    given_at: datetime
    state: str
    stopped: bool
    share: int
    said: str
    counts: Mapping[str, Any]
    columns: Mapping[str, str] | None
    columns_name: str
    import_id: int | None
    person_id: int

    @property
    def busy(self) -> bool:
        """Whether it is being weighed or applied now."""
        return self.state in BUSY and not self.stopped


def take(city: str, person_id: int, file: str, stream: BinaryIO, folder: Path) -> int:
    """Keep an uploaded list in `folder` under a name of our own; its id. Lists older than a week go."""
    folder.mkdir(mode=0o700, exist_ok=True)
    _sweep(folder)
    stored = secrets.token_hex(16)
    with (folder / stored).open("xb") as out:
        shutil.copyfileobj(stream, out, 1024 * 1024)
    now = clock.now()
    name = "".join(c for c in file.replace("\\", "/").rpartition("/")[2] if c.isprintable())[:120] or "list"
    with writing() as connection:
        return imports.take_list(
            connection, city, person_id=person_id, file_name=name, stored_as=stored, given_at=now, state=WAITING,
            touched_at=now, counts={},
        )  # fmt: skip


def look(city: str, given_id: int, folder: Path) -> GivenReading:
    """How an uploaded list stands. Raises NoSuchList."""
    with reading() as connection:
        row = imports.given_list(connection, city, given_id)
    if row is None:
        raise NoSuchList(given_id)
    return _reading(row, folder)


def all_given(city: str, folder: Path) -> list[GivenReading]:
    """The city's uploaded lists that are not done."""
    with reading() as connection:
        return [_reading(row, folder) for row in imports.given_lists(connection, city)]


def settle_columns(city: str, given_id: int, columns: Mapping[str, str], name: str) -> None:
    """Say what each column means; under `name` it is remembered when the list is applied."""
    with writing() as connection:
        imports.set_given(
            connection, city, given_id, only_if=(WAITING, WEIGHED, FAILED, WEIGHING), columns=dict(columns),
            columns_name=" ".join(name.split())[:80], state=WAITING, counts={}, said="",
        )  # fmt: skip


def start(city: str, given: GivenReading, start_work: Starter, *, actor: str, apply: bool) -> bool:
    """Weigh (dry run) or apply a list through `start_work`; False where somebody else has started it already."""
    state = APPLIES if apply else WEIGHING
    allowed = (WEIGHED,) if apply else (WAITING, FAILED, WEIGHED)
    if given.stopped:
        allowed = (*allowed, given.state)
    with writing() as connection:
        begun = imports.set_given(
            connection, city, given.id, only_if=allowed, state=state, share=0, said="", touched_at=clock.now()
        )
    if begun:
        start_work(lambda: _work(city, given, actor, apply=apply))
    return begun


def forget(city: str, given: GivenReading) -> None:
    """Throw an uploaded list away."""
    with writing() as connection:
        imports.forget_given(connection, city, given.id)
    given.path.unlink(missing_ok=True)


def order_of(city: str, given: GivenReading, actor: str) -> Order:
    """The import of an uploaded list. Columns without a name are used for this list only."""
    return Order(
        city, given.path, given.file, licensed_species(city), law_day(city), actor, given.columns,
        given.columns_name if given.columns else "", given.person_id,
    )  # fmt: skip


def _work(city: str, given: GivenReading, actor: str, *, apply: bool) -> None:
    told = clock.now()

    def tell(phase: str, share: float) -> None:
        nonlocal told
        now = clock.now()
        if now - told >= timedelta(seconds=1):
            told = now
            done = int(100 * (0.3 + 0.7 * share if phase == APPLYING else 0.3 * share))
            _say(city, given.id, share=done)

    try:
        report = import_list(order_of(city, given, actor), dry_run=not apply, progress=tell)
    except (UnusableSheet, UnknownColumns) as wrong:
        _say(city, given.id, state=FAILED, said=str(wrong))
    except BaseException:
        _say(
            city,
            given.id,
            state=FAILED,
            said="Something went wrong here. Give the same list again: it goes on from there.",
        )
        raise
    else:
        state = DONE if apply else WEIGHED
        _say(city, given.id, state=state, share=100, counts=counts(report), import_id=report.import_id)
        if apply:
            given.path.unlink(missing_ok=True)


def counts(report: ListReport) -> dict[str, Any]:
    """A report as it is kept with an uploaded list: counts, and the first refused rows."""
    return {
        "read": report.read, "new": report.new, "changed": report.changed, "unchanged": report.unchanged,
        "refused": report.refused, "ignored": list(report.ignored_columns), "disagree": report.disagree,
        "no_chips": report.no_chips, "no_positions": report.no_positions,
        "guarded": list(report.guarded[:20]), "guarded_rows": len(report.guarded),
        "no_species": report.no_species, "refusals": [list(pair) for pair in report.refusals[:20]],
    }  # fmt: skip


def _say(city: str, given_id: int, **values: object) -> None:
    with writing() as connection:
        imports.set_given(connection, city, given_id, only_if=BUSY, touched_at=clock.now(), **values)


def _reading(row: Row[*tuple[Any, ...]], folder: Path) -> GivenReading:
    stopped = row.state in BUSY and clock.now() - row.touched_at > QUIET
    return GivenReading(
        row.id, row.file_name, folder / row.stored_as, row.given_at, row.state, stopped, row.share, row.said,
        row.counts, row.columns, row.columns_name, row.import_id, row.person_id,
    )  # fmt: skip


def _sweep(folder: Path) -> None:
    oldest = (clock.now() - KEPT).timestamp()
    for file in folder.iterdir():
        if file.stat().st_mtime < oldest:
            file.unlink(missing_ok=True)
