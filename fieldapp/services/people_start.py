"""Demo people and others never meet in one instance: it does not start then."""

from pathlib import Path

from sqlalchemy.exc import DBAPIError

from fieldapp.config import UnusableSetting
from fieldapp.tables import people_queries
from fieldapp.tables.db import db, reading


def check_people(*, demo: bool) -> bool:
    """False where the database cannot be asked yet (no server, no tables), so that it must be asked again.

    Raises UnusableSetting where a demo instance holds people who are no demo people, or the other way about.
    """
    url = db.engine.url
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        return False  # asking would make the file
    try:
        with reading() as connection:
            kinds = people_queries.kinds_of_people(connection)
    except DBAPIError:
        return False
    if demo and False in kinds:
        raise UnusableSetting("this is a demo instance (demo.json), but it holds people who are no demo people")
    if not demo and True in kinds:
        raise UnusableSetting("this instance holds demo people, but it is no demo (demo.json is not there)")
    return True
