"""Draw docs/terminal.svg, the middle of a game as the terminal shows it: `python tools/terminal_picture.py`."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from lodge import Match
from lodge.bots import bot, decide
from lodge.kernel import lucky
from lodge.terminal import Table

MOVES = 34
LISTED = 9
TARGET = Path(__file__).parent.parent / "docs" / "terminal.svg"


def main() -> None:
    """Play some moves, show the table, keep the picture without links to fonts on other hosts."""
    match = Match.new("dam-it", 2, seed="postcard", names=["You", "search"])
    while match.number < MOVES or match.pending != [0]:
        seat = match.pending[0]
        match.play(seat, decide(bot("greedy"), match.game, match.state, seat, lucky(match.number)))
    console = Console(record=True, width=92, file=io.StringIO())
    table = Table(match, ["you", "search"], console, None)
    table.show(0, most=LISTED)
    svg = console.export_svg(title="lodge play dam-it")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", "DejaVu Sans Mono")
    TARGET.write_text(re.sub(r"<!--.*?-->\n?", "", svg, flags=re.DOTALL))


if __name__ == "__main__":
    main()
