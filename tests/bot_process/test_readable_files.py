"""Tests of the files beside a bot that its process can read."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from workbench.bot_process import landlock, readable_files, sandbox


def test_number_of_readable_files_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "mine"
    package.mkdir()
    (package / "__init__.py").touch()
    for number in range(8):
        (package / f"part{number}.py").touch()

    def readable() -> int:
        return sum(path.endswith(".py") for path, _ in readable_files.rules_for_modules(str(tmp_path)))

    assert readable() == 9
    monkeypatch.setattr(readable_files, "MAX_FILES", 4)
    assert readable() == 3, "the package's folder counts as one"


def test_bot_reads_the_modules_of_a_program_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In a program folder, Python's own modules are inside the program file and in the folder beside it."""
    confinement = sandbox.Confinement(1000)
    before = dict(sandbox.rules_for(confinement, str(tmp_path)))
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "_internal"), raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "herbarium"))
    after = dict(sandbox.rules_for(confinement, str(tmp_path)))
    assert after.items() - before.items() == {
        (str(tmp_path / "_internal"), landlock.READ), (str(tmp_path / "herbarium"), landlock.READ_FILE),
    }  # fmt: skip
