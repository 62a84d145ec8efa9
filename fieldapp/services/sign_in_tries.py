"""Failed tries slow down, by account and by network, and are never a lock-out for ever.

A try is counted before its secret is looked at and taken back when it was right, so that many at once, from any number
of processes, cannot slip through between the look and the count.
"""

import hashlib
import ipaddress
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from fieldapp import clock
from fieldapp.tables import tallies
from fieldapp.tables.db import writing


@dataclass(frozen=True, slots=True)
class Rule:
    """How one kind of failing slows down: `free` tries at once, then 1, 2, 4 ... seconds up to `longest`."""

    kind: str
    free: int
    longest: int
    forgotten: timedelta


# An account's longest wait is short: others can cause it, and its owner must still get in.
ACCOUNT = Rule("account", free=5, longest=60, forgotten=timedelta(hours=24))
CODE = Rule("code", free=5, longest=900, forgotten=timedelta(hours=24))
NETWORK = Rule("network", free=20, longest=900, forgotten=timedelta(hours=1))
CEREMONY = Rule("ceremony", free=60, longest=60, forgotten=timedelta(minutes=10))

Count = tuple[Rule, str]


class TooManyTriesError(Exception):
    """Try again after `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Too many tries. Try again in {in_words(seconds)}.")
        self.seconds = seconds


def in_words(seconds: int) -> str:
    """A wait as people say it."""
    if seconds < 90:
        return f"{seconds} second{'' if seconds == 1 else 's'}"
    return f"{math.ceil(seconds / 60)} minutes"


def account_key(username_key: str) -> str:
    """What is counted for a typed username: its hash, since a password typed in the wrong field must not be kept."""
    return hashlib.sha256(f"fieldapp/account/1\n{username_key}".encode()).hexdigest()


def network_of(address: str | None) -> str:
    """The network that is counted: an IPv4 address itself, of IPv6 the /64 that one household gets."""
    try:
        ip = ipaddress.ip_address((address or "").split("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is None:
            return str(ipaddress.ip_network((ip, 64), strict=False))
        ip = ip.ipv4_mapped
    return f"{ip}/32"


def claim(counts: Sequence[Count]) -> None:
    """Count a try in advance on each of `counts`. Raises TooManyTriesError, counting nothing, where one must wait."""
    now = clock.now()
    with writing() as connection:
        tallies.forget_old(connection, now)
        found = []
        for rule, key in sorted(counts, key=lambda c: (c[0].kind, c[1])):  # one order for all, so that nobody deadlocks
            row = tallies.locked(connection, rule.kind, key, now)
            count = 0 if now - row.last > rule.forgotten else row.tries
            left = _delay(rule, count) - (now - row.last).total_seconds()
            if left > 0:
                raise TooManyTriesError(max(1, math.ceil(left)))
            found.append((row.id, count + 1))
        for tally_id, count in found:
            tallies.set_count(connection, tally_id, count, now)


def forgive(counts: Sequence[Count]) -> None:
    """The try was right: forget the account's and the code's count; of a network's only this try, not others' there."""
    with writing() as connection:
        for rule, key in sorted(counts, key=lambda c: (c[0].kind, c[1])):
            tallies.take_back(connection, rule.kind, key, wholly=rule not in (NETWORK, CEREMONY))


def note_unknown(network: str) -> None:
    """Count a try for a person who does not exist; costs the same as noting a failure of one who does."""
    now = clock.now()
    with writing() as connection:
        row = tallies.locked(connection, "unknown person", network, now)
        tallies.set_count(connection, row.id, row.tries + 1, now)


def _delay(rule: Rule, count: int) -> int:
    return 0 if count < rule.free else min(rule.longest, 2 ** min(count - rule.free, 20))
