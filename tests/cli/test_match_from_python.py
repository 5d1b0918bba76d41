"""Tests of matches from Python, and of their positions as arrays."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

import fastcore
import workbench
from tests.kit.terminals import run
from workbench.matches.analysis.arrays import export_arrays
from workbench.matches.analysis.thinking_rates import thinking_rates
from workbench.matches.archive.archive import Archive
from workbench.matches.planning.plan import PlanError


def test_match_from_python_returns_its_figures(tmp_path: Path) -> None:
    path = tmp_path / "a.matches"
    bots = ["mcts(simulations=10)", "random"]
    result = workbench.match("herd(size=2)", bots, blocks=2, seed=1, salt="5a", archive=path, reports="last", jobs=1)
    assert result.outcome.kind == "complete" and len(result.games) == 4 and result.pair is not None
    assert result.score is not None and result.score.value >= 0.5 and result.elo is None and result.verdict == ""
    assert result.superiority is not None
    again = workbench.match("herd(size=2)", bots, blocks=2, seed=1, salt="5a", archive=path, reports="last", jobs=1)
    assert again.games == result.games, "the same match, continued"
    here = workbench.match("herd(size=2)", bots, blocks=2, seed=1, salt="5a", jobs=0)
    assert [game.line for game in here.games] == [game.line for game in result.games], "without worker processes"
    with pytest.raises(ValueError, match="not an address"):
        workbench.match("herd(size=2)", bots, cluster="nowhere")
    with pytest.raises(PlanError, match="no bot"):
        workbench.match("herd(size=2)", ["nobody", "random"])
    with Archive(path, read_only=True) as archive:
        match = archive.match(1)
        data, count = export_arrays(archive, match)
        limited, few = export_arrays(archive, match, 5)
        rates = thinking_rates(archive, match)
    assert [rate.bot for rate in rates] == [0, 1] and rates[0].simulations and rates[0].simulations <= 10
    arrays = np.load(io.BytesIO(data))
    assert count == sum(game.decisions for game in result.games) == len(arrays["moves"]) and few == 5
    state = fastcore.parse(f"herd(size=2) {arrays['texts'][7]}")
    assert np.array_equal(arrays["positions"][7], state.tensor(state.actor)) and state.actor == arrays["seats"][7]
    assert arrays["legal"][7][arrays["moves"][7]] and np.array_equal(arrays["legal"][7], state.mask())
    assert tuple(arrays["returns"][7]) == result.games[arrays["games"][7]].returns
    searched = ~np.isnan(arrays["values"][:, 0])
    assert searched.any() and np.allclose(arrays["values"][searched].sum(axis=1), 0, atol=1e-5)
    out = tmp_path / "positions.npz"
    assert run("export", str(path), "--to", "npz", "--limit", "5", "--output", str(out)).out.startswith("5 positions")
    assert len(np.load(out)["moves"]) == 5 and len(np.load(io.BytesIO(limited))["moves"]) == 5
