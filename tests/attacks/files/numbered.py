"""The framework of the attacks with changed files. A case depends only on its seed and number, and runs in-process."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest.mock import patch

Case = Callable[[int], str]


def run_cases(
    name: str, about: str | None, begin: Callable[[int, Path], Case], arguments: Sequence[str] | None = None
) -> int:
    """Run `--count` cases, or only case `--number`, and print how often each outcome occurred.

    HERBARIUM_HOME is a new folder during the attack.

    Args:
        name: Module of the attack.
        about: Description for `--help`.
        begin: Called with the seed and a folder. Returns a function that runs the case with a number and returns its
            outcome in words. An exception that this function raises is a finding.
        arguments: Command line.

    Returns:
        1 at the first finding, otherwise 0.
    """
    parser = argparse.ArgumentParser(prog=f"python -m tests.attacks.files.{name}", description=about)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--number", type=int, help="run only the case with this number")
    options = parser.parse_args(arguments)
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, {"HERBARIUM_HOME": f"{folder}/home"}):
        Path(folder, "home").mkdir()
        case = begin(options.seed, Path(folder))
        for number in range(options.count) if options.number is None else [options.number]:
            try:
                outcomes[case(number)] += 1
            except (Exception, SystemExit) as error:
                print(f"found: {type(error).__name__}: {str(error)[:700]}")
                print(f"repeat with: python -m tests.attacks.files.{name} --seed {options.seed} --number {number}")
                return 1
    print(
        f"{name}: {outcomes.total():,} cases: "
        f"{', '.join(f'{count:,} {outcome}' for outcome, count in sorted(outcomes.items()))}"
    )
    return 0
