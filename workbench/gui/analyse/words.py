"""Texts of the Analyse mode."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.boards.kit.figures import format_chances, format_percents, format_value
from workbench.gui.analyse.pages.words import effort

START, STOP = "Analyse", "Stop"
KEYS_HEAD = "While a position is analysed"
KEYS = (
    ("Space", "Start or stop analysing"),
    ("Up, Down", "Go through the candidates, in their table"),
    ("Enter", "Keep the line of the candidate as a variation"),
    ("Esc", "Show the position that is looked at again"),
)

CANDIDATES = "Candidates"
COLUMNS = {
    "move": "move", "share": "share", "visits": "visits", "value": "value", "chance": "chance", "seats": "all values",
    "spread": "±", "prior": "prior",
    "reveals": "tells", "line": "line",
}  # fmt: skip
MIXED_COLUMNS = {**COLUMNS, "prior": "weight"}
OUTCOME_COLUMNS = {**COLUMNS, "move": "falls", "prior": "likely"}
COLUMN_NAMES = {
    "share": "Share of the search", "visits": "Visits of the search", "value": "Value", "chance": "Value as a chance",
    "seats": "Values of all players",
    "spread": "Spread of its simulations", "prior": "Prior", "reveals": "What it would tell, in bits", "line": "Line",
}  # fmt: skip
# Tips for column headings that replace the usual ones.
HEADS = {
    "weight": "Weight in the mixed strategy",
    "likely": "How likely it is to fall",
    "falls": "What may fall",
}
CHANCES = ("why", "trace", "values")  # pages whose percentages are all chances, not shares or weights
EXAMPLE = 0.22  # example value in a tip if no candidate has one
BOTS = "Bots…"
OUTCOMES = "What may fall"
BOTS_HEAD, TAKE_BOTS = "Bots that analyse", "Analyse with these"
EACH_LOOKS, SIMULATIONS, SECONDS = "Each looks for", "simulations or positions", "seconds"
NO_LIMIT = "Both empty: until you stop it."
ONE_MORE, ONE_LESS = "One more bot", "Leave out"
TAG = "analysed in play"
IS_HELP = "The game waits. That it was analysed while it was played is noted with it."

NOT_ANALYSING = "That belongs to Analyse: F12 turns to it."
IN_ANALYSE = "A game is being analysed: F2 goes back to playing."
SHARED = "Several of you play this game, and each knows something else: it can be analysed when it is over."
COVERED = "What is thought here rests on what another player alone knows; it can be analysed when the game is over."
UNKNOWN = "Not all of this position is known, so that nothing can be tried in it."
NOTHING_DECIDED = "Nobody decides here: dice or cards come next."
GAME_OVER = "The game is over here: step back to analyse."
NO_BOT = "No bot can analyse this game."
NOT_BEGUN = "No bot has begun to look here: start analysing first."
NO_FOCUS = "None of these bots can look at some moves alone and keep what it found of the others."
ALL_LOOKED_AT = "All moves are looked at."
ONE_FOUND = "Only one search has looked at this position."
LOOKING = "The bots begin to look."


def running(key: str) -> str:
    """Return the status shown during a search."""
    return f"Analysing. {key} stops, a line is shown when you point at it."


def stopped(key: str) -> str:
    """Return the status shown while no search is running."""
    return f"{key} lets the bots look at this position."


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


def search_heading(search: str, amount: int, unit: str, depth: int) -> str:
    """Return the heading of a search, such as "mcts · 412,000 simulations · 14 moves deep"."""
    parts = [search, *([effort(amount, unit)] if amount else []), *([f"{depth} moves deep"] if depth > 1 else [])]
    return " · ".join(parts)


def rate(effort: float, unit: str) -> str:
    """Return the search speed, such as "1.2 M sims/s"."""
    short = {"simulations": "sims"}.get(unit, unit)
    number = f"{effort / 1e6:.1f} M" if effort >= 1e6 else f"{effort / 1e3:.0f} k" if effort >= 1e4 else f"{effort:.0f}"
    return f"{number} {short}/s"


def faults(reasons: Sequence[str]) -> str:
    """Return why bots cannot analyse, with all reasons in one text."""
    return "; ".join(reasons)


def limit_reached(key: str) -> str:
    """Return the status that every bot has used up its limit."""
    return f"The bots have looked as long as they were to. {key} lets them go on."


def help_note(progress: str) -> str:
    """Return the note for the record of a game that was analysed during play, such as "from turn 12"."""
    return f"from {progress or 'the start'}"


def view(side: str) -> str:
    """Return the label of the button that selects the player for whom values are shown."""
    return f"for {side}"


def view_changed(side: str, seats: int) -> str:
    """Return the message that values are now shown for another player."""
    return f"Values are now those for {side}: {ends(seats)}."


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


def chance_text(value: float) -> str:
    """Return the explanation of how a value converts to a chance for two players."""
    return f"{format_value(value)} is a chance of {format_chances(value)[0]}"


def ends(seats: int) -> str:
    """Return the explanation of the extreme values. With more than two players, values are not chances."""
    return "+1 is a sure win, −1 a sure loss" if seats == 2 else "+1 is to win alone, 0 as good as the others"


def values_tip(side: str, seats: int, value: float) -> str:
    """Return the tip for the heading of the value column, with one value as an example."""
    below = f" {chance_text(value)} on the pages below." if seats == 2 else ""
    return f"What each is worth to {side}: {ends(seats)}.{below}"


def value_tip(side: str, seats: int, value: float) -> str:
    """Return the tip for one value."""
    return f"{chance_text(value)} for {side}." if seats == 2 else f"{format_value(value)} for {side}: {ends(seats)}."


def head_tip(name: str, head: str) -> str:
    """Return the full name of a column with a short heading."""
    return HEADS.get(head, COLUMN_NAMES.get(name, ""))


def spreads_tip(spread: float, seats: int) -> str:
    """Return the tip for the heading of the spread column, with one spread as an example."""
    return f"How far single simulations were from the value. {spread_tip(spread, seats)}"


def spread_tip(spread: float, seats: int) -> str:
    """Return the tip for one spread."""
    return (
        f"±{spread_text(spread)} is ±{format_percents(spread / 2)[0]} as a chance."
        if seats == 2
        else f"Single simulations were ±{spread_text(spread)} from the value."
    )


def spread_text(spread: float) -> str:
    """Return a spread without sign or leading zero, such as ".17"."""
    return f"{spread:.2f}".removeprefix("0")


def page_tip(name: str, seats: int) -> str:
    """Return the tip about the percentages on a page, or "" if the page needs no explanation."""
    if name not in CHANCES or seats > 2:
        return ""
    return f"Values here are chances: {format_chances(EXAMPLE)[0]} is {format_value(EXAMPLE)} among the candidates."


def outcomes(mean: str) -> str:
    """Return the heading for the outcomes of a chance event."""
    return f"{OUTCOMES} · on average {mean}"
