"""The texts of the tutorial."""

from __future__ import annotations

from workbench.system.sentences import capitalised
from workbench.system.translation import tr

GUIDE = tr("Tutorial")
NO_GUIDE = tr("This game has no tutorial.")
BACK = tr("Back")
SKIP = tr("Skip")
NEXT = tr("Next")
AGAIN = tr("Once more")
LEAVE = tr("Leave")
PLAY_NOW = tr("Play a game")
LOCK_TIP = tr("Make the plan that is written")
LOCK_WAITS = tr("Write first what is asked for here.")
NOT_ASKED = tr("That is legal, but not what is asked for here.")
LEAVE_TIP = tr("Back to your game (Esc). The tutorial continues here later.")
FIRST = tr("From the start")
FIRST_TIP = tr("Restart the tutorial")
AT_FIRST = tr("This is the first step.")
BACK_TIP = tr("The step before")
SKIP_TIP = tr("Leave this step out")
AGAIN_TIP = tr("This step from its beginning")
STEP_DONE = tr("This step is done: go on with Next (Enter).")
ALL_DONE = tr("That was the last step: play a game (Enter).")


def offer(game: str) -> str:
    """Return the label of the button that offers the tutorial."""
    return tr("New to {game}? Start the tutorial", game=game)


def task_sentence(task: str) -> str:
    """Return the current task as a sentence."""
    return f"{capitalised(task)}."


def plan_complete(key: str) -> str:
    """Return the message that the plan is complete and can be locked."""
    return (
        tr("Your plan is written: press Lock plan ({key}).", key=key)
        if key
        else tr("Your plan is written: press Lock plan.")
    )


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
