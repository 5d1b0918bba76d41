"""The window asks before it runs a bot that somebody else's game, match or settings name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from tkinter import Misc, ttk

import pytest

pytest.importorskip("tkinter")

from tests.kit.payloads import GREEDY, Payload, archive_with, record_with, turn_of, write_record
from tests.kit.windows import TWO, Tested, click, opened, press, root, settle, shown, wait, wait_for_jobs
from workbench import settings
from workbench.bot_process import trust
from workbench.game.session import PERSON
from workbench.gui.app import first_setup
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.trust import words
from workbench.gui.trust.consent import ConsentDialog, waiting
from workbench.matches.archive.records import own_archive
from workbench.storage.stored_game import StoredGame
from workbench.system import folders
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home", "nothing_agreed")]

SETUP = Setup("herd(size=2)", TWO, 1)


def inside(widget: Misc) -> Iterator[Misc]:
    for child in widget.winfo_children():
        yield child
        yield from inside(child)


def buttons(window: Tested) -> dict[str, ttk.Button]:
    """The buttons of the notice by their words."""
    frame = window.notice.frame
    return {} if frame is None else {str(one.cget("text")): one for one in inside(frame) if isinstance(one, ttk.Button)}


def text_of(window: Tested) -> str:
    frame = window.notice.frame
    return (
        "" if frame is None else " ".join(str(one.cget("text")) for one in inside(frame) if isinstance(one, ttk.Label))
    )


def open_record(window: Tested, file: Path) -> None:
    window.files.open(file)
    wait_for_jobs(window)
    wait(lambda: window.playing.kept is not None and window.playing.kept.file == file)
    settle()


def test_opened_record_asks_and_runs_nothing(payload: Payload, tmp_path: Path, begun: list[str]) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, payload.text], turn_of(1))
    with opened(SETUP) as window:
        open_record(window, file)
        steps = len(window.table.session.steps)
        settle(0.3)
        digest = hashlib.sha256(payload.file.read_bytes()).hexdigest()
        assert begun == [] and not payload.ran and len(window.table.session.steps) == steps
        assert set(buttons(window)) == {words.ALLOW_ONCE, words.ALLOW_FILE, words.CHOOSE, words.PLAY}
        assert str(payload.file) in text_of(window) and words.grouped(digest) in text_of(window)
        assert "needs your permission" in shown(window)
        click(buttons(window)[words.ALLOW_ONCE])
        wait(lambda: len(window.table.session.steps) > steps)
        assert begun == [payload.text] and not buttons(window) and trust.question(payload.text) is None
    trust.forget_session()
    assert trust.question(payload.text) is not None


def test_always_is_remembered_until_the_file_changes(payload: Payload, tmp_path: Path, begun: list[str]) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, payload.text], turn_of(1))
    with opened(SETUP) as window:
        open_record(window, file)
        window.registry.run("allow_always")
        wait(lambda: begun)
    trust.forget_session()
    begun.clear()
    other = write_record(tmp_path / "h.herbarium", [PERSON, payload.text], turn_of(1))
    with opened(SETUP) as window:
        open_record(window, other)
        wait(lambda: begun)
        assert waiting(window.table) is None
        window.table.bots.stop()
        payload.change(more="\n# changed\n")
        begun.clear()
        open_record(window, write_record(tmp_path / "i.herbarium", [PERSON, payload.text], turn_of(1)))
        settle(0.2)
        assert waiting(window.table) == 1 and begun == []


def test_seat_can_be_played_or_given_to_another_bot(payload: Payload, tmp_path: Path, begun: list[str]) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, payload.text], turn_of(1))
    with opened(SETUP) as window:
        open_record(window, file)
        click(buttons(window)[words.PLAY])
        assert window.table.session.seats == TWO and not buttons(window) and window.playing.ours
        window.registry.run("undo")
        settle()
        assert waiting(window.table) == 1
        click(buttons(window)[words.CHOOSE])
        wait(lambda: "seats" in window.pages.open)
        dialog = window.pages.open["seats"]
        press("Return")
        wait(lambda: not dialog.winfo_exists())
        assert window.table.session.seats[1] in ("mcts", "alphabeta") or not window.table.session.seats[1].endswith(
            ":P"
        )
        assert waiting(window.table) is None and begun == [] and not payload.ran


def test_notice_stays_and_its_answers_are_reached_with_the_keyboard(
    payload: Payload, tmp_path: Path, begun: list[str]
) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, payload.text], turn_of(1))
    with opened(SETUP) as window:
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
        wait(lambda: begun == [payload.text])
        assert window.registry["allow_once"].why_not() == words.NONE_WAITS


def test_recovered_game_and_game_of_a_match_ask(payload: Payload, begun: list[str]) -> None:
    write_record(folders.folder() / "autosave" / "1-abc.herbarium", [PERSON, payload.text], turn_of(1))
    with opened(SETUP) as window:
        window.files.start()
        wait(lambda: window.files.left)
        window.files.recover(window.files.left[0])
        wait_for_jobs(window)
        wait(lambda: waiting(window.table) == 1)
        window.tabs.go_on(StoredGame.found(record_with([payload.text, payload.text], 1)))
        settle(0.3)
        assert waiting(window.table) is not None and begun == [] and not payload.ran
        over = StoredGame.found(record_with([PERSON, payload.text], 1))
        over.session.resign(0)
        window.tabs.go_on(over)
        assert waiting(window.table) is None, "nobody moves any more"
        window.registry.run("again")  # the same players once more
        settle(0.3)
        assert waiting(window.table) is not None and begun == [] and not payload.ran


def test_bot_named_in_settings_needs_permission(payload: Payload, begun: list[str]) -> None:
    setup = first_setup(settings.Settings(last_spec="herd(size=2)", last_seats=(payload.text, PERSON)))
    with opened(setup) as window:
        settle(0.3)
        assert waiting(window.table) == 0 and begun == [] and not payload.ran


def test_demanding_bot_and_remote_file_wait(tmp_path: Path) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, GREEDY], turn_of(1))
    other = write_record(tmp_path / "h.herbarium", [PERSON, "/net/no-such-server/x.py:P"], turn_of(1))
    with opened(SETUP) as window:
        open_record(window, file)
        settle(0.3)
        assert not window.table.bots.asking.ticket and "1,000,000,000 simulations" in text_of(window)
        assert set(buttons(window)) == {words.ALLOW_ONCE, words.ALLOW_BOT, words.CHOOSE, words.PLAY}
        open_record(window, other)
        assert set(buttons(window)) == {words.LOOK, words.CHOOSE, words.PLAY} and "another machine" in text_of(window)
        click(buttons(window)[words.LOOK])
        assert waiting(window.table) is None and "no such file" in window.table.bots.seating.faults[1]


def test_new_game_filled_from_a_strangers_record_still_asks(tmp_path: Path) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, GREEDY], turn_of(1))
    with opened(SETUP) as window:
        open_record(window, file)
        window.registry.run("new")
        settle(0.1)
        dialog = window.pages.open["new"]
        assert isinstance(dialog, NewGame)
        dialog.accept()
        settle(0.3)
        assert trust.question(window.table.session.seats[1]) is not None and 1 in window.table.bots.seating.waiting
        assert not (folders.folder() / trust.FILE).exists()


def test_match_with_a_bot_file_asks_before_it_continues(payload: Payload, begun: list[str]) -> None:
    archive_with(own_archive(), (payload.text, "greedy"))
    with opened(SETUP) as window:
        window.matches.go_on(1)
        wait(lambda: "consent" in window.pages.open)
        dialog = window.pages.open["consent"]
        assert isinstance(dialog, ConsentDialog) and begun == [] and not payload.ran
        assert any(str(payload.file) in str(one.cget("text")) for one in inside(dialog) if isinstance(one, ttk.Label))
        press("Escape")
        wait(lambda: not dialog.winfo_exists())
        assert not window.matches.playing and trust.question(payload.text) is not None
        window.matches.go_on(1)
        wait(lambda: window.pages.open.get("consent") not in (None, dialog))
        again = window.pages.open["consent"]
        assert isinstance(again, ConsentDialog)
        again.accept()
        wait(lambda: begun)
        window.matches.stop()
        wait(lambda: not window.matches.playing)
