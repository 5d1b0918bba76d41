"""A bot in a process of its own, seen from the process that asks it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from time import perf_counter

import msgspec

from bots.report import Limit
from workbench.bot_messages import ENCODER, FROM_BOT, Fault, FaultKind, Seated, Sit, Think, Thought
from workbench.children import Child, Gone
from workbench.waiting import Waiting

OWN_FILE = ".py:"  # in the text of a bot that comes from a file
START_SECONDS = 60.0  # in which a bot must have been made


class PlayerFault(Exception):
    """A bot could not start, broke, talked nonsense, or did not answer in time: which of these, and why in one line."""

    def __init__(self, kind: FaultKind, reason: str) -> None:
        super().__init__(reason)
        self.kind, self.reason = kind, " ".join(reason.split())


class BotProcess:
    """A bot of this text. The bot itself is made anew for each game, its process may go on to the next. After a
    PlayerFault nothing is left of the process."""

    def __init__(self, bot: str, memory_mb: int) -> None:
        self.bot, self.memory_mb = bot, memory_mb
        self.child: Child | None = None
        self._waits: tuple[Waiting, ...] = ()  # of its process and of this one, which is to hear it
        self.seated = Seated(bot, "", 1, None)

    def sit(self, spec: str, seat: int, seed: int, view: str | None, brief: bool = False) -> Seated:
        """Take a seat in a new game, `brief` where its reasons are not kept; PlayerFault if the bot cannot."""
        if self.child is None:
            self.child = Child("workbench.bot_child", str(self.memory_mb))
            self._waits = (Waiting(self.child.process.pid), Waiting(os.getpid()))
        said = self._ask(Sit(self.bot, seed, spec, seat, view, brief), START_SECONDS, "start")
        if not isinstance(said, Seated):
            raise self._nonsense()
        self.seated = said
        return said

    def think(self, learned: Sequence[str], limit: Limit | None, patience: float, all_reports: bool) -> Thought:
        """What the bot reports about the position that follows from what it learned; PlayerFault if nothing usable comes
        within `patience` seconds. The seconds are those that passed here: what the messages took as well
        as what the bot says it took; those that were waited for a core are told beside them."""
        began, waited = perf_counter(), self._waited
        said = self._ask(Think(tuple(learned), limit, all_reports), patience, "crash")
        if not isinstance(said, Thought) or not said.reports:
            raise self._nonsense()
        seconds = perf_counter() - began
        return Thought(said.reports, seconds, min(seconds, max(0.0, self._waited - waited)))

    @property
    def _waited(self) -> float:
        return sum(waiting.seconds for waiting in self._waits)

    def _ask(self, message: Sit | Think, seconds: float, kind: FaultKind) -> Seated | Thought:
        assert self.child is not None
        try:
            self.child.channel.send(ENCODER.encode(message))
            answer = self.child.channel.receive(seconds)
            said: Seated | Thought | Fault | None = None if answer is None else FROM_BOT.decode(answer)
        except Gone as gone:
            raise self._fault(kind, self._last_words(str(gone))) from None
        except msgspec.MsgspecError as error:
            raise self._fault("nonsense", f"it sent what is no answer: {error}") from None
        if said is None:
            raise self._fault("start" if kind == "start" else "timeout", f"it did not answer within {seconds:g} s")
        if isinstance(said, Fault):
            raise self._fault(said.kind, said.reason)
        return said

    def _last_words(self, gone: str) -> str:
        assert self.child is not None
        how = self.child.end() or gone
        words = self.child.last_words
        return f"{how}: {words}" if words else how

    def _nonsense(self) -> PlayerFault:
        return self._fault("nonsense", "it answered something else than it was asked")

    def _fault(self, kind: FaultKind, reason: str) -> PlayerFault:
        self.close(at_once=True)
        return PlayerFault(kind, reason if reason.startswith(self.bot) else f"{self.seated.text}: {reason}")

    def close(self, at_once: bool = False) -> None:
        if self.child is not None:
            self.child.close(0 if at_once else 2)
            self.child = None
            for waiting in self._waits:
                waiting.close()
            self._waits = ()
