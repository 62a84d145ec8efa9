"""From the cells of a row to a `Listed`, or to the reason why the row is refused."""

from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache
from operator import itemgetter

from fieldapp.media.sheet_errors import is_error, may_hold_error
from fieldapp.services.license_list.cells import (
    REMEMBERED,
    Refused,
    address_of,
    ended_by,
    joined,
    known,
    one_species,
    plain,
    position_of,
    says,
    sex_of,
    size_of,
    two_names,
    without_controls,
    yes_of,
)  # fmt: skip
from fieldapp.services.license_list.chips import chip_of
from fieldapp.services.license_list.columns import Columns, squeezed
from fieldapp.services.license_list.dates import MONTH_FIRST, DateReader, NoDate, OrderFinder
from fieldapp.services.license_list.keys_in_step import address_key_of as address_key
from fieldapp.services.license_list.listed import LIFE, NO_COLUMN, SEPARATOR
from fieldapp.services.license_list.words import LABELS, LIFETIME, NO_NAMES
from fieldapp.tables.keys import name_key

CELL_LIMIT = 1_000
DATES = ("issued", "ends", "birth", "given", "due")
_FAULT = "!"  # begins what a date's reader says instead of a date; remembered like one, and told when all are read
_AHEAD = frozenset(("ends", "due"))


class RowReader:
    """Reads the rows of one list: the row's key (number, or owner and address) and its packed `Listed`.

    `width`: columns of the header. `orders`: the date order of each date column. `licensed`: the species that the city
    licenses. A call raises Refused.
    `finders` tell afterwards which orders the dates really had; `disagree` counts rows whose status and expiry differ,
    `no_chips` those whose microchip cannot be one, `no_positions` those whose degrees are no place on a map.
    """

    def __init__(
        self,
        columns: Columns,
        width: int,
        orders: Mapping[str, str],
        licensed: frozenset[str],
        *,
        today: date,
        serials: bool,
    ) -> None:
        self._pick = itemgetter(*(columns.at.get(field, width) for field in LABELS))  # beyond the last cell: a blank
        self._at = columns.at
        self._licensed = licensed
        self._species_column = "species" in columns.at
        self._birth_column = "birth" in columns.at
        self._breaks = width - 1
        self.finders = {f: OrderFinder() for f in DATES if f in columns.at}
        self.disagree = self.no_chips = self.no_positions = 0
        self._today = today.isoformat()
        readers = {f: DateReader(orders.get(f, MONTH_FIRST), today.year, f in _AHEAD, serials) for f in self.finders}
        self._days = {
            f: lru_cache(REMEMBERED)(_reads_day(f, reader, self.finders[f]))
            for f, reader in readers.items()
            if f != "birth"
        }
        if self._birth_column:
            self._birth = lru_cache(REMEMBERED)(_reads_birth(readers["birth"], self.finders["birth"], today))

    def __call__(self, row: str) -> tuple[str, str]:
        """`row`: its cells, joined by the separator."""
        if "\0" in row or row.count(SEPARATOR) != self._breaks:
            raise Refused("a cell holds a NUL byte or another control character")
        if not row.isascii():
            row = plain(row)
        elif not row.replace(SEPARATOR, "").isprintable():
            row = without_controls(row)
        cells = [cell.strip() for cell in row.split(SEPARATOR)]
        if len(row) > CELL_LIMIT and any(len(cell) > CELL_LIMIT for cell in cells):
            place = next(place for place, cell in enumerate(cells, 1) if len(cell) > CELL_LIMIT)
            raise Refused(f"a cell is longer than {CELL_LIMIT} characters (column {place})")
        if may_hold_error(row):
            self._refuse_errors(cells)
        cells.append("")
        return self._listed(*self._pick(cells))

    def _refuse_errors(self, cells: list[str]) -> None:
        for field, place in self._at.items():
            if is_error(cells[place]):
                raise Refused(f"{LABELS[field]}: this cell cannot be read, it holds an error: {cells[place]}")

    def _listed(
        self, number: str, name: str, species: str, breed: str, breed2: str, color: str, color2: str, sex: str,
        altered: str, size: str, birth: str, microchip: str, owner: str, owner_first: str, owner_last: str, owner2: str,
        phone: str, email: str, address: str, unit: str, town: str, state: str, code: str, kept_at: str, protected: str,
        issued: str, ends: str, length: str, status: str, given: str, due: str, rabies_tag: str, product: str, vet: str,
        latitude: str, longitude: str,
    ) -> tuple[str, str]:  # fmt: skip
        day = self._days
        species = self._species(species)
        born, within = self._birth(birth) if self._birth_column else (NO_COLUMN, "")
        issued, ends = issued and day["issued"](issued), ends and day["ends"](ends)
        given, due = given and day["given"](given), due and day["due"](due)
        self._judge(species, issued, ends, born, given, due)
        if length and not ends and squeezed(length) in LIFETIME:
            ends = LIFE
        if status and ends and ends != LIFE and says(status) == (ends < self._today):
            self.disagree += 1
        chip = microchip and chip_of(microchip)
        if microchip and not chip and known(microchip):
            self.no_chips += 1
        position = position_of(latitude, longitude) if latitude or longitude else ""
        if not position and (known(latitude) or known(longitude)):
            self.no_positions += 1
        sex, altered = sex_of(sex, altered)
        owner = known(owner) or (two_names(owner_first, owner_last) if owner_first or owner_last else "")
        address = address_of(address, unit, town, state, code) if address else ""
        kept_at, number = kept_at and known(kept_at), number and known(number)
        listed = (
            number, known(name), species, born, within, joined(breed, breed2), joined(color, color2), sex, altered,
            size and size_of(size), chip, owner, owner2 and known(owner2),
            phone and known(phone), email and known(email), address, kept_at, protected and yes_of(protected),
            issued, ends, status, status and ended_by(status), given, due, rabies_tag and known(rabies_tag), product,
            vet and known(vet), position,
        )  # fmt: skip
        return _key(number, owner, address or kept_at), SEPARATOR.join(listed)

    def _species(self, text: str) -> str:
        if not self._species_column:
            return "dog" if "dog" in self._licensed else next(iter(sorted(self._licensed)), "dog")
        return one_species(text)

    def _judge(self, species: str, issued: str, ends: str, *days: str) -> None:
        for day in (issued, ends, *days):
            if day[:1] == _FAULT:
                raise Refused(day[1:])
        if species not in self._licensed:
            raise Refused(
                f'the species "{species}" is not licensed by this city' if species else "the species is blank"
            )
        if issued and ends and ends < issued:
            raise Refused(f"the license ends on {ends}, before it begins on {issued}")


def _reads_day(field: str, reader: DateReader, finder: OrderFinder) -> Callable[[str], str]:
    label = LABELS[field]
    lifetime = field == "ends"

    def day(text: str) -> str:
        finder.see((text,))
        if lifetime and (squeezed(text) in LIFETIME or "9999" in text):
            return LIFE
        if squeezed(text).upper() in NO_NAMES or not squeezed(text):
            return ""
        try:
            return reader.day(text).isoformat()
        except NoDate as wrong:
            return f"{_FAULT}{label}: {wrong}"

    return day


def _reads_birth(reader: DateReader, finder: OrderFinder, today: date) -> Callable[[str], tuple[str, str]]:
    def birth(text: str) -> tuple[str, str]:
        finder.see((text,))
        if squeezed(text).upper() in NO_NAMES or not squeezed(text):
            return "", ""
        try:
            born, within = reader.birth(text)
        except NoDate as wrong:
            return f"{_FAULT}{LABELS['birth']}: {wrong}", ""
        if born > today:
            return f"{_FAULT}{LABELS['birth']}: {text} has not come yet", ""
        return born.isoformat(), within

    return birth


def _key(number: str, owner: str, address: str) -> str:
    if number:
        return number.casefold()
    if owner and address:
        return f"{name_key(owner)}|{address_key(address)}"
    raise Refused("the license number is blank, and owner and address are not both there instead of it")
