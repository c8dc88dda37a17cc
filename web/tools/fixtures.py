"""Real views and events for the page's tests: `python tools/fixtures.py` writes tests/fixtures/."""

import json
import random
from pathlib import Path

from msgspec import to_builtins

from lodge.match import Match

FOLDER = Path(__file__).parent.parent / "tests" / "fixtures"


def main() -> None:
    """A short match of each game between three: its views and what was seen of every move."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in ("dam-it", "beaver-gang"):
        (FOLDER / f"{game}.json").write_text(json.dumps(short_match(game)) + "\n")
    (FOLDER / "amik.json").write_text(json.dumps(landscape()) + "\n")
    (FOLDER / "donnant.json").write_text(json.dumps(stalls()) + "\n")


def stalls() -> dict[str, object]:
    """Donnant Donnant between two: a position of each kind with its legal moves, and what was seen of every move."""
    match = Match.new("donnant", seats=2, seed="fixtures", names=["Ada", "Bo"])
    chance = random.Random(4)  # noqa: S311
    kept, events = {}, []
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
    views, legal = [match.view(0)], {}
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
