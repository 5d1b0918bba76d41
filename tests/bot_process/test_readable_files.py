"""Tests of the files beside a bot that its process can read."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.bot_process import readable_files


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
