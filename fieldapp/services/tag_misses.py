"""Guessing tag codes: a signed-out network that asks for many codes that nobody made has to wait.

Only codes with a right check symbol are counted: a slip of the finger fails the check and costs nothing. Found tags are
never limited, since many phones share an address.
"""

import math
from datetime import timedelta

from fieldapp import clock
from fieldapp.services.sign_in_tries import network_of
from fieldapp.tables import tallies
from fieldapp.tables.db import writing

OF_A_NETWORK, WINDOW = 20, timedelta(minutes=10)
OF_ALL, WINDOW_OF_ALL = 100, timedelta(minutes=1)
WAIT_OF_ALL = 2  # seconds that every signed-out miss waits while somebody guesses from everywhere


class TooManyMissesError(Exception):
    """Wait `seconds`. `alarm`: the whole instance is being searched, and an operator must know."""

    def __init__(self, seconds: int, *, alarm: bool) -> None:
        super().__init__(f"Too many unknown tags from here. Try again in {seconds} seconds.")
        self.seconds = seconds
        self.alarm = alarm


def note_miss(address: str | None) -> None:
    """Count a miss. Raises TooManyMissesError past 20 of a network in ten minutes, or past 100 of all in a minute."""
    now = clock.now()
    with writing() as connection:
        everybody = tallies.locked(connection, "tag miss", "all", now)
        network = tallies.locked(connection, "tag miss of network", network_of(address), now)
        counts = []
        for row, window in ((everybody, WINDOW_OF_ALL), (network, WINDOW)):
            count = 1 if now - row.since >= window else row.tries + 1
            tallies.set_count(connection, row.id, count, now)
            counts.append(count)
    if counts[1] > OF_A_NETWORK:
        raise TooManyMissesError(max(1, math.ceil((network.since + WINDOW - now).total_seconds())), alarm=False)
    if counts[0] > OF_ALL:
        raise TooManyMissesError(WAIT_OF_ALL, alarm=counts[0] == OF_ALL + 1)
