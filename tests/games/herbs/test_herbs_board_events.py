"""Tests of the Herbs board's marks and texts for the events of a round."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import fastcore
from fastcore import OVER, Stream
from tests.conftest import deep
from tests.kit.herbs.boards import HERBS, after_plans, position_text, spec_of
from tests.kit.herbs.drawn import crowded_states, marks, shot_position, spots_with_shape, texts
from workbench import boards
from workbench.boards.herbs.account import round_account, summary
from workbench.boards.kit.contract import Board
from workbench.game.session import Session


@pytest.fixture
def board() -> Board:
    herbs_board = boards.find("herbs")
    assert herbs_board is not None
    return herbs_board


def test_last_round_is_marked(board: Board) -> None:
    state = after_plans(
        fastcore.parse(f"{spec_of(1)} {position_text(herbs=('E3^', 'K1^', 'A11v', 'K11v'), white='E4 D5 F5 G5')}"),
        "0P1/1",
        "",
    )
    events = state.events("2M2")
    after = state.after("2M2")
    shown = board.last_turn_marks(after.fields, events)
    assert spots_with_shape(shown, "last") == sorted(["E4", "A9", "C5", "D5", "G5", "H5"]) and {
        "way-last:0:1",
        "way-last:0:-2",
    } <= {item.shape for item in shown}
    backing = after_plans(
        fastcore.parse(f"{spec_of(2)} {position_text(herbs=('A1^', 'K1^', 'A11v', 'K11v'))}"), "1M3 1BU1", "2TL"
    )
    arrows = [
        item.shape
        for item in board.last_turn_marks(backing.after("2TL").fields, backing.events("2TL"))
        if item.shape.startswith("way")
    ]
    assert arrows == ["way-last:0:-1"], "no arrow over the number of the Herb that backed up"
    scored = next(n for n, event in enumerate(events) if event.kind == "points")
    scored_marks = board.last_turn_marks(events[scored].fields, events[: scored + 1])
    assert spots_with_shape(scored_marks, "scores") == ["D5", "E5", "F5", "G5"], (
        "the pattern is shown before it moves apart"
    )
    shooting = after_plans(
        fastcore.parse(f"{spec_of(1)} {position_text(herbs=('F9>', 'K1^', 'H9v', 'K11v'))}"), "0F", ""
    )
    assert ("gone", "I9") in marks(board.last_turn_marks(shooting.after("3TL").fields, shooting.events("3TL")))


@pytest.mark.parametrize(
    ("herb", "between", "end", "shape"), [("A5^", "A6", "A7", "way-last:0:2"), ("A5>", "B5", "C5", "way-last:2:0")]
)
def test_arrow_is_dropped_where_it_covers_a_herb(board: Board, herb: str, between: str, end: str, shape: str) -> None:
    """A Herb moves two squares, then another Herb occupies the square in between."""
    text = f"{spec_of(1)} {position_text(herbs=(herb, 'K1^', 'A11v', 'K11v'))}"
    moved = next(event for event in after_plans(fastcore.parse(text), "0M2", "").events("2TL") if event.kind == "move")
    assert spots_with_shape(board.last_turn_marks(moved.fields, [moved]), shape) == [end]
    crossed = {**moved.fields, "herbs": moved.fields["herbs"].replace("K1^", f"{between}^")}
    assert spots_with_shape(board.last_turn_marks(crossed, [moved]), shape) == []


def test_unknown_text_is_shown_unchanged() -> None:
    info = fastcore.info("herbs")
    assert boards.describe_moves(info, 0, ("zz9",)) == "zz9"
    assert boards.describe_moves(info, 0, ("0M3", "zz9")) == "move Herb 0 by 3 squares, then zz9"


def test_summary_keeps_order_of_events() -> None:
    state = after_plans(
        fastcore.parse(f"{spec_of(1)} {position_text(herbs=('E3^', 'A3>', 'A11v', 'I8v'), white='E4')}"), "0P1/2", ""
    )
    assert summary(state.info, state.events("2TR")).endswith(
        "Herb 0 pushes 1 square for 1 AP. Herb 2 turns right. Round 2 begins."
    )


def test_every_event_has_text_and_marks(board: Board) -> None:
    sentences = Counter[str]()
    for state in crowded_states(7, deep(40, 400), 2):
        for _ in range(12):
            if state.actor == OVER:
                break
            lively = [text for text in texts(state) if re.fullmatch("[0-3](P[12]/[2-8]|F|BW|WB|M[1-3])|bid[0-3]", text)]
            move = Stream(7, state.text()).choice(lively or texts(state))
            seen = [*state.events(move), *state.events(move, 0), *state.events(move, 1)]
            for n, event in enumerate(seen):
                sentence = boards.describe_event(state.info, event)
                assert (
                    re.fullmatch(r"([A-Z].*\.)?", sentence)
                    and "?" not in sentence
                    and board.sound(event) in ("move", "capture", "over", "")
                )
                sentences[event.kind] += bool(sentence)
                assert all(item.shape in board.shapes for item in board.last_turn_marks(event.fields, seen[: n + 1]))
            state.play(move)
    required = {
        "write",
        "locked",
        "asks",
        "bid",
        "bids",
        "slot",
        "lost",
        "move",
        "push",
        "points",
        "hit",
        "paint",
        "nothing",
        "placed",
        "round",
    }
    assert required <= set(sentences), required - set(sentences)


def test_round_is_described_in_order(board: Board) -> None:
    state = after_plans(fastcore.parse(f"{spec_of(1)} {shot_position(points='0,0')}"), "", "")
    state.play("bid2")
    sentences = [boards.describe_event(state.info, event) for event in state.events("bid2")]
    assert sentences[1:] == [
        "Both bid 2: Blue acts first, with the tie token.", "Herb 2 goes from C5 to C3.",
        "Herb 2 falls into the pit C3 and is lost.",
        "Herb 0's shot does nothing: no Herb is in range.", "", "Round 2 begins.",
    ]  # fmt: skip
    assert "fewer points" in boards.describe_event(
        state.info, fastcore.parse(f"{spec_of(1)} {shot_position(points='0,4')}").after("bid2").events("bid2")[1]
    )


FAILING_ITEMS = (  # white and black stones around the Herb on E5 (facing E6), plan item, expected sentence
    ("E6", "", "0BW", "Herb 0's bleaching does nothing: no black stone is in front."),
    ("", "E6", "0WB", "Herb 0's blackening does nothing: no white stone is in front."),
    ("E7", "", "0F", "Herb 0's shot does nothing: a stone is in the way."),
    ("", "", "0F", "Herb 0's shot does nothing: no Herb is in range."),
    ("E6", "", "0M1", "Herb 0's move does nothing: the way is blocked."),
    ("", "", "0P1/1", "Herb 0's push does nothing: nothing is in front."),
    ("", "E6", "0P1/1", "Herb 0's push does nothing: the payment was too small."),
    ("E6 E7 E8 E9 E10 E11", "", "0P1/8", "Herb 0's push does nothing: the line is against the wall."),
)


@pytest.mark.parametrize(("white", "black", "item", "sentence"), FAILING_ITEMS)
def test_failed_item_is_described_with_its_reason(
    board: Board, white: str, black: str, item: str, sentence: str
) -> None:
    herbs = ("E5^", HERBS[1], "K11v", "K10v")
    state = after_plans(
        fastcore.parse(f"{spec_of(1)} {position_text(white=white, black=black, herbs=herbs)}"), item, ""
    )
    events = state.events("2TL")
    assert sentence in [boards.describe_event(state.info, event) for event in events]
    state.play("2TL")
    assert [event for event in events if event.kind == "nothing"] and state.phase != "bid"
    ledger = board.completed_sheet(state.info, events[-2].fields, 0, events)
    reason = sentence.partition(": ")[2]
    assert ledger is None or ledger.rows[0].warning == f"Did nothing: {reason}"


def test_advice_is_marked(board: Board) -> None:
    point = fastcore.start("herbs").viewpoint(0)
    shown = board.advice_marks(point, ("0M2", "0TR", "0M1"))
    assert spots_with_shape(shown, "advice") == ["A1", "A3"] and spots_with_shape(shown, "advice-next") == ["B3"]
    assert {"way:0:2", "way-next:1:0"} <= {item.shape for item in shown} <= set(board.shapes)
    placing = after_plans(fastcore.start("herbs(actions=1)"), "0TL", "").viewpoint(0)
    assert (
        marks(board.advice_marks(placing, ("BlH3",))) == [("advice", "H3")]
        and board.cursor_marks(point.fields, "bid:5") == ()
    )


def test_prompt_describes_expected_input(board: Board) -> None:
    state = fastcore.start("herbs(actions=1)")
    assert boards.prompt(state) == "Red: choose a Herb for action 1, or type a move like 0M3."
    assert boards.prompt(state.after("0TL")) == "Red: choose a square for a stone, or type it like WhH3."
    assert boards.prompt(state.viewpoint(1)) == "Red is writing a plan."
    assert (
        boards.prompt(fastcore.parse(f"{spec_of(1)} {shot_position()}"))
        == "Red: bid to act first in action 1 (or type bid5)."
    )


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_account_of_a_round_adds_up_to_the_change_of_ap(board: Board, seat: int | None) -> None:
    for number in range(deep(4, 40)):
        session, stream = Session("herbs", ["person", "person"], number), Stream(number, "account")
        before: tuple[int, ...] = (200, 200)
        for turn in (1, 2, 3):
            while session.state.turn == turn and session.waits_for != "over":
                session.play(session.state.move_text(stream.choice(session.state.moves())))
            steps = [step for step in session.seen_steps(seat) if step.turn == turn]
            lines = round_account(session.point.info, [event for step in steps for event in step.events])
            after = tuple(map(int, session.state.fields["ap"].split(",")))
            found = [int(match[1]) for line in lines if (match := re.search(r"−(\d+) AP", line))]
            assert found == [old - new for old, new in zip(before, after, strict=True)], lines
            assert [line.text for line in board.round_lines(session.point.info, ())] == ["", ""]
            before = after
