"""Hostile bots that look for what their seat must not know."""

from __future__ import annotations

import gc
import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from bots import Limit, Report
from fastcore import Viewpoint
from tests.attacks.bots.common import Escaped, Hostile, refused


class ProcOfOthers(Hostile):
    """Reads memory, environment, command line and files of its parent, the leader and everybody."""

    def act(self) -> None:
        for pid in ("self", "1", str(os.getppid()), str(self.targets["leader"]), str(self.targets["bystander"])):
            for name in ("mem", "environ", "maps", "cmdline", "stat", "status", "auxv", "io"):
                refused(f"read /proc/{pid}/{name}", os.open, f"/proc/{pid}/{name}", os.O_RDONLY)
            refused(f"listed the files of {pid}", os.listdir, f"/proc/{pid}/fd")
            if pid != "self":  # its own pipes and folder are its own
                refused(f"opened a file of {pid}", os.open, f"/proc/{pid}/fd/3", os.O_RDONLY)
                refused(f"went to the folder of {pid}", os.open, f"/proc/{pid}/cwd/.", os.O_RDONLY)
        refused("listed the processes", os.listdir, "/proc")


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
                raise Escaped(f"it knows {name}")


class WorkingFolder(Hostile):
    """Checks its working folder, which must be empty and private."""

    def act(self) -> None:
        if os.listdir("."):
            raise Escaped(f"it found {os.listdir('.')} in {os.getcwd()}")
        if Path.cwd() in (Path(self.targets["leader folder"]), Path(__file__).parent):
            raise Escaped(f"it runs in {os.getcwd()}")
        Path("mine").write_text("left by a bot")


class Handles(Hostile):
    """Tries all handles: none but its three, its two pipes and a copy may be open."""

    def act(self) -> None:
        found = []
        for handle in range(1024):
            try:
                found.append((handle, os.fstat(handle).st_mode >> 12))
            except OSError:
                continue
        others = [one for one in found if one[1] not in (1, 2)]  # pipes and /dev/null
        if others or len(found) > 8:
            raise Escaped(f"open handles (with the kind of file): {found}")


class HandlesRead(Hostile):
    """Reads from every handle that it can find; nothing but the messages to it may come."""

    expected = ("timeout", "did not answer within")

    def act(self) -> None:
        for handle in range(3, 64):
            try:
                os.set_blocking(handle, False)
                if os.read(handle, 2**16):
                    raise Escaped(f"handle {handle} held something")
            except OSError:
                continue
        while True:
            os.sched_yield()


class Collected(Hostile):
    """Looks through all objects of its process for a game, a task, a record or an archive."""

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
                raise Escaped(f"found a {kind}")


class Frames(Hostile):
    """Looks through the variables of all calls for a seed or a salt, and for the full position."""

    def act(self) -> None:
        frame = sys._getframe()
        while frame is not None:
            for name, value in frame.f_locals.items():
                if name in ("salt", "task", "plan") or (name == "seed" and value != self.seed):
                    raise Escaped(f"found {name} in {frame.f_code.co_name}")
            frame = frame.f_back  # type: ignore[assignment]


class TellsSeed(Hostile):
    """Reports its own seed as its number of simulations, so that the attack program can
    compare the seeds of both seats."""

    def think(self, point: Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        yield Report(move=point.move_text(point.moves()[0]), simulations=self.seed & 0x7FFFFFFF)


class SearchesSeed(Hostile):
    """Tries all seeds below 20,000 by the unkeyed derivations that were once used."""

    def act(self) -> None:
        for seed in range(20_000):
            for key in (b"", b"bot", b"seed"):
                for text in (f"{seed}", f"bot {seed}", f"{seed} bot", f"{seed}/bot"):
                    digest = hashlib.blake2b(text.encode(), key=key, digest_size=8).digest()
                    if self.seed in (int.from_bytes(digest, "big"), int.from_bytes(digest, "little")):
                        raise Escaped(f"its seed comes from {seed}")


class Disguise(Hostile):
    """Replaces the program's modules and functions in its process, and plays on."""

    expected = ("crash", "")

    def act(self) -> None:
        import builtins

        for name in [name for name in sys.modules if name.startswith(("workbench", "fastcore", "msgspec"))]:
            sys.modules[name] = None  # type: ignore[assignment]
        builtins.isinstance = lambda *words: True
        raise RuntimeError("modules replaced")


class OtherGames(Hostile):
    """Looks for the program's own data outside its folder by guessing usual places."""

    def act(self) -> None:
        home = Path.home()
        for place in (
            home / ".config" / "herbarium",
            home / ".local" / "share" / "herbarium",
            Path(self.targets["data"]),
        ):
            refused(f"listed {place}", os.listdir, place)
