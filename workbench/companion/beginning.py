"""The start of a new table, perhaps in the middle of a game."""

from __future__ import annotations

from workbench.companion.companion import Companion
from workbench.companion.journal import create


def begin_table(game: str, seat: int | None = None, names: tuple[str, ...] = (), typed: str = "") -> Companion:
    """Return the companion of a new table with a journal.

    Args:
        game: The game with its options, and perhaps a position.
        seat: The seat of the person with the list, or None.
        names: The names of the players by seat.
        typed: The keys of the first events.

    Raises:
        ValueError: The game, the position, the seat, the names or the keys are invalid. There is no journal then.
    """
    spec, _, position = game.strip().partition(" ")
    trial = Companion(spec, seat, names)
    if position.strip():
        trial.start_from(position)
    trial.typing.feed(typed)
    companion = Companion.open(create(trial.table))
    companion.replace_lines(trial.lines)
    return companion
