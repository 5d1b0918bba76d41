"""Looking at other positions of a game, playing there, values over the turns, and what undo says it takes back."""

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
from workbench.game.values import Value, ValueCurve, stands
from workbench.seen.browsing import Browsing


def played(game: str, decisions: int, seed: int = 1) -> Session:
    session, stream = Session(game, [PERSON] * fastcore.start(game).seats, seed), Stream(seed, "looking")
    while decisions and session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(stream.choice([session.state.move_text(move) for move in session.state.moves()]))
            decisions -= 1
    return session


@pytest.mark.parametrize("game", fastcore.games())
def test_what_is_seen_at_a_position_is_what_was_seen_there(game: str) -> None:
    session = played(game, 24, seed=3)
    here, known = session.here, []
    for number, node in enumerate((ROOT, *session.document.line())):
        session.document.go_to(node)
        known.append(
            (
                node,
                [(session.viewpoint(seat).text(), session.seen(seat)) for seat in (None, *range(session.point.seats))],
            )
        )
        assert number == len(session.steps)
    session.document.go_to(here)
    browsing = Browsing(session)
    for node, seen in reversed(known):
        browsing.look(node)
        for seat, (text, steps) in zip((None, *range(session.point.seats)), seen, strict=True):
            assert browsing.point(seat).text() == text
            reads = [session.document.text_at(one, seat) for one in session.document.line_to(node)]
            assert [read for read in reads if read] == [step.move for step in steps]
            turn = session.document.point_at(node).turn
            latest = list(takewhile(lambda step: step.turn == turn, reversed(steps)))  # noqa: B023
            assert browsing.turn_events(seat) == tuple(event for step in reversed(latest) for event in step.events)
            decided = [step for step in steps if step.actor >= 0]
            latest = list(takewhile(lambda step: step.turn == decided[-1].turn, reversed(decided)))  # noqa: B023
            assert browsing.last_events(seat) == tuple(event for step in reversed(latest) for event in step.events)
    assert session.here == here, "looking goes nowhere"


def test_stepping_along_lines() -> None:
    session = played("forest", 12)
    line, browsing = session.document.line(), Browsing(session)
    assert browsing.forward(None) is None and browsing.end(None) is None
    for node in (*reversed(line[:-1]), ROOT):
        back = browsing.back(None)
        assert back == node
        browsing.look(back)
    assert browsing.back(None) is None and browsing.forward(None) == line[0] and browsing.end(None) == line[-1]
    turns = [session.document.tree.nodes[node].turn for node in line]
    browsing.look(line[-1])
    assert browsing.node is None
    begun = browsing.back(None, turn=True)
    assert begun == line[turns.index(turns[-1]) - 1], "the position in which the last turn began"
    browsing.look(ROOT)
    assert (
        browsing.forward(None, turn=True)
        == [node for node, turn in zip(line, turns, strict=True) if turn == turns[0]][-1]
    )
    other = next(move for move in legal(session, line[4]) if move != session.document.tree.nodes[line[5]].move)
    session.play_at(line[4], other)
    fresh = session.here
    assert browsing.session.document.children(line[4]) == (fresh, line[5]), "what was played there is the main line"
    browsing.look(fresh)
    assert browsing.beside(None, 1) == line[5] == browsing.beside(None, -1)
    browsing.look(line[8])
    assert browsing.line(None) == line, "one steps along the variation that one looks at"
    assert browsing.beside(None, 1) == fresh


def legal(session: Session, node: int) -> list[str]:
    state = session.document.state_at(node)
    return [state.move_text(move) for move in state.moves()]


@pytest.mark.parametrize("game", ["herd", "forest"])
def test_a_move_elsewhere_is_undone_at_one_go(game: str) -> None:
    session = played(game, 12, seed=2)
    before = (session.here, session.document.line(), session.state.text())
    node = next(n for n in session.document.line_to(session.here)[4:] if session.document.state_at(n).actor >= 0)
    with pytest.raises(IllegalMove):
        session.play_at(node, "z99")
    assert (session.here, session.document.line(), session.state.text()) == before, "a refused move changes nothing"
    done = {session.document.tree.nodes[child].move for child in session.document.children(node)}
    session.play_at(node, next(move for move in legal(session, node) if move not in done))
    fresh = session.here
    assert (
        session.document.tree.nodes[fresh].parent == node
        and session.document.to_undo is not None
        and session.document.to_undo.what == "move"
    )
    assert session.hindsight, "they had been shown what followed"
    session.undo()
    assert (session.here, session.document.line(), session.state.text()) == before
    session.redo()
    assert session.here == fresh


def test_undo_says_what_it_takes_back() -> None:
    session = played("forest", 8)
    changes: dict[str, Callable[[], None]] = {
        "comment": lambda: session.document.annotations.comment(session.here, "why not"),
        "order": lambda: session.document.variations.promote(session.document.children(session.document.line()[2])[-1]),
        "deletion": lambda: session.document.variations.delete(session.document.line()[-1]),
        "seat": lambda: session.change_seat(0, "random"),
        "taking back": session.take_back,
        "place": lambda: session.document.go_to(ROOT),
        "name": lambda: session.document.name_seat(1, "Ann"),
        "tag": lambda: session.document.annotations.tag("event", "club"),
        "resignation": lambda: session.resign(0),
    }
    session.play(legal(session, session.here)[0])
    session.play_at(
        session.document.line()[2],
        next(
            m
            for m in legal(session, session.document.line()[2])
            if m != session.document.tree.nodes[session.document.line()[3]].move
        ),
    )
    session.document.go_to(session.document.children(session.document.line()[2])[-1])
    for what, change in changes.items():
        change()
        assert session.document.to_undo is not None and session.document.to_undo.what == what
        session.undo()
        assert session.document.to_redo is not None and session.document.to_redo.what == what
        session.redo()


def test_values_come_from_reports_where_there_are_any() -> None:
    session = Session("forest", ("mcts", "person"), 1)
    while session.state.turn < 6:
        move = legal(session, session.here)[0]
        told = Candidate(move, 9, (0.25, -0.25), 0.1, 0.2, (move,))
        report = Report(move, (told,), 9) if session.waits_for == "bot" else None
        session.play(move, report)
    values = ValueCurve(session).along(session.document.line(), thoughts=True)
    assert [value.turn for value in values] == [0, *range(6)], "the start, and every turn that was ended"
    for value in values[1:]:
        seats = {
            session.document.tree.nodes[node].actor
            for node in session.document.line()
            if session.document.tree.nodes[node].turn == value.turn
        }
        assert value.told == ((0.25, -0.25) if 0 in seats else None)
        assert value.static == tuple(session.document.state_at(value.node).evaluate().values)
    assert all(value.told is None for value in ValueCurve(session).along(session.document.line(), thoughts=False))
    while session.waits_for != "over":
        session.play(legal(session, session.here)[-1])
    assert session.state.actor == OVER
    whole = ValueCurve(session).along(session.document.line(), True)
    assert whole[-1].node == session.here, "the last turn of a game ends with it"
    curve, known = ValueCurve(session), list[Value]()
    for number in range(len(whole)):
        known = curve.along(session.document.line(), True, 0)
        assert known == whole[: min(number + 2, len(whole))] and curve.more == (len(known) < len(whole)), (
            "one more at a time"
        )
    assert known == whole


@pytest.mark.parametrize(
    ("spec", "last"), [("herbs(ap=30,actions=1,rounds=3)", "round 3"), ("herbalism", "round 2, turn 1")]
)
def test_turns_are_called_as_their_game_calls_them(spec: str, last: str) -> None:
    session = played(spec, 0)
    stream = Stream(5, "rounds")
    while boards.stands(session.point.info, session.point.fields, session.point.turn) != last:
        state = session.state
        session.draw_chance() if session.waits_for == "chance" else session.play(
            stream.choice([state.move_text(move) for move in state.moves()])
        )
    values = ValueCurve(session).along(session.document.line(), True)
    told = [stands(session, value) for value in values]
    assert told[:3] == (["", "round 1", "round 2"] if "herbs" in spec else ["", "", "round 1, turn 1"])
    here = session.point
    of = boards.stands_of(here.info, here.fields, here.turn, 7)
    assert of == ("round 3 of 7" if "herbs" in spec else last), "turns of one round are not those of the game"
