"""Narrows clicks down to a legal move, for any game: which spots are possible next, and when a move is complete."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Step(NamedTuple):
    """What a click came to: a move, several to choose from, a refusal, or (all empty) a step on the way."""

    move: str = ""
    choices: tuple[str, ...] = ()
    refused: bool = False


class Entry:
    """The legal moves of one position as paths of spots; every click narrows them.

    A click on the last chosen spot finishes a move that ends there although others go on, or else takes the spot back.
    A click elsewhere on a spot where a move may begin begins anew.
    """

    def __init__(self, paths: Mapping[str, tuple[str, ...]]) -> None:
        self.paths = paths
        self.chosen: tuple[str, ...] = ()

    @property
    def fits(self) -> tuple[str, ...]:
        """The moves whose paths begin with what was chosen."""
        return tuple(move for move, path in self.paths.items() if path[: len(self.chosen)] == self.chosen)

    @property
    def open(self) -> frozenset[str]:
        """The spots that lead on."""
        depth = len(self.chosen)
        return frozenset(self.paths[move][depth] for move in self.fits if len(self.paths[move]) > depth)

    def after(self, spot: str) -> tuple[str, ...]:
        """The moves that a click on this spot would make at once: one, several to choose from, or none."""
        chosen = (*self.chosen, spot)
        if any(len(path) > len(chosen) and path[: len(chosen)] == chosen for path in self.paths.values()):
            return ()
        return self._ending(chosen)

    def begins(self, spot: str) -> bool:
        """Whether a move may begin here, whatever was chosen."""
        return any(path[:1] == (spot,) for path in self.paths.values())

    def leads_to_end(self, spot: str) -> bool:
        """Whether a first click on this spot would be a whole move, or a choice among several."""
        return not any(path[:1] == (spot,) and len(path) > 1 for path in self.paths.values()) and self.begins(spot)

    def trial(self, spot: str) -> tuple[Step, Entry]:
        """What a click would come to, and the entry after it; this one stays as it is."""
        other = Entry(self.paths)
        other.chosen = self.chosen
        return other.click(spot), other

    def click(self, spot: str) -> Step:
        if spot in self.open:
            moves = self.after(spot)
            self.chosen = () if moves else (*self.chosen, spot)
            return Step(moves[0]) if len(moves) == 1 else Step(choices=moves)
        if self.chosen and spot == self.chosen[-1]:
            moves = self._ending(self.chosen)
            self.chosen = () if moves else self.chosen[:-1]
            return Step(moves[0]) if len(moves) == 1 else Step(choices=moves)
        if self.chosen:
            begun, self.chosen = self.chosen, ()
            if spot in self.open:
                return self.click(spot)
            self.chosen = begun
        return Step(refused=True)

    def cancel(self) -> bool:
        """Take everything chosen back; whether there was anything."""
        was = bool(self.chosen)
        self.chosen = ()
        return was

    def _ending(self, chosen: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(move for move, path in self.paths.items() if path == chosen)
