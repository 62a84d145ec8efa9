"""What a person sees of a list before it is applied: each column with our word for it, and the first rows as read."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import islice
from pathlib import Path

from fieldapp.media.sheets import UnusableSheet
from fieldapp.services.license_list.cells import Refused
from fieldapp.services.license_list.columns import IGNORE, header_hash, shown, suggested
from fieldapp.services.license_list.listed import LIFE, NO_COLUMN, SEPARATOR, Listed, unpacked
from fieldapp.services.license_list.read import RowReader
from fieldapp.services.license_list.reading import columns_of, guessed_orders, open_list
from fieldapp.services.license_list.words import LABELS
from fieldapp.tables import imports
from fieldapp.tables.db import reading

ROWS = 8
_DATES = ("issued", "ends", "born", "given", "due")
_SHOWN = ("number", "name", "species", "breed", "born", "owner", "address", "phone", "issued", "ends", "given", "due",
          "position")  # fmt: skip
_LABELS = {**LABELS, "born": LABELS["birth"], "position": "position of the address"}


@dataclass(frozen=True, slots=True)
class ColumnReading:
    """A column of the list: its name, the field that it means ("": not used), and the first words in it."""

    name: str
    field: str
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """`labels`: the columns of `rows`; a row is its line, its values (dates with the month's name), why it is refused.

    `wrong`: why the list cannot be taken with these columns, "" where it can.
    """

    columns: tuple[ColumnReading, ...]
    labels: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...], str], ...]
    wrong: str
    columns_name: str


def preview(
    city: str, path: Path, file: str, mapping: Mapping[str, str] | None, licensed: frozenset[str], today: date
) -> Preview:
    """The preview of a list with the columns that a person settled, else as remembered or recognized.

    Raises UnusableSheet where the file is no list at all.
    """
    given = open_list(path, file)
    name = ""
    if mapping is None:
        with reading() as connection:
            name, mapping = imports.map_for_header(connection, city, header_hash(given.header)) or ("", {})
    first = list(islice(given.rows(), ROWS))
    meant = suggested(given.header, mapping)
    columns = tuple(
        ColumnReading(
            name_of, meant.get(place, ""),
            tuple(dict.fromkeys(c[:60] for row in first if not row.fault and (c := row.cells[place].strip())))[:3],
        )
        for place, name_of in enumerate(shown(given.header))
    )  # fmt: skip
    try:
        found = columns_of(given, mapping)
    except UnusableSheet as wrong:
        return Preview(columns, (), (), str(wrong), name)
    reader = RowReader(
        found, len(given.header), guessed_orders(given, found), licensed, today=today,
        serials=given.sheet.is_workbook,
    )  # fmt: skip
    read = [(row.line, *_one(reader, row.cells, row.fault)) for row in first]
    used = [f for f in _SHOWN if any(listed and getattr(listed, f) not in ("", NO_COLUMN) for _, listed, _ in read)]
    rows = tuple((line, _values(listed, used), reason) for line, listed, reason in read)
    return Preview(columns, tuple(_LABELS[f] for f in used), rows, "", name)


def fields() -> tuple[tuple[str, str], ...]:
    """Every field that a column can mean, and its words."""
    return ((IGNORE, "not used"), *LABELS.items())


def _one(reader: RowReader, cells: list[str], fault: str) -> tuple[Listed | None, str]:
    if fault:
        return None, fault
    try:
        return unpacked(reader(SEPARATOR.join(cells))[1]), ""
    except Refused as reason:
        return None, str(reason)


def _values(listed: Listed | None, used: list[str]) -> tuple[str, ...]:
    if listed is None:
        return ()
    return tuple(_words(getattr(listed, f), within=listed.born_within if f == "born" else "day", is_date=f in _DATES)
                 for f in used)  # fmt: skip


def _words(text: str, *, within: str, is_date: bool) -> str:
    if not is_date or not text or text == NO_COLUMN:
        return "" if text == NO_COLUMN else text
    if text == LIFE:
        return "for life"
    day = date.fromisoformat(text)
    if within == "year":
        return str(day.year)
    return f"{day:%B} {day.year}" if within == "month" else f"{day:%B} {day.day}, {day.year}"
