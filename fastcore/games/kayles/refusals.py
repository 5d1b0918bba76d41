"""What may be wrong with a position text of Kayles, with mends."""

from __future__ import annotations

import re

from fastcore.lines import Line
from fastcore.values import Field, Problem, quoted

PINS = 61
FIELDS = (
    Field("pins", "line", "61 of x (stands) and . (down)", "x" * 60 + ".", "the row of pins, from 01 to 61"),
    Field("turn", "whole", "1 to 62", "2", "the number of the turn"),
)
FORMS = {"pins": "[x.]+", "turn": "[0-9]+"}


def problems(text: str) -> list[Problem]:
    """All that is wrong."""
    line = Line("kayles", FIELDS, text)
    if not line.parts:
        return line.miscounted(FORMS, {"pins": "x" * PINS, "turn": "1"})
    pins, turn = line.parts["pins"], line.parts["turn"]
    if not re.fullmatch(f"[x.]{{{PINS}}}", pins):
        kept = "".join(pin if pin in "x." else "x" for pin in pins[:PINS]).ljust(PINS, "x")
        fitting = _turns(kept)
        changed = {"pins": kept} if turn in fitting else {"pins": kept, "turn": fitting[0]}
        line.say("pins", f"{quoted(pins, 40)} is not {PINS} of x and .", ("write pins", changed), unread=True)
        if not re.fullmatch("[1-9]|[1-5][0-9]|6[0-2]", turn):
            line.say("turn", "it must be 1 to 62", ("begin", {"pins": "x" * PINS, "turn": "1"}), unread=True)
        return line.found
    fitting = _turns(pins)
    if turn not in fitting:
        reason = f"with {pins.count('.')} pins down it must be {fitting[0]} to {fitting[-1]}"
        ways = [(f"make it turn {one}", {"turn": one}) for one in dict.fromkeys((fitting[0], fitting[-1]))]
        line.say("turn", reason, *ways)
    return line.found


def _turns(pins: str) -> list[str]:
    """The turns in which so many pins may be down."""
    down = pins.count(".")
    return [str(turn) for turn in range(1 + (down + 1) // 2, down + 2)]
