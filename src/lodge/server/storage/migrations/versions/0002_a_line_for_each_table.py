"""A line for each table with its game, rules, status and expiry, so that nobody plays matches again to learn them.

Whether a match that was begun is over cannot be seen without playing it: the first look at it finds out.
"""

import json

from alembic import op
from sqlalchemy import Column, Float, Integer, String, text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables, fill in what is there, and drop an index that only the old way of removing tables needed."""
    op.create_table(
        "lodge_tables",
        Column("table_id", String(16), primary_key=True),
        Column("game", String(32), nullable=False),
        Column("rules", Integer, nullable=False),
        Column("format", Integer, nullable=False),
        Column("status", String(12), nullable=False),
        Column("changed", Float, nullable=False),
        Column("expires", Float, nullable=False, index=True),
    )
    op.create_table("lodge_facts", Column("name", String(32), primary_key=True), Column("value", Float, nullable=False))
    op.drop_index("lodge_rows_at", "lodge_rows")
    _fill()


def _fill() -> None:
    connection = op.get_bind()
    latest = connection.execute(text("SELECT table_id, max(at) FROM lodge_rows GROUP BY table_id"))
    last: dict[str, float] = {line[0]: line[1] for line in latest}
    begun = text('SELECT DISTINCT table_id FROM lodge_rows WHERE data LIKE \'{"row":"started"%\'')
    started = set(connection.execute(begun).scalars())
    first = connection.execute(text("SELECT table_id, data FROM lodge_rows WHERE number = 1")).all()
    lines = [
        {
            "table_id": table,
            "game": game_of(data),
            "status": "playing" if table in started else "lobby",
            "at": last[table],
        }
        for table, data in first
    ]
    if lines:
        insert = text(
            "INSERT INTO lodge_tables (table_id, game, rules, format, status, changed, expires) "
            "VALUES (:table_id, :game, 1, 1, :status, :at, :at)"
        )
        connection.execute(insert, lines)
        seen = text("INSERT INTO lodge_facts (name, value) VALUES ('seen', :value)")
        connection.execute(seen, {"value": max(last.values())})


def game_of(data: str) -> str:
    """The game that an opening names; nothing where it is not one, which the first look at the table will say."""
    try:
        return str(json.loads(data).get("game", ""))[:32]
    except (ValueError, AttributeError):
        return ""
