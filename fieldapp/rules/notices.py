"""What a notice of declaration must hold, and what one at hand lacks.

Crystal 910, Potentially dangerous dogs, subd. 1 (C-125), Dangerous dogs, subd. 1 (C-142 to C-147); Benson 90.13(E)(3)
(B-100 to B-110); Battle Lake 90.15(B)(2), (C)(2) (T-011 to T-017, T-020 to T-025; X-08: the sentence on a prior
declaration comes from 347.541); Minn. Stat. 347.541, subd. 3.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from fieldapp.rules.days import written
from fieldapp.rules.elements import MET, UNMET, Element, judge_all, of, open_questions, together
from fieldapp.rules.facts import Facts
from fieldapp.rules.limits import Limit, Reason


@dataclass(frozen=True, slots=True)
class NoticePart:
    """One thing that a notice about a dog of `dog_class` must say; `when` (empty: always) names the case for it.

    `clock` names the clock whose days the part states.
    """

    key: str
    dog_class: str
    text: str
    when: tuple[Element, ...]
    clock: str
    law: Limit


@dataclass(frozen=True, slots=True)
class NoticeCheck:
    """`needed`: the parts of this case; `missing`: what the notice lacks; `unasked`: what decides about others."""

    needed: tuple[NoticePart, ...]
    missing: tuple[Reason, ...]
    unasked: tuple[str, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing is missing and nothing is left to ask."""
        return not self.missing and not self.unasked


def check_notice(parts: Iterable[NoticePart], dog_class: str, held: Collection[str], facts: Facts) -> NoticeCheck:
    """What a notice lacks; `held` are the keys of the parts that it says."""
    needed: list[NoticePart] = []
    unasked: list[str] = []
    for part in parts:
        if part.dog_class != dog_class:
            continue
        conditions = judge_all(part.when, facts, part.law, part.text)
        status = together(conditions)
        if status == MET:
            needed.append(part)
        elif status != UNMET and part.key not in held:
            unasked += open_questions(conditions)
    missing = tuple(
        part.law.reason(_why(part, facts), f"The notice must say: {part.text}")
        for part in needed
        if part.key not in held
    )
    return NoticeCheck(tuple(needed), missing, tuple(dict.fromkeys(unasked)))


def dated_as_served(dated: date, served: date, law: Limit) -> Reason | None:
    """A warning where the date on the notice is not the day of service (choices D-25: days count from the date)."""
    if dated == served:
        return None
    limit = "The days to appeal count from the date: do not date it back"
    return law.reason(f"Dated {written(dated)}, served {written(served)}", limit)


def _why(part: NoticePart, facts: Facts) -> str:
    conditions = of(MET, judge_all(part.when, facts, part.law, part.text))
    return "; ".join(step.fact for step in conditions) or "Not in the notice"
