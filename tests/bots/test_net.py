"""Nets: the same value in every world, close to the floats they were made of; files that do not fit are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lodge.bots.net import (
    EXACT,
    ONE,
    ROWS,
    SHIPPED,
    Net,
    blank,
    floats,
    has_net,
    load,
    mind,
    quantise,
    row_of,
    save,
    shapes,
    shipped,
    value,
)
from lodge.errors import LodgeError
from lodge.games import Game, game, games
from lodge.games.worth import UNIT
from lodge.kernel.compile import native

DAM_IT = game("dam-it")
SIZE = 12


def some_net(size: int = SIZE, seed: int = 0) -> Net:
    """A net in floats whose numbers often reach the bounds behind the layers."""
    luck = np.random.default_rng(seed)
    return Net(*(luck.normal(0, 0.3, shape).astype(np.float32) for shape in shapes(size)))


def some_observations(size: int = SIZE) -> Any:
    return np.random.default_rng(1).integers(-1, 80, (20, size)).astype(np.int16)


def values(net: Net, observations: Any, function: Any = value) -> list[int]:
    """By one mind, which looks with two seats by turns."""
    thinking = mind(net, 2)
    found = []
    for number, seen in enumerate(observations):
        thinking.seen[:] = seen
        found.append(int(function(net, thinking, number % 2)))
    return found


def by_hand(net: Net, seen: Any) -> float:
    """What the floats say."""
    wide = sum(net.table[i, row_of(int(number))] for i, number in enumerate(seen)) + net.bias
    narrow = np.clip(wide, 0, 1) @ net.mix + net.mix_bias
    total = float(np.clip(narrow, 0, 4) @ net.out + net.out_bias[0])
    return 0.5 + 0.5 * total / (1 + abs(total))


def test_every_value_has_a_row() -> None:
    assert [row_of(number) for number in (-5, -1, 0, 38)] == [0, 0, 1, EXACT - 1]
    assert [row_of(number) for number in (39, 42, 43, 1000, 32767)] == [EXACT, EXACT, EXACT + 1, ROWS - 1, ROWS - 1]


def test_interpreted_and_compiled_agree() -> None:
    net = quantise(some_net())
    found = values(net, some_observations())
    assert len(set(found)) > 10
    assert found == values(net, some_observations(), native(value))


def test_whole_numbers_are_close_to_the_floats() -> None:
    net = some_net()
    for seen, found in zip(some_observations(), values(quantise(net), some_observations()), strict=True):
        assert found / UNIT == pytest.approx(by_hand(net, seen), abs=0.005)


def test_what_was_seen_before_changes_nothing() -> None:
    """Sums are kept from one look to the next; they are what a fresh mind adds up."""
    net = quantise(some_net())
    fresh = [values(net, [seen])[0] for seen in some_observations()]
    assert values(net, some_observations()) == fresh


@pytest.mark.parametrize(("sign", "found"), [(1, UNIT - 1), (-1, 4)])
def test_no_sum_leaves_its_bits(sign: int, found: int) -> None:
    """The largest weights that quantising lets through: NumPy would warn, and compiled code would go wrong."""
    huge = quantise(Net(*(np.full(shape, sign * 1e9) for shape in shapes(900))))
    huge.table[:, 0] *= -1
    assert values(huge, [np.full(900, 5, np.int16)] * 2) == [found] * 2


def test_quantising_and_back() -> None:
    net = quantise(some_net())
    again = quantise(floats(net))
    assert all(np.array_equal(a, b) for a, b in zip(net, again, strict=True))
    assert net.bias[0] == round(float(some_net().bias[0]) * ONE)


# --- files ------------------------------------------------------------------------------------------------


def test_a_file_goes_round(tmp_path: Path) -> None:
    net = quantise(some_net(DAM_IT.rules.OBSERVATION))
    file = tmp_path / "net.npz"
    save(net, file, DAM_IT)
    again = load(file, DAM_IT)
    assert all(np.array_equal(a, b) and a.dtype == b.dtype for a, b in zip(net, again, strict=True))
    assert [path.name for path in tmp_path.iterdir()] == ["net.npz"]


def test_what_does_not_fit_is_told(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    with pytest.raises(LodgeError, match="no net at"):
        load(file, DAM_IT)
    file.write_bytes(b"PK not a net")
    with pytest.raises(LodgeError, match="lodge train dam-it"):
        load(file, DAM_IT)
    np.savez(file, format=1)
    with pytest.raises(LodgeError, match="is not a net"):
        load(file, DAM_IT)
    save(blank(DAM_IT.rules.OBSERVATION), file, DAM_IT)
    with pytest.raises(LodgeError, match="for dam-it, rules 1, not of format 1 for beaver-gang, rules"):
        load(file, game("beaver-gang"))
    save(blank(3), file, DAM_IT)
    with pytest.raises(LodgeError, match="not of the size"):
        load(file, DAM_IT)


@pytest.mark.parametrize("which", [which for which in games() if has_net(which)], ids=lambda which: which.id)
def test_what_is_shipped_is_small_and_fits(which: Game) -> None:
    assert shipped(which).table.any()
    assert (SHIPPED / f"{which.id}.npz").stat().st_size <= 2_000_000


def test_without_a_net_it_is_told() -> None:
    with pytest.raises(LodgeError, match="No net is shipped for Something: lodge train"):
        shipped(Game("something", "Something", (2, 4), 15, "lodge.games.dam_it"))
