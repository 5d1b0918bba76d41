"""Tests of menus, tips, the status bar, and lists in dialogs."""

from __future__ import annotations

from pathlib import Path
from tkinter import Menu, Misc, ttk

import pytest

from tests.kit.windows import (
    PLACING,
    TWO,
    TestedWindow,
    click,
    open_window,
    point_at,
    press,
    root,
    screenshot,
    settle,
    type_text,
    wait,
)
from workbench.gui.look.look import Look
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.shell import words
from workbench.gui.widgets import tips
from workbench.gui.widgets.fields import Listed
from workbench.gui.widgets.keys import focused
from workbench.gui.widgets.menus import KEY_ROOM
from workbench.gui.widgets.tips import Tip
from workbench.table import words as table_words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SMALL = Setup("herd(size=3)", TWO, 1, PLACING)


def open_menus(window: TestedWindow) -> list[str]:
    return [name for name, menu in window.screen.top.menus.items() if menu.winfo_ismapped()]


def highlighted(menu: Menu) -> str:
    """Return the label of the highlighted menu line, or an empty string."""
    active = menu.index("active")
    return "" if active is None else str(menu.entrycget(active, "label"))


def test_arrow_keys_switch_menus_after_a_click_or_a_key() -> None:
    with open_window(SMALL) as window:
        click(window.screen.top.buttons["view"])
        assert (
            open_menus(window) == ["view"]
            and highlighted(window.screen.top.menus["view"]) == window.registry["dark"].text
        )
        press("Down")
        assert highlighted(window.screen.top.menus["view"]) == window.registry["larger"].text
        for key, name in (
            ("Right", "moves"),
            ("Left", "view"),
            ("Left", "edit"),
            ("Left", "game"),
            ("Left", "help"),
            ("Right", "game"),
        ):
            press(key)
            assert open_menus(window) == [name] and highlighted(window.screen.top.menus[name])
            assert window.screen.top.buttons[name].instate(["selected"]), "the name of the open menu is highlighted"
        press("Escape")
        assert open_menus(window) == [] and not window.screen.top.buttons["game"].instate(["selected"])
        press("g", "Alt_L")
        assert highlighted(window.screen.top.menus["game"]) == window.registry["new"].text
        press("Right")
        assert open_menus(window) == ["edit"]
        press("Escape")


def test_right_opens_a_submenu_first() -> None:
    with open_window(SMALL) as window:
        settle(0.3)  # until the list of recent files is loaded
        window.files.recent = [Path("a game.herbarium")]
        click(window.screen.top.buttons["game"])
        menu = window.screen.top.menus["game"]
        menu.activate(next(n for n in range(20) if menu.type(n) == "cascade"))
        press("Right")
        (inner,) = (child for child in menu.winfo_children() if isinstance(child, Menu))
        assert inner.winfo_ismapped() and highlighted(inner) == "a game"
        press("Left")
        assert open_menus(window) == ["game"] and not inner.winfo_ismapped()
        press("Right")
        press("Right")
        assert open_menus(window) == ["edit"], "Right leaves the submenu for the next menu"
        press("Escape")


def test_pointer_switches_menus_and_selects() -> None:
    with open_window(SMALL) as window:
        click(window.screen.top.buttons["game"])
        point_at(window.screen.top.buttons["view"])
        assert open_menus(window) == ["view"]
        menu = window.screen.top.menus["view"]
        names = next(
            n
            for n in range(menu.index("end") + 1)  # type: ignore[operator]
            if menu.type(n) != "separator" and menu.entrycget(n, "label") == window.registry["names"].text
        )
        click(menu, 60, menu.yposition(names) + 8)
        assert open_menus(window) == [] and window.settings.names


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_menus_have_a_border_and_space_after_the_keys(theme: str) -> None:
    with open_window(SMALL, theme=theme) as window:
        for name in ("game", "edit", "view", "help"):
            menu = window.screen.top.menus[name]
            click(window.screen.top.buttons[name])
            left, top = menu.winfo_rootx(), menu.winfo_rooty()
            right, bottom = left + menu.winfo_width(), top + menu.winfo_height()
            shown = screenshot((left, top, right, bottom)).convert("RGB")
            line, ground = (_rgb(window.look, colour) for colour in ("line", "card"))
            edge = [(x, y) for x in range(shown.width) for y in (0, shown.height - 1)]
            edge += [(x, y) for x in (0, shown.width - 1) for y in range(shown.height)]
            assert {shown.getpixel(place) for place in edge} == {line}
            separators = {menu.yposition(n) for n in range(menu.index("end") + 1) if menu.type(n) == "separator"}  # type: ignore[operator]
            heights = [
                y
                for y in range(2, shown.height - 2)
                if not any(top_edge <= y <= top_edge + 12 for top_edge in separators)
            ]
            wash = _rgb(window.look, "wash")
            column = {shown.getpixel((x, y)) for x in range(shown.width - 5, shown.width - 1) for y in heights}
            assert column <= {ground, wash}, f"nothing is written up to the edge of {name}"
            press("Escape")


def _rgb(look: Look, colour: str) -> tuple[int, ...]:
    return tuple(value // 257 for value in look.root.winfo_rgb(look.palette[colour]))


def test_menu_lines_are_aligned() -> None:
    with open_window(SMALL, graph=True) as window:
        click(window.screen.top.buttons["view"])
        menu = window.screen.top.menus["view"]
        lines = [n for n in range(menu.index("end") + 1) if menu.type(n) != "separator"]  # type: ignore[operator]
        assert {menu.type(n) for n in lines} == {"command"}, "Tk aligns entries of other types differently"
        widths = {root().tk.call("image", "width", menu.entrycget(n, "image")) for n in lines}
        assert len(widths) == 1
        ticked = {
            menu.entrycget(n, "label") for n in lines if str(menu.entrycget(n, "image")) == str(window.screen.top.tick)
        }
        entries = window.registry.menu_entries("view")
        on = {command.text for command in entries if command.on is not None and command.on()}
        assert ticked == on and window.registry["letters"].text in on
        assert any(menu.entrycget(n, "accelerator").endswith(KEY_ROOM) for n in lines)
        press("Escape")


# Tips -----------------------------------------------------------------------------------------------------------------


def test_tip_closes_when_the_pointer_is_over_a_combobox_list() -> None:
    """tkinter has no widget for the list, so the test finds it by its Tk name."""
    with open_window(SMALL) as window:
        box = ttk.Combobox(window.root, values=["one", "two"])
        box.place(x=100, y=100)
        tip = Tip(window.look, box, lambda: "a field")
        root().update()
        box.tk.call("ttk::combobox::Post", box)
        listed = f"{box}.popdown.f.l"
        wait(lambda: int(box.tk.call("winfo", "viewable", listed)))
        point_at(box, 20, box.winfo_height() + 12)
        assert str(box.tk.call("winfo", "containing", *box.winfo_pointerxy())) == listed
        tip._left()
        assert Tip.shown is None and focused(box) is box
        box.tk.call("ttk::combobox::Unpost", box)
        box.destroy()


def test_tip_closes_after_a_while_and_on_any_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tips, "STAYS_MS", 400)
    with open_window(SMALL) as window:
        point_at(window.screen.players[0].frame, 4, 4)
        wait(lambda: Tip.shown is not None)
        wait(lambda: Tip.shown is None)
        point_at(window.screen.players[0].frame, 60, 6)
        settle(0.7)
        assert Tip.shown is None, "an expired tip does not reappear on the same widget"
        monkeypatch.setattr(tips, "STAYS_MS", 60_000)
        point_at(window.screen.view)
        point_at(window.screen.players[0].frame, 4, 4)
        wait(lambda: Tip.shown is not None)
        window.screen.view.focus_force()
        press("Left")  # a key of the board
        assert Tip.shown is None
        assert tips.KEYS not in window.screen.view.bindtags()
        point_at(window.screen.view)
        window.shell.status.buttons["hint"].focus_set()
        wait(lambda: Tip.shown is not None)
        press("Shift_L")
        assert Tip.shown is None
        window.screen.view.focus_set()


@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_tip_does_not_cover_its_widget(zoom: float) -> None:
    with open_window(Setup("herd", TWO, 1), zoom=zoom) as window:
        widgets = [
            window.screen.top.icon,
            window.screen.players[0].frame,
            window.screen.players[1].frame,
            window.screen.panels[0].frame,
        ]
        for widget in (*widgets, window.shell.status.entry, window.shell.status.buttons["stop"]):
            point_at(window.screen.view, 4, 4)
            wait(lambda: Tip.shown is None)
            point_at(widget, 4, 4)
            wait(lambda: Tip.shown is not None)
            root().update()
            tip = Tip.shown
            assert tip is not None
            assert not _overlap(_box(widget), _box(tip)), widget
            assert widget.master is not window.shell.status.tools or not _overlap(
                _box(window.shell.status.words), _box(tip)
            )
            assert _inside(_box(tip), _box(root())), widget


def _box(widget: Misc) -> tuple[int, int, int, int]:
    x, y = widget.winfo_rootx(), widget.winfo_rooty()
    return x, y, x + widget.winfo_width(), y + widget.winfo_height()


def _overlap(first: tuple[int, int, int, int], second: tuple[int, int, int, int]) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _inside(inner: tuple[int, int, int, int], outer: tuple[int, int, int, int]) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


# The status bar -------------------------------------------------------------------------------------------------------

LONG = "Hint: remove c2, b4 and d3, place b2, a1, a3 and a2, then capture the group at e5 and e6 (48 % for Red)."
DETAIL = "c2: click to place a stone; the blue stones at b1, b2 and b3 would go."


@pytest.mark.parametrize(("size", "zoom"), [((1280, 720), 1.0), ((1280, 720), 1.5), ((1000, 640), 1.0)])
def test_status_bar_shows_all_its_texts_in_full(size: tuple[int, int], zoom: float) -> None:
    with open_window(SMALL, size=size, zoom=zoom) as window:
        bar = window.shell.status
        height = bar.winfo_height()
        for busy in ("", words.thinks(table_words.ADVISER, 538_000)):
            bar.progress.show(busy, 0.5)
            bar.set_prompt("")
            bar.set_prompt(LONG)
            settle()
            assert bar.main.cget("text") == LONG and _fully_visible(bar.main, bar.words)
            bar.show_detail(DETAIL, False)
            settle()
            assert bar.main.cget("text").startswith("Hint: remove c2") and bar.side.cget("text") == DETAIL
            assert _fully_visible(bar.main, bar.words) and _fully_visible(bar.side, bar.words), (
                "both texts are fully visible"
            )
            assert not busy or _fully_visible(bar.progress.words, bar.progress)
            assert bar.winfo_height() == height, "the bar keeps its height"
        assert bar.progress.winfo_ismapped()
        bar.progress.show("", 0)
        settle()
        assert not bar.progress.winfo_ismapped(), "the empty progress display is hidden"


def _fully_visible(label: Misc, around: Misc) -> bool:
    """Return whether a label shows its whole text inside `around`."""
    fits = label.winfo_width() >= label.winfo_reqwidth() and label.winfo_height() >= label.winfo_reqheight()
    return bool(label.winfo_ismapped()) and fits and _inside(_box(label), _box(around))


def test_escape_clears_the_error_of_a_typed_move() -> None:
    with open_window(SMALL) as window:
        for place in ("field", "board"):
            press("slash")
            type_text("zz")
            press("Return")
            assert window.shell.status.warning and window.shell.status.detail
            if place == "board":
                window.screen.view.focus_force()
                settle()
            press("Escape")
            assert not window.shell.status.warning and not window.shell.status.detail
            window.shell.status.set_typed_text()


# Lists and dialogs ----------------------------------------------------------------------------------------------------


def open_new_game(window: TestedWindow) -> NewGame:
    window.screen.view.focus_force()
    press("n", "Control_L")
    dialog = window.pages.open["new"]
    assert isinstance(dialog, NewGame)
    return dialog


def test_space_opens_a_list_and_home_and_end_select() -> None:
    with open_window(SMALL) as window:
        session, dialog = window.table.session, open_new_game(window)
        box = dialog.opponent_box
        names = box.cget("values")
        for key, name in (("End", names[-1]), ("Home", names[0])):
            box.focus_force()
            settle()
            press("space")
            listed = str(root().tk.call("ttk::combobox::PopdownWindow", str(box)))
            wait(lambda listed=listed: root().tk.call("winfo", "ismapped", listed))  # type: ignore[misc]
            assert dialog.winfo_exists() and window.table.session is session, "opening the list starts no game"
            root().tk.call("focus", "-force", f"{listed}.f.l")
            settle()
            press(key)
            press("Return")
            assert dialog.winfo_exists() and box.get() == name
        dialog.destroy()


def test_typing_selects_in_an_open_list() -> None:
    with open_window(SMALL) as window:
        dialog = open_new_game(window)
        dialog.more.unfold()
        assert dialog.options is not None
        field = dialog.options.fields["size"]
        assert isinstance(field, Listed)
        box = field.box
        assert box.get() == "3 – quick, much luck"
        for typed, size in (("5", "5"), ("2", "2"), ("x", "2")):
            box.focus_force()
            settle(1.1)
            press("space")
            listed = str(root().tk.call("ttk::combobox::PopdownWindow", str(box)))
            wait(lambda listed=listed: root().tk.call("winfo", "ismapped", listed))  # type: ignore[misc]
            root().tk.call("focus", "-force", f"{listed}.f.l")
            settle()
            press(typed)
            press("Return")
            assert field.get() == size
        assert dialog.spec == "herd(size=2)"
        dialog.destroy()


def test_dialog_keeps_its_place_and_never_shrinks() -> None:
    with open_window(SMALL) as window:
        dialog = open_new_game(window)
        settle()
        place, min_size = (dialog.winfo_x(), dialog.winfo_y()), (0, 0)
        for game in (*dialog.gallery.games, dialog.gallery.games[0]):
            click(dialog.gallery.tiles[game])
            settle()
            size = dialog.winfo_width(), dialog.winfo_height()
            assert dialog.game == game and (dialog.winfo_x(), dialog.winfo_y()) == place
            assert size[0] >= min_size[0] and size[1] >= min_size[1]
            assert place[1] + size[1] <= dialog.winfo_screenheight()
            min_size = size
        dialog.destroy()


def test_tabs_show_full_titles_while_there_is_room() -> None:
    with open_window(Setup("forest", TWO, 1)) as window:
        window.games.begin(window.table.played.restarted())
        settle()
        texts = [tab.button.cget("text") for tab in window.screen.strip.tabs.values()]
        assert texts == [label.text for label in window.tabs.labels()], "the full title with the players"
        for _ in range(6):
            window.games.begin(window.table.played.restarted())
        settle()
        assert all(_inside(_box(tab), _box(root())) for tab in window.screen.strip.tabs.values())
