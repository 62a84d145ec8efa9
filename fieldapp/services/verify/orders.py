"""Which entries an order let somebody empty: entries of action `destroyed`, subject `entry:5` or `entries:5-9`."""

import re
from bisect import bisect_right
from collections.abc import Iterable

ACTION = "destroyed"
_SUBJECT = re.compile(r"(?:entry:([0-9]{1,18})|entries:([0-9]{1,18})-([0-9]{1,18}))", re.ASCII)


class Orders:
    """The numbers that orders of destruction name, as ranges that do not touch each other."""

    def __init__(self, said: Iterable[tuple[int, str]]) -> None:
        """`said`: (number, subject) of the orders; an order names earlier entries only."""
        ranges = sorted(r for seq, subject in said if (r := _range(seq, subject)))
        self._ranges: list[tuple[int, int]] = []
        for first, last in ranges:
            if self._ranges and first <= self._ranges[-1][1] + 1:
                self._ranges[-1] = (self._ranges[-1][0], max(last, self._ranges[-1][1]))
            else:
                self._ranges.append((first, last))

    def name(self, seq: int) -> bool:
        """Whether some order names this entry."""
        place = bisect_right(self._ranges, (seq, 2**63)) - 1
        return place >= 0 and seq <= self._ranges[place][1]


def _range(seq: int, subject: str) -> tuple[int, int] | None:
    found = _SUBJECT.fullmatch(subject)
    if not found or not isinstance(seq, int):
        return None
    first, last = int(found[1] or found[2]), int(found[1] or found[3])
    return (first, min(last, seq - 1)) if first < seq else None
