"""Refuse memory at each allocation of a call in turn, and compare the results with those of an undisturbed run.

The calls are `run`, `trace` and `advance` of every engine, `dump`, `plans`, `count`, `beliefs`, `observe` and `parse`.
A refused call may raise MemoryError and nothing else. After that the same object is used to the end; unless the search
says that its memory is full, its results must be those of an undisturbed one.

`refuse.c`, preloaded, refuses allocations of the C library, which all others come from, and the start of threads. Where
that is not possible (no compiler, or the sanitizers are preloaded), `_testcapi` refuses those that Python makes.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import fastcore
from fastcore import Search, State, Viewpoint
from tests.attacks.core.plain_python import why_not_refused
from tests.attacks.core.running import attack
from tests.kit.walks import somewhere, walk

SIZE = 50  # allocations of one chunk
FULL = 2000  # allocations that are refused for each call in `make deep`
RUN = 300  # simulations
KEPT: dict[int, int] = {}  # by search: the simulations that the last `advance` kept


class Case(NamedTuple):
    """A call: how its object is made, the call, and what is asked of the object afterwards."""

    make: Callable[[], Any]
    call: Callable[[Any], object]
    after: Callable[[Any], object]


# What is tried --------------------------------------------------------------------------------------------------------


def search_of(spec: str, engine: str, **arguments: Any) -> Callable[[], Search]:
    """Return a function that makes a search with a few simulations."""
    state = somewhere(spec, "allocations", most=30)

    def made() -> Search:
        search = Search(state, seed=3, engine=engine, **arguments)
        search.run(RUN)
        return search

    return made


def ran(search: Search) -> object:
    """Continue to a fixed number of simulations, and return everything that the search found."""
    search.run(3 * RUN - search.simulations)
    if search.full:
        return None
    return search.root().tobytes(), search.value(), search.simulations, search.text


def next_seen(search: Search) -> str:
    """Return an observation that the search can advance by."""
    if not search.engine.startswith(("tree", "alpha")):
        return observation_for(search.spec, search.text)
    state = fastcore.parse(f"{search.spec} {search.text}")
    return state.move_text(search.line()[0])


@cache
def observation_for(spec: str, text: str) -> str:
    """Return what the deciding seat would observe of its own move."""
    state = somewhere(spec, "allocations", most=30)
    for move in state.moves():
        seen = state.observation(move, state.actor)
        after = state.viewpoint(state.actor)
        after.observe(seen)
        if after.actor == after.seat or after.actor < 0:
            return seen
    return state.observation(state.moves()[0], state.actor)


def advanced(search: Search) -> object:
    """Advance if that has not happened yet, then run.

    Without memory to copy the tree `advance` says that it kept nothing; what follows is right, but another search.
    """
    if search.text == fastcore_text(search.spec, search.engine):
        advance(search)
    kept = KEPT.get(id(search), 0)
    if search.engine == "tree" and kept < usually_kept(search.spec):
        return None
    return search.text, ran(search)


@cache
def fastcore_text(spec: str, engine: str) -> str:
    """Return the text that searches here begin with."""
    return search_of(spec, engine)().text


@cache
def usually_kept(spec: str) -> int:
    """Return how many simulations an undisturbed `advance` of a tree search keeps."""
    for name, case in CASES.items():
        if name == f"advance tree {spec}":
            search = case.make()
            case.call(search)
            return KEPT.get(id(search), 0)
    raise ValueError(f"no case for {spec}")


def advance(search: Search) -> None:
    """Advance by one move. An engine that cannot know the next position says so and does not change."""
    KEPT.clear()
    with suppress(ValueError):
        KEPT[id(search)] = search.advance(next_seen(search))


def point_of(spec: str, steps: int) -> Callable[[], Viewpoint]:
    """Return a function that makes a fresh viewpoint from a view, with nothing worked out yet."""
    states = [state for state, _ in walk(spec, "allocations", most=steps) if state.actor >= 0]
    state = states[-1]
    return lambda: Viewpoint.parse(f"{spec} {state.view(state.actor)}", state.actor)


def known(point: Viewpoint) -> object:
    """Return what a viewpoint knows."""
    return point.count(), point.beliefs(), point.text(), point.moves()


def observe(point: Viewpoint) -> None:
    """Observe the first move."""
    if point.turn == point.copy().turn:
        point.observe(point.move_text(point.moves()[-1]))


def cases() -> dict[str, Case]:
    """Return all calls by name."""
    open_specs = [
        ("forest", "tree", {"threads": 2, "memory_mb": 12}),
        ("herd(size=3)", "tree", {"memory_mb": 8}),
        ("forest", "alphabeta", {"memory_mb": 4}),
    ]
    hidden: list[tuple[str, str, dict[str, Any]]] = [
        ("herbalism", "improver", {}),
        ("herbalism", "ismcts", {}),
        ("herbs(actions=2)", "equilibrium", {}),
        ("herbs(actions=2)", "duct", {}),
    ]
    found = {}
    for spec, engine, arguments in [*open_specs, *hidden]:
        make = search_of(spec, engine, **arguments)
        found[f"run {engine} {spec}"] = Case(make, lambda search: search.run(RUN), ran)
        found[f"advance {engine} {spec}"] = Case(make, advance, advanced)
        found[f"root {engine} {spec}"] = Case(make, lambda search: (search.root(), search.choice(), search.line()), ran)
    found["dump tree"] = Case(
        search_of("forest", "tree", memory_mb=8),
        lambda search: search.dump(2),
        lambda search: (search.dump(2), ran(search)),
    )
    found["dump alphabeta"] = Case(
        search_of("forest", "alphabeta", memory_mb=4),
        lambda search: search.dump(2),
        lambda search: (search.dump(2), ran(search)),
    )
    found["plans"] = Case(
        search_of("herbs(actions=2)", "equilibrium"),
        lambda search: (search.plans(0), search.mixture()),
        lambda search: (search.plans(1), ran(search)),
    )
    found["count"] = Case(point_of("herbalism", 9), lambda point: point.count(), known)
    found["count 4"] = Case(point_of("herbalism(players=4)", 6), lambda point: point.count(), known)
    found["beliefs"] = Case(
        point_of("herbalism", 9), lambda point: (point.beliefs("uniform"), point.sample(fastcore.Stream(1))), known
    )
    found["moves"] = Case(
        lambda: somewhere("herbs", "allocations"), lambda state: (state.moves(), state.policy("greedy")), State.text
    )
    found["parse"] = Case(
        lambda: somewhere("forest", "allocations").situation,
        fastcore.parse,
        lambda text: fastcore.parse(text).situation,
    )
    return found


CASES = cases()


# Refusing -------------------------------------------------------------------------------------------------------------


def refuser() -> tuple[Callable[[int], None], Callable[[], None]]:
    """Return two functions: refuse the n-th allocation from now on; refuse none."""
    library = ctypes.CDLL(None)
    if hasattr(library, "refuse_number"):
        number = library.refuse_number
        number.argtypes, number.restype = [ctypes.c_long], None
        return number, lambda: number(0)
    import _testcapi  # type: ignore[import-not-found]

    return lambda n: _testcapi.set_nomemory(n - 1, n), _testcapi.remove_mem_hooks


def suffices(case: Case, number: int) -> bool:
    """Return whether a call succeeds with so many of Python's allocations, all later ones being refused."""
    import _testcapi

    thing = case.make()
    try:
        _testcapi.set_nomemory(number, 0)
        case.call(thing)
    except Exception:
        return False
    finally:
        _testcapi.remove_mem_hooks()
    return True


@cache
def allocations_of(name: str) -> int:
    """Return an upper bound for the number of allocations of a call."""
    library = ctypes.CDLL(None)
    if not hasattr(library, "refused_since"):
        few, many = 0, FULL + 1  # so many are not enough, so many are
        while many - few > 1:
            middle = (few + many) // 2
            if suffices(CASES[name], middle):
                many = middle
            else:
                few = middle
        return many + 20
    thing = CASES[name].make()
    library.refuse_number.argtypes = [ctypes.c_long]
    library.refuse_number(10**9)
    CASES[name].call(thing)
    made = int(library.refused_since())
    library.refuse_number(0)
    return made + 20


def refused_at(case: Case, number: int) -> object:
    """Make the object and the call with one allocation refused, and return the results."""
    refuse, allow = refuser()
    thing = case.make()
    try:
        refuse(number)
        case.call(thing)
    except MemoryError:
        pass
    except SystemError as error:
        at = error.__traceback__
        while at is not None and at.tb_next is not None:
            at = at.tb_next
        # else Python's own or numpy's, without memory
        if at is None or at.tb_frame.f_code.co_filename.endswith(".pyx"):
            raise
    except (TypeError, ValueError) as error:
        # numpy's, when it has no memory to look at a type
        if not any(word in str(error) for word in ("dtype", "subarray")):
            raise
    finally:
        while True:
            try:
                allow()
                break
            except (MemoryError, ctypes.ArgumentError):
                continue
    return case.after(thing)


@cache
def undisturbed(name: str) -> object:
    """Return the results of an undisturbed call."""
    case = CASES[name]
    thing = case.make()
    case.call(thing)
    return case.after(thing)


def chunk(seed: int, number: int, cases: int) -> list[str]:
    """Refuse one block of allocations of one call; return the findings."""
    name = list(CASES)[number % len(CASES)]
    first = number // len(CASES) * SIZE + 1
    expected = undisturbed(name)
    findings = []
    for at in range(first, first + cases):
        if at > allocations_of(name):
            break
        try:
            result = refused_at(CASES[name], at)
        except Exception as error:
            findings.append(f"{name}, allocation {at}: {type(error).__name__}: {str(error)[:300]}")
            continue
        if not same(result, expected):
            findings.append(
                f"{name}, allocation {at}: a wrong result afterwards: "
                f"{str(result)[:200]} instead of {str(expected)[:200]}"
            )
    return findings


def same(result: object, expected: object) -> bool:
    """Return whether results are the same; None stands for a search whose memory is full, which may differ."""
    if result is None or result == expected:
        return True
    return (
        isinstance(result, tuple)
        and isinstance(expected, tuple)
        and len(result) == len(expected)
        and result[-1] is None
    )


def preload(folder: str) -> dict[str, str]:
    """Build `refuse.c` if that is possible; return what a worker's environment needs."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if os.environ.get("HERBARIUM_BUILD") == "checked" or sys.platform != "linux" or compiler is None:
        return {"PYTHONMALLOC": "malloc"}
    library = Path(folder, "refuse.so")
    source = Path(__file__).with_name("refuse.c")
    subprocess.run(
        [compiler, "-O1", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl", "-lpthread"], check=True
    )
    return {"LD_PRELOAD": str(library), "PYTHONMALLOC": "malloc"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the attack from the command line."""
    if why_not_refused():
        print(f"allocations: skipped, because {why_not_refused()}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return attack(
            "allocations", "Refuse memory at each allocation of a call.", SIZE, chunk, arguments, preload(folder)
        )


if __name__ == "__main__":
    sys.exit(main())
