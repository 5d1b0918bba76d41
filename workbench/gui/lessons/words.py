"""The texts of the tutorial."""

from __future__ import annotations

from workbench.system.sentences import capitalised
from workbench.system.translation import tr

GUIDE = tr("Tutorial")
NO_GUIDE = tr("This game has no tutorial.")
BACK = tr("Back")
SKIP = tr("Skip")
NEXT = tr("Next")
AGAIN = tr("Repeat")
LEAVE = tr("Exit")
PLAY_NOW = tr("Play a game")
LOCK_TIP = tr("Submit the plan")
LOCK_WAITS = tr("First plan the moves of this step.")
NOT_ASKED = tr("That move is legal, but not the one for this step.")
LEAVE_TIP = tr("Back to your game (Esc). The tutorial continues here later.")
FIRST = tr("Start over")
FIRST_TIP = tr("Restart the tutorial")
AT_FIRST = tr("This is the first step.")
BACK_TIP = tr("Previous step")
SKIP_TIP = tr("Skip this step")
AGAIN_TIP = tr("Repeat this step")
STEP_DONE = tr("Step complete. Press Enter for the next one.")
ALL_DONE = tr("Tutorial complete. Press Enter to play a game.")


OFFER = tr("Learn this game")  # the label of the button that offers the tutorial


def task_sentence(task: str) -> str:
    """Return the current task as a sentence."""
    return f"{capitalised(task)}."


def plan_complete(key: str) -> str:
    """Return the message that the plan is complete and can be locked."""
    return tr("Plan complete. Press Lock plan ({key}).", key=key) if key else tr("Plan complete. Press Lock plan.")


def progress(number: int, total: int) -> str:
    """Return the progress, such as "3 of 10"."""
    return tr("{number} of {total}", number=number, total=total)


def guide(game: str) -> str:
    """Return the title of the page."""
    return f"{GUIDE} · {game}"


def tip(meaning: str, key: str, reason: str) -> str:
    """Return a button's tip: its effect, its key, and the reason if it is disabled."""
    head = f"{meaning} ({key})" if key else meaning
    return f"{head}\n{reason}" if reason else head
