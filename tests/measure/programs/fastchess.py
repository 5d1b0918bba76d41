"""Measure what a move costs fastchess when neither engine thinks.

python -m tests.measure.programs.fastchess [--games 50] FASTCHESS

FASTCHESS is the path of fastchess (https://github.com/Disservin/fastchess). Both engines are `uci_engine.c`, which
plays a fixed game of 200 moves and notes the time of each.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from itertools import pairwise
from pathlib import Path
from statistics import median

PLIES = 200


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("fastchess")
    parser.add_argument("--games", type=int, default=50)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        engine, notes = Path(folder) / "engine", [Path(folder) / "first", Path(folder) / "second"]
        subprocess.run(["cc", "-O2", "-o", engine, Path(__file__).with_name("uci_engine.c")], check=True)
        words = [options.fastchess]
        for note in notes:
            words += ["-engine", f"cmd={engine}", f"args={note}", f"name={note.name}"]
        words += ["-each", "tc=60+1", "-rounds", str(options.games // 2), "-games", "2", "-concurrency", "1"]
        words += ["-maxmoves", str(PLIES // 2)]
        subprocess.run(words, check=True, cwd=folder, stdout=subprocess.DEVNULL)
        rows = sorted((float(time), int(ply)) for note in notes for ply, time in map(str.split, note.open()))
    taken = sorted(
        1000 * (after - before) for (before, ply), (after, next_ply) in pairwise(rows) if next_ply == ply + 1
    )
    print(
        f"median {median(taken):.2f} ms, 99 % below {taken[-len(taken) // 100 - 1]:.2f} ms, longest {taken[-1]:.2f} ms "
        f"({len(taken)} moves in {options.games} games)"
    )


if __name__ == "__main__":
    main()
