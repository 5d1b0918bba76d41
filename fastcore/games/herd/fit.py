"""Fit the weights of Herd's evaluation and priors to labelled self-play, and write them:

    python -m fastcore.games.herd.fit --files 60

The program plays games of the search against itself. At some positions, it searches each move with the same number of
simulations. The evaluation (`fit_values.py`) is fitted to the values of the positions after these moves and to the
search values of all positions of the games, and the priors (`fit_priors.py`) to the best of these moves. Both begin
with the weights in use. In the end, the scale of the evaluation is fitted to the results of the games. To fit only
the scale, to games without random moves: `--random 0 --share 0 --epochs 0`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

import fastcore
from fastcore.fitting.arguments import add_whole, command, positive, share
from fastcore.fitting.folder import begin_folder
from fastcore.fitting.labels import NAME, Labelled, Settings, make_files, read_file
from fastcore.fitting.writing import Table, read_tables, write_tables
from fastcore.games.herd.fit_priors import Choices, Logits, fit_priors, prior_errors
from fastcore.games.herd.fit_values import (
    CONTEXTS,
    MAX_OWED,
    NEIGHBOURHOODS,
    PATTERNS,
    Model,
    Positions,
    fit_scale,
    fit_values,
    result_loss,
    value_errors,
)
from fastcore.games.herd.herd import Herd

SIZES = (5, 4, 6, 5, 4, 6, 5, 5, 6, 4, 5, 6, 7, 5, 4, 3, 6, 5, 8, 5)  # of game 0, 1, ...
HELD_OUT = 10  # every tenth file is held out, beginning with the first
MATTERS = ("games", "simulations", "each", "random", "share", "seed")  # options that affect each game
REPEATING = ("files", "games", "simulations", "each", "random", "share", "epochs", "rate", "pull", "seed")
TABLE_SIZES = {
    "CONTEXTS": CONTEXTS,
    "CONTENTS": 3,
    "NEIGHBOURHOODS": NEIGHBOURHOODS,
    "PATTERNS": PATTERNS,
    "MAX_OWED": MAX_OWED,
}


class Collector:
    """Collects the examples of one board size.

    Attributes:
        patterns, values, results: of positions, in blocks.
        rows, contexts, move_values: of labelled positions.
    """

    def __init__(self) -> None:
        self.patterns: list[npt.NDArray[np.int16]] = []
        self.values: list[npt.NDArray[np.float32]] = []
        self.results: list[npt.NDArray[np.float32]] = []
        self.rows: list[npt.NDArray[np.int16]] = []
        self.contexts: list[int] = []
        self.move_values: list[npt.NDArray[np.float32]] = []

    def add(self, played: Labelled) -> None:
        """Add the positions of a game."""
        state = fastcore.start(played.game.spec)
        rules = state.game
        assert isinstance(rules, Herd)
        for number, (move, value) in enumerate(zip(played.game.moves, played.game.values, strict=True)):
            here = rules.patterns(state, [-1])
            sign = 1 if state.turn % 2 else -1
            self.patterns.append(here)
            self.values.append(np.array([sign * value], np.float32))
            self.results.append(np.array([sign * played.game.returns[0]], np.float32))
            if number in played.labels:
                moves, found = played.labels[number]
                after = rules.patterns(state, moves)
                values = sign * np.array(found, np.float32)
                context = after[:, -5]
                self.patterns.append(after[context >= 0])
                self.values.append(np.where(context == 0, -values, values)[context >= 0])
                self.results.append(np.full(len(self.values[-1]), np.nan, np.float32))
                self.rows.append(rules.move_features(state))
                self.contexts.append(int(here[0, -5]) - 1)
                self.move_values.append(values)
            state.play(move)

    def positions(self) -> Positions:
        table = np.concatenate(self.patterns)
        return Positions(table[:, :-5], table[:, -5:], np.concatenate(self.values), np.concatenate(self.results))

    def choices(self) -> Choices:
        lengths = [len(rows) for rows in self.rows]
        return Choices(
            np.concatenate(self.rows),
            np.repeat(np.array(self.contexts, np.uint8), lengths),
            np.concatenate(self.move_values),
            np.concatenate([[0], np.cumsum(lengths)]),
        )


def collected(folder: Path, numbers: Sequence[int]) -> tuple[list[Positions], list[Choices]]:
    """Return the examples of some files: one item for each board size."""
    sizes: dict[str, Collector] = {}
    for number in numbers:
        for played in read_file(folder, number):
            sizes.setdefault(played.game.spec, Collector()).add(played)
    return [part.positions() for part in sizes.values()], [part.choices() for part in sizes.values() if part.rows]


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fastcore.games.herd.fit", description=(__doc__ or "").partition(":")[0]
    )
    add_whole(parser, "--files", 2, 60, "files of games; every tenth is held out")
    add_whole(parser, "--games", 10, len(SIZES), "in each file")
    add_whole(parser, "--simulations", 1, 200, "for each move of a game")
    add_whole(parser, "--each", 1, 128, "simulations for each move of a labelled position")
    parser.add_argument("--random", type=share, default=0.1, metavar="X", help="share of random moves")
    parser.add_argument("--share", type=share, default=0.12, metavar="X", help="share of labelled positions")
    add_whole(parser, "--epochs", 0, 12, "passes through the positions; 0 fits only the scale, to results")
    parser.add_argument("--rate", type=positive, default=0.02, metavar="X", help="learning rate at the beginning")
    parser.add_argument(
        "--pull", type=positive, default=2.0, metavar="X", help="strength of the pull to the old weights"
    )
    add_whole(parser, "--processes", 1, 2, "that play in parallel")
    add_whole(parser, "--seed", 0, 1, "")
    parser.add_argument(
        "--folder", type=Path, default=Path("build/fit-herd"), help="keeps games, so that a run can continue"
    )
    parser.add_argument("--weights", type=Path, help="the file to write; by default weights.pxd in the folder")
    parser.add_argument("--check", action="store_true", help="only measure the weights in use; write nothing")
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    options = parser().parse_args(arguments)
    source = Path(__file__).with_name("weights.pxd")
    in_use = begin_folder(options, source, MATTERS, has_files)
    settings = Settings(
        specs=tuple(fastcore.start(f"herd(size={size})").spec for size in SIZES),
        simulations=options.simulations,
        random=options.random,
        each=options.each,
        share=options.share,
        games=options.games,
        seed=options.seed,
    )
    for moves in make_files(options.folder, range(options.files), settings, options.processes):
        print(f"a file with {moves} labelled moves", flush=True)
    positions, choices = collected(options.folder, [n for n in range(options.files) if n % HELD_OUT])
    test_positions, test_choices = collected(options.folder, range(0, options.files, HELD_OUT))
    tables = read_tables(source)
    model, logits = Model(tables), Logits(tables)
    before = shown(model, test_positions, logits, test_choices)
    print(f"held out, {sum(map(len, test_positions))} positions, weights in use: {before}", flush=True)
    if options.check:
        return
    for epoch in fit_values(model, positions, options.epochs, options.rate, options.pull, options.seed):
        print(f"values, epoch {epoch}: log-loss {value_errors(model, test_positions)[0]:.5f}", flush=True)
    for _ in fit_priors(logits, choices, options.epochs, options.rate, options.pull, options.seed):
        pass
    factor = fit_scale(model, positions)
    print(f"scale: {factor:.4f} times", flush=True)
    found: dict[str, Table] = model.tables(positions) | logits.tables()
    if not options.epochs:  # rounding would change the others
        kept: dict[str, Table] = {
            name: tables[name].astype(int) if np.issubdtype(table.dtype, np.integer) else tables[name]
            for name, table in found.items()
        }
        found = kept | {"HERD_SCALE": factor * tables["HERD_SCALE"]}
    after = shown(model, test_positions, logits, test_choices)
    print(f"held out, fitted: {after}", flush=True)
    about = (
        "Weights of Herd's evaluation (thousandths of a stone) and priors (factors). Generated by\n\n"
        f"{command('herd', options, 'fit', REPEATING)}\n\n"
        f"with the weights whose file has the sha256 {in_use}... in use: {sum(map(len, positions)):,} positions.\n\n"
        f"Held out: {after}\n"
        f"(before: {before})."
    )
    output = options.weights or options.folder / "weights.pxd"
    write_tables(output, about, TABLE_SIZES, found)
    print(f"wrote {output}; put it in the place of {source} and rebuild to use it")


def has_files(options: argparse.Namespace) -> bool:
    """Return whether the folder has all files that the command line requests."""
    return all((options.folder / NAME.format(number)).exists() for number in range(options.files))


def shown(model: Model, positions: Sequence[Positions], logits: Logits, choices: Sequence[Choices]) -> str:
    """Return the errors of values and priors as a text."""
    loss, error = value_errors(model, positions)
    text = f"log-loss {loss:.5f}, of results {result_loss(model, positions):.5f}, error of the value {error:.4f}"
    if choices:
        first, five, lost = prior_errors(logits, choices)
        text += f";\nbest move first in {first:.1%}, among five in {five:.1%}, first move {lost:.5f} worse"
    return text


if __name__ == "__main__":
    main()
