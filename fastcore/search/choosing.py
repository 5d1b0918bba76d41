"""Which move a search would play."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fastcore.stream import Stream


def best_row(rows: npt.NDArray[np.void], actor: int, stream: Stream | None = None) -> int:
    """The move of the row that is proven best, else of those not proven worse the most visited; then by value and order
    (or by lot among equals). ValueError where no seat decides, or nothing was searched."""
    if actor < 0:
        raise ValueError("no seat decides here")
    if not rows["visits"].any():
        raise ValueError("nothing has been searched yet")
    sure = rows["lower"].max()
    most = rows["upper"][rows["lower"] == sure].max()
    beaten = (rows["upper"] <= sure) & ((rows["upper"] < most) | (rows["lower"] < sure))  # by a move proven as good
    good = rows[~beaten]
    rank = [(int(row["visits"]), float(row["value"][actor])) for row in good]
    ties = [i for i, key in enumerate(rank) if key == max(rank)]
    return int(good["move"][stream.choice(ties) if stream is not None else ties[0]])
