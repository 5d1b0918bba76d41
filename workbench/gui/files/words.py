"""The texts about games as files."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from workbench.system.translation import core, tr, trn

OWN = tr("My games")
KIND = tr("Herbarium games")  # name of the file kind
NOTHING_RECENT = tr("No file has been opened or saved yet.")
NOTHING_TO_SAVE = tr("Nothing to save before the first move.")
ADJOURNED = tr("Game saved. To continue, open it under My games.")
ADJOURNING = tr("Saving and closing the game…")
KEPT = tr("Game saved under My games.")
NOTHING_HIDDEN = tr("This game has no hidden information. Save the game itself.")
ONE_SEAT = tr("This game already is one player's view. Save the game itself.")
SEAT_COVERED = tr("This view is private. First pass the screen to its player.")
SAVE_ELSEWHERE = tr("Save elsewhere…")
CLOSE_ANYWAY = tr("Close anyway")
DELETE = tr("Delete")
PUT_BACK = tr("Restore")
CLOSE = tr("Close")
FILTER = tr("Find")
NO_GAMES = tr("No games yet. Games that you finish, save or adjourn appear here.")
NONE_FOUND = tr("No matching games.")
LOOKING = tr("Reading your games…")
HEADS = (tr("Game"), tr("Players"), tr("Result"), tr("Started"))


def saved_seat(name: str, file: Path) -> str:
    """Return the confirmation that the record of one seat is saved."""
    return tr("{name}'s view is saved in {file}.", name=name, file=file.name)


def saved_seat_of_small_seed(name: str, file: Path) -> str:
    """Return the confirmation of `saved_seat` with a warning that others can find the seed by brute force."""
    return tr(
        "{name}'s view is saved in {file}. Its small seed may reveal secrets.",
        name=name,
        file=file.name,
    )


def is_open(file: Path) -> str:
    """Return the message that an open file cannot be overwritten."""
    return tr("{file} is open. Choose another name.", file=file.name)


def recreated(file: Path) -> str:
    """Return the confirmation that a deleted file was recreated."""
    return tr("{file} was missing. Herbarium has saved it again.", file=file.name)


def saved_beside(wanted_file: str, file: Path) -> str:
    """Return the warning that a file was changed by another program, so a second file was written."""
    return tr(
        "Another program changed {wanted_file}. Your game is saved beside it, in {file}.",
        wanted_file=wanted_file,
        file=file.name,
    )


def opened(file: Path) -> str:
    """Return the confirmation that a game was opened."""
    return tr("Opened {file}.", file=file.name)


def open_elsewhere(file: Path) -> str:
    """Return the warning that a game is open in another window."""
    return tr("{file} is open in another window. A second save creates a copy.", file=file.name)


def not_saved(reason: str) -> str:
    """Return the error that a game could not be saved."""
    return tr("The game is not saved, but stays open: {reason}.", reason=reason)


def not_kept(reason: str) -> str:
    """Return the warning that the autosave fails."""
    return tr("Your game is not being saved: {reason}.", reason=reason)


def would_be_lost(reason: str) -> str:
    """Return the message that a game would be lost, so the window stays open."""
    return tr("The window stays open, because unsaved changes would be lost: {reason}.", reason=reason)


def not_opened(reason: str) -> str:
    """Return the error that a file could not be opened."""
    return tr("The file cannot be opened: {reason}.", reason=core(reason))


def is_archive(file: Path, key: str) -> str:
    """Return a message that says a file is an archive of matches and how to view it."""
    how = (
        tr("Open it in Matches ({key}).", key=key)
        if key
        else tr("In a terminal: herbarium show {file}", file=shlex.quote(str(file)))
    )
    return tr("{file} is an archive of matches, not a game. {how}", file=file.name, how=how)


def discarded(key: str) -> str:
    """Return the notice that a game was discarded; `key` reopens it."""
    return tr("Game discarded. {key} restores it until the window closes.", key=key)


def restore_game(game: str, when: str, over: bool) -> str:
    """Return the offer to restore a game; `over` says whether it was played to its end."""
    if over:
        return tr("Restore finished {game} ({when})?", game=game, when=when)
    return tr("Restore {game} ({when})?", game=game, when=when)


def restore_games(count: int, damaged: int) -> str:
    """Return the offer to restore several games, some of which may be damaged."""
    if count == damaged:
        return tr("{count} games are damaged.", count=count)
    lost = trn(" ({count} of them is damaged)", " ({count} of them are damaged)", damaged) if damaged else ""
    return tr("Restore your last {count} games{lost}?", count=count, lost=lost)


def unfinished_damaged(when: str, reason: str) -> str:
    """Return the message that an unfinished game is damaged."""
    return tr("Your game from {when} is damaged: {reason}.", when=when, reason=core(reason))


ENDINGS: Mapping[str, str] = {
    "resigned": tr("resigned"),
    "timeout": tr("out of time"),
    "illegal": tr("illegal move"),
    "crash": tr("bot failed"),
}


def result(points: Sequence[int], winners: Sequence[str], ending: str, loser: str) -> str:
    """Return a result such as "13 : 6, Red won", "10 : 10, a draw" or "Blue won (Red resigned)"."""
    outcome = tr("{winners} won", winners=tr(" and ").join(winners)) if winners else tr("a draw")
    if ending == "normal":
        return f"{' : '.join(map(str, points))}, {outcome}" if points else outcome
    return f"{outcome} ({loser} {ENDINGS.get(ending, ending)})" if loser else f"{outcome} ({ending})"


def found(count: int) -> str:
    """Return the number of found games in words."""
    return trn("1 game", "{count:,} games", count)
