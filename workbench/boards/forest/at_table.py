"""Entry of the forest game at a real table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fastcore import Viewpoint
from workbench.boards.kit.tables import at_table


class AtTable(at_table.AtTable):
    """Steps by two tiles, spawns by a sign and a tile."""

    EVENT = re.compile(r"[+!][a-z]\d|b[a-z]\d(?:[a-z]\d$)?|[a-z]\d[a-z]\d")

    def keys(self, point: Viewpoint, parts: Sequence[str], text: str) -> tuple[str, ...]:
        """Return the tiles of a move, after a sign for a spawn or `b` for the BBB, which needs only its end."""
        if text.startswith("B:"):
            start, _, end = text[2:].partition("-")
            return (f"b{end}", f"b{start}{end}")
        if text[0] in "+!":
            return (text,)
        return (text.removeprefix("@").replace("-", ""),)

    def unspelled(self, point: Viewpoint, parts: Sequence[str], keys: str) -> str:
        """Return the step, or the move of the BBB if it is on the board, that two tiles or `b` and a tile mean."""
        if step := re.fullmatch(r"([a-z]\d)([a-z]\d)", keys.casefold()):
            return f"{step[1]}-{step[2]}"
        if whole := re.fullmatch(r"b([a-z]\d)([a-z]\d)", keys.casefold()):
            return f"B:{whole[1]}-{whole[2]}"
        moves = self.candidates(point, parts) or ()
        start = next((move.partition("-")[0] for move in moves if move.startswith("B:")), "")
        end = re.fullmatch(r"b([a-z]\d)", keys.casefold())
        return f"{start}-{end[1]}" if start and end else keys
