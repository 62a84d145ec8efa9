"""what a city says of the doubts of its law"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "law_sign_offs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("city", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("piece_key", sa.String(), nullable=False),
        sa.Column("since", sa.Date(), nullable=False),
        sa.Column("content_sha256", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("state in ('open', 'confirmed', 'changed')", name=op.f("ck_law_sign_offs_state")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_law_sign_offs_person_id_people")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_law_sign_offs")),
    )
    columns = ["city", "place", "kind", "piece_key"]
    op.create_index(op.f("ix_law_sign_offs_city_place_kind_piece_key"), "law_sign_offs", columns)
    op.create_index(op.f("ix_law_sign_offs_person_id"), "law_sign_offs", ["person_id"])


def downgrade() -> None:
    op.drop_table("law_sign_offs")
