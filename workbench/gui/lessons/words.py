"""What the window says in the guided first game, in tips, in the palette of commands and in the live text."""

from __future__ import annotations

from workbench.system.sentences import capitalised

GUIDE = "Guided first game"
NO_GUIDE = "There is no guided first game for this one."
NEW_HERE = "New here? A guided first game"
BACK = "Back"
SKIP = "Skip"
NEXT = "Next"
AGAIN = "Once more"
LEAVE = "Leave"
PLAY_NOW = "Play a game"
LOCK_TIP = "Make the plan that is written"
LOCK_WAITS = "Write first what is asked for here."
NOT_ASKED = "That is legal, but not what is asked for here."
LEAVE_TIP = "Back to your game (Esc); the guide goes on here when you come back"
FIRST = "From the start"
FIRST_TIP = "The guided first game from its first step"
AT_FIRST = "This is the first step."
BACK_TIP = "The step before"
SKIP_TIP = "Leave this step out"
AGAIN_TIP = "This step from its beginning"
STEP_DONE = "This step is done: go on with Next (Enter)."
ALL_DONE = "That was the last step: play a game (Enter)."


def step(asked: str) -> str:
    """What is asked for now, as a sentence."""
    return f"{capitalised(asked)}."


def locks(key: str) -> str:
    """All of a plan is written."""
    return f"Your plan is written: press Lock plan ({key})." if key else "Your plan is written: press Lock plan."


def progress(number: int, total: int) -> str:
    return f"{number} of {total}"


def guide(game: str) -> str:
    return f"{GUIDE} · {game}"


def tip(meaning: str, key: str, reason: str) -> str:
    """What a button does, with its key, and why it cannot be used now."""
    head = f"{meaning} ({key})" if key else meaning
    return f"{head}\n{reason}" if reason else head
