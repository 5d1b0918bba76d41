"""The texts of the form for a match."""

from __future__ import annotations

from workbench.gui.matches.words import duration
from workbench.system.translation import tr, trn

MAX_POINTS = 35.0  # fewer games cannot detect even this difference, in points of 100, and compare nothing
GAME = tr("Game")
BOTS = tr("Bots")
ADD = tr("Add a bot")
REMOVE = tr("Remove")
OWN_LIMIT = tr("Own limit")
REMOVE_LIMIT = tr("Remove limit")
MEETING = tr("Pairings")
ALL_MEET = tr("Everybody plays everybody")
FIRST_MEETS = tr("The first bot plays each other bot")
LENGTH = tr("Length")
NUMBER = tr("Number of games")
UNTIL_CLEAR = tr("Until one bot is clearly better")
TEST = tr("Lead to prove")
ELO_TO, ELO_UNIT = tr("against"), tr("Elo. Only for games until one bot is clearly better.")
TWO_FOR_TEST = tr("length: with more than two bots, choose a number of games")
ROTATIONS = tr("Rotate seats only, instead of every order")
LIMIT = tr("Limit")
LIMITS = {
    "own": tr("Each bot's own limit"),
    "simulations": tr("Simulations per decision"),
    "seconds": tr("Seconds per decision"),
    "turn": tr("Seconds per turn"),
    "game": tr("Seconds per game"),
}
LIMIT_TEXTS = {
    "own": tr("each bot's level sets its limit"),
    "simulations": tr("the same games on any computer"),
    "seconds": tr("the results also depend on this computer"),
    "turn": tr("the results also depend on this computer"),
    "game": tr("the results also depend on this computer"),
}
LIMIT_UNITS = {"simulations": tr("simulations"), "seconds": tr("seconds"), "turn": tr("seconds"), "game": tr("seconds")}
FROM_LIST = tr("A list or record from a file")
LIST_MEANING = tr("one position or opening per line; used in turn")
CHOOSE_FILE = tr("Choose…")
NO_FILE = tr("openings: choose a file, or the start position")
MOVES_AT_RANDOM = tr("random moves, the same in every seat order")
CORES = tr("Parallel games")
WORKERS = tr("Workers")
WORKERS_MEANING = tr("empty for this computer, or tls://HOST:PORT, or local:4")
KEYS_FOLDER = tr("keys in folder")
SEED = tr("Seed")
SEED_MEANING = tr("the same seed gives the same dice and cards")
START = tr("Start the match")
MEASURING = tr("Measuring how long a game takes…")
NOT_WHILE_PLAYED = tr("No time estimate while another match is running.")
READING = tr("Reading the list of openings…")
COVERED_BOARD = tr("the position on the board has hidden information")
OVER_BOARD = tr("the game on the board is over")
IS_PLAYED = tr("This match is running.")


def cores_meaning(cores: int) -> str:
    """Return the hint beside the number of concurrent games."""
    return tr("at most {cores} on this computer", cores=cores) if cores > 1 else tr("this computer plays one at a time")


def at_most(games: str) -> str:
    """Return the hint beside the maximum number of games of a sequential test."""
    return tr("at most: {games}", games=games)


def detectable_difference(games: int, points: float, bots: int, test: bool, least: int) -> str:
    """Return the sentence about the differences that a match can detect.

    Args:
        games: The number of games.
        points: The smallest detectable difference in points of 100.
        bots: The number of bots.
        test: Whether a sequential test ends the match.
        least: The number of games from which the result of two bots can prove something.
    """
    if test:
        return tr("At most {games:,} games, until one bot is clearly better.", games=games)
    if bots == 2 and games < least:
        return tr("Fewer than {least:,} games prove nothing.", least=least)
    if points >= MAX_POINTS:
        return trn("{count} game is too few to compare bots.", "{count} games are too few to compare bots.", games)
    if bots == 2:
        return tr(
            "In {games:,} games, only a score above {score:.0f} % proves a difference.",
            games=games,
            score=50 + points,
        )
    return tr("In {games:,} games, each score is accurate to {points:.0f} points of 100.", games=games, points=points)


def too_many(games: int, limit: int) -> str:
    """Return the error that the bots need too many games to play in every seat order."""
    remedies = tr("choose fewer bots, let the first play each, or rotate seats only")
    return tr(
        "who plays: {games:,} games needed, the limit is {limit:,}; {remedies}",
        games=games,
        limit=limit,
        remedies=remedies,
    )


def other_options(options: str) -> str:
    """Return the note that a position brings its own options."""
    return tr("the board has other game options: {options}", options=options)


def other_board(title: str) -> str:
    """Return why the position on the board cannot be used: it belongs to another game."""
    return tr("the position on the board is one of {title}", title=title)


def estimated_duration(seconds: float, concurrent: int, whole: bool, test: bool) -> str:
    """Return the sentence about the duration of a match.

    Args:
        seconds: The estimate.
        concurrent: The number of concurrent games.
        whole: Whether a whole game was measured, not just a part.
        test: Whether a sequential test can end the match early.
    """
    about = tr("About") if whole else tr("Roughly")
    if test:
        return trn(
            "{about} {duration} at most with {count} game at a time.",
            "{about} {duration} at most with {count} games at a time.",
            concurrent,
            about=about,
            duration=duration(seconds),
        )
    return trn(
        "{about} {duration} with {count} game at a time.",
        "{about} {duration} with {count} games at a time.",
        concurrent,
        about=about,
        duration=duration(seconds),
    )


def bad_number(field: str, text: str, minimum: float, maximum: float) -> str:
    """Return the error that the text of a field is not a number in the given range."""
    return tr(
        "{field}: {text!r} is not a number from {minimum:g} to {maximum:,g}",
        field=field,
        text=text,
        minimum=minimum,
        maximum=maximum,
    )


def too_short(kind: str, lower: float) -> str:
    """Return the warning for a time limit below `lower` seconds."""
    period = {"seconds": tr("decision"), "turn": tr("turn"), "game": tr("game")}[kind]
    return tr(
        "Below {lower:g} s per {period}, overhead matters. Use a limit in simulations.",
        lower=lower,
        period=period,
    )


def elo_not_rising() -> str:
    """Return the error that the first Elo of a test is not above the second."""
    return tr("lead to prove: the first number must be higher than the second")
