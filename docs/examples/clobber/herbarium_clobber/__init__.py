"""Clobber: a stone takes a neighbouring enemy stone. A player who cannot move loses."""

from fastcore.values import Field, GameInfo, Has, Option
from herbarium_clobber.clobber import Clobber

__all__ = ["INFO", "Clobber"]
INFO = GameInfo(
    id="clobber",
    title="Clobber",
    designer="Michael H. Albert, J. P. Grossman and Richard Nowakowski",
    year=2001,
    seats=(2,),
    has=Has(),
    longest=63,
    options=(Option("width", "whole", "4", "columns", 2, 8), Option("height", "whole", "3", "rows", 2, 8)),
    fields=(Field("rows", "board", "x, o and .", "xoxo/oxox/xoxo", "the rows, from the top"),),
    goal="Make the last move.",
)
