"""`herbarium bots`: lists the bots and their options."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module

import bots
import fastcore
from bots import Bot, BotError
from bots.levels import ladders
from workbench.bot_process import bot_factory, trust
from workbench.bot_process.messages import BotDescription
from workbench.bot_process.process_bot import ProcessBot
from workbench.cli.shared.output import print_json, print_table
from workbench.cli.shared.readers import InputError, add_json
from workbench.protocol import registry
from workbench.system.translation import tr

PROGRAMS = {  # first word -> module of cli.programs and its function
    "add": ("registering", "add"),
    "list": ("registering", "show_list"),
    "remove": ("registering", "remove"),
    "check": ("checking", "check"),
}


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("name", nargs="?", help=tr("a bot's name or a full bot text; or add, list, remove or check"))
    parser.add_argument(
        "words", nargs="*", metavar="word",
        help=tr("add NAME -- COMMAND registers a program; remove NAME removes it; check COMMAND tests it"),
    )  # fmt: skip
    parser.add_argument(
        "--allow", action="append", default=[], metavar="PERMISSION",
        help=tr("for add: network, home, write=FOLDER or env=NAME; repeat it, or separate permissions by commas"),
    )  # fmt: skip
    parser.add_argument(
        "--options", default="", metavar="LIST", help=tr("for add: the program's options, such as depth=3,style=calm")
    )
    parser.add_argument(
        "--game", metavar="SPEC", help=tr("list only bots that can play this game; for check: check only this game")
    )
    add_json(parser)
    parser.set_defaults(command=())


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The game or bot does not exist, or the bot cannot start.
    """
    if (part := PROGRAMS.get(arguments.name)) is not None:
        module, function = part
        return int(getattr(import_module(f"workbench.cli.programs.{module}"), function)(arguments))
    if arguments.words or arguments.command:
        raise InputError(tr("bots: {word} is unexpected", word=[*arguments.words, *arguments.command][0]))
    try:
        fitting = bots.names(arguments.game)
    except fastcore.BadPosition as error:
        raise InputError(tr("bots: --game: {error}", error=error)) from None
    if arguments.name is None:
        levels = (*bots.LEVELS, ladders.ADAPTIVE) if fitting else ()
        kinds = [bots.bot_class(name) for name in (*levels, *fitting)]
        if arguments.json:
            print_json([facts(kind) for kind in kinds])
        else:
            rows = [(kind.name, kind.meaning, ", ".join(kind.presets) or "-") for kind in kinds]
            print_table("", ("bot", tr("how it plays"), "presets"), rows, words=3)
            if registry.programs():
                print(tr("Registered programs: {names} (herbarium bots list)", names=", ".join(registry.programs())))
            print(tr("herbarium bots NAME shows a bot's options. A file of your own is a bot too: ./mine.py:Mine"))
        return 0
    try:
        about = describe_bot(arguments.name, arguments.game or "")
    except ValueError as error:
        raise InputError(tr("bots: {error}", error=error)) from None
    if arguments.json:
        print_json(facts(about))
    else:
        show(about)
    return 0


def describe_bot(name: str, game: str) -> type[Bot] | BotDescription:
    """Return a bot's class, or the description of a bot from a file, which runs in a separate process.

    Raises:
        BotError: There is no such bot, or it cannot play the game.
    """
    if not trust.is_foreign(name):
        kind = bots.bot_class(name) if name in bots.names() or bots.is_level(name) else type(bot_factory.make(name, 0))
        if game and not kind.fits(game):
            raise BotError(tr("{kind} cannot play {game}", kind=kind.name, game=game))
        return kind
    trust.allow_typed(name)
    bot = bot_factory.make(name, 0, game)
    assert isinstance(bot, ProcessBot)
    try:
        return bot.describe()
    finally:
        bot.close()


def facts(kind: type[Bot] | BotDescription) -> dict[str, object]:
    """Return a bot's options and presets as data."""
    return {
        "name": kind.name,
        "meaning": kind.meaning,
        "options": [
            {key: getattr(option, key) for key in ("name", "kind", "allowed", "default", "meaning")}
            for option in kind.options
        ],
        "presets": {
            name: {"options": options, "meaning": meaning} for name, (options, meaning) in kind.presets.items()
        },
    }


def show(kind: type[Bot] | BotDescription) -> None:
    """Print a bot's options and presets."""
    print(f"{kind.name}: {kind.meaning or tr('no description')}")
    if kind.options:
        rows = [(option.name, option.default or "-", option.allowed, option.meaning) for option in kind.options]
        print_table(tr("Options"), ("option", "default", "allowed", "meaning"), rows, words=4)
    if kind.presets:
        rows3 = [(f"{kind.name}:{name}", options, meaning) for name, (options, meaning) in kind.presets.items()]
        print_table(tr("Presets"), ("text", "options", "meaning"), rows3, words=3)
    written = next((options for options, _ in kind.presets.values()), "")
    if written:
        print(tr("To set options: {kind}({written}), separated by commas.", kind=kind.name, written=written))
