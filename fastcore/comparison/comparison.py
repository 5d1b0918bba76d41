"""Comparison: moves of one position on common random numbers, and rollouts of one position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import ceil, log2
from operator import index
from threading import Lock
from typing import TYPE_CHECKING, Any

from fastcore.comparison.arguments import Candidate, Chooser, candidates_of, continuation_of, root_of, texts_of
from fastcore.comparison.difference import (
    Deciding,
    Difference,
    Estimate,
    Reply,
    TermDifference,
    interval,
    reach_of,
    variance,
    wider,
)
from fastcore.comparison.quantiles import BOUNDARY
from fastcore.comparison.trials import Trials, words_of
from fastcore.knowledge.viewpoint import Viewpoint
from fastcore.state import State
from fastcore.stream import Stream
from fastcore.values import OVER, IllegalMove

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

CHUNK = 64  # trials between two checks for signals
MAX_TRIALS = 1_000_000
MAX_THREADS = 64
MAX_HORIZON = 10**6
WITH_TERMS = 256  # trials whose terms are kept
FIRST_CHECK = 144  # trials before the first check of `run_until_clear`
ENDLESS = len(BOUNDARY)  # checks of a comparison without a known end
MAX_REPLIES = 3


class Comparison:
    """Candidates of one position, compared by games on common luck.

    Trial w plays one game for each candidate. All begin in the same world, drawn from what the seat knows, and use the
    same chance streams, by turn. Then the same continuation plays for all seats, to the end or to a horizon. With a
    single empty candidate this is a rollout of the position.

    The position, seed, continuation and number of trials determine the results bit for bit, however `run` is sliced
    and for any number of threads. Methods may be called from any thread, but only one may be in `run`.

    Sources: common random numbers and stratification: P. Glasserman, Monte Carlo Methods in Financial
    Engineering, chapter 4; GNU Backgammon uses both in rollouts.

    Attributes:
        game: the spec of the game.
        seat: the seat that decides; fastcore.CHANCE in a rollout of a position where chance decides.
        moves: the candidates, each as a tuple of move texts.
    """

    def __init__(
        self,
        point: State | Viewpoint,
        moves: Iterable[Candidate],
        seed: int = 1,
        continuation: str | Mapping[str, Any] | Chooser = "greedy",
        horizon: int | None = None,
        model: str | None = None,
        stratify: bool = True,
        threads: int = 1,
    ) -> None:
        """Check and copy everything; no game is played yet.

        Args:
            point: the position. With hidden information, a State is seen as its actor sees it.
            moves: the candidates. Each is a move, or the moves of a turn or of a plan in order, as numbers or texts;
                () for a rollout. Where they do not complete the turn, the continuation does.
            seed: any int.
            continuation: one of `info.policies`; or the options of a Search with its `simulations`, such as
                {"simulations": 60}; or a function that is called with a State (a Viewpoint if the game hides anything)
                and a Stream and returns the move. It decides for all seats.
            horizon: the number of turns after this one, 0 to 1,000,000; then the static evaluation counts. None: to
                the end.
            model: the assumed policy of other seats so far, as for `Viewpoint.sample`.
            stratify: whether the first chance event has each outcome exactly as often as expected, where possible.
            threads: the number of threads, 1 to 64. A function and a search use one.

        Raises:
            IllegalMove: a move is illegal here, or belongs to another seat or turn.
            ValueError, TypeError: the game is over, there are no candidates, two are equal, or an argument is not
                allowed.
        """
        if not isinstance(point, State | Viewpoint):
            raise TypeError(f"a comparison needs a State or a Viewpoint, not a {type(point).__name__}")
        if point.actor == OVER:
            raise ValueError("the game is over: there is nothing to compare")
        self.seat, self.game = point.actor, point.spec
        self.seed, self.horizon = index(seed), -1 if horizon is None else index(horizon)
        if horizon is not None and not 0 <= self.horizon <= MAX_HORIZON:
            raise ValueError(f"horizon is {self.horizon}; it must be 0 to {MAX_HORIZON:,}, or None")
        self.threads = index(threads)
        if not 1 <= self.threads <= MAX_THREADS:
            raise ValueError(f"threads is {self.threads}; it must be 1 to {MAX_THREADS}")
        self._state, self._viewpoint, self._model = root_of(point, model)
        root = self._state if self._state is not None else self._world(0)
        self._root = root
        numbers = candidates_of(root, moves)
        self.moves = tuple(texts_of(root, candidate) for candidate in numbers)
        policy, chooser = continuation_of(root, continuation)
        self._trials = Trials(root, self.seat, numbers, self.seed, policy, chooser, self.horizon)
        self._blocks: list[tuple[npt.NDArray[Any], ...]] = []
        self._terms: list[list[dict[str, float]]] = []
        self._names: dict[int, str] = {}
        self._replies: dict[int, str] = {}
        self.trials = 0
        self._lock = Lock()
        self._stratify = bool(stratify) and root.info.has.chance and not root.info.has.deals
        self._prepared = False

    # Playing ----------------------------------------------------------------------------------------------------------

    def run(self, n: int) -> int:
        """Make n more trials and return their number; fewer at the limit of 1,000,000.

        A policy plays without the GIL. An exception of the continuation ends the call; completed parts count.

        Raises:
            ValueError: n is not from 0 to 1,000,000.
            RuntimeError: another thread is in `run`, or the continuation raised SystemExit or GeneratorExit, which must
                not end the program.
        """
        n = index(n)
        if not 0 <= n <= MAX_TRIALS:
            raise ValueError(f"n is {n}; it must be 0 to {MAX_TRIALS:,}")
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("this comparison is already running")
        try:
            if n and not self._prepared:
                if self._stratify:
                    self._check(self._trials.find_strata(words_of(self._world(0))[None]))
                self._prepared = True
            left = n = min(n, MAX_TRIALS - self.trials)
            while left:
                part = min(left, CHUNK * self.threads)
                self._play(part)
                left -= part
            return n
        except (SystemExit, GeneratorExit) as error:
            name, text = type(error).__name__, " ".join(str(error).split())[:200]
            raise RuntimeError(f"the continuation raised {name}{f': {text}' if text else ''}") from error
        finally:
            self._lock.release()

    def _play(self, n: int) -> None:
        """Make n trials and keep their results."""
        import numpy as np

        if self._state is not None:
            worlds = words_of(self._state)[None]
        else:
            worlds = np.stack([words_of(self._world(self.trials + row)) for row in range(n)])
        many = (n, len(self.moves))
        values = np.zeros((*many, self._root.seats))
        outcomes, replies = np.zeros(many, np.int32), np.zeros(many, np.int32)
        chance, reply, stages, ends = (np.zeros((*many, worlds.shape[1]), np.uint64) for _ in range(4))
        self._check(
            self._trials.play(worlds, self.trials, self.threads, values, outcomes, replies, chance, reply, stages, ends)
        )
        self._name(outcomes, chance, self._names)
        self._name(replies, reply, self._replies)
        for row in range(min(n, WITH_TERMS - self.trials)):
            self._terms.append([self._terms_in(stages[row, k]) for k in range(len(self.moves))])
        self._blocks.append((values, self._trials.points(ends), outcomes, replies))
        self.trials += n

    def _world(self, trial: int) -> State:
        """Return the position in which a trial begins."""
        if self._state is not None:
            return self._state
        assert self._viewpoint is not None
        return self._viewpoint.sample(Stream(self.seed, "world", trial), self._model)

    def _check(self, wrong: tuple[int, int] | None) -> None:
        """Raise IllegalMove if a candidate is illegal in one of the worlds."""
        if wrong is not None:
            moves = " ".join(self.moves[wrong[1]])
            raise IllegalMove(moves, self._root.situation, "it is not legal in every position that the seat considers")

    def _name(self, numbers: npt.NDArray[np.int32], positions: npt.NDArray[np.uint64], names: dict[int, str]) -> None:
        """Remember the texts of moves by their numbers."""
        for number in set(numbers[numbers >= 0].tolist()) - names.keys():
            row, k = map(int, next(zip(*(numbers == number).nonzero(), strict=True)))
            names[number] = self._trials.state(positions[row, k]).move_text(number)

    def _terms_in(self, position: npt.NDArray[np.uint64]) -> dict[str, float]:
        """Return the weighted terms of a position for the seat; {} where they say nothing about it."""
        state = self._trials.state(position)
        if state.actor == OVER or self.seat not in (0, 1) or (state.seats > 2 and self.seat):
            return {}
        sign = -1 if self.seat == 1 else 1
        return {term.name: sign * term.amount * term.weight for term in state.evaluate().terms}

    # Results ----------------------------------------------------------------------------------------------------------

    @property
    def strata(self) -> int:
        """The number of equal strata of the first chance event, or 0 without strata."""
        return self._trials.strata

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """The values of all games in [-1, 1]: float64 (trials, candidates, seats)."""
        return self._column(0)

    @property
    def points(self) -> npt.NDArray[np.float64]:
        """The points at the ends of all games, in the game's unit: float64 (trials, candidates, seats)."""
        return self._column(1)

    @property
    def outcomes(self) -> npt.NDArray[np.int32]:
        """The first chance outcome after the candidate in each game, -1 if none: int32 (trials, candidates)."""
        return self._column(2)

    @property
    def replies(self) -> npt.NDArray[np.int32]:
        """The first move of another seat after the candidate in each game, -1 if none: int32 (trials, candidates)."""
        return self._column(3)

    def _column(self, number: int) -> npt.NDArray[Any]:
        import numpy as np

        blocks = list(self._blocks)
        if not blocks:
            many = (0, len(self.moves))
            return np.zeros(many, np.int32) if number > 1 else np.zeros((*many, self._root.seats))
        return np.concatenate([block[number] for block in blocks])

    def estimate(self, k: int = 0, seat: int | None = None) -> Estimate:
        """Return the mean value of a candidate for a seat, in [-1, 1], with its 95 % interval.

        Args:
            k: the number of the candidate.
            seat: None for the deciding seat, or seat 0 where chance decides.

        Raises:
            ValueError: there are no trials, or no such candidate or seat.
        """
        k, seat = self._candidate(k), self._seat(seat)
        values = self._some(self.values)[:, k, seat]
        found = interval(values, self.outcomes[:, k], self._trials.probabilities, reach_of(values))
        low, high = max(-1.0, found.mean - found.half), min(1.0, found.mean + found.half)
        return Estimate(found.mean, found.error, low, high, len(values))

    def difference(self, a: int = 0, b: int = 1, seat: int | None = None, checks: int = ENDLESS) -> Difference:
        """Return how much better candidate a is than candidate b for a seat.

        Args:
            a: the number of the first candidate.
            b: the number of the second candidate.
            seat: None for the deciding seat.
            checks: the maximum number of checks, each with twice the trials of the one before, if the caller stops at
                a clear result.

        Raises:
            ValueError: there are no trials, or no such candidates or seat.
        """
        a, b, seat, checks = self._candidate(a), self._candidate(b), self._seat(seat), index(checks)
        if a == b:
            raise ValueError("a and b are the same candidate; give two")
        if checks < 1:
            raise ValueError(f"checks is {checks}; it must be at least 1")
        values, outcomes, replies = self._some(self.values), self.outcomes[:, [a, b]], self.replies
        both = values[:, a] - values[:, b]
        one = both[:, seat]
        common = outcomes[:, 0] if (outcomes[:, 0] == outcomes[:, 1]).all() else None
        found = interval(one, common, self._trials.probabilities, reach_of(values[:, [a, b], seat]))
        half = wider(found.half, checks)
        spread, apart = variance(one), variance(values[:, a, seat]) + variance(values[:, b, seat])
        return Difference(
            found.mean,
            found.error,
            max(-2.0, found.mean - found.half),
            min(2.0, found.mean + found.half),
            max(-2.0, found.mean - half),
            min(2.0, found.mean + half),
            len(one),
            tuple(interval(both[:, other], common, self._trials.probabilities).mean for other in range(both.shape[1])),
            apart / spread if spread > 0 else float("inf"),
            float((one > 0).mean()),
            float((one == 0).mean()),
            float((one < 0).mean()),
            self._deciding(one, common),
            self._term_differences(a, b),
            (self._frequent(replies[:, a]), self._frequent(replies[:, b])),
        )

    def run_until_clear(
        self, a: int = 0, b: int = 1, limit: int = 20_000, stopped: Callable[[], bool] | None = None
    ) -> Difference:
        """Make trials until the difference is clear, and return it. The number of trials doubles between checks.

        Args:
            a: the number of the first candidate.
            b: the number of the second candidate.
            limit: the maximum number of trials, including earlier ones, 1 to 1,000,000.
            stopped: called from time to time; True ends the call early.
        """
        limit = index(limit)
        if not 1 <= limit <= MAX_TRIALS:
            raise ValueError(f"limit is {limit}; it must be 1 to {MAX_TRIALS:,}")
        checks = 1 + max(0, ceil(log2(limit / FIRST_CHECK)))
        wanted = min(FIRST_CHECK, limit)
        while True:
            while self.trials < wanted and not (stopped is not None and stopped()):
                self.run(min(CHUNK * self.threads, wanted - self.trials))
            if self.trials == 0:
                self.run(1)
            found = self.difference(a, b, checks=checks)
            if found.clear or self.trials >= limit or self.trials < wanted:
                return found
            wanted = min(2 * wanted, limit)

    def _some(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        if not len(values):
            raise ValueError("there are no trials yet: call run first")
        return values

    def _candidate(self, number: int) -> int:
        number = index(number)
        if not 0 <= number < len(self.moves):
            raise ValueError(f"candidate is {number}; it must be 0 to {len(self.moves) - 1}")
        return number

    def _seat(self, seat: int | None) -> int:
        number = max(self.seat, 0) if seat is None else index(seat)
        if not 0 <= number < self._root.seats:
            raise ValueError(f"seat is {number}; it must be 0 to {self._root.seats - 1}, or None")
        return number

    def _deciding(
        self, values: npt.NDArray[np.float64], outcomes: npt.NDArray[np.int32] | None
    ) -> tuple[Deciding, ...]:
        """Return what each outcome of the first chance event contributes; () if the candidates met different ones."""
        if outcomes is None or self._root.info.has.deals:
            return ()
        found = []
        for outcome in set(outcomes[outcomes >= 0].tolist()):
            some = values[outcomes == outcome]
            part = interval(some)
            probability = self._trials.probabilities.get(outcome, len(some) / len(values))
            error = part.error if len(some) > 1 else float("inf")
            found.append(Deciding(outcome, self._names[outcome], probability, part.mean, error))
        return tuple(sorted(found, key=lambda one: (-abs(one.probability * one.difference), one.outcome)))

    def _term_differences(self, a: int, b: int) -> tuple[TermDifference, ...]:
        """Return the differences of the terms, largest first; terms that never differ are left out."""
        import numpy as np

        pairs = [(row[a], row[b]) for row in list(self._terms) if row[a] and row[b]]
        names = list(dict.fromkeys(name for pair in pairs for one in pair for name in one))
        found = []
        for name in names:
            parts = np.array([first.get(name, 0.0) - second.get(name, 0.0) for first, second in pairs])
            if parts.any():
                error = (variance(parts) / (len(parts) - 1)) ** 0.5 if len(parts) > 1 else float("inf")
                found.append(TermDifference(name, float(parts.mean()), error))
        return tuple(sorted(found, key=lambda term: (-abs(term.difference), term.name)))

    def _frequent(self, replies: npt.NDArray[np.int32]) -> tuple[Reply, ...]:
        """Return the most frequent replies."""
        counts: dict[int, int] = {}
        for number in replies[replies >= 0].tolist():
            counts[number] = counts.get(number, 0) + 1
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MAX_REPLIES]
        return tuple(Reply(self._replies[number], count / len(replies)) for number, count in ranked)
