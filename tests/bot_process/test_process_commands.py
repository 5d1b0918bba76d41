"""Tests that terminal commands name bots that failed in their processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.bot_process.asking import BOT_FILE, FAULTS, TIMEOUT, permitted_bot
from tests.conftest import deep
from tests.kit.matches import wait_until_gone
from tests.kit.terminals import ROOT, run
from workbench.game.session import PERSON, Session
from workbench.records import files
from workbench.review.review import SessionReview
from workbench.storage.session_records import record_of
from workbench.thinking.analyses import SessionAnalyses


def run_process(*words: str, typed: str = "", interrupt: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a command line in a process. With `interrupt`, send Ctrl-C while the bot is thinking."""
    process = subprocess.Popen(
        [sys.executable, "-m", "workbench", *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        if interrupt:
            assert process.stdout is not None
            first = process.stdout.readline()
            sleep(1)  # The bot needs time to begin and hang. An earlier Ctrl-C would leave the table.
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(typed, TIMEOUT)
            out = first + out
        else:
            out, err = process.communicate(typed, TIMEOUT)
    finally:
        process.kill()
        process.wait()
    return subprocess.CompletedProcess(words, process.returncode, out, err)


@pytest.mark.parametrize("kind", ["LeavesProcess", "Segfaults", "EatsMemory"] if deep(0, 1) else ["LeavesProcess"])
def test_play_continues_when_a_bot_fails(kind: str) -> None:
    result = run_process(
        "play", "herd(size=4)", "--seed", "1", "--seats", f"{BOT_FILE}:{kind},person", typed="position\nquit\n"
    )
    assert FAULTS[kind][1] in result.stdout and "Press Enter to restart the bot" in result.stdout
    assert "herd(size=4) " in result.stdout.partition("Press Enter")[2], "the table still answers"
    assert "Traceback" not in result.stderr


def test_ctrl_c_kills_a_hanging_bot() -> None:
    result = run_process(
        "play",
        "herd(size=4)",
        "--seed",
        "1",
        "--seats",
        f"{BOT_FILE}:EndlessRegex,person",
        typed="position\nquit\n",
        interrupt=True,
    )
    assert "EndlessRegex did not stop within 2 s; Herbarium ended its process." in result.stdout
    assert "herd(size=4) " in result.stdout.partition("ended its process")[2] and "Traceback" not in result.stderr


@pytest.mark.parametrize("kind", ["LeavesProcess", "Segfaults"])
def test_analyse_names_a_failed_bot(kind: str) -> None:
    result = run("analyse", "herd(size=4) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5", "--bot", f"{BOT_FILE}:{kind}")
    assert result.status == 2 and FAULTS[kind][1] in result.err and len(result.err.strip().splitlines()) == 1


def test_review_names_a_failed_judge(tmp_path: Path) -> None:
    session = Session("herd(size=4)", ["random", "random"], 4)
    while len(session.steps) < 8:
        session.draw_chance() if session.waits_for == "chance" else session.play(
            session.state.move_text(session.state.moves()[0])
        )
    files.write(tmp_path / "game.herbarium", record_of(session))
    text = permitted_bot("DiesWhenItJudges")
    result = run("review", str(tmp_path / "game.herbarium"), "--bot", text, "--simulations", "20")
    assert (
        result.status == 2
        and "dies-when-it-judges ended by itself (status 3)" in result.err
        and len(result.err.strip().splitlines()) == 1
    )
    session.change_seats([PERSON, PERSON])
    reviewing = SessionReview(session, text, 20)
    deadline = monotonic() + TIMEOUT
    while reviewing.running and monotonic() < deadline:
        reviewing.poll()
        sleep(0.01)
    assert "dies-when-it-judges ended by itself (status 3)" in reviewing.fault
    assert wait_until_gone() == []


def test_analysis_continues_beside_a_failed_bot() -> None:
    session = Session("herd(size=4)", [PERSON, PERSON], 4)
    while session.waits_for == "chance":
        session.draw_chance()
    texts = [permitted_bot("Segfaults"), permitted_bot("Floods")]
    desk = SessionAnalyses(session, texts)
    desk.set_position(session.here, session.viewpoint(session.state.actor))
    desk.start()
    deadline = monotonic() + TIMEOUT
    while not (desk.problems and len(desk.findings(session.here)) == 1) and monotonic() < deadline:
        desk.poll()
        sleep(0.01)
    assert desk.problems == ("Segfaults crashed (SIGSEGV)",) and desk.running
    desk.close()
    assert wait_until_gone() == []
