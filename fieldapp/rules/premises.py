"""How many animals does a place hold, who was counted, and what follows?

Crystal 910, Definitions, subd. 11 (C-011), Special rules (C-020, C-024, C-029), Kennel applications, subd. 7 (C-041):
dogs, cats, ferrets, rabbits and pigs over three months old together; three to five are a licensed private kennel.
Benson 90.09 (B-058, B-059): three dogs are a kennel and a nuisance; a fresh litter does not count for three months.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from fieldapp.rules.answers import NOT_KNOWN, NOT_SUPPORTED, SUPPORTED, Answer
from fieldapp.rules.days import add_months
from fieldapp.rules.elements import MET, UNMET, Element, judge_all, of, open_questions, together
from fieldapp.rules.facts import Facts
from fieldapp.rules.limits import Limit, Reason

COUNTED, NOT_COUNTED, OPEN = "counted", "not counted", "open"


@dataclass(frozen=True, slots=True)
class KeptAnimal:
    """An animal kept at a place. `born_from`, `born_to`: the first and last day of its birth, None where not known.

    `litter_here`: whether it is of a litter born at the place and still there; None where not known.
    """

    name: str
    species: str  # empty: not recorded
    born_from: date | None = None
    born_to: date | None = None
    litter_here: bool | None = None


@dataclass(frozen=True, slots=True)
class Headcount:
    """A count and what it means: the effect where as many of the species in `counted` are there as `law` says.

    `young`: the age above which an animal counts, None at any age; `litter_only`: only of a litter born there.
    """

    key: str
    title: str
    effect: str  # license needed, too many
    counted: frozenset[str]
    young: Limit | None
    litter_only: bool
    only_if: tuple[Element, ...]
    law: Limit


@dataclass(frozen=True, slots=True)
class Count:
    """Whether a headcount's effect holds, and of every animal whether it was counted and why."""

    headcount: Headcount
    least: int
    most: int
    who: tuple[tuple[KeptAnimal, str, str], ...]
    answer: Answer


def headcount(law: Headcount, animals: Iterable[KeptAnimal], facts: Facts, day: date) -> Count:
    """The count at a place on `day`. An age that is not known keeps the effect open only where it could change it."""
    who = tuple((animal, *_counted(animal, law, day)) for animal in animals)
    least = sum(state == COUNTED for _, state, _ in who)
    most = least + sum(state == OPEN for _, state, _ in who)
    conditions = judge_all(law.only_if, facts, law.law, law.title)
    step = law.law.reason(_fact(who), f"{law.title}: {law.law.comparison} {law.law.number}")
    found = _answer(law, step, least, most, who)
    if together(conditions) == UNMET:
        found = Answer(law.title, NOT_SUPPORTED, (), of(UNMET, conditions), ())
    elif together(conditions) != MET and found.word != NOT_SUPPORTED:
        unasked = (*open_questions(conditions), *found.unasked)
        found = Answer(law.title, NOT_KNOWN, found.reasons_for, (), unasked)
    return Count(law, least, most, who, found)


def headcounts(laws: Iterable[Headcount], animals: Sequence[KeptAnimal], facts: Facts, day: date) -> tuple[Count, ...]:
    """Every headcount of a city's law for one place, in the order of the law."""
    return tuple(headcount(law, animals, facts, day) for law in laws)


def _answer(law: Headcount, step: Reason, least: int, most: int, who: Sequence[tuple[KeptAnimal, str, str]]) -> Answer:
    if law.law.met_by(least):
        return Answer(law.title, SUPPORTED, (step,), (), ())
    if not law.law.met_by(most):
        return Answer(law.title, NOT_SUPPORTED, (), (step,), ())
    asks = tuple(f"{animal.name}: {why}" for animal, state, why in who if state == OPEN)
    return Answer(law.title, NOT_KNOWN, (step,), (), asks)


def _counted(animal: KeptAnimal, law: Headcount, day: date) -> tuple[str, str]:
    """Whether an animal counts, and why, or which fact is missing."""
    if not animal.species:
        return OPEN, "which species is it?"
    if animal.species not in law.counted:
        return NOT_COUNTED, f"a {animal.species} is not counted"
    if law.young is None or (law.litter_only and animal.litter_here is False):
        return COUNTED, "counted at any age"
    old = _old(animal, law.young, day)
    if old is True:
        return COUNTED, f"{law.young.comparison} {law.young.number} months old"
    if old is None:
        return OPEN, "when was it born?"
    if law.litter_only and animal.litter_here is None:
        return OPEN, "is it of a litter born here?"
    return NOT_COUNTED, f"not {law.young.comparison} {law.young.number} months old"


def _old(animal: KeptAnimal, young: Limit, day: date) -> bool | None:
    """Whether the animal has the age from which it counts; None where its birth leaves it open."""
    if animal.born_to is not None and _of_age(animal.born_to, young, day):
        return True
    if animal.born_from is not None and not _of_age(animal.born_from, young, day):
        return False
    return None


def _of_age(born: date, young: Limit, day: date) -> bool:
    reached = add_months(born, young.number)
    return day > reached if young.comparison == "over" else day >= reached


def _fact(who: Sequence[tuple[KeptAnimal, str, str]]) -> str:
    said = [f"{state}: {', '.join(_named(who, state))}" for state in (COUNTED, NOT_COUNTED, OPEN) if _named(who, state)]
    return f"{sum(state == COUNTED for _, state, _ in who)} counted" + (f" ({'; '.join(said)})" if said else "")


def _named(who: Sequence[tuple[KeptAnimal, str, str]], state: str) -> list[str]:
    return sorted(animal.name for animal, one, _ in who if one == state)
