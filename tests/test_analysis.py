"""Positions analysed by bots side by side: stopped, gone on with, looked at more closely, and kept with the game."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from time import perf_counter, sleep

import pytest

import bots
import fastcore
from bots.report import Limit
from bots.searching import SearchBot
from tests.walks import somewhere
from workbench.analysis import Analysis
from workbench.records import files
from workbench.records.growing import frames
from workbench.records.keeping import record_of, session_of
from workbench.session import Session

PATIENCE = 60.0


def point_of(game: str) -> fastcore.Viewpoint:
    """What the seat knows that decides, somewhere in a game with something to choose."""
    state = next(state for number in count() if len((state := somewhere(game, "analysed", number)).moves()) > 4)
    return fastcore.Viewpoint.parse(f"{state.spec} {state.view(state.actor)}", state.actor)


def wait_for(analysis: Analysis, simulations: int) -> None:
    end = perf_counter() + PATIENCE
    while analysis.report is None or analysis.report.simulations < simulations:
        analysis.read()
        assert not analysis.fault and perf_counter() < end
        sleep(0.005)


def test_analyses_run_side_by_side_until_they_are_stopped(game_id: str) -> None:
    point = point_of(game_id)
    searching = [name for name in bots.names(point.spec) if issubclass(bots.about(name), SearchBot)][:2]
    analyses = [Analysis(name, point) for name in searching]
    for one in analyses:
        one.start()
    for one in analyses:
        wait_for(one, 100)
        assert one.running
        one.stop()
    found = [one.report for one in analyses]
    sleep(0.1)
    for one, report in zip(analyses, found, strict=True):
        assert not one.read() and one.report is report and not one.running
        assert report is not None and report.simulations >= 100
        simulations = [earlier.simulations for earlier in one.reports]
        assert simulations == sorted(simulations) and {1, 2, 5, 10, 20, 50} <= set(simulations)
        one.close()


def test_one_move_is_looked_at_more_closely_without_losing_the_others(game_id: str) -> None:
    point = point_of(game_id)
    for name in (name for name in bots.names(point.spec) if issubclass(bots.about(name), SearchBot)):
        analysis = Analysis(name, point)
        if not analysis.can_focus:
            with pytest.raises(ValueError, match="cannot look"):
                analysis.focus([point.move_text(point.moves()[0])])
            continue
        analysis.start()
        wait_for(analysis, 200)
        assert analysis.report is not None
        least = min(analysis.report.candidates, key=lambda one: one.visits)
        analysis.focus([least.move])
        wait_for(analysis, 2 * analysis.report.simulations + 2000)
        visits = {one.move: one.visits for one in analysis.report.candidates}
        analysis.stop()
        analysis.close()
        assert visits[least.move] > least.visits, name
        assert len(visits) > 1
    with pytest.raises(fastcore.IllegalMove):
        analysis.focus(["nothing"])


def test_a_bot_that_cannot_play_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot play"):
        Analysis("mcts", point_of("herbs"))


def test_an_analysis_is_kept_with_the_game_and_read_without_a_search(game_id: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(game_id, ["person"] * fastcore.start(game_id).seats, 1)
    while session.waits_for == "chance":
        session.draw_chance()
    actor = session.point.actor
    session.play(session.state.move_text(session.state.moves()[0]))
    point = session.viewpoint_at(session.tree.nodes[session.here].parent, actor)
    analysis = Analysis(bots.strongest(session.spec), point, Limit(simulations=300))
    analysis.start()
    wait_for(analysis, 300)
    session.add_later(session.here, analysis.reports)
    analysis.close()
    file = home / "analysed.herbarium"
    files.write(file, record_of(session))
    monkeypatch.setattr(fastcore, "Search", None)  # no search is made
    read = session_of(files.read(file))
    later = frames(read.tree.nodes[read.line_to(read.here)[-1]].later)
    assert later[-1].simulations == 300 and {1, 2, 5, 10} <= {report.simulations for report in later}
    assert not read.tree.nodes[read.here].reports
