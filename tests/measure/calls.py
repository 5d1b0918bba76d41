"""Measure calls of the Python interface: python -m tests.measure.calls [GAME ...]

With OpenSpiel installed (`pip install open_spiel`), the same calls of its games of these names are measured too:
python -m tests.measure.calls kuhn clobber --openspiel kuhn_poker "clobber(rows=3,columns=4)"
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from time import thread_time
from typing import Any

import fastcore

CALLS, REPEATS = 100_000, 5


def nanoseconds(call: Callable[[], object]) -> float:
    """Return the processor time of one call in nanoseconds: the best of REPEATS, with the loop around it."""
    times = []
    for _ in range(REPEATS):
        start = thread_time()
        for _ in range(CALLS):
            call()
        times.append(thread_time() - start)
    return 1e9 * min(times) / CALLS


def own_calls(spec: str) -> list[Callable[[], object]]:
    """Return the calls on the first decision of a game, in the order of COLUMNS."""
    state, stream = fastcore.start(spec), fastcore.Stream(1)
    while state.actor == fastcore.CHANCE:
        state.play(state.sample(stream))
    game, move = state.game, state.moves()[0]
    return [lambda: fastcore.State(game), state.copy, lambda: state.actor, state.moves, lambda: state.copy().play(move)]


def openspiel_calls(spec: str) -> list[Callable[[], object]]:
    """Return the same calls of OpenSpiel."""
    game: Any = import_module("pyspiel").load_game(spec)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    move = state.legal_actions()[0]
    return [
        game.new_initial_state, state.clone, state.current_player, state.legal_actions,
        lambda: state.clone().apply_action(move),
    ]  # fmt: skip


COLUMNS = ("new state", "copy", "who moves", "legal moves", "copy and move")


def main() -> None:
    """Print a Markdown table in nanoseconds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=fastcore.games())
    parser.add_argument("--openspiel", nargs="*", default=(), metavar="GAME")
    options = parser.parse_args()
    print("| ns a call |", " | ".join(COLUMNS), "|")
    print("| --- |" + " --- |" * len(COLUMNS))
    rows = [(game, own_calls(game)) for game in options.game]
    rows += [(f"OpenSpiel {game}", openspiel_calls(game)) for game in options.openspiel]
    loop = nanoseconds(lambda: None)
    for name, calls in rows:
        print(f"| {name} |", " | ".join(f"{nanoseconds(call) - loop:,.0f}" for call in calls), "|")


if __name__ == "__main__":
    main()
