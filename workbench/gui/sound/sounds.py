"""Short, calm sounds, synthesised as WAV data: moves, captures, dice, your turn, and the end."""

from __future__ import annotations

import io
import wave
from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

RATE = 44_100
LOUDNESS = 0.32  # fraction of full scale, low so that the sounds do not distract

Wave = NDArray[np.float64]


def _sample_times(seconds: float) -> Wave:
    return np.arange(int(seconds * RATE)) / RATE


def _tone(pitch: float, seconds: float, fade: float, overtones: tuple[float, ...] = (1.0, 0.3, 0.1)) -> Wave:
    """Return a decaying tone.

    Args:
        pitch: The frequency in hertz.
        seconds: The length in seconds.
        fade: The seconds in which the amplitude falls to 1/e.
        overtones: The amplitudes of the harmonics, the fundamental first.
    """
    t = _sample_times(seconds)
    wave: Wave = sum(
        (part * np.sin(2 * np.pi * pitch * (n + 1) * t) for n, part in enumerate(overtones)), np.zeros_like(t)
    )
    return wave * np.exp(-t / fade) * np.minimum(1.0, t / 0.004)


def _knock(pitch: float, seed: int) -> Wave:
    """Return the sound of wood on wood: a burst of noise and a short low tone."""
    t = _sample_times(0.14)
    noise = np.random.default_rng(seed).standard_normal(t.size)
    smooth = np.convolve(noise, np.ones(12) / 12, mode="same")
    return _tone(pitch, 0.14, 0.03, (1.0, 0.5, 0.25)) + 0.8 * smooth * np.exp(-t / 0.008)


def _mix(*parts: tuple[float, Wave]) -> Wave:
    """Mix sounds, each with its start in seconds."""
    mixed = np.zeros(max(int(start * RATE) + part.size for start, part in parts))
    for start, part in parts:
        first = int(start * RATE)
        mixed[first : first + part.size] += part
    return mixed


def _move() -> Wave:
    return _knock(330.0, 1)


def _capture() -> Wave:
    return _mix((0.0, _knock(262.0, 2)), (0.09, 0.8 * _knock(196.0, 3)))


def _dice() -> Wave:
    return _mix(*((0.055 * n, (0.9 - 0.1 * n) * _knock(520.0 + 60 * (n * 7 % 4), 10 + n)) for n in range(6)))


def _turn() -> Wave:
    return _mix((0.0, 0.5 * _tone(523.25, 0.5, 0.14)), (0.11, 0.5 * _tone(659.25, 0.6, 0.18)))


def _over() -> Wave:
    return _mix(*((0.16 * n, 0.5 * _tone(pitch, 0.9, 0.28)) for n, pitch in enumerate((392.0, 523.25, 659.25, 783.99))))


SOUNDS: dict[str, Callable[[], Wave]] = {
    "move": _move,
    "capture": _capture,
    "dice": _dice,
    "turn": _turn,
    "over": _over,
}


@cache
def wav(name: str) -> bytes:
    """Return a sound as WAV data: mono, 16 bits."""
    samples = SOUNDS[name]()
    samples = samples / np.abs(samples).max() * LOUDNESS
    fade = min(samples.size, RATE // 100)
    samples[-fade:] *= np.linspace(1.0, 0.0, fade)  # avoids a click at the end
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes((samples * 32767).astype("<i2").tobytes())
    return file.getvalue()
