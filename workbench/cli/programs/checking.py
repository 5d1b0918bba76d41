"""`herbarium bots check`: whether a program speaks the protocol, in plain words."""

from __future__ import annotations

from argparse import Namespace

import fastcore
from bots.loading.sources import NAME, Source, written_program
from workbench.bot_process import trust
from workbench.cli.shared.output import print_json
from workbench.cli.shared.readers import InputError
from workbench.programs.check.checker import Checker
from workbench.programs.check.results import Result
from workbench.protocol import commands, registry
from workbench.system.translation import tr

MARKS = {"passed": "ok    ", "failed": "FAILED", "skipped": "-     "}
MAX_MESSAGE = 300  # characters of the message that is shown with a failure


def check(arguments: Namespace) -> int:
    """Run the checks and print the results. Return 0 if none failed, otherwise 1.

    Raises:
        InputError: No program is named, or it cannot be started.
    """
    words = [*arguments.words, *arguments.command]
    if not words:
        raise InputError(tr("bots: write bots check COMMAND, such as bots check ./mine"))
    if arguments.game:
        try:
            fastcore.start(arguments.game)
        except ValueError as error:
            raise InputError(tr("bots: --game: {error}", error=error)) from None
    try:
        source = source_of(words)
    except ValueError as error:
        raise InputError(tr("bots: {error}", error=error)) from None
    games = (arguments.game.partition("(")[0],) if arguments.game else ()
    results = Checker(source, (lambda result: None) if arguments.json else Printer().show, games).run()
    failed, skipped = len(results.failed), sum(result.status == "skipped" for result in results.all)
    if arguments.json:
        print_json([result._asdict() for result in results.all])
    else:
        print()
        print(
            tr(
                "{count} checks: {passed} passed, {failed} failed, {skipped} skipped.",
                count=len(results.all), passed=len(results.all) - failed - skipped, failed=failed, skipped=skipped,
            )
        )  # fmt: skip
    return 1 if failed else 0


def source_of(words: list[str]) -> Source:
    """Return the program that the words name: a registered name, a bot's spec, or a command. Typing it is agreement.

    Raises:
        BotError: There is no such program.
    """
    text = words[0] if len(words) == 1 and registry.is_program(words[0]) else ""
    command = words if len(words) > 1 else list(commands.split_command(words[0]))
    text = text or written_program(NAME, commands.join_words(command))
    trust.allow_typed(text)
    source = trust.source(text)
    assert source is not None, "a program has a command"
    return source


class Printer:
    """Prints the results, under a heading for each group."""

    def __init__(self) -> None:
        self.group = ""

    def show(self, result: Result) -> None:
        """Print a result."""
        if result.group != self.group:
            self.group = result.group
            print(f"\n{result.group}")
        print(f"  {MARKS[result.status]} {result.name}" + (f" ({result.why})" if result.status == "skipped" else ""))
        if result.status == "failed":
            if result.why:
                print(f"         {result.why}")
            if result.message:
                print(f"         {result.message[:MAX_MESSAGE]}")
