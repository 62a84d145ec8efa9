"""What a look-up gives: frozen values that a page, a command or a phone can show without asking again."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from fieldapp.rules.standing import Reason, Standing
from fieldapp.rules.status import Declared


@dataclass(frozen=True, slots=True)
class CityReading:
    """A city as people see it; `animal_control_phone` and `hours` are empty until the city sets them."""

    id: str
    name: str
    animal_control_phone: str
    hours: str


@dataclass(frozen=True, slots=True)
class TagReading:
    """A tag. `state`: in_stock, issued, lost, stolen, destroyed, replaced."""

    code: str
    number: str
    state: str
    since: date
    replaced_by: str


DeclarationReading = Declared


@dataclass(frozen=True, slots=True)
class AnimalReading:
    """An animal's description; texts are empty where nothing is known. `birth` is printed as closely as it is known."""

    id: int
    name: str
    species: str
    breed: str
    color: str
    sex: str
    altered: bool | None
    size: str
    birth: str
    microchip: str
    exemption: str
    kept_at: str
    name_hidden: bool


@dataclass(frozen=True, slots=True)
class OwnerReading:
    """An owner. `address` is None where the person's address is protected and the reader has no right to it."""

    id: int
    name: str
    phone: str
    address: str | None
    address_protected: bool


@dataclass(frozen=True, slots=True)
class Alert:
    """What an officer must know first. `kind` is one of services/alerts.py; rank 1 comes first."""

    kind: str
    rank: int
    text: str
    citation: str


@dataclass(frozen=True, slots=True)
class DifferenceReading:
    """A value that was corrected here, and what the list says instead; both are shown until a person settles it."""

    id: int
    field: str
    here: str
    in_list: str


@dataclass(frozen=True, slots=True)
class StatusReading:
    """The answer at the scene: one word, and what stands behind it."""

    status: str
    as_of: datetime
    city: CityReading
    tag: TagReading | None
    animal: AnimalReading | None
    standing: Standing | None
    declaration: DeclarationReading | None
    license_number: str
    owners: tuple[OwnerReading, ...]
    alerts: tuple[Alert, ...]
    reasons: tuple[Reason, ...]
    differences: tuple[DifferenceReading, ...]


@dataclass(frozen=True, slots=True)
class FinderReading:
    """What anybody may know who finds a dog: the whole list, nothing else."""

    city: CityReading
    tag_number: str
    tag_state: str
    name: str
    species: str
    color: str
    keep_away: bool
    has_owner: bool


@dataclass(frozen=True, slots=True)
class Matches:
    """What a search found: the lines to show, those with alerts first, and how many more there are behind them."""

    shown: tuple["Match", ...]
    more: int

    def __iter__(self) -> "Iterator[Match]":
        return iter(self.shown)

    def __len__(self) -> int:
        return len(self.shown)


@dataclass(frozen=True, slots=True)
class Match:
    """One line of a search: which number or word matched, and the animal's word."""

    animal_id: int
    tag_code: str
    number: str
    matched: str
    near: bool
    name: str
    description: str
    status: str
    kept_at: str
    alerts: tuple[Alert, ...]
