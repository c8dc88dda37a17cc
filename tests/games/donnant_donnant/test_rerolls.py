"""N5, N6: the reroll that the greedy player chooses is the best, against all rolls laid out in a block."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from lodge.games.donnant_donnant.players.common import rounds_later
from lodge.games.donnant_donnant.players.greedy.dice import weigh_rerolls
from lodge.games.donnant_donnant.players.greedy.value import completing_worth, early_worth, joker_worth
from lodge.games.donnant_donnant.rules.deck import DECK, NAMES
from lodge.games.donnant_donnant.rules.state import REROLL
from lodge.games.donnant_donnant.table.difficulty import Block, completing

from .walks import DONNANT

ROUNDED = 6  # hundredths of a point lost by whole numbers: one for each die


def position(card: str, dice: list[int], rolls: int) -> Any:
    """Level 1, one card in the stall and none to buy."""
    players = [{"cards": [{"card": card, "at": "c3"}]}]
    return DONNANT.moves.from_position({"players": players, "dice": dice, "rolls": rolls, "round": 9}, 0)


def means(worth: Block) -> dict[int, Block]:
    """By dice rolled again, as bits: what every roll is worth then."""
    return {
        sum(1 << die for die in rolled): np.broadcast_to(worth.mean(axis=rolled, keepdims=True), worth.shape)
        for size in range(1, 6)
        for rolled in combinations(range(5), size)
    }


@pytest.mark.parametrize("name", ["e1", "e8", "e11", "e20", "e25", "b7", "b16"])
def test_the_best_dice_are_kept(name: str) -> None:
    random = Random(name)  # noqa: S311
    for rolls in (1, 2, 1, 2):
        dice = [random.randint(1, 6) for _ in range(5)]
        state = position(name, dice, rolls)
        later = rounds_later(state)
        now = completing(DECK[NAMES.index(name)]) * completing_worth(state, 0, 0, later)
        worth = np.maximum(now, joker_worth(later))
        if rolls == 1:
            early = np.where(now > 0, now + early_worth(state, later), 0)
            worth = np.maximum(early, np.max([*means(worth).values()], axis=0))
        promises = {rolled: mean[tuple(number - 1 for number in dice)] for rolled, mean in means(worth).items()}
        out = np.zeros(8, np.int16)
        promise = weigh_rerolls(state, 0, out, 1, 3)
        assert abs(promise - max(promises.values())) <= ROUNDED
        chosen = [promises[int(action) - REROLL] for action in out[1:4]]
        for mine, best in zip(chosen, sorted(promises.values(), reverse=True), strict=False):
            assert mine >= best - 2 * ROUNDED
        assert len({*out[1:4]}) == 3
        assert not out[0]
        assert not any(out[4:])
