"""Tests of comparisons on a thread."""

from __future__ import annotations

from time import monotonic, sleep

import pytest

from fastcore import IllegalMove, parse, start
from fastcore.comparison.comparison import FIRST_CHECK
from workbench.compare.running import ComparisonRun, Result
from workbench.system.cores import CORES

CLEAR = "forest 4/5/6/7/y,r,4/gy,y,2,g/R,y,y,y g 6 2 -"
MOVES = (("b1-a1",), ("b5-c6",))


def finished(run: ComparisonRun) -> Result:
    run.start()
    run.join(60)
    assert run.finished and not run.running and run.fault == "" and run.result is not None
    return run.result


def test_comparison_ends_at_the_first_clear_check() -> None:
    result = finished(ComparisonRun(parse(CLEAR), MOVES, horizon=0))
    assert result.trials == FIRST_CHECK and result.clear and result.differences == result.checked
    assert result.speed > 0
    whole = finished(ComparisonRun(parse(CLEAR), MOVES, horizon=0, limit=200, until_clear=False))
    assert whole.trials == 200 and whole.clear


def test_rollout_ends_at_the_limit() -> None:
    result = finished(ComparisonRun(start("herd(size=2)"), [()], limit=150))
    assert result.trials == 150 and result.checked == () and not result.clear and len(result.estimates) == 1


def test_pauses_change_nothing() -> None:
    whole = ComparisonRun(start("herbalism"), [()], limit=300)
    paused = ComparisonRun(start("herbalism"), [()], limit=300)
    finished(whole)
    end = monotonic() + 60
    while not paused.finished and monotonic() < end:
        paused.start()
        sleep(0.002)
        paused.stop()
    assert finished(paused).estimates == finished(whole).estimates
    assert (paused.comparison.values == whole.comparison.values).all()


def test_each_result_is_returned_once() -> None:
    run = ComparisonRun(parse(CLEAR), MOVES, horizon=0)
    assert run.poll() is None
    result = finished(run)
    assert run.poll() == result and run.poll() is None
    run.start()
    assert not run.running, "nothing is left to play"


def test_bot_can_be_stopped_and_releases_its_core() -> None:
    before = CORES.free
    run = ComparisonRun(start("herd(size=3)"), [()], text="random", limit=1000)
    run.start()
    run.stop()
    run.join(60)
    assert not run.running and not run.finished and not run.fault and CORES.free == before


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(IllegalMove):
        ComparisonRun(parse(CLEAR), (("b1-a1",), ("a1-b1",)))
    for limit in (0, 10**7):
        with pytest.raises(ValueError, match="limit"):
            ComparisonRun(parse(CLEAR), MOVES, limit=limit)


def test_exit_of_a_continuation_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(point: object, stream: object) -> int:
        raise SystemExit(3)

    monkeypatch.setattr("workbench.compare.running.continuation", lambda text, spec: leave)
    run = ComparisonRun(start("herd(size=2)"), [()])
    run.start()
    run.join(60)
    assert run.finished and run.fault == "RuntimeError: the continuation raised SystemExit: 3"


def test_failing_bot_is_a_fault() -> None:
    run = ComparisonRun(start("herd(size=2)"), [()], text="./missing.py:Mine")
    run.start()
    run.join(60)
    assert run.finished and run.result is None and "missing.py" in run.fault
