"""Tests of the step model against the core."""

from __future__ import annotations

import json
import math
import pickle

import numpy as np
import pytest

import fastcore
from fastcore import CHANCE, OVER, BadPosition, IllegalMove, State, Stream
from fastcore.steps import SIMULTANEOUS, StepGame, Steps, Tensors, from_dict, seat_dict, step_game, to_dict
from tests.conftest import deep
from tests.frameworks.stepping import after, full_count, make_step, random_step, random_steps, step_specs


def replayed(steps: Steps) -> State:
    """Return the position after the moves of a history, played in the core."""
    state = steps.first
    for move in steps.moves:
        state.play(move)
    return state


def expected_actor(steps: Steps, state: State) -> int:
    """Return the actor of a history from the position of the core."""
    return SIMULTANEOUS if state.actor >= 0 and steps.lines else state.actor


def test_random_games_agree_with_the_core(game_id: str) -> None:
    for spec in step_specs(game_id):
        for number in range(deep(2, full_count(game_id))):
            check_game(spec, number)


def check_game(spec: str, number: int) -> None:
    """Play a random game and compare every step with the core."""
    game, steps, stream = step_game(spec), Steps(spec), Stream(number, "agree", spec)
    state, made, chance = fastcore.start(spec), 0, 0
    while steps.actor != OVER:
        assert steps.state == state and steps.actor == expected_actor(steps, state)
        assert steps.returns() == (0,) * game.seats and steps.points() == state.points()
        if steps.actor >= 0:
            assert steps.acting == (state.actor,) and steps.legal_actions(state.actor) == sorted(state.moves())
            assert list(np.flatnonzero(steps.mask(state.actor))) == steps.legal_actions(state.actor)
        elif steps.actor == CHANCE:
            assert steps.acting == () and math.isclose(sum(share for _, share in steps.chances()), 1)
        else:
            assert set(steps.acting) <= set(range(game.seats)) and steps.acting
            written = len(steps.lines[state.actor])
            if written == 0:
                assert steps.legal_actions(state.actor) == sorted(state.moves())
        for seat in steps.acting if made % 16 == 0 else ():
            for action in steps.legal_actions(seat)[:3]:
                assert steps.parse_action(seat, steps.action_text(seat, action)) == action
        known, moves = steps.moves, len(steps.moves)
        make_step(steps, random_step(steps, stream))
        made, chance = made + 1, chance + (state.actor == CHANCE)
        assert steps.moves[:moves] == known
        for move in steps.moves[moves:]:
            state.play(move)
    assert steps.returns() == state.returns() and abs(sum(steps.returns())) < 1e-12
    assert made - chance <= game.longest and chance <= game.longest_chance
    assert steps.acting == () and not any(steps.legal_actions(seat) for seat in range(game.seats))


def test_texts_are_those_of_the_core(game_id: str) -> None:
    for spec in step_specs(game_id):
        for steps, _ in random_steps(spec, "texts", most=deep(40, 10_000)):
            state, seats = steps.first, (None, *range(steps.game.seats))
            seen: dict[int | None, list[str]] = {seat: [f"{state.view(seat)} |"] for seat in seats}
            for move in steps.moves:
                for seat in seats:
                    seen[seat] += [state.observation(move, seat)] if state.observation(move, seat) else []
                state.play(move)
            for seat in seats:
                unfinished = steps.unfinished(seat)
                assert steps.information_state(seat) == " ".join(seen[seat] + unfinished)
                if not unfinished and not steps.lines:
                    assert steps.observation(seat) == state.view(seat)
                assert steps.lines or len(unfinished) <= (state.actor == CHANCE)
            assert steps.copy().information_state(0) == steps.information_state(0)


def test_actions_have_different_texts(game_id: str) -> None:
    steps = Steps(game_id)
    assert len({steps.action_text(0, action) for action in range(steps.game.actions)}) == steps.game.actions
    outcomes = [steps.action_text(CHANCE, outcome) for outcome in range(steps.game.outcomes)]
    assert len(set(outcomes)) == len(outcomes)
    for seat, action in ((0, steps.game.actions), (0, -1), (CHANCE, len(outcomes)), (CHANCE, -1)):
        with pytest.raises((IllegalMove, ValueError)):
            steps.action_text(seat, action)


@pytest.mark.parametrize("spec", ["herbalism", "herbalism(players=4)"])
def test_cards_are_dealt_with_the_probabilities_of_the_core(spec: str) -> None:
    """The product of the probabilities of all cards is that of the deal."""
    exact, start = dict(fastcore.start(spec).chances()), Steps(spec)
    found: dict[int, float] = {}
    stream = Stream(1, "deals")
    for _ in range(deep(100, 3000)):
        steps, chance, cards = start.copy(), 1.0, 0
        while steps.actor == CHANCE:
            outcome = steps.sample(stream)
            chance *= dict(steps.chances())[outcome]
            steps.play(outcome)
            cards += 1
        found[steps.moves[0]] = chance
        assert cards == 14
    assert len(found) > 50
    for deal, chance in found.items():
        assert math.isclose(chance, exact[deal], rel_tol=1e-9)


def test_every_deal_has_one_sequence_of_cards() -> None:
    start = Steps("herbalism(players=3)")
    deals: dict[int, float] = {}
    stack = [(start, 1.0)]
    while stack:
        steps, chance = stack.pop()
        if steps.actor != CHANCE:
            assert steps.moves[0] not in deals
            deals[steps.moves[0]] = chance
            continue
        for outcome, share in steps.chances():
            child = steps.copy()
            child.play(outcome)
            stack.append((child, chance * share))
    exact = dict(fastcore.start("herbalism").chances())
    assert deals.keys() == exact.keys() and all(math.isclose(deals[deal], exact[deal]) for deal in exact)


def test_copies_and_plain_values_restore_a_history(game_id: str) -> None:
    for spec in step_specs(game_id):
        for number, (steps, step) in enumerate(random_steps(spec, "kept", most=deep(40, 2000))):
            text, other = str(steps), after(steps, step)
            assert str(steps) == text and (other != steps)
            restored = from_dict(json.loads(json.dumps(to_dict(steps))))
            assert steps == restored == pickle.loads(pickle.dumps(steps)) == steps.copy()
            assert hash(steps) == hash(restored) and str(restored) == text
            assert after(restored, step) == other and restored.acting == steps.acting
            if number % 10 == 0:
                for seat in (None, *range(steps.game.seats)):
                    assert json.loads(json.dumps(seat_dict(restored, seat))) == seat_dict(steps, seat)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({}, "not a history"),
        ({"spec": "herd(size=9)"}, "size"),
        ({"spec": "herd(size=2)", "position": "x"}, "field"),
        ({"spec": "herd(size=2)", "moves": ["7-7"]}, "7-7"),
        ({"spec": "herd(size=2)", "moves": ["2-1"], "position": "2/3/2 r 1 - -"}, "lead to another position"),
        ({"spec": "herd(size=2)", "lines": [["a1"]]}, "no choice"),
        ({"spec": "herbs", "lines": [["9M9"], []]}, "9M9"),
        ({"spec": "herbs(actions=1)", "lines": [["0TL", "WhH3", "0TL"], []]}, "no choice"),
        ({"spec": "herbalism", "dealt": "deal:xx"}, "beginning of a deal"),
        ({"spec": "herbalism", "moves": 3}, "not a history"),
    ],
)
def test_wrong_histories_are_rejected(values: dict[str, object], reason: str) -> None:
    with pytest.raises((BadPosition, IllegalMove), match=reason):
        from_dict(values)


def test_illegal_steps_change_nothing() -> None:
    plans, dice, cards = Steps("herbs(actions=1)"), Steps("herd(size=2)"), Steps("herbalism")
    before = [str(steps) for steps in (plans, dice, cards)]
    legal = plans.legal_actions(0)[0]
    for wrong in ({0: legal}, {0: legal, 1: legal}, {0: legal, 1: -1}, {0: 10**6, 1: legal}, {}):
        with pytest.raises(ValueError):
            plans.play_together(wrong)
    for steps, action in ((plans, legal), (dice, 21), (dice, -1), (cards, 4), (cards, -1)):
        with pytest.raises(IllegalMove):
            steps.play(action)
    with pytest.raises(ValueError, match="must be for the seats"):
        dice.play_together({0: 1})
    with pytest.raises(IllegalMove, match="does not choose"):
        dice.parse_action(0, "a1")
    with pytest.raises(IllegalMove, match="cannot be dealt"):
        cards.parse_action(CHANCE, "x")
    assert [str(steps) for steps in (plans, dice, cards)] == before
    with pytest.raises(ValueError, match="belongs to"):
        Steps("herd", fastcore.start("forest"))


def test_plan_without_a_stone_ends_earlier() -> None:
    """Only one seat can pay for a stone. The joint choice goes on until both plans are complete."""
    start = fastcore.parse(
        "herbs(actions=1) 11/11/3w1w1b3/2b5w2/5b5/2b1w1w1b2/5b5/2w5b2/3b1w1w3/11/11 "
        "A1^,K1^,A11v,K11v 1,50 12w8b,12w8b 0,0 2 1 0 write:1:|"
    )
    steps = Steps("herbs(actions=1)", start)
    steps.play_together({0: start.parse_move("0M1"), 1: steps.parse_action(1, "2TL")})
    assert steps.actor == SIMULTANEOUS and steps.acting == (1,) and steps.legal_actions(0) == []
    assert not steps.mask(0).any() and steps.unfinished(0) == ["0M1"] and steps.unfinished(1) == ["2TL"]
    steps.play_together({1: steps.parse_action(1, "WhH3")})
    assert [fastcore.parse(start.situation).move_text(move) for move in steps.moves] == ["0M1", "2TL", "WhH3"]


def test_tensors_are_those_of_the_core(game_id: str) -> None:
    for spec in step_specs(game_id):
        game = step_game(spec)
        assert sum(piece.size for piece in game.pieces) == math.prod(game.state.shape)
        assert len({piece.name for piece in game.pieces}) == len(game.pieces)
        assert all(piece.units and piece.meaning for piece in game.pieces)
        plain, recalling = Tensors(game), Tensors(game, history=4000)
        for steps, _ in random_steps(spec, "tensors", most=deep(40, 5000)):
            for seat in (None, *range(game.seats)):
                plain.fill(steps, seat)
                recalling.fill(steps, seat)
                own = steps.seen(seat).tensor(seat).reshape(-1)
                assert np.array_equal(plain.array[game.seats :], own)
                assert np.array_equal(recalling.array[: len(plain.array)], plain.array)
                assert list(np.flatnonzero(plain.pieces["player"])) == ([] if seat is None else [seat])
                text = bytes(np.rint(recalling.pieces["history"] * 128).astype("u1")).lstrip(b"\0").decode()
                assert steps.information_state(seat).endswith(text) and recalling.array.max() <= 1
                if not recalling.pieces["forgotten"][0]:
                    assert text == steps.information_state(seat)
    with pytest.raises(ValueError, match="history is -1"):
        Tensors(game, history=-1)


def test_long_history_is_marked_as_forgotten() -> None:
    steps = Steps("herd(size=2)")
    tensors = Tensors(step_game("herd(size=2)"), history=8)
    tensors.fill(steps, 0)
    assert tensors.pieces["forgotten"][0] == 1 and steps.information_state(0).endswith("r 1 - - |")
    assert bytes(np.rint(tensors.pieces["history"] * 128).astype("u1")) == b" 1 - - |"


def test_constants_of_a_spec(game_id: str) -> None:
    game = StepGame(game_id)
    assert (game.actions, game.seats) == (game.state.actions, game.state.seats) and game.longest > 0
    assert pickle.loads(pickle.dumps(game)).spec == game.spec
    assert game.decision_state.actor >= 0
    if game.info.has.chance:
        assert game.chance_state.actor == CHANCE and game.longest_chance > 0 and game.outcomes > 0
    else:
        assert game.longest_chance == game.outcomes == 0
        with pytest.raises(ValueError, match="has no chance"):
            _ = game.chance_state
