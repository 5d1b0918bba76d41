"""Herbs, by Michael Petty."""

from __future__ import annotations

from fastcore.games.herbs.herbs import Herbs
from fastcore.games.herbs.text.texts import FIELDS
from fastcore.values import GameInfo, Has, Option

__all__ = ["INFO", "Herbs"]

INFO = GameInfo(
    id="herbs",
    title="Herbs",
    designer="Michael Petty",
    year=0,
    seats=(2,),
    sides=("red", "blue"),
    has=Has(chance=False, secrets=True, hidden=False),
    policies=("uniform", "greedy"),
    # 400 rounds; in each, both seats write at most 8 actions and a stone, and bid for 8 slots.
    longest=400 * 2 * (8 + 1 + 8),
    options=(
        Option("ap", "whole", "200", "action points at the start", 10, 400),
        Option("actions", "whole", "4", "actions that each player plans in a round", 1, 8),
        Option("patterns", "choice", "burst", "how scored patterns move apart", choices=("burst", "spread", "ends")),
        Option("rounds", "whole", "100", "rounds in the game", 1, 400),
    ),
    fields=FIELDS,
    goal="Push stones into pits and into patterns, and enemy Herbs into pits, without running out of action points.",
    bench=("herbs", "herbs(actions=8)", "herbs(patterns=spread)"),
)
