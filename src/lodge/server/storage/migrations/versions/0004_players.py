"""Players without an account: their devices, where they sit, and what they have set."""

from alembic import op
from sqlalchemy import BigInteger, Column, Float, Integer, String, Text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables. Nobody is in them yet: a player is there by the secret alone until there is more to say."""
    op.create_table(
        "lodge_devices",
        Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
        Column("secret", String(32), nullable=False, unique=True),
        Column("player", String(32), nullable=False, index=True),
        Column("state", String(8), nullable=False),
        Column("name", String(40), nullable=False),
        Column("at", Float, nullable=False),
    )
    op.create_table(
        "lodge_profiles",
        Column("player", String(32), primary_key=True),
        Column("data", Text, nullable=False),
    )
    op.create_table(
        "lodge_sittings",
        Column("player", String(32), primary_key=True),
        Column("table_id", String(16), primary_key=True, index=True),
        Column("owner", String(32), primary_key=True),
        Column("forgotten", Float),
    )
    op.add_column("lodge_tables", Column("line", Text))
