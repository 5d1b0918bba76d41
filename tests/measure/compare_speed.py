"""Compare the speed of the core in two trees.

python -m tests.measure.compare_speed BEFORE AFTER [--rounds 20] [--pin 0]

Both trees are built already. Every round runs all workloads once in each tree, in turn, each in a new process. The
figures are calls, moves or simulations per second of processor time.

Prints a Markdown table: the medians, the median of the ratios of the pairs, and the smallest and the largest ratio.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import thread_time

PLAYOUTS = {
    "herd(size=4)": 300_000, "herd": 180_000, "herd(size=6)": 80_000, "forest": 90_000, "forest(yellow_cap=3)": 90_000,
    "herbs": 150_000, "herbalism(target=1)": 100_000,
}  # fmt: skip
SEARCHES = {
    ("herd(size=4)", "tree"): 150_000, ("herd", "tree"): 150_000, ("herd(size=6)", "tree"): 120_000,
    ("forest", "tree"): 200_000, ("forest", "alphabeta"): 2_000_000, ("herbs", "duct"): 20_000,
    ("herbs", "equilibrium"): 6_000, ("herbalism", "ismcts"): 6_000, ("herbalism", "improver"): 5_000,
}  # fmt: skip
OBSERVED = ("herbalism", "herbalism(players=4,actions=advanced)")
GAMES = ("herd", "forest", "herbs", "herbalism")


def measure() -> dict[str, float]:
    """Run every workload with the core of the working directory and return what each does per second."""
    import fastcore

    def next_move(state: fastcore.State, stream: fastcore.Stream) -> int:
        return state.sample(stream) if state.actor == fastcore.CHANCE else stream.choice(state.moves())

    def middle(spec: str) -> list[fastcore.State]:
        """Return four positions halfway through random games."""
        half = int(fastcore.playouts(fastcore.start(spec), 500, 1).moves / 2)
        found: list[fastcore.State] = []
        for number in range(30):
            state, stream, moves = fastcore.start(spec), fastcore.Stream(1, "speed", spec, number), 0
            while state.actor != fastcore.OVER and (moves < half or len(state.moves()) < 2):
                moves += state.actor != fastcore.CHANCE
                state.play(next_move(state, stream))
            if state.actor != fastcore.OVER and len(found) < 4:
                found.append(state)
        return found

    def playouts(spec: str, n: int) -> float:
        return n * fastcore.playouts(fastcore.start(spec), n, 3).moves

    def search(states: list[fastcore.State], engine: str, simulations: int) -> float:
        return sum(fastcore.Search(state, seed=i, engine=engine).run(simulations) for i, state in enumerate(states))

    def observe(spec: str) -> float:
        count = 0
        for number in range(20):
            state, stream = fastcore.start(spec), fastcore.Stream(number, "speed", spec)
            points = [fastcore.Viewpoint(spec, seat) for seat in range(state.seats)]
            while state.actor != fastcore.OVER:
                move = next_move(state, stream)
                for point in points:
                    if seen := state.observation(move, point.seat):
                        point.observe(seen)
                        count += 1
                state.play(move)
        return count

    def play(spec: str) -> float:
        count = 0
        for number in range(120):
            state, stream = fastcore.start(spec), fastcore.Stream(number, "speed", spec)
            while state.actor != fastcore.OVER:
                state.play(next_move(state, stream))
                count += 1
        return count

    figures = {}

    def time(name: str, workload: Callable[[], float]) -> None:
        start = thread_time()
        work = workload()
        figures[name] = work / (thread_time() - start)

    for spec, n in PLAYOUTS.items():
        playouts(spec, 200)
        time(f"random games, {spec}: moves", partial(playouts, spec, n))
    for (spec, engine), n in SEARCHES.items():
        time(f"{engine}, {spec}: simulations", partial(search, middle(spec), engine, n))
    for spec in OBSERVED:
        time(f"viewpoints, {spec}: observations", partial(observe, spec))
    for spec in GAMES:
        time(f"moves from Python, {spec}", partial(play, spec))
    return figures


def run(tree: Path, pin: str) -> dict[str, float]:
    """Measure a tree in a new process."""
    command = ["taskset", "-c", pin, sys.executable, str(Path(__file__).resolve()), "--here"]
    output = subprocess.run(command, cwd=tree, check=True, capture_output=True, text=True).stdout
    figures: dict[str, float] = json.loads(output)
    return figures


def main() -> None:
    if sys.argv[1:] == ["--here"]:
        sys.path.insert(0, ".")
        print(json.dumps(measure()))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--pin", default="0", help="the processor to use")
    options = parser.parse_args()
    pairs = defaultdict[str, list[tuple[float, float]]](list)
    for number in range(options.rounds):
        trees = [options.before, options.after]
        results = {tree: run(tree, options.pin) for tree in (trees if number % 2 else trees[::-1])}
        for name, figure in results[options.before].items():
            pairs[name].append((figure, results[options.after][name]))
    print("| per second of processor time | before | after | ratio | smallest to largest |")
    print("| --- | --- | --- | --- | --- |")
    for name, figures in pairs.items():
        ratios = sorted(after / before for before, after in figures)
        medians = [median(column) for column in zip(*figures, strict=True)]
        rates = f"{medians[0]:,.0f} | {medians[1]:,.0f} | {median(ratios):.3f}"
        print(f"| {name} | {rates} | {ratios[0]:.3f} to {ratios[-1]:.3f} |")


if __name__ == "__main__":
    main()
