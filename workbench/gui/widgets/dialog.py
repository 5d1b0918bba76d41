"""The common parts of dialogs: scrolling cards, buttons below, Enter and Esc, focus on the first field."""

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

SHARE = 0.94  # maximum height as a fraction of the window's
FOOT = 90  # pixels at 100 % below the cards


def position_over(root: tkinter.Misc, width: int, height: int) -> tuple[int, int]:
    """Return the position of a window over the main window: centred, slightly above the middle, on the screen."""
    x = root.winfo_rootx() + (root.winfo_width() - width) // 2
    y = root.winfo_rooty() + (root.winfo_height() - height) // 3
    return max(x, 0), max(y, 0)


def open_over(top: tkinter.Toplevel, root: ttkbootstrap.App, look: Look, width: float, height: float) -> None:
    """Show a window of this size (at 100 %) over the main window, limited to the screen."""
    wide = min(look.px(width), root.winfo_screenwidth() - 40)
    high = min(look.px(height), root.winfo_screenheight() - 80)
    x, y = position_over(root, wide, high)
    top.geometry(f"{wide}x{high}+{x}+{y}")
    top.transient(root)
    top.deiconify()
    top.lift()


class Aside(tkinter.Toplevel):
    """A window beside the main window. If it is closed while focused, the board gets the focus."""

    def destroy(self) -> None:
        """Close the window."""
        # Another program may have destroyed the window; Tk then forgets it before Tkinter does.
        had_focus = self.winfo_exists() and focused(self) is not None
        super().destroy()
        if had_focus:
            self.master.focus_force()
            self.master.event_generate("<<Board>>")


class Dialog(Aside):
    """A dialog with cards in `body`. The main button and Enter call `accept`.

    Args:
        root: The main window.
        look: Scale, fonts and colours.
        title: The title.
        accept: The label of the main button.
    """

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
        frame = self.margins = ttk.Frame(self, style="Window.TFrame", padding=px(16))
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
        self.error_label = ttk.Label(self.foot, style="WindowWarning.TLabel", wraplength=px(300), justify="left")
        self.error_label.pack(side="left", fill="x", expand=True)
        on_enter(self, self._on_enter)
        self.bind("<Key-Escape>", lambda _: self.destroy())

    @property
    def growth(self) -> int:
        """The height in pixels by which the contents can grow after the dialog has appeared."""
        return 0

    def card(self) -> ttk.Frame:
        """Return a new card below the others."""
        new = card(self.body, self.look, padding=(16, 14))
        new.pack(fill="x", pady=(0 if len(self.body.winfo_children()) == 1 else self.look.px(12), 0))
        return new

    def accept(self) -> None:
        """Perform the action of the dialog. Called by the main button and by Enter."""
        raise NotImplementedError

    def attempt(self, action: Callable[[], None]) -> None:
        """Run an action and close the dialog, or show the reason if it raises ValueError."""
        try:
            action()
        except ValueError as error:
            self.show_error(str(error))
        else:
            self.destroy()

    def show_error(self, reason: str) -> None:
        """Show a reason below the cards; "" clears it."""
        self.error_label.configure(text=as_sentence(reason) if reason else "")

    def appear(self, first: tkinter.Misc) -> None:
        """Show the dialog over the window, with the focus on a widget."""
        self.transient(self.root)
        self.centre()
        self.area.inside.bind("<Configure>", lambda _: self._keep_size(), add="+")
        self.deiconify()
        self.lift()
        first.focus_set()

    def centre(self) -> None:
        """Centre the dialog over the window, but keep it on the screen."""
        self.update_idletasks()
        self.area.fit()
        self.update_idletasks()
        height = min(self.winfo_reqheight() + self.growth, round(self.root.winfo_height() * SHARE))
        x, y = position_over(self.root, self.winfo_reqwidth(), max(self.winfo_reqheight(), height))
        self.geometry(f"+{x}+{y}")
        assert self.area.most is not None
        self.area.most = min(self.area.most, max(self.look.px(120), self.winfo_screenheight() - y - self.look.px(FOOT)))
        self._keep_size()

    def _keep_size(self) -> None:
        """Let the dialog grow but not shrink, so that no button moves under the pointer."""
        least = self.minsize()
        self.update_idletasks()
        width, height = max(least[0], self.winfo_reqwidth()), max(least[1], self.winfo_reqheight())
        if (width, height) != least:
            self.minsize(width, height)

    def _on_enter(self, event: tkinter.Event[tkinter.Misc]) -> str:
        """Press the focused button on Enter, else the main button."""
        if isinstance(event.widget, ttk.Button):
            event.widget.invoke()
        else:
            self.accept()
        return "break"
