"""Real views and events for the page's tests: `python tools/fixtures.py` writes tests/fixtures/."""

import base64
import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import to_builtins

from lodge.analysis import analyse, playouts_for, possible, weigh, what_if
from lodge.bots import bot, decide
from lodge.bots.exact import solve
from lodge.bots.last import last_worths
from lodge.bots.levels import LEVELS, Level, Tuned
from lodge.bots.search import Search
from lodge.daily import bot_luck, daily_match, daily_seed, set_up
from lodge.errors import LodgeError
from lodge.games import Game, game, games
from lodge.games.compiled import compiled_rules
from lodge.kernel import lucky
from lodge.match import Match
from lodge.record import Record, chain_start, chain_step
from lodge.replaying import verify
from lodge.server.storage.store import StoredPlay
from lodge.server.tables.campaigns import levels_of, progress

FOLDER = Path(__file__).parent.parent / "tests" / "fixtures"


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, values in fixtures().items():
        (FOLDER / name).write_text(written(values))


def fixtures() -> dict[str, Any]:
    """Short matches of each game: views, and what was seen of every move; and how views and events lie in bytes."""
    return {
        "dam-it.json": short_match("dam-it"),
        "beaver-gang.json": short_match("beaver-gang"),
        "amik.json": landscape(),
        "donnant.json": stalls(),
        "contracts.json": {game.id: contract(game.id) for game in games()},
        "engine.json": engine(),
        "analysis.json": analyses(),
        "daily.json": {"deals": [daily(game) for game in games()]},
        "solo.json": solo(),
    }


def daily(which: Game) -> dict[str, Any]:
    """A deal of the day, and what its bots would play first, if all were bots."""
    day, deal = date(2026, 11, 18), set_up(which)
    match = daily_match(which, day)
    seed = daily_seed(which, day)
    moves = []
    for number in range(1, 13 if deal.bots else 1):
        seat = match.pending[0]
        action = decide(bot(deal.bots or ""), which, match.state, seat, bot_luck(seed, seat, number))
        match.play(seat, action)
        moves.append(f"{seat} {which.moves.text(action)}")
    told = {"seats": deal.seats, "options": list(deal.options), "bots": deal.bots, "master": deal.master}
    return {
        "game": which.id,
        "rules": which.rules.VERSION,
        "day": day.isoformat(),
        **told,
        "seed": seed,
        "moves": moves,
    }


def written(values: Any) -> str:
    """A fixture as its file holds it."""
    return json.dumps(values) + "\n"


def contract(name: str) -> dict[str, Any]:
    """The schema of a game, and views and events as bytes and as JSON values."""
    match = Match.new(name, seats=2, seed="fixtures", names=["Ada", "Bo"])
    shown = match.game.moves.CONTRACT
    chance = random.Random(4)  # noqa: S311
    views, events = [], []
    while not match.over:
        before, seat = match.state, match.pending[0]
        action = chance.choice(match.legal_actions(seat))
        match.play(seat, action)
        move = (before, seat, action, match.state)
        events.append((shown.told(*move, 0), shown.events(*move, 0)))
        views.append((shown.seen(match.state, [0]), shown.views(match.state, [0])))
    every = 1 + len(views) // 4
    kinds = {tuple(event["event"] for event in told): (data, told) for data, told in events}
    return {
        "schema": shown.schema(),
        "views": [as_text(*pair) for pair in [*views[::every], views[-1]]],
        "events": [as_text(*pair) for pair in kinds.values()],
    }


def as_text(records: Any, values: Any) -> dict[str, Any]:
    """Bytes beside what they mean."""
    return {"bytes": base64.b64encode(records.tobytes()).decode(), "values": values}


def stalls() -> dict[str, object]:
    """Donnant Donnant between two: a position of each kind with its legal moves, and what was seen of every move."""
    match = Match.new("donnant", seats=2, seed="fixtures", names=["Ada", "Bo"])
    chance = random.Random(4)  # noqa: S311
    kept: dict[str, Any] = {}
    events = []
    while not match.over:
        seat = match.pending[0]
        legal = match.legal_actions(seat)
        texts = {match.game.moves.text(action): action for action in legal}
        view = match.view(seat)
        kind = view["phase"] + ("-offer" if any(len(offer["writes"]) > 1 for offer in view["offers"]) else "")
        kind += "-buy" if any(text.startswith("buy") for text in texts) else ""
        moves = [to_builtins(match.game.moves.to_move(action)) for action in legal]
        kept.setdefault(kind, {"seat": seat, "view": view, "legal": moves})
        eager = [action for text, action in texts.items() if text.startswith(("buy", "write", "lay"))]
        match.play(seat, chance.choice(eager or legal))
        events.append(match.events(match.number, 0))
    kept["over"] = {"seat": 0, "view": match.view(0), "legal": []}
    return {"kept": kept, "events": events[:200] + events[-1:], "scores": match.scores}


def landscape() -> dict[str, object]:
    """Amik alone: chance plays; what can be laid is kept once for the first and once for the second shape."""
    match = Match.new("amik", seats=1, seed="fixtures", names=["Ada"])
    chance = random.Random(4)  # noqa: S311
    views = [match.view(0)]
    legal: dict[str, Any] = {}
    while not match.over:
        step = views[-1]["players"][0]["step"]
        if step in {"first", "second"} and match.number > 40:
            legal.setdefault(step, {"at": len(views) - 1, "moves": [to_builtins(move) for move in match.legal(0)]})
        match.play(0, chance.choice(match.legal_actions(0)))
        views.append(match.view(0))
    return {"views": views, "legal": legal, "scores": match.scores}


def short_match(game: str) -> dict[str, object]:
    """Chance plays; where it may knock, it does."""
    match = Match.new(game, seats=3, seed="fixtures", names=["Ada", "Bo", "Cy"])
    chance = random.Random(4)  # noqa: S311
    views, events = [match.view(0)], []
    while not match.over:
        seat = match.pending[0]
        actions = match.legal_actions(seat)
        knocks = [action for action in actions if match.game.moves.text(action) == "knock"]
        match.play(seat, chance.choice(knocks or actions))
        events.append(match.events(match.number, 0))
        views.append(match.view(0))
    return {"views": views, "events": events, "scores": match.scores}


# --- what the page's engine must do as Python does -----------------------------------------------------------

NAMES = ("Ada", 'Bö "b"', "Cy\t😀", "Di\\/", "Éa\u2028", "Fy\u0001", "Gu", "Ho")
LOOKS = 16  # moves between two looks at everything
MARKS = 64  # moves between two digests that are kept
ENDING = 4  # moves at the end that may have exact answers


def engine() -> dict[str, Any]:
    """Seeded matches of every game, number of seats and options; what bots decide in them; good and bad records."""
    return {
        "matches": [
            engine_match(which, seats, options)
            for which in games()
            for seats in range(which.seats[0], which.seats[1] + 1)
            for options in which.option_sets(seats)
        ],
        "records": records(),
    }


def engine_match(which: Game, seats: int, options: tuple[str, ...]) -> dict[str, Any]:
    """Chance plays, and takes back now and then; the digest of all that was seen so far is the chance."""
    seed = "-".join(["engine", which.id, str(seats), *options])
    match = Match.new(which.id, seats, seed=seed, options=options, names=NAMES[:seats])
    mark, marks, turns = "", [], 0
    while True:
        mark = digest([mark, *told(match, everything=turns < LOOKS or turns % LOOKS == 0 or match.over)])
        if turns % MARKS == 0 or match.over:
            marks.append(mark[:8])
        if match.over:
            break
        lot, turns = int(mark[:8], 16), turns + 1
        if lot % 5 == 0 and match.can_undo():
            match.undo()
            continue
        seat = match.pending[lot % len(match.pending)]
        legal = match.legal_actions(seat)
        match.play(seat, legal[(lot >> 8) % len(legal)])
    return {
        "game": which.id,
        "seats": seats,
        "options": list(options),
        "seed": seed,
        "moves": match.number,
        "marks": "".join(marks),
        "scores": match.scores,
        "record": hashlib.sha256(match.record().to_json().encode()).hexdigest(),
        "replay": digest([match.replay_view(match.number // 2), match.replay_events(match.number)]),
        "decisions": list(decisions(which, match)),
        "exact": [exact(which, match, number) for number in range(match.number - ENDING, match.number)],
    }


def exact(which: Game, match: Match, number: int) -> int | None:
    """What is certainly best for who moves after so many moves."""
    return solve(which, match.state_at(number), match.action_at(number + 1)[0])


def told(match: Match, *, everything: bool) -> Iterator[Any]:
    """What can be asked of a match where it stands."""
    yield [match.pending, [match.legal_actions(seat) for seat in match.pending[:1]]]
    if not everything:
        return
    eyes = [None, *range(match.seats)]
    yield [match.views(eyes), match.scores, match.places, match.winners, [match.can_undo(eye) for eye in eyes]]
    if match.number:
        yield match.seen(match.number, eyes)
    if match.number > 1 and not match.over:
        fade = match.game.moves.fade
        yield [[fade(event) for event in events] for events in match.seen(match.number - 1, eyes)]


def digest(values: Any) -> str:
    """A hash that does not depend on the order of keys."""
    plain = json.loads(json.dumps(values))
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def decisions(which: Game, match: Match) -> Iterator[dict[str, Any]]:
    """What bots decide in some positions of a match."""
    budget = {"amik": 8, "donnant": 40}.get(which.id, 100)
    bots: dict[str, Any] = {spec: bot(spec) for spec in ("random", "greedy", f"search:{budget}", f"master:{budget}")}
    if match.seats == which.seats[0] and not match.options:
        bots |= {f"{name} without a clock": level for name, level in unclocked(which)}
        bots |= {"master:2000": bot("master:2000")} if which.id == "donnant" else {}  # so many look further ahead
    out, choices = np.zeros(which.rules.ACTIONS, np.int16), []
    for number in range(match.number):
        seat, _ = match.action_at(number + 1)
        if compiled_rules(which).candidates(match.state_at(number), seat, out) > 1:
            choices.append((number, seat))
    for number, seat in sorted({choices[len(choices) // 3], choices[-2], choices[-1]}):
        made = {
            spec: decide(player, which, match.state_at(number), seat, lucky(number, 5)) for spec, player in bots.items()
        }
        yield {"number": number, "seat": seat, "bots": made}


def unclocked(which: Game) -> Iterator[tuple[str, Any]]:
    """The levels that look at few play-outs, with all the time that they need."""
    for name, tuned in LEVELS.items():
        level = tuned.of(which) if isinstance(tuned, Tuned) else tuned
        search = level.search if isinstance(level, Level) else level
        if search.playouts is not None and search.playouts <= 80:
            patient = replace(search, milliseconds=None)
            yield name, replace(level, search=patient) if isinstance(level, Level) else patient


def records() -> dict[str, Any]:
    """A record that Python wrote, and what it says of damaged ones."""
    match = Match.new("dam-it", 2, seed="records", names=["Ada", "Bo"])
    while match.pending:
        match.play(match.pending[0], match.legal_actions(match.pending[0])[0])
    good = match.record()
    values = json.loads(good.to_json())
    moves, chain = values["moves"], values["chain"]
    changes: dict[str, dict[str, Any]] = {
        "record_mark": {"moves": [*moves[:3], "1 take 2", *moves[4:]]},
        "record_no_mark": {"chain": chain[:-1]},
        "record_commitment": {"seed": "another"},
        "record_no_seed": {"seed": None},
        "record_rules": {"rules": 99},
        "record_game": {"game": "chess"},
        "record_format": {"lodge": 4},
        "record_foreign": {"lodge": None},
        "record_unreadable": {"strange": 1},
        "record_scores": {"scores": [1, 2]},
        "record_winners": {"winners": [0, 1]},
        "record_no_scores": {"scores": None},
        "record_unfinished": {"moves": moves[:-1], "chain": chain[:-1]},
        "record_set_up": {"options": ["none"]},
        "record_move": {"moves": ["0 take 9", *moves[1:]], "chain": marked(good, ["0 take 9", *moves[1:]])},
        "record_no_seat": {"moves": ["take 1", *moves[1:]], "chain": marked(good, ["take 1", *moves[1:]])},
    }
    bad = []
    for key, change in changes.items():
        try:
            verify(values | change)
        except LodgeError as error:
            bad.append({"key": key, "change": change, "says": str(error)})
    return {"good": good.to_json(), "says": str(verify(good)), "bad": bad}


def marked(record: Record, moves: list[str]) -> list[str]:
    """The marks of other moves."""
    mark, found = chain_start(record), []
    for move in moves:
        mark = chain_step(mark, move)
        found.append(mark)
    return found


# --- hints, analyses and what-ifs ------------------------------------------------------------------------------

ANALYSED = (  # game, seats, play-outs of a move
    ("dam-it", 2, 60),
    ("dam-it", 3, 20),
    ("beaver-gang", 2, 20),
    ("beaver-gang", 4, 8),
    ("donnant", 1, 20),
    ("donnant", 2, 10),
    ("amik", 1, 2),
    ("amik", 2, 2),
)
EVERY = 11  # moves between two that are kept
DIGITS = 12


def analyses() -> list[dict[str, Any]]:
    """Matches of greedy bots (with a move of chance now and then), and what is said about them."""
    return [analysed(game(name), seats, playouts) for name, seats, playouts in ANALYSED]


def analysed(which: Game, seats: int, playouts: int) -> dict[str, Any]:
    """One of them."""
    match = Match.new(which.id, seats, seed=f"analysis {which.id} {seats}", names=NAMES[:seats])
    greedy, chance = bot("greedy"), random.Random(4)  # noqa: S311
    while not match.over:
        seat = match.pending[0]
        action = decide(greedy, which, match.state, seat, lucky(match.number, 5))
        match.play(seat, chance.choice(match.legal_actions(seat)) if match.number % 4 == 3 else action)
    getattr(which.master, "_known", {}).clear()  # what was found before must not matter
    found = to_builtins(analyse(match, playouts=playouts))
    decided = [one["number"] - 1 for one in found["moves"] if one["choices"]]
    number, found["moves"] = decided[len(decided) // 2], found["moves"][::EVERY]
    other = which.moves.text(possible(match, number)[-1])
    hint = weigh(
        which,
        match.state_at(number),
        match.action_at(number + 1)[0],
        lucky(number, 5),
        searcher=Search(playouts=playouts),
        playouts=playouts,
        compared=False,
    )
    return {
        "record": json.loads(match.record().to_json()),
        "playouts": playouts,
        "by_time": [playouts_for(match, seconds) for seconds in (2.0, 20.0)],
        "analysis": rounded(found),
        "hint": {"number": number, "choices": rounded(to_builtins(hint.choices))},
        "what_if": rounded(to_builtins(what_if(match, number, other, games=4 * playouts))),
        "last": [[number, list(told.items())] for number, told in _last_turn(match)],
    }


def _last_turn(match: Match) -> Iterator[tuple[int, dict[int, tuple[float, ...]]]]:
    """The positions for which it is known what every move brings, whatever is rolled."""
    for number in range(match.number):
        if told := last_worths(match.game, match.state_at(number), match.action_at(number + 1)[0]):
            yield number, told


def rounded(value: Any) -> Any:
    """Numbers with the digits that are compared."""
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return round(value, DIGITS) if isinstance(value, float) else value


def solo() -> list[dict[str, Any]]:
    """Players' ways through the levels, as a server tells them: what follows from which matches."""
    which, campaign = levels_of("donnant")
    chance = random.Random(6)  # noqa: S311
    found = []
    for player in range(20):
        plays: list[StoredPlay] = []
        for number in range(3 * player):
            now = progress(which, campaign, plays)
            if now.campaign.status in {"lost", "won"} and chance.random() < 0.5:
                break
            in_campaign = now.campaign.open and chance.random() < 0.9
            level = now.campaign.level if in_campaign else max(one.level for one in now.levels if one.open)
            last = max((one.run for one in plays if one.run), default=0)
            run = last + (now.campaign.status != "going") if in_campaign else None
            need = campaign.LEVELS[level - 1].need
            left = chance.random() < 0.04 and not now.campaign.running
            plays.append(StoredPlay(f"t{number}", level, run, need, None if left else need + chance.randint(-6, 10)))
            if left and in_campaign:
                break  # it goes on before anything else does
        found.append(to_builtins(progress(which, campaign, plays)))
    return found


if __name__ == "__main__":
    main()
