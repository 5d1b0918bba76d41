"""The programs that the user has registered as bots, with their commands and permissions, in `programs.json`."""

from __future__ import annotations

import os
import re
import stat
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

import bots
import fastcore
from bots import Bot, BotError
from bots.loading.sources import NAME, ProgramText, parse_program
from fastcore.text import specs
from workbench.protocol.messages import ProgramOption
from workbench.protocol.reports import as_option
from workbench.system import bounded, decoding, folders, saving
from workbench.system.locks import Lock
from workbench.system.translation import tr

FILE = "programs.json"
MAX_BYTES = 2**20  # maximum size of the file, in bytes
MAX_PROGRAMS = 1000
LOCK_SECONDS = 10.0  # longest wait for another program that changes the file
RESERVED = ("person", NAME, "add", "list", "remove", "check")
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_CALL = re.compile(rf"({_NAME.pattern})(?:\((.*)\))?", re.DOTALL)
_lock = threading.Lock()
_read: tuple[tuple[str, int, int], dict[str, RegisteredProgram]] | None = None


class RegisteredProgram(msgspec.Struct, frozen=True, omit_defaults=True):
    """A registered program: the words of its command with absolute paths, and its permissions.

    `meaning`, `games`, `options` and `reports` are from the answer of the program when it was registered. `chosen` has
    the options that the user has chosen, such as "depth=3,style=calm". They apply to the bare name.
    """

    command: Annotated[tuple[str, ...], Meta(min_length=1, max_length=1000)]
    allow: tuple[str, ...] = ()
    meaning: str = ""
    games: tuple[str, ...] = ("*",)
    options: tuple[ProgramOption, ...] = ()
    reports: bool = False
    chosen: str = ""


def programs() -> dict[str, RegisteredProgram]:
    """Return the registered programs by name. Never raise: a damaged or unsafe file counts as empty.

    An entry that cannot be read hides no other one.
    """
    global _read
    path = folders.config_folder() / FILE
    try:
        about = os.stat(path)
    except (OSError, ValueError):
        return {}
    key = (str(path), about.st_mtime_ns, about.st_size)
    with _lock:
        if _read is None or _read[0] != key:
            _read = key, _load(path)
        return _read[1]


def _load(path: Path) -> dict[str, RegisteredProgram]:
    found: dict[str, RegisteredProgram] = {}
    with suppress(BotError):
        for name, raw in _entries(path).items():
            with suppress(ValueError, RecursionError, msgspec.MsgspecError):
                program = decoding.decode_json(bytes(raw), RegisteredProgram)
                for option in program.options:
                    as_option(option)
                if not name_fault(name):
                    found[name] = program
    return found


def _entries(path: Path) -> dict[str, msgspec.Raw]:
    """Return the entries of the file by name, without reading what is in them. There are none without a file.

    Raises:
        BotError: The file cannot be read, is damaged, or others can write it.
    """
    try:
        with os.fdopen(bounded.open_regular(path), "rb") as opened:
            if not is_only_ours(os.fstat(opened.fileno())):
                raise BotError(
                    tr("{file} is not used, because other users can write it (chmod go-w ends that)", file=path)
                )
            data = opened.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise BotError(tr("{file} is not used, because it is too large", file=path))
        return decoding.decode_json(data, dict[str, msgspec.Raw])
    except FileNotFoundError:
        return {}
    except BotError:
        raise
    except OSError as error:
        raise BotError(tr("{file} cannot be read: {reason}", file=path, reason=saving.system_message(error))) from None
    except (ValueError, RecursionError, msgspec.MsgspecError):
        raise BotError(tr("{file} is not used, because it is not valid: correct or delete it", file=path)) from None


def file_fault() -> str:
    """Return why the list of programs cannot be used, or ""."""
    try:
        _entries(folders.config_folder() / FILE)
    except BotError as error:
        return str(error)
    return ""


def is_only_ours(about: os.stat_result) -> bool:
    """Return whether only this user can have written a file."""
    if not hasattr(os, "geteuid"):
        return True
    return about.st_uid in (0, os.geteuid()) and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


class ProgramSpec(NamedTuple):
    """The spec of a program.

    Attributes:
        name: The registered name, or "program".
        command: The command as written, "" if the registered one is meant.
        listing: The options as written, or those chosen for a registered name without any.
        registered: The program registered under this name, if any.
    """

    name: str
    command: str
    listing: str
    registered: RegisteredProgram | None

    @property
    def label(self) -> str:
        """A short name for people: the registered name, or the file of the program."""
        return ProgramText(self.name, self.command, "").label


def program_of(text: str) -> ProgramSpec | None:
    """Return the parts of a program's spec, or None for any other bot."""
    parsed = parse_program(text)
    if parsed is not None:
        return ProgramSpec(*parsed, programs().get(parsed.name))
    match = _CALL.fullmatch(text)
    if match is None or bots.is_built_in(match[1]) or (program := programs().get(match[1])) is None:
        return None
    return ProgramSpec(match[1], "", program.chosen if match[2] is None else match[2], program)


def names_for(spec: str) -> list[str]:
    """Return the sorted names of the registered programs that claim to play a game."""
    return [name for name, program in sorted(programs().items()) if plays(program.games, spec)]


def plays_by_name(text: str, spec: str) -> bool:
    """Return whether a bot's spec names a built-in bot or a registered program that plays a game."""
    name = text.partition("(")[0].partition(":")[0]
    return name in bots.names(spec) or name in names_for(spec)


def plays(games: tuple[str, ...], spec: str) -> bool:
    """Return whether a program that claims these games plays a game: "*" is all, an id is all its variants."""
    canonical = fastcore.start(spec).spec
    return bool({"*", canonical, canonical.partition("(")[0]} & set(games))


def kind_of(name: str) -> type[Bot]:
    """Return the class of a built-in bot, or a description of a registered program in the same form.

    Raises:
        BotError: There is no such bot.
    """
    program = programs().get(name)
    if program is None:
        return bots.bot_class(name)
    options = tuple(as_option(option) for option in program.options)
    return type("RegisteredBot", (Bot,), {"name": name, "meaning": program.meaning, "options": options})


def choose(name: str, chosen: str) -> None:
    """Save the options that the user has chosen for a registered program.

    Raises:
        ValueError: There is no such program, an option is invalid, or the file cannot be written.
    """
    program = programs().get(name)
    if program is None:
        raise BotError(tr("no program {name} is registered", name=name))
    add(name, with_chosen(program, chosen))


def with_chosen(program: RegisteredProgram, chosen: str) -> RegisteredProgram:
    """Return a program with these options as the user's choice.

    Raises:
        ValueError: An option is invalid.
    """
    if chosen:
        specs.given(chosen, map(as_option, program.options))
    return msgspec.structs.replace(program, chosen=chosen)


def chosen_for(name: str) -> str:
    """Return the options that the user has chosen for a registered program, or ""."""
    program = programs().get(name)
    return program.chosen if program is not None else ""


def defaults_for(name: str) -> str:
    """Return the program's own defaults of the options that the user has chosen, to write them explicitly."""
    own = {option.name: option.default for option in kind_of(name).options if option.default}
    names = (part.partition("=")[0] for part in chosen_for(name).split(",") if part)
    return ",".join(f"{option}={own[option]}" for option in names if option in own)


def is_program(text: str) -> bool:
    """Return whether a bot's spec is that of a program."""
    return program_of(text) is not None


def name_fault(name: str) -> str:
    """Return why a program cannot have this name, or ""."""
    if _NAME.fullmatch(name) is None:
        return tr("a name has up to 40 letters a-z, digits, - and _, and begins with a letter")
    if name in RESERVED or name in bots.names() or bots.is_level(name):
        return tr("the name {name} is reserved by Herbarium", name=name)
    return ""


def add(name: str, program: RegisteredProgram) -> None:
    """Register a program, or replace the one of this name.

    Raises:
        BotError: The name is invalid, or the file cannot be written.
    """
    if fault := name_fault(name):
        raise BotError(fault)
    _change(lambda found: found | {name: program})


def remove(name: str) -> None:
    """Remove a registered program.

    Raises:
        BotError: There is no such program, or the file cannot be written.
    """

    def without(found: dict[str, Any]) -> dict[str, Any]:
        if name not in found:
            raise BotError(tr("no program {name} is registered", name=name))
        return {other: entry for other, entry in found.items() if other != name}

    _change(without)


def _change(changed: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Write the entries that `changed` makes of the present ones. Entries that cannot be read stay as they are.

    Raises:
        BotError: The file cannot be used or written.
    """
    global _read
    path = folders.config_folder() / FILE
    lock = Lock(path.with_name(f"{FILE}.lock"), keep=True)
    try:
        saving.make_folder(path.parent)
        if not lock.acquire(LOCK_SECONDS):
            raise BotError(tr("{file} is in use by another program; try again", file=path))
        found = changed(_entries(path))
        if len(found) > MAX_PROGRAMS:
            raise BotError(tr("{most:,} programs are registered; remove one first", most=MAX_PROGRAMS))
        saving.write(path, msgspec.json.format(msgspec.json.encode(found)))
    except (saving.WriteError, UnicodeEncodeError) as error:
        raise BotError(tr("{file} cannot be written: {reason}", file=path, reason=saving.reason(error))) from None
    except OSError as error:
        raise BotError(
            tr("{file} cannot be written: {reason}", file=path, reason=saving.system_message(error))
        ) from None
    finally:
        lock.release()
    with _lock:
        _read = None
