"""Texts of the tutor."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.system.translation import tr, trn
from workbench.tutor.degrees import Degree

TITLE = tr("Tutor")
IS_ON = tr("tutor on")
UNDO, WHY, HIDE, KEEP, CLOSE = tr("Undo move"), tr("Show why"), tr("Hide why"), tr("Keep move"), tr("Close")
KEEP_KEY = "Esc"
CHECKING = tr("The tutor is checking your move.")
SILENT = tr("The tutor has not objected to a move.")
NO_JUDGE = tr("No bot can judge this game.")
FOLLOWS = tr("The tutor works only in games that you play here.")
MEANING = tr("Warns you before the opponent replies. It uses only what you know.")
SETTING = tr("Warn me about mistakes…")
SETTING_TIP = tr("Choose when the tutor warns you: off, blunders or smaller mistakes")
DEGREES: dict[Degree, str] = {
    "off": tr("Off"),
    "level": tr("By the opponent's level"),
    "blunders": tr("Blunders"),
    "mistakes": tr("Mistakes"),
    "inaccuracies": tr("Inaccuracies"),
}
LIVE_HEAD = tr("Tutor")


def objection(plan: bool, moves: int, loss: str, seats: int) -> str:
    """Return the objection to a decision.

    Args:
        plan: Whether the decision was a secret plan.
        moves: The number of its moves.
        loss: The loss, such as "22 %".
        seats: The number of players.
    """
    if seats > 2:
        if plan:
            return tr("This plan lowers your expected result by about {loss}.", loss=loss)
        if moves > 1:
            return tr("This turn lowers your expected result by about {loss}.", loss=loss)
        return tr("This move lowers your expected result by about {loss}.", loss=loss)
    if plan:
        return tr("This plan lowers your chances by about {loss}.", loss=loss)
    if moves > 1:
        return tr("This turn lowers your chances by about {loss}.", loss=loss)
    return tr("This move lowers your chances by about {loss}.", loss=loss)


def begins(loss: str) -> str:
    """Return when the tutor speaks. `loss` is the smallest loss that it objects to, such as "10 %"."""
    return tr("The tutor warns you about losses of {loss} or more.", loss=loss)


def task(undo: str, why: str, keep: str) -> str:
    """Return what the person can do now, with the keys."""
    return tr("Undo ({undo}), show why ({why}) or keep your move ({keep}).", undo=undo, why=why, keep=keep)


def shown_task(keep: str) -> str:
    """Return what the person can do while the better turn is shown."""
    return tr("A better turn. Play here, or press {keep} to return.", keep=keep)


def better(moves: str, reasons: Sequence[str]) -> str:
    """Return the better turn with its reasons."""
    return " ".join([tr("Better: {moves}.", moves=moves), *reasons])


def remark(said: str, moves: str) -> str:
    """Return the comment on a move that the tutor objected to."""
    return tr("Tutor: {said} Better: {moves}.", said=said, moves=moves)


def summary(name: str, spoken: int, undone: int, lost: str) -> str:
    """Return the summary of a game for one player.

    Args:
        name: The player, or "" for the only one.
        spoken: The number of objections.
        undone: The number of decisions undone.
        lost: The loss of the decisions that were kept, or "" if there are none.
    """
    said = trn("The tutor spoke {spoken} time.", "The tutor spoke {spoken} times.", spoken, spoken=spoken)
    taken = trn("You undid {undone} move.", "You undid {undone} moves.", undone, undone=undone)
    kept = tr("The moves you kept lost about {lost}.", lost=lost) if lost else ""
    text = " ".join(filter(None, (said, taken, kept)))
    return tr("{name}: {text}", name=name, text=text) if name else text
