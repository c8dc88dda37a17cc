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
    message = " ".join(["lodge nonces", *(nonce or "-" for nonce in nonces)])
    shared = hmac.digest(record["seed"].encode(), message.encode(), "sha256").hex()
    return shared if any(nonces) else str(record["seed"])


def numbers(seed: str, move: int) -> Iterator[int]:
    """The luck of a move: numbers of 32 bits."""
    key = hmac.digest(seed.encode(), f"lodge move {move}".encode(), "sha256")
    a, b, c, d = (int.from_bytes(key[at : at + 4], "little") for at in (0, 4, 8, 12))
    a = a if any(key[:16]) else 1
    while True:
        e, f = a + d & MASK, b ^ d
        yield (e << 7 | e >> 25) + a & MASK
        a, b, c, d = a ^ f, a ^ b ^ c, a ^ c ^ b << 9 & MASK, (f << 11 | f >> 21) & MASK


def below(luck: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1."""
    product = next(luck) * n if n > 1 else 0
    while product & MASK < 2**32 % n:
        product = next(luck) * n
    return product >> 32


def moves(record: Record) -> Iterator[tuple[Iterator[int], int, str, list[str]]]:
    """The luck of the set-up and of each move, its seat, its first word, and the others."""
    for number, move in enumerate(["0 set-up", *record["moves"]]):
        seat, what, *words = move.split()
        yield numbers(shared_seed(record), number), int(seat), what, words


def dam_it(record: Record) -> Told:
    """Dam It!."""
    kinds = ["birch", "willow", "pine", "alder", "maple", "oak", "acacia"]
    pile = [kind for kind in kinds for _ in range(6)] + ["disposal"] * 12 + ["garbage"] * 12
    for luck, _, what, _ in moves(record):
        cards = {"set-up": 5, "take": min(1, len(pile))}.get(what, 0)
        came = [pile.pop(below(luck, len(pile))) for _ in range(cards)]
        yield came + ([f"seat {below(luck, len(record['seats']))}"] if what == "set-up" else [])


def beaver_gang(record: Record) -> Told:  # noqa: C901
    """Beaver Gang."""
    deck = [str(number) for number in range(9) for _ in range(4)]
    deck += ["9"] * 9 + ["swap"] * 9 + ["peek"] * 7 + ["twice"] * 5
    stack, pile, rows, seats = list[str](), list[str](), list[list[str]](), len(record["seats"])
    held, in_use, turns, first, peeking, knocker = "", 0, 0, False, False, -1

    def draw() -> str:
        if not stack:
            stack[:], pile[:] = sorted(pile, key=deck.index), []
        return stack.pop(below(luck, len(stack)))

    for luck, seat, what, words in moves(record):
        came = [f"seat {below(luck, seats)}"] if what == "set-up" else []
        acted = what in ("keep", "take", "swap") or (what == "discard" and not first) or (what == "close" and peeking)
        peeking = what == "peek"
        if what in ("set-up", "deal"):
            stack[:], turns, knocker = deck, 0, -1
            rows = [[draw() for _ in range(4)] for _ in range(seats)]
            pile[:] = [draw()]
            came += [*chain(*rows), *pile]
        elif what in ("keep", "take"):
            row, at, card = rows[seat], int(words[0]) - 1, pile.pop() if what == "take" else held
            pile.append(row[at])
            row[at] = card
        elif what in ("discard", "peek", "swap"):
            pile.append(held)
        if what == "swap":
            row, mine, other, theirs = rows[seat], int(words[0]) - 1, rows[int(words[5])], int(words[2]) - 1
            row[mine], other[theirs] = other[theirs], row[mine]
        if what in ("draw", "again") or (what == "discard" and first):
            in_use, first = in_use + (what == "again"), what == "again"
            came = [held := draw()]
        knocker = seat if what == "knock" else knocker
        over = acted and (knocker >= 0 or turns + 1 < seats or turns + 1 == 60 * seats)
        if over or what in ("knock", "pass"):
            pile += ["twice"] * in_use
            in_use, first, turns = 0, False, turns + 1
            last = knocker < 0 and turns == 60 * seats
            knocker = seat if last else knocker
            for at in range(seats) if last or knocker == (seat + 1) % seats else ():
                for card in rows[(knocker + at) % seats]:
                    while not card.isdigit():
                        came.append(card := draw())
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
        yield [str(1 + below(luck, 6)) for _ in range(dice)] if rolls and inside else []


def donnant(record: Record) -> Told:  # noqa: C901, PLR0912
    """Donnant Donnant; the rows of the market are kept from right to left."""
    seats, colours = len(record["seats"]), ["yellow", "orange", "green", "blue", "purple"]
    sets = {"e": [f"e{number}" for number in range(1, 30)], "b": [f"b{number}" for number in range(1, 21)]}
    under, market = {"e": list[str](), "b": list[str]()}, {"e": list[str](), "b": list[str]()}
    hands, back, held, laid, joker = list[list[str]](), dict[int, str](), "", 0, 0
    blind, passive, active = False, False, 0  # passive: alone, the turn in which the dice are written like another's

    def draw(pile: str) -> str:
        return sets[pile].pop(below(luck, len(sets[pile]))) if sets[pile] else under[pile].pop(0)

    for number, (luck, seat, what, words) in enumerate(moves(record)):
        came, dice, where = list[str](), list[str](), words[0] if words else ""
        ends = (what, where) == ("put", "away") or (what == "lay" and blind) or what == "count"
        ends = ends or (what == "done" and seat == active and not passive)
        if (what, where) == ("put", "back"):
            back[seat] = hands[seat][int(words[1]) - 1]
        elif (what, where) == ("lay", "out"):
            laid += 1
            for _, card in sorted(back.items()) if laid == 3 * seats else ():
                under[card[0]].append(card)
            dice = colours if laid == 3 * seats else []
        elif what == "reroll":
            dice = words
        elif (what, where) == ("joker", "dice"):
            joker = 2
        elif what == "joker":
            came, blind = [held := draw(where[0])], True
        elif (what, where) == ("put", "away"):
            under[held[0]].append(held)
        elif what in ("buy", "count"):
            row = market[where[0]]
            at = 4 - int(words[1]) if what == "buy" else next(at for at in range(4) if row[at])
            held, row[at] = row[at], ""
        elif what == "write" and joker and seat == active:
            joker -= 1
            ends = joker == 0
        for pile, row in market.items() if ends or what == "set-up" else ():
            row[:] = filter(None, row)
            while len(row) < 4 and (sets[pile] or under[pile]):
                row.append(draw(pile))
                came.append(row[-1])
        if what == "set-up":
            hands = [[draw(pile) for pile in "eebb"] for _ in range(seats)]
            active = below(luck, seats)
            came += [*chain(*hands), f"seat {active}"]
        elif ends:
            joker, blind, passive, active = 0, False, seats == 1 and what != "count", (active + 1) % seats
            dice = [] if number == len(record["moves"]) and "scores" in record else colours
        yield came + [f"{colour} {1 + below(luck, 6)}" for colour in colours if colour in dice]


GAMES = {"dam-it": dam_it, "beaver-gang": beaver_gang, "amik": amik, "donnant": donnant}


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
    if "seed" not in record or record.get("position"):
        sys.exit("Luck can be told of a match that is over and began with the usual set-up.")
    for move, came in zip(["set-up", *record["moves"]], GAMES[record["game"]](record), strict=True):
        print(f"{move}: {', '.join(came)}" if came else move)
    found = list(faults(record))
    print("\n".join(found) or "Seed, seals and marks are as they should be.")
    sys.exit(bool(found))


if __name__ == "__main__":
    main(sys.argv[1])
