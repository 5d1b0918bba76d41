"""Fuzz tests: for any text the core either succeeds or raises a clear error, and never crashes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import fastcore
from fastcore import BadPosition, Conflict, IllegalMove
from workbench.conformance.counts import deep
from workbench.conformance.damage import damage_text, sample_states
from workbench.conformance.walks import option_specs


def assert_short_message(error: ValueError) -> None:
    """Assert that an error message is a single line of reasonable length."""
    text = str(error)
    assert text.strip() and "\n" not in text and len(text) < 700, text


def test_non_ascii_digits_are_rejected(game_id: str) -> None:
    """`str.isdigit` accepts "²", which `int` rejects; `int` accepts "٣"."""
    for state in sample_states(game_id)[:2]:
        for view in (False, True):
            text = f"{state.spec} {fastcore.Viewpoint(state.spec, 0).text()}" if view else state.situation
            for index in (index for index, letter in enumerate(text) if letter.isdigit() and index > len(state.spec)):
                for digit in "²⒉٣":
                    wrong = text[:index] + digit + text[index + 1 :]
                    with pytest.raises(BadPosition):
                        fastcore.Viewpoint.parse(wrong, 0) if view else fastcore.parse(wrong)
                    if not view:
                        assert fastcore.problems(wrong)


def test_damaged_positions_are_parsed_or_rejected(game_id: str) -> None:
    chance = random.Random(1)
    situations = [state.situation for state in sample_states(game_id)]
    fields = {"spec", "position", *(field.name for field in fastcore.info(game_id).fields)}
    read = 0
    for _ in range(deep(400, 100_000)):
        text = damage_text(chance.choice(situations), chance)
        problems = fastcore.problems(text)
        try:
            state = fastcore.parse(text)
        except BadPosition as error:
            assert error.field in fields and error.reason and problems[0].field == error.field
            assert len(error.reason) < 300 and "\n" not in error.reason
            for problem in problems:
                start, end = problem.span
                assert 0 <= start <= end <= len(text)
        else:
            read += 1
            assert not problems and fastcore.parse(state.situation) == state
            assert state.text() == text.split(" ", 1)[1], "what is read is what is written"
            if state.actor != fastcore.OVER:
                moves = state.moves() or [outcome for outcome, _ in state.chances()]
                state.play(chance.choice(moves))
    assert read > deep(0, 10)


def test_damaged_specs_moves_and_observations_do_not_crash(game_id: str) -> None:
    chance = random.Random(2)
    specs, states = option_specs(game_id), sample_states(game_id)
    for _ in range(deep(400, 100_000)):
        try:
            assert fastcore.start(damage_text(chance.choice(specs), chance)).actor != fastcore.OVER
        except BadPosition as error:
            assert error.field == "spec"
            assert_short_message(error)
        state = chance.choice(states)
        text = damage_text(state.move_text(chance.choice(state.moves())), chance)
        try:
            state.after(text)
        except IllegalMove as error:
            assert error.move == text and error.reason == state.why_not(text) and "\n" not in error.reason
        else:
            assert state.why_not(text) == ""
        point = state.viewpoint(state.actor)
        try:
            point.observe(text)
        except Conflict as error:
            assert_short_message(error)


def test_wrong_argument_types_are_rejected(game_id: str) -> None:
    state = fastcore.start(game_id)
    functions: list[Callable[[Any], object]] = [
        fastcore.parse,
        fastcore.problems,
        fastcore.start,
        state.parse_move,
        state.why_not,
        state.policy,
        state.sample,
        fastcore.Viewpoint(game_id, None).observe,
        lambda wrong: fastcore.perft(state, wrong),
        lambda wrong: fastcore.playouts(state, wrong, 1),
        lambda wrong: fastcore.playouts(state, 1, wrong),
        lambda wrong: fastcore.perft(wrong, 1),
        lambda wrong: fastcore.Search(state, seed=wrong),
    ]
    for function in functions:
        for wrong in (None, 1.5, b"x", object(), [], {}):
            try:
                function(wrong)
            except (TypeError, ValueError):
                continue
            raise AssertionError(f"{function} took {wrong!r}")
    for kind in (fastcore.State, fastcore.Viewpoint, *fastcore.ENGINES.values()):
        for arguments in ((), (None,), (1, 2), ("x",), (None, None, None)):
            try:
                kind.__new__(kind, *arguments)
            except (TypeError, ValueError):
                continue
            raise AssertionError(f"{kind} was made from {arguments}")


def test_games_and_states_cannot_be_changed_from_outside(game_id: str) -> None:
    state = fastcore.start(game_id)
    for option in state.info.options:
        for wrong in (-1, 10**5, "x", None, 1.5, True):
            try:
                type(state.game)(state.info, {**state.game.options, option.name: wrong})  # type: ignore[dict-item]
            except (TypeError, ValueError):
                continue
            raise AssertionError(f"{option.name}={wrong!r} was taken")
    options: Any = state.game.options
    actions: list[Callable[[], object]] = [lambda: options.update({}), lambda: type("Own", (fastcore.State,), {})]
    for action in actions:
        try:
            action()
        except (AttributeError, TypeError):
            continue
        raise AssertionError("a game or a state was changed from outside")
