"""What the window says about the form that is filled by hand beside a game, and about help with it."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.records.schema import Help

COMMANDS = {"form": "Record form", "form_help": "Help with the form"}
MEANINGS = {
    "form": "The form of the paper game beside the board, for your own notes",
    "form_help": "Let the program work out what you can know: in the form, on the board, and for each move",
}
HELP = "Help"
HELP_ON = "Help is on"
NO_FORM = "No form belongs to this game."
NO_SEAT = "Only who plays fills in a form."
HOW = "Click a cell and write, up to 12 letters. Undo takes it back."
WORKING = "What you can know is being worked out."


def helped(whiles: Sequence[Help]) -> str:
    """When help has been on, as in "Help was on from move 3 to 7 and has been on since move 12, which the record says."."""
    ended = [_while(one.since, one.until) for one in whiles if one.until is not None]
    said = [f"was on {', '.join(ended)}"] if ended else []
    said += [f"has been on since {f'move {one.since}' if one.since else 'the start'}" for one in whiles if one.until is None]
    return f"Help {' and '.join(said)}, which the record says." if said else ""


def _while(since: int, until: int) -> str:
    if since == until:
        return f"at move {since}" if since else "before the first move"
    return f"from {f'move {since}' if since else 'the start'} to {until}"


def not_worked_out(reason: str) -> str:
    return f"This cannot be worked out here: {reason}."


def line(row: str, columns: Sequence[str], written: Sequence[str], deduced: Sequence[str]) -> str:
    """A row of the form as text, as in "seat 2: red 1 (0 or 1), blue -"."""
    cells = []
    for column, own, help in zip(columns, written, deduced, strict=True):
        cells.append(f"{column}: {own or '-'}" + (f" ({help})" if help else ""))
    return f"{row}: {', '.join(cells)}"
