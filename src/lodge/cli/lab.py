"""Commands for people who study games: simulation, arenas, ladders, training, speed."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from lodge.cli.common import (
    AnyGame,
    AsJson,
    Backend,
    BotBackend,
    Cluster,
    GameName,
    Games,
    Kept,
    Options,
    Seed,
    Threads,
    console,
    goes_on,
    named_or_first,
    print_json,
    print_result,
    progress_bar,
    workplace,
)

app: typer.Typer = typer.Typer()


@app.command()
def sim(
    game: GameName,
    seats: Annotated[int, typer.Option(help="How many players.")] = 2,
    games: Games = 100_000,
    seed: Seed = 0,
    backend: Backend = "auto",
    threads: Threads = 1,
    cluster: Cluster = None,
    option: Options = [],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """Play random games and sum them up."""
    from lodge.lab.sim import simulate

    with workplace(cluster), progress_bar("Playing", games, quiet=as_json) as tick:
        result = simulate(
            game,
            seats=seats,
            games=games,
            seed=seed,
            backend=backend,
            threads=threads,
            options=tuple(option),
            progress=tick,
        )
    print_result(result.to_dict(), as_json=as_json)


@app.command()
def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help="The bots, one a seat, for example search:2000,greedy.")] = "search,greedy",
    games: Games = 100,
    seed: Seed = 0,
    backend: BotBackend = "auto",
    threads: Threads = 1,
    cluster: Cluster = None,
    option: Options = [],  # noqa: B006
    keep: Kept = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other: every deal once from each seat, with the same luck."""
    from lodge.lab.arena import Results
    from lodge.lab.arena import arena as play_arena

    def show(result: Results) -> None:
        if as_json:
            print_json(result.to_dict())
            return
        table = Table("bot", "wins", "win rate", "95 % interval", "mean points", "mean place")
        for entrant in result.bots:
            low, high = entrant.interval
            table.add_row(
                entrant.bot,
                f"{entrant.wins:g} of {result.games}",
                f"{entrant.win_rate:.1%}",
                f"{low:.1%} to {high:.1%}",
                f"{entrant.mean_score:.1f}",
                f"{entrant.mean_place:.2f}",
            )
        console.print(table)

    names = [name.strip() for name in bots.split(",")]
    rounds = -(-games // len(names)) * len(names)
    with (
        goes_on(f"arena-{game}.jsonl", "--keep", show),
        workplace(cluster),
        progress_bar("Playing", rounds, quiet=as_json) as tick,
    ):
        result = play_arena(
            game,
            names,
            games=games,
            seed=seed,
            threads=threads,
            options=tuple(option),
            backend=backend,
            kept=keep,
            progress=tick,
        )
    show(result)


@app.command()
def ladder(
    game: GameName,
    bots: Annotated[str, typer.Option(help="The bots, at least two.")] = "random,greedy,gentle,steady,sharp,master",
    seats: Annotated[int, typer.Option(help="How many play at a table; with 1 they play alone and are compared.")] = 2,
    games: Annotated[int, typer.Option(help="At least how many games each bot plays.")] = 100,
    seed: Seed = 0,
    backend: BotBackend = "auto",
    threads: Threads = 1,
    cluster: Cluster = None,
    option: Options = [],  # noqa: B006
    to: Annotated[
        Path | None, typer.Option(help="Keep the results in this folder, and show all of them in FOLDER.md.")
    ] = None,
    keep: Kept = None,
    as_json: AsJson = False,
) -> None:
    """Find out how strong bots are: all of them against each other, with ratings and intervals."""
    from lodge.lab.ladder import Ladder, tables
    from lodge.lab.ladder import ladder as climb
    from lodge.lab.strength import machine, write

    names = [name.strip() for name in bots.split(",")]
    total = seats * sum(1 for _ in tables(len(names), seats, games)) if seats <= len(names) else None

    def show(result: Ladder) -> None:
        if as_json:
            print_json(result.to_dict())
            return
        table = Table("bot", "games", "rating", "95 % interval", "skill", "mean points", "ms a move")
        for rung in result.rungs:
            low, high = rung.interval
            table.add_row(
                rung.bot,
                f"{rung.games}",
                f"{rung.rating:+.0f}",
                f"{low:+.0f} to {high:+.0f}",
                f"{rung.skill:.1f} ± {rung.doubt:.1f}",
                f"{rung.mean_score:.1f}",
                f"{1000 * rung.seconds:.1f}",
            )
        console.print(table)

    with (
        goes_on(f"ladder-{game}.jsonl", "--keep", show),
        workplace(cluster),
        progress_bar("Playing", total or 0, quiet=as_json) as tick,
    ):
        result = climb(
            game,
            names,
            seats=seats,
            games=games,
            seed=seed,
            threads=threads,
            options=tuple(option),
            backend=backend,
            kept=keep,
            progress=tick,
        )
    if to is not None:
        words = ["lodge", "ladder", game, "--bots", bots, "--seats", str(seats), "--games", str(games)]
        words += ["--seed", str(seed), *(part for one in option for part in ("--option", one))]
        write(result, to, " ".join(words), machine())
    show(result)


@app.command()
def train(
    game: GameName,
    out: Annotated[
        Path, typer.Option(help="The folder for the nets and their curve; a training kept there continues.")
    ],
    seats: Annotated[int | None, typer.Option(help="How many players; without it, every number in turn.")] = None,
    generations: Annotated[int, typer.Option(help="How many nets, each taught by the one before it.")] = 4,
    games: Annotated[int, typer.Option(help="How many games each learns from.")] = 100_000,
    passes: Annotated[float, typer.Option(help="How often it goes through all positions.")] = 8.0,
    rivals: Annotated[int, typer.Option(help="How many games each plays against search; 0 for none.")] = 100,
    seed: Seed = 0,
    backend: Annotated[str, typer.Option(help="python, native or cuda: the nets are the same.")] = "native",
    threads: Threads = 1,
    cluster: Cluster = None,
    option: Options = [],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """Train a net for the bot `master`, by self-play."""
    from lodge.games import game as named
    from lodge.lab.train import Generation, Settings
    from lodge.lab.train import train as learn

    def tell(one: Generation) -> None:
        known = f"net {one.number}: {one.positions:,} positions, {one.explained:.1%} explained"
        won = "" if one.win_rate is None else f", wins {one.win_rate:.1%} against search"
        points = "" if one.scores is None else ", {:.1f} points to {:.1f}".format(*one.scores)
        if not as_json:
            console.print(f"{known}{won}{points}, {one.seconds:.0f} s", highlight=False, soft_wrap=True)

    players = named(game).seats if seats is None else (seats, seats)
    settings = Settings(game, players, tuple(option), games, passes, seed, rivals)
    with workplace(cluster):
        file = learn(
            settings,
            out,
            generations=generations,
            threads=threads,
            backend=backend,
            stage=lambda words, total: progress_bar(words, total, quiet=as_json),
            tell=tell,
        )
    if as_json:
        print_json(json.loads(file.with_name("curve.json").read_text()))
        return
    console.print(f"The net is {file}: bot master={file}", markup=False, highlight=False, soft_wrap=True)


@app.command()
def bench(
    game: AnyGame = None,
    seconds: Annotated[float, typer.Option(help="About how long each measurement takes.")] = 2.0,
    as_json: AsJson = False,
) -> None:
    """Measure the speed of the rules and of search on this machine."""
    from lodge.lab.bench import bench as measure

    with console.status("Measuring") if not as_json else nullcontext():
        result = measure(named_or_first(game), seconds)
    print_result(result, as_json=as_json)


@app.command()
def wasm(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="The games; by default all.")] = None,
) -> None:
    """Make the modules: the rules and bots as WebAssembly, which needs no compiler where it runs."""
    from lodge.games import game as named
    from lodge.games import games as known
    from lodge.kernel.sources import MODULE
    from lodge.modules import make

    for one in [named(name) for name in games] if games else known():
        with console.status(f"Making the module of {one.title}"):
            make(one)
        size = (one.folder / MODULE).stat().st_size
        console.print(f"{one.title}: {size / 1000:.0f} kB", markup=False, highlight=False)
