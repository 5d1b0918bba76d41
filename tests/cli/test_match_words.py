"""Terminal messages about a match that ended early."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.cli.matches import words
from workbench.matches.archive.archive import Archive
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.runner import RunResult


@pytest.mark.parametrize(
    ("bot", "further"),
    [
        ("greedy", "The same command continues this match"),
        (
            "./mine.py:Mine",
            "If you edit a bot's file, the same command begins a new match; otherwise it continues this",
        ),
    ],
)
def test_message_of_a_halted_match_says_what_the_same_command_does(tmp_path: Path, bot: str, further: str) -> None:
    with Archive(tmp_path / "a", create=True) as archive:
        match = archive.add_match(Plan(spec="herd(size=2)", bots=("random", bot), blocks=1))
    said = words.ended(RunResult("halted", "it broke."), match, tmp_path / "a").splitlines()
    assert said[0].startswith("The match is halted: it broke. All faults: herbarium show ")
    assert said[1].startswith(further)
