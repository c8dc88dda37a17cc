"""Real views and events of Dam It! for the page's tests: `python tools/fixtures.py` writes tests/fixtures/."""

import json
import random
from pathlib import Path

from lodge.match import Match

FOLDER = Path(__file__).parent.parent / "tests" / "fixtures"


def main() -> None:
    """A short match between three: its views and what was seen of every move."""
    match = Match.new("dam-it", seats=3, seed="fixtures", names=["Ada", "Bo", "Cy"])
    chance = random.Random(4)  # noqa: S311
    views, events = [match.view(0)], []
    while not match.over:
        seat = match.pending[0]
        match.play(seat, chance.choice(match.legal_actions(seat)))
        events.append(match.events(match.number, 0))
        views.append(match.view(0))
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"views": views, "events": events, "scores": match.scores})
    (FOLDER / "dam-it.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
