"""Tests of Herbalism's log sentences, marks, spot descriptions and prompts."""

from __future__ import annotations

import fastcore
from fastcore import Stream, Viewpoint
from tests.games.herbalism.positions import ACT, CURE_KNOWN, END, FAILED, sentences_for, shapes_with_spots
from workbench import boards
from workbench.boards.herbalism.tabletop import parse_tabletop
from workbench.boards.kit.contract import Board
from workbench.game.session import Session
from workbench.seen.recap import recap_of
from workbench.table.guide import Guide


def test_log_addresses_its_reader(board: Board) -> None:
    moves = ("gy:feed:2:g", "predict:b", "rb:appeal:1", "give:r")
    assert sentences_for(board, ACT, 0, *moves) == [
        "You feed seat 2, using green and yellow.",
        "You give a green to seat 2.",
        "Seat 2 hands a yellow to you.",
        "You predict blue.",
        "Seat 2 appeals to you, using red and blue.",
        "You choose what to hand over.",
        "You hand a red to seat 2.",
    ]
    assert sentences_for(board, ACT, 1, *moves)[:3] == [
        "Seat 1 feeds you, using green and yellow.",
        "Seat 1 gives a green to you.",
        "You hand a yellow to seat 1.",
    ]
    for seat in (2, None):
        assert sentences_for(board, ACT, seat, *moves)[1:3] == [
            "Seat 1 gives a card to seat 2.",
            "Seat 2 hands a card to seat 1.",
        ]
    last = ACT.replace("ryyg/yggb/gbbb", "g/ryyygg/gbbbb")
    assert sentences_for(board, last, 0, "gy:feed:2:g")[1] == "You give a green to seat 2.", "also with the last card"
    assert (
        sentences_for(board, last, 2, "gy:feed:2:g")[1]
        == sentences_for(board, last, None, "gy:feed:2:g")[1]
        == "Seat 1 gives a card to seat 2."
    )
    assert sentences_for(board, CURE_KNOWN, 0, "gb:inquire:2:b")[2] == "Seat 2 says: I hold 1 green card."
    point = fastcore.parse(CURE_KNOWN)
    sentences = {
        seat: board.describe_learned(point.info, seat, point.events("gb:inquire:2:b", seat)) for seat in range(3)
    }
    assert sentences == {0: "Seat 2's answer to you: 1 green card.", 1: "", 2: ""}, "read again by whoever asked"
    assert sentences_for(board, CURE_KNOWN, 1, "gb:inquire:2:b")[2] == "You say: I hold 1 green card."
    assert (
        sentences_for(board, CURE_KNOWN, 2, "gb:inquire:2:b")[2] == "Seat 2 says: I hold 1 card of the second colour."
    )
    assert sentences_for(board, CURE_KNOWN, 2, "==:inquire:2:b")[2] == "Seat 2 says: I hold 4 cards of that colour now."


def test_end_of_round_is_described_and_marked(board: Board) -> None:
    state = fastcore.parse("herbalism bb ggb/gbb/rryyyg 0,0,0 1 1 14 cure:3:1 gb,gy,rg a=rb,-,- -,-,-")
    events = state.events("answer:==", 0)
    assert [boards.describe_event(state.info, event) for event in events] == [
        "Seat 3 answers with two of a kind.", "Everybody sees the hidden pair: two blues.",
        "Seat 3 named the right cure. The round is over: seat 1 +0, seat 2 +0, seat 3 +3; now 0–0–3.",
    ]  # fmt: skip
    assert (
        boards.describe_event(state.info, events[-1], 2)
        == "You named the right cure. The round is over: seat 1 +0, seat 2 +0, you +3; now 0–0–3."
    )
    session = Session(state.spec, ("person",) * 3, 1, state.text())
    session.play("answer:==")
    assert [recap_of(session, session.here, seat).frames[-1].words.partition(".")[0] for seat in (0, 2)] == [
        "Seat 3 named the right cure",
        "You named the right cure",
    ]
    after = state.after("answer:==")
    marks = board.last_turn_marks(after.viewpoint(0).fields, events)
    assert shapes_with_spots(marks, "card:") == [("card:b", "hidden pair")] * 2 and (
        "chosen:medicine",
        "==",
    ) in shapes_with_spots(marks, "chosen")
    dealt = after.after(after.move_text(after.sample(Stream(1))))
    assert board.last_turn_marks(dealt.viewpoint(0).fields, events) == (), (
        "nothing of it on the cards of the next round"
    )


def test_last_turn_is_marked(board: Board) -> None:
    state = fastcore.parse(CURE_KNOWN)
    events = state.events("gb:inquire:2:b", 0)
    marks = board.last_turn_marks(state.after("gb:inquire:2:b").viewpoint(0).fields, events)
    assert shapes_with_spots(marks, "said", "last:medicine") == [("last:medicine", "gb"), ("said-1", "seat 2")]
    assert shapes_with_spots(marks, "last:small") == [("last:small", "seat 2")]
    state = fastcore.parse(ACT)
    marks = board.last_turn_marks(state.after("gy:feed:2:g").viewpoint(0).fields, state.events("gy:feed:2:g", 0))
    assert shapes_with_spots(marks, "last:large") == [("last:large", "yellow")], "the card that came"
    assert shapes_with_spots(board.last_turn_marks(state.fields, []), "last") == []


def test_spots_are_described(board: Board) -> None:
    fields = fastcore.parse(ACT).viewpoint(0).fields
    assert board.describe_spot(fields, "seat 2") == "4 cards, 0 points, cure marker unused"
    assert (
        board.describe_spot(fields, "seat 1")
        == "4 cards: a red, 2 yellows and a green, 0 points, cure marker unused, started this round"
    )
    assert board.describe_spot(fields, "gb") == "the medicine of green and blue, with your medicine marker"
    assert (
        board.describe_spot(fields, "yellow") == "2 in your hand"
        and board.describe_spot(fields, "hidden pair") == "two covered cards"
    )
    assert board.describe_spot(fields, "red") == "1 in your hand, predicted by you"
    failed = fastcore.parse(FAILED).viewpoint(1).fields
    watched = fastcore.parse(ACT).viewpoint(None).fields
    assert (
        board.describe_spot(watched, "yellow") == "3 in all"
        and board.describe_spot(watched, "red") == "2 in all, predicted by seat 1"
    )
    assert board.describe_spot(fastcore.parse(ACT).fields, "yellow") == "2 in the hand of seat 1"
    assert board.describe_spot(watched, "gb").endswith("with seat 1's medicine marker")
    markers = "seat 1's medicine marker, your failed answer and seat 3's failed follow"
    assert board.describe_spot(failed, "rb") == f"the medicine of red and blue, with {markers}"
    assert board.describe_spot(failed, "hidden pair") == "green and blue"


def test_seat_without_cards_keeps_its_view(board: Board) -> None:
    """A seat without cards is still addressed as "you" and sees its empty hand below; a watcher is not."""
    state = fastcore.parse(CURE_KNOWN.replace("-,-,- -,-,-", "-,-,A=rg -,-,-"))
    own, watched = state.viewpoint(2).fields, state.viewpoint(None).fields
    assert (
        board.describe_spot(own, "red", 2) == "0 in your hand"
        and board.describe_spot(watched, "red", None) == "2 in all"
    )
    assert board.describe_spot(own, "gb", 2) == "the medicine of green and blue, with your medicine marker"
    assert board.describe_spot(own, "rg", 2).endswith("with your failed answer")
    assert board.describe_spot(watched, "rg", None).endswith("with seat 3's failed answer")
    assert shapes_with_spots(board.pieces(own, 2), "below", "count-0") == [("below", "seat 3"), ("count-0", "seat 3")]
    assert shapes_with_spots(board.pieces(watched, None), "below") == []


def test_prompt_describes_expected_input(board: Board) -> None:
    state = fastcore.parse(ACT)
    points = (state, state.viewpoint(0), state.viewpoint(1))
    assert {boards.prompt(point) for point in points} == {"Seat 1: choose a medicine card, then an action."}
    assert boards.prompt(state.viewpoint(0), "Your turn") == "Your turn: choose a medicine card, then an action."
    assert boards.prompt(fastcore.parse(FAILED).viewpoint(0)) == "Seat 1: cure now by choosing a medicine card."
    assert boards.prompt(fastcore.parse(END).viewpoint(2)) == "Seat 3: answer seat 1's cure, follow it or pass."
    assert (
        boards.prompt(fastcore.parse(END).after("follow:gb"))
        == "The game is over: Seat 3 wins. Seat 1 5, Seat 2 1, Seat 3 6."
    )
    titles = [boards.prompt(fastcore.parse(END).after("follow:gb").viewpoint(seat)) for seat in (1, 2)]
    assert [line.partition(". ")[0] for line in titles] == [
        "The game is over: Seat 3 wins",
        "The game is over: you win",
    ]
    (panel,) = board.panels(state.info, state.fields, ())
    assert [line.text for line in panel.lines] == ["Round 1, turn 4. After turn 45, you can only cure."]


def test_lesson_shows_view_of_its_seat(board: Board) -> None:
    guide = Guide("herbalism", 5)
    assert guide.seat == 0 and "?" in guide.point.fields["hidden"] and "?" in guide.point.fields["hands"]
    before = guide.point
    step = guide.play("gb:feed:2:b")
    assert step.is_goal and all("?" in event.fields["hidden"] for event in step.events)
    assert guide.point is not before and guide.point.turn == before.turn + 1 == guide.state.turn
    assert isinstance(guide.point, Viewpoint) and guide.point.beliefs()["cure"]["gb"] == 1, "what the lesson claims"
    cures = [Guide("herbalism", number - 1) for number in (7, 8, 10)]
    assert all(guide.goal[0].endswith(parse_tabletop(guide.state.fields).right_medicine()) for guide in cures), (
        "and what they ask for is right"
    )
    events = Guide("herbalism", 1).play("gb:feed:3:g").events
    assert [event.values["cards"] for event in events if event.kind == "hand"] == ["bbb"]
    assert Guide("herd").seat is None, "where nothing is hidden all is shown"
