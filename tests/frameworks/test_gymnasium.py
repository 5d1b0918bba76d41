"""Tests of the Gymnasium adapter, with Gymnasium's own check."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import fastcore
from fastcore import OVER, IllegalMove, Stream
from tests.conftest import deep
from tests.frameworks.stepping import full_count, step_specs

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402 - only with gymnasium

from workbench.frameworks.gymnasium import HerbariumSeat, register  # noqa: E402

QUICK = "random"


def test_check_of_gymnasium_passes(game_id: str) -> None:
    register()  # a second time does nothing
    for spec in step_specs(game_id):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            name, _, options = spec.rstrip(")").partition("(")
            values = dict(part.split("=") for part in options.split(",") if part)
            made = gymnasium.make(f"herbarium/{name}-v0", bot=QUICK, illegal="lose", render_mode="ansi", **values)
            check_env(made.unwrapped, skip_render_check=deep(1, 0) == 1)
        assert made.unwrapped.position.spec == fastcore.start(spec).spec


def test_random_games_agree_with_the_core(game_id: str) -> None:
    for spec in step_specs(game_id):
        for number in range(deep(2, full_count(game_id))):
            follow(spec, number)


def follow(spec: str, number: int) -> None:
    """Play a random game. Compare observations and rewards with the core, and repeat the game from its seed."""
    stream, seats = Stream(number, "gymnasium", spec), fastcore.start(spec).seats
    played = HerbariumSeat(spec, seat=number % seats, bot=QUICK)
    seat, actions = played.seat, []
    seen, info = played.reset(seed=number)
    first, over = seen, False
    while not over:
        state = played.position
        assert state.actor == seat and np.array_equal(seen["observation"], state.tensor(seat))
        assert np.array_equal(seen["action_mask"], state.mask()) and np.array_equal(info["action_mask"], state.mask())
        assert np.array_equal(played.action_masks(), state.mask())
        actions.append(stream.choice(state.moves()))
        seen, reward, over, truncated, info = played.step(actions[-1])
        assert not truncated and over == (played.position.actor == OVER)
        assert reward == (played.position.returns()[seat] if over else 0)
    assert not seen["action_mask"].any() and seen in played.observation_space
    with pytest.raises(RuntimeError, match="call reset first"):
        played.step(0)
    again = HerbariumSeat(spec, seat=seat, bot=QUICK)
    assert all(np.array_equal(again.reset(seed=number)[0][name], first[name]) for name in first)
    for action in actions:
        again.step(action)
    assert again.position == played.position


def test_bots_see_only_their_own_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bot decides from the viewpoint of the seat that it plays, which knows no hidden card."""
    seen: list[Any] = []
    monkeypatch.setattr("bots.policies.Random.think", recorded(seen))
    played = HerbariumSeat("herbalism", seat=1, bot="random")
    played.reset(seed=3)
    for _ in range(3):
        if played.position.actor == 1:
            played.step(played.position.moves()[0])
    assert seen and all(point.seat in (0, 2) and point.state is None and point.actor == point.seat for point in seen)


def recorded(seen: list[Any]) -> Any:
    from bots.policies import Random

    think = Random.think

    def thinking(bot: Any, point: Any, limit: Any = None) -> Any:
        seen.append(point.copy())
        return think(bot, point, limit)

    return thinking


def test_illegal_actions_raise_or_lose() -> None:
    strict, lenient = (HerbariumSeat("herd(size=2)", bot=QUICK, illegal=illegal) for illegal in ("raise", "lose"))
    for played in (strict, lenient):
        played.reset(seed=1)
    wrong = int(np.flatnonzero(~strict.action_masks())[0])
    before = strict.position.copy()
    with pytest.raises(IllegalMove):
        strict.step(wrong)
    assert strict.position == before and strict.action_masks().any()
    seen, reward, over, *_ = lenient.step(wrong)
    assert (reward, over) == (-1.0, True) and not seen["action_mask"].any()


def test_message_about_an_illegal_action_shows_no_hidden_card() -> None:
    played = HerbariumSeat("herbalism", bot=QUICK)
    messages = set()
    for seed in range(5):
        played.reset(seed=seed)
        assert played.position.view(0) != played.position.text()
        with pytest.raises(IllegalMove) as caught:
            played.step(int(np.flatnonzero(~played.action_masks())[0]))
        assert played.position.view(0) in str(caught.value) and caught.value.reason
        messages.add(played.position.text() in str(caught.value))
    assert messages == {False}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"seat": 2}, "0 to 1"),
        ({"bot": "nobody"}, "no bot"),
        ({"bot": "equilibrium"}, "cannot play"),
        ({"bot": "./mine.py:Mine"}, "not a file"),
        ({"illegal": "ignore"}, "'raise' or 'lose'"),
        ({"render_mode": "film"}, "render_mode"),
        ({"size": 1}, "size"),
    ],
)
def test_wrong_arguments_are_rejected(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        HerbariumSeat("herd", **arguments)


def test_picture_shows_what_the_seat_sees() -> None:
    played = HerbariumSeat("herbalism", bot=QUICK, render_mode="ansi")
    played.reset(seed=1)
    assert "????" in str(played.render())


def test_action_that_is_no_whole_number_is_rejected() -> None:
    played: Any = HerbariumSeat("herd(size=2)", bot=QUICK, illegal="lose")
    played.reset(seed=1)
    before = played.position.copy()
    for action in (1.5, "1", None):
        with pytest.raises(TypeError, match="integer"):
            played.step(action)
    assert played.position == before and played.action_masks().any()


def test_closed_environment_asks_for_a_reset() -> None:
    played = HerbariumSeat("herd(size=2)", bot=QUICK)
    played.reset(seed=1)
    action = int(np.flatnonzero(played.action_masks())[0])
    played.close()
    assert not played.action_masks().any()
    with pytest.raises(RuntimeError, match="call reset"):
        played.step(action)
    played.reset(seed=1)
    played.step(action)
