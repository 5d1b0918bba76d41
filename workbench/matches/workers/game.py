"""Plays one game of a match. Bots get only what their seats know, and everything that they answer is checked."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from time import perf_counter

import fastcore
from bots.report import Limit, Report
from fastcore import CHANCE, OVER, State, Stream
from workbench.bot_process.player import Player
from workbench.bot_process.process import PlayerFault
from workbench.game.clock import Clock
from workbench.matches.archive.rows import lost_by
from workbench.matches.planning.adjudication import Judge
from workbench.matches.planning.task import Played, Task
from workbench.records import files
from workbench.records.schema import Ending, Line, Move, Record, Result, Seat
from workbench.records.seeds import Luck, bot_seed_of
from workbench.reports.pruning import plan_budget, pruned
from workbench.system import limits
from workbench.system.version import version

MOST_REASON = 1_000  # characters
GRACE_SECONDS = 1.0  # beyond its clock, before a bot is taken to hang


class _Ended(Exception):
    """A game that ends before its end."""

    def __init__(
        self, ending: Ending, reason: str, guilty: int | None = None, returns: Sequence[float] = (), fault: str = ""
    ) -> None:
        reason = reason[:MOST_REASON]  # what a bot says may be long
        super().__init__(reason)
        self.ending, self.reason, self.guilty, self.returns, self.fault = ending, reason, guilty, tuple(returns), fault


class Game:
    """A game being played for a task by these players, one a seat. `gate` is called with the position before every
    decision and waits as long as the match is paused."""

    def __init__(
        self, task: Task, players: Sequence[Player], gate: Callable[[State], None] = lambda state: None
    ) -> None:
        self.task, self.players, self.gate = task, players, gate
        self.state = (
            fastcore.start(task.spec)
            if task.opening.position is None
            else fastcore.parse(f"{task.spec} {task.opening.position}")
        )
        self.start = self.state.copy()
        self.moves: list[Move] = []
        self.made_by: list[tuple[int, int, str]] = []  # actor, turn and phase of each move
        self.learned: list[list[str]] = [[] for _ in players]
        self.luck = Luck(task.seed)
        self.clock = Clock(task.limit, len(players))
        self.judge = Judge(task.adjudication, len(players))
        self.seconds = [0.0] * len(players)
        self.decisions = 0
        self.overrun = 0.0
        self.given = 0
        self.answered: int | None = None  # the seat whose answer is being played
        self.waited = 0.0  # seconds in which the match was paused

    def play(self) -> Played:
        """Play the game to its end, whatever the bots do."""
        began = perf_counter()
        created = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            self.open()
            self.seat_players()
            while self.state.actor != OVER:
                if len(self.moves) == limits.MOVES:
                    reason = f"a draw after {limits.MOVES:,} moves, the maximum for a record"
                    raise _Ended("adjudicated", reason, returns=(0.0,) * len(self.players))
                self.step()
            ended = _Ended("normal", "", returns=self.state.returns())
        except _Ended as early:
            ended = early
        return self.told(ended, created, perf_counter() - began - self.waited)

    def open(self) -> None:
        """Make the moves of the opening, and random ones behind it that do not end the game."""
        for move in self.task.opening.moves:
            self.make(Move(move=move))
        stream = Stream(self.task.seed, "opening")
        made = 0
        while made < self.task.random_moves:
            if self.state.actor == CHANCE:
                self.make(Move(move=self.luck.draw(self.state)))
                continue
            state, going = self.state, [move for move in self.state.moves() if self.state.after(move).actor != OVER]
            if not going:
                break
            self.make(Move(move=state.move_text(stream.choice(going))))
            made += 1
        self.given = len(self.moves)

    def seat_players(self) -> None:
        """Every bot takes its seat and gets the position the game began from; what was played since, it learns."""
        for seat, player in enumerate(self.players):
            view = None if self.task.opening.position is None else self.start.view(seat)
            try:
                player.sit(self.task.spec, seat, bot_seed_of(self.task, seat), view, self.task.reports == "none")
            except PlayerFault as fault:
                raise self.blamed(seat, fault) from None

    def step(self) -> None:
        """Chance or the bot whose turn it is."""
        if self.state.actor == CHANCE:
            self.make(Move(move=self.luck.draw(self.state)))
            return
        before = perf_counter()
        self.gate(self.state)
        self.waited += perf_counter() - before
        seat = self.state.actor
        player, limit = self.players[seat], self.clock.before(seat, self.state.turn)
        learned, self.learned[seat] = self.learned[seat], []
        try:
            thought = player.think(learned, limit, self.patience(player, limit), self.task.reports == "all")
        except PlayerFault as fault:
            raise self.blamed(seat, fault) from None
        self.answered = seat
        last = thought.reports[-1]
        self.seconds[seat] += thought.seconds
        # a bot is not charged for time that it waited for a core
        self.clock.used(seat, last.simulations, thought.seconds - thought.waited)
        left = self.clock.left(seat)
        if left is not None and left < 0:
            self.overrun = max(self.overrun, -left)
            if -left > self.task.margin:
                raise self.lost("timeout", seat, f"{player.seated.text} used {-left:.3f} s more than it had")
        why = self.state.why_not(last.move)
        if why:
            raise self.lost("illegal", seat, f"{player.seated.text} chose {last.move[:40]!r}: {why}")
        shown = None if left is None else round(left, 4)
        self.make(
            Move(move=last.move, seconds=round(thought.seconds, 4), left=shown, reports=self.pruned(thought.reports))
        )
        self.decisions += 1
        verdict = self.judge.after(seat, last, self.decisions)
        if verdict is not None and self.state.actor != OVER:
            raise _Ended("adjudicated", verdict.reason, returns=verdict.returns)
        self.answered = None

    def pruned(self, reports: Sequence[Report]) -> tuple[Report, ...]:
        """What the record keeps of a decision's reports;
        the decisions of one secret plan share their room, and those of a turn's bids."""
        if self.task.reports == "none":
            return ()
        if not self.state.info.has.secrets:
            return pruned(reports)
        same = (self.state.actor, self.state.turn, self.state.phase)
        earlier = [move.reports for move, made in zip(self.moves, self.made_by, strict=True) if made == same]
        return pruned(reports, plan_budget(earlier))

    def patience(self, player: Player, limit: Limit | None) -> float:
        """Seconds after which a bot is taken to hang: somewhat more than it has by the clock, or by its own options."""
        if limit is not None and limit.seconds is not None:
            return limit.seconds + max(GRACE_SECONDS, self.task.margin)
        return self.task.patience + (player.seated.seconds or 0.0)

    def make(self, move: Move) -> None:
        """Play a move and tell every seat what it learns of it."""
        for seat, learned in enumerate(self.learned):
            seen = self.state.observation(move.move, seat)
            if seen:
                learned.append(seen)
        if self.state.actor == CHANCE:
            self.luck.made(self.state)
        self.made_by.append((self.state.actor, self.state.turn, self.state.phase))
        self.state.play(move.move)
        self.moves.append(move)

    def blamed(self, seat: int, fault: PlayerFault) -> _Ended:
        """The end of a game in which a bot could not go on. That may be the host's fault, so the first time it is void;
        an illegal move and a clock that has run out never are."""
        timed = fault.kind == "timeout"
        if timed and self.task.limit is not None and self.task.limit.seconds is not None:
            return self.lost("timeout", seat, fault.reason)
        if fault.kind == "illegal":
            return self.lost("illegal", seat, fault.reason)
        if self.task.attempt == 1:
            return _Ended("void", fault.reason, seat, (0.0,) * len(self.players), fault.kind)
        return self.lost("timeout" if timed else "crash", seat, fault.reason, fault.kind)

    def lost(self, ending: Ending, seat: int, reason: str, fault: str = "") -> _Ended:
        return _Ended(ending, reason, seat, lost_by(seat, len(self.players)), fault or ending)

    def told(self, ended: _Ended, created: str, took: float) -> Played:
        task, points = self.task, self.state.points()
        versions = tuple(player.seated.version for player in self.players)
        record = Record(
            spec=task.spec,
            position=task.opening.position,
            seed=task.seed,
            salt=task.salt,
            block=task.block,
            game=task.game,
            seats=tuple(Seat(player=bot, version=one) for bot, one in zip(task.bots, versions, strict=True)),
            limit=task.limit,
            given=self.given,
            created=created,
            program=f"herbarium {version()}",
            tags=task.tags | ({"opening": task.opening.name} if task.opening.name else {}),
            lines=(Line(moves=tuple(self.moves)),),
            result=Result(
                ending=ended.ending, returns=ended.returns, points=points, guilty=ended.guilty, reason=ended.reason
            ),
        )
        return Played(
            match=task.match,
            number=task.number,
            attempt=task.attempt,
            ending=ended.ending,
            guilty=ended.guilty,
            reason=ended.reason,
            fault=ended.fault,
            returns=ended.returns,
            points=points,
            turns=self.state.turn,
            decisions=self.decisions,
            seconds=tuple(self.seconds),
            overrun=self.overrun,
            took=took,
            line=line_key(self.start, self.moves),
            versions=versions,
            record=files.encoded(record),
        )


def line_key(start: State, moves: Sequence[Move]) -> int:
    """A number that is equal for games with the same start and the same moves, and hardly ever for others."""
    text = "\n".join([start.situation, *(move.move for move in moves)])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=7).digest(), "big")


def abandoned(task: Task, reason: str, guilty: int | None = None) -> Played:
    """Return a game that could not be led to its end:
    void, and lost by the guilty seat if this is the second attempt."""
    reason = reason[:MOST_REASON]
    lost = guilty is not None and task.attempt > 1
    ending: Ending = "crash" if lost else "void"
    returns = lost_by(guilty, len(task.bots)) if lost and guilty is not None else (0.0,) * len(task.bots)
    record = Record(
        spec=task.spec, position=task.opening.position, seed=task.seed, salt=task.salt, block=task.block,
        game=task.game,
        seats=tuple(Seat(player=bot) for bot in task.bots), limit=task.limit, tags=task.tags,
        result=Result(ending=ending, returns=returns, guilty=guilty, reason=reason),
    )  # fmt: skip
    return Played(
        match=task.match, number=task.number, attempt=task.attempt, ending=ending, guilty=guilty, reason=reason,
        fault="host" if guilty is None else "crash", returns=returns, points=(), turns=0, decisions=0,
        seconds=(0.0,) * len(task.bots), overrun=0.0, took=0.0, line=0, versions=("",) * len(task.bots),
        record=files.encoded(record),
    )  # fmt: skip
