"""Tests of shards of self-play and of the training of networks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fastcore.fitting.network import Examples, Layout, Network, joined, losses, train
from fastcore.fitting.shards import Settings, make_shards, read_shard, shard_path
from fastcore.games.forest import fit_net, net_inputs
from tests.conftest import deep

SETTINGS = Settings(("forest", "herd(size=2)"), "tree", 20, 0.2, 3, 2, 5)


def test_shards_depend_on_seed_and_number_only(tmp_path: Path) -> None:
    reported: list[tuple[int, int]] = []
    make_shards(tmp_path / "a", range(3), SETTINGS, 2, lambda made, positions: reported.append((made, positions)))
    assert [made for made, _ in reported] == [1, 2, 3]
    kept = shard_path(tmp_path / "a", 1).stat().st_mtime_ns
    shard_path(tmp_path / "a", 2).unlink()
    make_shards(tmp_path / "a", range(3), SETTINGS, 1, lambda *_: None)
    make_shards(tmp_path / "b", [2], SETTINGS, 1, lambda *_: None)
    assert shard_path(tmp_path / "a", 1).stat().st_mtime_ns == kept, "a shard that exists is not made again"
    first, second = read_shard(tmp_path / "a", 2), read_shard(tmp_path / "b", 2)
    assert first.specs == second.specs == ("forest", "herd(size=2)")
    for name in ("lengths", "moves", "values", "returns"):
        assert (getattr(first, name) == getattr(second, name)).all()
    games = list(first.games())
    assert all(len(game.values) == len(game.moves) and sum(game.returns) == 0 for game in games)
    assert sum(len(game.moves) for game in games) == len(first.moves)


def test_network_learns_a_product_of_features() -> None:
    """Whether two features are present together; the lead knows nothing of it."""
    random = np.random.default_rng(1)
    columns = random.integers(0, 2, (deep(20_000, 100_000), 4)).astype(np.uint8)
    targets = (0.1 + 0.8 * (columns[:, 0] & columns[:, 1])).astype(np.float32)
    examples = Examples(columns, np.zeros(len(columns), np.float32), targets)
    layout = Layout((1, 1, 1, 1), np.arange(8).reshape(1, 2, 4), 8)
    network = Network(layout, 4, 1)
    entropies = list(train(network, examples, 100, 0.03, 1))
    assert entropies[-1] < entropies[0] and losses(examples, network)[1] < 0.1 < losses(examples)[1]
    again = Network(layout, 4, 1)
    assert list(train(again, examples, 100, 0.03, 1)) == entropies


def test_symmetries_share_rows() -> None:
    """A turned position has the same sums under the symmetry that turns it back, for every one of the 12."""
    layout = net_inputs.layout()
    random = np.random.default_rng(2)
    network = Network(layout, 3, 1)
    columns = np.zeros((1, net_inputs.CELLS + 3), np.uint8)
    columns[0, : net_inputs.CELLS] = random.integers(0, net_inputs.PILES, net_inputs.CELLS)
    columns[0, net_inputs.CELLS] = 18
    for number, cells in enumerate(net_inputs.symmetries()):
        turned = columns.copy()
        turned[0, cells] = columns[0, : net_inputs.CELLS]
        sums = network.sums(layout.one_hot(columns), number)
        assert np.allclose(sums, network.sums(layout.one_hot(turned)), atol=1e-5)


def test_command_writes_weights(tmp_path: Path) -> None:
    words = ["--shards", "3", "--games", "1", "--simulations", "10", "--epochs", "1", "--hidden", "2"]
    fit_net.main([*words, "--processes", "1", "--folder", str(tmp_path)])
    text = (tmp_path / "net_weights.pxd").read_text(encoding="utf-8")
    assert "--shards 3 --games 1 --simulations 10" in text and "HIDDEN = 2\n" in text
    assert f"NET_TILE[{net_inputs.CELLS * net_inputs.PILES * 2}]" in text
    parts = [net_inputs.examples_of(read_shard(tmp_path, number), 0.7) for number in range(2)]
    assert len(joined(parts)) == sum(len(part) for part in parts)
    assert ((joined(parts).targets >= 0) & (joined(parts).targets <= 1)).all()


def test_command_trains_on_an_earlier_run_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--shards", "3", "--games", "1", "--simulations", "10", "--epochs", "1", "--hidden", "2"]
    first, second = tmp_path / "first", tmp_path / "second"
    fit_net.main([*words, "--processes", "1", "--folder", str(first)])
    alone = int(capsys.readouterr().out.partition(" positions; held out")[0].splitlines()[-1])
    fit_net.main([*words, "--seed", "2", "--processes", "1", "--folder", str(second), "--also", str(first)])
    both = int(capsys.readouterr().out.partition(" positions; held out")[0].splitlines()[-1])
    assert both == alone + len(net_inputs.examples_of(read_shard(second, 2), 0.7))
    assert f"--also {first}" in " ".join(
        (second / "net_weights.pxd").read_text(encoding="utf-8").replace("\\", "").split()
    )
    with pytest.raises(SystemExit, match="has no shards"):
        fit_net.main([*words, "--processes", "1", "--folder", str(first), "--also", str(tmp_path / "none")])
