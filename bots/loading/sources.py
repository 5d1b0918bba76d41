"""Loading of bots from users' Python files, and the specs of bots that are programs.

A program has a spec such as `program(command="./mybot --fast",depth=3)`, or only `./mybot --fast`. A program that the
user has registered has a name instead of `program`; a spec may then also leave out the command. Only the workbench runs
programs (`workbench.bot_process`).

The bytes that are hashed are the bytes that run. Each file is read once, so neither its bytecode cache nor a second
read can replace the checked bytes.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import shlex
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import NamedTuple, TypeGuard

from bots.base import Bot, BotError, in_one_line
from fastcore.text.specs import Value
from fastcore.values import choices, quoted

MAX_BYTES = 4 * 2**20  # largest Python file, small enough for the window to hash within a frame
# environment variable with the base folder of relative paths, if it differs from the working folder
START = "HERBARIUM_START"

_FILE = re.compile(r"(.+\.py):([A-Za-z_][A-Za-z0-9_]*)(?::([a-z][a-z0-9_-]*))?(?:\((.*)\))?", re.DOTALL)
NAME = "program"  # of a program that is not registered
PATHS = ("./", "../", "~/", "/")  # how a command without further words around it begins
_CALL = re.compile(r"([a-z][a-z0-9_-]*)\(command=\"((?:[^\"\\]|\\.)*)\"(?:,(.*))?\)", re.DOTALL)
_SEPARATOR = re.compile(r"[/\\]")
# a Python file whose class is missing or invalid; a command would have a word before or after the file
_PYTHON = re.compile(r"\S+\.py(?::.*)?", re.DOTALL)


class MissingFileError(BotError):
    """Raised if there is no file at the path in a bot's spec.

    Attributes:
        path: The path as written.
        folder: The absolute folder that was searched.
    """

    path = folder = ""


class Source(NamedTuple):
    """What to run for a bot's spec.

    Attributes:
        path: The Python file, or the file of the program.
        digest: The required SHA-256 of the Python file's content, "" for any.
        command: The words of the program, with absolute paths; () for a Python file.
        allow: The permissions of the program, such as "network" or "write=/data".
    """

    path: str
    digest: str = ""
    command: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()


class ParsedText(NamedTuple):
    """The parts of a bot's spec that names a file: the path as written, the class, the preset and the options."""

    path: str
    kind: str
    preset: str | None
    listing: str | None


def parse_text(text: str) -> ParsedText | None:
    """Split the spec of a bot from a file. Return None for a built-in bot and for a program."""
    match = None if parse_program(text) is not None else _FILE.fullmatch(text)
    return None if match is None else ParsedText(match[1], match[2], match[3], match[4])


class ProgramText(NamedTuple):
    """The parts of a program's spec: its name, its command as written, and its options as written."""

    name: str
    command: str
    listing: str

    @property
    def label(self) -> str:
        """A short name for people: the registered name, or the file of the program."""
        words = _words(self.command)
        return self.name if self.name != NAME or not words else _last_part(words[0])

    @property
    def without_folders(self) -> ProgramText:
        """The same without the folders of its files, for sharing."""
        return self._replace(command=shlex.join(map(_without_folder, _words(self.command))))


def _words(command: str) -> list[str]:
    """Return the words of a command. A command with an open quotation counts as one word."""
    try:
        return shlex.split(command)
    except ValueError:
        return [command]


def _without_folder(word: str) -> str:
    """Return a word of a command without the folders of its file, also after the "=" of an option."""
    option, equals, value = word.partition("=")
    if equals and not _SEPARATOR.search(option):
        return f"{option}={_last_part(value)}"
    return _last_part(word)


def _last_part(path: str) -> str:
    """Return the last part of a path, or "~" for the home folder, whose last part is the name of the user."""
    bare = path.rstrip("/\\")
    if bare and bare == os.path.expanduser("~"):
        return "~"
    return _SEPARATOR.split(bare)[-1] or path


def parse_program(text: str) -> ProgramText | None:
    """Split the spec of a program with a command. Return None for any other spec."""
    match = _CALL.fullmatch(text)
    if match is not None:
        return ProgramText(match[1], re.sub(r"\\(.)", r"\1", match[2]), match[3] or "")
    if text.startswith(PATHS) and not _FILE.fullmatch(text) and not _PYTHON.fullmatch(text):
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


def locate(path: str) -> Path:
    """Return the path of a bot's file, with `~` expanded and relative paths joined to the base folder.

    Raises:
        RuntimeError: The path begins with the home folder of an unknown user.
    """
    return Path(os.environ.get(START, "")) / Path(path).expanduser()


def _open_without_waiting(path: str, flags: int) -> int:
    """Open a file without waiting for the writer of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_file(path: str) -> bytes:
    """Return the content of a bot's file.

    Raises:
        BotError: The file is not a regular file, is too large or cannot be read.
    """
    try:
        file = locate(path)
        with open(file, "rb", opener=_open_without_waiting) as opened:
            about = os.fstat(opened.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise BotError(f"{quoted(path)}: not a regular file")
            data = opened.read(MAX_BYTES + 1)
    except FileNotFoundError:
        missing = MissingFileError(f"{quoted(path)}: there is no such file")
        missing.path, missing.folder = path, os.path.dirname(file)
        with suppress(OSError):  # the working folder may have been deleted
            missing.folder = os.path.dirname(os.path.abspath(file))
        raise missing from None
    except IsADirectoryError:
        raise BotError(f"{quoted(path)}: not a regular file") from None
    except (OSError, RuntimeError) as error:  # an invalid file name or an unknown home folder
        raise BotError(f"{quoted(path)}: {in_one_line(error)}") from None
    except ValueError as error:
        raise error if isinstance(error, BotError) else BotError(f"{quoted(path)}: {in_one_line(error)}") from None
    if len(data) > MAX_BYTES:
        raise BotError(f"{quoted(path)}: the file is larger than {MAX_BYTES // 2**20} MB")
    return data


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of a file's content in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def load(path: str, name: str, source: Source | None = None) -> tuple[type[Bot], str]:
    """Run a bot's file and return its class and the SHA-256 of the executed bytes.

    Args:
        path: The file.
        name: The name of the class.
        source: The file to read instead of `path`, and its required digest.

    Raises:
        BotError: The file cannot be read or run, has changed, or does not define the class. The message is one line.
    """
    source = Source(path) if source is None else source
    data = read_file(source.path)
    digest = digest_of(data)
    if source.digest and digest != source.digest:
        raise BotError(f"{path}: the file has changed since you agreed to run it; choose the bot again")
    file = locate(source.path)
    module_name = f"herbarium_bot_{file.stem}_{abs(hash(str(file.resolve())))}"
    spec = spec_from_file_location(module_name, file)
    assert spec is not None, "importlib has a loader for every .py file"
    module = module_from_spec(spec)
    sys.modules[module_name] = module  # before the code runs, because dataclasses and pickle look it up there
    try:
        exec(compile(data, str(file), "exec", dont_inherit=True), vars(module))
    except (Exception, SystemExit) as error:
        sys.modules.pop(module_name, None)
        raise BotError(f"{path}: the file cannot be loaded: {in_one_line(error)}") from error
    kind = getattr(module, name, None)
    if not is_bot(kind):
        others = sorted(class_name for class_name, value in vars(module).items() if is_bot(value))
        raise BotError(f"{path}: no bot class {name}; {choices(others, 'bot class')}")
    if not kind.name:
        kind.name = name
    return kind, digest


def is_bot(kind: object) -> TypeGuard[type[Bot]]:
    """Return whether an object is a subclass of `Bot`."""
    return inspect.isclass(kind) and issubclass(kind, Bot) and kind is not Bot
