"""The start of a bot's process in the background, until the bot has been created or has failed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from time import monotonic

from workbench.bot_process.messages import Answer, Sit
from workbench.bot_process.process import START_SECONDS, BotProcess

# This thread lives as long as the program, because on Linux a child ends with the thread that started it.
_STARTER = ThreadPoolExecutor(1, "bot starter")


class Start:
    """The start of one bot's process. A start is pending until the bot's answer has been read.

    Args:
        process: The process to start.
        question: Returns the first message to the bot.
    """

    def __init__(self, process: BotProcess, question: Callable[[], Sit]) -> None:
        self._process, self._question = process, question
        self._future: Future[None] | None = None
        self._began = 0.0

    @property
    def pending(self) -> bool:
        """Whether the bot's answer has not been read yet."""
        return self._future is not None

    @property
    def has_process(self) -> bool:
        """Whether the process runs, but the bot has not answered."""
        return self._future is not None and self._future.done()

    def begin(self) -> None:
        """Start the process without waiting."""
        self._future = _STARTER.submit(self._run)
        self._began = monotonic()

    def _run(self) -> None:
        self._process.begin()
        self._process.send(self._question(), "start")

    def poll(self, until: float) -> Answer | None:
        """Return the bot's answer, or None if there is none by `until` (monotonic seconds). The start must be pending.

        Raises:
            PlayerFaultError: The bot fails, or takes too long.
            OSError, ValueError: The process cannot be started.
        """
        assert self._future is not None
        wait([self._future], max(0.0, until - monotonic()))
        if not self._future.done():
            return None
        future, self._future = self._future, None
        future.result()
        answer = self._process.receive(max(0.0, until - monotonic()), "start")
        if answer is None:
            if monotonic() - self._began > START_SECONDS and not self._process.is_program:
                raise self._process.end_with_fault("timeout", f"it did not start within {START_SECONDS:g} s")
            self._future = future
        return answer

    def forget(self) -> None:
        """Give up the answer."""
        self._future = None

    def close(self) -> None:
        """Cancel the start, or wait until the process has been started."""
        future, self._future = self._future, None
        if future is not None and not future.cancel():
            future.exception()
