"""Tests that hovered, copied, written and spoken texts of one player are hidden from the next player at the screen."""

from __future__ import annotations

import tkinter
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import TWO, TestedWindow, flush_events, open_window, press, root, settle, type_text, wait
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import words as play_words
from workbench.gui.play.viewing import Viewing
from workbench.gui.shell import clipboard
from workbench.gui.sound.live_text import LiveText
from workbench.seen.seen_tree import SeenTree
from workbench.storage.stored_game import StoredGame
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

HERBS = Setup("herbs(ap=30,actions=2,rounds=3)", TWO, 1)


def take_over_screen(window: TestedWindow) -> None:
    """Wait for a hand-over, and take over the screen."""
    wait(lambda: window.table.screen.handover_seat is not None)
    window.table.take_over()
    wait(lambda: window.playing.accepts_moves)


def lock_plan(window: TestedWindow, *moves: str) -> None:
    for move in moves:
        window.playing.play(move)
    window.registry.run("lock")
    wait(lambda: window.screen.cover.winfo_viewable())


def test_board_cursor_is_hidden_from_the_next_player() -> None:
    with open_window(HERBS) as window:
        take_over_screen(window)
        view = window.screen.view
        assert isinstance(view, BoardView)
        view.focus_force()
        settle()
        view.cursor = "H5"
        view._show_cursor()
        assert view.painter.shown["cursor"]
        lock_plan(window, "0M2", "1TR", "WhH5")
        assert not view.painter.shown["cursor"] and (view.cursor, view.hover) == ("", "")
        press("Return")
        wait(lambda: window.playing.accepts_moves)
        assert not view.painter.shown["cursor"] and not view.painter.shown["foresee"]


def test_live_text_forgets_the_focused_line() -> None:
    with open_window(HERBS, side="live") as window:
        take_over_screen(window)
        window.playing.play("0M2")
        window.shell.events.spot_pointed.emit("", "1, 0 M2, forward 2")
        page = window.screen.side.page
        assert isinstance(page, LiveText) and "forward 2" in page.text.get("1.0", "end")
        lock_plan(window, "1TR", "WhH5")
        assert "forward 2" not in page.text.get("1.0", "end")


def test_copied_text_is_cleared_unless_replaced_by_another_program() -> None:
    for foreign_text in ("", "something else"):
        with open_window(Setup("herbalism", (PERSON,) * 3, 3)) as window:
            take_over_screen(window)
            window.registry.run("copy")
            assert "herbalism" in root().clipboard_get()
            if foreign_text:
                root().clipboard_clear()
                root().clipboard_append(foreign_text)
            point = window.table.point
            window.playing.play(next(text for text in map(point.move_text, point.moves()) if ":appeal:" in text))
            wait(lambda: window.screen.cover.winfo_viewable())
            flush_events()
            try:
                remaining = root().clipboard_get()
            except tkinter.TclError:
                remaining = ""
            assert remaining == foreign_text


def appeal(window: TestedWindow) -> None:
    """Play an appeal and wait for the hand-over screen."""
    point = window.table.point
    window.playing.play(next(text for text in map(point.move_text, point.moves()) if ":appeal:" in text))
    wait(lambda: window.screen.cover.winfo_viewable())


def clipboard_text() -> str:
    try:
        return str(root().clipboard_get())
    except tkinter.TclError:
        return ""


def test_error_report_is_hidden_from_the_next_player() -> None:
    for is_copied in (False, True):
        with open_window(Setup("herbalism", (PERSON,) * 3, 3)) as window:
            take_over_screen(window)
            root().clipboard_clear()
            window.fault(ValueError, ValueError("boom"), None)
            assert window.shell.status.extra is not None
            if is_copied:
                window.shell.status.extra.invoke()
                assert "boom" in clipboard_text()
            appeal(window)
            assert window.shell.status.extra is None and clipboard_text() == ""
            window.faults.clear()


def test_copied_picture_is_cleared_even_if_it_comes_late(monkeypatch: pytest.MonkeyPatch) -> None:
    pictures: list[bytes] = []

    def put(png: bytes) -> None:
        if late:
            window.shell.clipboard.persons += 1  # the next player takes over in the meantime
        pictures.append(png)

    clear_clipboard = root().clipboard_clear

    def clear() -> None:
        pictures.clear()
        clear_clipboard()

    monkeypatch.setattr(clipboard, "command", lambda: ["true"])
    monkeypatch.setattr(clipboard, "put", put)
    monkeypatch.setattr(root(), "clipboard_clear", clear, raising=False)
    for late in (False, True):
        with open_window(Setup("herbalism", (PERSON,) * 3, 3)) as window:
            take_over_screen(window)
            root().clipboard_clear()
            window.registry.run("copy_picture")
            window.shell.feature(Viewing).background.finish()
            assert len(pictures) == (not late)
            window.registry.run("copy_picture")
            appeal(window)
            assert not pictures
            window.shell.feature(Viewing).background.finish()
            assert not pictures, "a picture finished after the hand-over does not stay"


def test_comment_editor_is_visible_and_saves_for_its_author() -> None:
    with open_window(HERBS) as window:
        take_over_screen(window)
        window.playing.play("0M2")
        press("e", "Control_L")
        assert (
            window.moves.card.editor is not None
            and window.moves.card.editor.winfo_viewable()
            and root().focus_get() is window.moves.card.editor
        )
        type_text("mine")
        for move in ("1TR", "WhH5"):
            window.playing.play(move)
        window.registry.run("lock")
        wait(lambda: window.screen.cover.winfo_viewable())
        assert window.moves.card.editor is None
        assert [node.comments for node in window.table.session.document.tree.nodes.values() if node.comments] == [
            ((0, "mine"),)
        ]


def test_comments_of_other_seats_are_neither_shown_nor_replaced() -> None:
    """Covers comments on a hidden move and on the game, also after a bot has replaced the author."""

    def take_over_if_asked(window: TestedWindow) -> None:
        settle()
        if window.table.screen.handover_seat is not None:
            window.table.take_over()

    def comment_texts(window: TestedWindow) -> list[str]:
        settle()
        return [text for row in window.moves.card.written if row.kind == "comment" for text in row.texts]

    with open_window(HERBS) as window:
        take_over_screen(window)
        session = window.table.session
        session.document.annotations.set_comment(ROOT, "ours", 0)
        lock_plan(window, "0M2", "1TR", "WhH5")
        session.document.annotations.set_comment(session.here, "theirs", 0)
        take_over_screen(window)
        for node, text in ((ROOT, "second"), (session.here, "mine")):
            window.table.view_node(node)
            window.registry.run("comment")
            assert window.moves.card.editor is not None and window.moves.card.editor.get("1.0", "end").strip() == ""
            window.moves.card.editor.insert("1.0", text)
            window.moves.card.finish()
        assert comment_texts(window) == ["second", "mine"]
        window.table.change_seats(("random", PERSON), ("", "B1"))
        take_over_if_asked(window)
        assert comment_texts(window) == ["second", "mine"]
        assert [node.comments for node in session.document.tree.nodes.values() if node.comments] == [
            ((0, "ours"), (1, "second")),
            ((0, "theirs"), (1, "mine")),
        ]
        assert [comment.text for comment in SeenTree(session, 0).comments_at(session.here).read] == ["theirs"]


def test_seats_cannot_be_changed_under_the_cover() -> None:
    with open_window(Setup("herbalism", (PERSON, PERSON, "random"), 3, names=("Anna", "Ben", ""))) as window:
        wait(lambda: window.screen.cover.winfo_viewable())
        assert window.registry["seats"].why_not() == "Pass the screen to Anna."
        take_over_screen(window)
        assert not window.registry["seats"].why_not()
        window.table.bots.pause()
        window.table.change_seats(("random", PERSON, "random"), ("", "Ben", ""))
        assert window.table.screen.viewer is None and window.table.point.seat is None and window.table.session.hindsight
        window.registry.run("undo")
        assert window.table.screen.viewer is None and window.table.session.hindsight
        wait(lambda: window.screen.cover.winfo_viewable())
        take_over_screen(window)
        window.registry.run("resign")
        assert play_words.NOTED not in window.registry["undo"].menu_label(), "the record notes it already"  # type: ignore[misc]


def test_undo_of_a_resignation_says_that_the_record_notes_it() -> None:
    with open_window(Setup("herbalism", (PERSON, "random", "random"), 3)) as window:
        wait(lambda: window.playing.accepts_moves)
        window.registry.run("resign")
        assert window.registry["undo"].menu_label() == f"Undo resignation ({play_words.NOTED})"  # type: ignore[misc]
        assert [label for label, _ in window.files.seat_choices()] == ["Seat 1"]
        window.registry.run("undo")
        assert window.table.session.hindsight


def test_open_form_cell_is_saved_when_the_window_is_rebuilt() -> None:
    with open_window(Setup("herbalism", (PERSON, "random", "random"), 3), side="form") as window:
        wait(lambda: window.playing.accepts_moves)
        page = window.screen.side.page
        assert page is not None
        page.grid_view.focus_force()
        settle()
        press("7")
        window.set_zoom(1.25)
        (notes,) = window.table.session.document.tree.head.notes
        assert [list(cells.values()) for cells in notes.forms.values()] == [["7"]]


def test_form_help_stays_recorded_after_undo() -> None:
    with open_window(Setup("herbalism", (PERSON, "random", "random"), 3)) as window:
        session = window.table.session
        session.document.annotations.write_note(0, "form", (0, 0), "5")
        session.document.annotations.record_help(0)
        session.undo()
        (notes,) = session.document.tree.head.notes
        assert notes.helped and not notes.forms
        session.redo()
        (notes,) = session.document.tree.head.notes
        assert notes.helped and notes.forms


def test_draft_survives_a_change_of_the_opponent() -> None:
    with open_window(Setup("herbs(ap=30,actions=2,rounds=3)", (PERSON, "random"), 1)) as window:
        wait(lambda: window.playing.accepts_moves)
        window.playing.play("0M2")
        window.table.change_seats((PERSON, "greedy"), ("", ""))
        wait(lambda: window.playing.accepts_moves)
        draft = window.drafting.draft
        assert draft is not None and list(draft.moves) == ["0M2"]


def test_helper_is_cancelled_by_browsing() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        wait(lambda: window.playing.accepts_moves)
        while len(window.table.session.steps) < 4:
            wait(lambda: window.playing.accepts_moves)
            window.playing.play(min(window.playing.move_input.entry.paths))
        wait(lambda: window.playing.accepts_moves)
        window.table.bots.ask_to_move("mcts(seconds=600)", window.playing.actor_view)
        steps = window.table.session.steps
        window.registry.run("back")
        assert not window.table.bots.helping and window.table.bots.requests.ticket == 0
        settle(0.1)
        assert window.table.session.steps == steps


def test_sketch_is_hidden_from_the_next_player() -> None:
    with open_window(Setup("herbalism", (PERSON,) * 3, 3, names=("Anna", "Ben", "Cleo"))) as window:
        wait(lambda: window.table.screen.handover_seat is not None)
        press("F4")
        assert not window.set_up.on  # the next player must take over first
        take_over_screen(window)
        press("F4")
        anna = window.set_up.edited
        anna.write(anna.sketch.text.replace(" 0,0,0 ", " 1,0,0 "))
        window.tabs.begin(HERBS._replace(names=("Ben", "Dora")))
        take_over_screen(window)
        window.registry.run("last_tab")
        settle()
        assert window.screen.cover.winfo_viewable() and not window.set_up.on and window.set_up.view is None
        window.tabs.close(1)
        take_over_screen(window)
        press("F4")
        assert window.set_up.on and window.set_up.edited is anna
        press("F2", "Shift_L")
        point = window.table.point
        window.playing.play(next(text for text in map(point.move_text, point.moves()) if ":appeal:" in text))
        wait(lambda: window.screen.cover.winfo_viewable())
        press("F4")
        assert not window.set_up.on
        take_over_screen(window)
        press("F4")
        ben = window.set_up.edited.sketch
        assert window.set_up.on and ben.text == window.table.point.text() and ben.seat == window.table.screen.viewer


def test_game_from_a_private_view_asks_before_it_is_shown() -> None:
    with open_window(Setup("herbalism", (PERSON,) * 3, 3, names=("Anna", "Ben", "Cleo"))) as window:
        take_over_screen(window)
        press("F4")
        sketch, tabs = window.set_up.edited.sketch, window.tabs
        window.set_up.leave()
        tabs.begin(window.set_up.here.setup_of(sketch))
        followed = tabs.shown
        assert followed.table.session.follows == sketch.seat == 0
        tabs.show(0)
        tabs.show(1)
        assert tabs.shown is followed  # Anna owns the game and is at the screen
        tabs.show(0)
        point = window.table.point
        window.playing.play(next(text for text in map(point.move_text, point.moves()) if ":appeal:" in text))
        wait(lambda: window.table.screen.handover_seat is not None)
        take_over_screen(window)
        for switch in (tabs.show, tabs.cycle):
            switch(1)
            settle()
            assert tabs.number == 0 and tabs.private.bar is not None and tabs.private.bar.winfo_viewable()
        assert tabs.private.bar is not None
        texts = [str(tabs.private.bar.label.cget("text")), *tabs.private.bar.buttons]
        assert "Anna" in texts[0] and "Show" in texts[1:]
        press("Return")
        wait(lambda: tabs.shown is followed)
        assert tabs.private.bar is None
        tabs.begin(HERBS._replace(names=("Ben", "Dora")))
        take_over_screen(window)
        tabs.close(2)
        assert tabs.number == 0 and followed in tabs.open  # not the private game in the next tab
        tabs.close(1)
        assert followed.stored is not None
        tabs.closed.append(followed.stored)
        tabs.reopen()
        assert len(tabs.open) == 1 and tabs.private.bar is not None


def test_file_from_a_private_view_asks_before_it_is_shown(tmp_path: Path) -> None:
    annas, unnamed = tmp_path / "annas.herbarium", tmp_path / "own.herbarium"
    three = Setup("herbalism", (PERSON,) * 3, 3, names=("Anna", "Ben", "Cleo"))

    def asks_first(window: TestedWindow, file: Path) -> bool:
        window.files.open(file)
        wait(lambda: not window.files.background.pending)
        settle()
        game = window.tabs.find(file)
        assert game is not None and (window.playing.stored is game) == (window.tabs.private.bar is None)
        return window.tabs.private.bar is not None

    with open_window(three) as window:
        take_over_screen(window)
        press("F4")
        setup = window.set_up.here.setup_of(window.set_up.edited.sketch)
        window.set_up.leave()
        # Without names, as saved by the only person at the screen.
        StoredGame(setup._replace(names=()).session()).saver(unnamed)()
        window.tabs.begin(setup)
        assert window.playing.stored is not None and window.table.session.follows == 0
        window.playing.stored.saver(annas)()
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        assert not asks_first(window, unnamed)
        assert asks_first(window, annas)
        press("Return")
        wait(lambda: window.playing.stored is window.tabs.find(annas))
    with open_window(three) as window:
        take_over_screen(window)
        window.tabs.begin(Setup("herd(size=3)", TWO, 1))
        assert not asks_first(window, annas)  # Anna is at the screen
        assert asks_first(window, unnamed)
