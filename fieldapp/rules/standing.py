"""Is this animal licensed and vaccinated on this day?

Crystal 910 Dog licenses 1-2 (C-014 to C-016), Vaccination of cats and ferrets (C-018), Special rules 3c (C-026),
Exemptions (C-118); Benson 90.04 (B-014, B-024, B-027, B-028); Battle Lake's text has no license rule.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from fieldapp.rules.days import months_after, written
from fieldapp.rules.limits import Limit, Reason
from fieldapp.rules.rabies import Cover, RabiesLaw, Vaccination, cover

__all__ = ["AnimalFacts", "LicenseTerm", "Reason", "Standing", "StandingLaw", "standing"]


@dataclass(frozen=True, slots=True)
class LicenseTerm:
    """One term of a license as it is on record; `ended_early` holds the list's word (cancelled, deceased...)."""

    issued_on: date | None
    ends_on: date | None
    for_life: bool = False
    ended_early: str = ""


@dataclass(frozen=True, slots=True)
class AnimalFacts:
    """What is on record of an animal. `born_from` and `born_to`: the first and last day that it can have been born."""

    species: str
    born_from: date | None
    born_to: date | None
    exemption: str
    terms: tuple[LicenseTerm, ...]
    vaccinations: tuple[Vaccination, ...]


@dataclass(frozen=True, slots=True)
class StandingLaw:
    """A city's law of licenses and vaccination on a day.

    `licensed`: by species the age in months from which a license is needed (0: any age). `term`: words "vaccine" where
    a license lasts as long as the vaccine. `vaccinated`: by species the duty; a species in `only_through_license` has
    it only where a license is needed. `exempt`: by kind what lifts the license duty; kinds in `exempt_from_all` lift
    vaccination too.
    """

    licensed: Mapping[str, Limit]
    no_license_rule: Limit | None
    term: Limit | None
    vaccinated: Mapping[str, Limit]
    only_through_license: frozenset[str]
    vaccination_from_age: Limit
    exempt: Mapping[str, Limit]
    exempt_from_all: frozenset[str]
    rabies: RabiesLaw


@dataclass(frozen=True, slots=True)
class Standing:
    """License and rabies standing on a day.

    word: NOT KNOWN, EXPIRED, NO LICENSE, RABIES LAPSED, NO LICENSE NEEDED or CURRENT.
    license: current, expired, none, not needed, not known.
    rabies: current, lapsed, not yet current, not known, not asked.
    rabies_asked: whether the city's law asks for the vaccination of this animal.
    """

    word: str
    license: str
    license_ends: date | None
    for_life: bool
    rabies: str
    rabies_until: date | None
    rabies_asked: bool
    reasons: tuple[Reason, ...]
    missing: tuple[str, ...]


def standing(animal: AnimalFacts, law: StandingLaw, day: date) -> Standing:
    """License and rabies standing of an animal on `day` (the law day of the city), the first word that applies.

    A missing fact makes the word NOT KNOWN where it could change it, and nowhere else.
    """
    need, need_reason, need_missing = _license_needed(animal, law, day)
    vaccine = cover(animal.vaccinations, law.rabies, day)
    asked, asked_reason = _vaccination_asked(animal, law, need, day)
    license_, term, license_reasons = _license(animal, law, vaccine, day)
    if need == "no":
        license_ = "not needed"
    word, missing = _word(need, need_missing, license_, vaccine, asked)
    silent = not asked and not animal.vaccinations
    reasons = (need_reason, *(license_reasons if need != "no" else ()), *asked_reason)
    reasons += () if silent else vaccine.reasons
    return Standing(
        word, license_, _effective_end(term, law, vaccine), bool(term and term.for_life),
        "not asked" if vaccine.state == "not known" and not asked else vaccine.state,
        vaccine.until, asked, reasons, missing,
    )  # fmt: skip


def _word(need: str, need_missing: str, license_: str, vaccine: Cover, asked: bool) -> tuple[str, tuple[str, ...]]:  # noqa: FBT001
    if need == "unknown" and license_ in {"none", "expired"}:
        return "NOT KNOWN", (need_missing,)
    if need != "no" and license_ == "not known":
        return "NOT KNOWN", ("until when the license is good",)
    if need != "no" and license_ in {"expired", "none"}:
        return {"expired": "EXPIRED", "none": "NO LICENSE"}[license_], ()
    if asked and vaccine.state == "not known":
        return "NOT KNOWN", vaccine.missing
    if asked and vaccine.state != "current":
        return "RABIES LAPSED", ()
    return ("NO LICENSE NEEDED" if need == "no" else "CURRENT"), ()


def _license_needed(animal: AnimalFacts, law: StandingLaw, day: date) -> tuple[str, Reason, str]:
    """Whether a license is needed: yes, no or unknown; why; and the fact that is missing."""
    if not animal.species:
        return "unknown", Reason("The species is not on record", "It decides whether a license is needed"), "species"
    if animal.species not in law.licensed:
        limit = "The city's law here asks for no license of this animal"
        silent = law.no_license_rule
        fact = f"Species: {animal.species}"
        return "no", silent.reason(fact, limit) if silent else Reason(fact, limit), ""
    if exempt := law.exempt.get(animal.exemption):
        return "no", exempt.reason(f"On record as: {animal.exemption.replace('_', ' ')}", "No license is needed"), ""
    return _old_enough(animal, law.licensed[animal.species], day)


def _old_enough(animal: AnimalFacts, age: Limit, day: date) -> tuple[str, Reason, str]:
    if not age.number:
        return "yes", age.reason(f"Species: {animal.species}", "A license is needed at any age"), ""
    limit = f"A license is needed {'from' if age.comparison == 'at least' else 'over'} {age.number} months of age"
    seen = _known_alive(animal)
    latest = min(d for d in (animal.born_to, seen, day) if d is not None)
    if _of_age(latest, age, day):
        fact = _birth_fact(animal) if animal.born_to else f"Birth not on record; on record since {written(latest)}"
        return "yes", age.reason(fact, limit), ""
    if animal.born_from is not None and not _of_age(animal.born_from, age, day):
        return "no", age.reason(_birth_fact(animal), limit), ""
    return "unknown", age.reason(_birth_fact(animal), limit), "birth date"


def _of_age(born: date, age: Limit, day: date) -> bool:
    birthday = months_after(born, age.number)
    return day >= birthday if age.comparison == "at least" else day > birthday


def _known_alive(animal: AnimalFacts) -> date | None:
    days = [day for t in animal.terms for day in (t.issued_on, t.ends_on)] + [v.given_on for v in animal.vaccinations]
    return min((d for d in days if d is not None), default=None)


def _birth_fact(animal: AnimalFacts) -> str:
    if animal.born_from is None or animal.born_to is None:
        return "Birth not on record"
    if animal.born_from == animal.born_to:
        return f"Born {written(animal.born_from)}"
    return f"Born between {written(animal.born_from)} and {written(animal.born_to)}"


def _vaccination_asked(animal: AnimalFacts, law: StandingLaw, need: str, day: date) -> tuple[bool, tuple[Reason, ...]]:
    duty = law.vaccinated.get(animal.species)
    if duty is None or animal.exemption in law.exempt_from_all:
        return False, ()
    if animal.species in law.only_through_license and need == "no":
        return False, ()
    young = law.vaccination_from_age
    if animal.born_from is not None and day < months_after(animal.born_from, young.number):
        return False, (young.reason(_birth_fact(animal), f"A first dose is given from {young.number} months of age"),)
    return True, (duty.reason(f"Species: {animal.species}", "A current rabies vaccination is asked for"),)


def _license(
    animal: AnimalFacts, law: StandingLaw, vaccine: Cover, day: date
) -> tuple[str, LicenseTerm | None, tuple[Reason, ...]]:
    """The state of the license, the term that decides it, and why."""
    terms = [t for t in animal.terms if not t.ended_early and (t.issued_on is None or t.issued_on <= day)]
    if not terms:
        return "none", None, (_no_term(animal.terms),)
    term = max(terms, key=_term_order)
    with_vaccine = law.term is not None and "vaccine" in law.term.words
    if with_vaccine and law.term and vaccine.state == "lapsed" and vaccine.until and _open_on(term, day):
        fact = f"{_term_fact(term)}; the vaccine was good through {written(vaccine.until)}"
        return "expired", term, (law.term.reason(fact, "A license lasts as long as the vaccine"),)
    if _open_on(term, day) and (term.for_life or term.ends_on):
        return "current", term, (_by_law(law.term, _term_fact(term)),)
    if term.ends_on is None:
        return "not known", term, (Reason(_term_fact(term), "The day on which the license ends is needed"),)
    return "expired", term, (_by_law(law.term, _term_fact(term)),)


def _open_on(term: LicenseTerm, day: date) -> bool:
    return term.for_life or term.ends_on is None or term.ends_on >= day


def _term_order(term: LicenseTerm) -> tuple[bool, date, date]:
    """The latest term counts: one for life first, then by end, a blank end by its issue."""
    return term.for_life, term.ends_on or term.issued_on or date.min, term.issued_on or date.min


def _effective_end(term: LicenseTerm | None, law: StandingLaw, vaccine: Cover) -> date | None:
    """The last day of the license: the recorded one, or an earlier end of the vaccine where the law ties the two."""
    if term is None:
        return None
    tied = law.term is not None and "vaccine" in law.term.words and vaccine.state in {"current", "lapsed"}
    ends = [d for d in (term.ends_on, vaccine.until if tied else None) if d is not None]
    if term.ends_on is None and not term.for_life and (not tied or vaccine.state == "current"):
        return None
    return min(ends, default=None)


def _term_fact(term: LicenseTerm) -> str:
    issued = f"issued {written(term.issued_on)}, " if term.issued_on else ""
    ends = "for life" if term.for_life else f"to {written(term.ends_on)}" if term.ends_on else "no end on record"
    return f"License {issued}{ends}"


def _by_law(term: Limit | None, fact: str) -> Reason:
    if term is None:
        return Reason(fact, "The term on record counts")
    tied = "vaccine" in term.words
    return term.reason(fact, "A license lasts as long as the vaccine" if tied else "The term on record counts")


def _no_term(terms: Sequence[LicenseTerm]) -> Reason:
    early = next((t for t in terms if t.ended_early), None)
    if early:
        return Reason(f"The list says: {early.ended_early}", "That term no longer counts")
    if terms:
        begins = min(t.issued_on for t in terms if t.issued_on)
        return Reason(f"The license begins only on {written(begins)}", "No license is in force before it")
    return Reason("No license is on record", "A license is needed")
