"""Facts of made-up cases about declared dogs, and the law of a city as the lawbook holds it."""

from datetime import date

from fieldapp.lawbook.load import load_lawbook
from fieldapp.rules.facts import Fact

BOOK = load_lawbook(None)
TODAY = date(2026, 11, 30)
CITIES = ("crystal", "benson", "battle_lake")
D, PD = "dangerous", "potentially_dangerous"


def facts(**values):
    """Facts that were seen; a Fact stays as it is, None leaves the fact out."""
    known = {name: value for name, value in values.items() if value is not None}
    return {name: value if isinstance(value, Fact) else Fact(value) for name, value in known.items()}


NOT_EXEMPT = {
    "victim_trespassed": False,
    "victim_provoked": False,
    "victim_provoked_before": False,
    "victim_committed_crime": False,
    "police_dog": False,
}
BITE = NOT_EXEMPT | {
    "victim": "human",
    "bit": True,
    "conduct": "bit",
    "provoked": False,
    "excited": False,
    "identified_by": "tag",
    "injuries": ("fracture",),
    "harm": "substantial",
}
DEAD_CAT = NOT_EXEMPT | {
    "victim": "animal",
    "victim_species": "cat",
    "death": "died from the attack",
    "off_property": True,
    "provoked": False,
    "excited": False,
    "identified_by": "witness",
    "bit": True,
    "harm": "great",
}
AGAIN = NOT_EXEMPT | {
    "prior_declaration": PD,
    "prior_notice_on": date(2026, 5, 1),
    "incident_on": date(2026, 5, 2),
    "conduct": "attacked",
    "identified_by": "seen",
}
CHASE = NOT_EXEMPT | {
    "victim": "human",
    "conduct": "chased",
    "place": "sidewalk",
    "apparent_attack": True,
    "provoked": False,
    "excited": False,
    "identified_by": "video",
}
