"""Finds the deals of the guided first games: a seed and the moves of all, so that all basic rules come up soon.

`python tools/guided.py GAME` looks through seeds and writes the best into web/src/games/GAME/guide.json. Each move
there is a seat, the move as text and the step of the guide that asks for it; without a step the table plays it by
itself. The words of the steps are the page's (`guide/`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lodge import Match
from lodge.bots import bot, decide
from lodge.kernel import lucky

GAMES = Path(__file__).parents[1] / "web" / "src" / "games"
ME = 0
GREEDY = bot("greedy")


class Useless(Exception):
    """This deal teaches too little."""


@dataclass
class Lesson:
    """A match on the way to a guide."""

    match: Match
    moves: list[tuple[int, str, str | None]] = field(default_factory=list)

    @property
    def taught(self) -> list[str]:
        return [step for _, _, step in self.moves if step]

    @property
    def view(self) -> dict[str, Any]:
        """What the pupil sees."""
        return self.match.view(ME)

    def play(self, seat: int, text: str, step: str | None = None) -> None:
        """A move; with a step, one that the guide asks for."""
        self.match.play(seat, text)
        self.moves.append((seat, text, step))

    def sensible(self, seat: int) -> str:
        """What the game's own player would do."""
        action = decide(GREEDY, self.match.game, self.match.state, seat, lucky(self.match.number))
        return self.match.game.moves.text(action)

    def legal(self) -> list[str]:
        return [self.match.game.moves.text(action) for action in self.match.legal_actions(ME)]

    def others(self) -> None:
        """The others play until it is the pupil's turn."""
        while self.match.pending and ME not in self.match.pending:
            seat = self.match.pending[0]
            self.play(seat, self.sensible(seat))


def need(holds: object) -> None:
    """Without this a deal is not worth going on with."""
    if not holds:
        raise Useless


TREES = {"birch", "willow", "pine", "alder", "maple", "oak", "acacia"}
VALUES = {"birch": 1, "willow": 1, "pine": 2, "alder": 2, "maple": 2, "oak": 3, "acacia": 3, "disposal": 2}


def dam_it(lesson: Lesson) -> None:
    """Free card, price, cubes won, disposal card, garbage kept, garbage disposed of, a dam, a bigger dam."""
    need(lesson.match.pending == [ME])
    need(all(place["card"] in TREES for place in lesson.view["river"]))
    wanted = {"free", "pay", "cubes", "disposal", "garbage", "dispose", "build", "bigger"}
    while left := wanted - set(lesson.taught):
        need(len(lesson.taught) < len(wanted) + 4)
        found = [(text, step) for text, step in dam_it_steps(lesson) if step in left or step in {"new", "more"}]
        need(found)
        lesson.play(ME, *found[0])
        lesson.others()
        need(lesson.match.pending)


def dam_it_steps(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """What could be taught now, the most important first."""
    view, legal, taught = lesson.view, lesson.legal(), lesson.taught
    river = view["river"]
    hand = {kind for kind, count in (view["players"][ME]["hand"] or {}).items() if count}
    new = [i + 1 for i, place in enumerate(river) if place["card"] in TREES - hand]
    if len(taught) < 2:
        dear = [place for place in new if place in {2, 3} and river[place - 1]["cubes"] == 0]
        need(dear if taught else 1 in new)
        yield (f"take {dear[-1]}", "pay") if taught else ("take 1", "free")
        return
    for cost in [7, 9, 11] if "build" in taught else [5]:
        step = "bigger" if "build" in taught else "build"
        for text in legal:
            if text.startswith(f"build {cost} ") and "disposal" not in text and worth(text) == cost:
                yield text, step
    yield from ((f"take {place}", "cubes") for place in new if river[place - 1]["cubes"] > place - 1)
    for place, there in enumerate(river[:3], 1):
        if there["card"] == "disposal" and f"take {place}" in legal:
            yield f"take {place}", "disposal"
    if river[0]["card"] == "garbage":
        yield ("take 1", "garbage") if "disposal" not in taught else ("take 1 dispose", "dispose")
    if new and new[0] <= 2 and f"take {new[0]}" in legal:
        yield f"take {new[0]}", "more" if new[0] == 1 else "new"


def worth(build: str) -> int:
    """What the cards of a payment are worth."""
    return sum(VALUES[card] for card in build.split(" with ")[1].split("+"))


HIGH, LOW = 6, 4


def beaver_gang(lesson: Lesson) -> None:
    """A whole round: look, take, draw and keep, discard, peek, swap, draw twice, play on, knock; the next round."""
    need(lesson.view["starter"] == ME)
    first, last = lesson.view["players"][ME]["cards"][0], lesson.view["players"][ME]["cards"][3]
    need(first.isdigit() and last.isdigit() and max(int(first), int(last)) >= HIGH)
    lesson.play(ME, "close", "look")
    lesson.others()
    wanted = {"take", "keep", "discard", "peek", "swap", "twice"}
    waste = 2
    while wanted - set(lesson.taught):
        before = len(set(lesson.taught))
        gang_turn(lesson)
        if len(set(lesson.taught)) == before:
            waste -= 1
            need(waste >= 0)
        done = not wanted - set(lesson.taught)
        if "knock" in lesson.legal():
            first_pass = "pass" not in lesson.taught
            lesson.play(ME, "knock" if done else "pass", "knock" if done else "pass" if first_pass else None)
        else:
            need(not done)
        lesson.others()
        need(lesson.view["knocker"] in {None, ME})
    need("knock" in lesson.taught)
    pads = [player["pad"] for player in lesson.view["players"]]
    need(pads[ME] and pads[ME][0] < pads[1][0])
    if "deal" in lesson.legal():
        lesson.play(ME, "deal", "deal")
        lesson.others()


def gang_turn(lesson: Lesson) -> None:
    """One turn, with something new in it if there is."""
    taught = set(lesson.taught)
    view = lesson.view
    cards = view["players"][ME]["cards"]
    known = {at + 1: int(card) for at, card in enumerate(cards) if card and card.isdigit()}
    worst = max(known, key=lambda at: known[at]) if known else 0
    blind = [at for at in (2, 3) if at not in known and cards[at - 1] is None]
    top = view["top"]
    if "take" not in taught and top and top.isdigit() and int(top) <= LOW and blind:
        lesson.play(ME, f"take {blind[0]}", "take")
        return
    need("take" in taught)
    lesson.play(ME, "draw", "draw")
    card = lesson.view["held"]["card"]
    gang_held(lesson, card, taught, known, worst, blind)


def gang_held(lesson: Lesson, card: str, taught: set[str], known: dict[int, int], worst: int, blind: list[int]) -> None:
    """What is done with the card drawn."""
    if card == "peek":
        need("peek" not in taught and blind)
        lesson.play(ME, f"peek {blind[0]}", "peek")
        lesson.play(ME, "close", "remember")
    elif card == "swap":
        need("swap" not in taught and worst and known[worst] >= HIGH)
        other = 2
        lesson.play(ME, f"swap {worst} with {other} of seat 1", "swap")
    elif card == "twice":
        need("twice" not in taught)
        lesson.play(ME, "again", "twice")
        drawn = lesson.view["held"]["card"]
        need(drawn.isdigit() and int(drawn) > LOW)
        lesson.play(ME, "discard", "first")
        drawn = lesson.view["held"]["card"]
        need(drawn.isdigit() and int(drawn) <= LOW and (blind or known[worst] > int(drawn)))
        lesson.play(ME, f"keep {blind[0] if blind else worst}", "second")
    elif int(card) >= HIGH:
        need(not known or known[worst] <= int(card))
        lesson.play(ME, "discard", "discard")
    else:
        at = blind[0] if blind else worst
        need(int(card) < HIGH and (blind or known[at] > int(card)))
        lesson.play(ME, f"keep {at}", "keep")


def donnant(lesson: Lesson) -> None:
    """Setting up, rolling again, completing, writing while another rolls, buying and laying, a joker."""
    need(lesson.view["active"] == ME)
    lesson.play(ME, lesson.sensible(ME), "put_back")
    for step in ("lay_out", "lay_beside", "lay_beside"):
        lesson.play(ME, lesson.sensible(ME), step)
    lesson.others()
    for wanted in ("complete", "buy", "joker"):
        donnant_turn(lesson, wanted)
        writes = 0
        while lesson.view["active"] != ME:
            lesson.others()
            if lesson.view["active"] == ME:
                break
            text = lesson.sensible(ME)
            writes += text.startswith("write")
            if text.startswith("write"):
                lesson.play(ME, text, "passive")
            else:
                lesson.play(ME, text)
        need(writes or wanted == "joker")


def donnant_turn(lesson: Lesson, wanted: str) -> None:
    """A turn that shows one thing."""
    for roll in range(2):
        if wanted != "joker" and any(donnant_use(lesson, wanted, text) for text in lesson.legal()):
            need(wanted != "complete" or roll)
            break
        text = lesson.sensible(ME)
        need(text.startswith("reroll"))
        lesson.play(ME, text, "reroll")
        while lesson.match.pending != [ME]:
            seat = next(seat for seat in lesson.match.pending if seat != ME)
            lesson.play(seat, lesson.sensible(seat))
    if wanted == "complete":
        cards = lesson.view["players"][ME]["cards"]
        offers = [one for one in lesson.view["offers"] if cards[one["card"] - 1]["card"].startswith("b")]
        need(offers)
        offer = offers[0]
        step: str | None = "complete"
        for part in offer["writes"]:
            lesson.play(
                ME, f"write {part['die']} as {part['number']} on card {offer['card']} cell {part['cell']}", step
            )
            step = None
        lesson.play(ME, "done", "end_turn")
    elif wanted == "buy":
        found = [text for text in lesson.legal() if donnant_use(lesson, "buy", text)]
        need(len({text.split(" with ")[1] for text in found}) == 1 and not lesson.view["offers"])
        need(found[-1].startswith("buy evaluation") or found[0].startswith("buy evaluation"))
        wish = lesson.sensible(ME)
        lesson.play(ME, wish if wish in found else found[0], "buy")
        lesson.play(ME, lesson.sensible(ME), "lay")
        if lesson.view["active"] == ME and "done" in lesson.legal():
            lesson.play(ME, "done")
    else:
        need(not lesson.view["offers"] and "joker dice" in lesson.legal())
        need(not any(text.startswith("buy") for text in lesson.legal()))
        lesson.play(ME, "joker dice", "joker")
        count = 0
        while lesson.match.pending == [ME] and lesson.view["phase"] == "joker":
            text = lesson.sensible(ME)
            if text.startswith("write"):
                count += 1
                lesson.play(ME, text, "joker_write")
            else:
                lesson.play(ME, text)
        need(count == 2)


def donnant_use(lesson: Lesson, wanted: str, text: str) -> bool:
    """Whether a move is what is wanted, without any circles ticked."""
    if wanted == "complete":
        return text.startswith("write")
    view = lesson.view
    if not text.startswith("buy"):
        return False
    column = int(text.split()[2])
    dice = text.split(" with ")[1].split() if " with " in text else []
    numbers = {die["number"] for die in view["dice"] if die["colour"] in dice}
    return len(numbers) == 1 and len(dice) == view["prices"][column - 1]


def amik(lesson: Lesson) -> None:
    """Forests, the animal, a pond roll with a lodge, river rolls, a forest cut, an upgrade, a pond roll won."""
    for number in range(13):
        lesson.play(ME, lesson.sensible(ME), ("forest", "forest_more", "forest_last")[number] if number < 3 else None)
    lesson.play(ME, lesson.sensible(ME), "animal")
    amik_roll(lesson, "pond_first", "pond_second")
    need(lesson.view["players"][ME]["lodges"])
    lesson.play(ME, "done", "next")
    amik_roll(lesson, "lay_first", "lay_second")
    shown = 2
    while True:
        player = lesson.view["players"][ME]
        need(player["step"] == "build" and shown <= 7)
        if player["cuts"] and "cut" not in lesson.taught:
            text = lesson.sensible(ME)
            need(text.startswith("cut"))
            lesson.play(ME, text, "cut")
            upgrades = [one for one in lesson.legal() if one.startswith("upgrade")]
            text = lesson.sensible(ME)
            if not text.startswith("upgrade"):
                dead = lesson.view["players"][ME]["dead_ends"]
                better = [one for one in upgrades if one.split()[1] in dead] or upgrades
                need(better)
                text = better[0]
            lesson.play(ME, text, "upgrade")
            lesson.play(ME, "done", "next")
            return amik_change(lesson)
        lesson.play(ME, "done", "next" if shown < 3 else None)
        amik_roll(lesson, None, None)
        shown += 1


def amik_change(lesson: Lesson) -> None:
    """A lodge changes a die; then both shapes are laid."""
    text = lesson.sensible(ME)
    need(text.startswith("die"))
    lesson.play(ME, text, "change")
    amik_roll(lesson, "lay_first", "lay_second")
    while (text := lesson.sensible(ME)) != "done":
        lesson.play(ME, text)
        need(len(lesson.moves) < 60)
    lesson.play(ME, "done", "next")


def amik_roll(lesson: Lesson, first: str | None, second: str | None) -> None:
    """Both shapes of a roll."""
    if not first:
        while lesson.view["players"][ME]["step"] in {"first", "second"}:
            lesson.play(ME, lesson.sensible(ME))
        return
    text = lesson.sensible(ME)
    dice = lesson.view["players"][ME]["dice"]
    shapes = ["bar", "worm", "wave", "arch", "hook", "bee"]
    need(text.startswith("lay") and shapes.index(text.split()[1]) + 1 == dice[0])
    lesson.play(ME, text, first)
    text = lesson.sensible(ME)
    need(text.startswith("lay"))
    lesson.play(ME, text, second)


@dataclass(frozen=True)
class Plan:
    """What a guide of a game is like."""

    teach: Callable[[Lesson], None]
    seats: int = 2
    options: tuple[str, ...] = ()
    seeds: int = 20_000


PLANS = {
    "dam-it": Plan(dam_it),
    "beaver-gang": Plan(beaver_gang, options=("memory-aid",), seeds=400_000),
    "donnant": Plan(donnant),
    "amik": Plan(amik, seats=1, seeds=1_000),
}


def search(game: str) -> Lesson | None:
    """The deal with the fewest steps that teaches everything."""
    plan = PLANS[game]
    best: Lesson | None = None
    for number in range(plan.seeds):
        lesson = Lesson(Match.new(game, seats=plan.seats, seed=f"guide {number}", options=plan.options))
        try:
            plan.teach(lesson)
        except Useless:
            continue
        if best is None or len(lesson.taught) < len(best.taught):
            best = lesson
            print(number, len(lesson.taught), lesson.taught, flush=True)
    return best


def main() -> None:
    game = sys.argv[1]
    found = search(game)
    if found is None:
        sys.exit(f"No deal of {game} teaches all.")
    record = found.match.record(secret=True)
    moves = [[seat, text, step] if step else [seat, text] for seat, text, step in found.moves]
    guide = {"rules": record.rules, "options": list(record.options), "seed": record.seed, "moves": moves}
    lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in guide.items() if name != "moves"]
    listed = ",\n".join(f"    {json.dumps(move)}" for move in moves)
    (GAMES / game / "guide.json").write_text("{\n" + ",\n".join(lines) + f',\n  "moves": [\n{listed}\n  ]\n}}\n')


if __name__ == "__main__":
    main()
