"""Tests of the Herbs board's previews of plans and of bid outcomes."""

from __future__ import annotations

import re
from typing import Any

import pytest

import fastcore
from fastcore import Event, Stream
from tests.conftest import deep
from tests.kit.herbs.boards import HERBS, crowded_position, position_text, spec_of
from tests.kit.herbs.drawn import ROW, choices_by_label, marks, sheet_of, shot_position, spots_with_shape, texts
from workbench import boards
from workbench.boards.herbs import projection
from workbench.boards.herbs.arena import herbs, plan
from workbench.boards.kit.contract import Board


@pytest.fixture
def board() -> Board:
    herbs_board = boards.find("herbs")
    assert herbs_board is not None
    return herbs_board


# Previews of plans ----------------------------------------------------------------------------------------------------


def test_preview_matches_result_without_interference(board: Board) -> None:
    """Play plans against an opponent that only turns a Herb, and compare the board and the own Herbs.

    Rounds with a bid are skipped.
    """
    stream, count = Stream(5, "quiet"), 0
    for _ in range(deep(80, 1500)):
        before = fastcore.parse(
            f"{spec_of(3)} {re.sub(r'[0-9]+w[0-9]+b,[0-9]+w[0-9]+b', '0w0b,0w0b', crowded_position(stream))}"
        )
        turning_herb = max((number for number, herb in herbs(before.fields).items() if herb.seat == 1))
        state = before.copy()
        while state.actor == 0 and state.phase == "write" and state.fields["phase"].startswith("write:1"):
            candidates = [text for text in texts(state) if re.fullmatch("[0-3](P[12]/[4-8]|F|M[1-3]|BW|BU1)", text)]
            state.play(stream.choice(candidates or texts(state)))
        own = plan(state.fields, 0)
        slots = projection.effects(before.viewpoint(0), 0, own)
        events = []
        for _ in range(3):
            events = state.events(f"{turning_herb}TL")
            state.play(f"{turning_herb}TL")
        kinds = [event.kind for event in events]
        if {"asks", "cancelled"} & set(kinds):
            continue  # the order in a slot matters, and it is unknown who acts first
        end = events[kinds.index("stones")].fields
        assert slots[-1].fields["board"] == end["board"]
        assert slots[-1].fields["herbs"].split(",")[:2] == end["herbs"].split(",")[:2]
        count += 1
    assert count > 20


def test_preview_shows_push_that_completes_pattern(board: Board) -> None:
    state = fastcore.parse(ROW)
    shown = board.effect_marks(state, "0P1/1")
    assert spots_with_shape(shown, "scores") == ["D5", "E5", "F5", "G5"] and spots_with_shape(
        shown, "ghost-herb-r:^"
    ) == ["E4"]
    assert spots_with_shape(shown, "ghost-stone-w") == ["C5", "H5"] and spots_with_shape(shown, "left") == ["F5"], (
        "they have moved apart"
    )
    assert board.move_effect(state, "0P1/1") == "Herb 0 pushes 1 square (1 AP); 4 points for a row of four."
    assert list(choices_by_label(board, state, "E3", "E4"))[:2] == ["1 square · 1 AP, scores 4", "2 squares · 2 AP"]
    assert sheet_of(board, state, "0P1/1").rows[0].cells[2:] == ("push 1", "150", "1", "149", "4", "")
    assert (
        board.move_effect(state, "0P1/3")
        == "Herb 0 pushes 1 square, paying 2 AP too much (3 AP); 4 points for a row of four."
    )


def test_hover_shows_ranges_pushes_and_patterns(board: Board) -> None:
    state = fastcore.parse(ROW)
    own, stone, free = (board.spot_info(state, spot) for spot in ("A3", "E4", "E5"))
    assert own.text == "Herb 1 has Herb 3 in range." and ("aim", "B3") in marks(own.marks)
    alone = board.spot_info(state, "A11")
    assert alone.text == "Herb 2 has no Herb in range."
    assert spots_with_shape(alone.marks, "range") == ["A10", "A6", "A7", "A8", "A9"]
    assert stone.text == "A push by Herb 0 against 1 piece costs 1 AP for 1 square, 2 for 2 and 3 for 3 for now."
    assert spots_with_shape(stone.marks, "front") == ["E4"]
    assert free.text == "A white stone that is pushed here completes a row of four."
    assert spots_with_shape(free.marks, "scores") == ["D5", "E5", "F5", "G5"]
    assert board.spot_info(state, "H8") == board.spot_info(state, "C3") == ("", ()), "nothing to tell"
    block = fastcore.parse(f"herbs {position_text(black='D7 D8 E7 E8')}")
    assert (
        board.spot_info(block, "D8").text == "It is part of a square of four."
        and len(spots_with_shape(board.spot_info(block, "D8").marks, "scores")) == 4
    )
    line = fastcore.parse(f"herbs {position_text(herbs=('E5^', *HERBS[1:]), white='E6', black='E7')}")
    assert "against 2 pieces costs 3 AP for 1 square, 6 for 2 and 9 for 3 for now." in board.spot_info(line, "E6").text
    assert spots_with_shape(board.spot_info(line, "E6").marks, "front") == ["E6", "E7"]
    assert board.spot_info(line, "E7").text == "", "only pieces in front of a Herb are pushed"
    placing = fastcore.parse(f"{spec_of(1)} {position_text(piles='3w0b,0w0b', white='D5 F5 G5')}").after("0TL")
    assert board.spot_info(placing, "E5") == ("", ()), "a stone that is placed completes nothing"


def test_push_that_meets_more_pieces_costs_more(board: Board) -> None:
    """Compare the prices in the text with those that `projection.effects` computes."""
    state = fastcore.parse(f"herbs {position_text(herbs=('E5^', *HERBS[1:]), white='E6', black='E8')}")
    assert (
        board.spot_info(state, "E6").text
        == "A push by Herb 0 against 1 piece costs 1 AP for 1 square, 4 for 2 and 7 for 3 for now."
    )
    assert [
        projection.effects(state, 0, (f"0P{n}/{ap}",))[-1].cost for n, ap in ((1, 1), (2, 4), (2, 3), (3, 7), (3, 6))
    ] == [1, 4, None, 7, None]
    pit = fastcore.parse(f"herbs {position_text(herbs=('G9>', *HERBS[1:]), black='H9')}")
    expected = (
        "A push by Herb 0 against 1 piece costs 2 AP for 1 square; for 2: for now, nothing is in front after 1 square."
    )
    assert board.spot_info(pit, "H9").text == expected
    low_ap = fastcore.parse(f"herbs {position_text(herbs=('E5^', *HERBS[1:]), white='E6', black='E8', ap='3,9')}")
    assert board.spot_info(low_ap, "E6").text.endswith(
        "costs 1 AP for 1 square; for 2: for now, that costs 4 AP, but you have 3."
    )


def test_hover_during_bid_shows_current_board(board: Board) -> None:
    """Any viewer sees the same details for the Herbs of both players; items still to be played are ignored."""
    herbs = ("A5>", "G1^", "E5<", "H2<")
    stones = {"white": "G2 G4 C8 D8 E8", "black": "D5"}
    position = position_text(**stones, herbs=herbs, ap="0,150", phase="bid:2:2:0TR,1P1/1,1M1|3BW,3P1/1,3BW:0")  # type: ignore[arg-type]
    state = fastcore.parse(f"{spec_of(3)} {position}")
    for point in (state, state.viewpoint(1), state.viewpoint(None)):
        assert board.spot_info(point, "A5").text == "Herb 0 has no Herb in range." and spots_with_shape(
            board.spot_info(point, "A5").marks, "aim"
        ) == ["D5"]
        assert board.spot_info(point, "G2").text == (
            "A push by Herb 1 against 1 piece costs 1 AP for 1 square, 3 for 2 and 5 for 3 for now."
            " A push by Herb 3 against 1 piece costs 1 AP for 1 square, 2 for 2 and 3 for 3 for now."
        )
        assert board.spot_info(point, "D5").text.startswith("A push by Herb 2 against 1 piece costs 2 AP for 1 square")
        assert spots_with_shape(board.spot_info(point, "B8").marks, "scores") == ["B8", "C8", "D8", "E8"]


def test_preview_shows_shot(board: Board) -> None:
    state = fastcore.parse(ROW)
    assert {("aim", "B3"), ("taken", "C3")} <= set(marks(board.effect_marks(state, "1F")))
    assert (
        board.move_effect(state, "1F")
        == "Herb 1 shoots Herb 3 back to C3: 3 AP lost (2 AP); 4 points for an enemy Herb."
    )
    empty = fastcore.start("herbs")
    assert spots_with_shape(board.effect_marks(empty, "0F"), "range") == ["A2", "A3", "A4", "A5", "A6"], "five squares"
    assert board.move_effect(empty, "0F") == "Herb 0 fires, but hits no Herb for now (2 AP)."


@pytest.mark.parametrize(("position", "item", "expected"), [
    ({}, "0M3", "A4: Herb 0 goes 3 squares (3 AP)."),
    ({"white": "A3"}, "0M3", "A4: Herb 0 goes 1 square to A2 and stops there (3 AP)."),
    ({"white": "A2"}, "0M3", "A4: Herb 0 does not move: its way is blocked for now (3 AP)."),
    ({"herbs": ("C1^", *HERBS[1:])}, "0M3", "C4: Herb 0 falls into the pit C3 and is lost (3 AP)."),
    ({"herbs": ("A5^", *HERBS[1:])}, "0BU2", "A3: Herb 0 backs up 2 squares (4 AP)."),
    ({}, "0TL", "Herb 0 turns left (free)."), ({}, "0HT", "Herb 0 turns round (1 AP)."),
    ({"black": "A2"}, "0BW", "Herb 0 makes the stone in front white (free)."),
    ({}, "0WB", "Herb 0 has no white stone in front for now (1 AP)."),
    ({"black": "A2"}, "0P1/1", "Herb 0 pushes nothing: for now, that costs more (1 AP)."),
    ({}, "0P1/1", "Herb 0 pushes nothing: for now, nothing in front can move (1 AP)."),
    ({"black": "C2", "herbs": ("C1^", *HERBS[1:])}, "0P1/2",
    "Herb 0 pushes 1 square (2 AP); 3 points for a stone in a pit."),
])  # fmt: skip
def test_move_effect_is_described(board: Board, position: dict[str, Any], item: str, expected: str) -> None:
    assert board.move_effect(fastcore.parse(f"herbs {position_text(**position)}"), item) == expected


# Bids -----------------------------------------------------------------------------------------------------------------


def test_bid_outcomes_are_listed(board: Board) -> None:
    state = fastcore.parse(f"{spec_of(1)} {shot_position()}")
    heads = ["Red acts first", "Blue acts first", "Both bid 0: neither acts"]
    for point in (state, state.viewpoint(0), state.viewpoint(1), state.viewpoint(None)):
        outcomes = board.outcomes(point)
        assert [outcome.head for outcome in outcomes] == heads
        assert [outcome.fields["herbs"] for outcome in outcomes] == [
            "A5>,K1^,D5v,K11v",
            "A5>,K1^,-,K11v",
            "A5>,K1^,C5v,K11v",
        ]
        assert [outcome.fields["ap"] for outcome in outcomes] == ["200,195", "200,198", "200,198"]
        assert [event.kind for event in outcomes[0].events] == ["hit", "lost"]
        assert [boards.describe_event(point.info, event) for event in outcomes[0].events] == [
            "Herb 0 shoots Herb 2 back to D5: Blue loses 3 AP.", "Herb 2's move is lost: it was hit first.",
        ]  # fmt: skip
    assert board.outcomes(fastcore.start("herbs")) == () and not board.uses_sheet(state)
    low_ap = fastcore.parse(
        f"{spec_of(1)} {position_text(herbs=('A5>', 'K1^', 'C5v', 'K11v'), ap='0,9', phase='bid:2:1:0F|2M2:0')}"
    )
    assert [outcome.head for outcome in board.outcomes(low_ap)] == heads[1:], "without AP nobody acts first"
    assert board.outcomes_text(low_ap).endswith("Red cannot bid: Blue acts first for 1 AP; 0 cancels both.")
    assert board.move_effect(low_ap, "bid0") == "Bid 0: your opponent cannot bid, so both actions are cancelled."
    assert board.move_effect(low_ap, "bid1") == "Bid 1 AP: you act first, unopposed, and keep 8."
    assert "(1 is enough)" in board.move_effect(low_ap, "bid2") and "whoever acts first" in board.move_effect(
        state, "bid2"
    )
    assert board.move_effect(state, "bid0") == "Bid 0: if your opponent also bids 0, both actions are cancelled."


@pytest.mark.parametrize(("points", "tie"), [("0,0", 1), ("0,0", 2), ("3,1", 1), ("1,3", 2)])
def test_stake_text_names_leader_after_equal_bids(board: Board, points: str, tie: int) -> None:
    position = shot_position(points=points)
    state = fastcore.parse(f"{spec_of(1)} {position.replace(f' {points} 2 ', f' {points} {tie} ')}")
    expected = board.outcomes_text(state)
    sentence = next(
        boards.describe_event(state.info, event) for event in state.after("bid2").events("bid2") if event.kind == "bids"
    )
    leader, reason = re.fullmatch(r"Both bid 2: (\w+) acts first, with ([\w ]+)\.", sentence).groups()  # type: ignore[union-attr]
    assert expected.endswith(f"After equal bids above 0 {leader} acts first, with {reason}.")


def test_bid_outcomes_match_core(board: Board) -> None:
    """Compare the outcomes with the core for the bids of random crowded games."""
    stream, count = Stream(6, "bids"), 0
    for number in range(deep(60, 1500)):
        state = fastcore.parse(
            f"{spec_of(2, stream.choice(['burst', 'spread', 'ends']))} {crowded_position(Stream(number, 'bids'))}"
        )
        while state.phase == "write":
            candidates = [text for text in texts(state) if re.fullmatch("[0-3](P1/[2-8]|F|M[1-3])", text)]
            state.play(stream.choice(candidates or texts(state)))
        if state.phase != "bid":
            continue
        ap = [int(left) for left in state.fields["ap"].split(",")]
        for outcome, bids in zip(
            board.outcomes(state),
            [bids for bids in ((1, 0), (0, 1), (0, 0)) if all(map(int.__le__, bids, ap))],
            strict=True,
        ):
            after, events = state.copy(), list[Event]()
            while after.phase == "bid" and not any(event.kind == "bids" for event in events):
                bid = f"bid{bids[after.actor]}"
                events += after.events(bid)
                after.play(bid)
            before = next(n for n, event in enumerate(events) if event.kind == "bids") + 1
            kinds = [event.kind for event in outcome.events]
            real = events[before : before + len(kinds)]
            assert [(event.kind, event.where, event.values) for event in outcome.events] == [
                (event.kind, event.where, event.values) for event in real
            ]
            assert all(
                outcome.fields[name] == real[-1].fields[name]
                for name in ("board", "herbs", "points", "piles", "round", "tie")
            )
            assert events[before + len(kinds)].kind in ("slot", "stones", "asks"), "and that is all of the slot"
        count += 1
    assert count > 3
