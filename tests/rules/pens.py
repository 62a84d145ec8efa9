"""Pens for the tests of the checklists: a good one of each kind, the law of the three cities, random ones."""

import json
from datetime import date
from decimal import Decimal
from pathlib import Path

from fieldapp.lawbook.enclosures import enclosure_law
from fieldapp.lawbook.load import load_lawbook
from fieldapp.rules.enclosures import judge
from fieldapp.rules.pens import read_pen

BOOK, DAY = load_lawbook(), date(2026, 11, 30)
CITIES = ("crystal", "benson", "battle_lake")
CASES = json.loads(
    (Path(__file__).parents[1] / "vectors/enclosures.json").read_text(encoding="utf-8"), parse_float=Decimal
)
GOOD = CASES[0]["pen"]
HOUSE = {
    "confinement": "indoors", "animals": 1, "escape_proof": True, "excluded_structure": False, "windows_open": False,
    "screen_only_barrier": False,
}  # fmt: skip
GONE = object()


def judged(city, base=GOOD, day=DAY, **changed):
    """The verdict on a good pen (or `base`) with some facts changed, GONE taking one away."""
    law = enclosure_law(BOOK, city, day)
    raw = {name: value for name, value in (base | changed).items() if value is not GONE}
    return judge(read_pen(raw, law.facts), law.checks)


def outcome(verdict):
    return verdict.status, list(verdict.failed), list(verdict.unknown)


def finding(verdict, check):
    return next(f for f in verdict.findings if f.check == check)


_AMOUNTS = {
    "length_in": (0, 48, 95.9, 96, 96.0001, 144), "width_in": (0, 47.9, 48, 60), "wall_height_in": (59.75, 60, 60.25),
    "wall_gauge": (0, 9, 10.5, 11, 11.5, 12, 14), "wall_opening_in": (1.75, 2, 2.0625),
    "fence_buried_in": (0, 17.5, 18),
    "post_diameter_in": (1.1875, 1.25, 1.5), "post_buried_in": (0, 12, 17.9, 18, 30), "cover_gauge": (9, 11, 11.5, 12),
    "cover_opening_in": (1, 2, 2.01), "gate_opening_in": (1.5, 2, 2.125),
}  # fmt: skip
_WORDS = {
    "confinement": ("outdoor_pen",) * 5 + ("indoors",), "surface": ("permeable", "concrete"),
    "post_material": ("steel_pipe", "steel_pipe", "t_post", "wood"), "cover": ("entire", "entire", "partial", "none"),
    "setbacks": ("met", "variance", "not_met"),
}  # fmt: skip
_HOWS = ("measured", "seen", "told", "not possible", "document", "seen while built")


def random_pen(dice):
    """Any pen at all: facts on, just below and above the limits, or odd; missing, null, told, written or as numbers."""
    pen = {}
    for name in enclosure_law(BOOK, "crystal", DAY).facts:
        if dice.random() < 0.12:
            continue
        value = _random_value(dice, name)
        if dice.random() < 0.15:
            value = {"value": value, "how": dice.choice(_HOWS)} | ({"words": "frost"} if dice.random() < 0.5 else {})
        if value is not None or dice.random() < 0.5:
            pen[name] = value
    return pen


def _random_value(dice, name):
    if dice.random() < 0.05:
        return None
    if name in _WORDS:
        return dice.choice(_WORDS[name])
    if name == "animals":
        return dice.choice((1, 1, 2, 3, "2"))
    if name == "rectangles_in":
        return None if dice.random() < 0.7 else [[_side(dice), _side(dice)] for _ in range(dice.randrange(4))]
    if name in _AMOUNTS:
        return _amount(dice, _AMOUNTS[name])
    return dice.random() < 0.85


def _side(dice):
    return None if dice.random() < 0.03 else _amount(dice, (0, 24, 48, 47.9, 96))


def _amount(dice, usual):
    if dice.random() < 0.2:  # more digits than a float holds
        return f"{dice.randrange(150)}.{dice.randrange(10**24):024}"
    written = str(dice.choice(usual))
    return written if dice.random() < 0.5 else Decimal(written)
