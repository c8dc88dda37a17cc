"""Where players want to be told that it is their turn, and what they are to be told."""

from alembic import op
from sqlalchemy import Column, Float, Integer, String, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "lodge_subscriptions",
        Column("device", String(32), primary_key=True),
        Column("player", String(32), nullable=False, index=True),
        Column("data", Text, nullable=False),
    )
    op.create_table(
        "lodge_notices",
        Column("player", String(32), primary_key=True),
        Column("table_id", String(16), primary_key=True),
        Column("kind", String(8), primary_key=True),
        Column("number", String(24), primary_key=True),
        Column("due", Float, index=True),
        Column("tries", Integer, nullable=False),
    )
