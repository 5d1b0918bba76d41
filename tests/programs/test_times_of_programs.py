"""Tests of the times that a program has: to start, to answer each message, and to end."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from textwrap import dedent
from time import sleep
from typing import Any

import pytest

from bots.sources import Source, written_program
from tests.kit.matches import wait_until_gone
from tests.protocol.scripted import scripted, simple_reply
from workbench.bot_process import trust
from workbench.bot_process.messages import Fault, Seated, Sit
from workbench.bot_process.process import BotProcess
from workbench.protocol import messages

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


def test_program_has_the_announced_time_to_end(tmp_path: Path) -> None:
    """A program may save its data after `quit` for nearly as long as `hello` announces."""
    seconds = messages.QUIT_SECONDS - 0.4
    path = program(tmp_path, f"{ANSWERS}time.sleep({seconds})\nopen({str(tmp_path / 'saved')!r}, 'w').close()\n")
    source = Source(PYTHON, command=(PYTHON, "-S", "-E", str(path)), allow=(f"write={tmp_path}",))
    player = BotProcess(written_program("program", f"{PYTHON} -S -E {path}"), source=source)
    player.sit("herd(size=2)", 0, 7, None)
    player.close()
    assert (tmp_path / "saved").exists()
    assert wait_until_gone() == []
