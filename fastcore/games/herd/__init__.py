"""Herd, by Mark Steere (2022)."""

from __future__ import annotations

from fastcore.games.herd.herd import Herd
from fastcore.games.herd.texts import FIELDS, SIZES
from fastcore.values import GameInfo, Has, Option

__all__ = ["INFO", "Herd"]

INFO = GameInfo(
    id="herd",
    title="Herd",
    designer="Mark Steere",
    year=2022,
    seats=(2,),
    sides=("red", "blue"),
    has=Has(chance=True, secrets=False, hidden=False),
    policies=("uniform", "greedy"),
    # 2,000 turns of at most 6 removals, 6 placements and one placement for each captured stone. Only lone stones are
    # captured, and fewer than half of the 169 cells can hold lone stones.
    longest=2000 * (6 + 6 + 84),
    options=(Option("size", "whole", "5", "cells on each side of the hexagon", SIZES[0], SIZES[1]),),
    fields=FIELDS,
    goal="Fill the hexagon with stones and own the larger herd when it is full.",
    bench=("herd(size=4)", "herd", "herd(size=6)"),
)
