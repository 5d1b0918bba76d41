"""The check of a game: the tests that every game must pass, in a process of pytest."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from workbench.system.translation import tr

TESTS = Path(__file__).parents[1] / "conformance"
EXTRA = "herbarium[games]"


class CheckError(ValueError):
    """Raised if a game cannot be checked. The message is one line."""


def check_game(id: str, full: bool, words: Sequence[str] = ()) -> int:
    """Run all tests with one game, print their results, and return the exit status: 0 if none failed.

    Args:
        id: The id of a game that can be used.
        full: Whether the tests repeat what they do at random as often as before a release, such as 10,000 games
            against the twin. This takes minutes to hours.
        words: Further arguments for pytest.

    Raises:
        CheckError: pytest is missing.
    """
    if find_spec("pytest") is None:
        raise CheckError(tr("the check needs pytest; install it with: pip install '{extra}'", extra=EXTRA))
    # The new process finds the same packages, and never those in the working folder, such as the sources of the game.
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    if full:
        environment["HERBARIUM_DEEP"] = "1"
    with TemporaryDirectory(prefix="herbarium-check-") as folder:
        settings = Path(folder) / "pytest.ini"
        settings.write_text("[pytest]\n", encoding="ascii")
        command = [sys.executable, "-P", "-m", "pytest", "-c", str(settings), "--rootdir", folder]
        plugins = ["-p", "no:cacheprovider", "-p", "workbench.conformance.plugin"]
        options = ["-q", "--no-header", "-rfEs", *plugins, "--game", id, *words, str(TESTS)]
        return subprocess.run([*command, *options], env=environment, check=False).returncode
