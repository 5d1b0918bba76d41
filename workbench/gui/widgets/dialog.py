"""What dialogs share: cards that scroll if they must, buttons below, Enter and Esc, focus on the first field."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

import ttkbootstrap

from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.keys import focused, on_enter
from workbench.gui.widgets.scrolling import ScrollArea
from workbench.system.sentences import as_sentence

SHARE = 0.94  # of the window's height that a dialog takes at most
FOOT = 90  # pixels at 100 % of it that are not for the cards


def stand_over(root: tkinter.Misc, width: int, height: int) -> tuple[int, int]:
    """Where a window of this size stands over the main one: in its middle, a little above, and on the screen."""
    x = root.winfo_rootx() + (root.winfo_width() - width) // 2
    y = root.winfo_rooty() + (root.winfo_height() - height) // 3
    return max(x, 0), max(y, 0)


def open_over(top: tkinter.Toplevel, root: ttkbootstrap.App, look: Look, width: float, height: float) -> None:
    """Show a window of this size, at 100 %, over the main one, as far as the screen allows."""
    wide = min(look.px(width), root.winfo_screenwidth() - 40)
    high = min(look.px(height), root.winfo_screenheight() - 80)
    x, y = stand_over(root, wide, high)
    top.geometry(f"{wide}x{high}+{x}+{y}")
    top.transient(root)
    top.deiconify()
    top.lift()


class Aside(tkinter.Toplevel):
    """A window beside the main one. When it is closed while one works in it, the board has the focus again."""

    def destroy(self) -> None:
        had = focused(self) is not None
        super().destroy()
        if had:
            self.master.focus_force()
            self.master.event_generate("<<Board>>")


class Dialog(Aside):
    """`body` takes the cards; `accept` is called by the main button and by Enter."""

    def __init__(self, root: ttkbootstrap.App, look: Look, title: str, accept: str) -> None:
        super().__init__(root)
        self.title(title)
        self.withdraw()
        self.look, self.root = look, root
        px = look.px
        self.configure(
            background=look.palette["window"],
            highlightthickness=1,
            highlightbackground=look.palette["line"],
            highlightcolor=look.palette["line"],
        )
        frame = ttk.Frame(self, style="Window.TFrame", padding=px(16))
        frame.pack(fill="both", expand=True)
        self.area = ScrollArea(frame, look, "window", most=max(px(120), round(root.winfo_height() * SHARE) - px(FOOT)))
        self.body = self.area.inside
        self.foot = ttk.Frame(frame, style="Window.TFrame")
        self.foot.pack(side="bottom", fill="x", pady=(px(12), 0))
        self.area.pack(side="top", fill="both", expand=True)
        self.cancel = ttk.Button(
            self.foot, text=widgets_words.CANCEL, style="Dialog.House.TButton", command=self.destroy
        )
        self.start = ttk.Button(self.foot, text=accept, style="Dialog.Main.TButton", command=self.accept)
        self.start.pack(side="right")
        self.cancel.pack(side="right", padx=px(8))
        self.wrong = ttk.Label(self.foot, style="WindowWarning.TLabel", wraplength=px(300), justify="left")
        self.wrong.pack(side="left", fill="x", expand=True)
        on_enter(self, self._entered)
        self.bind("<Key-Escape>", lambda _: self.destroy())

    def card(self) -> ttk.Frame:
        """The next card from above."""
        made = card(self.body, self.look, padding=(16, 14))
        made.pack(fill="x", pady=(0 if len(self.body.winfo_children()) == 1 else self.look.px(12), 0))
        return made

    def accept(self) -> None:
        raise NotImplementedError

    def attempt(self, what: Callable[[], None]) -> None:
        """Do it and close; if it is refused, say why and stay."""
        try:
            what()
        except ValueError as error:
            self.say(str(error))
        else:
            self.destroy()

    def say(self, reason: str) -> None:
        self.wrong.configure(text=as_sentence(reason) if reason else "")

    def appear(self, first: tkinter.Misc) -> None:
        """Show it over the window, with the focus on its first widget."""
        self.transient(self.root)
        self.place_it()
        self.area.inside.bind("<Configure>", lambda _: self._keep(), add="+")
        self.deiconify()
        self.lift()
        first.focus_set()

    def place_it(self) -> None:
        """Stand in the middle of the window, as far as the screen allows."""
        self.update_idletasks()
        self.area.fit()
        self.update_idletasks()
        x, y = stand_over(self.root, self.winfo_reqwidth(), self.winfo_reqheight())
        self.geometry(f"+{x}+{y}")
        assert self.area.most is not None
        self.area.most = min(self.area.most, max(self.look.px(120), self.winfo_screenheight() - y - self.look.px(FOOT)))
        self._keep()

    def _keep(self) -> None:
        """From now on it only grows, down and to the right: no button moves up to where the pointer is."""
        least = self.minsize()
        self.update_idletasks()
        width, height = max(least[0], self.winfo_reqwidth()), max(least[1], self.winfo_reqheight())
        if (width, height) != least:
            self.minsize(width, height)

    def _entered(self, event: tkinter.Event[tkinter.Misc]) -> str:
        """Enter does what the button says that has the focus, else what the main one says."""
        if isinstance(event.widget, ttk.Button):
            event.widget.invoke()
        else:
            self.accept()
        return "break"
