"""Sealed: three players, a hidden card each, and secret bids for a prize."""

from fastcore.values import Field, GameInfo, Has
from herbarium_sealed.sealed import Sealed

__all__ = ["INFO", "Sealed"]
INFO = GameInfo(
    id="sealed",
    title="Sealed",
    designer="a test",
    seats=(3,),
    has=Has(chance=True, secrets=True, hidden=True),
    longest=3,
    fields=(
        Field("cards", "text", "1 to 3, ? or -", "---", "the value of the prize for each seat"),
        Field("bids", "text", "0 to 3, ? or -", "---", "the bid of each seat"),
    ),
    goal="Win the prize with a bid below its value to you.",
)
