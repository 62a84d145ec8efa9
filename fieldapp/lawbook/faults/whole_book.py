"""Every check that looks over the whole book, once every piece of it is sound by itself."""

from collections.abc import Callable, Iterator

from fieldapp.lawbook.faults import caps, clauses, clocks, dates, enclosures, gates, names, office, questions, values
from fieldapp.lawbook.faults.fault import Wrong
from fieldapp.lawbook.values import Lawbook

_CHECKS: tuple[Callable[[Lawbook], Iterator[Wrong]], ...] = (
    dates.faults,
    clauses.faults,
    names.faults,
    questions.faults,
    values.faults,
    enclosures.faults,
    clocks.faults,
    gates.faults,
    office.faults,
    caps.faults,
)


def faults(book: Lawbook) -> Iterator[Wrong]:
    """Every fault of the book that no single piece shows."""
    for check in _CHECKS:
        yield from check(book)
