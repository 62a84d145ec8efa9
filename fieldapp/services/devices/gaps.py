"""Which numbers of a device never arrived. A record that is held, waits or is in quarantine did arrive."""

from sqlalchemy import Connection

from fieldapp.services.records.strict_json import read_roughly
from fieldapp.tables import device_record_queries

MOST = 100  # gaps that are told; the first ones
MOST_CONFLICTS = 500  # of a device, whose numbers are looked at
Gap = tuple[int, int]  # first and last


def gaps_of(connection: Connection, device: str, until: int) -> tuple[Gap, ...]:
    """The gaps from 1 to the highest number that came or that the device told (`until`), in order."""
    low, high = device_record_queries.ends(connection, device)
    found: list[Gap] = []
    if low != 1:
        found.append((1, (low or until + 1) - 1))
    found += [(row.before + 1, row.after - 1) for row in device_record_queries.holes(connection, device)]
    if high and until > high:
        found.append((high + 1, until))
    there = [gap for gap in found if gap[0] <= gap[1]]
    if there:
        there = _without(there, _of_conflicts(connection, device))
    return tuple(there[:MOST])


def _of_conflicts(connection: Connection, device: str) -> set[int]:
    """The numbers of what came under taken ids: kept too, so they arrived."""
    bodies = [row.body for row in device_record_queries.conflicts(connection, device, MOST_CONFLICTS)]
    numbers = [read_roughly(body).get("seq") for body in bodies]
    return {number for number in numbers if type(number) is int}


def _without(gaps: list[Gap], arrived: set[int]) -> list[Gap]:
    left: list[Gap] = []
    for first, last in gaps:
        start = first
        for number in sorted(n for n in arrived if first <= n <= last):
            if start < number:
                left.append((start, number - 1))
            start = number + 1
        if start <= last:
            left.append((start, last))
    return left
