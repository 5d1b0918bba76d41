"""The Herbs board: marks and words of a round."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import fastcore
from fastcore import OVER, Stream
from tests.conftest import deep
from tests.kit.herbs_boards import HERBS, spec_of, table, write
from tests.kit.herbs_drawn import a_shot, at, crowds, marks, texts
from workbench import boards
from workbench.boards.herbs.account import summary
from workbench.boards.kit.contract import Board


@pytest.fixture
def board() -> Board:
    found = boards.find("herbs")
    assert found is not None
    return found


def test_marks_of_the_last_round(board: Board) -> None:
    state = write(
        fastcore.parse(f"{spec_of(1)} {table(herbs=('E3^', 'K1^', 'A11v', 'K11v'), white='E4 D5 F5 G5')}"), "0P1/1", ""
    )
    events = state.events("2M2")
    after = state.after("2M2")
    shown = board.last(after.fields, events)
    assert at(shown, "last") == sorted(["E4", "A9", "C5", "D5", "G5", "H5"]) and {"way-last:0:1", "way-last:0:-2"} <= {
        item.shape for item in shown
    }
    back = write(fastcore.parse(f"{spec_of(2)} {table(herbs=('A1^', 'K1^', 'A11v', 'K11v'))}"), "1M3 1BU1", "2TL")
    arrows = [
        item.shape for item in board.last(back.after("2TL").fields, back.events("2TL")) if item.shape.startswith("way")
    ]
    assert arrows == ["way-last:0:-1"], "no arrow over the number of the Herb that backed up"
    scored = next(n for n, event in enumerate(events) if event.kind == "points")
    there = board.last(events[scored].fields, events[: scored + 1])
    assert at(there, "scores") == ["D5", "E5", "F5", "G5"], "the pattern is shown before it moves apart"
    shot = write(fastcore.parse(f"{spec_of(1)} {table(herbs=('F9>', 'K1^', 'H9v', 'K11v'))}"), "0F", "")
    assert ("gone", "I9") in marks(board.last(shot.after("3TL").fields, shot.events("3TL")))


@pytest.mark.parametrize(
    ("herb", "between", "end", "shape"), [("A5^", "A6", "A7", "way-last:0:2"), ("A5>", "B5", "C5", "way-last:2:0")]
)
def test_no_arrow_covers_the_number_of_a_herb(board: Board, herb: str, between: str, end: str, shape: str) -> None:
    """A Herb moves two squares, then another Herb occupies the square in between."""
    text = f"{spec_of(1)} {table(herbs=(herb, 'K1^', 'A11v', 'K11v'))}"
    moved = next(event for event in write(fastcore.parse(text), "0M2", "").events("2TL") if event.kind == "move")
    assert at(board.last(moved.fields, [moved]), shape) == [end]
    crossed = {**moved.fields, "herbs": moved.fields["herbs"].replace("K1^", f"{between}^")}
    assert at(board.last(crossed, [moved]), shape) == []


def test_text_that_is_no_action_is_shown_unchanged() -> None:
    info = fastcore.info("herbs")
    assert boards.say(info, 0, ("zz9",)) == "zz9"
    assert boards.say(info, 0, ("0M3", "zz9")) == "move Herb 0 by 3 squares, then zz9"


def test_summary_keeps_the_order_of_events() -> None:
    state = write(fastcore.parse(f"{spec_of(1)} {table(herbs=('E3^', 'A3>', 'A11v', 'I8v'), white='E4')}"), "0P1/2", "")
    assert summary(state.info, state.events("2TR")).endswith(
        "Herb 0 pushes 1 square for 1 AP. Herb 2 turns right. Round 2 begins."
    )


def test_every_step_of_crowded_games_is_told_and_marked(board: Board) -> None:
    heard = Counter[str]()
    for state in crowds(7, deep(40, 400), 2):
        for _ in range(12):
            if state.actor == OVER:
                break
            lively = [text for text in texts(state) if re.fullmatch("[0-3](P[12]/[2-8]|F|BW|WB|M[1-3])|bid[0-3]", text)]
            move = Stream(7, state.text()).choice(lively or texts(state))
            seen = [*state.events(move), *state.events(move, 0), *state.events(move, 1)]
            for n, event in enumerate(seen):
                said = boards.tell(state.info, event)
                assert (
                    re.fullmatch(r"([A-Z].*\.)?", said)
                    and "?" not in said
                    and board.sound(event) in ("move", "capture", "over", "")
                )
                heard[event.kind] += bool(said)
                assert all(item.shape in board.shapes for item in board.last(event.fields, seen[: n + 1]))
            state.play(move)
    wanted = {
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
    assert wanted <= set(heard), wanted - set(heard)


def test_a_round_is_told_as_it_went(board: Board) -> None:
    state = write(fastcore.parse(f"{spec_of(1)} {a_shot(points='0,0')}"), "", "")
    state.play("bid2")
    told = [boards.tell(state.info, event) for event in state.events("bid2")]
    assert told[1:] == [
        "Both bid 2: Second has the tie token, and so the initiative.", "Herb 2 goes from C5 to C3.",
        "Herb 2 falls into the pit C3 and is lost.",
        "Herb 0's shot does nothing: no Herb is in range.", "", "Round 2 begins.",
    ]  # fmt: skip
    assert "fewer points" in boards.tell(
        state.info, fastcore.parse(f"{spec_of(1)} {a_shot(points='0,4')}").after("bid2").events("bid2")[1]
    )


FRUITLESS = (  # white and black stones around E5 (facing E6), what is written, why it does nothing
    ("E6", "", "0BW", "Herb 0's bleaching does nothing: no black stone is in front."),
    ("", "E6", "0WB", "Herb 0's blackening does nothing: no white stone is in front."),
    ("E7", "", "0F", "Herb 0's shot does nothing: a stone is in the way."),
    ("", "", "0F", "Herb 0's shot does nothing: no Herb is in range."),
    ("E6", "", "0M1", "Herb 0's move does nothing: the way is blocked."),
    ("", "", "0P1/1", "Herb 0's push does nothing: nothing stands in front."),
    ("", "E6", "0P1/1", "Herb 0's push does nothing: it would cost more than was paid."),
    ("E6 E7 E8 E9 E10 E11", "", "0P1/8", "Herb 0's push does nothing: the line stands against the wall."),
)


@pytest.mark.parametrize(("white", "black", "item", "said"), FRUITLESS)
def test_what_does_nothing_is_told_with_its_own_reason(
    board: Board, white: str, black: str, item: str, said: str
) -> None:
    herbs = ("E5^", HERBS[1], "K11v", "K10v")
    state = write(fastcore.parse(f"{spec_of(1)} {table(white=white, black=black, herbs=herbs)}"), item, "")
    events = state.events("2TL")
    assert said in [boards.tell(state.info, event) for event in events]
    state.play("2TL")
    assert [event for event in events if event.kind == "nothing"] and state.phase != "bid"
    ledger = board.ledger(state.info, events[-2].fields, 0, events)
    warned = said.partition(": ")[2]
    assert ledger is None or ledger.rows[0].warns == f"Did nothing: {warned}"


def test_advice_marks_the_way(board: Board) -> None:
    point = fastcore.start("herbs").viewpoint(0)
    shown = board.advice(point, ("0M2", "0TR", "0M1"))
    assert at(shown, "advice") == ["A1", "A3"] and at(shown, "advice-next") == ["B3"]
    assert {"way:0:2", "way-next:1:0"} <= {item.shape for item in shown} <= set(board.shapes)
    placing = write(fastcore.start("herbs(actions=1)"), "0TL", "").viewpoint(0)
    assert marks(board.advice(placing, ("BlH3",))) == [("advice", "H3")] and board.cursor(point.fields, "bid:5") == ()


def test_what_is_expected_now(board: Board) -> None:
    state = fastcore.start("herbs(actions=1)")
    assert boards.expects(state) == "First must write action 1: choose a Herb (or type 0M3, 0P2/4)."
    assert boards.expects(state.after("0TL")) == "First must choose a square for a stone (or type WhH3)."
    assert boards.expects(state.viewpoint(1)) == "First is writing a plan."
    assert (
        boards.expects(fastcore.parse(f"{spec_of(1)} {a_shot()}"))
        == "First must bid for who acts first in action 1 (or type bid5)."
    )
