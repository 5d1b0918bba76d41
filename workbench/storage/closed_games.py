"""Saving of closed games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from workbench.storage import unmade_turns
from workbench.storage.library import Library
from workbench.storage.stored_game import StoredGame
from workbench.system import saving


def would_be_lost(game: StoredGame) -> bool:
    """Return whether a game has unsaved changes, but no file that the user has chosen, and was not discarded."""
    return game.unsaved and not game.discarded and (game.file is None or game.file.parent == Library().folder)


def finishing_work(game: StoredGame) -> Callable[[], bool]:
    """Return a function, for any thread, that finishes the storage of a closed game.

    The function adds the game to the library if it would otherwise be lost. If the game cannot be saved, the function
    keeps the autosave and returns False.
    """
    game.check_changes()
    save = game.saver() if would_be_lost(game) else None

    def end() -> bool:
        if game.discarded:
            unmade_turns.delete_plans(game.session)
            game.discard()
            return True
        if save is not None:
            with suppress(saving.WriteError):  # the autosave is recovered at the next start
                save()
        game.check_changes()
        if (game.unsaved and game.flush()) or game.plans.flush():
            return False
        game.leave()
        return True

    return end


def saving_work(games: Sequence[StoredGame], closed: Sequence[StoredGame]) -> Callable[[], str] | None:
    """Return a function, for any thread, that saves all unsaved games and plans, or None if everything is saved.

    The function returns why something could not be saved, or "".

    Args:
        games: All games, the closed ones included.
        closed: The closed games, which are added to the library if they would otherwise be lost.
    """
    unsaved = [game for game in games if game.unsaved]
    plans = [game.plans for game in games if game.plans.unsaved]
    saves = [(game, game.saver()) for game in closed if would_be_lost(game)]

    def work() -> str:
        for game, save in saves:
            with suppress(Exception):  # unsaved games are offered at the next start
                save()
                unsaved.remove(game)
        return next(filter(None, [*(game.flush() for game in unsaved), *(store.flush() for store in plans)]), "")

    return work if unsaved or plans else None
