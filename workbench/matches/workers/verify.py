"""Checks whether the bots of a record would play it again, move for move."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import fastcore
from bots import BadBot
from bots.report import Limit
from bots.sources import named
from fastcore import CHANCE
from workbench.bot_process import trust
from workbench.bot_process.player import Players
from workbench.bot_process.process import OWN_FILE, BotProcess, PlayerFault
from workbench.game.clock import Clock
from workbench.game.session import PERSON
from workbench.matches.archive.description import DIGEST
from workbench.records.files import BadRecord
from workbench.records.schema import Move, Record
from workbench.records.seeds import Luck, bot_seed_of
from workbench.records.steps import is_set_up

PATIENCE = 3600.0  # seconds; here a slow machine is nobody's fault
MEMORY_MB = 8192
OWN_PATIENCE, OWN_MEMORY_MB = 600.0, 2048  # of a bot from a file, which may be a stranger's


def cannot_be_thought_again(record: Record) -> str:
    """Why the thinking of a record cannot be repeated, "" if it can."""
    if record.follows is not None:
        return "it holds what one seat saw"
    if any(is_set_up(move.move) for line in record.lines for move in line.moves):
        return "a position was set up by hand"
    if record.by_hand != "never":
        return "chance was chosen by hand"
    if not record.seats or any(seat.player == PERSON for seat in record.seats):
        return "persons played"
    if record.hindsight or len(record.lines) > 1:
        return "moves were taken back"
    if record.limit is not None and record.limit.seconds is not None:
        return "it was played by a clock"
    if record.result is not None and record.result.ending in ("void", "timeout", "crash"):
        return "a bot could not continue"
    return ""


def think_again(record: Record, processes: Players, memory_mb: int = OWN_MEMORY_MB) -> str:
    """Let the bots of a record decide again. Return "" if they decide the same, or why they cannot think again.

    BadRecord names the first decision (or draw of chance) that differs. Bots from files get `memory_mb`, but at most a
    quarter of the machine's memory.
    """
    why = cannot_be_thought_again(record)
    if why:
        return why
    if differing := differs(record):
        return differing
    try:
        sources = [trust.source(seat.player, record.limit) for seat in record.seats]
    except trust.NotAllowed as error:
        return f"{error}; verify --run-bots lets it think"
    except BadBot as error:
        return f"a bot cannot think: {error}"
    own_mb = min(memory_mb, max(512, trust.physical_mb() // trust.SHARE))
    with processes.at_table([seat.player for seat in record.seats], sources, own_mb) as players:
        try:
            return _Replay(record, players).run()
        except PlayerFault as fault:
            return f"a bot cannot think: {fault.reason}"


def differs(record: Record) -> str:
    """Return which bot's file differs from the one that played, "" if none does.
    No bot runs, and the user is not asked."""
    for seat in record.seats:
        own = named(seat.player)
        if own is None or not seat.version.startswith(DIGEST):
            continue
        with suppress(BadBot):
            try:
                found = trust.source(seat.player, record.limit)
                now = found.digest if found is not None else ""
            except trust.NotAllowed as error:
                now = error.question.digest
            before = seat.version.removeprefix(DIGEST)
            if now and not now.startswith(before):
                name = own.path.replace("\\", "/").rpartition("/")[2]
                return f"{name} differs from the file that played (SHA-256 {before}...): its moves cannot be checked"
    return ""


class _Replay:
    """A record being played once more, seen from all seats."""

    def __init__(self, record: Record, players: Sequence[BotProcess]) -> None:
        self.record, self.players = record, players
        start = record.spec if record.position is None else f"{record.spec} {record.position}"
        self.state = fastcore.start(record.spec) if record.position is None else fastcore.parse(start)
        self.learned: list[list[str]] = [[] for _ in players]
        self.clock = Clock(record.limit, len(players))
        self.luck = Luck(record.seed)

    def run(self) -> str:
        for seat, player in enumerate(self.players):
            view = None if self.record.position is None else self.state.view(seat)
            seated = player.sit(self.record.spec, seat, bot_seed_of(self.record, seat), view)
            recorded = self.record.seats[seat].version
            if recorded and seated.version != recorded:
                return f"{seated.text} is another version ({seated.version}, not {recorded})"
            if seated.seconds is not None and self.record.limit is None:
                return f"{seated.text} goes by a clock"
        for number, move in enumerate(self.record.lines[0].moves if self.record.lines else ()):
            self.compare(number, move)
            self.make(move)
        return ""

    def compare(self, number: int, move: Move) -> None:
        """Let whoever decided this move decide again; BadRecord if it is another."""
        state = self.state
        if number < self.record.given:
            return
        if state.actor == CHANCE:
            again, who = self.luck.draw(state), "chance"
        else:
            seat = state.actor
            limit: Limit | None = self.clock.before(seat, state.turn)
            learned, self.learned[seat] = self.learned[seat], []
            patience = OWN_PATIENCE if OWN_FILE in self.players[seat].bot else PATIENCE
            last = self.players[seat].think(learned, limit, patience, False).reports[-1]
            self.clock.used(seat, last.simulations, 0.0)
            again, who = last.move, self.players[seat].seated.text
        if again != move.move:
            raise BadRecord(f"lines[0].moves[{number}].move", f"{who} chooses {again!r} now, not {move.move!r}")

    def make(self, move: Move) -> None:
        for seat, learned in enumerate(self.learned):
            seen = self.state.observation(move.move, seat)
            if seen:
                learned.append(seen)
        if self.state.actor == CHANCE:
            self.luck.made(self.state)
        self.state.play(move.move)
