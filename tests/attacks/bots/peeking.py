"""Hostile bots that look for information that their seat must not have."""

from __future__ import annotations

import gc
import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from bots import Limit, Report
from fastcore import Viewpoint
from tests.attacks.bots.common import EscapedError, Hostile, expect_refusal


class ProcOfOthers(Hostile):
    """Reads memory, environments, command lines and open files of processes in /proc."""

    def act(self) -> None:
        for pid in ("self", "1", str(os.getppid()), str(self.targets["leader"]), str(self.targets["bystander"])):
            for name in ("mem", "environ", "maps", "cmdline", "stat", "status", "auxv", "io"):
                expect_refusal(f"read /proc/{pid}/{name}", os.open, f"/proc/{pid}/{name}", os.O_RDONLY)
            expect_refusal(f"listed the files of {pid}", os.listdir, f"/proc/{pid}/fd")
            if pid != "self":  # its own pipes and folder are harmless
                expect_refusal(f"opened a file of {pid}", os.open, f"/proc/{pid}/fd/3", os.O_RDONLY)
                expect_refusal(f"went to the folder of {pid}", os.open, f"/proc/{pid}/cwd/.", os.O_RDONLY)
        expect_refusal("listed the processes", os.listdir, "/proc")


class Environment(Hostile):
    """Looks for environment variables that it should not have."""

    def act(self) -> None:
        for name in (
            "HERBARIUM_HOME",
            "HERBARIUM_SECRET",
            "SSH_AUTH_SOCK",
            "DISPLAY",
            "DBUS_SESSION_BUS_ADDRESS",
            "PWD",
            "OLDPWD",
        ):
            if name in os.environ:
                raise EscapedError(f"it knows {name}")


class WorkingFolder(Hostile):
    """Checks that its working folder is empty and private."""

    def act(self) -> None:
        if os.listdir("."):
            raise EscapedError(f"it found {os.listdir('.')} in {os.getcwd()}")
        if Path.cwd() in (Path(self.targets["leader folder"]), Path(__file__).parent):
            raise EscapedError(f"it runs in {os.getcwd()}")
        Path("mine").write_text("left by a bot")


class Handles(Hostile):
    """Checks that at most eight file descriptors are open, all of them pipes or /dev/null."""

    def act(self) -> None:
        open_handles = []
        for handle in range(1024):
            try:
                open_handles.append((handle, os.fstat(handle).st_mode >> 12))
            except OSError:
                continue
        others = [handle for handle in open_handles if handle[1] not in (1, 2)]  # 1: pipes, 2: /dev/null
        if others or len(open_handles) > 8:
            raise EscapedError(f"open handles (with the kind of file): {open_handles}")


class HandlesRead(Hostile):
    """Reads from file descriptors 3 to 63, where no data may be waiting, and then never answers."""

    expected = ("timeout", "did not answer within")

    def act(self) -> None:
        for handle in range(3, 64):
            try:
                os.set_blocking(handle, False)
                if os.read(handle, 2**16):
                    raise EscapedError(f"handle {handle} held something")
            except OSError:
                continue
        while True:
            os.sched_yield()


class Collected(Hostile):
    """Searches all objects in its process for a game, a task, a record or an archive."""

    def act(self) -> None:
        for thing in gc.get_objects():
            kind = f"{type(thing).__module__}.{type(thing).__name__}"
            if kind.startswith("workbench.") and kind.rpartition(".")[2] in {
                "Session",
                "Task",
                "Game",
                "Record",
                "Archive",
                "Plan",
                "Runner",
            }:
                raise EscapedError(f"found a {kind}")


class Frames(Hostile):
    """Searches the local variables of all callers for a seed, a salt or a plan."""

    def act(self) -> None:
        frame = sys._getframe()
        while frame is not None:
            for name, value in frame.f_locals.items():
                if name in ("salt", "task", "plan") or (name == "seed" and value != self.seed):
                    raise EscapedError(f"found {name} in {frame.f_code.co_name}")
            frame = frame.f_back  # type: ignore[assignment]


class TellsSeed(Hostile):
    """Reports its own seed as its number of simulations.

    The attack program can then compare the seeds of both seats.
    """

    def think(self, point: Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        yield Report(move=point.move_text(point.moves()[0]), simulations=self.seed & 0x7FFFFFFF)


class SearchesSeed(Hostile):
    """Tries all seeds below 20,000 with unkeyed derivations that earlier versions used."""

    def act(self) -> None:
        for seed in range(20_000):
            for key in (b"", b"bot", b"seed"):
                for text in (f"{seed}", f"bot {seed}", f"{seed} bot", f"{seed}/bot"):
                    digest = hashlib.blake2b(text.encode(), key=key, digest_size=8).digest()
                    if self.seed in (int.from_bytes(digest, "big"), int.from_bytes(digest, "little")):
                        raise EscapedError(f"its seed comes from {seed}")


class Disguise(Hostile):
    """Replaces the program's modules and functions in its process, then raises an error."""

    expected = ("crash", "")

    def act(self) -> None:
        import builtins

        for name in [name for name in sys.modules if name.startswith(("workbench", "fastcore", "msgspec"))]:
            sys.modules[name] = None  # type: ignore[assignment]
        builtins.isinstance = lambda *args: True
        raise RuntimeError("modules replaced")


class OtherGames(Hostile):
    """Looks for the program's data in the usual places."""

    def act(self) -> None:
        home = Path.home()
        for place in (
            home / ".config" / "herbarium",
            home / ".local" / "share" / "herbarium",
            Path(self.targets["data"]),
        ):
            expect_refusal(f"listed {place}", os.listdir, place)
