"""Tests of matches in which threads share a search."""

from __future__ import annotations

from pathlib import Path

from bots import Limit
from workbench.bot_process.bot_factory import with_threads
from workbench.matches.archive.archive import Archive
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.player import Players
from workbench.matches.workers.runner import Runner
from workbench.matches.workers.verify import repeat_decisions
from workbench.records import files
from workbench.records.schema import Record
from workbench.system.cores import Cores


def played(folder: Path, plan: Plan, jobs: int) -> Record:
    with Archive(folder / "a", create=True) as archive:
        runner = Runner(archive, archive.add_match(plan), jobs=jobs, cores=Cores(2))
        assert runner.run().kind == "complete"
        return files.decode_record(archive.record(1, 0))


def test_match_by_time_gives_free_threads(tmp_path: Path) -> None:
    plan = Plan(spec="herd(size=2)", bots=("mcts", "random"), blocks=1, seed=1, limit=Limit(seconds=0.02))
    record = played(tmp_path, plan, jobs=1)
    reports = [move.reports[-1] for move in record.lines[0].moves if move.reports]
    assert [seat.player for seat in record.seats] == ["mcts", "random"]
    assert {report.threads for report in reports if report.simulations} == {2}
    with Players(512) as processes:
        assert repeat_decisions(record, processes) == "not searched again: shared tree"


def test_match_by_time_on_all_cores_has_one_thread_for_each_bot(tmp_path: Path) -> None:
    plan = Plan(spec="herd(size=2)", bots=("mcts", "random"), blocks=1, seed=1, limit=Limit(seconds=0.02))
    record = played(tmp_path, plan, jobs=2)
    assert {report.threads for move in record.lines[0].moves for report in move.reports} == {1}


def test_match_by_simulations_stays_repeatable(tmp_path: Path) -> None:
    plan = Plan(spec="herd(size=2)", bots=("mcts", "random"), blocks=1, seed=1, limit=Limit(simulations=50))
    record = played(tmp_path, plan, jobs=1)
    assert {report.threads for move in record.lines[0].moves for report in move.reports} == {1}
    with Players(512) as processes:
        assert repeat_decisions(record, processes) == ""


def test_named_threads_share_a_tree_by_their_spec(tmp_path: Path) -> None:
    bot = "mcts(simulations=3000,threads=2,shared=on)"
    plan = Plan(spec="herd(size=2)", bots=(bot, "random"), blocks=1, seed=1)
    assert with_threads(bot, 2, plan.limit, plan.spec) == bot
    with Players(512) as processes:
        assert repeat_decisions(played(tmp_path, plan, jobs=1), processes) == "not searched again: shared tree"
