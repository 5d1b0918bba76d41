"""Calibration of a game's levels by matches between them, stored in an archive and resumable."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.results import summary_of
from workbench.matches.archive.resuming import match_for, same_games
from workbench.matches.archive.rows import Game
from workbench.matches.calibration.meetings import Field, Pair, WantedMeeting, meeting, plan_of
from workbench.matches.planning.plan import Schedule
from workbench.matches.workers.courier import MakeCourier
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.runner import Runner, RunResult
from workbench.matches.workers.series import MatchSeries
from workbench.statistics.levels import MeasuredLevels, Meeting
from workbench.system.translation import tr
from workbench.system.version import version

MAX_TIMES, MAX_MORE = 2, 10  # void games are replaced until there are MAX_TIMES * wanted + MAX_MORE games


class Calibration(MatchSeries):
    """A calibration run. `run` blocks; while it runs, other methods may be called on any thread.

    Args:
        archive: The archive of the matches.
        field: The levels and the order in which they meet.
        seed: The seed of all matches.
        jobs: The maximum number of games at a time. None means one for each core.
        on_game: Called for each stored game.
        on_meeting: Called when two levels have played the requested games.
        salt: The salt of all matches. None means a random one for each.
        courier_for: Returns what makes the courier of a match, or None for this machine.
    """

    def __init__(
        self, archive: Archive, field: Field, seed: int, jobs: int | None = None,
        on_game: Callable[[Game], None] = lambda game: None, on_meeting: Callable[[Meeting], None] = lambda met: None,
        salt: str | None = None, courier_for: Callable[[Match], MakeCourier] | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.courier_for = courier_for
        self.archive, self.field, self.seed, self.salt, self.jobs = archive, field, seed, salt, jobs
        self.on_game, self.on_meeting = on_game, on_meeting
        self.meetings: dict[Pair, Meeting] = {}
        self.wanted: WantedMeeting | None = None
        self._load_meetings()

    def run(self) -> RunResult:
        """Play until the order of the levels is clear, or the maximum number of games is reached."""
        while (wanted := self.field.next_meeting(self.meetings)) is not None and not self._request:
            self.wanted = wanted
            outcome = self._play(wanted)
            if outcome.kind != "complete":
                return outcome
        return RunResult("stopped" if self._request else "complete")

    def measured_levels(self, command: str) -> MeasuredLevels:
        """Return the results so far in the format that ships with the program. `command` is the command line."""
        return MeasuredLevels(
            spec=self.field.spec,
            yardstick=self.field.yardstick,
            program=f"herbarium {version()}",
            date=datetime.now(UTC).date().isoformat(),
            command=command,
            levels=self.field.strengths(self.meetings),
            meetings=tuple(self.meetings.values()),
        )

    def _play(self, wanted: WantedMeeting) -> RunResult:
        """Play until the requested number of valid games is reached. Void games are replaced."""
        pair, games = (wanted.upper, wanted.lower), wanted.games
        while True:
            checked = check(plan_of(self.field.spec, pair, games, self.seed, self.salt))
            match, _ = match_for(self.archive, checked.plan, True)
            make = None if self.courier_for is None else self.courier_for(match)
            runner = Runner(self.archive, match, checked.threads, self.jobs, self.on_game, make_courier=make)
            self.runner = runner
            if self._request:  # a request may arrive while the runner is created
                return RunResult("stopped")
            outcome = runner.run()
            self._update_meeting(pair, match)
            if outcome.kind != "complete":
                return outcome
            known = self.meetings.get(pair)
            counted = 0 if known is None else known.games
            if known is not None and counted >= wanted.games:
                self.on_meeting(known)
                return outcome
            if games >= MAX_TIMES * wanted.games + MAX_MORE:
                return RunResult(
                    "halted",
                    tr(
                        "{upper} and {lower}: only {counted:,} of {games:,} games count; the rest are void",
                        upper=wanted.upper,
                        lower=wanted.lower,
                        games=games,
                        counted=counted,
                    ),
                )
            games += wanted.games - counted

    def _update_meeting(self, pair: Pair, match: Match) -> None:
        found = meeting(pair, summary_of(self.archive, match), self.field.max_looks)
        if found is not None:
            self.meetings[pair] = found

    def _load_meetings(self) -> None:
        """Load the meetings that the archive already contains."""
        matches = self.archive.matches()
        if not matches:
            return
        for upper in self.field.levels:
            for lower in self.field.levels:
                if upper != lower:
                    plan = plan_of(self.field.spec, (upper, lower), 1, self.seed, self.salt)
                    for match in matches:
                        if match.plan.bots == plan.bots and same_games(match.plan, check(plan).plan, True):
                            self._update_meeting((upper, lower), match)

    @property
    def games(self) -> int:
        """The number of games in the current match."""
        return 0 if self.runner is None else Schedule(self.runner.plan).games
