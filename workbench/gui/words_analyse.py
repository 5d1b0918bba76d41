"""What the window says while positions are analysed."""

from __future__ import annotations

from collections.abc import Sequence

MENU = "Analyse"
ANALYSE = "Analyse"  # the switch of the modes
START, STOP = "Analyse", "Stop"
COMMANDS = {
    "analyse_mode": "Analyse this position",
    "leave_analyse": "Back to playing",
    "analysis": "Start or stop analysing",
    "next_found": "Next search of this position",
}
MEANINGS = {
    "analyse_mode": "Let bots analyse the position that is shown, for as long as you like",
    "leave_analyse": "Show the game again as it was; what was found is kept",
    "analysis": "Let the bots look at the position that is shown, or stop them; what they found stays",
    "next_found": "Show what another bot, or the bot that moved, found here",
}
KEYS_HEAD = "While a position is analysed"
KEYS = (
    ("Space", "Start or stop analysing"),
    ("Up, Down", "Go through the candidates, in their table"),
    ("Enter", "Keep the line of the candidate as a variation"),
    ("Esc", "Show the position that is looked at again"),
)

CANDIDATES = "Candidates"
COLUMNS = {"move": "move", "share": "share", "visits": "visits", "value": "value", "spread": "±", "prior": "prior", "line": "line"}
WHY, VALUES = "Why", "Values"

NOT_ANALYSING = "That belongs to Analyse: F12 turns to it."
IS_ANALYSED = "It is being analysed already."
IN_ANALYSE = "A game is being analysed: F2 goes back to playing."
HAND_OVER = "First the screen must be handed over."
SHARED = "Several of you play this game, and each knows something else: it can be analysed when it is over."
COVERED = "What is thought here rests on what another player alone knows; it can be analysed when the game is over."
UNKNOWN = "Not all of this position is known, so that nothing can be tried in it."
NOTHING_DECIDED = "Nobody decides here: dice or cards come next."
GAME_OVER = "The game is over here: step back to analyse."
NO_BOT = "No bot can analyse this game."
NOTHING_FOUND = "Nothing has been found here yet: Space lets the bots look."
ONE_FOUND = "Only one search has looked at this position."
LOOKING = "The bots begin to look."


def running(key: str) -> str:
    return f"Analysing. {key} stops, a line is shown when you point at it."


def stopped(key: str) -> str:
    return f"{key} lets the bots look at this position."


def played(side: str, bot: str) -> str:
    """The head of what a bot found that moved here."""
    return f"{side}'s own search · {bot}"


def later(bot: str) -> str:
    return f"Analysed later · {bot}" if bot else "Analysed later"


def head(who: str, simulations: int, deep: int) -> str:
    """As in "mcts · 412,000 simulations · 14 moves deep"."""
    parts = [who, *([f"{simulations:,} simulations"] if simulations else []), *([f"{deep} moves deep"] if deep > 1 else [])]
    return " · ".join(parts)


def rate(simulations: float) -> str:
    if simulations >= 1e6:
        return f"{simulations / 1e6:.1f} M sims/s"
    return f"{simulations / 1e3:.0f} k sims/s" if simulations >= 1e4 else f"{simulations:.0f} sims/s"


def faults(reasons: Sequence[str]) -> str:
    return "; ".join(reasons)
