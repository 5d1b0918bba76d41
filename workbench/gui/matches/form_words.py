"""What the form says in which a match is set up."""

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
MOST_BLOCKS = "blocks at most"
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
    return f"of {cores} cores; the window stays quick" if cores > 1 else "there is one core"


def resolves(games: int, points: float, elo: float, bots: int, test: bool) -> str:
    """What so many games can tell."""
    if test:
        return f"At most {games:,} games: it ends as soon as the answer is clear."
    told = f"{games:,} games tell differences above {points:.1f} points of 100, near {elo:.0f} Elo (95 %)."
    return (
        told
        if bots == 2
        else f"{games:,} games: each bot's score is known to ±{points:.1f} points of 100, near {elo:.0f} Elo (95 %)."
    )


def too_many(games: int, most: int) -> str:
    ways = "take fewer bots, let the first meet each, or turn the seats round only"
    return f"who plays: {games:,} games a block are more than {most:,}; {ways}"


def brings(options: str) -> str:
    return f"a game with other options than above: {options}"


def other_board(title: str) -> str:
    return f"the one on the board cannot be taken: it is one of {title}"


def takes(seconds: float, at_once: int, whole: bool, test: bool) -> str:
    """How long all of it will take."""
    about = "About" if whole else "Roughly"
    games = "game" if at_once == 1 else "games"
    return f"{about} {duration(seconds)}{' at most' if test else ''} with {at_once} {games} at a time."


def bad_number(field: str, text: str, least: float, most: float) -> str:
    return f"{field}: {text!r} is no number from {least:g} to {most:,g}"


def too_short(kind: str, least: float) -> str:
    """Of a limit that leaves hardly any time to think."""
    what = {"seconds": "decision", "turn": "turn", "game": "game"}[kind]
    return (
        f"Below {least:g} seconds a {what}, telling and handing over moves (0.002 each) counts as much as thinking. "
        "Simulations tell more about the bots."
    )


def rising() -> str:
    return "test: the first Elo must be above the second"
