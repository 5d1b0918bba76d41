"""Display names of matches and their bots."""

from __future__ import annotations

import fastcore
from workbench import boards
from workbench.gui.matches import words
from workbench.gui.widgets import words as widgets_words
from workbench.matches.archive.results import labels, with_levels
from workbench.matches.planning.plan import Plan


def bot_names(plan: Plan) -> tuple[str, ...]:
    """Return the names of all bots in a match, numbered if a bot plays twice."""
    return labels([widgets_words.player(bot, alone=False) for bot in with_levels(plan)])


def title(plan: Plan) -> str:
    """Return the title of a match."""
    game = plan.spec.partition("(")[0]
    name = fastcore.info(game).title if game in fastcore.games() else game
    named = boards.words(game).describe_option if game in fastcore.games() else None
    options = widgets_words.options(plan.spec.rstrip(")").partition("(")[2], named)
    return words.title(name, options, bot_names(plan), plan.challengers if plan.kind == "gauntlet" else 0)
