"""The only place that asks what time it is, and the only one that makes random ids."""

import secrets
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

_offset = timedelta(0)


def set_clock(instant: datetime | None) -> None:
    """Move the clock of this process so that it now shows `instant` (aware) and runs on from there; None: real time.

    Only demo instances may do so (setting FIELDAPP_NOW).
    """
    global _offset  # noqa: PLW0603  one clock a process is the point of this module
    _offset = timedelta(0) if instant is None else instant.astimezone(UTC) - datetime.now(UTC)  # noqa: TID251


def now() -> datetime:
    """The present instant, aware, in UTC."""
    return datetime.now(UTC) + _offset  # noqa: TID251


def today(zone: str) -> date:
    """The law day in a city: the present calendar day in its time zone (IANA name)."""
    return now().astimezone(ZoneInfo(zone)).date()


def random_token(size: int = 32) -> str:
    """A URL-safe secret of `size` random bytes."""
    return secrets.token_urlsafe(size)


def random_bytes(size: int) -> bytes:
    """`size` random bytes."""
    return secrets.token_bytes(size)
