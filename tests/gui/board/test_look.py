"""Tests of the window's appearance: theme, size, zoom, animation and the table of moves."""

from __future__ import annotations

from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

from fastcore import OVER
from tests.kit.windows import (
    PLACING,
    TWO,
    click_spot,
    open_window,
    press,
    process_event,
    root,
    screenshot,
    settle,
    shows_position,
    status_text,
    wait,
)
from workbench.gui.analyse import words
from workbench.gui.board import event_player, presenter
from workbench.gui.board.board_view import BoardView
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_theme_switch_restyles_window() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        light = screenshot().resize((64, 36))
        window.registry.run("dark")
        settle()
        dark = screenshot().resize((64, 36))
        bright = [sum(seen.convert("L").tobytes()) / (64 * 36) for seen in (light, dark)]
        assert bright[0] > 200 and bright[1] < 70, bright
        assert window.settings.theme == "dark" and shows_position(window)
        window.screen.top.icon.invoke()
        assert screenshot().resize((64, 36)).tobytes() == light.tobytes(), "and back again to the last pixel"


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440), (900, 620)])
@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_nothing_is_cut_off_at_any_size(size: tuple[int, int], zoom: float) -> None:
    with open_window(Setup("herd", TWO, 1), size, zoom=zoom) as window:
        wait(lambda: window.root.winfo_width() == size[0])
        settle(0.2)
        view = window.screen.view
        assert isinstance(view, BoardView) and view.ground is not None
        assert (
            view.painter.unit * view.ground.width <= view.winfo_width()
            and view.painter.unit * view.ground.height <= view.winfo_height()
        )
        assert (
            view.painter.unit
            >= 0.9 * min(view.winfo_width() / view.ground.width, view.winfo_height() / view.ground.height) - 5
        )
        widgets = [
            *window.shell.status.buttons.values(),
            window.shell.status.entry,
            *window.screen.top.buttons.values(),
            window.moves.card.note,
        ]
        widgets += [card.points for card in window.screen.players] + [panel.lines for panel in window.screen.panels]
        for widget in filter(lambda widget: widget.winfo_ismapped(), widgets):
            assert widget.winfo_width() >= widget.winfo_reqwidth(), widget
            right, bottom = widget.winfo_rootx() + widget.winfo_width(), widget.winfo_rooty() + widget.winfo_height()
            assert right <= window.root.winfo_rootx() + size[0] and bottom <= window.root.winfo_rooty() + size[1]
        assert window.moves.card.canvas.winfo_height() >= 40
    root().geometry("1280x720+0+0")
    root().update()


def test_tiny_window_causes_no_errors() -> None:
    with open_window(Setup("herd(size=7)", TWO, 1)) as window:
        for size in ("300x200", "120x90", "1280x720"):
            root().geometry(f"{size}+0+0")
            settle(0.4)
            assert "went wrong" not in status_text(window)


def test_keys_change_zoom() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        size = window.look.fonts["text"].cget("size")
        press("plus", "Control_L")
        press("plus", "Control_L")
        assert window.settings.zoom == 1.25 and abs(window.look.fonts["text"].cget("size")) > abs(size)
        press("minus", "Control_L")
        assert window.settings.zoom == 1.1
        press("0", "Control_L")
        assert window.settings.zoom == 1.0 and window.look.fonts["text"].cget("size") == size
        assert shows_position(window)


def test_events_are_shown_in_order_and_can_be_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presenter, "PAUSE_MS", 400)  # long enough for a busy machine to see every state
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING), animation=True) as window:
        seen: list[frozenset[str]] = []
        click_spot(window, "b2")
        while window.playing.presenter.busy:
            process_event()
            occupied = frozenset(item.where for item in window.screen.view.painter.shown["pieces"])  # type: ignore[union-attr]
            if not seen or seen[-1] != occupied:
                seen.append(occupied)
        assert [("b2" in occupied, "c3" in occupied) for occupied in seen] == [(True, True), (True, False)], (
            "placed, then captured"
        )
        assert shows_position(window)
        monkeypatch.setattr(presenter, "PAUSE_MS", 60_000)
        click_spot(window, "c3")
        assert window.playing.presenter.busy
        press("x")  # a command of analyse mode
        assert not window.playing.presenter.busy and shows_position(window)
        assert window.shell.status.detail != words.NOT_ANALYSING
        press("x")
        assert window.shell.status.detail == words.NOT_ANALYSING, "said where nothing is to be ended"
        click_spot(window, "a1")
        steps = len(window.table.session.steps)
        click_spot(window, "a3")
        assert len(window.table.session.steps) == steps + 1, "what oneself did need not be waited for"
        press("q")
        assert shows_position(window)
        assert window.playing.accepts_moves


def test_dice_tumble_before_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_player, "TUMBLE_MS", 150)  # long enough for a busy machine to see every state
    with open_window(Setup("herd(size=2)", TWO, 1), animation=True) as window:
        seen: list[tuple[str, ...]] = []
        window.registry.run("again")
        while window.playing.presenter.busy:
            process_event()
            if not seen or seen[-1] != tuple(window.screen.panels[0].large_shown):
                seen.append(tuple(window.screen.panels[0].large_shown))
        high, low = window.table.state.fields["dice"].split("-")
        assert len(set(seen)) > 3 and seen[-1] == (f"die-{high}", f"die-{low}")


def test_moves_card_has_one_row_per_round() -> None:
    with open_window(Setup("herd(size=2)", ("greedy", "greedy"), 2)) as window:
        wait(lambda: window.table.state.actor == OVER and not window.playing.presenter.busy)
        table = window.moves.card.written
        steps = window.table.session.steps
        for seat in (0, 1):
            texts = " ".join(row.texts[1 + seat] for row in table).split()
            assert texts == [step.move for step in steps if step.turn % 2 == 1 - seat]
        assert table[0].texts[0] == "1, 2"
        assert window.moves.card.canvas.yview()[1] > 0.99, "it follows the game"


@pytest.mark.parametrize(
    ("style", "ground"), [("Card.TFrame", "window"), ("ActiveCard.TFrame", "window"), ("Sheet.TFrame", "card")]
)
def test_card_backgrounds_are_opaque_images(style: str, ground: str) -> None:
    """To draw a transparent image, Tk would read the display first."""
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        element = ttk.Style(window.root).layout(style)[0][0]
        pictures = next(pictures for name, pictures in window.look.elements.values() if name == element)
        for picture in pictures:
            places = [(x, y) for x in range(picture.width()) for y in range(picture.height())]
            assert not any(picture.transparency_get(x, y) for x, y in places)
            assert "#{:02x}{:02x}{:02x}".format(*picture.get(0, 0)) == window.look.palette[ground].lower(), (
                "the surface below it"
            )
