"""Let programs compete for one lock and for one autosave. Two programs must never hold the same lock.

    python -m tests.attacks.programs.locks --seed 1 --count 20

`--count` is the duration of each attack in seconds: four programs take one lock, and three recover one autosave.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.synchronize import Barrier
from pathlib import Path
from random import Random
from time import monotonic, sleep

from workbench.game.session import Session
from workbench.records import files
from workbench.storage.autosave import AbandonedGame, Autosave, autosave_folder
from workbench.storage.session_records import record_of
from workbench.storage.stored_game import StoredGame
from workbench.system.locks import Lock

PROGRAMS, RECOVERERS = 4, 3
MAX_WAIT = 60.0  # seconds for programs to start and to reach a barrier
SPEC, MOVES = "herd(size=5)", 3


def take_repeatedly(folder: Path, seed: int, seconds: float, out: Path, barrier: Barrier) -> None:
    """Take and release a lock for `seconds`.

    Write to `out` how often the lock was taken, and how often another program held it at the same time.
    """
    lock_file, marker, random = folder / "one.lock", folder / "held", Random(seed)
    taken = double = 0
    barrier.wait(MAX_WAIT)
    end = monotonic() + seconds
    while monotonic() < end:
        lock = Lock(lock_file)
        if not lock.acquire():
            continue
        taken += 1
        try:
            os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            double += 1
        else:
            if random.random() < 0.3:
                sleep(random.uniform(0, 0.0003))
            with suppress(FileNotFoundError):
                os.unlink(marker)
        lock.release()
    out.write_text(f"{taken} {double}")


def recover_repeatedly(folder: Path, seconds: float, out: Path, barrier: Barrier) -> None:
    """Recover one autosave repeatedly while other programs do the same, then once more at the same moment."""
    os.environ["HERBARIUM_HOME"] = str(folder)
    (game_file,) = autosave_folder().glob(f"*{files.SUFFIX}")
    marker, left = folder / "held", AbandonedGame(game_file, 0.0, None, "")
    recovered = double = lost = 0
    barrier.wait(MAX_WAIT)
    end = monotonic() + seconds
    while monotonic() < end:
        with suppress(files.RecordError):
            autosave = Autosave(file=game_file)
            recovered += 1
            lost += not game_file.exists()
            try:
                os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                double += 1
            else:
                with suppress(FileNotFoundError):
                    os.unlink(marker)
            autosave.leave()
    last = None
    barrier.wait(MAX_WAIT)
    with suppress(files.RecordError):
        last = StoredGame.recover(left)
    barrier.wait(MAX_WAIT)  # every program has tried; the program with the game still holds its lock
    out.write_text(f"{recovered} {double} {lost} {int(last is not None)}")
    if last is not None:
        last.leave()


def _run(
    folder: Path, calls: list[tuple[Callable[..., None], tuple[object, ...]]], barrier: Barrier
) -> list[list[int]]:
    """Run each call in a separate program. Return the numbers that each program wrote, or [] for a failed one."""
    context = multiprocessing.get_context("spawn")
    outs = [folder / f"out{number}" for number in range(len(calls))]
    programs = [
        context.Process(target=target, args=(*arguments, out, barrier))
        for (target, arguments), out in zip(calls, outs, strict=True)
    ]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
    return [[int(word) for word in out.read_text().split()] if out.exists() else [] for out in outs]


def attack_lock(folder: Path, seed: int, seconds: float) -> str:
    """Let four programs take one lock. Return the problem, or ""."""
    barrier = multiprocessing.get_context("spawn").Barrier(PROGRAMS)
    counts = _run(
        folder, [(take_repeatedly, (folder, seed * 100 + number, seconds)) for number in range(PROGRAMS)], barrier
    )
    if not all(counts):
        return f"a program ended with an error: {counts}"
    taken, double = (sum(column) for column in zip(*counts, strict=True))
    print(f"locks: taken {taken:,} times by {PROGRAMS} programs, held twice {double:,} times")
    if not taken:
        return "no program ever got the lock"
    return f"one lock was held by two programs {double:,} times" if double else ""


def attack_recovery(folder: Path, seed: int, seconds: float) -> str:
    """Let three programs recover one autosave. Return the problem, or ""."""
    os.environ["HERBARIUM_HOME"] = str(folder)
    session = Session(SPEC, ("person", "person"), seed)
    for _ in range(MOVES):
        while session.waits_for == "chance":
            session.draw_chance()
        session.play(session.state.move_text(session.state.moves()[0]))
    files.write(autosave_folder() / f"left{files.SUFFIX}", record_of(session))
    barrier = multiprocessing.get_context("spawn").Barrier(RECOVERERS)
    counts = _run(folder, [(recover_repeatedly, (folder, seconds))] * RECOVERERS, barrier)
    if not all(counts):
        return f"a program ended with an error: {counts}"
    recovered, double, lost, last = (sum(column) for column in zip(*counts, strict=True))
    print(
        f"recovery: {recovered:,} times by {RECOVERERS} programs, {double:,} times by two together, "
        f"{lost:,} times of a deleted game; {last} of the last round"
    )
    if double or lost or last != 1:
        return (
            f"one autosave was recovered by two programs {double:,} times, deleted {lost:,} times; "
            f"in the last round by {last}"
        )
    return ""


def run(seed: int, seconds: float) -> list[str]:
    """Run both attacks. Return a line for each finding."""
    findings = []
    for attack in (attack_lock, attack_recovery):
        home = os.environ.get("HERBARIUM_HOME")
        with tempfile.TemporaryDirectory() as folder:
            start = monotonic()
            fault = attack(Path(folder), seed, seconds)
            if fault:
                findings.append(f"seed {seed}, {monotonic() - start:.0f} s: {fault}")
        if home is None:
            os.environ.pop("HERBARIUM_HOME", None)
        else:
            os.environ["HERBARIUM_HOME"] = home
    return findings


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=float, default=20, help="seconds for each attack")
    chosen = parser.parse_args()
    lines = run(chosen.seed, chosen.count)
    print(*lines, sep="\n", end="\n" if lines else "")
    sys.exit(bool(lines))
