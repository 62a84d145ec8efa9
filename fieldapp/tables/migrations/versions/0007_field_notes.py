"""field notes"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
ENDED = (
    "ended in ('no_violation', 'gone_on_arrival', 'unable_to_locate', 'returned_to_owner', 'verbal_warning', "
    "'counterfeit_tag', 'other')"
)


def upgrade() -> None:
    op.create_table(
        "field_notes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("city", sa.String(), nullable=False),
        sa.Column("record_key", sa.Integer(), nullable=False),
        sa.Column("record_id", sa.String(), nullable=False),
        sa.Column("author", sa.Integer(), nullable=False),
        sa.Column("ended", sa.String(), nullable=False),
        sa.Column("ended_words", sa.String(), nullable=False),
        sa.Column("animal_id", sa.Integer(), nullable=True),
        sa.Column("tag", sa.String(), nullable=False),
        sa.Column("animal_words", sa.String(), nullable=False),
        sa.Column("place_by", sa.String(), nullable=False),
        sa.Column("place_words", sa.String(), nullable=False),
        sa.Column("latitude", sa.String(), nullable=False),
        sa.Column("longitude", sa.String(), nullable=False),
        sa.Column("accuracy_m", sa.Integer(), nullable=True),
        sa.Column("occurred_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("city_by", sa.String(), nullable=False),
        sa.Column("city_differs", sa.String(), nullable=False),
        sa.Column("case_number", sa.String(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("corrects", sa.String(), nullable=False),
        sa.Column("protection", sa.String(), nullable=False),
        sa.CheckConstraint(ENDED, name=op.f("ck_field_notes_ended")),
        sa.CheckConstraint("place_by in ('position', 'typed', 'none')", name=op.f("ck_field_notes_place_by")),
        sa.ForeignKeyConstraint(["record_key"], ["records.key"], name=op.f("fk_field_notes_record_key_records")),
        sa.ForeignKeyConstraint(["author"], ["people.id"], name=op.f("fk_field_notes_author_people")),
        sa.ForeignKeyConstraint(["animal_id"], ["animals.id"], name=op.f("fk_field_notes_animal_id_animals")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_field_notes")),
        sa.UniqueConstraint("record_key", name=op.f("uq_field_notes_record_key")),
        sa.UniqueConstraint("city", "record_id", name=op.f("uq_field_notes_city_record_id")),
    )
    for columns in (
        ["author"], ["animal_id"], ["city", "author", "occurred_at"], ["city", "occurred_at"], ["city", "animal_id", "occurred_at"],
        ["city", "corrects"],
    ):  # fmt: skip
        op.create_index(op.f("ix_field_notes_" + "_".join(columns)), "field_notes", columns)


def downgrade() -> None:
    op.drop_table("field_notes")
