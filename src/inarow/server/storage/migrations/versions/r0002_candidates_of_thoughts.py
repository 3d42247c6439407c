"""Candidates of thoughts: what a search knows of actions was stored under ``moves``."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rename ``moves`` to ``candidates`` in every stored thought."""
    _rename_key("moves", "candidates")


def downgrade() -> None:
    """Rename it back."""
    _rename_key("candidates", "moves")


def _rename_key(old: str, new: str) -> None:
    """Rename a key of the JSON objects in ``moves.thought``; objects without it stay."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            f"UPDATE moves SET thought = json_remove("
            f"json_set(thought, '$.{new}', json_extract(thought, '$.{old}')), '$.{old}') "
            f"WHERE json_type(thought, '$.{old}') IS NOT NULL"
        )
    else:
        op.execute(
            f"UPDATE moves SET thought = ((thought::jsonb - '{old}') || "
            f"jsonb_build_object('{new}', thought -> '{old}'))::json "
            f"WHERE thought -> '{old}' IS NOT NULL"
        )
