"""Tests of the PettingZoo adapter, some of them PettingZoo's own."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fastcore
from fastcore import CHANCE, OVER, IllegalMove, Stream
from fastcore.steps import Steps, from_dict, to_dict
from tests.conftest import deep
from tests.frameworks.stepping import full_count, make_step, random_steps, step_specs
from workbench.conformance.walks import option_specs

pettingzoo = pytest.importorskip("pettingzoo")

from pettingzoo.env_registry import registration  # noqa: E402 - only with PettingZoo
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test  # noqa: E402
from pettingzoo.test.state_test import state_test  # noqa: E402
from pettingzoo.utils.wrappers import TerminateIllegalWrapper  # noqa: E402

from workbench.frameworks.pettingzoo import HerbariumParallel, env, parallel_env, register  # noqa: E402

SECRET_GAMES = [game for game in fastcore.games() if fastcore.info(game).has.secrets]
# PettingZoo gives these for every environment whose observations have masks, except those that it lists by name.
EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


def run_strictly(test: Callable[..., object], *arguments: object, cycles: int) -> None:
    """Run one of PettingZoo's tests. Every warning fails except those in EXPECTED."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message)
        test(*arguments, num_cycles=cycles)


def test_tests_of_pettingzoo_pass(game_id: str) -> None:
    for spec in step_specs(game_id):
        run_strictly(api_test, env(spec), cycles=deep(20, 1000))
        run_strictly(seed_test, lambda spec=spec: env(spec), cycles=deep(20, 500))


def test_tests_of_pettingzoo_for_states_and_pictures_pass(game_id: str) -> None:
    """The test of states samples actions without masks, so illegal ones must end the game."""
    opened = env(game_id, full_state=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "State has more than 3 dimensions")  # agents, planes, rows and columns
        warnings.filterwarnings("ignore", ".*Illegal")
        state_test(TerminateIllegalWrapper(opened, illegal_reward=-1), parallel_env(SECRET_GAMES[0], full_state=True))
        render_test(partial(env, game_id))
    assert not hasattr(env(game_id), "state_space")


@pytest.mark.parametrize("game", SECRET_GAMES)
def test_parallel_test_of_pettingzoo_passes(game: str) -> None:
    for spec in step_specs(game):
        run_strictly(parallel_api_test, parallel_env(spec), cycles=deep(20, 1000))


def test_all_games_are_registered(game_id: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        register()  # a second time does nothing
        made = registration.make("aec", f"herbarium/{game_id}-v0")
        assert made.table.game.spec == fastcore.start(game_id).spec
        for spec in option_specs(game_id)[:4]:
            options = fastcore.start(spec).game.options
            assert env(game_id, **options).table.game.spec == spec == env(spec).table.game.spec
    if fastcore.info(game_id).has.secrets:
        assert isinstance(registration.make("parallel", f"herbarium/{game_id}-v0"), HerbariumParallel)
    else:
        with pytest.raises(ValueError, match="take turns"):
            parallel_env(game_id)


def test_options_replace_those_of_the_spec() -> None:
    assert env("herd(size=4)", size=3).table.game.spec == "herd(size=3)"
    for wrong in ({"size": 99}, {"colour": 1}, {"render_mode": "film"}, {"max_cycles": 0}):
        with pytest.raises(ValueError):
            env("herd", **wrong)


def test_random_games_agree_with_the_core(game_id: str) -> None:
    for spec in step_specs(game_id):
        for number in range(deep(1, full_count(game_id))):
            follow(spec, number)


def follow(spec: str, number: int) -> None:
    """Play a random game in the environment, and in a step model that repeats its chance outcomes."""
    played, steps, stream = env(spec), Steps(spec), Stream(number, "aec", spec)
    played.reset(seed=number)
    chosen: dict[int, int] = {}
    for agent in played.agent_iter():
        observation, reward, terminated, truncated, info = played.last()
        if not chosen:
            repeat_chance(steps, played.table.steps)
        seat = int(agent.removeprefix("seat_"))
        assert not truncated and terminated == (steps.actor == OVER)
        assert np.array_equal(observation["observation"], steps.seen(seat).tensor(seat))
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        if terminated:
            assert reward == steps.returns()[seat] and not observation["action_mask"].any()
            played.step(None)
            continue
        assert list(np.flatnonzero(observation["action_mask"])) == steps.legal_actions(seat) and reward == 0
        assert all(not played.observe(other)["action_mask"].any() for other in played.agents if other != agent)
        chosen[seat] = stream.choice(steps.legal_actions(seat))
        played.step(chosen[seat])
        if set(chosen) == set(steps.acting):
            make_step(steps, chosen)
            chosen = {}
    assert played.agents == [] and steps.actor == OVER


def repeat_chance(steps: Steps, truth: Steps) -> None:
    """Repeat the chance outcomes of another history, whose moves begin with those of `steps`."""
    for move in truth.moves[len(steps.moves) :]:
        if steps.actor != CHANCE:
            break
        if not steps.game.symbols:
            steps.play(move)
            continue
        deal, known = steps.state.move_text(move), len(steps.moves)
        while len(steps.moves) == known:
            choices = []
            for outcome, _ in steps.chances():
                other = steps.copy()
                other.play(outcome)
                if deal.startswith(other.dealt) and (other.dealt or other.moves[-1:] == (move,)):
                    choices.append(outcome)
            (only,) = choices
            steps.play(only)


@pytest.mark.parametrize("game", SECRET_GAMES)
def test_parallel_games_agree_with_the_core(game: str) -> None:
    for spec in step_specs(game):
        for number in range(deep(2, full_count(game))):
            played, steps, stream = parallel_env(spec), Steps(spec), Stream(number, "parallel", spec)
            observations, infos = played.reset(seed=number)
            while played.agents:
                step = {}
                for agent, seen in observations.items():
                    seat = int(agent.removeprefix("seat_"))
                    assert list(np.flatnonzero(seen["action_mask"])) == steps.legal_actions(seat)
                    assert np.array_equal(seen["observation"], steps.seen(seat).tensor(seat))
                    assert np.array_equal(infos[agent]["action_mask"], seen["action_mask"])
                    step[seat] = stream.choice(steps.legal_actions(seat) or [0])
                make_step(steps, {seat: step[seat] for seat in steps.acting})
                actions: Any = {f"seat_{seat}": np.int32(action) for seat, action in step.items()}
                observations, rewards, terminations, truncations, infos = played.step(actions)
                assert set(rewards.values()) == set(steps.returns()) and not any(truncations.values())
                assert all(over == (steps.actor == OVER) for over in terminations.values())
            with pytest.raises(RuntimeError, match="call reset"):
                played.step({})


def test_choices_are_hidden_until_all_are_made() -> None:
    played = env("herbs(actions=1)")
    played.reset(seed=1)
    before = played.observe("seat_1")["observation"]
    first = played.observe("seat_0")["observation"]
    mask = played.last()[0]["action_mask"]
    assert played.agent_selection == "seat_0" and mask.any()
    played.step(int(np.flatnonzero(mask)[0]))
    assert played.agent_selection == "seat_1" and np.array_equal(played.observe("seat_1")["observation"], before)
    played.step(int(np.flatnonzero(played.last()[0]["action_mask"])[0]))
    assert not np.array_equal(played.observe("seat_0")["observation"], first)


def test_illegal_action_changes_nothing(game_id: str) -> None:
    played = env(game_id)
    played.reset(seed=1)
    text = str(played.table.steps)
    illegal = int(np.flatnonzero(played.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove):
        played.step(illegal)
    assert str(played.table.steps) == text and played.last()[0]["action_mask"][illegal] == 0


def test_reset_begins_at_a_position_or_history() -> None:
    position = "4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5"
    played = env("herd(size=4)")
    played.reset(options={"position": position})
    assert played.table.steps.state.text() == position
    *_, (steps, _) = random_steps("herbs(actions=1)", "reset", most=6)
    turns: Any = parallel_env("herbs(actions=1)")
    turns.reset(options=to_dict(steps))
    assert turns.table.steps == steps == from_dict(to_dict(steps))
    with pytest.raises(ValueError, match="field"):
        played.reset(options={"position": "nothing"})


def test_seed_determines_chance() -> None:
    played = env("herbalism")
    texts = []
    for seed in (5, 6, 5, None, None):
        played.reset(seed=seed)
        texts.append(str(played.table.steps))
    assert texts[0] == texts[2] and len(set(texts)) == 4


def test_game_is_truncated_after_max_cycles() -> None:
    played: Any = registration.make("aec", "herbarium/herd-v0", max_cycles=3)
    played.reset(seed=1)
    for _ in range(3):
        assert not any(played.truncations.values())
        played.step(int(np.flatnonzero(played.last()[0]["action_mask"])[0]))
    assert all(played.truncations.values()) and not any(played.terminations.values())
    both: Any = parallel_env("herbs", max_cycles=1)
    observations, _ = both.reset(seed=1)
    actions = {agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in observations.items()}
    assert all(both.step(actions)[3].values()) and both.agents == []


def test_state_must_be_asked_for() -> None:
    closed, opened = env("herbalism"), env("herbalism", full_state=True)
    for played in (closed, opened):
        played.reset(seed=1)
    with pytest.raises(PermissionError, match="hidden information"):
        closed.state()
    assert opened.state().shape == (3, 121)
    assert all(np.array_equal(opened.state()[seat], opened.observe(f"seat_{seat}")["observation"]) for seat in range(3))


def test_pictures_show_what_the_agent_sees(capsys: pytest.CaptureFixture[str]) -> None:
    texts = {}
    for render_all in (False, True):
        played = env("herbalism", render_mode="ansi", render_all=render_all)
        played.reset(seed=1)
        texts[render_all] = str(played.render())
    assert "????" in texts[False] and "????" not in texts[True]
    human = env("herbalism", render_mode="human")
    human.reset(seed=1)
    assert human.render() is None and capsys.readouterr().out.strip() == texts[False].strip()
    silent = env("herbalism")
    silent.reset(seed=1)
    with pytest.raises(ValueError, match="render_mode"):
        silent.render()
    silent.close()


def test_picture_is_an_array(game_id: str) -> None:
    played = env(game_id, render_mode="rgb_array")
    played.reset(seed=1)
    first: Any = played.render()
    assert first.dtype == np.uint8 and first.ndim == 3 and first.shape[1:] == (600, 3) and len(np.unique(first)) > 10


def test_import_loads_no_window() -> None:
    script = "import sys, workbench.frameworks.pettingzoo; assert not {'tkinter', 'PIL', 'pygame'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(__file__).parents[2])


def test_picture_shows_no_secret_choice_of_another_agent() -> None:
    played: Any = env("herbs", render_mode="ansi")
    shown = set()
    for choice in (0, -1):  # the first agent's choice in each step; the second agent repeats its own
        played.reset(seed=1)
        for number in range(6):
            legal = np.flatnonzero(played.last()[0]["action_mask"])
            played.step(int(legal[choice if played.agent_selection == "seat_0" else 0]))
            if number % 2 == 0:
                assert played.agent_selection == "seat_1"
                shown.add((number, played.render()))
    assert len(shown) == 3


@pytest.mark.parametrize("action", [-1, -5, 10**6, 10**30])
def test_number_out_of_range_is_illegal(game_id: str, action: int) -> None:
    played = env(game_id)
    played.reset(seed=1)
    agent = played.agent_selection
    mask = played.last()[0]["action_mask"]
    wrong = int(np.flatnonzero(mask)[-1]) - len(mask) if action == -1 else action  # -1: the legal action from the end
    with pytest.raises(IllegalMove):
        played.step(wrong)
    assert played.agent_selection == agent and played.last()[0]["action_mask"].any()
    with pytest.raises(TypeError, match="must choose"):
        played.step(None)


@pytest.mark.parametrize("action", [1.5, 1.0, "1", np.float32(2)])
def test_action_that_is_no_whole_number_is_rejected(action: Any) -> None:
    turns: Any = env("herd(size=3)")
    both: Any = parallel_env("herbs")
    turns.reset(seed=1)
    both.reset(seed=1)
    for played, actions in ((turns, action), (both, {"seat_0": 0, "seat_1": action})):
        before = str(played.table.steps)
        with pytest.raises(TypeError, match="integer"):
            played.step(actions)
        assert str(played.table.steps) == before
    turns.step(np.array(np.flatnonzero(turns.last()[0]["action_mask"])[0]))


def test_environment_has_no_agent_before_the_first_reset() -> None:
    played: Any = env("herd", render_mode="ansi")
    for attempt in (played.last, played.render, partial(played.step, 0), partial(played.observe, "seat_0")):
        with pytest.raises(AttributeError, match="agent_selection"):
            attempt()
    assert not hasattr(played, "rewards")
    played.reset(seed=1)
    assert not hasattr(played, "nonsense") and played.render()


def test_reset_continues_an_unfinished_deal() -> None:
    steps, played = Steps("herbalism"), env("herbalism")
    for _ in range(2):
        steps.play(steps.chances()[0][0])
    state = to_dict(steps)
    for seed in range(5):
        played.reset(seed=seed, options=state)
        truth = played.table.steps
        (deal,) = [truth.game.chance_state.move_text(move) for move in truth.moves[:1]]
        assert deal.startswith(state["dealt"])


def test_history_of_another_spec_is_rejected() -> None:
    played, other = env("herd(size=4)"), to_dict(Steps("herd(size=3)"))
    played.reset(seed=1)
    before = str(played.table.steps)
    with pytest.raises(ValueError, match="belongs to"):
        played.reset(seed=2, options=other)
    assert str(played.table.steps) == before
