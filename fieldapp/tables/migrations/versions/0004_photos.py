"""photos and proofs"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "photos",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("city", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("page_sha256", sa.String(), nullable=False),
        sa.Column("small_sha256", sa.String(), nullable=False),
        sa.Column("captured_at", sa.String(), nullable=False),
        sa.Column("latitude", sa.Float(), nullable=True),
        sa.Column("longitude", sa.Float(), nullable=True),
        sa.Column("file_name", sa.String(), nullable=False),
        sa.Column("added_by", sa.Integer(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "kind in ('dog', 'enclosure', 'scene', 'injury', 'paper', 'person')", name=op.f("ck_photos_kind")
        ),
        sa.CheckConstraint("state in ('ready', 'unreadable')", name=op.f("ck_photos_state")),
        sa.ForeignKeyConstraint(["added_by"], ["people.id"], name=op.f("fk_photos_added_by_people")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_photos")),
    )
    op.create_index(op.f("ix_photos_city_subject"), "photos", ["city", "subject"])
    for column in ("sha256", "page_sha256", "small_sha256", "added_by"):
        op.create_index(op.f(f"ix_photos_{column}"), "photos", [column])
    op.create_table(
        "proofs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("city", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("file_name", sa.String(), nullable=False),
        sa.Column("added_by", sa.Integer(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["added_by"], ["people.id"], name=op.f("fk_proofs_added_by_people")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proofs")),
    )
    op.create_index(op.f("ix_proofs_city_subject"), "proofs", ["city", "subject"])
    for column in ("sha256", "added_by"):
        op.create_index(op.f(f"ix_proofs_{column}"), "proofs", [column])


def downgrade() -> None:
    op.drop_table("proofs")
    op.drop_table("photos")
