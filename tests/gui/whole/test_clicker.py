"""Tests that a random user breaks nothing by clicking, typing, resizing and closing at any time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from tests.conftest import deep

pytestmark = pytest.mark.window


def test_random_user_breaks_nothing(tmp_path: Path) -> None:
    """The user runs in a separate process, so that the test sees all its output and memory use."""
    result = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.kit.wild.clicker",
            "--games",
            str(deep(1, 500)),
            "--seed",
            "8",
            "--folder",
            str(tmp_path),
        ],
        env=os.environ | {"HERBARIUM_HOME": str(tmp_path)},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
        timeout=deep(240, 4 * 3600),
    )
    assert result.returncode == 0 and not result.stderr, f"{result.stdout}\n{result.stderr}"
    assert f"{deep(1, 500)} games" in result.stdout and "0 faults" in result.stdout
    persons = {
        kind: int(count)
        for count, kind in re.findall(
            r"(\d+) ([a-z -]+)", re.findall(r"^persons: (.*)", result.stdout, re.MULTILINE)[0]
        )
    }
    if deep(0, 1):
        assert all(
            persons[kind]
            for kind in (
                "hand-overs",
                "turns locked",
                "bids",
                "looks at a form",
                "changes in Set up",
                "other decisions",
            )
        ), persons
