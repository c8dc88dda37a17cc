"""Dam It! on one CUDA GPU, beside PGX's sparrow_mahjong on the same GPU in the same run.

    python benchmarks/gpu.py [--json FILE]

Needs `lodge[gpu]`, jax with CUDA and pgx. Both sides choose uniformly among legal (Lodge: candidate) actions and
start a new game where one has ended; compiling is not timed.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

from lodge.lab.sim import simulate


def lodge_rates(games: int) -> dict[str, Any]:
    """Moves per second native and on the GPU, and whether the digests are equal."""
    check = 1 << 20
    native = simulate("dam-it", seats=4, games=check, seed=7, backend="native", threads=os.cpu_count() or 1)
    same = simulate("dam-it", seats=4, games=check, seed=7, backend="cuda")
    runs = [simulate("dam-it", seats=4, games=games, seed=8 + i, backend="cuda") for i in range(3)]
    return {
        "native_threads": native.threads,
        "native_moves_per_second": native.moves_per_second,
        "native_digest": native.digest,
        "cuda_digest": same.digest,
        "digests_equal": native.digest == same.digest and native.moves == same.moves,
        "games": games,
        "cuda_moves_per_second": sorted(run.moves_per_second for run in runs)[1],
    }


def pgx_rate(batch: int, steps: int) -> float:
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
        start = time.perf_counter()
        state, key = jax.block_until_ready(run(state, key))
        rates.append(batch * steps / (time.perf_counter() - start))
    return sorted(rates)[1]


def main() -> None:
    """Run both and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1 << 28)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    result = lodge_rates(arguments.games)
    result["pgx_steps_per_second"] = {str(batch): pgx_rate(batch, 200) for batch in (1 << 14, 1 << 16, 1 << 18)}
    result["ratio_to_pgx"] = result["cuda_moves_per_second"] / max(result["pgx_steps_per_second"].values())
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=1))
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
