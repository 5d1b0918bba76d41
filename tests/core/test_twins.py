"""Differential tests of the core against reference implementations in plain Python, written from the rules."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import fastcore
from fastcore import CHANCE, OVER
from tests.conftest import deep
from tests.core.test_fuzz import damage_text, sample_states
from tests.kit.walks import option_specs, random_game

DATA = Path(__file__).parents[1] / "data" / "perft"
compared_deals: dict[str, int] = {}  # number of chance events compared, by spec


@pytest.fixture
def reference(game_id: str) -> ModuleType:
    return import_module(f"tests.reference.{game_id}")


def test_perft_counts_match_files(game_id: str) -> None:
    lines = (DATA / f"{game_id}.txt").read_text(encoding="utf-8").splitlines()
    positions = 0
    for line in lines:
        if line.strip() and not line.startswith("#"):
            situation, _, counts = line.partition(" ; ")
            state = fastcore.parse(situation)
            for depth, count in enumerate(counts.split(), 1):
                assert fastcore.perft(state, depth) == int(count), f"{situation} depth {depth}"
            positions += 1
    assert positions >= 12


def test_random_games_agree_with_reference(game_id: str, reference: ModuleType) -> None:
    by_length = sorted(option_specs(game_id), key=lambda spec: fastcore.playouts(fastcore.start(spec), 10, 1).moves)
    for number in range(deep(16, 10_000)):
        # The reference is slow: cover every spec, but play most games on the two shortest.
        turn, rest = divmod(number, deep(8, 4))
        spec = by_length[turn % len(by_length)] if rest == 0 else by_length[rest % min(2, len(by_length))]
        text = reference.start(spec)
        assert text == fastcore.start(spec).text()
        for state, move in random_game(spec, "twins", number):
            assert_agree(reference, state, text, move)
            text = reference.play(spec, text, state.move_text(move))
            end = state.after(move)
        assert end.text() == text and reference.actor(spec, text) == "over" and reference.moves(spec, text) == []
        assert (
            tuple(reference.returns(spec, text)) == end.returns()
            and tuple(reference.points(spec, text)) == end.points()
        )


def assert_agree(reference: ModuleType, state: fastcore.State, text: str, move: int) -> None:
    """Compare the core with the reference in one position and for the move played there."""
    spec = state.spec
    assert state.text() == text
    actor = "chance" if state.actor == CHANCE else "over" if state.actor == OVER else f"seat {state.actor + 1}"
    assert reference.actor(spec, text) == actor, state
    if state.actor == CHANCE:
        # A deal has thousands of outcomes, the same in every round: three comparisons are enough.
        compared = compared_deals.get(spec, 0)
        compared_deals[spec] = compared + 1
        if compared < 3 or not state.info.has.deals:
            outcomes = [(state.move_text(outcome), probability) for outcome, probability in state.chances()]
            expected = reference.chances(spec, text)
            assert [name for name, _ in outcomes] == [name for name, _ in expected]
            assert [chance for _, chance in outcomes] == pytest.approx(
                [float(chance) for _, chance in expected], rel=1e-12
            )
    else:
        assert [state.move_text(number) for number in state.moves()] == reference.moves(spec, text), state
    chosen = state.move_text(move)
    if hasattr(reference, "events"):  # Only references of games whose moves need several events have this function.
        story = [(event.kind, list(event.where), " ".join(event.fields.values())) for event in state.events(move)]
        assert story == [(kind, list(cells), after) for kind, cells, after in reference.events(spec, text, chosen)], (
            f"{state} {chosen}"
        )
    seats = (None, *range(state.seats))
    if not state.info.has.covered:
        # All seats see the same: compare one of them, chosen by the turn number.
        seats = seats[state.turn % len(seats) :][:1]
    for seat in seats:
        assert state.view(seat) == reference.view(spec, text, seat)
        assert state.observation(move, seat) == reference.observation(spec, text, chosen, seat)


def test_reference_rejects_the_same_damaged_positions(game_id: str, reference: ModuleType) -> None:
    chance = random.Random(5)
    states = sample_states(game_id)
    read = 0
    for _ in range(deep(400, 100_000)):
        state = chance.choice(states)
        text = damage_text(state.text(), chance)
        problems = fastcore.problems(f"{state.spec} {text}")
        assert (problems[0].field if problems else None) == reference.refusal(state.spec, text), (
            f"{state.spec} {text!r}"
        )
        read += not problems
    assert read > deep(0, 10)


def test_reference_rejects_the_same_damaged_views(game_id: str, reference: ModuleType) -> None:
    if not fastcore.info(game_id).has.covered:
        pytest.skip("nothing is hidden in this game")
    chance = random.Random(7)
    states = sample_states(game_id)
    read = 0
    for number in range(deep(400, 100_000)):
        state = chance.choice(states)
        seat = number % state.seats
        text = damage_text(state.view(seat), chance)
        problems = fastcore.view_problems(f"{state.spec} {text}", seat)
        expected = reference.refusal(state.spec, text, seat)
        assert (problems[0].field if problems else None) == expected, f"{state.spec} {text!r} seat {seat}"
        read += not problems
    assert read > deep(0, 10)


def test_reference_rejects_the_same_damaged_specs(game_id: str, reference: ModuleType) -> None:
    chance = random.Random(6)
    specs = option_specs(game_id)
    for _ in range(deep(400, 100_000)):
        text = damage_text(chance.choice(specs), chance)
        try:
            state = fastcore.start(text)
            canonical_spec = state.spec if state.info.id == game_id else None  # None if the spec names another game
        except fastcore.BadPosition:
            canonical_spec = None
        try:
            expected = reference.canonical(text)
        except reference.RefusedError:
            expected = None
        assert canonical_spec == expected, text
