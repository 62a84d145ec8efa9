"""The least and the most that a number of law can sanely be: whatever lies outside is a slip of the pen.

The spans are wide. They are no law; each says why nothing beyond it is meant.
"""

from decimal import Decimal
from typing import NamedTuple


class Span(NamedTuple):
    """From `least` to `most`, why, and whether only whole numbers are meant."""

    least: int
    most: int
    why: str
    whole: bool = True

    def wrong(self, number: int | Decimal) -> str:
        """What is wrong with a number, in words; empty where nothing is."""
        if not self.least <= number <= self.most:
            return f"must be {self.least:,} to {self.most:,}: {self.why}"
        if self.whole and number != int(number):
            return "must be a whole number"
        return ""


_A_LENGTH = "a yard is measured with a tape"
_SOME = "no count of animal law is larger"

# Of a limit, by its unit. A length of 0 forbids nothing, and an age of 0 is the whole life.
BY_UNIT = {
    "seconds": Span(1, 3600, "an hour and more is told in hours"),
    "minutes": Span(1, 1440, "a day and more is told in days"),
    "hours": Span(1, 8784, "a year has 8,784 hours at most"),
    "days": Span(1, 3660, "ten years and more are told in years"),
    "business days": Span(1, 366, "a year and more is told in years"),
    "months": Span(0, 240, "an animal lives 20 years, and longer times are told in years"),
    "years": Span(1, 100, "nobody waits longer than a life"),
    "inches": Span(0, 1200, _A_LENGTH, whole=False),
    "feet": Span(0, 5280, "a mile is 5,280 feet", whole=False),
    "square feet": Span(1, 43560, "an acre is 43,560 square feet", whole=False),
    "acres": Span(0, 640, "a section of land is 640 acres", whole=False),
    "gauge": Span(1, 30, "wire over gauge 30 is thread"),
    "cents": Span(1, 100_000_000, "no sum of animal law passes a million dollars"),
    "animals": Span(0, 1000, _SOME),
    "dogs": Span(0, 1000, _SOME),
    "rabbits": Span(0, 1000, _SOME),
    "copies": Span(1, 100, "nobody asks for more copies"),
    "places": Span(1, 1000, "a city has no more places to post on"),
    "times": Span(1, 100, "nobody waits for more times"),
    "percent": Span(0, 100, "the whole is 100 percent", whole=False),
}
CLOCK_NUMBER = {**BY_UNIT, "months": Span(1, 240, "a clock runs at least a month, and 20 years are told in years")}
HEADS = {unit: Span(1, 1000, _SOME) for unit in ("animals", "dogs", "rabbits")}
TIMES = {"times": Span(1, 100, "nobody waits for more times")}
CONVICTIONS = Span(1, 20, "nobody waits for more convictions")
DAYS_TOGETHER = Span(1, 3660, "violations ten years apart are no repetition")
PLACE_IN_LIST = Span(1, 100, "it is a place in a short list")
FEE_CENTS = Span(0, 1_000_000, "no fee of animal law passes $10,000")
FINE_CENTS = Span(0, 300_000, "no fine up to a gross misdemeanor passes $3,000 (Minn. Stat. 609.0341)")
MONTH = Span(1, 12, "a year has 12 months")
DAY = Span(1, 31, "a month has 31 days at most")
NTH = Span(-1, 4, "it is the first to the fourth, or -1 for the last")
PLUS = Span(0, 6, "a week later is another weekday of the month")
