"""The frame of the attacks on the core: chunks of cases in a separate process, so that a crash is found and repeated.

A chunk depends on the seed and its number alone. A worker notes the chunk that it begins; when it dies, the parent
prints the command that repeats this chunk and continues with the next.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

MOST_FINDINGS = 10
MOST_MEMORY = 6 << 30
SANITIZERS = "detect_leaks=0:exitcode=99:allocator_may_return_null=1:hard_rss_limit_mb=5000"
FOUND = 3  # the status of a worker that found something and is alive
Chunk = Callable[[int, int, int], list[str]]


def arguments_of(name: str, about: str, arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the arguments that every attack on the core takes."""
    parser = argparse.ArgumentParser(prog=f"python -m tests.attacks.core.{name}", description=about)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="how many cases to try")
    parser.add_argument("--first", type=int, default=0, help="the number of the first chunk")
    parser.add_argument("--note", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def attack(
    name: str,
    about: str,
    size: int,
    chunk: Chunk,
    arguments: Sequence[str] | None = None,
    environment: Mapping[str, str] | None = None,
) -> int:
    """Try `count` cases in chunks of `size`. `chunk(seed, number, cases)` returns what it found, one line each.

    `environment` is added to that of the worker. Return 1 if there is any finding: a line of a chunk, an exception out
    of one, or the death of the worker.
    """
    asked = arguments_of(name, about, arguments)
    chunks = -(-asked.count // size)
    if asked.note is not None:
        return work(asked.seed, asked.first, chunks, min(size, asked.count), chunk, asked.note)
    began, at, end, findings = time.monotonic(), asked.first, asked.first + chunks, 0
    with tempfile.TemporaryDirectory() as folder:
        note = Path(folder, "chunk")
        while at < end and findings < MOST_FINDINGS:
            note.write_text(f"{at}")
            line = [
                sys.executable,
                "-X",
                "faulthandler",
                "-m",
                f"tests.attacks.core.{name}",
                "--seed",
                f"{asked.seed}",
                "--first",
                f"{at}",
            ]
            line += [
                "--count",
                f"{min(asked.count - (at - asked.first) * size, (end - at) * size)}",
                "--note",
                str(note),
            ]
            status = subprocess.run(
                line, check=False, env={"ASAN_OPTIONS": SANITIZERS, **os.environ, **(environment or {})}
            ).returncode
            if status in (0, FOUND):
                findings += status == FOUND
                break
            number = int(note.read_text())
            findings += 1
            print(
                f"FINDING: the process died with status {status}; to repeat: "
                f"{repeats(name, asked.seed, number, min(size, asked.count))}",
                flush=True,
            )
            at = number + 1
    build = os.environ.get("HERBARIUM_BUILD", "usual")
    print(
        f"{name}: {min(asked.count, chunks * size):,} cases, {findings} findings, {build} build, "
        f"{time.monotonic() - began:.0f} s",
        flush=True,
    )
    return 1 if findings else 0


def repeats(name: str, seed: int, number: int, cases: int) -> str:
    """Return the command that repeats one chunk."""
    return f"python -m tests.attacks.core.{name} --seed {seed} --first {number} --count {cases}"


def limit_memory() -> None:
    """Let a worker that takes too much memory fail.
    The sanitizers reserve far more than they use, and have their own limit."""
    if resource is not None and os.environ.get("HERBARIUM_BUILD") != "checked":
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def work(seed: int, first: int, chunks: int, size: int, chunk: Chunk, note: Path) -> int:
    """Run chunks in this process; return FOUND if they found anything."""
    limit_memory()
    found = 0
    name = Path(sys.argv[0]).stem
    place = os.open(note, os.O_WRONLY)
    for number in range(first, first + chunks):
        os.pwrite(place, f"{number}\n".encode(), 0)
        try:
            lines = chunk(seed, number, size)
        except Exception:
            lines = [traceback.format_exc()]
        for line in lines[:3]:
            print(f"FINDING: {line}\n  to repeat: {repeats(name, seed, number, size)}", flush=True)
        found += len(lines)
        if found >= MOST_FINDINGS:
            break
    os.close(place)
    return FOUND if found else 0
