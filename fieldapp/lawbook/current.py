"""The lawbook that this process applies: set once by the frame at start-up, asked by the services."""

from fieldapp.lawbook.values import Lawbook

_book: Lawbook | None = None


def use_lawbook(book: Lawbook) -> None:
    """Make `book` the one that the services of this process ask."""
    global _book  # noqa: PLW0603  one lawbook a process is the point of this module
    _book = book


def lawbook() -> Lawbook:
    """The lawbook in use. Raises RuntimeError before the frame has set one."""
    if _book is None:
        msg = "no lawbook is loaded"
        raise RuntimeError(msg)
    return _book
