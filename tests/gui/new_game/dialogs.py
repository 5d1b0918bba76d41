"""Helpers for tests of the New game dialog."""

from __future__ import annotations

from tkinter import ttk

from tests.kit.windows import TestedWindow, click, press, root, settle
from workbench.gui.new_game import words
from workbench.gui.new_game.dialog import NewGame


def open_dialog(window: TestedWindow, unfold: bool = True) -> NewGame:
    """Open the dialog by its keyboard shortcut, unfold its settings, and return it."""
    window.screen.view.focus_force()
    press("n", "Control_L")
    dialog = window.pages.open["new"]
    assert isinstance(dialog, NewGame)
    dialog.start.focus_force()
    if unfold:
        dialog.more.unfold()
    settle(0.1)
    return dialog


def choose_game(dialog: NewGame, game: str) -> None:
    """Click the tile of a game."""
    dialog.area.show(dialog.gallery.tiles[game])
    settle()
    click(dialog.gallery.tiles[game])
    assert dialog.game == game


def choose(box: ttk.Combobox, text: str) -> None:
    """Select an entry of a combobox. Bots that are not levels are in the list after "Advanced…"."""
    if text not in box.cget("values") and words.ADVANCED in box.cget("values"):
        choose(box, words.ADVANCED)
    assert text in box.cget("values")
    box.set(text)
    box.event_generate("<<ComboboxSelected>>")
    root().update()


def write(entry: ttk.Entry, text: str) -> None:
    entry.delete(0, "end")
    entry.insert(0, text)


def start(dialog: NewGame) -> None:
    dialog.update()
    dialog.centre()
    dialog.update()
    click(dialog.start)
