"""Make the sounds of the table: wood, water, paper and bone, worked out by numbers and packed as small MP3 files.

    python tools/sounds.py            # writes web/src/sounds, needs ffmpeg

Each sound is a function that returns its samples. The same code gives the same samples; what an encoder makes of them
may differ from one version to the next, so the files are kept in the repository.
"""

from __future__ import annotations

import subprocess
import sys
import wave
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

RATE = 44_100
AUDIBLE = 0.006  # beside the loudest moment
FOLDER = Path(__file__).parents[1] / "web" / "src" / "sounds"

Wave = NDArray[np.float64]


def times(seconds: float) -> Wave:
    """Moments, in seconds."""
    return np.arange(int(RATE * seconds)) / RATE


def noise(seconds: float, low: float, high: float, seed: int) -> Wave:
    """Noise between two frequencies, with soft edges."""
    white = np.random.default_rng(seed).standard_normal(int(RATE * seconds))
    frequencies = np.fft.rfftfreq(len(white), 1 / RATE)
    shape = 1 / (1 + (low / np.maximum(frequencies, 1)) ** 4) / (1 + (frequencies / high) ** 4)
    filtered: Wave = np.fft.irfft(np.fft.rfft(white) * shape, len(white))
    return filtered / float(np.abs(filtered).max())


def fading(sound: Wave, attack: float, decay: float) -> Wave:
    """The sound swelling for some seconds, then dying away to a third every `decay`."""
    t = np.arange(len(sound)) / RATE
    return sound * np.minimum(1, t / attack) * np.exp(-np.maximum(0, t - attack) / decay)


def struck(pitch: float, modes: dict[float, float], decay: float, seconds: float) -> Wave:
    """A body that is struck: its modes, by how many times the pitch each sounds and how loud; high ones die sooner."""
    t = times(seconds)
    return sum(
        (
            loud * np.sin(2 * np.pi * pitch * times_ * t) * np.exp(-t * times_**0.7 / decay)
            for times_, loud in modes.items()
        ),
        start=np.zeros(len(t)),
    ) * np.minimum(1, t / 0.0008)


BLOCK = {1.0: 1.0, 2.57: 0.5, 4.95: 0.22, 7.3: 0.1}  # a block of wood, with inharmonic modes
BAR = {1.0: 1.0, 3.98: 0.28, 9.2: 0.08}  # a tuned wooden bar, as of a marimba
BONE = {1.0: 1.0, 1.83: 0.7, 2.71: 0.4, 4.1: 0.25}


def wooden(pitch: float, decay: float = 0.035, seed: int = 1) -> Wave:
    """Wood on wood: the block, and the short noise of the touch."""
    touch = fading(noise(0.2, 900, 5000, seed), 0.0005, 0.006)
    return together((0, struck(pitch, BLOCK, decay, 0.3)), (0, 0.5 * touch))


def bar(pitch: float, decay: float = 0.17) -> Wave:
    """A tuned bar."""
    return struck(pitch, BAR, decay, decay * 4.5)


def drop(pitch: float, rise: float = 14.0, decay: float = 0.035) -> Wave:
    """A drop in water is a bubble whose tone rises while it closes."""
    t = times(decay * 6)
    phase = 2 * np.pi * pitch * (t + rise * t**2 / 2)
    return np.sin(phase) * np.minimum(1, t / 0.002) * np.exp(-t / decay)


def together(*parts: tuple[float, Wave]) -> Wave:
    longest = max(int(at * RATE) + len(sound) for at, sound in parts)
    mixed = np.zeros(longest)
    for at, sound in parts:
        mixed[int(at * RATE) : int(at * RATE) + len(sound)] += sound
    return mixed


def rattle(pitches: list[float], gaps: list[float]) -> Wave:
    """Small bones that tumble and come to rest."""
    at = np.cumsum([0.0, *gaps])
    loud = np.linspace(0.55, 1, len(pitches))
    click = [
        together((0, struck(pitch, BONE, 0.012, 0.12)), (0, 0.6 * fading(noise(0.1, 2500, 9000, i), 0.0003, 0.004)))
        for i, pitch in enumerate(pitches)
    ]
    return together(*((when, volume * sound) for when, volume, sound in zip(at, loud, click, strict=False)))


def card() -> Wave:
    """A card slides over the table and lands."""
    slide = fading(noise(0.16, 1800, 7500, 11), 0.05, 0.035)
    return together((0, 0.8 * slide), (0.085, 0.7 * fading(noise(0.08, 500, 3500, 12), 0.0008, 0.010)))


def deal() -> Wave:
    """Five cards, one after another."""
    return together(*((0.085 * i, (0.75 + 0.05 * i) * card()) for i in range(5)))


def flip() -> Wave:
    """A card is turned up: it bends, then snaps down."""
    bend = fading(noise(0.12, 2500, 9000, 21), 0.03, 0.02)
    return together((0, 0.5 * bend), (0.075, fading(noise(0.09, 900, 6000, 22), 0.0005, 0.012)))


def cube() -> Wave:
    """A small cube is set down."""
    return wooden(980, 0.016, 31)


def wood() -> Wave:
    """A block of wood is set down."""
    return wooden(360, 0.035, 41)


def dice() -> Wave:
    pitches = [2350.0, 1900.0, 2600.0, 2050.0, 2400.0, 1750.0, 2200.0]
    return rattle(pitches, [0.035, 0.05, 0.045, 0.07, 0.09, 0.12])


def die() -> Wave:
    return rattle([2100.0, 2500.0], [0.06])


def knock() -> Wave:
    """Twice with the knuckles on the table top."""
    low = together((0, wooden(230, 0.05, 51)), (0, 0.7 * fading(noise(0.2, 120, 900, 52), 0.001, 0.03)))
    return together((0, low), (0.17, 0.85 * low))


def water() -> Wave:
    """Two drops."""
    return together((0, drop(620)), (0.07, 0.5 * drop(880)))


def splash() -> Wave:
    """A dam rises: water thrown up, and drops that fall back."""
    thrown = fading(noise(0.7, 500, 5200, 61), 0.04, 0.13)
    rng = np.random.default_rng(62)
    falling = [
        (0.16 + 0.5 * rng.random(), (0.12 + 0.15 * rng.random()) * drop(500 + 900 * rng.random())) for _ in range(9)
    ]
    return together((0, 0.8 * thrown), (0, 0.5 * wooden(150, 0.07, 63)), *falling)


def pencil() -> Wave:
    """A number is written: two strokes on paper."""
    stroke = noise(0.11, 2800, 8000, 71)
    t = times(0.11)
    stroke = stroke * np.sin(np.pi * t / 0.11) ** 0.7 * (0.75 + 0.25 * np.sin(2 * np.pi * 95 * t))
    return together((0, 0.7 * stroke), (0.14, 0.6 * stroke[::-1]))


def complete() -> Wave:
    """Something is complete: two bars, rising."""
    return together((0, bar(523.25, 0.13)), (0.09, 0.9 * bar(783.99, 0.16)))


def turn() -> Wave:
    """Your turn: two soft bars, rising."""
    return together((0, 0.8 * bar(392.0)), (0.14, bar(587.33)))


def sit() -> Wave:
    """Somebody sits down on the log."""
    return together(
        (0, wooden(185, 0.07, 81)),
        (0, 0.6 * fading(noise(0.3, 120, 900, 82), 0.004, 0.05)),
        (0.12, 0.35 * wooden(240, 0.03, 83)),
    )


def back() -> Wave:
    """Taken back: a card drawn away."""
    return 0.9 * card()[::-1]


def win() -> Wave:
    """A rising run, and a chord."""
    notes = [392.0, 523.25, 659.26, 783.99, 1046.5]
    return together(*((0.13 * i, bar(note, 0.2)) for i, note in enumerate(notes)), (0.52, 0.6 * bar(523.25, 0.28)))


def over() -> Wave:
    """The match is over, and somebody else won: calm, not sad."""
    return together((0, bar(392.0, 0.22)), (0.2, 0.9 * bar(329.63, 0.22)), (0.4, bar(261.63, 0.28)))


# How loud each is beside the others: what happens often is quiet.
SOUNDS: dict[Callable[[], Wave], float] = {
    card: 0.5, deal: 0.5, flip: 0.5, cube: 0.5, wood: 0.6, dice: 0.6, die: 0.5, knock: 0.9, water: 0.5, splash: 0.7,
    pencil: 0.35, complete: 0.55, turn: 0.6, sit: 0.8, back: 0.45, win: 0.7, over: 0.6,
}  # fmt: skip


def pack(sound: Wave, loud: float, path: Path) -> None:
    """Write the samples as MP3, without the end that nobody hears."""
    sound = sound[: np.flatnonzero(np.abs(sound) > AUDIBLE * np.abs(sound).max())[-1]].copy()
    tail = min(len(sound), int(0.02 * RATE))
    sound[-tail:] *= np.linspace(1, 0, tail)
    samples = (sound / np.abs(sound).max() * loud * 32_767).astype("<i2")
    with TemporaryDirectory() as folder:
        raw = Path(folder) / "sound.wav"
        with wave.open(str(raw), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples.tobytes())
        command = [
            "ffmpeg",
            "-y",
            "-loglevel",
            "error",
            "-i",
            str(raw),
            "-ar",
            "32000",
            "-q:a",
            "8",
            "-map_metadata",
            "-1",
        ]
        subprocess.run([*command, "-id3v2_version", "0", str(path)], check=True)  # noqa: S603


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for make, loud in SOUNDS.items():
        path = FOLDER / f"{make.__name__}.mp3"
        pack(make(), loud, path)
        sys.stdout.write(f"{path.name}: {path.stat().st_size} bytes, {len(make()) / RATE:.2f} s\n")


if __name__ == "__main__":
    main()
