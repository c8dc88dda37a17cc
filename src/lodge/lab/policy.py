"""Learned policies: a small net that wishes actions by what a seat knows, in a file of plain arrays.

Such a file (`.npz`) holds the game, the version of its rules, and layers: a matrix and a bias each, ReLU between them;
where the matrix is one of small whole numbers, also what a 1 in each of its columns stands for (`scale_0`, ...).
What goes in are the features of `lodge.observations.encoder`, what comes out is a wish for each action, of which only
the legal ones count. How it was learned is of no concern here: any library can write one.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from lodge.errors import LodgeError
from lodge.games import Game
from lodge.games import game as game_named
from lodge.games.compiled import compiled_rules
from lodge.kernel import Luck
from lodge.observations import encoder

FORMAT = 1
PREFIX = "policy="
NEVER = np.float32(-1e30)
Array = npt.NDArray[Any]
Layer = tuple[Array, Array]


@dataclass(frozen=True, eq=False)
class Net:
    """A policy: for bots and rivals by itself, for a learner to begin with."""

    game: str
    layers: tuple[Layer, ...]

    def wishes(self, observations: Array, masks: Array) -> Array:
        """How much each action is wished, by row; illegal ones not at all."""
        there = encoder(self.game).encode(observations)
        for weights, bias in self.layers[:-1]:
            there = np.maximum(there @ weights + bias, 0)
        weights, bias = self.layers[-1]
        return np.where(masks, there @ weights + bias, NEVER)

    def act(self, observations: Array, masks: Array) -> Array:
        """The action that is wished most, by row."""
        return np.asarray(self.wishes(observations, masks).argmax(1))

    def choose(self, game: Game, state: Any, seat: int, luck: Luck) -> int:  # noqa: ARG002 - as bots choose
        """The same for one table: a net is a bot, too."""
        rules = compiled_rules(game)
        seen, out = self._room
        rules.observe(state, seat, seen)
        mask = np.zeros((1, rules.ACTIONS), np.bool_)
        mask[0, out[: rules.legal(state, seat, out)]] = True
        return int(self.act(seen[None], mask)[0])

    @property
    def _room(self) -> tuple[Array, Array]:
        rules = game_named(self.game).rules
        return np.zeros(rules.OBSERVATION, np.int16), np.zeros(rules.ACTIONS, np.int16)

    @cached_property
    def size(self) -> int:
        """How many weights it has."""
        return sum(weights.size + bias.size for weights, bias in self.layers)


def save(path: Path, game: Game, layers: Iterable[Sequence[Any]], *, small: bool = False) -> None:
    """Write a policy: for each layer a matrix (what comes in x what goes out) and a bias.

    A small one has matrices of whole numbers up to 127: a quarter of the size, and nearly as good.
    """
    parts: dict[str, Any] = {"format": FORMAT, "game": game.id, "rules": game.rules.VERSION}
    for number, (weights, bias) in enumerate(layers):
        parts |= {f"weights_{number}": np.float32(weights), f"bias_{number}": np.float32(bias)}
        if small:
            scale = np.maximum(np.abs(parts[f"weights_{number}"]).max(0), 1e-12) / 127
            whole = np.rint(parts[f"weights_{number}"] / scale).astype(np.int8)
            parts |= {f"weights_{number}": whole, f"scale_{number}": np.float32(scale)}
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as file:
        np.savez_compressed(file, **parts)
    fresh.replace(path)


def load(path: Path, game: Game) -> Net:
    """A policy from a file; a LodgeError says why it is of no use for the game."""
    try:
        with np.load(path, allow_pickle=False) as parts:
            made = int(parts["format"]), str(parts["game"]), int(parts["rules"])
            count = sum(name.startswith("weights_") for name in parts.files)
            layers = tuple(
                (parts[f"weights_{i}"] * parts.get(f"scale_{i}", np.float32(1)), parts[f"bias_{i}"])
                for i in range(count)
            )
    except FileNotFoundError:
        raise LodgeError(f"There is no policy at {path}.") from None
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile):
        raise LodgeError(f"{path} is not a policy: docs/learning.md says how one is made.") from None
    if made != (FORMAT, game.id, game.rules.VERSION):
        told = f"{path} is a policy of format {made[0]} for {made[1]}, rules {made[2]}"
        raise LodgeError(f"{told}, not of format {FORMAT} for {game.id}, rules {game.rules.VERSION}.")
    sizes = [encoder(game.id).size, *(len(bias) for _, bias in layers)]
    shapes = [weights.shape for weights, _ in layers]
    if not layers or sizes[-1] != game.rules.ACTIONS or shapes != list(pairwise(sizes)):
        raise LodgeError(f"The policy in {path} is not of the size that {game.id} needs: learn it anew.")
    return Net(game.id, layers)


@lru_cache(maxsize=8)
def _kept(path: Path, changed: int, game: Game) -> Net:
    del changed
    return load(path, game)


def policy(spec: str, game: Game) -> Net | None:
    """What `policy=FILE` names; None for any other bot."""
    return Learned(Path(spec.removeprefix(PREFIX))).net(game) if spec.startswith(PREFIX) else None


@dataclass(frozen=True)
class Learned:
    """The bot `policy=FILE`: a policy that is read when it is first asked."""

    file: Path

    def net(self, game: Game) -> Net:
        """The policy, which is read again only when its file has changed."""
        return _kept(self.file, self.file.stat().st_mtime_ns if self.file.exists() else 0, game)

    def choose(self, game: Game, state: Any, seat: int, luck: Luck) -> int:
        """What the policy wishes most."""
        return self.net(game).choose(game, state, seat, luck)
