"""The storage of a closed game that can no longer be reopened in this run."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from workbench.storage import unmade_turns
from workbench.storage.stored_game import StoredGame
from workbench.system import saving


def homeless(game: StoredGame) -> bool:
    """Whether a game is neither in a file nor discarded, and would be lost."""
    return game.unsaved and game.file is None and not game.unwanted


def ending(game: StoredGame) -> Callable[[], bool]:
    """Nobody opens this closed game again here: what puts it among one's own games, if it would be lost else, for any
    thread. It returns whether the game is kept now; one that is not stays as it is."""
    game.look()
    save = game.saver() if homeless(game) else None

    def end() -> bool:
        if game.unwanted:
            unmade_turns.forget(game.session)
            game.discard()
            return True
        if save is not None:
            with suppress(saving.CannotWrite):  # then it is there at the next start
                save()
        game.look()
        if (game.unsaved and game.flush()) or game.plans.flush():
            return False
        game.leave()
        return True

    return end
