"""The specs of bots that are programs: `program(command="./mybot --fast",depth=3)`, or only `./mybot --fast`.

A program that the user has registered has a name instead of `program`; a spec may then also leave out the command.
Only the workbench runs programs (`workbench.bot_process`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from fastcore.text.specs import Value

NAME = "program"  # of a program that is not registered
PATHS = ("./", "../", "~/", "/")  # how a command without further words around it begins
_CALL = re.compile(r"([a-z][a-z0-9_-]*)\(command=\"((?:[^\"\\]|\\.)*)\"(?:,(.*))?\)", re.DOTALL)
_FILE = re.compile(r".+\.py(?::.*)?", re.DOTALL)  # a bot in a Python file


class ProgramText(NamedTuple):
    """The parts of a program's spec: its name, its command as written, and its options as written."""

    name: str
    command: str
    listing: str

    @property
    def label(self) -> str:
        """A short name for people: the registered name, or the file of the program."""
        words = self.command.split()
        return self.name if self.name != NAME or not words else re.split(r"[/\\]", words[0])[-1]

    @property
    def without_folders(self) -> ProgramText:
        """The same without the folders of its files, for sharing."""
        return self._replace(command=re.sub(r"(?:(?<=\s)|^)[^\s\"']*[/\\](?=[^/\\\s]+)", "", self.command))


def parse_program(text: str) -> ProgramText | None:
    """Split the spec of a program with a command. Return None for any other spec."""
    match = _CALL.fullmatch(text)
    if match is not None:
        return ProgramText(match[1], re.sub(r"\\(.)", r"\1", match[2]), match[3] or "")
    if text.startswith(PATHS) and not _FILE.fullmatch(text):
        return ProgramText(NAME, text, "")
    return None


def parse_options(listing: str) -> dict[str, str]:
    """Return the options of a listing by name.

    Raises:
        ValueError: A part is not of the form option=value, or an option appears twice.
    """
    values: dict[str, str] = {}
    for part in listing.split(",") if listing else ():
        name, equals, value = part.partition("=")
        if not equals or not name:
            raise ValueError(f"{part[:60]!r} must have the form option=value")
        if name in values:
            raise ValueError(f"the option {name} appears twice")
        values[name] = value
    return values


def written_program(name: str, command: str, values: Mapping[str, Value | str] | None = None) -> str:
    """Return the canonical spec of a program. An empty command means the registered program of this name."""
    escaped = re.sub(r"([\"\\])", r"\\\1", command)
    parts = [f'command="{escaped}"'] if command else []
    parts += [f"{option}={value}" for option, value in (values or {}).items()]
    return f"{name}({','.join(parts)})" if parts else name
