"""The texts of the dialogs for a new game and for changing players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bots.report import Limit
from fastcore import GameInfo
from workbench.boards.kit.figures import format_signed
from workbench.gui.widgets import words as widgets_words
from workbench.system.language.formats import format_number
from workbench.system.sentences import capitalised
from workbench.system.translation import tr, trn

if TYPE_CHECKING:  # importing the statistics slows start-up
    from workbench.statistics.levels import Level, MeasuredLevels
    from workbench.statistics.scale import Estimate

TITLE = tr("New game")
SURPRISE = tr("Surprise me")
TEXT_BOARD = tr("Played as text")
OPPONENT, OPPONENTS = tr("Opponent"), tr("Opponents")
CUSTOM = tr("Custom")
OWN_PLAYERS = tr("Each seat has its own player.")
MORE_OPTIONS = tr("More options")
FEWER_OPTIONS = tr("Fewer options")
BY_HAND_SHORT = tr("real dice or cards")
NAME = tr("Name")
NOT_MEASURED = tr("strength not measured")
NONE_MEASURED = tr("Strength not measured.")
OWN_NOT_MEASURED = tr("Strength not measured, because you changed the settings.")
OPENING = tr("Opening")
FROM_START = tr("From the start")
AT_RANDOM = tr("Random turns")
POSITION_TEXT = tr("A position text")
FROM_BOARD = tr("The position on the board")
DRAWN = tr("This view, with random hidden cards")
FOLLOWED = tr("you enter the moves of all seats")
TURNS = tr("played at random before the game")
POSITION_MEANING = tr("as copied with Copy position")
BOARD_MEANING = tr("the game begins from the position on the board")
START_MEANING = tr("as the rules say")
LEVEL_AND_CLOCK = tr("Levels may use less time. Other bots use what the clock allows.")
NO_TURNS = tr("random turns: type a whole number from 1 to 40")
NO_POSITION = tr("position: paste or type one, or choose the start")
TAKE_SEATS = tr("Change")
NO_CLOCK = tr("No clock")
OWN_CLOCK = tr("Custom")
CLOCK = tr("Clock")
MINUTES = tr("minutes for the game")
INCREMENT = tr("seconds added per turn")
SECONDS = tr("seconds per turn")
PER: dict[Literal["game", "turn"], str] = {"game": tr("for the game"), "turn": tr("per turn")}
BY_HAND = tr("Dice and cards")
ROLLED_BY_HAND = tr("I roll or deal on my table, and enter the results")
START = tr("Start")
SEED = tr("Seed")
OWN_OPTIONS = tr("custom settings")
BY_DEFAULT = tr("standard options")
ADVANCED = tr("Advanced…")
BOT_SETTINGS = tr("Bot settings")
BOT_BELOW = tr("Show settings")
LEVEL_MEANINGS = {
    "beginner": tr("Knows the rules and overlooks a lot"),
    "casual": tr("Plays now and then and misses good moves"),
    "club": tr("Plays regularly and sees most threats"),
    "strong": tr("Plays well and makes few mistakes"),
    "maximum": tr("The strongest opponent here"),
    "adaptive": tr("Adapts to your results"),
}


def others(people: int, bots: int) -> str:
    """Return the list entry for opponents who are people, or people and bots, such as "2 people, 1 bot"."""
    if people == 1 and not bots:
        return tr("Another person")
    named = trn("1 person", "{count} people", people)
    return f"{named}, {trn('1 bot', '{count} bots', bots)}" if bots else named


def at_this_screen(people: int, bots: int, level: str) -> str:
    """Return the explanation of a game against other people, and against bots of a level."""
    shared = trn(
        "You and one other person share this screen.", "You and {count} other people share this screen.", people
    )
    strength = trn("The bot's level is {level}.", "The bots' level is {level}.", bots, level=level) if bots else ""
    return f"{shared} {strength}".rstrip()


def seats(numbers: tuple[int, ...]) -> str:
    """Return the numbers of players for which a game was made, such as "3–4 players"."""
    low, high = min(numbers), max(numbers)
    return tr("{low}–{high} players", low=low, high=high) if low < high else trn("1 player", "{count} players", low)


def you_play(side: str) -> str:
    """Return the note that the person plays another seat than the first."""
    return tr("you play {side}", side=side)


def as_seen(side: str) -> str:
    """Return the list entry for following a seat, such as "As Seat 1 sees it"."""
    return tr("As {side} sees it", side=side)


def drawn_meaning(side: str) -> str:
    """Return the explanation of how hidden information is drawn."""
    return tr("fitting everything that {side} knows", side=side)


def about_seed(info: GameInfo) -> str:
    """Return the explanation of what the seed determines in a game."""
    if info.has.deals:
        return tr("the same seed deals the same cards")
    if info.has.chance:
        return tr("the same seed rolls the same dice")
    return tr("the same seed gives the same random turns")


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
    return (
        tr("{meaning} Beats {below} in {share:.0f} of 100 games.", meaning=meaning, below=below, share=100 * share)
        if below and share
        else meaning
    )


def elo(strength: Estimate) -> str:
    """Return a strength such as "+120"."""
    return format_signed(strength.value, 0)


def preset_entry(settings: str, level: Level | None, otherwise: str) -> str:
    """Return the list entry of a bot's preset: its settings and strength, such as "200 sims, softness 0.25  +120".

    Args:
        settings: The options that the preset sets.
        level: The measurement of the preset, or None.
        otherwise: The options of the measured game, if they differ.
    """
    first, _, others = widgets_words.options(settings).partition(", ")
    option, _, value = first.partition(" ")
    if option == "simulations":  # the list is narrow
        first = tr("{count:,} sims", count=int(value))
    name = ", ".join(filter(None, (first, others)))
    return f"{name}  ({NOT_MEASURED})" if level is None else f"{name}  {'≈ ' if otherwise else ''}{elo(level.strength)}"


def strength_text(level: Level, measured: MeasuredLevels, otherwise: str) -> str:
    """Return a level's strength, and its score against the level below.

    Args:
        level: The measurement of the level.
        measured: All measurements of the game.
        otherwise: The options of the measured game, if they differ.
    """
    elo_text = (
        tr("{elo} Elo", elo=elo(level.strength)) if level.name != measured.yardstick else tr("0 Elo, the reference")
    )
    yardstick = f" ({measured.yardstick}: 0)" if level.name != measured.yardstick else ""
    text, below = f"{elo_text}{yardstick}", measured.meeting_below(level.name)
    if below is not None:
        even = "" if below.even == 0.5 else tr(", average is {even:.0f}", even=100 * below.even)
        text += tr(
            "; wins {share:.0f} of 100 games against {lower}{even}",
            share=100 * below.share.value,
            lower=widgets_words.player(below.lower, alone=False),
            even=even,
        )
    return (
        tr("Measured with {otherwise}: strength {text}.", otherwise=otherwise, text=text)
        if otherwise
        else tr("Strength {text}.", text=text)
    )


def other_game(title: str) -> str:
    """Return the error that a position belongs to another game."""
    return tr("position: this is a position of {title}", title=title)


def designed_by(designer: str, year: int) -> str:
    """Return the designer and the year of a game; year 0 means unknown."""
    return (
        tr("By {designer}, {year}.", designer=designer, year=year) if year else tr("By {designer}.", designer=designer)
    )


def no_number(field: str, text: str, least: float, most: float) -> str:
    """Return the error that the text of a field is not a number in the given range."""
    return tr(
        "{field}: {text!r} is not a number from {least:g} to {most:g}", field=field, text=text, least=least, most=most
    )


def clock(limit: Limit | None) -> str:
    """Return the list entry of a clock."""
    if limit is None or limit.seconds is None:
        return NO_CLOCK
    amount = duration(limit.seconds)
    if limit.per == "turn":
        return tr("{amount} per turn", amount=amount)
    if limit.per == "decision":
        return tr("{amount} per decision", amount=amount)
    increment = tr(" + {increment:g} s per turn", increment=limit.increment) if limit.increment else ""
    return tr("{amount} per game{increment}", amount=amount, increment=increment)


def duration(seconds: float) -> str:
    """Return a duration such as "5 min" or "90 s"."""
    return (
        tr("{seconds:g} min", seconds=seconds / 60)
        if seconds >= 60 and seconds % 30 == 0 and seconds != 90
        else f"{format_number(seconds, 'g')} s"
    )


def bad_seed(text: str) -> str:
    """Return the error that a seed is invalid."""
    return tr("seed: {text!r} is not a whole number", text=text)
