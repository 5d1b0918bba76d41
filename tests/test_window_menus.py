"""What lies over the window or around the board: menus, tips, the bar below, lists in dialogs."""

from __future__ import annotations

from pathlib import Path
from tkinter import Menu

import pytest

from tests.windows import PLACING, TWO, click, opened, picture, point_at, press, root, settle
from workbench.gui import words
from workbench.gui.look import Look
from workbench.gui.styles import KEY_ROOM
from workbench.gui.table import Setup
from workbench.gui.window import Window

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SMALL = Setup("herd(size=3)", TWO, 1, PLACING)


def open_menus(window: Window) -> list[str]:
    return [name for name, menu in window.top.menus.items() if menu.winfo_ismapped()]


def lit(menu: Menu) -> str:
    """The label of the line that is lit, "" for none."""
    active = menu.index("active")
    return "" if active is None else str(menu.entrycget(active, "label"))


def test_the_arrows_go_from_menu_to_menu_after_a_click_and_after_a_key() -> None:
    with opened(SMALL) as window:
        click(window.top.buttons["view"])
        assert open_menus(window) == ["view"] and lit(window.top.menus["view"]) == words.COMMANDS["light"]
        press("Down")
        assert lit(window.top.menus["view"]) == words.COMMANDS["dark"]
        for key, name in (("Right", "moves"), ("Left", "view"), ("Left", "edit"), ("Left", "game"), ("Left", "help"), ("Right", "game")):
            press(key)
            assert open_menus(window) == [name] and lit(window.top.menus[name])
            assert window.top.buttons[name].instate(["selected"]), "the name of what is open stands out"
        press("Escape")
        assert open_menus(window) == [] and not window.top.buttons["game"].instate(["selected"])
        press("g", "Alt_L")
        assert lit(window.top.menus["game"]) == words.COMMANDS["new"]
        press("Right")
        assert open_menus(window) == ["edit"]
        press("Escape")


def test_right_goes_into_choices_first() -> None:
    with opened(SMALL) as window:
        settle(0.3)  # the list of files is read
        window.files.recent = [Path("a game.herbarium")]
        click(window.top.buttons["game"])
        menu = window.top.menus["game"]
        menu.activate(next(n for n in range(20) if menu.type(n) == "cascade"))
        press("Right")
        (inner,) = (child for child in menu.winfo_children() if isinstance(child, Menu))
        assert inner.winfo_ismapped() and lit(inner) == "a game"
        press("Left")
        assert open_menus(window) == ["game"] and not inner.winfo_ismapped()
        press("Right")
        press("Right")
        assert open_menus(window) == ["edit"], "out of the choices to the next menu"
        press("Escape")


def test_the_pointer_goes_from_menu_to_menu_and_chooses() -> None:
    with opened(SMALL) as window:
        click(window.top.buttons["game"])
        point_at(window.top.buttons["view"])
        assert open_menus(window) == ["view"]
        menu = window.top.menus["view"]
        names = next(n for n in range(menu.index("end") + 1) if menu.type(n) != "separator" and menu.entrycget(n, "label") == words.COMMANDS["names"])  # type: ignore[operator]
        click(menu, 60, menu.yposition(names) + 8)
        assert open_menus(window) == [] and window.settings.names


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_menus_have_a_line_around_them_and_room_behind_the_keys(theme: str) -> None:
    with opened(SMALL, theme=theme) as window:
        for name, menu in window.top.menus.items():
            click(window.top.buttons[name])
            left, top = menu.winfo_rootx(), menu.winfo_rooty()
            right, bottom = left + menu.winfo_width(), top + menu.winfo_height()
            shown = picture((left, top, right, bottom)).convert("RGB")
            line, ground = (_rgb(window.look, colour) for colour in ("line", "card"))
            edge = [(x, y) for x in range(shown.width) for y in (0, shown.height - 1)]
            edge += [(x, y) for x in (0, shown.width - 1) for y in range(shown.height)]
            assert {shown.getpixel(place) for place in edge} == {line}
            separators = {menu.yposition(n) for n in range(menu.index("end") + 1) if menu.type(n) == "separator"}  # type: ignore[operator]
            heights = [y for y in range(2, shown.height - 2) if not any(at <= y <= at + 12 for at in separators)]
            wash = _rgb(window.look, "wash")
            column = {shown.getpixel((x, y)) for x in range(shown.width - 5, shown.width - 1) for y in heights}
            assert column <= {ground, wash}, f"nothing is written up to the edge of {name}"
            press("Escape")


def _rgb(look: Look, colour: str) -> tuple[int, ...]:
    return tuple(value // 257 for value in look.root.winfo_rgb(look.palette[colour]))


def test_all_lines_of_a_menu_begin_at_the_same_place() -> None:
    with opened(SMALL) as window:
        click(window.top.buttons["view"])
        menu = window.top.menus["view"]
        lines = [n for n in range(menu.index("end") + 1) if menu.type(n) != "separator"]  # type: ignore[operator]
        assert {menu.type(n) for n in lines} == {"command"}, "others are laid out in another way"
        widths = {root().tk.call("image", "width", menu.entrycget(n, "image")) for n in lines}
        assert len(widths) == 1
        ticked = {menu.entrycget(n, "label") for n in lines if str(menu.entrycget(n, "image")) == str(window.top.tick)}
        on = {command.words for command in window.registry.menu("view") if command.on is not None and command.on()}
        assert ticked == on and words.COMMANDS["light"] in on
        assert any(menu.entrycget(n, "accelerator").endswith(KEY_ROOM) for n in lines)
        press("Escape")
