"""From the cells of a row to a `Listed`, or to the reason why the row is refused."""

from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache
from operator import itemgetter

from fieldapp.services.license_list.columns import Columns, squeezed
from fieldapp.services.license_list.dates import MONTH_FIRST, DateReader, NoDate, OrderFinder
from fieldapp.services.license_list.keys_in_step import address_key_of as address_key
from fieldapp.services.license_list.listed import LIFE, NO_COLUMN, SEPARATOR
from fieldapp.services.license_list.words import (
    ALTERED,
    ENDS_TERM,
    LABELS,
    LIFETIME,
    NO_NAMES,
    SAYS_CURRENT,
    SAYS_ENDED,
    SEXES,
    SPECIES,
)  # fmt: skip
from fieldapp.tables.keys import name_key

CELL_LIMIT = 1_000
_KNOWN = 50_000  # texts that one column remembers
DATES = ("issued", "ends", "birth", "given", "due")
_FAULT = "!"  # begins what a date's reader says instead of a date; remembered like one, and told when all are read
_AHEAD = frozenset(("ends", "due"))


class Refused(Exception):
    """This row cannot be taken; `str()` is the reason for people."""


class RowReader:
    """Reads the rows of one list: `reader(cells)` gives the row's key (number, or owner and address) and its packed `Listed`.

    `width`: columns of the header. `orders`: the date order of each date column. `licensed`: the species that the city licenses. Raises Refused.
    `finders` tell afterwards which orders the dates really had; `disagree` counts rows whose status and expiry differ.
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
        self._licensed = licensed
        self._species_column = "species" in columns.at
        self._birth_column = "birth" in columns.at
        self._breaks = width - 1
        self.finders = {f: OrderFinder() for f in DATES if f in columns.at}
        self.disagree = 0
        self._today = today.isoformat()
        readers = {f: DateReader(orders.get(f, MONTH_FIRST), today.year, f in _AHEAD, serials) for f in self.finders}
        self._days = {
            f: lru_cache(_KNOWN)(_reads_day(f, reader, self.finders[f]))
            for f, reader in readers.items()
            if f != "birth"
        }
        if self._birth_column:
            self._birth = lru_cache(_KNOWN)(_reads_birth(readers["birth"], self.finders["birth"], today))

    def __call__(self, joined: str) -> tuple[str, str]:
        """`joined`: the row's cells, joined by the separator."""
        if "\0" in joined or joined.count(SEPARATOR) != self._breaks:
            raise Refused("a cell holds a NUL byte or another control character")
        if not joined.isascii():
            joined = _plain(joined)
        elif not joined.replace(SEPARATOR, "").isprintable():
            joined = _without_controls(joined)
        cells = [cell.strip() for cell in joined.split(SEPARATOR)]
        if len(joined) > CELL_LIMIT and any(len(cell) > CELL_LIMIT for cell in cells):
            raise Refused(f"a cell is longer than {CELL_LIMIT} characters")
        cells.append("")
        return self._listed(*self._pick(cells))

    def _listed(
        self, number: str, name: str, species: str, breed: str, breed2: str, color: str, color2: str, sex: str,
        altered: str, size: str, birth: str, microchip: str, owner: str, owner_first: str, owner_last: str, owner2: str,
        phone: str, email: str, address: str, unit: str, town: str, state: str, code: str, kept_at: str, protected: str,
        issued: str, ends: str, length: str, status: str, given: str, due: str, rabies_tag: str, product: str, vet: str,
    ) -> tuple[str, str]:  # fmt: skip
        day = self._days
        species = self._species(species)
        born, within = self._birth(birth) if self._birth_column else (NO_COLUMN, "")
        issued, ends = issued and day["issued"](issued), ends and day["ends"](ends)
        given, due = given and day["given"](given), due and day["due"](due)
        self._judge(species, issued, ends, born, given, due)
        if length and not ends and squeezed(length) in LIFETIME:
            ends = LIFE
        if status and ends and ends != LIFE and _says(status) == (ends < self._today):
            self.disagree += 1
        sex, altered = _sex(sex, altered)
        owner = _known(owner) or (_two_names(owner_first, owner_last) if owner_first or owner_last else "")
        address = _address(address, unit, town, state, code) if address else ""
        kept_at, number = kept_at and _known(kept_at), number and _known(number)
        listed = (
            number, _known(name), species, born, within, _joined(breed, breed2), _joined(color, color2), sex, altered,
            size and _size(size), microchip and _known(microchip), owner, owner2 and _known(owner2),
            phone and _known(phone), email and _known(email), address, kept_at, protected and _yes(protected), issued, ends,
            status, status and _ended(status), given, due, rabies_tag and _known(rabies_tag), product, vet and _known(vet),
        )  # fmt: skip
        return _key(number, owner, address or kept_at), SEPARATOR.join(listed)

    def _species(self, text: str) -> str:
        if not self._species_column:
            return "dog" if "dog" in self._licensed else next(iter(sorted(self._licensed)), "dog")
        return _one_species(text)

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


@lru_cache(4096)
def _one_species(text: str) -> str:
    word = " ".join(text.casefold().split())
    return SPECIES.get(word, "" if squeezed(word).upper() in NO_NAMES else word)


@lru_cache(4096)
def _sex(sex: str, altered: str) -> tuple[str, str]:
    """ "Yes / Male", "MN", "Spayed Female", and a column of its own for altered: the sex, and "y", "n" or ""."""
    words = sex.casefold().replace("/", " ").replace("-", " ").replace(",", " ").split()
    if len(words) == 2 and words[0] in ("m", "f") and words[1] in ("n", "s"):
        words = [words[0] + words[1]]
    found = next((SEXES[word] for word in words if word in SEXES), "")
    done = next((ALTERED[word] for word in words if word in ALTERED), None)
    if altered:
        first = altered.casefold().replace("/", " ").split()
        own = next((ALTERED[word] for word in first if word in ALTERED), None)
        done = done if own is None else own
    return found, "" if done is None else "y" if done else "n"


@lru_cache(_KNOWN)
def _known(text: str) -> str:
    """The text, or "" where it only stands in for a missing one ("NAME NOT PROVIDED", "N/A", "-")."""
    bare = squeezed(text)
    return "" if bare.upper() in NO_NAMES or (not bare and text.isascii()) else text


@lru_cache(_KNOWN)
def _joined(first: str, second: str) -> str:
    return " / ".join(part for part in (_known(first), _known(second)) if part)


def _two_names(first: str, last: str) -> str:
    return " ".join(part for part in (_known(first), _known(last)) if part)


def _address(street: str, unit: str, town: str, state: str, code: str) -> str:
    street = _known(street)
    if not street or not (unit or town or state or code):
        return street
    if unit and _known(unit):
        street = f"{street}, {unit if not unit[0].isdigit() else 'Unit ' + unit}"
    tail = " ".join(part for part in (_known(state), _known(code)) if part)
    return ", ".join(part for part in (street, _known(town), tail) if part)


@lru_cache(1024)
def _size(text: str) -> str:
    word = text.casefold()
    return {"s": "small", "m": "medium", "l": "large", "xl": "large"}.get(word, word if word in ("small", "medium", "large")
                                                                          else "")  # fmt: skip


@lru_cache(256)
def _yes(text: str) -> str:
    return "y" if ALTERED.get(text.casefold()) else ""


@lru_cache(4096)
def _ended(status: str) -> str:
    word = status.casefold()
    return next((meaning for part, meaning in ENDS_TERM if part in word), "")


@lru_cache(4096)
def _says(status: str) -> bool | None:
    """Whether the list's own word says that the license is current (True) or over (False); None: neither."""
    word = status.casefold()
    return True if word in SAYS_CURRENT else False if word in SAYS_ENDED else None


def _key(number: str, owner: str, address: str) -> str:
    if number:
        return number.casefold()
    if owner and address:
        return f"{name_key(owner)}|{address_key(address)}"
    raise Refused("the license number is blank, and owner and address are not both there instead of it")


def _plain(joined: str) -> str:
    try:
        joined.encode()
    except UnicodeEncodeError:
        raise Refused("a cell holds bytes that are no text in the encoding of this file") from None
    return joined if joined.replace(SEPARATOR, "").isprintable() else _without_controls(joined)


def _without_controls(joined: str) -> str:
    """Line ends and tabs inside a cell become a space; what cannot be seen (zero width, marks of direction) goes."""
    kept = (c if c == SEPARATOR or c.isprintable() else " " if c.isspace() or c < " " else "" for c in joined)
    return SEPARATOR.join(" ".join(cell.split()) for cell in "".join(kept).split(SEPARATOR))
