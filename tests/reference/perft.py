"""`python -m tests.reference.perft <game>` counts tests/data/perft/<game>.txt anew with the game's slow twin.

The positions are those the file has, in its order, and so are its comments: a new position is added as a line that is a
bare situation. A line becomes `<situation> ; <count of depth 1> <count of depth 2> ...`.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

DATA = Path(__file__).parents[1] / "data" / "perft"
DEPTHS = 5
LARGEST = 60_000  # no depth is begun whose count would, by the last growth, be above this


def counts(twin: ModuleType, spec: str, text: str) -> list[int]:
    """Perft of depth 1, 2, ... up to `DEPTHS`, until it is 0 or too large."""
    found = [1]
    while len(found) <= DEPTHS and found[-1] > 0:
        growth = found[-1] / found[-2] if len(found) > 1 else 1
        if found[-1] * growth > LARGEST:
            break
        found.append(twin.perft(spec, text, len(found)))
    return found[1:]


def counted(twin: ModuleType, line: str) -> str:
    """One line of the file with its counts made anew."""
    if line.startswith("#") or not line.strip():
        return line
    situation = line.partition(" ; ")[0].strip()
    spec, text = situation.split(" ", 1)
    return f"{situation} ; {' '.join(map(str, counts(twin, spec, text)))}"


def main(arguments: list[str]) -> str | None:
    games = sorted(path.stem for path in DATA.glob("*.txt"))
    if len(arguments) != 1 or arguments[0] not in games:
        return f"perft: name one game of {', '.join(games)}"
    file = DATA / f"{arguments[0]}.txt"
    twin = import_module(f"tests.reference.{arguments[0]}")
    lines = [counted(twin, line) for line in file.read_text(encoding="utf-8").splitlines()]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
