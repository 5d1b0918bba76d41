"""Questions to the process that reads archives, asked on a thread so that a window does not wait."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from queue import Empty, SimpleQueue

import msgspec

from workbench.matches.reader import ANSWERS, ENCODER, Answer, Question, Refused
from workbench.system.processes import Child, Gone

BROKEN = "what reads archives has broken down"


class Asking:
    """One question of each kind at a time: a newer one takes the place of one that waits, and an answer that nobody
    waits for any more is dropped."""

    def __init__(self) -> None:
        self._questions: OrderedDict[str, tuple[int, Question]] = OrderedDict()  # by kind, with its ticket
        self._calls: dict[str, tuple[int, Callable[[Answer], None]]] = {}
        self._answers: SimpleQueue[tuple[str, int, Answer]] = SimpleQueue()
        self._changed = threading.Condition()
        self._child: Child | None = None
        # the kind of the question that the child is answering, None once it was broken off
        self._asked: str | None = None
        self._thread: threading.Thread | None = None
        self._ticket = 0
        self._closed = False

    def ask(self, kind: str, question: Question, done: Callable[[Answer], None], urgent: bool = False) -> None:
        """Ask; `done` is called by `read` with the answer. What is `urgent` does not wait until an old question of its
        kind is answered: that is broken off."""
        with self._changed:
            self._ticket += 1
            self._questions[kind] = (self._ticket, question)
            self._calls[kind] = (self._ticket, done)
            if urgent and self._asked == kind and self._child is not None:
                self._child.process.kill()
                self._asked = None
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="asking", daemon=True)
                self._thread.start()
            self._changed.notify()

    def waits(self, kind: str) -> bool:
        """Whether an answer of this kind is still to come."""
        return kind in self._calls

    def forget(self, kind: str) -> None:
        """Nobody wants the answer any more."""
        with self._changed:
            self._questions.pop(kind, None)
            self._calls.pop(kind, None)

    def read(self) -> None:
        """Take in one answer that has come."""
        try:
            kind, ticket, answer = self._answers.get_nowait()
        except Empty:
            return
        if self._calls.get(kind, (0,))[0] == ticket:
            self._calls.pop(kind)[1](answer)

    def close(self) -> None:
        """No more questions; what is being answered is broken off."""
        with self._changed:
            self._closed = True
            self._calls.clear()
            if self._child is not None:
                self._child.process.kill()
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._asked = None
                while not self._questions and not self._closed:
                    self._changed.wait()
                if self._closed:
                    break
                kind, (ticket, question) = self._questions.popitem(last=False)
                self._asked = kind
                if self._child is None:
                    self._child = Child("workbench.matches.reader")
                child = self._child
            try:
                child.channel.send(ENCODER.encode(question))
                message = child.channel.receive()
                assert message is not None, "without a time it waits for ever"
                with self._changed:
                    if self._asked is None:
                        raise Gone("it was broken off")  # too late, but the child is dead
                    self._asked = None  # what is urgent from now on finds a child that rests, and leaves it alone
                answer: Answer = ANSWERS.decode(message)
            except (Gone, msgspec.MsgspecError) as error:
                answer = Refused(f"{BROKEN}: {child.end() or error}")
                with self._changed:
                    self._child = None
            self._answers.put((kind, ticket, answer))
        if self._child is not None:
            self._child.end()
