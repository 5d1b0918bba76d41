"""Entry of Herd at a real table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fastcore import CHANCE, OVER, Viewpoint
from workbench.boards.kit.tables import at_table
from workbench.boards.kit.tables.at_table import Reading
from workbench.system.translation import tr

ROLL = re.compile(r"[1-6]-?[1-6]")


class AtTable(at_table.AtTable):
    """Dice by two digits in any order, stones by their cells."""

    EVENT = re.compile(r"[1-6]{2}|x?[a-z]\d")

    def read(self, point: Viewpoint, parts: Sequence[str]) -> Reading:
        """Return the observation. Explain why no dice can be rolled while stones are left."""
        if ROLL.fullmatch(parts[0]) and point.actor not in (CHANCE, OVER):
            return Reading(reason=tr("the turn is not over"))
        return super().read(point, parts)

    def keys(self, point: Viewpoint, parts: Sequence[str], text: str) -> tuple[str, ...]:
        """Return both orders of a roll, or a cell without the sign for a removal."""
        if point.actor == CHANCE:
            high, _, low = text.partition("-")
            return (high + low, low + high)
        return (text.removeprefix("x"),)
