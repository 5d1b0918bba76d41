"""Kayles in plain Python, from docs/rules/kayles.md."""

from __future__ import annotations

import re
from itertools import pairwise

Event = tuple[str, list[str], str]
PINS = [f"{number:02}" for number in range(1, 62)]


class Refused(Exception):
    """The text is no spec of the game."""


def canonical(spec: str) -> str:
    if re.fullmatch(r"\s*kayles\s*(\(\s*\))?\s*", spec) is None:
        raise Refused(spec)
    return "kayles"


def start(spec: str) -> str:
    return "x" * 61 + " 1"


def refusal(spec: str, text: str, seat: int | None = None) -> str | None:
    parts = text.split(" ")
    if len(parts) != 2:
        return "position"
    pins, turn = parts
    if len(pins) != 61 or set(pins) - set("x."):
        return "pins"
    down = pins.count(".")
    allowed = [str(number) for number in range(1 + -(-down // 2), down + 2)]
    return None if turn in allowed else "turn"


def actor(spec: str, text: str) -> str:
    pins, turn = text.split()
    return "over" if "x" not in pins else "seat 1" if int(turn) % 2 else "seat 2"


def moves(spec: str, text: str) -> list[str]:
    pins = text.split()[0]
    standing = {name for name, pin in zip(PINS, pins, strict=True) if pin == "x"}
    pairs = [f"{first}-{second}" for first, second in pairwise(PINS)]
    return sorted([*standing, *(pair for pair in pairs if set(pair.split("-")) <= standing)])


def play(spec: str, text: str, move: str) -> str:
    pins, turn = text.split()
    left = "".join("." if name in move.split("-") else pin for name, pin in zip(PINS, pins, strict=True))
    return f"{left} {int(turn) + 1}"


def events(spec: str, text: str, move: str) -> list[Event]:
    return [("knock", move.split("-"), play(spec, text, move))]


def points(spec: str, text: str) -> tuple[int, int]:
    return (0, 0)


def returns(spec: str, text: str) -> tuple[int, int]:
    return (1, -1) if int(text.split()[1]) % 2 == 0 else (-1, 1)


def view(spec: str, text: str, seat: int | None) -> str:
    return text


def observation(spec: str, text: str, move: str, seat: int | None) -> str:
    return move


def perft(spec: str, text: str, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(spec, play(spec, text, move), depth - 1) for move in moves(spec, text))
