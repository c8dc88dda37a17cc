"""Check the luck of a match with nothing but Python: written from docs/fair-luck.md alone, it imports nothing of Lodge.

    python examples/verify_luck.py game.json

It checks seed, seals and marks of a record, and tells what cards and dice came with each move: compare that with what
you saw. Whether the moves were legal, and the signature, it does not check: `lodge verify` does.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from typing import Any

MASK = 2**32 - 1


def sha(text: str) -> str:
    """SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def shared_seed(record: dict[str, Any]) -> str:
    """The seed that all luck comes from."""
    nonces = [(share or {}).get("nonce") for share in record.get("shares", [])]
    if not any(nonces):
        return str(record["seed"])
    message = " ".join(["lodge nonces", *(nonce or "-" for nonce in nonces)])
    return hmac.digest(record["seed"].encode(), message.encode(), "sha256").hex()


class Stream:
    """The luck of one move."""

    def __init__(self, seed: str, move: int) -> None:
        key = hmac.digest(seed.encode(), f"lodge move {move}".encode(), "sha256")
        self.words = [int.from_bytes(key[at : at + 4], "little") for at in (0, 4, 8, 12)]
        if not any(self.words):
            self.words[0] = 1

    def next(self) -> int:
        """The next 32 bits."""

        def rotate(word: int, by: int) -> int:
            return (word << by | word >> 32 - by) & MASK

        a, b, c, d = self.words
        result = (rotate(a + d & MASK, 7) + a) & MASK
        t = b << 9 & MASK
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= t
        self.words = [a, b, c, rotate(d, 11)]
        return result

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        if n == 1:
            return 0
        product = self.next() * n
        while product & MASK < 2**32 % n:
            product = self.next() * n
        return product >> 32

    def card(self, cards: list[str]) -> str:
        """A card of a set, which holds all of a kind side by side; it leaves the set."""
        return cards.pop(self.below(len(cards)))

    def die(self) -> str:
        """A die."""
        return str(1 + self.below(6))


class Match:
    """The moves of a record, and the luck of the one that is being made."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record, self.number = record, 0
        self.seats, self.options = len(record["seats"]), record.get("options", [])
        self.seed, self.streams = shared_seed(record), dict[int, Stream]()

    def luck(self) -> Stream:
        """The stream of this move."""
        return self.streams.setdefault(self.number, Stream(self.seed, self.number))

    def moves(self) -> Iterator[tuple[int, list[str]]]:
        """Seat and words of each move."""
        for entry in self.record["moves"]:
            self.number += 1
            seat, *words = entry.split()
            yield int(seat), words

    def ends(self) -> bool:
        """Whether this move ends the match."""
        return "scores" in self.record and self.number == len(self.record["moves"])


Told = Iterator[list[str]]  # what came with the set-up, and then with each move


def dam_it(match: Match) -> Told:
    """Dam It!."""
    kinds = ["birch", "willow", "pine", "alder", "maple", "oak", "acacia"]
    pile = [kind for kind in kinds for _ in range(6)] + ["disposal"] * 12 + ["garbage"] * 12
    stream = match.luck()
    river = [stream.card(pile) for _ in range(5)]
    yield [*river, f"seat {stream.below(match.seats)}"]
    for _, (what, *_rest) in match.moves():
        yield [match.luck().card(pile)] if what == "take" and pile else []


def beaver_gang(match: Match) -> Told:  # noqa: C901, PLR0912, PLR0915
    """Beaver Gang."""
    seats = match.seats
    counts = {**{str(number): 4 for number in range(9)}, "9": 9, "swap": 9, "peek": 7, "twice": 5}
    deck = [kind for kind, count in counts.items() for _ in range(count)]
    stack: list[str] = []
    rows: list[list[str]] = []
    held, top, in_use, first, turns = "", "", 0, False, 0
    knocker: int | None = None
    peeking = False
    replaced: list[str] = []

    def draw() -> str:
        if not stack:
            away = [*(card for row in rows for card in row), *replaced, *["twice"] * in_use, *([held] if held else [])]
            stack.extend(deck)
            for card in away:
                stack.remove(card)
        return match.luck().card(stack)

    def deal() -> list[str]:
        nonlocal top, knocker, turns
        stack[:], rows[:], replaced[:], knocker, turns = deck, [], [], None, 0
        rows.extend([draw() for _ in range(4)] for _ in range(seats))
        top = draw()
        return [*(card for row in rows for card in row), top]

    def turn_over(seat: int) -> Iterator[str]:
        nonlocal turns, knocker
        turns += 1
        if knocker is None and turns == 60 * seats:
            knocker = seat
        elif knocker is None or (seat + 1) % seats != knocker:
            return
        for at in range(seats):
            for card in rows[(knocker + at) % seats]:
                while not card.isdigit():
                    replaced.append(card := draw())
                    yield card

    yield [f"seat {match.luck().below(match.seats)}", *deal()]
    for seat, (what, *rest) in match.moves():
        came, acted = [], what in ("keep", "take", "swap")
        if what == "deal":
            came = deal()
        elif what == "keep":
            rows[seat][int(rest[0]) - 1], top, held = held, rows[seat][int(rest[0]) - 1], ""
        elif what == "take":
            rows[seat][int(rest[0]) - 1], top = top, rows[seat][int(rest[0]) - 1]
        elif what == "swap":
            mine, theirs, other = int(rest[0]) - 1, int(rest[2]) - 1, int(rest[5])
            rows[seat][mine], rows[other][theirs] = rows[other][theirs], rows[seat][mine]
            top, held = held, ""
        elif what == "discard":
            top, held, acted = held, "", not first
            if first:
                came = [held := draw()]
            first = False
        elif what == "peek":
            top, held, peeking = held, "", True
        elif what == "close":
            acted, peeking = peeking, False
        elif what == "again":
            in_use, held = in_use + 1, ""
            came, first = [held := draw()], True
        elif what == "draw":
            came = [held := draw()]
        elif what == "knock":
            knocker = seat
        if acted:
            top, in_use, first = "twice" if in_use else top, 0, False
            acted = knocker is not None or turns + 1 < seats or turns + 1 == 60 * seats
        if acted or what in ("knock", "pass"):
            came += turn_over(seat)
        yield came


def amik(match: Match) -> Told:
    """Amik."""
    seats = match.seats
    inside, ended, stopped = set(range(seats)), set[int](), set[int]()
    number, landscape = 0, 1

    def roll() -> list[str]:
        stream = match.luck()
        return [stream.die() for _ in range(1 if number < 13 else 0 if number == 13 else 2)]

    yield roll()
    for seat, (what, *_rest) in match.moves():
        came: list[str] = []
        if what == "stop":
            stopped.add(seat)
        if what in ("forest", "animal", "done"):
            ended.add(seat)
            if seat in stopped:
                inside.discard(seat)
            if inside <= ended:
                ended, stopped, number = set(), set(), number + 1
                if not inside and "three-games" in match.options and landscape < 3:
                    inside, number, landscape = set(range(seats)), 0, landscape + 1
                came = roll() if inside else []
        yield came


def donnant(match: Match) -> Told:  # noqa: C901, PLR0912, PLR0915
    """Donnant Donnant."""
    seats = match.seats
    colours = ["yellow", "orange", "green", "blue", "purple"]
    rows = ("evaluation", "bonus")
    sets = [[f"e{number}" for number in range(1, 30)], [f"b{number}" for number in range(1, 21)]]
    under: list[list[str]] = [[], []]
    market: list[list[str]] = [["", "", "", ""], ["", "", "", ""]]
    stream = match.luck()

    def draw(pile: int) -> str:
        return stream.card(sets[pile]) if sets[pile] else under[pile].pop(0)

    def fill() -> list[str]:
        came = []
        for row in range(2):
            cards = [card for card in market[row] if card]
            while len(cards) < 4 and (sets[row] or under[row]):
                cards.insert(0, draw(row))
                came.append(cards[0])
            market[row] = [""] * (4 - len(cards)) + cards
        return came

    def roll(which: list[str]) -> list[str]:
        return [f"{colour} {stream.die()}" for colour in colours if colour in which]

    def put_under(card: str) -> None:
        under["eb".index(card[0])].append(card)

    came = fill()
    hands = [[draw(0), draw(0), draw(1), draw(1)] for _ in range(seats)]
    active = stream.below(match.seats)
    yield [*came, *(card for hand in hands for card in hand), f"seat {active}"]
    back: dict[int, str] = {}
    laid, held, blind, joker = 0, "", False, 0
    passive = False  # alone: the turn in which the dice are written like those of another
    for seat, (what, *rest) in match.moves():
        stream, came, ends = match.luck(), [], False
        if what == "put" and rest[0] == "back":
            back[seat] = hands[seat][int(rest[1]) - 1]
        elif what == "lay" and rest[0] == "out":
            laid += 1
            if laid == 3 * seats:
                for owner in range(seats):
                    put_under(back[owner])
                came = roll(colours)
        elif what == "reroll":
            came = roll(rest)
        elif what == "joker" and rest[0] != "dice":
            came, blind = [held := draw(rows.index(rest[0]))], True
        elif what == "joker":
            joker = 2
        elif what == "put":
            put_under(held)
            ends = True
        elif what == "lay":
            ends = blind
        elif what == "buy":
            row, column = rows.index(rest[0]), int(rest[1]) - 1
            held, market[row][column] = market[row][column], ""
        elif what == "write" and joker and seat == active:
            joker -= 1
            ends = joker == 0
        elif what == "done" and seat == active and not passive:
            ends = True
        elif what == "count":
            row = rows.index(rest[0])
            market[row][max(at for at in range(4) if market[row][at])] = ""
            passive, ends = False, True
        if ends:
            came += fill()
            blind, joker = False, 0
            if seats == 1 and what != "count":
                passive = True
            else:
                active = (active + 1) % seats
            if not match.ends():
                came += roll(colours)
        yield came


GAMES = {"dam-it": dam_it, "beaver-gang": beaver_gang, "amik": amik, "donnant": donnant}


def told(record: dict[str, Any]) -> list[list[str]]:
    """What came with the set-up, and then with each move."""
    if record.get("position"):
        sys.exit("The match began with a position that was set up: its luck cannot be told without the rules.")
    return list(GAMES[record["game"]](Match(record)))


def faults(record: dict[str, Any]) -> Iterator[str]:
    """What is wrong with seed, seals and marks."""
    if sha("lodge commitment\0" + record["seed"]) != record["commitment"]:
        yield "The seed is not the one committed to."
    for seat, share in enumerate(record.get("shares", [])):
        if share and "nonce" in share and sha("lodge nonce\0" + share["nonce"]) != share["seal"]:
            yield f"The nonce of seat {seat} is not the one sealed."
    head = [record.get(name, []) for name in ("game", "rules", "options", "seats", "commitment")]
    head += [record.get("position")] + ([record["shares"]] if record.get("shares") else [])
    mark = sha(json.dumps(head, separators=(",", ":"), ensure_ascii=False))[:6]
    for number, (move, expected) in enumerate(zip(record["moves"], record["chain"], strict=True), start=1):
        mark = sha(f"{mark}\n{move}")[:6]
        if mark != expected:
            yield f"Move {number} is not what was recorded."
            return


def main(path: str) -> None:
    """Check a record and tell its luck."""
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - plain Python
        record = json.load(file)
    if "seed" not in record:
        sys.exit("The record holds no seed: the match is not over.")
    for move, came in zip(["set-up", *record["moves"]], told(record), strict=True):
        print(f"{move}: {', '.join(came)}" if came else move)
    found = list(faults(record))
    print("\n".join(found) or "Seed, seals and marks are as they should be.")
    sys.exit(bool(found))


if __name__ == "__main__":
    main(sys.argv[1])
