"""Tests that the window asks before it runs a bot named by somebody else's game, match or settings."""

from __future__ import annotations

import hashlib
from pathlib import Path
from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

from tests.kit.payloads import GREEDY, Payload, archive_with, decisions_until, record_with, write_record
from tests.kit.windows import (
    TWO,
    TestedWindow,
    click,
    descendants,
    open_window,
    press,
    root,
    settle,
    simulate_crash,
    status_text,
    wait,
    wait_for_jobs,
)
from workbench import settings
from workbench.bot_process import trust
from workbench.game.session import PERSON
from workbench.gui.app import first_setup
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.trust import words
from workbench.gui.trust.consent import ConsentDialog, waiting_seat
from workbench.matches.archive.default import default_archive
from workbench.storage.stored_game import StoredGame
from workbench.system import folders
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home", "nothing_agreed")]

SETUP = Setup("herd(size=2)", TWO, 1)


def buttons(window: TestedWindow) -> dict[str, ttk.Button]:
    """Return the buttons of the notice, keyed by text."""
    frame = window.notice.frame
    return (
        {}
        if frame is None
        else {str(widget.cget("text")): widget for widget in descendants(frame) if isinstance(widget, ttk.Button)}
    )


def notice_text(window: TestedWindow) -> str:
    frame = window.notice.frame
    return (
        ""
        if frame is None
        else " ".join(str(widget.cget("text")) for widget in descendants(frame) if isinstance(widget, ttk.Label))
    )


def open_record(window: TestedWindow, file: Path) -> None:
    window.files.open(file)
    wait_for_jobs(window)
    wait(lambda: window.playing.stored is not None and window.playing.stored.file == file)
    settle()


def test_opened_record_asks_and_runs_nothing(payload: Payload, tmp_path: Path, started_bots: list[str]) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, payload.text], decisions_until(1))
    with open_window(SETUP) as window:
        open_record(window, file)
        steps = len(window.table.session.steps)
        settle(0.3)
        digest = hashlib.sha256(payload.file.read_bytes()).hexdigest()
        assert started_bots == [] and not payload.has_run and len(window.table.session.steps) == steps
        assert set(buttons(window)) == {words.ALLOW_ONCE, words.ALLOW_FILE, words.CHOOSE, words.PLAY}
        assert str(payload.file) in notice_text(window) and words.grouped(digest) in notice_text(window)
        assert "needs your permission" in status_text(window)
        click(buttons(window)[words.ALLOW_ONCE])
        wait(lambda: len(window.table.session.steps) > steps)
        assert started_bots == [payload.text] and not buttons(window) and trust.question(payload.text) is None
    trust.forget_session()
    assert trust.question(payload.text) is not None


def test_permission_lasts_until_the_file_changes(payload: Payload, tmp_path: Path, started_bots: list[str]) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, payload.text], decisions_until(1))
    with open_window(SETUP) as window:
        open_record(window, file)
        window.registry.run("allow_always")
        wait(lambda: started_bots)
    trust.forget_session()
    started_bots.clear()
    second_file = write_record(tmp_path / "h.herbarium", [PERSON, payload.text], decisions_until(1))
    with open_window(SETUP) as window:
        open_record(window, second_file)
        wait(lambda: started_bots)
        assert waiting_seat(window.table) is None
        window.table.bots.stop()
        payload.change(more="\n# changed\n")
        started_bots.clear()
        open_record(window, write_record(tmp_path / "i.herbarium", [PERSON, payload.text], decisions_until(1)))
        settle(0.2)
        assert waiting_seat(window.table) == 1 and started_bots == []


def test_seat_can_be_played_or_given_to_another_bot(payload: Payload, tmp_path: Path, started_bots: list[str]) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, payload.text], decisions_until(1))
    with open_window(SETUP) as window:
        open_record(window, file)
        click(buttons(window)[words.PLAY])
        assert window.table.session.seats == TWO and not buttons(window) and window.playing.accepts_moves
        window.registry.run("undo")
        settle()
        assert waiting_seat(window.table) == 1
        click(buttons(window)[words.CHOOSE])
        wait(lambda: "seats" in window.pages.open)
        dialog = window.pages.open["seats"]
        press("Return")
        wait(lambda: not dialog.winfo_exists())
        assert window.table.session.seats[1] in ("mcts", "alphabeta") or not window.table.session.seats[1].endswith(
            ":P"
        )
        assert waiting_seat(window.table) is None and started_bots == [] and not payload.has_run


def test_notice_stays_and_can_be_answered_by_keyboard(
    payload: Payload, tmp_path: Path, started_bots: list[str]
) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, payload.text], decisions_until(1))
    with open_window(SETUP) as window:
        open_record(window, file)
        assert window.registry["allow_once"].why_not() == "" and window.notice.frame is not None
        click(window.notice.frame, 4, 4)
        window.table.bots.resume()
        assert words.ALLOW_ONCE in buttons(window)
        for _ in range(40):
            press("Tab")
            if root().focus_get() is buttons(window)[words.ALLOW_ONCE]:
                break
        press("Return")
        wait(lambda: started_bots == [payload.text])
        assert window.registry["allow_once"].why_not() == words.NONE_WAITS


def test_recovered_game_and_game_of_a_match_need_permission(payload: Payload, started_bots: list[str]) -> None:
    write_record(folders.data_path("autosave") / "1-abc.herbarium", [PERSON, payload.text], decisions_until(1))
    with open_window(SETUP) as window:
        simulate_crash()
        window.last_run.on_start()
        wait(lambda: window.last_run.unfinished)
        window.last_run.recover()
        wait_for_jobs(window)
        wait(lambda: waiting_seat(window.table) == 1)
        window.tabs.resume(StoredGame.from_record(record_with([payload.text, payload.text], 1)))
        settle(0.3)
        assert waiting_seat(window.table) is not None and started_bots == [] and not payload.has_run
        over = StoredGame.from_record(record_with([PERSON, payload.text], 1))
        over.session.resign(0)
        window.tabs.resume(over)
        assert waiting_seat(window.table) is None, "a finished game needs no permission"
        window.registry.run("again")  # a new game with the same players
        settle(0.3)
        assert waiting_seat(window.table) is not None and started_bots == [] and not payload.has_run


def test_bot_named_in_settings_needs_permission(payload: Payload, started_bots: list[str]) -> None:
    setup = first_setup(settings.Settings(last_spec="herd(size=2)", last_seats=(payload.text, PERSON)))
    with open_window(setup) as window:
        settle(0.3)
        assert waiting_seat(window.table) == 0 and started_bots == [] and not payload.has_run


def test_demanding_bot_and_remote_file_need_permission(tmp_path: Path) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, GREEDY], decisions_until(1))
    second_file = write_record(tmp_path / "h.herbarium", [PERSON, "/net/no-such-server/x.py:P"], decisions_until(1))
    with open_window(SETUP) as window:
        open_record(window, file)
        settle(0.3)
        assert not window.table.bots.requests.ticket and "1,000,000,000 simulations" in notice_text(window)
        assert set(buttons(window)) == {words.ALLOW_ONCE, words.ALLOW_BOT, words.CHOOSE, words.PLAY}
        open_record(window, second_file)
        assert set(buttons(window)) == {words.LOOK, words.CHOOSE, words.PLAY} and "another machine" in notice_text(
            window
        )
        click(buttons(window)[words.LOOK])
        assert waiting_seat(window.table) is None and "no such file" in window.table.bots.seating.faults[1]


def test_new_game_filled_from_a_strangers_record_still_asks(tmp_path: Path) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, GREEDY], decisions_until(1))
    with open_window(SETUP) as window:
        open_record(window, file)
        window.registry.run("new")
        settle(0.1)
        dialog = window.pages.open["new"]
        assert isinstance(dialog, NewGame)
        dialog.accept()
        settle(0.3)
        assert (
            trust.question(window.table.session.seats[1]) is not None
            and 1 in window.table.bots.seating.awaiting_consent
        )
        assert not (folders.config_folder() / trust.FILE).exists()


def test_match_with_a_bot_file_asks_before_it_continues(payload: Payload, started_bots: list[str]) -> None:
    archive_with(default_archive(), (payload.text, "greedy"))
    with open_window(SETUP) as window:
        window.matches.continue_match(1)
        wait(lambda: "consent" in window.pages.open)
        dialog = window.pages.open["consent"]
        assert isinstance(dialog, ConsentDialog) and started_bots == [] and not payload.has_run
        assert any(
            str(payload.file) in str(widget.cget("text"))
            for widget in descendants(dialog)
            if isinstance(widget, ttk.Label)
        )
        press("Escape")
        wait(lambda: not dialog.winfo_exists())
        assert not window.matches.playing and trust.question(payload.text) is not None
        window.matches.continue_match(1)
        wait(lambda: window.pages.open.get("consent") not in (None, dialog))
        second_dialog = window.pages.open["consent"]
        assert isinstance(second_dialog, ConsentDialog)
        second_dialog.accept()
        wait(lambda: started_bots)
        window.matches.stop()
        wait(lambda: not window.matches.playing)
