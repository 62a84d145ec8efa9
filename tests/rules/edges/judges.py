"""How the edges ask the rules: one function a kind of question, each given a lawbook and a city."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from fieldapp.lawbook import keeping, office
from fieldapp.lawbook.declared_dogs import charges, hearing_route, notice_parts, requirements, service_law
from fieldapp.lawbook.enclosures import enclosure_law
from fieldapp.lawbook.grounds import exempts, grounds
from fieldapp.lawbook.values import Place
from fieldapp.rules.barking import Noise, barking
from fieldapp.rules.charges import Conviction, graded, offenses
from fieldapp.rules.enclosures import judge
from fieldapp.rules.fees import days_begun
from fieldapp.rules.grounds import support
from fieldapp.rules.hearings import cost
from fieldapp.rules.kennels import license_ends, screens_due, vaccines_reach
from fieldapp.rules.kept_animals import neutered_late
from fieldapp.rules.notices import check_notice
from fieldapp.rules.pens import read_pen
from fieldapp.rules.premises import KeptAnimal, headcount
from fieldapp.rules.records import gaps
from fieldapp.rules.registration_fee import registration_fee
from fieldapp.rules.repetition import Violation, repeated
from fieldapp.rules.requirements import DueDates, duty
from fieldapp.rules.restraint import answerable
from fieldapp.rules.serving import Serving, check_service
from fieldapp.rules.ways import allowed
from tests.rules.dog_cases import BOOK, TODAY, facts
from tests.rules.edges import times
from tests.rules.pens import GOOD

LONG_AGO = TODAY - timedelta(days=2000)


def pen(book, city, check, **changed):
    """What one check finds in a good pen with some facts changed."""
    law = enclosure_law(book, city, TODAY)
    verdict = judge(read_pen(GOOD | changed, law.facts), law.checks)
    return next(f.status for f in verdict.findings if f.check == check)


def limit(book, city, key, amount):
    """Whether an amount meets a value that no rule asks for by name."""
    return book.at(city, key, TODAY).met_by(Decimal(str(amount)))


def ground(book, city, action, key, day=TODAY, **known):
    """Whether the facts support a ground, exemptions included."""
    law = next(g for g in grounds(book, city, action, day) if g.key == key)
    return support(law, exempts(book, city, day), facts(**known)).answer.word


def way(book, city, matter, **known):
    """Whether a thing is allowed in any way."""
    return allowed(matter, keeping.ways(book, city, matter, TODAY), facts(**known)).word


def requirement(book, city, key, dog_class="dangerous", day=TODAY, **known):
    """Where a duty stands whose time is over."""
    law = next(r for r in requirements(book, city, dog_class, day) if r.key == key)
    over = DueDates(day, day)
    return duty(law, facts(**known), {law.clock: over}, "none", day).word


def count(book, city, key, day=TODAY, young=0, born=None, litter_here=None, **kept):
    """What a headcount says of so many grown animals of each species, and of `young` dogs born on a day."""
    law = next(h for h in keeping.headcounts(book, city, day) if h.key == key)
    grown = [KeptAnimal(f"{s} {n}", s, LONG_AGO, LONG_AGO) for s, many in kept.items() for n in range(many)]
    small = [KeptAnimal(f"young {n}", "dog", born, born, litter_here) for n in range(young)]
    return headcount(law, grown + small, facts(commercial_kennel=False), day).answer.word


def nuisance(book, city, key, apart, between):
    """What violations say: one on a first day, others `between`, the last one so many days `apart` from the first."""
    law = next(r for r in keeping.repetitions(book, city, TODAY) if r.key == key)
    days = [LONG_AGO + timedelta(days=n) for n in (0, *between, apart)]
    return repeated(law, [Violation(str(n), law.of[0], day) for n, day in enumerate(days)]).word


def barks(book, city, spans):
    """Whether noises of so many seconds, heard off the premises, are habitual barking."""
    noises = [Noise(begins, ends, off_premises=True) for begins, ends in spans]
    return barking(noises, keeping.barking_law(book, city, TODAY)).word


def grades(book, city, clause, earlier):
    """The grades of every charge that a clause steps up, after so many earlier convictions of the same charge."""
    found = set()
    for charge in charges(book, city, TODAY).values():
        if any(step.clause == clause for step in charge.step_up):
            before = [Conviction(charge.key, LONG_AGO + timedelta(days=n), "Rex") for n in range(earlier)]
            found.add(graded(charge, before, TODAY, "Rex").grade)
    return sorted(found)


def days_charged(book, city, charge, days):
    """How many offenses so many days of one breach are."""
    of = charges(book, city, TODAY)[charge]
    return offenses(of, [LONG_AGO + timedelta(days=n) for n in range(days)])


def hearing_cost(book, city, matter, cents):
    """What the owner pays of a hearing that upheld the declaration."""
    return cost(hearing_route(book, city, matter, TODAY), cents, upheld=True).cents


def fee(book, city, cents):
    """Whether the registration fee of a dangerous dog stays within the state's cap."""
    return registration_fee(cents, book.at(city, "registration_fee.cap", TODAY)).word


def days_in_pound(book, city, since, until):
    """How many days of maintenance are owed in a city that charges each day or part of one."""
    fee = office.fees(book, city, TODAY)["fee.maintenance"]
    return days_begun(since, until) if fee.per == "day or part of a day" else None


def notice(book, city, dog_class, parts):
    """Whether a notice that says its first `parts` parts is whole."""
    law = [part for part in notice_parts(book, city, TODAY) if part.dog_class == dog_class]
    return check_notice(law, dog_class, [part.key for part in law[:parts]], facts()).whole


def record(book, city, key, lines=99, **known):
    """What a record lacks of which the first `lines` things, but for those of some cases, are written down."""
    law = office.records(book, city, TODAY)[key]
    written = {line.name: "written" for line in law.lines[:lines] if not line.only_if}
    return len(gaps(law, facts(**(written | known))).missing)


def serve(book, city, dog_class, served):
    """Whether the first `served` of two owners, handed the notice, make the service good."""
    acts = [Serving(owner, "personal", TODAY, on_holiday=False) for owner in ("Ann", "Bo")[:served]]
    return check_service(service_law(book, city, dog_class, TODAY), ("Ann", "Bo"), acts).answer.word


def kennel_license_ends(book, city, issued):
    """The last day of a kennel license."""
    return license_ends(issued, book.at(city, "kennel.license_ends", TODAY))


def kennel_vaccine(book, city, good_through, license_end):
    """Whether a vaccine reaches far enough for a kennel license."""
    return vaccines_reach([good_through], license_end, book.at(city, "kennel.vaccine_beyond", TODAY)).word


def screens(book, city, day):
    """Whether a kennel's openings must be screened on a day."""
    return screens_due(day, book.at(city, "kennel.screens", TODAY))


def neutered(book, city, sex, born, day):
    """Whether a pig that is not neutered is past the age."""
    age = book.at(city, f"pig.neutered_by.{sex}", TODAY)
    return neutered_late((born, born), facts(neutered=False)["neutered"], age, day).word


def answers_for(book, city, born, day):
    """How many people answer for an animal: its keeper, and a minor's parent."""
    return len(answerable(born, day, book.at(city, "keeper.minor", day))[0])


def in_force(book, city, key, day):
    """The number or the words of a value on a day; "none" where there is no such law yet."""
    found = book.at(city, key, day)
    return "none" if found is None else (list(found.words) or found.number)


RULES = {
    rule.__name__: rule
    for rule in (
        pen, limit, ground, way, requirement, count, nuisance, barks, grades, days_charged, hearing_cost, fee,
        days_in_pound, notice, record, serve, kennel_license_ends, kennel_vaccine, screens, neutered, answers_for,
        in_force, times.clock, times.in_time, times.request, times.seize, times.muzzle, times.holiday,
        times.business_day, times.vaccinated, times.stands, times.vaccination_asked, times.license_with_vaccine,
    )
}  # fmt: skip
BARE = Place("city", "oakmere", "Oakmere", "minnesota", "America/Chicago", "", {})  # the state's law and no other
LAW = replace(BOOK, cities={**BOOK.cities, BARE.id: BARE})


def wrong(edge, book=LAW):
    """The cases of an edge that are answered otherwise than the text asks."""
    found = []
    for where, known, expected in edge.cases:
        asked = {"city": BARE.id if edge.place == "minnesota" else edge.place} | edge.of | known
        answer = RULES[edge.rule](book, **asked)
        if answer != expected:
            found.append((where, known, expected, answer))
    return found
