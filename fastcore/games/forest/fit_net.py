"""Train the forest game's network on self-play, and write `net_weights.pxd`:

python -m fastcore.games.forest.fit_net --shards 280
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import fastcore
from fastcore.fitting.arguments import add_whole, command, positive, share
from fastcore.fitting.folder import begin_folder
from fastcore.fitting.network import Examples, Network, joined, losses, train
from fastcore.fitting.shards import Settings, make_shards, read_shard, shard_numbers
from fastcore.fitting.writing import read_tables, write_tables
from fastcore.games.forest.net_inputs import CELLS, CONTEXTS, PILES, STAGES, TILE_ROWS, UNIT, examples_of, layout

IN_USE = Path(__file__).with_name("net_weights.pxd")
SPECS = ("forest", "forest(yellow_cap=3)", "forest(first_turn=1)", "forest")
HELD_OUT = 2  # shards that the training does not use
SUM_UNIT = 181  # `net.pxd`: a sum of 1, clipped
OUTPUT_UNIT = UNIT * 4096 // 256  # a weight of 1 of the second layer: 4,096 times as large, for squares up to 256
BIAS_STEP = 64  # `net.pxd`: the unit of a bias, in units of the second layer
MATTERS = ("games", "simulations", "random", "opening", "seed")  # options that affect each game
REPEATING = (
    "shards", "games", "simulations", "random", "opening", "trace", "hidden", "epochs", "rate", "seed", "also", "grow",
)  # fmt: skip


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fastcore.games.forest.fit_net", description=(__doc__ or "").partition(":")[0]
    )
    add_whole(parser, "--shards", HELD_OUT + 1, 280, f"files of games; {HELD_OUT} are held out")
    add_whole(parser, "--games", 1, 500, "in each shard")
    add_whole(parser, "--simulations", 1, 1500, "nodes of alpha-beta for each move")
    add_whole(parser, "--opening", 0, 8, "a game begins with 0 to N random moves")
    parser.add_argument("--random", type=share, default=0.1, metavar="X", help="share of random moves afterwards")
    parser.add_argument("--trace", type=share, default=0.7, metavar="X", help="lambda of the targets, 0 to 1")
    add_whole(parser, "--hidden", 1, 64, "sums of the first layer")
    add_whole(parser, "--epochs", 1, 12, "passes through the positions")
    parser.add_argument("--rate", type=positive, default=0.004, metavar="X", help="learning rate at the beginning")
    add_whole(parser, "--processes", 1, 2, "that play in parallel")
    add_whole(parser, "--seed", 0, 1, "")
    parser.add_argument(
        "--folder", type=Path, default=Path("build/fit-forest-net"), help="keeps shards, so that a run can continue"
    )
    parser.add_argument(
        "--also", type=Path, metavar="FOLDER", help="the folder of an earlier run, whose games are used in training too"
    )
    parser.add_argument(
        "--grow", action="store_true", help="begin with the network in use, and add sums up to --hidden"
    )
    parser.add_argument("--weights", type=Path, help="the file to write; by default net_weights.pxd in the folder")
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parsed = parser().parse_args(arguments)
    path = parsed.weights or parsed.folder / "net_weights.pxd"
    present = read(IN_USE) if parsed.grow else None
    if present is not None and present.hidden > parsed.hidden:
        raise SystemExit(
            f"--hidden is {parsed.hidden}; it must be at least {present.hidden}, as many as the network in use has"
        )
    digest = begin_folder(parsed, IN_USE, MATTERS)
    settings = Settings(
        specs=tuple(fastcore.start(spec).spec for spec in SPECS),
        engine="alphabeta",
        simulations=parsed.simulations,
        random=parsed.random,
        opening=parsed.opening,
        games=parsed.games,
        seed=parsed.seed,
    )
    make_shards(
        parsed.folder,
        range(parsed.shards),
        settings,
        parsed.processes,
        lambda shards, positions: print(f"{shards} shards, {positions} positions in the last", flush=True),
    )
    parts = [examples_of(read_shard(parsed.folder, number), parsed.trace) for number in range(parsed.shards)]
    parts += earlier_parts(parsed.also, parsed.trace)
    testing, training = joined(parts[:HELD_OUT]), joined(parts[HELD_OUT:])
    print(f"{len(training)} positions; held out {len(testing)}: lead alone {shown(losses(testing))}", flush=True)
    network = trained(training, testing, parsed, present)
    write(network, path, about(parsed, digest, training, testing, network))
    print(f"wrote {path}; put it in the place of {IN_USE} and rebuild to use it")


def earlier_parts(folder: Path | None, trace: float) -> list[Examples]:
    """Return the examples of each shard of an earlier run, without those that it held out.

    Raises:
        SystemExit: the folder has no such shards.
    """
    if folder is None:
        return []
    numbers = [number for number in shard_numbers(folder) if number >= HELD_OUT]
    if not numbers:
        raise SystemExit(f"{folder} has no shards of an earlier run")
    return [examples_of(read_shard(folder, number), trace) for number in numbers]


def trained(training: Examples, testing: Examples, parsed: argparse.Namespace, present: Network | None) -> Network:
    """Return a trained network. Its training begins with the weights of `present` if there is such a network."""
    network = Network(layout(), parsed.hidden, parsed.seed, STAGES)
    if present is not None:
        network.begin_with(present)
    for epoch, entropy in enumerate(train(network, training, parsed.epochs, parsed.rate, parsed.seed), 1):
        print(f"epoch {epoch}: {entropy:.5f}; held out {shown(losses(testing, network))}", flush=True)
    return network


def shown(found: tuple[float, float]) -> str:
    return f"log-loss {found[0]:.5f}, error {found[1]:.5f}"


def about(parsed: argparse.Namespace, digest: str, training: Examples, testing: Examples, network: Network) -> str:
    """Return the head of the weight file."""
    return (
        "The weights of the forest game's network, see `net.pxd`. Generated by\n\n"
        f"{command('forest', parsed, 'fit_net', REPEATING)}\n\n"
        f"with the weights whose file has the sha256 {digest}... in use: {len(training):,} positions.\n\n"
        f"Held out: {shown(losses(testing, network))} (lead alone: {shown(losses(testing))})."
    )


def read(path: Path) -> Network:
    """Return the network of a file that `write` made, with rounded weights.

    Raises:
        ValueError: the file has a single second layer or tables of other sizes.
    """
    tables = read_tables(path)
    hidden = len(tables["NET_TILE"]) // TILE_ROWS
    acted = tables["NET_ACTED"].reshape(2, CELLS, 2, hidden)
    acted[:, :, 1] += acted[:, :, 0]
    parts = [tables["NET_TILE"], tables["NET_CONTEXT"], acted]
    network = Network(layout(), hidden, 0, STAGES)
    network.table[:] = np.concatenate([part.reshape(-1, hidden) for part in parts]) / SUM_UNIT
    network.output[:] = tables["NET_OUTPUT"].reshape(STAGES, 2 * hidden) / OUTPUT_UNIT
    network.bias[:] = tables["NET_BIAS"] * (BIAS_STEP / (OUTPUT_UNIT * 256))
    return network


def write(network: Network, path: Path, text: str) -> None:
    """Write the weights as whole numbers."""
    hidden = network.hidden
    table = np.rint(network.table * SUM_UNIT).astype(int)
    tiles = table[:TILE_ROWS].reshape(CELLS, PILES, hidden)
    tiles[:, 0] = 0  # empty tiles
    contexts, acted = np.split(table[TILE_ROWS:], [2 * CONTEXTS])
    acted = acted.reshape(2, CELLS, 2, hidden)
    acted[:, :, 1] -= acted[:, :, 0]  # a second pawn adds to the row of the first
    tables = {
        "NET_TILE": tiles,
        "NET_ACTED": acted,
        "NET_CONTEXT": contexts,
        "NET_BIAS": np.rint(network.bias * (OUTPUT_UNIT * 256 / BIAS_STEP)).astype(int),
        "NET_OUTPUT": np.rint(network.output * OUTPUT_UNIT).astype(int),
    }
    write_tables(path, text, {"HIDDEN": hidden}, tables)


if __name__ == "__main__":
    main()
