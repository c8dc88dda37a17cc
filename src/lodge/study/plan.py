"""What a study plays: its settings, the line-ups that follow from them, and their parts, which are worked off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from lodge.bots import Bot, bot
from lodge.bots.levels import Level, Tuned
from lodge.bots.search import Search
from lodge.errors import LodgeError
from lodge.games import game
from lodge.lab.arena import MOST_GAMES
from lodge.lab.journal import nets_of
from lodge.lab.parallel import check_number
from lodge.lab.sim import MOST_SEED
from lodge.study.play import Part
from lodge.study.variants import checked

PART = 10  # games, about: what is lost when a study is stopped


class Lineup(NamedTuple):
    """Games of one kind: rules with these changes, these bots; rotated to compare the first bot with the others."""

    changes: tuple[str, ...]
    bots: tuple[str, ...]
    rotated: bool

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.bots)


@dataclass(frozen=True)
class Settings:
    """What was asked for: the same settings give the same study."""

    game: str
    seats: tuple[int, ...]
    options: tuple[str, ...] = ()
    bots: tuple[str, ...] = ("greedy",)
    ladder: tuple[str, ...] = ()  # the weakest first
    games: int = 1000
    deals: int = 100  # of each step of the ladder
    seed: int = 0
    changes: tuple[str, ...] = ()
    nets: str = ""

    @property
    def players(self) -> dict[str, Bot]:
        """Everybody who plays, by name."""
        return {name: bot(name) for name in (*self.bots, *self.ladder)}

    @property
    def rules(self) -> list[tuple[str, ...]]:
        """The rules as printed, and with the changes, if there are any."""
        return [(), self.changes] if self.changes else [()]

    @property
    def steps(self) -> list[tuple[str, str]]:
        """Neighbours on the ladder, weaker and stronger."""
        return list(pairwise(self.ladder))

    @property
    def command(self) -> str:
        """The command that makes this study."""
        words = ["lodge", "study", self.game, "--seats", ",".join(map(str, self.seats)), "--games", str(self.games)]
        words += ["--bots", ",".join(self.bots), "--ladder", ",".join(self.ladder) or "''", "--deals", str(self.deals)]
        words += [part for change in self.changes for part in ("--set", change)]
        words += [part for option in self.options for part in ("--option", option)]
        return " ".join([*words, "--seed", str(self.seed)])

    def lineups(self) -> list[Lineup]:
        """Everybody the same bot, then the steps of the ladder; alone, a step is its two bots by turns."""
        same = [
            Lineup(changes, (player,) * seats, rotated=False)
            for seats in self.seats
            for changes in self.rules
            for player in self.bots
        ]
        steps = [
            lineup
            for seats in self.seats
            for changes in self.rules
            for weaker, stronger in self.steps
            for lineup in step_lineups(changes, seats, weaker, stronger)
        ]
        return list(dict.fromkeys([*same, *steps]))

    def parts(self, lineup: Lineup) -> Iterator[Part]:
        """The parts of a line-up, in order."""
        total = self.deals if lineup.rotated else self.games
        size = max(1, PART // lineup.seats) if lineup.rotated else PART
        for first in range(0, total, size):
            yield Part(
                self.game,
                lineup.changes,
                self.options,
                lineup.bots,
                lineup.rotated,
                self.seed,
                self.nets,
                first,
                min(size, total - first),
            )


def step_lineups(changes: tuple[str, ...], seats: int, weaker: str, stronger: str) -> list[Lineup]:
    """One stronger bot among weaker ones; alone there is nobody to meet, so each plays the same deals."""
    if seats > 1:
        return [Lineup(changes, (stronger, *(weaker,) * (seats - 1)), rotated=True)]
    return [Lineup(changes, (one,), rotated=True) for one in (stronger, weaker)]


def settings(
    name: str,
    *,
    seats: Sequence[int] = (),
    options: Sequence[str] = (),
    bots: Sequence[str] = ("greedy",),
    ladder: Sequence[str] = ("random", "greedy"),
    games: int = 1000,
    deals: int = 100,
    seed: int = 0,
    changes: Sequence[str] = (),
) -> Settings:
    """Settings that can be; without seats, the fewest that make a contest. LodgeError says what cannot be."""
    which = game(name)
    chosen = tuple(dict.fromkeys(seats)) or (max(2, which.seats[0]),)
    for number in chosen:
        which.check_seats(number)
    which.option_bits(options)
    for number, what in ((games, "games"), (deals, "deals")):
        check_number(what, number, MOST_GAMES)
        if number < 2:
            raise LodgeError(f"An interval needs at least 2 {what}.")
    if not 0 <= seed <= MOST_SEED:
        raise LodgeError(f"A seed is a number from 0 to 2**63 - 1, not {seed}.")
    if not bots:
        raise LodgeError("A study needs a bot to play it, for example greedy.")
    for words in (bots, ladder):
        if len(set(words)) < len(words):
            raise LodgeError(f"A bot is named twice in {','.join(words)}.")
    for spec in (*bots, *ladder):
        _check_bot(spec)
    return Settings(
        game=which.id,
        seats=chosen,
        options=tuple(sorted(set(options))),
        bots=tuple(bots),
        ladder=tuple(ladder),
        games=games,
        deals=deals,
        seed=seed,
        changes=checked(name, changes),
        nets=nets_of(which, map(bot, (*bots, *ladder))),
    )


def _check_bot(spec: str) -> None:
    """A bot that looks at the clock plays otherwise every time."""
    player = bot(spec)
    if isinstance(player, Level | Tuned) or (isinstance(player, Search) and player.milliseconds is not None):
        raise LodgeError(
            f"{spec} thinks by the clock, and a study must come out the same every time: "
            "use random, greedy, or a number of play-outs like search:200 or master:200."
        )
