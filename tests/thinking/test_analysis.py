"""Positions analysed by bots side by side: stopped, gone on with, looked at more closely, and kept with the game."""

from __future__ import annotations

from itertools import count, pairwise
from pathlib import Path
from time import perf_counter, sleep

import pytest

import bots
import fastcore
from bots.report import Candidate, Limit, Report, by
from bots.searching import SearchBot
from tests.kit.walks import somewhere
from workbench.cli.analysing.recorded import decisions
from workbench.game.session import PERSON, Session
from workbench.records import files
from workbench.reports.growth import frames
from workbench.reports.pruning import DECISION_BYTES, PLAN_BYTES, size
from workbench.reports.reasons import reasons
from workbench.storage.session_records import record_of, session_of
from workbench.thinking.analyses import RESTING, SessionAnalyses
from workbench.thinking.analysis import Analysis
from workbench.thinking.outcomes import Outcomes

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


def wait_until_told(analysis: Analysis) -> None:
    """Take in what it finds until it notices that it was stopped."""
    end = perf_counter() + PATIENCE
    while analysis.ending:
        analysis.read()
        assert perf_counter() < end
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
        assert not one.running
    for one in analyses:
        wait_until_told(one)
    found = [one.report for one in analyses]
    sleep(0.1)
    for one, report in zip(analyses, found, strict=True):
        assert not one.read() and one.report is report and not one.running
        assert report is not None and report.simulations >= 100
        assert isinstance(one.bot, SearchBot) and one.bot.search is not None
        assert report.simulations + report.kept == one.bot.search.simulations, "it tells of all that its search holds"
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


def test_where_chance_decides_a_position_is_worth_the_mean_of_its_outcomes() -> None:
    """And not what the best of them is: what the value graph shows."""
    session = Session("herd(size=3)", ["person"] * 2, 1)
    while session.waits_for != "chance":
        session.play(session.state.move_text(session.state.moves()[0]))
    *_, report = Outcomes().think(session.state.viewpoint(0), Limit(simulations=400))
    session.document.annotations.keep_analysis(session.here, "outcomes", (report,))
    value = SessionAnalyses(session).value(session.here)
    assert value is not None and len({one.value for one in report.candidates}) > 1
    for seat in range(2):
        mean = sum(one.prior * one.value[seat] for one in report.candidates)
        assert value[seat] == pytest.approx(mean, abs=1e-4) and value != report.candidates[0].value


def test_an_analysis_is_kept_with_the_game_and_read_without_a_search(
    game_id: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(game_id, ["person"] * fastcore.start(game_id).seats, 1)
    while session.waits_for == "chance":
        session.draw_chance()
    actor = session.point.actor
    session.play(session.state.move_text(session.state.moves()[0]))
    point = session.document.viewpoint_at(session.document.tree.nodes[session.here].parent, actor)
    analysis = Analysis(bots.strongest(session.spec), point, Limit(simulations=300))
    analysis.start()
    wait_for(analysis, 300)
    session.document.annotations.add_later(session.here, analysis.reports)
    analysis.close()
    file = home / "analysed.herbarium"
    files.write(file, record_of(session))
    monkeypatch.setattr(fastcore, "Search", None)  # no search is made
    read = session_of(files.read(file))
    later = frames(read.document.tree.nodes[read.document.line_to(read.here)[-1]].later)
    assert later[-1].simulations == 300 and {1, 2, 5, 10} <= {report.simulations for report in later}
    assert not read.document.tree.nodes[read.here].reports


def test_single_simulations_are_numbered_on_when_an_analysis_goes_on(game_id: str) -> None:
    point = point_of(game_id)
    for name in (
        name for name in bots.names(point.spec) if any(option.name == "trace" for option in bots.about(name).options)
    ):
        analysis = Analysis(name, point, Limit(simulations=30))
        analysis.start()
        finish(analysis)
        analysis.resume()
        finish(analysis)
        assert analysis.report is not None and analysis.report.simulations == 60, name
        numbers = [trace.number for trace in analysis.reports[-1].traces]
        assert all(one < other for one, other in pairwise(numbers)) and numbers[-1] > 30, name
        analysis.close()


def finish(analysis: Analysis) -> None:
    end = perf_counter() + PATIENCE
    while analysis.running:
        analysis.read()
        assert not analysis.fault and perf_counter() < end
        sleep(0.002)


def test_a_recorded_search_stays_that_of_the_bot_that_made_it(game_id: str) -> None:
    text = f"{bots.strongest(game_id)}(simulations=40)"
    session = Session(game_id, [text] * fastcore.start(game_id).seats, 1)
    while session.waits_for == "chance":
        session.draw_chance()
    seat, plain = session.point.actor, list[Report]()
    bot = bots.make(text, 1)
    while session.point.actor == seat and len(plain) < 3:
        reports = list(bot.think(session.viewpoint(seat)))
        plain.append(reports[-1])
        session.play(reports[-1].move, reports)
    for player in ("greedy", PERSON):
        session.change_seat(seat, player)
        read = session_of(record_of(session))
        for one in (session, read):
            desk = SessionAnalyses(one, ())
            made = [
                node
                for node in map(one.document.tree.nodes.__getitem__, one.document.main_line())
                if node.actor == seat
            ]
            assert [by(node.reports[-1]) for node in made] == [text] * len(plain)
            assert [decision.bot for decision in decisions(one)] == [text] * len(plain)
            assert [desk.found(node.parent)[0].bot for node in made] == [text] * len(plain)
            assert sum(sum(map(size, node.reports)) for node in made) <= PLAN_BYTES and all(
                size(node.reports[-1]) <= DECISION_BYTES for node in made
            )
            for node, report in zip(made, plain, strict=True):
                kinds = [reason.kind for reason in reasons(one.point.info, seat, node.reports[-1])]
                assert kinds[:1] == [reason.kind for reason in reasons(one.point.info, seat, report)][:1]


def desk_of(spec: str, players: tuple[str, ...], limit: Limit | None = None) -> tuple[Session, SessionAnalyses]:
    session = Session(spec, [PERSON] * fastcore.start(spec).seats, 1)
    while session.waits_for == "chance":
        session.draw_chance()
    return session, SessionAnalyses(session, players, limit)


def until_rest(desk: SessionAnalyses) -> None:
    end = perf_counter() + PATIENCE
    while desk.running:
        desk.read()
        assert not desk.troubles and perf_counter() < end
        sleep(0.002)


def test_a_position_that_is_come_back_to_has_its_own_tree_and_goes_on_with_it() -> None:
    session, desk = desk_of("forest", ("mcts",), Limit(simulations=100))
    nodes = [session.here]
    for _ in range(RESTING + 1):
        session.play(session.state.move_text(session.state.moves()[0]))
        while session.waits_for == "chance":
            session.draw_chance()
        nodes.append(session.here)
    points = {node: session.document.viewpoint_at(node, session.document.point_at(node).actor) for node in nodes}
    desk.look(nodes[0], points[nodes[0]])
    desk.start()
    until_rest(desk)
    first = desk.found(nodes[0])[0]
    assert first.analysis is not None
    tree = first.analysis.bot.search  # type: ignore[attr-defined]
    desk.look(nodes[1], points[nodes[1]])
    until_rest(desk)
    assert desk.found(nodes[0])[0].analysis is None
    desk.look(nodes[0], points[nodes[0]])
    assert not desk.running, "it had used up what it may"
    again = desk.found(nodes[0])[0]
    assert again.analysis is not None and again.analysis.bot.search is tree and again.report == first.report  # type: ignore[attr-defined]
    desk.start()
    until_rest(desk)
    assert desk.found(nodes[0])[0].report.simulations == 200 == tree.simulations
    for node in nodes[1:]:
        desk.look(node, points[node])
        until_rest(desk)
    desk.look(nodes[0], points[nodes[0]])
    lost = desk.found(nodes[0])[0]
    assert lost.report.simulations == 200 and lost.analysis is None, (
        "the table is of the search that saw more, not of a new tree"
    )
    desk.close()


def test_running_analysis_is_stored_with_the_game_every_half_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("workbench.thinking.analyses.monotonic", lambda: now[0])
    session, desk = desk_of("forest", ("mcts",))

    def searched(more: int) -> int:
        """Read reports until the bot has made so many simulations."""
        end = perf_counter() + PATIENCE
        while not (found := desk.found(session.here)) or found[0].report.simulations < more:
            desk.read()
            assert not desk.troubles and perf_counter() < end
            sleep(0.005)
        return found[0].report.simulations

    def kept() -> int:
        return max((report.simulations for report in session.document.annotations.analyses(session.here)), default=0)

    desk.look(session.here, session.viewpoint(session.point.actor))
    desk.start()
    made = searched(100)
    assert kept() == 0
    now[0] += 31
    desk.read()
    first = kept()
    assert first >= made
    made = searched(first + 100)
    assert kept() == first
    now[0] += 31
    desk.read()
    assert kept() >= made
    desk.close()


def test_other_bots_look_at_all_moves() -> None:
    session, desk = desk_of("forest", ("mcts",), Limit(simulations=50))
    desk.look(session.here, session.viewpoint(session.point.actor))
    desk.start()
    until_rest(desk)
    desk.only((desk.found(session.here)[0].report.move,))
    desk.choose(("mcts(exploration=2)",), Limit(simulations=50))
    assert desk.moves == ()
    until_rest(desk)
    desk.close()


def test_an_analysis_stays_when_the_variation_it_was_kept_with_goes(home: Path) -> None:
    session, _ = desk_of("forest", ())
    node = session.here
    first, second = (session.state.move_text(move) for move in session.state.moves()[:2])
    one, other = (
        *session.document.variations.add_line(node, [first]),
        *session.document.variations.add_line(node, [second]),
    )
    value = (0.0,) * session.point.seats
    for simulations in (100, 200):
        session.document.annotations.keep_analysis(
            node, "mcts", [Report(first, (Candidate(first, simulations, value, 0.0, 0.0, (first,)),), simulations)]
        )
        for gone in (one, other):
            if session.document.holds(gone):
                session.document.variations.delete(gone)
        file = home / "analysed.herbarium"
        files.write(file, record_of(session))
        for read in (session, session_of(files.read(file))):
            assert [(by(report), report.simulations) for report in read.document.annotations.analyses(node)] == [
                ("mcts", simulations)
            ]
        session.undo()
        session.undo()
        assert session.document.holds(one) and session.document.holds(other)
        assert [report.simulations for report in session.document.annotations.analyses(node)] == [simulations]
