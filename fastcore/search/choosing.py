"""Which move a search would play."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from fastcore.stream import Stream


def best_row(
    rows: npt.NDArray[np.void], actor: int, stream: Stream | None = None, lengths: Mapping[int, int] | None = None
) -> int:
    """The move of the row that is proven best, else of those not proven worse the most visited; then by value and order
    (or by lot among equals). Of proven wins the soonest, of proven losses the latest, where `lengths` tells how many
    decisions they take. ValueError where no seat decides, or nothing was searched."""
    if actor < 0:
        raise ValueError("no seat decides here")
    if not rows["visits"].any():
        raise ValueError("nothing has been searched yet")
    sure = rows["lower"].max()
    most = rows["upper"][rows["lower"] == sure].max()
    beaten = (rows["upper"] <= sure) & ((rows["upper"] < most) | (rows["lower"] < sure))  # by a move proven as good
    good = rows[~beaten]
    late = {-1.0: 1, 1.0: -1}.get(float(sure), 0) if sure == most else 0
    waits = [late * (lengths or {}).get(int(move), 0) for move in good["move"]]
    rank = [(wait, int(row["visits"]), float(row["value"][actor])) for wait, row in zip(waits, good, strict=True)]
    ties = [i for i, key in enumerate(rank) if key == max(rank)]
    return int(good["move"][stream.choice(ties) if stream is not None else ties[0]])
