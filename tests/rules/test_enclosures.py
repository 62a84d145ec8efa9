"""Each check just below, at and just above its number, each fact missing, in each city; and what holds for any pen."""

import random
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fieldapp.lawbook.enclosures import enclosure_law
from fieldapp.lawbook.standing import LawNotKnown
from fieldapp.rules.checklist import Check, Condition
from fieldapp.rules.enclosures import judge
from fieldapp.rules.facts import Fact
from fieldapp.rules.limits import Limit
from tests.rules.pens import BOOK, CASES, CITIES, DAY, GONE, GOOD, HOUSE, finding, judged, outcome, random_pen

PASS, NOTHING = ("pass", [], []), []
OUTDOORS = {
    "crystal": [
        "cover", "cover_gauge", "cover_opening", "escape_proof", "fence_buried", "floor_area", "gate_material",
        "gate_opening", "gate_self_closing", "gate_self_locking", "locked", "post_buried", "post_diameter",
        "post_material", "setbacks", "wall_gauge", "wall_height", "wall_opening", "weather_protection",
    ],
    "benson": [
        "cover", "cover_gauge", "cover_opening", "escape_proof", "floor_area", "gate_lockable", "gate_material",
        "gate_opening", "locked", "post_buried", "post_diameter", "post_material", "wall_gauge", "wall_height",
        "wall_opening", "weather_protection",
    ],
    "battle_lake": ["child_entry_prevented", "cover", "escape_proof", "locked", "secure_sides", "weather_protection"],
}  # fmt: skip
INDOORS = ["escape_proof", "no_excluded_structure", "no_screen_only_barrier", "windows_closed"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['city']}: {case.get('name', 'any pen')}")
def test_the_cases_at_hand(case):
    expect = case["expect"]
    assert outcome(judged(case["city"], case["pen"])) == (expect["status"], expect["failed"], expect["unknown"])


D = Decimal


@pytest.mark.parametrize(
    ("check", "field", "below", "at", "above", "cities"),
    [
        ("wall_height", "wall_height_in", "59.9999", 60, "60.0001", "crystal benson"),
        ("wall_gauge", "wall_gauge", "11.5", 11, "10.5", "crystal benson"),
        ("wall_gauge", "wall_gauge", "11.0000000000000000000000000001", "11.0", 9, "crystal benson"),
        ("wall_opening", "wall_opening_in", "2.0001", 2, "1.9999", "crystal benson"),
        ("fence_buried", "fence_buried_in", "17.9999", 18, "18.0001", "crystal"),
        ("post_diameter", "post_diameter_in", "1.2499", "1.25", "1.2501", "crystal benson"),
        ("post_buried", "post_buried_in", "17.9999", 18, "18.0001", "crystal benson"),
        ("cover_gauge", "cover_gauge", "11.0001", 11, "10.9999", "crystal benson"),
        ("cover_opening", "cover_opening_in", "2.0001", 2, "1.9999", "crystal benson"),
        ("gate_opening", "gate_opening_in", "2.0001", 2, "1.9999", "crystal benson"),
        ("floor_area", "length_in", "95.9999999999999999999999999999", 96, "96.0001", "crystal benson"),
        ("floor_area", "width_in", "47.9999", 48, "48.0001", "crystal benson"),
    ],
)
@pytest.mark.parametrize("city", CITIES)
def test_just_short_at_and_past_each_number(city, check, field, below, at, above, cities):
    asked = city in cities.split()
    for value, passes in ((below, False), (at, True), (above, True)):
        verdict = judged(city, **{"cover_gauge": 9, field: value})  # a cover as thick as any of the walls here
        assert outcome(verdict) == (PASS if passes or not asked else ("fail", [check], [])), value
        if asked:
            found = finding(verdict, check)
            assert (found.margin >= 0) is passes
            assert found.clause
            assert found.citation
            assert found.since <= DAY


@pytest.mark.parametrize(
    ("animals", "length", "expected"),
    [(1, 96, True), (2, "191.999", False), (2, 192, True), (3, "287.999", False), (3, 288, True), ("3", "288.0", True)],
)
def test_crystal_asks_its_floor_for_each_animal_and_benson_for_the_pen(animals, length, expected):
    found = judged("crystal", animals=animals, length_in=length)
    assert outcome(found) == (PASS if expected else ("fail", ["floor_area"], []))
    assert finding(found, "floor_area").limit == 32 * int(animals)
    assert outcome(judged("benson", animals=animals, length_in=length)) == PASS
    assert finding(judged("benson", animals=animals), "floor_area").limit == 32


@pytest.mark.parametrize("city", ["crystal", "benson"])
@pytest.mark.parametrize(
    ("rectangles", "expected"),
    [
        ([[48, 48], [48, 48]], PASS),
        ([["47.9999", 48], [48, 48]], ("fail", ["floor_area"], [])),
        ([[48, 48]], ("fail", ["floor_area"], [])),  # in place of length and width, not beside them
        ([[60, 60], [24, 42]], PASS),
        ([[96, 48]], PASS),
        ([[96, 48], [None, 10]], ("incomplete", [], ["floor_area"])),
        ([], PASS),  # none noted: length and width count
        (None, PASS),
        ({"value": [[1, 1]], "how": "told"}, PASS),  # told does not count, what was measured does
    ],
)
def test_a_floor_of_several_rectangles(city, rectangles, expected):
    assert outcome(judged(city, rectangles_in=rectangles)) == expected


def test_a_floor_is_known_by_rectangles_alone_and_says_what_is_missing():
    bare = {"length_in": GONE, "width_in": GONE}
    assert outcome(judged("benson", **bare, rectangles_in=[[96, 48]])) == PASS
    for extra, missing in (
        ({}, ("length_in", "width_in")),
        ({"length_in": 96}, ("width_in",)),
        ({"width_in": {"value": 48, "how": "told"}, "length_in": 96}, ("width_in",)),
        ({"rectangles_in": {"value": [[96, 48]], "how": "told"}}, ("rectangles_in",)),
        ({"rectangles_in": [[96, None]]}, ("rectangles_in",)),
        ({"rectangles_in": []}, ("length_in", "width_in")),
    ):
        found = finding(judged("benson", **bare | extra), "floor_area")
        assert (found.status, found.missing, found.margin) == ("unknown", missing, None)
    for short in (96, 1):  # how many animals matters however small it is
        found = finding(judged("crystal", length_in=short, animals=GONE), "floor_area")
        assert (found.status, found.missing, found.limit) == ("unknown", ("animals",), None)
    both = finding(judged("crystal", length_in=GONE, animals=GONE), "floor_area")
    assert both.missing == ("length_in", "animals")


def test_margins_are_exact_and_a_floor_is_rounded_against_itself():
    verdict = judged("crystal", wall_height_in="59.75", post_buried_in=30, wall_gauge="10.5", length_in="95.9")
    got = {f.check: (f.value, f.limit, f.unit, f.margin) for f in verdict.findings}
    assert got["wall_height"] == (D("59.75"), 60, "inches", D("-0.25"))
    assert got["post_buried"] == (30, 18, "inches", 12)
    assert got["wall_gauge"] == (D("10.5"), 11, "gauge", D("0.5"))
    assert got["cover_gauge"] == (11, D("10.5"), "gauge", D("-0.5"))
    assert got["floor_area"] == (D("31.9666"), 32, "square feet", D("-0.0334"))
    hair = finding(judged("crystal", length_in="95.999999999999999999999"), "floor_area")
    assert (hair.status, hair.value, hair.margin) == ("fail", D("31.9999"), D("-0.0001"))
    assert finding(verdict, "locked").margin is None


@pytest.mark.parametrize(
    ("city", "changed", "expected"),
    [
        # What the posts and the fence stand in
        ("crystal", {"surface": "concrete", "fence_buried_in": 0}, PASS),
        ("crystal", {"surface": "concrete", "fence_buried_in": GONE}, PASS),
        ("crystal", {"surface": "concrete", "post_buried_in": "17.9"}, ("fail", ["post_buried"], [])),
        ("crystal", {"surface": "concrete", "post_buried_in": GONE}, ("incomplete", [], ["post_buried"])),
        ("crystal", {"surface": GONE}, PASS),
        ("crystal", {"surface": GONE, "fence_buried_in": "17.9"}, ("incomplete", [], ["fence_buried"])),
        ("crystal", {"surface": GONE, "fence_buried_in": GONE}, ("incomplete", [], ["fence_buried"])),
        ("crystal", {"surface": GONE, "post_buried_in": 0}, ("fail", ["post_buried"], [])),
        ("crystal", {"surface": None, "fence_buried_in": 18}, PASS),
        ("benson", {"surface": "concrete", "post_buried_in": 0}, PASS),
        ("benson", {"surface": "concrete", "post_buried_in": GONE}, PASS),
        ("benson", {"surface": "concrete", "post_material": "wood"}, ("fail", ["post_material"], [])),
        ("benson", {"surface": GONE}, PASS),
        ("benson", {"surface": GONE, "post_buried_in": "17.9"}, ("incomplete", [], ["post_buried"])),
        ("benson", {"surface": GONE, "post_buried_in": GONE}, ("incomplete", [], ["post_buried"])),
        ("benson", {"surface": {"value": "concrete", "how": "told"}, "post_buried_in": 0},
         ("incomplete", [], ["post_buried"])),
        ("benson", {"fence_buried_in": 0}, PASS),
        # The cover, against the walls as they are
        ("crystal", {"cover": "none", "cover_gauge": 14, "cover_opening_in": 5}, ("fail", ["cover"], [])),
        ("benson", {"cover": "none", "cover_gauge": GONE, "cover_opening_in": GONE}, ("fail", ["cover"], [])),
        ("benson", {"cover": "partial", "cover_gauge": GONE}, ("fail", ["cover"], ["cover_gauge"])),
        ("crystal", {"cover": GONE}, ("incomplete", [], ["cover"])),
        ("crystal", {"cover": GONE, "cover_gauge": 12}, ("fail", ["cover_gauge"], ["cover"])),
        ("benson", {"cover": {"value": "none", "how": "told"}, "cover_opening_in": 3},
         ("fail", ["cover_opening"], ["cover"])),
        ("crystal", {"wall_gauge": 9, "cover_gauge": "9.5"}, ("fail", ["cover_gauge"], [])),
        ("benson", {"wall_gauge": 12, "cover_gauge": 12}, ("fail", ["wall_gauge"], [])),
        ("crystal", {"wall_gauge": GONE, "cover_gauge": 9}, ("incomplete", [], ["cover_gauge", "wall_gauge"])),
        ("battle_lake", {"cover": "partial"}, ("fail", ["cover"], [])),
        ("battle_lake", {"cover": GONE}, ("incomplete", [], ["cover"])),
        # Gates, locks, setbacks
        ("benson", {"gate_lockable": False, "locked": True}, ("fail", ["gate_lockable"], [])),
        ("benson", {"gate_self_closing": False, "gate_self_locking": GONE, "setbacks": "not_met"}, PASS),
        ("crystal", {"gate_lockable": False}, PASS),
        ("crystal", {"setbacks": "variance"}, PASS),
        ("crystal", {"setbacks": "not_met"}, ("fail", ["setbacks"], [])),
        ("crystal", {"setbacks": None}, ("incomplete", [], ["setbacks"])),
        ("crystal", {"child_entry_prevented": False, "secure_sides": False}, PASS),
        # Nothing asked indoors matters outdoors, and the other way about
        ("benson", {"windows_open": True, "excluded_structure": True, "screen_only_barrier": True}, PASS),
        # Facts that are told or were not possible
        ("crystal", {"wall_height_in": {"value": 30, "how": "told", "words": "the owner"}},
         ("incomplete", [], ["wall_height"])),
        ("crystal", {"post_buried_in": {"value": None, "how": "not possible", "words": "frozen ground"}},
         ("incomplete", [], ["post_buried"])),
        ("crystal", {"post_buried_in": {"how": "not possible"}}, ("incomplete", [], ["post_buried"])),
        ("crystal", {"post_buried_in": {"value": 18, "how": "seen while built"}}, PASS),
        ("crystal", {"locked": {"value": False, "how": "told"}}, ("incomplete", [], ["locked"])),
    ],
)  # fmt: skip
def test_facts_that_meet(city, changed, expected):
    assert outcome(judged(city, **changed)) == expected


@pytest.mark.parametrize("city", CITIES)
def test_nothing_noted_leaves_every_check_of_the_kind_open(city):
    assert outcome(judged(city, {"confinement": "outdoor_pen"})) == ("incomplete", [], OUTDOORS[city])
    assert outcome(judged(city, {"confinement": "indoors"})) == ("incomplete", [], INDOORS)
    assert outcome(judged(city, {})) == ("incomplete", [], sorted({*OUTDOORS[city], *INDOORS}))


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(
    ("field", "check", "wrong"),
    [
        ("escape_proof", "escape_proof", False),
        ("excluded_structure", "no_excluded_structure", True),
        ("windows_open", "windows_closed", True),
        ("screen_only_barrier", "no_screen_only_barrier", True),
    ],
)
def test_indoors(city, field, check, wrong):
    assert outcome(judged(city, HOUSE)) == PASS
    assert outcome(judged(city, HOUSE, **{field: wrong})) == ("fail", [check], [])
    for gone in (GONE, None, {"value": not wrong, "how": "told"}):
        assert outcome(judged(city, HOUSE, **{field: gone})) == ("incomplete", [], [check])
    outdoors = {"locked": False, "weather_protection": False, "wall_height_in": 1, "child_entry_prevented": False}
    assert outcome(judged(city, HOUSE, **outdoors)) == PASS
    assert {f.check for f in judged(city, HOUSE).findings} == set(INDOORS)


@pytest.mark.parametrize("city", CITIES)
def test_where_the_kind_is_not_noted_only_what_is_asked_of_both_can_fail(city):
    gone = {"confinement": GONE}
    assert outcome(judged(city, **gone, locked=False, escape_proof=False))[:2] == ("fail", ["escape_proof"])
    open_ = judged(city, **gone, locked=False)
    assert outcome(open_) == ("incomplete", [], sorted(["locked", *INDOORS[1:]]))
    assert finding(open_, "locked").missing == ("confinement",)
    assert outcome(judged(city, GOOD | HOUSE, **gone)) == PASS


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("field", sorted(GOOD))
def test_each_fact_missing(city, field):
    law = enclosure_law(BOOK, city, DAY)
    looked = {check.id for check in law.checks if field in check.fields and "outdoor_pen" in check.groups}
    cannot_matter = {"fence_buried", "post_buried"} if field == "surface" else set()
    cannot_matter |= {"cover_gauge", "cover_opening"} if field == "cover" else set()
    expected = sorted(looked - cannot_matter)
    if field != "confinement":
        for gone in (GONE, None, {"value": GOOD[field], "how": "told"}, {"value": None, "how": "not possible"}):
            assert outcome(judged(city, **{field: gone})) == (("incomplete", [], expected) if expected else PASS)


def test_findings_say_why():
    concrete = finding(judged("benson", surface="concrete", post_buried_in=3), "post_buried")
    told_apart = (concrete.status, concrete.because, concrete.margin, concrete.value)
    assert told_apart == ("not_applicable", "surface", None, 3)
    open_ = finding(judged("crystal", surface=GONE, fence_buried_in=3), "fence_buried")
    assert (open_.status, open_.missing, open_.value, open_.margin) == ("unknown", ("surface",), 3, None)
    both = finding(judged("crystal", surface=GONE, fence_buried_in=GONE), "fence_buried")
    assert both.missing == ("fence_buried_in", "surface")
    told = finding(judged("crystal", wall_height_in={"value": 72, "how": "told"}), "wall_height")
    assert (told.status, told.value, told.how, told.missing) == ("unknown", 72, "told", ("wall_height_in",))
    setbacks = finding(judged("crystal", setbacks="variance"), "setbacks")
    assert (setbacks.value, setbacks.limit) == ("variance", ("met", "variance"))
    assert finding(judged("crystal"), "floor_area").how == "measured, seen"
    assert finding(judged("crystal", locked=GONE), "locked").how == ""
    assert "text" in finding(judged("crystal"), "post_buried").doubt  # D-06


def test_the_law_of_the_day_and_no_law_before_it():
    assert judged("crystal", day=date(2000, 1, 1)).status == "pass"
    with pytest.raises(LawNotKnown, match="1999-12-31"):
        judged("crystal", day=date(1999, 12, 31))
    theirs, floor = (judged("benson", day=day) for day in (date(2010, 2, 10), date(2010, 2, 9)))
    assert len(theirs.findings) > len(floor.findings)  # before the city's law the state's alone
    with pytest.raises(LawNotKnown, match="1899-12-31"):
        judged("benson", day=date(1899, 12, 31))


def test_a_condition_may_compare_amounts():
    law = Limit(D(2), "inches", "under", (), ("O-1",), "Oakmere 1", DAY, "")
    for operator, high in (("at least", True), ("over", True), ("at most", False), ("under", False)):
        low_walls = Condition("wall_height_in", operator, D(72), "open")
        check = Check("top", "amount", "cover_opening_in", "", False, (), (), (low_walls,), law, "", "")
        for height, equal in ((71, False), (72, True), (73, False)):
            pen = {"wall_height_in": Fact(D(height)), "cover_opening_in": Fact(D(2))}
            applies = (equal and operator.startswith("at")) or (not equal and (height > 72) is high)
            assert judge(pen, [check]).findings[0].status == ("fail" if applies else "not_applicable")


GROWS = ("length_in", "width_in", "wall_height_in", "fence_buried_in", "post_diameter_in", "post_buried_in")


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(CITIES), st.integers(0, 2**32), st.sampled_from(GROWS), st.decimals(0, 500, places=3))
def test_a_passing_pen_never_fails_when_it_grows(city, seed, field, more):
    dice = random.Random(seed)  # noqa: S311
    # Pens near to passing: a good one with a few facts from a random one.
    drawn = random_pen(dice)
    base = GOOD | {name: drawn[name] for name in dice.sample(sorted(drawn), min(2, len(drawn)))}
    before = judged(city, base)
    if before.status == "pass" and not isinstance(base[field], dict) and base[field] is not None:
        grown = judged(city, base, **{field: D(str(base[field])) + more})
        assert outcome(grown) == PASS
        if "rectangles_in" in base or isinstance(base["length_in"], dict) or isinstance(base["width_in"], dict):
            return
        longer = judged(city, base, rectangles_in=[[base["length_in"], base["width_in"]], [more, more]])
        assert outcome(longer) == PASS


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(CITIES), st.integers(0, 2**32))
def test_the_order_of_facts_does_not_matter_and_the_verdict_follows_its_findings(city, seed):
    dice = random.Random(seed)  # noqa: S311
    base = random_pen(dice)
    verdict = judged(city, base)
    turned = list(base.items())
    dice.shuffle(turned)
    assert judged(city, dict(turned)) == verdict
    by = {word: sorted(f.check for f in verdict.findings if f.status == word) for word in ("fail", "unknown")}
    assert outcome(verdict)[1:] == (by["fail"], by["unknown"])
    assert verdict.status == ("fail" if by["fail"] else "incomplete" if by["unknown"] else "pass")
    for found in verdict.findings:
        assert (found.status == "unknown") == bool(found.missing)
        assert found.margin is None or (found.margin >= 0) == (found.status == "pass")
