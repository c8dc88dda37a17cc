"""The short way out of a websocket says what the long one would."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from lodge.server.wire import frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 128, 65535, 65536, 200_000])
def test_frames_are_those_of_the_standard(size: int) -> None:
    text = b"x" * size
    assert frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
