"""Tests of drafts of a turn: lines, faults and undo, and playing the whole turn."""

from __future__ import annotations

import time

import pytest

import fastcore
from fastcore import IllegalMove, Viewpoint
from tests.conftest import deep, is_fast_enough
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session
from workbench.seen.draft import EMPTY, WHOLE, Draft, find_turn_start

SMALL = "herbs(ap=30,actions=2,rounds=3)"
FIRST, SECOND = ("0M2", "0TL", "WhH5"), ("2M2", "3TL", "WhA5")


def new_session(spec: str = SMALL) -> Session:
    return Session(spec, (PERSON, PERSON), 1)


def new_draft(*moves: str, spec: str = SMALL) -> Draft:
    return Draft(new_session(spec).viewpoint(0), moves)


def collects_moves(point: Viewpoint) -> bool:
    return point.phase == "write"


def test_draft_accepts_lines_until_the_turn_is_complete() -> None:
    draft = new_draft()
    assert draft.next_line == 0 and not draft.complete
    assert draft.write("WhH5"), "the stone comes last"
    assert draft.moves == ()
    for number, move in enumerate(FIRST):
        assert draft.next_line == number and draft.write(move) == ""
    assert draft.complete and draft.next_line is None and draft.faults == ("", "", "")
    assert draft.write("0TL") == WHOLE and draft.moves == FIRST


def test_draft_point_follows_the_written_lines() -> None:
    draft = new_draft("0M2")
    played = new_session()
    played.play("0M2")
    assert draft.point.text() == played.viewpoint(0).text() and draft.start.text() == new_session().viewpoint(0).text()


def test_turn_that_reveals_the_plans_is_complete() -> None:
    played = new_session()
    for move in FIRST:
        played.play(move)
    draft = Draft(played.viewpoint(1), SECOND)
    assert draft.complete and draft.point.seat == 1
    assert Draft(played.viewpoint(1), (*SECOND, "2TL")).faults == ("", "", "", WHOLE)


def test_selected_line_is_replaced() -> None:
    draft = new_draft(*FIRST)
    draft.choose(0)
    assert draft.next_line == 0 and draft.point.text() == draft.start.text() and draft.complete
    assert draft.write("1TR") == "" and draft.moves == ("1TR", "0TL", "WhH5") and draft.chosen is None
    draft.choose(3)
    assert draft.chosen is None, "there is no such line"


def test_unaffordable_line_is_faulty_and_later_lines_ignore_it() -> None:
    spec = "herbs(ap=10,actions=3,rounds=3)"
    draft = new_draft("0M1", "0M6", "0TL", "WhH5", spec=spec)
    assert draft.complete, "8 of 10 AP"
    draft.choose(0)
    assert draft.write("0M6") == ""
    assert [bool(reason) for reason in draft.faults] == [False, True, False, False], draft.faults
    assert draft.next_line == 1 and not draft.complete, "the faulty line is next"
    assert draft.write("0M3") == "" and draft.complete


def test_misplaced_lines_can_be_shifted() -> None:
    draft = new_draft("WhH5", "0M2", "0TL")
    assert draft.faults[0] and draft.faults[1:] == ("", "")
    assert draft.shift(0, 1) == 1 and draft.shift(1, 1) == 2 and draft.shift(2, 1) == 2
    assert draft.moves == ("0M2", "0TL", "WhH5") and draft.complete
    draft.remove(1)
    assert list(draft.moves) == ["0M2", "", "WhH5"] and draft.faults == ("", EMPTY, "") and draft.next_line == 1
    assert new_draft("2M1", "nonsense", "0M2").faults[2] == ""


def test_removed_line_leaves_an_empty_place() -> None:
    """Later lines keep their places, and the selection does not move."""
    draft = new_draft("0M1", "0TL", "1TR", "WhH5", spec="herbs(ap=10,actions=3,rounds=3)")
    draft.choose(2)
    draft.remove(1)
    assert list(draft.moves) == ["0M1", "", "1TR", "WhH5"] and draft.chosen == 2 and not draft.complete
    draft.choose(None)
    assert draft.next_line == 1 and draft.write("0M2") == "" and draft.complete and draft.moves[3] == "WhH5"
    draft.choose(3)
    draft.remove(3)
    assert list(draft.moves) == ["0M1", "0M2", "1TR"] and draft.chosen is None and draft.next_line == 3
    draft.remove(1)
    draft.remove(2)
    assert draft.moves == ("0M1",), "empty lines at the end are dropped"


def test_shift_fault_predicts_new_faults() -> None:
    draft = new_draft(*FIRST)
    assert draft.shift_fault(0, 1) == "" and "the stone comes last" in draft.shift_fault(1, 1)
    assert "the stone comes last" in draft.shift_fault(2, -2) and draft.moves == FIRST
    assert new_draft("WhH5", "0M2", "0TL").shift_fault(0, 2) == "", "a line that is already faulty may be moved"


def test_lines_can_be_undone_and_redone() -> None:
    draft = new_draft("0M2")
    assert not draft.can_undo, "the initial lines are not a change"
    draft.write("0TL")
    draft.remove(0)
    draft.shift(0, -1)
    assert list(draft.moves) == ["", "0TL"]
    draft.undo()
    assert list(draft.moves) == ["0M2", "0TL"] and draft.can_redo
    draft.undo()
    assert draft.moves == ("0M2",) and not draft.can_undo
    draft.redo()
    draft.redo()
    assert list(draft.moves) == ["", "0TL"] and not draft.can_redo
    draft.undo()
    draft.replace(1, "WhH5")
    assert not draft.can_redo and draft.moves == ("0M2", "WhH5") and draft.faults[1]


def test_draft_faults_match_the_game() -> None:
    """After random edits, the first fault is the reason that the game itself gives."""
    for seed in range(deep(8, 200)):
        stream = fastcore.Stream(seed, "draft")
        draft = new_draft(spec="herbs(ap=16,actions=3,rounds=3)")
        for _ in range(25):
            kind = stream.choice([0, 0, 0, 1, 2, 3])
            number = stream.choice([0, 1, 2])
            if kind == 0:
                point = draft.point
                draft.write(point.move_text(stream.choice(point.moves())))
            elif kind == 1 and number < len(draft.moves):
                draft.remove(number)
            elif kind == 2 and number < len(draft.moves):
                draft.shift(number, 1)
            elif number < len(draft.moves):
                draft.choose(number)
            if not any(draft.faults):
                state = fastcore.start("herbs(ap=16,actions=3,rounds=3)")
                for move in draft.moves:
                    state.play(move)
                assert draft.complete == (state.actor != 0)
            else:
                first = next(number for number, reason in enumerate(draft.faults) if reason)
                state = fastcore.start("herbs(ap=16,actions=3,rounds=3)")
                for move in draft.moves[:first]:
                    state.play(move)
                assert draft.faults[first] in (
                    (state.why_not(draft.moves[first]), WHOLE) if draft.moves[first] else (EMPTY,)
                )


def test_faults_are_found_quickly() -> None:
    draft = new_draft(*["0TL"] * 8, "WhH5", spec="herbs(actions=8)")
    begin = time.perf_counter()
    draft.shift(8, -1)
    assert draft.faults[7] and is_fast_enough(time.perf_counter() - begin, 0.2)


# Playing a whole turn -------------------------------------------------------------------------------------------------


def test_turn_is_played_and_undone_as_a_whole() -> None:
    session, stepwise = new_session(), new_session()
    session.play_turn(ROOT, FIRST, 12.0, 50.0)
    for move in FIRST:
        stepwise.play(move)
    assert session.state == stepwise.state and [step.move for step in session.steps] == list(FIRST)
    assert [session.document.tree.nodes[node].seconds for node in session.document.line()] == [12.0, 0.0, 0.0]
    session.undo()
    assert session.steps == () and session.document.can_undo
    session.redo()
    assert session.state == stepwise.state and not session.hindsight


def test_illegal_turn_plays_no_move() -> None:
    session = new_session()
    with pytest.raises(IllegalMove):
        session.play_turn(ROOT, ("0M2", "2M2"))
    assert session.steps == () and session.document.can_undo and session.document.tree.nodes[ROOT].children == ()


def test_repeated_turn_keeps_moves_and_adds_variations() -> None:
    session = new_session()
    session.play("0M2")
    session.play_turn(ROOT, FIRST)
    assert len(session.document.tree.nodes) == 4 and [step.move for step in session.steps] == list(FIRST)
    session.undo()
    assert [step.move for step in session.steps] == ["0M2"]
    session.play_turn(ROOT, ("1TR", *FIRST[1:]))
    assert [step.move for step in session.steps] == ["1TR", *FIRST[1:]] and len(
        session.document.tree.nodes[ROOT].children
    ) == 2
    session.undo()
    assert [step.move for step in session.steps] == ["0M2"]


def test_turn_start_and_played_moves_are_found() -> None:
    session = new_session()
    assert find_turn_start(session, session.here, 0, collects_moves) == (ROOT, ())
    session.play("0M2")
    assert find_turn_start(session, session.here, 0, collects_moves) == (ROOT, ("0M2",))
    session.play_turn(ROOT, FIRST)
    start = session.here
    assert find_turn_start(session, start, 1, collects_moves) == (start, ()), "nothing of the opponent's plan"
    session.undo()
    assert find_turn_start(session, session.here, 0, collects_moves) == (ROOT, FIRST), "undone moves are offered again"
    session.redo()
    session.play_turn(start, SECOND)
    assert find_turn_start(session, session.here, 0, collects_moves).moves == (), "a new round"
    session.undo()
    assert find_turn_start(session, session.here, 1, collects_moves) == (start, SECOND)
    assert find_turn_start(session, ROOT, 0, collects_moves) == (ROOT, FIRST)
