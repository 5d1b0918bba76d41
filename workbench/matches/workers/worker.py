"""The process that plays games of a match one after the other: `python -m workbench.matches.workers.worker [MARK]`.

MARK is the handle of a byte that says which seat is being asked (`workbench.matches.workers.marks`).
"""

from __future__ import annotations

import sys
from collections import deque
from mmap import mmap
from time import monotonic

import msgspec

from bots.base import in_one_line
from fastcore import State
from workbench.bot_process.messages import ENCODER
from workbench.bot_process.player import Players
from workbench.matches.planning.task import Dropped, Glimpse, Order, Played, Task
from workbench.matches.workers import marks
from workbench.matches.workers.game import Game, abandoned
from workbench.system import processes
from workbench.system.processes import Channel, Gone

GLIMPSE_SECONDS = 0.1  # between two glimpses of a game: more than an eye follows
_TOLD = msgspec.msgpack.Decoder(Task | Order)


class Worker:
    def __init__(self, channel: Channel, mark: mmap | None = None) -> None:
        self.channel, self.mark = channel, mark
        self.players = Players(0)
        self.waiting: deque[Task] = deque()
        self.paused = self.watched = False
        self.number = -1  # of the game that is played
        self.state: State | None = None  # of that, before its next decision
        self.told = 0.0  # when a glimpse was sent last

    def run(self) -> None:
        """Play what comes until nothing more does."""
        try:
            while True:
                # all that was told: a game may be dropped before it has begun
                while self.hear(0 if self.waiting else None):
                    pass
                self.channel.send(ENCODER.encode(self.play(self.waiting.popleft())))
        except (Gone, KeyboardInterrupt):
            pass
        finally:
            self.players.close()

    def hear(self, seconds: float | None) -> bool:
        """Take in one message; returns whether there was one within this time."""
        message = self.channel.receive(seconds)
        if message is None:
            return False
        told = _TOLD.decode(message)
        if isinstance(told, Task):
            self.waiting.append(told)
        elif told.what == "drop":
            self.channel.send(ENCODER.encode(Dropped(tuple(task.number for task in self.waiting))))
            self.waiting.clear()
        elif told.what in ("watch", "blind"):
            self.watched = told.what == "watch"
            self.show()
        else:
            self.paused = told.what == "pause"
        return True

    def show(self) -> None:
        """Send a glimpse of the game, if anybody watches."""
        if self.watched and self.state is not None:
            self.told = monotonic()
            self.channel.send(ENCODER.encode(Glimpse(self.number, self.state.text(), self.state.turn)))

    def play(self, task: Task) -> Played:
        self.number, self.state = task.number, None
        if self.players.memory_mb != task.memory_mb:
            self.players.close()
            self.players = Players(task.memory_mb)
        with self.players.at_table(task.bots, task.sources) as players:
            for player in players:
                player.mark = self.mark
            game: Game | None = None
            try:
                game = Game(task, players, self.gate)
                return game.play()
            except Gone:
                raise
            except Exception as error:
                if game is not None and game.answered is not None:
                    guilty = game.answered
                    return abandoned(
                        task, f"the answer of {task.bots[guilty]} could not be played: {in_one_line(error)}", guilty
                    )
                # the fault of the program or the machine
                return abandoned(task, f"the game could not be led: {in_one_line(error)}")

    def gate(self, state: State) -> None:
        """Take in what was told meanwhile, and wait while the match is paused. Gone if whoever leads it is."""
        self.state = state
        if monotonic() - self.told >= GLIMPSE_SECONDS:
            self.show()
        while self.hear(None if self.paused else 0):
            pass


def main() -> None:
    mark = marks.shared(int(sys.argv[1])) if len(sys.argv) > 1 else None
    Worker(processes.parent(), mark).run()


if __name__ == "__main__":
    main()
