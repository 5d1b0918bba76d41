"""Tests of shards of self-play and of the training of networks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fastcore.fitting.network import Examples, Layout, Network, joined, losses, train
from fastcore.fitting.shards import Settings, make_shards, read_shard, shard_path
from fastcore.fitting.writing import read_tables
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
    """Two features together are good in one stage of the game and bad in another; the lead ignores both."""
    random = np.random.default_rng(1)
    columns = random.integers(0, 2, (deep(20_000, 100_000), 4)).astype(np.uint8)
    stages = random.integers(0, 2, len(columns)).astype(np.uint8)
    targets = (0.1 + 0.8 * (columns[:, 0] & columns[:, 1] ^ stages)).astype(np.float32)
    examples = Examples(columns, np.zeros(len(columns), np.float32), targets, stages)
    layout = Layout((1, 1, 1, 1), np.arange(8).reshape(1, 2, 4), 8)
    network = Network(layout, 4, 1, 2)
    entropies = list(train(network, examples, 100, 0.03, 1))
    assert entropies[-1] < entropies[0] and losses(examples, network)[1] < 0.1 < losses(examples)[1]
    again = Network(layout, 4, 1, 2)
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
    assert "--shards 3 --games 1 --simulations 10" in text and "HIDDEN = 2\n" in text and "--grow" not in text
    assert f"NET_TILE[{net_inputs.CELLS * net_inputs.PILES * 2}]" in text
    parts = [net_inputs.examples_of(read_shard(tmp_path, number), 0.7) for number in range(2)]
    assert len(joined(parts)) == sum(len(part) for part in parts)
    assert ((joined(parts).targets >= 0) & (joined(parts).targets <= 1)).all()


def test_grown_network_begins_with_the_values_of_the_smaller_one() -> None:
    """The output weights of its new sums are a tenth of the usual ones."""
    layout = net_inputs.layout()
    small, large = Network(layout, 3, 1, net_inputs.STAGES), Network(layout, 5, 2, net_inputs.STAGES)
    small.output += np.random.default_rng(3).normal(0, 1, small.output.shape).astype(np.float32)
    small.bias += np.arange(net_inputs.STAGES, dtype=np.float32)
    large.begin_with(small)
    fresh = Network(layout, 5, 2, net_inputs.STAGES)
    added = large.output.reshape(net_inputs.STAGES, 2, 5)[:, :, 3:]
    assert np.allclose(added, fresh.output.reshape(net_inputs.STAGES, 2, 5)[:, :, 3:] / 10)
    assert (large.table[:, 3:] == fresh.table[:, 3:]).all() and (large.table[:, :3] == small.table).all()
    added[:] = 0
    columns = np.zeros((20, net_inputs.CELLS + 3), np.uint8)
    columns[:, : net_inputs.CELLS] = np.random.default_rng(4).integers(0, net_inputs.PILES, (20, net_inputs.CELLS))
    stages = np.arange(20, dtype=np.uint8) % net_inputs.STAGES
    examples = Examples(columns, np.zeros(20, np.float32), np.zeros(20, np.float32), stages)
    assert np.allclose(large.corrections(examples), small.corrections(examples), atol=1e-4)


def test_written_weights_can_be_read(tmp_path: Path) -> None:
    network = fit_net.read(fit_net.IN_USE)
    fit_net.write(network, tmp_path / "a.pxd", "a head")
    again = fit_net.read(tmp_path / "a.pxd")
    assert read_tables(tmp_path / "a.pxd").keys() == read_tables(fit_net.IN_USE).keys()
    for name, table in read_tables(fit_net.IN_USE).items():
        assert (read_tables(tmp_path / "a.pxd")[name] == table).all(), name
    assert (again.output == network.output).all() and (again.bias == network.bias).all()


def test_command_grows_the_network_in_use(tmp_path: Path) -> None:
    present = fit_net.read(fit_net.IN_USE).hidden
    words = ["--shards", "3", "--games", "1", "--simulations", "10", "--epochs", "1", "--rate", "1e-9", "--grow"]
    words += ["--processes", "1", "--folder", str(tmp_path)]
    fit_net.main([*words, "--hidden", str(present)])
    text = (tmp_path / "net_weights.pxd").read_text(encoding="utf-8")
    assert "--grow\n" in text.partition("with the weights")[0]
    grown, before = read_tables(tmp_path / "net_weights.pxd"), read_tables(fit_net.IN_USE)
    assert all(np.abs(grown[name] - before[name]).max() <= 1 for name in before), "such a small rate changes nothing"
    with pytest.raises(SystemExit, match=f"--hidden is 2; it must be at least {present}"):
        fit_net.main([*words, "--hidden", "2"])


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
