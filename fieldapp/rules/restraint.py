"""Was an ordinary dog held as the law asks where it was, and who answers for it?

Crystal 910, Confinement and control (C-058 to C-060): a leash of at most six feet on public property, a leash or fence
on other private land, supervision on the owner's own. Benson 90.03, 90.04(A) (B-008, B-012, B-013): a leash, or command
as by a leash, unless the place is posted (choices D-01). Minn. Stat. 346.50: a loose dog must be identifiable.
Battle Lake's text has no such rule. Declared dogs have their own (rules/requirements.py).
"""

from collections.abc import Iterable
from datetime import date

from fieldapp.rules.answers import NOT_KNOWN, NOT_SUPPORTED, SUPPORTED, Answer
from fieldapp.rules.days import add_years, written
from fieldapp.rules.facts import Facts
from fieldapp.rules.limits import Limit, Reason
from fieldapp.rules.ways import Way, allowed

_TURNED = {SUPPORTED: NOT_SUPPORTED, NOT_SUPPORTED: SUPPORTED, NOT_KNOWN: NOT_KNOWN}
KEEPER, GUARDIAN = "keeper", "parent or guardian"


def restraint_breach(ways: Iterable[Way], facts: Facts) -> Answer | None:
    """Whether the facts support that a dog was not restrained as its place asks (Crystal C-058 to C-060; Benson B-013).

    None where the city's law has no rule. Every lawful way closed supports the breach; one that is met refutes it.
    """
    return turned("the dog was not restrained", allowed("", ways, facts))


def unidentifiable(ways: Iterable[Way], facts: Facts) -> Answer | None:
    """Whether a dog loose off its premises carried nothing that names it (Minn. Stat. 346.50)."""
    return turned("the dog could not be identified", allowed("", ways, facts))


def turned(question: str, lawful: Answer | None) -> Answer | None:
    """The breach of what `lawful` asks: its reasons against speak for the breach."""
    if lawful is None:
        return None
    return Answer(question, _TURNED[lawful.word], lawful.reasons_against, lawful.reasons_for, lawful.unasked)


def answerable(born: date | None, day: date, minor: Limit) -> tuple[tuple[str, ...], Reason]:
    """Who may be cited for an animal kept by a person born on `born`: Crystal C-058; Benson B-012, B-159.

    Under the age in `minor` the parent or guardian answers too; a birth not on record keeps both open.
    """
    limit = f"A parent or guardian answers too for a keeper {minor.comparison} {minor.number}"
    if born is None:
        return (KEEPER, GUARDIAN), minor.reason("The keeper's birth date is not on record", limit)
    is_minor = day < add_years(born, minor.number)
    return (KEEPER, GUARDIAN) if is_minor else (KEEPER,), minor.reason(f"Born {written(born)}", limit)
