"""Tests of the decisions that the tutor judges."""

from __future__ import annotations

from workbench.game.session import PERSON, Session
from workbench.tutor.decisions import last_decision

LAST_TURN = "rb/2b/bb r 3 4-1 x1+4"  # every turn ends the game


def test_turn_that_ends_the_game_is_a_decision_but_a_resignation_is_none() -> None:
    session = Session("herd(size=2)", (PERSON, "random"), 1, LAST_TURN)
    while session.waits_for == "person":
        session.play(session.state.move_text(session.state.moves()[0]))
    decision = last_decision(session)
    assert session.waits_for == "over" and decision is not None
    assert decision.seat == 0 and decision.point.text() == LAST_TURN and len(decision.moves) == len(session.steps)
    session.take_back(decision.before)
    session.resign(0)
    assert last_decision(session) is None


def test_a_remark_is_added_once_and_is_not_undone() -> None:
    session = Session("herd(size=2)", (PERSON, "random"), 1, LAST_TURN)
    session.play(session.state.move_text(session.state.moves()[0]))
    annotations, node = session.document.annotations, session.here
    annotations.set_comment(node, "mine", 0)
    changes = len(session.document.history.done)
    for _ in range(2):
        annotations.add_remark(node, "Tutor: no.", 0)
    assert [comment.text for comment in session.document.tree.nodes[node].comments] == ["mine", "Tutor: no."]
    assert len(session.document.history.done) == changes
