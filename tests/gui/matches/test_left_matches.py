"""Matches that were left or killed are offered again."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

import msgspec

from tests.conftest import deep
from tests.gui.matches.watching import QUICK, SETUP, ended, matches, shown
from tests.kit.windows import Tested, click, opened, point_at, settle, started, wait
from tests.matches.test_watched import invent, invented
from workbench.gui.matches import words
from workbench.gui.matches.names import called
from workbench.gui.widgets.tips import Tip
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.records import own_archive

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_a_match_that_was_left_is_offered_again_at_the_next_start() -> None:
    invented(own_archive(), QUICK, 3)
    with opened(SETUP, match_running=1) as window:
        desk = window.matches
        click(offered(window)[words.LATER])
        assert desk.left_row is None and desk.left is None and window.settings.match_running == 1
        desk.begin(msgspec.structs.replace(QUICK, seed=5), 1, "")
        wait(lambda: window.settings.match_running == 2)
        wait(lambda: ended(window) and window.settings.match_running == 1)
        desk.go_on(1)
        wait(lambda: ended(window) and window.settings.match_running == 0)


def offered(window: Tested) -> dict[str, ttk.Button]:
    """The buttons of the offer that is made when a program begins."""
    window.matches.start()
    wait(lambda: window.matches.left_row is not None)
    assert window.matches.left_row is not None
    settle()
    return {
        part.cget("text"): part for part in window.matches.left_row.winfo_children() if isinstance(part, ttk.Button)
    }


def test_a_match_that_was_left_is_offered_no_more_when_that_is_asked_for() -> None:
    """It stays in the list of all matches with its games, and goes on from there."""
    invented(own_archive(), QUICK, 3)
    with opened(SETUP, (800, 560), match_running=1) as window:
        desk, buttons = window.matches, offered(window)
        assert all(button.winfo_x() > 60 for button in buttons.values()), "there is room for all of them"
        point_at(buttons[words.ASK_NO_MORE])
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and Tip.shown.cget("text") == words.ASK_NO_MORE_TIP
        click(buttons[words.ASK_NO_MORE])
        assert (
            desk.left_row is None
            and window.settings.match_running == 0
            and window.notice.text == words.asked_no_more(1)
        )
        desk.start()
        settle(0.2)
        assert not desk.background.under_way and desk.left is None
        top = matches(window)
        click(top.switch.buttons["all"])
        wait(lambda: [line[3] for line in shown(top.all.rows.tree)] == ["3 of 12"])
        click(top.all.continue_button)
        wait(lambda: ended(window))
        assert desk.progress.done == 12 and not desk.progress.fault


@pytest.mark.parametrize("same", [False, True])
def test_a_match_whose_bot_has_changed_is_offered_no_more(same: bool) -> None:
    """Once it was tried to go on with it; the offer of another one stays."""
    invented(own_archive(), msgspec.structs.replace(QUICK, versions=("of old", "of old")), 3)
    with Archive(own_archive()) as archive:
        invent(archive, archive.add_match(QUICK), range(5))
    with opened(SETUP, match_running=1 if same else 2) as window:
        desk, buttons = window.matches, offered(window)
        if same:
            click(buttons[words.CONTINUE])
        else:
            desk.go_on(1)
        wait(lambda: ended(window) and desk._told)
        assert "greedy has changed since this match was begun" in window.notice.text
        assert window.settings.match_running == (0 if same else 2)
        top = matches(window)
        wait(lambda: "greedy has changed" in top.view.standing.cget("text"))


WORK = """
import json, os, signal, sys
from workbench.system import folders
from tests.kit import windows
from tests.gui.matches.watching import SETUP, choose, matches, write
from workbench.gui.matches import form_words
def kept(name):
    file = folders.folder() / "settings.json"
    return json.loads(file.read_text()).get(name) if file.exists() else None
with windows.opened(SETUP) as window:
    top = matches(window)
    form = top.form
    for _ in range(2):
        windows.click(form.bots.add_button)
    for player, bot in zip(form.bots.players, ("mcts", "greedy", "random", "mcts")):
        choose(player.who, bot)
    choose(form.limits.per, form_words.LIMITS["simulations"])
    write(form.limits.amount, "60")
    write(form.limits.blocks, sys.argv[1])
    write(form.limits.seed, "7")
    windows.click(form.start)
    windows.wait(lambda: window.matches.progress.done >= 3)
    windows.click(top.buttons["match_pause"])
    windows.wait(lambda: window.matches.progress.paused)
    windows.click(top.buttons["match_pause"])
    windows.wait(lambda: window.matches.progress.done >= 5)
    windows.wait(lambda: kept("match_running") == 1 and not window.shell.background.under_way)
    print(window.matches.progress.done, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(
    sys.platform == "win32" or not deep(0, 1), reason="two programs with windows and a whole match take their time"
)
def test_a_round_robin_of_four_is_killed_and_continued_by_clicks(home: Path) -> None:
    """Its figures are those of the command line."""
    blocks = 12
    done = started(WORK, home, str(blocks))
    assert done.returncode == -signal.SIGKILL, done.stderr
    kept = json.loads((home / "settings.json").read_text())
    assert kept["match_running"] == 1
    with opened(SETUP, match_running=1) as window:
        buttons = offered(window)
        assert window.matches.left is not None and window.matches.left.done >= int(done.stdout)
        click(buttons[words.CONTINUE])
        wait(lambda: window.matches.open is not None)
        top = matches(window)
        wait(lambda: ended(window), 180)
        wait(lambda: top.view.complete and top.view.counted[1] and not window.matches.figures.waits("figures"))
        wait(lambda: window.settings.match_running == 0)
        assert window.matches.progress.done == 12 * blocks
        standings, crosstable = (shown(card.table) for card in top.view.cards)  # type: ignore[attr-defined]
        command = [sys.executable, "-m", "workbench", "show", str(own_archive()), "--json"]
        told = json.loads(
            subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[3]).stdout
        )
        summary = told["summary"]
        ours = json.loads(msgspec.json.encode(top.view.summary))
        assert ours["standings"] == summary["standings"] and ours["crosstable"] == summary["crosstable"]
        assert [line[1] for line in standings] == [called_in(one["bot"], summary) for one in summary["standings"]]
        for line, one in zip(standings, summary["standings"], strict=True):
            assert line[2].startswith(f"{100 * one['score']['value']:.1f} (")
        assert len(crosstable) == 4 and all(line[n + 1] == "·" for n, line in enumerate(crosstable))


def called_in(bot: int, summary: dict[str, list[str]]) -> str:
    text, number, place = summary["bots"][bot].partition(" #")
    return called(text) + number + place
