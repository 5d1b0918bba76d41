"""A divider between two cards, one above the other, that shares the height between them. It moves by mouse or keys."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from workbench.gui.look.look import Look
from workbench.gui.widgets.keys import focused
from workbench.gui.widgets.tips import Tip
from workbench.gui.widgets.words import DIVIDER_TIP

HEIGHT = 12  # at 100 %, the room between the cards
GRIP = (44, 4)  # and the size of the grip in its middle
KEY_STEP = 24  # and how far a key moves it


class Divider:
    """A divider. `place` gets the wanted middle in screen pixels; `standard` resets the divider."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, place: Callable[[int], None], standard: Callable[[], None]
    ) -> None:
        self.look, self.place = look, place
        self.frame = ttk.Frame(
            parent, style="Window.TFrame", height=look.px(HEIGHT), cursor="sb_v_double_arrow", takefocus=1
        )
        self.grip = tkinter.Frame(self.frame, width=look.px(GRIP[0]), height=look.px(GRIP[1]))
        self.grip.place(relx=0.5, rely=0.5, anchor="center")
        self.held = 0  # how far below its middle it was taken
        self.pointed = False
        for part in (self.frame, self.grip):
            part.bind("<Button-1>", self._taken)
            part.bind("<B1-Motion>", lambda event: place(event.y_root - self.held))
            part.bind("<Double-Button-1>", lambda _: standard())
        for sequence, pointed in (("<Enter>", True), ("<Leave>", False)):
            self.frame.bind(sequence, lambda _, pointed=pointed: self._point(pointed))  # type: ignore[misc]
        for key, by in (("Up", -1), ("Down", 1)):
            self.frame.bind(f"<Key-{key}>", partial(self._step, by))
        self.frame.bind("<Key-Home>", lambda _: standard() or "break")  # type: ignore[func-returns-value]
        for sequence in ("<FocusIn>", "<FocusOut>"):
            self.frame.bind(sequence, lambda event: self._paint(event.type == tkinter.EventType.FocusIn))
        Tip(look, self.frame, lambda: DIVIDER_TIP)
        self._paint(False)

    def _middle(self) -> int:
        return self.frame.winfo_rooty() + self.frame.winfo_height() // 2

    def _step(self, by: int, _: object) -> str:
        self.place(self._middle() + by * self.look.px(KEY_STEP))
        return "break"

    def _taken(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.frame.focus_set()
        self.held = event.y_root - self._middle()

    def _point(self, pointed: bool) -> None:
        self.pointed = pointed
        self._paint(focused(self.frame) is self.frame)

    def _paint(self, focus: bool) -> None:
        """The grip is strong where it can be moved at once."""
        self.grip.configure(background=self.look.palette["accent" if focus or self.pointed else "faint"])
