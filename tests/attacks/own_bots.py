"""Ask bots from files at random, as windows do, while they break, hang, flood, are stopped,
killed and closed at random moments.

python -m tests.attacks.own_bots --seed 1 --count 200

A finding is an answer that is neither a legal decision nor a fault that names the bot, a question that is not answered
in time, or a process that is left behind.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from time import monotonic, sleep

import fastcore
from bots import Limit
from fastcore import CHANCE, OVER, State, Viewpoint
from workbench.bot_process import bot_factory, trust
from workbench.bot_process.decisions import close_bot
from workbench.bot_process.process_bot import ProcessBot
from workbench.thinking.thinker import Done, Failed, Message, Note, Thinker

FILE = Path(__file__).parent.parent / "data" / "bots" / "breaking.py"
KINDS = (
    "Harmless",
    "Harmless",
    "Harmless",
    "EndlessRegex",
    "ReportsThenRegex",
    "LeavesProcess",
    "Segfaults",
    "EatsMemory",
    "Floods",
    "Tells",
    "Nothing",
)
SECONDS = 60.0  # in which every question must have been answered, on a machine that does other things too


class Finding(Exception):
    """Raised when a bot breaks a rule of this attack."""


class Round:
    """One bot that is asked a few times."""

    def __init__(self, random: Random, file: Path) -> None:
        self.random = random
        self.kind = random.choice(KINDS)
        self.game = random.choice(fastcore.games())
        self.state, self.known = started(self.game)
        turns = random.choice(("", "(turn=2)"))
        text = f"{file}:{self.kind}{turns}"
        trust.allow_all_once([text])
        bot = bot_factory.make(text, random.getrandbits(32), self.game)
        assert isinstance(bot, ProcessBot)
        self.bot = bot
        self.messages: SimpleQueue[Message] = SimpleQueue()
        self.thinker = Thinker(self.messages)

    def run(self) -> str:
        """Return what was seen, in short."""
        seen = []
        try:
            for _ in range(self.random.randint(1, 6)):
                self.go_on()
                seen.append(self.ask())
        finally:
            close_bot(self.bot)
        return f"{self.kind} {self.game}: {' '.join(seen)}"

    def go_on(self) -> None:
        """Play on to another decision."""
        for _ in range(self.random.randint(0, 12)):
            self.step()
        while self.state.actor < 0:
            self.step()

    def step(self) -> None:
        if self.state.actor == OVER:
            self.state, self.known = started(self.game)
        moves = (
            [move for move, _ in self.state.chances()]
            if self.state.actor == CHANCE and not self.state.info.has.deals
            else list(self.state.moves())
        )
        if not moves:
            moves = [self.state.sample(fastcore.Stream(self.random.getrandbits(32), "deal"))]
        move = self.state.move_text(self.random.choice(moves))
        for point in self.known:
            if seen := self.state.observation(move, point.seat):
                point.observe(seen)
        self.state.play(move)

    def ask(self) -> str:
        """Ask about the position; disturb it perhaps, and stop it if it does not answer by itself."""
        point = self.known[self.state.actor] if self.random.random() < 0.7 else self.state.viewpoint(self.state.actor)
        limit = self.random.choice((None, None, Limit(seconds=0.05), Limit(simulations=10)))
        ticket = self.thinker.start(self.bot, point.copy(), limit)
        began, patience = monotonic(), self.random.choice((0.0, 0.05, 0.3))
        disturbed, stopped = self.random.random() < 0.3, self.random.random() < 0.2
        while True:
            with suppress(Empty):
                message = self.messages.get(timeout=0.02)
                if isinstance(message, Done) and message.ticket == ticket:
                    if why := point.why_not(message.report.move):
                        raise Finding(f"the decision {message.report.move!r} is illegal: {why}")
                    return "done"
                if isinstance(message, Failed) and message.ticket == ticket:
                    if self.kind not in message.reason or "\n" in message.reason:
                        raise Finding(f"the fault does not name the bot: {message.reason!r}")
                    return "failed"
                if isinstance(message, Note) and self.kind not in message.reason:
                    raise Finding(f"the note does not name the bot: {message.reason!r}")
            passed = monotonic() - began
            if passed > SECONDS:
                raise Finding(f"no answer within {SECONDS:g} s")
            if passed > patience and disturbed:
                disturbed = False
                self.kill()
            if passed > patience:
                if stopped:
                    self.thinker.stop(ticket)
                    return "given up"
                self.thinker.move_now(ticket)

    def kill(self) -> None:
        """Kill the bot's process, if it is there."""
        child = self.bot._process.child
        with suppress(OSError, AttributeError):
            os.kill(child.pid, signal.SIGKILL)  # type: ignore[union-attr]


def started(game: str) -> tuple[State, list[Viewpoint]]:
    state = fastcore.start(game)
    return state, [state.viewpoint(seat) for seat in range(state.seats)]


def children() -> list[int]:
    """Return the living processes below this one."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
            if fields[0] != "Z":
                parents[int(stat.parent.name)] = int(fields[1])
    below, size = {os.getpid()}, 0
    while len(below) != size:
        size = len(below)
        below |= {child for child, parent in parents.items() if parent in below}
    return sorted(below - {os.getpid()})


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200, help="rounds, of one bot each")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("HERBARIUM_HOME", folder)
        file = Path(shutil.copy(FILE, folder))  # nobody changes it meanwhile
        for number in range(asked.seed, asked.seed + asked.count):
            try:
                seen = Round(Random(number), file).run()
            except Finding as found:
                print(f"seed {number}: {found}\nrepeat: python -m tests.attacks.own_bots --seed {number} --count 1")
                return 1
            if asked.count <= 20 or (number - asked.seed) % 20 == 19:
                print(f"{number}: {seen}", flush=True)
    until = monotonic() + SECONDS
    while (left := children()) and monotonic() < until:
        sleep(0.1)
    if left:
        print(
            f"processes left behind: {left}\nrepeat: python -m tests.attacks.own_bots --seed {asked.seed} --count "
            f"{asked.count}"
        )
        return 1
    print(f"{asked.count} bots: every question was answered, and no process is left")
    return 0


if __name__ == "__main__":
    sys.exit(main())
