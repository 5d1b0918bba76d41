"""Dudo, a round of liar's dice: bid on all dice but see only your own, or doubt the last bid."""

from fastcore.values import Field, GameInfo, Has, Option
from herbarium_dudo.dudo import Dudo

__all__ = ["INFO", "Dudo"]
INFO = GameInfo(
    id="dudo",
    title="Dudo",
    designer="traditional",
    seats=(2, 3, 4, 5, 6),
    has=Has(chance=True, hidden=True),
    longest=37,
    options=(Option("players", "whole", "6", "players, with one die each", 2, 6),),
    fields=(
        Field("dice", "text", "1 to 6, ? or -", "------", "the die of each seat; - before its roll"),
        Field("bid", "text", "such as 2x4, or -", "-", "the last bid: 2x4 means that two dice show 4"),
        Field("turn", "whole", "1 or more", "1", "the number of the decision"),
        Field("doubt", "text", "! or -", "-", "whether the bid has been doubted, which ends the round"),
    ),
    goal="Doubt a bid that is too high, and make none.",
)
