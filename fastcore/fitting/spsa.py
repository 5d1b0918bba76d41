"""Tune numeric options of a search engine by games against itself (SPSA, Spall 1992).

python -m fastcore.fitting.spsa SPEC ENGINE --option NAME:LEAST:MOST:STEP ... --results FILE

In each iteration, every option moves up or down at random by a shrinking part of its STEP. The search with these values
plays a pair of games against the search with the opposite ones: from one random opening, each once in each seat. Then
all options move a little towards the values of the winner. Whole options are rounded at random, up with the probability
of their fraction. Options begin at their defaults, or at VALUE with `--option NAME=VALUE:LEAST:MOST:STEP`.

With a results file, one JSON line for each iteration, a later run continues. Equal arguments make equal games.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from math import floor
from pathlib import Path
from typing import Any, NamedTuple

import fastcore
from fastcore import CHANCE, OVER, State, Stream
from fastcore.fitting.arguments import add_whole
from fastcore.search import ENGINES

DELAY = 0.1  # share of the iterations after which moves and steps shrink clearly
MOVE_POWER, STEP_POWER = 0.602, 0.101  # how fast they shrink (Spall 1998)
RATE = 0.006  # share of its STEP by which a won pair moves an option in the last iteration


class Tuned(NamedTuple):
    """An option to tune: its first value, its range, and a step that makes a visible difference."""

    name: str
    first: float
    least: float
    most: float
    step: float
    whole: bool

    @classmethod
    def parse(cls, text: str, engine: str) -> Tuned:
        """Read NAME[=VALUE]:LEAST:MOST:STEP.

        Raises:
            ValueError: The text or the option is wrong.
        """
        name, *numbers = text.split(":")
        name, _, value = name.partition("=")
        known = {option.name: option for option in ENGINES[engine].available if option.kind in ("whole", "number")}
        if name not in known:
            raise ValueError(f"{name} is not a numeric option of {engine}; these are: {', '.join(known)}")
        option = known[name]
        try:
            least, most, step = map(float, numbers)
            first = float(value or option.default)
        except ValueError:
            raise ValueError(f"{text} must have the form NAME:LEAST:MOST:STEP, with three numbers") from None
        if not (option.least <= least <= first <= most <= option.most and step > 0):
            raise ValueError(f"{text}: {name} must begin in its range, which is at most {option.allowed}")
        return cls(name, first, least, most, step, option.kind == "whole")

    def setting(self, place: float, stream: Stream) -> float | int:
        """Return the setting to play with: in the range, and rounded at random if it is whole."""
        inside = min(max(place, self.least), self.most)
        return floor(inside + stream.below(2**20) / 2**20) if self.whole else round(inside, 6)


def play(
    start: State, engine: str, sides: Sequence[dict[str, Any]], simulations: int, memory_mb: float, stream: Stream
) -> tuple[float, ...]:
    """Play a game between searches with the options of each seat, and return the returns by seat."""
    state = start.copy()
    searches = [
        fastcore.Search(state, seed=stream.below(2**31), engine=engine, memory_mb=memory_mb, **options)
        for options in sides
    ]
    while state.actor != OVER:
        if state.actor == CHANCE:
            move = state.sample(stream)
        else:
            search = searches[state.actor]
            search.run(max(1, simulations - search.simulations) if engine == "tree" else simulations)
            move = search.choice()
        text = state.move_text(move)
        state.play(move)
        for search in searches:
            search.advance(text)
    return state.returns()


def opening(spec: str, moves: int, stream: Stream) -> State:
    """Return a position after random moves that do not end the game."""
    state = fastcore.start(spec)
    for _ in range(moves):
        while state.actor == CHANCE:
            state.play(state.sample(stream))
        going = [move for move in state.moves() if state.after(move).actor != OVER]
        if going:
            state.play(stream.choice(going))
    return state


def iterate(number: int, places: list[float], options: argparse.Namespace, tuned: Sequence[Tuned]) -> list[float]:
    """Play the pair of an iteration and return the new places."""
    stream = Stream(options.seed, options.spec, "spsa", number)
    signs = [1 if stream.below(2) else -1 for _ in tuned]
    left = options.iterations * (1 + DELAY) / (number + 1 + options.iterations * DELAY)  # falls to 1
    size = left**STEP_POWER
    values = [
        {
            one.name: one.setting(place + way * sign * size * one.step, stream)
            for one, place, sign in zip(tuned, places, signs, strict=True)
        }
        for way in (1, -1)
    ]
    start, lead = opening(options.spec, options.random, stream), 0.0
    for seat in (0, 1):
        sides = values if seat == 0 else values[::-1]
        lead += play(start, options.engine, sides, options.simulations, options.memory, stream)[seat] / 2
    moved = RATE * left**MOVE_POWER * lead / size
    return [
        min(max(place + moved * sign * one.step, one.least), one.most)
        for one, place, sign in zip(tuned, places, signs, strict=True)
    ]


def main(words: Sequence[str] | None = None) -> None:
    """Tune options and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec", help="the game with its options")
    parser.add_argument("engine", choices=["tree", "alphabeta"])
    parser.add_argument("--option", action="append", required=True, metavar="NAME:LEAST:MOST:STEP")
    add_whole(parser, "--simulations", 1, 2000, "for each decision")
    add_whole(parser, "--memory", 4, 16, "MB for each search")
    add_whole(parser, "--iterations", 1, 5000, "pairs of games")
    add_whole(parser, "--random", 0, 4, "random moves of each opening")
    add_whole(parser, "--seed", 0, 1, "of all games")
    parser.add_argument("--results", type=Path, required=True, metavar="FILE")
    options = parser.parse_args(words)
    try:
        tuned = [Tuned.parse(text, options.engine) for text in options.option]
        if not fastcore.Search.fits(fastcore.start(options.spec), options.engine):
            raise ValueError(f"the engine {options.engine} cannot search {options.spec}")
    except ValueError as error:
        parser.error(str(error))
    places, done = [one.first for one in tuned], 0
    if options.results.exists():
        lines = options.results.read_text(encoding="utf-8").splitlines()
        done = len(lines)
        places = json.loads(lines[-1]) if lines else places
    with options.results.open("a", encoding="utf-8") as file:
        for number in range(done, options.iterations):
            places = [round(place, 6) for place in iterate(number, places, options, tuned)]
            file.write(json.dumps(places) + "\n")
            if (number + 1) % 100 == 0 or number + 1 == options.iterations:
                file.flush()
                shown = ", ".join(f"{one.name} {place:.4g}" for one, place in zip(tuned, places, strict=True))
                print(f"{number + 1}: {shown}", flush=True)


if __name__ == "__main__":
    main()
