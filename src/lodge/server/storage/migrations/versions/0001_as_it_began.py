"""The schema as it was before it had a version."""

from alembic import op
from sqlalchemy import BigInteger, Column, Float, Index, Integer, LargeBinary, String, Text, UniqueConstraint

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    number = BigInteger().with_variant(Integer, "sqlite")
    op.create_table(
        "lodge_rows",
        Column("id", number, primary_key=True, autoincrement=True),
        Column("table_id", String(16), nullable=False),
        Column("number", Integer, nullable=False),
        Column("at", Float, nullable=False),
        Column("writer", String(12), nullable=False),
        Column("data", Text, nullable=False),
        UniqueConstraint("table_id", "number", name="lodge_rows_once"),
        Index("lodge_rows_at", "at"),
    )
    op.create_table(
        "lodge_clocks",
        Column("table_id", String(16), primary_key=True),
        Column("due", Float, nullable=False, index=True),
    )
    op.create_table(
        "lodge_plays",
        Column("id", number, primary_key=True, autoincrement=True),
        Column("table_id", String(16), nullable=False, unique=True),
        Column("player", String(32), nullable=False),
        Column("game", String(32), nullable=False),
        Column("level", Integer, nullable=False),
        Column("run", Integer),
        Column("need", Integer, nullable=False),
        Column("points", Integer),
        UniqueConstraint("player", "game", "run", "level", name="lodge_plays_once"),
    )
    op.create_table(
        "lodge_analyses",
        Column("table_id", String(16), primary_key=True),
        Column("at", Float, nullable=False, index=True),
        Column("version", String(32), nullable=False),
        Column("data", LargeBinary, nullable=False),
    )
