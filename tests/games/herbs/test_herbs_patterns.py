"""Tests of patterns and waves in Herbs, and of the symmetries of board and seats."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import OVER, State, Stream
from tests.conftest import deep
from tests.kit.herbs.boards import (
    HERBS,
    PATTERNS,
    SYMMETRIES,
    after_plans,
    crowded_position,
    exchanged_item,
    mapped,
    mapped_item,
    one_slot,
    position_text,
    random_plan,
    spec_of,
    white_and_black,
    with_seats_exchanged,
)


def push_up(patterns: str = "burst", item: str = "0P1/1", white: str = "", black: str = "") -> State:
    """Return the state after Herb 0 pushes upwards from E3, with the rest in their corners."""
    return one_slot(item, patterns=patterns, white=white, black=black, herbs=("E3^", *HERBS[1:]))


def test_rules_page_examples_score() -> None:
    state = push_up(white="D5 F5 G5 E4")
    assert white_and_black(state) == ("C5 D5 G5 H5", "") and state.points() == (4, 0)
    state = push_up(white="D5 F5 G5 E4 H6 I5 I6")
    assert white_and_black(state) == ("C5 D5 G4 G5 G7 J4 J7", "") and state.points() == (8, 0)
    state = one_slot("0P1/1", white="A5 B5 C5 E5", herbs=("F5<", *HERBS[1:]))
    assert white_and_black(state) == ("A5 B5 C5 D5", "") and state.points() == (4, 0), "it cannot move, and scores"
    again = after_plans(state, "1BW", "2BW")
    assert again.points() == (4, 0), "what merely stays does not score"


def test_pattern_styles_move_stones_apart() -> None:
    for patterns, after in (("burst", "C5 D5 G5 H5"), ("spread", "B5 D5 G5 I5"), ("ends", "C5 E5 F5 H5")):
        state = push_up(patterns, white="D5 F5 G5 E4")
        assert white_and_black(state) == (after, ""), patterns
        assert push_up(patterns, "0P1/2", black="D5 F5 G5 E4").points() == (6, 0)
        square = push_up(patterns, white="D5 D6 E6 E4")
        assert white_and_black(square) == ("C4 C7 F4 F7", "") and square.points() == (4, 0), patterns


def test_pattern_needs_one_colour() -> None:
    assert push_up(white="D5 F5 E4", black="G5").points() == (0, 0)


def test_overlapping_patterns_all_score_and_their_displacements_are_averaged() -> None:
    # Five in a row are two rows: the middle stones move by the mean of both, 0 for the centre.
    state = push_up(white="C5 D5 F5 G5 E4")
    assert state.points() == (8, 0) and white_and_black(state) == ("B5 C5 E5 G5 H5", "")


def test_existing_pattern_does_not_score_again() -> None:
    # The row is pushed lengthwise as a whole.
    state = one_slot("0P1/4", white="B5 C5 D5 E5", herbs=("A5>", *HERBS[1:]))
    assert white_and_black(state) == ("C5 D5 E5 F5", "") and state.points() == (0, 0)
    # A fifth stone makes a new row of three old stones and itself.
    state = one_slot("0P1/4", white="C5 D5 E5 F5 H5", herbs=("B5>", *HERBS[1:]))
    assert state.points() == (4, 0)


def test_push_that_breaks_a_pattern_does_not_score() -> None:
    state = push_up(white="D4 E4 F4 G4")
    assert white_and_black(state) == ("D4 E5 F4 G4", "") and state.points() == (0, 0)


def test_mean_displacement_is_rounded_half_away_from_zero() -> None:
    # E5 is the second of a row and the first of a column: (-1/2, -1/2) leads to D4.
    state = push_up(white="D5 F5 G5 E6 E7 E8 E4")
    assert white_and_black(state) == ("C5 D4 E5 E8 E9 G5 H5", "") and state.points() == (8, 0)


def test_moving_stones_fall_into_pits() -> None:
    state = one_slot("0P1/1", white="E3 F3 G3 H2", herbs=("H1^", *HERBS[1:]))
    assert white_and_black(state) == ("D3 E3 H3", "") and state.points() == (4 + 1, 0), "H3 went into I3"


def test_spread_passes_over_pits() -> None:
    # D3 heads for B3 over C3, G3 for I3.
    state = one_slot("0P1/1", patterns="spread", white="D3 F3 G3 E2", herbs=("E1^", *HERBS[1:]))
    assert white_and_black(state) == ("D3 G3", "") and state.points() == (4 + 2, 0)
    # A piece on B3 blocks D3 although D3 would fall into the pit C3, and D3 blocks E3.
    state = one_slot("0P1/1", patterns="spread", white="D3 F3 G3 E2", black="B3", herbs=("E1^", *HERBS[1:]))
    assert white_and_black(state) == ("D3 E3 G3", "B3") and state.points() == (4 + 1, 0)


def test_blocked_stones_stay() -> None:
    # A stone on C5 blocks D5, and D5 blocks E5; the right half moves.
    state = push_up(white="D5 F5 G5 E4", black="C5")
    assert white_and_black(state) == ("D5 E5 G5 H5", "C5")


def test_stones_that_share_a_destination_stay() -> None:
    # In the second step of blocking two stones share a destination: both stay, and so does what they block.
    state = push_up("spread", white="E4 E6 E7 E8 E9 F5 F9 G4 G5 H5 H7")
    assert white_and_black(state) == ("D4 E6 E7 E8 E9 F5 F9 G4 H5 H7 J5", "") and state.points() == (8, 0)


def test_stones_that_would_swap_places_stay() -> None:
    state = one_slot(
        "0P3/24",
        "2TL",
        patterns="ends",
        white="G8 H8 I8 J7 K7 K8",
        black="B8 C8 D8 F8",
        herbs=("A8>", "G3>", "G9v", "K11v"),
    )
    assert white_and_black(state) == ("H8 I6 I8 K7 K8", "D8 E8 F8 G8")


def play_round(state: State, plans: list[list[str]], bids: list[tuple[int, int]]) -> list[str]:
    """Return the position text after both plans are written and after the bids for each slot.

    A bid is limited to the remaining AP.
    """
    state = after_plans(state, *map(" ".join, plans))
    seen = [state.text()]
    while state.phase == "bid":
        slot = int(state.fields["phase"].split(":")[2])
        while state.phase == "bid" and state.fields["phase"].split(":")[2] == str(slot):
            ap = int(state.fields["ap"].split(",")[state.actor])
            state = state.after(f"bid{min(ap, bids[slot - 1][state.actor])}")
        seen.append(state.text())
    return seen


@pytest.mark.parametrize("patterns", PATTERNS)
def test_reflections_and_rotations_map_rounds_onto_each_other(patterns: str) -> None:
    scored = waves = 0
    for number in range(deep(120, 5000)):
        stream = Stream(number, "symmetries", patterns)
        spec = spec_of(stream.below(3) + 1, patterns)
        state = fastcore.parse(f"{spec} {crowded_position(stream)}")
        first = random_plan(state, stream)
        second = random_plan(after_plans(state, " ".join(first), ""), stream)
        bids = [(stream.below(4), stream.below(4)) for _ in range(8)]
        seen = play_round(state, [first, second], bids)
        scored += sum(map(int, seen[-1].split(" ")[4].split(",")))
        before_last = after_plans(state, " ".join(first), " ".join(second[:-1]))
        waves += sum(event.kind == "wave" for event in before_last.events(second[-1]))
        for symmetry in SYMMETRIES:
            mapped_state = fastcore.parse(f"{spec} {mapped(state.text(), symmetry)}")
            assert mapped_state.evaluate().values == pytest.approx(state.evaluate().values, abs=1e-12)
            plans = [[mapped_item(item, symmetry) for item in items] for items in (first, second)]
            expected = [mapped(text, symmetry) for text in seen]
            assert play_round(mapped_state, plans, bids) == expected, f"{state} {first} {second} {bids}"
    assert scored > 100 and waves > 10


def test_swapping_seats_maps_rounds_onto_each_other() -> None:
    bid = 0
    for number in range(deep(400, 10_000)):
        stream = Stream(number, "exchange")
        spec = spec_of(stream.below(4) + 1, stream.choice(PATTERNS))
        state = fastcore.parse(f"{spec} {crowded_position(stream)}")
        first = random_plan(state, stream)
        second = random_plan(after_plans(state, " ".join(first), ""), stream)
        bids = [(stream.below(4), stream.below(4)) for _ in range(8)]
        swapped_state = fastcore.parse(f"{spec} {with_seats_exchanged(state.text())}")
        assert swapped_state.evaluate().values == pytest.approx(state.evaluate().values[::-1], abs=1e-12)
        seen = play_round(state, [first, second], bids)
        plans = [[exchanged_item(item) for item in items] for items in (second, first)]
        swapped = play_round(swapped_state, plans, [(b, a) for a, b in bids])
        assert swapped[-1] == with_seats_exchanged(seen[-1]), f"{state} {first} {second} {bids}"
        assert len(swapped) == len(seen)
        bid += len(seen) > 1
    assert bid > 10


def test_waves_have_events() -> None:
    state = fastcore.parse(f"{spec_of(1)} {position_text('D5 F5 G5 E4 H6 I5 I6', herbs=('E3^', *HERBS[1:]))}").after(
        "0P1/1"
    )
    events = [(event.kind, event.where, dict(event.values)) for event in state.events("2BW")]
    assert [kind for kind, _, _ in events] == [
        "locked", "slot", "push", "points", "wave", "points", "wave", "nothing", "stones", "round",
    ]  # fmt: skip
    assert events[2] == ("push", ("E4", "E5"), {"herb": 0, "cost": 1})
    assert events[3] == ("points", ("D5", "E5", "F5", "G5"), {"points": 4, "for": "row"})
    assert events[4] == ("wave", ("D5", "C5", "E5", "D5", "F5", "G5", "G5", "H5"), {})
    assert events[5][2]["for"] == "square" and len(events[6][1]) == 8


def test_waves_of_random_pushes_end() -> None:
    max_waves = 0
    for number in range(deep(300, 20_000)):
        stream = Stream(number, "ends")
        state = fastcore.parse(f"{spec_of(1, stream.choice(PATTERNS))} {crowded_position(stream)}")
        first = random_plan(state, stream)
        state = after_plans(state, " ".join(first), "")
        if state.actor != OVER:
            second = random_plan(state, stream)
            before = after_plans(state, "", " ".join(second[:-1]))
            max_waves = max(max_waves, sum(event.kind == "wave" for event in before.events(second[-1])))
    assert 1 <= max_waves < 40
