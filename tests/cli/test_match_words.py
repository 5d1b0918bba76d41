"""Tests of the terminal message about a match that ended early."""

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
def test_halted_match_message_explains_same_command(tmp_path: Path, bot: str, further: str) -> None:
    with Archive(tmp_path / "a", create=True) as archive:
        match = archive.add_match(Plan(spec="herd(size=2)", bots=("random", bot), blocks=1))
    lines = words.end_reason(RunResult("halted", "it broke."), match, tmp_path / "a").splitlines()
    assert lines[0].startswith("The match is halted: it broke. All faults: herbarium show ")
    assert lines[1].startswith(further)


def test_match_without_workers_mentions_no_faults(tmp_path: Path) -> None:
    with Archive(tmp_path / "a", create=True) as archive:
        match = archive.add_match(Plan(spec="herd(size=2)", bots=("random", "greedy"), blocks=1))
    text = words.end_reason(RunResult("lost", "there is no scheduler"), match, tmp_path / "a")
    assert text == "The match is halted: there is no scheduler.\nRepeat the command to continue."
