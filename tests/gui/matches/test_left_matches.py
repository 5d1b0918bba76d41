"""Tests that unfinished matches are offered at the next start."""

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
from tests.gui.matches.watching import QUICK, SETUP, has_ended, open_matches, right_edge, row_texts
from tests.kit.windows import TestedWindow, click, open_window, point_at, run_program, settle, wait
from tests.matches.test_watched import add_fake_games, write_fake_archive
from workbench.gui.matches import words
from workbench.gui.widgets.tips import Tip
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.default import default_archive

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_unfinished_match_is_offered_at_next_start() -> None:
    write_fake_archive(default_archive(), QUICK, 3)
    with open_window(SETUP, match_running=1) as window:
        desk = window.matches
        click(offer_buttons(window)[words.LATER])
        assert desk.offer_row is None and desk.interrupted is None and window.settings.match_running == 1
        desk.start_match(msgspec.structs.replace(QUICK, seed=5), 1, "")
        wait(lambda: window.settings.match_running == 2)
        wait(lambda: has_ended(window) and window.settings.match_running == 1)
        desk.continue_match(1)
        wait(lambda: has_ended(window) and window.settings.match_running == 0)


def offer_buttons(window: TestedWindow) -> dict[str, ttk.Button]:
    """Return the buttons of the offer at program start, keyed by text."""
    window.matches.on_start()
    wait(lambda: window.matches.offer_row is not None)
    assert window.matches.offer_row is not None
    settle()
    return window.matches.offer_row.buttons


@pytest.mark.slow
def test_declined_match_is_no_longer_offered() -> None:
    """The match can still be continued from the list of all matches."""
    write_fake_archive(default_archive(), QUICK, 3)
    with open_window(SETUP, (800, 560), match_running=1) as window:
        desk, buttons = window.matches, offer_buttons(window)
        card = desk.offer_row
        assert card is not None and right_edge(card) <= right_edge(window.shell.root)
        assert all(
            button.winfo_viewable()
            and card.winfo_rootx() < button.winfo_rootx()
            and right_edge(button) < right_edge(card)
            for button in buttons.values()
        ), "there is room for all of them"
        point_at(buttons[words.ASK_NO_MORE])
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and Tip.shown.cget("text") == words.ASK_NO_MORE_TIP
        click(buttons[words.ASK_NO_MORE])
        assert (
            desk.offer_row is None
            and window.settings.match_running == 0
            and window.notice.text == words.offer_dismissed(1)
        )
        desk.on_start()
        settle(0.2)
        assert not desk.background.pending and desk.interrupted is None
        top = open_matches(window)
        click(top.switch.buttons["all"])
        wait(lambda: [line[3] for line in row_texts(top.all.rows.tree)] == ["3 of 12"])
        click(top.all.continue_button)
        wait(lambda: has_ended(window))
        assert desk.progress.done == 12 and not desk.progress.fault


@pytest.mark.parametrize("same", [False, True])
def test_match_with_changed_bot_is_no_longer_offered(same: bool) -> None:
    """Only the offer of the match that cannot be continued disappears."""
    write_fake_archive(default_archive(), msgspec.structs.replace(QUICK, versions=("of old", "of old")), 3)
    with Archive(default_archive()) as archive:
        add_fake_games(archive, archive.add_match(QUICK), range(5))
    with open_window(SETUP, match_running=1 if same else 2) as window:
        desk, buttons = window.matches, offer_buttons(window)
        if same:
            click(buttons[words.CONTINUE])
        else:
            desk.continue_match(1)
        wait(lambda: has_ended(window) and desk._end_reported)
        assert "greedy has changed since this match was begun" in window.notice.text
        assert window.settings.match_running == (0 if same else 2)
        top = open_matches(window)
        wait(lambda: "greedy has changed" in top.view.status.cget("text"))


PLAYING_PROGRAM = """
import json, os, signal, sys
from workbench.system import folders
from tests.kit import windows
from tests.gui.matches.watching import SETUP, choose, open_matches, write
from workbench.gui.matches import form_words
def kept(name):
    file = folders.config_folder() / "settings.json"
    return json.loads(file.read_text()).get(name) if file.exists() else None
with windows.open_window(SETUP) as window:
    top = open_matches(window)
    form = top.form
    for _ in range(2):
        windows.click(form.bots.add_button)
    for player, bot in zip(form.bots.players, ("mcts", "greedy", "random", "mcts")):
        choose(player.player_box, bot)
    choose(form.limits.limit_box, form_words.LIMITS["simulations"])
    write(form.limits.amount, "60")
    write(form.length.games, sys.argv[1])
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
def test_killed_round_robin_is_continued_by_clicks(home: Path) -> None:
    """Its standings equal those on the command line."""
    blocks = 12
    process = run_program(PLAYING_PROGRAM, home, str(blocks))
    assert process.returncode == -signal.SIGKILL, process.stderr
    settings = json.loads((home / "settings.json").read_text())
    assert settings["match_running"] == 1
    with open_window(SETUP, match_running=1) as window:
        buttons = offer_buttons(window)
        assert window.matches.interrupted is not None and window.matches.interrupted.done >= int(process.stdout)
        click(buttons[words.CONTINUE])
        wait(lambda: window.matches.window is not None)
        top = open_matches(window)
        wait(lambda: has_ended(window), 180)
        wait(
            lambda: (
                top.view.complete and top.view.counted_attempts[1] and not window.matches.figures.is_pending("figures")
            )
        )
        wait(lambda: window.settings.match_running == 0)
        assert window.matches.progress.done == 12 * blocks
        standings, crosstable = (row_texts(card.table) for card in top.view.cards)  # type: ignore[attr-defined]
        command = [sys.executable, "-m", "workbench", "show", str(default_archive()), "--json"]
        report = json.loads(
            subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[3]).stdout
        )
        summary = report["summary"]
        ours = json.loads(msgspec.json.encode(top.view.summary))
        assert ours["standings"] == summary["standings"] and ours["crosstable"] == summary["crosstable"]
        assert [line[1] for line in standings] == [
            numbered_name(entry["bot"], summary) for entry in summary["standings"]
        ]
        for line, entry in zip(standings, summary["standings"], strict=True):
            assert line[2].startswith(f"{100 * entry['score']['value']:.1f} (")
        assert len(crosstable) == 4 and all(line[n + 1] == "·" for n, line in enumerate(crosstable))


def numbered_name(bot: int, summary: dict[str, list[str]]) -> str:
    text, number, place = summary["bots"][bot].partition(" #")
    return text + number + place
