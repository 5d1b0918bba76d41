"""Fit the weights of Herd's evaluation and priors to long searches of positions from self-play, and write them:

    python -m fastcore.games.herd.fit --games 4000 --decisions 6000

The model, from the perspective of the player to move, with separate weights for each context:

    lead = scale[empty cells left] * (stones by neighbourhood + empty cells by neighbourhood + owed + tempo)

The model is linear in the weights for a given scale and linear in the scale for given weights, so the two are fitted
alternately.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

import fastcore
from fastcore.fitting.arguments import add_whole, command, fit_parser
from fastcore.fitting.folder import begin_folder
from fastcore.fitting.regression import Array, Design, chance, fit_choices, fit_values, log_loss, unsquashed
from fastcore.fitting.selfplay import Decision, Game, collect_decisions, collect_games
from fastcore.fitting.validation import agreement, held_out, progress
from fastcore.fitting.writing import Table, write_tables
from fastcore.games.herd.herd import Herd

SIZES = (5, 4, 6, 5, 4, 6, 5, 5, 6, 4, 5, 6, 7, 5, 4, 3, 6, 5, 8, 5)  # of game 0, 1, ...
NEIGHBOURHOODS = 3 * 49
PATTERNS = 3 * NEIGHBOURHOODS  # mine, theirs, empty
CONTEXTS = 6
MAX_OWED = 13
MAX_EMPTY = 169
WEAK_KINDS = 28
KNOTS = np.array([0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 50, 70, 100, 135, MAX_EMPTY])
CLOSE_VALUES = 0.015  # value difference that changes the odds of being the best move by a factor of e
MIN_VISITS = 20  # minimum visits of a move whose value is a target
STONES = np.repeat([1.0, -1.0, 0.0], NEIGHBOURHOODS)
OWED = 2 * MAX_OWED + len(KNOTS) + 1  # columns: removals, placements, tempo, first roll
ROUNDS = 2
SHARED_ROWS = 150_000  # maximum number of positions for the fit of the shared weights


@dataclass
class Positions:
    """Feature rows of n positions from `Herd.features`, and targets in [0, 1] for the player to move."""

    counts: npt.NDArray[np.uint8]  # (n, PATTERNS)
    rest: npt.NDArray[np.int16]  # (n, 5): context, removals, placements, empty cells left, turn
    targets: Array

    def __post_init__(self) -> None:
        self.context, self.removals, self.placements, self.left, self.turn = self.rest.T
        mine, theirs, _ = np.split(self.counts, 3, axis=1)
        self.lead = mine.sum(axis=1, dtype=int) - theirs.sum(axis=1, dtype=int)  # in stones on the board

    def select(self, chosen: npt.NDArray[np.bool_]) -> Positions:
        """Return the positions for which a mask is True."""
        return Positions(self.counts[chosen], self.rest[chosen], self.targets[chosen])

    def owed(self) -> Design:
        """Return the columns for removals, placements, tempo and the first roll: shape (n, OWED)."""
        columns = np.zeros((len(self.left), OWED), np.float32)
        rows = np.arange(len(self.left))
        first = (self.context == 0) & (self.turn == 1)
        columns[rows, self.removals] = 1
        columns[rows, MAX_OWED + self.placements] = 1
        columns[:, 2 * MAX_OWED : -1] = hats(self.left)
        columns[first] = 0
        columns[first, -1] = 1
        return columns


@dataclass
class Model:
    """Weights in stones, with one row for each context.

    Attributes:
        patterns: the value of each pattern in addition to its stones.
        owed: removals, placements, tempo and the first roll.
        scale: the scale at the knots.
    """

    patterns: Array = field(default_factory=lambda: np.zeros((CONTEXTS, PATTERNS)))
    owed: Array = field(default_factory=lambda: np.tile(initial_owed(), (CONTEXTS, 1)))
    scale: Array = field(default_factory=lambda: np.tile(1 / (2 + 0.15 * KNOTS), (CONTEXTS, 1)))  # at the knots

    def stones(self, data: Positions) -> Array:
        """Return the lead of each position in stones, before scaling."""
        total: Array = data.lead.astype(float)
        columns = data.owed()
        for context in range(CONTEXTS):
            rows = data.context == context
            total[rows] += data.counts[rows].astype(np.float32) @ self.patterns[context]
            total[rows] += columns[rows] @ self.owed[context]
        return total

    def scales(self, data: Positions) -> Array:
        """Return the scale for each position."""
        scales: Array = np.einsum("nk,nk->n", hats(data.left), self.scale[data.context])
        return scales

    def lead(self, data: Positions) -> Array:
        """Return the scaled lead of each position."""
        return self.scales(data) * self.stones(data)

    def tables(self) -> dict[str, Table]:
        """Return the tables of `weights.pxd`, in thousandths of a stone."""
        basis = hats(np.arange(MAX_EMPTY + 1))
        whole = np.rint(1000 * (self.patterns + STONES)).astype(int)
        owed = np.rint(1000 * self.owed).astype(int)
        return {
            "HERD_PATTERN": whole,
            "HERD_REMOVALS": owed[:, :MAX_OWED],
            "HERD_PLACEMENTS": owed[:, MAX_OWED : 2 * MAX_OWED],
            "HERD_TEMPO": np.rint(1000 * self.owed[:, 2 * MAX_OWED : -1] @ basis.T).astype(int),
            "HERD_FIRST_ROLL": owed[:1, -1],
            "HERD_SCALE": self.scale @ basis.T / 1000,
        }


def hats(left: npt.NDArray[np.int_] | npt.NDArray[np.int16]) -> Array:
    """Return the weights of linear interpolation between the knots: shape (n, knots)."""
    return np.stack([np.interp(left, KNOTS, row) for row in np.eye(len(KNOTS))], axis=1)


def initial_owed() -> Array:
    """Return the prior of the owed weights: one stone for each removal and placement."""
    owed = np.zeros(OWED)
    owed[:MAX_OWED] = owed[MAX_OWED : 2 * MAX_OWED] = np.arange(MAX_OWED)
    return owed


class PositionBuilder:
    """Collects feature rows and targets into Positions."""

    def __init__(self) -> None:
        self.rows: list[npt.NDArray[np.int16]] = []
        self.targets: list[float] = []

    def add(self, state: fastcore.State, target: float) -> None:
        """Add a position and its target for seat 0, in [0, 1]."""
        rules = state.game
        assert isinstance(rules, Herd)
        self.rows.append(rules.features(state))
        self.targets.append(target if state.turn % 2 else 1 - target)

    def positions(self) -> Positions:
        """Return the collected Positions. Exit with an error if there are none."""
        if not self.rows:
            sys.exit(f"no move was visited {MIN_VISITS} times: increase --deep or --decisions")
        table = np.array(self.rows)
        return Positions(table[:, :PATTERNS].astype(np.uint8), table[:, PATTERNS:], np.array(self.targets))


def positions_searched(decisions: Iterable[Decision], games: Iterable[Game]) -> Positions:
    """Return the position after each searched move with its value, and the start of each game with its result."""
    builder = PositionBuilder()
    for game in games:
        builder.add(fastcore.start(game.spec), (1 + game.returns[0]) / 2)
    for state, value in positions_after(decisions):
        builder.add(state, (1 + value) / 2)
    return builder.positions()


def positions_after(decisions: Iterable[Decision]) -> Iterator[tuple[fastcore.State, float]]:
    """Yield the position after each move with at least MIN_VISITS, and its value for seat 0. Skip finished games."""
    for decision in decisions:
        state = fastcore.parse(decision.situation)
        for move, visits, value in zip(decision.moves, decision.visits, decision.values, strict=True):
            after = state.after(move)
            if visits >= MIN_VISITS and after.actor != fastcore.OVER:
                yield after, value


def fit_model(data: Positions, ridge: float) -> Model:
    """Fit weights and scale alternately. `ridge` is the strength of the L2 penalty."""
    model = Model()
    for number in range(ROUNDS):
        shared = fit_shared(model, data, ridge)
        for context in range(CONTEXTS):
            part = data.select(data.context == context)
            scale = model.scales(part)
            used = part.counts.any(axis=0)
            columns = np.hstack([part.counts[:, used], part.owed()]) * scale[:, None].astype(np.float32)
            toward = np.concatenate([shared[used], model.owed[context] if number else initial_owed()])
            fitted = fit_values(columns, part.targets, scale * part.lead, toward, ridge)
            model.patterns[context] = shared
            model.patterns[context, used] = fitted[:-OWED]
            model.owed[context] = fitted[-OWED:]
            basis = hats(part.left) * model.stones(part)[:, None]
            model.scale[context] = fit_values(
                basis.astype(np.float32), part.targets, toward=model.scale[context], ridge=10 * ridge
            )
        print(f"fitted: log-loss {log_loss(model.lead(data), data.targets):.5f}", flush=True)
    return model


def fit_shared(model: Model, data: Positions, ridge: float) -> Array:
    """Return pattern weights shared by all contexts, for the current owed weights and scale."""
    data = data.select(np.arange(len(data.left)) % max(1, len(data.left) // SHARED_ROWS) == 0)
    used = data.counts.any(axis=0)
    scale = model.scales(data)
    owed = np.einsum("nk,nk->n", data.owed(), model.owed[data.context])
    columns = (data.counts[:, used] * scale[:, None]).astype(np.float32)
    constant = (np.eye(CONTEXTS)[data.context] * scale[:, None]).astype(np.float32)  # an initial estimate of the tempo
    fitted = fit_values(np.hstack([columns, constant]), data.targets, scale * (data.lead + owed), ridge=ridge)
    shared = np.zeros(PATTERNS)
    shared[used] = fitted[:-CONTEXTS]
    return shared


# Priors -----------------------------------------------------------------------------------------------------------


@dataclass
class Choices:
    """Feature rows of moves, grouped by decision.

    Attributes:
        rows: `Herd.move_features`, shape (moves, 1 + WEAK_KINDS).
        groups: the number of the decision of each move.
        shares: the target probability of each move; they sum to 1 over a group.
        context: the context of each move's position.
    """

    rows: npt.NDArray[np.int16]
    groups: npt.NDArray[np.int_]
    shares: Array
    context: npt.NDArray[np.int_]

    def select(self, contexts: tuple[int, ...]) -> Choices:
        """Return the moves with these contexts."""
        chosen = np.isin(self.context, contexts)
        _, groups = np.unique(self.groups[chosen], return_inverse=True)
        return Choices(self.rows[chosen], groups, self.shares[chosen], self.context[chosen])

    def design(self) -> Design:
        """Return the design matrix: one-hot neighbourhoods, then counts of weak stones."""
        columns = np.zeros((len(self.rows), NEIGHBOURHOODS + WEAK_KINDS), np.float32)
        columns[np.arange(len(self.rows)), self.rows[:, 0]] = 1
        columns[:, NEIGHBOURHOODS:] = self.rows[:, 1:]
        return columns


def choices_of(decisions: Sequence[Decision]) -> Choices:
    """Return the moves of all decisions except chance nodes."""
    rows, shares = [], []
    groups: list[int] = []
    context: list[int] = []
    for decision in decisions:
        state = fastcore.parse(decision.situation)
        rules = state.game
        assert isinstance(rules, Herd)
        if state.actor == fastcore.CHANCE:
            continue
        groups += [groups[-1] + 1 if groups else 0] * len(decision.moves)
        rows.append(rules.move_features(state))
        shares.append(target_shares(decision))
        context += [int(rules.features(state)[PATTERNS])] * len(decision.moves)
    return Choices(np.concatenate(rows), np.array(groups), np.concatenate(shares), np.array(context))


def target_shares(decision: Decision) -> Array:
    """Return the softmax of the values from the long search."""
    values = np.array(decision.values) * (1 if fastcore.parse(decision.situation).actor == 0 else -1)
    powers = np.exp((values - values.max()) / CLOSE_VALUES)
    shares: Array = powers / powers.sum()
    return shares


def fit_priors(choices: Choices, ridge: float) -> Array:
    """Return logits of neighbourhoods and weak neighbours: one row for each context from 1.

    Removals and placements are fitted first. Each context is then fitted with a penalty on the distance to these
    weights.
    """
    logits = np.zeros((CONTEXTS - 1, NEIGHBOURHOODS + WEAK_KINDS))
    for context in range(1, CONTEXTS):
        similar = choices.select((1, 2) if context < 3 else (3, 4, 5))
        part = choices.select((context,))
        used = similar.design().any(axis=0)
        shared = fit_choices(similar.design()[:, used], similar.groups, similar.shares, ridge=ridge)
        logits[context - 1, used] = fit_choices(part.design()[:, used], part.groups, part.shares, shared, 10 * ridge)
    return logits


# The command ------------------------------------------------------------------------------------------------------

TABLE_SIZES = {
    "CONTEXTS": CONTEXTS,
    "CONTENTS": 3,
    "NEIGHBOURHOODS": NEIGHBOURHOODS,
    "PATTERNS": PATTERNS,
    "MAX_OWED": MAX_OWED,
    "WEAK_KINDS": WEAK_KINDS,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = fit_parser("herd", __doc__.partition(":")[0], games=4000, simulations=300)
    add_whole(parser, "--decisions", 40, 6000, "positions with a long search, for the priors")
    add_whole(parser, "--deep", 400, 20_000, "simulations of a long search")
    options = parser.parse_args(arguments)
    output = options.weights or options.folder / "weights.pxd"
    in_use = begin_folder(options, Path(__file__).with_name("weights.pxd"))
    specs = [f"herd(size={size})" for size in SIZES]
    path = options.folder / "games.jsonl"
    games = collect_games(
        path,
        specs,
        options.games,
        options.simulations,
        options.random,
        options.seed,
        options.processes,
        progress("games"),
    )
    decisions = collect_decisions(
        options.folder / "decisions.jsonl",
        path,
        options.decisions,
        options.deep,
        options.seed,
        options.processes,
        progress("decisions"),
    )
    training, testing = held_out(decisions)
    test_positions = positions_searched(testing, [])
    before = log_loss(compiled_lead(testing), test_positions.targets)
    print(f"held out, weights in use: log-loss {before:.5f}, {len(test_positions.targets)} positions", flush=True)
    if options.check:
        return
    model = fit_model(positions_searched(training, games), options.ridge)
    lead = model.lead(test_positions)
    after = log_loss(lead, test_positions.targets)
    error = float(np.sqrt(np.mean((2 * chance(lead) - 2 * test_positions.targets) ** 2)))
    print(f"held out, fitted: log-loss {after:.5f}, {error:.4f} from the long search's value (root mean square)")
    choices, test_choices = choices_of(training), choices_of(testing)
    logits = fit_priors(choices, options.ridge)
    scores = np.einsum("nk,nk->n", test_choices.design(), logits[test_choices.context - 1])
    top_one, top_five, random = agreement(scores, test_choices.groups, test_choices.shares)
    print(
        f"held out, priors: the long search's move is first {top_one:.1%}, among the first five {top_five:.1%} "
        f"(at random {random:.1%})"
    )
    about = (
        "Weights of Herd's evaluation (thousandths of a stone) and priors (factors). Generated by\n\n"
        f"{command('herd', options)}\n\n"
        f"with the weights whose file has the sha256 {in_use}... in use.\n\n"
        f"On held-out positions: log-loss {after:.5f} ({before:.5f} with the previous weights), "
        f"value within {error:.4f} of the\n"
        f"long search's (root mean square); the priors put its best move first in {top_one:.1%}, "
        f"among five in {top_five:.1%}."
    )
    factors = {
        "HERD_MOVE_FACTOR": np.exp(logits[:, :NEIGHBOURHOODS]),
        "HERD_WEAK_FACTOR": np.exp(logits[:, NEIGHBOURHOODS:]),
    }
    write_tables(output, about, TABLE_SIZES, model.tables() | factors)
    print(f"wrote {output}; put it in the place of {Path(__file__).with_name('weights.pxd')} and rebuild to use it")


def compiled_lead(decisions: Iterable[Decision]) -> Array:
    """Return the compiled evaluation of the positions after each searched move, as a lead of the player to move."""
    values = []
    for state, _ in positions_after(decisions):
        values.append(state.evaluate().values[0] * (1 if state.turn % 2 else -1))
    return unsquashed(np.array(values))


if __name__ == "__main__":
    main()
