"""The messages between a leader and the workers of a cluster."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import msgspec

import bots
import fastcore
from bots.loading.sources import Source
from fastcore import packages
from workbench.matches.planning.plan import Plan
from workbench.matches.planning.task import PlayedGame, PositionUpdate, Task
from workbench.system import decoding
from workbench.system.version import version

ENCODER = msgspec.msgpack.Encoder()
SUFFIXES = (".py", ".pyx", ".pxd")  # files that decide how games are played


class Invitation(msgspec.Struct, frozen=True):
    """A match that a worker is invited to play in.

    Attributes:
        plan: The plan, with the versions of its bots.
        game: The first game of the plan. The worker must play the same moves as the leader.
        sources: For each bot of the plan, the file that the leader runs, or None for a built-in bot.
        files: The contents of the bots' Python files by their digests, for workers that accept bots.
        program: The version of the leader's program.
        code: The digest of the leader's code.
        packages: The packages of others that the leader uses, as from `used_packages`.
    """

    plan: Plan
    game: Task
    sources: tuple[Source | None, ...]
    files: dict[str, bytes]
    program: str
    code: str
    packages: dict[str, str] = {}


class Accepted(msgspec.Struct, frozen=True, tag="accepted"):
    """The answer of a worker that can play.

    Attributes:
        game: The first game of the plan as the worker played it.
        name: The name of the worker.
    """

    game: PlayedGame
    name: str = ""


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The answer of a worker that does not play.

    Attributes:
        reason: The reason, as a sentence without a full stop.
        name: The name of the worker.
    """

    reason: str
    name: str = ""


class BlockResult(msgspec.Struct, frozen=True, tag="block"):
    """The games of a block that a worker has played, in the order of the tasks."""

    games: tuple[PlayedGame, ...]


Answer = Accepted | Refused | BlockResult
read_answer = decoding.msgpack_decoder(Answer).decode
read_invitation = decoding.msgpack_decoder(Invitation).decode
read_position = decoding.msgpack_decoder(PositionUpdate).decode
read_tasks = decoding.msgpack_decoder(tuple[Task, ...]).decode


def resource_of(match: str) -> str:
    """Return the name of the Dask resource that marks the workers of a match."""
    return f"herbarium-{match}"


def topic_of(match: str) -> str:
    """Return the topic of the positions of a watched match."""
    return f"herbarium-positions-{match}"


def results_of(match: str) -> str:
    """Return the topic of the blocks that a match's workers have played."""
    return f"herbarium-results-{match}"


@cache
def code_digest() -> str:
    """Return the SHA-256 of all source files of `fastcore` and `bots`, as hexadecimal digits."""
    return _digest(Path(package.__file__ or "").parent for package in (fastcore, bots))


def _digest(folders: Iterable[Path]) -> str:
    """Return the SHA-256 of all source files in some folders."""
    found = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in SUFFIXES:
                found.update(f"{path.relative_to(folder.parent).as_posix()}\n".encode())
                found.update(path.read_bytes())
    return found.hexdigest()


def used_packages(plan: Plan) -> dict[str, str]:
    """Return the packages of others that a match needs: the version and the start of a digest of their source files.

    The keys are such as "the game kuhn" and "the bot last". Games and bots of the program have none, and neither have
    those that are missing here or cannot be used.
    """
    found = {}
    game = plan.spec.partition("(")[0]
    if game in fastcore.games() and game not in packages.built_in():
        found[f"the game {game}"] = _version(packages.release(packages.GROUP, game), packages.load(game).__name__)
    for bot in plan.bots:
        name = bot.partition("(")[0].partition(":")[0]
        if release := bots.release(name):
            found[f"the bot {name}"] = _version(release, bots.bot_class(name).__module__)
    return found


def _version(release: str, module: str) -> str:
    """Return the version of an installed package. It does not depend on the machine that compiled the package."""
    top = sys.modules[module.partition(".")[0]]
    if hasattr(top, "__path__"):
        return f"{release} ({_digest(map(Path, top.__path__))[:12]})"
    return f"{release} ({hashlib.sha256(Path(top.__file__ or '').read_bytes()).hexdigest()[:12]})"


def why_other_packages(theirs: Mapping[str, str], plan: Plan) -> str:
    """Return why this program cannot play a match for a leader with these packages of others, or ""."""
    own = used_packages(plan)
    for what, wanted in theirs.items():
        if what not in own:
            return f"{what} is not installed here, or cannot be used; the leader has {wanted}"
        if own[what] != wanted:
            return f"{what} is {own[what]} here; the leader has {wanted}"
    return ""


def why_other_code(program: str, code: str) -> str:
    """Return why this program cannot play for a leader with another version or code, or ""."""
    if program != version():
        return f"the leader has version {program or 'unknown'}, this worker {version() or 'unknown'}"
    if code != code_digest():
        return "the leader's fastcore and bots have other source files, although the version is the same"
    return ""
