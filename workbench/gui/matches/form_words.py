"""The texts of the form for a match."""

from __future__ import annotations

from workbench.gui.matches.words import duration

GAME = "Game"
BOTS = "Who plays"
ADD = "Add a bot"
REMOVE = "Remove"
MEETING = "Meetings"
ALL_MEET = "Round robin: all meet all"
FIRST_MEETS = "Gauntlet: the first meets each"
LENGTH = "Length"
BLOCKS = "A number of blocks"
SPRT = "Until a test has decided"
BLOCKS_MEANING = "blocks; a block is one seed in all seat orders"
BLOCKS_AT_MOST = "blocks at most"
ELO_FROM, ELO_UNIT, ELO_TO = "Is the first better by", "normalised Elo,", "and not only by"
TWO_FOR_TEST = "A test compares two bots; with more of them, give a number of blocks."
ROTATIONS = "Turn the seats round only, instead of every order"
LIMIT = "Limit"
LIMITS = {
    "own": "Each bot's own options",
    "simulations": "Simulations a decision",
    "seconds": "Seconds a decision",
    "turn": "Seconds a turn",
    "game": "Seconds a game",
}
LIMIT_TEXTS = {
    "own": "levels and settings above decide",
    "simulations": "the same games on any computer",
    "seconds": "measures this computer as much as the bots",
    "turn": "measures this computer as much as the bots",
    "game": "measures this computer as much as the bots",
}
LIMIT_UNITS = {"simulations": "simulations", "seconds": "seconds", "turn": "seconds", "game": "seconds"}
FROM_LIST = "A list or record from a file"
LIST_MEANING = "one position or opening a line, a block each in turn"
CHOOSE_FILE = "Choose…"
NO_FILE = "openings: choose a file, or begin from the start"
MOVES_AT_RANDOM = "random moves, the same in all games of a block"
CORES = "Games at once"
SEED = "Seed"
SEED_MEANING = "fixes dice, deals and openings"
START = "Start the match"
MEASURING = "Measuring how long a game takes…"
NOT_WHILE_PLAYED = "How long a game takes is not measured while a match is played."
READING = "Reading the list of openings…"
COVERED_BOARD = "the one on the board cannot be taken: it would tell what is covered"
OVER_BOARD = "the one on the board cannot be taken: that game is over"
IS_PLAYED = "This match is being played."


def cores_meaning(cores: int) -> str:
    """Return the hint beside the number of concurrent games."""
    return f"of {cores} cores; the window stays quick" if cores > 1 else "there is one core"


def detectable_difference(games: int, points: float, elo: float, bots: int, test: bool) -> str:
    """Return the sentence about the differences that a match can detect.

    Args:
        games: The number of games.
        points: The smallest detectable difference in points of 100.
        elo: The same difference in Elo.
        bots: The number of bots.
        test: Whether a sequential test ends the match.
    """
    if test:
        return f"At most {games:,} games: it ends as soon as the answer is clear."
    two_bots = f"{games:,} games tell differences above {points:.1f} points of 100, near {elo:.0f} Elo (95 %)."
    return (
        two_bots
        if bots == 2
        else f"{games:,} games: each bot's score is known to ±{points:.1f} points of 100, near {elo:.0f} Elo (95 %)."
    )


def too_many(games: int, limit: int) -> str:
    """Return the error that a block has too many games."""
    remedies = "take fewer bots, let the first meet each, or turn the seats round only"
    return f"who plays: {games:,} games a block are more than {limit:,}; {remedies}"


def other_options(options: str) -> str:
    """Return the note that a position brings its own options."""
    return f"a game with other options than above: {options}"


def other_board(title: str) -> str:
    """Return why the position on the board cannot be used: it belongs to another game."""
    return f"the one on the board cannot be taken: it is one of {title}"


def estimated_duration(seconds: float, concurrent: int, whole: bool, test: bool) -> str:
    """Return the sentence about the duration of a match.

    Args:
        seconds: The estimate.
        concurrent: The number of concurrent games.
        whole: Whether a whole game was measured, not just a part.
        test: Whether a sequential test can end the match early.
    """
    about = "About" if whole else "Roughly"
    games = "game" if concurrent == 1 else "games"
    return f"{about} {duration(seconds)}{' at most' if test else ''} with {concurrent} {games} at a time."


def bad_number(field: str, text: str, minimum: float, maximum: float) -> str:
    """Return the error that the text of a field is not a number in the given range."""
    return f"{field}: {text!r} is no number from {minimum:g} to {maximum:,g}"


def too_short(kind: str, lower: float) -> str:
    """Return the warning for a time limit below `lower` seconds."""
    period = {"seconds": "decision", "turn": "turn", "game": "game"}[kind]
    return (
        f"Below {lower:g} seconds a {period}, telling and handing over moves (0.002 each) counts as much as thinking. "
        "Simulations tell more about the bots."
    )


def elo_not_rising() -> str:
    """Return the error that the first Elo of a test is not above the second."""
    return "test: the first Elo must be above the second"
