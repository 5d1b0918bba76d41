"""One game of a match, played by a worker. Bots receive only what their seats know, and their answers are checked."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from time import perf_counter

import msgspec

import fastcore
from bots.report import Limit, Report
from fastcore import CHANCE, OVER, State, Stream
from workbench.bot_process import trust
from workbench.bot_process.messages import GameOver
from workbench.bot_process.process import PlayerFaultError
from workbench.game.clock import Clock
from workbench.luck.controls import luck_kinds
from workbench.luck.draws import Draw, draw_of
from workbench.matches.archive.rows import returns_if_lost
from workbench.matches.archive.turn_counts import total_turns
from workbench.matches.planning.adjudication import Adjudicator
from workbench.matches.planning.plan import Adjudication
from workbench.matches.planning.task import PlayedGame, Task, seat_limits
from workbench.matches.workers.player import Player
from workbench.records import files
from workbench.records.packing import pack
from workbench.records.schema import Ending, Line, Move, Record, Result, Seat
from workbench.records.seeds import ChanceDraws, bot_seed_of
from workbench.reports.pruning import plan_budget, prune
from workbench.system import limits
from workbench.system.version import version

MAX_REASON = 1_000  # maximum length in characters
GRACE_SECONDS = 1.0  # seconds beyond a bot's clock before the bot counts as hanging


class _EarlyEndError(Exception):
    """Raised to end a game before its natural end."""

    def __init__(
        self, ending: Ending, reason: str, guilty: int | None = None, returns: Sequence[float] = (), fault: str = ""
    ) -> None:
        reason = reason[:MAX_REASON]  # the text may come from a bot
        super().__init__(reason)
        self.ending, self.reason, self.guilty, self.returns, self.fault = ending, reason, guilty, tuple(returns), fault


class Game:
    """A game being played for a task.

    Args:
        task: The task.
        players: The players, one for each seat.
        gate: Called with the position before every decision. Blocks while the match is paused.
    """

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
        self.made_at: list[tuple[int, int, str]] = []  # actor, turn and phase of each move
        self.observations: list[list[str]] = [[] for _ in players]
        self.luck = ChanceDraws(task.seed)
        self.draws: dict[int, Draw] = {}  # plans drawn from reported strategies, by the number of their first move
        limits = seat_limits(task.limit, task.limits, len(players))
        self.clock = Clock(tuple(scaled(limit, task.scale) for limit in limits))
        self.adjudicator = Adjudicator(task.adjudication, len(players))
        self.seconds = [0.0] * len(players)
        self.decisions = 0
        self.overrun = 0.0
        self.given = 0
        self.log = ""  # what a bot that failed wrote last
        self.answering_seat: int | None = None  # the seat whose answer is being played
        self.paused_seconds = 0.0  # seconds in which the match was paused

    def play(self) -> PlayedGame:
        """Play the game until it ends and return the result. Call it only once.

        A bot that fails raises no exception: its seat loses, or in the first attempt the game is void if the machine
        may be at fault (see `failure`). Exceptions of `gate` are not caught.
        """
        start = perf_counter()
        created = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            self.play_opening()
            self.seat_players()
            while self.state.actor != OVER:
                if len(self.moves) == limits.MOVES:
                    reason = f"a draw after {limits.MOVES:,} moves, the maximum for a record"
                    raise _EarlyEndError("adjudicated", reason, returns=(0.0,) * len(self.players))
                self.play_step()
            ended = _EarlyEndError("normal", "", returns=self.state.returns())
        except _EarlyEndError as error:
            ended = error
        points = self.state.points()
        for player, learned in zip(self.players, self.observations, strict=True):
            player.leave(GameOver(ended.ending, ended.returns, points, ended.guilty, ended.reason, tuple(learned)))
        return self.result(ended, created, perf_counter() - start - self.paused_seconds)

    def play_opening(self) -> None:
        """Play the moves of the opening, then random moves that do not end the game."""
        for move in self.task.opening.moves:
            self.play_move(Move(move=move))
        stream = Stream(self.task.seed, "opening")
        played = 0
        while played < self.task.random_moves:
            if self.state.actor == CHANCE:
                self.play_move(Move(move=self.luck.draw(self.state)))
                continue
            state, going = self.state, [move for move in self.state.moves() if self.state.after(move).actor != OVER]
            if not going:
                break
            self.play_move(Move(move=state.move_text(stream.choice(going))))
            played += 1
        self.given = len(self.moves)

    def seat_players(self) -> None:
        """Seat every bot at the starting position. The bots learn the opening moves before their first decisions."""
        brief = self.task.reports == "none" and self.task.adjudication == Adjudication()  # which needs values
        for seat, player in enumerate(self.players):
            view = None if self.task.opening.position is None else self.start.view(seat)
            try:
                player.sit(self.task.spec, seat, bot_seed_of(self.task, seat), view, brief)
            except PlayerFaultError as fault:
                raise self.failure(seat, fault) from None

    def play_step(self) -> None:
        """Play a chance event, or a move of the bot to move."""
        if self.state.actor == CHANCE:
            self.play_move(Move(move=self.luck.draw(self.state)))
            return
        before = perf_counter()
        self.gate(self.state)
        self.paused_seconds += perf_counter() - before
        seat = self.state.actor
        player, limit = self.players[seat], self.clock.allowance(seat, self.state.turn)
        observations, self.observations[seat] = self.observations[seat], []
        try:
            thought = player.think(observations, limit, self.hang_seconds(player, limit), self.task.reports == "all")
        except PlayerFaultError as fault:
            raise self.failure(seat, fault) from None
        self.answering_seat = seat
        last = thought.reports[-1]
        self.seconds[seat] += thought.seconds
        # a bot is not charged for waiting for a core
        self.clock.charge(seat, last.simulations, thought.seconds - thought.waited)
        remaining = self.clock.left(seat)
        if remaining is not None and remaining < 0:
            self.overrun = max(self.overrun, -remaining)
            if -remaining > self.task.margin:
                raise self.loss("timeout", seat, f"{player.seated.text} used {-remaining:.3f} s more than it had")
        try:
            self.state.parse_move(last.move)
        except fastcore.IllegalMove as error:
            reason = f"{player.seated.text} chose {last.move[:40]!r}: {error.reason}"
            raise self.loss("illegal", seat, reason) from None
        drawn = draw_of(last)
        if drawn is not None and not trust.is_foreign(self.task.bots[seat]):  # foreign bots may report other strategies
            self.draws[len(self.moves)] = drawn
        shown = None if remaining is None else round(remaining, 4)
        self.play_move(
            Move(move=last.move, seconds=round(thought.seconds, 4), left=shown, reports=self.pruned(thought.reports))
        )
        self.decisions += 1
        verdict = self.adjudicator.verdict_after(seat, last, self.decisions)
        if verdict is not None and self.state.actor != OVER:
            raise _EarlyEndError("adjudicated", verdict.reason, returns=verdict.returns)
        self.answering_seat = None

    def pruned(self, reports: Sequence[Report]) -> tuple[Report, ...]:
        """Return the part of a decision's reports to record.

        The decisions of one secret plan share a budget, and so do the bids of a turn.
        """
        if self.task.reports == "none":
            return ()
        if not self.state.info.has.secrets:
            return prune(reports)
        same = (self.state.actor, self.state.turn, self.state.phase)
        earlier = [move.reports for move, place in zip(self.moves, self.made_at, strict=True) if place == same]
        return prune(reports, plan_budget(earlier))

    def hang_seconds(self, player: Player, limit: Limit | None) -> float:
        """Return the seconds after which a bot counts as hanging: slightly more than its clock or its own limit."""
        if limit is not None and limit.seconds is not None:
            return limit.seconds + max(GRACE_SECONDS, self.task.margin)
        return self.task.patience + (player.seated.seconds or 0.0)

    def play_move(self, move: Move) -> None:
        """Play a move and add what each seat learns from it to the seat's observations."""
        for seat, observations in enumerate(self.observations):
            seen = self.state.observation(move.move, seat)
            if seen:
                observations.append(seen)
        if self.state.actor == CHANCE:
            self.luck.count_draw(self.state)
        self.made_at.append((self.state.actor, self.state.turn, self.state.phase))
        self.state.play(move.move)
        self.moves.append(move)

    @property
    def turns(self) -> int:
        """The number of turns so far."""
        return total_turns((*(turn for _, turn, _ in self.made_at), self.state.turn))

    def failure(self, seat: int, fault: PlayerFaultError) -> _EarlyEndError:
        """Return the ending after a bot failed to answer.

        The machine may be at fault, so the first attempt becomes void. An illegal move or an expired clock always
        loses.
        """
        self.log = fault.log.text if fault.log is not None else ""
        timed = fault.kind == "timeout"
        limit = self.clock.limits[seat]
        if timed and limit is not None and limit.seconds is not None:
            return self.loss("timeout", seat, fault.reason)
        if fault.kind == "illegal":
            return self.loss("illegal", seat, fault.reason)
        if self.task.attempt == 1:
            return _EarlyEndError("void", fault.reason, seat, (0.0,) * len(self.players), fault.kind)
        return self.loss("timeout" if timed else "crash", seat, fault.reason, fault.kind)

    def loss(self, ending: Ending, seat: int, reason: str, fault: str = "") -> _EarlyEndError:
        """Return the ending in which a seat loses."""
        self.log = self.log or self.players[seat].log_text
        return _EarlyEndError(ending, reason, seat, returns_if_lost(seat, len(self.players)), fault or ending)

    def result(self, ended: _EarlyEndError, created: str, took: float) -> PlayedGame:
        """Return the result with the record of the game. `took` is the duration in seconds."""
        task, points, texts = self.task, self.state.points(), [move.move for move in self.moves]
        versions = tuple(player.seated.version for player in self.players)
        record = Record(
            spec=task.spec,
            position=task.opening.position,
            seed=task.seed,
            salt=task.salt,
            block=task.block,
            game=task.game,
            seats=tuple(
                Seat(player=bot, version=version, limit=limit)
                for bot, version, limit in zip(task.bots, versions, own_limits(task), strict=True)
            ),
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
        return PlayedGame(
            match=task.match,
            number=task.number,
            attempt=task.attempt,
            ending=ended.ending,
            guilty=ended.guilty,
            reason=ended.reason,
            fault=ended.fault,
            returns=ended.returns,
            points=points,
            turns=self.turns,
            decisions=self.decisions,
            seconds=tuple(self.seconds),
            overrun=self.overrun,
            took=took,
            line=line_key(self.start, self.moves),
            versions=versions,
            record=pack(files.encode_record(record)),
            log=self.log or (self.all_logs() if task.logs == "all" else ""),
            luck=() if ended.ending == "void" else luck_kinds(self.start, texts, draws=self.draws),
        )

    def all_logs(self) -> str:
        """Return what each bot has printed in this game, by seat."""
        texts = [(seat, player.log_text) for seat, player in enumerate(self.players, 1)]
        return "\n".join(f"Seat {seat}, {self.task.bots[seat - 1]}:\n{text}" for seat, text in texts if text)


def own_limits(task: Task) -> tuple[Limit | None, ...]:
    """Return the limit of each seat that has its own."""
    return task.limits or (None,) * len(task.bots)


def scaled(limit: Limit | None, scale: float) -> Limit | None:
    """Return a limit with its times multiplied by a factor."""
    if limit is None or limit.seconds is None or scale == 1:
        return limit
    return msgspec.structs.replace(limit, seconds=limit.seconds * scale, increment=limit.increment * scale)


def line_key(start: State, moves: Sequence[Move]) -> int:
    """Return a hash of the start and the moves. Games with equal moves have equal keys."""
    text = "\n".join([start.situation, *(move.move for move in moves)])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=7).digest(), "big")


def abandoned_game(task: Task, reason: str, guilty: int | None = None) -> PlayedGame:
    """Return the result of a game that could not be finished.

    The game is void, but in the second attempt a guilty seat loses.
    """
    reason = reason[:MAX_REASON]
    lost = guilty is not None and task.attempt > 1
    ending: Ending = "crash" if lost else "void"
    returns = returns_if_lost(guilty, len(task.bots)) if lost and guilty is not None else (0.0,) * len(task.bots)
    record = Record(
        spec=task.spec, position=task.opening.position, seed=task.seed, salt=task.salt, block=task.block,
        game=task.game,
        seats=tuple(Seat(player=bot, limit=own) for bot, own in zip(task.bots, own_limits(task), strict=True)),
        limit=task.limit, tags=task.tags,
        result=Result(ending=ending, returns=returns, guilty=guilty, reason=reason),
    )  # fmt: skip
    return PlayedGame(
        match=task.match, number=task.number, attempt=task.attempt, ending=ending, guilty=guilty, reason=reason,
        fault="host" if guilty is None else "crash", returns=returns, points=(), turns=0, decisions=0,
        seconds=(0.0,) * len(task.bots), overrun=0.0, took=0.0, line=0, versions=("",) * len(task.bots),
        record=files.encode_record(record),
    )  # fmt: skip
