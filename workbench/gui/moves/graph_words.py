"""What the window says about the values of a game over its turns."""

from __future__ import annotations

from workbench.boards.kit.figures import signed

COMMANDS = {"graph": "Value graph"}
MEANINGS = {"graph": "Show how the game looked after every turn, by the bots' own values, by analyses and by the evaluation"}
HEAD = "Value after every turn"
NO_ROOM = "The window is too low for the graph at this size of type."
BOTS, STATIC, ANALYSIS = "bots", "evaluation", "analysis"


def share(value: float, seats: int) -> str:
    """A value in [-1, 1] as a chance, or as it is where several seats share what is won."""
    return f"{round(50 * (value + 1))} %" if seats == 2 else signed(value)


def seat(side: str, value: str) -> str:
    """A seat in the legend."""
    return f" {side} {value}"


def told(stands: str, texts: list[str]) -> str:
    """What is under the pointer, as in "turn 12 · bots 63 % · evaluation 55 %"."""
    return " · ".join([stands or "start", *texts])
