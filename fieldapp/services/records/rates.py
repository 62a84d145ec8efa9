"""How often a phone or a network may put something in a minute: counted in this process, nothing is written for it."""

import math
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Lock

from fieldapp import clock

WINDOW = timedelta(minutes=1)
OF_A_NETWORK = 20  # times as many as a phone may: many phones share an address
REMEMBERED = 10_000  # keys


class OverQuota(Exception):
    """Send it again after `seconds`; `word` is "rate" or "quota"."""

    def __init__(self, word: str, seconds: int) -> None:
        super().__init__(f"More came than is taken at a time. Send it again in {seconds} seconds; nothing is lost.")
        self.word = word
        self.seconds = seconds


@dataclass(slots=True)
class Rate:
    """Counts by key, each within its minute."""

    _seen: OrderedDict[str, tuple[datetime, int]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def check(self, key: str, most: int, *, count: bool = True) -> None:
        """Raise OverQuota where the key came `most` times within its minute already; else count this one."""
        now = clock.now()
        with self._lock:
            since, times = self._seen.get(key, (now, 0))
            if not timedelta(0) <= now - since < WINDOW:
                since, times = now, 0
            if times >= most:
                raise OverQuota("rate", max(1, math.ceil((since + WINDOW - now).total_seconds())))
            if count:
                self._seen[key] = (since, times + 1)
                self._seen.move_to_end(key)
                while len(self._seen) > REMEMBERED:
                    self._seen.popitem(last=False)
