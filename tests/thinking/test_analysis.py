"""Tests of analyses by several bots: stopping, resuming, restricting to a move, and storing with the game."""

from __future__ import annotations

from itertools import count, pairwise
from pathlib import Path
from time import perf_counter, sleep

import pytest

import bots
import fastcore
from bots.report import Candidate, Limit, Report, author
from bots.searching import SearchBot
from workbench.cli.analysing.recorded import decisions
from workbench.conformance.walks import random_position
from workbench.game.session import PERSON, Session
from workbench.records import files
from workbench.reports.growth import frames
from workbench.reports.pruning import DECISION_BYTES, PLAN_BYTES, size
from workbench.reports.reasons import reasons
from workbench.storage.session_records import record_of, session_of
from workbench.thinking.analyses import MAX_SUSPENDED, SessionAnalyses
from workbench.thinking.analysis import Analysis
from workbench.thinking.outcomes import Outcomes

PATIENCE = 60.0


def viewpoint_of(game: str) -> fastcore.Viewpoint:
    """Return the viewpoint of the seat to move in a position with more than four legal moves."""
    state = next(state for number in count() if len((state := random_position(game, "analysed", number)).moves()) > 4)
    return fastcore.Viewpoint.parse(f"{state.spec} {state.view(state.actor)}", state.actor)


def wait_for_simulations(analysis: Analysis, simulations: int) -> None:
    deadline = perf_counter() + PATIENCE
    while analysis.report is None or analysis.report.simulations < simulations:
        analysis.poll()
        assert not analysis.fault and perf_counter() < deadline
        sleep(0.005)


def wait_until_stopped(analysis: Analysis) -> None:
    """Process reports until the analysis has stopped."""
    deadline = perf_counter() + PATIENCE
    while analysis.is_stopping:
        analysis.poll()
        assert perf_counter() < deadline
        sleep(0.005)


def test_analyses_run_side_by_side_until_stopped(game_id: str) -> None:
    point = viewpoint_of(game_id)
    searching = [name for name in bots.names(point.spec) if issubclass(bots.bot_class(name), SearchBot)][:2]
    analyses = [Analysis(name, point) for name in searching]
    for analysis in analyses:
        analysis.start()
    for analysis in analyses:
        wait_for_simulations(analysis, 100)
        assert analysis.running
        analysis.stop()
        assert not analysis.running
    for analysis in analyses:
        wait_until_stopped(analysis)
    last_reports = [analysis.report for analysis in analyses]
    sleep(0.1)
    for analysis, report in zip(analyses, last_reports, strict=True):
        assert not analysis.poll() and analysis.report is report and not analysis.running
        assert report is not None and report.simulations >= 100
        assert isinstance(analysis.bot, SearchBot) and analysis.bot.search is not None
        assert report.simulations + report.kept == analysis.bot.search.simulations, "the report covers the whole search"
        simulations = [earlier.simulations for earlier in analysis.reports]
        assert simulations == sorted(simulations) and {1, 2, 5, 10, 20, 50} <= set(simulations)
        analysis.close()


def test_focus_on_one_move_keeps_the_other_moves(game_id: str) -> None:
    point = viewpoint_of(game_id)
    for name in (name for name in bots.names(point.spec) if issubclass(bots.bot_class(name), SearchBot)):
        analysis = Analysis(name, point)
        if not analysis.can_focus:
            with pytest.raises(ValueError, match="cannot search only some moves"):
                analysis.focus([point.move_text(point.moves()[0])])
            continue
        analysis.start()
        wait_for_simulations(analysis, 200)
        assert analysis.report is not None
        least_visited = min(analysis.report.candidates, key=lambda candidate: candidate.visits)
        analysis.focus([least_visited.move])
        wait_for_simulations(analysis, 2 * analysis.report.simulations + 2000)
        visits = {candidate.move: candidate.visits for candidate in analysis.report.candidates}
        analysis.stop()
        analysis.close()
        assert visits[least_visited.move] > least_visited.visits, name
        assert len(visits) > 1
    with pytest.raises(fastcore.IllegalMove):
        analysis.focus(["nothing"])


def test_bot_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot play"):
        Analysis("mcts", viewpoint_of("herbs"))


def test_value_before_a_chance_event_is_the_mean_of_its_outcomes() -> None:
    session = Session("herd(size=3)", ["person"] * 2, 1)
    while session.waits_for != "chance":
        session.play(session.state.move_text(session.state.moves()[0]))
    *_, report = Outcomes().think(session.state.viewpoint(0), Limit(simulations=400))
    session.document.annotations.store_analysis(session.here, "outcomes", (report,))
    value = SessionAnalyses(session).value(session.here)
    assert value is not None and len({outcome.value for outcome in report.candidates}) > 1
    for seat in range(2):
        mean = sum(outcome.prior * outcome.value[seat] for outcome in report.candidates)
        assert value[seat] == pytest.approx(mean, abs=1e-4) and value != report.candidates[0].value


def test_stored_analysis_is_read_without_a_search(game_id: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(game_id, ["person"] * fastcore.start(game_id).seats, 1)
    while session.waits_for == "chance":
        session.draw_chance()
    actor = session.point.actor
    session.play(session.state.move_text(session.state.moves()[0]))
    point = session.document.viewpoint_at(session.document.tree.nodes[session.here].parent, actor)
    analysis = Analysis(bots.strongest(session.spec), point, Limit(simulations=300))
    analysis.start()
    wait_for_simulations(analysis, 300)
    session.document.annotations.add_analysis(session.here, analysis.reports)
    analysis.close()
    file = home / "analysed.herbarium"
    files.write(file, record_of(session))
    monkeypatch.setattr(fastcore, "Search", None)  # fail on any new search
    reopened = session_of(files.read(file))
    later = frames(reopened.document.tree.nodes[reopened.document.line_to(reopened.here)[-1]].later)
    assert later[-1].simulations == 300 and {1, 2, 5, 10} <= {report.simulations for report in later}
    assert not reopened.document.tree.nodes[reopened.here].reports


def test_resumed_analysis_continues_the_numbers_of_traces(game_id: str) -> None:
    point = viewpoint_of(game_id)
    for name in (
        name
        for name in bots.names(point.spec)
        if any(option.name == "trace" for option in bots.bot_class(name).options)
    ):
        analysis = Analysis(name, point, Limit(simulations=30))
        analysis.start()
        finish(analysis)
        analysis.resume()
        finish(analysis)
        assert analysis.report is not None and analysis.report.simulations == 60, name
        numbers = [trace.number for trace in analysis.reports[-1].traces]
        assert all(earlier < later for earlier, later in pairwise(numbers)) and numbers[-1] > 30, name
        analysis.close()


def finish(analysis: Analysis) -> None:
    deadline = perf_counter() + PATIENCE
    while analysis.running:
        analysis.poll()
        assert not analysis.fault and perf_counter() < deadline
        sleep(0.002)


def test_recorded_search_keeps_its_bot_after_a_change_of_players(game_id: str) -> None:
    text = f"{bots.strongest(game_id)}(simulations=40)"
    session = Session(game_id, [text] * fastcore.start(game_id).seats, 1)
    while session.waits_for == "chance":
        session.draw_chance()
    seat, final_reports = session.point.actor, list[Report]()
    bot = bots.make(text, 1)
    while session.point.actor == seat and len(final_reports) < 3:
        reports = list(bot.think(session.viewpoint(seat)))
        final_reports.append(reports[-1])
        session.play(reports[-1].move, reports)
    for player in ("greedy", PERSON):
        session.change_seat(seat, player)
        reopened = session_of(record_of(session))
        for current in (session, reopened):
            analyses = SessionAnalyses(current, ())
            nodes = [
                node
                for node in map(current.document.tree.nodes.__getitem__, current.document.main_line())
                if node.actor == seat
            ]
            assert [author(node.reports[-1]) for node in nodes] == [text] * len(final_reports)
            assert [decision.bot for decision in decisions(current)] == [text] * len(final_reports)
            assert [analyses.findings(node.parent)[0].bot for node in nodes] == [text] * len(final_reports)
            assert sum(sum(map(size, node.reports)) for node in nodes) <= PLAN_BYTES and all(
                size(node.reports[-1]) <= DECISION_BYTES for node in nodes
            )
            for node, report in zip(nodes, final_reports, strict=True):
                kinds = [reason.kind for reason in reasons(current.point.info, seat, node.reports[-1])]
                assert kinds[:1] == [reason.kind for reason in reasons(current.point.info, seat, report)][:1]


def session_with_analyses(
    spec: str, players: tuple[str, ...], limit: Limit | None = None
) -> tuple[Session, SessionAnalyses]:
    session = Session(spec, [PERSON] * fastcore.start(spec).seats, 1)
    while session.waits_for == "chance":
        session.draw_chance()
    return session, SessionAnalyses(session, players, limit)


def wait_until_idle(analyses: SessionAnalyses) -> None:
    deadline = perf_counter() + PATIENCE
    while analyses.running:
        analyses.poll()
        assert not analyses.problems and perf_counter() < deadline
        sleep(0.002)


def test_revisited_position_resumes_its_own_tree() -> None:
    session, analyses = session_with_analyses("forest", ("mcts",), Limit(simulations=100))
    nodes = [session.here]
    for _ in range(MAX_SUSPENDED + 1):
        session.play(session.state.move_text(session.state.moves()[0]))
        while session.waits_for == "chance":
            session.draw_chance()
        nodes.append(session.here)
    points = {node: session.document.viewpoint_at(node, session.document.point_at(node).actor) for node in nodes}
    analyses.set_position(nodes[0], points[nodes[0]])
    analyses.start()
    wait_until_idle(analyses)
    first = analyses.findings(nodes[0])[0]
    assert first.analysis is not None
    tree = first.analysis.bot.search  # type: ignore[attr-defined]
    analyses.set_position(nodes[1], points[nodes[1]])
    wait_until_idle(analyses)
    assert analyses.findings(nodes[0])[0].analysis is None
    analyses.set_position(nodes[0], points[nodes[0]])
    assert not analyses.running, "the limit is used up"
    revisited = analyses.findings(nodes[0])[0]
    assert revisited.analysis is not None and revisited.analysis.bot.search is tree and revisited.report == first.report  # type: ignore[attr-defined]
    analyses.start()
    wait_until_idle(analyses)
    assert analyses.findings(nodes[0])[0].report.simulations == 200 == tree.simulations
    for node in nodes[1:]:
        analyses.set_position(node, points[node])
        wait_until_idle(analyses)
    analyses.set_position(nodes[0], points[nodes[0]])
    dropped = analyses.findings(nodes[0])[0]
    assert dropped.report.simulations == 200 and dropped.analysis is None, "the larger search is shown, not a new tree"
    analyses.close()


def test_released_searches_are_freed_and_their_results_kept() -> None:
    """A search that is still running is freed when it has sent its last report."""
    session, analyses = session_with_analyses("forest", ("mcts",))
    first, searches = session.here, []
    session.play(session.state.move_text(session.state.moves()[0]))
    while session.waits_for == "chance":
        session.draw_chance()
    for node in (first, session.here):
        analyses.set_position(node, session.document.viewpoint_at(node, session.document.point_at(node).actor))
        analyses.start()
        search = analyses.findings(node)[0].analysis if analyses.findings(node) else None
        while search is None or search.report is None or search.report.simulations < 500:
            analyses.poll()
            search = analyses.findings(node)[0].analysis if analyses.findings(node) else None
        searches.append(search)
    assert analyses.running and analyses.bytes > 0
    analyses.release()
    deadline = perf_counter() + PATIENCE
    while any(search.bot.search is not None for search in searches) and perf_counter() < deadline:  # type: ignore[attr-defined]
        analyses.poll()
        sleep(0.002)
    assert not analyses.running and analyses.bytes == 0 and not analyses.enabled
    for node, search in zip((first, session.here), searches, strict=True):
        assert search.bot.search is None
        finding = analyses.findings(node)[0]
        assert finding.analysis is None and finding.report.simulations >= 500
    analyses.start()
    assert analyses.running, "a new search can begin"
    analyses.poll()
    assert analyses.running
    analyses.close()


def test_running_analysis_is_stored_with_the_game_every_half_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("workbench.thinking.analyses.monotonic", lambda: now[0])
    session, analyses = session_with_analyses("forest", ("mcts",))

    def read_until(simulations: int) -> int:
        """Read reports until the bot has run at least this many simulations. Return their number."""
        deadline = perf_counter() + PATIENCE
        while not (findings := analyses.findings(session.here)) or findings[0].report.simulations < simulations:
            analyses.poll()
            assert not analyses.problems and perf_counter() < deadline
            sleep(0.005)
        return findings[0].report.simulations

    def stored_simulations() -> int:
        return max((report.simulations for report in session.document.annotations.analyses(session.here)), default=0)

    analyses.set_position(session.here, session.viewpoint(session.point.actor))
    analyses.start()
    reached = read_until(100)
    assert stored_simulations() == 0
    now[0] += 31
    analyses.poll()
    first = stored_simulations()
    assert first >= reached
    reached = read_until(first + 100)
    assert stored_simulations() == first
    now[0] += 31
    analyses.poll()
    assert stored_simulations() >= reached
    analyses.close()


def test_change_of_bots_removes_the_restriction() -> None:
    session, analyses = session_with_analyses("forest", ("mcts",), Limit(simulations=50))
    analyses.set_position(session.here, session.viewpoint(session.point.actor))
    analyses.start()
    wait_until_idle(analyses)
    analyses.restrict((analyses.findings(session.here)[0].report.move,))
    analyses.set_bots(("mcts(exploration=2)",), Limit(simulations=50))
    assert analyses.moves == ()
    wait_until_idle(analyses)
    analyses.close()


def test_analysis_survives_the_deletion_of_its_variation(home: Path) -> None:
    session, _ = session_with_analyses("forest", ())
    node = session.here
    first, second = (session.state.move_text(move) for move in session.state.moves()[:2])
    first_node, second_node = (
        *session.document.variations.add_line(node, [first]),
        *session.document.variations.add_line(node, [second]),
    )
    value = (0.0,) * session.point.seats
    for simulations in (100, 200):
        session.document.annotations.store_analysis(
            node, "mcts", [Report(first, (Candidate(first, simulations, value, 0.0, 0.0, (first,)),), simulations)]
        )
        for deleted in (first_node, second_node):
            if session.document.has_node(deleted):
                session.document.variations.delete(deleted)
        file = home / "analysed.herbarium"
        files.write(file, record_of(session))
        for reopened in (session, session_of(files.read(file))):
            assert [
                (author(report), report.simulations) for report in reopened.document.annotations.analyses(node)
            ] == [("mcts", simulations)]
        session.undo()
        session.undo()
        assert session.document.has_node(first_node) and session.document.has_node(second_node)
        assert [report.simulations for report in session.document.annotations.analyses(node)] == [simulations]
