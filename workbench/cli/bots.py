"""`herbarium bots`: who can play, and with which options."""

from __future__ import annotations

from argparse import Namespace

import bots
import fastcore
from bots import BadBot, Bot
from bots.base import in_one_line
from workbench.cli.output import as_json, table
from workbench.cli.readers import BadInput


def main(arguments: Namespace) -> int:
    try:
        fitting = bots.names(arguments.game)
    except fastcore.BadPosition as error:
        raise BadInput(f"bots: --game: {error}") from None
    if arguments.name is None:
        kinds = [bots.about(name) for name in fitting]
        if arguments.json:
            as_json([facts(kind) for kind in kinds])
        else:
            rows = [(kind.name, kind.meaning, ", ".join(kind.presets) or "-") for kind in kinds]
            table("", ("bot", "how it plays", "presets"), rows, words=3)
            print("herbarium bots NAME tells a bot's options. A file of your own is a bot too: ./mine.py:Mine")
        return 0
    try:
        kind = bots.about(arguments.name) if arguments.name in bots.names() else own(arguments.name)
        if arguments.game is not None and not fits(kind, arguments.game):
            raise BadInput(f"bots: {kind.name} cannot play {arguments.game}")
    except BadBot as error:
        raise BadInput(f"bots: {error}") from None
    if arguments.json:
        as_json(facts(kind))
    else:
        show(kind)
    return 0


def fits(kind: type[Bot], game: str) -> bool:
    """Whether a bot says that it can play a game; BadBot if asking it fails."""
    try:
        return kind.fits(game)
    except fastcore.BadPosition:
        raise
    except Exception as error:
        raise BadBot(f"{kind.name}: fits broke: {in_one_line(error)}") from None


def own(text: str) -> type[Bot]:
    """Return the class of a bot that the user has named on the command line. BadBot if it cannot be made."""
    from workbench import trust  # loads the settings, which built-in bots do not need

    trust.typed(text)
    return type(trust.make(text, 0))


def facts(kind: type[Bot]) -> dict[str, object]:
    """All that is declared about a bot."""
    return {
        "name": kind.name,
        "meaning": kind.meaning,
        "options": [
            {key: getattr(one, key) for key in ("name", "kind", "allowed", "default", "meaning")}
            for one in kind.options
        ],
        "presets": {
            name: {"options": preset.options, "meaning": preset.meaning} for name, preset in kind.presets.items()
        },
    }


def show(kind: type[Bot]) -> None:
    print(f"{kind.name}: {kind.meaning or 'it says nothing about itself'}")
    if kind.options:
        rows = [(one.name, one.default or "-", one.allowed, one.meaning) for one in kind.options]
        table("Options", ("option", "default", "allowed", "meaning"), rows, words=4)
    if kind.presets:
        rows3 = [(f"{kind.name}:{name}", preset.options, preset.meaning) for name, preset in kind.presets.items()]
        table("Presets", ("text", "options", "meaning"), rows3, words=3)
    written = next((preset.options for preset in kind.presets.values()), "")
    if written:
        print(f"Options of your own: {kind.name}({written}), several with commas between.")
