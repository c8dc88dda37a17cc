"""How long Amik's bonus river (A17) takes on landscapes where it is hard to find.

    python benchmarks/river.py [--count 1000] [--seed 0]

On those that the tests keep from the ends of games, and on crowded ones: every hex that is no forest (one in each
section, A1) holds water, on some landscapes ponds among it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import thread_time

from lodge.games.amik.rules.arrays import set_of
from lodge.games.amik.rules.facts import HEX_COUNT, MIDDLES, NAMES, SECTION_NUMBERS
from lodge.games.amik.rules.river import longest
from lodge.kernel import Luck, below, lucky

KEPT = Path(__file__).parent.parent / "tests" / "games" / "amik" / "rivers.txt"
Landscape = tuple[int, ...]


def kept() -> list[Landscape]:
    """The landscapes of the tests."""
    found: list[Landscape] = []
    for line in KEPT.read_text().splitlines():
        letters, animal, _ = line.split()
        water, ponds = ([number for number, one in enumerate(letters) if one in some] for some in ("rp", "p"))
        found.append((*set_of(water), *set_of(ponds), *set_of([NAMES.index(animal)])))
    return found


def crowded(luck: Luck) -> Landscape:
    """As much water as can be, none to four tenths of it ponds."""
    forest = {section[below(luck, len(section))] for section in SECTION_NUMBERS}
    water = [number for number in range(HEX_COUNT) if number not in forest]
    part = below(luck, 5)
    ponds = [number for number in water if below(luck, 10) < part]
    return (*set_of(water), *set_of(ponds), *set_of([MIDDLES[below(luck, len(MIDDLES))]]))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    luck = lucky(arguments.seed)
    for name, landscapes in (("kept", kept()), ("crowded", [crowded(luck) for _ in range(arguments.count)])):
        longest(*landscapes[0])  # compiles
        times = []
        for landscape in landscapes:
            start = thread_time()
            longest(*landscape)
            times.append(1000 * (thread_time() - start))
        times.sort()
        print(
            f"{len(times)} {name}: median {times[len(times) // 2]:.2f} ms, 99 of 100 in "
            f"{times[len(times) * 99 // 100]:.2f} ms, longest {times[-1]:.2f} ms"
        )


if __name__ == "__main__":
    main()
