"""A match from Python: `workbench.match` plays it and returns its figures."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from bots.report import Limit
from workbench.bot_process import trust
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.results import STRENGTH_DRAWS, summary_of
from workbench.matches.archive.resuming import match_for
from workbench.matches.archive.rows import Game
from workbench.matches.cluster.chosen import chosen_cluster
from workbench.matches.planning.openings import parse_opening
from workbench.matches.planning.plan import Kind, Plan, PlanError, SprtBounds
from workbench.matches.workers.courier import MakeCourier
from workbench.matches.workers.in_process import InProcess
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.runner import Runner, RunResult
from workbench.records.seeds import new_seed, parse_salt
from workbench.statistics.adjusted import Adjusted
from workbench.statistics.scale import Estimate
from workbench.statistics.scores import Pair
from workbench.statistics.summary import Summary
from workbench.system import folders


class MatchResult(NamedTuple):
    """The result of a match.

    Attributes:
        outcome: How it ended.
        plan: The plan, with the seed and the salt that repeat it.
        summary: All figures.
        games: All attempts at its games.
    """

    outcome: RunResult
    plan: Plan
    summary: Summary
    games: tuple[Game, ...]

    @property
    def pair(self) -> Pair | None:
        """The figures of the first bot against the second, or None if they did not meet."""
        return self.summary.pairs[0] if self.summary.pairs else None

    @property
    def score(self) -> Estimate | None:
        """The score of the first bot against the second in [0, 1], with its 95 % interval."""
        return None if self.pair is None else self.pair.score

    @property
    def adjusted(self) -> Adjusted | None:
        """The score of the first bot without the luck of the dice, or None if that is hardly more certain."""
        return None if self.pair is None else self.pair.adjusted

    @property
    def elo(self) -> Estimate | None:
        """The Elo of the first bot against the second with its interval, or None for too few games."""
        return None if self.pair is None else self.pair.elo

    @property
    def superiority(self) -> float | None:
        """The likelihood that the first bot is stronger than the second."""
        return None if self.pair is None else self.pair.superiority

    @property
    def verdict(self) -> str:
        """The verdict of the sequential test: "H0", "H1", "continue" or "undecided"; "" without a test."""
        return "" if self.summary.test is None else self.summary.test.path.verdict


def match(
    spec: str,
    bots: Sequence[str],
    *,
    blocks: int = 50,
    seed: int | None = None,
    salt: str | None = None,
    simulations: int | None = None,
    seconds: float | None = None,
    per: Literal["decision", "turn", "game"] = "decision",
    increment: float = 0.0,
    openings: Sequence[str] = (),
    random_moves: int = 0,
    rotations: bool = False,
    kind: Kind = "match",
    sprt: tuple[float, float] | None = None,
    adjusted: bool = False,
    reports: Literal["none", "last", "all"] = "none",
    archive: str | Path | None = None,
    jobs: int | None = None,
    cluster: str = "",
    keys: str | Path = "",
) -> MatchResult:
    """Play a match between bots and return its figures.

    Bots from files and programs run without a question, because you named them. With the same seed, salt and archive, a
    second call continues the match.

    Args:
        spec: The game, such as "name(size=4)".
        bots: The bots, such as "greedy" or "./mine.py:Mine".
        blocks: The number of sets of games: one seed in all seat orders.
        seed: The seed of dice and deals. None means a random seed.
        salt: The salt of the bots' seeds: 1 to 32 hexadecimal digits. None means a random one.
        simulations: The limit of simulations.
        seconds: The limit of seconds.
        per: The unit of the limits.
        increment: Seconds added for each turn to the time of a game.
        openings: Position texts or lists of moves, which the sets use in turn.
        random_moves: The number of random moves after the opening.
        rotations: Whether to rotate seats only, instead of playing every order.
        kind: "match" for all against all, "gauntlet" for the first against the rest.
        sprt: The Elo bounds of a sequential test, which ends the match when it is decided.
        adjusted: Whether the test uses results without the luck of the dice.
        reports: Which reports of the bots to save.
        archive: The file for the games, or None to keep them only in the result.
        jobs: The maximum number of games at a time. None means one for each core; 0 plays one game at a time without
            worker processes, which starts faster.
        cluster: The workers that play: a scheduler's address, or "local:4"; empty for this machine.
        keys: The folder with the keys of the cluster.

    Raises:
        ValueError: The cluster or its keys cannot be used, or Dask is missing.
        PlanError: The match cannot be played, or `adjusted` is set without a test.
        ArchiveError: The archive cannot be used.
        ArchiveFullError: The archive accepts no more games.
    """
    if adjusted and sprt is None:
        raise PlanError("adjusted is for a sequential test: give the bounds of one in sprt")
    chosen = chosen_cluster(cluster, str(keys))
    limit = None if simulations is None and seconds is None else Limit(simulations, seconds, per, increment)
    trust.allow_typed(*bots, limit=limit)
    plan = Plan(
        spec=spec,
        bots=tuple(bots),
        kind=kind,
        blocks=blocks,
        seed=new_seed() if seed is None else seed,
        salt=None if salt is None else parse_salt(salt),
        rotations=rotations,
        limit=limit,
        openings=tuple(parse_opening(text, spec, f"opening {n}") for n, text in enumerate(openings, 1)),
        random_moves=random_moves,
        sprt=None if sprt is None else SprtBounds(*sprt, adjusted=adjusted),
        reports=reports,
    )
    with tempfile.TemporaryDirectory(prefix="herbarium-match-") as folder:
        path = Path(folder) / "match.matches" if archive is None else Path(archive)
        folders.close_archive(path)  # the check starts the bots before the archive is locked
        try:
            checked = check(plan)
        finally:
            folders.open_archive(path)
        with Archive(path, create=True) as opened:
            opened.lock()
            found, _ = match_for(opened, checked.plan, seed is not None)
            make: MakeCourier | None = InProcess if jobs == 0 else None
            if chosen is not None:
                make = chosen.courier_for(found)
            outcome = Runner(opened, found, checked.threads, jobs or None, make_courier=make).run()
            summary = summary_of(opened, found, STRENGTH_DRAWS)
            return MatchResult(outcome, found.plan, summary, tuple(opened.games(found.id)))
