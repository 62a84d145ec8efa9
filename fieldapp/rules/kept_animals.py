"""Which animals may be kept where: the class of a species, pigs, farm and non-domestic animals, household pets.

Crystal 910, Special rules, subd. 3 (C-024 to C-029, C-201), Zoning (C-111); Benson 90.03, 90.05, 90.06 (B-004 to B-006,
B-031, B-033 to B-039): farm animals are kept in the agricultural district only and may be elsewhere, but for industrial
districts, no longer than 30 minutes (choices X-14); Minn. Stat. 346.155. The conditions themselves are grounds
(`violation`) of each city's file; here the facts that they rest on are made.
"""

from collections.abc import Iterable, Mapping
from datetime import date

from fieldapp.rules.answers import NOT_KNOWN, NOT_SUPPORTED, SUPPORTED, Answer
from fieldapp.rules.days import add_months, written
from fieldapp.rules.facts import Fact, Facts, value_of
from fieldapp.rules.limits import Limit

MET, UNMET = True, False


def with_class(facts: Facts, classes: Mapping[str, Limit]) -> Facts:
    """The facts and the `species_class` that a city's lists give the `species`; none where no list names it.

    The lists are open: a species in none of them is a question for the city attorney, not an answer.
    """
    species = value_of(facts, "species")
    found = [name for name, limit in classes.items() if species in limit.words]
    rest = {name: fact for name, fact in facts.items() if name != "species_class"}
    if len(found) != 1:
        return rest
    return {**rest, "species_class": Fact(found[0], facts["species"].how, f"as the city's list has it: {species}")}


def neutered_late(born: tuple[date | None, date | None], neutered: Fact | None, age: Limit, day: date) -> Answer:
    """Whether a pig is past the age by which it must be neutered or spayed and is not (Crystal C-027).

    `born`: the first and last day of its birth; `age`: the sex's own limit in months; `neutered`: a yes or no.
    """
    question = "not neutered by the age"
    limit = f"Neutered by {age.number} months of age"
    if neutered is not None and neutered.counts and neutered.value:
        return Answer(question, NOT_SUPPORTED, (), (age.reason("It is neutered", limit),), ())
    first, last = born
    if first is not None and day <= add_months(first, age.number):
        step = age.reason(f"Born {written(first)} or later", limit)
        return Answer(question, NOT_SUPPORTED, (), (step,), ())
    unasked = () if neutered is not None and neutered.counts else ("Is the pig neutered or spayed?",)
    if last is None or day <= add_months(last, age.number):
        unasked = (*unasked, "When was the pig born?")
    step = age.reason(f"Born {written(last)} or earlier" if last else "Birth not on record", limit)
    return Answer(question, NOT_KNOWN if unasked else SUPPORTED, (step,), (), unasked)


def pig_conditions(breaches: Iterable[Answer]) -> Fact:
    """Whether a pig keeps its conditions and so is a household pet (Crystal C-201), from what each breach says."""
    words = {breach.word for breach in breaches}
    if SUPPORTED in words:
        return Fact(UNMET, "document", "a condition for pigs is broken")
    if NOT_KNOWN in words:
        return Fact(None, "not possible", "not every condition for pigs has been looked at")
    return Fact(MET, "document", "every condition for pigs is kept")
