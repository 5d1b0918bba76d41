"""The texts of the tutorial."""

from __future__ import annotations

from workbench.system.sentences import capitalised

GUIDE = "Tutorial"
NO_GUIDE = "This game has no tutorial."
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
FIRST_TIP = "Restart the tutorial"
AT_FIRST = "This is the first step."
BACK_TIP = "The step before"
SKIP_TIP = "Leave this step out"
AGAIN_TIP = "This step from its beginning"
STEP_DONE = "This step is done: go on with Next (Enter)."
ALL_DONE = "That was the last step: play a game (Enter)."


def offer(game: str) -> str:
    """Return the label of the button that offers the tutorial."""
    return f"New to {game}? Start the tutorial"


def task_sentence(task: str) -> str:
    """Return the current task as a sentence."""
    return f"{capitalised(task)}."


def plan_complete(key: str) -> str:
    """Return the message that the plan is complete and can be locked."""
    return f"Your plan is written: press Lock plan ({key})." if key else "Your plan is written: press Lock plan."


def progress(number: int, total: int) -> str:
    """Return the progress, such as "3 of 10"."""
    return f"{number} of {total}"


def guide(game: str) -> str:
    """Return the title of the page."""
    return f"{GUIDE} · {game}"


def tip(meaning: str, key: str, reason: str) -> str:
    """Return a button's tip: its effect, its key, and the reason if it is disabled."""
    head = f"{meaning} ({key})" if key else meaning
    return f"{head}\n{reason}" if reason else head
