"""Recount tests/data/perft/<game>.txt with a reference implementation: `python -m tests.reference.perft <game>`.

Positions and comments of the file keep their order. To add a position, append its spec and position text as a line.
Lines have the form `<spec> <position text> ; <count of depth 1> <count of depth 2> ...`.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

DATA = Path(__file__).parents[1] / "data" / "perft"
DEPTHS = 5
LARGEST = 60_000  # Skip a depth whose count, extrapolated from the last growth, would exceed this.


def counts(reference: ModuleType, spec: str, text: str) -> list[int]:
    """Return the perft counts of depths 1, 2, ... up to `DEPTHS`, until one is 0 or the next would be too large."""
    counts = [1]
    while len(counts) <= DEPTHS and counts[-1] > 0:
        growth = counts[-1] / counts[-2] if len(counts) > 1 else 1
        if counts[-1] * growth > LARGEST:
            break
        counts.append(reference.perft(spec, text, len(counts)))
    return counts[1:]


def recount_line(reference: ModuleType, line: str) -> str:
    """Return a line of the file with recomputed counts."""
    if line.startswith("#") or not line.strip():
        return line
    situation = line.partition(" ; ")[0].strip()
    spec, text = situation.split(" ", 1)
    return f"{situation} ; {' '.join(map(str, counts(reference, spec, text)))}"


def main(arguments: list[str]) -> str | None:
    games = sorted(path.stem for path in DATA.glob("*.txt"))
    if len(arguments) != 1 or arguments[0] not in games:
        return f"perft: name one game of {', '.join(games)}"
    file = DATA / f"{arguments[0]}.txt"
    reference = import_module(f"tests.reference.{arguments[0]}")
    lines = [recount_line(reference, line) for line in file.read_text(encoding="utf-8").splitlines()]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
