"""The schema of the database. A new table is made when the server starts; those that are there stay as they are."""

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()
table_rows = Table(
    "lodge_rows",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("table_id", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("writer", String(12), nullable=False),  # the server process: each looks for what the others wrote
    Column("data", Text, nullable=False),
    UniqueConstraint("table_id", "number", name="lodge_rows_once"),
    Index("lodge_rows_at", "at"),
)
table_clocks = Table(  # which tables to look at when: the clock itself is in the events
    "lodge_clocks",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("due", Float, nullable=False, index=True),
)
table_plays = Table(  # matches that count for a player; they stay when their tables are removed
    "lodge_plays",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("table_id", String(16), nullable=False, unique=True),
    Column("player", String(32), nullable=False),  # the hash of a secret
    Column("game", String(32), nullable=False),
    Column("level", Integer, nullable=False),
    Column("run", Integer),  # which campaign of the player's, from 1; null: the level alone
    Column("need", Integer, nullable=False),
    Column("points", Integer),  # null until the match is over
    UniqueConstraint("player", "game", "run", "level", name="lodge_plays_once"),  # no second try in a campaign
)
table_analyses = Table(  # made once, and to be made again where they are missing
    "lodge_analyses",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("at", Float, nullable=False, index=True),
    Column("version", String(32), nullable=False),  # of Lodge: another may judge otherwise
    Column("data", LargeBinary, nullable=False),
)
