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
    moves, visits, values = good["move"].tolist(), good["visits"].tolist(), good["value"][:, actor].tolist()
    waits = [late * (lengths or {}).get(move, 0) for move in moves]
    ranks = list(zip(waits, visits, values, strict=True))
    best = max(ranks)
    ties = [i for i, rank in enumerate(ranks) if rank == best]
    return int(moves[stream.choice(ties) if stream is not None else ties[0]])
