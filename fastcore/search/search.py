"""Search: the door to the engines. It checks what comes in; an engine does the work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING

from fastcore import plain
from fastcore.search.alphabeta import AlphaBeta
from fastcore.search.duct import Duct
from fastcore.search.engine import Believer, Engine, Planner
from fastcore.search.equilibrium import Equilibrium
from fastcore.search.facts import NodeFacts, Trace
from fastcore.search.improver import Improver
from fastcore.search.ismcts import Ismcts
from fastcore.search.saved import Dump, SavedSearch, dump
from fastcore.search.tree_search import MIN_MB, TreeSearch
from fastcore.state import State
from fastcore.stream import Stream
from fastcore.values import Event
from fastcore.viewpoint import Viewpoint

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# of those that fit a game the first is the usual one
ENGINES: dict[str, type[Engine]] = {
    "tree": TreeSearch,
    "alphabeta": AlphaBeta,
    "equilibrium": Equilibrium,
    "duct": Duct,
    "improver": Improver,
    "ismcts": Ismcts,
}
USUAL_MB = 512
MAX_MB = 30000
MAX_THREADS = 256


class Search:
    """A search from one position, grown by `run` for as long as its owner asks.

    Engines: `tree` (see `TREE_OPTIONS`) simulates; `alphabeta` (`ALPHABETA_OPTIONS`), for two seats without chance,
    looks ahead move by move, and its simulations are the nodes that it makes; `improver` (`IMPROVER_OPTIONS`) is for
    hidden hands: it tries each move over the worlds that the seat holds possible; `ismcts` (`ISMCTS_OPTIONS`) grows
    trees of what each seat has seen; `equilibrium` (`EQUILIBRIUM_OPTIONS`) and `duct` (`DUCT_OPTIONS`) are for secret
    choices of two seats. None is the usual one for the game.

    Where a game covers something the search knows what the seat that decides knows: it begins at its Viewpoint, or at
    what it sees of a State.

    Situation, seed, options, simulations and threads fix it bit for bit, however `run` is sliced. Its methods may be
    called from any thread; each waits for the one under way.
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
        if not isinstance(point, State | Viewpoint):
            raise TypeError(f"a search begins at a State or a Viewpoint, not {type(point).__name__}")
        threads = index(threads)
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"threads is {threads}; it must be 1 to {MAX_THREADS}")
        self.engine = ("" if engine is None else plain.text(engine, "engine")) or _usual(point)
        kind = _engine(self.engine)
        seed = index(seed)
        if memory_mb is not None and not kind.grows:
            raise ValueError(f"memory_mb is {memory_mb}; {self.engine} keeps nothing that grows")
        memory_mb = USUAL_MB if memory_mb is None else plain.real(memory_mb)
        if not MIN_MB * threads <= memory_mb <= MAX_MB:
            raise ValueError(f"memory_mb is {memory_mb:g}; it must be {MIN_MB} for each thread to {MAX_MB}")
        self._trees = threads
        listed = None if moves is None else _listed(moves)
        self._engine: Engine = kind(
            _actors_view(point) if kind.covered else _open_state(point), seed, threads, memory_mb, listed, options
        )
        # asked once: seeing whether something keeps a protocol takes a while
        self._believer = self._engine if isinstance(self._engine, Believer) else None
        self._plans = self._engine if isinstance(self._engine, Planner) else None

    @staticmethod
    def fits(state: State, engine: str = "tree") -> bool:
        """Whether an engine can search games like this one."""
        return _engine(engine).fits(state)

    def run(self, n: int, only: Iterable[int | str] | None = None) -> int:
        """Make up to n more simulations, all on the moves of `only` if given; returns how many were made.

        Fewer are made only when the game is over here, or after some two billion in all. Releases the GIL.
        """
        n = index(n)
        if not 0 <= n <= 10**15:
            raise ValueError(f"n is {n}; it must be 0 to 10**15")
        return self._engine.run(n, None if only is None else _listed(only))

    def plans(self, seat: int) -> list[tuple[tuple[str, ...], float]]:
        """Where choices are secret: a seat's best plans, as texts, with the weight of each in its mixed strategy, most
        weight first; ValueError from an engine that has none."""
        return self._planner.plans(index(seat))

    @property
    def written(self) -> int:
        """Steps of its plan that the seat that decides has chosen already; all its `plans` begin with them."""
        return self._planner.written

    @property
    def _planner(self) -> Planner:
        if self._plans is None:
            raise ValueError(f"the engine {self.engine} has no plans: they are for secret choices")
        return self._plans

    def payoffs(
        self,
        first: Sequence[Sequence[str]] | None = None,
        second: Sequence[Sequence[str]] | None = None,
        samples: int = 1,
    ) -> npt.NDArray[np.float64]:
        """Where choices are secret: the first seat's value of each of its plans (a row) against each of the second's (a
        column), in the order of `plans`; ValueError from an engine that has none.

        With plans given, as texts, the matrix of these: each value is the mean of so many simulations where
        more than the plans decides. A plan that ends early is gone on with by quick choices; IllegalMove
        for one that cannot be chosen.
        """
        number = index(samples)
        if not 1 <= number <= 10**6:
            raise ValueError(f"samples is {samples}; it must be 1 to 1,000,000")
        if (first is None) != (second is None):
            raise ValueError("plans of one seat only; a matrix needs those of both")
        wanted = [None if plans is None else [_texts(plan) for plan in plans] for plans in (first, second)]
        return self._planner.payoffs(wanted[0], wanted[1], number)

    def mixture(self) -> list[tuple[tuple[str, ...], float]]:
        """Where choices are secret: what `choice` draws from, the plans of the seat that decides with weights that sum
        to 1, most weight first; ValueError from an engine that has no plans, and before any simulation."""
        return self._planner.mixture()

    def outcome_of(self, first: Sequence[str], second: Sequence[str]) -> tuple[list[Event], int]:
        """Where choices are secret: the events until the end of the turn if the first seat has the one plan and
        the second the other, and how many further decisions this took, which a simulation passes by; ValueError
        from an engine that has no plans."""
        return self._planner.outcome_of(_texts(first), _texts(second))

    def trace(self) -> Trace:
        """Make the next simulation, and tell it step by step; ValueError where the game is over, or from an engine that
        does not simulate."""
        return {"world": self.text, "metrics": {}, **self._engine.trace()}

    def advance(self, observation: str) -> int:
        """Make the position after this observation the root; returns the simulations kept (0: a fresh tree)."""
        return self._engine.advance(plain.text(observation, "an observation"))

    @property
    def simulations(self) -> int:
        """Simulations made, with those kept by `advance`."""
        return self._engine.simulations

    @property
    def done(self) -> bool:
        """Nothing is left to find: the root's value is proven, or the depth cannot grow any more."""
        return self._engine.done

    @property
    def full(self) -> bool:
        """The memory limit was reached: the tree no longer grows (its numbers still improve)."""
        return self._engine.full

    @property
    def bytes(self) -> int:
        """Memory that has been used of what the search may take."""
        return self._engine.bytes

    def beliefs(self) -> dict[str, dict[str, float]]:
        """{what: {how it is: chance}}, as the seat that decides believes by the search's model;
        {} where nothing is hidden."""
        return {} if self._believer is None else self._believer.beliefs()

    def facts(self, move: int | str) -> list[tuple[str, dict[str, int | float | str]]]:
        """[(key, values)]: what the game has to say of a move by these beliefs."""
        return [] if self._believer is None else self._believer.facts(_plain(move))

    @property
    def metrics(self) -> tuple[str, ...]:
        """What simulations tell of each seat beside its value: further columns (seats,) of `root`, on average."""
        return () if self._believer is None else self._believer.metrics

    @property
    def spec(self) -> str:
        return self._engine.spec

    @property
    def text(self) -> str:
        """The position text of the root."""
        return self._engine.text

    def root(self) -> npt.NDArray[np.void]:
        """A record a move, in the order of the moves' numbers: move, visits, value (seats,), spread, prior, lower,
        upper, minimax, proven (see `facts.ROW_TYPES`). At a chance node the outcomes, prior their probability."""
        return self._engine.root()

    def value(self) -> tuple[float, ...]:
        """The root's value per seat."""
        return self._engine.value()

    def choice(self, stream: Stream | None = None) -> int:
        """The move to play: by proof, visits, value, then order (or by lot among equals); ValueError at chance nodes,
        ends and before any simulation."""
        if not (stream is None or isinstance(stream, Stream)):
            raise TypeError(f"stream is a Stream or None, not {type(stream).__name__}")
        return self._engine.choice(stream)

    def line(self, move: int | str | None = None) -> list[int]:
        """The principal line, beginning with `move` if given; through the most visited moves and outcomes."""
        return self._engine.line(None if move is None else _plain(move))

    def node(self, path: Iterable[int | str], tree: int = 0) -> NodeFacts:
        """The node that these moves lead to from the root; ValueError if the tree does not hold it."""
        return self._engine.node(_listed(path), index(tree))

    @property
    def trees(self) -> int:
        """How many trees `node` can look into."""
        return self._trees

    @property
    def depth(self) -> int:
        """Decisions that alpha-beta has looked ahead in full; 0 for a tree."""
        return self._engine.depth

    def dump(self, visits: int = 100, most: int | None = None) -> Dump:
        """The nodes visited at least so often (of each tree `most`, those most visited), as plain data for `load`; they
        hold all that `node` tells of them. ValueError from an engine for games that cover something."""
        if self._engine.covered:
            raise ValueError(f"searches by {self.engine} cannot be dumped: there is something hidden in them")
        return dump(self, index(visits)) if most is None else dump(self, index(visits), index(most))

    @staticmethod
    def load(data: Dump) -> SavedSearch:
        """A search as it was when dumped, to be read but not grown; ValueError if the data are not those of a dump."""
        return SavedSearch(data)


def _engine(name: str) -> type[Engine]:
    name = plain.text(name, "engine")
    if name not in ENGINES:
        raise ValueError(f"no engine {name!r}; there is {', '.join(ENGINES)}")
    return ENGINES[name]


def _listed(moves: Iterable[int | str]) -> list[int | str]:
    if isinstance(moves, str):
        raise TypeError("moves are a list, not a text")
    return [_plain(move) for move in moves]


def _texts(plan: Sequence[str]) -> list[str]:
    if isinstance(plan, str):
        raise TypeError("a plan is a list of moves, not a text")
    steps = list(plan)
    for step in steps:
        if not isinstance(step, str):
            raise TypeError(f"a plan is made of move texts, not of {step!r}")
    return [plain.text(step, "a step") for step in steps]


def _plain(move: int | str) -> int | str:
    """A number or text proper: nothing of the caller's own may run while an engine looks at its memory."""
    return plain.text(move, "a move") if isinstance(move, str) else index(move)


def _usual(point: State | Viewpoint) -> str:
    start = State(point.game)
    fitting = [name for name, kind in ENGINES.items() if kind.fits(start)]
    if not fitting:
        raise ValueError(f"{start.info.title} hides something; there is no engine for that yet")
    return fitting[0]


def _open_state(point: State | Viewpoint) -> State:
    """The position to search, a copy of its own, for an engine that must know all of it."""
    state = point.copy() if isinstance(point, State) else point.state
    if state is None or state.info.has.covered:
        raise ValueError(f"{point.info.title} hides something; this engine is for games that hide nothing")
    return state


def _actors_view(point: State | Viewpoint) -> Viewpoint:
    """What the seat that decides knows, a copy of its own."""
    actor = point.actor
    if isinstance(point, State):
        return Viewpoint.parse(f"{point.spec} {point.view(None if actor < 0 else actor)}", None if actor < 0 else actor)
    if actor >= 0 and point.seat != actor:
        whose = "everybody" if point.seat is None else f"seat {point.seat + 1}"
        raise ValueError(f"seat {actor + 1} decides here, but this is what {whose} knows")
    return point.copy()
