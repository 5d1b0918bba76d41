"""Call the functions of the compiled core with odd values, and from within each other.

Each chunk makes some states, viewpoints, streams and searches. It calls their methods, the functions of the modules and
the constructors of all classes, including internal ones. Odd values call back into the same objects. In some chunks, a
signal handler, a garbage collector callback or a second thread does so too. Nothing may crash, public functions raise
only documented errors, and objects stay consistent.
"""

from __future__ import annotations

import copy
import gc
import pickle
import random
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from inspect import getattr_static
from pathlib import Path
from pkgutil import walk_packages
from types import GetSetDescriptorType
from typing import Any

import fastcore
from fastcore import BadPosition, Conflict, IllegalMove, Search, State, Stream, TooMany, Viewpoint
from tests.attacks.core.odd import OddError, odd_value
from tests.attacks.core.running import run_attack
from tests.attacks.core.texts import tried_specs
from workbench.conformance.walks import random_position

SIZE = 1000  # calls in one chunk
DOCUMENTED_ERRORS = (TypeError, ValueError, OverflowError, MemoryError, RuntimeError, AttributeError, OddError)
SLOW_CALLS = (
    "run",
    "perft",
    "playouts",
    "payoffs",
    "Search",
    "worlds",
    "shuffled",
    "advance",
    "TreeSearch",
    "pick",
    "dump",
    "outcome_of",
)
SKIPPED = {
    "__del__",
    "__getattribute__",
    "__setattr__",
    "__delattr__",
    "__init_subclass__",
    "__subclasshook__",
    "__dir__",
    "__sizeof__",
}


class World:
    """The objects of one chunk, and the actions on them during calls."""

    def __init__(self, seed: int, number: int) -> None:
        self.chance = random.Random(f"calls {seed} {number}")
        self.game = fastcore.games()[number % len(fastcore.games())]
        self.spec = self.chance.choice(tried_specs(self.game))
        self.states = [fastcore.start(self.spec), random_position(self.spec, "calls", seed, number, max_moves=60)]
        state = self.states[1]
        self.points = [state.viewpoint(seat) for seat in (None, *range(state.seats))]
        self.streams = [Stream(number), Stream(number, "x", 1)]
        self.searches = []
        for engine, kind in fastcore.ENGINES.items():
            if kind.fits(fastcore.start(self.spec)):
                threads = {"threads": self.chance.choice([1, 2, 3]), "memory_mb": 12.0, "shared": "on"}
                grows: dict[str, Any] = threads if engine in ("tree", "alphabeta") else {}
                self.searches.append(Search(state, seed=number, engine=engine, **grows))
        self.acting = 0
        self.deaths: list[Any] = []

    @property
    def public(self) -> list[Any]:
        """Every object that a caller can reach through documented functions."""
        return [*self.states, *self.points, *self.streams, *self.searches]

    def act(self) -> None:
        """Change or read one of the objects, as a callback might."""
        if self.acting > 1:
            return
        self.acting += 1
        try:
            kind = self.chance.randrange(12)
            if kind == 0:
                state = self.chance.choice(self.states)
                moves = state.moves() or [move for move, _ in state.chances()]
                if moves:
                    state.play(self.chance.choice(moves))
            elif kind in (1, 2) and self.searches:
                self.chance.choice(self.searches).run(self.chance.choice([1, 5, 40]))
            elif kind == 3 and self.searches:
                self.advance(self.chance.choice(self.searches))
            elif kind == 4 and self.searches:
                search = self.chance.choice(self.searches)
                _ = search.root(), search.value(), search.done, search.bytes, search.text
            elif kind == 5 and self.searches:
                self.chance.choice(self.searches).trace()
            elif kind == 6:
                point = self.chance.choice(self.points)
                point.observe(
                    self.chance.choice(self.states).observation(self.chance.choice(point.moves() or [0]), point.seat)
                )
            elif kind == 7:
                gc.collect()
            elif kind == 8:
                raise OddError("out of a callback")
        except DOCUMENTED_ERRORS:
            if kind == 8:
                raise
        finally:
            self.acting -= 1

    def advance(self, search: Search) -> None:
        """Advance a search by the first move of its best line."""
        line = search.line()
        if line:
            search.advance(fastcore.parse(f"{search.spec} {search.text}").move_text(line[0]))

    def check(self) -> None:
        """Check that every object is consistent."""
        for state in self.states:
            assert fastcore.parse(state.situation) == state, f"{state!r} cannot be read again"
            for move in state.moves()[:3]:
                assert state.after(move).text()
        for point in self.points:
            assert Viewpoint.parse(f"{point.spec} {point.text()}", point.seat).text() == point.text()
            assert pickle.loads(pickle.dumps(point)) == point
        for search in self.searches:
            before = search.simulations
            new_simulations = search.run(20)
            assert search.simulations == before + new_simulations, (
                f"{search.engine}: {before} and {new_simulations} simulations are {search.simulations}"
            )
            rows = search.root()
            if search.engine == "tree" and new_simulations:
                assert rows["visits"].sum() <= search.simulations
            assert (
                abs(sum(search.value())) < 1e-6 and search.node([])["visits"] >= 0
                if search.engine in ("tree", "alphabeta")
                else True
            )


def modules() -> list[Any]:
    """Return all modules of the core."""
    core_modules = [fastcore]
    for module in walk_packages(fastcore.__path__, "fastcore."):
        if not module.name.startswith(("fastcore._", "fastcore.fitting")) and not module.name.endswith(".fit"):
            core_modules.append(import_module(module.name))
    compiled = Path(fastcore.__file__).parent / f"_{fastcore.BUILD}"
    for file in sorted(compiled.rglob("*")):
        if file.suffix in (".so", ".pyd"):
            core_modules.append(
                import_module(
                    ".".join(["fastcore", *file.relative_to(compiled).parts[:-1], file.name.partition(".")[0]])
                )
            )
    return core_modules


MODULES = modules()
CLASSES = sorted(
    {
        value
        for module in MODULES
        for value in vars(module).values()
        if isinstance(value, type) and value.__module__.startswith("fastcore")
    },
    key=lambda cls: (cls.__module__, cls.__qualname__),
)
# Only compiled functions: plain Python inside the core cannot crash, and its public functions are in PUBLIC_CALLS.
FUNCTIONS = sorted(
    {
        value
        for module in MODULES
        for value in vars(module).values()
        if type(value).__name__ == "cython_function_or_method"
    },
    key=lambda function: (function.__module__, getattr(function, "__qualname__", "")),
)
PUBLIC_CALLS = [
    fastcore.parse,
    fastcore.problems,
    fastcore.start,
    fastcore.info,
    fastcore.perft,
    fastcore.playouts,
    Search,
    Viewpoint,
    State,
    Stream,
]
PUBLIC_CALLS += [Viewpoint.parse, State.parse, Search.load, Search.fits]


def plausible_values(world: World, name: str) -> list[Any]:
    """Return values that a function may expect."""
    state, point = world.chance.choice(world.states), world.chance.choice(world.points)
    moves = state.moves() or [0]
    move = world.chance.choice(moves)
    return [
        state, point, world.chance.choice(world.streams), move, state.move_text(move) if state.actor >= 0 else "x",
        state.situation, world.spec,
        point.seat, state.game, state.info, dict(state.game.options), [move], 1, None, "uniform",
        world.chance.choice(world.searches or [None]),
    ]  # fmt: skip


def arguments_for(world: World, name: str, internal: list[Any]) -> tuple[list[Any], dict[str, Any]]:
    """Return a mixture of plausible and odd arguments for a call."""
    chance = world.chance
    limited = name in SLOW_CALLS or name in ("__init__", "__new__")
    known = [value for value in plausible_values(world, name) if not limited or type(value) is not int or value < 4]
    values = [
        odd_value(chance, world.act, limited, [*world.public, *internal])
        if chance.random() < 0.5
        else chance.choice(known)
        for _ in range(chance.choice([0, 1, 1, 1, 2, 2, 3, 4, 5, 6]))
    ]
    named = {}
    if name == "Search":
        values = values[:1] if chance.random() < 0.3 else [chance.choice([*world.states, *world.points])]
        for key in chance.sample(
            ["seed", "threads", "memory_mb", "engine", "moves", "exploration", "leaves", "playout", "worlds", "x"], 2
        ):
            named[key] = odd_value(chance, world.act, True, [])
        named.setdefault("memory_mb", 4)
    return values, named


def random_method(world: World, target: Any) -> tuple[str, Callable[..., Any] | None]:
    """Return a random method or property of an object: its name, and None for a property."""
    names = [name for name in dir(type(target)) if name not in SKIPPED and not name.startswith("__pyx")]
    name = world.chance.choice(names)
    is_property = isinstance(getattr_static(type(target), name), property | GetSetDescriptorType)
    return name, None if is_property else getattr(target, name, None)


def attempt(world: World, internal: list[Any], public_only: bool) -> str | None:
    """Make one random call and return a finding or None. If `public_only`, call only public functions."""
    chance = world.chance
    kind = chance.randrange(7 if public_only else 10)
    public = public_only
    name = ""
    function: Any = None
    target: Any = None
    if kind < 2:
        function = chance.choice(PUBLIC_CALLS)
        name = getattr(function, "__name__", "")
    elif kind < 7:
        target = chance.choice(world.public)
        name, function = random_method(world, target)
    elif kind == 7:
        target = (
            chance.choice(internal)
            if internal and chance.random() < 0.5
            else chance.choice([*world.points, *world.searches])
        )
        target = random_referent(chance, target)
        name, function = random_method(world, target)
    elif kind == 8:
        cls = chance.choice(CLASSES)
        name, function = cls.__name__, cls if chance.random() < 0.3 else (lambda *values: cls.__new__(cls, *values))
    else:
        function = chance.choice(FUNCTIONS)
        name = getattr(function, "__name__", "")
    values, named = arguments_for(world, name, internal)
    result: Any = None
    try:
        if function is None:
            result = getattr(target, name, None)
        elif callable(function):
            result = function(*values, **named)
        if kind == 8 and len(internal) < 40:
            internal.append(result)
        if hasattr(result, "__next__"):
            list(zip(result, range(5), strict=False))
    except DOCUMENTED_ERRORS:
        return None
    except (KeyError, IndexError) as error:
        if public and name not in ("__getitem__", "choice", "shuffled"):
            return f"{name}{short_text(values)}{short_text(named)}: {type(error).__name__}: {error}"
    except Exception as error:
        if public and not isinstance(error, BadPosition | Conflict | IllegalMove | TooMany):
            return f"{name}{short_text(values)}{short_text(named)}: {type(error).__name__}: {error}"
    return None


def is_compiled(kind: type) -> bool:
    """Return whether a class belongs to the compiled core. Its plain Python objects are shared and must not change."""
    return kind.__module__.startswith("fastcore") and not kind.__flags__ >> 9 & 1


def random_referent(chance: random.Random, target: Any) -> Any:
    """Return a random object of the core that a given object refers to, directly or indirectly."""
    for _ in range(chance.randrange(3)):
        referents = [referent for referent in gc.get_referents(target) if is_compiled(type(referent))]
        if not referents:
            break
        target = chance.choice(referents)
    return target


def short_text(values: Any) -> str:
    """Return a short representation of values, even if their `repr` raises an error."""
    try:
        return repr(values)[:300]
    except Exception:
        return f"({type(values).__name__})"


def pickle_copy(original: Any) -> Any:
    """Return a copy made by pickling."""
    return pickle.loads(pickle.dumps(original))


def check_copies(world: World) -> None:
    """Copy and pickle all public objects. Only searches may refuse."""
    for original in world.public:
        for copier in (copy.copy, copy.deepcopy, pickle_copy):
            try:
                copier(original)
            except (TypeError, pickle.PicklingError, AttributeError):
                assert isinstance(original, Search), f"{original!r} cannot be copied"


class Interference:
    """Changes the objects during a chunk's calls: from a signal (kind 1), the garbage collector (2) or a thread (3)."""

    def __init__(self, world: World, kind: int) -> None:
        self.world, self.kind = world, kind
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run_thread, daemon=True)

    def interfere(self, *_: object) -> None:
        with suppress(OddError):
            self.world.act()

    def run_thread(self) -> None:
        while not self.stopped.wait(0.0005):
            self.interfere()

    def __enter__(self) -> None:
        if self.kind == 1 and hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, self.interfere)
            signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        elif self.kind == 2:
            gc.callbacks.append(self.interfere)
            gc.set_threshold(20)
        elif self.kind == 3:
            self.thread.start()

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        if self.kind == 1 and hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        elif self.kind == 2:
            gc.callbacks.remove(self.interfere)
            gc.set_threshold(700)
        elif self.kind == 3:
            self.thread.join()


def chunk(seed: int, number: int, cases: int) -> list[str]:
    """Make the calls of one chunk and return the findings.

    Every third chunk also calls internal functions. These may make objects unusable, so only crashes count there.
    """
    world = World(seed, number)
    public_only = number % 3 != 0
    internal: list[Any] = []
    findings = []
    with Interference(world, world.chance.choice([0, 0, 0, 1, 2, 3])):
        for _ in range(cases):
            finding = attempt(world, internal, public_only)
            if finding is not None:
                findings.append(finding)
    if public_only:
        world.check()
        if number % 8 == 1:
            check_copies(world)
    return findings


def main(arguments: Sequence[str] | None = None) -> int:
    return run_attack("calls", "Call the functions of the core with odd values.", SIZE, chunk, arguments)


if __name__ == "__main__":
    sys.exit(main())
