"""Tests of bots from the user's own files: loading, and one-line errors for every failure."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import bots
import fastcore
from bots import Bot, BotError, Limit, Report
from bots.loading import sources
from tests.kit.terminals import run
from workbench.bot_process.decisions import BotFaultError, decide
from workbench.conformance.walks import random_position


def actor_viewpoint(state: fastcore.State) -> fastcore.Viewpoint:
    return state.viewpoint(state.actor)


GOOD_BOT = """
from bots import Bot, Report
from fastcore import Option

class Mine(Bot):
    meaning = "the move at a place in the list"
    options = (Option("at", "whole", "0", "its place", 0, 99),)

    def think(self, point, limit=None):
        moves = point.moves()
        yield Report(move=point.move_text(moves[self.values["at"] % len(moves)]))
"""

BAD_FILES = {  # case: (content of the file, part of the error)
    "import": (
        "import no_such_module_here",
        "cannot be loaded: ModuleNotFoundError: No module named 'no_such_module_here'",
    ),
    "syntax": ("class Mine(:", "cannot be loaded: SyntaxError: invalid syntax"),
    "null": ("x = 1\0", "cannot be loaded: "),
    "exit": ("import sys; sys.exit(3)", "cannot be loaded: SystemExit: 3"),
    "empty": ("", "no bot class Mine; there are no bot classes"),
    "other": ("from bots import Bot\nclass Other(Bot): pass", "no bot class Mine; the bot classes are Other"),
    "no bot": ("class Mine: pass", "no bot class Mine"),
    "number": ("Mine = 5", "no bot class Mine"),
    "base": ("from bots import Bot as Mine", "no bot class Mine; there are no bot classes"),
    "init": (
        "from bots import Bot\nclass Mine(Bot):\n def __init__(self, *a): 1 / 0",
        "the bot could not be created: ZeroDivisionError",
    ),
    "init exit": (
        "from bots import Bot\nclass Mine(Bot):\n def __init__(self, *a): raise SystemExit",
        "the bot could not be created: SystemExit",
    ),
    "arguments": (
        "from bots import Bot\nclass Mine(Bot):\n def __init__(self): pass",
        "the bot could not be created: TypeError",
    ),
    "options": ("from bots import Bot\nclass Mine(Bot):\n options = 5", "the bot could not be created: TypeError"),
    "lines": ("raise RuntimeError('one\\ntwo\\n' + 'x' * 5000)", "RuntimeError: one two xxx"),
}

BAD_THINK_BODIES = {  # case: (body of `think`, part of the error)
    "raises": ("1 / 0\n  yield", "broke in mine.py, line 6 (think): ZeroDivisionError: division by zero"),
    "raises later": ("yield Report(move=first)\n  raise KeyError('gone')", " (think): KeyError: 'gone'"),
    "exits": ("raise SystemExit(1)\n  yield", " (think): SystemExit"),
    "no generator": ("return None", "broke while thinking: TypeError"),
    "nothing": ("return\n  yield", "thought, but reported nothing"),
    "text": ("yield first", "reported str instead of a Report"),
    "none": ("yield None", "reported NoneType instead of a Report"),
    "illegal": ("yield Report(move='zz99')", "chose 'zz99': "),
    "no text": ("yield Report(move=5)", "not a Report"),
    "candidates": ("yield Report(move=first, candidates='abc')", "not a Report"),
    "nan": ("yield Report(move=first, seconds=float('nan'))", "not a Report"),
    "seats": (
        "yield Report(move=first, candidates=(Candidate(first, 1, (0.0,), 0.0, 1.0, (first,)),))",
        "1 values for ",
    ),
    "no think": ("", "broke while thinking: NotImplementedError"),
    "clings": (
        "try:\n   yield Report(move=first)\n  finally:\n   yield Report(move=first)",
        "generator ignored GeneratorExit",
    ),
}
HEAD = "from bots import Bot, Report\nfrom bots.report import Candidate\nclass Mine(Bot):\n"
THINK = " def think(self, point, limit=None):\n  first = point.move_text(point.moves()[0])\n  "


def write_bot_file(folder: Path, text: str) -> str:
    """Write a bot file and return the spec of its bot."""
    (folder / "mine.py").write_text(text, encoding="utf-8")
    return f"{folder}/mine.py:Mine"


def write_thinking_bot(folder: Path, body: str) -> str:
    return write_bot_file(folder, HEAD + (THINK + body if body else " pass") + "\n")


def test_bot_file_can_be_played(game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_bot_file(tmp_path, GOOD_BOT)
    monkeypatch.chdir(tmp_path)
    state = random_position(game_id, "own")
    for text, index in (("./mine.py:Mine", 0), ("mine.py:Mine(at=1)", 1)):
        bot = bots.make(text, 0)
        assert bot.name == "Mine" and decide(bot, actor_viewpoint(state)).move == state.move_text(
            state.moves()[index % len(state.moves())]
        )
    with pytest.raises(BotError, match=r"Mine: at is '100'; it must be a whole number from 0 to 99"):
        bots.make("mine.py:Mine(at=100)", 0)
    (tmp_path / "mine.py").write_text(GOOD_BOT.replace("meaning =", "name = 'mine'; meaning ="), encoding="utf-8")
    assert run("bots", "./mine.py:Mine(error=1)").err.startswith("herbarium: bots: Mine: there is no option 'error'; ")
    with pytest.raises(BotError, match="Mine: there is no preset 'careful'; there are no presets"):
        bots.make("mine.py:Mine:careful", 0)
    assert bots.make("mine.py:Mine(at=1)", 0).text == "mine.py:Mine(at=1)"
    assert "Mine" not in bots.names(), "a file is no member of the house"


@pytest.mark.parametrize("case", BAD_FILES)
def test_file_without_bot_gives_one_line_error(case: str, tmp_path: Path) -> None:
    text, reason = BAD_FILES[case]
    with pytest.raises(BotError) as error:
        bots.make(write_bot_file(tmp_path, text), 0)
    message = str(error.value)
    assert reason in message and "mine.py" in message and len(message.splitlines()) == 1 and len(message) < 600
    assert Bot.name == "", "the base is left as it is"


@pytest.mark.parametrize(
    "path", ["no/such.py", "\0.py", "~nobody-of-this-name/x.py", "x" * 5000 + ".py", "\ud800.py", "/.py"]
)
def test_missing_file_gives_one_line_error(path: str) -> None:
    with pytest.raises(BotError) as error:
        bots.make(f"{path}:Mine", 0)
    assert len(str(error.value).splitlines()) == 1 and len(str(error.value)) < 600


@pytest.mark.parametrize("case", BAD_THINK_BODIES)
def test_failure_while_thinking_gives_one_line_error(case: str, tmp_path: Path) -> None:
    body, reason = BAD_THINK_BODIES[case]
    bot = bots.make(write_thinking_bot(tmp_path, body), 0)
    with pytest.raises(BotFaultError) as error:
        decide(
            bot, actor_viewpoint(random_position(fastcore.games()[0], "faults")), should_stop=lambda: case == "clings"
        )
    message = str(error.value)
    assert reason in message and message.startswith("Mine ") and len(message.splitlines()) == 1 and len(message) < 400


def test_listener_error_is_not_reported_as_bot_failure() -> None:
    def listen(report: Report) -> None:
        raise LookupError("the window is gone")

    with pytest.raises(LookupError):
        decide(bots.make("random", 0), actor_viewpoint(random_position(fastcore.games()[0], "faults")), None, listen)


def test_bot_generator_is_closed_when_search_stops() -> None:
    closed = []

    class Endless(Bot):
        name = "endless"

        def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
            try:
                while True:
                    yield Report(move=point.move_text(point.moves()[0]))
            finally:
                closed.append(True)

    reports: list[Report] = []
    decide(
        Endless(0, {}),
        actor_viewpoint(random_position(fastcore.games()[0], "faults")),
        None,
        reports.append,
        lambda: len(reports) == 5,
    )
    assert len(reports) == 5 and closed == [True]


def test_rejected_folder_leaves_no_open_file(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    before = os.listdir("/proc/self/fd")
    for _ in range(20):
        with pytest.raises(BotError, match="not a regular file"):
            sources.read_file(str(tmp_path / "folder.py"))
    assert len(os.listdir("/proc/self/fd")) <= len(before) + 2
