"""A client of the process that reads archives. A thread waits for the answers, so that a window does not block."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import msgspec

from workbench.system.processes import ChannelClosedError, Child
from workbench.system.translation import tr

if TYPE_CHECKING:
    from workbench.matches.reader import Answer, Question

BROKEN = tr("the process that reads archives has failed")


class ReaderClient:
    """A client that sends requests to a reader process, one at a time.

    A newer request replaces a waiting one of the same kind. Answers to cancelled requests are dropped. The process
    starts with the first request. Close the client at the end.
    """

    def __init__(self) -> None:
        self._questions: OrderedDict[str, tuple[int, Question]] = OrderedDict()  # by kind, with a ticket number
        self._callbacks: dict[str, tuple[int, Callable[[Answer], None]]] = {}
        self._answers: SimpleQueue[tuple[str, int, Answer]] = SimpleQueue()
        self._changed = threading.Condition()
        self._child: Child | None = None
        # the kind of the request being answered, or None after an abort
        self._current: str | None = None
        self._thread: threading.Thread | None = None
        self._ticket = 0
        self._closed = False

    def ask(self, kind: str, question: Question, done: Callable[[Answer], None], urgent: bool = False) -> None:
        """Send a request.

        Args:
            kind: The kind of the request, by which it can be replaced or cancelled.
            question: The request.
            done: Called by `poll` with the answer.
            urgent: Whether to abort a running request of the same kind.
        """
        with self._changed:
            self._ticket += 1
            self._questions[kind] = (self._ticket, question)
            self._callbacks[kind] = (self._ticket, done)
            if urgent and self._current == kind and self._child is not None:
                self._child.process.kill()
                self._current = None
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="asking", daemon=True)
                self._thread.start()
            self._changed.notify()

    def is_pending(self, kind: str) -> bool:
        """Return whether an answer of this kind is pending."""
        return kind in self._callbacks

    def cancel(self, kind: str) -> None:
        """Cancel the request of this kind. Its answer is dropped."""
        with self._changed:
            self._questions.pop(kind, None)
            self._callbacks.pop(kind, None)

    def poll(self) -> None:
        """Deliver one answer that has arrived. Call this regularly on the window's thread."""
        try:
            kind, ticket, answer = self._answers.get_nowait()
        except Empty:
            return
        if self._callbacks.get(kind, (0,))[0] == ticket:
            self._callbacks.pop(kind)[1](answer)

    def close(self) -> None:
        """Abort the running request and stop the thread and the process."""
        with self._changed:
            self._closed = True
            self._callbacks.clear()
            if self._child is not None:
                self._child.process.kill()
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        # Imported on this thread, because it imports all statistics.
        from workbench.matches.reader import ANSWERS, ENCODER, RequestFailed

        while True:
            with self._changed:
                self._current = None
                while not self._questions and not self._closed:
                    self._changed.wait()
                if self._closed:
                    break
                kind, (ticket, question) = self._questions.popitem(last=False)
                self._current = kind
                if self._child is None:
                    self._child = Child("workbench.matches.reader")
                child = self._child
            try:
                child.channel.send(ENCODER.encode(question))
                message = child.channel.receive()
                assert message is not None, "without a time it waits for ever"
                with self._changed:
                    if self._current is None:
                        raise ChannelClosedError(
                            tr("reading was interrupted")
                        )  # the answer came too late; the process has been killed
                    self._current = None  # from now on, an urgent request must not kill the process
                answer: Answer = ANSWERS.decode(message)
            except (ChannelClosedError, msgspec.MsgspecError) as error:
                answer = RequestFailed(f"{BROKEN}: {child.end() or error}")
                with self._changed:
                    self._child = None
            self._answers.put((kind, ticket, answer))
        if self._child is not None:
            self._child.end()
