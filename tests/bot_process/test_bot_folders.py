"""Tests of the working folders of bots: removal, and links that are not followed."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

from workbench.bot_process import confined, leftovers, sandbox
from workbench.bot_process.process import BotProcess, PlayerFaultError


def test_bot_folder_is_removed_when_the_guard_is_killed() -> None:
    child = confined.ConfinedChild("workbench.bot_process.bot_child", sandbox.Confinement(500))
    folder = Path(child._folder)
    assert folder.is_dir()
    child.process.kill()
    child.close(0)
    assert not folder.exists()


def test_bot_without_a_working_folder_does_not_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    with pytest.raises(PlayerFaultError, match="no working folder: ") as fault:
        BotProcess("random").begin()
    assert fault.value.kind == "start"


def test_deep_and_inaccessible_folders_are_removed(tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    start = os.getcwd()
    try:
        os.chdir(top)
        for _ in range(450):  # longer than any allowed path
            os.mkdir("x" * 10)
            os.chdir("x" * 10)
        Path("file").write_text("x", encoding="utf-8")
    finally:
        os.chdir(start)
    (top / "out").symlink_to(tmp_path)
    (tmp_path / "kept").write_text("x", encoding="utf-8")
    (top / ("x" * 10)).chmod(0)
    sandbox.remove_folder(str(top))
    assert not top.exists() and (tmp_path / "kept").exists()


def test_link_instead_of_bot_folder_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "kept"
    target.mkdir(mode=0o755)
    (target / "file").write_text("x", encoding="utf-8")
    (tmp_path / "link").symlink_to(target)
    sandbox.remove_folder(str(tmp_path / "link"))
    assert (target / "file").exists() and (os.name != "posix" or target.stat().st_mode & 0o777 == 0o755)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux lets a guard adopt processes")
def test_old_bot_folders_without_a_guard_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    old, new, kept = tmp_path / "herbarium-bot-old", tmp_path / "herbarium-bot-new", tmp_path / "kept"
    for folder in (old, new, kept):
        folder.mkdir()
        (folder / "file").write_text("x", encoding="utf-8")
    (tmp_path / "herbarium-bot-link").symlink_to(kept)
    for folder in (old, kept):
        os.utime(folder, (0, 0))
    monkeypatch.setattr(confined, "_swept", False)
    child = confined.ConfinedChild("workbench.bot_process.bot_child", sandbox.Confinement(500))
    try:
        assert not old.exists() and (new / "file").exists() and (kept / "file").exists()
        used = Path(child._folder)
        assert child.pid != child.process.pid, "the guard has started its bot"
        os.utime(used, (0, 0))
        leftovers.remove_old_folders()
        assert used.is_dir()
    finally:
        child.close(0)
    assert not used.exists()
