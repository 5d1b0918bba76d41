"""Tests that the step model shows a seat what it may know and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

import fastcore
from fastcore import CHANCE, IllegalMove, Stream
from fastcore.steps import Steps, Tensors, private_observation, seat_dict
from tests.conftest import deep
from tests.frameworks.stepping import Step, after, make_step, random_steps, step_specs

HIDING_GAMES = [game for game in fastcore.games() if fastcore.info(game).has.covered]
TRIES = 12  # other choices that are tried at a step


def exchanged(played: list[tuple[Steps, Step]], seat: int | None, stream: Stream) -> Steps | None:
    """Return another history that this seat cannot distinguish from the last one, or None if none is found.

    A choice of chance or of another seat differs; later ones stay the same where possible.
    """
    first = stream.below(len(played))
    steps = played[first][0].copy()
    for number in range(first, len(played)):
        truth, step = played[number]
        wanted = after(truth, step).information_state(seat)
        own = {} if seat is None or seat not in step else {seat: step[seat]}
        choices = [step] if number > first else []
        for _ in range(TRIES):
            if steps.actor == CHANCE:
                choices.append({CHANCE: stream.choice([outcome for outcome, _ in steps.chances()])})
            else:
                others = {other: stream.choice(steps.legal_actions(other)) for other in steps.acting if other != seat}
                choices.append(others | own)
        for choice in choices:
            if number == first and choice == step:
                continue
            try:
                changed = after(steps, choice)
            except (ValueError, KeyError):
                continue
            if changed.information_state(seat) == wanted:
                steps = changed
                break
        else:
            return None
    return steps


def refusals(steps: Steps, seat: int) -> set[str]:
    """Return the messages about illegal choices of a seat, by number and by text."""
    if seat not in steps.acting:
        return set()
    attempts: list[Callable[[], object]] = []
    legal = set(steps.legal_actions(seat))
    others = {other: steps.legal_actions(other)[0] for other in steps.acting}
    illegal = [action for action in range(steps.game.actions) if action not in legal]
    for action in (-1, steps.game.actions, *illegal[:: len(illegal) // TRIES + 1]):
        attempts.append(partial(make_step, steps, others | {seat: action}))
        attempts.append(partial(steps.parse_action, seat, f"{action}"))
        if not 0 <= action < steps.game.actions:
            attempts.append(partial(steps.action_text, seat, action))
    messages = set()
    for attempt in attempts:
        with pytest.raises(IllegalMove) as caught:
            attempt()
        messages.add(str(caught.value))
    return messages


@pytest.mark.parametrize("game", HIDING_GAMES)
def test_hidden_information_does_not_leak(game: str) -> None:
    """In two histories that a seat cannot distinguish, everything that it receives is equal."""
    wanted, pairs = deep(12, 2000), 0
    specs = step_specs(game)
    for number in range(40 * wanted):
        if pairs >= wanted:
            break
        spec, stream = specs[number % len(specs)], Stream(number, "exchange")
        played = list(random_steps(spec, "exchange", number, most=1 + stream.below(40)))
        truth = after(*played[-1])
        seat = (None, *range(truth.game.seats))[number % (truth.game.seats + 1)]
        other = exchanged(played, seat, stream)
        if other is None or str(other) == str(truth):
            continue
        pairs += 1
        assert other.observation(seat) == truth.observation(seat), f"{truth} {other} {seat}"
        assert seat_dict(other, seat) == seat_dict(truth, seat), f"{truth} {other} {seat}"
        tensors = [Tensors(truth.game, history=3000) for _ in range(2)]
        for tensor, steps in zip(tensors, (truth, other), strict=True):
            tensor.fill(steps, seat)
        assert np.array_equal(tensors[0].array, tensors[1].array), f"{truth} {other} {seat}"
        if seat is not None:
            assert np.array_equal(truth.mask(seat), other.mask(seat))
            assert refusals(truth, seat) == refusals(other, seat), f"{truth} {other} {seat}"
            for recall in (False, True):
                own = [private_observation(steps, seat, recall=recall) for steps in (truth, other)]
                assert own[0] == own[1]
    assert pairs >= wanted


def test_message_about_an_illegal_choice_shows_only_what_the_seat_sees(game_id: str) -> None:
    for spec in step_specs(game_id):
        for steps, _ in random_steps(spec, "refusals", most=deep(30, 1000)):
            for seat in steps.acting:
                seen = f"{steps.game.spec} {steps.seen(seat).view(seat)}"
                found = refusals(steps, seat)
                assert found and all(f" in {seen!r}: " in message for message in found), (seen, found)
            for attempt in (partial(steps.play, -1), partial(steps.parse_action, -1, "zz")):
                with pytest.raises(IllegalMove) as caught:
                    attempt()
                viewer = steps.actor if steps.actor >= 0 and "numbers from" in str(caught.value) else None
                assert caught.value.situation == f"{steps.game.spec} {steps.seen(viewer).view(viewer)}"


@pytest.mark.parametrize("game", HIDING_GAMES)
def test_information_states_have_perfect_recall(game: str) -> None:
    """The information state contains every earlier one of the seat, and the actions that the seat chose."""
    for spec in step_specs(game):
        for number in range(deep(3, 300)):
            known: dict[int, tuple[list[str], list[str]]] = {}  # for each seat, its past and its lines since then
            for steps, step in random_steps(spec, "recall", number, most=deep(60, 10_000)):
                for seat in range(steps.game.seats):
                    unfinished = steps.unfinished(seat)
                    words = steps.information_state(seat).split()
                    past, lines = known.get(seat, ([], []))
                    assert words[: len(past)] == past
                    later = iter(words[len(past) :])
                    assert all(any(word.partition(";")[0] == line for word in later) for line in lines)
                    if not unfinished:
                        past, lines = words, []
                    if seat in step:
                        text = steps.action_text(seat, step[seat])
                        lines = [*lines, text]
                    known[seat] = past, lines


def test_private_observations_have_only_what_others_do_not_see() -> None:
    steps = Steps("herbalism")
    while steps.actor == CHANCE:
        steps.play(steps.chances()[0][0])
    assert private_observation(steps, 0) == f"seat 0: {steps.observation(0).split()[1]}"
    assert private_observation(steps, 1, recall=True) == f"seat 1: 0:{steps.information_state(1).split()[-1]}"
    plans = Steps("herbs(actions=1)")
    assert private_observation(plans, 1) == "seat 1:"
    plans.play_together({seat: plans.legal_actions(seat)[0] for seat in plans.acting})
    line = plans.action_text(1, plans.lines[1][0])
    assert (
        private_observation(plans, 1).endswith(line) and private_observation(plans, 1, recall=True) == f"seat 1: {line}"
    )
    assert private_observation(Steps("herd"), 0) == ""


def test_seat_out_of_range_sees_no_plan(game_id: str) -> None:
    """Numbers from the end of Python's sequences are no seats: -2 is not the first of two."""
    steps = Steps(game_id)
    while steps.actor == CHANCE:
        steps.play(steps.chances()[0][0])
    if len(steps.acting) > 1:
        steps.play_together({seat: steps.legal_actions(seat)[0] for seat in steps.acting})
    for seat in (-1, -steps.game.seats, steps.game.seats):
        assert steps.legal_actions(seat) == [] == steps.unfinished(seat) and not steps.mask(seat).any()
        with pytest.raises(ValueError, match="seat is"):
            steps.observation(seat)
