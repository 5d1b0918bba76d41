"""Which bots may run: those that this user has agreed to. Records, archives and pasted text can name any bot.

A bot from a Python file runs only if this user has used exactly that file before (real path and SHA-256), or agrees to
a question that shows both. A bot that demands far more threads, memory or thinking than usual needs the same agreement.
Text that the user types counts as agreement; text from a file does not. The answers are saved in the data folder.
"""

from __future__ import annotations

import ntpath
import os
import re
import stat
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import bots
from bots import Bot, BotError, Limit, Source, sources
from fastcore import Option, specs
from workbench.system import folders, saving
from workbench.system.cores import available

FILE = "trusted-bots.json"
MAX = 1000  # saved files, and saved bots with large demands; the oldest are dropped
MAX_BYTES = 2**20  # of the file with the saved answers
SECONDS = 600.0  # for one decision; a bot that demands more needs agreement
GAME_SECONDS = 6 * 3600.0  # the same for the clock of a whole game
TIMES = 100  # multiple of the highest level's simulations, or of another option's default, that needs agreement
SIMULATIONS = 100_000_000  # the same limit for a bot without levels
SHARE = 4  # without agreement, a bot may take one part in SHARE of the machine's memory
UNREADABLE = 10.0**18  # the size of a demand that is no number, or too long to read
_REMOTE = ("/net/", "/afs/")  # where looking at a path may contact another machine


class Question(NamedTuple):
    """What the user must agree to before a bot runs.

    Attributes:
        text: The bot's text.
        file: The real path of its Python file, "" for a built-in bot.
        digest: The SHA-256 of the file's content.
        remote: Whether even looking at the path would contact another machine. The file is not read before the user
            agrees.
        demands: What the bot asks for beyond the usual bounds, one clause each.
        limit: The limit that causes some of the demands, if any.
        changed: Whether the user allowed the file with another content.
    """

    text: str
    file: str = ""
    digest: str = ""
    remote: bool = False
    demands: tuple[str, ...] = ()
    limit: Limit | None = None
    changed: bool = False

    @property
    def key(self) -> str:
        """The saved text of an allowed bot with large demands."""
        limit = "" if self.limit is None else f" limit {msgspec.json.encode(self.limit).decode()}"
        return f"{self.text}{limit}"


class NotAllowedError(BotError):
    """Raised instead of running a bot that the user has not agreed to. `question` says what to ask."""

    def __init__(self, question: Question) -> None:
        super().__init__(describe(question))
        self.question = question


class _SavedAnswers(msgspec.Struct):
    """The saved answers: the digest of each allowed file by its real path, and the keys of bots with large demands."""

    files: dict[str, str] = {}
    bots: list[str] = []


class _Session:
    """What the user has agreed to in this process only."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.files: dict[str, str] = {}
        self.bots: set[str] = set()
        self.remote: set[str] = set()  # paths that may be looked at


_session = _Session()


# Asking ---------------------------------------------------------------------------------------------------------------


def question(text: str, limit: Limit | None = None) -> Question | None:
    """Return what to ask before this bot runs with this limit, or None if it may run.

    Also return None for a text that names no bot, or a file that cannot be read: making the bot reports the problem.
    """
    return _look_up(text, limit)[0]


def source(text: str, limit: Limit | None = None) -> Source | None:
    """Return the file and digest to run for a bot from a file, None for a built-in bot.

    Pass the result to `bots.make`, in this process or another one, which runs the file only if it still has this
    digest.

    Raises:
        NotAllowedError: The user must be asked first.
        BotError: The file cannot be read.
    """
    own = sources.parse_text(text)
    while True:
        asked, found = _look_up(text, limit)
        if asked is not None:
            raise NotAllowedError(asked)
        if own is None or found is not None:
            return found
        sources.read_file(own.path)  # Raises the reason. If the file can be read after all, ask the user.


def _look_up(text: str, limit: Limit | None) -> tuple[Question | None, Source | None]:
    """Return what to ask, and the file that a bot's text names if it can be read."""
    own = sources.parse_text(text)
    found = demands(text, limit)
    limit = limit if found and demands(text) != found else None
    if own is None and not found:
        return None, None  # the usual case: nothing has to be read
    asked, there, kept = Question(text, demands=found, limit=limit), None, _saved_answers()
    if own is not None:
        path = os.path.normpath(os.path.expanduser(own.path))
        if is_remote(path) and path not in _session.remote and path not in kept.files:
            return asked._replace(file=path, remote=True), None
        try:
            file = os.path.realpath(path)
            there = Source(file, sources.digest_of(sources.read_file(file)))
        except (OSError, ValueError):
            return None, None
        if there.digest not in (kept.files.get(file), _session.files.get(file)):
            changed = file in kept.files or file in _session.files
            return asked._replace(file=file, digest=there.digest, changed=changed), there
    if found and asked.key not in kept.bots and asked.key not in _session.bots:
        return asked, there
    return None, there


# Answers --------------------------------------------------------------------------------------------------------------


def typed(*texts: str, limit: Limit | None = None) -> None:
    """Save the agreement to bots that the user has typed or chosen: to their present files and their demands."""
    for text in texts:
        own = sources.parse_text(text)
        if own is not None:
            path = os.path.normpath(os.path.expanduser(own.path))
            if is_remote(path):
                _session.remote.add(path)
        if (asked := question(text, limit)) is not None:
            allow_always(asked)


def chosen(texts: Iterable[str], limit: Limit | None, offered: Iterable[tuple[str, Limit | None]]) -> None:
    """Save the agreement to bots that the user has chosen in a form.

    Files and demands that the form was filled with are not a choice, because they may come from a stranger's file. The
    user is asked about them before the bot runs.

    Args:
        texts: The chosen bots.
        limit: The chosen limit.
        offered: The bots and limits that the form was filled with.
    """
    offered = tuple(offered)
    before = {text for text, _ in offered}
    texts = [text for text in texts if sources.parse_text(text) is None or text not in before]
    filled = {clause for text, had in offered for clause in demands(text, had)}
    for text in texts:
        bare = re.split(r"[(:]", text, maxsplit=1)[0]
        known = filled | {
            clause for _, had in offered if sources.parse_text(text) is None for clause in demands(bare, had)
        }
        if sources.parse_text(text) is not None or not known.issuperset(demands(text, limit)):
            typed(text, limit=limit)


def allow_once(asked: Question) -> None:
    """Allow a bot until this process ends.

    For a path on another machine, this only allows reading the file: ask `question` again.
    """
    with _session.lock:
        if asked.remote:
            _session.remote.add(asked.file)
            return
        if asked.file:
            _session.files[asked.file] = asked.digest
        if asked.demands:
            _session.bots.add(asked.key)


def allow_always(asked: Question) -> str:
    """Allow a bot from now on. Return why the answer cannot be saved, "" if it was saved."""
    allow_once(asked)
    if asked.remote:
        return ""
    kept = _saved_answers()
    if asked.file:
        kept.files.pop(asked.file, None)
        kept.files[asked.file] = asked.digest
    if asked.demands and asked.key not in kept.bots:
        kept.bots.append(asked.key)
    kept.files = dict(list(kept.files.items())[-MAX:])
    kept.bots = kept.bots[-MAX:]
    try:
        saving.write(_file(), msgspec.json.format(msgspec.json.encode(kept)))
    except (saving.WriteError, UnicodeEncodeError) as error:
        return f"Your answer cannot be saved ({saving.reason(error)}: {_file()})."
    return ""


def allow_all_once(texts: Iterable[str], limit: Limit | None = None) -> None:
    """Allow all these bots until this process ends, for `--run-bots`."""
    for text in texts:
        while (asked := question(text, limit)) is not None:
            allow_once(asked)


def forget_session() -> None:
    """Discard what was allowed for this process only. For tests."""
    global _session
    _session = _Session()


def _file() -> Path:
    return folders.folder() / FILE


def _saved_answers() -> _SavedAnswers:
    """Return the saved answers. Never raise: a damaged or unsafe file counts as empty, and the user is asked again."""
    with suppress(OSError, ValueError, RecursionError, msgspec.MsgspecError):
        handle = os.open(_file(), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as opened:
            about = os.fstat(opened.fileno())
            data = opened.read(MAX_BYTES + 1) if stat.S_ISREG(about.st_mode) and _is_ours(about) else b""
        if len(data) <= MAX_BYTES:
            return msgspec.json.decode(data, type=_SavedAnswers)
    return _SavedAnswers()


def _is_ours(about: os.stat_result) -> bool:
    """Return whether no other user can have written a file, and thereby allowed a bot."""
    if not hasattr(os, "geteuid"):
        return True
    return about.st_uid in (0, os.geteuid()) and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


# What a bot demands ---------------------------------------------------------------------------------------------------


def is_remote(path: str, windows: bool = os.name == "nt") -> bool:
    """Return whether looking at a path may contact another machine: on Windows, any network share."""
    if windows:
        return ntpath.normpath(path).startswith("\\\\") or path[:2] in ("//", "\\/", "/\\")
    return os.path.abspath(path).startswith(_REMOTE)


def demands(text: str, limit: Limit | None = None) -> tuple[str, ...]:
    """Return what a bot asks for beyond the documented bounds, one clause each.

    Return () if it asks for nothing more, or if its text is invalid.
    """
    kind: type[Bot] | None = None
    own = sources.parse_text(text)
    values: dict[str, Any] = {}
    if own is not None:
        values = _written_values(own.listing or "")
    else:
        with suppress(ValueError):
            kind, values = bots.values_of(text)
    if limit is not None:
        values = dict(values)
        if limit.simulations is not None:
            values["simulations"] = max(limit.simulations, values.get("simulations") or 0)
    most = _bounds(kind)
    found = [
        words.format(value=value, bound=most[name])
        for name, words in _WORDS.items()
        if isinstance(value := values.get(name), int | float) and value > most[name]
    ]
    for option in kind.options if kind is not None else ():
        value = values.get(option.name)
        usual = TIMES * int(option.default) if option.kind == "whole" and option.default else 0
        if isinstance(value, int) and usual and value > usual and option.name not in _WORDS:
            found.append(f"{option.name}={value:,} (usually up to {usual:,})")
    if limit is not None and limit.seconds is not None:
        bound = GAME_SECONDS if limit.per == "game" else SECONDS
        if limit.seconds > bound:
            found.append(f"{limit.seconds:,.0f} seconds for one {limit.per} (usually up to {bound:,.0f})")
    return tuple(found)


def _written_values(listing: str) -> dict[str, float]:
    """Return the values that the text of a bot from a file asks for.

    The options are unknown before the file runs, so each value is read as a number. An unreadable value counts as
    `UNREADABLE`; of two values for one option, the larger counts.
    """
    values: dict[str, float] = {}
    for part in listing.split(","):
        name, _, text = part.partition("=")
        name = name.strip().lower()
        if name not in _WORDS:
            continue
        try:
            value = float(specs.value_of(Option(name, "number", "", "", 0, UNREADABLE), text))
        except ValueError:
            value = UNREADABLE
        values[name] = max(value, values.get(name, 0.0))
    return values


_WORDS = {
    "threads": "{value:,.0f} threads (this machine runs {bound:,.0f} at a time)",
    "memory": "{value:,.0f} MB of memory (usually up to {bound:,.0f} MB on this machine)",
    "simulations": "{value:,.0f} simulations (usually up to {bound:,.0f})",
    "seconds": "{value:,.0f} seconds for one decision (usually up to {bound:,.0f})",
}


def _bounds(kind: type[Bot] | None) -> dict[str, float]:
    """Return how much of each option a bot may ask for without the user's agreement."""
    levels = []
    for preset in kind.presets.values() if kind is not None else ():
        found = dict(part.split("=") for part in preset.options.split(",") if "=" in part)
        levels.append(int(found.get("simulations", 0)))
    highest = TIMES * max(levels, default=0) or SIMULATIONS
    return {
        "threads": available(),
        "memory": max(512, physical_mb() // SHARE),
        "simulations": highest,
        "seconds": SECONDS,
    }


def physical_mb() -> int:
    """Return the memory of this machine in MB, 4096 if the system does not say."""
    with suppress(AttributeError, ValueError, OSError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20
    return 4096


# Messages ---------------------------------------------------------------------------------------------------------


def describe(asked: Question) -> str:
    """Return one line that names a bot's file or demands and says that it has not run."""
    if asked.remote:
        return f"{asked.file} is on another machine and you have not used it before, so Herbarium has not looked at it"
    if asked.file:
        more = f"; it asks for {_join_clauses(asked.demands)}" if asked.demands else ""
        new = "has changed since you allowed it" if asked.changed else "is a Python file that you have not used before"
        return f"{asked.file} (SHA-256 {asked.digest}) {new}, so Herbarium has not run it{more}"
    return f"{asked.text} asks for {_join_clauses(asked.demands)}"


def _join_clauses(clauses: tuple[str, ...]) -> str:
    return clauses[0] if len(clauses) == 1 else f"{', '.join(clauses[:-1])} and {clauses[-1]}"
