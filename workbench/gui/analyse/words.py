"""What the window says while positions are analysed."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.boards.kit.figures import percents, scores, short
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
# Tips for heads that replace others.
HEADS = {
    "weight": "Weight in the mixed strategy",
    "likely": "How likely it is to fall",
    "falls": "What may fall",
}
CHANCES = ("why", "trace", "values")  # the pages whose percentages are chances alone, and no shares or weights
EXAMPLE = 0.22  # a value, where none is at hand
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
    return f"Analysing. {key} stops, a line is shown when you point at it."


def stopped(key: str) -> str:
    return f"{key} lets the bots look at this position."


def played(side: str, bot: str) -> str:
    """The head of what a bot found that moved here."""
    return f"{side}'s own search · {bot}"


def now(bot: str) -> str:
    """The head of what a bot finds or found in this sitting, where the search of the one that moved is there too."""
    return f"Analysed now · {bot}"


def later(bot: str) -> str:
    return f"Analysed later · {bot}" if bot else "Analysed later"


def reviewed(bot: str) -> str:
    """The head of what was found when the whole game was reviewed, be that in this sitting or before."""
    return f"In the review · {bot}"


def head(who: str, made: int, unit: str, deep: int) -> str:
    """As in "mcts · 412,000 simulations · 14 moves deep"."""
    parts = [who, *([effort(made, unit)] if made else []), *([f"{deep} moves deep"] if deep > 1 else [])]
    return " · ".join(parts)


def rate(effort: float, unit: str) -> str:
    """How much of it a second has, as in "1.2 M sims/s"."""
    short = {"simulations": "sims"}.get(unit, unit)
    number = f"{effort / 1e6:.1f} M" if effort >= 1e6 else f"{effort / 1e3:.0f} k" if effort >= 1e4 else f"{effort:.0f}"
    return f"{number} {short}/s"


def faults(reasons: Sequence[str]) -> str:
    return "; ".join(reasons)


def limit_reached(key: str) -> str:
    return f"The bots have looked as long as they were to. {key} lets them go on."


def helped(stands: str) -> str:
    """What is noted with a game that was analysed while it was played, as in "from turn 12"."""
    return f"from {stands or 'the start'}"


def view(side: str) -> str:
    return f"for {side}"


def seen_by(side: str, seats: int) -> str:
    return f"Values are now those for {side}: {ends(seats)}."


def column(name: str, on: bool) -> str:
    return f"{'✓' if on else '   '} {COLUMN_NAMES[name]}"


def looked_at(move: str, chosen: bool) -> str:
    """A candidate while only some are looked at."""
    return f"▸ {move}" if chosen else move


def bits(amount: float) -> str:
    return f"{amount:.2f}"


def bot(number: int) -> str:
    return f"Bot {number}"


def no_number(text: str) -> str:
    return f"{text!r} is no number"


def is_chance(value: float) -> str:
    """A value of two players as the table and the board have it, and as sentences and pages tell it."""
    return f"{short(value)} is a chance of {scores(value)[0]}"


def ends(seats: int) -> str:
    """What values mean; of more than two players they are no chances."""
    return "+1 is a sure win, −1 a sure loss" if seats == 2 else "+1 is to win alone, 0 as good as the others"


def values_tip(side: str, seats: int, value: float) -> str:
    """Over the values, with one of them."""
    below = f" {is_chance(value)} on the pages below." if seats == 2 else ""
    return f"What each is worth to {side}: {ends(seats)}.{below}"


def value_tip(side: str, seats: int, value: float) -> str:
    return f"{is_chance(value)} for {side}." if seats == 2 else f"{short(value)} for {side}: {ends(seats)}."


def head_tip(name: str, head: str) -> str:
    """The full words of a column, over its short head."""
    return HEADS.get(head, COLUMN_NAMES.get(name, ""))


def spreads_tip(spread: float, seats: int) -> str:
    """Over the spreads, with one of them."""
    return f"How far single simulations were from the value. {spread_tip(spread, seats)}"


def spread_tip(spread: float, seats: int) -> str:
    return (
        f"±{width(spread)} is ±{percents(spread / 2)[0]} as a chance."
        if seats == 2
        else f"Single simulations were ±{width(spread)} from the value."
    )


def width(spread: float) -> str:
    """A spread, which has no sign, as in ".17"."""
    return f"{spread:.2f}".removeprefix("0")


def page_tip(name: str, seats: int) -> str:
    """Return what the percentages on a page mean, or "" if the page needs no explanation."""
    if name not in CHANCES or seats > 2:
        return ""
    return f"Values here are chances: {scores(EXAMPLE)[0]} is {short(EXAMPLE)} among the candidates."


def outcomes(mean: str) -> str:
    """The head of what chance may come to."""
    return f"{OUTCOMES} · on average {mean}"
