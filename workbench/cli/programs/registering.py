"""`herbarium bots add`, `list` and `remove`: the programs that the user has registered as bots."""

from __future__ import annotations

from argparse import Namespace

from bots import BotError
from workbench.cli.shared.output import print_json, print_table
from workbench.cli.shared.readers import InputError
from workbench.programs.registering import register
from workbench.protocol import commands, registry
from workbench.protocol.reports import as_option
from workbench.system.translation import tr


def add(arguments: Namespace) -> int:
    """Start a program, ask who it is, register it and print its options. Return the exit status.

    Raises:
        InputError: The name or the command is invalid, or the program does not start or does not speak the protocol.
    """
    name = one_name(arguments, tr("bots add NAME -- COMMAND"))
    if not arguments.command:
        raise InputError(tr("bots: give the command of the program: bots add {name} -- ./mine", name=name))
    try:
        allow = [part for text in arguments.allow for part in text.split(",")]
        found = register(name, arguments.command, allow, arguments.options)
    except ValueError as error:
        raise InputError(tr("bots: {error}", error=error)) from None
    print(tr("{name} is registered: {meaning}.", name=name, meaning=found.meaning))
    print(tr("Command: {command}", command=commands.join_words(found.command)))
    if found.allow:
        print(tr("Permissions: {allow}", allow=", ".join(found.allow)))
    if found.chosen:
        print(tr("Chosen options: {chosen}", chosen=found.chosen))
    options = map(as_option, found.options)
    rows = [(option.name, option.default or "-", option.allowed, option.meaning) for option in options]
    if rows:
        print_table(tr("Options"), ("option", "default", "allowed", "meaning"), rows, words=4)
    print(tr("Try it: herbarium play --bot {name}, or herbarium bots check {name}", name=name))
    return 0


def show_list(arguments: Namespace) -> int:
    """Print the registered programs. Return the exit status.

    Raises:
        InputError: The list cannot be used.
    """
    if fault := registry.file_fault():
        raise InputError(tr("bots: {error}", error=fault))
    found = registry.programs()
    if arguments.json:
        print_json(
            [
                {"name": name, "command": program.command, "allow": program.allow, "chosen": program.chosen}
                for name, program in found.items()
            ]
        )
        return 0
    if not found:
        print(tr("No program is registered. To register one: herbarium bots add NAME -- COMMAND"))
        return 0
    rows = [
        (name, commands.join_words(program.command), ", ".join(program.allow) or "-", program.chosen or "-")
        for name, program in sorted(found.items())
    ]
    print_table("", ("bot", "command", "permissions", "options"), rows, words=2)
    return 0


def remove(arguments: Namespace) -> int:
    """Forget a registered program. Return the exit status.

    Raises:
        InputError: There is no such program.
    """
    name = one_name(arguments, tr("bots remove NAME"))
    try:
        registry.remove(name)
    except BotError as error:
        raise InputError(tr("bots: {error}", error=error)) from None
    print(tr("{name} was removed from the list. The program itself was not deleted.", name=name))
    return 0


def one_name(arguments: Namespace, usage: str) -> str:
    """Return the only word after `add` or `remove`.

    Raises:
        InputError: There is not exactly one.
    """
    if len(arguments.words) != 1:
        raise InputError(tr("bots: write {usage}", usage=usage))
    return str(arguments.words[0])
