"""What a game offers, and all that the rest of the program may ask of it.

A game is a package of three: `rules`, `table` (what people see of it) and `players`. In them it has

- `rules`: the rules, compiled: integers and structs only (protocol `Rules`),
- `table.moves`: for people: moves, texts, views, positions (`Moves`),
- `table.lines`: the score line by line (`Lines`),
- `players.greedy`: a hand-written player (`Greedy`),

and may have `players.master` (a better player, for the bot `master`: `Master`), `table.paper` (what can be printed:
`Paper`), `table.campaign` (lodge.games.campaign), `table.study` (lodge.games.study) and `tuning`
(lodge.games.tuning). Each of them is a module or a package. Rule functions are called with

- `state`: a struct, the game's `State`,
- `seat`: 0 to seats - 1,
- `luck`: the stream of chance that a move may draw from,
- `out`: an int16 array long enough for what is written.

They allocate nothing, raise nothing and trust their arguments: whoever calls them checks (`Match` does).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

import msgspec

from lodge.games.contract import Contract
from lodge.kernel import Luck, Out, rule

SPECTATOR = -1  # who looks on sees what everybody sees
EVERYTHING = -2  # who looks at a finished match sees all of it


@rule
def sees(viewer: int, seat: int) -> bool:
    """Whether a viewer may see what is for a seat alone."""
    return viewer == seat or viewer == EVERYTHING  # noqa: PLR1714 - compiled code has no `in` for all numbers


class Rules(Protocol):
    """The rules: a module of functions that run interpreted, compiled and on a GPU."""

    @property
    def VERSION(self) -> int:
        """Raised whenever the same moves could give another result: records carry it."""

    @property
    def SEATS(self) -> tuple[int, int]:
        """Fewest and most players."""

    @property
    def OPTIONS(self) -> tuple[str, ...]:
        """Names of the options; option number i is bit i of what `deal` is given."""

    @property
    def SECRETS(self) -> bool:
        """Whether anything is hidden from anybody in the game without options."""

    @property
    def APART(self) -> bool:
        """Whether seats that may act at once do not affect each other: then each may take back its own moves."""

    @property
    def ACTIONS(self) -> int:
        """Size of the action space: actions are 0 to ACTIONS - 1, and `legal` never writes more."""

    @property
    def MOST_CANDIDATES(self) -> int:
        """The most that `candidates` ever writes."""

    @property
    def MOST_MOVES(self) -> int:
        """No game takes more moves than this."""

    @property
    def OBSERVATION(self) -> int:
        """How many numbers `observe` writes."""

    @property
    def State(self) -> type[Any]:
        """The struct of a position."""

    def deal(self, state: Any, seats: int, options: int, luck: Luck) -> None:
        """Set up, overwriting all of `state`."""

    def pending(self, state: Any) -> int:
        """The seats that may act now, as a bit mask; 0 exactly when the game is over."""

    def legal(self, state: Any, seat: int, out: Out) -> int:
        """Write every legal action of a pending seat, return how many; the same where the seat sees no difference."""

    def candidates(self, state: Any, seat: int, out: Out) -> int:
        """Write the legal actions worth considering, at least one: what random play and search choose from.

        Like `legal`, the same where the seat sees no difference.
        """

    def play(self, state: Any, seat: int, action: int, luck: Luck) -> None:
        """Play one legal action, in place."""

    def over(self, state: Any) -> bool:
        """Whether the game has ended."""

    def score(self, state: Any, seat: int) -> int:
        """Points as they would count now, by the rulebook's count; whether more or fewer are better, `place` says."""

    def standing(self, state: Any, seat: int, points: int) -> int:
        """A number that ranks a player who has these points, the game's own tie-breaks in it: more is better."""

    def place(self, state: Any, seat: int) -> int:
        """Rank from 1 by standing; equals share a place."""

    def imagine(self, state: Any, seat: int, luck: Luck) -> None:
        """Replace all that this seat cannot know by a random alternative, each that fits what it knows equally likely.

        What comes out depends on the seat's knowledge and the luck alone. Seat -1 is a spectator.
        """

    def observe(self, state: Any, seat: int, out: Out) -> None:
        """Write what the seat knows as OBSERVATION numbers, for learners."""


class Moves(Protocol):
    """The game as people, records and the protocol see it."""

    @property
    def Move(self) -> Any:
        """The type of a move: a msgspec struct, or a union of tagged ones."""

    @property
    def ALL_SEE(self) -> bool:
        """Whether everybody sees the same happen: `events` does not depend on the viewer."""

    @property
    def CONTRACT(self) -> Contract:
        """Moves, views and events: the types, and the rules that fill them."""

    def to_move(self, action: int) -> msgspec.Struct:
        """The move that an action number stands for."""

    def to_action(self, move: Any) -> int:
        """The action number of a move."""

    def text(self, action: int) -> str:
        """An action in the game's text form, as records hold it."""

    def parse(self, text: str) -> int:
        """The action that a text stands for; IllegalMove says what is wrong with it."""

    def why_not(self, state: Any, seat: int, action: int) -> str:
        """The reason why an action is not legal now, in words for the player."""

    def reveals(self, state: Any, seat: int, action: int) -> bool:
        """Whether playing this shows anybody something new, luck apart: then it cannot be taken back."""

    def view(self, state: Any, seat: int) -> dict[str, Any]:
        """What a seat (-1: a spectator) may see of a state, as JSON values; -2: everything, for finished matches."""

    def views(self, state: Any, seats: Sequence[int]) -> list[dict[str, Any]]:
        """What each of some seats may see. Views may share what is the same in them: change none."""

    def to_position(self, state: Any) -> dict[str, Any]:
        """The whole state as JSON values that can be written by hand."""

    def from_position(self, position: Any, options: int) -> Any:
        """The state of such values; BadPosition says why they cannot be."""

    def events(self, before: Any, seat: int, action: int, after: Any, viewer: int) -> list[dict[str, Any]]:
        """What a viewer (-1: a spectator) saw happen, in order, as JSON values to tell or to animate.

        The first event says nothing that the mover did not know before: it previews the move.
        """

    def fade(self, event: dict[str, Any]) -> dict[str, Any]:
        """An event as it is told when the next move has been made: without what players are to remember themselves."""

    def tell(self, event: dict[str, Any]) -> str:
        """An event in English words that follow the player's name; empty for one not worth a line."""

    def show(self, view: dict[str, Any], seat: int, names: list[str]) -> Any:
        """The view of a seat as something Rich can print."""

    def tie(self, view: dict[str, Any], seat: int) -> str:
        """What decides between this player and others with as many points, in English; empty where nothing does."""


class Greedy(Protocol):
    """A hand-written player: a rule, so that it runs wherever the rules run."""

    @property
    def PLANS(self) -> bool:
        """Whether search plans further moves in its tree, or tries only the next and leaves all others to `hasty`.

        Planning is stronger where players see the same; where they act on what only they know, averages mislead.
        """

    def choose(self, state: Any, seat: int, out: Out, luck: Luck) -> int:
        """An action for the seat, from what the seat knows alone; `out` is scratch."""

    def hasty(self, state: Any, seat: int, luck: Luck) -> int:
        """As good as `choose`, or nearly, in a fraction of the time: search plays its play-outs with it.

        The strength of search stands and falls with it. Best without luck of its own.
        """

    def shortlist(self, state: Any, seat: int, out: Out) -> int:
        """Write the candidates that search chooses its move from, at least one: where there are many, the good ones."""

    def alone(self, state: Any, seat: int) -> None:
        """Take the others out of the game where they cannot matter to the seat: search need not play for them."""

    def believe(self, state: Any, seat: int, luck: Luck) -> None:
        """As the rules' `imagine`, but what the others' play suggests may come likelier: what search looks at."""

    def resting(self, state: Any) -> bool:
        """Whether a play-out may stop here to be judged: at the end, and wherever what comes is pure chance."""

    def worth(self, state: Any, seat: int) -> int:
        """How well the seat stands at rest, from 0 to `lodge.games.worth.UNIT`: what search makes the most of."""


class Lines(Protocol):
    """The score line by line: what hints and analysis give as reasons."""

    @property
    def LINES(self) -> tuple[str, ...]:
        """The names of the lines, which the page has words for."""

    @property
    def MORE_IS_BETTER(self) -> bool:
        """Whether players want many points, or few."""

    def lines(self, state: Any, seat: int, out: Out) -> None:
        """Write the points of each line as they would count now; together they are the score."""


class Master(Greedy, Protocol):
    """A game may have `players.master`: a player that the bot `master` searches with in place of `players.greedy`.

    It may also be an `Adviser`, have a `RivalModel`, or a `Horizon`.
    """

    @property
    def SEATS(self) -> tuple[int, int]:
        """Fewest and most players for whom it is better than `greedy`; with others `master` searches with that."""

    def certain(self, state: Any, seat: int) -> int | None:
        """The best action where no luck is left and it can be found out; None elsewhere."""


@runtime_checkable
class RivalModel(Master, Protocol):
    """A master that expects others to play in another way than it does itself."""

    def rival(self, state: Any, seat: int, luck: Luck) -> int:
        """`hasty` for all others."""


class Advice(NamedTuple):
    """A net by which a master advises: for how many players, in which file, and how many features it sees."""

    seats: tuple[int, int]
    file: str
    features: int


@runtime_checkable
class Adviser(Master, Protocol):
    """A master that has an opinion of every action before anything is searched."""

    @property
    def ADVICE(self) -> Sequence[Advice]:
        """The nets that its entry `weigh` takes, for callers in other languages."""

    def advise(self, state: Any, seat: int, opinions: Out) -> None:
        """Write by action how good it seems beside the others, in parts of `lodge.games.worth.UNIT`.

        That is added to what play-outs say. It is no rule, but called once for a search.
        """


@runtime_checkable
class Horizon(Master, Protocol):
    """A master that says how far play-outs need to go: moves are compared by them without a tree (lodge.bots.halving).

    Given much time, they are played on to the end.
    """

    @property
    def DEEP(self) -> tuple[int, int]:
        """Fewest and most players for whom playing on to the end is better, given the time."""

    def far(self, start: Any, state: Any) -> bool:
        """Whether a play-out that began at `start` has gone far enough for `worth` to judge it."""


class Paper(Protocol):
    """A game may have `table.paper`: sheets and cards to print."""

    def sheets(self, language: str, paper: str) -> list[Any]:
        """What there is to print, each a `lodge.paper.drawing.Page`; `lodge.paper` says which languages and papers."""
