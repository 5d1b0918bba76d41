"""Regression tests for calls that once crashed the compiled core.

The calls pass odd numbers, strings, callbacks or half-made objects, or run without memory. A call that could end the
process runs in a separate process.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

import fastcore
from fastcore import BadPosition, Search
from tests.attacks.core.calls import CLASSES
from tests.attacks.core.plain_python import why_unsupported
from workbench.conformance.walks import random_position

HEAD = """
import faulthandler, gc, signal, numpy
faulthandler.enable()
import fastcore
from fastcore import Search, State, Stream, Viewpoint
from workbench.conformance.walks import random_position
"""


def run(code: str) -> str:
    """Run code in a separate process and return its output.

    Raises:
        AssertionError: The code fails or crashes.
    """
    process = subprocess.run(
        [sys.executable, "-c", HEAD + code], capture_output=True, text=True, timeout=120, check=False
    )
    assert process.returncode == 0, f"status {process.returncode}\n{process.stdout[-2000:]}\n{process.stderr[-4000:]}"
    return process.stdout


class EqualToAll(str):
    """A string that compares equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("herd")


# Odd numbers and strings ----------------------------------------------------------------------------------------------


def test_index_of_move_is_read_once() -> None:
    assert "asked once" in run("""
class Changing:
    def __init__(self, first): self.answers, self.asked = [first, 10**6, 2**31 - 1, -10**9], 0
    def __index__(self):
        self.asked += 1
        return self.answers[min(self.asked, 4) - 1]
for spec in fastcore.games():
    state = random_position(spec, "changing")
    point = state.viewpoint(state.actor)
    watch = lambda move: state.observation(move, 0)
    calls = (point.events, point.forecast, point.move_text, state.move_text, state.after, state.events, watch)
    for call in calls:
        move = Changing(state.moves()[0])
        try: call(move)
        except fastcore.TooMany: pass
        assert move.asked == 1, call
print("asked once")
""")


def test_seat_argument_cannot_change_state_during_call() -> None:
    run("""
class Seat:
    def __init__(self, state): self.state = state
    def __index__(self):
        for _ in range(3):
            if self.state.actor >= 0: self.state.play(self.state.moves()[-1])
        return 0
for spec in fastcore.games():
    for call in ("events", "observation"):
        state = random_position(spec, "seat")
        move = state.moves()[0]
        try: getattr(state, call)(move, Seat(state))
        except fastcore.IllegalMove: pass
        assert fastcore.parse(state.situation) == state
""")


def test_string_subclass_is_read_as_plain_string() -> None:
    with pytest.raises(BadPosition):
        fastcore.info(EqualToAll("chess"))
    with pytest.raises(BadPosition):
        fastcore.start(EqualToAll("herd(size=99)"))
    assert fastcore.start("herd").spec == "herd" and fastcore.start(EqualToAll("forest")).spec == "forest"
    state = random_position("herbalism", "texts")
    point = state.viewpoint(state.actor)
    text = state.move_text(state.moves()[-1])
    assert point.events(EqualToAll(text)) == point.events(text) and point.forecast(EqualToAll(text)) == point.forecast(
        text
    )
    with pytest.raises(fastcore.IllegalMove):
        point.events(EqualToAll("nothing"))
    with pytest.raises(ValueError, match="model is"):
        point.beliefs(EqualToAll("nobody"))


def test_search_checks_odd_option_values() -> None:
    class GreaterThanAll(float):
        def __le__(self, other: object) -> bool:
            return True

        __ge__ = __lt__ = __gt__ = __le__

        def __int__(self) -> int:
            return 10**9

    state = random_position("herd(size=3)", "options")
    with pytest.raises(ValueError, match="leaves"):
        Search(state, leaves=GreaterThanAll(300))
    with pytest.raises(ValueError, match="memory_mb"):
        Search(state, memory_mb=GreaterThanAll(10**9))
    with pytest.raises(TypeError, match="stream"):
        Search(state).choice(random.Random(1))  # type: ignore[arg-type]


# Signals, callbacks, threads ------------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")
def test_signal_handler_cannot_change_running_search() -> None:
    assert "refused" in run("""
state = random_position("herd", "signals")
first = state.move_text(state.moves()[0])
search = Search(state, threads=2, memory_mb=64)
for call in (lambda: search.run(5), search.trace, lambda: search.advance(first)):
    met = []
    def handler(*_):
        try: search.simulations, search.root(), search.line(), call()
        except RuntimeError as error: met.append(str(error))
        except ValueError: pass
    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    for _ in range(10_000):
        if len(met) >= 3: break
        search.run(100_000)
    signal.setitimer(signal.ITIMER_REAL, 0)
    assert "is using" in met[0]
    made = search.simulations
    search.run(1000)
    assert search.simulations == made + 1000
print("refused")
""")


def test_gc_callback_cannot_change_search_during_read() -> None:
    assert "refused" in run("""
covered = (("herbalism", "improver"), ("herbalism", "ismcts"), ("herbs(actions=2)", "equilibrium"))
for spec, engine in (*covered, ("forest", "tree")):
    state = random_position(spec, "callbacks", max_moves=20)
    search = Search(state, engine=engine)
    search.run(200)
    refused = []
    def callback(*_):
        try: search.advance(state.observation(state.moves()[0], state.actor))
        except RuntimeError: refused.append(1)
        except ValueError: pass
    for _ in range(100):
        gc.callbacks.append(callback)
        gc.set_threshold(1)
        try: search.root(), search.value()
        finally:
            gc.callbacks.clear()
            gc.set_threshold(700)
        if refused: break
        search = Search(state, engine=engine)
        search.run(20)
    assert refused, engine
print("refused")
""")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")
def test_signal_handler_may_change_state_during_perft() -> None:
    run("""
state = fastcore.start("forest")
other = State.parse(state.situation)
signal.signal(signal.SIGALRM, lambda *_: [state.play(state.moves()[0]) for _ in range(3) if state.actor >= 0])
signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
found = fastcore.perft(state, 3)
signal.setitimer(signal.ITIMER_REAL, 0)
assert found == fastcore.perft(other, 3)
""")


# Half-made objects ----------------------------------------------------------------------------------------------------


def test_objects_without_init_do_not_crash() -> None:
    out = run("""
from tests.attacks.core.calls import CLASSES
calls = 0
for spec in ("herbalism", "herbs", "herd", "forest"):
    state = random_position(spec, "half")
    point = state.viewpoint(state.actor)
    games, seats = [state.game], [0, None, state.actor]
    tries = [(), (state.game,), (state.game, None), (state.game, 0), (state.game, state.actor), (3, None),
             (point, 1, 1, 8, None, {}), (state, 1, 1, 8, None, {}), (state.game, 10**6),
             (state.info, dict(state.game.options)), ([1],), (5, 2)]
    for kind in CLASSES:
        for arguments in tries:
            try: half = kind.__new__(kind, *arguments)
            except Exception: continue
            for name in dir(kind):
                if name.startswith("__") or name == "run": continue
                for given in ((), (0,), ("x",), (10**6, 10**6), (0, 0, 0)):
                    try:
                        found = getattr(half, name)
                        if callable(found): found(*given)
                        calls += 1
                    except Exception: calls += 1
print(calls)
""")
    assert int(out) > 1000 and len(CLASSES) > 50


def test_internal_methods_check_move_numbers() -> None:
    out = run("""
calls = 0
for spec in ("herbalism", "herbs"):
    state = random_position(spec, "numbers")
    point = state.viewpoint(state.actor)
    for inside in gc.get_referents(point):
        if type(inside).__module__.startswith("fastcore") and hasattr(inside, "observe"):
            for wrong in (-1, -10**9, 10**6, 2**31 - 1):
                for name in ("events", "forecast", "move_text", "observed_text", "forecast_from"):
                    if hasattr(inside, name):
                        for given in ((wrong,), (wrong, None), (wrong, {})):
                            calls += 1
                            try: getattr(inside, name)(*given)
                            except Exception: pass
    assert point.seat == state.actor and len(point.moves()) == len(state.moves())
print(calls)
""")
    assert int(out) > 0


# Failed allocations ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="needs RLIMIT_AS")
def test_advance_without_memory_changes_nothing() -> None:
    assert "the same" in run("""
import resource
state = random_position("forest", "memory")
first = state.move_text(state.moves()[0])
for threads in (1, 3):
    searches = [Search(state, seed=5, threads=threads, memory_mb=64) for _ in range(2)]
    for search in searches: search.run(20_000)
    search, undisturbed = searches
    before = search.simulations, search.text, search.root().tobytes(), search.value()
    used = int(open("/proc/self/statm").read().split()[0]) * 4096
    filled = []
    resource.setrlimit(resource.RLIMIT_AS, (used, resource.RLIM_INFINITY))
    try:
        while True: filled.append(bytearray(1 << 18))
    except MemoryError: pass
    try: search.advance(first)
    except MemoryError: refused = True
    else: refused = False
    filled.clear()
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert refused and before == (search.simulations, search.text, search.root().tobytes(), search.value())
    assert search.advance(first) == undisturbed.advance(first)
    for search in searches: search.run(500)
    assert searches[0].root().tobytes() == searches[1].root().tobytes()
print("the same")
""")


@pytest.mark.skipif(bool(why_unsupported()), reason=why_unsupported())
def test_search_works_again_after_failed_allocation() -> None:
    run("""
import _testcapi
search = Search(random_position("forest", "nothing"), memory_mb=8)
for number in range(40):
    for call in (lambda: search.run(10), search.root, search.trace):
        _testcapi.set_nomemory(number, 0)
        try: call()
        except Exception: pass
        finally: _testcapi.remove_mem_hooks()
made = search.simulations
assert search.run(100) == 100 and search.simulations == made + 100
""")


def test_outcomes_must_match_game_info() -> None:
    game = fastcore.start("herd").game
    kind, info = type(game), game.info
    kind(info, game.options).check()
    with pytest.raises(ValueError, match="`outcomes` is 21"):
        kind(replace(info, has=fastcore.Has()), game.options).check()
