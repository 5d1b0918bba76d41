"""Tests of kills: what the window or the terminal has shown as entered is in the file."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from time import sleep

import pytest

from tests.conftest import deep
from workbench.companion import journal
from workbench.companion.companion import Companion
from workbench.companion.journal import new_table

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]
ROOT = Path(__file__).parents[3]
SPEC = "herd(size=3)"
WINDOW = """
import sys
from pathlib import Path
from random import Random
from tests.kit.windows import HERD, open_window, settle, wait
from workbench.companion.companion import Companion
from workbench.companion.journal import Journal
from workbench.gui.companion.tab import CompanionTab
with open_window(HERD) as window:
    tab = window.shell.feature(CompanionTab)
    tab.open(Companion.open(Journal(Path(sys.argv[1]))))
    print("ready", flush=True)
    random, shown = Random(int(sys.argv[2])), -1
    for number in range(100000):
        wait(lambda: not tab.desk.busy and tab.desk.scene is not None)
        rows = tab.view.list.rows
        if len(rows) != shown:
            shown = len(rows)
            print(*(row.line.text for row in rows), flush=True)
        companion = tab.desk.companion
        if companion.over or (rows and random.random() < 0.2):
            tab.desk.run(lambda companion: companion.remove(companion.lines[-1].id))
        else:
            texts = [text for text in companion.cursor.candidates if not companion.cursor.why_not(text)]
            tab.desk.enter(random.choice(texts))
"""


def kill(command: list[str], typed: str, random: Random, least: int) -> list[str]:
    """Run a program, kill it at a random moment after some lines, and return the whole lines that it has printed."""
    program = subprocess.Popen(
        [sys.executable, "-u", *command], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert program.stdin is not None and program.stdout is not None
    program.stdin.write(typed)
    program.stdin.flush()
    printed = "".join(program.stdout.readline() for _ in range(random.randint(least, least + 12)))
    sleep(random.uniform(0.0, 0.05))
    program.kill()
    printed += program.stdout.read()
    program.stdin.close()
    program.wait()
    return [line for line in printed.splitlines(keepends=True) if line.endswith("\n")]


def test_killed_window_loses_nothing_that_it_showed() -> None:
    random, most = Random(7), 0
    for number in range(deep(2, 50)):
        created = journal.create(new_table(SPEC, None))
        created.close()
        shown = kill(["-c", WINDOW, str(created.file), str(number)], "", random, 2)
        assert shown and shown[0] == "ready\n"
        opened = journal.Journal(created.file)
        companion = Companion.open(opened)
        texts = [line.text for line in companion.lines]
        opened.close()
        last = shown[-1].split() if len(shown) > 1 else []
        most = max(most, len(shown))
        # One change may have been made that was not shown yet.
        assert texts == last or texts[:-1] == last or texts == last[:-1], (texts, last)
    assert most > 2


def test_killed_terminal_loses_nothing_that_it_confirmed() -> None:
    random, confirmed = Random(8), 0
    game, events = Companion(SPEC), []
    while not game.over:
        events.append(
            game.enter(random.choice([text for text in game.cursor.candidates if not game.cursor.why_not(text)]))
        )
    typed = "".join(f"{event.text}\n" for event in events)
    for _ in range(deep(2, 50)):
        created = journal.create(new_table(SPEC, None))
        created.close()
        printed = kill(["-m", "workbench", "companion", str(created.file)], typed, random, 12)
        done = [found[2] for line in printed if (found := re.search(r"(^|> ) +\d+  (\S+)  ", line))]
        opened = journal.Journal(created.file)
        texts = [line.text for line in Companion.open(opened).lines]
        opened.close()
        assert texts[: len(done)] == done, (texts, done)
        confirmed = max(confirmed, len(done))
    assert confirmed
