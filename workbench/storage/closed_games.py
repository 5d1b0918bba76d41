"""Saving of closed games that can no longer be reopened in this run."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from workbench.storage import unmade_turns
from workbench.storage.stored_game import StoredGame
from workbench.system import saving


def would_be_lost(game: StoredGame) -> bool:
    """Return whether a game has unsaved changes and no file, and was not discarded."""
    return game.unsaved and game.file is None and not game.discarded


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
