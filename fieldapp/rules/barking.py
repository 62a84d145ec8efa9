"""Is a dog a habitual barker by what was timed?

Benson 90.10(A) (B-060): repeated intervals of at least three minutes with less than one minute of interruption, to be
heard off the owner's premises. Crystal (C-053) has no minutes: there a narrative decides (the ground noise.disturbs).
Times are in seconds from any one moment, so that nothing here depends on a clock.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from fieldapp.rules.answers import Answer, answer
from fieldapp.rules.facts import KNOWN
from fieldapp.rules.limits import Limit, Reason

SECONDS_A_MINUTE = 60


@dataclass(frozen=True, slots=True)
class Noise:
    """Barking or crying without a break, from `begins` to `ends` (seconds); heard off the premises: yes, no, not noted.

    `how`: how the times are known (facts.HOW).
    """

    begins: int
    ends: int
    off_premises: bool | None = None
    how: str = "measured"


@dataclass(frozen=True, slots=True)
class BarkingLaw:
    """How long an interval lasts, which interruption it bears (both in minutes), how many intervals are repeated."""

    interval: Limit
    interruption: Limit
    repeated: Limit


@dataclass(frozen=True, slots=True)
class Interval:
    """Barking that goes on but for short interruptions; `heard`: whether every part was noted as heard off premises."""

    begins: int
    ends: int
    heard: bool

    @property
    def minutes(self) -> Decimal:
        """How long it lasts, its short interruptions included."""
        return Decimal(self.ends - self.begins) / SECONDS_A_MINUTE


def intervals(noises: Iterable[Noise], law: BarkingLaw) -> tuple[Interval, ...]:
    """The noises joined over interruptions that are short enough, in the order of time."""
    joined: list[Interval] = []
    for noise in sorted(noises, key=lambda n: (n.begins, n.ends)):
        heard = noise.off_premises is True
        last = joined[-1] if joined else None
        if last and law.interruption.met_by(Decimal(max(0, noise.begins - last.ends)) / SECONDS_A_MINUTE):
            joined[-1] = Interval(last.begins, max(last.ends, noise.ends), last.heard and heard)
        else:
            joined.append(Interval(noise.begins, noise.ends, heard))
    return tuple(joined)


def barking(noises: Iterable[Noise], law: BarkingLaw) -> Answer:
    """Whether the timed noises are habitual barking; what was told, or not heard off the premises, does not count.

    Raises ValueError for a noise that ends before it begins.
    """
    given = tuple(noises)
    if any(noise.ends < noise.begins for noise in given):
        msg = "a noise ends before it begins"
        raise ValueError(msg)
    timed = intervals((n for n in given if n.how in KNOWN and n.off_premises is not False), law)
    long = [one for one in timed if law.interval.met_by(one.minutes)]
    reasons = tuple(_reason(one, law) for one in long)
    question = "habitual barking"
    if not timed:
        return answer(question, (), (), (_TIMED,), enough=False)
    if not law.repeated.met_by(len(long)):
        fact = f"{len(long)} of {len(timed)} timed intervals are long enough"
        too_few = law.repeated.reason(fact, f"Repeated: at least {law.repeated.number} intervals")
        return answer(question, reasons, (too_few,), (), enough=False)
    unasked = () if law.repeated.met_by(sum(one.heard for one in long)) else (_HEARD,)
    return answer(question, reasons, (), unasked, enough=True)


_HEARD = "Was it heard off the owner's premises the whole time?"
_TIMED = "When did the barking begin and end, timed off the owner's premises?"


def _reason(one: Interval, law: BarkingLaw) -> Reason:
    minutes, seconds = divmod(one.ends - one.begins, SECONDS_A_MINUTE)
    limit = (
        f"An interval of at least {law.interval.number} minutes, with interruptions of less than "
        f"{law.interruption.number} minute"
    )
    return law.interval.reason(f"Barked for {minutes} minutes {seconds} seconds", limit)
