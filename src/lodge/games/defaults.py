"""What a game need not say: everything that has a sensible default, made from what it does say.

A game's module is taken as it is where it is whole; where something is missing, `completed` adds it. Rules among the
defaults are rules like any other: they run interpreted, compiled and on a GPU. They are made only where one is missing,
so that the modules of games which say everything do not depend on this file.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

from lodge.games.worth import UNIT, lead_worth
from lodge.kernel import Luck, Out, below, i16, lucky, new, rule, scratch

if TYPE_CHECKING:
    from lodge.games import Game

Make = Callable[[Any], Any]
KERNEL = ("lodge.kernel.struct", "lodge.kernel.rule", "lodge.kernel.view")
HALF_WON = 10  # points of lead that count as half of all there is to win, where nobody says better


def completed(module: ModuleType | None, defaults: dict[str, Make]) -> Any:
    """A module, with defaults for what it lacks; each is made from what is there already, in this order."""
    own = said(module)
    if module is not None and own.keys() >= defaults.keys():
        return module
    whole = ModuleType(module.__name__ if module else __name__)  # a module, as far as anybody can tell
    vars(whole).update(own)
    for name, make in defaults.items():
        if not hasattr(whole, name):
            setattr(whole, name, make(whole))
    return whole


def said(module: ModuleType | None) -> dict[str, Any]:
    """What a module says itself: not what it imports to say it with, though `view` is the name of two things."""
    names = vars(module) if module else {}
    return {name: value for name, value in names.items() if getattr(value, "__module__", None) not in KERNEL}


# --- rules ------------------------------------------------------------------------------------------------


def rules(game: Game, module: ModuleType) -> Any:
    """The rules."""
    return completed(
        module,
        {
            "VERSION": lambda _: 1,
            "SEATS": lambda _: game.seats,
            "OPTIONS": lambda _: (),
            "SECRETS": lambda own: hasattr(own, "imagine"),
            "APART": lambda _: False,
            "MOST_CANDIDATES": lambda own: own.ACTIONS,
            "candidates": lambda own: own.legal,
            "over": _over,
            "standing": lambda _: _standing(),
            "place": _place,
            "imagine": lambda _: _imagine(),
        },
    )


def _standing() -> Any:
    def standing(state: Any, seat: int, points: int) -> int:  # noqa: ARG001 - others may ask the state
        """Whoever has more points stands better."""
        return points

    return rule(standing)


def _imagine() -> Any:
    def imagine(state: Any, seat: int, luck: Luck) -> None:
        """Nothing is hidden."""

    return rule(imagine)


def _over(own: Any) -> Any:
    pending = own.pending

    def over(state: Any) -> bool:
        """The game has ended when nobody may act."""
        return int(pending(state)) == 0

    return rule(over)


def _place(own: Any) -> Any:
    score, stands = own.score, own.standing

    def place(state: Any, seat: int) -> int:
        """Rank from 1 by standing; equals share a place."""
        mine = stands(state, seat, score(state, seat))
        rank = 1
        for other in range(int(state.seats)):
            if stands(state, other, score(state, other)) > mine:
                rank += 1
        return rank

    return rule(place)


# --- the score line by line -------------------------------------------------------------------------------


def lines(game: Game, module: ModuleType | None) -> Any:
    """One line, the points."""
    return completed(
        module,
        {
            "LINES": lambda _: ("points",),
            "MORE_IS_BETTER": lambda _: _more_is_better(game),
            "lines": lambda _: _lines(game),
        },
    )


def _more_is_better(game: Game) -> bool:
    """As the rules rank: asked of a game just dealt."""
    state = new(game.rules.State)
    game.rules.deal(state, game.seats[0], 0, lucky(0))
    return game.rules.standing(state, 0, 1) > game.rules.standing(state, 0, 0)


def _lines(game: Game) -> Any:
    score = game.rules.score

    def lines(state: Any, seat: int, out: Out) -> None:
        """All points."""
        out[0] = score(state, seat)

    return rule(lines)


# --- a player ---------------------------------------------------------------------------------------------


def greedy(game: Game, module: ModuleType | None) -> Any:
    """A player that does anything sensible: search plays well with it all the same, only not as well as it could."""
    whole = game.rules
    return completed(
        module,
        {
            "PLANS": lambda _: True,
            "hasty": lambda _: _hasty(whole),
            "choose": _choose,
            "shortlist": lambda _: whole.candidates,
            "alone": lambda _: _alone(),
            "believe": lambda _: whole.imagine,
            "resting": lambda _: whole.over,
            "worth": lambda _: _worth(whole),
        },
    )


def _alone() -> Any:
    def alone(state: Any, seat: int) -> None:
        """Everybody matters to everybody."""

    return rule(alone)


def _hasty(whole: Any) -> Any:
    candidates = whole.candidates
    room = scratch(i16, whole.MOST_CANDIDATES)

    def hasty(state: Any, seat: int, luck: Luck) -> int:
        """Any candidate, each as likely."""
        out = room()
        return int(out[below(luck, candidates(state, seat, out))])

    return rule(hasty)


def _choose(own: Any) -> Any:
    hasty = own.hasty

    def choose(state: Any, seat: int, out: Out, luck: Luck) -> int:  # noqa: ARG001 - others need room
        """As in play-outs."""
        return int(hasty(state, seat, luck))

    return rule(choose)


def _worth(whole: Any) -> Any:
    score, stands, place = whole.score, whole.standing, whole.place

    def worth(state: Any, seat: int) -> int:
        """Half for the place, half for the lead over the best other; for one alone, the points."""
        seats = int(state.seats)
        mine = int(stands(state, seat, score(state, seat)))
        if seats == 1:
            return lead_worth(2 * mine, HALF_WON)
        best = -(1 << 30)
        for other in range(seats):
            if other != seat:
                best = max(best, int(stands(state, other, score(state, other))))
        return (
            UNIT * (seats - int(place(state, seat))) // (2 * (seats - 1)) + lead_worth(2 * (mine - best), HALF_WON) // 2
        )

    return rule(worth)
