"""Tests of the interface that every game with hidden information shares.

Each seat learns everything that it may know, and nothing else.
"""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from msgspec.structs import replace

import bots
import fastcore
from fastcore import OVER, Stream, TooMany, Viewpoint
from fastcore.counts import policy_move
from workbench.bot_process.decisions import decide
from workbench.conformance.counts import deep
from workbench.conformance.histories import (
    indistinguishable_history,
    indistinguishable_positions,
    policy_history,
    random_history,
    seats,
    viewpoint_after,
    without_durations,
)
from workbench.conformance.walks import option_specs, random_game, random_position

WORLDS = 50_000
LEAK = "the view shows more than the observations of seat"


def test_events_and_viewpoints_follow_observations(hiding_game: str) -> None:
    for spec in option_specs(hiding_game):
        start = fastcore.start(spec)
        points = [Viewpoint(spec, seat) for seat in seats(start)]
        for state, move in random_game(spec, "known", max_moves=deep(30, 10**6)):
            after = state.after(move)
            for point in points:
                seat = point.seat
                assert (point.actor, point.phase, point.turn) == (state.actor, state.phase, state.turn)
                assert " ".join(point.fields.values()) == point.text() == state.view(seat)
                assert point.points() == state.points()
                if state.actor == seat:
                    assert point.moves() == state.moves()
                    shown = point.events(move)
                    expected = [event.kind for event in state.events(move, seat)]
                    assert [event.kind for event in shown] == expected[: len(shown)]
                    assert shown or point.count() > 1
                elif state.actor >= 0:
                    assert set(state.moves()) <= set(point.moves()), f"{state} {seat}"
                full_state = point.state
                assert full_state is None or full_state == state
                seen = state.observation(move, seat)
                events = state.events(move, seat)
                if seen:
                    assert events and " ".join(events[-1].fields.values()) == after.view(seat), f"{state} {seat} {seen}"
                    assert point.observe(seen) == events
                else:
                    assert events == [] and after.view(seat) == state.view(seat)
        for point in points:
            assert point.actor == state.after(move).actor
            if point.actor == OVER:
                assert point.returns() == state.after(move).returns() and point.state == state.after(move)


def test_policies_use_only_actor_knowledge(hiding_game: str) -> None:
    for spec in option_specs(hiding_game)[: deep(3, 100)]:
        for number in range(deep(3, 30)):
            state = random_position(spec, "covered policy", number)
            point = state.viewpoint(state.actor)
            for name in state.info.policies:
                mine = state.policy(name)
                assert mine == point.policy(name)
                assert abs(sum(probability for _, probability in mine) - 1) < 1e-9
                assert {move for move, _ in mine} <= set(state.moves())


def test_worlds_contain_true_position(hiding_game: str) -> None:
    for spec in option_specs(hiding_game)[: deep(4, 100)]:
        for number in range(deep(2, 40)):
            played = random_history(spec, number)
            state = played[-1][0]
            for seat in seats(state):
                point = viewpoint_after(played, seat)
                for model in (None, "uniform"):
                    drawn = point.sample(Stream(number, "drawn"), model)
                    assert drawn.view(seat) == state.view(seat), f"{LEAK} {seat}: {state}"
                    try:
                        worlds = point.worlds(WORLDS, model)
                    except TooMany as error:
                        assert str(error)
                        continue
                    assert point.count() == len(worlds) == len({text for text, _ in worlds})
                    chances = [probability for _, probability in worlds]
                    assert math.isclose(sum(chances), 1, abs_tol=1e-9) and min(chances) > 0
                    assert chances == sorted(chances, reverse=True)
                    assert {state.text(), drawn.text()} <= {text for text, _ in worlds}
                    bits = -sum(chance * math.log2(chance) for chance in chances)
                    assert math.isclose(point.entropy(model), bits, abs_tol=1e-6)
                    for key, beliefs in point.beliefs(model).items():
                        assert math.isclose(sum(beliefs.values()), 1, abs_tol=1e-9), key
                    if len(worlds) > 1:
                        with pytest.raises(TooMany):
                            point.worlds(len(worlds) - 1, model)


def test_equal_viewpoints_answer_alike_under_each_model(hiding_game: str) -> None:
    """A view alone may show less of what other seats chose than the observations that led to it."""
    for spec in option_specs(hiding_game)[: deep(4, 100)]:
        for number in range(deep(3, 60)):
            played = policy_history(spec, number)
            for seat in seats(played[0][0]):
                seen, begun = viewpoint_after(played, seat), played[-1][0].viewpoint(seat)
                assert seen == seen.copy() == viewpoint_after(played, seat) and begun == begun.copy()
                for model in (None, *seen.info.policies) if seen == begun else ():
                    drawn = [[point.sample(Stream(k), model) for k in range(8)] for point in (seen, begun)]
                    assert drawn[0] == drawn[1], f"{played[-1][0]} {seat} {model}"


def test_assumed_fact_restricts_worlds(hiding_game: str) -> None:
    for number in range(deep(4, 60)):
        played = random_history(hiding_game, number)
        state = played[-1][0]
        if state.actor < 0:
            continue
        point = viewpoint_after(played, state.actor)
        for key, beliefs in point.beliefs().items():
            for value, chance in beliefs.items():
                fact = f"{key}={value}"
                if chance:
                    restricted = point.suppose(fact)
                    assert math.isclose(restricted.beliefs()[key][value], 1)
                    assert restricted.count() <= point.count() and restricted.text() == point.text()
                    assert pickle.loads(pickle.dumps(restricted)) == restricted
                else:
                    with pytest.raises(fastcore.Conflict, match=key):
                        point.suppose(fact)
        for move in point.moves()[: deep(5, 50)]:
            bits = point.forecast(move)
            assert -1e-9 <= bits <= point.entropy() + 1e-6
        for nonsense in ("", "x", "=", "hidden=", "9:r=1", "cure=zz", "1:r>=", "é" * 100):
            with pytest.raises(fastcore.Conflict):
                point.suppose(nonsense)


def test_hidden_information_does_not_leak(hiding_game: str) -> None:
    """A seat sees the same in two histories that differ only in what it cannot know."""
    specs, pairs = option_specs(hiding_game), 0
    wanted = deep(20, 1000)
    for number in range(20 * wanted):
        if pairs >= wanted:
            break
        played = random_history(specs[number % len(specs)], number)
        state = played[-1][0]
        seat = seats(state)[number % (state.seats + 1)]
        history = indistinguishable_history(played, seat, Stream(number, "exchanged"))
        if history is None or history[-1][0] == state:
            continue
        pairs += 1
        changed = history[-1][0]
        assert changed.view(seat) == state.view(seat), f"{state} {changed} {seat}"
        mine, theirs = viewpoint_after(played, seat), viewpoint_after(history, seat)
        assert mine == theirs and mine.text() == theirs.text() == state.view(seat)
        assert mine.beliefs() == theirs.beliefs() and mine.evaluate() == theirs.evaluate()
        assert mine.state is None and theirs.state is None
        assert Viewpoint.parse(f"{state.spec} {state.view(seat)}", seat).text() == changed.view(seat)
        if state.shape:
            assert np.array_equal(state.tensor(seat), changed.tensor(seat))
        if state.actor == seat:
            assert state.moves() == changed.moves()
            for name in state.info.policies:
                assert state.policy(name) == changed.policy(name)
        for move in state.moves()[:: max(1, len(state.moves()) // 20)]:
            if move not in changed.moves():
                assert state.actor != seat
                continue
            assert state.actor != seat or changed.why_not(state.move_text(move)) == ""
            if changed.observation(move, seat) == state.observation(move, seat):
                assert changed.after(move).view(seat) == state.after(move).view(seat), f"{LEAK} {seat}: {state}"
                assert changed.events(move, seat) == state.events(move, seat)
    assert pairs >= wanted


def test_observations_do_not_leak(hiding_game: str) -> None:
    for seat, state, other in indistinguishable_positions(hiding_game, deep(80, 2000)):
        mine, theirs = state.viewpoint(seat), other.viewpoint(seat)
        assert np.array_equal(mine.mask(), theirs.mask()), f"{state} {other} {seat}"
        if state.actor == seat:
            assert np.array_equal(mine.mask(), state.mask()) and np.array_equal(state.mask(), other.mask())
        if not state.shape:
            with pytest.raises(ValueError, match="has no observation tensor"):
                mine.tensor()
            continue
        tensor = mine.tensor()
        for seen in (theirs.tensor(), state.tensor(seat), other.tensor(seat)):
            assert np.array_equal(tensor, seen), f"{state} {other} {seat}"


def test_policy_moves_do_not_leak(hiding_game: str) -> None:
    """Playouts and searches choose a move by what its seat knows, as `State.policy` says."""
    pairs = 0
    for seat, state, other in indistinguishable_positions(hiding_game, deep(80, 2000)):
        if state.actor != seat:
            continue
        pairs += 1
        for name in state.info.policies:
            mine, theirs = (policy_move(here, name, Stream(pairs)) for here in (state, other))
            assert mine == theirs, f"the policy {name} sees more than seat {seat}: {state} {other}"
            assert mine in state.moves()
    assert pairs >= 10


def test_observation_fills_given_arrays(hiding_game: str) -> None:
    point = random_position(hiding_game, "arrays").viewpoint(0)
    mask = np.ones(point.game.actions, bool)
    assert point.mask(mask) is mask and list(np.flatnonzero(mask)) == point.moves()
    with pytest.raises(ValueError, match="out must be"):
        point.mask(np.ones(point.game.actions + 1, bool))
    if point.game.shape:
        tensor = np.full(point.game.shape, 7, "f4")
        assert point.tensor(tensor) is tensor and tensor.max() <= 1
        with pytest.raises(ValueError, match="out must be"):
            point.tensor(tensor.astype("f8"))


def test_bots_decide_alike_with_the_same_information(hiding_game: str) -> None:
    """A bot makes the same decision in positions that differ only in what its seat cannot see."""
    pairs = 0
    for seat, state, other in indistinguishable_positions(hiding_game, deep(400, 4000)):
        if state.actor != seat:
            continue
        pairs += 1
        for name in bots.names(state.spec):
            simulated = any(option.name == "simulations" for option in bots.bot_class(name).options)
            text = f"{name}(simulations=20)" if simulated else name
            mine, theirs = (decide(bots.make(text, pairs), here.viewpoint(seat)) for here in (state, other))
            # How the history is divided between reports depends on the time.
            mine, theirs = (replace(without_durations(report), history=()) for report in (mine, theirs))
            assert mine == theirs, f"{text}: {state} {other}"
        if pairs == deep(12, 400):
            break
    assert pairs >= 5
