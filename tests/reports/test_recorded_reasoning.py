"""Tests that the recorded reasoning of a game of bots can be viewed without a new search."""

from __future__ import annotations

from pathlib import Path

import pytest

from fastcore import Search
from tests.conftest import deep
from tests.storage.test_traces import traced_game
from workbench.records import files
from workbench.reports.growth import choice_growth, frames
from workbench.reports.pruning import DECISION_BYTES, PLAN_BYTES, size
from workbench.reports.reasons import reasons
from workbench.reports.search_tree import ReportedTree
from workbench.reports.simulations import simulation_moments
from workbench.storage import traces
from workbench.storage.stored_game import StoredGame


def fail_on_search(*_: object, **__: object) -> None:
    raise AssertionError("a search was made")


def test_recorded_reasoning_needs_no_search(game_id: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = traced_game(game_id, deep(25, 10_000), 40, 5)
    moves = [step.move for step in session.steps]
    file = StoredGame(session).saver()().file
    assert traces.trace_file(file).stat().st_size <= 200_000
    for name in ("__init__", "run", "trace"):
        monkeypatch.setattr(Search, name, fail_on_search)
    opened = StoredGame.open(file).session
    info, decisions, trace_count = opened.point.info, 0, 0
    assert [step.move for step in opened.steps] == moves
    for node in opened.document.line():
        decision = opened.document.tree.nodes[node]
        if decision.actor < 0:
            continue
        decisions += 1
        assert sum(map(size, decision.reports)) <= (PLAN_BYTES if info.has.secrets else DECISION_BYTES), (
            "a record stays small"
        )
        last, growth = frames(decision.reports)[-1], choice_growth(frames(decision.reports), decision.actor)
        assert last.move == decision.move
        if growth.leaders and growth.weights:
            weights = {candidate.move: candidate.prior for candidate in last.candidates}
            assert weights[growth.leaders[-1]] >= max(weights.values()) - 0.0011, (
                "the move with the most weight leads, whichever was drawn"
            )
        else:
            assert growth.leaders[-1:] in ((decision.move,), ()) or growth.drawn_move == decision.move
        point = opened.document.viewpoint_at(decision.parent, decision.actor)
        if len(point.moves()) > 1 and last.simulations > 1 and not info.has.secrets:
            assert len(growth.simulations) > 1, "the growth of the choice is recorded"
        if last.simulations:
            assert all(reason.text for reason in reasons(info, decision.actor, last))
            assert ReportedTree(last, point).node(()).rows or not last.candidates
        for trace in decision.traces:
            trace_count += 1
            moments = simulation_moments(opened.spec, trace, info.has.covered)
            assert moments[0].part == "start" and {shot.part for shot in moments} >= {"down", "leaf"}
            assert trace.number <= max(last.simulations, 1)
    assert decisions and trace_count >= decisions / 12
    assert files.read(file).seats[0].player.endswith("trace=on)")
