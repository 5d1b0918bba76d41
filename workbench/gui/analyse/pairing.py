"""The connection between the table of candidates and a feature that compares two of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workbench.gui.widgets.menus import MenuEntry


class Pairing:
    """What a feature offers for two candidates. Without such a feature, candidates cannot be paired.

    Candidates are given by their first moves.

    Attributes:
        choose: Receives two candidates that the user paired, or None.
        shown: Returns the candidates that are highlighted as a pair, or ().
        entries: Returns the menu entries for a candidate.
    """

    def __init__(self) -> None:
        self.choose: Callable[[str, str], None] | None = None
        self.shown: Callable[[], tuple[str, ...]] = tuple
        self.entries: Callable[[str], Sequence[MenuEntry]] = lambda move: ()

    def pair(self, first: str, second: str) -> None:
        """Pair two candidates."""
        if self.choose is not None:
            self.choose(first, second)
