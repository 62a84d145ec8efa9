"""Alembic's entry: runs the revisions on the connection that it is given (SQLite alters tables by copy)."""

from alembic import context

from fieldapp.tables import schema  # noqa: F401  makes every table known
from fieldapp.tables.db import Base, UtcTime


def render(kind: str, obj: object, _context: object) -> str | bool:
    if kind == "type" and isinstance(obj, UtcTime):
        return "sa.DateTime(timezone=True)"
    return False


connection = context.config.attributes["connection"]
context.configure(
    connection=connection, target_metadata=Base.metadata, render_as_batch=True, render_item=render, compare_type=True
)
with context.begin_transaction():
    context.run_migrations()
