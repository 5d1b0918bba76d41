"""The texts about games as files."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

OWN = "My games"
KIND = "Games of Herbarium"  # name of the file kind
NOTHING_RECENT = "No file has been opened or saved yet."
NOTHING_TO_SAVE = "There is nothing to keep before a person's first move, or a bot's where bots play alone."
ADJOURNED = "The game is among your games; open it there to go on."
ADJOURNING = "It is being saved, and then closed."
KEPT = "The game is saved among your games."
NOTHING_HIDDEN = "In this game everybody sees everything: save the game itself."
ONE_SEAT = "This game is what one seat saw as it is: save it."
SEAT_COVERED = "What a seat saw is its player's alone: whose turn it is takes over the screen first."
RESTORE = "Restore"
SAVE_ELSEWHERE = "Save elsewhere…"
CLOSE_ANYWAY = "Close anyway"
DELETE = "Delete"
PUT_BACK = "Put back"
CLOSE = "Close"
FILTER = "Find"
NO_GAMES = "No games yet. Games that you play to their end are kept here, and those that you save or adjourn."
NONE_FOUND = "No game fits."
LOOKING = "Looking through your games…"
HEADS = ("Game", "Players", "Result", "Begun")


def saved_seat(name: str, file: Path) -> str:
    """Return the confirmation that the record of one seat is saved."""
    return f"What {name} saw is saved in {file.name}."


def saved_seat_of_small_seed(name: str, file: Path) -> str:
    """Return the confirmation of `saved_seat` with a warning that others can find the seed by brute force."""
    return (
        f"What {name} saw is saved in {file.name}. Its seed is small: readers can guess it and find the hidden cards."
    )


def is_open(file: Path) -> str:
    """Return the message that an open file cannot be overwritten."""
    return f"{file.name} is open here, and would be written over: choose another name."


def recreated(file: Path) -> str:
    """Return the confirmation that a deleted file was recreated."""
    return f"{file.name} was gone and has been written anew."


def saved_beside(wanted_file: str, file: Path) -> str:
    """Return the warning that a file was changed by another program, so a second file was written."""
    return f"{wanted_file} was changed by another program: your game is saved beside it, in {file.name}."


def opened(file: Path) -> str:
    """Return the confirmation that a game was opened."""
    return f"Opened {file.name}."


def open_elsewhere(file: Path) -> str:
    """Return the warning that a game is open in another window."""
    return f"{file.name} is also open in another window. A second save creates a copy."


def not_saved(reason: str) -> str:
    """Return the error that a game could not be saved."""
    return f"The game is not saved, but kept as it is: {reason}."


def not_kept(reason: str) -> str:
    """Return the warning that the autosave fails."""
    return f"What you play is not being written down: {reason}."


def would_be_lost(reason: str) -> str:
    """Return the message that a game would be lost, so the window stays open."""
    return f"The window stays open, since what is not saved would be lost: {reason}."


def not_opened(reason: str) -> str:
    """Return the error that a file could not be opened."""
    return f"It cannot be opened: {reason}."


def is_archive(file: Path, key: str) -> str:
    """Return a message that says a file is an archive of matches and how to view it."""
    how = f"Open it in Matches ({key})." if key else f"In a terminal: herbarium show {shlex.quote(str(file))}"
    return f"{file.name} is an archive of matches, not a game. {how}"


def discarded(key: str) -> str:
    """Return the notice that a game was discarded; `key` reopens it."""
    return f"The game is discarded; {key} takes it back until the window is closed."


def restore_game(game: str, when: str) -> str:
    """Return the offer to restore an unfinished game."""
    return f"Restore your unfinished game of {game} ({when})?"


def restore_games(count: int, damaged: int) -> str:
    """Return the offer to restore several unfinished games, some of which may be damaged."""
    if count == damaged:
        return f"{count} unfinished games are damaged."
    lost = f" ({damaged} of them {'is' if damaged == 1 else 'are'} damaged)" if damaged else ""
    return f"Restore {count} unfinished games{lost}?"


def unfinished_damaged(when: str, reason: str) -> str:
    """Return the message that an unfinished game is damaged."""
    return f"Your game from {when} is damaged: {reason}."


ENDINGS: Mapping[str, str] = {
    "resigned": "resigned",
    "timeout": "out of time",
    "illegal": "illegal move",
    "crash": "broke down",
}


def result(points: Sequence[int], winners: Sequence[str], ending: str, loser: str) -> str:
    """Return a result such as "13 : 6, Red won", "10 : 10, a draw" or "Blue won (Red resigned)"."""
    outcome = f"{' and '.join(winners)} won" if winners else "a draw"
    if ending == "normal":
        return f"{' : '.join(map(str, points))}, {outcome}" if points else outcome
    return f"{outcome} ({loser} {ENDINGS.get(ending, ending)})" if loser else f"{outcome} ({ending})"


def found(count: int) -> str:
    """Return the number of found games in words."""
    return "1 game" if count == 1 else f"{count} games"
