"""A random user that plays games on all drawn boards: clicks, drags, keys, commands, resizing and closing.

`python -m tests.kit.wild.clicker --games N --seed S` plays N games in a separate window and reports the result. The
exit status is 1 after any fault: a traceback, a frozen window, a position that cannot be parsed again, a board that
shows another position, or growing memory. The user knows no game and no widget by name, but walks the existing widgets.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import fastcore
from tests.kit.wild.user import RandomUser
from tests.kit.windows import TestedWindow
from workbench import boards
from workbench.gui.app import make_root
from workbench.settings import Settings
from workbench.table.setup import Setup

MAX_GROWTH = 60  # maximum growth in megabytes in the last quarter of the games
# With fewer games the growth means little, because sizes, themes and reopenable games are still new.
ENOUGH_GAMES = 400


def growth(memory: list[float]) -> float:
    """Return the memory growth from the third to the last quarter of the games, in megabytes."""
    quarter = len(memory) // 4
    before, last = memory[-2 * quarter : -quarter], memory[len(memory) - quarter :]
    return min(last) - min(before) if before and last else 0.0


def main() -> int:
    parser = argparse.ArgumentParser(description="A wild user at the window.")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where pictures and the like are written; else they are deleted")
    arguments = parser.parse_args()
    root = make_root()
    root.geometry("1280x720+0+0")
    root.deiconify()
    root.update()
    first = next(game for game in fastcore.games() if boards.find(game))
    window = TestedWindow(
        root, Settings(animation=True), Setup(first, ("person",) * fastcore.start(first).seats, arguments.seed)
    )
    with TemporaryDirectory() as folder:
        clicker = RandomUser(window, arguments.seed, arguments.folder or Path(folder))
        start = time.monotonic()
        clicker.play(arguments.games)
    memory_growth = growth(clicker.memory)
    if clicker.games > ENOUGH_GAMES and memory_growth > MAX_GROWTH:
        clicker.faults.append(f"memory grew by {memory_growth:.0f} MB: {[round(amount) for amount in clicker.memory]}")
    for fault in clicker.faults:
        print(fault)
    print(
        f"{clicker.games - 1} games ({clicker.ended} to their end), {clicker.acts} acts in "
        f"{time.monotonic() - start:.0f} s, "
        f"memory {max(clicker.memory):.0f} MB at most, grown by {memory_growth:.0f} MB, "
        f"never busy for more than {clicker.longest:.2f} s, {len(clicker.faults)} faults"
    )
    print(f"persons: {', '.join(f'{count} {kind}' for kind, count in sorted(clicker.seen.items()))}")
    print(f"memory before each game in MB: {' '.join(f'{amount:.0f}' for amount in clicker.memory)}")
    window.close()
    root.destroy()
    return 1 if clicker.faults else 0


if __name__ == "__main__":
    sys.exit(main())
