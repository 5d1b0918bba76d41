"""Which move a search would play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fastcore.stream import Stream

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def best_row(
    rows: npt.NDArray[np.void], actor: int, stream: Stream | None = None, lengths: Mapping[int, int] | None = None
) -> int:
    """The move of the row that is proven best, else of those not proven worse the most visited; then by value and order
    (or by lot among equals). Of proven wins the soonest, of proven losses the latest, where `lengths` tells how many
    decisions they take. ValueError where no seat decides, or nothing was searched."""
    if actor < 0:
        raise ValueError("no seat decides here")
    moves, visits, values = rows["move"].tolist(), rows["visits"].tolist(), rows["value"][:, actor].tolist()
    lowers, uppers = rows["lower"].tolist(), rows["upper"].tolist()  # lists: for so few rows several times quicker
    if not any(visits):
        raise ValueError("nothing has been searched yet")
    sure = max(lowers)
    most = max(upper for lower, upper in zip(lowers, uppers, strict=True) if lower == sure)
    late = {-1.0: 1, 1.0: -1}.get(sure, 0) if sure == most else 0
    waits = lengths or {}
    # no move proven as good beats it
    good = [
        i
        for i, (lower, upper) in enumerate(zip(lowers, uppers, strict=True))
        if upper > sure or (upper >= most and lower >= sure)
    ]
    ranks = [(late * waits.get(moves[i], 0), visits[i], values[i]) for i in good]
    best = max(ranks)
    ties = [i for i, rank in zip(good, ranks, strict=True) if rank == best]
    return int(moves[stream.choice(ties) if stream is not None else ties[0]])
