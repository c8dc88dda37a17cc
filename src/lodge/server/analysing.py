"""Analyses of finished matches: made once, one at a time in a thread that gives way to bots, and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from lodge.analysis import Analysis, WhatIf, affordable, analyse, what_if
from lodge.errors import LodgeError
from lodge.match import Match
from lodge.server.limits import Refused
from lodge.server.settings import Settings
from lodge.server.shelf import Shelf
from lodge.server.table import Table
from lodge.server.thinking import Desk, Thinker

Tell = Callable[[int, int], None]  # is given how many moves are done, of how many
TOLD = 50  # how often progress is told, at most


class Job:
    """An analysis under way, and who follows it."""

    def __init__(self, total: int, make: Callable[[Job], Coroutine[Any, Any, Analysis]]) -> None:
        self.total = total
        self.done = 0
        self.followers: list[Tell] = []
        self.task = asyncio.create_task(make(self))

    def advance(self, done: int) -> None:
        """So many more moves are done."""
        before, self.done = self.done, self.done + done
        if before * TOLD // self.total != self.done * TOLD // self.total:
            for tell in self.followers:
                tell(self.done, self.total)


class Analyst:
    """Who looks into finished matches."""

    def __init__(self, settings: Settings, thinker: Thinker, shelf: Shelf) -> None:
        self.settings = settings
        self.thinker = thinker
        self.shelf = shelf
        self.desk = Desk("analysis", settings.analyses, gives_way=True)
        self._going: dict[str, Job] = {}

    def close(self) -> None:
        """Begin nothing more; what is under way ends with the move it looks at."""
        self.desk.close()
        for job in self._going.values():
            job.task.cancel()

    async def analysis(self, table: Table, tell: Tell) -> Analysis:
        """The analysis of a table's match, which is over; whoever asks meanwhile waits for the same."""
        match = finished(table)
        job = self._going.get(table.id)
        if job is None:
            kept = await self.shelf.find(table.id)
            if kept is not None:
                return kept
            job = self._going.get(table.id)  # somebody else may have asked meanwhile
        if job is None:
            job = self._going[table.id] = Job(match.number, partial(self._make, table.id, match))
        job.followers.append(tell)
        tell(job.done, job.total)
        return await asyncio.shield(job.task)

    async def _make(self, name: str, match: Match, job: Job) -> Analysis:
        loop = asyncio.get_running_loop()

        def progress(done: int) -> None:
            if self.desk.closed:
                raise LodgeError("The server stops.")
            loop.call_soon_threadsafe(job.advance, done)

        def work() -> Analysis:
            return analyse(match, seconds=self.settings.analysis_seconds, progress=progress)

        try:
            await self.thinker.warm(match.game)
            found: Analysis = await self.desk.run(work)
            await self.shelf.keep(name, found)
        finally:
            del self._going[name]
        return found

    async def what_if(self, table: Table, number: int, move: str) -> WhatIf:
        """A position of a finished match, played on after another move."""
        match = finished(table)

        def work() -> WhatIf:
            seconds = self.settings.what_if_seconds / 2  # both moves are played on
            return what_if(match, number, move, games=affordable(match.game, match.state_at(number), seconds))

        await self.thinker.warm(match.game)
        try:
            found: WhatIf = await self.thinker.hints.run(work)
        except Refused:
            raise
        except LodgeError as error:
            raise Refused("illegal_move", str(error)) from None
        return found


def finished(table: Table) -> Match:
    """The match, if it is over: nobody is told anything about one that goes on."""
    if table.match is None or table.status != "over":
        raise Refused("not_now", "The match is not over.")
    return table.match
