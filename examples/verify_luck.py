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
from itertools import chain
from typing import Any

MASK = 2**32 - 1
Record = dict[str, Any]
Told = Iterator[list[str]]  # what came with the set-up, and then with each move


def sha(text: str) -> str:
    """SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def shared_seed(record: Record) -> str:
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
        self.words[0] = self.words[0] if any(self.words) else 1

    def next(self) -> int:
        """The next 32 bits."""

        def rotate(word: int, by: int) -> int:
            return (word << by | word >> 32 - by) & MASK

        a, b, c, d = self.words
        self.words = [a ^ b ^ d, a ^ b ^ c, a ^ c ^ b << 9 & MASK, rotate(b ^ d, 11)]
        return (rotate(a + d & MASK, 7) + a) & MASK

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        product = self.next() * n if n > 1 else 0
        while product & MASK < 2**32 % n:
            product = self.next() * n
        return product >> 32

    def card(self, cards: list[str]) -> str:
        """A card of a set, which holds all of a kind side by side; it leaves the set."""
        return cards.pop(self.below(len(cards)))


def moves(record: Record) -> Iterator[tuple[Stream, int, str, list[str]]]:
    """The luck of the set-up and of each move, its seat, its first word, and the others."""
    for number, move in enumerate(["0 set-up", *record["moves"]]):
        seat, what, *words = move.split()
        yield Stream(shared_seed(record), number), int(seat), what, words


def dam_it(record: Record) -> Told:
    """Dam It!."""
    kinds = ["birch", "willow", "pine", "alder", "maple", "oak", "acacia"]
    pile = [kind for kind in kinds for _ in range(6)] + ["disposal"] * 12 + ["garbage"] * 12
    for luck, _, what, _ in moves(record):
        if what == "set-up":
            yield [*(luck.card(pile) for _ in range(5)), f"seat {luck.below(len(record['seats']))}"]
        else:
            yield [luck.card(pile)] if what == "take" and pile else []


def beaver_gang(record: Record) -> Told:  # noqa: C901
    """Beaver Gang."""
    counts = {**{str(number): 4 for number in range(9)}, "9": 9, "swap": 9, "peek": 7, "twice": 5}
    seats, deck = len(record["seats"]), [kind for kind, count in counts.items() for _ in range(count)]
    stack, rows, replaced = list[str](), list[list[str]](), list[str]()
    held, top, in_use, turns, first, peeking, knocker = "", "", 0, 0, False, False, -1

    def draw() -> str:
        if not stack:
            stack.extend(deck)
            for card in [*chain.from_iterable(rows), *replaced, *["twice"] * in_use, *([held] if held else [])]:
                stack.remove(card)
        return luck.card(stack)

    for luck, seat, what, words in moves(record):
        came = [f"seat {luck.below(seats)}"] if what == "set-up" else []
        ended = what in ("keep", "take", "swap", "knock", "pass") or (what == "close" and peeking)
        ended, peeking = ended or (what == "discard" and not first), what == "peek"
        if what in ("set-up", "deal"):
            stack[:], rows[:], replaced[:], turns, knocker = deck, [], [], 0, -1
            rows.extend([draw() for _ in range(4)] for _ in range(seats))
            top = draw()
            came += [*chain.from_iterable(rows), top]
        elif what in ("keep", "take"):
            at = int(words[0]) - 1
            rows[seat][at], top, held = held or top, rows[seat][at], ""
        elif what in ("discard", "peek", "swap"):
            top, held = held, ""
        elif what == "knock":
            knocker = seat
        if what == "swap":
            mine, theirs, other = int(words[0]) - 1, int(words[2]) - 1, int(words[5])
            rows[seat][mine], rows[other][theirs] = rows[other][theirs], rows[seat][mine]
        if what in ("draw", "again") or (what == "discard" and first):
            in_use, held, first = in_use + (what == "again"), "", what == "again"
            came = [held := draw()]
        if ended:
            top, in_use, first = "twice" if in_use else top, 0, False
            ended = what in ("knock", "pass") or knocker >= 0 or turns + 1 in range(seats) or turns + 1 == 60 * seats
        if ended:
            turns += 1
            knocker = seat if (last := knocker < 0 and turns == 60 * seats) else knocker
            for at in range(seats) if last or knocker == (seat + 1) % seats else ():
                for card in rows[(knocker + at) % seats]:
                    while not card.isdigit():
                        replaced.append(card := draw())
                        came.append(card)
        yield came


def amik(record: Record) -> Told:
    """Amik."""
    seats = set(range(len(record["seats"])))
    inside, ended, stopped, number, landscape = set(seats), set[int](), set[int](), 0, 1
    for luck, seat, what, _ in moves(record):
        rolls = what == "set-up"
        stopped |= {seat} if what == "stop" else set()
        if what in ("forest", "animal", "done"):
            ended.add(seat)
            inside -= {seat} & stopped
            if rolls := inside <= ended:
                ended, stopped, number = set(), set(), number + 1
                if not inside and "three-games" in record.get("options", []) and landscape < 3:
                    inside, number, landscape = set(seats), 0, landscape + 1
        dice = 1 if number < 13 else 0 if number == 13 else 2
        yield [str(1 + luck.below(6)) for _ in range(dice)] if rolls and inside else []


def donnant(record: Record) -> Told:  # noqa: C901, PLR0912, PLR0915
    """Donnant Donnant."""
    seats, rows = len(record["seats"]), ("evaluation", "bonus")
    colours = ["yellow", "orange", "green", "blue", "purple"]
    sets = [f"e{number}" for number in range(1, 30)], [f"b{number}" for number in range(1, 21)]
    under, market = (list[str](), list[str]()), (["", "", "", ""], ["", "", "", ""])
    back, held, hands, laid, joker, left = dict[int, str](), "", list[list[str]](), 0, 0, len(record["moves"]) + 1
    blind, passive, active = False, False, 0  # passive: alone, the turn in which the dice are written like another's

    def draw(pile: int) -> str:
        return luck.card(sets[pile]) if sets[pile] else under[pile].pop(0)

    def fill() -> Iterator[str]:
        for row in range(2):
            cards = [card for card in market[row] if card]
            while len(cards) < 4 and (sets[row] or under[row]):
                cards.insert(0, draw(row))
                yield cards[0]
            market[row][:] = [""] * (4 - len(cards)) + cards

    def roll(which: list[str]) -> list[str]:
        return [f"{colour} {1 + luck.below(6)}" for colour in colours if colour in which]

    for luck, seat, what, words in moves(record):
        came, ends, left, where = list[str](), False, left - 1, words[0] if words else ""
        if what == "set-up":
            came = [*fill()]
            hands = [[draw(pile) for pile in (0, 0, 1, 1)] for _ in range(seats)]
            active = luck.below(seats)
            came += [*chain.from_iterable(hands), f"seat {active}"]
        elif (what, where) == ("put", "back"):
            back[seat] = hands[seat][int(words[1]) - 1]
        elif (what, where) == ("lay", "out"):
            laid += 1
            for owner in range(seats) if laid == 3 * seats else ():
                under["eb".index(back[owner][0])].append(back[owner])
            came = roll(colours) if laid == 3 * seats else []
        elif what == "reroll":
            came = roll(words)
        elif (what, where) == ("joker", "dice"):
            joker = 2
        elif what == "joker":
            came, blind = [held := draw(rows.index(where))], True
        elif what == "put":
            under["eb".index(held[0])].append(held)
            ends = True
        elif what == "lay":
            ends = blind
        elif what == "buy":
            row, column = market[rows.index(where)], int(words[1]) - 1
            held, row[column] = row[column], ""
        elif what == "write" and joker and seat == active:
            joker -= 1
            ends = joker == 0
        elif what == "done":
            ends = seat == active and not passive
        elif what == "count":
            row = market[rows.index(where)]
            row[max(at for at in range(4) if row[at])] = ""
            passive, ends = False, True
        if ends:
            came += fill()
            blind, joker, passive = False, 0, seats == 1 and what != "count"
            active = (active + 1) % seats
            came += [] if left == 0 and "scores" in record else roll(colours)
        yield came


GAMES = {"dam-it": dam_it, "beaver-gang": beaver_gang, "amik": amik, "donnant": donnant}


def told(record: Record) -> list[list[str]]:
    """What came with the set-up, and then with each move."""
    if record.get("position"):
        sys.exit("The match began with a position that was set up: its luck cannot be told without the rules.")
    return list(GAMES[record["game"]](record))


def faults(record: Record) -> Iterator[str]:
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
