"""How the edges ask the rules that count days and hours."""

from datetime import date, datetime

from fieldapp.lawbook.calendars import CitySays, calendar_of, long_days
from fieldapp.lawbook.clocks import CityClocks
from fieldapp.lawbook.declared_dogs import hearing_route
from fieldapp.lawbook.grounds import grounds
from fieldapp.lawbook.standing import standing_law
from fieldapp.rules.answers import Answer
from fieldapp.rules.counting import holiday_on
from fieldapp.rules.hearings import request_stands
from fieldapp.rules.lateness import late
from fieldapp.rules.muzzles import in_force
from fieldapp.rules.openings import stage
from fieldapp.rules.rabies import Vaccination, cover
from fieldapp.rules.seizure import seizure
from fieldapp.rules.standing import AnimalFacts, LicenseTerm, standing
from tests.rules.dog_cases import TODAY, facts

_clocks = {}


def clocks(book, city):
    known = _clocks.get(city)
    if known is None or known[0] is not book:
        known = _clocks[city] = (book, CityClocks(book, city))
    return known[1]


def law_day(events):
    """The law day by which a case is judged: that of its first event."""
    return min(d.date() if isinstance(d, datetime) else d for d in events.values())


def clock(book, city, key, events, at):
    """Where a clock stands on a law day, or at an instant: running, doubtful or past."""
    return stage(clocks(book, city).due(key, events), at)


def in_time(book, city, key, events, done):
    """Whether something done on a day, or at an instant, was late by a clock."""
    due = clocks(book, city).due(key, events)
    law = clocks(book, city).clock(key, law_day(events)).limit
    return late(due.title, law, due.latest, done, done).word


def request(book, city, matter, events, filed):
    """Whether a request for a hearing keeps the right."""
    route = hearing_route(book, city, matter, law_day(events))
    first = clocks(book, city).due(route.clock_request, events).first_lawful_day
    return request_stands(route, facts(form_complete=True, fee_paid=True), filed, first).word


def seize(book, city, ground, dog_class, known, events, day):
    """Whether a dog may be seized on a day for something that is not done."""
    law = next(g for g in grounds(book, city, "seize", law_day(events)) if g.key == ground)
    opens_on = clocks(book, city).opens_on((law.clock,), events)
    return seizure(law, facts(**known), dog_class, "none", opens_on, day).answer.word


def muzzle(book, city, proclaimed, day):
    """Whether a muzzle order that was soundly proclaimed on a day is in force on another."""
    events, of_city = {"proclaimed": proclaimed}, clocks(book, city)
    begins = of_city.due("muzzle_order_begins", events)
    ends = of_city.due("muzzle_order_ends", events)
    sound = Answer("muzzle order", "supported", (), (), ())
    law = of_city.clock("muzzle_order_begins", proclaimed).limit
    return in_force(sound, law, begins.first_lawful_day, ends.latest, day).word


def holiday(book, city, day, setting=""):
    """The legal holiday that is kept on a day, or empty; `setting` is one that the city has said that it keeps."""
    kept = holiday_on(calendar_of(book, city, TODAY, CitySays({setting: True})), day)
    return kept.name if kept else ""


def business_day(book, city, opens, closes):
    """Whether a Monday with these hours (in minutes of the day) is a regular business day of a pound."""
    return 0 in long_days(book, city, TODAY, {0: [(opens, closes)]})


def vaccinated(book, city, given, day, due=None, dose="booster"):
    """The rabies cover on a day from one vaccination."""
    return cover([Vaccination(given, due, dose)], standing_law(book, city, day).rabies, day).state


def stands(book, city, species, born, day):
    """The license of an animal without any on a day: not needed, none."""
    return _standing(book, city, species, born, day).license


def vaccination_asked(book, city, species, born, day):
    """Whether a vaccination is asked of an animal on a day."""
    return _standing(book, city, species, born, day).rabies_asked


def license_with_vaccine(book, city, vaccine_due, day):
    """The license of a dog that was issued for longer than its vaccine lasts."""
    term = LicenseTerm(date(2025, 1, 2), date(2030, 1, 2))
    dose = Vaccination(date(2025, 1, 2), vaccine_due, "booster")
    animal = AnimalFacts("dog", date(2020, 1, 1), date(2020, 1, 1), "", (term,), (dose,))
    return standing(animal, standing_law(book, city, day), day).license


def _standing(book, city, species, born, day):
    return standing(AnimalFacts(species, born, born, "", (), ()), standing_law(book, city, day), day)
