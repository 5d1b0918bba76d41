"""What the window says when it shows once more what happened lately."""

from __future__ import annotations

COMMANDS = {
    "account": "What happened",
    "account_back": "An event back",
    "account_forward": "The next event",
    "account_part_back": "An action or a turn back",
    "account_part_forward": "On to the next action or turn",
    "account_play": "Play it from here",
    "account_start": "Before it all",
    "account_end": "After it all",
    "account_leave": "Leave what happened",
}
MEANINGS = {
    "account": "The latest turns in words beside the board, to be shown once more",
    "account_back": "Show the board as it was one event earlier",
    "account_forward": "Show the next event of the latest turns",
    "account_part_back": "Show the board as it was before this action of all seats, or before this turn",
    "account_part_forward": "Show the next action of all seats, or the next turn, to its end",
    "account_play": "Show the latest turns event by event, or stop there",
    "account_start": "Show the board as it was before the latest turns",
    "account_end": "Show the board after the last event told",
    "account_leave": "Show the game as it is now",
}
PAUSE = "Pause here"
TO_GAME = "Back to the game"
BEFORE = "Before the first turn"
START = "This is how it began."
COVERED = "What happened is told when the screen has been handed over."
NOTHING = "Nothing has happened yet."
AT_START = "This is before the first event."
AT_END = "This is the last event."
NOT_SHOWN = "The game is shown as it is."


def turn(stands: str, side: str) -> str:
    """The head of what happened in a turn, as in "Turn 4, Red"."""
    if not stands:
        return BEFORE
    return f"{stands[0].upper()}{stands[1:]}, {side}" if side else f"{stands[0].upper()}{stands[1:]}"


def shown(words: str, number: int, total: int) -> str:
    """What is shown once more, and how to come back."""
    return f"{words or START} ({number} of {total}, Esc goes back)"
