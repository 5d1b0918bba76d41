"""Confined child processes: a bot in its sandbox, with a guard between it and this process."""

from __future__ import annotations

import json
import os
import select
import subprocess
import tempfile
from contextlib import suppress
from time import monotonic

from workbench.bot_process import leftovers, sandbox
from workbench.bot_process.sandbox import Confinement
from workbench.system import folders, linux
from workbench.system.processes import CLEAN_SECONDS, QUIT_SECONDS, ROOT, Child, guard_stderr, is_ready

MAX_BYTES = 2**22  # maximum size of a message from a bot, in bytes; a decoded message takes many times as much memory
GUARD = "workbench.bot_process.guard"  # the module that starts the bot
_swept = False  # whether this process has removed the bots' old folders


class WorkingFolderError(OSError):
    """Raised when a bot's working folder cannot be created."""


class ConfinedChild(Child):
    """A bot's process.

    On POSIX, a guard starts the process, ends its descendants and reports how it ended.

    Args:
        module: The module to run.
        confinement: The limits of the process.

    Raises:
        WorkingFolderError: The working folder cannot be created.
    """

    most_bytes = MAX_BYTES

    def __init__(self, module: str, confinement: Confinement) -> None:
        if confinement.command and os.name != "posix":
            raise WorkingFolderError("programs run only where a guard can watch them: Linux, macOS and BSD")
        linux.hide_memory()
        _sweep_once()
        try:
            self._folder = tempfile.mkdtemp(prefix=leftovers.PREFIX)  # removed by the guard, or else by this process
        except OSError as error:
            raise WorkingFolderError(f"no working folder: {error}") from None
        self._reports = _GuardReports()
        self._guarded = os.name == "posix"
        words, handles = [module], []
        if self._guarded:
            handles = [self._reports.sink, guard_stderr()]
            closed = [f"closed={path}" for path in folders.closed()] if confinement.command else []
            confinement = confinement._replace(
                start=confinement.start or _working_folder(), allow=(*confinement.allow, *closed)
            )
            words = [GUARD, *map(str, handles), self._folder, json.dumps(confinement), module]
        try:
            self._start(words, sandbox.environment(ROOT, confinement), self._folder, handles)
        except BaseException:  # for example, no memory for another process
            self._reports.close_sink()
            self._reports.close()
            sandbox.remove_folder(self._folder)
            raise
        self._reports.close_sink()

    @property
    def pid(self) -> int:
        """The id of the process that runs the module, not of its guard."""
        found = self._reports.wait_for("pid") if self._guarded else ""
        return int(found) if found.isdigit() else self.process.pid

    def end(self) -> str:
        """Kill the bot and its descendants. Return how the bot had ended, or "" if it was still running."""
        if self._guarded and self._reports.wait_for("over", 0.2):
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(CLEAN_SECONDS)
        how = super().end()
        return self._reports.wait_for("end", 0) or how

    def close(self, seconds: float = QUIT_SECONDS) -> None:
        """Close the input, which asks the process to end. Kill it and its descendants after `seconds` seconds."""
        super().close(seconds)
        self._reports.close()
        if os.path.isdir(self._folder):
            sandbox.remove_folder(self._folder)

    def _stop(self) -> None:
        """Let the guard clean up. Kill the guard and the bot only if that takes too long."""
        if self.process.poll() is None and self._guarded:
            with suppress(OSError, subprocess.TimeoutExpired):
                self.process.terminate()
                self.process.wait(CLEAN_SECONDS)
        if not self._guarded or self.process.poll() is None:
            self._kill([self.process.pid, *self._descendant_groups()])


def _sweep_once() -> None:
    global _swept
    if not _swept:
        _swept = True
        leftovers.remove_old_folders()


def _working_folder() -> str:
    """Return the working folder, or the root folder if it has been deleted."""
    try:
        return os.getcwd()
    except OSError:
        return os.sep


class _GuardReports:
    """The reports of a guard: a separate pipe with lines of the form "NAME VALUE"."""

    def __init__(self) -> None:
        self._source, self.sink = os.pipe()
        self._text = b""

    def close_sink(self) -> None:
        """Close this process's copy of the guard's end of the pipe."""
        os.close(self.sink)

    def wait_for(self, name: str, seconds: float = 2.0) -> str:
        """Return the value of the report `name`, or "" if it does not arrive within `seconds`."""
        until = monotonic() + seconds
        while True:
            for line in self._text.decode(errors="replace").splitlines():
                if line.startswith(f"{name} "):
                    return line.removeprefix(f"{name} ").strip()
            try:
                if not is_ready(self._source, select.POLLIN, max(0.0, until - monotonic())):
                    return ""
                more = os.read(self._source, 4096)
            except (OSError, ValueError):
                return ""
            if not more:
                return ""
            self._text += more

    def close(self) -> None:
        """Read the remaining reports and close the pipe."""
        self.wait_for("", 0)
        with suppress(OSError):
            os.close(self._source)
        self._source = -1
