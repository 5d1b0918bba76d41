"""Tests of the Herbs board's command sheet."""

from __future__ import annotations

from collections import Counter

import pytest

import fastcore
from fastcore import Event
from tests.kit.herbs.boards import HERBS, SQUARES, after_plans, position_text, spec_of
from tests.kit.herbs.drawn import ROW, sheet_of, shot_position, spots_with_shape, texts
from workbench import boards
from workbench.boards.herbs.arena import centre
from workbench.boards.kit.choices import Row
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Point
from workbench.game.session import PERSON, Session
from workbench.seen.browsing import Browsing
from workbench.seen.draft import Draft


@pytest.fixture
def board() -> Board:
    herbs_board = boards.find("herbs")
    assert herbs_board is not None
    return herbs_board


def test_sheet_shows_designers_example(board: Board) -> None:
    state = fastcore.parse(
        f"herbs {position_text(ap='78,200', piles='12w8b,12w8b', herbs=('A2>', 'K1^', 'A11v', 'K11v'), white='B2')}"
    )
    sheet = sheet_of(board, state.viewpoint(0), "1M3", "1TR", "0HT", "0HT", "WhH3")
    assert (sheet.head, sheet.note) == ("Command sheet, round 1", "72 AP · 12 white, 8 black")
    assert [column.head for column in sheet.columns][3:] == ["AP", "cost", "left", "points", "bids"]
    assert sheet.columns[0].head == "action"
    assert [row.cells for row in sheet.rows] == [
        ("1", "1 M3", "forward 3", "78", "3", "75", "0", ""),
        ("2", "1 TR", "turn right", "75", "0", "75", "0", ""),
        ("3", "0 HT", "turn round", "75", "1", "74", "0", ""),
        ("4", "0 HT", "turn round", "74", "1", "73", "0", ""),
        ("stone", "Wh H3", "white stone", "73", "1", "72", "0", ""),
    ]
    assert [row.number for row in sheet.rows] == [0, 1, 2, 3, 4] and not any(
        row.now or row.why or row.warning for row in sheet.rows
    )
    push = sheet_of(board, state.viewpoint(0), "0P1/2").rows
    assert push[0].cells == ("1", "0 P1/2", "push 1", "78", "2", "76", "0", "")
    assert (
        push[1] == Row(("2", "", "plan an action", *[""] * 5), 1, now=True)
        and [row.number for row in push[2:]] == [None] * 3
    )


def test_sheet_shows_expected_result_of_items(board: Board) -> None:
    state = fastcore.parse(f"herbs {position_text(herbs=('A5>', 'K1^', 'E5v', 'K11v'), black='K3', white='B8')}")

    def result_and_warning(*moves: str) -> tuple[str, str]:
        row = sheet_of(board, state, *moves).rows[len(moves) - 1]
        return row.cells[2], row.warning

    assert result_and_warning("1M5") == ("forward 5", "Stops after 1 square.") and result_and_warning("0M6") == (
        "forward 6",
        "Stops after 3 squares.",
    )
    assert result_and_warning("0F") == ("fire at Herb 2", "") and result_and_warning("1F") == ("fire", "Hits nobody.")
    assert result_and_warning("1M1", "1BW") == ("bleach K3", "") and result_and_warning("1BW") == (
        "bleach",
        "No black stone in front.",
    )
    assert result_and_warning("1M1", "1P1/1") == ("push 1", "Moves nothing: it will cost more.") and result_and_warning(
        "1M1", "1P1/2"
    ) == (
        "push 1",
        "",
    )
    assert result_and_warning("0P1/1") == ("push 1", "Moves nothing.") and result_and_warning("0BU1") == (
        "back 1",
        "The way is blocked.",
    )
    assert result_and_warning("0TL", "0TR", "0TL") == ("turn left", "")


def test_sheet_warns_of_lost_stone(board: Board) -> None:
    state = fastcore.parse(
        f"{spec_of(1)} {position_text(herbs=('C4^', 'K1^', 'E5v', 'K11v'), white='C5', ap='4,9', piles='3w3b,0w0b')}"
    )

    def stone_warning(*moves: str) -> str:
        return sheet_of(board, state, *moves).rows[1].warning

    assert (
        stone_warning("0P1/1", "WhC6") == "Will be lost: a white stone is on C6 by then."
        and stone_warning("0P1/1", "WhH3") == ""
    )
    assert (
        stone_warning("0P1/1", "WhD6") == "Will be lost: D6 is beside your Herb 0."
        and stone_warning("0P1/1", "WhE6") == ""
    )
    assert stone_warning("0P1/4") == "No stone: you have no AP to pay for one.", "before anything is placed"
    state = fastcore.parse(
        f"{spec_of(1)} {position_text(herbs=('C4^', *HERBS[1:]), white='C5', ap='4,9', piles='0w3b,0w0b')}"
    )
    assert (
        stone_warning("0P1/3") == "No stone: a black stone costs 2 AP, but you have 1." and stone_warning("0P1/2") == ""
    )


def test_empty_line_has_a_row(board: Board) -> None:
    state = fastcore.start("herbs(actions=3)")
    rows = sheet_of(board, state.viewpoint(0), "0M3", "", "0TL", "WhC9", faults=("", "", "", "it is a pit")).rows
    assert rows[1] == Row(("2", "", "plan an action", *[""] * 5), 1, now=True), "it can be chosen"
    assert [row.number for row in rows] == [0, 1, 2, 3] and rows[3].cells[0] == "stone" and rows[3].why == "it is a pit"
    assert rows[2].cells[3:6] == ("197", "0", "197")


def test_sheet_continues_written_plan_and_shows_faults(board: Board) -> None:
    state = after_plans(fastcore.start("herbs(actions=2)"), "0M3", "")
    rows = sheet_of(board, state.viewpoint(0), "0M1", "WhC3", faults=("", "it is a pit")).rows
    assert [row.number for row in rows] == [None, 0, 1] and [row.cells[5] for row in rows] == ["197", "196", "196"]
    assert [row.why for row in rows] == ["", "", "it is a pit"]
    odd = sheet_of(board, state.viewpoint(0), "2M1", "hello", "0P1/99", faults=("no", "no", "no"))
    assert len(odd.rows) == 4 and all(row.why == "no" for row in odd.rows[1:]), "whatever is typed has its line"
    assert board.plan_marks(state.viewpoint(0), ("2M1", "hello", "0P1/99")) == board.plan_marks(state.viewpoint(0), ())
    low_ap = sheet_of(board, fastcore.parse(f"{spec_of(1)} {position_text(ap='3,9', piles='3w3b,0w0b')}"), "0M3")
    assert low_ap.rows[-1].cells[2] == "none" and low_ap.rows[-1].number is None
    assert board.sheet(fastcore.parse(f"{spec_of(1)} {shot_position()}"), (), ()) is None


def test_illegal_line_costs_nothing(board: Board) -> None:
    state = fastcore.parse(
        f"{spec_of(3)} {position_text(ap='30,9', piles='3w3b,0w0b', herbs=('C1^', *HERBS[1:]), black='C2')}"
    )
    point = state.viewpoint(0)
    lines = ("1P2/16", "0P3/24", "0P1/2", "WhH3")
    faults = Draft(point, lines).faults
    assert [bool(why) for why in faults] == [False, True, False, False] and "Red has only 14 AP" in faults[1]
    sheet = sheet_of(board, point, *lines, faults=faults)
    assert [row.cells[3:7] for row in sheet.rows] == [
        ("30", "16", "14", "0"), ("14", "24", "14", "0"), ("14", "2", "12", "3"), ("12", "1", "11", "3"),
    ]  # fmt: skip
    assert sheet.note == "11 AP · 3 white, 3 black" and sheet.rows[2].warning == ""


def test_ledger_follows_the_round(board: Board) -> None:
    """The ledger shows bids, points and failed items event by event. Only its owner can see it."""
    herbs = ("E3^", "K1^", "E8v", "K11v")
    position = position_text(herbs=herbs, white="E4 D5 F5 G5", ap="90,80", piles="3w0b,3w0b")
    state = fastcore.parse(f"{spec_of(2)} {position}")
    state = after_plans(state, "0P1/1 1BW WhA5", "2F 3M2")
    events: list[Event] = []
    while state.phase != "bid":
        events += state.events("WhE5")
        state.play("WhE5")
    for bid in ("bid3", "bid1"):
        ledger = board.completed_sheet(state.info, state.viewpoint(0).fields, 0, events)
        assert (
            ledger is not None
            and [row.now for row in ledger.rows] == [True, False, False]
            and ledger.rows[0].cells[6:] == ("", "")
        )
        events += state.events(bid)
        state.play(bid)
    step = next(event for event in events if event.kind == "stones")
    ledger = board.completed_sheet(state.info, step.fields, 0, events[: events.index(step)])
    assert ledger is not None and [row.cells[3:] for row in ledger.rows] == [
        ("90", "1", "83", "4", "3:1"), ("83", "0", "83", "4", ""), ("83", "1", "82", "", ""),
    ]  # fmt: skip
    assert [row.warning for row in ledger.rows] == ["", "Did nothing: no black stone is in front.", ""]
    assert ledger.note.startswith("82 AP") and [row.now for row in ledger.rows] == [False, False, True]
    end = board.completed_sheet(state.info, step.fields, 0, events)
    assert end is not None and end.rows[2].cells[6] == "4"
    assert board.completed_sheet(state.info, step.fields, 1, events) is not None
    locked = after_plans(fastcore.start("herbs(actions=1)"), "0M2 WhA5", "")
    assert board.completed_sheet(locked.info, locked.viewpoint(1).fields, 0, ()) is None, "it is covered"
    own = board.completed_sheet(locked.info, locked.viewpoint(0).fields, 0, ())
    assert own is not None and [row.cells[5] for row in own.rows] == ["198", "197"]
    assert board.completed_sheet(locked.info, locked.fields, 1, ()) is None, "nothing is written there yet"


def test_plan_preview_marks_final_squares(board: Board) -> None:
    state = fastcore.start("herbs")
    shown = board.plan_marks(state.viewpoint(0), ("0M3", "0TR", "1HT", "0M2"))
    assert spots_with_shape(shown, "ghost-herb-r:>") == spots_with_shape(shown, "ghost-number-0") == ["B4"], (
        "the stone on C4 stops it"
    )
    assert spots_with_shape(shown, "faces-v") == ["K1"], "it stays, and will face another way"
    (left, down), (right, up) = centre("A1"), centre("B4")
    dots = [item for item in shown if item.shape == "dot"]
    assert (
        dots
        and all(item.x == left or item.y == up for item in dots)
        and all(left <= item.x < right and up <= item.y < down for item in dots)
    )
    assert sorted(item.y for item in dots if item.x == left) == pytest.approx(
        [down + up - y for y in sorted((item.y for item in dots if item.x == left), reverse=True)]
    ), "as far from the start as from the end"
    pushed = board.plan_marks(fastcore.parse(ROW).viewpoint(0), ("0P1/1",))
    assert spots_with_shape(pushed, "ghost-stone-w") == ["C5", "H5"] and spots_with_shape(pushed, "ghost-herb-r:^") == [
        "E4"
    ]
    placing = board.plan_marks(after_plans(state, "0M1 0M1 0M1 0M1", "").viewpoint(0), ("BlH3",))
    assert spots_with_shape(placing, "ghost-stone-b") == ["H3"]


def test_text_board_shows_the_plans_of_both_seats() -> None:
    state = after_plans(fastcore.start("herbs(actions=2)"), "0M1 0TL WhH5", "2M1")
    shown = boards.text_board(state)
    assert "Red's plan: 0M1,0TL,WhH5" in shown and "Blue's plan: 2M1" in shown
    assert "Red's plan: ?" in boards.text_board(state.viewpoint(1))


def test_item_of_lost_herb_has_no_effect(board: Board) -> None:
    state = fastcore.parse(f"herbs {position_text(herbs=('A1^', 'K1^', 'A11v', 'F7v'))}")
    state = after_plans(state, "0TL 0TR 0TL 0TR", "")
    rows = sheet_of(board, state.viewpoint(1), "3M1", "3M1", "2TL", "3TL").rows
    assert [row.warning for row in rows[:4]] == [
        "Falls into a pit.",
        "Does nothing: Herb 3 will be lost by then.",
        "",
        "Does nothing: Herb 3 will be lost by then.",
    ]


def board_output(
    board: Board, point: Point, seat: int | None, turn: tuple[Event, ...], last: tuple[Event, ...]
) -> list[object]:
    """Return everything that the board produces from a position and from events."""
    info, fields = point.info, point.fields
    output: list[object] = [
        board.pieces(fields, seat), board.last_turn_marks(fields, last), board.panels(info, fields, turn),
        boards.prompt(point),
        board.task(point),
        [board.completed_sheet(info, fields, player, turn) for player in (0, 1)],
        [board.belongings(info, fields, player) for player in (0, 1)],
        [(board.describe_spot(fields, spot, seat), board.spot_info(point, spot)) for spot in SQUARES[::4]],
        boards.text_board(point),
        [(boards.describe_event(info, event, seat), board.sound(event), board.roll_frames(event)) for event in turn],
        board.outcomes_text(point),
        [(event.kind, event.where, event.values, board.pieces(event.fields, seat),
        board.belongings(info, event.fields, 0)) for event in turn],
        [(outcome.head, outcome.fields, outcome.text) for outcome in board.outcomes(point)],
    ]  # fmt: skip
    if seat == point.actor:
        output += [
            board.paths(point, texts(point)),
            board.sheet(point, ("3TL",), ("",)),
            board.plan_marks(point, ("3TL",)),
        ]
        output += [board.move_effect(point, text) for text in texts(point)[::9]]
    return output


def test_hidden_plan_does_not_leak(board: Board) -> None:
    """Two plans of the first seat that look alike so far give the same output for the second seat and the public.

    A viewer who sees everything gets different outputs, so the test would notice a leak.
    """
    spec, position = spec_of(3), position_text(herbs=("A5>", "K1^", "C5v", "K11v"), white="H5", black="G7", ap="60,60")
    plans = ("0F 0M2 1TR", "0F 1P2/2 0TL")  # same cost and same first action
    sessions = [Session(spec, (PERSON, PERSON), 1, fastcore.parse(f"{spec} {position}").text()) for _ in plans]
    steps: list[list[Event]] = [[], []]
    differences = Counter[str]()
    for number, moves in enumerate(zip(*(f"{first} 2M2 3TL 2TL bid3".split() for first in plans), strict=True)):
        for session, move, events in zip(sessions, moves, steps, strict=True):
            events += session.state.events(move)
            session.play(move)
        if number < 4:
            continue
        full_outputs = [
            board_output(board, session.state, None, tuple(events), tuple(events))
            for session, events in zip(sessions, steps, strict=True)
        ]
        for seat in (1, None):
            seen = [
                board_output(
                    board,
                    session.viewpoint(seat),
                    seat,
                    Browsing(session).turn_events(seat),
                    Browsing(session).last_events(seat),
                )
                for session in sessions
            ]
            assert seen[0] == seen[1], moves
        differences[sessions[0].state.phase] += full_outputs[0] != full_outputs[1]
    assert sessions[0].state.phase == "bid" and differences == {"write": 1, "bid": 2}
