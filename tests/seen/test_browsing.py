"""Tests of browsing a game: other positions, moves in them, value curves and undo."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

import pytest

import fastcore
from bots.report import Candidate, Report
from fastcore import OVER, IllegalMove, Stream
from workbench import boards
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session
from workbench.game.values import Value, ValueCurve, turn_name
from workbench.seen.browsing import Browsing


def random_game(game: str, decisions: int, seed: int = 1) -> Session:
    session, stream = Session(game, [PERSON] * fastcore.start(game).seats, seed), Stream(seed, "looking")
    while decisions and session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(stream.choice([session.state.move_text(move) for move in session.state.moves()]))
            decisions -= 1
    return session


@pytest.mark.parametrize("game", fastcore.games())
def test_browsed_position_shows_what_was_visible_then(game: str) -> None:
    session = random_game(game, 24, seed=3)
    start, expected = session.here, []
    for number, node in enumerate((ROOT, *session.document.line())):
        session.document.go_to(node)
        expected.append(
            (
                node,
                [
                    (session.viewpoint(seat).text(), session.seen_steps(seat))
                    for seat in (None, *range(session.point.seats))
                ],
            )
        )
        assert number == len(session.steps)
    session.document.go_to(start)
    browsing = Browsing(session)
    for node, views in reversed(expected):
        browsing.view_node(node)
        for seat, (text, steps) in zip((None, *range(session.point.seats)), views, strict=True):
            assert browsing.point(seat).text() == text
            step_texts = [session.document.text_at(earlier, seat) for earlier in session.document.line_to(node)]
            assert [step_text for step_text in step_texts if step_text] == [step.move for step in steps]
            turn = session.document.point_at(node).turn
            latest = list(takewhile(lambda step: step.turn == turn, reversed(steps)))  # noqa: B023
            assert browsing.turn_events(seat) == tuple(event for step in reversed(latest) for event in step.events)
            decided = [step for step in steps if step.actor >= 0]
            latest = list(takewhile(lambda step: step.turn == decided[-1].turn, reversed(decided)))  # noqa: B023
            assert browsing.last_events(seat) == tuple(event for step in reversed(latest) for event in step.events)
    assert session.here == start, "browsing does not move the game"


def test_browsing_steps_along_lines() -> None:
    session = random_game("forest", 12)
    line, browsing = session.document.line(), Browsing(session)
    assert browsing.next_node(None) is None and browsing.end_node(None) is None
    for node in (*reversed(line[:-1]), ROOT):
        previous = browsing.previous_node(None)
        assert previous == node
        browsing.view_node(previous)
    assert (
        browsing.previous_node(None) is None
        and browsing.next_node(None) == line[0]
        and browsing.end_node(None) == line[-1]
    )
    turns = [session.document.tree.nodes[node].turn for node in line]
    browsing.view_node(line[-1])
    assert browsing.node is None
    turn_start = browsing.previous_node(None, turn=True)
    assert turn_start == line[turns.index(turns[-1]) - 1], "the position in which the last turn began"
    browsing.view_node(ROOT)
    assert (
        browsing.next_node(None, turn=True)
        == [node for node, turn in zip(line, turns, strict=True) if turn == turns[0]][-1]
    )
    alternative = next(
        move for move in legal_moves(session, line[4]) if move != session.document.tree.nodes[line[5]].move
    )
    session.play_at(line[4], alternative)
    new_node = session.here
    assert browsing.session.document.children(line[4]) == (new_node, line[5]), (
        "the move played there becomes the main line"
    )
    browsing.view_node(new_node)
    assert browsing.sibling_node(None, 1) == line[5] == browsing.sibling_node(None, -1)
    browsing.view_node(line[8])
    assert browsing.line(None) == line, "steps follow the viewed variation"
    assert browsing.sibling_node(None, 1) == new_node


def legal_moves(session: Session, node: int) -> list[str]:
    state = session.document.state_at(node)
    return [state.move_text(move) for move in state.moves()]


@pytest.mark.parametrize("game", ["herd", "forest"])
def test_move_elsewhere_is_undone_in_one_step(game: str) -> None:
    session = random_game(game, 12, seed=2)
    before = (session.here, session.document.line(), session.state.text())
    node = next(n for n in session.document.line_to(session.here)[4:] if session.document.state_at(n).actor >= 0)
    with pytest.raises(IllegalMove):
        session.play_at(node, "z99")
    assert (session.here, session.document.line(), session.state.text()) == before, "a refused move changes nothing"
    played = {session.document.tree.nodes[child].move for child in session.document.children(node)}
    session.play_at(node, next(move for move in legal_moves(session, node) if move not in played))
    new_node = session.here
    assert (
        session.document.tree.nodes[new_node].parent == node
        and session.document.to_undo is not None
        and session.document.to_undo.kind == "move"
    )
    assert session.hindsight, "the players had seen what followed"
    session.undo()
    assert (session.here, session.document.line(), session.state.text()) == before
    session.redo()
    assert session.here == new_node


def test_undo_and_redo_name_the_change() -> None:
    session = random_game("forest", 8)
    changes: dict[str, Callable[[], None]] = {
        "comment": lambda: session.document.annotations.set_comment(session.here, "why not"),
        "order": lambda: session.document.variations.promote(session.document.children(session.document.line()[2])[-1]),
        "deletion": lambda: session.document.variations.delete(session.document.line()[-1]),
        "seat": lambda: session.change_seat(0, "random"),
        "taking back": session.retract,
        "place": lambda: session.document.go_to(ROOT),
        "name": lambda: session.document.name_seat(1, "Ann"),
        "tag": lambda: session.document.annotations.set_tag("event", "club"),
        "resignation": lambda: session.resign(0),
    }
    session.play(legal_moves(session, session.here)[0])
    session.play_at(
        session.document.line()[2],
        next(
            m
            for m in legal_moves(session, session.document.line()[2])
            if m != session.document.tree.nodes[session.document.line()[3]].move
        ),
    )
    session.document.go_to(session.document.children(session.document.line()[2])[-1])
    for kind, change in changes.items():
        change()
        assert session.document.to_undo is not None and session.document.to_undo.kind == kind
        session.undo()
        assert session.document.to_redo is not None and session.document.to_redo.kind == kind
        session.redo()


def test_value_curve_holds_reported_and_static_values() -> None:
    session = Session("forest", ("mcts", "person"), 1)
    while session.state.turn < 6:
        move = legal_moves(session, session.here)[0]
        candidate = Candidate(move, 9, (0.25, -0.25), 0.1, 0.2, (move,))
        report = Report(move, (candidate,), 9) if session.waits_for == "bot" else None
        session.play(move, report)
    values = ValueCurve(session).along(session.document.line(), thoughts=True)
    assert [value.turn for value in values] == [0, *range(6)], "the start, and the end of every turn"
    for value in values[1:]:
        seats = {
            session.document.tree.nodes[node].actor
            for node in session.document.line()
            if session.document.tree.nodes[node].turn == value.turn
        }
        assert value.reported == ((0.25, -0.25) if 0 in seats else None)
        assert value.static == tuple(session.document.state_at(value.node).evaluate().values)
    assert all(value.reported is None for value in ValueCurve(session).along(session.document.line(), thoughts=False))
    while session.waits_for != "over":
        session.play(legal_moves(session, session.here)[-1])
    assert session.state.actor == OVER
    complete = ValueCurve(session).along(session.document.line(), True)
    assert complete[-1].node == session.here, "the last turn ends with the game"
    curve, partial = ValueCurve(session), list[Value]()
    for number in range(len(complete)):
        partial = curve.along(session.document.line(), True, 0)
        assert partial == complete[: min(number + 2, len(complete))] and curve.is_incomplete == (
            len(partial) < len(complete)
        ), "each call adds one value"
    assert partial == complete


@pytest.mark.parametrize(
    ("spec", "last"), [("herbs(ap=30,actions=1,rounds=3)", "round 3"), ("herbalism", "round 2, turn 1")]
)
def test_turn_names_follow_the_game(spec: str, last: str) -> None:
    session = random_game(spec, 0)
    stream = Stream(5, "rounds")
    while boards.turn_text(session.point.info, session.point.fields, session.point.turn) != last:
        state = session.state
        session.draw_chance() if session.waits_for == "chance" else session.play(
            stream.choice([state.move_text(move) for move in state.moves()])
        )
    values = ValueCurve(session).along(session.document.line(), True)
    names = [turn_name(session, value) for value in values]
    assert names[:3] == (["", "round 1", "round 2"] if "herbs" in spec else ["", "", "round 1, turn 1"])
    point = session.point
    text = boards.turn_text_of_total(point.info, point.fields, point.turn, 7)
    assert text == ("round 3 of 7" if "herbs" in spec else last), "turns within a round show no total"
