"""Real views and events for the page's tests: `python tools/fixtures.py` writes tests/fixtures/."""

import base64
import json
import random
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from lodge.games import games
from lodge.match import Match

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


if __name__ == "__main__":
    main()
