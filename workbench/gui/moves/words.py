"""Texts of the moves card, the value graph and the reasons for moves, and of their commands."""

from __future__ import annotations

from workbench.boards.kit.figures import format_signed

SET_UP = "set up by hand"  # in place of a move
BEFORE = "start"  # in the column of turns, before the first turn
AT_START = "This is the start."
AT_END = "Nothing follows here."
AT_GAME = "This is where the game stands."
NO_OTHERS = "No other move was tried here."
IS_MAIN = "This is the main line."
NO_MOVE = "No move led to the start."
NO_DECISION = "No player has moved yet."
ANNOTATE = "Annotate move"
NO_ANNOTATION = "No annotation"
ENDED = "The game has ended by what was declared; undo that first."
FEWER = "less"
GRAPH_HEAD = "Points after each turn"
NO_VALUES = "No evaluations yet. Analyse or review the game."
NO_ROOM = "The window is too low for the graph at this size of type."
STATIC = "≈"  # before a static evaluation
NOBODY = "No bot has moved on the way to this position."
NOTHING = "Its report says no more than the move."
THOUGHTS_COVERED = "What the bots think stays covered until the game is over: it would tell what they alone know."
CANDIDATES = "Looked at"
VALUE, SHARE = "value", "searched"
LINE = "Expected next"
WHY = "Why?"  # title of a bot's reasons
MOVES = "Moves"
LOG = "What happened"  # heading of the log
REPLAY = "Replay turn"
FORMS = ("Words", "Short")  # button that shows the log in words, or the table of short forms
SHEET = "Sheet"  # button that shows the sheet in place of the moves
NO_MOVES = "No moves yet."
WHY_TIP = "A bot's reasons, from its own report"


def more_moves(count: int) -> str:
    """Return the label that unfolds a variation, such as "… 3 more"."""
    return f"… {count} more"


def annotation(sign: str, meaning: str) -> str:
    """Return the label of an annotation, such as "!?  Interesting move"."""
    return f"{sign}  {meaning}"


def share(value: float, seats: int) -> str:
    """Format a value in [-1, 1]: as a percentage with two seats, otherwise as a signed number."""
    return f"{round(50 * (value + 1))} %" if seats == 2 else format_signed(value)


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
    return f"The hint: {move}"


def line(moves: str) -> str:
    """Return the expected line with its label."""
    return f"{LINE}: {moves}"


def chances(side: str) -> str:
    """Return the title of the graph for two players."""
    return f"{side}'s chances"
