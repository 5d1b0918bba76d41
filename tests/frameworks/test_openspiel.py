"""Tests of the OpenSpiel adapter, most of them OpenSpiel's own."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fastcore
from fastcore import CHANCE, OVER, Stream
from fastcore.steps import SIMULTANEOUS, Steps, private_observation
from tests.conftest import deep
from tests.frameworks.stepping import after, full_count, make_step, random_step, random_steps, step_specs
from tests.tools.playthroughs import FOLDER, SPECS, playthrough

pyspiel = pytest.importorskip("pyspiel")
absl_flags = pytest.importorskip("absl.flags")

from workbench.frameworks import openspiel  # noqa: E402 - only with OpenSpiel

PREFIX = "herbarium_"
PRIVATE = pyspiel.PrivateInfoType
TREES = [  # spec, position, numbers of chance nodes, decisions and ends, number of information states
    ("herd(size=2)", "bb/bbb/b1 b 2000 - -", (1, 21, 21), 21),
    (
        "forest",
        "ry,y,y,1/yy,y,y,2/y,gyy,y,1,y,y/1,y,y,gy,y,y,yy/1,yy,yy,2,y/yy,y,ry,2/yy,y,gy,1 g 300 2 -",
        (0, 19, 208),
        19,
    ),
    (
        "herbs(actions=1,rounds=1,ap=10)",
        "11/11/3w1w1b3/2b5w2/5b5/2b1w1w1b2/5b5/2w5b2/3b1w1w3/11/11 A1^,K1^,A11v,K11v 3,2 12w8b,12w8b 0,0 2 1 0 "
        "bid:1:1:0M4,WhH3|2M6,WhB11:-",
        (0, 5, 12),
        2,
    ),
    (
        "herbalism(target=1)",
        "ry ygbb/yggg/rbbb 0,0,0 30 1 2 cure:1:2 ==,-,- -,a=gb,a=yr -,-,-",
        (0, 1, 8),
        1,
    ),
]


def test_all_games_are_registered(game_id: str) -> None:
    game = pyspiel.load_game(PREFIX + game_id)
    info, kind = fastcore.info(game_id), game.get_type()
    assert PREFIX + game_id in openspiel.NAMES and game.num_players() == fastcore.start(game_id).seats
    assert set(game.get_parameters()) == {"history", *(option.name for option in info.options)}
    assert (kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS) == info.has.secrets
    assert (kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC) == info.has.chance
    hides = kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert hides == info.has.covered
    openspiel.register()  # a second time does nothing
    assert len([name for name in pyspiel.registered_names() if name.startswith(PREFIX)]) == len(fastcore.games())


def test_parameters_are_the_options() -> None:
    game = pyspiel.load_game("herbarium_herbalism(players=4,actions=ifba,target=2,predictions=1)")
    assert game.step_game.spec == "herbalism(players=4,actions=advanced,target=2,predictions=1)"
    assert pyspiel.load_game(str(game)).step_game.spec == game.step_game.spec
    assert pyspiel.load_game("herbarium_herd", {"size": 4}).step_game.spec == "herd(size=4)"
    with pytest.raises(ValueError, match="size"):
        pyspiel.load_game("herbarium_herd(size=1)")
    for history in (-5, 1 << 30):
        with pytest.raises(ValueError, match="history is"):
            pyspiel.load_game(f"herbarium_herd(history={history})")


def test_api_test_of_openspiel_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    from open_spiel.integration_tests import api_test  # after the games are registered: it lists them on import

    sample = api_test.sample_some_states.sample_some_states
    monkeypatch.setattr(
        api_test.sample_some_states, "sample_some_states", lambda game, max_states: sample(game, deep(60, max_states))
    )

    absl_flags.FLAGS(["x", f"--test_only_games=^{PREFIX}"])
    suite = api_test.load_tests(unittest.TestLoader(), (), None)
    assert suite.countTestCases() >= 5 * len(fastcore.games())
    result = unittest.TestResult()
    suite.run(result)
    assert result.wasSuccessful(), result.failures + result.errors


@pytest.mark.parametrize(("spec", "position", "counts", "information_states"), TREES)
def test_full_trees_pass_the_tests_of_openspiel(
    spec: str, position: str, counts: tuple[int, int, int], information_states: int
) -> None:
    """OpenSpiel's tests of the whole tree, on positions near the end of a game: whole games are too long."""
    from open_spiel.integration_tests import api_test

    game = game_from(spec, position)
    name = f"{spec} {position}"
    kind = type("FullTree", (api_test.EnforceAPIOnFullTreeBase,), {"game": game, "game_name": name})
    api_test.TOTAL_NUM_STATES[name] = counts
    api_test.PERFECT_RECALL_NUM_STATES[name] = information_states
    result = unittest.TestResult()
    unittest.TestLoader().loadTestsFromTestCase(kind).run(result)
    assert result.testsRun >= 8 and result.wasSuccessful(), [text for _, text in result.failures + result.errors]


def game_from(spec: str, position: str) -> Any:
    """Return the game, beginning at a position, as a sequential game."""
    id, _, options = spec.rstrip(")").partition("(")
    base = type(pyspiel.load_game(PREFIX + id))

    class Late(base):  # type: ignore[misc, valid-type]
        """A game that begins late."""

        def new_initial_state(self, state: Any = None) -> Any:
            return super().new_initial_state(position if state is None else state)

    game = Late({**dict(part.split("=") for part in options.split(",") if part), "history": 600})
    return pyspiel.convert_to_turn_based(game) if game.step_game.secret else game


def random_sims(name: str, count: int) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=count, serialize=True, verbose=False)


def test_random_sim_test_of_openspiel_passes(game_id: str) -> None:
    for spec in step_specs(game_id):
        random_sims(PREFIX + spec, deep(1, 50))


def test_turn_based_version_passes_random_sim_test() -> None:
    """OpenSpiel turns joint choices into single ones for algorithms that need this."""
    random_sims("turn_based_simultaneous_game(game=herbarium_herbs(rounds=2,actions=2))", deep(2, 50))


@pytest.mark.parametrize("name", SPECS)
def test_playthrough_is_stable(name: str) -> None:
    """Run `python -m tests.tools.playthroughs` to write the files again."""
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_random_games_agree_with_the_core(game_id: str) -> None:
    for spec in step_specs(game_id):
        game = pyspiel.load_game(PREFIX + spec)
        for number in range(deep(1, full_count(game_id))):
            follow(game, spec, number)


def follow(game: Any, spec: str, number: int) -> None:
    """Play a random game in OpenSpiel and in the core, and compare every step."""
    steps, stream, state = Steps(spec), Stream(number, "openspiel", spec), game.new_initial_state()
    core = fastcore.start(spec)
    while not state.is_terminal():
        assert steps.actor != OVER and str(state) == str(steps)
        assert state.is_chance_node() == (core.actor == CHANCE)
        if steps.actor == CHANCE:
            assert state.chance_outcomes() == steps.chances()
        for seat in range(game.num_players()) if steps.actor != CHANCE else ():
            assert state.legal_actions(seat) == steps.legal_actions(seat)
        if steps.actor >= 0:
            assert state.current_player() == core.actor and state.legal_actions() == sorted(core.moves())
        step, known = random_step(steps, stream), len(steps.moves)
        make_step(steps, step)
        if state.is_simultaneous_node():
            state.apply_actions([step.get(seat, pyspiel.INVALID_ACTION) for seat in range(game.num_players())])
        else:
            (action,) = step.values()
            if len(steps.moves) % 16 == 0:  # this tries the texts of all actions
                assert state.string_to_action(state.action_to_string(action)) == action
            state.apply_action(action)
        for move in steps.moves[known:]:
            core.play(move)
    assert steps.actor == OVER and state.returns() == list(core.returns()) == state.rewards()


def test_observers_agree_with_the_step_model(game_id: str) -> None:
    for spec in step_specs(game_id):
        name = f"{PREFIX}{spec.rstrip(')')}{',' if '(' in spec else '('}history=500)"
        game = pyspiel.load_game(name)
        kinds = {
            (public, recall, private): game.make_py_observer(
                pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
            )
            for public in (True, False)
            for recall in (True, False)
            for private in (PRIVATE.NONE, PRIVATE.SINGLE_PLAYER, PRIVATE.ALL_PLAYERS)
        }
        for steps, _ in random_steps(spec, "observers", most=deep(20, 1000)):
            state = game.new_initial_state()
            state.steps = steps
            for seat in range(game.num_players()):
                texts = {key: observer.string_from(state, seat) for key, observer in kinds.items()}
                assert texts[True, False, PRIVATE.SINGLE_PLAYER] == steps.observation(seat)
                assert texts[True, True, PRIVATE.SINGLE_PLAYER] == steps.information_state(seat)
                assert texts[True, False, PRIVATE.NONE] == steps.observation(None)
                assert texts[True, True, PRIVATE.NONE] == steps.information_state(None)
                assert texts[False, False, PRIVATE.SINGLE_PLAYER] == private_observation(steps, seat)
                assert texts[False, True, PRIVATE.NONE] == "" and texts[True, False, PRIVATE.ALL_PLAYERS] == str(steps)
                assert json.loads(texts[False, True, PRIVATE.ALL_PLAYERS])["spec"] == game.step_game.spec
                if steps.actor >= 0:
                    assert state.observation_string(seat) == steps.observation(seat)
                    assert state.information_state_string(seat) == steps.information_state(seat)
                    size = game.information_state_tensor_size()
                    assert len(state.information_state_tensor(seat)) == size == game.observation_tensor_size() + 501
                for key, observer in kinds.items():
                    observer.set_from(state, seat)
                    assert (observer.tensor is not None) == (key[0] and key[2] != PRIVATE.ALL_PLAYERS)
                    for piece in observer.dict.values():
                        assert np.shares_memory(piece, observer.tensor)


def test_structs_are_json(game_id: str) -> None:
    spec = step_specs(game_id)[0]
    game = pyspiel.load_game(PREFIX + spec)
    for steps, _ in random_steps(spec, "structs", most=deep(30, 1000)):
        state = game.new_initial_state()
        state.steps = steps
        restored = game.new_initial_state(json.loads(state.to_json()))
        assert restored.steps == steps
        for seat in range(game.num_players()):
            seen = json.loads(state.to_observation_struct(seat).to_json())
            assert seen["view"] == steps.seen(seat).view(seat) and seen["seat"] == seat
        if steps.actor >= 0:
            action = state.legal_actions()[0]
            struct = state.action_to_struct(steps.actor, action)
            assert json.loads(struct.to_json()) == {"player": steps.actor, "action": state.action_to_string(action)}
            assert state.struct_to_actions(struct) == [action]
    for wrong, message in (({"spec": "herd"}, "belongs to"), ({"postion": "x"}, "there is no key 'postion'")):
        with pytest.raises(ValueError, match=message):
            pyspiel.load_game("herbarium_forest").new_initial_state(wrong)


def test_clones_are_independent(game_id: str) -> None:
    spec = step_specs(game_id)[0]
    game = pyspiel.load_game(PREFIX + spec)
    for steps, step in random_steps(spec, "clones", most=20):
        state = game.new_initial_state()
        state.steps = steps
        clone, text = state.clone(), str(state)
        make_step(clone.steps, step)
        assert str(state) == text != str(clone)


def test_pickled_games_and_states_are_read_in_a_new_process(game_id: str) -> None:
    game = pyspiel.load_game(f"{PREFIX}{game_id}(history=7)")
    state = game.new_initial_state()
    state.steps = next(itertools.islice(random_steps(game_id, "pickle"), 9, None))[0]
    assert copy.deepcopy(game).step_game is game.step_game
    script = "import pickle, sys; print(*map(str, pickle.load(sys.stdin.buffer)), sep=chr(10))"
    result = subprocess.run(
        [sys.executable, "-c", script], input=pickle.dumps((game, state)), capture_output=True, check=True,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert result.stdout.decode() == f"{game}\n{state}\n"


def test_structs_name_the_actor_as_openspiel_does(game_id: str) -> None:
    """Numbers of the core would be wrong here: its OVER is OpenSpiel's SIMULTANEOUS."""
    spec = step_specs(game_id)[0]
    state = pyspiel.load_game(PREFIX + spec).new_initial_state()
    for steps, step in random_steps(spec, "actors"):
        state.steps = after(steps, step)
        assert json.loads(state.to_observation_struct(0).to_json())["actor"] == state.current_player()
    assert state.is_terminal() and state.current_player() == pyspiel.PlayerId.TERMINAL


def test_import_loads_no_window() -> None:
    script = "import sys, workbench.frameworks.openspiel; assert not {'tkinter', 'PIL'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(__file__).parents[2])


def test_simultaneous_player_is_declared() -> None:
    state = pyspiel.load_game("herbarium_herbs").new_initial_state()
    assert state.is_simultaneous_node() and state.steps.actor == SIMULTANEOUS
