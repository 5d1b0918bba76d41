"""Fail each allocation of a call in turn, and compare the results with those of an undisturbed run.

The calls are `run`, `trace` and `advance` of every engine, `dump`, `plans`, `count`, `beliefs`, `observe` and `parse`.
A refused call may only raise MemoryError. The object must remain usable, and unless the search reports full memory, its
results must equal those of an undisturbed search.

The preloaded library `refuse.c` refuses allocations of the C library, on which all others are based, and the start of
threads. Without a compiler, or if the sanitizers are preloaded, `_testcapi` refuses the allocations of Python instead.
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
from tests.attacks.core.plain_python import why_unsupported
from tests.attacks.core.running import run_attack
from workbench.conformance.walks import random_game, random_position

SIZE = 50  # allocations in one chunk
MAX_ALLOCATIONS = 2000  # allocations that fail for each call in `make deep`
RUN = 300  # simulations
KEPT_SIMULATIONS: dict[int, int] = {}  # simulations that the last `advance` kept, by id of the search


class Case(NamedTuple):
    """One call under attack.

    `make` creates an object, and `call` makes the call on it. `after` uses the object and returns results to compare.
    """

    make: Callable[[], Any]
    call: Callable[[Any], object]
    after: Callable[[Any], object]


# Calls under attack ---------------------------------------------------------------------------------------------------


def search_of(spec: str, engine: str, **arguments: Any) -> Callable[[], Search]:
    """Return a function that creates a search of a random position and runs RUN simulations."""
    state = random_position(spec, "allocations", max_moves=30)

    def made() -> Search:
        search = Search(state, seed=3, engine=engine, **arguments)
        search.run(RUN)
        return search

    return made


def run_and_read(search: Search) -> object:
    """Run up to 3 * RUN simulations and return all results, or None if the memory is full."""
    search.run(3 * RUN - search.simulations)
    if search.full:
        return None
    return search.root().tobytes(), search.value(), search.simulations, search.text


def next_observation(search: Search) -> str:
    """Return an observation (a move in open games) with which the search can advance."""
    if not search.engine.startswith(("tree", "alpha")):
        return observation_for(search.spec, search.text)
    state = fastcore.parse(f"{search.spec} {search.text}")
    return state.move_text(search.line()[0])


@cache
def observation_for(spec: str, text: str) -> str:
    """Return an observation of the acting seat's own move, preferably one after which the seat moves again."""
    state = random_position(spec, "allocations", max_moves=30)
    for move in state.moves():
        seen = state.observation(move, state.actor)
        after = state.viewpoint(state.actor)
        after.observe(seen)
        if after.actor == after.seat or after.actor < 0:
            return seen
    return state.observation(state.moves()[0], state.actor)


def advance_and_run(search: Search) -> object:
    """Advance unless the refused call has already advanced, then run and return the results.

    Return None if `advance` had no memory to copy the tree. The results are then correct but differ.
    """
    if search.text == start_text(search.spec, search.engine):
        advance(search)
    kept = KEPT_SIMULATIONS.get(id(search), 0)
    if search.engine == "tree" and kept < usually_kept(search.spec):
        return None
    return search.text, run_and_read(search)


@cache
def start_text(spec: str, engine: str) -> str:
    """Return the position text that the searches begin with."""
    return search_of(spec, engine)().text


@cache
def usually_kept(spec: str) -> int:
    """Return how many simulations `advance` keeps in an undisturbed tree search."""
    for name, case in CASES.items():
        if name == f"advance tree {spec}":
            search = case.make()
            case.call(search)
            return KEPT_SIMULATIONS.get(id(search), 0)
    raise ValueError(f"no case for {spec}")


def advance(search: Search) -> None:
    """Advance by one move. Do nothing if the engine cannot determine the next position."""
    KEPT_SIMULATIONS.clear()
    with suppress(ValueError):
        KEPT_SIMULATIONS[id(search)] = search.advance(next_observation(search))


def point_of(spec: str, steps: int) -> Callable[[], Viewpoint]:
    """Return a function that creates a viewpoint with empty caches after a random game of up to `steps` moves."""
    states = [state for state, _ in random_game(spec, "allocations", max_moves=steps) if state.actor >= 0]
    state = states[-1]
    return lambda: Viewpoint.parse(f"{spec} {state.view(state.actor)}", state.actor)


def knowledge(point: Viewpoint) -> object:
    """Return a viewpoint's world count, beliefs, text and moves."""
    return point.count(), point.beliefs(), point.text(), point.moves()


def observe(point: Viewpoint) -> None:
    """Let a viewpoint observe its last legal move."""
    if point.turn == point.copy().turn:
        point.observe(point.move_text(point.moves()[-1]))


def cases() -> dict[str, Case]:
    """Return all calls under attack by name."""
    open_specs: list[tuple[str, str, dict[str, Any]]] = [
        ("forest", "tree", {"threads": 2, "memory_mb": 12}),
        ("herd(size=3)", "tree", {"memory_mb": 8}),
        ("herd(size=4)", "tree", {"threads": 2, "shared": "on", "memory_mb": 12}),
        ("forest", "alphabeta", {"memory_mb": 4}),
    ]
    hidden: list[tuple[str, str, dict[str, Any]]] = [
        ("herbalism", "improver", {}),
        ("herbalism", "ismcts", {}),
        ("herbs(actions=2)", "equilibrium", {}),
        ("herbs(actions=2)", "duct", {}),
    ]
    cases_by_name = {}
    for spec, engine, arguments in [*open_specs, *hidden]:
        make = search_of(spec, engine, **arguments)
        cases_by_name[f"run {engine} {spec}"] = Case(make, lambda search: search.run(RUN), run_and_read)
        cases_by_name[f"advance {engine} {spec}"] = Case(make, advance, advance_and_run)
        cases_by_name[f"root {engine} {spec}"] = Case(
            make, lambda search: (search.root(), search.choice(), search.line()), run_and_read
        )
    cases_by_name["dump tree"] = Case(
        search_of("forest", "tree", memory_mb=8),
        lambda search: search.dump(2),
        lambda search: (search.dump(2), run_and_read(search)),
    )
    cases_by_name["dump alphabeta"] = Case(
        search_of("forest", "alphabeta", memory_mb=4),
        lambda search: search.dump(2),
        lambda search: (search.dump(2), run_and_read(search)),
    )
    cases_by_name["plans"] = Case(
        search_of("herbs(actions=2)", "equilibrium"),
        lambda search: (search.plans(0), search.mixture()),
        lambda search: (search.plans(1), run_and_read(search)),
    )
    cases_by_name["count"] = Case(point_of("herbalism", 9), lambda point: point.count(), knowledge)
    cases_by_name["count 4"] = Case(point_of("herbalism(players=4)", 6), lambda point: point.count(), knowledge)
    cases_by_name["beliefs"] = Case(
        point_of("herbalism", 9), lambda point: (point.beliefs("uniform"), point.sample(fastcore.Stream(1))), knowledge
    )
    cases_by_name["moves"] = Case(
        lambda: random_position("herbs", "allocations"),
        lambda state: (state.moves(), state.policy("greedy")),
        State.text,
    )
    cases_by_name["parse"] = Case(
        lambda: random_position("forest", "allocations").situation,
        fastcore.parse,
        lambda text: fastcore.parse(text).situation,
    )
    return cases_by_name


CASES = cases()


# Refusing allocations -------------------------------------------------------------------------------------------------


def refuser() -> tuple[Callable[[int], None], Callable[[], None]]:
    """Return two functions: the first makes the n-th allocation from now on fail, the second cancels this."""
    library = ctypes.CDLL(None)
    if hasattr(library, "refuse_number"):
        number = library.refuse_number
        number.argtypes, number.restype = [ctypes.c_long], None
        return number, lambda: number(0)
    import _testcapi  # type: ignore[import-not-found]

    return lambda n: _testcapi.set_nomemory(n - 1, n), _testcapi.remove_mem_hooks


def is_enough(case: Case, number: int) -> bool:
    """Return whether a call succeeds if only Python's first `number` allocations do."""
    import _testcapi

    subject = case.make()
    try:
        _testcapi.set_nomemory(number, 0)
        case.call(subject)
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
        too_few, enough = 0, MAX_ALLOCATIONS + 1
        while enough - too_few > 1:
            middle = (too_few + enough) // 2
            if is_enough(CASES[name], middle):
                enough = middle
            else:
                too_few = middle
        return enough + 20
    subject = CASES[name].make()
    library.refuse_number.argtypes = [ctypes.c_long]
    library.refuse_number(10**9)
    CASES[name].call(subject)
    made = int(library.refused_since())
    library.refuse_number(0)
    return made + 20


def run_with_refusal(case: Case, number: int) -> object:
    """Make the object, refuse one allocation of the call, and return the results."""
    refuse, allow = refuser()
    subject = case.make()
    try:
        refuse(number)
        case.call(subject)
    except MemoryError:
        pass
    except SystemError as error:
        traceback = error.__traceback__
        while traceback is not None and traceback.tb_next is not None:
            traceback = traceback.tb_next
        # Python and numpy may raise SystemError when memory runs out; the compiled core may not.
        if traceback is None or traceback.tb_frame.f_code.co_filename.endswith(".pyx"):
            raise
    except (TypeError, ValueError) as error:
        # numpy raises these if it has no memory to look up a type.
        if not any(word in str(error) for word in ("dtype", "subarray")):
            raise
    finally:
        while True:
            try:
                allow()
                break
            except (MemoryError, ctypes.ArgumentError):
                continue
    return case.after(subject)


@cache
def undisturbed(name: str) -> object:
    """Return the results of an undisturbed call."""
    case = CASES[name]
    subject = case.make()
    case.call(subject)
    return case.after(subject)


def chunk(seed: int, number: int, cases: int) -> list[str]:
    """Refuse a range of allocations of one call and return the findings."""
    name = list(CASES)[number % len(CASES)]
    first = number // len(CASES) * SIZE + 1
    expected = undisturbed(name)
    findings = []
    for allocation in range(first, first + cases):
        if allocation > allocations_of(name):
            break
        try:
            result = run_with_refusal(CASES[name], allocation)
        except Exception as error:
            findings.append(f"{name}, allocation {allocation}: {type(error).__name__}: {str(error)[:300]}")
            continue
        if not is_same(result, expected):
            findings.append(
                f"{name}, allocation {allocation}: a wrong result afterwards: "
                f"{str(result)[:200]} instead of {str(expected)[:200]}"
            )
    return findings


def is_same(result: object, expected: object) -> bool:
    """Return whether the results are equal. A result that is None or ends in None passes: memory ran out."""
    if result is None or result == expected:
        return True
    return (
        isinstance(result, tuple)
        and isinstance(expected, tuple)
        and len(result) == len(expected)
        and result[-1] is None
    )


def preload(folder: str) -> dict[str, str]:
    """Build `refuse.c` if possible. Return the environment variables for a worker."""
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
    if why_unsupported():
        print(f"allocations: skipped, because {why_unsupported()}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return run_attack(
            "allocations", "Refuse memory at each allocation of a call.", SIZE, chunk, arguments, preload(folder)
        )


if __name__ == "__main__":
    sys.exit(main())
