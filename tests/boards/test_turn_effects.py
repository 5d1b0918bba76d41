"""Tests of the sentences about what a turn does right away."""

from __future__ import annotations

import random

import pytest

import fastcore
from bots.report import Candidate, Report
from workbench import boards
from workbench.reports.reasons import turn_effect


def point_of(text: str) -> fastcore.Viewpoint:
    state = fastcore.parse(text)
    return state.viewpoint(state.actor)


@pytest.mark.parametrize(
    ("position", "moves", "expected"),
    [
        ("herd(size=3) 3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5", ("b2", "a1"), "It captures 1 blue stone."),
        ("herd(size=3) 3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5", ("a1",), ""),
        ("herd(size=3) 3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5", ("nonsense",), ""),
    ],
)
def test_sentence_names_captures(position: str, moves: tuple[str, ...], expected: str) -> None:
    assert boards.turn_effect(point_of(position), moves) == expected


@pytest.mark.parametrize("game", ["herd(size=3)", "forest"])
def test_sentence_agrees_with_the_events_of_random_turns(game: str) -> None:
    rng, seen = random.Random(2), set[str]()
    for _ in range(30):
        state = fastcore.start(game)
        while state.actor != fastcore.OVER:
            if state.actor < 0:
                state.play(rng.choice(state.chances())[0])
                continue
            point, end, moves, captured = state.viewpoint(state.actor), state.copy(), list[str](), 0
            while (end.actor, end.turn) == (state.actor, state.turn):
                move = end.move_text(rng.choice(end.moves()))
                for event in end.events(move):
                    captured += (int(event.values["count"]) if "count" in event.values else len(event.where)) * (
                        event.kind == "capture"
                    )
                moves.append(move)
                end.play(move)
            sentence = boards.turn_effect(point, tuple(moves))
            assert ("captures" in sentence) == bool(captured)
            assert captured in (0, 1) or f"captures {captured} " in sentence
            won = end.actor == fastcore.OVER and end.returns()[state.actor] > 0
            assert "wins the game" not in sentence or won
            seen.update(word for word in ("captures", "wins", "adds") if word in sentence)
            state = end
    assert "captures" in seen and "wins" in seen


def test_sentence_about_a_plan_names_points_and_hits() -> None:
    """Plans are secret, so the sentence says what happens if the opponent does not interfere."""
    found = list[str]()
    for seed in range(4):
        rng, state = random.Random(seed), fastcore.start("herbs")
        while state.actor != fastcore.OVER:
            seat, phase, point, moves = state.actor, state.phase, state.copy().viewpoint(state.actor), list[str]()
            while (state.actor, state.phase) == (seat, phase) and len(moves) < 8:
                moves.append(state.move_text(rng.choice(state.moves())))
                state.play(moves[-1])
            found.append(boards.turn_effect(point, tuple(moves)) if phase == "write" else "")
    sentences = [text for text in found if text]
    assert sentences and all(text.startswith("If nothing gets in the way, it ") for text in sentences)
    assert any("shoots Herb" in text for text in sentences)


def test_moves_of_a_faulty_report_have_no_sentence() -> None:
    point = point_of("herd(size=3) 3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5")
    assert turn_effect(point, Report("z9", (Candidate("z9", 1, (0.0, 0.0), 0.0, 0.0, ("z9",)),))) == ""
