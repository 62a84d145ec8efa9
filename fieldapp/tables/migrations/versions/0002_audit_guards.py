"""the audit chain guards itself: nothing hashed is updated, nothing is deleted, a head only moves on by one.

A lawful destruction may empty salt and detail of an entry, both at once. A later revision that copies one of these
tables (batch mode on SQLite) must call guard() again, since the copy has no triggers.
"""

from alembic import op

revision = "0002"
down_revision = "0001"

HASHED = ("id", "city", "seq", "prev", "at", "actor", "action", "subject", '"commit"', "hash")
KEPT = "the audit chain is only ever appended to"


def upgrade() -> None:
    guard(op.get_bind().dialect.name)


def guard(dialect: str) -> None:
    for line in _sqlite() if dialect == "sqlite" else _postgresql():
        op.execute(line)


def _sqlite() -> list[str]:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{KEPT}'); END"
    return [
        f"CREATE TRIGGER audit_entries_hashed BEFORE UPDATE OF {', '.join(HASHED)} ON audit_entries {refuse}",
        "CREATE TRIGGER audit_entries_words BEFORE UPDATE OF salt, detail ON audit_entries "
        f"WHEN NEW.salt IS NOT NULL OR NEW.detail IS NOT NULL {refuse}",
        f"CREATE TRIGGER audit_entries_stay BEFORE DELETE ON audit_entries {refuse}",
        # INSERT OR REPLACE deletes without asking the trigger above
        "CREATE TRIGGER audit_entries_once BEFORE INSERT ON audit_entries "
        "WHEN EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id OR (city = NEW.city AND seq = NEW.seq) "
        f"OR (city = NEW.city AND prev = NEW.prev)) {refuse}",
        "CREATE TRIGGER audit_heads_step BEFORE UPDATE ON audit_heads "
        f"WHEN NEW.city IS NOT OLD.city OR NEW.seq IS NOT OLD.seq + 1 {refuse}",
        f"CREATE TRIGGER audit_heads_stay BEFORE DELETE ON audit_heads {refuse}",
        "CREATE TRIGGER audit_heads_once BEFORE INSERT ON audit_heads "
        f"WHEN NEW.seq <> 0 AND EXISTS (SELECT 1 FROM audit_heads WHERE city = NEW.city) {refuse}",
    ]


def _postgresql() -> list[str]:
    changed = " OR ".join(f"NEW.{c} IS DISTINCT FROM OLD.{c}" for c in HASHED)
    refuse = "EXECUTE FUNCTION audit_refuse()"
    return [
        "CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{KEPT}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
        f"CREATE TRIGGER audit_entries_hashed BEFORE UPDATE ON audit_entries FOR EACH ROW WHEN ({changed}) {refuse}",
        "CREATE TRIGGER audit_entries_words BEFORE UPDATE ON audit_entries FOR EACH ROW "
        f"WHEN (NEW.salt IS NOT NULL OR NEW.detail IS NOT NULL) {refuse}",
        f"CREATE TRIGGER audit_entries_stay BEFORE DELETE ON audit_entries FOR EACH ROW {refuse}",
        f"CREATE TRIGGER audit_entries_whole BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT {refuse}",
        "CREATE TRIGGER audit_heads_step BEFORE UPDATE ON audit_heads FOR EACH ROW "
        f"WHEN (NEW.city <> OLD.city OR NEW.seq <> OLD.seq + 1) {refuse}",
        f"CREATE TRIGGER audit_heads_stay BEFORE DELETE ON audit_heads FOR EACH ROW {refuse}",
        f"CREATE TRIGGER audit_heads_whole BEFORE TRUNCATE ON audit_heads FOR EACH STATEMENT {refuse}",
    ]


def downgrade() -> None:
    # a chain without its guards is no chain: go back by restoring a backup
    raise NotImplementedError
