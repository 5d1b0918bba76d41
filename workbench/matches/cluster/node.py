"""The worker's side of a cluster: what one worker process plays, and which bots it runs.

Dask calls `invite` and `play_block` on the thread that plays, and `command` and `dismiss` on another one.
"""

from __future__ import annotations

import os
import threading
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Literal

import msgspec

from bots import BotError
from bots.loading.sources import Source
from fastcore import State
from workbench.bot_process import trust
from workbench.matches.cluster.messages import (
    ENCODER,
    Accepted,
    BlockResult,
    Invitation,
    Refused,
    read_invitation,
    read_tasks,
    resource_of,
    results_of,
    topic_of,
    why_other_code,
    why_other_packages,
)
from workbench.matches.planning.plan import PlanError, limit_of
from workbench.matches.planning.task import PlayedGame, PositionUpdate, Task
from workbench.matches.workers.plan_check import inspect_bot
from workbench.matches.workers.playing import InterruptedGameError, TaskPlayer
from workbench.system import folders, saving

if TYPE_CHECKING:
    from distributed import Worker

Command = Literal["pause", "resume", "watch", "blind", "stop"]
ACCEPT = "HERBARIUM_ACCEPT_BOTS"  # environment variable: 1 if this worker runs bot files that a leader sends
SILENT_SECONDS = 60.0  # a paused leader speaks about once a second; after this silence it has gone
PAUSE_SECONDS = 0.2  # between two looks at a pause
UPDATE_SECONDS = 0.5  # minimum interval between two positions of a watched game


class Visit:
    """A match in which this worker plays.

    Attributes:
        sources: The file that runs here for each foreign bot, by the bot's spec.
        scale: The factor for time limits: how much slower this machine is than the leader's.
        paused: Whether the match is paused.
        stopped: Whether the match was stopped.
        watched: Whether the leader wants positions.
        heard: When the leader last said that the match is paused.
    """

    def __init__(self) -> None:
        self.sources: dict[str, Source] = {}
        self.scale = 1.0
        self.paused = self.stopped = self.watched = False
        self.heard = monotonic()  # when the leader last said that the match is paused


class Node:
    """One worker process. It plays one game at a time."""

    def __init__(self) -> None:
        self.player = TaskPlayer()
        self.visits: dict[str, Visit] = {}
        self._playing = threading.Lock()  # held during a game
        self._last_sent = 0.0

    def invite(self, match: str, invitation: bytes) -> Accepted | Refused:
        """Check that this worker can play in a match, and play its first game as a proof."""
        invited = read_invitation(invitation)
        reason = why_other_code(invited.program, invited.code) or why_other_packages(invited.packages, invited.plan)
        if reason:
            return Refused(reason)
        visit = Visit()
        for number, bot in enumerate(invited.plan.bots):
            if not trust.is_foreign(bot):
                continue
            try:
                visit.sources[bot] = _own_source(bot, number, invited)
            except (BotError, PlanError, OSError) as error:
                return Refused(f"{bot}: {error}")
        if (before := self.visits.get(match)) is not None:
            before.stopped = True
        self.visits[match] = visit
        return Accepted(self.play(match, visit, invited.game))

    def play_block(self, match: str, tasks: bytes) -> BlockResult | Refused:
        """Play games of a match.

        Raises:
            InterruptedGameError: The leader has stopped the match.
        """
        visit = self.visits.get(match)
        if visit is None:
            return Refused("this worker was not invited")
        try:
            return BlockResult(tuple(self.play(match, visit, task) for task in read_tasks(tasks)))
        finally:
            self._end_bots()

    def play(self, match: str, visit: Visit, task: Task) -> PlayedGame:
        """Play one game.

        Raises:
            InterruptedGameError: The leader has stopped the match.
        """
        own = tuple(visit.sources.get(bot) for bot in task.bots)
        task = msgspec.structs.replace(task, sources=own, scale=visit.scale)

        def gate(state: State) -> None:
            if visit.watched and monotonic() - self._last_sent >= UPDATE_SECONDS:
                self._last_sent = monotonic()
                send_position(match, PositionUpdate(task.number, state.text(), state.turn))
            while visit.paused and not visit.stopped:
                sleep(PAUSE_SECONDS)
                visit.stopped = monotonic() - visit.heard > SILENT_SECONDS  # the leader has gone
            if visit.stopped:
                raise InterruptedGameError

        with self._playing:
            return self.player.play(task, gate)

    def command(self, match: str, what: Command) -> None:
        """Apply a command to the games of a match."""
        visit = self.visits.get(match)
        if visit is None:
            return
        if what == "stop":
            visit.stopped = True
            del self.visits[match]
            self._end_bots()
        elif what in ("pause", "resume"):
            visit.paused, visit.heard = what == "pause", monotonic()
        else:
            visit.watched = what == "watch"

    def _end_bots(self) -> None:
        """End the bots' processes if nobody plays here any more."""
        if not self.visits and self._playing.acquire(blocking=False):
            self.player.close()
            self._playing.release()


def _own_source(bot: str, number: int, invitation: Invitation) -> Source:
    """Return the file that runs here for a foreign bot.

    Raises:
        BotError: The bot must not run here, or it is another one than the leader's.
        PlanError: The bot cannot play the game.
        OSError: The leader's file cannot be kept here.
    """
    theirs = invitation.sources[number]
    digest = theirs.digest if theirs is not None else ""
    plan = invitation.plan
    try:
        own = trust.source(bot, limit_of(plan, number))
    except BotError as error:
        if digest not in invitation.files:
            raise
        if not accepts_bots():
            advice = "start that worker with --accept-bots, or allow the file there: herbarium bots FILE"
            raise BotError(f"{error}; {advice}") from None
        return Source(str(_kept_file(digest, invitation.files[digest])), digest)
    if own is None:
        raise BotError("it is a built-in bot here")
    if digest and own.digest != digest:
        raise BotError(f"its file here has the SHA-256 {own.digest[:12]}..., the leader's {digest[:12]}...")
    if not digest and (version := inspect_bot(bot, plan).version) != plan.versions[number]:
        raise BotError(f"its version here is {version}, the leader's is {plan.versions[number]}")
    return own


def accepts_bots() -> bool:
    """Return whether this process runs the Python files that a leader sends."""
    return os.environ.get(ACCEPT) == "1"


def _kept_file(digest: str, content: bytes) -> Path:
    """Keep the Python file of a leader's bot, and return its path. The content is checked again when it runs."""
    path = folders.state_path("bots-of-leaders") / f"{digest}.py"
    if not path.exists():
        saving.make_folder(path.parent)
        saving.write(path, content)
    return path


def send_position(match: str, update: PositionUpdate) -> None:
    """Send a position to the leader that watches a match."""
    from distributed import get_worker

    get_worker().log_event(topic_of(match), ENCODER.encode(update))


# Called by Dask, in the process of a worker -----------------------------------------------------------------------


@cache
def _node() -> Node:
    return Node()


def invite(match: str, invitation: bytes) -> bytes:
    """See `Node.invite`. The answer is encoded."""
    from distributed import get_worker

    answer = _node().invite(match, invitation)
    return ENCODER.encode(msgspec.structs.replace(answer, name=str(get_worker().name)))


def play_block(match: str, tasks: bytes, key: str) -> tuple[str, bytes]:
    """See `Node.play_block`. Return the address of the worker and the encoded answer.

    The answer is also published under the key of the block. So the leader has it when the block is reported as done,
    and need not ask for it, which would take two more messages in each direction.
    """
    from distributed import get_worker

    worker = get_worker()
    answer = worker.address, ENCODER.encode(_node().play_block(match, tasks))
    worker.log_event(results_of(match), (key, *answer))
    return answer


async def begin(match: str, scale: float, dask_worker: Worker) -> None:
    """Let this worker play blocks of a match from now on."""
    visit = _node().visits.get(match)
    if visit is not None:
        visit.scale = scale
        await dask_worker.set_resources(**{resource_of(match): 1})


async def command(match: str, what: Command, dask_worker: Worker) -> None:
    """See `Node.command`."""
    _node().command(match, what)
    if what == "stop":
        await dask_worker.set_resources(**{resource_of(match): 0})
