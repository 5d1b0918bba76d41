"""Tests of the interface that all games share."""

from __future__ import annotations

import copy
import pickle

import pytest

import fastcore
from fastcore import CHANCE, OVER, BadPosition, IllegalMove
from fastcore.counts import policy_move
from workbench.conformance.counts import deep
from workbench.conformance.walks import option_specs, random_game, random_move, random_position


def test_specs_are_canonical(game_id: str) -> None:
    assert fastcore.start(game_id).spec == game_id
    for option in fastcore.info(game_id).options:
        assert fastcore.start(f"{game_id}({option.name}={option.default})").spec == game_id
        with pytest.raises(BadPosition, match=f"^spec: .*{option.name}"):
            fastcore.start(f"{game_id}({option.name}=nonsense)")
        with pytest.raises(BadPosition, match="twice"):
            fastcore.start(f"{game_id}({option.name}={option.default},{option.name}={option.default})")
    for spec in option_specs(game_id):
        assert fastcore.start(spec).spec == spec


@pytest.mark.parametrize(
    "spec", ["", " ", "nosuchgame", "(", ")", "{id}()", "{id}(", "{id})", "{id} ", "{id}(x=1)", "{id}(=)"]
)
def test_bad_specs_are_rejected(game_id: str, spec: str) -> None:
    with pytest.raises(BadPosition) as caught:
        fastcore.start(spec.format(id=game_id))
    assert caught.value.field == "spec" and caught.value.reason


def test_pickled_and_copied_events_equal_the_original(game_id: str) -> None:
    """Pickled and copied events equal the original, even before its fields are read."""
    for number in range(deep(3, 30)):
        state = random_position(game_id, "plain events", number, max_moves=40)
        if state.actor == OVER:
            continue
        for event in state.events(state.moves()[0]):
            again = pickle.loads(pickle.dumps(event))
            assert again == event == copy.deepcopy(event) and type(again.fields) is dict
            assert list(event.fields) == list(state.fields) == list(again.fields) and len(event.fields) == len(
                again.fields
            )


def test_game_info_is_complete(game_id: str) -> None:
    info = fastcore.info(game_id)
    assert info.id == game_id and info.title and info.designer and info.goal
    assert list(fastcore.start(game_id).fields) == [field.name for field in info.fields]
    assert {"uniform", "greedy"} <= set(info.policies)
    for spec in info.bench:
        assert fastcore.start(spec).spec == spec
    for field in info.fields:
        assert field.meaning and field.allowed and field.kind


def test_state_invariants_hold_in_random_games(game_id: str) -> None:
    for spec in option_specs(game_id):
        for number in range(deep(1, 30)):
            decisions = 0
            for state, move in random_game(spec, number):
                check_state(state, move)
                decisions += state.actor >= 0
            end = state.after(move)
            assert end.actor == OVER and end.moves() == [] and end.chances() == []
            assert abs(sum(end.returns())) < 1e-12 and all(-1 <= value <= 1 for value in end.returns())
            assert end.evaluate().values == pytest.approx(end.returns())
            assert decisions <= fastcore.info(game_id).longest
            for text in ("", "x", end.text()):
                with pytest.raises(IllegalMove):
                    end.play(text)


def check_state(state: fastcore.State, move: int) -> None:
    """Assert the invariants of one position of a walk and of the move played there."""
    text = state.text()
    again = fastcore.parse(state.situation)
    assert again.text() == text and again == state and hash(again) == hash(state) and again.key == state.key
    assert fastcore.problems(state.situation) == []
    assert " ".join(state.fields.values()) == text
    if state.actor == CHANCE:
        outcomes = state.chances()
        assert abs(sum(probability for _, probability in outcomes) - 1) < 1e-12
        moves = [outcome for outcome, _ in outcomes]
        assert state.moves() == []
    else:
        moves = state.moves()
        assert moves and state.chances() == []
        assert all(0 <= number < state.actions for number in moves)
    texts = [state.move_text(number) for number in moves]
    assert texts == sorted(texts, key=str.encode), f"{state.spec}: `moves` must be in byte order of the move texts"
    assert len(set(texts)) == len(texts)
    chosen = state.move_text(move)
    assert state.parse_move(chosen) == move and state.why_not(chosen) == "" and " " not in chosen
    after = state.after(move)
    assert state.text() == text, "after() must not change the state"
    events = state.events(move)
    if state.observation(move, None):
        assert events and " ".join(events[-1].fields.values()) == after.view(None)
    else:
        assert events == [], "what nobody sees"
    values = state.evaluate().values
    assert abs(sum(values)) < 1e-12 and all(-1 <= value <= 1 for value in values)
    if not state.info.has.covered:
        for seat in (None, *range(state.seats)):
            assert state.view(seat) == text
            assert state.observation(move, seat) == chosen


def test_viewpoints_grow_with_observations(game_id: str) -> None:
    for spec in option_specs(game_id):
        start = fastcore.start(spec)
        seats = (None, *range(start.seats))
        points = [fastcore.Viewpoint(spec, seat) for seat in seats]
        learned: list[list[str]] = [[] for _ in seats]
        for state, move in random_game(spec, "viewpoints", max_moves=deep(60, 10**6)):
            for point, texts, seat in zip(points, learned, seats, strict=True):
                assert point.text() == state.view(seat)
                seen = state.observation(move, seat)
                if seen:
                    texts.append(seen)
                    silent = point.copy()
                    assert silent.observe(seen, events=False) == []
                    point.observe(seen)
                    assert silent == point
        for point, texts, seat in zip(points, learned, seats, strict=True):
            fresh = fastcore.Viewpoint(spec, seat)
            fresh.rebuild(texts)
            assert fresh == point and fresh.text() == point.text()
            assert fastcore.Viewpoint.parse(f"{spec} {point.text()}", seat).text() == point.text()
            assert pickle.loads(pickle.dumps(point)) == point
            with pytest.raises(fastcore.Conflict, match="nonsense"):
                fresh.observe("nonsense")
            with pytest.raises(fastcore.Conflict, match="observation 1"):
                fresh.rebuild(["nonsense"])
            assert fresh == point, "a refused rebuild leaves everything as it was"


def test_policies_are_distributions_over_legal_moves(game_id: str) -> None:
    for number in range(deep(5, 100)):
        state = random_position(game_id, "policy", number)
        for name in state.info.policies:
            policy = state.policy(name)
            assert abs(sum(probability for _, probability in policy) - 1) < 1e-9
            assert {move for move, _ in policy} <= set(state.moves())
        assert [move for move, _ in state.policy("uniform")] == state.moves()
        if state.info.has.covered:
            continue  # test_hiding.py covers policies of games with hidden information
        best = max(state.after(move).evaluate().values[state.actor] for move in state.moves())
        for move, _ in state.policy("greedy"):
            assert state.after(move).evaluate().values[state.actor] == pytest.approx(best)
        with pytest.raises(ValueError, match="policy is"):
            state.policy("nonsense")


def test_policy_moves_follow_policies(game_id: str) -> None:
    for number in range(deep(3, 30)):
        state = random_position(game_id, "policy moves", number)
        for name in state.info.policies:
            expected, stream, draws = dict(state.policy(name)), fastcore.Stream(number, name), 300
            counts = dict.fromkeys(expected, 0)
            for _ in range(draws):
                counts[policy_move(state, name, stream)] += 1
            for move, probability in expected.items():
                assert abs(counts[move] - draws * probability) < 6 * (draws * probability) ** 0.5 + 6
        with pytest.raises(ValueError, match="policy is"):
            policy_move(state, "nonsense", fastcore.Stream(1))


def test_copies_are_equal_and_independent(game_id: str) -> None:
    state = random_position(game_id, "copies")
    copy = state.copy()
    assert copy == state and copy is not state
    assert pickle.loads(pickle.dumps(state)) == state
    assert eval(repr(state), {"fastcore": fastcore}) == state
    copy.play(copy.moves()[0])
    assert copy != state
    assert state != state.text()


def test_chance_events_follow_their_probabilities(game_id: str) -> None:
    if not fastcore.info(game_id).has.chance:
        pytest.skip("no chance in this game")
    state = fastcore.start(game_id)
    stream = fastcore.Stream(7, "weights")
    while state.actor != CHANCE:
        state.play(random_move(state, stream))
    draws = 40_000
    counts: dict[int, int] = {}
    for _ in range(draws):
        drawn = state.sample(stream)
        counts[drawn] = counts.get(drawn, 0) + 1
    for outcome, probability in state.chances():
        expected = draws * probability
        assert abs(counts.get(outcome, 0) - expected) < 6 * expected**0.5 + 6


def test_playouts_agree_with_stepwise_play(game_id: str) -> None:
    """Playouts and stepwise play have the same means within six standard errors.

    Each game has its own fast playout loop.
    """
    n = deep(120, 5000)
    returns, moves, turns = [], [], []
    for number in range(n):
        decisions = 0
        for state, move in random_game(game_id, "means", number):
            decisions += state.actor >= 0
            end = state.after(move)
        returns.append(end.returns()[0])
        moves.append(float(decisions))
        turns.append(float(end.turn))
    fast = fastcore.playouts(fastcore.start(game_id), deep(20_000, 200_000), seed=3)
    for slow, mean in ((returns, fast.returns[0]), (moves, fast.moves), (turns, fast.turns)):
        sample_mean = sum(slow) / n
        error = (sum((value - sample_mean) ** 2 for value in slow) / (n - 1) / n) ** 0.5
        assert abs(sample_mean - mean) <= 6 * error + 1e-9


def test_seed_determines_playouts(game_id: str) -> None:
    start = fastcore.start(game_id)
    for policy in ("uniform", "greedy"):
        assert fastcore.playouts(start, 5, 1, policy) == fastcore.playouts(start, 5, 1, policy)
    assert fastcore.playouts(start, 500, 1) != fastcore.playouts(start, 500, 2)


def test_perft_counts_sequences_of_legal_moves(game_id: str) -> None:
    def slow(state: fastcore.State, depth: int) -> int:
        if depth == 0:
            return 1
        moves = state.moves() or [outcome for outcome, _ in state.chances()]
        return sum(slow(state.after(move), depth - 1) for move in moves)

    state = random_position(game_id, "perft")
    assert [fastcore.perft(state, depth) for depth in range(3)] == [slow(state, depth) for depth in range(3)]
    for wrong in (-1, 65, 10**30):
        with pytest.raises(ValueError, match="depth"):
            fastcore.perft(state, wrong)


def test_illegal_moves_give_reasons(game_id: str) -> None:
    state = random_position(game_id, "wrong")
    legal = set(state.moves())
    for move in [-1, state.actions, 10**30, -(10**30), *range(min(state.actions, 500))]:
        if move in legal:
            continue
        with pytest.raises(IllegalMove) as caught:
            state.play(move)
        assert caught.value.reason and caught.value.situation == state.situation
    for text in ("", "?", "nonsense", "a" * 10_000, "\0", "\ud800", "é"):
        with pytest.raises(IllegalMove):
            state.play(text)
        assert state.why_not(text)
    assert not any(state.why_not(state.move_text(move)) for move in legal)
    for wrong in (None, 1.5, b"a1", [1]):
        with pytest.raises(TypeError):
            state.play(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seat"):
        state.view(state.seats)


def test_viewpoint_of_open_game_has_one_world(game_id: str) -> None:
    state = random_position(game_id, "worlds")
    if state.info.has.covered:
        pytest.skip("this game hides something")
    point = state.viewpoint(state.actor)
    assert point.state == state and point.sample(fastcore.Stream(1)) == state
    assert point.count() == 1 and point.worlds(5) == [(state.text(), 1.0)]
    assert point.entropy() == 0 and point.beliefs() == {} and point.forecast(point.moves()[0]) == 0
    assert point.suppose() == point
    with pytest.raises(fastcore.Conflict, match="no hidden information"):
        point.suppose("x=1")
    with pytest.raises(fastcore.TooMany):
        point.worlds(0)
    with pytest.raises(ValueError, match="model is"):
        point.beliefs("nonsense")
