"""Fit the weights of the terms of Herbs to self-play between mixed strategies, and write `weights.pxd`:

python -m fastcore.games.herbs.fit --games 2000
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

import fastcore
from fastcore.fitting.arguments import command, fit_parser
from fastcore.fitting.folder import begin_folder
from fastcore.fitting.regression import Array, Design, fit_values, log_loss, unsquashed
from fastcore.fitting.selfplay import Game, collect
from fastcore.fitting.terms import targets_of
from fastcore.fitting.validation import held_out, progress
from fastcore.fitting.writing import write_tables
from fastcore.games.herbs.herbs import Herbs

SPECS = ("herbs", "herbs(actions=2)", "herbs(patterns=spread)", "herbs", "herbs(patterns=ends)", "herbs(ap=100)")
MEMORY_MB = 16
BID_SHARE = 8  # a plan gets this many times the simulations of a bid
MAX_RANDOM_ROUNDS = 3  # random rounds at the start, to reach boards that good players avoid
MIN_AP = 0.3  # minimum AP of a seat at the start, as a share of the usual AP
MAX_POINTS = 6  # maximum points of a seat at the start
TRACE = 1.0  # results only: search values would confirm the weights that the searches used


def play_game(number: int, simulations: int, random: float, seed: int) -> Game:
    """Play game `number` and return it, with the value of a stage for each of its moves.

    A search at the start of each simultaneous stage gives mixed strategies, from which the plans are drawn. A fraction
    `random` of the plans is drawn uniformly from all plans of the search.
    """
    stream = fastcore.Stream(seed, "herbs", number)
    state = uneven_start(SPECS[number % len(SPECS)], stream)
    game = Game(state.spec, [], [], [], state.text())
    random_rounds = stream.below(MAX_RANDOM_ROUNDS + 1)

    def play(move: int, value: float) -> None:
        game.moves.append(move)
        game.values.append(round(value, 5))
        state.play(move)

    while state.actor != fastcore.OVER and state.turn <= random_rounds:
        play(stream.choice(state.moves()), 0.0)
    while state.actor != fastcore.OVER:
        writing = state.phase == "write"
        search = fastcore.Search(state, stream.below(2**32), memory_mb=MEMORY_MB, engine="equilibrium")
        search.run(simulations if writing else max(1, simulations // BID_SHARE))
        chosen: list[str] = []
        for seat in (0, 1) if writing else (state.actor,):
            plans = search.plans(seat)
            uniform = stream.below(1000) < 1000 * random
            chosen += plans[stream.below(len(plans)) if uniform else stream.pick([weight for _, weight in plans])][0]
        for text in chosen:
            play(state.parse_move(text), search.value()[0])
    game.returns.extend(state.returns())
    return game


def uneven_start(spec: str, stream: fastcore.Stream) -> fastcore.State:
    """Return the start with random AP and points.

    From equal starts, a lead in points usually costs AP, so results alone would not separate the two weights.
    """
    start = fastcore.start(spec)
    high = int(start.fields["ap"].partition(",")[0])
    low = round(MIN_AP * high)
    common = low + stream.below(high - low + 1)
    ap = [common, low + stream.below(high - low + 1) if stream.below(2) else common]
    points = [stream.below(MAX_POINTS + 1), stream.below(MAX_POINTS + 1)]
    if stream.below(2):
        ap.reverse()
    drawn = {"ap": f"{ap[0]},{ap[1]}", "points": f"{points[0]},{points[1]}"}
    return fastcore.parse(f"{spec} {' '.join((start.fields | drawn).values())}")


def examples_of(games: Iterable[Game]) -> tuple[Design, Array, Array]:
    """Return a row for the start of each round: divided terms, the target for seat 0 in [0, 1], the compiled lead."""
    rows: list[list[float]] = []
    targets: list[float] = []
    leads: list[float] = []
    for game in games:
        state = game.begun()
        rounds = Game(game.spec, [], [], game.returns)
        for move, value in zip(game.moves, game.values, strict=True):
            if state.fields["phase"] == "write:1:|" and value:
                evaluation = state.evaluate()
                assert isinstance(state.game, Herbs)
                divisor = state.game.term_divisor(sum(map(int, state.fields["ap"].split(","))))
                rows.append([term.amount / divisor for term in evaluation.terms])
                leads.append(evaluation.values[0])
                rounds.values.append(value)
            state.play(move)
        targets += targets_of(rounds, TRACE)
    return np.array(rows, np.float32), np.array(targets), unsquashed(np.array(leads))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    options = fit_parser("herbs", __doc__.partition(":")[0], games=2000, simulations=2000).parse_args(arguments)
    output = options.weights or options.folder / "weights.pxd"
    in_use = begin_folder(options, Path(__file__).with_name("weights.pxd"))
    path = options.folder / "games.jsonl"
    make = partial(play_game, simulations=options.simulations, random=options.random, seed=options.seed)
    collect(path, make, options.games, options.processes, progress("games"))
    games = [Game(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()[: options.games]]
    training, testing = held_out(games)
    design, targets, lead = examples_of(testing)
    before = log_loss(lead, targets)
    print(f"held out, weights in use: log-loss {before:.5f}, {len(targets)} positions", flush=True)
    if options.check:
        return
    train_design, train_targets, _ = examples_of(training)
    weights = fit_values(train_design, train_targets, ridge=options.ridge)
    after = log_loss(design @ weights, targets)
    print(f"held out, fitted: log-loss {after:.5f}")
    for term, weight in zip(fastcore.start(SPECS[0]).evaluate().terms, weights, strict=True):
        print(f"  {weight:9.5f}  {term.name}")
    about = (
        "The weight of each term of the evaluation of Herbs. Generated by\n\n"
        f"{command('herbs', options)}\n\n"
        f"with the weights whose file has the sha256 {in_use}... in use.\n\n"
        f"Held-out log-loss {after:.5f} ({before:.5f} with the previous weights)."
    )
    write_tables(output, about, {"TERMS": len(weights)}, {"HERBS_WEIGHT": weights})
    print(f"wrote {output}; put it in the place of {Path(__file__).with_name('weights.pxd')} and rebuild to use it")


if __name__ == "__main__":
    main()
