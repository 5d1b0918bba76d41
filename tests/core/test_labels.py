"""Tests of labelled self-play."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fastcore
from fastcore.fitting.adam import Adam, falling
from fastcore.fitting.labels import NAME, Settings, make_files, play_labelled, read_file
from fastcore.fitting.regression import chance
from fastcore.fitting.writing import read_tables
from fastcore.games.herd import fit
from fastcore.games.herd.fit import Collector
from fastcore.games.herd.fit_values import Model, all_leads, fit_scale, result_loss

SETTINGS = Settings(("herd(size=2)", "herd(size=3)"), 10, 0.2, 8, 0.3, 4, 1)


def test_files_depend_only_on_settings_and_number(tmp_path: Path) -> None:
    folder = tmp_path / "labels"
    assert all(moves > 0 for moves in make_files(folder, [0, 1], SETTINGS, 1))
    before = read_file(folder, 1)
    (folder / NAME.format(1)).unlink()
    assert len(list(make_files(folder, [0, 1], SETTINGS, 1))) == 1, "the first file exists already"
    assert before == read_file(folder, 1)
    assert [game.game.spec for game in before] == ["herd(size=2)", "herd(size=3)"] * 2


def test_labels_hold_every_move() -> None:
    played = play_labelled(3, SETTINGS)
    state = fastcore.start(played.game.spec)
    labelled = 0
    for number, move in enumerate(played.game.moves):
        if number in played.labels:
            moves, values = played.labels[number]
            assert moves == state.moves() and all(-1 <= value <= 1 for value in values)
            labelled += 1
        state.play(move)
    assert labelled == len(played.labels) > 0 and state.returns() == tuple(played.game.returns)


def test_examples_have_the_view_of_the_player_to_move() -> None:
    played = play_labelled(5, SETTINGS)
    part = Collector()
    part.add(played)
    positions, choices = part.positions(), part.choices()
    assert len(positions.patterns) == len(positions.rest) == len(positions.values) == len(positions.results)
    own = np.isfinite(positions.results)
    assert own.sum() == len(played.game.moves) and set(positions.results[own]) <= set(map(float, played.game.returns))
    assert (positions.rest[:, 0] >= 0).all(), "finished games are left out"
    assert choices.starts[-1] == len(choices.values) == sum(len(moves) for moves, _ in played.labels.values())
    state = fastcore.start(played.game.spec)
    for _ in range(min(played.labels)):
        state.play(played.game.moves[_])
    sign = 1 if state.actor == 0 else -1
    found = np.array(played.labels[min(played.labels)][1], np.float32)
    assert choices.values[: choices.starts[1]] == pytest.approx(sign * found)


def test_scale_agrees_with_results_and_leaves_the_rest() -> None:
    tables = read_tables(Path(fit.__file__).with_name("weights.pxd"))
    part = Collector()
    for number in range(20):
        part.add(play_labelled(number, Settings(("herd(size=3)",), 4, 1.0, 1, 0.1, 1, 1)))
    positions = part.positions()
    random = np.random.default_rng(1)
    true = Model(tables)
    true.weights["scale"] += np.log(0.4)
    share = chance(all_leads(true, [positions]))
    drawn = np.where(random.random(len(share)) < share, 1, -1)
    positions.results[:] = np.where(np.isfinite(positions.results), drawn, np.nan)
    model = Model(tables)
    before = result_loss(model, [positions])
    assert fit_scale(model, [positions]) == pytest.approx(0.4, abs=0.1)
    assert result_loss(model, [positions]) < before
    assert all((model.weights[name] == true.weights[name]).all() for name in model.weights if name != "scale")


def test_fit_of_the_scale_alone_keeps_all_other_tables(tmp_path: Path) -> None:
    words = ("--files 2 --games 10 --simulations 4 --random 0 --share 0", "--epochs 0 --processes 1")
    options = [option for part in words for option in part.split()]
    fit.main([*options, "--folder", str(tmp_path / "games"), "--weights", str(tmp_path / "new.pxd")])
    old, new = read_tables(Path(fit.__file__).with_name("weights.pxd")), read_tables(tmp_path / "new.pxd")
    factors = new["HERD_SCALE"] / old["HERD_SCALE"]
    assert old.keys() == new.keys() and 0.1 < factors[0] < 3 and factors == pytest.approx(factors[0], rel=1e-7)
    assert all((old[name] == new[name]).all() for name in old if name != "HERD_SCALE")


def test_descent_finds_the_minimum_and_is_pulled_back() -> None:
    target = np.array([1.0, -2.0])
    for pull, expected in ((0.0, target), (1000.0, target / 2)):
        weights = {"w": np.zeros(2)}
        adam = Adam(weights, pull)
        for rate in falling(0.05, 1000):
            adam.step({"w": weights["w"] - target}, rate, 1000)
        assert weights["w"] == pytest.approx(expected, abs=0.01)
