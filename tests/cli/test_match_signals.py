"""Ctrl-C and Ctrl-Z during a match at the terminal."""

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
from workbench.cli.verbs.match import watched_signals
from workbench.matches.archive.archive import Archive, BadArchive
from workbench.matches.planning.plan import Plan
from workbench.matches.planning.task import Order
from workbench.matches.workers.pool import Worker
from workbench.matches.workers.runner import Runner


def played(path: Path) -> int:
    """How many games an archive holds."""
    if not path.exists():
        return 0
    try:
        with Archive(path, read_only=True) as archive:
            return sum(1 for match in archive.matches() for _ in archive.games(match.id))
    except BadArchive:  # it is being made
        return 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_a_match_and_the_same_command_goes_on(tmp_path: Path) -> None:
    """Once: running games end. Twice: they stop without delay. Nothing is left behind, nothing is lost. A game takes
    longer than the pause between the signals."""
    words = [
        sys.executable,
        "-P",
        "-m",
        "workbench",
        "match",
        "herd(size=4)",
        "--bots",
        "mcts(simulations=6000),greedy",
    ]
    words += ["--blocks", "4000", "--seed", "3", "--archive", str(tmp_path / "a")]
    kept = 0
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
        while played(tmp_path / "a") <= kept:
            sleep(0.1)
        for _ in range(presses):
            program.send_signal(signal.SIGINT)
            sleep(0.05)
        out, err = program.communicate(timeout=60)
        assert program.returncode == 130, err
        assert presses == 2 or err.count("No more games are begun") == 1
        assert "The match was stopped. Repeat the command to continue." in out
        before, kept = kept, played(tmp_path / "a")
        assert kept > before
        assert wait_until_gone() == []


@pytest.mark.skipif(not hasattr(signal, "SIGTSTP"), reason="signals")
def test_ctrl_z_holds_the_workers_before_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever stands still can tell nobody to wait. What passes meanwhile is no time that the match took."""
    slept: list[float] = []
    orders: list[str] = []
    runs = threading.Event()

    def order(worker: Worker, order: Order) -> None:
        orders.append(order.what)

    def kill(pid: int, number: int) -> None:
        assert (pid, number) == (os.getpid(), signal.SIGSTOP) and runner.paused
        orders.append("stand still")

    monkeypatch.setattr(Worker, "order", order)
    with Archive(tmp_path / "a", create=True) as archive:
        runner = Runner(
            archive,
            archive.add_match(Plan(spec="herd(size=2)", bots=("random", "greedy"), blocks=4000)),
            on_game=lambda game: runs.set(),
            jobs=1,
        )
        thread = threading.Thread(target=runner.run)
        with watched_signals(runner, slept.append):
            thread.start()
            assert runs.wait(60)
            with monkeypatch.context() as patched:
                patched.setattr(os, "kill", kill)
                signal.raise_signal(signal.SIGTSTP)
            runner.stop()
            thread.join(60)
    assert orders[:2] == ["pause", "stand still"] and not runner.paused and len(slept) == 1
    assert not thread.is_alive() and wait_until_gone() == []
