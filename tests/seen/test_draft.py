"""A turn that is written before it is made: lines, faults, undo; and making all of it at one go."""

from __future__ import annotations

import time

import pytest

import fastcore
from fastcore import IllegalMove, Viewpoint
from tests.conftest import deep, in_time
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session
from workbench.seen.draft import EMPTY, WHOLE, Draft, begun

SMALL = "herbs(ap=30,actions=2,rounds=3)"
FIRST, SECOND = ("0M2", "0TL", "WhH5"), ("2M2", "3TL", "WhA5")


def session(spec: str = SMALL) -> Session:
    return Session(spec, (PERSON, PERSON), 1)


def draft(*moves: str, spec: str = SMALL) -> Draft:
    return Draft(session(spec).viewpoint(0), moves)


def collects(point: Viewpoint) -> bool:
    return point.phase == "write"


def test_lines_are_written_until_the_turn_is_whole() -> None:
    one = draft()
    assert one.at == 0 and not one.complete
    assert one.write("WhH5"), "the stone comes last"
    assert one.moves == ()
    for number, move in enumerate(FIRST):
        assert one.at == number and one.write(move) == ""
    assert one.complete and one.at is None and one.faults == ("", "", "")
    assert one.write("0TL") == WHOLE and one.moves == FIRST


def test_the_point_is_the_one_after_what_is_written() -> None:
    one = draft("0M2")
    played = session()
    played.play("0M2")
    assert one.point.text() == played.viewpoint(0).text() and one.begun.text() == session().viewpoint(0).text()


def test_a_turn_after_which_more_would_be_shown_is_whole() -> None:
    played = session()
    for move in FIRST:
        played.play(move)
    one = Draft(played.viewpoint(1), SECOND)
    assert one.complete and one.point.seat == 1
    assert Draft(played.viewpoint(1), (*SECOND, "2TL")).faults == ("", "", "", WHOLE)


def test_a_chosen_line_is_replaced() -> None:
    one = draft(*FIRST)
    one.choose(0)
    assert one.at == 0 and one.point.text() == one.begun.text() and one.complete
    assert one.write("1TR") == "" and one.moves == ("1TR", "0TL", "WhH5") and one.chosen is None
    one.choose(3)
    assert one.chosen is None, "there is no such line"


def test_what_becomes_too_dear_says_so_and_what_follows_is_judged_without_it() -> None:
    spec = "herbs(ap=10,actions=3,rounds=3)"
    one = draft("0M1", "0M6", "0TL", "WhH5", spec=spec)
    assert one.complete, "8 of 10 AP"
    one.choose(0)
    assert one.write("0M6") == ""
    assert [bool(reason) for reason in one.faults] == [False, True, False, False], one.faults
    assert one.at == 1 and not one.complete, "what is wrong is put right first"
    assert one.write("0M3") == "" and one.complete


def test_lines_that_are_only_in_the_wrong_place() -> None:
    one = draft("WhH5", "0M2", "0TL")
    assert one.faults[0] and one.faults[1:] == ("", "")
    assert one.shift(0, 1) == 1 and one.shift(1, 1) == 2 and one.shift(2, 1) == 2
    assert one.moves == ("0M2", "0TL", "WhH5") and one.complete
    one.remove(1)
    assert list(one.moves) == ["0M2", "", "WhH5"] and one.faults == ("", EMPTY, "") and one.at == 1
    assert draft("2M1", "nonsense", "0M2").faults[2] == ""


def test_a_line_that_is_removed_leaves_its_place_empty() -> None:
    """What stands below stays where it is, and so does what was chosen."""
    one = draft("0M1", "0TL", "1TR", "WhH5", spec="herbs(ap=10,actions=3,rounds=3)")
    one.choose(2)
    one.remove(1)
    assert list(one.moves) == ["0M1", "", "1TR", "WhH5"] and one.chosen == 2 and not one.complete
    one.choose(None)
    assert one.at == 1 and one.write("0M2") == "" and one.complete and one.moves[3] == "WhH5"
    one.choose(3)
    one.remove(3)
    assert list(one.moves) == ["0M1", "0M2", "1TR"] and one.chosen is None and one.at == 3
    one.remove(1)
    one.remove(2)
    assert one.moves == ("0M1",), "nothing is kept below the last line"


def test_a_move_of_a_line_that_would_spoil_another_is_known_before() -> None:
    one = draft(*FIRST)
    assert one.why_no_shift(0, 1) == "" and "before the stone" in one.why_no_shift(1, 1)
    assert "before the stone" in one.why_no_shift(2, -2) and one.moves == FIRST
    assert draft("WhH5", "0M2", "0TL").why_no_shift(0, 2) == "", "what is wrong already may be moved"


def test_undo_and_redo_of_lines() -> None:
    one = draft("0M2")
    assert not one.can_undo, "what was there at the beginning is no change"
    one.write("0TL")
    one.remove(0)
    one.shift(0, -1)
    assert list(one.moves) == ["", "0TL"]
    one.undo()
    assert list(one.moves) == ["0M2", "0TL"] and one.can_redo
    one.undo()
    assert one.moves == ("0M2",) and not one.can_undo
    one.redo()
    one.redo()
    assert list(one.moves) == ["", "0TL"] and not one.can_redo
    one.undo()
    one.replace(1, "WhH5")
    assert not one.can_redo and one.moves == ("0M2", "WhH5") and one.faults[1]


def test_a_draft_knows_what_the_game_knows() -> None:
    """Random changes: the faults are those that the game itself tells of the lines that can be made."""
    for seed in range(deep(8, 200)):
        stream = fastcore.Stream(seed, "draft")
        one = draft(spec="herbs(ap=16,actions=3,rounds=3)")
        for _ in range(25):
            kind = stream.choice([0, 0, 0, 1, 2, 3])
            number = stream.choice([0, 1, 2])
            if kind == 0:
                point = one.point
                one.write(point.move_text(stream.choice(point.moves())))
            elif kind == 1 and number < len(one.moves):
                one.remove(number)
            elif kind == 2 and number < len(one.moves):
                one.shift(number, 1)
            elif number < len(one.moves):
                one.choose(number)
            if not any(one.faults):
                state = fastcore.start("herbs(ap=16,actions=3,rounds=3)")
                for move in one.moves:
                    state.play(move)
                assert one.complete == (state.actor != 0)
            else:
                first = next(number for number, reason in enumerate(one.faults) if reason)
                state = fastcore.start("herbs(ap=16,actions=3,rounds=3)")
                for move in one.moves[:first]:
                    state.play(move)
                assert one.faults[first] in ((state.why_not(one.moves[first]), WHOLE) if one.moves[first] else (EMPTY,))


def test_judging_is_quick() -> None:
    one = draft(*["0TL"] * 8, "WhH5", spec="herbs(actions=8)")
    begin = time.perf_counter()
    one.shift(8, -1)
    assert one.faults[7] and in_time(time.perf_counter() - begin, 0.2)


# Made at one go -------------------------------------------------------------------------------------------------------


def test_a_turn_is_made_and_undone_at_one_go() -> None:
    one, single = session(), session()
    one.play_turn(ROOT, FIRST, 12.0, 50.0)
    for move in FIRST:
        single.play(move)
    assert one.state == single.state and [step.move for step in one.steps] == list(FIRST)
    assert [one.document.tree.nodes[node].seconds for node in one.document.line()] == [12.0, 0.0, 0.0]
    one.undo()
    assert one.steps == () and one.document.can_undo
    one.redo()
    assert one.state == single.state and not one.hindsight


def test_a_turn_that_cannot_be_made_is_not_begun() -> None:
    one = session()
    with pytest.raises(IllegalMove):
        one.play_turn(ROOT, ("0M2", "2M2"))
    assert one.steps == () and one.document.can_undo and one.document.tree.nodes[ROOT].children == ()


def test_what_was_made_stays_and_what_differs_is_a_variation() -> None:
    one = session()
    one.play("0M2")
    one.play_turn(ROOT, FIRST)
    assert len(one.document.tree.nodes) == 4 and [step.move for step in one.steps] == list(FIRST)
    one.undo()
    assert [step.move for step in one.steps] == ["0M2"]
    one.play_turn(ROOT, ("1TR", *FIRST[1:]))
    assert [step.move for step in one.steps] == ["1TR", *FIRST[1:]] and len(one.document.tree.nodes[ROOT].children) == 2
    one.undo()
    assert [step.move for step in one.steps] == ["0M2"]


def test_where_a_turn_begins_and_what_was_made_of_it() -> None:
    one = session()
    assert begun(one, one.here, 0, collects) == (ROOT, ())
    one.play("0M2")
    assert begun(one, one.here, 0, collects) == (ROOT, ("0M2",))
    one.play_turn(ROOT, FIRST)
    start = one.here
    assert begun(one, start, 1, collects) == (start, ()), "nothing of what the other wrote"
    one.undo()
    assert begun(one, one.here, 0, collects) == (ROOT, FIRST), "what was taken back can be made again"
    one.redo()
    one.play_turn(start, SECOND)
    assert begun(one, one.here, 0, collects).moves == (), "another round"
    one.undo()
    assert begun(one, one.here, 1, collects) == (start, SECOND)
    assert begun(one, ROOT, 0, collects) == (ROOT, FIRST)
