"""Tests of the interface that every game with hidden information shares.

Each seat learns everything that it may know, and nothing else.
"""

from __future__ import annotations

import math
import pickle
from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace

import bots
import fastcore
from bots import Report
from fastcore import CHANCE, OVER, State, Stream, TooMany, Viewpoint
from fastcore.counts import policy_move
from tests.conftest import deep
from tests.kit.walks import option_specs, random_game, random_position
from workbench.bot_process.decisions import decide

History = list[tuple[State, int]]
HIDING_GAMES = [game for game in fastcore.games() if fastcore.info(game).has.covered]
WORLDS = 50_000
LATE_CHOICES = 12  # a late choice is one of the last 12 by chance or other seats
LEAK = "the view shows more than the observations of seat"


@pytest.fixture(params=HIDING_GAMES)
def hiding_game(request: pytest.FixtureRequest) -> str:
    """The id of each game with hidden information in turn."""
    return str(request.param)


def seats(state: State) -> tuple[int | None, ...]:
    return (None, *range(state.seats))


def random_history(spec: str, number: int) -> History:
    """Return the start of a random game, up to a position in which a seat decides."""
    played = list(random_game(spec, "hiding", number))
    length = Stream(number, "length").below(min(len(played), 60)) + 1
    while length > 1 and played[length - 1][0].actor < 0:
        length -= 1
    return played[:length]


def policy_history(spec: str, number: int) -> History:
    """Return the start of a game played by its best policy, up to a position in which a seat decides.

    Histories with odd numbers end after the first phase, which random play seldom does.
    """
    state, stream, played = fastcore.start(spec), Stream(number, "sensible", spec), list[tuple[State, int]]()
    phase, policy = state.phase, state.info.policies[-1]
    min_moves = stream.below(40)
    while len(played) < 200 and state.actor != fastcore.OVER:
        rare = state.phase != phase and state.actor == number // 2 % state.seats
        if state.actor >= 0 and len(played) >= min_moves and (number % 2 == 0 or rare):
            break
        moves, weights = zip(*(state.chances() if state.actor < 0 else state.policy(policy)), strict=True)
        move = moves[stream.pick(list(weights))]
        played.append((state, move))
        state = state.after(move)
    return [*played, (state, -1)]


def viewpoint_after(played: History, seat: int | None) -> Viewpoint:
    """Return a seat's view of the last position of a history, built from its observations."""
    point = Viewpoint(played[0][0].spec, seat)
    for state, move in played[:-1]:
        seen = state.observation(move, seat)
        if seen:
            point.observe(seen)
    return point


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


def indistinguishable_history(played: History, seat: int | None, stream: Stream) -> History | None:
    """Return another history in which this seat makes the same observations, or None if none is found.

    One choice of chance or another seat differs; later moves stay the same where possible.
    """
    others = [number for number, (state, _) in enumerate(played[:-1]) if state.actor != seat]
    if not others:
        return None
    # Change any choice, the first one (a deal), or a late one, which has revealed little so far.
    first = (others[stream.below(len(others))], others[0], others[-1 - stream.below(min(len(others), LATE_CHOICES))])[
        stream.below(3)
    ]
    state = played[first][0].copy()
    history = list(played[:first])
    for number in range(first, len(played) - 1):
        truth, move = played[number]
        seen = truth.observation(move, seat)
        choices = [outcome for outcome, _ in state.chances()] if state.actor == CHANCE else state.moves()
        if number > first and move in choices and state.observation(move, seat) == seen:
            chosen = move
        else:
            alike = [
                choice
                for choice in choices
                if state.observation(choice, seat) == seen and (number > first or choice != move)
            ]
            if not alike:
                return None
            chosen = alike[stream.below(len(alike))]
        history.append((state, chosen))
        state = state.after(chosen)
    return [*history, (state, -1)]


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


def indistinguishable_positions(game: str, wanted: int) -> Iterator[tuple[int | None, State, State]]:
    """Yield a seat and two positions that it cannot distinguish: one of a random game and a sampled one."""
    specs, pairs = option_specs(game), 0
    for number in range(20 * wanted):
        spec = specs[number % len(specs)]
        for state, _ in random_game(spec, "observed", number, max_moves=60):
            seat = seats(state)[(number + state.turn) % (state.seats + 1)]
            other = state.viewpoint(seat).sample(Stream(number, state.key))
            if other != state:
                pairs += 1
                yield seat, state, other
            if pairs == wanted:
                return
    pytest.fail(f"{game} has too few positions with the same view")


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
    assert pairs >= 20


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


def without_durations(report: Report) -> Report:
    """Return the report without its durations, which differ between runs."""
    return replace(report, seconds=0.0, history=tuple(map(without_durations, report.history)))
