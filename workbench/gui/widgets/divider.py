"""A divider, moved by mouse or keys, between an upper and a lower card."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from workbench.gui.look.look import Look
from workbench.gui.widgets.keys import focused

HEIGHT = 12  # pixels between the cards at 100 %
GRIP = (44, 4)  # width and height in pixels at 100 %
KEY_STEP = 24  # movement per key press in pixels at 100 %


class Divider:
    """A divider between two cards.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        place: Called with the new middle in screen pixels.
        standard: Called to restore the standard position.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, place: Callable[[int], None], standard: Callable[[], None]
    ) -> None:
        self.look, self.place = look, place
        self.frame = ttk.Frame(
            parent, style="Window.TFrame", height=look.px(HEIGHT), cursor="sb_v_double_arrow", takefocus=1
        )
        self.grip = tkinter.Frame(self.frame, width=look.px(GRIP[0]), height=look.px(GRIP[1]))
        self.grip.place(relx=0.5, rely=0.5, anchor="center")
        self.grab_offset = 0  # distance of the grab point below the middle
        self.pointed = False
        for part in (self.frame, self.grip):
            part.bind("<Button-1>", self._on_grab)
            part.bind("<B1-Motion>", lambda event: place(event.y_root - self.grab_offset))
            part.bind("<Double-Button-1>", lambda _: standard())
        for sequence, pointed in (("<Enter>", True), ("<Leave>", False)):
            self.frame.bind(sequence, lambda _, pointed=pointed: self._on_hover(pointed))  # type: ignore[misc]
        for key, by in (("Up", -1), ("Down", 1)):
            self.frame.bind(f"<Key-{key}>", partial(self._step, by))
        self.frame.bind("<Key-Home>", lambda _: standard() or "break")  # type: ignore[func-returns-value]
        for sequence in ("<FocusIn>", "<FocusOut>"):
            self.frame.bind(sequence, lambda event: self._paint(event.type == tkinter.EventType.FocusIn))
        self._paint(False)

    def _middle(self) -> int:
        return self.frame.winfo_rooty() + self.frame.winfo_height() // 2

    def _step(self, by: int, _: object) -> str:
        self.place(self._middle() + by * self.look.px(KEY_STEP))
        return "break"

    def _on_grab(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.frame.focus_set()
        self.grab_offset = event.y_root - self._middle()

    def _on_hover(self, pointed: bool) -> None:
        self.pointed = pointed
        self._paint(focused(self.frame) is self.frame)

    def _paint(self, focus: bool) -> None:
        """Highlight the grip while it can be moved."""
        self.grip.configure(background=self.look.palette["accent" if focus or self.pointed else "faint"])
