"""What players are to be told, and where: each notice has a name, so that it is told once."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, func, select, text, update

from lodge.server.storage.schema import table_notices, table_rows, table_sittings, table_subscriptions
from lodge.server.storage.store import Store
from lodge.server.storage.together import together


class Notice(NamedTuple):
    """Something to tell a player about a table: which turn or event it is about, and when to tell it."""

    player: str
    table_id: str
    kind: str
    number: str
    due: float | None
    tries: int = 0


SUBSCRIBE = text("""INSERT INTO lodge_subscriptions (device, player, data) VALUES (:device, :player, :data)
ON CONFLICT (device) DO UPDATE SET player = excluded.player, data = excluded.data""")
NEW_NOTICE = text("""INSERT INTO lodge_notices (player, table_id, kind, number, due, tries)
VALUES (:player, :table_id, :kind, :number, :due, :tries) ON CONFLICT DO NOTHING""")


async def subscribe(store: Store, device: str, player: str, data: str | None) -> None:
    """A device wants to be told, or (None) no more."""
    async with store.changing() as connection:
        if data is None:
            await connection.execute(delete(table_subscriptions).where(table_subscriptions.c.device == device))
        else:
            await connection.execute(SUBSCRIBE, {"device": device, "player": player, "data": data})


async def subscriptions(store: Store, player: str) -> dict[str, str]:
    """Where a player is told, by device."""
    c = table_subscriptions.c
    async with store.reading() as connection:
        found = (await connection.execute(select(c.device, c.data).where(c.player == player))).all()
    return {str(device): str(data) for device, data in found}


@together
async def listeners(store: Store, tables: list[str]) -> dict[str, dict[str, set[str]]]:
    """The players at a table who want to be told, each with the hashes of their tokens; None where there are none."""
    s, c = table_sittings.c, table_subscriptions.c
    joined = table_sittings.join(table_subscriptions, s.player == c.player)
    query = select(s.table_id, s.player, s.owner).select_from(joined).where(s.table_id.in_(tables)).distinct()
    found: dict[str, dict[str, set[str]]] = {}
    async with store.reading() as connection:
        for table, player, owner in (await connection.execute(query)).all():
            found.setdefault(table, {}).setdefault(player, set()).add(owner)
    return found


async def latest(store: Store) -> dict[str, float]:
    """The tables of such players, and when something happened there last."""
    r, s, c = table_rows.c, table_sittings.c, table_subscriptions.c
    joined = table_sittings.join(table_subscriptions, s.player == c.player)
    tables = select(s.table_id).select_from(joined).distinct().subquery()
    query = select(r.table_id, func.max(r.at)).where(r.table_id.in_(select(tables.c.table_id))).group_by(r.table_id)
    async with store.reading() as connection:
        return {str(table): float(at) for table, at in (await connection.execute(query)).all()}


async def add(store: Store, notices: Collection[Notice]) -> None:
    """Note what is to be told; what has been noted already stays as it is."""
    async with store.changing() as connection:
        for one in notices:
            await connection.execute(NEW_NOTICE, one._asdict())


async def due(store: Store, now: float, most: int = 100) -> list[Notice]:
    """What is to be told by now."""
    c = table_notices.c
    query = (
        select(c.player, c.table_id, c.kind, c.number, c.due, c.tries).where(c.due <= now).order_by(c.due).limit(most)
    )
    async with store.reading() as connection:
        return [Notice(*found) for found in (await connection.execute(query)).all()]


async def claim(store: Store, notice: Notice) -> bool:
    """Write down that it is being told, before it is; False: somebody else does, or did.

    A process that ends while it tells something leaves it told: rather once too seldom than twice.
    """
    c = table_notices.c
    query = update(table_notices).where(*_same(notice), c.due.is_not(None), c.tries == notice.tries)
    async with store.changing() as connection:
        return (await connection.execute(query.values(due=None, tries=notice.tries + 1))).rowcount == 1


async def settle(store: Store, notice: Notice, later: float | None = None) -> None:
    """It was told, or need not be; or it is to be told later."""
    async with store.changing() as connection:
        await connection.execute(update(table_notices).where(*_same(notice)).values(due=later))


def _same(notice: Notice) -> tuple[ColumnElement[bool], ...]:
    c = table_notices.c
    return (
        c.player == notice.player,
        c.table_id == notice.table_id,
        c.kind == notice.kind,
        c.number == notice.number,
    )
