"""Entry of the forest game at a real table."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import Viewpoint
from workbench.boards.kit.tables import at_table


class AtTable(at_table.AtTable):
    """Steps by two tiles, spawns by a sign and a tile."""

    def keys(self, point: Viewpoint, parts: Sequence[str], text: str) -> tuple[str, ...]:
        """Return the tiles of a move, after a sign for a spawn or `b` for the BBB, which needs only its end."""
        if text.startswith("B:"):
            start, _, end = text[2:].partition("-")
            return (f"b{end}", f"b{start}{end}")
        if text[0] in "+!":
            return (text,)
        return (text.removeprefix("@").replace("-", ""),)
