"""Measure how fast the window starts: python -m tests.measure.start [TREE ...] [--runs N] [--imports N]

The first start of each tree is not measured: it creates the settings and the compiled files. Then the trees start in
alternation, N times each, so that other work on the machine affects them equally. A start ends when the window is
painted for the first time. The columns are medians:

* cpu: processor seconds of the process until the first paint, with those of the programs that it ran
* wall: seconds on the clock until the first paint
* settled: processor seconds until the window has been idle for a second, with all work that was postponed
* memory: resident memory at the first paint, in MB
* modules: the number of imported modules at the first paint

Python's compiled files are in a temporary folder. With `--uncompiled` there are none, as for a program in a folder that
cannot be written. With `--imports`, it also prints the modules that take longest to import. With `--profile`, it prints
the functions in which a start spends most time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import time

HERE = Path(__file__).parents[2]
QUIET_SECONDS = 1.0  # time without work after which a start is over
COLUMNS = ("cpu", "wall", "settled", "memory", "modules")

# Runs in the measured process. It must not import anything that the program does not import.
CHILD = f"""
import sys, time, tkinter
def cpu():
    import os
    times = os.times()
    return times.children_user + times.children_system + time.process_time()
def memory():
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096 / 1e6
    except OSError:
        return 0.0
def mainloop(self, n=0):
    root, tk = self, self.tk
    self.update_idletasks()
    while tk.dooneevent(2 | 4 | 32):  # window events and idle calls, without timers
        pass
    tk.call("winfo", "pointerx", ".")  # the display answers after it has drawn everything
    result = dict(cpu=cpu(), wall=time.time() - float(sys.argv[1]), memory=memory(), modules=len(sys.modules))
    if sys.argv[2] == "painted":
        import json
        print(json.dumps(result | dict(settled=0)), flush=True)
        import os
        os._exit(0)
    last, quiet = cpu(), time.time()
    while time.time() - quiet < {QUIET_SECONDS}:
        while tk.dooneevent(2):
            pass
        time.sleep(0.02)
        if cpu() - last > 0.015:
            quiet = time.time()
        last = cpu()
    result["settled"] = cpu()
    import json
    print(json.dumps(result), flush=True)
    tk.call(*tk.splitlist(root.protocol("WM_DELETE_WINDOW")))
tkinter.Misc.mainloop = mainloop
from workbench.__main__ import main
sys.argv[3:] = []
raise SystemExit(main([]))
"""


def environment(tree: Path, home: str, uncompiled: bool) -> dict[str, str]:
    """Return the environment of a start, with the folders of its modules, settings and compiled files."""
    known = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    extra = {"HERBARIUM_HOME": home, "PYTHONPATH": str(tree), "PYTHONPYCACHEPREFIX": f"{home}-compiled"}
    return known | extra | ({"PYTHONDONTWRITEBYTECODE": "1"} if uncompiled else {})


def start(
    tree: Path, home: str, *options: str, uncompiled: bool = False, until: str = "idle"
) -> tuple[dict[str, float], str]:
    """Start the window of a tree once.

    Args:
        tree: The folder of the source tree.
        home: The folder of its settings and games.
        options: Options of Python.
        uncompiled: Whether Python has no compiled files.
        until: When the measurement ends: "painted", or "idle" after a regular exit.

    Returns:
        The measurements by column, and the output on standard error.
    """
    done = subprocess.run(
        [str(python_of(tree)), *options, "-c", CHILD, str(time()), until],
        cwd=tree,
        env=environment(tree, home, uncompiled),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return json.loads(done.stdout), done.stderr


def python_of(tree: Path) -> Path:
    """Return the interpreter of a tree's virtual environment, or the running one."""
    own = tree / ".venv/bin/python"
    return own if own.exists() else Path(sys.executable)


def import_times(text: str) -> list[tuple[int, int, str]]:
    """Return the modules in the output of `-X importtime`: own and cumulative microseconds, and the name."""
    rows = list[tuple[int, int, str]]()
    for line in text.splitlines():
        own, bar, rest = line.removeprefix("import time:").partition("|")
        if bar and own.strip().isdecimal():
            total, _, name = rest.partition("|")
            rows.append((int(own), int(total), name.strip()))
    return rows


def print_imports(tree: Path, home: str, number: int) -> None:
    """Print the modules with the largest own and cumulative import times."""
    rows = import_times(start(tree, home, "-X", "importtime", until="painted")[1])
    print(f"\n{tree}: {len(rows)} modules, {sum(row[0] for row in rows) / 1e6:.3f} s")
    for title, times in (
        ("alone", [(own, name) for own, _, name in rows]),
        ("with its imports", [(total, name) for _, total, name in rows]),
    ):
        print(f"  ms {title}")
        for microseconds, name in sorted(times, reverse=True)[:number]:
            print(f"  {microseconds / 1000:8.1f} {name}")


def print_profile(tree: Path, home: str, number: int) -> None:
    """Print the functions with the largest cumulative times of a start."""
    program = CHILD.replace("import os\n        os._exit(0)", "raise KeyboardInterrupt").replace(
        "raise SystemExit(main([]))",
        "import cProfile, pstats\nprofile = cProfile.Profile()\n"
        "try:\n    profile.runcall(main, [])\nexcept KeyboardInterrupt:\n    pass\n"
        f"pstats.Stats(profile, stream=sys.stderr).sort_stats('cumulative').print_stats({number})"
        f".sort_stats('tottime').print_stats({number})",
    )
    subprocess.run(
        [str(python_of(tree)), "-c", program, str(time()), "painted"],
        cwd=tree,
        env=environment(tree, home, False),
        check=True,
        timeout=120,
    )


def main() -> None:
    """Measure the trees named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="*", type=Path, default=[HERE], help="source trees (this one)")
    parser.add_argument("--runs", type=int, default=5, help="measured starts of each tree (5)")
    parser.add_argument("--uncompiled", action="store_true", help="without compiled files")
    parser.add_argument("--imports", type=int, default=0, metavar="N", help="print the N slowest imports")
    parser.add_argument("--profile", type=int, default=0, metavar="N", help="print the N slowest functions")
    arguments = parser.parse_args()
    trees = [tree.resolve() for tree in arguments.trees]
    with TemporaryDirectory() as folder:
        homes = {tree: str(Path(folder) / str(number)) for number, tree in enumerate(trees)}
        results: dict[Path, list[dict[str, float]]] = {tree: [] for tree in trees}
        for tree in trees:
            start(tree, homes[tree], uncompiled=arguments.uncompiled)
        for _ in range(arguments.runs):
            for tree in trees:
                results[tree].append(start(tree, homes[tree], uncompiled=arguments.uncompiled)[0])
        print("".join(f"{name:>9}" for name in COLUMNS), " tree")
        for tree, runs in results.items():
            cells = (median(run[name] for run in runs) for name in COLUMNS)
            print("".join(f"{cell:9.2f}" if cell < 20 else f"{cell:9.0f}" for cell in cells), f" {tree}")
        for tree in trees:
            if arguments.imports:
                print_imports(tree, homes[tree], arguments.imports)
            if arguments.profile:
                print_profile(tree, homes[tree], arguments.profile)


if __name__ == "__main__":
    main()
