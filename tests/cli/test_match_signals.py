"""Tests of Ctrl-C and Ctrl-Z during a match in the terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from time import sleep

import pytest

from tests.kit.matches import wait_until_gone
from tests.kit.terminals import ROOT
from workbench.cli.matches.signals import handle_signals
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveError
from workbench.matches.planning.plan import Plan
from workbench.matches.planning.task import WorkerCommand
from workbench.matches.workers.pool import Worker
from workbench.matches.workers.runner import Runner


def count_games(path: Path) -> int:
    """Return the number of games in an archive."""
    if not path.exists():
        return 0
    try:
        with Archive(path, read_only=True) as archive:
            return sum(1 for match in archive.matches() for _ in archive.games(match.id))
    except ArchiveError:  # the archive is being created
        return 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupted_match_resumes_with_same_command(tmp_path: Path) -> None:
    """The first Ctrl-C lets the running games end. The second one stops them without delay.

    No process remains and no game is lost. A game takes longer than the pause between the signals.
    """
    words = [
        sys.executable,
        "-P",
        "-m",
        "workbench",
        "match",
        "herd(size=4)",
        "--bots",
        "mcts(simulations=2000),greedy",
    ]
    words += ["--blocks", "4000", "--seed", "3", "--archive", str(tmp_path / "a")]
    games = 0
    for presses in (1, 2):
        program = subprocess.Popen(
            words,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert program.stdout is not None
        for _ in range(3):
            program.stdout.readline()
        while count_games(tmp_path / "a") <= games:
            sleep(0.1)
        for _ in range(presses):
            program.send_signal(signal.SIGINT)
            sleep(0.05)
        out, err = program.communicate(timeout=60)
        assert program.returncode == 130, err
        assert presses == 2 or err.count("no new games start") == 1
        assert "The match was stopped. Repeat the command to continue." in out
        games_before, games = games, count_games(tmp_path / "a")
        assert games > games_before
        assert wait_until_gone() == []


@pytest.mark.skipif(not hasattr(signal, "SIGTSTP"), reason="signals")
def test_ctrl_z_pauses_workers_before_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped program could not pause its workers. The match does not count the time of the pause."""
    pauses: list[float] = []
    orders: list[str] = []
    has_started = threading.Event()

    def order(worker: Worker, order: WorkerCommand) -> None:
        orders.append(order.what)

    def kill(pid: int, number: int) -> None:
        assert (pid, number) == (os.getpid(), signal.SIGSTOP) and runner.paused
        orders.append("stand still")

    monkeypatch.setattr(Worker, "order", order)
    with Archive(tmp_path / "a", create=True) as archive:
        runner = Runner(
            archive,
            archive.add_match(Plan(spec="herd(size=2)", bots=("random", "greedy"), blocks=4000)),
            on_game=lambda game: has_started.set(),
            jobs=1,
        )
        thread = threading.Thread(target=runner.run)
        with handle_signals(runner, pauses.append):
            thread.start()
            assert has_started.wait(60)
            with monkeypatch.context() as patched:
                patched.setattr(os, "kill", kill)
                signal.raise_signal(signal.SIGTSTP)
            runner.stop()
            thread.join(60)
    assert orders[:2] == ["pause", "stand still"] and not runner.paused and len(pauses) == 1
    assert not thread.is_alive() and wait_until_gone() == []
