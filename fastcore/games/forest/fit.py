"""Fit the weights of the forest game's evaluation to self-play, and write `weights.pxd`:

python -m fastcore.games.forest.fit --games 2000
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

import fastcore
from fastcore.fitting.arguments import command, fit_parser
from fastcore.fitting.folder import begin_folder
from fastcore.fitting.regression import Array, Design, fit_values, log_loss
from fastcore.fitting.selfplay import Game, collect_games
from fastcore.fitting.terms import current_leads, examples_of
from fastcore.fitting.validation import held_out, progress
from fastcore.fitting.writing import write_tables

SPECS = ("forest", "forest(yellow_cap=3)", "forest(first_turn=1)", "forest")
UNIT = 200  # hundredths of a pawn in a lead of 1
TERMS = 9  # those with weights; the network's term follows them


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line. Games are stored in the folder, so an interrupted run can continue."""
    parsed = fit_parser("forest", __doc__.partition(":")[0], games=2000, simulations=1000).parse_args(arguments)
    path = parsed.weights or parsed.folder / "weights.pxd"
    digest = begin_folder(parsed, Path(__file__).with_name("weights.pxd"))
    games = collect_games(
        parsed.folder / "games.jsonl",
        [fastcore.start(spec).spec for spec in SPECS],
        parsed.games,
        parsed.simulations,
        parsed.random,
        parsed.seed,
        parsed.processes,
        progress("games"),
    )
    training, testing = held_out(games)
    design, targets = linear_examples(testing)
    before = log_loss(current_leads(testing), targets)
    print(f"held out, weights in use: log-loss {before:.5f}, {len(targets)} positions", flush=True)
    if parsed.check:
        return
    weights = fit_values(*linear_examples(training), ridge=parsed.ridge)
    after = log_loss(design @ weights, targets)
    print(f"held out, fitted: log-loss {after:.5f}")
    rounded = np.rint(UNIT * weights).astype(int)
    for term, weight in zip(fastcore.start(SPECS[0]).evaluate().terms[:TERMS], rounded, strict=True):
        print(f"  {weight:5d}  {term.name}")
    about = (
        "The weight of each term of the forest game's evaluation, in hundredths of a pawn. Written, not edited, by\n\n"
        f"{command('forest', parsed)}\n\n"
        f"with the weights whose file has the sha256 {digest}... in use.\n\n"
        f"Held-out log-loss {after:.5f} ({before:.5f} with the weights before)."
    )
    write_tables(path, about, {"TERMS": TERMS}, {"FOREST_WEIGHT": rounded})
    print(f"wrote {path}; put it in the place of {Path(__file__).with_name('weights.pxd')} and rebuild to use it")


def linear_examples(games: list[Game]) -> tuple[Design, Array]:
    """Return the design (positions, TERMS) and the targets (positions,) of all positions of all games."""
    design, targets = examples_of(games)
    return design[:, :TERMS], targets


if __name__ == "__main__":
    main()
