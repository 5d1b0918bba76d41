"""Tips: small boxes beside a subject, which disappear automatically."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from time import monotonic
from typing import ClassVar, NamedTuple

from workbench.gui.look.look import Look
from workbench.gui.widgets.keys import focused

DELAY_MS = 500  # idle time of pointer or keyboard before a tip appears
FOCUSED = ("TButton", "TEntry", "TCheckbutton", "TRadiobutton", "TCombobox")  # classes reached by keyboard
STAYS_MS, REFRESH_MS = 5000, 200  # maximum time that a tip is shown, and interval at which its text is checked
NEW_SECONDS = 1.0  # time after which a control that appeared can be covered by a tip
KEYS = "AnyKey.Tip"  # bind tag by which a key dismisses the tip
WIDTH = 300  # width of wrapped text in pixels at 100 %


class Bubble(tkinter.Label):
    """A box with text beside an area: below or above it, or to its left or right.

    Args:
        owner: A widget in the window that shows the box.
        look: Scale, fonts and colours.
        text: The text.
        place: The left, top, right and bottom of the area in screen pixels.
        colour: The colour of the text in the palette.
        within: A widget that the box must not leave, by default its window.
        above: Whether to try the upper side first.
        beside: A widget: the box is placed to its left if there is room.
    """

    def __init__(
        self,
        owner: tkinter.Misc,
        look: Look,
        text: str,
        place: tuple[int, int, int, int],
        colour: str = "text",
        within: tkinter.Misc | None = None,
        above: bool = False,
        beside: tkinter.Misc | None = None,
    ) -> None:
        window, palette = owner.winfo_toplevel(), look.palette
        super().__init__(
            window, text=text, font=look.fonts["text"], foreground=palette[colour], background=palette["card"],
            justify="left",
            wraplength=look.px(WIDTH), padx=look.px(10), pady=look.px(6), borderwidth=0, highlightthickness=1,
            takefocus=0,
            highlightbackground=palette["quiet"], highlightcolor=palette["quiet"],
        )  # fmt: skip
        area = within or window
        x, y = area.winfo_rootx(), area.winfo_rooty()
        inside = (place[0] - x, place[1] - y, place[2] - x, place[3] - y)
        across, down = self._beside(inside, (area.winfo_width(), area.winfo_height()), look.px(6), above)
        left = beside.winfo_rootx() - x - look.px(6) - self.winfo_reqwidth() if beside is not None else -1
        if left >= 0:
            across, down = left, max(0, min(inside[1], area.winfo_height() - self.winfo_reqheight()))
        self.place(x=across + x - window.winfo_rootx(), y=down + y - window.winfo_rooty())
        self.lift()

    def covers(self, widget: tkinter.Misc) -> bool:
        """Return whether the box covers a part of a visible widget in its window."""
        window = self.winfo_toplevel()
        if widget.winfo_toplevel() is not window or not widget.winfo_viewable():
            return False
        info = self.place_info()
        left, top = int(info["x"]), int(info["y"])
        x, y = widget.winfo_rootx() - window.winfo_rootx(), widget.winfo_rooty() - window.winfo_rooty()
        return (
            left < x + widget.winfo_width() and x < left + self.winfo_reqwidth()
            and top < y + widget.winfo_height() and y < top + self.winfo_reqheight()
        )  # fmt: skip

    def _beside(
        self, place: tuple[int, int, int, int], room: tuple[int, int], gap: int, above: bool
    ) -> tuple[int, int]:
        """Return the upper left corner of the box in a window of size `room`."""
        left, top, right, bottom = place
        width, height = self.winfo_reqwidth(), self.winfo_reqheight()
        middle = max(0, min(max((left + right - width) // 2, gap), room[0] - width - gap))
        level = max(0, min(max(top, gap), room[1] - height - gap))
        is_room_above = top - height - 2 * gap >= 0
        if bottom + height + 2 * gap <= room[1] and not (above and is_room_above):
            return middle, bottom + gap
        if is_room_above:
            return middle, top - gap - height
        if left - width - 2 * gap >= 0:
            return left - gap - width, level
        return max(0, min(right + gap, room[0] - width)), level


class Tip:
    """A text about a widget, shown when the pointer rests on it or it gets the keyboard focus.

    Args:
        look: Scale, fonts and colours.
        widget: The widget.
        words: Returns the text, or "" for no tip.
        clear: A larger widget that the tip must not cover.
        beside: A larger widget: the tip is placed to its left, level with the first widget, if there is room.
    """

    shown: Bubble | None = None  # the program shows one tip at a time
    owner: Tip | None = None
    appeared: ClassVar[dict[tkinter.Misc, float]] = {}  # control -> when it appeared

    def __init__(
        self, look: Look, widget: tkinter.Misc, words: Callable[[], str], clear: tkinter.Misc | None = None,
        beside: tkinter.Misc | None = None,
    ) -> None:  # fmt: skip
        self.beside = beside
        self.look, self.widget, self.words, self.clear = look, widget, words, clear or widget
        self.timer = ""
        self.ends = 0.0  # when the tip disappears
        self.listening: tkinter.Misc | None = None  # the focused widget, whose keys dismiss the tip
        self._watch(widget)

    def _watch(self, part: tkinter.Misc) -> None:
        """Bind the events of a widget and all its parts."""
        part.bind("<Enter>", lambda _: self._wait(), add="+")
        part.bind("<Leave>", lambda _: self._left(), add="+")
        for sequence in ("<ButtonPress>", "<Destroy>"):
            part.bind(sequence, lambda _: self._drop(), add="+")
        if part.winfo_class() in FOCUSED:  # on other classes, Tk treats a key binding as a request for the focus
            part.bind("<FocusIn>", lambda _: self._wait(), add="+")
            part.bind("<FocusOut>", lambda _: self._drop(), add="+")
            part.bind("<Key>", lambda _: self._drop(), add="+")
        for child in part.winfo_children():
            self._watch(child)

    def _wait(self) -> None:
        if Tip.owner is not self:
            if Tip.owner is not None:
                Tip.owner._drop()
            Tip.owner = self
            self.timer = self.widget.after(DELAY_MS, self._show)

    def _show(self) -> None:
        self.timer = ""
        text, widget = self.words(), self.widget
        if text and widget.winfo_viewable():
            Tip.shown = self._bubble(text)
            if self._covers_new_control():
                Tip.shown.destroy()
                Tip.shown = None
                self.timer = widget.after(REFRESH_MS, self._show)  # the pointer still rests on the widget
                return
            self.ends = monotonic() + STAYS_MS / 1000
            self.timer = widget.after(REFRESH_MS, self._refresh)
            self._listen()

    def _refresh(self) -> None:
        """Show the current text, or end the tip after its time or without a text."""
        self.timer, text = "", self.words()
        if not text or not self.widget.winfo_viewable() or monotonic() >= self.ends:
            self._dismiss()
            return
        if Tip.shown is not None and text != Tip.shown.cget("text"):
            Tip.shown.destroy()
            Tip.shown = self._bubble(text)
        self.timer = self.widget.after(REFRESH_MS, self._refresh)

    def _covers_new_control(self) -> bool:
        """Return whether the tip covers a control that has just appeared."""
        bubble, now = Tip.shown, monotonic()
        for control, since in list(Tip.appeared.items()):
            if now - since > NEW_SECONDS or not control.winfo_exists():
                del Tip.appeared[control]
        return bubble is not None and any(
            control is not self.widget and bubble.covers(control) for control in Tip.appeared
        )

    @classmethod
    def on_appeared(cls, control: tkinter.Misc) -> None:
        """Note that a control appeared. A tip that covers it disappears."""
        cls.appeared[control] = monotonic()
        if cls.shown is not None and cls.owner is not None and cls.owner._covers_new_control():
            cls.owner._dismiss()

    def _bubble(self, text: str) -> Bubble:
        left, top = self.widget.winfo_rootx(), self.clear.winfo_rooty()
        place = (left, top, left + self.widget.winfo_width(), top + self.clear.winfo_height())
        return Bubble(self.widget, self.look, text, place, beside=self.beside)

    def _listen(self) -> None:
        """Dismiss the tip on any key in any widget."""
        self.listening = focused(self.widget)
        if self.listening is not None:
            self.listening.bindtags((KEYS, *self.listening.bindtags()))
            if not self.listening.bind_class(KEYS):
                self.listening.bind_class(KEYS, "<Key>", lambda _: Tip.dismiss())

    @staticmethod
    def dismiss() -> None:
        """Dismiss the shown tip until the pointer leaves its widget."""
        if Tip.owner is not None:
            Tip.owner._dismiss()

    def _left(self) -> None:
        """Hide the tip, unless the pointer only moved to another part of the widget."""
        if not self._pointed():
            self._drop()

    @classmethod
    def hide(cls) -> None:
        """Hide the shown tip after its subject has disappeared."""
        if cls.owner is not None:
            cls.owner._drop()

    def _pointed(self) -> bool:
        # By Tk name, because tkinter has no widget for the open list of a combobox.
        under = str(self.widget.tk.call("winfo", "containing", *self.widget.winfo_pointerxy()))
        return f"{under}.".startswith(f"{self.widget}.")

    def _dismiss(self) -> None:
        """Hide the tip until the pointer has left the widget."""
        was_pointed = self._pointed()
        self._drop()
        if was_pointed:
            Tip.owner = self

    def _drop(self) -> None:
        if self.timer:
            self.widget.after_cancel(self.timer)
            self.timer = ""
        if Tip.owner is self:
            Tip.owner = None
            if Tip.shown is not None:
                Tip.shown.destroy()
                Tip.shown = None
        if self.listening is not None:
            if self.listening.winfo_exists():
                self.listening.bindtags(tuple(tag for tag in self.listening.bindtags() if tag != KEYS))
            self.listening = None


class Cell(NamedTuple):
    """A cell of a drawn table: column, row ("" for the heading), and left, top, right and bottom on the canvas."""

    column: str
    line: str
    box: tuple[int, int, int, int]


class CellTip(Tip):
    """A tip for each cell of a drawn table.

    Args:
        look: Scale, fonts and colours.
        canvas: The canvas of the table.
        find: Returns the cell at a point, or None.
        text_of: Returns the text for a column and row.
    """

    def __init__(
        self,
        look: Look,
        canvas: tkinter.Misc,
        find: Callable[[int, int], Cell | None],
        text_of: Callable[[str, str], str],
    ) -> None:
        self.find = find
        self.cell: Cell | None = None
        super().__init__(
            look, canvas, lambda: text_of(self.cell.column, self.cell.line) if self.cell is not None else ""
        )
        canvas.bind("<Motion>", lambda event: self._moved(find(event.x, event.y)), add="+")

    def _moved(self, cell: Cell | None) -> None:
        if cell != self.cell:
            self._drop()
            self.cell = cell
            self._wait()

    def _cell_under_pointer(self) -> Cell | None:
        x, y = self.widget.winfo_pointerxy()
        return self.find(x - self.widget.winfo_rootx(), y - self.widget.winfo_rooty())

    def _show(self) -> None:
        self.cell = self._cell_under_pointer()
        super()._show()

    def _bubble(self, text: str) -> Bubble:
        """Return a box above the cell, so that the next rows, or the column of a heading, stay visible."""
        assert self.cell is not None
        x, y = self.widget.winfo_rootx(), self.widget.winfo_rooty()
        left, top, right, bottom = self.cell.box
        return Bubble(self.widget, self.look, text, (x + left, y + top, x + right, y + bottom), above=True)

    def refresh(self) -> None:
        """Update the tip after the table has changed."""
        if Tip.owner is not self or Tip.shown is None:
            return
        if self._cell_under_pointer() == self.cell and (text := self.words()):
            Tip.shown.configure(text=text)
        else:
            self._drop()


class Remark:
    """The reason for a refusal, shown for a while at a point of the screen.

    Args:
        owner: A widget in the window that shows the box.
        look: Scale, fonts and colours.
        within: A widget that the box must not leave, by default its window.
    """

    LASTS_MS = 4000

    def __init__(self, owner: tkinter.Misc, look: Look, within: tkinter.Misc | None = None) -> None:
        self.owner, self.look, self.within = owner, look, within
        self.bubble: Bubble | None = None
        self.timer = self.about = ""

    def show(self, about: str, text: str, x: int, y: int, reach: int) -> None:
        """Show a reason at a point of the screen.

        Args:
            about: The subject, such as a spot; kept in `about` while the remark is shown.
            text: The reason.
            x: The x coordinate of the point in screen pixels.
            y: The y coordinate of the point in screen pixels.
            reach: The radius in pixels around the point that stays free.
        """
        self.hide()
        self.about = about
        self.bubble = Bubble(self.owner, self.look, text, (x, y - reach, x, y + reach), "warning", self.within)
        self.timer = self.owner.after(self.LASTS_MS, self.hide)

    def hide(self) -> None:
        """Hide the reason."""
        if self.timer:
            self.owner.after_cancel(self.timer)
            self.timer = ""
        self.about = ""
        if self.bubble is not None:
            self.bubble.destroy()
            self.bubble = None
