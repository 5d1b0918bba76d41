"""Ask bots from files for decisions, as the window does, while the bots fail, hang, flood the program or are killed.

python -m tests.attacks.own_bots --seed 1 --count 200

A finding is a process that is left behind, a question that is not answered in time, or a wrong answer. A correct answer
is a legal decision, or a fault that names the bot.
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
SECONDS = 60.0  # time limit for every question, on a machine that also does other work


class FindingError(Exception):
    """Raised when a bot or the program breaks a rule of this attack."""


class Round:
    """A bot that is asked for a few decisions."""

    def __init__(self, random: Random, file: Path) -> None:
        self.random = random
        self.kind = random.choice(KINDS)
        self.game = random.choice(fastcore.games())
        self.state, self.known = new_game(self.game)
        turns = random.choice(("", "(turn=2)"))
        text = f"{file}:{self.kind}{turns}"
        trust.allow_all_once([text])
        bot = bot_factory.make(text, random.getrandbits(32), self.game)
        assert isinstance(bot, ProcessBot)
        self.bot = bot
        self.messages: SimpleQueue[Message] = SimpleQueue()
        self.thinker = Thinker(self.messages)

    def run(self) -> str:
        """Run the round and return a summary in one line."""
        answers = []
        try:
            for _ in range(self.random.randint(1, 6)):
                self.advance()
                answers.append(self.ask())
        finally:
            close_bot(self.bot)
        return f"{self.kind} {self.game}: {' '.join(answers)}"

    def advance(self) -> None:
        """Make up to 12 random steps, then continue until a seat is to move."""
        for _ in range(self.random.randint(0, 12)):
            self.step()
        while self.state.actor < 0:
            self.step()

    def step(self) -> None:
        if self.state.actor == OVER:
            self.state, self.known = new_game(self.game)
        moves = (
            [move for move, _ in self.state.chances()]
            if self.state.actor == CHANCE and not self.state.info.has.deals
            else list(self.state.moves())
        )
        if not moves:
            moves = [self.state.sample(fastcore.Stream(self.random.getrandbits(32), "deal"))]
        move = self.state.move_text(self.random.choice(moves))
        for point in self.known:
            if observation := self.state.observation(move, point.seat):
                point.observe(observation)
        self.state.play(move)

    def ask(self) -> str:
        """Ask for a decision; perhaps kill the process or stop the search. Return "done", "failed" or "given up"."""
        point = self.known[self.state.actor] if self.random.random() < 0.7 else self.state.viewpoint(self.state.actor)
        limit = self.random.choice((None, None, Limit(seconds=0.05), Limit(simulations=10)))
        ticket = self.thinker.start(self.bot, point.copy(), limit)
        start, patience = monotonic(), self.random.choice((0.0, 0.05, 0.3))
        will_kill, will_stop = self.random.random() < 0.3, self.random.random() < 0.2
        while True:
            with suppress(Empty):
                message = self.messages.get(timeout=0.02)
                if isinstance(message, Done) and message.ticket == ticket:
                    if why := point.why_not(message.report.move):
                        raise FindingError(f"the decision {message.report.move!r} is illegal: {why}")
                    return "done"
                if isinstance(message, Failed) and message.ticket == ticket:
                    if self.kind not in message.reason or "\n" in message.reason:
                        raise FindingError(f"the fault does not name the bot: {message.reason!r}")
                    return "failed"
                if isinstance(message, Note) and self.kind not in message.reason:
                    raise FindingError(f"the note does not name the bot: {message.reason!r}")
            elapsed = monotonic() - start
            if elapsed > SECONDS:
                raise FindingError(f"no answer within {SECONDS:g} s")
            if elapsed > patience and will_kill:
                will_kill = False
                self.kill()
            if elapsed > patience:
                if will_stop:
                    self.thinker.stop(ticket)
                    return "given up"
                self.thinker.decide_now(ticket)

    def kill(self) -> None:
        """Kill the bot's process if it is running."""
        child = self.bot._process.child
        with suppress(OSError, AttributeError):
            os.kill(child.pid, signal.SIGKILL)  # type: ignore[union-attr]


def new_game(game: str) -> tuple[State, list[Viewpoint]]:
    state = fastcore.start(game)
    return state, [state.viewpoint(seat) for seat in range(state.seats)]


def children() -> list[int]:
    """Return the process ids of the running descendants of this process."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
            if fields[0] != "Z":
                parents[int(stat.parent.name)] = int(fields[1])
    descendants, size = {os.getpid()}, 0
    while len(descendants) != size:
        size = len(descendants)
        descendants |= {child for child, parent in parents.items() if parent in descendants}
    return sorted(descendants - {os.getpid()})


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200, help="rounds, of one bot each")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("HERBARIUM_HOME", folder)
        file = Path(shutil.copy(FILE, folder))  # a copy, so that nobody changes the file during the attack
        for number in range(options.seed, options.seed + options.count):
            try:
                summary = Round(Random(number), file).run()
            except FindingError as finding:
                print(f"seed {number}: {finding}\nrepeat: python -m tests.attacks.own_bots --seed {number} --count 1")
                return 1
            if options.count <= 20 or (number - options.seed) % 20 == 19:
                print(f"{number}: {summary}", flush=True)
    deadline = monotonic() + SECONDS
    while (left := children()) and monotonic() < deadline:
        sleep(0.1)
    if left:
        print(
            f"processes left behind: {left}\nrepeat: python -m tests.attacks.own_bots --seed {options.seed} --count "
            f"{options.count}"
        )
        return 1
    print(f"{options.count} bots: every question was answered, and no process is left")
    return 0


if __name__ == "__main__":
    sys.exit(main())
