"""Bots at work: in threads, outside the event loop. Compiled search lets go of Python's lock while it thinks."""

from __future__ import annotations

import asyncio
import logging
import secrets
import subprocess
import sys
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from lodge.analysis import Weighed, affordable, weigh
from lodge.bots import bot, decide
from lodge.bots.search import Search
from lodge.games import Game, games
from lodge.games.compiled import compiled_rules
from lodge.kernel import Luck, lucky
from lodge.kernel.backend import go_native
from lodge.kernel.compile import compiled_mark, have_native
from lodge.kernel.module import described, module
from lodge.match import Match
from lodge.modules import entries
from lodge.server.settings import Settings
from lodge.server.workers.queue import Ticket, WorkQueue

log: logging.Logger = logging.getLogger("lodge.server")
HINTS = 3  # how many moves a hint tells


class Turn(NamedTuple):
    """When a bot thinks: before those of a higher rank, in turn with those of other addresses."""

    rank: int
    owners: Collection[str]


class BotWorkers:
    """The threads that bots think in, and those for hints and checks."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.levels: dict[str, str] = dict(settings.levels)
        self.hints: WorkQueue = WorkQueue("hint", settings.hints, each=settings.hints_per_address)
        self.what_ifs: WorkQueue = WorkQueue("what-if", settings.hints, each=settings.hints_per_address, gives_way=True)
        self.checks: WorkQueue = WorkQueue("check", settings.checks, each=settings.checks_per_address, gives_way=True)
        threads = settings.bot_threads
        self.bots: WorkQueue = WorkQueue("bot", settings.thoughts, threads=threads, kept=min(1, threads - 1))
        self._compiling = ThreadPoolExecutor(1, thread_name_prefix="compiler")
        self._compiler: subprocess.Popen[bytes] | None = None
        self._closed = False

    def close(self) -> None:
        """Let no more thoughts begin."""
        self._closed = True
        self._compiling.shutdown(wait=False, cancel_futures=True)
        if self._compiler is not None:
            self._compiler.kill()
        for queue in (self.hints, self.what_ifs, self.checks, self.bots):
            queue.close()

    async def move(
        self, level: str, game: Game, state: Any, seat: int, turn: Turn, ticket: Ticket | None = None
    ) -> int:
        """The action that a bot of this level chooses; its luck is its own, not the match's."""
        player = bot(self.levels.get(level, "greedy"))
        thought = (decide, player, game, state, seat, own_luck())
        return int(await self.bots.run(*thought, owners=turn.owners, rank=turn.rank, ticket=ticket))

    async def hint(self, match: Match, seat: int, than: int | None = None, address: str = "") -> Weighed:
        """The best moves of a seat, and one that it thinks of."""
        asked = (self._weigh, match.game, match.state, seat, than)
        found: Weighed = await self.hints.run(*asked, owners=[address])
        return found

    def _weigh(self, game: Game, state: Any, seat: int, than: int | None) -> Weighed:
        searcher = bot(self.settings.hint)
        if not isinstance(searcher, Search):
            raise TypeError("hints come from search")
        luck = own_luck()
        compiled_rules(game).imagine(state, seat, luck)
        playouts = affordable(game, state, self.settings.hint_seconds / (HINTS + 1))
        return weigh(
            game, state, seat, luck, searcher=searcher, playouts=playouts, most=HINTS, also=than, compared=False
        )

    async def warm_up(self) -> None:
        """Load the modules, so that no first move waits for that; then go over to native code, where Numba is."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._compiling, load_modules)
        for one in games() if self.settings.native and have_native() else []:
            try:
                await loop.run_in_executor(self._compiling, self._go_native, one)
            except Exception:
                log.exception("the rules of %s could not be compiled", one.id)

    def _go_native(self, game: Game) -> None:
        """A compiler would stop the server, so it runs on its own, behind everything else."""
        if not compiled_mark(game.folder).exists():
            command = [sys.executable, "-m", "lodge.modules", "native", game.id]
            self._compiler = subprocess.Popen(command, stdin=subprocess.PIPE)  # noqa: S603
            if self._closed:  # meanwhile
                self._compiler.kill()
            with self._compiler as compiler:  # the pipe tears when this process ends, however it does, and ends it too
                if compiler.wait():
                    return
        for entry in entries(game):
            if self._closed:
                return
            entry.load()
        go_native(game.folder)


def load_modules() -> None:
    """Make ready what a first move needs."""
    for one in games():
        if described(one.folder):
            module(one.folder)
        compiled_rules(one)


def own_luck() -> Luck:
    """Luck that nobody can foretell."""
    return lucky(secrets.randbits(62))
