"""Which bots run: those that this user has agreed to. A record, an archive or pasted text can name any bot.

A bot from a Python file runs only if this user has used exactly that file before (real path and SHA-256), or agrees to
a question that shows both. The same question is asked for a bot that demands far more threads, memory or thinking than
usual. What the user types counts as agreement; what a file names does not. The answers are kept in the data folder.
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
from bots import BadBot, Bot, Limit, Source, sources
from fastcore import Option, specs
from workbench.system import folders, saving
from workbench.system.cores import available

FILE = "trusted-bots.json"
MOST = 1000  # remembered files, and remembered bots with large demands; the oldest are dropped
MOST_BYTES = 2**20  # of the file that remembers them
SECONDS = 600.0  # for one decision, beyond which a bot's demand is asked about
GAME_SECONDS = 6 * 3600.0  # the same for the clock of a whole game
# the simulations of a bot's highest level, or the default of another option, beyond which it is asked about
TIMES = 100
SIMULATIONS = 100_000_000  # the same for a bot that has no levels
SHARE = 4  # one part in so many of the machine's memory is what a bot may take without a question
UNREADABLE = 10.0**18  # the size of a demand that is no number, or too long for one
_REMOTE = ("/net/", "/afs/")  # where looking at a path may contact another machine


class Question(NamedTuple):
    """What the user must agree to before a bot runs.

    `file` is the real path of its Python file ("" for a built-in bot), `digest` the SHA-256 of the content. Where only
    looking at the path would contact another machine, `remote` is set, and neither is read before the user agrees.
    `demands` says what the bot asks for beyond the usual bounds, one clause each. `changed` is set if the user allowed
    the file with another content.
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
        """What is remembered of a bot with large demands."""
        limit = "" if self.limit is None else f" limit {msgspec.json.encode(self.limit).decode()}"
        return f"{self.text}{limit}"


class NotAllowed(BadBot):
    """Raised instead of running a bot that the user has not agreed to. `question` says what to ask."""

    def __init__(self, question: Question) -> None:
        super().__init__(described(question))
        self.question = question


class _SavedAnswers(msgspec.Struct):
    """What the data folder remembers: the digest of each file by its real path, and
    texts of bots with large demands."""

    files: dict[str, str] = {}
    bots: list[str] = []


class _Session:
    """What was agreed to in this process alone."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.files: dict[str, str] = {}
        self.bots: set[str] = set()
        self.remote: set[str] = set()  # paths that may be looked at


_session = _Session()


# Asking ---------------------------------------------------------------------------------------------------------------


def question(text: str, limit: Limit | None = None) -> Question | None:
    """Return what must be asked before the bot of this text runs with this limit, or None if it may run.

    A text that names no bot, or a file that cannot be read, is no question: making the bot says what is wrong.
    """
    return _looked_up(text, limit)[0]


def source(text: str, limit: Limit | None = None) -> Source | None:
    """Return the file and digest to run for a bot from a file, None for a built-in bot.
    Raise NotAllowed if the user must be asked.

    Pass the result to `bots.make`, in this process or another one: it runs the file only if it still has this digest.
    BadBot if the file cannot be read.
    """
    own = sources.named(text)
    while True:
        asked, found = _looked_up(text, limit)
        if asked is not None:
            raise NotAllowed(asked)
        if own is None or found is not None:
            return found
        sources.read(own.path)  # raises the reason; if the file can be read after all, ask the user


def _looked_up(text: str, limit: Limit | None) -> tuple[Question | None, Source | None]:
    """Return what to ask, and the file that a bot's text names if it can be read."""
    own = sources.named(text)
    found = demands(text, limit)
    limit = limit if found and demands(text) != found else None
    if own is None and not found:
        return None, None  # as most bots: nothing is read
    asked, there, kept = Question(text, demands=found, limit=limit), None, _kept()
    if own is not None:
        path = os.path.normpath(os.path.expanduser(own.path))
        if is_remote(path) and path not in _session.remote and path not in kept.files:
            return asked._replace(file=path, remote=True), None
        try:
            file = os.path.realpath(path)
            there = Source(file, sources.digest_of(sources.read(file)))
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
    """Note that the user has typed or chosen these bots:
    their files, as they are now, and their demands are remembered.

    Call this only for text that the user entered, never for text from a file.
    """
    for text in texts:
        own = sources.named(text)
        if own is not None:
            path = os.path.normpath(os.path.expanduser(own.path))
            if is_remote(path):
                _session.remote.add(path)
        if (asked := question(text, limit)) is not None:
            allow_always(asked)


def chosen(texts: Iterable[str], limit: Limit | None, offered: Iterable[tuple[str, Limit | None]]) -> None:
    """Note what the user has chosen in a form. `offered` are the bots and limits that it was filled
    with, perhaps from a stranger's file: a file or demands that were there already are no choice, and
    are asked about before the bot runs."""
    offered = tuple(offered)
    before = {text for text, _ in offered}
    texts = [text for text in texts if sources.named(text) is None or text not in before]
    filled = {clause for text, had in offered for clause in demands(text, had)}
    for text in texts:
        bare = re.split(r"[(:]", text, maxsplit=1)[0]
        known = filled | {clause for _, had in offered if sources.named(text) is None for clause in demands(bare, had)}
        if sources.named(text) is not None or not known.issuperset(demands(text, limit)):
            typed(text, limit=limit)


def allow_once(asked: Question) -> None:
    """Let a bot run until this process ends. Of a path that was not looked at, this allows looking only: ask again."""
    with _session.lock:
        if asked.remote:
            _session.remote.add(asked.file)
            return
        if asked.file:
            _session.files[asked.file] = asked.digest
        if asked.demands:
            _session.bots.add(asked.key)


def allow_always(asked: Question) -> str:
    """Let a bot run from now on. Return why the answer cannot be saved, or "" if it was."""
    allow_once(asked)
    if asked.remote:
        return ""
    kept = _kept()
    if asked.file:
        kept.files.pop(asked.file, None)
        kept.files[asked.file] = asked.digest
    if asked.demands and asked.key not in kept.bots:
        kept.bots.append(asked.key)
    kept.files = dict(list(kept.files.items())[-MOST:])
    kept.bots = kept.bots[-MOST:]
    try:
        saving.write(_file(), msgspec.json.format(msgspec.json.encode(kept)))
    except (saving.CannotWrite, UnicodeEncodeError) as error:
        return f"Your answer cannot be saved ({saving.reason(error)}: {_file()})."
    return ""


def allow_all_once(texts: Iterable[str], limit: Limit | None = None) -> None:
    """Let all these bots run until this process ends, as `--run-bots` asks for."""
    for text in texts:
        while (asked := question(text, limit)) is not None:
            allow_once(asked)


def forget_session() -> None:
    """Forget what was allowed once, as the end of the process does."""
    global _session
    _session = _Session()


def _file() -> Path:
    return folders.folder() / FILE


def _kept() -> _SavedAnswers:
    """Return what is remembered. A damaged or unsafe file counts as empty: the user is asked again. Never fails."""
    with suppress(OSError, ValueError, RecursionError, msgspec.MsgspecError):
        handle = os.open(_file(), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as opened:
            about = os.fstat(opened.fileno())
            data = opened.read(MOST_BYTES + 1) if stat.S_ISREG(about.st_mode) and _is_ours(about) else b""
        if len(data) <= MOST_BYTES:
            return msgspec.json.decode(data, type=_SavedAnswers)
    return _SavedAnswers()


def _is_ours(about: os.stat_result) -> bool:
    """Return whether nobody else can have written a file: another user could add a bot to it."""
    if not hasattr(os, "geteuid"):
        return True
    return about.st_uid in (0, os.geteuid()) and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


# What a bot demands ---------------------------------------------------------------------------------------------------


def is_remote(path: str, windows: bool = os.name == "nt") -> bool:
    """Return whether looking at a path may contact another machine, as on Windows any network share does."""
    if windows:
        return ntpath.normpath(path).startswith("\\\\") or path[:2] in ("//", "\\/", "/\\")
    return os.path.abspath(path).startswith(_REMOTE)


def demands(text: str, limit: Limit | None = None) -> tuple[str, ...]:
    """Return what a bot asks for beyond the documented bounds, one clause each;
    () if nothing, or if the text is refused."""
    kind: type[Bot] | None = None
    own = sources.named(text)
    values: dict[str, Any] = {}
    if own is not None:
        values = _written(own.listing or "")
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


def _written(listing: str) -> dict[str, float]:
    """Return what the text of a bot from a file asks for. Its options are unknown before the file runs, so
    each is read as a number by the grammar of options; one that cannot be read counts as the largest number,
    and of two the larger one counts."""
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
    """Return how much of each option a bot may ask for without a question."""
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
    """Return the memory of this machine in MB, 4096 where the system does not say."""
    with suppress(AttributeError, ValueError, OSError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20
    return 4096


# Messages ---------------------------------------------------------------------------------------------------------


def described(asked: Question) -> str:
    """Return one line that names a bot's file or demands and says that Herbarium has not run it."""
    if asked.remote:
        return f"{asked.file} is on another machine and you have not used it before, so Herbarium has not looked at it"
    if asked.file:
        more = f"; it asks for {_listed(asked.demands)}" if asked.demands else ""
        new = "has changed since you allowed it" if asked.changed else "is a Python file that you have not used before"
        return f"{asked.file} (SHA-256 {asked.digest}) {new}, so Herbarium has not run it{more}"
    return f"{asked.text} asks for {_listed(asked.demands)}"


def _listed(clauses: tuple[str, ...]) -> str:
    return clauses[0] if len(clauses) == 1 else f"{', '.join(clauses[:-1])} and {clauses[-1]}"
