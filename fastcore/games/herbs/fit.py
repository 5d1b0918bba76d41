"""Fit the weights of the terms of Herbs to self-play between mixed strategies, and write `weights.pxd`:

python -m fastcore.games.herbs.fit --games 3000
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
CROWDED_EVERY = 5  # each game with this number begins on a crowded board
CROWD = (20, 50)  # range of the number of stones there
MAX_RANDOM_ROUNDS = 3  # random rounds at the start, to reach boards that good players avoid
MIN_AP = 0.1  # minimum AP of a seat at the start, as a share of the usual AP
MAX_POINTS = 8  # maximum points of a seat at the start
TRACE = 0.5  # lambda: a result says little about a single round, and a search of the next round corrects the weights
SIDE = 11
PITS = ((2, 2), (2, 8), (5, 5), (8, 2), (8, 8))  # columns and rows from 0
MAILBOX = 13  # width of the squares in `position.pxd`
CELLS = 176


def play_game(number: int, simulations: int, random: float, seed: int) -> Game:
    """Play game `number` and return it, with the value of a stage for each of its moves.

    A search at the start of each simultaneous stage gives mixed strategies, from which the plans are drawn. A fraction
    `random` of the plans is drawn uniformly from all plans of the search.
    """
    stream = fastcore.Stream(seed, "herbs", number)
    state = uneven_start(SPECS[number % len(SPECS)], stream, number % CROWDED_EVERY == 0)
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


def uneven_start(spec: str, stream: fastcore.Stream, crowded: bool) -> fastcore.State:
    """Return the start with random AP and points, and if it is `crowded` with stones and Herbs in random places.

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
    if crowded:
        drawn |= crowded_board(stream)
    return fastcore.parse(f"{spec} {' '.join((start.fields | drawn).values())}")


def crowded_board(stream: fastcore.Stream) -> dict[str, str]:
    """Return the fields of a board with stones and Herbs in random places."""
    free = [(column, row) for column in range(SIDE) for row in range(SIDE) if (column, row) not in PITS]
    low, high = CROWD
    count = low + stream.below(high - low + 1)
    places = [free.pop(stream.below(len(free))) for _ in range(count + 4)]
    stones = {place: "wb"[stream.below(2)] for place in places[4:]}
    rows = []
    for row in reversed(range(SIDE)):
        text, empty = "", 0
        for column in range(SIDE):
            stone = stones.get((column, row))
            if stone is None:
                empty += 1
            else:
                text, empty = text + (str(empty) if empty else "") + stone, 0
        rows.append(text + (str(empty) if empty else ""))
    herbs = [f"{'ABCDEFGHIJK'[column]}{row + 1}{'^>v<'[stream.below(4)]}" for column, row in places[:4]]
    return {"board": "/".join(rows), "herbs": ",".join(herbs)}


def place_classes() -> list[list[int]]:
    """Return the class of each square, by column and row: squares that the board's symmetries exchange share one."""
    classes: dict[tuple[int, int], int] = {}
    middle = SIDE // 2
    return [
        [
            classes.setdefault((max(x, y), min(x, y)), len(classes))
            for x, y in ((abs(column - middle), abs(row - middle)) for row in range(SIDE))
        ]
        for column in range(SIDE)
    ]


PLACE_CLASSES = place_classes()
PLACES = 1 + max(max(column) for column in PLACE_CLASSES)


def places_of(herbs: str) -> list[float]:
    """Return the number of seat 0's Herbs on squares of each class, less that of seat 1."""
    counts = [0.0] * PLACES
    for number, herb in enumerate(herbs.split(",")):
        if herb != "-":
            counts[PLACE_CLASSES["ABCDEFGHIJK".index(herb[0])][int(herb[1:-1]) - 1]] += 1 if number < 2 else -1
    return counts


def place_table(weights: Array) -> Array:
    """Return the weight of each square of the mailbox, from those of the classes."""
    table = np.zeros(CELLS)
    for column in range(SIDE):
        for row in range(SIDE):
            table[MAILBOX * (row + 1) + column + 1] = weights[PLACE_CLASSES[column][row]]
    return table


def examples_of(games: Iterable[Game]) -> tuple[Design, Array, Array]:
    """Return a row for the start of each round: divided terms and places, the target for seat 0, the compiled lead.

    The targets, in [0, 1], mix the search values of this and the later rounds with the result.
    """
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
                amounts = [term.amount for term in evaluation.terms[:-1]]  # the last is the sum of the places
                rows.append([amount / divisor for amount in (*amounts, *places_of(state.fields["herbs"]))])
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
    names = [term.name for term in fastcore.start(SPECS[0]).evaluate().terms[:-1]]
    for name, weight in zip(names, weights, strict=False):
        print(f"  {weight:9.5f}  {name}")
    about = (
        "The weight of each term of the evaluation of Herbs, and the value of a Herb on each square. Generated by\n\n"
        f"{command('herbs', options)}\n\n"
        f"with the weights whose file has the sha256 {in_use}... in use.\n\n"
        f"Held-out log-loss {after:.5f} ({before:.5f} with the previous weights)."
    )
    terms = np.append(weights[: len(names)], 1.0)
    tables = {"HERBS_WEIGHT": terms, "HERBS_PLACE": place_table(weights[len(names) :])}
    write_tables(output, about, {"TERMS": len(terms)}, tables)
    print(f"wrote {output}; put it in the place of {Path(__file__).with_name('weights.pxd')} and rebuild to use it")


if __name__ == "__main__":
    main()
