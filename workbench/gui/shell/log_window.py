"""The window with what a bot wrote before a fault: its standard error and its last messages."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import ttk

import ttkbootstrap

from workbench.gui.look.look import Look
from workbench.gui.shell import words
from workbench.gui.widgets.dialog import Aside, open_over
from workbench.gui.widgets.rich_text import RichText
from workbench.system.printable import printable

WIDTH, HEIGHT = 720, 520  # pixels at 100 %
MAX_SHOWN = 200_000  # characters; the end of a longer log is shown


class LogWindow(Aside):
    """The window. The newest lines are visible first. Esc closes it.

    Args:
        root: The main window.
        look: Scale and colours.
        title: The title.
        log: The text of the log.
        copy: Copies a text.
    """

    def __init__(self, root: ttkbootstrap.App, look: Look, title: str, log: str, copy: Callable[[str], object]) -> None:
        super().__init__(root)
        self.title(title)
        self.withdraw()
        self.configure(background=look.palette["card"])
        px = look.px
        foot = ttk.Frame(self, style="Inner.TFrame")
        foot.pack(side="bottom", fill="x", padx=px(16), pady=px(10))
        self.copy_button = ttk.Button(foot, text=words.COPY_LOG, style="House.TButton", command=lambda: copy(log))
        self.copy_button.pack(side="right")
        self.body = RichText(self, look)
        self.body.pack(fill="both", expand=True)
        self.body.text.configure(wrap="char", spacing1=0, spacing2=0, spacing3=0)
        self.body.add(printable(log[-MAX_SHOWN:], lines=True))
        self.body.finish()
        self.body.text.see("end")
        self.bind("<Key-Escape>", lambda _: self.destroy())
        open_over(self, root, look, WIDTH, HEIGHT)
        self.body.text.focus_set()
