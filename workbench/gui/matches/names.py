"""What the bots of a match are called in its window: by their levels where they have one."""

from __future__ import annotations

from collections.abc import Sequence

import bots
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.forms import listing
from workbench.matches.archive.results import labels


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
