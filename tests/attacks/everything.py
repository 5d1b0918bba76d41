"""Run every attack program with its full count. `make deep` does this.

Each line of the output names the command that repeats an attack.

python -m tests.attacks.everything [--only NAME ...] [--checked | --plain] [--share PART]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Attack:
    """A module under tests/attacks and its full count.

    Attributes:
        name: Module under tests.attacks.
        count: Number of cases, rounds, matches or games (seconds for `programs.locks`).
        checked: The attack is on the compiled core and runs in the build with sanitizers.
        both: A checked attack runs in the usual build too.
        parts: Number of consecutive processes that share the count. The sanitizers release memory late.
    """

    name: str
    count: int
    checked: bool = False
    both: bool = False
    parts: int = 1


# Counts of `make deep`.
ATTACKS: tuple[Attack, ...] = (
    Attack("core.interrupts", 2000),
    Attack("programs.locks", 20),  # seconds for each attack
    Attack("programs.disks", 3),
    Attack("programs.kills", 32),  # matches; 52 games
    Attack("hostile_bots", 1000),
    Attack("core.texts", 1_000_000, checked=True),
    Attack("core.observations", 1_000_000, checked=True),
    Attack("core.calls", 1_000_000, checked=True),
    Attack("core.allocations", 60_000, checked=True, both=True),  # 30 calls, 2,000 allocations each
    Attack("own_bots", 200),
    Attack("strangers", 2000),
    Attack("files.records", 100_000, checked=True, parts=20),
    Attack("files.archives", 100_000, checked=True),
    Attack("files.terminal", 5_000, checked=True),
    Attack("imitator", 100),  # rounds
    Attack("seed_search", 200),  # games of each match
)


def commands(attack: Attack, share: float) -> list[list[str]]:
    """Return the command lines of an attack, one for each seed."""
    count = str(max(1, round(attack.count * share / attack.parts)))
    return [
        [sys.executable, "-m", f"tests.attacks.{attack.name}", "--seed", str(seed), "--count", count]
        for seed in range(1, attack.parts + 1)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the attacks one after another. Return 1 if any attack has findings."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--only", nargs="+", choices=[attack.name for attack in ATTACKS], help="run these alone")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument(
        "--checked", action="store_true", help="run only the attacks on the compiled core (for the sanitizers)"
    )
    kind.add_argument("--plain", action="store_true", help="run only the attacks that `--checked` leaves out")
    parser.add_argument("--share", type=float, default=1.0, help="the part of each full count to run")
    options = parser.parse_args(arguments)
    failed = []
    for attack in ATTACKS:
        if options.only and attack.name not in options.only:
            continue
        if (options.checked and not attack.checked) or (options.plain and attack.checked and not attack.both):
            continue
        build = f"HERBARIUM_BUILD={os.environ['HERBARIUM_BUILD']} " if "HERBARIUM_BUILD" in os.environ else ""
        for command in commands(attack, options.share):
            print(f"{attack.name}: {build}python {' '.join(command[1:])}", flush=True)
            start = time.monotonic()
            status = subprocess.run(command, check=False).returncode
            print(
                f"{attack.name}: {'ok' if status == 0 else f'FAILED with status {status}'}, "
                f"{time.monotonic() - start:.0f} s",
                flush=True,
            )
            if status and attack.name not in failed:
                failed.append(attack.name)
    if failed:
        print(f"attacks with findings: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
