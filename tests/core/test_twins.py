"""The core against the twin of each game in plain Python, written from the rules page alone."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import fastcore
from fastcore import CHANCE, OVER
from tests.conftest import deep
from tests.core.test_fuzz import damaged, pool
from tests.kit.walks import option_specs, walk

DATA = Path(__file__).parents[1] / "data" / "perft"
DEALS: dict[str, int] = {}  # spec -> how many deals have been compared


@pytest.fixture
def twin(game_id: str) -> ModuleType:
    return import_module(f"tests.reference.{game_id}")


def test_perft_files(game_id: str) -> None:
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


def test_random_games_agree(game_id: str, twin: ModuleType) -> None:
    by_length = sorted(option_specs(game_id), key=lambda spec: fastcore.playouts(fastcore.start(spec), 10, 1).moves)
    for number in range(deep(40, 10_000)):
        # the twin is slow: all specs in turn, but most games on the two with the shortest
        turn, rest = divmod(number, deep(8, 4))
        spec = by_length[turn % len(by_length)] if rest == 0 else by_length[rest % min(2, len(by_length))]
        text = twin.start(spec)
        assert text == fastcore.start(spec).text()
        for state, move in walk(spec, "twins", number):
            agree(twin, state, text, move)
            text = twin.play(spec, text, state.move_text(move))
            end = state.after(move)
        assert end.text() == text and twin.actor(spec, text) == "over" and twin.moves(spec, text) == []
        assert tuple(twin.returns(spec, text)) == end.returns() and tuple(twin.points(spec, text)) == end.points()


def agree(twin: ModuleType, state: fastcore.State, text: str, move: int) -> None:
    """One position and the move made in it."""
    spec = state.spec
    assert state.text() == text
    actor = "chance" if state.actor == CHANCE else "over" if state.actor == OVER else f"seat {state.actor + 1}"
    assert twin.actor(spec, text) == actor, state
    if state.actor == CHANCE:
        # a deal has thousands of outcomes, the same in every round: a few times are enough
        dealt = DEALS.get(spec, 0)
        DEALS[spec] = dealt + 1
        if dealt < 3 or not state.info.has.deals:
            mine = [(state.move_text(outcome), probability) for outcome, probability in state.chances()]
            theirs = twin.chances(spec, text)
            assert [name for name, _ in mine] == [name for name, _ in theirs]
            assert [chance for _, chance in mine] == pytest.approx([float(chance) for _, chance in theirs], rel=1e-12)
    else:
        assert [state.move_text(one) for one in state.moves()] == twin.moves(spec, text), state
    chosen = state.move_text(move)
    if hasattr(twin, "events"):  # where what happens in a move needs a story
        story = [(event.kind, list(event.where), " ".join(event.fields.values())) for event in state.events(move)]
        assert story == [(kind, list(cells), after) for kind, cells, after in twin.events(spec, text, chosen)], (
            f"{state} {chosen}"
        )
    seats = (None, *range(state.seats))
    if not state.info.has.covered:
        seats = seats[state.turn % len(seats) :][:1]  # all see the same: one of them in turn
    for seat in seats:
        assert state.view(seat) == twin.view(spec, text, seat)
        assert state.observation(move, seat) == twin.observation(spec, text, chosen, seat)


def test_damaged_positions_are_refused_alike(game_id: str, twin: ModuleType) -> None:
    chance = random.Random(5)
    states = pool(game_id)
    read = 0
    for _ in range(deep(400, 100_000)):
        state = chance.choice(states)
        text = damaged(state.text(), chance)
        problems = fastcore.problems(f"{state.spec} {text}")
        assert (problems[0].field if problems else None) == twin.refusal(state.spec, text), f"{state.spec} {text!r}"
        read += not problems
    assert read > deep(0, 10)


def test_damaged_views_are_refused_alike(game_id: str, twin: ModuleType) -> None:
    if not fastcore.info(game_id).has.covered:
        pytest.skip("nothing is hidden in this game")
    chance = random.Random(7)
    states = pool(game_id)
    read = 0
    for number in range(deep(400, 100_000)):
        state = chance.choice(states)
        seat = number % state.seats
        text = damaged(state.view(seat), chance)
        problems = fastcore.problems(f"{state.spec} {text}", seat)
        expected = twin.refusal(state.spec, text, seat)
        assert (problems[0].field if problems else None) == expected, f"{state.spec} {text!r} seat {seat}"
        read += not problems
    assert read > deep(0, 10)


def test_specs_are_refused_alike(game_id: str, twin: ModuleType) -> None:
    chance = random.Random(6)
    specs = option_specs(game_id)
    for _ in range(deep(400, 100_000)):
        text = damaged(chance.choice(specs), chance)
        try:
            state = fastcore.start(text)
            mine = state.spec if state.info.id == game_id else None  # of another game
        except fastcore.BadPosition:
            mine = None
        try:
            theirs = twin.canonical(text)
        except twin.Refused:
            theirs = None
        assert mine == theirs, text
