"""Display names of matches and their bots."""

from __future__ import annotations

import bots
import fastcore
from workbench.gui.matches import words
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.forms import parse_options
from workbench.matches.archive.results import labels, with_levels
from workbench.matches.planning.plan import Plan


def bot_name(bot: str) -> str:
    """Return the name of a bot with its level, such as "mcts, steady", or its settings.

    Settings that differ from every level are listed: "mcts, simulations 2000".
    """
    name = bot.partition("(")[0]
    if name in bots.names():
        options_given = parse_options(bot)
        for key, preset in bots.bot_class(name).presets.items():
            if options_given and parse_options(f"({preset.options})") == options_given:
                return f"{name}, {key}"
    return widgets_words.player(bot, alone=False)


def bot_names(plan: Plan) -> tuple[str, ...]:
    """Return the names of all bots in a match, numbered if a bot plays twice."""
    return labels([bot_name(bot) for bot in with_levels(plan)])


def title(plan: Plan) -> str:
    """Return the title of a match."""
    game = plan.spec.partition("(")[0]
    name = fastcore.info(game).title if game in fastcore.games() else game
    options = widgets_words.options(plan.spec.rstrip(")").partition("(")[2])
    return words.title(name, options, bot_names(plan), plan.kind == "gauntlet")
