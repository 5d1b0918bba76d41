"""A thread that plays sounds with one of the system's programs. If sounds queue up, the oldest are dropped."""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from shutil import which
from tempfile import TemporaryDirectory

PROGRAMS = (("pw-play",), ("paplay",), ("aplay", "-q"), ("afplay",), ("play", "-q"))  # in order of preference
PRIORITY = ("move", "capture", "dice", "turn", "over")  # only the last of simultaneous sounds in this order is played
MAX_SECONDS = 5.0  # seconds after which a player program is killed
MAX_QUEUED = 2


def find_program() -> tuple[str, ...]:
    """Return the command that plays a sound file, or (). On Windows, Python plays the sounds."""
    if sys.platform == "win32":
        return ("winsound",)
    return next((command for command in PROGRAMS if which(command[0])), ())


class Speaker:
    """A player of sounds. Its thread starts with the first sound."""

    def __init__(self) -> None:
        self.program = find_program()
        self.queue: Queue[str | None] = Queue(MAX_QUEUED)
        self.thread: threading.Thread | None = None
        self.failure = ""  # why the last sound failed, or ""

    def play(self, name: str) -> None:
        """Queue a sound. In a full queue, it replaces the oldest sound."""
        if not self.program:
            return
        if self.thread is None:
            self.thread = threading.Thread(target=self._work, name="sounds", daemon=True)
            self.thread.start()
        while True:
            try:
                self.queue.put_nowait(name)
                return
            except Full:
                with suppress(Empty):
                    self.queue.get_nowait()  # the newest sound matters most

    def close(self) -> None:
        """Stop the thread after the current sound."""
        if self.thread is not None:
            with suppress(Empty):
                while True:
                    self.queue.get_nowait()
            self.queue.put(None)
            self.thread = None

    def _work(self) -> None:
        with TemporaryDirectory(prefix="herbarium-sounds-", ignore_cleanup_errors=True) as folder:
            while (name := self.queue.get()) is not None:
                try:
                    self._play(name, Path(folder))
                    self.failure = ""
                except (OSError, RuntimeError, subprocess.SubprocessError) as error:
                    self.failure = f"{self.program[0]}: {error}"

    def _play(self, name: str, folder: Path) -> None:
        from workbench.gui.sound.sounds import wav  # imported on this thread, because it imports numpy

        if sys.platform == "win32":
            import winsound

            winsound.PlaySound(wav(name), winsound.SND_MEMORY)
            return
        file = folder / f"{name}.wav"
        if not file.exists():
            file.write_bytes(wav(name))
        subprocess.run(
            [*self.program, str(file)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=MAX_SECONDS, check=True,
        )  # fmt: skip
