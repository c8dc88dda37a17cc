"""Beaver Gang once more, slow and plain, written from the rulebook alone: what the tests compare the program with.

It shares no table and no line with `lodge.games.beaver_gang`. Here a card is a thing with a face: it lies in one
place, is carried to another, and remembers who has seen it since it was last shuffled. Shuffling is left to whoever
plays: the stack is a heap, and `Shuffler` says which of its cards comes next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

from lodge import Match

COPIES = {**{str(value): 4 for value in range(9)}, "9": 9, "swap": 9, "peek": 7, "twice": 5}
NUMBERS = [str(value) for value in range(10)]
SPECTATOR = -1
ROW = (1, 2, 3, 4)


class Card:
    """One of the 66 cards."""

    def __init__(self, face: str) -> None:
        self.face = face
        self.seen_by: set[int] = set()
        self.filling = 0  # how often the pile had been shuffled when it left the stack
        self.kept = False  # it went from the stack into a row, so all know that it is a number
        self.instead: str | None = None  # what it was laid in place of,
        self.mover: int | None = None  # who exchanged it last,
        self.since = 0  # and how many turns everybody had had by then

    @property
    def special(self) -> bool:
        return self.face not in NUMBERS

    def copy(self) -> Card:
        twin = Card(self.face)
        twin.seen_by, twin.filling, twin.kept = set(self.seen_by), self.filling, self.kept
        twin.instead, twin.mover, twin.since = self.instead, self.mover, self.since
        return twin

    def __repr__(self) -> str:
        return f"{self.face}{sorted(self.seen_by)}"


Shuffler = Callable[[list[Card]], Card]  # which card of the stack is its top one


class NotThatCard(Exception):
    """The stack does not hold the card that was drawn."""


def told(faces: list[str]) -> Shuffler:
    """The cards come out as they did elsewhere."""
    coming = iter(faces)

    def pick(stack: list[Card]) -> Card:
        face = next(coming, None)
        for card in stack:
            if card.face == face:
                return card
        raise NotThatCard(f"{face} is not among {sorted(card.face for card in stack)}")

    return pick


class Table:
    """A game on a real table."""

    def __init__(self, seats: int, dealer: int) -> None:
        self.seats = seats
        self.dealer = dealer
        self.round = 1
        self.pads: list[list[int]] = [[] for _ in range(seats)]

    def copy(self) -> Table:
        """Another table on which all lies alike, to try something."""
        twin = copy(self)
        for name in ("stack", "discard", "aside", "in_use"):
            setattr(twin, name, [card.copy() for card in getattr(self, name)])
        twin.rows = [[card.copy() for card in row] for row in self.rows]
        twin.held = self.held.copy() if self.held else None
        twin.pads = [list(pad) for pad in self.pads]
        twin.replacements = list(self.replacements)
        twin.refused, twin.declined = list(self.refused), list(self.declined)
        return twin

    # --- setting up ---------------------------------------------------------------------------------------

    def deal(self, rows: list[list[str]], first: str) -> None:
        """B1-B3: four cards each, one beside the stack; everybody holds up the two outer ones."""
        self.stack = [Card(face) for face, copies in COPIES.items() for _ in range(copies)]
        self.discard: list[Card] = []
        self.filling = 0
        self.aside: list[Card] = []
        self.in_use: list[Card] = []  # draw-twice cards whose action is not done
        self.held: Card | None = None
        self.first_of_two = False
        self.peeked: int | None = None
        self.knocker: int | None = None
        self.turns = 0
        self.to_move = (self.dealer + 1) % self.seats
        self.phase = "look"
        self.looking = set(range(self.seats))
        self.replacements: list[str] = []
        self.refused, self.declined = [10] * self.seats, [10] * self.seats
        pick = told([face for row in rows for face in row] + [first])
        self.rows = [[self.draw(pick) for _ in row] for row in rows]
        for seat, row in enumerate(self.rows):
            for card in (row[0], row[-1]):
                card.seen_by.add(seat)
        self.put(self.draw(pick))

    # --- carrying cards -----------------------------------------------------------------------------------

    @property
    def everybody(self) -> set[int]:
        return {SPECTATOR, *range(self.seats)}

    def put(self, card: Card) -> None:
        """Face up on the discard pile."""
        card.seen_by = self.everybody
        card.kept = False
        self.discard.append(card)

    def draw(self, pick: Shuffler) -> Card:
        """The top of the stack; B10: when it is used up, the discard pile is shuffled."""
        if not self.stack:
            self.stack, self.discard = self.discard, []
            self.filling += 1
            for card in self.stack:
                card.seen_by = set()
        card = pick(self.stack)
        self.stack.remove(card)
        card.filling = self.filling
        return card

    def exchange(self, seat: int, at: int, card: Card) -> None:
        """Into the row, face down; what lay there goes on the pile."""
        old = self.rows[seat][at - 1]
        self.rows[seat][at - 1] = card
        card.instead, card.mover, card.since = old.face, None, self.turns // self.seats
        self.put(old)

    # --- what may be done ---------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """B15."""
        return len(self.pads[0]) == (4 if self.seats == 2 else self.seats)

    @property
    def waiting(self) -> set[int]:
        """Who may do something."""
        if self.over:
            return set()
        if self.phase == "look":
            return self.looking
        return {(self.dealer + 1) % self.seats if self.phase == "turned-up" else self.to_move}

    def moves(self, seat: int) -> set[str]:
        """B3-B11: all that a player may do now."""
        if seat not in self.waiting:
            return set()
        if self.phase == "turn":
            takes = set() if self.discard[-1].special else {f"take {at}" for at in ROW}
            return {"draw", *takes}
        if self.phase == "hold":
            return {"discard", *self.uses(seat)}
        return {"look": {"close"}, "peek": {"close"}, "knock": {"knock", "pass"}, "turned-up": {"deal"}}[self.phase]

    def uses(self, seat: int) -> set[str]:
        """B6-B9: what the card held is good for, but being discarded."""
        assert self.held is not None
        if not self.held.special:
            return {f"keep {at}" for at in ROW}
        if self.held.face == "peek":
            return {f"peek {at}" for at in ROW}
        if self.held.face == "twice":
            return {"again"}
        others = [other for other in range(self.seats) if other != seat]
        return {f"swap {mine} with {theirs} of seat {other}" for mine in ROW for other in others for theirs in ROW}

    # --- doing it -----------------------------------------------------------------------------------------

    def play(self, seat: int, move: str, pick: Shuffler) -> None:
        """One move; `deal` is done by whoever deals."""
        assert move in self.moves(seat), f"{move!r} of seat {seat} is against the rules"
        word, *rest = move.split()
        numbers = [int(number) for number in rest if number.isdigit()]
        getattr(self, f"do_{word}")(seat, pick, *numbers)

    def do_close(self, seat: int, pick: Shuffler) -> None:
        if self.phase == "peek":
            self.peeked = None
            self.action_done(pick)
            return
        self.looking = self.looking - {seat}
        if not self.looking:
            self.phase = "turn"

    def do_take(self, seat: int, pick: Shuffler, at: int) -> None:
        """B5."""
        self.exchange(seat, at, self.discard.pop())
        self.action_done(pick)

    def do_draw(self, seat: int, pick: Shuffler) -> None:
        """B6."""
        if self.phase == "turn" and not self.discard[-1].special:
            self.declined[seat] = min(self.declined[seat], int(self.discard[-1].face))
        self.held = self.draw(pick)
        self.held.seen_by.add(seat)
        self.phase = "hold"

    def do_discard(self, seat: int, pick: Shuffler) -> None:
        """B6; B9: the first of two is followed by the second."""
        card = self.let_go()
        if not self.first_of_two and not card.special:
            self.refused[seat] = min(self.refused[seat], int(card.face))
        self.put(card)
        if self.first_of_two:
            self.first_of_two = False
            self.do_draw(seat, pick)
        else:
            self.action_done(pick)

    def do_keep(self, seat: int, pick: Shuffler, at: int) -> None:
        """B6."""
        card = self.let_go()
        card.kept = True
        self.exchange(seat, at, card)
        self.action_done(pick)

    def do_swap(self, seat: int, pick: Shuffler, mine: int, theirs: int, other: int) -> None:
        """B7."""
        rows = self.rows
        rows[seat][mine - 1], rows[other][theirs - 1] = rows[other][theirs - 1], rows[seat][mine - 1]
        for card in (rows[seat][mine - 1], rows[other][theirs - 1]):
            card.mover, card.since = seat, self.turns // self.seats
        self.put(self.let_go())
        self.action_done(pick)

    def do_peek(self, seat: int, _pick: Shuffler, at: int) -> None:
        """B8."""
        self.put(self.let_go())
        self.first_of_two = False
        self.rows[seat][at - 1].seen_by.add(seat)
        self.peeked = at
        self.phase = "peek"

    def do_again(self, seat: int, pick: Shuffler) -> None:
        """B9: the card is discarded when all it brought is done."""
        self.in_use.append(self.let_go())
        self.do_draw(seat, pick)
        self.first_of_two = True

    def let_go(self) -> Card:
        card = self.held
        assert card is not None
        self.held = None
        return card

    # --- the end of a turn, of a round --------------------------------------------------------------------

    def action_done(self, pick: Shuffler) -> None:
        """B9: draw-twice cards go on the pile. B11: now is the time to knock."""
        self.first_of_two = False
        while self.in_use:
            self.put(self.in_use.pop())
        taken = self.turns + 1
        if self.knocker is None and self.seats <= taken < 60 * self.seats:
            self.phase = "knock"
        else:
            self.next_turn(pick)

    def do_knock(self, seat: int, pick: Shuffler) -> None:
        """B11."""
        self.knocker = seat
        self.next_turn(pick)

    def do_pass(self, _seat: int, pick: Shuffler) -> None:
        """B11."""
        self.next_turn(pick)

    def next_turn(self, pick: Shuffler) -> None:
        """B4: clockwise. B11, B12: or the round is over."""
        self.turns += 1
        if self.knocker is None and self.turns == 60 * self.seats:
            self.knocker = self.to_move
            self.turn_up(pick)
            return
        self.to_move = (self.to_move + 1) % self.seats
        if self.to_move == self.knocker:
            self.turn_up(pick)
        else:
            self.phase = "turn"

    def turn_up(self, pick: Shuffler) -> None:
        """B13, B14: special cards are replaced, the knocker's first, and the sums go on the pad."""
        assert self.knocker is not None
        self.phase = "turned-up"
        sums = {}
        for step in range(self.seats):
            seat = (self.knocker + step) % self.seats
            sums[seat] = 0
            for card in self.rows[seat]:
                counts = card
                while counts.special:
                    counts = self.draw(pick)
                    self.aside.append(counts)
                    self.replacements.append(counts.face)
                sums[seat] += int(counts.face)
        for seat, pad in enumerate(self.pads):
            pad.append(sums[seat])

    def next_round(self, rows: list[list[str]], first: str) -> None:
        """B4: the next dealer shuffles all cards."""
        self.dealer = (self.dealer + 1) % self.seats
        self.round += 1
        self.deal(rows, first)

    @property
    def places(self) -> list[int]:
        """B16."""
        totals = [sum(pad) for pad in self.pads]
        return [sorted(totals).index(total) + 1 for total in totals]


def faces(cards: list[Card]) -> Counter[str]:
    return Counter(card.face for card in cards)


def all_cards(table: Table) -> Iterator[Card]:
    """Every card, wherever it lies."""
    yield from table.stack + table.discard + table.aside + table.in_use
    for row in table.rows:
        yield from row
    if table.held is not None:
        yield table.held


def lay_out(position: dict[str, Any]) -> Table:
    """The table that a position at the start of a turn tells of; the discard pile below its top is in some order."""
    table = Table(len(position["players"]), position.get("dealer", 0))
    rows = [[card["card"] for card in player["cards"]] for player in position["players"]]
    table.deal(rows, position["top"])
    for laid, player in zip(table.rows, position["players"], strict=True):
        for card, values in zip(laid, player["cards"], strict=True):
            card.seen_by = table.everybody if values.get("public") else set(values.get("known", []))
    below = Counter(position["discard"])
    below[position["top"]] -= 1
    thrown = [table.draw(told([face])) for face in below.elements()]
    top = table.discard.pop()
    for card in (*thrown, top):
        table.put(card)
    table.turns = position.get("turns", 0)
    table.to_move = (table.dealer + 1 + table.turns) % table.seats
    table.looking = set()
    table.phase = "turn"
    return table


# --- laying out positions by hand -------------------------------------------------------------------------


def row(cards: str, *, known: dict[int, list[int]] | None = None, pad: tuple[int, ...] = ()) -> dict[str, Any]:
    """A player: four cards by name, who knows which (by place, from 1), and the sums so far.

    A card written `7!` is known to all, one written `7+` was drawn and kept, `7:2` is of filling 2.
    """
    return {"cards": [_card(name, (known or {}).get(at, [])) for at, name in enumerate(cards.split(), 1)], "pad": pad}


def _card(name: str, known: list[int]) -> dict[str, Any]:
    name, _, filling = name.partition(":")
    face = name.rstrip("!+")
    return {"card": face, "known": known, "public": "!" in name, "kept": "+" in name, "filling": int(filling or 0)}


def match(*players: dict[str, Any], options: tuple[str, ...] = (), seed: int = 1, **position: Any) -> Match:
    """A match from a position; with `stack`, all that it does not name lies in the discard pile."""
    values: dict[str, Any] = {"players": list(players), "top": "5", **position}
    if "stack" in values:
        stack = Counter(values.pop("stack").split())
        rest = Counter(COPIES)
        rest.subtract(card["card"] for player in players for card in player["cards"])
        rest.subtract(stack)
        rest["twice"] -= values.get("twice", 0)
        rest.subtract([values["held"]] if values.get("held") else [])
        rest.subtract(values.get("replacements", []))
        values["discard"] = {face: count for face, count in rest.items() if count}
    return Match.from_position("beaver-gang", values, seed=seed, options=options)


def card_words(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in JSON values that names a card, and where it stands."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from card_words(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from card_words(inner, path)
    elif isinstance(value, str) and value in COPIES:
        yield path, value
