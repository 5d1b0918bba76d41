"""A process that plays games of a match: `python -m workbench.matches.workers.worker [MARK]`.

MARK is the handle of the byte that holds the seat whose bot is thinking (`workbench.matches.workers.marks`).
"""

from __future__ import annotations

import sys
from collections import deque
from mmap import mmap
from time import monotonic

from bots.base import in_one_line
from fastcore import State
from workbench.bot_process.bot_factory import with_threads
from workbench.bot_process.messages import ENCODER
from workbench.matches.planning.task import Dropped, PlayedGame, PositionUpdate, Task, WorkerCommand, seat_limits
from workbench.matches.workers import marks
from workbench.matches.workers.game import Game, abandoned_game
from workbench.matches.workers.player import Players
from workbench.system import decoding, processes
from workbench.system.processes import Channel, ChannelClosedError

UPDATE_SECONDS = 0.1  # minimum interval between two updates of the shown position
_DECODER = decoding.msgpack_decoder(Task | WorkerCommand)


class Worker:
    """A worker that plays the tasks that arrive on a channel.

    Args:
        channel: The channel to the match.
        mark: The byte that holds the seat whose bot is thinking.
    """

    def __init__(self, channel: Channel, mark: mmap | None = None) -> None:
        self.channel, self.mark = channel, mark
        self.players = Players(0)
        self.waiting: deque[Task] = deque()
        self.paused = self.watched = False
        self.number = -1  # number of the current game
        self.state: State | None = None  # the current game before its next decision
        self.last_sent = 0.0  # time at which a position was last sent

    def run(self) -> None:
        """Play tasks until the channel closes."""
        try:
            while True:
                # read all messages first: a waiting game may be dropped
                while self.handle_message(0 if self.waiting else None):
                    pass
                self.channel.send(ENCODER.encode(self.play(self.waiting.popleft())))
        except (ChannelClosedError, KeyboardInterrupt):
            pass
        finally:
            self.players.close()

    def handle_message(self, seconds: float | None) -> bool:
        """Handle one message. Return False if none arrives within this many seconds (None: wait for ever)."""
        message = self.channel.receive(seconds)
        if message is None:
            return False
        message_content = _DECODER.decode(message)
        if isinstance(message_content, Task):
            self.waiting.append(message_content)
        elif message_content.what == "drop":
            self.channel.send(ENCODER.encode(Dropped(tuple(task.number for task in self.waiting))))
            self.waiting.clear()
        elif message_content.what in ("watch", "blind"):
            self.watched = message_content.what == "watch"
            self.send_position()
        else:
            self.paused = message_content.what == "pause"
        return True

    def send_position(self) -> None:
        """Send the current position, if the match is watched."""
        if self.watched and self.state is not None:
            self.last_sent = monotonic()
            self.channel.send(ENCODER.encode(PositionUpdate(self.number, self.state.text(), self.state.turn)))

    def play(self, task: Task) -> PlayedGame:
        """Play a game and return its result. Unexpected errors give a void game."""
        self.number, self.state = task.number, None
        if self.players.memory_mb != task.memory_mb:
            self.players.close()
            self.players = Players(task.memory_mb)
        texts = [
            with_threads(text, task.threads, limit, task.spec)
            for text, limit in zip(task.bots, seat_limits(task.limit, task.limits, len(task.bots)), strict=True)
        ]
        with self.players.borrow(texts, task.sources) as players:
            for player in players:
                player.busy_mark = self.mark
            game: Game | None = None
            try:
                game = Game(task, players, self.gate)
                return game.play()
            except ChannelClosedError:
                raise
            except Exception as error:
                if game is not None and game.answering_seat is not None:
                    guilty = game.answering_seat
                    return abandoned_game(
                        task, f"the answer of {task.bots[guilty]} could not be played: {in_one_line(error)}", guilty
                    )
                # caused by the program or the machine
                return abandoned_game(task, f"the game could not be led: {in_one_line(error)}")

    def gate(self, state: State) -> None:
        """Handle messages before a decision, and wait while the match is paused.

        Raises:
            ChannelClosedError: The parent process has ended.
        """
        self.state = state
        if monotonic() - self.last_sent >= UPDATE_SECONDS:
            self.send_position()
        while self.handle_message(None if self.paused else 0):
            pass


def main() -> None:
    """Play the games of the parent process."""
    mark = marks.open_shared(int(sys.argv[1])) if len(sys.argv) > 1 else None
    Worker(processes.connect_to_parent(), mark).run()


if __name__ == "__main__":
    main()
