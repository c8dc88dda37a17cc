"""Players: their devices, where they sit, what they have set. Of every secret there is only its hash."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, func, select, text, tuple_, update

from lodge.server.storage.schema import table_devices, table_profiles, table_sittings, table_subscriptions, table_tables
from lodge.server.storage.store import Store
from lodge.server.storage.together import together

MOST_SITTERS = 20  # players who say that a token is theirs
ENDED = "over"


class Device(NamedTuple):
    """A device of a player, or a link that waits to be opened on one (`at`: until when); a new one has no number."""

    id: int | None
    secret: str
    state: str
    name: str
    at: float


class Sitting(NamedTuple):
    """A table where a player sits: with which tokens (hashes), and what the database says of it."""

    table: str
    owners: frozenset[str]
    status: str
    changed: float
    line: str | None


# Whoever comes first: a page may ask twice at once.
NEW_DEVICE = text("""INSERT INTO lodge_devices (secret, player, state, name, at)
VALUES (:secret, :player, :state, :name, :at) ON CONFLICT DO NOTHING""")
NEW_SITTING = text("""INSERT INTO lodge_sittings (player, table_id, owner)
VALUES (:player, :table, :owner) ON CONFLICT DO NOTHING""")
SET_PROFILE = text("""INSERT INTO lodge_profiles (player, data) VALUES (:player, :data)
ON CONFLICT (player) DO UPDATE SET data = excluded.data""")
COPY = text("""INSERT INTO lodge_sittings (player, table_id, owner)
SELECT player, :new, owner FROM lodge_sittings WHERE table_id = :old ON CONFLICT DO NOTHING""")


@together
async def player_of(store: Store, secrets: list[str]) -> dict[str, str | None]:
    """The player whom a device (by its secret's hash) belongs to; None where it was removed."""
    c = table_devices.c
    async with store.reading() as connection:
        found = (await connection.execute(select(c.secret, c.player, c.state).where(c.secret.in_(secrets)))).all()
    known = {one.secret: str(one.player) if one.state == "device" else None for one in found}
    return {secret: known.get(secret, secret) for secret in secrets}


async def devices(store: Store, player: str, now: float) -> list[Device]:
    """A player's devices, and the links that can still be opened."""
    c = table_devices.c
    alive = (c.state == "device") | ((c.state == "link") & (c.at > now))
    query = select(c.id, c.secret, c.state, c.name, c.at).where(c.player == player, alive).order_by(c.id)
    async with store.reading() as connection:
        return [Device(*found) for found in (await connection.execute(query)).all()]


async def add_link(store: Store, player: str, device: Device, link: Device, now: float) -> None:
    """A link that waits to be opened, made by a device, which may be new here; links that nobody opened are dropped."""
    c = table_devices.c
    old = delete(table_devices).where(c.player == player, c.state == "link", c.at <= now)
    async with store.changing() as connection:
        await connection.execute(old)
        for one in (device, link):
            await connection.execute(NEW_DEVICE, {**one._asdict(), "player": player})


async def use_link(store: Store, link: str, secret: str, name: str, now: float) -> bool:
    """A link becomes the device that opened it, once; whether it could."""
    c = table_devices.c
    free = ~select(c.id).where(c.secret == secret).exists()
    change = (
        update(table_devices)
        .where(c.secret == link, c.state == "link", c.at > now, free)
        .values(secret=secret, state="device", name=name, at=now)
    )
    async with store.changing() as connection:
        return bool((await connection.execute(change)).rowcount)


async def remove_device(store: Store, player: str, device: int) -> bool:
    """One of a player's devices is no longer theirs, or a link can no longer be opened; whether there was one.

    Its line stays: the secret of the first device must not become the player again.
    """
    c = table_devices.c
    change = update(table_devices).where(c.player == player, c.id == device).values(state="removed")
    secret = select(c.secret).where(c.player == player, c.id == device)
    silent = delete(table_subscriptions).where(table_subscriptions.c.device.in_(secret))
    async with store.changing() as connection:
        await connection.execute(silent)
        return bool((await connection.execute(change)).rowcount)


async def profile(store: Store, player: str) -> str | None:
    """What a player has set."""
    c = table_profiles.c
    async with store.reading() as connection:
        return (await connection.execute(select(c.data).where(c.player == player))).scalar()


async def set_profile(store: Store, player: str, data: str) -> None:
    """Set it."""
    async with store.changing() as connection:
        await connection.execute(SET_PROFILE, {"player": player, "data": data})


# --- where they sit ------------------------------------------------------------------------------------------


@together
async def seats_of(store: Store, places: list[tuple[str, str]]) -> dict[tuple[str, str], set[str]]:
    """The tokens (hashes) that a player has at a table; None where there are none."""
    c = table_sittings.c
    query = select(c.player, c.table_id, c.owner).where(tuple_(c.player, c.table_id).in_(places))
    found: dict[tuple[str, str], set[str]] = {}
    async with store.reading() as connection:
        for player, table, owner in (await connection.execute(query)).all():
            found.setdefault((player, table), set()).add(owner)
    return found


async def sit(store: Store, player: str, table: str, owners: Collection[str]) -> None:
    """A player has these tokens at a table; many may say so of one token, but not any number."""
    c = table_sittings.c
    async with store.changing() as connection:
        for owner in sorted(owners):
            query = select(func.count()).select_from(table_sittings).where(c.table_id == table, c.owner == owner)
            if ((await connection.execute(query)).scalar() or 0) < MOST_SITTERS:
                await connection.execute(NEW_SITTING, {"player": player, "table": table, "owner": owner})


async def move_on(store: Store, old: str, new: str) -> None:
    """Whoever sits at a table sits at the next one, too, with the same tokens."""
    async with store.changing() as connection:
        await connection.execute(COPY, {"old": old, "new": new})


async def forget(store: Store, player: str, table: str, at: float | None) -> bool:
    """Take a table off a player's list, or (None) put it back; whether the player sits there."""
    c = table_sittings.c
    change = update(table_sittings).where(c.player == player, c.table_id == table).values(forgotten=at)
    async with store.changing() as connection:
        return bool((await connection.execute(change)).rowcount)


async def sittings(
    store: Store, player: str, most: int, *, ended: bool, forgotten: bool, before: float | None = None
) -> list[Sitting]:
    """The tables where a player sits, the latest first: those that go on or those that have ended."""
    s, t = table_sittings.c, table_tables.c
    which: list[ColumnElement[bool]] = [s.player == player, t.status != "removed"]
    which.append(s.forgotten.is_not(None) if forgotten else s.forgotten.is_(None))
    if not forgotten:
        which.append(t.status == ENDED if ended else t.status != ENDED)
    if before is not None:
        which.append(t.changed < before)
    joined = table_sittings.join(table_tables, s.table_id == t.table_id)
    columns = (t.table_id, t.status, t.changed, t.line)
    query = select(*columns).select_from(joined).where(*which).distinct().order_by(t.changed.desc()).limit(most)
    async with store.reading() as connection:
        found = (await connection.execute(query)).all()
        names = [line.table_id for line in found]
        mine = select(s.table_id, s.owner).where(s.player == player, s.table_id.in_(names))
        owners: dict[str, set[str]] = {}
        for table, owner in (await connection.execute(mine)).all():
            owners.setdefault(table, set()).add(owner)
    return [Sitting(one[0], frozenset(owners.get(one[0], ())), *one[1:]) for one in found]


async def keep_line(store: Store, table: str, line: str) -> None:
    """What a list says of a match that is over, so that nobody plays it again to know."""
    async with store.changing() as connection:
        await connection.execute(update(table_tables).where(table_tables.c.table_id == table).values(line=line))
