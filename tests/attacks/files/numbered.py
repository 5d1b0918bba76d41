"""The frame of the attacks with changed files:
cases that depend on a seed and their number, one after another in this process."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest.mock import patch

Case = Callable[[int], str]


def attack(
    name: str, about: str | None, begin: Callable[[int, Path], Case], arguments: Sequence[str] | None = None
) -> int:
    """Run `--count` cases, or the one that `--number` names, and print how many had which outcome.
    Return 1 at the first finding.

    `begin(seed, folder)` returns the function that runs one case and returns its outcome in words; an exception out of
    it is a finding. HERBARIUM_HOME is a new folder meanwhile.
    """
    parser = argparse.ArgumentParser(prog=f"python -m tests.attacks.files.{name}", description=about)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--number", type=int, help="run only the case with this number")
    asked = parser.parse_args(arguments)
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, {"HERBARIUM_HOME": f"{folder}/home"}):
        Path(folder, "home").mkdir()
        case = begin(asked.seed, Path(folder))
        for number in range(asked.count) if asked.number is None else [asked.number]:
            try:
                outcomes[case(number)] += 1
            except (Exception, SystemExit) as error:
                print(f"found: {type(error).__name__}: {str(error)[:700]}")
                print(f"repeat with: python -m tests.attacks.files.{name} --seed {asked.seed} --number {number}")
                return 1
    print(
        f"{name}: {outcomes.total():,} cases: "
        f"{', '.join(f'{count:,} {outcome}' for outcome, count in sorted(outcomes.items()))}"
    )
    return 0
