"""Measure the steps per second of `fastcore.Batch`: python -m tests.measure.batches [SECONDS]."""

from __future__ import annotations

import sys
from time import perf_counter

import fastcore

SIZES = (1, 64, 4096)


def steps_per_second(spec: str, n: int, threads: int, seconds: float) -> float:
    """Return the steps per second of a batch that plays random moves: drawing the moves, and stepping."""
    batch = fastcore.Batch(spec, n, seed=1, threads=threads)
    moves, rows, steps = batch.random_moves(), batch.step(batch.random_moves()), 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        batch.step(batch.random_moves(out=moves), out=rows)
        steps += n
    return steps / (perf_counter() - start)


def main() -> None:
    """Print a Markdown table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    columns = [(n, threads) for threads in (1, 2) for n in SIZES]
    print("| game |", " | ".join(f"n = {n:,}, {threads} thread{'s' * (threads > 1)}" for n, threads in columns), "|")
    print("| --- |" + " --- |" * len(columns))
    for game in fastcore.games():
        figures = [f"{steps_per_second(game, n, threads, seconds) / 1e6:.3f} M" for n, threads in columns]
        print(f"| {game} |", " | ".join(figures), "|")


if __name__ == "__main__":
    main()
