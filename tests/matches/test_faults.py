"""Bots that break, hang, lie, print, eat memory or leave processes behind: they are named and counted, and nothing else
is harmed."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from time import sleep

import pytest

from bots.report import Limit, Report
from tests.conftest import deep
from tests.kit.matches import EVIL, evil, lasting, left_behind, play, record, wait_until_gone
from workbench.bot_process import seccomp, trust
from workbench.matches.archive.archive import Archive, Game
from workbench.matches.planning.plan import BadPlan, Plan, Schedule
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
OFTEN = 0.4  # with the salt below: in the second of two blocks
SALT = f"{143:032x}"
FAULTS = {  # bot -> ending of its second attempt, kind of fault, what the reason says
    "Raises": ("crash", "crash", "(sin): KeyError"),
    "Exits": ("crash", "crash", "it ended with status 7: I leave now"),
    "Aborts": ("crash", "crash", "it was ended by SIGABRT"),
    "Hangs": ("timeout", "timeout", "it did not answer within 2 s"),
    "Babbles": ("crash", "nonsense", "Babbles reported str instead of a Report"),
    "Eats": ("crash", "crash", "MemoryError"),
    "Scribbles": ("crash", "crash", "it sent an invalid message"),
    "Breeds": ("crash", "crash", "Operation not permitted" if seccomp.available() else "it started another process"),
    "NoStart": ("crash", "start", "it could not be made: OSError: no licence"),
}


def plan(*bots: str, **more: object) -> Plan:
    values: dict[str, object] = {"spec": "herd(size=4)", "blocks": 2, "seed": 2, "salt": SALT, "memory_mb": 700}
    return Plan(bots=bots, **values | more)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", FAULTS if deep(0, 1) else ("Eats",))
def test_a_bot_that_fails_now_and_then_is_counted_and_the_match_goes_on(kind: str, tmp_path: Path) -> None:
    ending, fault, reason = FAULTS[kind]
    patience = PATIENCE if fault == "timeout" else 600.0  # a slow machine must not make another fault of it
    outcome, games = play(tmp_path / "a", plan(evil(kind, OFTEN), "greedy", patience=patience), jobs=2)
    assert outcome.kind == "complete", "its first two games are good ones"
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
    _, undisturbed = play(tmp_path / "b", plan(evil("Good"), "greedy"))
    assert [game.line for game in undisturbed[:2]] == [game.line for game in games[:2]]
    assert wait_until_gone() == []


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
        for _ in range(2):  # a match halts if a bot finishes neither of its first two games
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


def test_answer_that_cannot_be_played_is_blamed_on_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(game: LedGame, reports: object) -> tuple[Report, ...]:
        raise OverflowError("too large")

    one = plan("random", "greedy", blocks=1)
    task = task_of(one, Schedule(one), 1, 0, 1)
    monkeypatch.setattr(LedGame, "pruned", fail)
    worker = Worker(Channel(*os.pipe()))
    try:
        monkeypatch.setattr(worker, "gate", lambda state: None)
        played = worker.play(task)
    finally:
        worker.players.close()
    assert played.guilty is not None and played.fault == "crash" and "OverflowError: too large" in played.reason


def test_illegal_moves_and_lost_time_are_lost_at_once(tmp_path: Path) -> None:
    _, games = play(tmp_path / "a", plan(evil("Illegal", OFTEN), "greedy"))
    assert [game.ending for game in games] == ["normal", "normal", "illegal", "illegal"]
    assert all("'zz9' is no move" in game.reason and game.returns[game.seats.index(0)] == -1 for game in games[2:])
    _, games = play(tmp_path / "b", plan(evil("Slow", OFTEN), "greedy", limit=Limit(seconds=0.25)))
    assert [game.ending for game in games] == ["normal", "normal", "timeout", "timeout"]
    assert all("s more than it had" in game.reason and game.overrun > 0.2 for game in games[2:])
    limit = Limit(seconds=0.25)
    _, games = play(tmp_path / "c", plan(evil("Hangs", OFTEN), "greedy", limit=limit))
    assert [game.ending for game in games] == ["normal", "normal", "timeout", "timeout"], (
        "a clock that has run out is never void"
    )


def test_a_bot_that_always_fails_halts_the_match(tmp_path: Path) -> None:
    for kind in ("Raises", "NoStart"):
        outcome, games = play(tmp_path / kind, plan("greedy", evil(kind), blocks=20))
        assert outcome.kind == "halted" and outcome.reason.startswith(
            f"{evil(kind)} could finish neither of its first two games (games 1 and 2): "
        )
        assert {"Raises": "KeyError", "NoStart": "no licence"}[kind] in outcome.reason
        assert {game.number for game in games} == {0, 1}
    with Archive(tmp_path / "Raises") as archive:
        again = Runner(archive, archive.match(1), jobs=1, cores=Cores(1)).run()
        attempts = [(game.number, game.attempt, game.ending) for game in archive.games(1)]
    assert again.kind == "halted" and "(games 3 and 4)" in again.reason, "what it begins now breaks too"
    assert attempts == [
        (0, 1, "void"),
        (0, 2, "crash"),
        (1, 1, "void"),
        (1, 2, "crash"),
        (2, 1, "void"),
        (3, 1, "void"),
    ]
    with pytest.raises(BadPlan, match="it could not be made: OSError: no licence"):
        check(plan("greedy", evil("NoStart")))


def test_a_halted_match_goes_on_once_the_bot_is_mended(tmp_path: Path) -> None:
    """Also where a second run broke too: what was lost then stays lost, and stands in nobody's way."""
    mine = tmp_path / "mine.py"
    mine.write_text(EVIL.read_text(encoding="utf-8"), encoding="utf-8")
    trust.allow_all_once([f"{mine}:Raises"])
    with Archive(tmp_path / "a", create=True) as archive:
        match = archive.add_match(plan("greedy", f"{mine}:Raises"))
        for _ in range(2):
            assert Runner(archive, match, jobs=1, cores=Cores(1)).run().kind == "halted"
        mine.write_text(
            mine.read_text(encoding="utf-8").replace('raise KeyError("no such\\nthing")', "yield from ()"),
            encoding="utf-8",
        )
        trust.allow_all_once([f"{mine}:Raises"])
        assert Runner(archive, match, jobs=1, cores=Cores(1)).run().kind == "complete"
        games = list(archive.games(1))
    assert [game.ending for game in games if game.counts] == ["crash"] * 2 + ["normal"] * 2
    assert [(game.number, game.attempt) for game in games if not game.counts] == [(number, 1) for number in range(4)]


def test_a_match_that_is_stopped_leaves_nothing_behind(tmp_path: Path) -> None:
    """Neither workers nor bots, nor what bots have begun."""
    with Archive(tmp_path / "a", create=True) as archive:
        runner = Runner(archive, archive.add_match(plan("greedy", evil("Hangs"))), cores=Cores(2))
        thread = threading.Thread(target=runner.run)
        thread.start()
        while not any("evil.py workbench.bot_process.bot_child" in command for command in left_behind()):
            sleep(0.05)
        sleep(0.5)
        runner.stop()
        thread.join(60)
    assert not thread.is_alive() and wait_until_gone() == []


def test_what_a_bot_prints_is_no_message(tmp_path: Path) -> None:
    outcome, games = play(tmp_path / "a", plan(evil("Prints"), "greedy", blocks=1))
    _, quiet = play(tmp_path / "b", plan(evil("Good"), "greedy", blocks=1))
    assert outcome.kind == "complete" and [game.line for game in games] == [game.line for game in quiet]


def test_a_worker_that_dies_costs_one_attempt(tmp_path: Path) -> None:
    """Whatever ends a worker, its game is void and played again; the others are what they would have been."""
    whole_plan = plan("greedy", "random", blocks=4)
    _, whole = play(tmp_path / "whole", whole_plan)
    with Archive(tmp_path / "a", create=True) as archive:
        match = archive.add_match(whole_plan)
        seen: list[Game] = []

        def kill(game: Game) -> None:
            seen.append(game)
            if len(seen) == 2:
                runner.workers[0]._child.process.kill()

        runner = Runner(archive, match, on_game=kill, cores=Cores(1))
        assert runner.run().kind == "complete"
        games = list(archive.games(1))
    voids = [game for game in games if not game.counts]
    assert [(game.fault, game.guilty) for game in voids] == [("host", None)] and "SIGKILL" in voids[0].reason
    again = {"attempt": 0}
    assert [lasting(game) | again for game in games if game.counts] == [lasting(game) | again for game in whole]
    assert wait_until_gone() == []


def test_match_halts_after_three_dead_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that cannot start are a fault of the machine, so no bot is blamed."""

    def dying(module: str, *words: str, handles: Sequence[int] = ()) -> Child:
        return Child("workbench.system", handles=handles)

    monkeypatch.setattr("workbench.matches.workers.pool.Child", dying)
    outcome, games = play(tmp_path / "a", Plan(spec="herd(size=2)", bots=("random", "greedy"), blocks=40))
    assert (outcome.kind, outcome.reason) == ("halted", "3 processes have died one after the other")
    assert all(game.guilty is None for game in games)
    assert wait_until_gone() == []
