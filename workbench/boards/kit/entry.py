"""Move entry by clicks for any game: which spots are possible next, and when a move is complete."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Step(NamedTuple):
    """The result of a click: a move, several moves to choose from, a refusal, or (all empty) part of a move."""

    move: str = ""
    choices: tuple[str, ...] = ()
    refused: bool = False


class Entry:
    """The legal moves of one position as paths of spots, narrowed by every click.

    A second click on the last chosen spot completes a move that ends there, or else deselects the spot. A click on
    another spot where a move can begin starts over from that spot.

    Args:
        paths: The spots to click for each move, in order.
    """

    def __init__(self, paths: Mapping[str, tuple[str, ...]]) -> None:
        self.paths = paths
        self.chosen: tuple[str, ...] = ()

    @property
    def matching_moves(self) -> tuple[str, ...]:
        """The moves whose paths begin with the chosen spots."""
        return tuple(move for move, path in self.paths.items() if path[: len(self.chosen)] == self.chosen)

    @property
    def next_spots(self) -> frozenset[str]:
        """The spots that continue a move."""
        depth = len(self.chosen)
        return frozenset(self.paths[move][depth] for move in self.matching_moves if len(self.paths[move]) > depth)

    def completed_moves(self, spot: str) -> tuple[str, ...]:
        """Return the moves that a click on this spot would complete: none, one, or several to choose from."""
        chosen = (*self.chosen, spot)
        if any(len(path) > len(chosen) and path[: len(chosen)] == chosen for path in self.paths.values()):
            return ()
        return self._moves_with_path(chosen)

    def can_begin(self, spot: str) -> bool:
        """Return whether any move begins on this spot, regardless of the chosen spots."""
        return any(path[:1] == (spot,) for path in self.paths.values())

    def completes_move(self, spot: str) -> bool:
        """Return whether a first click on this spot would complete a move or offer a choice of moves."""
        return not any(path[:1] == (spot,) and len(path) > 1 for path in self.paths.values()) and self.can_begin(spot)

    def preview_click(self, spot: str) -> tuple[Step, Entry]:
        """Return the result of a click and the entry after it, without changing this entry."""
        copy = Entry(self.paths)
        copy.chosen = self.chosen
        return copy.click(spot), copy

    def click(self, spot: str) -> Step:
        """Handle a click on a spot and return its result."""
        if spot in self.next_spots:
            moves = self.completed_moves(spot)
            self.chosen = () if moves else (*self.chosen, spot)
            return Step(moves[0]) if len(moves) == 1 else Step(choices=moves)
        if self.chosen and spot == self.chosen[-1]:
            moves = self._moves_with_path(self.chosen)
            self.chosen = () if moves else self.chosen[:-1]
            return Step(moves[0]) if len(moves) == 1 else Step(choices=moves)
        if self.chosen:
            previous, self.chosen = self.chosen, ()
            if spot in self.next_spots:
                return self.click(spot)
            self.chosen = previous
        return Step(refused=True)

    def cancel(self) -> bool:
        """Deselect all spots. Return False if none was chosen."""
        had_choice = bool(self.chosen)
        self.chosen = ()
        return had_choice

    def _moves_with_path(self, chosen: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(move for move, path in self.paths.items() if path == chosen)
