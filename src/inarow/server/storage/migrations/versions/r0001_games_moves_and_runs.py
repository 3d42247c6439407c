"""Games, moves and runs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("first_owner", sa.String(64)),
        sa.Column("second_owner", sa.String(64)),
        sa.Column("creator", sa.String(64), nullable=False),
        sa.Column("time", sa.Double(), nullable=False),
        sa.Column("opening", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("resigned", sa.Integer()),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("updated", sa.String(32), nullable=False),
        sa.Column("delay", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    for column in ("first_owner", "second_owner", "creator", "created"):
        op.create_index(f"ix_games_{column}", "games", [column])
    op.create_table(
        "moves",
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Double()),
        sa.Column("value", sa.Double()),
        sa.Column("thought", sa.JSON(none_as_null=True)),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_moves_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "ply", name="pk_moves"),
    )
    op.create_table(
        "runs",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("scheduled", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
    )
    for column in ("owner", "created"):
        op.create_index(f"ix_runs_{column}", "runs", [column])


def downgrade() -> None:
    """Take all tables away."""
    for table in ("runs", "moves", "games"):
        op.drop_table(table)
