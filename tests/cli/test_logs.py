"""Tests of what bots print: `--log` saves it, and a crash leaves its traceback in the archive."""

from __future__ import annotations

import os
from pathlib import Path
from time import sleep
from types import SimpleNamespace

import pytest

from tests.kit.matches import without_processes
from tests.kit.terminals import run
from workbench.matches.archive.archive import Archive
from workbench.system import processes, saving

SOURCE = """
import sys
from bots import Bot, Report

class Chatty(Bot):
    name = "chatty"
    meaning = "plays the first move and says so"

    def think(self, point, limit=None):
        print("thinking about turn", point.turn, file=sys.stderr, flush=True)
        print("moves:", len(list(point.moves())))
        yield Report(point.move_text(next(iter(point.moves()))))

class Broken(Chatty):
    name = "broken"

    def think(self, point, limit=None):
        yield self.helper(point)

    def helper(self, point):
        print("last words")
        raise RuntimeError("boom")
"""


def test_log_folder_has_what_bots_print(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SOURCE)
    words = ("match", "herd(size=2)", "--blocks", "1", "--jobs", "1", "--archive", str(tmp_path / "a"), "--seed", "1")
    with without_processes():
        result = run(*words, "--bots", f"{tmp_path}/mine.py:Chatty,random", "--log", str(tmp_path / "logs"))
    assert result.status == 0, result.err
    written = sorted((tmp_path / "logs").iterdir())
    assert [path.name for path in written] == ["match-1-game-00001.log", "match-1-game-00002.log"]
    assert "Seat 1" in written[0].read_text() and "thinking about turn" in written[0].read_text()
    assert "moves: " in written[0].read_text()  # standard output is a pipe, which Python does not flush at each line
    with Archive(tmp_path / "a", read_only=True) as archive:
        assert "thinking about turn" in archive.log(1, 0, 1)


def test_log_is_complete_if_output_is_stored_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the game ends, the bot's last output has been read from the pipe but not stored yet."""

    def read(file: int, size: int) -> bytes:
        chunk = os.read(file, size)
        if b"thinking about turn" in chunk:
            sleep(0.1)
        return chunk

    monkeypatch.setattr(processes, "os", SimpleNamespace(**{**vars(os), "read": read}))
    (tmp_path / "mine.py").write_text(SOURCE)
    words = ("match", "herd(size=2)", "--blocks", "1", "--jobs", "1", "--archive", str(tmp_path / "a"), "--seed", "1")
    with without_processes():
        result = run(*words, "--bots", ",".join([f"{tmp_path}/mine.py:Chatty"] * 2), "--log", str(tmp_path / "logs"))
    assert result.status == 0, result.err
    with Archive(tmp_path / "a", read_only=True) as archive:
        for game in archive.games(1):
            assert archive.log(1, game.number, 1).count("thinking about turn") == game.decisions > 0


def test_log_folder_that_accepts_no_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    words = ("match", "herd(size=2)", "--bots", "greedy,random", "--archive", str(tmp_path / "a"))
    result = run(*words, "--log", str(tmp_path / "file" / "logs"))
    assert result.status == 2 and not (tmp_path / "a").exists()
    assert f"--log: no file can be written to {tmp_path / 'file' / 'logs'}: " in result.err, result.err
    assert result.err.count("\n") == 1 and result.err.endswith("; name another folder\n")


def test_log_that_cannot_be_written_later_gives_one_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(SOURCE)

    def fail(path: Path, *_: object, **__: object) -> None:
        raise saving.WriteError(f"{path}{saving.FAILED}No space left on device")

    monkeypatch.setattr(saving, "write", fail)
    words = ("match", "herd(size=2)", "--blocks", "1", "--jobs", "1", "--archive", str(tmp_path / "a"), "--seed", "1")
    with without_processes():
        result = run(*words, "--bots", f"{tmp_path}/mine.py:Chatty,random", "--log", str(tmp_path / "logs"))
    assert result.status == 0 and result.err.count("No space left on device. The archive has all logs.") == 1, result


def test_crash_leaves_its_traceback_in_the_archive(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SOURCE)
    match = ("match", "herd(size=2)", "--blocks", "1", "--jobs", "1", "--archive", str(tmp_path / "a"), "--seed", "1")
    with without_processes():
        result = run(*match, "--bots", f"{tmp_path}/mine.py:Broken,random")
    assert "boom" in result.out, result.out + result.err
    with Archive(tmp_path / "a", read_only=True) as archive:
        logs = [archive.log(1, game.number, game.attempt) for game in archive.games(1) if game.guilty is not None]
    words = ("Traceback", "in helper", "boom", "last words")
    assert logs and all(word in log for log in logs for word in words), logs
