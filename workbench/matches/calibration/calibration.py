"""Plays the levels of a game's bots against each other, each meeting a match of an archive that can be resumed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from workbench.matches.archive.archive import Archive, Game, Match
from workbench.matches.archive.results import summary_of
from workbench.matches.archive.resuming import match_for, same_games
from workbench.matches.calibration.meetings import Field, Pair, Wanted, meeting, plan_of
from workbench.matches.planning.plan import Schedule
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.runner import Runner, RunResult
from workbench.statistics.levels import MeasuredLevels, Meeting
from workbench.system.version import version

MOST_TIMES, MOST_MORE = 2, 10  # as many games as are wanted, and so many more, are played where some are void


class Calibration:
    """`run` may be called on any thread, the other methods on any other meanwhile. `on_game` is called for each game
    that is kept, `on_meeting` with what two levels came to when they have played what was wanted."""

    def __init__(
        self, archive: Archive, field: Field, seed: int, jobs: int | None = None,
        on_game: Callable[[Game], None] = lambda game: None, on_meeting: Callable[[Meeting], None] = lambda met: None,
        salt: str | None = None,
    ) -> None:  # fmt: skip
        self.archive, self.field, self.seed, self.salt, self.jobs = archive, field, seed, salt, jobs
        self.on_game, self.on_meeting = on_game, on_meeting
        self.met: dict[Pair, Meeting] = {}
        self.wanted: Wanted | None = None
        self.runner: Runner | None = None
        self._wish = ""
        self._learn()

    def run(self) -> RunResult:
        """Play until the order of the levels is clear, or as clear as so many games make it."""
        while (wanted := self.field.wanted(self.met)) is not None and not self._wish:
            self.wanted = wanted
            outcome = self._play(wanted)
            if outcome.kind != "complete":
                return outcome
        return RunResult("stopped" if self._wish else "complete")

    def finish(self) -> None:
        """Begin no more games; those that run are played to their end."""
        self._wish = self._wish or "finish"
        if self.runner is not None:
            self.runner.finish()

    def stop(self) -> None:
        """End now; games that run are played anew another time."""
        self._wish = "stop"
        if self.runner is not None:
            self.runner.stop()

    def pause(self) -> None:
        if self.runner is not None:
            self.runner.pause()

    def resume(self) -> None:
        if self.runner is not None:
            self.runner.resume()

    @property
    def told(self) -> bool:
        """Whether the workers know by now that it is paused, or that it goes on."""
        return self.runner is None or self.runner.told

    def table(self, command: str) -> MeasuredLevels:
        """What is known so far, as it ships with the program."""
        return MeasuredLevels(
            spec=self.field.spec,
            yardstick=self.field.zero,
            program=f"herbarium {version()}",
            date=datetime.now(UTC).date().isoformat(),
            command=command,
            levels=self.field.strengths(self.met),
            meetings=tuple(self.met.values()),
        )

    def _play(self, wanted: Wanted) -> RunResult:
        """Play until so many games count: in the place of those that are void more are played."""
        pair, games = (wanted.upper, wanted.lower), wanted.games
        while True:
            checked = check(plan_of(self.field.spec, pair, games, self.seed, self.salt))
            match, _ = match_for(self.archive, checked.plan, True)
            runner = Runner(self.archive, match, checked.threads, self.jobs, self.on_game)
            self.runner = runner
            if self._wish:  # it was said while the runner was made
                return RunResult("stopped")
            outcome = runner.run()
            self._note(pair, match)
            if outcome.kind != "complete":
                return outcome
            met = self.met.get(pair)
            counted = 0 if met is None else met.games
            if met is not None and counted >= wanted.games:
                self.on_meeting(met)
                return outcome
            if games >= MOST_TIMES * wanted.games + MOST_MORE:
                return RunResult(
                    "halted",
                    f"{wanted.upper} and {wanted.lower}: of {games:,} games only {counted:,} count, "
                    "the others are void",
                )
            games += wanted.games - counted

    def _note(self, pair: Pair, match: Match) -> None:
        found = meeting(pair, summary_of(self.archive, match), self.field.looks)
        if found is not None:
            self.met[pair] = found

    def _learn(self) -> None:
        """Take in what the archive has of these levels."""
        matches = self.archive.matches()
        if not matches:
            return
        for upper in self.field.levels:
            for lower in self.field.levels:
                if upper != lower:
                    plan = plan_of(self.field.spec, (upper, lower), 1, self.seed, self.salt)
                    for match in matches:
                        if match.plan.bots == plan.bots and same_games(match.plan, check(plan).plan, True):
                            self._note((upper, lower), match)

    @property
    def games(self) -> int:
        """How many games the meeting that is being played will have."""
        return 0 if self.runner is None else Schedule(self.runner.plan).games
