"""Plays sounds through what the system has, on a thread: nobody waits for it, and what comes too fast is left out."""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from shutil import which
from tempfile import TemporaryDirectory

from workbench.gui.sound.sounds import sound

PROGRAMS = (("pw-play",), ("paplay",), ("aplay", "-q"), ("afplay",), ("play", "-q"))  # the first that is there
LONGEST = 5.0  # seconds that a program may take before it is ended
WAITING = 2  # sounds that may wait


def program() -> tuple[str, ...]:
    """The command that plays a file, () where there is none. On Windows Python itself plays."""
    if sys.platform == "win32":
        return ("winsound",)
    return next((command for command in PROGRAMS if which(command[0])), ())


class Speaker:
    """Silent until something is played; its thread starts with the first sound."""

    def __init__(self) -> None:
        self.program = program()
        self.waiting: Queue[str | None] = Queue(WAITING)
        self.thread: threading.Thread | None = None
        self.broken = ""  # why nothing is heard, if the program failed

    def play(self, name: str) -> None:
        if not self.program:
            return
        if self.thread is None:
            self.thread = threading.Thread(target=self._work, name="sounds", daemon=True)
            self.thread.start()
        while True:
            try:
                self.waiting.put_nowait(name)
                return
            except Full:
                with suppress(Empty):
                    self.waiting.get_nowait()  # the newest is what counts

    def close(self) -> None:
        """Play no more. A sound under way is heard to its end."""
        if self.thread is not None:
            with suppress(Empty):
                while True:
                    self.waiting.get_nowait()
            self.waiting.put(None)
            self.thread = None

    def _work(self) -> None:
        with TemporaryDirectory(prefix="herbarium-sounds-", ignore_cleanup_errors=True) as folder:
            while (name := self.waiting.get()) is not None:
                try:
                    self._hear(name, Path(folder))
                    self.broken = ""
                except (OSError, RuntimeError, subprocess.SubprocessError) as error:
                    self.broken = f"{self.program[0]}: {error}"

    def _hear(self, name: str, folder: Path) -> None:
        if sys.platform == "win32":
            import winsound

            winsound.PlaySound(sound(name), winsound.SND_MEMORY)
            return
        file = folder / f"{name}.wav"
        if not file.exists():
            file.write_bytes(sound(name))
        subprocess.run(
            [*self.program, str(file)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=LONGEST, check=True,
        )  # fmt: skip
