"""Digests of exact results: evaluations, knowledge and searches of many positions. The same in every build.

python -m tests.kit.golden

writes them to `tests/data/golden.json` again, after a change that is meant to change results. The diff of the file
shows which results have changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path

import numpy as np

import fastcore
from fastcore import CHANCE, Search, Stream, search
from fastcore.values import Option
from workbench.conformance.walks import option_specs, random_game

FILE = Path(__file__).parent.parent / "data" / "golden.json"
GAMES = 2  # random games for each spec
WIDTH = 8  # digits of a digest
OPTIONS = {
    "tree": search.TREE_OPTIONS,
    "alphabeta": search.ALPHABETA_OPTIONS,
    "equilibrium": search.EQUILIBRIUM_OPTIONS,
    "duct": search.DUCT_OPTIONS,
    "improver": search.IMPROVER_OPTIONS,
    "ismcts": search.ISMCTS_OPTIONS,
}
SIMULATIONS = {"tree": 400, "alphabeta": 3000, "equilibrium": 150, "duct": 200, "improver": 40, "ismcts": 40}
OTHER_VALUES = {  # of options that are numbers
    "futility": 0.667,
    "full_moves": 5,
    "exploration": 0.3,
    "first_play": 0.4,
    "leaves": 1,
    "playout": 5,
    "plans": 5,
    "candidates": 7,
    "trees": 0,
    "worlds": 3,
    "samples": 2,
    "caution": 0.5,
    "levels": 2,
}


def digest(*parts: object) -> str:
    """Return a short digest of values. Floats count to the last bit."""
    return blake2b(repr(plain(parts)).encode(), digest_size=WIDTH // 2).hexdigest()


def plain(value: object) -> object:
    """Return a value with lists in the place of arrays, whose text would be rounded."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value


def positions(spec: str, every: int) -> Iterator[tuple[int, fastcore.State]]:
    """Yield a number and every so many positions of random games, which are unlike each other at the end."""
    count = 0
    for number in range(GAMES):
        for step, (state, _) in enumerate(random_game(spec, "golden", number)):
            if step % every == number % every:
                yield count, state
                count += 1


def evaluations(spec: str) -> list[str]:
    """Return a digest of each position: values, terms, moves, priors, chances, policies and points."""
    found = []
    for _, state in positions(spec, 4):
        evaluation = state.evaluate()
        parts: list[object] = [evaluation.values, [(term.name, term.amount, term.weight) for term in evaluation.terms]]
        parts += [state.chances(), state.moves(), state.points(), state.turn, state.phase, state.text()]
        if state.actor >= 0:
            parts += [state.policy(name) for name in state.info.policies]
            parts.append([state.why_not(state.move_text(move)) for move in state.moves()[:2]])
        found.append(digest(*parts))
    return found


def knowledge(spec: str) -> list[str]:
    """Return a digest of what each seat knows in positions of random games, and of worlds sampled from it."""
    found = []
    for _, state in positions(spec, 9):
        for seat in range(state.seats):
            point = state.viewpoint(seat)
            parts: list[object] = [point.text(), point.actor, point.moves() if point.actor == seat else ()]
            parts += [point.evaluate().values, point.key]
            if point.state is None:
                parts += [sorted(point.beliefs().items()), point.sample(Stream(seat)).text()]
            found.append(digest(*parts))
    return found


def searches(spec: str, engine: str) -> list[str]:
    """Return digests of searches with default options, and of one with another value of each option."""
    found = []
    least = CHANCE if engine == "tree" else 0
    fitting = [state for _, state in positions(spec, 5) if state.actor >= least]
    spaced = fitting[:: max(1, len(fitting) // 6)]
    for number, state in enumerate(spaced):
        found.append(searched(state, engine, number, {}))
    for number, (option, value) in enumerate(other_values(engine)):
        found.append(f"{option}={value}:{searched(spaced[number % len(spaced)], engine, number, {option: value})}")
    return found


def other_values(engine: str) -> Iterator[tuple[str, object]]:
    """Yield each option of an engine with each value that is not its default.

    `shared` is left out: one thread makes the same search with it, and several threads make no search twice.
    """
    for option in OPTIONS[engine]:
        if option.name == "shared":
            continue
        yield from ((option.name, value) for value in values_of(option) if str(value) != option.default)


def values_of(option: Option) -> tuple[object, ...]:
    return option.choices or (OTHER_VALUES[option.name],)


def searched(state: fastcore.State, engine: str, seed: int, options: dict[str, object]) -> str:
    """Return a digest of a search, continued after its best move where the next position fits."""
    seat = state.actor if state.actor >= 0 else 0
    made = Search(state.viewpoint(seat), engine=engine, seed=seed, **options)  # type: ignore[arg-type]
    parts: list[object] = []
    for _ in range(2):
        made.run(SIMULATIONS[engine])
        rows = made.root()
        parts += [rows.dtype.names, rows.tolist(), made.value(), made.simulations, made.depth, made.done]
        if state.actor < 0:
            break
        if engine not in ("equilibrium", "duct"):
            parts.append(made.node([]))
        if engine in ("tree", "alphabeta"):
            parts.append(made.dump(visits=20))
        if engine != "alphabeta":
            parts.append(made.trace())
        move = made.choice()
        parts += [move, made.line(), made.metrics]
        if made.metrics:
            parts.append(made.facts(move))
        if engine in ("equilibrium", "duct"):
            parts.append(made.mixture())
        after = state.after(move)
        if after.actor < 0 or (after.actor != seat and engine not in ("tree", "alphabeta")):
            break
        made.advance(state.observation(move, seat))
        state = after
    return digest(*parts)


def tables() -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """Yield the name of each table of digests and the function that makes it."""
    for game in fastcore.games():
        for spec in option_specs(game):
            yield f"evaluation {spec}", lambda spec=spec: evaluations(spec)  # type: ignore[misc]
            if fastcore.info(game).has.covered:
                yield f"knowledge {spec}", lambda spec=spec: knowledge(spec)  # type: ignore[misc]
            for engine in OPTIONS:
                if Search.fits(fastcore.start(spec), engine):
                    yield f"{engine} {spec}", lambda spec=spec, engine=engine: searches(spec, engine)  # type: ignore[misc]


def main() -> None:
    """Write the file."""
    found = {name: " ".join(make()) for name, make in tables()}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
