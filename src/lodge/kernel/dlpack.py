"""DLPack: lending memory to other array libraries without copying it.

NumPy's arrays can do that by themselves, numba-cuda's cannot. A loan is a capsule around a C structure that describes
the memory; whoever takes the capsule calls the structure's deleter when done. Until then the owner is kept alive here.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # kinds of device
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # of numbers, by NumPy's letter
NAME = b"dltensor"  # of a capsule that nobody has taken yet


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32 * 2),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),  # none: rows follow each other
        ("byte_offset", ctypes.c_uint64),
    )


class _Loan(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p))


_lent: dict[int, tuple[Any, ...]] = {}  # by the address of a loan: what must live as long


def _give_back(address: int) -> None:
    """The deleter: called by whoever took the capsule."""
    del _lent[address]


def _drop(capsule: int) -> None:
    """The capsule's destructor: if nobody has taken it, the loan ends."""
    if _is_valid(capsule, NAME):
        _give_back(_pointer(capsule, NAME))


_deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_give_back)
_destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_drop)
_python: Any = ctypes.pythonapi
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", _python))
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", _python))
_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", _python)
)


def lend(address: int, shape: tuple[int, ...], dtype: np.dtype[Any], device: tuple[int, int], owner: object) -> Any:
    """A DLPack capsule for memory whose rows follow each other. `owner` is kept until the loan ends."""
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    loan = _Loan()
    loan.tensor = _Tensor(address, device, len(shape), KINDS[dtype.kind], 8 * dtype.itemsize, 1, sizes, None, 0)
    loan.deleter = ctypes.cast(_deleter, ctypes.c_void_p)
    _lent[ctypes.addressof(loan)] = (loan, sizes, owner)
    return _capsule(ctypes.addressof(loan), NAME, ctypes.cast(_destructor, ctypes.c_void_p))
