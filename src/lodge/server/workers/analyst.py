"""Analyses of finished matches: made once, in a thread that gives way to bots, and kept.

Several that are asked for take turns, each for a slice of time, so that nobody waits for a long one to end.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator
from itertools import count

from lodge.analysis import Analysis, WhatIf, analysing, what_if
from lodge.errors import LodgeError
from lodge.match import Match
from lodge.server.limits import Refused
from lodge.server.settings import Settings
from lodge.server.storage.analyses import AnalysisStore
from lodge.server.tables.table import Table
from lodge.server.workers.bots import BotWorkers
from lodge.server.workers.queue import WorkQueue

Tell = Callable[[int, int, int], None]  # how many moves are done, of how many, and how many other analyses take turns
TOLD = 50  # progress messages of an analysis, at most; changes in how many take turns are told besides
SLICE = 0.5  # seconds, about, that an analysis works before the next one has its turn


class Job:
    """An analysis under way, and who follows it."""

    def __init__(self, match: Match, seconds: float) -> None:
        self.match = match
        self.total: int = match.number
        self.done: int = 0
        self.others = 0
        self.followers: list[Tell] = []
        self.steps: Generator[None, None, Analysis] = analysing(match, seconds=seconds)
        self.task: asyncio.Task[Analysis]

    def work(self) -> tuple[int, Analysis | None]:
        """Look at a move or more, for a slice of time: how many, and the analysis, once it is there."""
        until = time.monotonic() + SLICE
        for moves in count(1):
            try:
                next(self.steps)
            except StopIteration as end:
                return moves - 1, end.value
            if time.monotonic() >= until:
                break
        return moves, None

    def advance(self, moves: int) -> None:
        """Note that so many more moves are done."""
        before, self.done = self.done, min(self.total, self.done + moves)  # closer looks come after that
        if before * TOLD // self.total != self.done * TOLD // self.total:
            self.tell()

    def tell(self) -> None:
        """Tell everybody who follows how far it is."""
        for tell in self.followers:
            tell(self.done, self.total, self.others)


class Analyst:
    """Who looks into finished matches."""

    def __init__(self, settings: Settings, workers: BotWorkers, kept: AnalysisStore) -> None:
        self.settings = settings
        self.workers = workers
        self.kept = kept
        self.queue: WorkQueue = WorkQueue("analysis", settings.analyses, gives_way=True)
        self._going: dict[str, Job] = {}

    def close(self) -> None:
        """Begin nothing more; what is under way ends with its slice of time."""
        self.queue.close()
        for job in self._going.values():
            job.task.cancel()

    async def analysis(self, table: Table, tell: Tell) -> Analysis:
        """The analysis of a table's match, which is over (`authority` sees to that); all who ask wait for the same."""
        match = table.playing
        job = self._going.get(table.id)
        if job is None:
            found = await self.kept.find(table.id)
            if found is not None:
                return found
            job = self._going.get(table.id)  # somebody else may have asked meanwhile
        if job is None:
            if len(self._going) >= self.settings.analyses:
                raise Refused("busy", "Too many ask for this at once: try again in a moment.", seconds=1)
            job = self._going[table.id] = Job(match, self.settings.analysis_seconds)
            job.task = asyncio.create_task(self._make(table.id, job))
            self._take_turns()
        job.followers.append(tell)
        tell(job.done, job.total, job.others)
        return await asyncio.shield(job.task)

    async def _make(self, name: str, job: Job) -> Analysis:
        found: Analysis | None = None
        try:
            while found is None:
                moves, found = await self.queue.run(job.work)  # behind whoever has waited longer
                job.advance(moves)
            await self.kept.keep(name, found)
        finally:
            del self._going[name]
            self._take_turns()
        return found

    def _take_turns(self) -> None:
        """The number of analyses has changed: everybody who follows one is told."""
        for job in self._going.values():
            job.others = len(self._going) - 1
            job.tell()

    async def what_if(self, table: Table, number: int, move: str, *, address: str = "", player: bool = True) -> WhatIf:
        """A position of a finished match, played on after another move; for those who played it first."""
        match = table.playing

        def work() -> WhatIf:
            return what_if(match, number, move, seconds=self.settings.what_if_seconds)

        try:
            found: WhatIf = await self.workers.what_ifs.run(work, owners=[address], rank=0 if player else 1)
        except Refused:
            raise
        except LodgeError as error:
            raise Refused("illegal_move", str(error)) from None
        return found
