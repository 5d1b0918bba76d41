"""Bots that attack the program, the user's files and other processes, each in a match against a normal bot.

python -m tests.attacks.hostile_bots [--seed N] [--count N] [--only NAME ...]

After each match, no process and no folder of a bot may be left, no file outside the bot's folder may have changed, and
a bystander process must be unharmed. The match must report the fault and blame the bot. With an incomplete sandbox, the
program prints a warning and runs only the attacks that need no sandbox.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import fastcore
from tests.attacks.bots.common import Hostile
from tests.kit.matches import play_match, record, remaining_processes, wait_until_gone
from workbench.bot_process import sandbox, trust
from workbench.bot_process.process import BotProcess, PlayerFaultError
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan
from workbench.records.seeds import ChanceDraws

MODULES = ("processes", "files", "peeking", "talk")
BOTS = Path(__file__).parent / "bots"
PATIENCE, SHORT_PATIENCE = 30.0, 2.0
MEMORY_MB = 500
NEEDS_SANDBOX = {"files", "processes", "peeking"}  # only the sandbox stops the attacks in these modules


def bot_classes() -> dict[str, type[Hostile]]:
    """Return all hostile bots by "module:Class"."""
    classes = {}
    for name in MODULES:
        module = importlib.import_module(f"tests.attacks.bots.{name}")
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Hostile) and kind.__module__ == module.__name__:
                classes[f"{name}:{kind.__name__}"] = kind
    return classes


class World:
    """A user's files, another process of the same user and listening sockets. Bots must not touch any of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.archive, self.data, self.bots, self.temporary = (
            folder / name for name in ("archives/own.matches", "data", "bots", "tmp")
        )
        for directory in (self.archive.parent, self.data, self.bots, self.temporary):
            directory.mkdir()
        self.user_files = {
            "record": folder / "archives/game.herbarium",
            "settings": self.data / "settings.json",
            "note": folder / "note.txt",
        }
        for name, path in self.user_files.items():
            path.write_text(f"the user's own {name}\n", encoding="utf-8")
        self.other = folder / "archives/other.matches"
        with Archive(self.other, create=True):
            pass
        self.bystander = subprocess.Popen(
            [sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE, start_new_session=True
        )
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.unix, self.abstract = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
        self.unix.bind(str(folder / "socket"))
        name = f"herbarium-{os.getpid()}-{folder.name}"
        if sys.platform.startswith("linux"):
            self.abstract.bind(f"\0{name}")
        for server in (self.unix, self.abstract):
            server.listen()
        targets = {
            "leader": os.getpid(),
            "bystander": self.bystander.pid,
            "archive": str(self.archive),
            "data": str(self.data),
            "port": self.tcp.getsockname()[1],
            "socket": str(folder / "socket"),
            "abstract": name,
            "leader folder": os.getcwd(),
            **{name: str(path) for name, path in self.user_files.items()},
        }
        for module in MODULES:
            shutil.copy(BOTS / f"{module}.py", self.bots)
            (self.bots / f"{module}-targets.json").write_text(json.dumps(targets), encoding="utf-8")

    def state(self) -> dict[str, Any]:
        """Return everything that a bot must not change."""
        contents: dict[str, Any] = {}
        for path in sorted(self.folder.rglob("*")):
            if (
                path.name.startswith(self.archive.name)
                or self.temporary in (path, *path.parents)
                or "__pycache__" in path.parts
            ):
                continue
            stat = path.lstat()
            contents[str(path)] = (
                stat.st_mode,
                stat.st_uid,
                stat.st_mtime_ns * path.is_file(),
                path.is_file() and path.read_bytes(),
            )
        for place in (Path.home(), Path("/"), Path("/tmp"), Path("/var/tmp"), Path("/dev/shm")):
            contents[f"in {place}"] = sorted(str(path) for path in place.glob("herbarium-hostile*"))
        return contents

    def bystander_harm(self) -> str:
        """Return a description of the harm to the bystander process, or ""."""
        if self.bystander.poll() is not None:
            return f"the bystander has ended with status {self.bystander.returncode}"
        pid = self.bystander.pid
        with suppress(OSError):
            state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
            if state in "Tt":
                return "the bystander was stopped"
            if len(os.sched_getaffinity(pid)) < len(os.sched_getaffinity(0)):
                return "the bystander may use fewer cores"
        return (
            "the bystander's priority was changed"
            if os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
            else ""
        )

    def close(self) -> None:
        self.bystander.kill()
        self.bystander.communicate()
        for server in (self.tcp, self.unix, self.abstract):
            server.close()


@contextmanager
def world() -> Iterator[World]:
    """Create a world in a new folder, which also holds the temporary folders of the bots."""
    before, secret = tempfile.tempdir, {"HERBARIUM_SECRET": "1", "SSH_AUTH_SOCK": "/nowhere"}
    saved = {name: os.environ.get(name) for name in (*secret, "TMPDIR")}
    with tempfile.TemporaryDirectory(prefix="herbarium-attack-") as folder:
        the_world = World(Path(folder))
        os.environ.update(secret, TMPDIR=str(the_world.temporary))
        tempfile.tempdir = str(the_world.temporary)
        try:
            yield the_world
        finally:
            tempfile.tempdir = before
            for name, value in saved.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value
            the_world.close()


def decide_second_turn(text: str, patience: float = 60, memory_mb: int = 500) -> str:
    """Let a bot decide in its second turn. Return the reason for its failure, or ""."""
    state, luck = fastcore.start("herd(size=3)"), ChanceDraws(1)
    while state.turn < 2 or state.actor < 0:
        state.play(luck.draw(state) if state.actor == fastcore.CHANCE else state.move_text(state.moves()[0]))
    bot = BotProcess(text, memory_mb)
    try:
        bot.sit("herd(size=3)", state.actor, 1, state.view(state.actor))
        bot.think([], None, patience, False)
    except PlayerFaultError as fault:
        return fault.reason
    finally:
        bot.close(kill=True)
    return ""


def play_against(name: str, kind: type[Hostile], seed: int, victim: World) -> list[str]:
    """Let a hostile bot play a block against a normal bot. Return the problems found afterwards, one line each."""
    module, _, bot = name.partition(":")
    text = f"{victim.bots / module}.py:{bot}"
    trust.allow_all_once([text])
    opponent = text if bot == "TellsSeed" else "random"
    victim.archive.unlink(missing_ok=True)
    patience = SHORT_PATIENCE if kind.expected[0] == "timeout" else PATIENCE
    plan = Plan(spec="herd(size=3)", bots=(text, opponent), blocks=1, seed=seed, memory_mb=MEMORY_MB, patience=patience)
    before = victim.state()
    outcome, games = play_match(victim.archive, plan)
    faults = [f"left behind: {command}" for command in wait_until_gone(20)]
    faults += [f"a folder stays: {path.name}" for path in victim.temporary.glob("herbarium-bot-*")]
    after = victim.state()
    faults += [
        f"changed: {path}" for path in sorted(before.keys() | after.keys()) if before.get(path) != after.get(path)
    ]
    faults += filter(None, [victim.bystander_harm()])
    faults += [line for game in games for line in blame(game, kind, plan)]
    if outcome.kind not in ("complete", "halted"):
        faults.append(f"the match ended as {outcome}")
    if bot == "TellsSeed":
        faults += shared_seeds(victim.archive, games)
    return faults


def blame(game: Game, kind: type[Hostile], plan: Plan) -> Iterator[str]:
    """Yield a line for each difference between a game's fault and the fault that the hostile bot must cause."""
    fault, reason = kind.expected
    summary = (
        f"game {game.number + 1}: {game.ending}, {game.fault or 'no fault'}, seat {game.guilty}: {game.reason[:300]}"
    )
    if "\n" in game.reason or len(game.reason) > 1000:
        yield f"the reason is too long or has several lines: {game.reason[:100]!r}"
    if not fault:
        if game.ending != "normal":
            yield f"the game was disturbed ({summary})"
        return
    if (
        game.fault
        not in {
            "crash": ("crash", "nonsense", "start"),
            "nonsense": ("nonsense",),
            "timeout": ("timeout",),
            "illegal": ("illegal",),
        }[fault]
    ):
        yield f"the fault must be {fault} ({summary})"
    if reason not in game.reason:
        yield f"the reason must say {reason!r} ({summary})"
    if game.guilty is None or plan.bots[game.seats[game.guilty]] != plan.bots[0]:
        yield f"another than the hostile bot is blamed ({summary})"


def shared_seeds(archive: Path, games: Sequence[Game]) -> Iterator[str]:
    """Yield a line for each game in which both seats have one seed, or a seat has the seed of the game."""
    for game in games:
        moves = record(archive, game).lines[0].moves
        seen = {move.reports[-1].simulations for move in moves if move.reports}
        if len(seen) != 2:
            yield f"game {game.number + 1}: bots of two seats have the same seed"
        if game.seed & 0x7FFFFFFF in seen:
            yield f"game {game.number + 1}: a bot has the seed of its game"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run hostile bots. Return 1 if any attack succeeded."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="how many bots, in an order that the seed decides")
    parser.add_argument("--only", nargs="+", help="these bots alone, such as files:Overwrite")
    options = parser.parse_args(arguments)
    classes = bot_classes()
    names = sorted(classes)
    random.Random(options.seed).shuffle(names)
    if not sandbox.is_complete():
        print(sandbox.warning())
        names = [name for name in names if name.partition(":")[0] not in NEEDS_SANDBOX]
    failed = 0
    chosen = options.only or names[: options.count]
    assert not remaining_processes(), "nothing runs yet"
    for name in chosen:
        start = monotonic()
        with world() as victim:
            faults = play_against(name, classes[name], options.seed, victim)
        print(f"{name}: {'ok' if not faults else 'FOUND'}, {monotonic() - start:.1f} s", flush=True)
        for line in faults:
            print(f"  {line}")
        if faults:
            failed += 1
            print(f"  repeat: python -m tests.attacks.hostile_bots --seed {options.seed} --only {name}", flush=True)
    print(f"{len(chosen)} hostile bots, {failed} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
