"""Tests of the times that a program has: to start, to answer each message, and to end."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from textwrap import dedent
from time import sleep
from typing import Any

import pytest

from bots.loading.sources import Source, written_program
from tests.kit.matches import wait_until_gone
from tests.kit.terminals import run
from tests.protocol.scripted import scripted, simple_reply
from tests.review.test_program_judge import random_session
from workbench.bot_process import process_bot, trust
from workbench.bot_process.messages import Fault, Seated, Sit
from workbench.bot_process.process import BotProcess
from workbench.protocol import messages
from workbench.records import files
from workbench.storage.session_records import record_of

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs need the guard and the sandbox"),
    pytest.mark.usefixtures("home", "nothing_agreed"),
]
PYTHON = "/usr/bin/python3"
LOOP = """
    import json, sys, time
    def answer(message, value):
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": value}), flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        method = message["method"]
"""


def program(folder: Path, body: str) -> Path:
    """Write a program that handles each message with `body`, and return its path."""
    path = folder / "timed.py"
    path.write_text(f"{dedent(LOOP)}{body}")
    return path


ANSWERS = """
    if method == "hello":
        answer(message, {"version": 1, "name": "timed"})
    elif method == "choose":
        answer(message, {"move": message["params"]["moves"][0]})
    elif "id" in message:
        answer(message, {})
"""


def test_program_has_the_announced_time_to_end(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A program may save its data after `quit` for nearly as long as `hello` announces."""
    seconds = messages.QUIT_SECONDS - 0.4
    folder = tmp_path_factory.mktemp("open")
    path = program(tmp_path, f"{ANSWERS}time.sleep({seconds})\nopen({str(folder / 'saved')!r}, 'w').close()\n")
    source = Source(PYTHON, command=(PYTHON, "-S", "-E", str(path)), allow=(f"write={folder}",))
    player = BotProcess(written_program("program", f"{PYTHON} -S -E {path}"), source=source)
    player.sit("herd(size=2)", 0, 7, None)
    player.close()
    assert (folder / "saved").exists()
    assert wait_until_gone() == []


OPTIONS = [{"name": f"o{number}", "type": "whole", "default": 1, "min": 1, "max": 9} for number in range(4)]


def slow_reply(seconds: float, *slow: str) -> Any:
    """Return a reply that declares 4 options and takes this time for each of the slow methods."""

    def reply(message: dict[str, Any]) -> list[str]:
        if message["method"] in slow:
            sleep(seconds)
        return simple_reply(message, options=OPTIONS)

    return reply


ALL_SET = 'program(command="./mine",o0=2,o1=2,o2=2,o3=2)'


def test_each_answer_has_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for an option or a new game starts when the previous answer has arrived."""
    monkeypatch.setattr(messages, "NEW_GAME_SECONDS", 0.6)
    with scripted(slow_reply(0.3, "set", "new_game"), ALL_SET) as one:
        assert isinstance(one.ask(Sit("x", 7, "herd(size=2)", 0, None)), Seated)
        assert sum(json.loads(line)["method"] == "set" for line in one.heard) == 4
    with scripted(slow_reply(0.9, "new_game"), ALL_SET) as one:
        answer = one.ask(Sit("x", 7, "herd(size=2)", 0, None))
        assert answer == Fault("start", "it did not answer new_game within 0.6 s")


BUSY = """
    if method == "hello":
        print('{"jsonrpc":"2.0","method":"busy","params":{"seconds":30}}', flush=True)
        time.sleep(1.2)
        answer(message, {"version": 1, "name": "timed"})
    elif "id" in message:
        time.sleep(1.2)
        answer(message, {})
"""


def test_slow_start_leaves_the_whole_time_for_a_new_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest wait for a bot of Herbarium does not apply to all answers of a program together."""
    monkeypatch.setattr("workbench.bot_process.process.START_SECONDS", 2.0)
    path = program(tmp_path, BUSY)
    text = written_program("program", f"{PYTHON} -S -E {path}")
    trust.allow_all_once([text])
    player = BotProcess(text)
    try:
        assert player.sit("herd(size=2)", 0, 7, None).text == text
    finally:
        player.close()


def test_answer_that_waits_to_be_read_is_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "START_SECONDS", 0.2)
    with scripted() as one:
        one.link.send(Sit("x", 7, "herd(size=2)", 0, None))
        sleep(0.6)
        assert isinstance(one.link.receive(5), Seated)


SILENT = """
    if method == "hello":
        answer(message, {"version": 1, "name": "silent", "reports": True})
    elif "id" in message and method != "choose":
        answer(message, {})
"""


def test_silent_program_ends_a_review_and_an_analysis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit in seconds, a program that reports nothing is ended after the patience."""
    monkeypatch.setattr(process_bot, "PATIENCE", 1.0)
    text = written_program("program", f"{PYTHON} -S -E {program(tmp_path, SILENT)}")
    path = tmp_path / "a.herbarium"
    files.write(path, record_of(random_session("forest", 6)))
    for words in (
        ("review", str(path), "--bot", text, "--simulations", "10"),
        ("analyse", "forest", "--bot", text, "--simulations", "10"),
    ):
        failed = run(*words)
        assert failed.status == 2 and "silent reported nothing for 1 s; Herbarium ended its process" in failed.err
    assert wait_until_gone() == []


LATE = """
    if method == "hello":
        answer(message, {"version": 1, "name": "late"})
    elif method == "choose":
        waiting = message
    elif method == "stop":
        answer(waiting, {"move": waiting["params"]["moves"][-1], "stopped": True})
    elif "id" in message:
        answer(message, {})
"""


def test_answer_to_a_stop_after_the_patience_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_bot, "PATIENCE", 0.5)
    text = written_program("program", f"{PYTHON} -S -E {program(tmp_path, LATE)}")
    analysed = run("analyse", "forest", "--bot", text, "--simulations", "10")
    assert analysed.status == 0, analysed.err
