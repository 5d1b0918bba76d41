"""Tests of the examples for OpenSpiel, PettingZoo and Gymnasium: a short run of each, and a long one in deep tests."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pytest

from tests.conftest import deep

FOLDER = Path(__file__).parents[2] / "docs" / "examples" / "frameworks"


def run_example(name: str, *short: str, long: tuple[str, ...]) -> Any:
    """Run the example with a name, and return the result of its `main`."""
    return run_path(str(FOLDER / f"{name}.py"))["main"](list(long if deep(0, 1) else short))


def test_mccfr_comes_closer_to_an_equilibrium_of_herbs() -> None:
    pytest.importorskip("pyspiel")
    found = run_example(
        "mccfr_herbs",
        *("--ap", "2", "--iterations", "40", "--simulations", "50"),
        long=("--ap", "4", "--iterations", "4000", "--simulations", "4000"),
    )
    assert found["uniform"] > 0.3 and found["all"] < found["uniform"] / 4 and 0 <= found["bot"] < found["uniform"]
    assert not deep(0, 1) or found["all"] < 0.02


def test_search_of_openspiel_plays_against_ours() -> None:
    pytest.importorskip("pyspiel")
    pairs = run_example(
        "mcts_herd",
        *("--size", "2", "--games", "2", "--simulations", "10", "--bot", "mcts(simulations=10)"),
        long=("--size", "3", "--games", "60"),
    )
    assert all(-1 <= result <= 1 for result in pairs) and len(pairs) == deep(1, 30)
    assert not deep(0, 1) or sum(pairs) > 0


def test_ppo_runs_on_pettingzoo() -> None:
    for package in ("pettingzoo", "torch"):
        pytest.importorskip(package)
    (before, after), errors = run_example(
        "ppo_pettingzoo",
        *("--updates", "1", "--games", "2", "--test-games", "4"),
        long=("--env", "herd(size=3)", "--updates", "10", "--games", "16", "--test-games", "40"),
    )
    assert 0 <= before <= 100 and 0 <= after <= 100 and len(errors) == deep(1, 10)
    assert not deep(0, 1) or sum(errors[-3:]) / 3 < errors[0], "the value improves on new games"


def test_seat_learns_on_gymnasium() -> None:
    pytest.importorskip("gymnasium")
    tries, means = run_example("gymnasium_seat", long=("--size", "3", "--bot", "greedy", "--games", "1000"))
    assert tries.sum() == deep(30, 1000) and np.abs(means).max() <= 1 and (tries > 0).sum() > 1


def test_other_game_can_be_learned_and_wrong_numbers_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for package in ("gymnasium", "pyspiel"):
        pytest.importorskip(package)
    words = ("--env", "herbarium/herbalism-v0", "--games", "2")
    tries, _ = run_example("gymnasium_seat", *words, long=words)
    assert tries.sum() == 2
    for name, *wrong in (
        ("gymnasium_seat", "--games", "0"), ("gymnasium_seat", *words, "--size", "3"), ("mcts_herd", "--games", "3"),
    ):  # fmt: skip
        with pytest.raises(SystemExit):
            run_example(name, *wrong, long=tuple(wrong))
        assert "--games must be" in capsys.readouterr().err


def test_page_names_every_example() -> None:
    page = (FOLDER.parents[1] / "research" / "frameworks.md").read_text(encoding="utf-8")
    names = {file.name for file in FOLDER.glob("*.py")}
    assert len(names) >= 4 and all(f"(../examples/frameworks/{name})" in page for name in names)
