"""What happened in Herbalism: the log, marks and what is expected."""

from __future__ import annotations

import fastcore
from fastcore import Stream, Viewpoint
from tests.games.herbalism.positions import ACT, END, FAILED, KNOWN, shown, told
from workbench import boards
from workbench.boards.herbalism.tabletop import read
from workbench.boards.kit.contract import Board
from workbench.game.session import Session
from workbench.seen.recap import recap_of
from workbench.table.guide import Guide


def test_the_log_speaks_to_whoever_reads_it(board: Board) -> None:
    moves = ("gy:feed:2:g", "predict:b", "rb:appeal:1", "give:r")
    assert told(board, ACT, 0, *moves) == [
        "You feed seat 2 on green and yellow.",
        "You give a green to seat 2.",
        "Seat 2 hands a yellow over to you.",
        "You predict blue.",
        "Seat 2 appeals to you on red and blue.",
        "You are asked what to hand over.",
        "You hand a red over to seat 2.",
    ]
    assert told(board, ACT, 1, *moves)[:3] == [
        "Seat 1 feeds you on green and yellow.", "Seat 1 gives a green to you.", "You hand a yellow over to seat 1.",
    ]  # fmt: skip
    for seat in (2, None):
        assert told(board, ACT, seat, *moves)[1:3] == [
            "Seat 1 gives a card to seat 2.",
            "Seat 2 hands a card over to seat 1.",
        ]
    last = ACT.replace("ryyg/yggb/gbbb", "g/ryyygg/gbbbb")
    assert told(board, last, 0, "gy:feed:2:g")[1] == "You give a green to seat 2.", "also with the last card"
    assert (
        told(board, last, 2, "gy:feed:2:g")[1]
        == told(board, last, None, "gy:feed:2:g")[1]
        == "Seat 1 gives a card to seat 2."
    )
    assert told(board, KNOWN, 0, "gb:inquire:2:b")[2] == "Seat 2 says: I hold 1 green card."
    point = fastcore.parse(KNOWN)
    asked = {seat: board.learned(point.info, seat, point.events("gb:inquire:2:b", seat)) for seat in range(3)}
    assert asked == {0: "Seat 2 told you: 1 green card.", 1: "", 2: ""}, "read again by whoever asked"
    assert told(board, KNOWN, 1, "gb:inquire:2:b")[2] == "You say: I hold 1 green card."
    assert told(board, KNOWN, 2, "gb:inquire:2:b")[2] == "Seat 2 says: I hold 1 card of the other colour."
    assert told(board, KNOWN, 2, "==:inquire:2:b")[2] == "Seat 2 says: I hold 4 cards of that colour now."


def test_the_end_of_a_round_is_told_and_shown(board: Board) -> None:
    state = fastcore.parse("herbalism bb ggb/gbb/rryyyg 0,0,0 1 1 14 cure:3:1 gb,gy,rg a=rb,-,- -,-,-")
    events = state.events("answer:==", 0)
    assert [boards.tell(state.info, event) for event in events] == [
        "Seat 3 answers on two alike.", "Everybody sees the hidden pair: two blues.",
        "Seat 3 named the cure. The round is over: seat 1 +0, seat 2 +0, seat 3 +3.",
    ]  # fmt: skip
    assert (
        boards.tell(state.info, events[-1], 2) == "You named the cure. The round is over: seat 1 +0, seat 2 +0, you +3."
    )
    session = Session(state.spec, ("person",) * 3, 1, state.text())
    session.play("answer:==")
    assert [recap_of(session, session.here, seat).frames[-1].words.partition(".")[0] for seat in (0, 2)] == [
        "Seat 3 named the cure",
        "You named the cure",
    ]
    after = state.after("answer:==")
    marks = board.last(after.viewpoint(0).fields, events)
    assert shown(marks, "card:") == [("card:b", "hidden pair")] * 2 and ("chosen:medicine", "==") in shown(
        marks, "chosen"
    )
    dealt = after.after(after.move_text(after.sample(Stream(1))))
    assert board.last(dealt.viewpoint(0).fields, events) == (), "nothing of it on the cards of the next round"


def test_what_the_latest_turn_did_is_marked(board: Board) -> None:
    state = fastcore.parse(KNOWN)
    events = state.events("gb:inquire:2:b", 0)
    marks = board.last(state.after("gb:inquire:2:b").viewpoint(0).fields, events)
    assert shown(marks, "said", "last:medicine") == [("last:medicine", "gb"), ("said-1", "seat 2")]
    assert shown(marks, "last:small") == [("last:small", "seat 2")]
    state = fastcore.parse(ACT)
    marks = board.last(state.after("gy:feed:2:g").viewpoint(0).fields, state.events("gy:feed:2:g", 0))
    assert shown(marks, "last:large") == [("last:large", "yellow")], "the card that came"
    assert shown(board.last(state.fields, []), "last") == []


def test_what_stands_on_a_spot_is_said(board: Board) -> None:
    fields = fastcore.parse(ACT).viewpoint(0).fields
    assert board.standing_on(fields, "seat 2") == "4 cards, 0 points, cure marker unused"
    assert (
        board.standing_on(fields, "seat 1")
        == "4 cards: a red, 2 yellows and a green, 0 points, cure marker unused, started this round"
    )
    assert board.standing_on(fields, "gb") == "the medicine of green and blue, with your medicine marker"
    assert (
        board.standing_on(fields, "yellow") == "2 in your hand"
        and board.standing_on(fields, "hidden pair") == "two covered cards"
    )
    assert board.standing_on(fields, "red") == "1 in your hand, predicted by you"
    failed = fastcore.parse(FAILED).viewpoint(1).fields
    watched = fastcore.parse(ACT).viewpoint(None).fields
    assert (
        board.standing_on(watched, "yellow") == "3 in all"
        and board.standing_on(watched, "red") == "2 in all, predicted by seat 1"
    )
    assert board.standing_on(fastcore.parse(ACT).fields, "yellow") == "2 in the hand of seat 1"
    assert board.standing_on(watched, "gb").endswith("with seat 1's medicine marker")
    markers = "seat 1's medicine marker, your failed answer and seat 3's failed follow"
    assert board.standing_on(failed, "rb") == f"the medicine of red and blue, with {markers}"
    assert board.standing_on(failed, "hidden pair") == "green and blue"


def test_an_empty_hand_is_still_ones_own(board: Board) -> None:
    """Also whoever holds no card is spoken to, and sees an empty hand below; a watcher is not taken for one."""
    state = fastcore.parse(KNOWN.replace("-,-,- -,-,-", "-,-,A=rg -,-,-"))
    mine, watched = state.viewpoint(2).fields, state.viewpoint(None).fields
    assert (
        board.standing_on(mine, "red", 2) == "0 in your hand" and board.standing_on(watched, "red", None) == "2 in all"
    )
    assert board.standing_on(mine, "gb", 2) == "the medicine of green and blue, with your medicine marker"
    assert board.standing_on(mine, "rg", 2).endswith("with your failed answer")
    assert board.standing_on(watched, "rg", None).endswith("with seat 3's failed answer")
    assert shown(board.pieces(mine, 2), "below", "count-0") == [("below", "seat 3"), ("count-0", "seat 3")]
    assert shown(board.pieces(watched, None), "below") == []


def test_what_is_expected(board: Board) -> None:
    state = fastcore.parse(ACT)
    assert boards.expects(state.viewpoint(0)) == "You must choose a medicine card, then an action."
    assert (
        boards.expects(state.viewpoint(1))
        == boards.expects(state)
        == "Seat 1 must choose a medicine card, then an action."
    )
    assert boards.expects(fastcore.parse(FAILED).viewpoint(0)) == "You must cure now: choose a medicine card."
    assert boards.expects(fastcore.parse(END).viewpoint(2)) == "Seat 1 cures: you may answer, follow or pass."
    assert (
        boards.expects(fastcore.parse(END).after("follow:gb"))
        == "The game is over: Seat 3 wins. Seat 1 5, Seat 2 1, Seat 3 6."
    )
    told = [boards.expects(fastcore.parse(END).after("follow:gb").viewpoint(seat)) for seat in (1, 2)]
    assert [line.partition(". ")[0] for line in told] == ["The game is over: Seat 3 wins", "The game is over: you win"]
    (panel,) = board.panels(state.info, state.fields, ())
    assert [line.text for line in panel.lines] == ["Round 1, turn 4. Only cures after turn 45."]


def test_a_lesson_shows_what_its_seat_sees(board: Board) -> None:
    guide = Guide("herbalism", 2)
    assert guide.seat == 0 and "?" in guide.point.fields["hidden"] and "?" in guide.point.fields["hands"]
    before = guide.point
    made = guide.play("gb:inquire:2:b")
    assert made.asked and all("?" in event.fields["hidden"] for event in made.events)
    assert guide.point is not before and guide.point.turn == before.turn + 1 == guide.state.turn
    assert isinstance(guide.point, Viewpoint) and guide.point.beliefs()["cure"]["gb"] == 1, "what the lesson claims"
    cures = [Guide("herbalism", number - 1) for number in (4, 9, 10)]
    assert all(guide.goal[0].endswith(read(guide.state.fields).right()) for guide in cures), (
        "and what they ask for is right"
    )
    five = Guide("herbalism", 4).play("gb:feed:3:g").events
    assert [event.values["cards"] for event in five if event.kind == "hand"] == ["bbb"]
    assert Guide("herd").seat is None, "where nothing is hidden all is shown"
