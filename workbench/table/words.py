"""The texts about the players of a game and its result."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.system.sentences import capitalised
from workbench.system.translation import tr

YOU = tr("You")  # the only person at the screen
ADVISER = tr("The bot")
WINS = tr("wins")
DRAW = tr("draw")
LOST = {"resigned": tr("resigned"), "timeout": tr("out of time")}  # on the loser's card


def bot_failed(side: str, reason: str) -> str:
    """Return the message that a bot has failed."""
    return tr("{side}'s bot failed: {reason}.", side=side, reason=reason.rstrip("."))


def seat_label(side: str, name: str) -> str:
    """Return a name with its side, such as "Bob (Blue)", or only the side."""
    return f"{name} ({side})" if name else side


def won(winners: Sequence[str], points: Sequence[int], seats: int, reason: str) -> str:
    """Return the result of a finished game, such as "Seat 3 wins 6–3–0".

    Args:
        winners: The names of the winners; all of them make a draw.
        points: The points of all seats, those of the winners first.
        seats: The number of seats.
        reason: Why the game ended, as a sentence, or "".
    """
    score = "–".join(map(str, points))
    result = tr("A draw, {score}.", score=score) if len(winners) == seats else f"{capitalised(_win(winners))} {score}."
    return f"{result} {reason}" if reason else result


def resigned(loser: str, others: Sequence[str]) -> str:
    """Return the result after a resignation."""
    if loser == YOU:
        return tr("You resign: {win}.", win=_win(others))
    return tr("{loser} resigns: {win}.", loser=loser, win=_win(others))


def out_of_time(loser: str, others: Sequence[str]) -> str:
    """Return the result after a loss on time."""
    if loser == YOU:
        return tr("You have no time left: {win}.", win=_win(others))
    return tr("{loser} has no time left: {win}.", loser=loser, win=_win(others))


def declared(loser: str, reason: str, others: Sequence[str]) -> str:
    """Return the result of a game that ended without a final move, such as a forfeit in a match."""
    explanation = f" ({reason})" if reason else ""
    return (
        tr("The game was ended{explanation}: {win}.", explanation=explanation, win=_win(others))
        if loser
        else tr("The game was ended{explanation}.", explanation=explanation)
    )


def _win(others: Sequence[str]) -> str:
    if list(others) == [YOU]:
        return tr("you win")
    return (
        tr("{other} wins", other=others[0])
        if len(others) == 1
        else tr("{other} and {other2} share the win", other=", ".join(others[:-1]), other2=others[-1])
    )
