"""A game of bots that was saved: on another start the real reasoning of every decision is
gone through without any search."""

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
from workbench.reports.search_tree import Reported
from workbench.reports.simulations import shots
from workbench.storage import traces
from workbench.storage.stored_game import StoredGame


def no_search(*_: object, **__: object) -> None:
    raise AssertionError("a search was made")


def test_every_decision_is_gone_through_without_a_search(
    game_id: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = traced_game(game_id, deep(25, 10_000), 40, 5)
    moves = [step.move for step in session.steps]
    file = StoredGame(session).saver()().file
    assert traces.beside(file).stat().st_size <= 200_000
    for name in ("__init__", "run", "trace"):
        monkeypatch.setattr(Search, name, no_search)
    opened = StoredGame.opened(file).session
    info, decisions, told = opened.point.info, 0, 0
    assert [step.move for step in opened.steps] == moves
    for node in opened.document.line():
        one = opened.document.tree.nodes[node]
        if one.actor < 0:
            continue
        decisions += 1
        assert sum(map(size, one.reports)) <= (PLAN_BYTES if info.has.secrets else DECISION_BYTES), (
            "a record stays small"
        )
        last, grown = frames(one.reports)[-1], choice_growth(frames(one.reports), one.actor)
        assert last.move == one.move
        if grown.leaders and grown.weights:
            weights = {candidate.move: candidate.prior for candidate in last.candidates}
            assert weights[grown.leaders[-1]] >= max(weights.values()) - 0.0011, (
                "the heaviest leads, whichever was drawn"
            )
        else:
            assert grown.leaders[-1:] in ((one.move,), ()) or grown.drew == one.move
        point = opened.document.viewpoint_at(one.parent, one.actor)
        if len(point.moves()) > 1 and last.simulations > 1 and not info.has.secrets:
            assert len(grown.simulations) > 1, "how the choice grew is there"
        if last.simulations:
            assert all(reason.text for reason in reasons(info, one.actor, last))
            assert Reported(last, point).spot(()).rows or not last.candidates
        for trace in one.traces:
            told += 1
            moments = shots(opened.spec, trace, info.has.covered)
            assert moments[0].part == "start" and {shot.part for shot in moments} >= {"down", "leaf"}
            assert trace.number <= max(last.simulations, 1)
    assert decisions and told >= decisions / 12
    assert files.read(file).seats[0].player.endswith("trace=on)")
