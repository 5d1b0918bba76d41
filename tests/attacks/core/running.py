"""The framework of the attacks on the core. Chunks of cases run in a separate process, so that crashes are detected.

A chunk depends only on the seed and its number. The worker notes the number of the chunk that it starts. If it dies,
the parent prints the command that repeats this chunk and continues with the next one.
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
except ImportError:
    resource = None  # type: ignore[assignment]

MAX_FINDINGS = 10
MAX_MEMORY = 6 << 30
SANITIZERS = "detect_leaks=0:exitcode=99:allocator_may_return_null=1:hard_rss_limit_mb=5000"
FOUND = 3  # status of a worker that found something and did not crash
Chunk = Callable[[int, int, int], list[str]]


def arguments_of(name: str, about: str, arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line of an attack on the core."""
    parser = argparse.ArgumentParser(prog=f"python -m tests.attacks.core.{name}", description=about)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="how many cases to try")
    parser.add_argument("--first", type=int, default=0, help="the number of the first chunk")
    parser.add_argument("--note", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def run_attack(
    name: str,
    about: str,
    size: int,
    chunk: Chunk,
    arguments: Sequence[str] | None = None,
    environment: Mapping[str, str] | None = None,
) -> int:
    """Try `--count` cases in chunks of `size` and return 1 if there are findings.

    A finding is a line that a chunk returns, an exception raised by a chunk, or the death of a worker.

    Args:
        name: Module of the attack.
        about: Description for `--help`.
        size: Number of cases in a chunk.
        chunk: Called with seed, number of the chunk and number of cases. Returns findings, one line each.
        arguments: Command line.
        environment: Additional environment variables of the workers.
    """
    options = arguments_of(name, about, arguments)
    chunks = -(-options.count // size)
    if options.note is not None:
        return work(options.seed, options.first, chunks, min(size, options.count), chunk, options.note)
    start, next_chunk, end, findings = time.monotonic(), options.first, options.first + chunks, 0
    with tempfile.TemporaryDirectory() as folder:
        note = Path(folder, "chunk")
        while next_chunk < end and findings < MAX_FINDINGS:
            note.write_text(f"{next_chunk}")
            command = [
                sys.executable,
                "-X",
                "faulthandler",
                "-m",
                f"tests.attacks.core.{name}",
                "--seed",
                f"{options.seed}",
                "--first",
                f"{next_chunk}",
            ]
            command += [
                "--count",
                f"{min(options.count - (next_chunk - options.first) * size, (end - next_chunk) * size)}",
                "--note",
                str(note),
            ]
            status = subprocess.run(
                command, check=False, env={"ASAN_OPTIONS": SANITIZERS, **os.environ, **(environment or {})}
            ).returncode
            if status in (0, FOUND):
                findings += status == FOUND
                break
            number = int(note.read_text())
            findings += 1
            print(
                f"FINDING: the process died with status {status}; to repeat: "
                f"{repeat_command(name, options.seed, number, min(size, options.count))}",
                flush=True,
            )
            next_chunk = number + 1
    build = os.environ.get("HERBARIUM_BUILD", "usual")
    print(
        f"{name}: {min(options.count, chunks * size):,} cases, {findings} findings, {build} build, "
        f"{time.monotonic() - start:.0f} s",
        flush=True,
    )
    return 1 if findings else 0


def repeat_command(name: str, seed: int, number: int, cases: int) -> str:
    """Return the command that repeats one chunk."""
    return f"python -m tests.attacks.core.{name} --seed {seed} --first {number} --count {cases}"


def limit_memory() -> None:
    """Limit the memory of this process.

    The sanitizers reserve far more memory than they use and have a separate limit.
    """
    if resource is not None and os.environ.get("HERBARIUM_BUILD") != "checked":
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


def work(seed: int, first: int, chunks: int, size: int, chunk: Chunk, note: Path) -> int:
    """Run chunks in this process. Return FOUND if there are findings, otherwise 0."""
    limit_memory()
    finding_count = 0
    name = Path(sys.argv[0]).stem
    descriptor = os.open(note, os.O_WRONLY)
    for number in range(first, first + chunks):
        os.pwrite(descriptor, f"{number}\n".encode(), 0)
        try:
            lines = chunk(seed, number, size)
        except Exception:
            lines = [traceback.format_exc()]
        for line in lines[:3]:
            print(f"FINDING: {line}\n  to repeat: {repeat_command(name, seed, number, size)}", flush=True)
        finding_count += len(lines)
        if finding_count >= MAX_FINDINGS:
            break
    os.close(descriptor)
    return FOUND if finding_count else 0
