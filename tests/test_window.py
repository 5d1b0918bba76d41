"""The window, used as people use it: real clicks and keys at real places on the virtual display."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

import fastcore
from fastcore import OVER
from tests import windows
from tests.windows import click, click_spot, opened, point_at, press, root, settle, type_text, wait
from workbench import boards
from workbench.boards.entry import Entry
from workbench.gui import playing, presenter, words
from workbench.gui.board_view import BoardView
from workbench.gui.moves_card import rows
from workbench.gui.new_game import NewGame
from workbench.gui.pages import RulesPage
from workbench.gui.plain_view import PlainView
from workbench.gui.table import Setup
from workbench.gui.window import Window
from workbench.thinking import Done, Progress

pytestmark = pytest.mark.window

PLACING = "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5"  # Red may capture c3 by b2
REMOVING = "3/bbb1/3r1/4/3 r 9 6-3 x2+6"
TWO = ("person", "person")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Logs and settings of a test stay its own."""
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path))
    yield tmp_path


def shown(window: Window) -> str:
    """The sentence and the detail in the bar below."""
    root().update_idletasks()
    return f"{window.status.main.cget('text')} {window.status.side.cget('text')}".strip()


def pieces(window: Window) -> dict[str, str]:
    """What the canvas shows: spot -> shape, at its full size."""
    assert isinstance(window.view, BoardView)
    for item, number in window.view.shown["pieces"].items():
        assert window.view.pictures[number].width() == window.view.extent(item), "pieces at rest have their full size"
    return {item.where: item.shape for item in window.view.shown["pieces"]}


def marks(window: Window, layer: str) -> list[str]:
    assert isinstance(window.view, BoardView)
    return sorted(item.where for item in window.view.shown[layer])


def matches(window: Window) -> bool:
    """Whether the canvas shows the position."""
    board = boards.find("herd")
    assert board is not None
    return pieces(window) == {item.where: item.shape for item in board.pieces(window.table.state.fields)}


# Playing --------------------------------------------------------------------------------------------------------------


def test_a_whole_game_against_a_bot_by_clicks() -> None:
    with opened(Setup("herd(size=2)", ("person", "mcts(simulations=40)"), 5)) as window:
        clicks = 0
        while window.table.session.waits_for != "over":
            wait(lambda: window.playing.ours or window.table.session.waits_for == "over")
            if window.playing.ours:
                spots = sorted(window.playing.entry.open)
                click_spot(window, spots[clicks % len(spots)])
                clicks += 1
        wait(lambda: not window.playing.presenter.busy)
        red, blue = window.table.state.points()
        assert clicks > 3 and red + blue == 7
        assert shown(window) == boards.expects(window.table.point)
        assert [card.points.cget("text") for card in window.players] == [str(red), str(blue)]
        assert matches(window) and marks(window, "open") == []
        by = {step.actor: step.report is not None for step in window.table.session.steps}
        assert by[0] is False and by[1] is True


def test_the_first_board_is_ready_and_says_what_to_do() -> None:
    with opened(Setup("herd", ("person", "mcts"), 1)) as window:
        assert window.playing.ours
        assert shown(window).startswith("Red must place")
        assert window.top.title.cget("text") == "Herd, size 5 · turn 1"
        assert len(marks(window, "open")) == 61


def test_pointing_shows_what_a_click_would_do_and_clicking_does_it() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view = window.view
        assert isinstance(view, BoardView)
        point_at(view, *view.place_of("b2"))
        assert marks(window, "foresee") == ["b2", "c3"]
        assert "b2: place here and capture c3." in shown(window)
        click_spot(window, "b2")
        wait(lambda: not window.playing.presenter.busy)
        assert "c3" not in pieces(window) and pieces(window)["b2"] == "stone-r"
        assert matches(window) and marks(window, "last") == ["b2", "c3"]
        assert window.table.state.fields["left"] == "x0+5", "one placed, one more owed"


def test_a_refused_click_says_why() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, REMOVING)) as window:
        click_spot(window, "c4")
        assert "c4 holds Red's own stone: choose a blue stone to remove." in shown(window)
        assert window.table.session.steps == () and marks(window, "open") == ["d1", "d2", "d3"]
        click_spot(window, "d1")
        wait(lambda: window.playing.ours)
        assert "d1" not in pieces(window) and marks(window, "open") == ["d2", "d3"]


def test_undo_and_redo() -> None:
    with opened(Setup("herd(size=3)", ("person", "greedy"), 2)) as window:
        start = window.table.state.text()
        while window.table.state.turn < 3:
            wait(lambda: window.playing.ours)
            click_spot(window, min(window.playing.entry.open))
        wait(lambda: window.playing.ours)
        later = window.table.state.text()
        count = 0
        while not window.table.session.can_undo:
            press("z", "Control_L")
            count += 1
        assert window.table.state.text() == start and matches(window)
        assert words.HINDSIGHT in window.top.title.cget("text")
        for _ in range(count):
            click(window.status.buttons["redo"])
            settle()
        assert window.table.state.text() == later and matches(window)
        assert str(window.status.buttons["redo"].cget("state")) == "disabled"
        point_at(window.view)
        point_at(window.status.buttons["redo"])
        assert "Nothing has been undone." in shown(window)


def test_a_hint_marks_the_board_and_leaves_the_players_alone() -> None:
    with opened(Setup("herd(size=3)", ("person", "mcts"), 2, PLACING)) as window:
        press("h")
        assert window.table.advising
        wait(lambda: window.table.advice is not None)
        settle()
        assert shown(window).startswith("Hint: place ") and "simulations)." in shown(window)
        assert "b2" in marks(window, "advice") and len(marks(window, "advice")) > 1
        assert window.table.adviser is not None
        assert window.table.adviser not in window.table.players.values()
        assert window.table.session.steps == ()
        click_spot(window, "a1")
        assert marks(window, "advice") == []


def test_typed_moves() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("slash")
        assert root().focus_get() is window.status.entry
        type_text("c3")
        press("Return")
        assert "C3 holds a stone." in shown(window)
        window.status.clear()
        type_text("b2")
        press("Return")
        wait(lambda: window.playing.ours)
        assert [step.move for step in window.table.session.steps] == ["b2"]
        assert window.status.entry.get() == "", "the field is empty for the next move"
        type_text("h")
        assert window.table.ticket == 0, "a letter that is typed is no command"
        window.status.clear()
        type_text("a1 a1 a2")
        press("Return")
        assert [step.move for step in window.table.session.steps] == ["b2", "a1"]
        assert "A1 holds a stone." in shown(window)
        assert window.status.entry.get() == "a1 a2", "what was not played stays to be put right"


def test_a_window_smaller_than_anything_fits() -> None:
    with opened(Setup("herd(size=7)", TWO, 1)) as window:
        for size in ("300x200", "120x90", "1280x720"):
            root().geometry(f"{size}+0+0")
            settle(0.4)
            assert "went wrong" not in shown(window)


def test_stop_continue_and_move_now() -> None:
    with opened(Setup("herd(size=3)", ("mcts(seconds=600)", "person"), 2)) as window:
        assert window.table.thinking
        wait(lambda: window.table.progress is not None)
        wait(lambda: "sims/s" in window.status.progress.words.cget("text"))
        click(window.status.buttons["stop"])
        assert not window.table.thinking and "is stopped" in shown(window)
        assert window.status.buttons["stop"].cget("text") == words.COMMANDS["continue"]
        click_spot(window, "a1")
        assert "is stopped" in shown(window) and window.table.session.steps[-1].actor < 0
        click(window.status.buttons["stop"])
        assert window.table.thinking
        wait(lambda: window.table.progress is not None)
        click_spot(window, "a1")
        assert words.wait("Red") in shown(window)
        click(window.status.buttons["move_now"])
        wait(lambda: window.table.session.steps[-1].actor == 0)
        assert window.table.session.steps[-1].report is not None
        wait(lambda: window.table.session.waits_for == "person")  # Move now counts for the rest of the turn
        assert window.table.state.turn == 2


def test_a_bot_that_breaks_is_said_in_one_line(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "from bots import Bot\nclass Mine(Bot):\n    def think(self, point, limit=None):\n        raise OSError('no luck')\n"
    )
    with opened(Setup("herd(size=2)", (f"{mine}:Mine", "person"), 2)) as window:
        wait(lambda: window.table.held)
        settle()
        assert "no luck" in shown(window) and window.table.session.steps[-1].actor < 0
        assert window.status.buttons["stop"].cget("text") == words.COMMANDS["continue"]


# What happens is shown step by step -------------------------------------------------------------------------------------


def test_events_are_shown_in_order_and_can_be_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presenter, "PAUSE_MS", 400)  # so that a busy machine misses nothing
    with opened(Setup("herd(size=3)", TWO, 1, PLACING), animation=True) as window:
        seen: list[frozenset[str]] = []
        click_spot(window, "b2")
        while window.playing.presenter.busy:
            windows.work()
            now = frozenset(item.where for item in window.view.shown["pieces"])  # type: ignore[union-attr]
            if not seen or seen[-1] != now:
                seen.append(now)
        assert [("b2" in now, "c3" in now) for now in seen] == [(True, True), (True, False)], "placed, then captured"
        assert matches(window)
        monkeypatch.setattr(presenter, "PAUSE_MS", 60_000)
        click_spot(window, "c3")
        assert window.playing.presenter.busy
        press("x")
        assert not window.playing.presenter.busy and matches(window)
        click_spot(window, "a1")
        steps = len(window.table.session.steps)
        click_spot(window, "a3")
        assert matches(window) and len(window.table.session.steps) == steps, "the click that skips does nothing else"
        assert window.playing.ours


def test_a_game_of_bots_runs_and_does_not_run_away() -> None:
    with opened(Setup("herd(size=2)", ("random", "greedy"), 4), animation=True) as window:
        wait(lambda: len(window.table.session.steps) > 4)
        assert window.playing.presenter.behind <= 3
        window.settings.animation = False
        window.playing.presenter.skip()
        wait(lambda: window.table.state.actor == OVER and not window.playing.presenter.busy)
        assert matches(window) and shown(window).startswith("The game is over: ")


# Keys, menus, windows ---------------------------------------------------------------------------------------------------


def test_the_keyboard_alone_plays() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view = window.view
        assert isinstance(view, BoardView)
        assert root().focus_get() is view and marks(window, "cursor") == []
        press("Tab")
        assert root().focus_get() is not view and window.status.entry is root().focus_get()
        press("Tab", "Shift_L")
        assert root().focus_get() is view, "Tab reaches the board"
        assert view.cursor == "c3" and marks(window, "cursor") == ["c3"], (
            "and shows it: the cursor begins in the middle"
        )
        press("Down")
        assert view.cursor == "b3"
        while view.cursor != "b2":
            press("Left")
        assert "capture c3" in shown(window)
        press("Return")
        wait(lambda: window.playing.ours)
        assert [step.move for step in window.table.session.steps] == ["b2"]


def test_caps_lock_does_not_break_control_keys() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        click_spot(window, "b2")
        wait(lambda: window.playing.ours)
        press("Caps_Lock")
        try:
            press("z", "Control_L")
        finally:
            press("Caps_Lock")
        assert window.table.session.steps == ()
        press("Z", "Control_L", "Shift_L")
        assert len(window.table.session.steps) == 1


def test_menus_say_what_cannot_be_done_and_why() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("e", "Alt_L")
        menu = window.top.menus["edit"]
        assert menu.winfo_ismapped()
        assert menu.entrycget(0, "label") == "Undo  –  Nothing has been played yet"
        assert menu.entrycget(0, "state") == "disabled" and menu.entrycget(0, "accelerator") == "Ctrl+Z"
        press("Escape")
        assert not menu.winfo_ismapped()


def test_every_command_has_words_and_keys_are_on_the_sheet() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("question", "Shift_L")
        sheet = window.pages.open["keys"].text.get("1.0", "end")  # type: ignore[attr-defined]
        for command in window.registry.commands.values():
            assert command.words and command.meaning and command.menu in words.MENUS
            assert all(key in sheet for key in command.keys)
        window.pages.open["keys"].focus_force()
        press("Escape")
        assert not window.pages.open["keys"].winfo_exists()


def test_rules_and_designers_are_one_key_away() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("F1")
        page = window.pages.open["rules"]
        assert isinstance(page, RulesPage)
        text = page.text.get("1.0", "end")
        assert "Mark Steere" in text and "Captures" in text and "**" not in text and "`" not in text
        assert [view.fields["turn"] for view in page.diagrams] == ["9", "9"]
        window.registry.run("about")
        assert "Herd (2022) by Mark Steere" in window.pages.open["about"].text.get("1.0", "end")  # type: ignore[attr-defined]


def test_a_new_game_from_the_dialog(_home: Path) -> None:
    with opened(Setup("herd", ("person", "mcts:gentle"), 1)) as window:
        press("n", "Control_L")
        dialog = window.pages.open["new"]
        assert isinstance(dialog, NewGame)
        assert [seat.text for seat in dialog.seats] == ["person", "mcts:gentle"], "filled with what was played last"
        assert dialog.options is not None
        dialog.options.fields["size"].set("3")  # type: ignore[attr-defined]
        dialog.seats[0].who.set("mcts")
        dialog.seats[0].who.event_generate("<<ComboboxSelected>>")
        dialog.seats[0].how.set(words.OWN_OPTIONS)
        dialog.seats[0].how.event_generate("<<ComboboxSelected>>")
        form = dialog.seats[0].form
        assert form is not None
        form.fields["simulations"].insert(0, "nine")
        dialog.seed.delete(0, "end")
        dialog.seed.insert(0, "77")
        root().update()
        click(dialog.start)
        assert dialog.winfo_exists() and "simulations" in dialog.wrong.cget("text"), (
            "a mistake is said, the dialog stays"
        )
        assert window.table.setup.spec == "herd", "and the game goes on"
        form.fields["simulations"].delete(0, "end")
        form.fields["simulations"].insert(0, "9")
        click(dialog.start)
        wait(lambda: not dialog.winfo_exists())
        assert window.table.setup == Setup("herd(size=3)", ("mcts(simulations=9)", "mcts:gentle"), 77)
        assert window.settings.last_spec == "herd(size=3)"
        assert window.top.title.cget("text").startswith("Herd, size 3")
        wait(lambda: len(window.table.session.steps) > 3)


# The look ---------------------------------------------------------------------------------------------------------------


def test_the_theme_switches_and_everything_follows() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        light = windows.picture().resize((64, 36))
        window.registry.run("dark")
        settle()
        dark = windows.picture().resize((64, 36))
        bright = [sum(picture.convert("L").tobytes()) / (64 * 36) for picture in (light, dark)]
        assert bright[0] > 200 and bright[1] < 70, bright
        assert window.settings.theme == "dark" and matches(window)
        window.switch_theme()
        assert windows.picture().resize((64, 36)).tobytes() == light.tobytes(), "and back again to the last pixel"


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440), (900, 620)])
@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_nothing_is_cut_off(size: tuple[int, int], zoom: float) -> None:
    with opened(Setup("herd", TWO, 1), size, zoom=zoom) as window:
        wait(lambda: window.root.winfo_width() == size[0])
        settle(0.2)
        view = window.view
        assert isinstance(view, BoardView) and view.ground is not None
        assert (
            view.unit * view.ground.width <= view.winfo_width()
            and view.unit * view.ground.height <= view.winfo_height()
        )
        assert (
            view.unit >= 0.9 * min(view.winfo_width() / view.ground.width, view.winfo_height() / view.ground.height) - 5
        )
        widgets = [
            *window.status.buttons.values(),
            window.status.entry,
            *window.top.buttons.values(),
            window.moves.note,
        ]
        widgets += [card.points for card in window.players] + [panel.lines for panel in window.panels]
        for widget in filter(lambda widget: widget.winfo_ismapped(), widgets):
            assert widget.winfo_width() >= widget.winfo_reqwidth(), widget
            right, bottom = widget.winfo_rootx() + widget.winfo_width(), widget.winfo_rooty() + widget.winfo_height()
            assert right <= window.root.winfo_rootx() + size[0] and bottom <= window.root.winfo_rooty() + size[1]
        assert window.moves.canvas.winfo_height() >= 40
    root().geometry("1280x720+0+0")
    root().update()


def test_zoom_by_keys() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        size = window.look.fonts["text"].cget("size")
        press("plus", "Control_L")
        press("plus", "Control_L")
        assert window.settings.zoom == 1.25 and abs(window.look.fonts["text"].cget("size")) > abs(size)
        press("minus", "Control_L")
        assert window.settings.zoom == 1.1
        press("0", "Control_L")
        assert window.settings.zoom == 1.0 and window.look.fonts["text"].cget("size") == size
        assert matches(window)


# When something is missing or goes wrong ----------------------------------------------------------------------------------


def test_a_game_without_a_board_is_played_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "find", lambda game: None)
    with opened(Setup("herd(size=2)", ("person", "random"), 3)) as window:
        assert isinstance(window.view, PlainView)
        count = 0
        while window.table.session.waits_for != "over":
            wait(lambda: window.playing.ours or window.table.session.waits_for == "over")
            if not window.playing.ours:
                break
            state = window.table.state
            listed = list(window.view.list.get(0, "end"))
            assert [line.split()[0] for line in listed] == [state.move_text(move) for move in state.moves()]
            assert window.view.position.get("1.0", "end").strip("\n") == boards.text_board(state).strip("\n")
            window.view.list.activate(count % len(listed))
            click(window.view.button)
            count += 1
        wait(lambda: not window.playing.presenter.busy)
        assert count > 3 and shown(window).startswith("The game is over: Red ")
        assert window.view.list.size() == 0


def test_an_unexpected_error_is_logged_and_the_game_goes_on(_home: Path) -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        root().after(0, lambda: 1 / 0)
        settle(0.1)
        assert shown(window) == words.SHOW_ERROR or words.SHOW_ERROR in shown(window)
        log = (_home / "errors.log").read_text()
        assert "ZeroDivisionError" in log and f"Position: herd(size=3) {PLACING}" in log
        assert window.status.extra is not None
        click(window.status.extra)
        assert "ZeroDivisionError" in root().clipboard_get()
        click_spot(window, "b2")
        wait(lambda: window.playing.ours)
        assert len(window.table.session.steps) == 1


def test_the_position_is_copied_as_one_line() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)):
        press("C", "Control_L", "Shift_L")
        assert root().clipboard_get() == f"herd(size=3) {PLACING}"
        assert fastcore.problems(root().clipboard_get()) == []


# Moves of several clicks, as other games have them ------------------------------------------------------------------------


def test_a_drag_is_two_clicks_and_several_moves_are_chosen_from() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view = window.view
        assert isinstance(view, BoardView)
        window.playing.entry = Entry({"b2": ("a1", "b2"), "a2": ("a1", "a2")})
        click_spot(window, "a1")
        assert marks(window, "open") == ["a2", "b2"] and not window.table.session.steps
        press("Escape")
        assert marks(window, "open") == ["a1"], "Esc takes the choice back"
        windows.drag(view, view.place_of("a1"), view.place_of("b2"))
        wait(lambda: window.playing.ours)
        assert [step.move for step in window.table.session.steps] == ["b2"]
        window.playing.entry = Entry({"a1": ("a3",), "a2": ("a3",)})
        click_spot(window, "a3")
        press("Down")
        press("Down")
        press("Return")
        wait(lambda: len(window.table.session.steps) == 2)
        assert window.table.session.steps[-1].move == "a2"


def test_dice_roll_before_they_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "TUMBLE_MS", 150)  # so that a busy machine misses nothing
    with opened(Setup("herd(size=2)", TWO, 1), animation=True) as window:
        seen: list[tuple[str, ...]] = []
        window.registry.run("again")
        while window.playing.presenter.busy:
            windows.work()
            if not seen or seen[-1] != tuple(window.panels[0].large_shown):
                seen.append(tuple(window.panels[0].large_shown))
        high, low = window.table.state.fields["dice"].split("-")
        assert len(set(seen)) > 3 and seen[-1] == (f"die-{high}", f"die-{low}")


def test_undo_while_a_bot_thinks() -> None:
    with opened(Setup("herd(size=2)", ("person", "mcts(seconds=600)"), 1)) as window:
        while window.table.session.waits_for == "person":
            click_spot(window, min(window.playing.entry.open))
            wait(lambda: window.playing.ours or window.table.thinking)
        ticket, steps = window.table.ticket, len(window.table.session.steps)
        press("z", "Control_L")
        assert window.playing.ours and window.table.ticket == 0 and len(window.table.session.steps) < steps
        settle(0.3)
        assert window.playing.ours and matches(window) and window.table.ticket != ticket


def test_the_rules_stay_open_when_the_look_changes() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("F1")
        page = window.pages.open["rules"]
        assert isinstance(page, RulesPage)
        page.text.yview_moveto(0.5)
        line = page.text.index("@0,0")
        window.registry.run("dark")
        other = window.pages.open["rules"]
        assert isinstance(other, RulesPage) and other is not page and not page.winfo_exists()
        settle()
        assert other.winfo_exists() and line.split(".")[0] == other.text.index("@0,0").split(".")[0] != "1"


def test_what_a_bot_says_too_late_is_not_heard() -> None:
    with opened(Setup("herd(size=3)", ("mcts(seconds=600)", "person"), 2)) as window:
        wait(lambda: window.table.progress is not None)
        old, report = window.table.ticket, window.table.progress
        assert report is not None
        window.table.begin(Setup("herd(size=4)", ("person", "mcts"), 3))
        window.table.messages.put(Done(old, report))
        window.table.messages.put(Progress(old, report))
        settle(0.2)
        assert window.top.title.cget("text").startswith("Herd, size 4")
        assert [step.actor for step in window.table.session.steps] == [-1] and window.table.progress is None


def test_undo_among_bots_stops_them() -> None:
    with opened(Setup("herd(size=3)", ("greedy", "greedy"), 2)) as window:
        wait(lambda: len(window.table.session.steps) > 6)
        press("z", "Control_L")
        steps = len(window.table.session.steps)
        settle(0.2)
        assert len(window.table.session.steps) == steps and "is stopped" in shown(window) and matches(window)
        press("c")
        wait(lambda: len(window.table.session.steps) > steps + 2)


def test_the_moves_are_a_table_of_rounds() -> None:
    with opened(Setup("herd(size=2)", ("greedy", "greedy"), 2)) as window:
        wait(lambda: window.table.state.actor == OVER and not window.playing.presenter.busy)
        table = rows(window.table.session.steps, 2)
        steps = window.table.session.steps
        for seat in (0, 1):
            texts = " ".join(row.cells[seat] for row in table).split()
            assert texts == [step.move for step in steps if step.turn % 2 == 1 - seat]
        assert table[0].turns == "1–2" and table == window.moves.written
        assert window.moves.canvas.yview()[1] > 0.99, "it follows the game"
