"""Titles of matches, and names of their bots, by level where they have one."""

from __future__ import annotations

from collections.abc import Sequence

import bots
import fastcore
from workbench.gui.matches import words
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.forms import listing
from workbench.matches.archive.results import labels
from workbench.matches.planning.plan import Plan


def called(bot: str) -> str:
    """As in "mcts, steady", of a bot with settings of its own "mcts, simulations 2000"."""
    name = bot.partition("(")[0]
    if name in bots.names():
        own = listing(bot)
        for key, preset in bots.about(name).presets.items():
            if own and listing(f"({preset.options})") == own:
                return f"{name}, {key}"
    return widgets_words.player(bot, alone=False)


def names(players: Sequence[str]) -> tuple[str, ...]:
    """What all of them are called, numbered where the same one takes part twice."""
    return labels([called(bot) for bot in players])


def title(plan: Plan) -> str:
    """Return the title of a match."""
    game = plan.spec.partition("(")[0]
    name = fastcore.info(game).title if game in fastcore.games() else game
    options = widgets_words.options(plan.spec.rstrip(")").partition("(")[2])
    return words.title(name, options, names(plan.bots), plan.kind == "gauntlet")
