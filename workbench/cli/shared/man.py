"""The manual page `herbarium(1)`, made from the parser of the command line."""

from __future__ import annotations

from argparse import SUPPRESS, Action, ArgumentParser, _HelpAction, _SubParsersAction
from collections.abc import Iterator

from workbench.system.translation import tr
from workbench.system.version import version

SECTIONS = {
    "name": tr("Name"), "synopsis": tr("Synopsis"), "description": tr("Description"), "options": tr("Options"),
    "verbs": tr("Verbs"), "status": tr("Exit status"), "environment": tr("Environment"),
}  # fmt: skip
STATUS = (
    ("0", tr("The task succeeded.")),
    ("1", tr("The task failed, for example a check.")),
    ("2", tr("The input is invalid. One line names the error and its place.")),
    ("130", tr("You interrupted the task.")),
)
ENVIRONMENT = (
    ("HERBARIUM_HOME", tr("A folder for all settings, games and archives.")),
    ("HERBARIUM_BUILD", tr("The build of the core.")),
)


def page(parser: ArgumentParser, about: str) -> str:
    """Return the manual page in the language of man(7).

    Args:
        parser: The parser with the arguments of all verbs.
        about: What the program is, in a few words.
    """
    return "\n".join(_lines(parser, about)) + "\n"


def _lines(parser: ArgumentParser, about: str) -> Iterator[str]:
    verbs = next(action for action in parser._actions if isinstance(action, _SubParsersAction))
    yield f'.TH HERBARIUM 1 "" "Herbarium {_text(version())}"'
    yield from _section("name")
    yield rf"{parser.prog} \- {_text(about)}"
    yield from _section("synopsis")
    yield rf"\fB{parser.prog}\fR [\fIVERB\fR] [\fIOPTION\fR]..."
    yield from _section("description")
    yield _text(parser.description or "")
    yield from _section("options")
    yield from _arguments(parser)
    yield from _section("verbs")
    meanings = {choice.dest: choice.help or "" for choice in verbs._choices_actions}
    for name, verb in verbs.choices.items():
        yield f".SS {_text(f'{parser.prog} {name}')}"
        yield _text(f"{meanings[name][:1].upper()}{meanings[name][1:]}.")
        yield from _arguments(verb)
    yield from _section("status")
    for name, meaning in STATUS:
        yield from _entry(rf"\fB{name}\fR", meaning)
    yield from _section("environment")
    for name, meaning in ENVIRONMENT:
        yield from _entry(rf"\fB{name}\fR", meaning)


def _section(name: str) -> tuple[str, ...]:
    return (f".SH {_text(SECTIONS[name]).upper()}",)


def _arguments(parser: ArgumentParser) -> Iterator[str]:
    """Yield the entries of a parser's arguments, without those of its verbs."""
    for action in parser._actions:
        repeated = isinstance(action, _HelpAction) and " " in parser.prog
        if not isinstance(action, _SubParsersAction) and action.help is not SUPPRESS and not repeated:
            help_text = parser._get_formatter()._expand_help(action) if action.help else ""
            yield from _entry(_head(action), help_text)


def _head(action: Action) -> str:
    """Return an argument as one types it: the option in bold, its value in italics."""
    value = ""
    if action.nargs != 0:
        name = action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest)
        value = rf"\fI{_text(name if isinstance(name, str) else ' '.join(name))}\fR"
        if action.nargs in ("?", "*") and (action.option_strings or action.nargs == "?"):
            value = f"[{value}]"
        if action.nargs in ("*", "+"):
            value += " ..."
    options = ", ".join(rf"\fB{_text(option)}\fR" for option in action.option_strings)
    return " ".join(filter(None, (options, value)))


def _entry(head: str, text: str) -> tuple[str, ...]:
    return ".TP", head, _text(text) or r"\&"


def _text(text: str) -> str:
    """Return a text as roff shows it unchanged, on one line that is no request."""
    shown = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga")
    return rf"\&{shown}" if shown.startswith(".") else shown
