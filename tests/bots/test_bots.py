"""Bots by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from lodge.bots import BOTS, Greedy, Random, bot
from lodge.bots.search import Master, Search
from lodge.errors import UnknownName


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("random", Random()),
        ("greedy", Greedy()),
        ("search", Search()),
        ("search:500", Search(playouts=500)),
        ("search:500x2", Search(playouts=500, threads=2)),
        ("search:250ms", Search(playouts=None, milliseconds=250)),
        ("search:250msx3", Search(playouts=None, milliseconds=250, threads=3)),
        ("master", Master(playouts=None, milliseconds=2700, threads=2)),
        ("master:2000x2", Master(playouts=2000, milliseconds=None, threads=2)),
        ("master=a/net-1.npz", Master(file=Path("a/net-1.npz"))),
        ("master=net.npz:70ms", Master(milliseconds=70, file=Path("net.npz"))),
    ],
)
def test_a_name_makes_a_bot(spec: str, expected: object) -> None:
    assert bot(spec) == expected


@pytest.mark.parametrize(
    "spec",
    ["", "alpha", "greedy:5", "search:", "search:0", "search:ms", "search:5s", "Search", "search=net.npz", "master="],
)
def test_a_wrong_name_is_told(spec: str) -> None:
    with pytest.raises(UnknownName, match=", ".join(BOTS)):
        bot(spec)
