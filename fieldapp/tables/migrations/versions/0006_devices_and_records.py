"""devices, sealed records and their receipts"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def _time(name: str, *, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=nullable)


def _whole(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=nullable)


def _names(column: str, table: str, other: str, key: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.{key}"], name=op.f(f"fk_{table}_{column}_{other}"))


def upgrade() -> None:
    _devices()
    _records()
    _receipts()
    _photos()


def _devices() -> None:
    op.create_table(
        "devices",
        _text("id"), _whole("number", nullable=True), _whole("person_id", nullable=True), _text("city", nullable=True),
        _text("label"), _text("key_id"), sa.Column("public_key", sa.LargeBinary(), nullable=False),
        _text("protection"), _text("status"), _time("enrolled_at"), _time("approved_at", nullable=True),
        _whole("approved_by", nullable=True), _text("replaces", nullable=True), _time("revoked_at", nullable=True),
        _whole("revoked_by", nullable=True), _text("revoked_because"), _time("forked_at", nullable=True),
        _whole("last_seq"), _time("oldest_unsent_at", nullable=True), _time("last_seen_at", nullable=True),
        _text("app_version"), _time("wipe_ordered_at", nullable=True),
        sa.CheckConstraint("protection in ('passkey', 'storage', 'desk')", name=op.f("ck_devices_protection")),
        sa.CheckConstraint("status in ('active', 'pending', 'revoked')", name=op.f("ck_devices_status")),
        sa.CheckConstraint("(person_id is null) <> (city is null)", name=op.f("ck_devices_whose")),
        _names("person_id", "devices", "people", "id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_devices")),
        sa.UniqueConstraint("key_id", name=op.f("uq_devices_key_id")),
        sa.UniqueConstraint("number", name=op.f("uq_devices_number")),
    )  # fmt: skip
    op.create_index(op.f("ix_devices_person_id"), "devices", ["person_id"])
    op.create_index(op.f("ix_devices_city"), "devices", ["city"])
    op.create_table(
        "device_challenges",
        _text("challenge_hash"), _whole("person_id"), _time("expires_at"),
        _names("person_id", "device_challenges", "people", "id"),
        sa.PrimaryKeyConstraint("challenge_hash", name=op.f("pk_device_challenges")),
    )  # fmt: skip
    op.create_index(op.f("ix_device_challenges_person_id"), "device_challenges", ["person_id"])
    op.create_table(
        "device_days",
        _text("device"), sa.Column("day", sa.Date(), nullable=False), _whole("records"),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        _names("device", "device_days", "devices", "id"),
        sa.PrimaryKeyConstraint("device", "day", name=op.f("pk_device_days")),
    )  # fmt: skip


def _records() -> None:
    op.create_table(
        "records",
        _whole("key"), _text("city"), _text("id"), _text("sha256"),
        sa.Column("body", sa.LargeBinary(), nullable=False), _text("signature"), _text("device"), _whole("seq"),
        _text("prev"), _text("kind"), _whole("schema"), _whole("author", nullable=True),
        _time("sealed_at", nullable=True), _time("received_at"), _whole("server_seq"), _text("state"),
        _text("because"), _text("subject"), _time("decided_at", nullable=True), _whole("decided_by", nullable=True),
        sa.CheckConstraint(
            "state in ('applied', 'held', 'waiting', 'quarantined')", name=op.f("ck_records_state")
        ),
        _names("device", "records", "devices", "id"),
        _names("author", "records", "people", "id"),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_records")),
        sa.UniqueConstraint("city", "id", name=op.f("uq_records_city_id")),
        sa.UniqueConstraint("city", "server_seq", name=op.f("uq_records_city_server_seq")),
    )  # fmt: skip
    op.create_index(op.f("ix_records_device_seq"), "records", ["device", "seq"])
    op.create_index(op.f("ix_records_city_state"), "records", ["city", "state"])
    op.create_index(op.f("ix_records_author"), "records", ["author"])
    op.create_table(
        "record_conflicts",
        _whole("key"), _text("city"), _text("id"), _text("sha256"),
        sa.Column("body", sa.LargeBinary(), nullable=False), _text("signature"), _text("device"), _time("received_at"),
        _names("device", "record_conflicts", "devices", "id"),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_record_conflicts")),
        sa.UniqueConstraint("city", "id", "sha256", name=op.f("uq_record_conflicts_city_id_sha256")),
    )  # fmt: skip
    op.create_table(
        "record_heads",
        _text("city"), _whole("server_seq"),
        sa.PrimaryKeyConstraint("city", name=op.f("pk_record_heads")),
    )  # fmt: skip


def _receipts() -> None:
    op.create_table(
        "record_receipts",
        _whole("id"), _whole("record_key", nullable=True), _whole("conflict_key", nullable=True), _text("kind"),
        sa.Column("bytes", sa.LargeBinary(), nullable=False), _text("kid"), _text("signature"), _time("made_at"),
        sa.CheckConstraint(
            "kind in ('stored', 'complete', 'conflict', 'quarantined')", name=op.f("ck_record_receipts_kind")
        ),
        sa.CheckConstraint("(record_key is null) <> (conflict_key is null)", name=op.f("ck_record_receipts_whose")),
        _names("record_key", "record_receipts", "records", "key"),
        _names("conflict_key", "record_receipts", "record_conflicts", "key"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_record_receipts")),
    )  # fmt: skip
    op.create_index(op.f("ix_record_receipts_record_key"), "record_receipts", ["record_key"])
    op.create_index(op.f("ix_record_receipts_conflict_key"), "record_receipts", ["conflict_key"])
    op.create_table(
        "record_parents",
        _whole("record_key"), _text("parent"),
        _names("record_key", "record_parents", "records", "key"),
        sa.PrimaryKeyConstraint("record_key", "parent", name=op.f("pk_record_parents")),
    )  # fmt: skip
    op.create_index(op.f("ix_record_parents_parent"), "record_parents", ["parent"])


def _photos() -> None:
    op.create_table(
        "record_photos",
        _whole("id"), _whole("record_key"), _text("slot"), _text("form"), _text("sha256"), _whole("bytes"),
        _text("type"), _text("taken_at"), _time("whole_at", nullable=True), _whole("photo_id", nullable=True),
        sa.CheckConstraint("form in ('original', 'copy')", name=op.f("ck_record_photos_form")),
        _names("record_key", "record_photos", "records", "key"),
        _names("photo_id", "record_photos", "photos", "id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_record_photos")),
        sa.UniqueConstraint("record_key", "slot", "form", name=op.f("uq_record_photos_record_key_slot_form")),
    )  # fmt: skip
    op.create_index(op.f("ix_record_photos_sha256"), "record_photos", ["sha256"])
    op.create_index(op.f("ix_record_photos_photo_id"), "record_photos", ["photo_id"])
    op.create_table(
        "record_tickets",
        _text("token_hash"), _whole("record_key"), _time("expires_at"),
        _names("record_key", "record_tickets", "records", "key"),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_record_tickets")),
    )  # fmt: skip
    op.create_index(op.f("ix_record_tickets_record_key"), "record_tickets", ["record_key"])


def downgrade() -> None:
    # records that officers sealed are never dropped by a program: go back by restoring a backup
    raise NotImplementedError
