"""Players without an account: a player is a secret that a browser made; here its hash stands for it.

A second device has a secret of its own and belongs to the same player: it came by a link that works once, for a while,
and can be removed again. Seats belong to tokens, as ever; `sittings` say which tokens a player has, so that any of the
player's devices can play there, and find the match again without its address.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from lodge import characters
from lodge.server import clock
from lodge.server.http import schemas
from lodge.server.limits import NAME_LENGTH, Refused, check_token
from lodge.server.names import clean
from lodge.server.notices.push import public_push_key
from lodge.server.notices.service import checked
from lodge.server.settings import DAY
from lodge.server.storage import players as storage
from lodge.server.storage.notices import subscribe, subscriptions
from lodge.server.storage.players import Device, Sitting
from lodge.server.storage.store import Store
from lodge.server.tables import presenter
from lodge.server.tables.hub import Hub
from lodge.server.tables.table import Table
from lodge.server.tables.tokens import new_token, owner_of

LINK_SECONDS = DAY
MOST_DEVICES = 12  # of a player, with links that wait
MOST_RUNNING, AT_ONCE = 60, 20  # matches that are told
MOST_CLAIMS = 40
MOST_SETTINGS = 16
DEVICE_LENGTH = 40
SETTING = re.compile(r"[a-z_]{1,16}")
VALUE = re.compile(r"[A-Za-z0-9.:_-]{0,24}")


class Line(msgspec.Struct):
    """What is kept of a match that is over: what a list says of it, and whose the seats are."""

    game: schemas.MyGame
    owners: list[str | None]


async def known(store: Store, secret: str) -> str:
    """The player (as a hash) whose device this is; Refused where it was removed."""
    found = await storage.player_of(store, owner_of(check_token(secret)))
    if found is None:
        raise Refused("removed_device", "This device was removed by its player, on another device.")
    return found


# --- devices -------------------------------------------------------------------------------------------------


async def info(hub: Hub, wish: schemas.AskPlayer) -> schemas.PlayerInfo:
    """What a player has set, and the devices."""
    store, player = hub.store, await known(hub.store, wish.player)
    if wish.profile is not None:
        await storage.set_profile(store, player, _checked(wish.profile))
    kept = await storage.profile(store, player)
    here = owner_of(wish.player)
    return schemas.PlayerInfo(
        profile=None if kept is None else msgspec.json.decode(kept, type=schemas.Profile),
        devices=[
            schemas.DeviceInfo(
                id=one.id or 0,
                name=one.name,
                since=one.at if one.state == "device" else None,
                until=one.at if one.state == "link" else None,
                here=one.secret == here,
            )
            for one in await storage.devices(store, player, clock.now())
        ],
    )


def _checked(profile: schemas.Profile) -> str:
    """A profile as it is kept, or Refused."""
    name = clean(profile.name) or ""
    if len(name) > NAME_LENGTH:
        raise Refused("bad_name", f"A name has 1 to {NAME_LENGTH} printable characters.", limit=NAME_LENGTH)
    if profile.character and profile.character not in characters.NAMES:
        raise Refused("unknown_character", f"There is no character {profile.character[:24]!r}.")
    if profile.colour and profile.colour not in characters.COLOURS:
        raise Refused("unknown_character", f"There is no colour {profile.colour[:24]!r}.")
    fits = all(SETTING.fullmatch(key) and VALUE.fullmatch(value) for key, value in profile.settings.items())
    if len(profile.settings) > MOST_SETTINGS or not fits:
        raise Refused("bad_message", "These are not settings of the page.")
    return msgspec.json.encode(msgspec.structs.replace(profile, name=name)).decode()


async def new_link(hub: Hub, wish: schemas.NewLink) -> schemas.Link:
    """A link by which one other device becomes the player's."""
    store, now = hub.store, clock.now()
    player = await known(store, wish.player)
    if len(await storage.devices(store, player, now)) >= MOST_DEVICES:
        raise Refused("too_many_devices", f"{MOST_DEVICES} devices and links are enough: remove one.")
    await storage.set_profile(store, player, _checked(wish.profile))
    here = Device(None, owner_of(wish.player), "device", (clean(wish.device) or "")[:DEVICE_LENGTH], now)
    made = schemas.Link(link=new_token(), until=now + LINK_SECONDS)
    await storage.add_link(store, player, here, Device(None, owner_of(made.link), "link", "", made.until), now)
    return made


async def open_link(hub: Hub, wish: schemas.OpenLink) -> schemas.PlayerInfo:
    """Another device is the player's from now on. Asked again (the answer was lost), the answer is the same."""
    store, link, secret = hub.store, owner_of(check_token(wish.link)), owner_of(check_token(wish.player))
    name = (clean(wish.device) or "")[:DEVICE_LENGTH]
    used = await storage.use_link(store, link, secret, name, clock.now())
    if not used and await storage.player_of(store, secret) in (None, secret):
        raise Refused("bad_link", "This link was opened already, or revoked, or is too old: ask for a new one.")
    return await info(hub, schemas.AskPlayer(player=wish.player))


async def remove_device(hub: Hub, wish: schemas.RemoveDevice) -> schemas.PlayerInfo:
    """A device, or a link, is the player's no more; perhaps this one itself, which then is somebody new."""
    store, player = hub.store, await known(hub.store, wish.player)
    if not await storage.remove_device(store, player, wish.device):
        raise Refused("bad_link", "You have no such device.")
    if await storage.player_of(store, owner_of(wish.player)) is None:
        return schemas.PlayerInfo(profile=None, devices=[])
    return await info(hub, schemas.AskPlayer(player=wish.player))


# --- notices -------------------------------------------------------------------------------------------------


async def notices(hub: Hub, wish: schemas.AskPlayer) -> schemas.NoticesInfo:
    """Whether this device is told anything, and what it takes."""
    player = await known(hub.store, wish.player)
    kept = (await subscriptions(hub.store, player)).get(owner_of(wish.player))
    one = None if kept is None else msgspec.json.decode(kept, type=schemas.Subscription)
    return schemas.NoticesInfo(
        key=public_push_key(hub.notices.key), on=one is not None, quiet=None if one is None else one.quiet
    )


async def set_notices(hub: Hub, wish: schemas.SetNotices) -> schemas.NoticesInfo:
    """Switch them on or off, for this device."""
    player = await known(hub.store, wish.player)
    data = None
    if wish.subscription is not None:
        data = checked(wish.subscription, loopback=hub.settings.push_loopback)
    await subscribe(hub.store, owner_of(wish.player), player, data)
    hub.notices.changed()
    return await notices(hub, schemas.AskPlayer(player=wish.player))


# --- games ---------------------------------------------------------------------------------------------------


def seats_at(table: Table, owners: set[str]) -> set[str]:
    """Those of some tokens' hashes that mean something at a table."""
    return owners & {table.host, *(seat.owner for seat in table.seats if seat.owner)}


async def games(hub: Hub, wish: schemas.AskGames) -> schemas.MyGames:
    """The matches of a player."""
    player = await known(hub.store, wish.player)
    for claim in wish.claims[:MOST_CLAIMS]:
        await _claim(hub, player, claim)
    more = AT_ONCE + 1
    ended = await storage.sittings(hub.store, player, more, ended=True, forgotten=wish.forgotten, before=wish.before)
    going: Sequence[Sitting] = ()
    if wish.before is None and not wish.forgotten:
        going = await storage.sittings(hub.store, player, MOST_RUNNING, ended=False, forgotten=False)
    told = [found for one in (*going, *ended[:AT_ONCE]) if (found := await _told(hub, one))]
    over = ("over", "old")
    return schemas.MyGames(
        running=[one for one in told if one.status not in over],
        over=[one for one in told if one.status in over],
        more=len(ended) > AT_ONCE,
    )


async def _claim(hub: Hub, player: str, claim: schemas.Claim) -> None:
    """The player has these tokens; those that open nothing are passed over."""
    try:
        room = await hub.room(claim.table)
    except Refused:
        return
    if mine := seats_at(room.table, {owner_of(token) for token in claim.tokens[:32]}):
        await storage.sit(hub.store, player, room.table.id, mine)
        hub.notices.sat(room)


async def _told(hub: Hub, sitting: Sitting) -> schemas.MyGame | None:
    """A match as its player is told; None where the player has left, or it cannot be read."""
    if sitting.line is not None:
        line = msgspec.json.decode(sitting.line, type=Line)
    else:
        try:
            table = (await hub.room(sitting.table)).table
        except Refused:
            return None
        line = Line(presenter.my_game(table), [seat.owner for seat in table.seats])
        if table.status == "over" and sitting.status == "over":
            await storage.keep_line(hub.store, table.id, msgspec.json.encode(line).decode())
        elif table.host in sitting.owners:
            return _mine(line, sitting)
    told = _mine(line, sitting)
    return told if told.mine else None


def _mine(line: Line, sitting: Sitting) -> schemas.MyGame:
    line.game.mine = [seat for seat, owner in enumerate(line.owners) if owner in sitting.owners]
    line.game.at = sitting.changed if sitting.status == storage.ENDED else line.game.at
    return line.game


async def forget(hub: Hub, wish: schemas.ForgetGame) -> dict[str, str]:
    """Take a match off the list, or put it back; there is nothing to answer."""
    player = await known(hub.store, wish.player)
    if not await storage.forget(hub.store, player, wish.table, clock.now() if wish.forget else None):
        raise Refused("unknown_table", "There is no such table.")
    return {}
