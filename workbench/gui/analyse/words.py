"""Texts of the Analyse mode."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.gui.analyse.pages.words import effort

START, STOP = "Analyse", "Stop"
KEYS_HEAD = "While a position is analysed"
KEYS = (
    ("Space", "Start or stop analysing"),
    ("Up, Down", "Select a candidate in the table"),
    ("Enter, double-click", "Play the candidate as a variation"),
    ("Esc", "End the preview of a line"),
)

NO_EVALUATION = "No evaluation of this position yet."
CANDIDATES = "Candidates"
COLUMNS = {
    "move": "move", "share": "share", "visits": "visits", "value": "chances", "seats": "all points", "spread": "±",
    "prior": "prior", "reveals": "bits", "line": "line",
}  # fmt: skip
COLUMN_NAMES = {
    "share": "Share of the search", "visits": "Visits of the search", "value": "Evaluation",
    "seats": "Points of all players", "spread": "Spread of the simulations", "prior": "Prior",
    "reveals": "Expected information in bits", "line": "Line",
}  # fmt: skip
# Tips for column headings that replace the usual ones.
HEADS = {
    "weight": "Weight in the mixed strategy",
    "odds": "Probability of the outcome",
    "outcome": "What can happen",
}
BOTS = "Bots…"
OUTCOMES = "What can happen"
BOTS_HEAD, TAKE_BOTS = "Bots that analyse", "Analyse with these"
EACH_LOOKS, SIMULATIONS, SECONDS = "Each looks for", "simulations or positions", "seconds"
NO_LIMIT = "Both empty: until you stop it."
ONE_MORE, ONE_LESS = "One more bot", "Leave out"
TAG = "analysed in play"
IS_HELP = "Game paused. The record notes that you used analysis."

NOT_ANALYSING = "That belongs to Analyse: F12 turns to it."
IN_ANALYSE = "A game is being analysed: F2 goes back to playing."
SHARED = "Several of you play this game, and each knows something else: it can be analysed when it is over."
COVERED = "What is thought here rests on what another player alone knows; it can be analysed when the game is over."
UNKNOWN = "Not all of this position is known, so that nothing can be tried in it."
NOTHING_DECIDED = "Dice or cards come next: nobody decides here."
GAME_OVER = "The game has ended. Step back to analyse."
NO_BOT = "No bot can analyse this game."
NOT_BEGUN = "Start the analysis first."
NO_FOCUS = "None of these bots can look at some moves alone and keep what it found of the others."
ALL_LOOKED_AT = "All moves are analysed."
ONE_FOUND = "There is only one search of this position."
LOOKING = "The analysis starts."


def running(key: str) -> str:
    """Return the status shown during a search."""
    return f"Analysing. {key} stops; point at a line to preview it."


def stopped(key: str) -> str:
    """Return the status shown while no search is running."""
    return f"Press {key} to analyse."


def played_head(side: str, bot: str) -> str:
    """Return the heading for the search of the bot that moved here."""
    return f"{side}'s own search · {bot}"


def now_head(bot: str) -> str:
    """Return the heading for a search of this session, if the search of the bot that moved is shown too."""
    return f"Analysed now · {bot}"


def later_head(bot: str) -> str:
    """Return the heading for an analysis stored with the game."""
    return f"Analysed later · {bot}" if bot else "Analysed later"


def review_head(bot: str) -> str:
    """Return the heading for a search of a review."""
    return f"In the review · {bot}"


def search_headings(search: str, amount: int, unit: str, depth: int) -> tuple[str, ...]:
    """Return headings of a search, the longest first: "mcts · 412,000 simulations · 14 moves deep" and shorter ones."""
    if not amount:
        return (" · ".join((search, *([f"{depth} moves deep"] if depth > 1 else []))), search)
    full, short = (f"{search} · {text}" for text in (effort(amount, unit), f"{short_number(amount)} {unit}"))
    return (*((f"{full} · {depth} moves deep",) if depth > 1 else ()), full, short)


def short_number(amount: float) -> str:
    """Return a number in few characters, such as "1.2 M" or "602 k"."""
    return f"{amount / 1e6:.1f} M" if amount >= 1e6 else f"{amount / 1e3:.0f} k" if amount >= 1e4 else f"{amount:.0f}"


def rate(effort: float, unit: str) -> str:
    """Return the search speed, such as "1.2 M sims/s"."""
    short = {"simulations": "sims"}.get(unit, unit)
    return f"{short_number(effort)} {short}/s"


def faults(reasons: Sequence[str]) -> str:
    """Return why bots cannot analyse, with all reasons in one text."""
    return "; ".join(reasons)


def limit_reached(key: str) -> str:
    """Return the status that every bot has used up its limit."""
    return f"Analysis finished. Press {key} to continue."


def help_note(progress: str) -> str:
    """Return the note for the record of a game that was analysed during play, such as "from turn 12"."""
    return f"from {progress or 'the start'}"


def view(side: str) -> str:
    """Return the label of the button that selects the player for whom values are shown."""
    return f"for {side}"


def view_changed(side: str) -> str:
    """Return the message that evaluations are now shown for another player."""
    return f"Evaluations are now for {side}."


def column(name: str, on: bool) -> str:
    """Return the menu entry of a column, ticked if the column is shown."""
    return f"{'✓' if on else '   '} {COLUMN_NAMES[name]}"


def candidate_move(move: str, chosen: bool) -> str:
    """Return a candidate's move, marked if the search is restricted to it."""
    return f"▸ {move}" if chosen else move


def bits(amount: float) -> str:
    """Return an amount of information in bits."""
    return f"{amount:.2f}"


def bot(number: int) -> str:
    """Return the label of a bot in the dialog."""
    return f"Bot {number}"


def no_number(text: str) -> str:
    """Return the message that a field does not contain a number."""
    return f"{text!r} is no number"


def ends(seats: int) -> str:
    """Return the explanation of the unit of evaluations. With more than two players, they are not chances."""
    return "A draw counts half" if seats == 2 else "+1: wins alone, 0: as good as the rest"


def column_heads(seats: int, chance: bool, mixed: bool) -> dict[str, str]:
    """Return the headings of the columns.

    Args:
        seats: The number of seats.
        chance: Whether the rows are outcomes of a chance event.
        mixed: Whether the bot mixes several moves.
    """
    other = {"move": "outcome", "prior": "odds"} if chance else {"prior": "weight"} if mixed else {}
    return COLUMNS | other | ({"value": "points"} if seats > 2 else {})


def head_tip(name: str, head: str, side: str, seats: int) -> str:
    """Return the tip of a column with a short heading."""
    if name == "value":
        return f"{side}'s {'winning chances' if seats == 2 else 'expected points'}. {ends(seats)}."
    return HEADS.get(head, COLUMN_NAMES.get(name, ""))


def spread_text(spread: float, seats: int) -> str:
    """Return a spread in the unit of evaluations, such as "8 %" or ".17"."""
    return f"{50 * spread:.0f} %" if seats == 2 else f"{spread:.2f}".removeprefix("0")


def solved(result: str, moves: int | None) -> str:
    """Return the sentence that a position is solved, such as "Solved: Red wins in 5 moves."."""
    if moves is None:
        return f"Solved: {result}."
    return f"Solved: {result} in {moves} move{'' if moves == 1 else 's'}."


def outcomes(mean: str) -> str:
    """Return the heading for the outcomes of a chance event."""
    return f"{OUTCOMES} · average {mean}"
