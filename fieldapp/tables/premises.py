"""Where animals are kept: writing the position of an address."""

from sqlalchemy import Connection, update

from fieldapp.tables.animals import Premises
from fieldapp.tables.keys import address_key


def set_position(connection: Connection, city: str, address: str, latitude: float, longitude: float) -> int:
    """Set the degrees of an address of the city; gives how many premises it was (0 where it is not on record)."""
    same = (Premises.city == city, Premises.address_key == address_key(address))
    done = connection.execute(update(Premises).where(*same).values(latitude=latitude, longitude=longitude))
    return int(done.rowcount)
