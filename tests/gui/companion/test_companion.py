"""Tests of the companion in the window: entry, corrections, contradictions, the cover, and what is kept."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import (
    HERD,
    TestedWindow,
    click,
    descendants,
    open_window,
    press,
    settle,
    status_text,
    type_text,
    wait,
)
from workbench.companion import journal
from workbench.companion.companion import Companion
from workbench.companion.finishing import SOURCE, TABLE
from workbench.companion.journal import new_table
from workbench.companion.key_entry import keys_of
from workbench.gui.companion import words
from workbench.gui.companion.desk import Desk
from workbench.gui.companion.form import TableForm
from workbench.gui.companion.tab import CompanionTab
from workbench.gui.companion.true_hands import TrueHands
from workbench.gui.companion.view import TableView
from workbench.records.files import read
from workbench.storage.library import Library

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]
SMALL = "herd(size=2)"


@contextmanager
def at_table(spec: str, seat: int | None = None) -> Iterator[tuple[TestedWindow, CompanionTab]]:
    """Open a window with the tab of a new real table."""
    with open_window(HERD) as window:
        tab = window.shell.feature(CompanionTab)
        tab.open(Companion.open(journal.create(new_table(spec, seat, ("Ann", "Bob")))))
        rest(tab)
        yield window, tab


def desk_of(tab: CompanionTab) -> Desk:
    assert tab.desk is not None
    return tab.desk


def view_of(tab: CompanionTab) -> TableView:
    assert tab.view is not None
    return tab.view


def rest(tab: CompanionTab) -> None:
    """Wait until all changes are shown."""
    wait(lambda: not desk_of(tab).busy and desk_of(tab).scene is not None)
    settle(0.01)


def enter(tab: CompanionTab, *texts: str) -> None:
    for text in texts:
        desk_of(tab).enter(text)
    rest(tab)


def events(spec: str, seed: int = 3) -> list[str]:
    """Return the events of a whole random game."""
    companion, chance = Companion(spec), random.Random(seed)
    while not companion.over:
        companion.enter(chance.choice(companion.cursor.candidates))
    return [line.text for line in companion.lines]


def texts(tab: CompanionTab) -> list[str]:
    return [row.line.text for row in view_of(tab).list.rows]


def lists(tab: CompanionTab, expected: list[str]) -> bool:
    return texts(tab) == expected


def fault_at(tab: CompanionTab) -> int | None:
    scene = desk_of(tab).scene
    assert scene is not None
    return scene.fault.at if scene.fault is not None else None


def contradict(tab: CompanionTab) -> list[str]:
    """Enter five lines, then change the second so that a later one no longer fits. Return the lines before."""
    lines = events(SMALL)[:5]
    enter(tab, *lines)
    place = next(n for n in range(4) if lines[n + 1] != lines[n] and "-" not in lines[n])
    later = next(n for n in range(place + 1, 5) if "-" not in lines[n])
    desk_of(tab).run(lambda companion: companion.change(companion.lines[place].id, text=lines[later]))
    rest(tab)
    return lines


def test_whole_game_is_entered_by_keys_typed_ahead() -> None:
    game = events(SMALL)
    companion, keys = Companion(SMALL), ""
    for text in game:
        keys += keys_of(companion.cursor, text)
        companion.enter(text)
    with at_table(SMALL) as (window, tab):
        type_text(keys)
        wait(lambda: len(texts(tab)) == len(game))
        rest(tab)
        scene = desk_of(tab).scene
        assert scene is not None and scene.over and texts(tab) == game
        assert scene.point.fields == companion.cursor.point.fields
        assert words.GAME_OVER in status_text(window)


def test_whole_game_is_entered_by_mouse_and_becomes_a_record() -> None:
    game = events(SMALL)
    with at_table(SMALL) as (window, tab):
        for number, text in enumerate(game):
            view = view_of(tab)
            if "-" in text:
                for key in text.replace("-", ""):
                    place = next(place for place, label in view.entry.labels.items() if label == key)
                    click(view.entry.pad[place])
                    rest(tab)
            else:
                click(view.view, *view.view.place_of(text.removeprefix("x")))
                rest(tab)
            assert len(texts(tab)) == number + 1
        assert texts(tab) == game
        file = desk_of(tab).companion.journal
        click(view_of(tab).foot.buttons[-1])
        wait(lambda: len(window.games.open) == 3 and not tab.on)
        wait(lambda: desk_of(tab).finished)
        ((name, _),) = Library().record_files()
        assert read(Library().folder / name).tags[SOURCE] == TABLE and window.games.table.over
        window.games.close(window.games.tables.index(tab.table))  # type: ignore[arg-type]
        assert file is not None and not file.file.exists() and not list(journal.journals())


def test_line_is_corrected_inserted_moved_and_removed() -> None:
    lines = events(SMALL)[:4]
    with at_table(SMALL) as (_, tab):
        view = view_of(tab)
        enter(tab, *lines)
        view.list.list.choose(str(view.list.rows[0].line.id))
        settle()
        click(view.list.buttons.buttons[0])
        view.entry.text.set("")
        type_text("66")
        press("Return")
        wait(lambda: texts(tab)[0] == "6-6")
        press("z", "Control_L")
        wait(lambda: texts(tab) == lines)
        view.list.list.tree.focus_set()
        for key, expected in (("Down", [lines[1], lines[0], *lines[2:]]), ("Up", lines)):
            press(key, "Alt_L")
            wait(partial(lists, tab, expected))
        press("u")
        wait(lambda: view.list.rows[0].line.confidence < 1)
        assert "?" in view.list.list.tree.item(str(view.list.rows[0].line.id), "text")
        press("Delete")
        wait(lambda: texts(tab) == lines[1:])


def test_contradiction_is_shown_in_the_list_and_repaired_with_a_click() -> None:
    with at_table(SMALL) as (_, tab):
        contradict(tab)
        view, at = view_of(tab), fault_at(tab)
        assert at is not None
        tree = view.list.list.tree
        assert "!" in tree.item(str(view.list.rows[at].line.id), "text")
        assert [row.status for row in view.list.rows[at + 1 :]] == ["waiting"] * (4 - at)
        wait(lambda: view.fixes)
        assert f"line {at + 1}" in view.said.body.text.get("1.0", "end").casefold()
        click(view.said.buttons.buttons[0])
        wait(lambda: fault_at(tab) is None)
        assert len(texts(tab)) == 5


def test_impossible_event_is_typed_and_entry_goes_on_with_the_correction() -> None:
    with at_table("herd(size=3)") as (window, tab):
        type_text("33c4b2c254")  # c2 is wrong: c3 was meant
        wait(lambda: len(texts(tab)) == 5)
        view = view_of(tab)
        type_text("c3")
        rest(tab)
        assert view.entry.text.get() == "c3" and len(texts(tab)) == 5
        assert "not possible" in status_text(window) and "Enter adds it" in status_text(window)
        press("Return")
        wait(lambda: view.fixes)
        assert texts(tab)[5] == "c3" and fault_at(tab) == 5
        assert "Enter adds it" not in status_text(window)
        assert view.said.buttons.buttons[0].cget("text") == words.correct(3, "c3")
        type_text("c4b2")
        wait(lambda: len(texts(tab)) == 8)
        assert view.list.list.tree.bbox(str(view.list.rows[7].line.id))  # the newest line is visible
        wait(lambda: view.fixes)
        click(view.said.buttons.buttons[0])
        wait(lambda: fault_at(tab) is None)
        rest(tab)
        assert texts(tab)[3:] == ["c3", "5-4", "xc3", "xc4", "xb2"]
        assert "Bob removes c3." in view.list.list.tree.set(str(view.list.rows[5].line.id), "event")


def test_table_is_reopened_after_a_kill() -> None:
    with at_table(SMALL) as (_, tab):
        enter(tab, *events(SMALL)[:4])
        kept = desk_of(tab).companion.journal
        assert kept is not None
        data = kept.file.read_bytes()  # all that a kill leaves, also without closing
    kept.file.write_bytes(data + b'{"at":4,"add')
    with open_window(HERD) as window:
        window.registry.run("real_table")
        form = window.shell.pages.open["real_table"]
        assert isinstance(form, TableForm)
        wait(lambda: form.files)
        form.list.choose("0")
        settle()
        click(form.go_on)
        tab = window.shell.feature(CompanionTab)
        wait(lambda: tab.view is not None)
        rest(tab)
        assert texts(tab) == events(SMALL)[:4]


def test_form_begins_a_table_with_names_seat_and_hand() -> None:
    with open_window(HERD) as window:
        window.registry.run("real_table")
        form = window.shell.pages.open["real_table"]
        assert isinstance(form, TableForm)
        assert not form.dealt.winfo_viewable(), "Herd deals no cards"
        form.game_box.set(next(title for title, game in form.games.items() if game == "herbalism"))
        form.game_box.event_generate("<<ComboboxSelected>>")
        settle()
        assert form.dealt.winfo_viewable()
        form.names.insert(0, "Ann, Bob, Cy")
        form.dealt.insert(0, "rgx")
        click(form.start)
        wait(lambda: form.error_label.cget("text"))
        assert not list(journal.journals())
        form.dealt.delete(0, "end")
        form.dealt.insert(0, "rgbb")
        click(form.start)
        tab = window.shell.feature(CompanionTab)
        wait(lambda: tab.view is not None)
        rest(tab)
        assert len(texts(tab)) == 1 and "Ann" in view_of(tab).list.score.cget("text")
        assert "Belief, " in view_of(tab).said.body.text.get("1.0", "end")
        assert window.games.labels()[1].text == words.tab("Herbalism")


def test_cover_hides_everything_until_show_is_pressed() -> None:
    with at_table(SMALL) as (window, tab):
        enter(tab, *events(SMALL)[:3])
        view = view_of(tab)
        press("F10")
        settle()
        assert not view.view.winfo_ismapped() and not view.column.winfo_ismapped()
        assert words.COVERED in status_text(window)
        type_text("65d1")
        settle()
        assert len(desk_of(tab).companion.lines) == 3
        window.shell.rebuild()  # it stays covered
        settle()
        view = view_of(tab)
        assert not view.view.winfo_ismapped() and view.curtain.winfo_ismapped()
        click(view.show_button)
        settle()
        assert view.view.winfo_ismapped() and view.column.winfo_ismapped() and len(texts(tab)) == 3


def test_laptop_is_passed_to_a_player_with_a_list_of_their_own() -> None:
    with at_table("herbalism", 0) as (_, tab):
        desk = desk_of(tab)
        desk.feed("rgbb")
        rest(tab)
        view_of(tab).entry.write("", "a secret", lambda _: None)
        click(view_of(tab).foot.buttons[3])
        settle()
        assert view_of(tab).popup.menu is not None
        tab.pass_to(1)
        tab.uncover()  # too early: it would still show the hand of the first player
        assert tab.covered and not view_of(tab).view.winfo_ismapped()
        wait(lambda: desk_of(tab) is not desk)
        rest(tab)
        view = view_of(tab)
        assert tab.covered and view.hand_over.winfo_ismapped() and not view.view.winfo_ismapped()
        assert "Bob" in view.hand_over.head.cget("text") and not view.entry.text.get()
        click(view.hand_over.button)
        settle()
        assert view.view.winfo_ismapped() and not view.hand_over.winfo_ismapped()
        assert texts(tab) == ["*"] and desk_of(tab).companion.seat == 1
        assert "rgbb" not in desk_of(tab).companion.journal.file.read_text()  # type: ignore[union-attr]
        desk_of(tab).run(lambda companion: companion.rewrite(companion.lines[0].id, "ygbb"))
        rest(tab)
        tab.pass_to(0)
        wait(lambda: desk_of(tab).companion.seat == 0)
        rest(tab)
        assert texts(tab) == ["deal:??/rgbb/????/????"]
        press("Return")
        settle()
        assert view_of(tab).view.winfo_ismapped()


@pytest.mark.parametrize("large", [False, True])
def test_no_button_moves_by_itself(large: bool) -> None:
    with at_table(SMALL) as (window, tab):
        if large:
            window.registry.run("large_buttons")
            rest(tab)
        view = view_of(tab)

        appearing = (*view.entry.pad, *view.said.buttons.buttons, *view.entry.likely.buttons)

        def places() -> list[tuple[int, ...]]:
            settle()
            found = [one for one in descendants(view.column) if isinstance(one, ttk.Button) and one not in appearing]
            return [(one.winfo_rootx(), one.winfo_rooty(), one.winfo_width(), one.winfo_height()) for one in found]

        settle(0.2)
        before = places()
        assert not any(one.winfo_ismapped() for one in view.said.buttons.buttons), "nothing needs a correction"
        contradict(tab)
        assert places() == before
        wait(lambda: view.fixes)
        assert places() == before and view.said.buttons.buttons[0].winfo_ismapped()
        desk_of(tab).run(lambda companion: companion.undo())
        wait(lambda: fault_at(tab) is None)
        desk_of(tab).ask_advice()
        wait(lambda: not desk_of(tab).advising)
        assert places() == before


def test_true_hands_are_asked_for_once_or_the_own_view_is_saved() -> None:
    with at_table("herbalism", 0) as (window, tab):
        desk = desk_of(tab)
        desk.feed("rgbb")
        rest(tab)
        companion = desk.companion
        move = next(move for move in desk.scene.moves if ":feed:" in move)  # type: ignore[union-attr]
        desk.play(move)
        rest(tab)
        scene = desk.scene
        assert scene is not None and len(scene.question) > 1  # the answer is asked for
        view_of(tab).popup.close()
        enter(tab, scene.question[0][0])
        assert len(companion.lines) == 2
        click(view_of(tab).foot.buttons[-1])
        wait(lambda: "true_hands" in window.shell.pages.open)
        dialog = window.shell.pages.open["true_hands"]
        assert isinstance(dialog, TrueHands)
        settle()
        click(dialog.as_seen)
        wait(lambda: not tab.on)
        assert window.games.table.session.document.tags[SOURCE] == TABLE


def test_tabs_with_a_table_puzzles_and_a_game_do_not_mix() -> None:
    with at_table(SMALL) as (window, tab):
        view = view_of(tab)
        window.registry.run("practice")
        settle(0.1)
        assert tab.view is None and not window.screen.view.winfo_ismapped()
        window.games.show(window.games.tables.index(tab.table))  # type: ignore[arg-type]
        settle(0.1)
        assert view_of(tab) is not view and view_of(tab).view.winfo_ismapped()
        assert not window.screen.view.winfo_ismapped()
        window.registry.run("close")
        settle(0.1)
        assert tab.table is None and tab.desk is None
        window.games.show(0)
        settle(0.1)
        assert window.screen.view.winfo_ismapped()


def test_list_shows_what_the_players_have_in_games_with_belongings() -> None:
    for spec, lines in (("herbs", ["0M4"]), ("herd(size=3)", ["2-1"])):
        with at_table(spec, 0) as (_, tab):
            enter(tab, *lines)
            rest(tab)
            shown = view_of(tab).list.belongings
            assert bool(shown.winfo_ismapped()) == (spec == "herbs")
            assert spec != "herbs" or all(ap in shown.cget("text") for ap in ("196 AP", "200 AP"))
