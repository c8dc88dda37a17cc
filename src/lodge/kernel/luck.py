"""Luck: the streams of chance that moves draw from.

The generator is xoshiro128++ (Blackman and Vigna, 2019): 128 bits of state in four 32-bit lanes. The
lanes are held in signed 64-bit fields because sums of two 32-bit numbers are exact there in all worlds:
Python, native code and the GPU. No lane ever leaves 0 .. 2**32 - 1.
"""

from lodge.kernel.rule import rule
from lodge.kernel.struct import i64, new, struct

MASK = 0xFFFFFFFF
MIXING_ROUNDS = 8


@struct
class Luck:
    """A stream of chance. `drawn` counts the numbers taken from it."""

    lane: i64[4]
    drawn: i64


@rule
def turn(x: int, by: int) -> int:
    """Rotate a 32-bit number left."""
    return ((x << by) | (x >> (32 - by))) & MASK


@rule
def bits(luck: Luck) -> int:
    """The next 32 bits of the stream."""
    a = int(luck.lane[0])
    b = int(luck.lane[1])
    c = int(luck.lane[2])
    d = int(luck.lane[3])
    result = (turn((a + d) & MASK, 7) + a) & MASK
    shifted = (b << 9) & MASK
    c ^= a
    d ^= b
    luck.lane[1] = b ^ c
    luck.lane[0] = a ^ d
    luck.lane[2] = c ^ shifted
    luck.lane[3] = turn(d, 11)
    luck.drawn = int(luck.drawn) + 1
    return result


@rule
def below(luck: Luck, n: int) -> int:
    """A number from 0 to n - 1, each exactly as likely; 0 < n < 2**31.

    Lemire's multiply-and-shift with rejection. With only one outcome nothing is drawn: certainty is no luck.
    """
    if n == 1:
        return 0
    product = bits(luck) * n
    if product & MASK < n:
        unfair = (MASK + 1) % n
        while product & MASK < unfair:
            product = bits(luck) * n
    return product >> 32


@rule
def sow(luck: Luck, seed: int, index: int) -> None:
    """Set the stream to number `index` of the family `seed`, both from 0 to 2**63 - 1.

    ChaCha's quarter round is a bijection of 128 bits: different pairs never give the same stream.
    """
    a = seed & MASK
    b = index & MASK
    c = (seed >> 32) ^ 0x4C6F6467
    d = (index >> 32) ^ 0x65353831
    for _ in range(MIXING_ROUNDS):
        a = (a + b) & MASK
        d = turn(d ^ a, 16)
        c = (c + d) & MASK
        b = turn(b ^ c, 12)
        a = (a + b) & MASK
        d = turn(d ^ a, 8)
        c = (c + d) & MASK
        b = turn(b ^ c, 7)
    plant(luck, a, b, c, d)


@rule
def plant(luck: Luck, a: int, b: int, c: int, d: int) -> None:
    """Set the four lanes; all zero, the one state the generator cannot leave, becomes another."""
    luck.lane[0] = a if a | b | c | d else 1
    luck.lane[1] = b
    luck.lane[2] = c
    luck.lane[3] = d
    luck.drawn = 0


def lucky(seed: int, index: int = 0) -> Luck:
    """A new stream: number `index` of the family `seed`."""
    luck = new(Luck)
    sow(luck, seed, index)
    return luck


def luck_from_bytes(key: bytes) -> Luck:
    """A new stream from the first 16 bytes of a hash."""
    luck = new(Luck)
    lanes = [int.from_bytes(key[i : i + 4], "little") for i in range(0, 16, 4)]
    plant(luck, *lanes)
    return luck
