"""The test vectors of docs/fair-luck: `python -m tests.luck_vectors` writes them anew."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from lodge import Match
from lodge.fairness import Share, commitment, luck_for, seal, shared_seed
from lodge.kernel import below, bits
from lodge.record import Record, chain_start
from lodge.signing import public_key, signed

FOLDER = Path(__file__).parent.parent / "docs" / "fair-luck"
KEY = "11" * 32
NONCES = ("0" * 64, None, "f" * 64)
# game, players, options: together they meet every way in which luck is drawn but for the rarest
MATCHES = (("dam-it", 3, ()), ("beaver-gang", 3, ()), ("amik", 2, ()), ("donnant", 2, ()))


def shares(seats: int) -> list[Share | None]:
    """A share for each seat: one without, and for more than three players one that was not revealed."""
    made: list[Share | None] = [Share(seal(nonce), nonce) if nonce else None for nonce in NONCES]
    return [*made, Share(seal("a" * 64))][:seats]


def played(game: str, seats: int, options: tuple[str, ...] = (), seed: str = "7", *, shared: bool = True) -> Match:
    """A match of players who choose at random."""
    match = Match.new(game, seats, seed=seed, options=options, shares=shares(seats) if shared else ())
    choice = random.Random(seed)  # noqa: S311
    while match.pending:
        seat = choice.choice(match.pending)
        match.play(seat, choice.choice(match.legal_actions(seat)))
    return match


def record(game: str, seats: int, options: tuple[str, ...] = ()) -> Record:
    """The record of such a match, signed."""
    return signed(played(game, seats, options).record(), KEY)


def vectors() -> dict[str, Any]:
    """Every step of the specification."""
    shared = shared_seed("7", shares(3))
    streams = []
    for seed, move in (("7", 0), ("7", 1), ("7", 12), (shared, 1), ("é", 3)):
        numbers, luck = luck_for(seed, move), luck_for(seed, move)
        drawn = [int(bits(numbers)) for _ in range(8)]
        limits = [6, 1, 66, 2, 3, 2**31 - 1, 3 * 2**29, 3 * 2**29, 3 * 2**29, 3 * 2**29]
        below_all = [[limit, int(below(luck, limit))] for limit in limits]
        streams.append({"seed": seed, "move": move, "numbers": drawn, "below": below_all})
    head = Record(game="dam-it", rules=1, seats=["Ann", "Bjørn"], commitment=commitment("7"))
    return {
        "commitments": [{"seed": seed, "commitment": commitment(seed)} for seed in ("7", "", "é", "0" * 64)],
        "seals": [{"nonce": nonce, "seal": seal(nonce)} for nonce in NONCES if nonce],
        "shared": [{"seed": "7", "nonces": list(NONCES), "shared": shared}, {"seed": "7", "nonces": [], "shared": "7"}],
        "streams": streams,
        "head": {"record": head.ordered(), "mark": chain_start(head)},
        "key": {"secret": KEY, "public": public_key(KEY)},
    }


def files() -> dict[str, str]:
    """The files by their names."""
    made = {f"{which[0]}.json": record(*which).to_json() for which in MATCHES}
    return {"vectors.json": json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n", **made}


if __name__ == "__main__":
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
