"""The schema of the database, as the newest of `migrations` leaves it (a test compares them)."""

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

VERSION = "0005"  # the newest migration
VERSIONS = "lodge_schema"  # the table that says which migration a database is at

metadata: MetaData = MetaData()
table_rows: Table = Table(
    "lodge_rows",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("table_id", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("writer", String(12), nullable=False),  # the server process, for whoever asks what happened
    Column("data", Text, nullable=False),
    UniqueConstraint("table_id", "number", name="lodge_rows_once"),
)
table_tables: Table = Table(  # a line for each table: what can be asked of it without playing its events again
    "lodge_tables",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),  # the VERSION of the game's rules that it was begun with
    Column("format", Integer, nullable=False),  # of its events
    Column("status", String(12), nullable=False),
    Column("changed", Float, nullable=False),  # when it became that
    Column("expires", Float, nullable=False, index=True),  # not before this: moves since then give it more time
    Column("line", Text),  # what a list says of a match that is over; null: nobody has asked yet
)
table_clocks: Table = Table(  # which tables to look at when: the clock itself is in the events
    "lodge_clocks",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("due", Float, nullable=False, index=True),
)
table_plays: Table = Table(  # matches that count for a player; they stay when their tables are removed
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
table_devices: Table = Table(  # of players who have more than one; whoever is not here has one, and is its secret
    "lodge_devices",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("secret", String(32), nullable=False, unique=True),  # its hash; of a link that waits: that of its word
    Column("player", String(32), nullable=False, index=True),  # the hash of the first device's secret
    Column("state", String(8), nullable=False),  # device, link (to be opened on another one) or removed
    Column("name", String(40), nullable=False),  # what kind of device it is, for its owner
    Column("at", Float, nullable=False),  # since when; of a link: until when
)
table_profiles: Table = Table(  # what a player has set, for all devices
    "lodge_profiles",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("data", Text, nullable=False),
)
table_sittings: Table = Table(  # who sits where: a player has the seats of these tokens (hashes), from any device
    "lodge_sittings",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("table_id", String(16), primary_key=True, index=True),
    Column("owner", String(32), primary_key=True),
    Column("forgotten", Float),  # when the player took the table off the list
)
table_subscriptions: Table = Table(  # where a device can be told something while its page is closed
    "lodge_subscriptions",
    metadata,
    Column("device", String(32), primary_key=True),  # the hash of its secret
    Column("player", String(32), nullable=False, index=True),
    Column("data", Text, nullable=False),  # the push service's address and keys, words, quiet hours
)
table_notices: Table = Table(  # what a player is to be told once: its name is its key
    "lodge_notices",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("table_id", String(16), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("number", String(24), primary_key=True),  # which turn, or which event
    Column("due", Float, index=True),  # when; null: it was told, or need not be
    Column("tries", Integer, nullable=False),
)
table_analyses: Table = Table(  # made once, and to be made again where they are missing
    "lodge_analyses",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("at", Float, nullable=False, index=True),
    Column("version", String(32), nullable=False),  # of Lodge: another may judge otherwise
    Column("data", LargeBinary, nullable=False),
)
table_facts: Table = Table(  # numbers about the database itself, such as when a server last looked at it
    "lodge_facts",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Float, nullable=False),
)
table_secrets: Table = Table(  # what nobody else may know, such as the key that records are signed with
    "lodge_secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
