"""A tournament whose pairings are matches of two bots in an archive. It can be stopped and resumed."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.results import summary_of
from workbench.matches.archive.resuming import is_complete, same_games
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan
from workbench.matches.tournaments.pairing import (
    EVEN,
    Format,
    Meeting,
    Result,
    Rounds,
    default_rounds,
    is_finished,
    rounds,
)
from workbench.matches.workers.courier import MakeCourier
from workbench.matches.workers.runner import Runner, RunResult
from workbench.matches.workers.series import MatchSeries

MAX_LONGER = 4  # an even knockout match is extended this many times by its usual number of blocks


class Tournament(MatchSeries):
    """A tournament run. `run` blocks; while it runs, other methods may be called on any thread.

    If the archive has a match with the same games, the tournament uses or continues it. A larger tournament therefore
    plays only the new pairs.

    Args:
        archive: The locked archive.
        plan: The checked plan with all bots. Its blocks are those of one match of two.
        form: The format.
        threads: The threads of one game.
        seed_given: Whether existing matches must have the plan's seed.
        most: The number of Swiss rounds, or None for the usual one.
        jobs: The maximum number of games at a time, or None.
        on_game: Called for each stored game.
        on_meeting: Called for each finished meeting.
        on_match: Called for the match of each meeting before the match is played or its result is reused.
        courier_for: Returns what makes the courier of a match. None means worker processes on this machine.
    """

    def __init__(
        self, archive: Archive, plan: Plan, form: Format, threads: int, seed_given: bool, most: int | None = None,
        jobs: int | None = None, on_game: Callable[[Game], None] = lambda game: None,
        on_meeting: Callable[[Meeting, Result], None] = lambda meeting, result: None,
        on_match: Callable[[Match], None] = lambda match: None,
        courier_for: Callable[[Match], MakeCourier] | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.archive, self.plan, self.form, self.threads, self.seed_given = archive, plan, form, threads, seed_given
        self.most = default_rounds(len(plan.bots)) if most is None else most
        self.jobs, self.on_game, self.on_meeting, self.on_match = jobs, on_game, on_meeting, on_match
        self.courier_for = courier_for
        self.results: dict[Meeting, Result] = {}
        self.matches: dict[Meeting, Match] = {}
        self.current: Meeting | None = None

    def run(self) -> RunResult:
        """Play all rounds."""
        while True:
            wanted = next(
                (meeting for each in self.rounds for meeting in each if not is_finished(meeting, self.results)), None
            )
            if wanted is None:
                return RunResult("complete")
            outcome = self._play(wanted)
            if outcome.kind not in ("complete", "decided"):
                return outcome

    @property
    def rounds(self) -> Rounds:
        """The rounds so far."""
        return rounds(self.form, len(self.plan.bots), self.results, self.most)

    def _play(self, meeting: Meeting) -> RunResult:
        """Play a meeting, and note its result. An even knockout match is extended."""
        self.current = meeting
        for longer in range(1, MAX_LONGER + 2):
            match = self._match(meeting, longer * self.plan.blocks)
            self.matches[meeting] = match
            self.on_match(match)
            outcome = RunResult("complete")
            if not is_complete(self.archive, match, match.plan):
                courier = None if self.courier_for is None else self.courier_for(match)
                self.runner = Runner(self.archive, match, self.threads, self.jobs, self.on_game, make_courier=courier)
                if self._request:  # a request may arrive while the runner is created
                    return RunResult("stopped")
                outcome = self.runner.run()
            if outcome.kind not in ("complete", "decided"):
                return outcome
            pair = next(iter(summary_of(self.archive, match).pairs), None)
            if pair is None or pair.score is None:
                return RunResult("halted", "a match has no complete set of games")
            result = Result(pair.score.value, pair.games)
            if self.form != "knockout" or result.score != EVEN or longer > MAX_LONGER:
                break
        self.results[meeting] = result
        self.on_meeting(meeting, result)
        return outcome

    def _match(self, meeting: Meeting, blocks: int) -> Match:
        """Return the match of a meeting with at least this many blocks, an existing one if possible."""
        plan = pair_plan(self.plan, meeting, blocks)
        for match in reversed(self.archive.matches()):
            if same_games(match.plan, plan, self.seed_given):
                same = msgspec.structs.replace(
                    plan, seed=match.plan.seed, salt=match.plan.salt, blocks=max(blocks, match.plan.blocks)
                )
                if same == match.plan or is_complete(self.archive, match, same):
                    return match
                self.archive.replace_plan(match.id, same)
                return match._replace(plan=same)
        return self.archive.add_match(plan)


def pair_plan(plan: Plan, meeting: Meeting, blocks: int) -> Plan:
    """Return the plan of a meeting."""
    assert meeting.second is not None, "a free round has no match"
    both = (meeting.first, meeting.second)
    permissions = tuple(plan.permissions[bot] for bot in both) if plan.permissions else ()
    return msgspec.structs.replace(
        plan,
        bots=tuple(plan.bots[bot] for bot in both),
        limits=tuple(plan.limits[bot] for bot in both) if plan.limits else (),
        versions=tuple(plan.versions[bot] for bot in both) if plan.versions else (),
        permissions=permissions if any(permissions) else (),
        blocks=blocks,
    )
