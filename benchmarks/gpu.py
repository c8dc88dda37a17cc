"""The games on one CUDA GPU, beside PGX's sparrow_mahjong on the same GPU in the same run.

    python benchmarks/gpu.py [GAME ...] [--alone] [--tune] [--json FILE]

Needs `lodge-games[gpu]`, jax with CUDA and pgx (not with `--alone`). Both sides choose uniformly among legal (Lodge:
candidate) actions and start a new game where one has ended; compiling is not timed. `--tune` tries other sizes of
blocks and numbers of registers a thread instead: what is best for a game belongs into its `tuning.py`.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from lodge.games import game, games
from lodge.lab import gpu
from lodge.lab.sim import simulate

CHECKED = 1 << 22  # moves of which the digests are compared, for every number of players and with each option
TRIAL = 1 << 14  # games that tell how many fit into the time


def digests_equal(name: str) -> bool:
    """Whether native code and the GPU play the same games, to the bit."""
    which = game(name)
    equal = True
    for seats in range(which.seats[0], which.seats[1] + 1):
        trial = simulate(name, seats=seats, games=1000)
        count = max(1000, CHECKED * trial.games // trial.moves)
        for options in which.option_sets(seats):
            runs = [
                simulate(name, seats=seats, options=options, games=count, seed=7, backend=backend, threads=threads)
                for backend, threads in (("native", os.cpu_count() or 1), ("cuda", 1))
            ]
            equal &= runs[0].digest == runs[1].digest and runs[0].moves == runs[1].moves
    return equal


def lodge_rates(name: str, seconds: float) -> dict[str, Any]:
    """Moves per second with four players and with the fewest, and whether the digests are equal."""
    fewest, most = game(name).seats
    rates = {str(seats): seat_rates(name, seats, seconds) for seats in sorted({fewest, min(4, most)})}
    return {"digests_equal": digests_equal(name), "by_seats": rates}


def seat_rates(name: str, seats: int, seconds: float) -> dict[str, Any]:
    """Moves per second native and on the GPU."""
    native = simulate(name, seats=seats, games=1 << 16, seed=7, threads=os.cpu_count() or 1)
    count = games_in(name, seats, seconds)
    runs = [simulate(name, seats=seats, games=count, seed=8 + i, backend="cuda") for i in range(3)]
    return {
        "native_threads": native.threads,
        "native_moves_per_second": native.moves_per_second,
        "games": count,
        "cuda_moves_per_second": sorted(run.moves_per_second for run in runs)[1],
    }


def games_in(name: str, seats: int, seconds: float) -> int:
    """How many games the GPU plays in about this time: as many for each table, where there is time for that."""
    count = TRIAL
    while True:
        trial = simulate(name, seats=seats, games=count, seed=7, backend="cuda")
        if trial.seconds > seconds / 4 or count >= gpu.TABLES:
            break
        count *= 4
    wanted = int(count * seconds / trial.seconds)
    return max(wanted // gpu.TABLES * gpu.TABLES, min(wanted, gpu.TABLES), 1)


def tuned(name: str, seconds: float) -> list[dict[str, Any]]:
    """Moves per second with four players, or as many as there can be, by block and registers; the fastest first."""
    which, found = game(name), []
    seats = min(4, which.seats[1])
    for registers in (64, 96, 128, 168, 255):
        for block in (64, 128, 256):
            if block * registers <= gpu.REGISTERS:
                launch = which.tuning.launch._replace(block=block, registers=registers)
                vars(which)["tuning"] = replace(which.tuning, launch=launch)  # in place of the cached one
                run = simulate(name, seats=seats, games=games_in(name, seats, seconds), seed=8, backend="cuda")
                found.append({"block": block, "registers": registers, "moves_per_second": run.moves_per_second})
                print(found[-1], flush=True)
    return sorted(found, key=lambda one: -one["moves_per_second"])


def pgx_rate(batch: int, steps: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """Steps per second of sparrow_mahjong with a random policy and automatic restarts."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("sparrow_mahjong")
    init = jax.vmap(env.init)
    step = jax.vmap(auto_reset(env.step, env.init))

    def body(_: int, carry: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = carry
        key, choose, again = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choose, logits, axis=1)
        return step(state, action, jax.random.split(again, batch)), key

    run = jax.jit(lambda state, key: jax.lax.fori_loop(0, steps, body, (state, key)))
    state = jax.jit(init)(jax.random.split(jax.random.PRNGKey(0), batch))
    state, key = jax.block_until_ready(run(state, jax.random.PRNGKey(1)))
    rates = []
    for _ in range(3):
        start = clock()
        state, key = jax.block_until_ready(run(state, key))
        rates.append(batch * steps / (clock() - start))
    return sorted(rates)[1]


def main() -> None:
    """Run both, and print and keep what comes out as it comes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=[one.id for one in games()])
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--alone", action="store_true", help="without PGX")
    parser.add_argument("--tune", action="store_true", help="try other blocks and numbers of registers")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    if arguments.tune:
        print(json.dumps({name: tuned(name, arguments.seconds) for name in arguments.games}, indent=1))
        return
    batches = () if arguments.alone else (1 << 14, 1 << 16, 1 << 18)
    pgx = {str(batch): pgx_rate(batch, 200) for batch in batches}
    result: dict[str, Any] = {"pgx_steps_per_second": pgx}
    print(json.dumps(result), flush=True)
    for name in arguments.games:
        result[name] = lodge_rates(name, arguments.seconds)
        for rates in result[name]["by_seats"].values() if pgx else ():
            rates["ratio_to_pgx"] = rates["cuda_moves_per_second"] / max(pgx.values())
        print(json.dumps({name: result[name]}, indent=1), flush=True)
        if arguments.json:
            arguments.json.write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
