"""Search, the public interface of all engines. It checks arguments; an engine does the work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING

from fastcore.knowledge.viewpoint import Viewpoint
from fastcore.search.alphabeta_search import AlphaBetaSearch
from fastcore.search.engine import Engine
from fastcore.search.information_set import PolicyImprovement
from fastcore.search.ismcts import Ismcts
from fastcore.search.mcts.tree_search import TreeSearch
from fastcore.search.options import MAX_MB, MAX_THREADS, MIN_MB, USUAL_MB
from fastcore.search.plans.duct import Duct
from fastcore.search.plans.equilibrium import Equilibrium
from fastcore.search.results import NodeFacts, Trace
from fastcore.search.saved import Dump, SavedSearch, dump
from fastcore.state import State
from fastcore.stream import Stream
from fastcore.text import plain
from fastcore.values import Event

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ENGINES: dict[str, type[Engine]] = {  # the first engine that supports a game is its default
    "tree": TreeSearch,
    "alphabeta": AlphaBetaSearch,
    "equilibrium": Equilibrium,
    "duct": Duct,
    "improver": PolicyImprovement,
    "ismcts": Ismcts,
}


class Search:
    """A search from one position. Each call of `run` extends it.

    Engines:
        tree: Monte Carlo tree search, for games without hidden information (`TREE_OPTIONS`).
        alphabeta: alpha-beta search, for two seats without chance (`ALPHABETA_OPTIONS`). Its simulations are nodes.
        improver: policy improvement over the worlds that the deciding seat considers possible, for games with hidden
            cards or with secret choices of more than two seats (`IMPROVER_OPTIONS`).
        ismcts: information set tree search, for the same games (`ISMCTS_OPTIONS`).
        equilibrium: mixed strategies by a double oracle, for secret choices of two seats (`EQUILIBRIUM_OPTIONS`).
        duct: decoupled UCT, for the same games (`DUCT_OPTIONS`).

    With hidden information, the search uses only what the deciding seat knows: it starts from that seat's Viewpoint,
    or from its view of a State.

    Position, seed, options, simulations and threads determine the results bit for bit, however `run` is sliced, unless
    several threads share the search (`shared=on`). Methods may be called from any thread; each waits for the running
    call.
    """

    def __init__(
        self,
        point: State | Viewpoint,
        seed: int = 1,
        threads: int = 1,
        memory_mb: float | None = None,
        engine: str | None = None,
        moves: Iterable[int | str] | None = None,
        **options: float | str,
    ) -> None:
        """Begin a search.

        Args:
            point: the root; it is copied.
            seed: the seed of all random choices.
            threads: the engines `tree`, `alphabeta` and `equilibrium` use several. With `shared=on`, those of `tree`
                share one tree, and those of `alphabeta` one table; otherwise `tree` grows one tree for each.
            memory_mb: the limit for trees and tables in MiB; 512 by default.
            engine: a key of `ENGINES`; by default the first that fits the game.
            moves: the root moves to search, as numbers or texts; all by default.
            options: options of the engine.

        Raises:
            ValueError, TypeError: an argument is not allowed.
            IllegalMove: one of `moves` is illegal.
        """
        if not isinstance(point, State | Viewpoint):
            raise TypeError(f"a search needs a State or a Viewpoint, not a {type(point).__name__}")
        threads = index(threads)
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"threads is {threads}; it must be 1 to {MAX_THREADS}")
        self.engine = ("" if engine is None else plain.text(engine, "engine")) or _default_engine(point)
        kind = _engine(self.engine)
        seed = index(seed)
        if memory_mb is not None and not kind.grows:
            raise ValueError(f"memory_mb is {memory_mb}; {self.engine} uses a fixed amount, so it takes no limit")
        memory_mb = USUAL_MB if memory_mb is None else plain.real(memory_mb)
        if not MIN_MB * threads <= memory_mb <= MAX_MB:
            raise ValueError(f"memory_mb is {memory_mb:g}; it must be from {MIN_MB} for each thread to {MAX_MB}")
        root_moves = None if moves is None else _moves(moves)
        self._engine = kind(
            _viewpoint(point) if kind.covered else _state(point), seed, threads, memory_mb, root_moves, options
        )

    @staticmethod
    def fits(state: State, engine: str = "tree") -> bool:
        """Return whether an engine can search the game of a State."""
        return _engine(engine).fits(state)

    # Searching --------------------------------------------------------------------------------------------------------

    def run(self, n: int, only: Iterable[int | str] | None = None, seconds: float | None = None) -> int:
        """Make up to n more simulations and return the number made. Releases the GIL.

        It makes fewer if the search finishes, if another seat decides, or after about two billion simulations.

        Args:
            n: 0 to 10**15.
            only: the root moves that these simulations may begin with, as numbers or texts.
            seconds: 0 to 10**9; the time limit, which is first checked after a few simulations. None: no limit.
        """
        n = index(n)
        if not 0 <= n <= 10**15:
            raise ValueError(f"n is {n}; it must be 0 to 10**15")
        if seconds is not None:
            seconds = plain.real(seconds)
            if not 0 <= seconds <= 10**9:
                raise ValueError(f"seconds is {seconds}; it must be 0 to 10**9")
        return self._engine.run(n, None if only is None else _moves(only), seconds)

    def trace(self) -> Trace:
        """Make the next simulation and return it step by step.

        Raises:
            ValueError: no simulation can be made, or the engine makes none.
        """
        return {"world": self.text, "metrics": {}, **self._engine.trace()}

    def advance(self, observation: str) -> int:
        """Advance the root by an observation and return the number of simulations kept."""
        return self._engine.advance(plain.text(observation, "an observation"))

    @property
    def simulations(self) -> int:
        """The number of simulations at this root, including those kept by `advance`."""
        return self._engine.simulations

    @property
    def done(self) -> bool:
        """Whether the search is finished: the root's value is proven, or the maximum depth is reached."""
        return self._engine.done

    @property
    def full(self) -> bool:
        """Whether the memory limit is reached. The tree no longer grows, but its numbers still improve."""
        return self._engine.full

    @property
    def bytes(self) -> int:
        """The memory that the search uses, out of its limit."""
        return self._engine.bytes

    # Results ----------------------------------------------------------------------------------------------------------

    @property
    def spec(self) -> str:
        """The spec of the game."""
        return self._engine.spec

    @property
    def text(self) -> str:
        """The position text of the root, or the deciding seat's view."""
        return self._engine.text

    @property
    def depth(self) -> int:
        """The depth of alpha-beta's last completed iteration, in decisions; 0 for other engines."""
        return self._engine.depth

    @property
    def trees(self) -> int:
        """The number of trees that `node` can read."""
        return self._engine.tree_count

    def root(self) -> npt.NDArray[np.void]:
        """Return a record array with a row for each root move, in ascending order of the moves' numbers.

        Fields: move, visits, value (seats,), spread, prior, lower, upper, minimax, proven; see `results.ROW_TYPES`. At
        a chance node there is a row for each outcome, whose prior is its probability.
        """
        return self._engine.root()

    def value(self) -> tuple[float, ...]:
        """Return the root's value for each seat, in [-1, 1]."""
        return self._engine.value()

    def choice(self, stream: Stream | None = None) -> int:
        """Return the move to play, chosen by proof, visits and value.

        A stream breaks ties at random; without one, the first move wins.

        Raises:
            ValueError: no seat decides at the root, or nothing has been searched.
        """
        if not (stream is None or isinstance(stream, Stream)):
            raise TypeError(f"stream must be a Stream or None, not a {type(stream).__name__}")
        return self._engine.choice(stream)

    def line(self, move: int | str | None = None) -> list[int]:
        """Return the principal variation, beginning with `move` if given: the most visited moves and outcomes."""
        return self._engine.line(None if move is None else _move(move))

    def node(self, path: Iterable[int | str], tree: int = 0) -> NodeFacts:
        """Return the node that these moves lead to from the root. ValueError if the tree does not hold it."""
        return self._engine.node(_moves(path), index(tree))

    def dump(self, visits: int = 100, most: int | None = None) -> Dump:
        """Return nodes with at least `visits` visits as plain data for `load`, at most `most` for each tree.

        Raises:
            ValueError: the game has hidden information.
        """
        if self._engine.covered:
            raise ValueError(f"a search by {self.engine} cannot be dumped because it contains hidden information")
        return dump(self, index(visits)) if most is None else dump(self, index(visits), index(most))

    @staticmethod
    def load(data: Dump) -> SavedSearch:
        """Return a dumped search, which can be read but not grown. ValueError if the data are not a dump."""
        return SavedSearch(data)

    # Hidden information -----------------------------------------------------------------------------------------------

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of additional results per seat.

        For each, `root` has a field (seats,) with the mean over simulations.
        """
        return self._engine.metrics

    def beliefs(self) -> dict[str, dict[str, float]]:
        """Return {variable: {value: probability}} under the search's model; {} where nothing is hidden."""
        return self._engine.beliefs()

    def facts(self, move: int | str) -> list[tuple[str, dict[str, int | float | str]]]:
        """Return [(key, {name: value})]: the game's report on a root move, given these beliefs."""
        return self._engine.facts(_move(move))

    # Secret choices: ValueError from engines without plans ----------------------------------------------------------

    @property
    def written(self) -> int:
        """The number of steps of the deciding seat's plan that are already chosen. All its `plans` begin with them."""
        return self._engine.written

    def plans(self, seat: int) -> list[tuple[tuple[str, ...], float]]:
        """Return [(move texts, weight in the mixed strategy)] of a seat's best plans, in descending order of weight."""
        return self._engine.plans(index(seat))

    def mixture(self) -> list[tuple[tuple[str, ...], float]]:
        """Return [(move texts, probability)] of the deciding seat's plans that `choice` draws from.

        Raises:
            ValueError: nothing has been searched.
        """
        return self._engine.mixture()

    def payoffs(
        self,
        first: Sequence[Sequence[str]] | None = None,
        second: Sequence[Sequence[str]] | None = None,
        samples: int = 1,
    ) -> npt.NDArray[np.float64]:
        """Return the first seat's values of its plans (rows) against the second seat's (columns).

        Args:
            first, second: plans as move texts; by default those of `plans`, in their order. Where a plan ends early,
                rollout moves continue it.
            samples: the number of simulations for each cell with a random result, 1 to 1,000,000.

        Raises:
            IllegalMove: a given plan cannot be chosen.
        """
        number = index(samples)
        if not 1 <= number <= 10**6:
            raise ValueError(f"samples is {samples}; it must be 1 to 1,000,000")
        if (first is None) != (second is None):
            raise ValueError("the plans of one seat are missing: give the plans of both, or of neither")
        rows, columns = (None if plans is None else [_plan(plan) for plan in plans] for plans in (first, second))
        return self._engine.payoffs(rows, columns, number)

    def outcome_of(self, first: Sequence[str], second: Sequence[str]) -> tuple[list[Event], int]:
        """Return (events until the end of the turn, further decisions) if each seat follows a plan.

        Further decisions are those in later stages of the turn; they follow rollout moves.
        """
        return self._engine.outcome_of(_plan(first), _plan(second))


def _engine(name: str) -> type[Engine]:
    name = plain.text(name, "engine")
    if name not in ENGINES:
        raise ValueError(f"engine is {name!r}; it must be one of {', '.join(ENGINES)}")
    return ENGINES[name]


def _default_engine(point: State | Viewpoint) -> str:
    start = State(point.game)
    names = [name for name, kind in ENGINES.items() if kind.fits(start)]
    if not names:
        raise ValueError(f"no engine can search {start.info.title} with its hidden information")
    return names[0]


# Pass only plain ints and texts to an engine, so that no method of an argument runs while the engine reads memory.


def _move(move: int | str) -> int | str:
    return plain.text(move, "a move") if isinstance(move, str) else index(move)


def _moves(moves: Iterable[int | str]) -> list[int | str]:
    if isinstance(moves, str):
        raise TypeError("moves must be a list of moves, not a str")
    return [_move(move) for move in moves]


def _plan(plan: Sequence[str]) -> list[str]:
    if isinstance(plan, str):
        raise TypeError("a plan must be a list of moves, not a str")
    steps = list(plan)
    for step in steps:
        if not isinstance(step, str):
            raise TypeError(f"a plan must have move texts, not {step!r}")
    return [plain.text(step, "a step") for step in steps]


def _state(point: State | Viewpoint) -> State:
    """Return a copy of the whole position. ValueError if the game has hidden information."""
    state = point.copy() if isinstance(point, State) else point.state
    if state is None or state.info.has.covered:
        raise ValueError(f"{point.info.title} has hidden information; this engine is for games without")
    return state


def _viewpoint(point: State | Viewpoint) -> Viewpoint:
    """Return a copy of what the deciding seat knows. ValueError if that is not known here."""
    actor = point.actor
    if isinstance(point, State):
        return Viewpoint.parse(f"{point.spec} {point.view(None if actor < 0 else actor)}", None if actor < 0 else actor)
    if actor >= 0 and point.seat != actor:
        whose = "everybody" if point.seat is None else f"seat {point.seat + 1}"
        raise ValueError(f"seat {actor + 1} decides in this position, but the viewpoint is that of {whose}")
    return point.copy()
