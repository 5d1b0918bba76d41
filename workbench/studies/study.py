"""A study: the games of a recipe, played into one archive. It can be stopped and resumed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.resuming import is_complete, match_for, same_games
from workbench.matches.archive.rows import Game
from workbench.matches.calibration.calibration import Calibration
from workbench.matches.calibration.meetings import Field
from workbench.matches.planning.plan import Plan, PlanError, Schedule
from workbench.matches.workers.courier import MakeCourier
from workbench.matches.workers.plan_check import CheckedPlan, check
from workbench.matches.workers.runner import Runner, RunResult
from workbench.matches.workers.series import MatchSeries
from workbench.studies.recipe import LadderRecipe, Recipe, salt_of, study_matches

CourierFor = Callable[[Match], MakeCourier]


class Study(MatchSeries):
    """The run of a recipe. `run` blocks; while it runs, other methods may be called on any thread.

    Args:
        archive: The locked archive.
        recipe: The recipe.
        folder: The folder of its file.
        jobs: The maximum number of games at a time. None means one for each core.
        courier_for: Returns what makes the courier of a match, or None for this machine.
        most: The largest number of blocks of a match, or None.
        on_game: Called for each stored game.
        on_start: Called when a match or a calibration begins, with its name, its number of games (None if a calibration
            decides that), and how many of them are already played.

    Raises:
        PlanError: A match cannot be played. The message begins with its name.
        RecipeError: The recipe is invalid.
    """

    def __init__(
        self,
        archive: Archive,
        recipe: Recipe,
        folder: Path,
        jobs: int | None = None,
        courier_for: CourierFor | None = None,
        most: int | None = None,
        on_game: Callable[[Game], None] = lambda game: None,
        on_start: Callable[[str, int | None, int], None] = lambda name, games, before: None,
    ) -> None:
        super().__init__()
        self.archive, self.recipe, self.jobs, self.courier_for = archive, recipe, jobs, courier_for
        self.on_game, self.on_start = on_game, on_start
        self.plans = checked_plans(recipe, folder, most)
        self.calibrations = {ladder.name: self._calibration(ladder, most) for ladder in calibrated(recipe)}
        self.series: Calibration | None = None  # the calibration that runs

    def run(self) -> RunResult:
        """Play all games that are missing."""
        for name, checked in self.plans.items():
            outcome = self._play(name, checked)
            if outcome.kind not in ("complete", "decided"):
                return outcome
        for name, calibration in self.calibrations.items():
            if self._request:
                break
            self.on_start(name, None, sum(met.games for met in calibration.meetings.values()))
            self.series = calibration
            outcome = calibration.run()
            self.series = None
            if outcome.kind != "complete":
                return outcome
        return RunResult("stopped" if self._request else "complete")

    def _play(self, name: str, checked: CheckedPlan) -> RunResult:
        if self._request:
            return RunResult("stopped")
        match, _ = match_for(self.archive, checked.plan, True)
        if is_complete(self.archive, match, match.plan):
            return RunResult("complete")
        before = sum(game.counts for game in self.archive.games(match.id))
        self.on_start(name, Schedule(match.plan).games, before)
        make = None if self.courier_for is None else self.courier_for(match)
        self.runner = Runner(self.archive, match, checked.threads, self.jobs, self.on_game, make_courier=make)
        if self._request:  # a request may arrive while the runner is created
            return RunResult("stopped")
        return self.runner.run()

    def _calibration(self, ladder: LadderRecipe, most: int | None) -> Calibration:
        return Calibration(
            self.archive, field_of(ladder, most), self.recipe.seed, self.jobs, self.on_game,
            salt=salt_of(self.recipe), courier_for=self.courier_for,
        )  # fmt: skip

    # requests go to a running calibration too

    def finish(self) -> None:
        """Start no more games and let the running ones end."""
        super().finish()
        if self.series is not None:
            self.series.finish()

    def stop(self) -> None:
        """Abort the running games. A later run replays them."""
        super().stop()
        if self.series is not None:
            self.series.stop()

    def pause(self) -> None:
        """Pause all games before their next decision."""
        super().pause()
        if self.series is not None:
            self.series.pause()

    def resume(self) -> None:
        """Continue the games."""
        super().resume()
        if self.series is not None:
            self.series.resume()

    @property
    def pause_sent(self) -> bool:
        """Whether the workers have received the last pause or resume command."""
        return super().pause_sent if self.series is None else self.series.pause_sent


def calibrated(recipe: Recipe) -> list[LadderRecipe]:
    """Return the ladders of a recipe that are calibrations."""
    return [ladder for ladder in recipe.ladders if not ladder.levels]


def field_of(ladder: LadderRecipe, most: int | None = None) -> Field:
    """Return the levels of a calibration.

    Args:
        ladder: The ladder.
        most: The largest number of blocks of two games in a step, or None.

    Raises:
        PlanError: A bot does not play the game.
    """
    games = ladder.games if most is None else min(ladder.games, 2 * most)
    try:
        return Field(ladder.game, ladder.bots, games, ladder.most if most is None else min(ladder.most, 2 * most))
    except PlanError as error:
        raise PlanError(f"{ladder.name}: {error}") from None


def checked_plans(recipe: Recipe, folder: Path, most: int | None = None) -> dict[str, CheckedPlan]:
    """Return the checked plan of each match by its name; arguments as for `study_matches`.

    Raises:
        PlanError: A match cannot be played. The message begins with its name.
        RecipeError: The recipe is invalid.
    """
    found: dict[str, CheckedPlan] = {}
    for match in study_matches(recipe, folder, most):
        try:
            found[match.name] = check(match.plan)
        except PlanError as error:
            raise PlanError(f"{match.name}: {error}") from None
    return found


def played(archive: Archive, plan: Plan) -> Match | None:
    """Return the match of an archive that has the games of a checked plan, or None."""
    return next((match for match in reversed(archive.matches()) if same_games(match.plan, plan, True)), None)
