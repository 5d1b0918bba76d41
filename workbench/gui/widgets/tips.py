"""Words beside what they are about: a small plate that lies over the window and goes away by itself."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from typing import NamedTuple

from workbench.gui.look.look import Look
from workbench.gui.widgets.keys import focused

DELAY_MS = 500  # the pointer rests, or the keyboard has stopped, before a tip is shown
FOCUSED = ("TButton", "TEntry", "TCheckbutton", "TRadiobutton", "TCombobox")  # what the keyboard reaches
STAYS_MS = 8000  # then a tip goes, wherever the pointer is
KEYS = "AnyKey.Tip"  # the tag by which whoever has the focus lets a tip go
WIDTH = 300  # at 100 %, then words are wrapped


class Bubble(tkinter.Label):
    """A box with text beside an area that it does not cover: below, above, or left or right of its upper end.

    `above` tries that side first. `place` is the left, top, right and bottom of the area in screen pixels. The box
    stays inside its window, and inside `within` if given.
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
        self.place(x=across + x - window.winfo_rootx(), y=down + y - window.winfo_rooty())
        self.lift()

    def _beside(
        self, place: tuple[int, int, int, int], room: tuple[int, int], gap: int, above: bool
    ) -> tuple[int, int]:
        """Its upper left corner in a window of this size."""
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
    """A text about a widget, shown when the pointer rests on it or the keyboard reaches it.

    It appears above or below all of `clear`, if there is something else that the tip should not hide.
    """

    shown: Bubble | None = None  # one at a time, whosever it is
    owner: Tip | None = None

    def __init__(
        self, look: Look, widget: tkinter.Misc, words: Callable[[], str], clear: tkinter.Misc | None = None
    ) -> None:
        self.look, self.widget, self.words, self.clear = look, widget, words, clear or widget
        self.timer = ""
        self.listening: tkinter.Misc | None = None  # who has the focus while it is shown
        self._watch(widget)

    def _watch(self, part: tkinter.Misc) -> None:
        """A card is its parts too."""
        part.bind("<Enter>", lambda _: self._wait(), add="+")
        part.bind("<Leave>", lambda _: self._left(), add="+")
        for sequence in ("<ButtonPress>", "<Destroy>"):
            part.bind(sequence, lambda _: self._drop(), add="+")
        if part.winfo_class() in FOCUSED:  # on anything else Tk would take a bound key for a wish for the focus
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
            self.timer = widget.after(STAYS_MS, self._lapse)
            self._listen()

    def _bubble(self, text: str) -> Bubble:
        left, top = self.widget.winfo_rootx(), self.clear.winfo_rooty()
        return Bubble(
            self.widget, self.look, text, (left, top, left + self.widget.winfo_width(), top + self.clear.winfo_height())
        )

    def _listen(self) -> None:
        """Any key lets it go, whoever has the focus."""
        self.listening = focused(self.widget)
        if self.listening is not None:
            self.listening.bindtags((KEYS, *self.listening.bindtags()))
            if not self.listening.bind_class(KEYS):
                self.listening.bind_class(KEYS, "<Key>", lambda _: Tip.let_go())

    @staticmethod
    def let_go() -> None:
        """The tip that is shown goes."""
        if Tip.owner is not None:
            Tip.owner._lapse()

    def _left(self) -> None:
        """The pointer may only have gone to another part of the same widget."""
        if not self._pointed():
            self._drop()

    @classmethod
    def hide(cls) -> None:
        """Take away what is shown, as what it is about is there no more."""
        if cls.owner is not None:
            cls.owner._drop()

    def _pointed(self) -> bool:
        # by its name in Tk: of the lists that fall down from a field tkinter has no widget
        under = str(self.widget.tk.call("winfo", "containing", *self.widget.winfo_pointerxy()))
        return f"{under}.".startswith(f"{self.widget}.")

    def _lapse(self) -> None:
        """It has been read. Before the pointer has left the widget it is not shown again."""
        rests = self._pointed()
        self._drop()
        if rests:
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
    """A cell of a drawn table: column, line ("" for the head), and left, top, right and bottom on the canvas."""

    column: str
    line: str
    box: tuple[int, int, int, int]


class CellTip(Tip):
    """A tip for each cell of a drawn table.

    `find` returns the cell at a point, `told` the text for a column and line.
    """

    def __init__(
        self, look: Look, canvas: tkinter.Misc, find: Callable[[int, int], Cell | None], told: Callable[[str, str], str]
    ) -> None:
        self.find = find
        self.cell: Cell | None = None
        super().__init__(look, canvas, lambda: told(self.cell.column, self.cell.line) if self.cell is not None else "")
        canvas.bind("<Motion>", lambda event: self._moved(find(event.x, event.y)), add="+")

    def _moved(self, cell: Cell | None) -> None:
        if cell != self.cell:
            self._drop()
            self.cell = cell
            self._wait()

    def _under(self) -> Cell | None:
        x, y = self.widget.winfo_pointerxy()
        return self.find(x - self.widget.winfo_rootx(), y - self.widget.winfo_rooty())

    def _show(self) -> None:
        self.cell = self._under()
        super()._show()

    def _bubble(self, text: str) -> Bubble:
        """Below a cell, but above a head, whose column is to be seen."""
        assert self.cell is not None
        x, y = self.widget.winfo_rootx(), self.widget.winfo_rooty()
        left, top, right, bottom = self.cell.box
        return Bubble(
            self.widget, self.look, text, (x + left, y + top, x + right, y + bottom), above=not self.cell.line
        )

    def renew(self) -> None:
        """The table shows something else by now: so does the tip."""
        if Tip.owner is not self or Tip.shown is None:
            return
        if self._under() == self.cell and (text := self.words()):
            Tip.shown.configure(text=text)
        else:
            self._drop()


class Remark:
    """Why something was refused, beside where it was tried; gone after a while, or with the next thing that happens."""

    LASTS_MS = 4000

    def __init__(self, owner: tkinter.Misc, look: Look, within: tkinter.Misc | None = None) -> None:
        """It covers nothing that lies outside of `within`, if that is given."""
        self.owner, self.look, self.within = owner, look, within
        self.bubble: Bubble | None = None
        self.timer = self.about = ""

    def show(self, about: str, text: str, x: int, y: int, reach: int) -> None:
        """`x` and `y` are the middle of what was tried, `reach` how far it extends; all pixels of the screen."""
        self.hide()
        self.about = about
        self.bubble = Bubble(self.owner, self.look, text, (x, y - reach, x, y + reach), "warning", self.within)
        self.timer = self.owner.after(self.LASTS_MS, self.hide)

    def hide(self) -> None:
        if self.timer:
            self.owner.after_cancel(self.timer)
            self.timer = ""
        self.about = ""
        if self.bubble is not None:
            self.bubble.destroy()
            self.bubble = None
