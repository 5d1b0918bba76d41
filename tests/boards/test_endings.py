"""Tests of the texts at the end of a game: why it ended, and what the cards show."""

from __future__ import annotations

import pytest

import fastcore
from workbench import boards

HERBS = "11/11/3w1w1b3/2b5w2/5b5/2b1w1w1b2/5b5/2w5b2/3b1w1w3/11/11"
ENDS = [
    ("herbs(actions=1)", f"{HERBS} A1^,K1^,A11v,K11v 9,157 0w0b,0w0b 9,20 2 7 0 write:2:0F|", "2M1", ""),
    ("herbs(rounds=7,actions=1)", f"{HERBS} A1^,K1^,A11v,K11v 9,157 0w0b,0w0b 9,20 2 7 0 write:2:0F|", "2M1",
     "Round 7 was the last."),
    ("herbs(actions=1)", f"{HERBS} A1^,K1^,A11v,K11v 0,157 0w0b,0w0b 9,20 2 7 0 write:2:0F|", "2M1",
     "Red has no AP left."),
    ("herbs(actions=1)", f"{HERBS} -,J3<,A11v,K11v 9,157 0w0b,0w0b 9,20 2 7 0 write:2:1M1|", "2M1",
     "Red has no Herbs left."),
    ("herbs(actions=1)", f"{HERBS} A1^,K1^,A11v,K11v 9,157 0w0b,0w0b 9,20 2 7 2 write:2:0TL|", "2TL",
     "Nobody spent AP for three rounds."),
]  # fmt: skip


@pytest.mark.parametrize(("spec", "position", "move", "reason"), ENDS)
def test_herbs_says_why_it_ended(spec: str, position: str, move: str, reason: str) -> None:
    state = fastcore.parse(f"{spec} {position}")
    words = boards.words("herbs")
    events = state.events(move)
    texts = [text for event in events if (text := words.end_reason(state.info, event))]
    assert texts == ([reason] if reason else [])


def test_cards_show_points_for_ap_at_the_end() -> None:
    state = fastcore.parse(f"herbs(actions=1) {HERBS} A1^,K1^,A11v,K11v 0,157 0w0b,0w0b 9,20 2 7 0 write:2:0F|")
    board = boards.find("herbs")
    assert board is not None and board.belongings(state.info, state.fields, 1) == "157 AP · 0 white, 0 black"
    end = state.after("2M1")
    assert [board.belongings(end.info, end.fields, seat) for seat in (0, 1)] == [
        "0 AP left",
        "15 points for 156 AP left",
    ]
    assert board.panels(end.info, end.fields, ())[0].lines[0].text == "Red has no AP left."


def played_out(spec: str, seed: int) -> tuple[fastcore.State, tuple[fastcore.Event, ...]]:
    """Return the end of a game between greedy players, and the events of its last move."""
    state, stream = fastcore.start(spec), fastcore.Stream(seed, "ends")
    events: tuple[fastcore.Event, ...] = ()
    while state.actor != fastcore.OVER:
        if state.actor < 0:
            move = state.sample(stream)
        else:
            moves, weights = zip(*state.policy("greedy"), strict=True)
            move = moves[stream.pick(list(weights))]
        events = tuple(state.events(move))
        state.play(move)
    return state, events


@pytest.mark.parametrize("spec", ["herd(size=2)", "forest", "herbs(ap=20)", "herbalism(target=1)"])
def test_every_game_says_why_it_ended(spec: str) -> None:
    state, events = played_out(spec, 1)
    words = boards.words(state.info.id)
    (text,) = (text for event in events if (text := words.end_reason(state.info, event)))
    assert text.endswith(".") and len(text.split()) <= 12
    if state.info.id == "herbalism":
        best = max(state.points())
        winners = [f"eat {seat + 1}" for seat, points in enumerate(state.points()) if points == best]
        assert all(winner in text for winner in winners) and f"reached {best} point" in text
    if state.info.id == "forest":
        winner = boards.seat_name(state.info, 0 if state.returns()[0] > 0 else 1)
        assert text == f"{winner} has seven pawns." or "has no pawns left." in text


def test_edge_labels_of_hexagons_are_numbers_or_names_of_cells() -> None:
    """A bare number beside a row would read as the number of the row."""
    board = boards.find("herd")
    assert board is not None
    ground = board.ground(fastcore.start("herd(size=3)").fields)
    texts = sorted(label.text for label in ground.labels)
    assert texts == sorted([*"abcde", *"123123", "b4", "c5", "d4"])
