"""What the dialogs say in which a game is begun and seats are taken."""

from __future__ import annotations

from typing import Literal

from bots.report import Limit
from fastcore import GameInfo
from workbench.boards.kit.figures import signed
from workbench.statistics.levels import Level, MeasuredLevels
from workbench.statistics.scale import Estimate
from workbench.system.sentences import capitalised

TITLE = "New game"
SURPRISE = "Surprise me"
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
GAME = "Game"
START = "Start"
SEED = "Seed"
OWN_OPTIONS = "own settings"
BY_DEFAULT = "standard: as it comes"


def as_seen(side: str) -> str:
    """One seat is followed, as in "As Seat 1 sees it"."""
    return f"As {side} sees it"


def drawn(side: str) -> str:
    """What is drawn, and how."""
    return f"so that it agrees with all that {side} knows"


def about_seed(info: GameInfo) -> str:
    """What the seed decides in a game."""
    if info.has.deals:
        return "the same seed deals the same cards"
    if info.has.chance:
        return "the same seed rolls the same dice"
    return "the same seed gives the same random turns"


def bot(name: str, meaning: str, level: str, measured: str = "") -> str:
    """What a bot is, what its level means, and what was measured of its strength."""
    said = [f"{name} – {meaning}.", f"{capitalised(level)}." if level else "", measured]
    return " ".join(filter(None, said))


def elo(strength: Estimate) -> str:
    """A strength, as in "+120"."""
    return signed(strength.value, 0)


def level(name: str, found: Level | None, otherwise: str) -> str:
    """Return a level as lists show it, such as "steady +120". `otherwise` names the options of the measurement."""
    return f"{name}  ({NOT_MEASURED})" if found is None else f"{name}  {'≈ ' if otherwise else ''}{elo(found.strength)}"


def strength(found: Level, measured: MeasuredLevels, otherwise: str) -> str:
    """Describe a level's strength, and its score against the level below it. `otherwise` as for the list."""
    above = (
        f"{elo(found.strength)} Elo" if found.name != measured.yardstick else "0 Elo, by which all others are measured"
    )
    beside = f" ({measured.yardstick}: 0)" if found.name != measured.yardstick else ""
    told, below = f"{above}{beside}", measured.below(found.name)
    if below is not None:
        even = "" if below.even == 0.5 else f", even is {100 * below.even:.0f}"
        lower = below.lower.partition(":")[2] or below.lower
        told += f"; wins {100 * below.share.value:.0f} of 100 games against {lower}{even}"
    return f"Measured with {otherwise}: strength {told}." if otherwise else f"Strength {told}."


def how_measured(game: str) -> str:
    """Where strengths come from, and what to do where there is none."""
    return (
        "Strengths come from many games of the levels of all bots against each other, in the game as it comes. "
        f"In a shell, this plays them (it may take an hour):\nherbarium calibrate {game}\n"
        "A match tells how any two bots do against each other, with all settings and options."
    )


def other_game(title: str) -> str:
    return f"position: it is one of {title}"


def by(designer: str, year: int) -> str:
    return f"By {designer}, {year}." if year else f"By {designer}."


def no_number(field: str, text: str, least: float, most: float) -> str:
    return f"{field}: {text!r} is no number from {least:g} to {most:g}"


def clock(limit: Limit | None) -> str:
    """A clock as a list of them names it."""
    if limit is None or limit.seconds is None:
        return NO_CLOCK
    amount = duration(limit.seconds)
    if limit.per == "turn":
        return f"{amount} a turn"
    if limit.per == "decision":
        return f"{amount} a decision"
    more = f" + {limit.increment:g} s a turn" if limit.increment else ""
    return f"{amount} a game{more}"


def duration(seconds: float) -> str:
    """As in "5 min", "90 s"."""
    return f"{seconds / 60:g} min" if seconds >= 60 and seconds % 30 == 0 and seconds != 90 else f"{seconds:g} s"


def bad_seed(text: str) -> str:
    return f"seed: {text!r} is not a whole number"
