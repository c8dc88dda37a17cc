"""Bots at work: in threads, outside the event loop. The compiled search lets go of Python's lock while it thinks."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from lodge.analysis import Weighed, affordable, weigh
from lodge.bots import bot, decide
from lodge.bots.playouts import play_outs
from lodge.bots.search import Master, Search
from lodge.games import Game, game, games
from lodge.games.native import native_rules
from lodge.kernel import Luck, lucky
from lodge.kernel.compile import cache_folder, have_native
from lodge.match import Match
from lodge.server.limits import Refused
from lodge.server.quick import QuickMatch, compiled
from lodge.server.settings import Settings

log = logging.getLogger("lodge.server")
HINTS = 3  # how many moves a hint tells
POLITE = 10  # how far work that nobody waits for steps back


class Desk:
    """Work on the side, in a thread of its own, so that bots need not wait for it; few may stand in line."""

    def __init__(self, name: str, most: int, *, gives_way: bool = False) -> None:
        self.most = most
        self.waiting = 0
        self.closed = False
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name, initializer=give_way if gives_way else None)

    def close(self) -> None:
        """Begin nothing more."""
        self.closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def run(self, function: Any, *arguments: Any) -> Any:
        """Run something long outside the event loop; Refused where too many wait."""
        if self.waiting >= self.most:
            raise Refused("busy", "Too many ask for this at once: try again in a moment.", seconds=1)
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)
        finally:
            self.waiting -= 1


def give_way() -> None:
    """Let other threads go first, where the system can do that for a thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), POLITE)


class Thinker:
    """The threads that bots think in."""

    def __init__(self, settings: Settings, on_ready: Callable[[Game], None]) -> None:
        self.settings = settings
        self.levels = dict(settings.levels)
        self.on_ready = on_ready
        self._waking: dict[Game, asyncio.Task[None]] = {}
        self.hints = Desk("hint", settings.hints)
        self.checks = Desk("check", settings.checks)
        self._pool = ThreadPoolExecutor(settings.thinkers, thread_name_prefix="bot")
        self._compiling = ThreadPoolExecutor(len(games()), thread_name_prefix="compiler")
        self._compilers: list[subprocess.Popen[bytes]] = []
        self._closed = False

    def close(self) -> None:
        """Let no more thoughts begin."""
        self._closed = True
        for task in self._waking.values():
            task.cancel()
        self._compiling.shutdown(wait=False, cancel_futures=True)
        for compiler in self._compilers:
            compiler.kill()
        self.hints.close()
        self.checks.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def run(self, function: Any, *arguments: Any) -> Any:
        """Run something long outside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)

    async def move(self, level: str, game: Game, state: Any, seat: int) -> int:
        """The action that a bot of this level chooses; its luck is its own, not the match's."""
        await self.warm(game)
        player = bot(self.levels.get(level, "greedy"))
        return int(await self.run(decide, player, game, state, seat, own_luck()))

    async def hint(self, match: Match, seat: int, than: int | None = None) -> Weighed:
        """The best moves of a seat, and one that it thinks of."""
        state = match.state  # as it was asked about: others may move while the rules are compiled
        await self.warm(match.game)
        found: Weighed = await self.hints.run(self._weigh, match.game, state, seat, than)
        return found

    def _weigh(self, game: Game, state: Any, seat: int, than: int | None) -> Weighed:
        searcher = bot(self.settings.hint)
        if not isinstance(searcher, Search):
            raise TypeError("hints come from search")
        luck = own_luck()
        native_rules(game).imagine(state, seat, luck)
        playouts = affordable(game, state, self.settings.hint_seconds / (HINTS + 1))
        return weigh(
            game, state, seat, luck, searcher=searcher, playouts=playouts, most=HINTS, also=than, compared=False
        )

    @property
    def ready(self) -> bool:
        """Whether every game is compiled."""
        return compiled.issuperset(games())

    async def warm_up(self) -> None:
        """Compile (or load) what matches and bots need, game by game."""
        for one in games():
            try:
                await self.warm(one)
            except Exception:
                log.exception("the rules of %s could not be compiled", one.id)

    async def warm(self, game: Game) -> None:
        """Wait until a game is compiled; whoever asks for one that is not yet need not wait for others."""
        if game not in self._waking:
            self._waking[game] = asyncio.create_task(self._wake(game))
        await asyncio.shield(self._waking[game])

    async def _wake(self, game: Game) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._compiling, self._compile, game)
            await self.run(compile_game, game)
        except Exception:
            del self._waking[game]  # whoever asks next tries again
            raise
        compiled.add(game)
        self.on_ready(game)

    def _compile(self, game: Game) -> None:
        """A compiler would stop the server, so it runs on its own."""
        if have_native() and not ready_mark(game).exists():
            command = [sys.executable, "-m", "lodge.server.thinking", game.id, "--leash"]
            compiler = subprocess.Popen(command, stdin=subprocess.PIPE)  # noqa: S603
            self._compilers.append(compiler)
            if self._closed:  # meanwhile
                compiler.kill()
            with compiler:  # waits for it; its leash, the pipe, tears when this process ends, however it does
                compiler.wait()


def ready_mark(one: Game) -> Path:
    """The file that says that all of a game is compiled."""
    return cache_folder(one.folder) / f"server-ready-{one.id}"


def compile_game(one: Game) -> None:
    """Use everything compiled once."""
    names = [f"{seat}" for seat in range(one.seats[0])]
    match = QuickMatch.begin(one.id, seed="warm up", options=[], names=names, wait=True)
    seat = match.pending[0]
    while len(match.legal_actions(seat)) == 1:  # bots do not think where there is no choice
        match.play(seat, match.legal_actions(seat)[0])
        seat = match.pending[0]
    for name in ("random", "greedy", "search:1", "master:1"):
        action = decide(bot(name), one, match.state, seat, own_luck())
    Master(playouts=1, milliseconds=None).weigh(one, match.state, seat, own_luck())  # where it had only one good move
    play_outs(one, match.state, 1, 0, seat=seat, action=action)
    if one.master is not None:
        one.master.prepare()
    match.play(seat, action)
    match.record()


def own_luck() -> Luck:
    """Luck that nobody can foretell."""
    return lucky(secrets.randbits(62))


def end_with_parent() -> None:
    """End this process when the one that started it is gone: nothing else holds the other end of standard input."""

    def wait() -> None:
        os.read(0, 1)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


if __name__ == "__main__":
    if "--leash" in sys.argv:
        end_with_parent()
    compile_game(game(sys.argv[1]))
    ready_mark(game(sys.argv[1])).touch()
