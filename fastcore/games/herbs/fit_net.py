"""Train the network of Herbs on self-play between mixed strategies, and write `net_weights.pxd`:

python -m fastcore.games.herbs.fit_net --shards 100
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from fastcore.fitting.arguments import add_whole, command, positive, share
from fastcore.fitting.folder import begin_folder
from fastcore.fitting.network import Numbers
from fastcore.fitting.piece_network import PieceExamples, PieceNetwork, joined, losses, train
from fastcore.fitting.selfplay import Game
from fastcore.fitting.shards import Settings, Shard, make_shards, read_shard
from fastcore.fitting.terms import targets_of
from fastcore.fitting.writing import write_tables
from fastcore.games.herbs.fit import SPECS, play_game
from fastcore.games.herbs.herbs import NET_SHAPE, Herbs

SIGNS = (1, 1, -1, -1)  # of the Herbs
SUM_UNIT, OUTPUT_UNIT = 181, 256  # a sum of 1, and a weight of 1 of the second layer, in `net.pxd`
HELD_OUT = 0.08  # share of the shards that the training does not use
MATTERS = ("games", "simulations", "random", "seed")  # options that affect each game
REPEATING = ("shards", "games", "simulations", "random", "trace", "hidden", "epochs", "rate", "decay", "seed")


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fastcore.games.herbs.fit_net", description=(__doc__ or "").partition(":")[0]
    )
    add_whole(parser, "--shards", 2, 100, "files of games; one of twelve is held out")
    add_whole(parser, "--games", 1, 100, "in each shard")
    add_whole(parser, "--simulations", 1, 300, "for each plan")
    parser.add_argument("--random", type=share, default=0.08, metavar="X", help="share of plans drawn evenly")
    parser.add_argument("--trace", type=share, default=0.8, metavar="X", help="lambda of the targets, 0 to 1")
    add_whole(parser, "--hidden", 1, 16, "sums of the first layer")
    add_whole(parser, "--epochs", 1, 30, "passes through the positions")
    parser.add_argument("--rate", type=positive, default=0.004, metavar="X", help="learning rate at the beginning")
    parser.add_argument("--decay", type=positive, default=0.1, metavar="X", help="weight decay")
    add_whole(parser, "--processes", 1, 2, "that play in parallel")
    add_whole(parser, "--seed", 0, 5, "")
    parser.add_argument(
        "--folder", type=Path, default=Path("build/fit-herbs-net"), help="keeps shards, so that a run can continue"
    )
    parser.add_argument("--weights", type=Path, help="the file to write; by default net_weights.pxd in the folder")
    return parser


def play(number: int, settings: Settings) -> Game:
    """Play game `number`."""
    return play_game(number, settings.simulations, settings.random, settings.seed)


def mirrored_rows() -> Numbers:
    """Return the row of each feature in the mirror image of the board."""
    kinds, height, width, side, others = NET_SHAPE
    pieces = np.arange(kinds * height * width).reshape(kinds * height, width)[:, ::-1].ravel()
    squares = len(pieces) + np.arange(side * side).reshape(side, side)[:, ::-1].ravel()
    return np.concatenate((pieces, squares, len(pieces) + len(squares) + np.arange(others)))


def examples_of(shard: Shard, trace: float) -> PieceExamples:
    """Return the starts of the rounds of all games of a shard.

    The target mixes the search values from the round onwards with the result; see `terms.targets_of`.
    """
    rows, scales, leads, targets = [], [], [], []
    for game in shard.games():
        state = game.begun()
        assert isinstance(state.game, Herbs)
        rounds = Game(game.spec, [], [], game.returns)
        turn = 0
        for move, value in zip(game.moves, game.values, strict=True):
            if state.turn != turn:
                turn = state.turn
                if value:
                    inputs, lead, divisor = state.game.net_inputs(state)
                    rows.append(inputs)
                    leads.append(lead / divisor)
                    scales.append(1 / divisor)
                    rounds.values.append(value)
            state.play(move)
        targets += targets_of(rounds, trace)
    return PieceExamples(
        np.array(rows, np.int16),
        np.array(scales, np.float32),
        np.array(leads, np.float32),
        np.array(targets, np.float32),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parsed = parser().parse_args(arguments)
    path = parsed.weights or parsed.folder / "net_weights.pxd"
    digest = begin_folder(parsed, Path(__file__).with_name("net_weights.pxd"), MATTERS)
    settings = Settings(SPECS, "equilibrium", parsed.simulations, parsed.random, 0, parsed.games, parsed.seed)
    make_shards(
        parsed.folder,
        range(parsed.shards),
        settings,
        parsed.processes,
        lambda shards, positions: print(f"{shards} shards, {positions} moves in the last", flush=True),
        play,
    )
    parts = [examples_of(read_shard(parsed.folder, number), parsed.trace) for number in range(parsed.shards)]
    held_out = max(1, round(HELD_OUT * parsed.shards))
    testing, training = joined(parts[:held_out]), joined(parts[held_out:])
    print(f"{len(training)} positions; held out {len(testing)}: lead alone {shown(losses(testing))}", flush=True)
    mirror = mirrored_rows()
    network = PieceNetwork(np.stack((np.arange(len(mirror)), mirror)), SIGNS, parsed.hidden, parsed.decay, parsed.seed)
    for epoch, entropy in enumerate(train(network, training, parsed.epochs, parsed.rate, parsed.seed), 1):
        print(f"epoch {epoch}: {entropy:.5f}; held out {shown(losses(testing, network))}", flush=True)
    about = (
        "The weights of the network of Herbs, see `net.pxd`. Written, not edited, by\n\n"
        f"{command('herbs', parsed, 'fit_net', REPEATING)}\n\n"
        f"with the weights whose file has the sha256 {digest}... in use: {len(training):,} positions.\n\n"
        f"Held out: {shown(losses(testing, network))} (lead alone: {shown(losses(testing))})."
    )
    write(network, path, about)
    print(f"wrote {path}; put it in the place of {Path(__file__).with_name('net_weights.pxd')} and rebuild to use it")


def shown(found: tuple[float, float]) -> str:
    return f"log-loss {found[0]:.5f}, error {found[1]:.5f}"


def write(network: PieceNetwork, path: Path, about: str) -> None:
    """Write the weights as whole numbers."""
    tables = {
        "HERBS_NET_TABLE": np.rint(network.table * SUM_UNIT).astype(int),
        "HERBS_NET_OUTPUT": np.rint(network.output * OUTPUT_UNIT).astype(int),
    }
    write_tables(path, about, {"HIDDEN": len(network.output)}, tables)


if __name__ == "__main__":
    main()
