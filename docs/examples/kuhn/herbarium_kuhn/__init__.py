"""Kuhn poker: one card each out of three, one bet."""

from fastcore.values import Field, GameInfo, Has
from herbarium_kuhn.kuhn import Kuhn

__all__ = ["INFO", "Kuhn"]
INFO = GameInfo(
    id="kuhn",
    title="Kuhn poker",
    designer="Harold W. Kuhn",
    year=1950,
    seats=(2,),
    has=Has(chance=True, hidden=True),
    longest=3,
    fields=(
        Field("cards", "cards", "J, Q, K, ? or -", "--", "the card of each seat"),
        Field("bets", "text", "letters b and p, or -", "-", "the moves so far: bet or call (b), pass or fold (p)"),
    ),
    goal="Win the pot with the higher card, or make the opponent fold.",
)
