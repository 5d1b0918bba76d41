"""Measure what an observation costs a seat, with and without a list of events: python -m tests.measure.observations"""

from __future__ import annotations

from time import thread_time

import fastcore
from fastcore import CHANCE, OVER, Stream, Viewpoint

GAMES, MOVES = 20, 150


def microseconds(game: str, events: bool) -> tuple[float, int]:
    """Return the processor time of an observation of seat 0 in random games, and the number of observations."""
    took, count = 0.0, 0
    for number in range(GAMES):
        state, stream, point = fastcore.start(game), Stream(number, "observations"), Viewpoint(game, 0)
        for _ in range(MOVES):
            if state.actor == OVER:
                break
            move = state.move_text(state.sample(stream) if state.actor == CHANCE else stream.choice(state.moves()))
            if seen := state.observation(move, 0):
                start = thread_time()
                point.observe(seen, events=events)
                took += thread_time() - start
                count += 1
            state.play(move)
    return 1e6 * took / count, count


def main() -> None:
    """Print a Markdown table in microseconds."""
    print("| game | with events | without | observations |", "| --- | --- | --- | --- |", sep="\n")
    for game in fastcore.games():
        (listed, count), (silent, _) = microseconds(game, True), microseconds(game, False)
        print(f"| {game} | {listed:.0f} | {silent:.0f} | {count:,} |")


if __name__ == "__main__":
    main()
