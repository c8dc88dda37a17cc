"""Playing in the terminal, and showing records there. The same for every game."""

from __future__ import annotations

import re
import secrets
import shlex
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from rich.console import Console
from rich.markup import escape

from lodge import characters
from lodge.analysis import Choice, affordable, weigh
from lodge.bots import Bot, bot, decide
from lodge.bots.levels import LEVELS
from lodge.bots.search import Search
from lodge.errors import LodgeError, OtherRules
from lodge.games import Game
from lodge.games.api import SPECTATOR
from lodge.kernel import copy, luck_from_bytes, lucky
from lodge.match import Match
from lodge.record import Incident, Record, load
from lodge.replaying import ENDED, replay

YOU = "you"
NAMELESS_PERSON = "You"
HINT = Search(playouts=None, milliseconds=1000)
HINT_SECONDS = 0.3  # for each of the moves that are compared
MOST_LISTED = 20
FEW_ALIKE = 3  # moves that differ only in a list (of dice, of cards): more of them are one line
REGULARS = tuple(drawn.regular for drawn in characters.CHARACTERS.values())
BOT = re.compile(rf"({'|'.join(REGULARS)}) \(({'|'.join(LEVELS)})\)( \d+)?")  # as tables name their bots
NAMELESS = re.compile(rf"({'|'.join(level.capitalize() for level in LEVELS)})( \d+)?")  # as they did before
HELP = """\
Type a move as it is written in the list, or its number.
  all    list every legal move, wasteful ones too
  hint   what the search bot would do
  undo   right after a move that showed nothing new: take it back
  log    what has happened so far
  save FILE   keep the game; `lodge play --resume FILE` goes on with it
  quit   leave (with --save, nothing is lost)"""


class Quit(Exception):
    """A player has left."""


class Table:
    """A match in the terminal: people at the keyboard, bots beside them."""

    def __init__(self, match: Match, players: Sequence[str], console: Console, save: Path | None) -> None:
        if len(players) != match.seats:
            raise LodgeError(f"The game has {match.seats} seats, --seats names {len(players)}.")
        self.match = match
        self.players: list[str] = list(players)
        self.console = console
        self.save = save
        self.bots: dict[int, Bot] = {s: bot(player) for s, player in enumerate(players) if not _is_person(player)}
        self.people: list[int] = [seat for seat in range(match.seats) if seat not in self.bots]
        self.told: int = match.number
        self.facing: int | None = None  # whose table is on the screen
        self.choices: list[list[int]] = []  # what the numbers stand for: one move each, or some that are alike

    @classmethod
    def new(
        cls,
        game: str,
        players: Sequence[str],
        console: Console,
        *,
        seed: str | None,
        options: Sequence[str],
        save: Path | None,
    ) -> Table:
        """A new match."""
        for player in players:
            if not _is_person(player):
                bot(player)  # a wrong name is told before anything else happens
        match = Match.new(game, len(players), seed=seed, options=options, names=_names(players))
        return cls(match, players, console, save)

    @classmethod
    def resume(cls, path: Path, players: Sequence[str], console: Console, save: Path) -> Table:
        """A match that was kept. The one who keeps it knows the seed: it is for playing on alone, not for proof."""
        return cls(replay(load(path)), players, console, save)

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        self._keep()  # a place that cannot be written to is told before the first move
        self.console.print(f"[bold]{self.match.game.title}[/]  luck committed to: {self.match.commitment[:16]}...")
        self.console.print("Type ? for help.\n")
        try:
            while self.match.pending:
                seat = self.match.pending[0]
                if seat in self.bots:
                    self._bot_moves(seat)
                else:
                    self._person_moves(seat)
                self._keep()
        except Quit:
            kept = f" It is kept: {self._way_back(self.save)}" if self.save else ""
            self.console.print(f"You left the game.{kept}", markup=False, highlight=False, soft_wrap=True)
            return
        self._tell_news()
        show_end(self.match, self.console)

    # --- moving ------------------------------------------------------------------------------------------

    def _bot_moves(self, seat: int) -> None:
        with self.console.status(f"{escape(self.match.names[seat])} is thinking"):
            luck = luck_from_bytes(secrets.token_bytes(16))  # its own, not the match's
            action = decide(self.bots[seat], self.match.game, self.match.state, seat, luck)
        self.match.play(seat, action)

    def _person_moves(self, seat: int) -> None:
        """Show the table and ask until a move is made; one that can be taken back waits for a word more."""
        name = self.match.names[seat]
        self.console.clear()  # what was shown before may not be for these eyes, or was to be remembered
        if len(self.people) > 1 and seat != self.facing:
            self._ask(f"{name}, it is your turn. Press Enter when only you look at the screen.")
        self.facing = seat
        self._tell_news()
        self.show(seat)
        number = self.match.number
        while self.match.number == number:
            try:
                self._obey(seat, self._ask(f"{name}> ").strip())
            except LodgeError as error:
                self.console.print(f"[red]{escape(str(error))}[/]")
            if self.match.can_undo(seat) and self.match.number > number and self._regrets():
                self.match.undo(seat)

    def show(self, seat: int, most: int = MOST_LISTED) -> None:
        """The table as a seat sees it, and what it may do."""
        self.console.print(self.match.game.moves.show(self.match.view(seat), seat, list(self.match.names)))
        self._list(seat, alike(self.match.game, self._candidates(seat)), most)

    def _regrets(self) -> bool:
        self.console.print(f"You: {self.match.history[-1][1]}", highlight=False)
        return self._ask("Enter to end your turn, or undo: ").strip().lower().startswith("u")

    def _obey(self, seat: int, words: str) -> None:
        """Do what was typed: a command, a number of the list, or a move."""
        command, _, rest = words.partition(" ")
        commands = {
            "?": self._help,
            "help": self._help,
            "all": lambda: self._list_all(seat),
            "hint": lambda: self._hint(seat),
            "undo": lambda: self.match.undo(seat),
            "log": self._log,
            "save": lambda: self._save(rest),
            "quit": self._quit,
            "exit": self._quit,
        }
        if command in commands:
            commands[command]()
        elif words.isascii() and words.isdigit():
            if len(words) > 5 or not 1 <= int(words) <= len(self.choices):
                raise LodgeError(f"There is no move {words[:6]} in the list: it goes from 1 to {len(self.choices)}.")
            chosen = self.choices[int(words) - 1]
            if len(chosen) == 1:
                self.match.play(seat, chosen[0])
            else:
                self._list(seat, [[action] for action in chosen])
        elif words:
            self.match.play(seat, words)

    def _help(self) -> None:
        self.console.print(HELP)

    def _quit(self) -> None:
        raise Quit

    def _save(self, name: str) -> None:
        if not name:
            raise LodgeError("Name a file: save game.json")
        self.match.record(secret=True).save(name)
        self.console.print(f"Kept. To go on: {self._way_back(name)}", markup=False, highlight=False, soft_wrap=True)

    def _way_back(self, name: str | Path) -> str:
        """The command that goes on with a kept game."""
        return f"lodge play --resume {shlex.quote(str(name))} --seats {shlex.quote(','.join(self.players))}"

    # --- telling -----------------------------------------------------------------------------------------

    def _ask(self, prompt: str) -> str:
        try:
            return self.console.input(escape(prompt))
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Quit from None

    def _candidates(self, seat: int) -> list[int]:
        rules = self.match.game.rules
        out = np.zeros(rules.MOST_CANDIDATES, np.int16)
        return [int(action) for action in out[: rules.candidates(self.match.state, seat, out)]]

    def _list_all(self, seat: int) -> None:
        self._list(seat, [[action] for action in self.match.legal_actions(seat)])

    def _log(self) -> None:
        for number in range(1, self.match.number + 1):
            self._tell(number)

    def _list(self, seat: int, choices: list[list[int]], most: int | None = None) -> None:
        """The moves with their numbers and what they would do; those that are alike in one line."""
        self.choices = choices
        for number, (action, *others) in enumerate(choices[:most], start=1):
            text = self.match.game.moves.text(action)
            told = preview(self.match.game, self.match.state, seat, action)
            if others:
                texts = [text, *map(self.match.game.moves.text, others)]
                text, told = f"{common_words(texts)} ...", f"{len(texts)} ways: type {number} to see them"
            line = f"  [bold]{number:>3}[/]  {text}  [dim]{told}[/]"
            self.console.print(line, no_wrap=True, overflow="ellipsis", highlight=False)
        if most is not None and len(choices) > most:
            self.console.print(f"  ... and {len(choices) - most} more: type all")

    def _hint(self, seat: int) -> None:
        """The move that search would make, what it is worth, and why it is better than the next."""
        game, luck = self.match.game, lucky(self.match.number)
        with self.console.status("Thinking"):
            known = self.match.state
            game.rules.imagine(known, seat, luck)
            playouts = affordable(game, known, HINT_SECONDS)
            found = weigh(game, known, seat, luck, searcher=HINT, playouts=playouts, most=2, compared=False)
        for line in hint_lines(found.choices, seat):
            self.console.print(line, highlight=False)

    def _tell_news(self) -> None:
        """What has happened since the last look."""
        while self.told < self.match.number:
            self.told += 1
            self._tell(self.told)

    def _tell(self, number: int) -> None:
        self.console.print(told(self.match, number), style="dim", markup=False)

    def _keep(self) -> None:
        if self.save:
            self.match.record(secret=not self.match.over).save(self.save)


def alike(game: Game, actions: list[int]) -> list[list[int]]:
    """Actions, those together that differ only in a list (which dice, which cards), where there are many of them."""
    groups: dict[str, list[int]] = {}
    for action in actions:
        move = msgspec.to_builtins(game.moves.to_move(action))
        same = {name: value for name, value in move.items() if not isinstance(value, list | dict)}
        groups.setdefault(repr(same), []).append(action)
    found: list[list[int]] = []
    for group in groups.values():
        found += [group] if len(group) > FEW_ALIKE else [[action] for action in group]
    return found


def common_words(texts: list[str]) -> str:
    """The words that all begin with."""
    words = [text.split() for text in texts]
    return " ".join(takewhile(lambda word: all(word in one for one in words), words[0]))


def hint_lines(choices: list[Choice], seat: int) -> list[str]:
    """The best move, and how it compares with the next best."""
    best, *others = choices
    alone = len(best.results) == 1
    worth = f"{best.results[0]:.1f} points to expect" if alone else f"{best.results[seat]:.0%} to win"
    lines = [f"Search would play: [bold]{best.text}[/] ({worth})"]
    for other in others:
        edge = f"{other.edge:.1f} points" if alone else f"{other.edge:.1%}"
        why = f" (mostly: {other.why.line.replace('_', ' ')} {other.why.points:+.1f})" if other.why else ""
        clear = other.edge > other.noise
        lines.append(f"{edge} better than {other.text}{why}" if clear else f"About as good: {other.text}")
    return lines


def told(match: Match, number: int) -> str:
    """Move `number` in words."""
    seat = match.history[number - 1][0]
    words = [match.game.moves.tell(event) for event in match.events(number)]
    return f"{number}. {match.names[seat]}: " + "; ".join(word for word in words if word)


def preview(game: Game, state: Any, seat: int, action: int) -> str:
    """What an action would do, as far as it is certain."""
    after = copy(state)
    game.rules.play(after, seat, action, lucky(0))
    return game.moves.tell(game.moves.events(state, seat, action, after, seat)[0])


def show_record(record: Record, console: Console, number: int | None) -> None:
    """A record's moves and its end, or the position after `number` moves; of other rules, what can be told of it."""
    try:
        match = replay(record)
    except OtherRules as error:
        if number is not None:
            raise
        show_old(record, console)
        console.print(str(error), highlight=False, markup=False, soft_wrap=True)
        return
    match.names = tuple(called(match.names))
    if number is not None:
        if not 0 <= number <= match.number:
            raise LodgeError(f"The record has {match.number} moves, there is no position {number}.")
        view = match.game.moves.view(match.state_at(number), SPECTATOR)
        console.print(match.game.moves.show(view, SPECTATOR, list(match.names)))
        return
    beside = list(match.incidents)
    for move in range(match.number + 1):
        if move:
            console.print(told(match, move), highlight=False, markup=False)
        while beside and beside[0].after == move:
            console.print(tell_incident(beside.pop(0), match.names), highlight=False, markup=False)
    show_end(match, console)


INCIDENTS = {
    "left": "{name} leaves, and a bot plays on.",
    "returned": "{name} is back.",
    "replaced": "The others let a bot play for {name}.",
    "resigned": "{name} resigns.",
    "undone": "All agree that {name} takes back a move ({moves}).",
}


def tell_incident(one: Incident, names: Sequence[str]) -> str:
    """What happened beside the moves, in words."""
    return INCIDENTS[one.kind].format(name=names[one.seat], moves=", ".join(one.moves))


def show_old(record: Record, console: Console) -> None:
    """The moves of a record that cannot be replayed, as they were written, and how it ended."""
    names = called(record.seats)
    for number, entry in enumerate(record.moves, start=1):
        seat, _, text = entry.partition(" ")
        known = seat.isdecimal() and int(seat) < len(names)
        line = f"{number}. {names[int(seat)] if known else seat}: {text}"
        console.print(line, highlight=False, markup=False)
    if record.scores is not None:
        show_result(names, record.scores, record.winners or [], console)


def show_end(match: Match, console: Console) -> None:
    """The final position and who has won."""
    console.print(match.game.moves.show(match.view(), SPECTATOR, list(match.names)))
    if match.ended:
        who = " and ".join(match.names[seat] for seat in match.winners)
        verb = ("win" if who == NAMELESS_PERSON else "wins") if len(match.winners) == 1 else "share the win"
        end = ENDED[match.ended]
        console.print(f"{end[0].upper()}{end[1:]}." + (f" {who} {verb}." if who else ""), highlight=False, markup=False)
    elif match.over:
        show_result(match.names, match.scores, match.winners, console)
        if tied := tie_break(match):
            console.print(tied, highlight=False, markup=False)


def tie_break(match: Match) -> str:
    """What decided between players with as many points, where something does."""
    view, scores = match.view(), match.scores
    ties = [(seat, match.game.moves.tie(view, seat)) for seat in range(match.seats) if scores.count(scores[seat]) > 1]
    told = [f"{match.names[seat]} {words}" for seat, words in ties if words]
    return f"Tie-break: {'; '.join(told)}" if told else ""


def called(names: Sequence[str]) -> list[str]:
    """The names of a record as the page shows them: a bot's without its level, unless a person has the same name."""
    short = [_short(seat, name) for seat, name in enumerate(names)]
    return [one if short.count(one) == 1 else name for one, name in zip(short, names, strict=True)]


def _short(seat: int, name: str) -> str:
    if found := BOT.fullmatch(name):
        return found[1]
    return REGULARS[seat % len(REGULARS)] if NAMELESS.fullmatch(name) else name


def show_result(names: Sequence[str], scores: Sequence[int], winners: Sequence[int], console: Console) -> None:
    """Who has won, and everybody's points."""
    who = " and ".join(names[seat] for seat in winners if seat < len(names))
    verb = ("win" if who == NAMELESS_PERSON else "wins") if len(winners) == 1 else "win together"
    points = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=False))
    console.print(f"[bold]{escape(who)} {verb}.[/] {escape(points)}")


def _is_person(player: str) -> bool:
    return player == YOU or player.startswith(f"{YOU}:")


def _names(players: Sequence[str]) -> list[str]:
    """Names for the seats; equal ones are numbered."""
    plain = [player.partition(":")[2] or NAMELESS_PERSON if _is_person(player) else player for player in players]
    return [name if plain.count(name) == 1 else f"{name} {plain[: i + 1].count(name)}" for i, name in enumerate(plain)]
