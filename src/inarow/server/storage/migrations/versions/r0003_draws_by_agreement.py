"""Draws by agreement."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Remember whether the players agreed to a draw; so far they could not."""
    op.add_column(
        "games", sa.Column("agreed", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    """Forget agreements: such games go on."""
    op.drop_column("games", "agreed")
