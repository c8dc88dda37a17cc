"""Donnant Donnant once more, slow and plain, written from the rulebook alone: what the tests compare the program with.

It shares no rule with `lodge.games.donnant_donnant`; of its tables only the deck, which is data, and reads that itself.
A card is a thing with cells that lies somewhere. Dice and cards come as they are told: `Told` says what luck brought.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

from lodge.games.donnant_donnant.rules.deck import BONUS_TABLE, EVALUATION_TABLE

COLOURS = ["yellow", "orange", "green", "blue", "purple"]
CIRCLED = ["plus-or-minus-one", "other-colour", "second-die", "one-die-less"]
PRICES = [4, 4, 3, 3]
LEVEL_ROUNDS = [14, 13, 12, 12, 11, 11, 10]
MOST_ROUNDS = 40
ROWS = ["evaluation", "bonus"]


class Objective(NamedTuple):
    """The upper half of a card: the colours of its cells (None: white) and what their numbers must be."""

    family: str
    colours: tuple[str | None, ...]
    numbers: tuple[int, ...] = ()
    groups: tuple[int, ...] = ()
    need: int = 0


class Face(NamedTuple):
    """What is printed on a card."""

    name: str
    colour: str | None
    objective: Objective
    kind: str
    aim: str
    points: int

    @property
    def row(self) -> str:
        return "evaluation" if self.points else "bonus"


def read_objective(text: str) -> Objective:
    colour = {"y": "yellow", "o": "orange", "g": "green", "b": "blue", "p": "purple"}
    need = 0
    if ">=" in text:
        text, number = text.split(">=")
        need = int(number)
    tokens = text.replace(",", " , ").split()
    cells = [token for token in tokens if token not in ("<", "=", "+", ",")]
    colours = tuple(colour.get(cell[0]) for cell in cells)
    if need:
        return Objective("sum", colours, need=need)
    if "<" in tokens:
        return Objective("rising", colours)
    if "=" in tokens:
        groups, group = [], 0
        for sign in tokens:
            group += sign == ","
            if sign not in ("=", ","):
                groups.append(group)
        return Objective("equal", colours, groups=tuple(groups))
    return Objective("exact", colours, numbers=tuple(int(cell[-1]) for cell in cells))


def read_faces() -> dict[str, Face]:
    faces = {}
    for line in (EVALUATION_TABLE + BONUS_TABLE).split("\n"):
        parts = [part.strip() for part in line.split("|")]
        if len(parts) == 6:
            faces[parts[0]] = Face(parts[0], parts[1], read_objective(parts[2]), parts[3], parts[4], int(parts[5]))
        elif len(parts) == 4:
            faces[parts[0]] = Face(parts[0], parts[1] or None, read_objective(parts[2]), parts[3], "", 0)
    return faces


FACES = read_faces()


@cache
def can_be(objective: Objective, cells: tuple[int, ...]) -> bool:
    """N12, N14: whether the numbers written (0: none) can become a completed card, colours aside."""
    if objective.family == "sum":
        return sum(number or 6 for number in cells) >= objective.need
    if objective.family == "exact":
        return all(number in (0, wanted) for number, wanted in zip(cells, objective.numbers, strict=True))
    if objective.family == "equal":
        found: dict[int, set[int]] = {}
        for number, group in zip(cells, objective.groups, strict=True):
            found.setdefault(group, set()).update({number} - {0})
        return all(len(numbers) <= 1 for numbers in found.values())
    return any(
        all(number in (0, rise) for number, rise in zip(cells, way, strict=True))
        for way in combinations(range(1, 7), len(cells))
    )


Dice = tuple[tuple[str, int], ...]  # colours and what they show


@cache
def can_complete(objective: Objective, cells: tuple[int, ...], dice: Dice, plus: int, other: int) -> bool:
    """N8, N19, N20: whether some of the dice complete the card; every die in every cell as every number is tried."""
    if not can_be(objective, cells):
        return False
    if 0 not in cells:
        return True
    if cells.count(0) > len(dice):
        return False
    at = cells.index(0)
    for die, (colour, shown) in enumerate(dice):
        wrong = objective.colours[at] not in (None, colour)
        for number in range(1, 7):
            if abs(number - shown) <= plus and wrong <= other:
                then = (*cells[:at], number, *cells[at + 1 :])
                left = dice[:die] + dice[die + 1 :]
                if can_complete(objective, then, left, plus - abs(number - shown), other - wrong):
                    return True
    return False


class Laid:
    """A card in a stall."""

    def __init__(self, face: Face, column: int, row: int) -> None:
        self.face = face
        self.column = column
        self.row = row
        self.cells = [0] * len(face.objective.colours)

    @property
    def completed(self) -> bool:
        return 0 not in self.cells


class Player:
    """A stall, ticks, and the cards dealt."""

    def __init__(self) -> None:
        self.stall: list[Laid] = []
        self.ticked: Counter[str] = Counter()
        self.hand: list[Face | None] = []
        self.back: Face | None = None
        self.written: set[str] = set()  # dice, since the last roll

    def circles(self, kind: str) -> int:
        """N19-N22: three for each completed card, less those ticked."""
        return 3 * sum(card.completed and card.face.kind == kind for card in self.stall) - self.ticked[kind]

    def free_spots(self) -> set[tuple[int, int]]:
        """N3: the first card lies at (3, 3)."""
        if not self.stall:
            return {(3, 3)}
        taken = {(card.column, card.row) for card in self.stall}
        found = set()
        for spot in product(range(1, 6), range(1, 6)):
            columns = [column for column, _ in (*taken, spot)]
            rows = [row for _, row in (*taken, spot)]
            small = max(columns) - min(columns) < 3 and max(rows) - min(rows) < 3
            if spot not in taken and small and any(abs(spot[0] - c) < 2 and abs(spot[1] - r) < 2 for c, r in taken):
                found.add(spot)
        return found

    def score(self) -> int:
        """N23, N26: the best of all choices of colours."""
        choosing = [card for card in self.stall if card.completed and card.face.kind == "choose-a-colour"]
        return max(
            score_with(self.stall, dict(zip(choosing, chosen, strict=True)))
            for chosen in product(COLOURS, repeat=len(choosing))
        )

    def empty(self) -> int:
        return sum(card.cells.count(0) for card in self.stall)


def score_with(stall: list[Laid], chosen: dict[Laid, str]) -> int:
    """N26: all completed evaluation cards, each on its own."""
    return sum(card_counts(stall, card, chosen) for card in stall if card.completed and card.face.points)


def card_counts(stall: list[Laid], card: Laid, chosen: dict[Laid, str]) -> int:
    """N26: what a completed evaluation card brings."""
    colour = {other: chosen.get(other, other.face.colour) for other in stall}
    lines = [[other for other in stall if other.column == number] for number in range(1, 6)]
    lines += [[other for other in stall if other.row == number] for number in range(1, 6)]
    lines = [line for line in lines if len(line) == 3]
    beside = [o for o in stall if abs(o.column - card.column) + abs(o.row - card.row) == 1]
    times = {
        "next-to-completed": sum(other.completed for other in beside),
        "per-colour": sum(colour[other] == card.face.aim for other in stall),
        "next-to-colour": sum(colour[other] == card.face.aim for other in beside),
        "completed-lines": sum(all(other.completed for other in line) for line in lines),
        "five-colours": int({colour[other] for other in stall} >= set(COLOURS)),
        "one-colour-lines": sum(
            len({colour[other] for other in line}) == 1 and colour[line[0]] is not None for line in lines
        ),
        "different-bonuses": len({o.face.kind for o in stall if o.completed and not o.face.points}),
    }
    return card.face.points * times[card.face.kind]


class Told(NamedTuple):
    """What luck brought by a move: what the dice show now, what lies on the market, the card taken unseen."""

    dice: list[int]
    market: dict[str, list[str | None]]
    held: str | None = None


class NotThatCard(Exception):
    """The pile cannot have given this card."""


class Table:
    """A game on a real table."""

    def __init__(
        self, seats: int, starter: int, hands: list[list[str]], market: dict[str, list[str]], level: int
    ) -> None:
        self.players = [Player() for _ in range(seats)]
        self.starter = self.active = starter
        self.level = level  # solo, from 1
        self.rest = {row: {name for name, face in FACES.items() if face.row == row} for row in ROWS}
        self.bottom: dict[str, list[str]] = {row: [] for row in ROWS}
        self.market: dict[str, list[str | None]] = {
            row: [self.drawn(row, name) for name in market[row]] for row in ROWS
        }
        for player, hand in zip(self.players, hands, strict=True):
            player.hand = [FACES[self.drawn(FACES[name].row, name)] for name in hand]
        self.phase = "setup"
        self.waiting = set(range(seats))
        self.dice: dict[str, int] = {}
        self.free: set[str] = set()
        self.rolled: set[str] = set()
        self.rolls = 0
        self.used = False  # a card was bought or completed with this roll
        self.work: int | None = None
        self.left = 0
        self.held: Face | None = None
        self.rounds = 0
        self.rounds_to_go: int | None = None  # after this one

    # --- piles --------------------------------------------------------------------------------------------

    def drawn(self, row: str, name: str) -> str:
        """The top card of a pile is this one: any of the rest, else what was put under first."""
        if self.rest[row]:
            if name not in self.rest[row]:
                raise NotThatCard(name)
            self.rest[row].remove(name)
        elif not self.bottom[row] or self.bottom[row].pop(0) != name:
            raise NotThatCard(name)
        return name

    def pile(self, row: str) -> int:
        return len(self.rest[row]) + len(self.bottom[row])

    def refresh(self, told: Told) -> None:
        """N16: along the arrow, then filled up, the place farthest along first."""
        for row in ROWS:
            cards = [card for card in self.market[row] if card is not None]
            while len(cards) < 4 and self.pile(row):
                place = 3 - len(cards)
                name = told.market[row][place]
                if name is None:
                    raise NotThatCard("none")
                cards.insert(0, self.drawn(row, name))
            self.market[row] = [None] * (4 - len(cards)) + list(cards)

    # --- what may be done ---------------------------------------------------------------------------------

    @property
    def pending(self) -> set[int]:
        if self.phase == "over":
            return set()
        return set(self.waiting) if self.phase in ("setup", "passive") else {self.active}

    def moves(self, seat: int) -> set[str]:
        player = self.players[seat]
        if self.phase == "setup":
            held = [number for number, card in enumerate(player.hand, 1) if card]
            if player.back is None:
                return {f"put back {number}" for number in held}
            return {f"lay out {number} at {name(spot)}" for number in held for spot in player.free_spots()}
        if self.phase in ("lay", "blind"):
            spots = {f"lay at {name(spot)}" for spot in player.free_spots()}
            return spots | ({"put away"} if self.phase == "blind" else set())
        if self.phase == "count":
            return {f"count {row}" for row in ROWS if any(self.market[row])}
        if self.phase == "turn":
            return set(self.turn_moves(player))
        writes = set(self.writes(player, self.writable(player)))
        return writes if self.phase == "joker" and self.left == 2 else writes | {"done"}

    def writable(self, player: Player) -> set[str]:
        return self.rolled - player.written if self.phase == "passive" else self.free

    def writes(self, player: Player, dice: set[str]) -> Iterator[str]:
        """N13, N14, N19, N20: as a passive player."""
        plus, other = player.circles("plus-or-minus-one"), player.circles("other-colour")
        for number, card in enumerate(player.stall, 1):
            for at, written in enumerate(card.cells):
                for die in dice if written == 0 else ():
                    if card.face.objective.colours[at] in (None, die) or other:
                        for value in range(1, 7):
                            then = (*card.cells[:at], value, *card.cells[at + 1 :])
                            if abs(value - self.dice[die]) <= plus and can_be(card.face.objective, then):
                                yield f"write {die} as {value} on card {number} cell {at + 1}"

    def turn_moves(self, player: Player) -> Iterator[str]:
        """N5-N11."""
        yield from self.completing(player)
        if self.work is not None:
            return
        yield from self.purchases(player)
        if self.rolls == 3 or self.used:
            yield "done"
        if self.used:
            return
        if self.rolls < 3:
            for size in range(1, 6):
                for dice in combinations(COLOURS, size):
                    yield f"reroll {' '.join(dice)}"
            return
        if any(self.writes(player, set(COLOURS))):
            yield "joker dice"
        if len(player.stall) < 9:
            yield from (f"joker {row}" for row in ROWS if self.pile(row))

    def completing(self, player: Player) -> Iterator[str]:
        """N8: a write after which the rest of the dice can complete the card."""
        plus, other = player.circles("plus-or-minus-one"), player.circles("other-colour")
        for number, card in enumerate(player.stall, 1):
            objective = card.face.objective
            if self.work not in (None, number) or card.cells.count(0) > len(self.free):
                continue
            for at, written in enumerate(card.cells):
                for die in self.free if written == 0 else ():
                    wrong = objective.colours[at] not in (None, die)
                    for value in range(1, 7):
                        ticks = abs(value - self.dice[die])
                        then = (*card.cells[:at], value, *card.cells[at + 1 :])
                        dice = tuple((c, self.dice[c]) for c in COLOURS if c in self.free and c != die)
                        if (
                            ticks <= plus
                            and wrong <= other
                            and can_complete(objective, then, dice, plus - ticks, other - wrong)
                        ):
                            yield f"write {die} as {value} on card {number} cell {at + 1}"

    def cost(self, dice: tuple[str, ...]) -> int:
        """N19: circles that make dice equal."""
        return min(sum(abs(self.dice[die] - number) for die in dice) for number in range(1, 7))

    def purchases(self, player: Player) -> Iterator[str]:
        """N9, N19, N22."""
        if len(player.stall) == 9:
            return
        free = [colour for colour in COLOURS if colour in self.free]
        for row in ROWS:
            for column in range(4):
                for size in range(PRICES[column] + 1) if self.market[row][column] else ():
                    if PRICES[column] - size <= player.circles("one-die-less"):
                        for dice in combinations(free, size):
                            if self.cost(dice) <= player.circles("plus-or-minus-one"):
                                yield f"buy {row} {column + 1} with {' '.join(dice) or 'nothing'}"

    # --- doing it -----------------------------------------------------------------------------------------

    def play(self, seat: int, move: str, told: Told) -> None:
        assert move in self.moves(seat), f"{move!r} of seat {seat} is against the rules"
        words = move.split()
        getattr(self, f"do_{words[0]}")(seat, words[1:], told)

    def do_put(self, seat: int, words: list[str], told: Told) -> None:
        player = self.players[seat]
        if words[0] == "away":
            assert self.held is not None
            self.bottom[self.held.row].append(self.held.name)
            self.end_turn(told)
            return
        number = int(words[1]) - 1
        player.back, player.hand[number] = player.hand[number], None

    def do_lay(self, seat: int, words: list[str], told: Told) -> None:
        player = self.players[seat]
        spot = ord(words[-1][0]) - 96, int(words[-1][1])
        if words[0] == "out":
            face, player.hand[int(words[1]) - 1] = player.hand[int(words[1]) - 1], None
        else:
            face, self.held = self.held, None
        assert face is not None
        player.stall.append(Laid(face, *spot))
        if len(player.stall) == 9 and self.rounds_to_go is None:
            self.rounds_to_go = 1
        if words[0] == "out":
            if not any(player.hand):
                self.waiting.discard(seat)
            if not self.waiting:
                for one in self.players:
                    assert one.back is not None
                    self.bottom[one.back.row].append(one.back.name)
                    one.back = None
                self.begin_turn(told)
        elif self.phase == "blind":
            self.end_turn(told)
        else:
            self.phase = "turn"

    def roll(self, dice: set[str], told: Told) -> None:
        shown = dict(zip(COLOURS, told.dice, strict=True))
        assert all(shown[die] == self.dice[die] for die in COLOURS if die not in dice)
        self.dice, self.rolled, self.free = shown, dice, set(COLOURS)
        self.rolls += 1

    def begin_turn(self, told: Told) -> None:
        self.phase, self.rolls, self.used, self.work = "turn", 0, False, None
        self.roll(set(COLOURS), told)

    def do_reroll(self, seat: int, words: list[str], told: Told) -> None:
        self.roll(set(words), told)
        self.waiting = set(range(len(self.players))) - {seat}
        for player in self.players:
            player.written = set()
        self.phase = "passive" if self.waiting else "turn"

    def do_joker(self, _seat: int, words: list[str], told: Told) -> None:
        if words == ["dice"]:
            self.phase, self.left = "joker", 2
            return
        assert told.held is not None
        self.held = FACES[self.drawn(words[0], told.held)]
        self.phase = "blind"

    def do_buy(self, seat: int, words: list[str], _told: Told) -> None:
        player, column = self.players[seat], int(words[1]) - 1
        dice = tuple(word for word in words[3:] if word != "nothing")
        player.ticked["plus-or-minus-one"] += self.cost(dice)
        player.ticked["one-die-less"] += PRICES[column] - len(dice)
        self.free = self.free - set(dice)
        bought = self.market[words[0]][column]
        assert bought is not None
        self.held, self.market[words[0]][column] = FACES[bought], None
        self.used, self.phase = True, "lay"

    def do_write(self, seat: int, words: list[str], told: Told) -> None:
        player = self.players[seat]
        die, number, which, at = words[0], int(words[2]), int(words[5]), int(words[7]) - 1
        card = player.stall[which - 1]
        player.ticked["plus-or-minus-one"] += abs(number - self.dice[die])
        player.ticked["other-colour"] += card.face.objective.colours[at] not in (None, die)
        card.cells[at] = number
        if self.phase == "passive":
            player.ticked["second-die"] += bool(player.written)
            player.written = player.written | {die}
            if not player.circles("second-die") or player.written == self.rolled:
                self.finish_writing(seat)
            return
        self.free = self.free - {die}
        if self.phase == "turn":
            self.work = None if card.completed else which
            self.used = self.used or card.completed
            return
        player.ticked["second-die"] += self.left == 0
        self.left = max(0, self.left - 1)
        if self.phase == "joker" and not self.left:
            self.end_turn(told)
        elif self.phase == "solo" and not self.left and not player.circles("second-die"):
            self.phase = "count"

    def finish_writing(self, seat: int) -> None:
        self.waiting.discard(seat)
        if not self.waiting:
            self.phase = "turn"
            for player in self.players:
                player.written = set()

    def do_done(self, seat: int, _words: list[str], told: Told) -> None:
        if self.phase == "passive":
            self.finish_writing(seat)
        elif self.phase == "solo":
            self.phase = "count"
        else:
            self.end_turn(told)

    def do_count(self, _seat: int, words: list[str], told: Told) -> None:
        row = self.market[words[0]]
        row[max(column for column in range(4) if row[column])] = None
        self.refresh(told)
        self.next_player(told)

    def end_turn(self, told: Told) -> None:
        self.held = None
        self.refresh(told)
        if self.level:
            self.phase, self.left = "solo", {1: 3, 2: 2, 3: 1}[self.rolls]
            self.rolls = 0
            self.roll(set(COLOURS), told)
        else:
            self.next_player(told)

    def next_player(self, told: Told) -> None:
        """N25, N33."""
        self.active = (self.active + 1) % len(self.players)
        if self.active == self.starter:
            self.rounds += 1
            most = LEVEL_ROUNDS[self.level - 1] if self.level else MOST_ROUNDS
            if self.rounds == most or self.rounds_to_go == 0:
                self.phase = "over"
                return
            if self.rounds_to_go:
                self.rounds_to_go = 0
        self.begin_turn(told)

    @property
    def places(self) -> list[int]:
        """N27."""
        ranks = [(-player.score(), player.empty()) for player in self.players]
        return [1 + sum(other < rank for other in ranks) for rank in ranks]


def name(spot: tuple[int, int]) -> str:
    return f"{' abcde'[spot[0]]}{spot[1]}"


def told_by(view: dict[str, Any]) -> Told:
    """What luck brought, from a view that sees everything."""
    held = view["held"]["card"] if view["held"] else None
    return Told([die["number"] for die in view["dice"]], view["market"], held)
