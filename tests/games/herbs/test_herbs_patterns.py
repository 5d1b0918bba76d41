"""Herbs: patterns, the waves in which they move apart, and the symmetries of the board and of the seats."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import OVER, State, Stream
from tests.conftest import deep
from tests.kit.herbs_boards import (
    HERBS,
    PATTERNS,
    SYMMETRIES,
    crowded,
    exchanged,
    exchanged_item,
    mapped,
    mapped_item,
    one_slot,
    plan,
    spec_of,
    table,
    white_and_black,
    write,
)


def push_up(patterns: str = "burst", item: str = "0P1/1", white: str = "", black: str = "") -> State:
    """A push by Herb 0 from E3 facing up, the other Herbs in their corners."""
    return one_slot(item, patterns=patterns, white=white, black=black, herbs=("E3^", *HERBS[1:]))


def test_the_examples_of_the_page() -> None:
    state = push_up(white="D5 F5 G5 E4")
    assert white_and_black(state) == ("C5 D5 G5 H5", "") and state.points() == (4, 0)
    state = push_up(white="D5 F5 G5 E4 H6 I5 I6")
    assert white_and_black(state) == ("C5 D5 G4 G5 G7 J4 J7", "") and state.points() == (8, 0)
    state = one_slot("0P1/1", white="A5 B5 C5 E5", herbs=("F5<", *HERBS[1:]))
    assert white_and_black(state) == ("A5 B5 C5 D5", "") and state.points() == (4, 0), "it cannot move, and scores"
    again = write(state, "1BW", "2BW")
    assert again.points() == (4, 0), "what merely stays does not score"


def test_how_patterns_move_apart() -> None:
    for patterns, after in (("burst", "C5 D5 G5 H5"), ("spread", "B5 D5 G5 I5"), ("ends", "C5 E5 F5 H5")):
        state = push_up(patterns, white="D5 F5 G5 E4")
        assert white_and_black(state) == (after, ""), patterns
        assert push_up(patterns, "0P1/2", black="D5 F5 G5 E4").points() == (6, 0)
        square = push_up(patterns, white="D5 D6 E6 E4")
        assert white_and_black(square) == ("C4 C7 F4 F7", "") and square.points() == (4, 0), patterns


def test_colours_do_not_mix() -> None:
    assert push_up(white="D5 F5 E4", black="G5").points() == (0, 0)


def test_every_overlapping_pattern_scores_and_displacements_are_averaged() -> None:
    # five in a row are two rows: the middle stones take the mean of both, 0 for the one in the centre
    state = push_up(white="C5 D5 F5 G5 E4")
    assert state.points() == (8, 0) and white_and_black(state) == ("B5 C5 E5 G5 H5", "")


def test_what_was_a_pattern_before_is_not_new() -> None:
    # the row is pushed along itself, then a square sideways as a whole
    state = one_slot("0P1/4", white="B5 C5 D5 E5", herbs=("A5>", *HERBS[1:]))
    assert white_and_black(state) == ("C5 D5 E5 F5", "") and state.points() == (0, 0)
    # a fifth stone makes a new row out of three old stones and itself
    state = one_slot("0P1/4", white="C5 D5 E5 F5 H5", herbs=("B5>", *HERBS[1:]))
    assert state.points() == (4, 0)


def test_a_push_through_a_pattern_breaks_it_without_a_score() -> None:
    state = push_up(white="D4 E4 F4 G4")
    assert white_and_black(state) == ("D4 E5 F4 G4", "") and state.points() == (0, 0)


def test_means_are_rounded_half_away_from_zero() -> None:
    # E5 is the second of a row and the first of a column: (-1/2, -1/2) becomes D4
    state = push_up(white="D5 F5 G5 E6 E7 E8 E4")
    assert white_and_black(state) == ("C5 D4 E5 E8 E9 G5 H5", "") and state.points() == (8, 0)


def test_moving_stones_fall_into_pits() -> None:
    state = one_slot("0P1/1", white="E3 F3 G3 H2", herbs=("H1^", *HERBS[1:]))
    assert white_and_black(state) == ("D3 E3 H3", "") and state.points() == (4 + 1, 0), "H3 went into I3"


def test_spread_passes_over_pits() -> None:
    # D3 is on its way to B3 over C3, G3 goes to I3
    state = one_slot("0P1/1", patterns="spread", white="D3 F3 G3 E2", herbs=("E1^", *HERBS[1:]))
    assert white_and_black(state) == ("D3 G3", "") and state.points() == (4 + 2, 0)
    # what stands where it would have come to rest blocks it nevertheless, and so E3
    state = one_slot("0P1/1", patterns="spread", white="D3 F3 G3 E2", black="B3", herbs=("E1^", *HERBS[1:]))
    assert white_and_black(state) == ("D3 E3 G3", "B3") and state.points() == (4 + 1, 0)


def test_blocked_stones_stay() -> None:
    # a stone at C5 holds D5 in place, and D5 holds E5; the right half moves
    state = push_up(white="D5 F5 G5 E4", black="C5")
    assert white_and_black(state) == ("D5 E5 G5 H5", "C5")


def test_stones_that_share_a_destination_stay() -> None:
    # in the second step of blocking: two stones would meet, so both stay, and what they block stays too
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


def carried_out(state: State, plans: list[list[str]], bids: list[tuple[int, int]]) -> list[str]:
    """The position texts when both plans are written, and after the bids for each slot (no more than is left)."""
    state = write(state, *map(" ".join, plans))
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
        state = fastcore.parse(f"{spec} {crowded(stream)}")
        first = plan(state, stream)
        second = plan(write(state, " ".join(first), ""), stream)
        bids = [(stream.below(4), stream.below(4)) for _ in range(8)]
        seen = carried_out(state, [first, second], bids)
        scored += sum(map(int, seen[-1].split(" ")[4].split(",")))
        before_last = write(state, " ".join(first), " ".join(second[:-1]))
        waves += sum(event.kind == "wave" for event in before_last.events(second[-1]))
        for symmetry in SYMMETRIES:
            other = fastcore.parse(f"{spec} {mapped(state.text(), symmetry)}")
            assert other.evaluate().values == pytest.approx(state.evaluate().values, abs=1e-12)
            plans = [[mapped_item(item, symmetry) for item in items] for items in (first, second)]
            expected = [mapped(text, symmetry) for text in seen]
            assert carried_out(other, plans, bids) == expected, f"{state} {first} {second} {bids}"
    assert scored > 100 and waves > 10


def test_exchanging_the_seats_maps_rounds_onto_each_other() -> None:
    bid = 0
    for number in range(deep(400, 10_000)):
        stream = Stream(number, "exchange")
        spec = spec_of(stream.below(4) + 1, stream.choice(PATTERNS))
        state = fastcore.parse(f"{spec} {crowded(stream)}")
        first = plan(state, stream)
        second = plan(write(state, " ".join(first), ""), stream)
        bids = [(stream.below(4), stream.below(4)) for _ in range(8)]
        other = fastcore.parse(f"{spec} {exchanged(state.text())}")
        assert other.evaluate().values == pytest.approx(state.evaluate().values[::-1], abs=1e-12)
        seen = carried_out(state, [first, second], bids)
        plans = [[exchanged_item(item) for item in items] for items in (second, first)]
        theirs = carried_out(other, plans, [(b, a) for a, b in bids])
        assert theirs[-1] == exchanged(seen[-1]), f"{state} {first} {second} {bids}"
        assert len(theirs) == len(seen)
        bid += len(seen) > 1
    assert bid > 10


def test_waves_are_told() -> None:
    state = fastcore.parse(f"{spec_of(1)} {table('D5 F5 G5 E4 H6 I5 I6', herbs=('E3^', *HERBS[1:]))}").after("0P1/1")
    story = [(event.kind, event.where, dict(event.values)) for event in state.events("2BW")]
    assert [kind for kind, _, _ in story] == [
        "locked", "slot", "push", "points", "wave", "points", "wave", "nothing", "stones", "round",
    ]  # fmt: skip
    assert story[2] == ("push", ("E4", "E5"), {"herb": 0, "cost": 1})
    assert story[3] == ("points", ("D5", "E5", "F5", "G5"), {"points": 4, "for": "row"})
    assert story[4] == ("wave", ("D5", "C5", "E5", "D5", "F5", "G5", "G5", "H5"), {})
    assert story[5][2]["for"] == "square" and len(story[6][1]) == 8


def test_random_pushes_end() -> None:
    most = 0
    for number in range(deep(300, 20_000)):
        stream = Stream(number, "ends")
        state = fastcore.parse(f"{spec_of(1, stream.choice(PATTERNS))} {crowded(stream)}")
        first = plan(state, stream)
        state = write(state, " ".join(first), "")
        if state.actor != OVER:
            second = plan(state, stream)
            before = write(state, "", " ".join(second[:-1]))
            most = max(most, sum(event.kind == "wave" for event in before.events(second[-1])))
    assert 1 <= most < 40
