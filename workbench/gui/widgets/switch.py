"""Rows of buttons with one selected: small segments, and the switch between modes."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from tkinter import ttk

from workbench.gui.look.look import Look
from workbench.gui.look.styles import Styles
from workbench.gui.widgets.keys import on_enter
from workbench.gui.widgets.tips import Tip


class Segments:
    """A row of small buttons with one selected.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        parts: The name and the label of each button.
        choose: Called with the name of a clicked button.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, parts: Sequence[tuple[str, str]], choose: Callable[[str], None]
    ) -> None:
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.buttons = {}
        for number, (name, text) in enumerate(parts):
            button = ttk.Button(self.frame, text=text, style="Page.TButton", command=partial(choose, name))
            button.grid(row=0, column=number, padx=(look.px(2) if number else 0, 0))
            self.buttons[name] = button

    def show(self, name: str) -> None:
        """Select a button."""
        for key, button in self.buttons.items():
            button.state(("selected" if key == name else "!selected",))

    def label(self, name: str, text: str) -> None:
        """Change the label of a button."""
        if self.buttons[name].cget("text") != text:
            self.buttons[name].configure(text=text)


class ModeSwitch(ttk.Frame):
    """The switch between the modes of a window.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        styles: The styles to extend.
        modes: The labels of the modes by command.
        run: Called with the command of a clicked mode.
        tip: Returns the tip of a mode.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, styles: Styles, modes: Mapping[str, str], run: Callable[[str], None],
        tip: Callable[[str], str] | None = None,
    ) -> None:  # fmt: skip
        _make_styles(styles)
        super().__init__(parent, style="Modes.TFrame", padding=look.px(3))
        self.buttons: dict[str, ttk.Button] = {}
        widest = max((look.fonts["strong text"].measure(label) for label in modes.values()), default=0) + look.px(28)
        for number, (name, label) in enumerate(modes.items()):
            button = self.buttons[name] = ttk.Button(
                self, text=label, style="Mode.TButton", takefocus=1, command=partial(self._choose, run, name)
            )
            if tip is not None:
                Tip(look, button, partial(tip, name))
            button.grid(row=0, column=number, sticky="nsew")
            self.columnconfigure(number, minsize=widest)
            on_enter(button, partial(self._on_enter, run, name))

    def _on_enter(self, run: Callable[[str], None], name: str, _: object) -> str:
        self._choose(run, name)
        return "break"

    def _choose(self, run: Callable[[str], None], name: str) -> None:
        if not self.buttons[name].instate(["selected"]):
            run(name)

    def show(self, mode: str) -> None:
        """Select a mode, or disable the switch if `mode` is ""."""
        for name, button in self.buttons.items():
            button.state(["selected" if name == mode else "!selected", "!disabled" if mode else "disabled"])


def _make_styles(styles: Styles) -> None:
    look, palette, style = styles.look, styles.look.palette, styles.style
    styles.nest_elements("Modes.TFrame", styles.plate_element("button", "line", 8, ground="card"))
    style.configure("Modes.TFrame", background=palette["card"])
    states = {
        "selected focus": ("accent", "text", 2.0), "selected": ("accent", "accent", 1.0),
        "focus": ("button", "accent", 2.0), "active": ("hover", "hover", 1.0),
    }  # fmt: skip
    styles.nest_elements(
        "Mode.TButton",
        styles.plate_element("button", "button", 6, states=states, ground="button"),
        "Button.padding",
        "Button.label",
    )
    style.configure(
        "Mode.TButton", padding=(look.px(9), look.px(3)), font=look.fonts["text"], foreground=palette["text"],
        anchor="center",
    )  # fmt: skip
    style.map(
        "Mode.TButton",
        foreground=[("selected", palette["on_accent"]), ("disabled", palette["faint"])],
        font=[("selected", look.fonts["strong text"])],
    )
    styles.set_background("Mode.TButton", "button")
