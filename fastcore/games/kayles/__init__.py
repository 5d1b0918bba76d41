"""Kayles: whoever knocks down the last pin wins."""

from fastcore.games.kayles.kayles import Kayles
from fastcore.games.kayles.refusals import FIELDS
from fastcore.values import GameInfo, Has

INFO = GameInfo(
    id="kayles",
    title="Kayles",
    designer="Henry Dudeney",
    year=1908,
    seats=(2,),
    sides=("First", "Second"),
    has=Has(chance=False, secrets=False, hidden=False),
    policies=("uniform", "greedy"),
    longest=61,
    options=(),
    fields=FIELDS,
    goal="Knock down the last pin.",
    bench=("kayles",),
)


def rules(options: dict[str, int | float | str]) -> Kayles:
    return Kayles(INFO, options)
