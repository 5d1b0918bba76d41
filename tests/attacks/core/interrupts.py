"""Interrupt queries of a Viewpoint and repeat them: every answer must match that of an undisturbed Viewpoint.

    python -m tests.attacks.core.interrupts --seed 1 --count 1000

The attacks use a timer whose handler raises KeyboardInterrupt, a refused allocation, and two threads on one Viewpoint.
An interrupted observation must take effect completely or not at all.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from random import Random
from types import FrameType
from typing import NamedTuple

import fastcore
from fastcore import CHANCE, OVER, State, Stream, Viewpoint
from tests.attacks.core.plain_python import why_unsupported

SPECS = ("herbalism", "herbalism(players=4)", "herbs")
MAX_MOVES = 20  # maximum number of moves before the attack
MAX_ALLOCATIONS = 3000


class Case(NamedTuple):
    """A seat's view and its next observation."""

    spec: str
    view: str
    seat: int
    seen: str

    def point(self) -> Viewpoint:
        return Viewpoint(self.spec, self.seat, self.view)


def random_case(random: Random, specs: tuple[str, ...] = SPECS) -> Case:
    """Play random games until a seat is about to observe a move. Return its view and the observation."""
    while True:
        spec = random.choice(specs)
        state, length = fastcore.start(spec), random.randrange(2, MAX_MOVES)
        for _ in range(length):
            if state.actor == OVER:
                break
            state.play(_move(state, random))
        if state.actor in (OVER, CHANCE):
            continue
        seat = random.randrange(state.seats)
        seen = state.observation(_move(state, random), seat)
        if seen:
            return Case(spec, state.view(seat), seat, seen)


def _move(state: State, random: Random) -> int:
    if state.actor == CHANCE:
        moves, chances = zip(*state.chances(), strict=True)
        return int(random.choices(moves, chances)[0])
    return random.choice(state.moves())


def answers(point: Viewpoint) -> tuple[object, ...]:
    """Return the answers of a viewpoint (beliefs only in games with hidden information), or its error."""
    try:
        if point.info.has.hidden:
            return point.count(), point.beliefs(), point.entropy(), point.sample(Stream(3)).text()
        return point.entropy(), point.sample(Stream(3)).text()
    except ValueError as error:
        return (repr(error),)


def ask_first(point: Viewpoint) -> None:
    """Make the first query, which triggers the calculations."""
    if point.info.has.hidden:
        point.count()
    else:
        point.entropy()


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise KeyboardInterrupt after `seconds`, unless the block has ended."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def interrupted(call: Callable[[], object], seconds: float) -> bool:
    """Run a call with a timer. Return whether the timer interrupted the call."""
    try:
        with alarm(seconds):
            call()
    except KeyboardInterrupt:
        return True
    return False


def refused(call: Callable[[], object], number: int) -> bool:
    """Run a call with one allocation refused. Return whether it raised MemoryError."""
    hooks = import_module("_testcapi")  # part of CPython's tests
    try:
        hooks.set_nomemory(number, number + 1)
        call()
    except MemoryError:
        return True
    finally:
        hooks.remove_mem_hooks()
    return False


def fault_after_timer(case: Case, random: Random) -> str:
    """Interrupt the first query with a timer, then repeat it. Return a description of a wrong answer, or ""."""
    point, expected = case.point(), answers(case.point())
    if not interrupted(lambda: ask_first(point), random.uniform(0.0001, 0.004)):
        return ""
    return "" if answers(point) == expected else f"after Ctrl-C the answer is {answers(point)[0]}, not {expected[0]}"


def fault_after_refusal(case: Case, random: Random) -> str:
    """Fail one allocation of the first query, then repeat it. Return a description of a wrong answer, or ""."""
    point, expected = case.point(), answers(case.point())
    if not refused(lambda: ask_first(point), random.randrange(MAX_ALLOCATIONS)):
        return ""
    return (
        "" if answers(point) == expected else f"after MemoryError the answer is {answers(point)[0]}, not {expected[0]}"
    )


def fault_of_threads(case: Case, random: Random) -> str:
    """Query a fresh Viewpoint from two threads at the same time. Return a description of a wrong answer, or ""."""
    point, expected, results = case.point(), answers(case.point()), []
    gate = threading.Barrier(2)

    def ask() -> None:
        gate.wait()
        results.append(answers(point))

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=ask) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    results.append(answers(point))
    return (
        "" if results == [expected] * 3 else f"two threads get {[answer[0] for answer in results]}, not {expected[0]}"
    )


def fault_of_observation(case: Case, random: Random) -> str:
    """Interrupt an observation, which must take effect completely or not at all. Return the fault, or ""."""
    point, before, after = case.point(), case.point(), case.point()
    after.observe(case.seen)
    if random.random() < 0.5 or not case.spec.startswith("herbalism"):
        stopped = interrupted(lambda: point.observe(case.seen), random.uniform(0.00002, 0.0005))
    else:
        stopped = refused(lambda: point.observe(case.seen), random.randrange(400))
    if point.text() == before.text() and point == before:
        if not stopped:
            return "an observation that raised nothing was not taken in"
        point.observe(case.seen)
    copy = point.__reduce__()
    if point != after or answers(point) != answers(after) or len(copy[1][3]) != 1:
        return (
            f"after an observation that was interrupted, {point.text()!r} is not {after.text()!r}, "
            "or what is known differs"
        )
    return ""


ATTACKS: dict[str, Callable[[Case, Random], str]] = {
    "timer": fault_after_timer,
    "allocation": fault_after_refusal,
    "threads": fault_of_threads,
    "observation": fault_of_observation,
}


REFUSING = ("allocation", "observation")  # attacks that refuse an allocation


def run(seed: int, count: int, kinds: tuple[str, ...] = tuple(ATTACKS)) -> list[str]:
    """Run each kind of attack `count` times. Return a line for each wrong answer, with the values that reproduce it."""
    findings = []
    for number in range(count):
        for kind in kinds:
            random = Random(f"{seed}/{number}/{kind}")
            case = random_case(random)
            if fault := ATTACKS[kind](case, random):
                findings.append(
                    f"{kind}, seed {seed}, attack {number}, seat {case.seat} of {case.spec} {case.view}: {fault}"
                )
    return findings


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    chosen, kinds = parser.parse_args(), tuple(ATTACKS)
    if why_unsupported():
        kinds = tuple(kind for kind in ATTACKS if kind not in REFUSING)
        print(f"{' and '.join(REFUSING)} skipped: {why_unsupported()}")
    lines = run(chosen.seed, chosen.count, kinds)
    print(*lines, sep="\n", end="\n" if lines else "")
    print(f"{chosen.count} attacks of each kind ({', '.join(kinds)}): {len(lines)} wrong answers")
    sys.exit(bool(lines))
