"""Differential tests of the core against a twin: the same game in plain, slow Python, written from the rules alone.

The twin is the module `twin` in the game's package, or the module with the game's id in the package of `--twins`. Its
functions take a spec and a position text: `start`, `actor` ("seat 1", "chance" or "over"), `moves`, `play`, `returns`,
and `chances` where there is chance. A game with hidden information also has `view` and `observation`. Optional are
`points`, `events`, `refusal` (the field with the first problem) and `canonical` (the canonical spec, or RefusedError).
"""

from __future__ import annotations

import random
from types import ModuleType

import pytest

import fastcore
from fastcore import CHANCE, OVER
from workbench.conformance.counts import deep
from workbench.conformance.damage import damage_text, sample_states
from workbench.conformance.walks import option_specs, random_game

compared_deals: dict[str, int] = {}  # number of chance events compared, by spec


def skip_without(twin: ModuleType, name: str) -> None:
    """Skip a test if the twin does not have an optional function."""
    if not hasattr(twin, name):
        pytest.skip(f"the twin has no function `{name}`")


def test_random_games_agree_with_twin(game_id: str, twin: ModuleType) -> None:
    by_length = sorted(option_specs(game_id), key=lambda spec: fastcore.playouts(fastcore.start(spec), 10, 1).moves)
    for number in range(deep(16, 10_000)):
        # The twin is slow: cover every spec, but play most games on the two shortest.
        turn, rest = divmod(number, deep(8, 4))
        spec = by_length[turn % len(by_length)] if rest == 0 else by_length[rest % min(2, len(by_length))]
        text = twin.start(spec)
        assert text == fastcore.start(spec).text()
        for state, move in random_game(spec, "twins", number):
            assert_agree(twin, state, text, move)
            text = twin.play(spec, text, state.move_text(move))
            end = state.after(move)
        assert end.text() == text and twin.actor(spec, text) == "over" and twin.moves(spec, text) == []
        assert tuple(twin.returns(spec, text)) == end.returns()
        if hasattr(twin, "points"):
            assert tuple(twin.points(spec, text)) == end.points()


def assert_agree(twin: ModuleType, state: fastcore.State, text: str, move: int) -> None:
    """Compare the core with the twin in one position and for the move played there."""
    spec = state.spec
    assert state.text() == text
    actor = "chance" if state.actor == CHANCE else "over" if state.actor == OVER else f"seat {state.actor + 1}"
    assert twin.actor(spec, text) == actor, state
    if state.actor == CHANCE:
        # A deal has thousands of outcomes, the same in every round: three comparisons are enough.
        compared = compared_deals.get(spec, 0)
        compared_deals[spec] = compared + 1
        if compared < 3 or not state.info.has.deals:
            outcomes = [(state.move_text(outcome), probability) for outcome, probability in state.chances()]
            expected = twin.chances(spec, text)
            assert [name for name, _ in outcomes] == [name for name, _ in expected]
            assert [chance for _, chance in outcomes] == pytest.approx(
                [float(chance) for _, chance in expected], rel=1e-12
            )
    else:
        assert [state.move_text(number) for number in state.moves()] == twin.moves(spec, text), state
    chosen = state.move_text(move)
    if hasattr(twin, "events"):  # optional: few games need several events for a move
        story = [(event.kind, list(event.where), " ".join(event.fields.values())) for event in state.events(move)]
        assert story == [(kind, list(cells), after) for kind, cells, after in twin.events(spec, text, chosen)], (
            f"{state} {chosen}"
        )
    seats = (None, *range(state.seats))
    if not state.info.has.covered:
        # All seats see the same: compare one of them, chosen by the turn number.
        seats = seats[state.turn % len(seats) :][:1]
    for seat in seats if hasattr(twin, "view") or state.info.has.covered else ():
        assert state.view(seat) == twin.view(spec, text, seat)
        assert state.observation(move, seat) == twin.observation(spec, text, chosen, seat)


def test_twin_rejects_the_same_damaged_positions(game_id: str, twin: ModuleType) -> None:
    skip_without(twin, "refusal")
    chance = random.Random(5)
    states = sample_states(game_id)
    read = 0
    for _ in range(deep(400, 100_000)):
        state = chance.choice(states)
        text = damage_text(state.text(), chance)
        problems = fastcore.problems(f"{state.spec} {text}")
        assert (problems[0].field if problems else None) == twin.refusal(state.spec, text), f"{state.spec} {text!r}"
        read += not problems
    assert read > deep(0, 10)


def test_twin_rejects_the_same_damaged_views(game_id: str, twin: ModuleType) -> None:
    skip_without(twin, "refusal")
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
        expected = twin.refusal(state.spec, text, seat)
        assert (problems[0].field if problems else None) == expected, f"{state.spec} {text!r} seat {seat}"
        read += not problems
    assert read > deep(0, 10)


def test_twin_rejects_the_same_damaged_specs(game_id: str, twin: ModuleType) -> None:
    skip_without(twin, "canonical")
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
            expected = twin.canonical(text)
        except twin.RefusedError:
            expected = None
        assert canonical_spec == expected, text
