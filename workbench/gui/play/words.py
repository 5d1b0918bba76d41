"""What the window says of seats, clocks, bots that are watched, and how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

WHO_PLAYS = "Who plays"
ANOTHER_GAME = "Another game is on the board by now: open this again for it."
NOT_WHILE_LOOKING = "A bot moves where the game stands: go back there first (Alt+End)."
HELPER_HEAD = "The bot that moves for you"
NOT_STOPPED_NOW = "The game waits already."
NO_BOTS_ALONE = "Only where bots play alone."
FASTEST = "They play as fast as they can."
SLOWEST = "There is no slower speed."
RESTART_BOT = "Restart bot"
CHOOSE_PLAYER = "Choose another"
PAUSED = "The game is paused. Continue lets it go on."
NO_SEAT_TO_RESIGN = "It is not your turn."
NO_EXCHANGE = "All seats are taken by the same player."

SPEEDS: tuple[tuple[str, float], ...] = (
    ("very slow", 2.5), ("slow", 1.2), ("normal", 0.4), ("fast", 0.12), ("at once", 0.0),
)  # fmt: skip


def usual_players(reason: str) -> str:
    """Somebody who played is there no more; what a reason says behind its first half is for whoever chooses players."""
    return f"The usual players sit down: {reason.partition(';')[0]}."


def speed(number: int) -> str:
    return f"Speed: {SPEEDS[number][0]}"


HAND_OVER = "Done, hand over"
COVERED = "Not while the board is covered: hand the screen over first."
NO_HAND_OVER = "You are to move, or nobody else waits for the screen."


def read_first(side: str) -> str:
    """Somebody's own move has told them something."""
    return f"Read what your move did, then hand the screen to {side}."


WINS = "wins"
DRAW = "draw"
LOST = {"resigned": "resigned", "timeout": "out of time"}  # on the card of whoever lost so


def called(side: str, name: str) -> str:
    """As in "Bob (Blue)", or the side alone."""
    return f"{name} ({side})" if name else side


def won(winners: Sequence[str], standings: str) -> str:
    return f"{_win(winners)}: {standings}."


def won_by(winners: Sequence[str], first: int, second: int) -> str:
    """Where there are two seats: the winner's points first; two winners are a draw."""
    if len(winners) > 1:
        return f"A draw, {first} to {second}."
    return f"{_win(winners)}, {first} to {second}." if first != second else f"{_win(winners)}."


def resigned(loser: str, others: Sequence[str]) -> str:
    return f"{loser} resigns: {_win(others)}."


def out_of_time(loser: str, others: Sequence[str]) -> str:
    return f"{loser} has no time left: {_win(others)}."


def declared(loser: str, reason: str, others: Sequence[str]) -> str:
    """Any other end that the moves do not make, as in a match."""
    why = f" ({reason})" if reason else ""
    return f"The game was ended{why}: {_win(others)}." if loser else f"The game was ended{why}."


def _win(others: Sequence[str]) -> str:
    return f"{others[0]} wins" if len(others) == 1 else f"{', '.join(others[:-1])} and {others[-1]} share the win"


def thinks_for(side: str) -> str:
    return f"A bot thinks about {side}'s move."


# Clocks ---------------------------------------------------------------------------------------------------------------


def has_resigned(side: str, undo: str) -> str:
    return f"{side} has resigned. {undo} takes that back."


def time_left(seconds: float) -> str:
    """What a clock shows: minutes and seconds, tenths where they count."""
    seconds = max(seconds, 0.0)
    if seconds < 10:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    whole = int(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


NOTHING_DRAWN = "Nothing is drawn in this game."
LEARNS_CHANCE = "One seat is followed: dice and deals are entered as it learns of them."
CHOOSE_CHANCE = "Choose what is drawn: a button, its key, or type it."
TYPE_CHANCE = "Type what is drawn, or set the position up (F4)."


def chance_is(when: str) -> str:
    """What a command about chance comes to."""
    if when == "never":
        return "Dice and deals are drawn from now on."
    return "What is drawn next is chosen by hand." if when == "once" else "All that is drawn is chosen by hand from now on."


def chosen_so_far(signs: Sequence[str]) -> str:
    """Some of the dice are chosen."""
    return f"{', '.join(signs)}: and what else? Esc takes it back."


def looked_in(folder: Path) -> str:
    """Say where a bot's file was expected."""
    return f"Herbarium looked in {folder}. Put the file there and restart the bot, or choose another player."
