"""What a device may send in a day (UTC)."""

from datetime import timedelta

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.config import Quotas
from fieldapp.services.records.rates import OverQuota
from fieldapp.tables import device_queries


def count(connection: Connection, device: str, quotas: Quotas, *, records: int = 0, size: int = 0) -> None:
    """Count records and bytes towards the device's day. Raises OverQuota, and then nothing may stay counted."""
    now = clock.now()
    sums = device_queries.count_day(connection, device, now.date(), records=records, size=size)
    if sums.records > quotas.records_a_day or sums.bytes > quotas.bytes_a_day:
        midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
        raise OverQuota("quota", int((midnight - now).total_seconds()) + 1)
