"""The three cities' clocks as the lawbook holds them: every case of the vectors, the rest by hand, planted faults."""

import json
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

from fieldapp.lawbook.calendars import CitySays, calendar_of
from fieldapp.lawbook.clocks import CityClocks, UnknownClock
from fieldapp.lawbook.faults.names import faults
from fieldapp.lawbook.load import UnusableLaw, load_lawbook
from fieldapp.lawbook.schemas.clocks import WEEKDAYS
from fieldapp.lawbook.standing import LawNotKnown
from fieldapp.lawbook.values import Lawbook
from fieldapp.rules.counting import is_open
from tests.rules.test_counting import KEPT

BOOK = load_lawbook(None)
CLOCKS = {city: CityClocks(BOOK, city) for city in BOOK.cities}
CASES = json.loads((Path(__file__).parents[1] / "vectors" / "clocks.json").read_text(encoding="utf-8"))


def when(text):
    return datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)


def due(city, key, says=None, **events):
    clocks = CityClocks(BOOK, city, says) if says else CLOCKS[city]
    return clocks.due(key, {name: when(text) for name, text in events.items()})


def shown(answer):
    return tuple(d and d.isoformat() for d in (answer.earliest, answer.latest, answer.first_lawful_day))


@pytest.mark.parametrize("case", CASES, ids=[f"{c['city']}-{c['clock']}-{n}" for n, c in enumerate(CASES)])
def test_vectors(case):
    answer = due(case["city"], case["clock"], **case["events"])
    earliest, latest, first = shown(answer)
    assert (earliest, latest) == (case["expect"]["earliest"], case["expect"]["latest"])
    assert first == latest if case["clock"] in {"quarantine", "designation_review"} else first > latest
    assert answer.clauses
    assert all(r.citation for r in answer.reasons)


ALL = ("crystal", "benson", "battle_lake")


@pytest.mark.parametrize(
    ("cities", "key", "events", "expected"),
    [
        # a day below, at and above each closed day is in tests/rules; here each clock's number and beginning
        (["crystal", "battle_lake"], "reclaim_dangerous", {"seized": "2026-03-02"}, ("2026-03-09", None, None)),
        (["benson"], "reclaim_dangerous", {"seized": "2026-03-02"}, ("2026-03-16", None, None)),
        (["crystal", "battle_lake"], "reclaim_after_acquittal", {"reclaim_notified": "2026-03-02"},
         ("2026-03-09", "2026-03-09", "2026-03-10")),
        (["benson"], "reclaim_after_acquittal", {"reclaim_notified": "2026-03-02"},
         ("2026-03-16", "2026-03-16", "2026-03-17")),
        (["crystal"], "potentially_dangerous_sterilization", {"final": "2026-03-02"},
         ("2026-04-01", "2026-04-01", "2026-04-02")),
        (["crystal", "battle_lake"], "registration", {"notified": "2026-03-02"},
         ("2026-03-16", "2026-03-16", "2026-03-17")),
        (["benson"], "registration", {"notice_sent": "2026-03-02", "notice_received": "2026-03-05"},
         ("2026-03-16", "2026-03-19", "2026-03-20")),
        (["crystal", "battle_lake"], "registration", {"notified": "2026-03-02", "appealed": "2026-03-10"},
         (None, None, None)),
        (["benson"], "registration",
         {"notice_sent": "2026-03-02", "appealed": "2026-03-10", "decision_received": "2026-04-01"},
         ("2026-04-15", "2026-04-15", "2026-04-16")),
        (["benson", "battle_lake"], "microchip_reminder", {"notified": "2026-03-02"},
         ("2026-03-16", "2026-03-16", None)),
        (["crystal"], "ownership_hearing_request", {"notice_received": "2026-03-02"},
         ("2026-03-16", "2026-03-16", "2026-03-17")),
        (["crystal"], "ownership_hearing", {"requested": "2026-03-07"}, ("2026-03-20", "2026-03-23", "2026-03-24")),
        (["crystal"], "ownership_result", {"heard": "2026-03-05"}, ("2026-03-13", "2026-03-16", "2026-03-17")),
        (["crystal"], "potentially_dangerous_review", {"form_received": "2026-03-02", "fee_received": "2026-03-05"},
         ("2026-03-13", "2026-03-16", "2026-03-17")),
        (["crystal"], "designation_review_result", {"review_requested": "2026-03-02"},
         ("2026-03-12", "2026-03-12", "2026-03-13")),
        (["crystal", "benson"], "seizure_hearing_request", {"notice_dated": "2026-03-02"},
         ("2026-03-16", "2026-03-16", "2026-03-17")),
        (["benson"], "move_notice", {"move_planned": "2026-03-30"}, ("2026-03-16", "2026-03-16", "2026-03-17")),
        (["benson"], "move_notice", {"move_planned": "2026-03-29"}, ("2026-03-13", "2026-03-16", "2026-03-17")),
        (ALL, "death_notice", {"died": "2026-03-02"}, ("2026-04-01", "2026-04-01", "2026-04-02")),
        (ALL, "registration_renewal", {"registered": "2026-03-02"}, ("2027-03-02", "2027-03-02", "2027-03-03")),
        (ALL, "designation_review_again", {"review_requested": "2026-03-02"}, ("2027-03-02",) * 3),
        (ALL, "ownership_bar_review", {"barred": "2024-02-29"}, ("2027-02-28",) * 3),
        (ALL, "ownership_bar_review_again", {"review_requested": "2026-03-02"}, ("2027-03-02",) * 3),
        (ALL, "cruelty_security", {"seized": "2026-03-06"}, ("2026-03-15", "2026-03-16", "2026-03-17")),
        (ALL, "cruelty_disposal", {"seized": "2026-03-04"}, ("2026-03-16", "2026-03-16", "2026-03-17")),
        (ALL, "pound_records_kept", {"disposed": "2026-03-02"}, ("2026-09-02", "2026-09-02", "2026-09-03")),
        (ALL, "exposed_booster", {"exposed": "2026-03-05"}, ("2026-03-08", "2026-03-09", "2026-03-10")),
        (ALL, "exposed_vaccinated", {"exposed": "2026-03-02"}, ("2026-04-16", "2026-04-16", "2026-04-17")),
        # 180 days end on 26 August, six months on 27 August
        (["benson", "battle_lake"], "exposed_unvaccinated", {"exposed": "2026-02-27"},
         ("2026-08-26", "2026-08-26", "2026-08-27")),
        (["crystal"], "exposed_unvaccinated", {"exposed": "2026-02-27"}, ("2026-08-27", "2026-08-27", "2026-08-28")),
        # six months end on 28 February, 180 days on 27 February, a Saturday
        (["crystal"], "exposed_unvaccinated", {"exposed": "2026-08-31"}, ("2027-03-01", "2027-03-01", "2027-03-02")),
        (ALL, "muzzle_order_begins", {"proclaimed": "2026-03-02"}, ("2026-03-07",) * 3),
        (ALL, "muzzle_order_ends", {"proclaimed": "2026-03-02"}, ("2026-09-02", "2026-09-02", None)),
        (ALL, "summons_appearance_from", {"summons_dated": "2026-03-02"}, ("2026-03-08",) * 3),
        (ALL, "summons_appearance_by", {"summons_dated": "2026-03-05"}, ("2026-03-13", "2026-03-16", "2026-03-17")),
        (ALL, "summons_service", {"hearing_set": "2026-03-12"}, ("2026-03-06", "2026-03-06", "2026-03-07")),
        (ALL, "bite_observation", {"bitten": "2026-03-01T12:00:00-06:00"}, ("2026-03-11T13:00:00-05:00",) * 3),
        (["crystal", "benson"], "quarantine", {"bitten": "2026-10-28T12:00:00-05:00"},
         ("2026-11-07T12:00:00-06:00",) * 3),
        (["crystal"], "quarantine_retrieval", {"reclaim_notified": "2026-03-06"},
         ("2026-03-13", "2026-03-13", "2026-03-14")),
        (["crystal"], "pound_account", {"last_account": "2026-01-31"}, ("2026-02-27", "2026-03-02", "2026-03-03")),
        (["benson"], "pound_designation", {"designated": "2026-03-02"}, ("2027-03-02", "2027-03-02", "2027-03-03")),
        (["benson"], "private_seizure_report", {"taken_up": "2026-03-02T22:30:00-06:00"},
         ("2026-03-03T00:30:00-06:00",) * 3),
        (["benson"], "carcass_removal", {"died_at": "2026-03-02T22:30:00-06:00"}, ("2026-03-03T10:30:00-06:00",) * 3),
    ],
)  # fmt: skip
def test_each_clock(cities, key, events, expected):
    for city in cities:
        assert shown(due(city, key, **events)) == expected, city


def test_every_clock_can_be_asked_and_says_what_it_rests_on():
    tried = 0
    for city, clocks in CLOCKS.items():
        for key in clocks.keys:
            named, in_hours = clocks.asks(key)
            start = "2026-03-02T12:00:00-06:00" if in_hours else "2026-03-02"
            answer = (
                due(city, key, **dict.fromkeys(named - {"appealed", "decision_received"}, start))
                if ("appealed" in named)
                else due(city, key, **dict.fromkeys(named, start))
            )
            assert answer.state == "set", (city, key)
            assert answer.earliest <= answer.latest
            assert answer.clauses
            tried += 1
    assert tried > 100


@pytest.mark.parametrize(
    ("city", "key"),
    [("battle_lake", "quarantine"), ("benson", "microchip"), ("crystal", "vaccination_proof"), ("crystal", "nonsense")],
)
def test_a_clock_that_a_city_has_not(city, key):
    with pytest.raises(UnknownClock, match=key):
        due(city, key, bitten="2026-03-02", final="2026-03-02", demanded="2026-03-02")


def test_the_law_of_the_day_on_which_it_begins():
    with pytest.raises(LawNotKnown, match="1999-12-31"):
        due("crystal", "transfer_notice", transferred="1999-12-31")
    assert due("benson", "transfer_notice", transferred="2010-02-09").clauses == ("MN-347.52-c",)
    assert due("benson", "transfer_notice", transferred="2010-02-10").clauses == ("B-128", "B-130")
    assert due("crystal", "transfer_notice", received="1999-12-31").state == "waiting"  # another's event


def test_juneteenth_is_a_holiday_since_2023():
    assert shown(due("benson", "vaccination_proof", demanded="2020-06-12"))[0] == "2020-06-19"
    assert shown(due("benson", "vaccination_proof", demanded="2024-06-12"))[0] == "2024-06-20"


def test_the_holidays_of_the_lawbook_are_those_of_printed_calendars():
    calendar = calendar_of(BOOK, "crystal", date(2026, 1, 1))
    every = [date.fromordinal(n) for n in range(date(2020, 1, 1).toordinal(), date(2036, 1, 1).toordinal())]
    assert sorted(KEPT) == [d.isoformat() for d in every if d.weekday() < 5 and not is_open(calendar, d)]


def test_what_a_city_settles():
    october = {"demanded": "2026-10-05"}  # day 7 is the second Monday in October
    assert shown(due("benson", "vaccination_proof", **october))[0] == "2026-10-12"
    assert "Indigenous Peoples Day" in due("benson", "vaccination_proof", **october).assumed[0]
    kept = due("benson", "vaccination_proof", CitySays({"october_holiday": True}), **october)
    assert (shown(kept)[0], kept.assumed) == ("2026-10-13", ())
    not_kept = due("benson", "vaccination_proof", CitySays({"october_holiday": False}), **october)
    assert (shown(not_kept)[0], not_kept.assumed) == ("2026-10-12", ())
    friday = CitySays({"friday_after_thanksgiving": True})
    assert shown(due("benson", "vaccination_proof", friday, demanded="2026-11-20"))[0] == "2026-11-30"


def test_a_pound_with_its_own_hours():
    tuesday_and_saturday = CitySays(hours={1: [(540, 780)], 5: [(540, 780)], 2: [(540, 779)]})
    hold = due("benson", "impound_hold", tuesday_and_saturday, impounded="2026-03-02")
    assert shown(hold) == ("2026-03-17", "2026-03-17", "2026-03-18")
    assert hold.assumed == ()
    assert "are not entered" in due("benson", "impound_hold", impounded="2026-03-02").assumed[0]
    longer = due(
        "crystal", "reclaim_dangerous", tuesday_and_saturday, seized="2026-03-02", seizure_notified="2026-03-02"
    )
    assert shown(longer) == ("2026-03-17", "2026-03-17", "2026-03-18")


CITY = 'kind = "city"\nid = "oakmere"\nname = "Oakmere"\nstate = "minnesota"\ntime_zone = "America/Chicago"\n'
END = 'clause = "O-1"\ncitation = "Oakmere 5.01"\nfrom = 2020-01-01\nlast_checked = 2026-11-30\n'
CLOCK = """
[[clock]]
key = "answer"
title = "Answer"
nature = "owner"
number = 5
unit = "days"
earliest_from = ["told"]
roll = "both"
"""
CLOSED = f'[[value]]\nkey = "counting.closed_weekdays"\nwords = {json.dumps(WEEKDAYS)}\n'
HOLIDAY = '[[holiday]]\nkey = "founders"\nname = "Founders\' Day"\nmonth = 3\nday = 9\n'


def oakmere(folder, clock=CLOCK + END, city=CITY):
    (folder / "oakmere").mkdir()
    (folder / "oakmere" / "city.toml").write_text(city, encoding="utf-8")
    (folder / "oakmere" / "names.toml").write_text('[events]\ntold = "the owner was told"\n', encoding="utf-8")
    (folder / "oakmere" / "clocks.toml").write_text(clock, encoding="utf-8")
    return load_lawbook(folder)


def test_another_city_is_a_folder_and_has_the_clocks_of_the_state(tmp_path):
    clocks = CityClocks(oakmere(tmp_path, CLOCK + END + HOLIDAY + END), "oakmere")
    assert clocks.due("answer", {"told": date(2026, 3, 4)}).latest == date(2026, 3, 10)  # over its own holiday
    assert clocks.due("security", {"seized": date(2026, 3, 4)}).clauses == ("MN-347.541-2",)


def test_a_clock_that_ended(tmp_path):
    ended = '[[clock]]\nkey = "answer"\nends = true\n' + END.replace("2020", "2024")
    clocks = CityClocks(oakmere(tmp_path, CLOCK + END + ended), "oakmere")
    assert clocks.due("answer", {"told": date(2023, 12, 29)}).latest == date(2024, 1, 3)
    with pytest.raises(LawNotKnown):
        clocks.due("answer", {"told": date(2024, 1, 1)})


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        (CLOCK.replace("number = 5", "number = -1") + END, "number -1 days must be 1 to 3,660"),
        (CLOCK.replace('["told"]', "[5]") + END, "earliest_from must hold only what is a text"),
        (CLOCK.replace('"days"', '"months"') + "inclusive = true\n" + END, "inclusive goes with days only"),
        (CLOCK.replace('"days"', '"business days"') + "back = true\n" + END, "back goes with"),
        (CLOCK + "local_hour = true\n" + END, "local_hour goes with hours only"),
        (CLOCK.replace('"days"', '"hours"') + END, "a clock of hours does not roll"),
        (CLOCK + 'paused_by = "appealed"\n' + END, "go together"),
        (CLOCK + 'floor = "impound_hold"\n' + END, "floor and floor_from go together"),
        (CLOCK + 'floor = "nowhere"\nfloor_from = "told"\n' + END, "there is no clock 'nowhere'"),
        (CLOCK + 'floor = "state:nowhere"\nfloor_from = "told"\n' + END, "there is no clock 'state:nowhere'"),
        (CLOCK + 'floor = "bite_observation"\nfloor_from = "told"\n' + END, "cannot be compared"),
        (CLOCK + 'floor = "answer"\nfloor_from = "told"\n' + END, "leads back to itself"),
        ((CLOCK + 'floor = "security"\nfloor_from = "told"\n' + END).replace("2020", "1999"), "begins only on 2000"),
        (CLOCK.replace('"both"', '"sideways"') + END, "roll 'sideways'"),
        (CLOCK.replace('unit = "days"', 'unit = "feet"') + END, "unit 'feet'"),
        (HOLIDAY.replace("day = 9\n", "") + END, "needs either day, or weekday and nth"),
        (HOLIDAY + "nth = 2\n" + END, "needs either day"),
        (HOLIDAY.replace("day = 9", 'weekday = "monday"\nnth = 5') + END, "nth 5 must be -1 to 4"),
        (HOLIDAY.replace("day = 9", 'weekday = "monday"\nnth = 1\nplus = 9') + END, "plus 9 must be 0 to 6"),
        (HOLIDAY.replace("day = 9", "day = 32") + END, "day 32 must be 1 to 31"),
        (HOLIDAY.replace("month = 3\nday = 9", "month = 2\nday = 29") + END, "no day of every year"),
        ('[[value]]\nkey = "counting.closed_weekdays"\nwords = ["caturday"]\n' + END, "did you mean 'saturday'"),
        (CLOSED + END, "leaves no weekday open"),
    ],
)
def test_a_planted_fault_is_named_with_its_place(tmp_path, planted, said):
    with pytest.raises(UnusableLaw) as found:
        oakmere(tmp_path, planted)
    assert said in str(found.value)
    assert "oakmere/clocks.toml:" in str(found.value)


def test_a_clock_that_is_named_in_vain():
    duty = next(p for p in BOOK.cities["crystal"].all("requirement", date(2026, 1, 1)) if p.fields.get("clock"))
    wrong = replace(duty, fields={**duty.fields, "clock": "registratoin"})
    place = BOOK.cities["crystal"]
    pieces = {**place.pieces, "requirement": {duty.key: (wrong,)}}
    book = Lawbook(BOOK.states, {"crystal": replace(place, pieces=pieces)})
    named = "clock: there is no clock 'registratoin'; did you mean 'registration'?"
    assert [f for f in faults(book) if f.file == duty.file] == [
        (duty.file, duty.key, ("requirement", duty.nth, "clock"), named)
    ]


def test_a_circle_of_two(tmp_path):
    other = CLOCK.replace('"answer"', '"other"')
    floors = 'floor = "other"\nfloor_from = "told"\n', 'floor = "answer"\nfloor_from = "told"\n'
    with pytest.raises(UnusableLaw, match="leads back"):
        oakmere(tmp_path, CLOCK + floors[0] + END + other + floors[1] + END)


def test_no_law_behind_a_clock(tmp_path):
    early = CLOCK + END.replace("2020", "1999")
    with pytest.raises(LawNotKnown, match="counting"):  # the state's way of counting is known from 2000
        CityClocks(oakmere(tmp_path, early), "oakmere").due("answer", {"told": date(1999, 5, 3)})


def test_a_floor_that_ended(tmp_path):
    floor = CLOCK.replace('"answer"', '"under"') + END
    ended = '[[clock]]\nkey = "under"\nends = true\n' + END.replace("2020", "2024")
    over = CLOCK + 'floor = "under"\nfloor_from = "told"\n' + END
    with pytest.raises(LawNotKnown, match="under"):
        CityClocks(oakmere(tmp_path, over + floor + ended), "oakmere").due("answer", {"told": date(2025, 5, 5)})


def test_the_first_lawful_days_of_a_case():
    told = {"notice_dated": "2026-05-01", "bitten": "2026-05-01T23:30:00-05:00", "notified": "2026-05-01"}
    events = {name: when(text) for name, text in told.items()}
    asked = ["dangerous_appeal", "quarantine", "security", "microchip_reminder", "vaccination_proof"]
    assert CLOCKS["crystal"].opens_on(asked, events) == {
        "dangerous_appeal": date(2026, 5, 16), "quarantine": date(2026, 5, 12),
    }  # fmt: skip
