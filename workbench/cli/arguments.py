"""The verbs of `herbarium` and the parser of the command line. Only the typed verb is loaded."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from textwrap import fill
from typing import Any, NoReturn

from workbench.cli.shared import completion, suggestions
from workbench.cli.shared.readers import InputError
from workbench.system.translation import tr
from workbench.system.version import version

ABOUT = tr(
    "A companion and bot workbench for board games. Without a verb, it opens the window, or "
    "the table in the\nterminal if there is no display. With a record's file instead of a verb, "
    "it opens that game. Every verb has its own --help."
)
WIDTH = 78  # of the lines about folders, as argparse wraps its own in a terminal of 80 columns


# verb -> its text in `herbarium --help`. Each verb is a module of cli/verbs, or of another folder of cli in `FOLDERS`.
VERBS = {
    "play": tr("play in the terminal, or watch bots play each other"),
    "companion": tr("enter a game at a real table, find wrong entries, and see what is known"),
    "edit": tr("set up positions in the window, or check them in the terminal"),
    "bots": tr("list the bots, show one in detail, or add and check programs"),
    "serve": tr("run a bot as a program that speaks the protocol, so that other hosts can use it"),
    "perft": tr("count the move sequences of a given length; chance outcomes count as moves"),
    "match": tr("play bots against each other, or continue an earlier run"),
    "tournament": tr("play a round robin of several bots, or a gauntlet of the first against the others"),
    "worker": tr("play games for matches that run on other machines"),
    "calibrate": tr("measure the strength of the levels of a game's bots"),
    "study": tr("play the matches of a recipe, and write a page that answers its questions"),
    "show": tr("show a record, a position, or an archive's matches with their results"),
    "archive": tr("name, tag, delete and merge the matches of an archive"),
    "ratings": tr("rate all bots of an archive over all of its matches"),
    "export": tr("write a record, a match or an archive's records in another format"),
    "verify": tr("replay records or an archive's games, and repeat the bots' thinking where possible"),
    "analyse": tr("let one or more bots analyse a position"),
    "compare": tr("compare moves of one position in games with the same luck"),
    "rollout": tr("play a position many times, and show the mean and the final points"),
    "review": tr("review every decision of games, show the mistakes and turn them into puzzles"),
    "luck": tr("split the results of games into luck, skill and drift"),
    "puzzles": tr("solve puzzles, or make them from your mistakes and from games between bots"),
    "games": tr("list or search your own games"),
    "results": tr("show your scores against each level, and your ratings"),
    "dataset": tr("write the decisions of games between bots as Parquet files, for training"),
    "mcp": tr("serve an AI assistant over the Model Context Protocol"),
    "new-game": tr("write the skeleton of a package with a new game"),
    "check-game": tr("run the tests that every game must pass, such as a comparison with plain Python rules"),
    "bench": tr("measure the speed of random playouts and search, with statistics of the games"),
}
FOLDERS = {
    "compare": "analysing", "rollout": "analysing", "luck": "analysing", "puzzles": "puzzles",
    "new-game": "game_packages", "check-game": "game_packages", "study": "studies", "mcp": "assistant",
    "dataset": "datasets",
    "companion": "companion",
}  # fmt: skip
ALL = "*"  # instead of a verb: load all of them
COMMANDS = ("bots",)  # verbs that take the words behind -- as the command of a program


class _Help(argparse.HelpFormatter):
    """The form of the help, in the user's language."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, tr("usage: ") if prefix is None else prefix)


class _Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, add_help=False, formatter_class=_Help, **options)
        self._positionals.title, self._optionals.title = tr("positional arguments"), tr("options")
        self.add_argument("-h", "--help", action="help", help=tr("show this help message and exit"))

    def format_help(self) -> str:
        """Return the help. The help of the whole program ends with the folders of its files."""
        text = super().format_help()
        if " " in self.prog:
            return text
        from workbench.system import folders  # imported here because it is needed only here

        return f"{text}\n{fill(folders.described(), WIDTH, break_long_words=False, break_on_hyphens=False)}\n"

    def error(self, message: str) -> NoReturn:
        verb = self.prog.partition(" ")[2]
        # The message must fit on one line, however long the typed word is.
        message = re.sub(r"(\S{60})\S+", r"\1...", message)
        if not verb and (wrong := re.search(r"^argument verb: invalid choice: '([^']*)'", message)):
            message += suggestions.for_verb(wrong[1], VERBS)
        raise InputError(f"{verb}: {message}" if verb else message.removeprefix("argument verb: "))


class _Version(argparse.Action):
    """The action of `--version`. It loads the core, because only the core knows its build."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        try:
            build = tr("core {build}", build=import_module("fastcore").BUILD)
        except ImportError as error:
            build = tr("no core: {error}", error=error)
        print(tr("Herbarium {version} ({build})", version=version(), build=build))
        parser.exit()


class _Completion(argparse.Action):
    """The action of `--completion`. It loads all verbs."""

    def __call__(self, parser: argparse.ArgumentParser, _: object, shell: object, option: object = None) -> None:
        print(completion.script(_parser(ALL), str(shell)))
        parser.exit()


class _Manual(argparse.Action):
    """The action of `--man`. It loads all verbs."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from workbench.cli.shared import man  # imported here because it is needed only here

        print(man.page(_parser(ALL), tr("play and analyse four board games, and run matches between bots")), end="")
        parser.exit()


@cache
def _parser(verb: str) -> argparse.ArgumentParser:
    """Return the parser of the command line with the arguments of only this verb, or of all verbs for `ALL`."""
    parser = _Parser(prog="herbarium", description=ABOUT)
    parser.add_argument("--version", action=_Version, nargs=0, help=tr("print the version and the core's build"))
    parser.add_argument(
        "--completion",
        action=_Completion,
        choices=completion.SHELLS,
        help=tr("print a script with which your shell completes verbs, options and files"),
    )
    parser.add_argument("--man", action=_Manual, nargs=0, help=tr("print the manual page, for man(1)"))
    verbs = parser.add_subparsers(title=tr("verbs"), metavar="verb", required=True)

    for name, meaning in VERBS.items():
        subparser = verbs.add_parser(name, help=meaning, description=meaning[:1].upper() + meaning[1:] + ".")
        if name == verb or verb == ALL:
            module = import_module(f"workbench.cli.{FOLDERS.get(name, 'verbs')}.{name.replace('-', '_')}")
            module.add_arguments(subparser)
            subparser.set_defaults(main=module.main)
    return parser


def parse(words: Sequence[str]) -> argparse.Namespace:
    """Parse the command line. The result has the `main` function of its verb.

    Raises:
        InputError: The arguments are invalid, or the core cannot be loaded.
        SystemExit: Help or the version has been printed.
    """
    verb = next((word for word in words if not word.startswith("-")), "")
    if verb in VERBS:
        try:
            import_module("fastcore")
        except ImportError as error:
            raise InputError(tr("the core cannot be loaded: {error}", error=error)) from None
    options, command = list(words), list[str]()
    if verb in COMMANDS and "--" in options:
        at = options.index("--")
        options, command = options[:at], options[at + 1 :]
    arguments, remaining = _parser(verb).parse_known_args(options)
    if verb in COMMANDS and not any(word.startswith("-") for word in remaining):
        arguments.words += remaining  # argparse takes only the words before the first option
    elif remaining:
        raise InputError(
            tr("unrecognized arguments: {words}", words=" ".join(remaining)[:200])
            + suggestions.for_options(verb, remaining, _parser(verb))
        )
    if command:
        arguments.command = command
    return arguments
