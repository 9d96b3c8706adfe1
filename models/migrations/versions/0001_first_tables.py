"""The first tables: box, game_table, seat, scan, entry."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "box",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("files", sa.LargeBinary(), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_box"),
        sa.UniqueConstraint("digest", name="uq_box_digest"),
    )
    op.create_table(
        "game_table",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("box", sa.String(), nullable=False),
        sa.Column("box_id", sa.Integer(), nullable=True),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("keeps_pictures", sa.Boolean(), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["box_id"], ["box.id"], name="fk_game_table_box_id"),
        sa.PrimaryKeyConstraint("id", name="pk_game_table"),
        sa.UniqueConstraint("code", name="uq_game_table_code"),
    )
    op.create_table(
        "seat",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("holder", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_seat_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_seat"),
    )
    op.create_table(
        "scan",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("picture", sa.LargeBinary(), nullable=True),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("seen", sa.Text(), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_scan_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_scan"),
    )
    op.create_index("ix_scan_table_id", "scan", ["table_id"])
    op.create_table(
        "entry",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("scan_id", sa.Integer(), nullable=True),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_entry_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["scan_id"], ["scan.id"], name="fk_entry_scan_id"),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_entry"),
        sa.UniqueConstraint("table_id", "key", "part", name="uq_entry_table_id_key_part"),
    )
    op.create_index("ix_entry_scan_id", "entry", ["scan_id"])


def downgrade() -> None:
    for name in ("entry", "scan", "seat", "game_table", "box"):
        op.drop_table(name)
