"""Entry of Herd at a real table."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import CHANCE, Viewpoint
from workbench.boards.kit.tables import at_table


class AtTable(at_table.AtTable):
    """Dice by two digits in any order, stones by their cells."""

    def keys(self, point: Viewpoint, parts: Sequence[str], text: str) -> tuple[str, ...]:
        """Return both orders of a roll, or a cell without the sign for a removal."""
        if point.actor == CHANCE:
            high, _, low = text.partition("-")
            return (high + low, low + high)
        return (text.removeprefix("x"),)
