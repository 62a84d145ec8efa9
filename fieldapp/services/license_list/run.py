"""Import one list: read and judge all of it, then apply it in short steps, so that officers keep working."""

import hashlib
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from fieldapp import clock
from fieldapp.media.sheets import UnusableSheet
from fieldapp.media.sorting import Sorter
from fieldapp.services.license_list.apply import Counts
from fieldapp.services.license_list.columns import Columns, header_hash
from fieldapp.services.license_list.reading import GivenList, columns_of, open_list, read_rows
from fieldapp.services.license_list.steps import apply, weigh
from fieldapp.tables import audit, imports
from fieldapp.tables.db import reading, writing

Progress = Callable[[str, float], None]
READING, APPLYING = "reading", "applying"


@dataclass(frozen=True, slots=True)
class ListReport:
    """What an import did, or would do (`import_id` None). read = new + changed + unchanged + refused."""

    import_id: int | None
    read: int
    new: int
    changed: int
    unchanged: int
    refused: int
    ignored_columns: tuple[str, ...]
    columns: Mapping[str, str]
    columns_name: str
    refusals: tuple[tuple[int, str], ...]
    disagree: int
    no_chips: int
    no_positions: int
    guarded: tuple[int, ...]
    no_species: bool


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be imported. `licensed`: the species that the city licenses; `today` its law day.

    `mapping` (their column -> our field) and `columns_name`: as given now; both empty: as remembered for the header.
    """

    city: str
    path: Path
    file: str
    licensed: frozenset[str]
    today: date
    actor: str
    mapping: Mapping[str, str] | None = None
    columns_name: str = ""
    person_id: int | None = None


class UnknownColumns(Exception):
    """There are no saved columns of that name."""


def import_list(order: Order, *, dry_run: bool = False, progress: Progress | None = None) -> ListReport:
    """Read, judge and (not with `dry_run`) apply a list; gives what came of it.

    Pass 1 takes no write lock. Pass 2 writes in transactions of at most about a second, each whole in itself: an import
    that was killed is completed by giving the same file again. Raises UnusableSheet or UnknownColumns with a sentence,
    with nothing stored. Two audit entries frame an import: begin (the file's hash) and end (the counts).
    """
    given = open_list(order.path, order.file)
    name, mapping = _mapping(order, given)
    columns = columns_of(given, mapping)
    tell = progress or (lambda _phase, _share: None)
    rows, reader, read = read_rows(
        given, columns, order.licensed, order.today, Sorter, lambda share: tell(READING, share)
    )
    with closing(rows):
        if dry_run:
            import_id = None
            total = weigh(order.city, rows, lambda share: tell(APPLYING, share))
        else:
            import_id = _begin(order, given, columns)
            total = apply(order.city, rows, import_id, lambda share: tell(APPLYING, share))
            _keep_refusals(order.city, import_id, given, rows)
            _end(order, import_id, given, read, total, rows.count_aside(), name, mapping)
        refusals = _refusals(rows)
    return ListReport(
        import_id, read, total.new, total.changed, total.unchanged, len(refusals), columns.ignored, columns.named,
        name, refusals, reader.disagree, reader.no_chips, reader.no_positions, tuple(sorted(total.guarded)),
        "species" not in columns.at,
    )  # fmt: skip


def _mapping(order: Order, given: GivenList) -> tuple[str, Mapping[str, str]]:
    """The name and the mapping that count: given now, saved under the name, or remembered for the header."""
    if order.mapping:
        return order.columns_name, order.mapping
    with reading() as connection:
        if order.columns_name:
            saved = imports.map_named(connection, order.city, order.columns_name)
            if saved is None:
                msg = (
                    f'there are no saved columns "{order.columns_name}": give them with --map "THEIR COLUMN=our field"'
                )
                raise UnknownColumns(msg)
            return order.columns_name, saved
        return imports.map_for_header(connection, order.city, header_hash(given.header)) or ("", {})


def _begin(order: Order, given: GivenList, columns: Columns) -> int:
    digest, file = _sha256(order.path), Path(order.file).name  # where it lies on this machine is nobody's business
    with writing() as connection:
        import_id = imports.begin(
            connection, order.city, file_name=file, file_sha256=digest, person_id=order.person_id,
            started_at=clock.now(), ignored_columns=list(columns.ignored), columns=[_stored(n) for n in given.header],
        )  # fmt: skip
        audit.append(
            connection, order.city, actor=order.actor, action="import.begin", subject=f"import:{import_id}",
            detail={"file": file, "sha256": digest},
        )  # fmt: skip
    return import_id


def _keep_refusals(city: str, import_id: int, given: GivenList, rows: Sorter) -> None:
    """Store every refused row with its words: the file is read once more, beside the refused lines in order."""
    lines = rows.aside()
    wanted = next(lines, None)
    kept: list[tuple[int, str, list[str]]] = []
    for line, cells, _ in given.rows() if wanted else ():
        if wanted is None:
            break
        if line == wanted[0]:
            kept.append((line, wanted[1], [_stored(cell) for cell in cells]))
            wanted = next(lines, None)
        if len(kept) >= 2_000:
            _store_refusals(city, import_id, kept)
    _store_refusals(city, import_id, kept)


def _store_refusals(city: str, import_id: int, kept: list[tuple[int, str, list[str]]]) -> None:
    if kept:
        with writing() as connection:
            imports.add_refusals(connection, city, import_id, kept)
        kept.clear()


def _end(
    order: Order, import_id: int, given: GivenList, read: int, total: Counts, refused: int, name: str,
    mapping: Mapping[str, str],
) -> None:  # fmt: skip
    counts = {
        "read": read,
        "new": total.new,
        "changed": total.changed,
        "unchanged": total.unchanged,
        "refused": refused,
    }
    with writing() as connection:
        imports.finish(connection, order.city, import_id, finished_at=clock.now(), **counts)
        if order.columns_name and order.mapping:
            imports.save_map(connection, order.city, name, header_hash(given.header), dict(mapping))
        audit.append(
            connection, order.city, actor=order.actor, action="import.end", subject=f"import:{import_id}", detail=counts
        )


def _refusals(rows: Sorter) -> tuple[tuple[int, str], ...]:
    same: dict[str, str] = {}
    return tuple((line, same.setdefault(reason, reason)) for line, reason in rows.aside())


def _stored(cell: str) -> str:
    """A cell as both databases can keep it: what is no character becomes a question mark in a diamond."""
    return cell.replace("\0", "\ufffd").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


__all__ = ["APPLYING", "READING", "ListReport", "Order", "UnknownColumns", "UnusableSheet", "import_list"]
