"""Starts a confined child process: a bot in its sandbox, with a guard between it and this process."""

from __future__ import annotations

import os
import select
import subprocess
import tempfile
from contextlib import suppress
from time import monotonic

from workbench.bot_process import leftovers, sandbox
from workbench.bot_process.sandbox import Confinement
from workbench.system import linux
from workbench.system.processes import CLEAN_SECONDS, QUIT_SECONDS, ROOT, Child, leash

MOST_BYTES = 2**22  # in one message of a bot; decoded, it takes many times as much
GUARD = "workbench.bot_process.guard"  # the module that starts the bot
_swept = False  # this process has removed old folders of bots


class NoFolder(OSError):
    """A bot's working folder cannot be made."""


class ConfinedChild(Child):
    """A bot's process. On POSIX its guard starts it, ends what it leaves behind and reports how it ended."""

    most_bytes = MOST_BYTES

    def __init__(self, module: str, confinement: Confinement) -> None:
        """Start the module confined. NoFolder if its working folder cannot be made."""
        linux.hide_memory()
        _sweep_once()
        try:
            self._folder = tempfile.mkdtemp(prefix=leftovers.PREFIX)  # its guard removes it, or else this process
        except OSError as error:
            raise NoFolder(f"no working folder: {error}") from None
        self._reports = _Reports()
        self._guarded = os.name == "posix"
        words, handles = [module], []
        if self._guarded:
            handles = [self._reports.sink, leash()]
            given = [
                *map(str, handles),
                self._folder,
                str(confinement.memory_mb),
                confinement.start or _here(),
                confinement.file,
            ]
            words = [GUARD, *given, module]
        try:
            self._start(words, sandbox.environment(ROOT), self._folder, handles)
        except BaseException:  # for example, no memory for another process
            self._reports.started()
            self._reports.close()
            sandbox.remove(self._folder)
            raise
        self._reports.started()

    @property
    def pid(self) -> int:
        """The number of the process that runs the module; its guard has another one."""
        found = self._reports.said("pid") if self._guarded else ""
        return int(found) if found.isdigit() else self.process.pid

    def end(self) -> str:
        """Kill the bot and everything that it started. Return how it had ended by itself, "" if it had not."""
        if self._guarded and self._reports.said("over", 0.2):
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(CLEAN_SECONDS)
        how = super().end()
        return self._reports.said("end", 0) or how

    def close(self, seconds: float = QUIT_SECONDS) -> None:
        """Close its input, which tells it to end, and kill it and all that it started
        if it has not within this time."""
        super().close(seconds)
        self._reports.close()
        if os.path.isdir(self._folder):
            sandbox.remove(self._folder)

    def _stop(self) -> None:
        """Let the guard clean up; kill the guard and the bot only if it has not in time."""
        if self.process.poll() is None and self._guarded:
            with suppress(OSError, subprocess.TimeoutExpired):
                self.process.terminate()
                self.process.wait(CLEAN_SECONDS)
        if not self._guarded or self.process.poll() is None:
            self._kill([self.process.pid, *self._below()])


def _sweep_once() -> None:
    global _swept
    if not _swept:
        _swept = True
        leftovers.sweep()


def _here() -> str:
    """Return the working folder, or the root if that folder has been deleted."""
    try:
        return os.getcwd()
    except OSError:
        return os.sep


class _Reports:
    """The reports of a guard on a separate pipe, in lines "NAME VALUE"."""

    def __init__(self) -> None:
        self._source, self.sink = os.pipe()
        self._text = b""

    def started(self) -> None:
        """Close this process's copy of the guard's end of the pipe."""
        os.close(self.sink)

    def said(self, name: str, seconds: float = 2.0) -> str:
        """Return the value of a line, waiting for it; "" if there is none in time."""
        until = monotonic() + seconds
        while True:
            for line in self._text.decode(errors="replace").splitlines():
                if line.startswith(f"{name} "):
                    return line.removeprefix(f"{name} ").strip()
            try:
                if not select.select([self._source], [], [], max(0.0, until - monotonic()))[0]:
                    return ""
                more = os.read(self._source, 4096)
            except (OSError, ValueError):
                return ""
            if not more:
                return ""
            self._text += more

    def close(self) -> None:
        """Read what is left and close the pipe."""
        self.said("", 0)
        with suppress(OSError):
            os.close(self._source)
        self._source = -1
