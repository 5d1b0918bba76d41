"""Fit the weights of Herd's evaluation and priors to long searches of positions from self-play, and write them:

    python -m fastcore.games.herd.fit --games 4000 --decisions 6000

The model: lead = scale[vacancies left] * (stones by surroundings + empty cells by surroundings + owed + tempo), for the
side at turn, with weights of their own for each context. Given the scale it is linear in the weights and given the
weights linear in the scale, so the two are fitted by turns.
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
SURROUNDINGS = 3 * 49
PATTERNS = 3 * SURROUNDINGS  # mine, theirs, empty
CONTEXTS = 6
MAX_OWED = 13
MAX_LEFT = 169
BESIDE = 28
KNOTS = np.array([0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 50, 70, 100, 135, MAX_LEFT])
CLOSE_VALUES = 0.015  # moves whose values differ by this much differ by a factor e in how likely they are the best
MIN_VISITS = 20  # of a move whose value is learnt from
STONES = np.repeat([1.0, -1.0, 0.0], SURROUNDINGS)
OWED = 2 * MAX_OWED + len(KNOTS) + 1  # columns: removals, placements, tempo, first roll
ROUNDS = 2
SHARED_ROWS = 150_000  # what all contexts have in common needs no more


@dataclass
class Positions:
    """Feature rows of many positions, as `Herd.features` gives them, and what each was worth to the side at turn."""

    counts: npt.NDArray[np.uint8]  # (n, PATTERNS)
    rest: npt.NDArray[np.int16]  # (n, 5): context, removals, placements, vacancies left, turn
    targets: Array

    def __post_init__(self) -> None:
        self.context, self.removals, self.placements, self.left, self.turn = self.rest.T
        mine, theirs, _ = np.split(self.counts, 3, axis=1)
        self.lead = mine.sum(axis=1, dtype=int) - theirs.sum(axis=1, dtype=int)  # in stones on the board

    def of(self, chosen: npt.NDArray[np.bool_]) -> Positions:
        return Positions(self.counts[chosen], self.rest[chosen], self.targets[chosen])

    def owed(self) -> Design:
        """The columns of what is owed, the tempo and the first roll."""
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
    """Weights in stones: of patterns beyond the stones themselves, and of what is owed, a row a context; the scale."""

    patterns: Array = field(default_factory=lambda: np.zeros((CONTEXTS, PATTERNS)))
    owed: Array = field(default_factory=lambda: np.tile(usual_owed(), (CONTEXTS, 1)))
    scale: Array = field(default_factory=lambda: np.tile(1 / (2 + 0.15 * KNOTS), (CONTEXTS, 1)))  # at the knots

    def stones(self, data: Positions) -> Array:
        total: Array = data.lead.astype(float)
        columns = data.owed()
        for of in range(CONTEXTS):
            here = data.context == of
            total[here] += data.counts[here].astype(np.float32) @ self.patterns[of] + columns[here] @ self.owed[of]
        return total

    def scales(self, data: Positions) -> Array:
        scales: Array = np.einsum("nk,nk->n", hats(data.left), self.scale[data.context])
        return scales

    def lead(self, data: Positions) -> Array:
        return self.scales(data) * self.stones(data)

    def tables(self) -> dict[str, Table]:
        every = hats(np.arange(MAX_LEFT + 1))
        whole = np.rint(1000 * (self.patterns + STONES)).astype(int)
        owed = np.rint(1000 * self.owed).astype(int)
        return {
            "HERD_PATTERN": whole,
            "HERD_REMOVALS": owed[:, :MAX_OWED],
            "HERD_PLACEMENTS": owed[:, MAX_OWED : 2 * MAX_OWED],
            "HERD_TEMPO": np.rint(1000 * self.owed[:, 2 * MAX_OWED : -1] @ every.T).astype(int),
            "HERD_FIRST_ROLL": owed[:1, -1],
            "HERD_SCALE": self.scale @ every.T / 1000,
        }


def hats(left: npt.NDArray[np.int_] | npt.NDArray[np.int16]) -> Array:
    """Weights of linear interpolation between the knots, a row a number."""
    return np.stack([np.interp(left, KNOTS, row) for row in np.eye(len(KNOTS))], axis=1)


def usual_owed() -> Array:
    """What the fit pulls to where games are few: a stone for each owed one."""
    owed = np.zeros(OWED)
    owed[:MAX_OWED] = owed[MAX_OWED : 2 * MAX_OWED] = np.arange(MAX_OWED)
    return owed


class Gatherer:
    """Positions as they are gathered."""

    def __init__(self) -> None:
        self.rows: list[npt.NDArray[np.int16]] = []
        self.targets: list[float] = []

    def add(self, state: fastcore.State, target: float) -> None:
        """A position and what it is worth to seat 0, in [0, 1]."""
        rules = state.game
        assert isinstance(rules, Herd)
        self.rows.append(rules.features(state))
        self.targets.append(target if state.turn % 2 else 1 - target)

    def positions(self) -> Positions:
        if not self.rows:
            sys.exit(f"no move was looked at {MIN_VISITS} times: ask for more with --deep or --decisions")
        table = np.array(self.rows)
        return Positions(table[:, :PATTERNS].astype(np.uint8), table[:, PATTERNS:], np.array(self.targets))


def positions_searched(decisions: Iterable[Decision], games: Iterable[Game]) -> Positions:
    """The positions one move on from those searched long, with the long search's values; and where games begin,
    with their results."""
    gathered = Gatherer()
    for game in games:
        gathered.add(fastcore.start(game.spec), (1 + game.returns[0]) / 2)
    for state, value in positions_after(decisions):
        gathered.add(state, (1 + value) / 2)
    return gathered.positions()


def positions_after(decisions: Iterable[Decision]) -> Iterator[tuple[fastcore.State, float]]:
    """Each position one move on that was looked at often and is not the end, with its value for seat 0."""
    for decision in decisions:
        state = fastcore.parse(decision.situation)
        for move, visits, value in zip(decision.moves, decision.visits, decision.values, strict=True):
            after = state.after(move)
            if visits >= MIN_VISITS and after.actor != fastcore.OVER:
                yield after, value


def fit_model(data: Positions, ridge: float) -> Model:
    model = Model()
    for turn in range(ROUNDS):
        shared = fit_shared(model, data, ridge)
        for of in range(CONTEXTS):
            part = data.of(data.context == of)
            scale = model.scales(part)
            used = part.counts.any(axis=0)
            columns = np.hstack([part.counts[:, used], part.owed()]) * scale[:, None].astype(np.float32)
            toward = np.concatenate([shared[used], model.owed[of] if turn else usual_owed()])
            fitted = fit_values(columns, part.targets, scale * part.lead, toward, ridge)
            model.patterns[of] = shared
            model.patterns[of, used] = fitted[:-OWED]
            model.owed[of] = fitted[-OWED:]
            basis = hats(part.left) * model.stones(part)[:, None]
            model.scale[of] = fit_values(
                basis.astype(np.float32), part.targets, toward=model.scale[of], ridge=10 * ridge
            )
        print(f"fitted: log-loss {log_loss(model.lead(data), data.targets):.5f}", flush=True)
    return model


def fit_shared(model: Model, data: Positions, ridge: float) -> Array:
    """Pattern weights common to all contexts, given what is owed and the scale."""
    data = data.of(np.arange(len(data.left)) % max(1, len(data.left) // SHARED_ROWS) == 0)
    used = data.counts.any(axis=0)
    scale = model.scales(data)
    owed = np.einsum("nk,nk->n", data.owed(), model.owed[data.context])
    columns = (data.counts[:, used] * scale[:, None]).astype(np.float32)
    constant = (np.eye(CONTEXTS)[data.context] * scale[:, None]).astype(np.float32)  # a first guess of the tempo
    fitted = fit_values(np.hstack([columns, constant]), data.targets, scale * (data.lead + owed), ridge=ridge)
    shared = np.zeros(PATTERNS)
    shared[used] = fitted[:-CONTEXTS]
    return shared


# Priors -----------------------------------------------------------------------------------------------------------


@dataclass
class Choices:
    """Rows of moves, those of a decision together: their features and the share of a long search's visits."""

    rows: npt.NDArray[np.int16]
    groups: npt.NDArray[np.int_]
    shares: Array
    context: npt.NDArray[np.int_]

    def of(self, contexts: tuple[int, ...]) -> Choices:
        here = np.isin(self.context, contexts)
        _, groups = np.unique(self.groups[here], return_inverse=True)
        return Choices(self.rows[here], groups, self.shares[here], self.context[here])

    def design(self) -> Design:
        columns = np.zeros((len(self.rows), SURROUNDINGS + BESIDE), np.float32)
        columns[np.arange(len(self.rows)), self.rows[:, 0]] = 1
        columns[:, SURROUNDINGS:] = self.rows[:, 1:]
        return columns


def choices_of(decisions: Sequence[Decision]) -> Choices:
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
        shares.append(best_of(decision))
        context += [int(rules.features(state)[PATTERNS])] * len(decision.moves)
    return Choices(np.concatenate(rows), np.array(groups), np.concatenate(shares), np.array(context))


def best_of(decision: Decision) -> Array:
    """How likely each move is taken to be the best: softmax of the long search's values."""
    values = np.array(decision.values) * (1 if fastcore.parse(decision.situation).actor == 0 else -1)
    powers = np.exp((values - values.max()) / CLOSE_VALUES)
    best: Array = powers / powers.sum()
    return best


def fit_priors(choices: Choices, ridge: float) -> Array:
    """Logits of the surroundings and the weak stones beside, a row a context from 1: first for all contexts that remove
    and all that place, then for each, pulled to these."""
    logits = np.zeros((CONTEXTS - 1, SURROUNDINGS + BESIDE))
    for of in range(1, CONTEXTS):
        alike = choices.of((1, 2) if of < 3 else (3, 4, 5))
        part = choices.of((of,))
        used = alike.design().any(axis=0)
        shared = fit_choices(alike.design()[:, used], alike.groups, alike.shares, ridge=ridge)
        logits[of - 1, used] = fit_choices(part.design()[:, used], part.groups, part.shares, shared, 10 * ridge)
    return logits


# The command ------------------------------------------------------------------------------------------------------

SIZES_OF_TABLES = {
    "CONTEXTS": CONTEXTS,
    "CONTENTS": 3,
    "SURROUNDINGS": SURROUNDINGS,
    "PATTERNS": PATTERNS,
    "MAX_OWED": MAX_OWED,
    "BESIDE": BESIDE,
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = fit_parser("herd", __doc__.partition(":")[0], games=4000, simulations=300)
    add_whole(parser, "--decisions", 40, 6000, "positions searched long, for the priors")
    add_whole(parser, "--deep", 400, 20_000, "simulations of a long search")
    asked = parser.parse_args(arguments)
    written = asked.weights or asked.folder / "weights.pxd"
    in_use = begin_folder(asked, Path(__file__).with_name("weights.pxd"))
    specs = [f"herd(size={size})" for size in SIZES]
    path = asked.folder / "games.jsonl"
    games = collect_games(
        path, specs, asked.games, asked.simulations, asked.random, asked.seed, asked.processes, progress("games")
    )
    decisions = collect_decisions(
        asked.folder / "decisions.jsonl",
        path,
        asked.decisions,
        asked.deep,
        asked.seed,
        asked.processes,
        progress("decisions"),
    )
    learnt, kept = held_out(decisions)
    testing = positions_searched(kept, [])
    before = log_loss(lead_in_use(kept), testing.targets)
    print(f"held out, weights in use: log-loss {before:.5f}, {len(testing.targets)} positions", flush=True)
    if asked.check:
        return
    model = fit_model(positions_searched(learnt, games), asked.ridge)
    lead = model.lead(testing)
    after = log_loss(lead, testing.targets)
    error = float(np.sqrt(np.mean((2 * chance(lead) - 2 * testing.targets) ** 2)))
    print(f"held out, fitted: log-loss {after:.5f}, {error:.4f} from the long search's value (root mean square)")
    choices, kept_back = choices_of(learnt), choices_of(kept)
    logits = fit_priors(choices, asked.ridge)
    worth = np.einsum("nk,nk->n", kept_back.design(), logits[kept_back.context - 1])
    first, five, lot = agreement(worth, kept_back.groups, kept_back.shares)
    print(
        f"held out, priors: the long search's move is first {first:.1%}, among the first five {five:.1%} (by lot "
        f"{lot:.1%})"
    )
    about = (
        "Weights of Herd's evaluation (thousandths of a stone) and priors (factors). Written, not edited, by\n\n"
        f"{command('herd', asked)}\n\n"
        f"with the weights whose file has the sha256 {in_use}... in use.\n\n"
        f"On held-out positions: log-loss {after:.5f} ({before:.5f} with the weights before), "
        f"value within {error:.4f} of the\n"
        f"long search's (root mean square); the priors put its best move first in {first:.1%}, "
        f"among five in {five:.1%}."
    )
    factors = {
        "HERD_MOVE_FACTOR": np.exp(logits[:, :SURROUNDINGS]),
        "HERD_BESIDE_FACTOR": np.exp(logits[:, SURROUNDINGS:]),
    }
    write_tables(written, about, SIZES_OF_TABLES, model.tables() | factors)
    print(f"wrote {written}; put it in the place of {Path(__file__).with_name('weights.pxd')} and rebuild to use it")


def lead_in_use(decisions: Iterable[Decision]) -> Array:
    """What the compiled evaluation says of the positions one move on, as a lead of the side at turn."""
    values = []
    for state, _ in positions_after(decisions):
        values.append(state.evaluate().values[0] * (1 if state.turn % 2 else -1))
    return unsquashed(np.array(values))


if __name__ == "__main__":
    main()
