"""The texts of the dialogs for a new game and for changing players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bots.report import Limit
from fastcore import GameInfo
from workbench.boards.kit.figures import format_signed
from workbench.system.sentences import capitalised

if TYPE_CHECKING:  # importing the statistics slows start-up
    from workbench.statistics.levels import Level, MeasuredLevels
    from workbench.statistics.scale import Estimate

TITLE = "New game"
SURPRISE = "Surprise me"
TEXT_BOARD = "Played as text"
OPPONENT = "Opponent"
ANOTHER_PERSON = "Another person"
AT_THIS_SCREEN = "You share this screen."
CUSTOM = "Custom"
SEE_PLAYERS = "See the players under More options."
MORE_OPTIONS = "More options"
FEWER_OPTIONS = "Fewer options"
BY_HAND_SHORT = "real dice or cards"
NAME = "Name"
NOT_MEASURED = "strength not measured"
NONE_MEASURED = "Strength not measured."
OWN_NOT_MEASURED = "Strength not measured, as the settings are your own."
OPENING = "Opening"
FROM_START = "From the start"
AT_RANDOM = "Random turns"
POSITION_TEXT = "A position text"
FROM_BOARD = "The position on the board"
DRAWN = "This, the rest drawn"
FOLLOWED = "you enter the moves of all seats"
TURNS = "played at random first, by nobody at the table"
POSITION_MEANING = "as Copy position writes it"
BOARD_MEANING = "the game begins where this one stands"
START_MEANING = "as the rules say"
LEVEL_AND_CLOCK = "a bot with a level may need less than its time; one without thinks as long as the clock lets it"
NO_TURNS = "turns: it must be a whole number from 1 to 40"
NO_POSITION = "position: paste or type one, or begin from the start"
TAKE_SEATS = "Change"
NO_CLOCK = "No clock"
OWN_CLOCK = "Own times"
CLOCK = "Clock"
MINUTES = "minutes for the game"
INCREMENT = "seconds more a turn"
SECONDS = "seconds for a turn"
PER: dict[Literal["game", "turn"], str] = {"game": "for the game", "turn": "for each turn"}
BY_HAND = "Dice and deals"
ROLLED_BY_HAND = "chosen by hand, as with real dice"
START = "Start"
SEED = "Seed"
OWN_OPTIONS = "own settings"
BY_DEFAULT = "standard: as it comes"
ADVANCED = "Advanced…"
LEVEL_MEANINGS = {
    "beginner": "Knows the rules and overlooks a lot",
    "casual": "Plays now and then and misses good moves",
    "club": "Plays regularly and sees most threats",
    "strong": "Plays well and makes few mistakes",
    "maximum": "Plays as well as Herbarium can",
    "adaptive": "Follows your results",
}


def you_play(side: str) -> str:
    """Return the note that the person plays another seat than the first."""
    return f"you play {side}"


def as_seen(side: str) -> str:
    """Return the list entry for following a seat, such as "As Seat 1 sees it"."""
    return f"As {side} sees it"


def drawn_meaning(side: str) -> str:
    """Return the explanation of how hidden information is drawn."""
    return f"so that it agrees with all that {side} knows"


def about_seed(info: GameInfo) -> str:
    """Return the explanation of what the seed determines in a game."""
    if info.has.deals:
        return "the same seed deals the same cards"
    if info.has.chance:
        return "the same seed rolls the same dice"
    return "the same seed gives the same random turns"


def describe_bot(name: str, meaning: str, level: str, measured: str = "") -> str:
    """Return the description of a bot, its level and its measured strength."""
    parts = [f"{name} – {meaning}.", f"{capitalised(level)}." if level else "", measured]
    return " ".join(filter(None, parts))


def describe_level(name: str, below: str, share: float) -> str:
    """Return the description of a level, with its score against the next lower one if it is known.

    Args:
        name: The level.
        below: The name of the next lower level, or "".
        share: The share of games won against the next lower level.
    """
    meaning = f"{LEVEL_MEANINGS[name]}."
    return f"{meaning} Beats {below} in {100 * share:.0f} of 100 games." if below and share else meaning


def elo(strength: Estimate) -> str:
    """Return a strength such as "+120"."""
    return format_signed(strength.value, 0)


def level_entry(name: str, level: Level | None, otherwise: str) -> str:
    """Return the list entry of a level, such as "steady +120".

    Args:
        name: The level.
        level: The measurement of the level, or None.
        otherwise: The options of the measured game, if they differ.
    """
    return f"{name}  ({NOT_MEASURED})" if level is None else f"{name}  {'≈ ' if otherwise else ''}{elo(level.strength)}"


def strength_text(level: Level, measured: MeasuredLevels, otherwise: str) -> str:
    """Return a level's strength, and its score against the level below.

    Args:
        level: The measurement of the level.
        measured: All measurements of the game.
        otherwise: The options of the measured game, if they differ.
    """
    elo_text = (
        f"{elo(level.strength)} Elo" if level.name != measured.yardstick else "0 Elo, by which all others are measured"
    )
    yardstick = f" ({measured.yardstick}: 0)" if level.name != measured.yardstick else ""
    text, below = f"{elo_text}{yardstick}", measured.meeting_below(level.name)
    if below is not None:
        even = "" if below.even == 0.5 else f", even is {100 * below.even:.0f}"
        lower = below.lower.partition(":")[2] or below.lower
        text += f"; wins {100 * below.share.value:.0f} of 100 games against {lower}{even}"
    return f"Measured with {otherwise}: strength {text}." if otherwise else f"Strength {text}."


def how_measured(game: str) -> str:
    """Return a note that says where the strengths come from and how to measure missing ones."""
    return (
        "Strengths come from many games of the levels of all bots against each other, in the game as it comes. "
        f"In a shell, this plays them (it may take an hour):\nherbarium calibrate {game}\n"
        "A match tells how any two bots do against each other, with all settings and options."
    )


def other_game(title: str) -> str:
    """Return the error that a position belongs to another game."""
    return f"position: it is one of {title}"


def designed_by(designer: str, year: int) -> str:
    """Return the designer and the year of a game; year 0 means unknown."""
    return f"By {designer}, {year}." if year else f"By {designer}."


def no_number(field: str, text: str, least: float, most: float) -> str:
    """Return the error that the text of a field is not a number in the given range."""
    return f"{field}: {text!r} is no number from {least:g} to {most:g}"


def clock(limit: Limit | None) -> str:
    """Return the list entry of a clock."""
    if limit is None or limit.seconds is None:
        return NO_CLOCK
    amount = duration(limit.seconds)
    if limit.per == "turn":
        return f"{amount} a turn"
    if limit.per == "decision":
        return f"{amount} a decision"
    increment = f" + {limit.increment:g} s a turn" if limit.increment else ""
    return f"{amount} a game{increment}"


def duration(seconds: float) -> str:
    """Return a duration such as "5 min" or "90 s"."""
    return f"{seconds / 60:g} min" if seconds >= 60 and seconds % 30 == 0 and seconds != 90 else f"{seconds:g} s"


def bad_seed(text: str) -> str:
    """Return the error that a seed is invalid."""
    return f"seed: {text!r} is not a whole number"
