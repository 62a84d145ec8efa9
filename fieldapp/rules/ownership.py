"""May this person own a dog?

Crystal 910, Future ownership, subd. 1 and 2 (C-190, C-191); Benson 90.13(L) (B-136, B-137); Minn. Stat. 347.542.
The state lets the authority approve a household and review a bar after three years (choices D-39, S-06).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from fieldapp.rules.answers import NOT_KNOWN, SUPPORTED, Answer, answer
from fieldapp.rules.case_clocks import Days, joined, opened
from fieldapp.rules.facts import Facts
from fieldapp.rules.grounds import Ground, Support, support
from fieldapp.rules.limits import Limit


@dataclass(frozen=True, slots=True)
class BarLaw:
    """The grounds of a bar, and the rule for the household."""

    grounds: tuple[Ground, ...]
    household: Limit


@dataclass(frozen=True, slots=True)
class Bar:
    """`word`: barred, not barred or not known; `grounds`: what each ground says."""

    word: str
    grounds: tuple[Support, ...]

    @property
    def unasked(self) -> tuple[str, ...]:
        """What nobody has asked yet, each question once."""
        return tuple(dict.fromkeys(ask for found in self.grounds for ask in found.answer.unasked))


def bar(law: BarLaw, facts: Facts) -> Bar:
    """Whether a person is barred by any ground, from the facts of that person's convictions."""
    found = tuple(support(ground, (), facts) for ground in law.grounds)
    words = {one.answer.word for one in found}
    word = "barred" if SUPPORTED in words else "not known" if NOT_KNOWN in words else "not barred"
    return Bar(word, found)


def household(law: BarLaw, members: Iterable[Bar], approved_by: str) -> Answer:
    """Whether somebody's household stands in the way: a barred member, unless the authority approved (by whom)."""
    words = [member.word for member in members]
    if "barred" in words and approved_by:
        step = law.household.reason(f"A member is barred; approved by {approved_by}", "The authority may approve")
        return answer("household", (step,), (), (), enough=True)
    if "barred" in words:
        step = law.household.reason("A member is barred, nobody approved", "Nobody in the household may own a dog")
        return answer("household", (), (step,), (), enough=True)
    unasked = ("Is a member of the household barred?",) if "not known" in words else ()
    return answer("household", (law.household.reason("No member is known to be barred", ""),), (), unasked, enough=True)


def bar_review(law: BarLaw, opens_on: Days, day: date, *, asked_before: bool) -> Answer:
    """Whether a review of a bar may be asked for: after three years, then yearly (347.542)."""
    clocks = ("ownership_bar_review", "ownership_bar_review_again")[: 1 + asked_before]
    found = joined("review of the bar", tuple(opened(clock, opens_on, day, law.household) for clock in clocks))
    return answer(
        found.question, found.reasons_for, found.reasons_against, found.unasked,
        enough=True, first_lawful_day=found.first_lawful_day,
    )  # fmt: skip
