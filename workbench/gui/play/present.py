"""The shown position as one that can be set up."""

from __future__ import annotations

from dataclasses import replace

from workbench.game.move_tree import ROOT
from workbench.positions.sketch import Sketch
from workbench.table.table import Table


def seen(table: Table) -> Sketch | None:
    """Return the position of the game as the window shows it, None while nobody may see it."""
    point = table.point
    if table.screen.handing_to is not None or (point.seat is None and point.state is None):
        return None
    sketch, browsing = Sketch.of(point.state or point), table.browsing
    return replace(sketch, facts=table.session.facts) if sketch.seat is not None and browsing.at == ROOT else sketch
