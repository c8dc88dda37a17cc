"""Strength on paper: ladders kept as JSON, a plot of each, and a page made of all of them."""

from __future__ import annotations

import os
import platform
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from lodge.bots.levels import LEVELS
from lodge.errors import LodgeError
from lodge.games import game
from lodge.lab.ladder import Ladder

HEAD = """# How strong the bots are

Every deal is played once from each seat, and by all sets of bots with the same luck. The rating is Elo-like: 100 points
more win 64 of 100 games of two, 200 more 76; the mean of the bots in a table is 0. With more than two seats every two
at the table are compared; games alone by the points made with the same luck. Intervals hold 95 % (deals drawn anew).
Skill is openskill's (Plackett and Luce's model), as mu and sigma. The command above each table makes it again; where
bots think for a time and not for a number of play-outs, the numbers depend on the machine. `ceiling` sees what is
hidden and the luck to come: nobody at a table can do that, but it says how far there is to go. It grows a tree; a
`master` that needs none can be ahead of it.
"""


def machine() -> str:
    """This machine, as far as it matters."""
    return f"{os.cpu_count()} cores, Python {platform.python_version()}, {date.today().isoformat()}"  # noqa: DTZ011


def write(ladder: Ladder, folder: Path, command: str, machine: str) -> Path:
    """Keep a ladder in a folder, with its plot; then make the page beside the folder anew. The page's path."""
    name = "-".join([ladder.game, str(ladder.seats), *ladder.options, *(["levels"] if of_levels(ladder) else [])])
    folder.mkdir(parents=True, exist_ok=True)
    kept = {"command": command, "machine": machine, "ladder": ladder.to_dict()}
    (folder / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    plot(ladder, folder / f"{name}.svg")
    page = folder.with_suffix(".md")
    page.write_text("\n".join([HEAD, *(_section(path, folder.name) for path in sorted(folder.glob("*.json")))]))
    return page


def of_levels(ladder: Ladder) -> bool:
    """Whether only levels played, as people meet them: beside the ladder of other bots, not in its place.

    `master` may have a budget in play-outs: then the ladder is soon done, and comes out the same on every machine.
    """
    return {rung.bot.partition(":")[0] for rung in ladder.rungs} <= set(LEVELS)


def _section(path: Path, folder: str) -> str:
    kept: dict[str, Any] = msgspec.json.decode(path.read_bytes())
    ladder = msgspec.convert(kept["ladder"], Ladder)
    seats = "alone" if ladder.seats == 1 else f"{ladder.seats} seats"
    title = ", ".join([game(ladder.game).title, seats, *ladder.options, *(["the levels"] if of_levels(ladder) else [])])
    lines = [f"## {title}", "", "```console", f"$ {kept['command']}", "```", "", f"{kept['machine']}.", ""]
    lines += [f"![Ratings with intervals]({folder}/{path.stem}.svg)", ""]
    lines += [
        "| bot | games | rating | 95 % | skill | mean points | 95 % | a move |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for rung in ladder.rungs:
        low, high = rung.interval
        least, most = rung.score_interval
        lines.append(
            f"| {rung.bot} | {rung.games:,} | {rung.rating:+.0f} | {low:+.0f} to {high:+.0f} | "
            f"{rung.skill:.1f} ± {rung.doubt:.1f} | {rung.mean_score:.1f} | {least:.1f} to {most:.1f} | "
            f"{1000 * rung.seconds:,.1f} ms |"
        )
    return "\n".join([*lines, *_way(ladder), ""])


def _way(ladder: Ladder) -> list[str]:
    """How much of the way from greedy to the ceiling the master has come, in points where each plays alone."""
    rungs = {rung.bot.partition(":")[0]: rung for rung in ladder.rungs}
    if not {"greedy", "master", "ceiling"} <= rungs.keys():
        return []
    low, here, high = (
        rungs[name].mean_score if ladder.seats == 1 else rungs[name].rating for name in ("greedy", "master", "ceiling")
    )
    what = "points" if ladder.seats == 1 else "rating"
    part = (here - low) / (high - low) if high > low else 1.0
    return ["", f"Of the way from `greedy` to the ceiling, in {what}, `master` covers {part:.0%}."]


def plot(ladder: Ladder, path: Path) -> None:
    """The ratings as points with intervals."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise LodgeError("Plots need Matplotlib: pip install 'lodge-games[study]'.") from None
    rungs = ladder.rungs[::-1]
    with mpl.rc_context({"svg.hashsalt": "lodge", "font.size": 10, "svg.fonttype": "none"}):
        figure = Figure(figsize=(7, 0.6 + 0.4 * len(rungs)), layout="constrained")
        axes = figure.add_subplot()
        for at, rung in enumerate(rungs):
            axes.plot(rung.interval, (at, at), color="#5b8db8", linewidth=3, solid_capstyle="round")
            axes.plot(rung.rating, at, "o", color="#2f5d50", markersize=7)
        axes.set_yticks(range(len(rungs)), [rung.bot for rung in rungs])
        axes.set_xlabel("rating")
        axes.grid(axis="x", color="#ddd6c8", linewidth=0.7)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(axis="y", length=0)
        figure.savefig(path, metadata={"Date": None})
