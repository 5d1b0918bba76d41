"""Verification that the bots of a record repeat it move for move."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import fastcore
from bots import BotError
from bots.loading.sources import parse_text
from bots.report import Limit
from fastcore import CHANCE
from workbench.bot_process import demands, trust
from workbench.bot_process.process import BotProcess, PlayerFaultError
from workbench.game.clock import Clock
from workbench.game.session import PERSON
from workbench.matches.workers.player import Players
from workbench.records.files import RecordError
from workbench.records.schema import Move, Record
from workbench.records.seeds import ChanceDraws, bot_seed_of
from workbench.records.steps import is_set_up
from workbench.system.version import DIGEST

PATIENCE = 3600.0  # seconds; a slow machine is no error here
MEMORY_MB = 8192
OWN_PATIENCE, OWN_MEMORY_MB = 600.0, 2048  # for a bot from a file, which may be untrusted code


def why_not_repeatable(record: Record) -> str:
    """Return why the decisions of a record cannot be repeated, or ""."""
    if record.follows is not None:
        return "it holds what one seat saw"
    if any(is_set_up(move.move) for line in record.lines for move in line.moves):
        return "a position was set up by hand"
    if record.by_hand != "never":
        return "chance was chosen by hand"
    if not record.seats or any(seat.player == PERSON for seat in record.seats):
        return "persons played"
    if record.hindsight or len(record.lines) > 1:
        return "moves were undone"
    if is_shared(record):
        return "not searched again: shared tree"
    if any(limit is not None and limit.seconds is not None for limit in limits_of(record)):
        return "it was played by a clock"
    if record.result is not None and record.result.ending in ("void", "timeout", "crash"):
        return "a bot could not continue"
    return ""


def limits_of(record: Record) -> tuple[Limit | None, ...]:
    """Return the limit of each seat."""
    return tuple(seat.limit or record.limit for seat in record.seats)


def is_shared(record: Record) -> bool:
    """Return whether threads that shared a search made one of the moves."""
    moves = [move for line in record.lines for move in line.moves]
    own_bots = [seat.player for seat in record.seats if not trust.is_foreign(seat.player)]
    return any(report.threads > 1 for move in moves for report in move.reports) or any(
        "shared=on" in bot and "threads=" in bot for bot in own_bots
    )


def repeat_decisions(record: Record, processes: Players, memory_mb: int = OWN_MEMORY_MB) -> str:
    """Let the bots of a record decide again. Return why they cannot, or "" if all decisions are the same.

    A bot from a file gets `memory_mb` megabytes, but at most a quarter of the machine's memory.

    Raises:
        RecordError: A decision or a chance outcome differs. The message names the first one.
    """
    reason = why_not_repeatable(record)
    if reason:
        return reason
    if differing := changed_bot(record):
        return differing
    try:
        sources = [
            trust.source(seat.player, limit) for seat, limit in zip(record.seats, limits_of(record), strict=True)
        ]
    except trust.NotAllowedError as error:
        return f"{error}; verify --run-bots runs the bot"
    except BotError as error:
        return f"a bot cannot think: {error}"
    own_mb = min(memory_mb, max(512, demands.physical_mb() // demands.SHARE))
    with processes.borrow([seat.player for seat in record.seats], sources, own_mb) as players:
        try:
            return _Replay(record, players).run()
        except PlayerFaultError as fault:
            return f"a bot cannot think: {fault.reason}"


def changed_bot(record: Record) -> str:
    """Return a message about the first bot whose file has changed since the game, or "".

    No bot runs, and the user is not asked.
    """
    for seat in record.seats:
        own = parse_text(seat.player)
        if own is None or not seat.version.startswith(DIGEST):
            continue
        with suppress(BotError):
            try:
                found = trust.source(seat.player, seat.limit or record.limit)
                now = found.digest if found is not None else ""
            except trust.NotAllowedError as error:
                now = error.question.digest
            before = seat.version.removeprefix(DIGEST)
            if now and not now.startswith(before):
                name = own.path.replace("\\", "/").rpartition("/")[2]
                return f"{name} differs from the file that played (SHA-256 {before}...): its moves cannot be checked"
    return ""


class _Replay:
    """A replay of a record, with what each seat learns."""

    def __init__(self, record: Record, players: Sequence[BotProcess]) -> None:
        self.record, self.players = record, players
        start = record.spec if record.position is None else f"{record.spec} {record.position}"
        self.state = fastcore.start(record.spec) if record.position is None else fastcore.parse(start)
        self.observations: list[list[str]] = [[] for _ in players]
        self.clock = Clock(limits_of(record))
        self.luck = ChanceDraws(record.seed)

    def run(self) -> str:
        for seat, player in enumerate(self.players):
            view = None if self.record.position is None else self.state.view(seat)
            seated = player.sit(self.record.spec, seat, bot_seed_of(self.record, seat), view)
            recorded = self.record.seats[seat].version
            if recorded and seated.version != recorded:
                return f"{seated.text} is another version ({seated.version}, not {recorded})"
            if seated.seconds is not None and self.clock.limits[seat] is None:
                return f"{seated.text} goes by a clock"
        for number, move in enumerate(self.record.lines[0].moves if self.record.lines else ()):
            self.repeat_decision(number, move)
            self.play_move(move)
        return ""

    def repeat_decision(self, number: int, move: Move) -> None:
        """Let the bot or chance decide this move again.

        Raises:
            RecordError: The new decision differs.
        """
        state = self.state
        if number < self.record.given:
            return
        if state.actor == CHANCE:
            again, actor = self.luck.draw(state), "chance"
        else:
            seat = state.actor
            limit: Limit | None = self.clock.allowance(seat, state.turn)
            observations, self.observations[seat] = self.observations[seat], []
            patience = OWN_PATIENCE if trust.is_foreign(self.players[seat].bot) else PATIENCE
            last = self.players[seat].think(observations, limit, patience, False).reports[-1]
            self.clock.charge(seat, last.simulations, 0.0)
            again, actor = last.move, self.players[seat].seated.text
        if again != move.move:
            raise RecordError(f"lines[0].moves[{number}].move", f"{actor} chooses {again!r} now, not {move.move!r}")

    def play_move(self, move: Move) -> None:
        for seat, observations in enumerate(self.observations):
            seen = self.state.observation(move.move, seat)
            if seen:
                observations.append(seen)
        if self.state.actor == CHANCE:
            self.luck.count_draw(self.state)
        self.state.play(move.move)
