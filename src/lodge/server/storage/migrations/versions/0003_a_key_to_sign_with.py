"""Secrets of the database itself: the key that its servers sign records with."""

from alembic import op
from sqlalchemy import Column, String, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table; the first server that starts fills it."""
    op.create_table(
        "lodge_secrets",
        Column("name", String(32), primary_key=True),
        Column("value", Text, nullable=False),
    )
