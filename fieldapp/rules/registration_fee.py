"""The registration fee of a dangerous dog as a city set it.

Minn. Stat. 347.51, subd. 2 (3): at most $500 a year on top of the license fee. Crystal 910, Dangerous dogs, subd. 3
(C-152); Benson 90.13(H)(6) (B-122); Battle Lake 90.15(C)(5)(a), (L) (T-031, T-059). The texts at hand hold no amount
(choices D-14, X-27): none is taken for granted.
"""

from fieldapp.rules.answers import Answer, answer
from fieldapp.rules.limits import Limit


def registration_fee(fee_cents: int | None, cap: Limit) -> Answer:
    """Whether the fee that a city set (whole cents; None: none set yet) stays within the state's cap."""
    if fee_cents is None:
        return answer("registration fee", (), (), ("Which fee has the city set?",), enough=False)
    step = cap.reason(f"Fee ${fee_cents // 100:,}.{fee_cents % 100:02}", f"At most ${cap.number // 100:,} a year")
    within = cap.met_by(fee_cents)
    return answer("registration fee", (step,) if within else (), () if within else (step,), (), enough=within)
