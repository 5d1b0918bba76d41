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
BID_SHARE = 8  # a bid gets so much less of the simulations than a plan
RANDOM_ROUNDS = 3  # at most, at the start: other boards than those that good players make
MIN_AP = 0.3  # of the AP of the start, that a seat may begin with
MAX_AHEAD = 6  # points that a seat may begin with
TRACE = 1.0  # the values of the searches would only confirm the weights that they were made with


def play_game(number: int, simulations: int, random: float, seed: int) -> Game:
    """Game `number`: a search at the start of each secret stage, plans drawn from its mixed strategies, and a share
    `random` of them from all plans that it holds. The value of a stage stands with each of its moves."""
    stream = fastcore.Stream(seed, "herbs", number)
    state = uneven_start(SPECS[number % len(SPECS)], stream)
    game = Game(state.spec, [], [], [], state.text())
    lot_rounds = stream.below(RANDOM_ROUNDS + 1)

    def play(move: int, value: float) -> None:
        game.moves.append(move)
        game.values.append(round(value, 5))
        state.play(move)

    while state.actor != fastcore.OVER and state.turn <= lot_rounds:
        play(stream.choice(state.moves()), 0.0)
    while state.actor != fastcore.OVER:
        writing = state.phase == "write"
        search = fastcore.Search(state, stream.below(2**32), memory_mb=MEMORY_MB, engine="equilibrium")
        search.run(simulations if writing else max(1, simulations // BID_SHARE))
        chosen: list[str] = []
        for seat in (0, 1) if writing else (state.actor,):
            plans = search.plans(seat)
            lot = stream.below(1000) < 1000 * random
            chosen += plans[stream.below(len(plans)) if lot else stream.pick([weight for _, weight in plans])][0]
        for text in chosen:
            play(state.parse_move(text), search.value()[0])
    game.returns.extend(state.returns())
    return game


def uneven_start(spec: str, stream: fastcore.Stream) -> fastcore.State:
    """The start with AP and points drawn by lot: in games between equals nobody is far ahead in the one without having
    paid for it in the other, so that they would not tell what either is worth."""
    start = fastcore.start(spec)
    most = int(start.fields["ap"].partition(",")[0])
    least = round(MIN_AP * most)
    common = least + stream.below(most - least + 1)
    ap = [common, least + stream.below(most - least + 1) if stream.below(2) else common]
    points = [stream.below(MAX_AHEAD + 1), stream.below(MAX_AHEAD + 1)]
    if stream.below(2):
        ap.reverse()
    drawn = {"ap": f"{ap[0]},{ap[1]}", "points": f"{points[0]},{points[1]}"}
    return fastcore.parse(f"{spec} {' '.join((start.fields | drawn).values())}")


def examples_of(games: Iterable[Game]) -> tuple[Design, Array, Array]:
    """The amounts of the terms at the start of each round, as the weights find them, what it was worth to seat 0 in
    [0, 1], and the lead that the compiled evaluation sees there."""
    rows: list[list[float]] = []
    targets: list[float] = []
    leads: list[float] = []
    for game in games:
        state = game.begun()
        rounds = Game(game.spec, [], [], game.returns)
        for move, value in zip(game.moves, game.values, strict=True):
            if state.fields["phase"] == "write:1:|" and value:
                found = state.evaluate()
                assert isinstance(state.game, Herbs)
                divided_by = state.game.terms_divided_by(sum(map(int, state.fields["ap"].split(","))))
                rows.append([term.amount / divided_by for term in found.terms])
                leads.append(found.values[0])
                rounds.values.append(value)
            state.play(move)
        targets += targets_of(rounds, TRACE)
    return np.array(rows, np.float32), np.array(targets), unsquashed(np.array(leads))


def main(arguments: Sequence[str] | None = None) -> None:
    asked = fit_parser("herbs", __doc__.partition(":")[0], games=2000, simulations=2000).parse_args(arguments)
    written = asked.weights or asked.folder / "weights.pxd"
    in_use = begin_folder(asked, Path(__file__).with_name("weights.pxd"))
    path = asked.folder / "games.jsonl"
    make = partial(play_game, simulations=asked.simulations, random=asked.random, seed=asked.seed)
    collect(path, make, asked.games, asked.processes, progress("games"))
    games = [Game(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()[: asked.games]]
    training, testing = held_out(games)
    design, targets, lead = examples_of(testing)
    before = log_loss(lead, targets)
    print(f"held out, weights in use: log-loss {before:.5f}, {len(targets)} positions", flush=True)
    if asked.check:
        return
    trained, aims, _ = examples_of(training)
    weights = fit_values(trained, aims, ridge=asked.ridge)
    after = log_loss(design @ weights, targets)
    print(f"held out, fitted: log-loss {after:.5f}")
    for term, weight in zip(fastcore.start(SPECS[0]).evaluate().terms, weights, strict=True):
        print(f"  {weight:9.5f}  {term.name}")
    about = (
        "The weight of each term of the evaluation of Herbs. Written, not edited, by\n\n"
        f"{command('herbs', asked)}\n\n"
        f"with the weights whose file has the sha256 {in_use}... in use.\n\n"
        f"Held-out log-loss {after:.5f} ({before:.5f} with the weights before)."
    )
    write_tables(written, about, {"TERMS": len(weights)}, {"HERBS_WEIGHT": weights})
    print(f"wrote {written}; put it in the place of {Path(__file__).with_name('weights.pxd')} and rebuild to use it")


if __name__ == "__main__":
    main()
