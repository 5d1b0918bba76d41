"""What one person pointed at, copied, wrote or had read out is not there for the next one at the same screen."""

from __future__ import annotations

import tkinter
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import TWO, Tested, arrive, opened, press, root, settle, type_text, wait
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON
from workbench.gui.board.board_view import BoardView
from workbench.gui.play.viewing import Viewing
from workbench.gui.shell import clipboard
from workbench.gui.sound.live_text import LiveText
from workbench.seen.seen_tree import SeenTree
from workbench.storage.stored_game import StoredGame
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

HERBS = Setup("herbs(ap=30,actions=2,rounds=3)", TWO, 1)


def seated(window: Tested) -> None:
    """The person whom the screen is handed to is there."""
    wait(lambda: window.table.screen.handing_to is not None)
    window.table.take_over()
    wait(lambda: window.playing.ours)


def locked(window: Tested, *moves: str) -> None:
    for move in moves:
        window.playing.play(move)
    window.registry.run("lock")
    wait(lambda: window.screen.cover.winfo_viewable())


def test_the_cursor_of_one_is_not_seen_by_the_next() -> None:
    with opened(HERBS) as window:
        seated(window)
        view = window.screen.view
        assert isinstance(view, BoardView)
        view.focus_force()
        settle()
        view.cursor = "H5"
        view._show_cursor()
        assert view.painter.shown["cursor"]
        locked(window, "0M2", "1TR", "WhH5")
        assert not view.painter.shown["cursor"] and (view.cursor, view.hover) == ("", "")
        press("Return")
        wait(lambda: window.playing.ours)
        assert not view.painter.shown["cursor"] and not view.painter.shown["foresee"]


def test_the_live_text_forgets_what_had_the_focus() -> None:
    with opened(HERBS, side="live") as window:
        seated(window)
        window.playing.play("0M2")
        window.shell.events.pointed.tell("", "1, 0 M2, forward 2")
        page = window.screen.side.page
        assert isinstance(page, LiveText) and "forward 2" in page.text.get("1.0", "end")
        locked(window, "1TR", "WhH5")
        assert "forward 2" not in page.text.get("1.0", "end")


def test_what_was_copied_is_gone_unless_another_program_put_something_else_there() -> None:
    for other in ("", "something else"):
        with opened(Setup("herbalism", (PERSON,) * 3, 3)) as window:
            seated(window)
            window.registry.run("copy")
            assert "herbalism" in root().clipboard_get()
            if other:
                root().clipboard_clear()
                root().clipboard_append(other)
            point = window.table.point
            window.playing.play(next(text for text in map(point.move_text, point.moves()) if ":appeal:" in text))
            wait(lambda: window.screen.cover.winfo_viewable())
            arrive()
            try:
                left = root().clipboard_get()
            except tkinter.TclError:
                left = ""
            assert left == other


def appeal(window: Tested) -> None:
    """A move that hands the screen over."""
    point = window.table.point
    window.playing.play(next(text for text in map(point.move_text, point.moves()) if ":appeal:" in text))
    wait(lambda: window.screen.cover.winfo_viewable())


def copied() -> str:
    try:
        return str(root().clipboard_get())
    except tkinter.TclError:
        return ""


def test_the_report_of_a_fault_is_not_offered_to_the_next_nor_left_for_them() -> None:
    for take in (False, True):
        with opened(Setup("herbalism", (PERSON,) * 3, 3)) as window:
            seated(window)
            root().clipboard_clear()
            window.fault(ValueError, ValueError("boom"), None)
            assert window.shell.status.extra is not None
            if take:
                window.shell.status.extra.invoke()
                assert "boom" in copied()
            appeal(window)
            assert window.shell.status.extra is None and copied() == ""
            window.faults.clear()


def test_a_picture_that_was_copied_is_gone_also_one_that_comes_late(monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[bytes] = []

    def put(png: bytes) -> None:
        if late:
            window.shell.copying.persons += 1  # the next one comes meanwhile
        held.append(png)

    cleared = root().clipboard_clear

    def clear() -> None:
        held.clear()
        cleared()

    monkeypatch.setattr(clipboard, "command", lambda: ["true"])
    monkeypatch.setattr(clipboard, "put", put)
    monkeypatch.setattr(root(), "clipboard_clear", clear, raising=False)
    for late in (False, True):
        with opened(Setup("herbalism", (PERSON,) * 3, 3)) as window:
            seated(window)
            root().clipboard_clear()
            window.registry.run("copy_picture")
            window.shell.feature(Viewing).background.finish()
            assert len(held) == (not late)
            window.registry.run("copy_picture")
            appeal(window)
            assert not held
            window.shell.feature(Viewing).background.finish()
            assert not held, "what is only made now is not put there, or taken away again"


def test_a_comment_is_written_where_it_is_seen_and_by_whoever_began() -> None:
    with opened(HERBS) as window:
        seated(window)
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


def test_what_another_seat_said_is_neither_read_nor_written_over() -> None:
    """Of a covered move and of the whole game; also once the other has left it to a bot."""

    def seated_again(window: Tested) -> None:
        settle()
        if window.table.screen.handing_to is not None:
            window.table.take_over()

    def told(window: Tested) -> list[str]:
        settle()
        return [text for row in window.moves.card.written if row.kind == "comment" for text in row.texts]

    with opened(HERBS) as window:
        seated(window)
        session = window.table.session
        session.document.annotations.comment(ROOT, "ours", 0)
        locked(window, "0M2", "1TR", "WhH5")
        session.document.annotations.comment(session.here, "theirs", 0)
        seated(window)
        for node, text in ((ROOT, "second"), (session.here, "mine")):
            window.table.look(node)
            window.registry.run("comment")
            assert window.moves.card.editor is not None and window.moves.card.editor.get("1.0", "end").strip() == ""
            window.moves.card.editor.insert("1.0", text)
            window.moves.card.finish()
        assert told(window) == ["second", "mine"]
        window.table.change_seats(("random", PERSON), ("", "B1"))
        seated_again(window)
        assert told(window) == ["second", "mine"]
        assert [node.comments for node in session.document.tree.nodes.values() if node.comments] == [
            ((0, "ours"), (1, "second")),
            ((0, "theirs"), (1, "mine")),
        ]
        assert [comment.text for comment in SeenTree(session, 0).said_of(session.here).read] == ["theirs"]


def test_nobody_takes_a_seat_under_the_cover_and_who_is_left_is_asked_for() -> None:
    with opened(Setup("herbalism", (PERSON, PERSON, "random"), 3, names=("Anna", "Ben", ""))) as window:
        wait(lambda: window.screen.cover.winfo_viewable())
        assert window.registry["seats"].why_not() == "Hand the screen to Anna."
        seated(window)
        assert not window.registry["seats"].why_not()
        window.table.bots.pause()
        window.table.change_seats(("random", PERSON, "random"), ("", "Ben", ""))
        assert window.table.screen.viewer is None and window.table.point.seat is None and window.table.session.hindsight
        window.registry.run("undo")
        assert window.table.screen.viewer is None and window.table.session.hindsight
        wait(lambda: window.screen.cover.winfo_viewable())
        seated(window)
        window.registry.run("resign")
        assert "hindsight" not in window.registry["undo"].exactly(), "it is one with hindsight already"  # type: ignore[misc]


def test_undo_says_that_what_was_open_leaves_its_mark() -> None:
    with opened(Setup("herbalism", (PERSON, "random", "random"), 3)) as window:
        wait(lambda: window.playing.ours)
        window.registry.run("resign")
        assert window.registry["undo"].exactly() == "Undo resignation (with hindsight)"  # type: ignore[misc]
        assert [label for label, _ in window.files.seat_choices()] == ["Seat 1"]
        window.registry.run("undo")
        assert window.table.session.hindsight


def test_a_cell_that_is_being_written_is_kept_when_the_window_is_made_anew() -> None:
    with opened(Setup("herbalism", (PERSON, "random", "random"), 3), side="form") as window:
        wait(lambda: window.playing.ours)
        page = window.screen.side.page
        assert page is not None
        page.grid_view.focus_force()
        settle()
        press("7")
        window.set_zoom(1.25)
        (notes,) = window.table.session.document.tree.head.notes
        assert [list(cells.values()) for cells in notes.forms.values()] == [["7"]]


def test_help_with_the_form_is_remembered_whatever_is_undone() -> None:
    with opened(Setup("herbalism", (PERSON, "random", "random"), 3)) as window:
        session = window.table.session
        session.document.annotations.write(0, "form", (0, 0), "5")
        session.document.annotations.note_help(0)
        session.undo()
        (notes,) = session.document.tree.head.notes
        assert notes.helped and not notes.forms
        session.redo()
        (notes,) = session.document.tree.head.notes
        assert notes.helped and notes.forms


def test_a_plan_stays_when_somebody_else_is_exchanged() -> None:
    with opened(Setup("herbs(ap=30,actions=2,rounds=3)", (PERSON, "random"), 1)) as window:
        wait(lambda: window.playing.ours)
        window.playing.play("0M2")
        window.table.change_seats((PERSON, "greedy"), ("", ""))
        wait(lambda: window.playing.ours)
        draft = window.drafting.draft
        assert draft is not None and list(draft.moves) == ["0M2"]


def test_a_helper_is_not_heard_after_one_has_looked_elsewhere() -> None:
    with opened(Setup("herd(size=3)", TWO, 1)) as window:
        wait(lambda: window.playing.ours)
        while len(window.table.session.steps) < 4:
            wait(lambda: window.playing.ours)
            window.playing.play(min(window.playing.move_input.entry.paths))
        wait(lambda: window.playing.ours)
        window.table.bots.let_move("mcts(seconds=600)", window.playing.deciding)
        steps = window.table.session.steps
        window.registry.run("back")
        assert not window.table.bots.helping and window.table.bots.asking.ticket == 0
        settle(0.1)
        assert window.table.session.steps == steps


def test_what_one_sets_up_is_not_there_for_the_next() -> None:
    with opened(Setup("herbalism", (PERSON,) * 3, 3, names=("Anna", "Ben", "Cleo"))) as window:
        wait(lambda: window.table.screen.handing_to is not None)
        press("F4")
        assert not window.set_up.on  # whoever is wanted comes first
        seated(window)
        press("F4")
        anna = window.set_up.edited
        anna.write(anna.sketch.text.replace(" 0,0,0 ", " 1,0,0 "))
        window.tabs.begin(HERBS._replace(names=("Ben", "Dora")))
        seated(window)
        window.registry.run("last_tab")
        settle()
        assert window.screen.cover.winfo_viewable() and not window.set_up.on and window.set_up.view is None
        window.tabs.close(1)
        seated(window)
        press("F4")
        assert window.set_up.on and window.set_up.edited is anna
        press("F2", "Shift_L")
        point = window.table.point
        window.playing.play(next(text for text in map(point.move_text, point.moves()) if ":appeal:" in text))
        wait(lambda: window.screen.cover.winfo_viewable())
        press("F4")
        assert not window.set_up.on
        seated(window)
        press("F4")
        ben = window.set_up.edited.sketch
        assert window.set_up.on and ben.text == window.table.point.text() and ben.seat == window.table.screen.viewer


def test_a_game_from_what_one_saw_is_not_shown_to_the_next_unasked() -> None:
    with opened(Setup("herbalism", (PERSON,) * 3, 3, names=("Anna", "Ben", "Cleo"))) as window:
        seated(window)
        press("F4")
        sketch, tabs = window.set_up.edited.sketch, window.tabs
        window.set_up.leave()
        tabs.begin(window.set_up.here.setup_of(sketch))
        followed = tabs.shown
        assert followed.table.session.follows == sketch.seat == 0
        tabs.show(0)
        tabs.show(1)
        assert tabs.shown is followed  # it is hers, and she is there
        tabs.show(0)
        point = window.table.point
        window.playing.play(next(text for text in map(point.move_text, point.moves()) if ":appeal:" in text))
        wait(lambda: window.table.screen.handing_to is not None)
        seated(window)
        for go in (tabs.show, tabs.step):
            go(1)
            settle()
            assert tabs.number == 0 and tabs.private.bar is not None and tabs.private.bar.winfo_viewable()
        assert tabs.private.bar is not None
        told = [str(child.cget("text")) for child in tabs.private.bar.winfo_children()]
        assert any("Anna" in text for text in told) and "Show it" in told
        press("Return")
        wait(lambda: tabs.shown is followed)
        assert tabs.private.bar is None
        tabs.begin(HERBS._replace(names=("Ben", "Dora")))
        seated(window)
        tabs.close(2)
        assert tabs.number == 0 and followed in tabs.open  # not the one beside it
        tabs.close(1)
        assert followed.kept is not None
        tabs.closed.append(followed.kept)
        tabs.reopen()
        assert len(tabs.open) == 1 and tabs.private.bar is not None


def test_a_game_from_what_one_saw_is_not_opened_from_its_file_unasked(tmp_path: Path) -> None:
    annas, own = tmp_path / "annas.herbarium", tmp_path / "own.herbarium"
    three = Setup("herbalism", (PERSON,) * 3, 3, names=("Anna", "Ben", "Cleo"))

    def asked(window: Tested, file: Path) -> bool:
        window.files.open(file)
        wait(lambda: not window.files.background.under_way)
        settle()
        game = window.tabs.find(file)
        assert game is not None and (window.playing.kept is game) == (window.tabs.private.bar is None)
        return window.tabs.private.bar is not None

    with opened(three) as window:
        seated(window)
        press("F4")
        begun = window.set_up.here.setup_of(window.set_up.edited.sketch)
        window.set_up.leave()
        StoredGame(begun._replace(names=()).session()).saver(own)()  # as of somebody who has the screen alone
        window.tabs.begin(begun)
        assert window.playing.kept is not None and window.table.session.follows == 0
        window.playing.kept.saver(annas)()
    with opened(Setup("herd(size=3)", TWO, 1)) as window:
        assert not asked(window, own)
        assert asked(window, annas)
        press("Return")
        wait(lambda: window.playing.kept is window.tabs.find(annas))
    with opened(three) as window:
        seated(window)
        window.tabs.begin(Setup("herd(size=3)", TWO, 1))
        assert not asked(window, annas)  # it is Anna who is there
        assert asked(window, own)
