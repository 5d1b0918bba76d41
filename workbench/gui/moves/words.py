"""Texts of the moves card, the value graph and the reasons for moves, and of their commands."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.boards.kit.figures import format_evaluations
from workbench.system.translation import tr

SET_UP = tr("set up by hand")  # in place of a move
BEFORE = tr("start")  # in the column of turns, before the first turn
AT_START = tr("This is the start position.")
AT_END = tr("No move follows.")
AT_GAME = tr("This is the current position of the game.")
NO_OTHERS = tr("No other move was tried here.")
IS_MAIN = tr("This is the main line.")
NO_MOVE = tr("No move led to the start.")
NO_DECISION = tr("No player has moved yet.")
ANNOTATE = tr("Annotate move")
NO_ANNOTATION = tr("No annotation")
ENDED = tr("The game has ended. Undo the resignation or result first.")
FEWER = tr("less")
GRAPH_HEAD = tr("Points by turn")
NO_VALUES = tr("No evaluations yet. Analyse or review the game.")
NO_ROOM = tr("The window is too small for the graph at this text size.")
STATIC = "≈"  # before a static evaluation
NOBODY = tr("No bot has moved before this position.")
NOTHING = tr("The bot reported only its move.")
THOUGHTS_COVERED = tr("Bots' reasons could reveal secrets, and stay hidden until the game ends.")
CANDIDATES = tr("Candidates")
CHANCES, POINTS = tr("chances"), tr("points")  # headings of evaluations for two and for more players
WHY = tr("Why?")  # title of a bot's reasons
MOVES = tr("Moves")
LOG = tr("what happened")  # heading of the log
REPLAY = tr("Replay turn")
FORMS = (tr("Words"), tr("Short"))  # button that shows the log in words, or the table of short forms
SHEET = tr("Sheet")  # button that shows the sheet in place of the moves
NO_MOVES = tr("No moves yet.")
WHY_TIP = tr("A bot's reasons, from its own report")


def turns(numbers: Sequence[int]) -> str:
    """Return the turns of a row: "1, 2" for the turns of two players, "1–3" for more."""
    return ", ".join(map(str, numbers)) if len(numbers) <= 2 else f"{numbers[0]}–{numbers[-1]}"


def more_moves(count: int) -> str:
    """Return the label that unfolds a variation, such as "… 3 more"."""
    return tr("… {count} more", count=count)


def annotation(sign: str, meaning: str) -> str:
    """Return the label of an annotation, such as "!?  Interesting move"."""
    return f"{sign}  {meaning}"


def share(value: float, seats: int) -> str:
    """Format a value in [-1, 1] as everywhere in the window."""
    return format_evaluations(seats, value)[0]


def seat(side: str, value: str) -> str:
    """Return the legend entry of a seat."""
    return f" {side} {value}"


def pointed_text(progress: str, texts: list[str]) -> str:
    """Return the label of a turn under the pointer, such as "turn 12 · 63 %"."""
    return " · ".join([progress or "start", *texts])


def bot_head(side: str, move: str, progress: str) -> str:
    """Return the heading of the reasons for a bot's move."""
    return f"{side}, {progress}: {move}" if progress else f"{side}: {move}"


def advice_head(move: str) -> str:
    """Return the heading of the reasons for a hint."""
    return tr("Hint: {move}", move=move)


def chances(side: str) -> str:
    """Return the title of the graph for two players."""
    return tr("{side}'s chances", side=side)
