"""Facts of animals as JSON holds them: the cases at hand, any at all, and what the rules answer."""

import json
from datetime import date, timedelta
from pathlib import Path

from fieldapp.lawbook.standing import LawNotKnown, standing_law
from fieldapp.rules.declarations import CLASSES, DeclarationDates
from fieldapp.rules.rabies import Vaccination
from fieldapp.rules.standing import AnimalFacts, LicenseTerm, standing
from fieldapp.rules.status import declared, law_not_known, status
from fieldapp.services.status_facts import answer_as_data

FILE = Path(__file__).parents[1] / "vectors/standing.json"
CITIES = ("crystal", "benson", "battle_lake")
WORDS = {
    "DANGEROUS DOG", "POTENTIALLY DANGEROUS", "NOT KNOWN", "EXPIRED", "NO LICENSE", "RABIES LAPSED",
    "NO LICENSE NEEDED", "CURRENT",
}  # fmt: skip


def cases():
    return json.loads(FILE.read_text(encoding="utf-8"))


def day_of(text):
    return None if text is None else date.fromisoformat(text)


def read(facts):
    """The facts and declarations of an animal from their JSON."""

    def dated(kind, row):
        return kind(**{name: day_of(v) if name.endswith("_on") else v for name, v in row.items()})

    animal = AnimalFacts(
        species=facts["species"],
        born_from=day_of(facts["born_from"]),
        born_to=day_of(facts["born_to"]),
        exemption=facts["exemption"],
        terms=tuple(dated(LicenseTerm, row) for row in facts["terms"]),
        vaccinations=tuple(dated(Vaccination, row) for row in facts["vaccinations"]),
    )
    return animal, tuple(dated(DeclarationDates, row) for row in facts["declarations"])


def answered(book, case):
    """What the server answers, as plain values."""
    city, day = case["city"], date.fromisoformat(case["day"])
    animal, declarations = read(case["facts"])
    try:
        stands = standing(animal, standing_law(book, city, day), day)
    except LawNotKnown as unknown:
        stands = law_not_known(day, str(unknown))
    limits = {dog_class: book.at(city, f"declaration.{dog_class}", day) for dog_class in CLASSES}
    return answer_as_data(status(declared(declarations, day), stands, limits), stands)


_SPANS = (0, 1, 27, 28, 29, 89, 92, 180, 183, 184, 364, 365, 366, 730, 1094, 1095, 1096, 1461, 3000)


def random_case(dice):
    """Any facts at all: days on, just below and above every limit, missing, out of order, or in the future."""
    day = date(2026, 11, 30) + timedelta(dice.choice((0, 0, dice.randrange(-9000, 4000))))
    born = None if dice.random() < 0.2 else _before(dice, day)
    until = born if born is None or dice.random() < 0.6 else born + timedelta(dice.choice((0, 30, 364)))
    return {
        "city": dice.choice(CITIES),
        "day": day.isoformat(),
        "facts": {
            "species": dice.choice(("dog",) * 8 + ("cat", "ferret", "pig", "rabbit", "")),
            "born_from": _text(None if dice.random() < 0.05 else born),
            "born_to": _text(None if dice.random() < 0.05 else until),
            "exemption": dice.choice(("",) * 8 + ("police", "assistance", "commercial_kennel", "visitor", "dog_show")),
            "terms": [_term(dice, day) for _ in range(dice.choice((0, 1, 1, 1, 2, 3)))],
            "vaccinations": [_shot(dice, day) for _ in range(dice.choice((0, 1, 1, 1, 2, 3)))],
            "declarations": [_declaration(dice, day) for _ in range(dice.choice((0, 0, 0, 0, 1, 2, 3)))],
        },
    }


def _text(day):
    return day and day.isoformat()


def _before(dice, day):
    back = dice.choice(_SPANS) if dice.random() < 0.7 else dice.randrange(2000)
    return day - timedelta(back) if dice.random() < 0.95 else day + timedelta(back)


def _maybe(dice, day, often=0.85):
    return _text(day) if dice.random() < often else None


def _term(dice, day):
    return {
        "issued_on": _maybe(dice, _before(dice, day)),
        "ends_on": _maybe(dice, day + timedelta(dice.choice((-400, -1, 0, 1, 200)))),
        "for_life": dice.random() < 0.08,
        "ended_early": dice.choice(("",) * 9 + ("Deceased", "Moved § away")),
    }


def _shot(dice, day):
    return {
        "given_on": _maybe(dice, _before(dice, day)),
        "due_on": _maybe(dice, day + timedelta(dice.choice((-400, -1, 0, 1, 200, 900))), 0.7),
        "dose": dice.choice(("first", "booster", "booster", "")),
    }


def _declaration(dice, day):
    return {
        "dog_class": dice.choice(("dangerous", "potentially_dangerous")),
        "declared_on": _text(_before(dice, day)),
        "appealed_on": _maybe(dice, _before(dice, day), 0.4),
        "final_on": _maybe(dice, _before(dice, day), 0.5),
        "rescinded_on": _maybe(dice, _before(dice, day), 0.3),
    }
