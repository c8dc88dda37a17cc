"""What rules are written in: structs, the rule decorator, luck, and the compiler behind them."""

from lodge.kernel.entry import INT, LONG, NUMBERS, WORDS, Kind, One, Rows
from lodge.kernel.luck import Luck, below, bits, luck_from_bytes, lucky, sow
from lodge.kernel.rule import Scratch, heavy, rule, scratch, wide
from lodge.kernel.struct import Out, array, copy, differences, dtype_of, i8, i16, i32, i64, new, same, struct, words

__all__ = [
    "INT",
    "LONG",
    "NUMBERS",
    "WORDS",
    "Kind",
    "Luck",
    "One",
    "Out",
    "Rows",
    "Scratch",
    "array",
    "below",
    "bits",
    "copy",
    "differences",
    "dtype_of",
    "heavy",
    "i8",
    "i16",
    "i32",
    "i64",
    "luck_from_bytes",
    "lucky",
    "new",
    "rule",
    "same",
    "scratch",
    "sow",
    "struct",
    "wide",
    "words",
]
