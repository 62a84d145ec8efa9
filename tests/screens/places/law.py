"""The law page, its changes and its doubts."""

from tests.screens.places.states import state, unfold
from tests.screens.stage import CITY
from tests.walk.addresses import PARTS


@state("law, supervisor, only doubts")
def law_doubts(s):
    return s.go("supervisor", f"/law/{CITY}?only=doubts")


@state("law of Battle Lake")
def law_of_battle_lake(s):
    return s.go("officer", "/law/battle_lake")


@state("law, nothing found")
def law_nothing(s):
    return s.go(None, f"/law/{CITY}?q=zzyzx")


@state("law, a day that is none")
def law_day(s):
    return s.go(None, f"/law/{CITY}?on=yesterday")


@state("law, unfolded search")
def law_search(s):
    return unfold(s.go("officer", f"/law/{CITY}?q=rabies"))


@state("law changes, two days")
def law_changes(s):
    return s.go(None, f"/law/{CITY}/changes?from=2000-01-02&to=2026-11-30")


@state("doubt, blank")
def doubt_blank(s):
    page = s.go("supervisor", f"/law/{CITY}/doubts/{PARTS['ref'](CITY)}")
    page.get_by_role("button", name="Sign off").click()
    page.wait_for_load_state("networkidle")
    return page
