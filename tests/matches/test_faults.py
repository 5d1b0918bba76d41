"""Tests that each fault of a misbehaving bot is attributed, counted and contained."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from time import monotonic, sleep

import pytest

from bots.report import Limit, Report
from tests.conftest import deep
from tests.kit.matches import (
    EVIL,
    misbehaving_bot,
    play_here,
    play_match,
    record,
    remaining_processes,
    reproducible_values,
    wait_until_gone,
    workers_of,
)
from workbench.bot_process import seccomp, trust
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan, PlanError, Schedule
from workbench.matches.planning.task import task_of
from workbench.matches.workers.game import Game as LedGame
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.runner import Runner
from workbench.matches.workers.worker import Worker
from workbench.records.replay import check as replays
from workbench.system.cores import Cores
from workbench.system.processes import Channel, Child

TALK = Path(__file__).parents[1] / "attacks" / "bots" / "talk.py"
PATIENCE = 2.0
FAULT_RATE = 0.4  # with SALT, this rate affects only the second of two blocks
SALT = f"{5:032x}"
FAULTS = {  # bot -> ending of its second attempt, kind of fault, excerpt of the reason
    "Raises": ("crash", "crash", "(sin): KeyError"),
    "Exits": ("crash", "crash", "it ended with status 7: I leave now"),
    "Aborts": ("crash", "crash", "it was ended by SIGABRT"),
    "Hangs": ("timeout", "timeout", "it did not answer within 2 s"),
    "Babbles": ("crash", "nonsense", "Babbles reported str instead of a Report"),
    "Eats": ("crash", "crash", "MemoryError"),
    "Scribbles": ("crash", "crash", "it sent an invalid message"),
    "Breeds": ("crash", "crash", "Operation not permitted" if seccomp.available() else "it started another process"),
    "NoStart": ("crash", "start", "the bot could not be created: OSError: no licence"),
}


def plan(*bots: str, **more: object) -> Plan:
    values: dict[str, object] = {"spec": "herd(size=3)", "blocks": 2, "seed": 2, "salt": SALT, "memory_mb": 700}
    return Plan(bots=bots, **values | more)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", FAULTS if deep(0, 1) else ("Eats",))
def test_occasional_fault_is_counted_and_match_continues(kind: str, tmp_path: Path) -> None:
    ending, fault, reason = FAULTS[kind]
    patience = PATIENCE if fault == "timeout" else 600.0  # avoid timeouts on a slow machine
    outcome, games = play_match(
        tmp_path / "a", plan(misbehaving_bot(kind, FAULT_RATE), "greedy", patience=patience, memory_mb=400), jobs=2
    )
    assert outcome.kind == "complete", "the first two games are free of faults"
    by_number: dict[int, list[Game]] = {}
    for game in games:
        by_number.setdefault(game.number, []).append(game)
    assert sorted(by_number) == [0, 1, 2, 3]
    assert [game.ending for game in by_number[0] + by_number[1]] == ["normal"] * 2
    for number in (2, 3):
        first, second = by_number[number]
        guilty = first.seats.index(0)
        assert (first.ending, first.counts, first.guilty, first.fault) == ("void", False, guilty, fault)
        assert (second.ending, second.counts, second.guilty, second.fault) == (ending, True, guilty, fault)
        assert second.returns[guilty] == -1 and sum(second.returns) == 0
        for game in (first, second):
            assert reason in game.reason and kind in game.reason and "\n" not in game.reason
            replays(record(tmp_path / "a", game))
    _, fault_free = play_here(tmp_path / "b", plan(misbehaving_bot("Good"), "greedy", blocks=1))
    assert [game.line for game in fault_free] == [game.line for game in games[:2]]
    assert wait_until_gone() == []


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "kind",
    ("RawText", "RawNesting", "RawNotANumber", "RawInfinity", "RawValues", "RawReports", "RawTraces")
    if deep(0, 1)
    else ("RawText", "RawNotANumber", "RawReports"),
)
def test_forged_answer_is_blamed_on_the_bot_that_sent_it(kind: str, tmp_path: Path) -> None:
    text = f"{TALK}:{kind}"
    trust.allow_all_once([text])
    with Archive(tmp_path / "a", create=True) as archive:
        match = archive.add_match(plan(text, "greedy", patience=600.0))
        for _ in range(2):  # a match halts if a bot fails in both of its first two games
            outcome = Runner(archive, match, jobs=1, cores=Cores(1)).run()
            assert outcome.kind == "halted" and text in outcome.reason
        games = list(archive.games(1))
    assert {(game.number, game.attempt) for game in games} >= {(0, 1), (0, 2), (1, 1), (1, 2)}
    for game in games:
        guilty = game.seats.index(0)
        assert (game.guilty, game.fault) == (guilty, "nonsense") and text in game.reason and "\n" not in game.reason
        assert game.ending == ("void" if game.attempt == 1 else "crash") and game.returns[guilty] == (
            0 if game.attempt == 1 else -1
        )


def test_unplayable_answer_is_blamed_on_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(game: LedGame, reports: object) -> tuple[Report, ...]:
        raise OverflowError("too large")

    short_plan = plan("random", "greedy", blocks=1)
    task = task_of(short_plan, Schedule(short_plan), 1, 0, 1)
    monkeypatch.setattr(LedGame, "pruned", fail)
    worker = Worker(Channel(*os.pipe()))
    try:
        monkeypatch.setattr(worker, "gate", lambda state: None)
        played = worker.play(task)
    finally:
        worker.player.close()
    assert played.guilty is not None and played.fault == "crash" and "OverflowError: too large" in played.reason


def test_illegal_moves_and_timeouts_lose_without_retry(tmp_path: Path) -> None:
    _, games = play_here(tmp_path / "a", plan(misbehaving_bot("Illegal", FAULT_RATE), "greedy"))
    assert [game.ending for game in games] == ["normal", "normal", "illegal", "illegal"]
    assert all("'zz9' is not a move" in game.reason and game.returns[game.seats.index(0)] == -1 for game in games[2:])
    _, games = play_here(tmp_path / "b", plan(misbehaving_bot("Slow", FAULT_RATE), "greedy", limit=Limit(seconds=0.25)))
    assert [game.ending for game in games] == ["normal", "normal", "timeout", "timeout"]
    assert all("s more than it had" in game.reason and game.overrun > 0.2 for game in games[2:])
    limit = Limit(seconds=0.25)
    _, games = play_here(tmp_path / "c", plan(misbehaving_bot("Hangs", FAULT_RATE), "greedy", limit=limit))
    assert [game.ending for game in games] == ["normal", "normal", "timeout", "timeout"], (
        "a game with an exceeded time limit is never void"
    )


def test_bot_that_always_fails_halts_match(tmp_path: Path) -> None:
    for kind in ("Raises", "NoStart"):
        outcome, games = play_here(tmp_path / kind, plan("greedy", misbehaving_bot(kind), blocks=20))
        assert outcome.kind == "halted" and outcome.reason.startswith(
            f"{misbehaving_bot(kind)} could finish neither of its first two games (games 1 and 2): "
        )
        assert {"Raises": "KeyError", "NoStart": "no licence"}[kind] in outcome.reason
        assert {game.number for game in games} == {0, 1}
    with Archive(tmp_path / "Raises") as archive:
        again = Runner(archive, archive.match(1), jobs=1, cores=Cores(1)).run()
        attempts = [(game.number, game.attempt, game.ending) for game in archive.games(1)]
    assert again.kind == "halted" and "(games 3 and 4)" in again.reason, "the next two games fail too"
    assert attempts == [
        (0, 1, "void"),
        (0, 2, "crash"),
        (1, 1, "void"),
        (1, 2, "crash"),
        (2, 1, "void"),
        (3, 1, "void"),
    ]
    with pytest.raises(PlanError, match="the bot could not be created: OSError: no licence"):
        check(plan("greedy", misbehaving_bot("NoStart")))


@pytest.mark.slow
def test_halted_match_resumes_after_bot_is_fixed(tmp_path: Path) -> None:
    """The losses of both failed runs remain and do not block the third run."""
    bot_file = tmp_path / "mine.py"
    bot_file.write_text(EVIL.read_text(encoding="utf-8"), encoding="utf-8")
    trust.allow_all_once([f"{bot_file}:Raises"])
    with Archive(tmp_path / "a", create=True) as archive:
        match = archive.add_match(plan("greedy", f"{bot_file}:Raises"))
        for _ in range(2):
            assert Runner(archive, match, jobs=1, cores=Cores(1)).run().kind == "halted"
        bot_file.write_text(
            bot_file.read_text(encoding="utf-8").replace('raise KeyError("no such\\nthing")', "yield from ()"),
            encoding="utf-8",
        )
        trust.allow_all_once([f"{bot_file}:Raises"])
        assert Runner(archive, match, jobs=1, cores=Cores(1)).run().kind == "complete"
        games = list(archive.games(1))
    assert [game.ending for game in games if game.counts] == ["crash"] * 2 + ["normal"] * 2
    assert [(game.number, game.attempt) for game in games if not game.counts] == [(number, 1) for number in range(4)]


def test_stopped_match_leaves_no_processes(tmp_path: Path) -> None:
    with Archive(tmp_path / "a", create=True) as archive:
        runner = Runner(archive, archive.add_match(plan("greedy", misbehaving_bot("Hangs"))), cores=Cores(2))
        thread = threading.Thread(target=runner.run)
        thread.start()
        deadline = monotonic() + 60
        while not any("evil.py" in command and "bot_child" in command for command in remaining_processes()):
            assert monotonic() < deadline, "the bot was not started"
            sleep(0.05)
        sleep(0.5)
        runner.stop()
        thread.join(60)
    assert not thread.is_alive() and wait_until_gone() == []


def test_bot_output_is_not_read_as_messages(tmp_path: Path) -> None:
    outcome, games = play_match(tmp_path / "a", plan(misbehaving_bot("Prints"), "greedy", blocks=1))
    _, quiet = play_here(tmp_path / "b", plan(misbehaving_bot("Good"), "greedy", blocks=1))
    assert outcome.kind == "complete" and [game.line for game in games] == [game.line for game in quiet]


def test_killed_worker_costs_one_attempt(tmp_path: Path) -> None:
    """The interrupted game is void and played again."""
    full_plan = plan("greedy", "random", blocks=4)
    _, expected = play_here(tmp_path / "whole", full_plan)
    with Archive(tmp_path / "a", create=True) as archive:
        match = archive.add_match(full_plan)
        finished: list[Game] = []

        def kill(game: Game) -> None:
            finished.append(game)
            if len(finished) == 2:
                workers_of(runner)[0]._child.process.kill()

        runner = Runner(archive, match, on_game=kill, cores=Cores(1))
        assert runner.run().kind == "complete"
        games = list(archive.games(1))
    voids = [game for game in games if not game.counts]
    assert [(game.fault, game.guilty) for game in voids] == [("host", None)] and "SIGKILL" in voids[0].reason
    any_attempt = {"attempt": 0}
    assert [reproducible_values(game) | any_attempt for game in games if game.counts] == [
        reproducible_values(game) | any_attempt for game in expected
    ]
    assert wait_until_gone() == []


def test_match_halts_after_three_dead_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that cannot start is a fault of the machine, so no bot is blamed."""

    def failing_child(module: str, *words: str, handles: Sequence[int] = ()) -> Child:
        return Child("workbench.system", handles=handles)

    monkeypatch.setattr("workbench.matches.workers.pool.Child", failing_child)
    outcome, games = play_match(tmp_path / "a", Plan(spec="herd(size=2)", bots=("random", "greedy"), blocks=40))
    assert (outcome.kind, outcome.reason) == ("halted", "3 processes have died in a row")
    assert all(game.guilty is None for game in games)
    assert wait_until_gone() == []
