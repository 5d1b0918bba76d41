"""Measure the memory of the window: python -m tests.measure.memory [TREE ...] [--rounds N] [--seconds S]

In every round, each game is opened in a new tab and analysed for S seconds, then the analysis is left and the tab is
closed. The columns are resident memory in MB: at the start, and for each round the highest value during the analyses,
after the last analysis was left, and after all its tabs were closed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parents[2]


def resident_memory() -> float:
    """Return the resident memory of this process in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def run_session(rounds: int, seconds: float) -> None:
    """Play the script in this process, and print one line for the start and one for each round."""
    import fastcore
    from tests.kit.windows import open_window, settle, wait
    from workbench.table.setup import default_setup

    with open_window(default_setup("herd", 1)) as window:
        settle(1)
        print(f"start {resident_memory():7.0f}", flush=True)
        for number in range(1, rounds + 1):
            highest = left = 0.0
            for game in fastcore.games():
                window.games.begin(default_setup(game, number))
                wait(lambda: window.table.session.waits_for == "person" or window.table.bots.thinking)
                window.registry.run("analyse_mode")
                window.analyse.position.analyses.start()
                settle(seconds)
                highest = max(highest, resident_memory())
                window.registry.run("leave_analyse")
                settle(2.5)
                left = resident_memory()
            while len(window.games.open) > 1:
                window.registry.run("close")
                settle(0.2)
            settle(2)
            print(f"round {number}: {highest:7.0f} {left:7.0f} {resident_memory():7.0f}", flush=True)


def main() -> None:
    """Measure the trees named on the command line, one after another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="*", type=Path, default=[HERE], help="source trees (this one)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (5)")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds of analysis in each game (5)")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.here:
        run_session(arguments.rounds, arguments.seconds)
        return
    for tree in arguments.trees:
        print(tree, flush=True)
        with TemporaryDirectory() as home:
            subprocess.run(
                [sys.executable, __file__, "--here", f"--rounds={arguments.rounds}", f"--seconds={arguments.seconds}"],
                cwd=tree,
                env=os.environ | {"HERBARIUM_HOME": home, "PYTHONPATH": str(tree.resolve())},
                check=True,
            )


if __name__ == "__main__":
    main()
