"""The strip of tabs below the menus, shown while several games are open."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import NamedTuple

from workbench.gui.look.look import Look
from workbench.gui.look.styles import Styles
from workbench.gui.play import words as play_words
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.menus import Menu
from workbench.gui.widgets.tips import Tip

WIDEST, USUAL, NARROWEST = 420, 240, 180  # widths of a tab in pixels at 100 %; long texts exceed the usual width
STEP = 20  # pixels by which a tab grows
SHORTEST = 30  # minimum width of shortened players in pixels at 100 %
CLOSE, BESIDE = 30, 26  # widths of the close button and of the space beside the text
CROSS = '<path d="M-20,-20L20,20M20,-20L-20,20" stroke="{quiet}" stroke-width="8" stroke-linecap="round" fill="none"/>'
PLUS = '<path d="M-28,0H28M0,-28V28" stroke="{quiet}" stroke-width="8" stroke-linecap="round" fill="none"/>'


class Label(NamedTuple):
    """The label of a tab: the game, whether a person is to move in it, and whether it is unsaved."""

    text: str
    waits: bool
    unsaved: bool


class Tab(ttk.Frame):
    """One tab: the game, a button that closes it, and a coloured line above the selected one.

    Args:
        parent: The strip.
        look: Scale, fonts and colours.
        width: The width in pixels.
        cross: The icon of the close button.
        show: Called to select the tab.
        close: Called to close the tab.
    """

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        width: int,
        cross: tkinter.PhotoImage,
        show: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(parent, width=width, height=look.px(34))
        self.look, self.room = look, width - look.px(CLOSE + BESIDE)
        self.pack_propagate(False)
        self.rule = tkinter.Frame(self, height=look.px(2))
        self.rule.pack(side="top", fill="x")
        self.cross = ttk.Button(self, image=cross, takefocus=0, command=close)
        self.cross.pack(side="right", padx=(0, look.px(2)))
        self.button = ttk.Button(self, command=show, takefocus=1)
        self.button.pack(side="left", fill="both", expand=True)
        for widget in (self, self.button):
            widget.bind("<ButtonRelease-2>", lambda _: close())
        self.shown: tuple[Label, bool] | None = None
        self.whole = ""  # the full text
        Tip(look, self.button, lambda: "" if self.button.cget("text") == self.whole else self.whole)

    def show(self, label: Label, front: bool) -> None:
        """Show a label, and whether the tab is selected."""
        if (label, front) == self.shown:  # configuring a widget repaints it
            return
        self.shown = (label, front)
        place = "Card" if front else "Window"
        strong = "Strong" if label.waits and not front else ""
        self.configure(style="Inner.TFrame" if front else "Window.TFrame")
        self.rule.configure(background=self.look.palette["accent" if front else "window"])
        self.cross.configure(style=f"{place}.TabTool.TButton")
        text = self.whole = play_words.unsaved(label.text) if label.unsaved else label.text
        text = self._shorten(text, "strong text" if strong else "text")
        self.button.configure(text=text, style=f"{place}{strong}.Tab.TButton")

    def _shorten(self, text: str, font: str) -> str:
        """Leave out "you", then the options, then the end of the players, then the end of the game."""
        measure = self.look.fonts[font].measure
        if measure(text) <= self.room:
            return text
        game, dot, rest = text.replace(f"{widgets_words.YOU} – ", "", 1).partition(play_words.DOT)
        if measure(game + dot + rest) > self.room:
            game = game.partition(", ")[0]
        left = self.room - measure(game + dot)  # a whole name of the game, unless it leaves too little for the players
        if left < min(measure(rest), self.look.px(SHORTEST)) or measure(rest) <= self.room // 2:
            left = max(left, min(measure(rest), self.room // 2))
        game = self.look.shorten(game, font, self.room - left - measure(dot))
        return self.look.shorten(game + dot + rest, font, self.room)


class TabStrip(ttk.Frame):
    """Tabs of equal width. If not all fit, those around the selected tab are shown, with a menu of all games.

    Args:
        parent: The top of the window.
        look: Scale, fonts and colours.
        styles: Receives the styles of the tabs.
        show: Called with the number of a game to show.
        close: Called with the number of a game to close.
        new: Called to begin a game in a new tab.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, styles: Styles, show: Callable[[int], None],
        close: Callable[[int], None],
        new: Callable[[], None],
    ) -> None:  # fmt: skip
        super().__init__(parent, style="Window.TFrame")
        self.look, self.on_show, self.on_close = look, show, close
        _make_styles(styles)
        self.cross = look.sprite({"cross": CROSS}, "cross", look.px(16))
        self.plus = look.sprite({"plus": PLUS}, "plus", look.px(16))
        self.row = ttk.Frame(self, style="Window.TFrame")
        self.row.pack(side="top", fill="x", padx=look.px(12))
        ttk.Frame(self, style="Line.TFrame", height=1).pack(side="bottom", fill="x")
        self.tabs: dict[int, Tab] = {}  # by number of the game
        self.labels: tuple[Label, ...] = ()
        self.number = 0
        self.new = ttk.Button(self.row, image=self.plus, style="Window.TabTool.TButton", command=new, takefocus=1)
        self.all = ttk.Button(self.row, style="Window.TabTool.TButton", command=self._list, takefocus=1)
        self.layout: tuple[int, ...] = ()  # first tab, number of tabs, their width, number of games
        self.row.bind("<Configure>", lambda _: self._lay_out())

    def show(self, labels: Sequence[Label], number: int) -> None:
        """Show these games, with the tab of game `number` selected."""
        if (tuple(labels), number) != (self.labels, self.number):
            self.labels, self.number = tuple(labels), number
            self._lay_out()

    def _lay_out(self) -> None:
        """Rebuild the tabs if different ones fit now, and update their labels."""
        px, count = self.look.px, len(self.labels)
        room = self.row.winfo_width() - px(44)
        if room <= 1 or not count:
            return
        if count * px(NARROWEST) > room:
            room -= px(110)  # space for the list of all games
        fit = max(1, min(count, room // px(NARROWEST)))
        first = max(0, min(self.number - fit // 2, count - fit))
        longest = max(self.look.fonts["strong text"].measure(play_words.unsaved(label.text)) for label in self.labels)
        needed = -(-(longest + px(CLOSE + BESIDE)) // px(STEP)) * px(STEP)
        layout = (first, fit, min(max(px(USUAL), min(needed, px(WIDEST))), room // fit), count)
        if layout != self.layout:
            self._make(*layout)
        for number, tab in self.tabs.items():
            tab.show(self.labels[number], number == self.number)

    def _make(self, first: int, fit: int, width: int, count: int) -> None:
        px, self.layout = self.look.px, (first, fit, width, count)
        for tab in self.tabs.values():
            tab.destroy()
        self.new.pack_forget()
        self.all.pack_forget()
        self.tabs = {}
        for number in range(first, first + fit):
            tab = self.tabs[number] = Tab(
                self.row,
                self.look,
                width,
                self.cross,
                partial(self.on_show, number),
                partial(self.on_close, number),
            )
            tab.pack(side="left")
        self.new.pack(side="left", padx=px(4))
        if fit < count:
            self.all.configure(text=play_words.games(count))
            self.all.pack(side="right")

    def _list(self) -> None:
        menu = Menu(self, self.look)
        for number, label in enumerate(self.labels):
            menu.add_command(label=label.text, command=partial(self.on_show, number))
        menu.tk_popup(self.all.winfo_rootx(), self.all.winfo_rooty() + self.all.winfo_height())


def _make_styles(styles: Styles) -> None:
    """Define flat buttons on the background of a tab."""
    look, palette, style = styles.look, styles.look.palette, styles.style
    for place, ground in (("Card", "card"), ("Window", "window")):
        states = {"focus": (ground, "accent", 2.0), "active": ("hover", "hover", 1.0)}
        for kind, font in (("", "text"), ("Strong", "strong text")):
            name = f"{place}{kind}.Tab.TButton"
            styles.nest_elements(
                name,
                styles.plate_element(ground, ground, 6, states=states, ground=ground),
                "Button.padding",
                "Button.label",
            )
            colour = palette["text" if kind or place == "Card" else "quiet"]
            style.configure(
                name, foreground=colour, font=look.fonts[font], padding=(look.px(8), look.px(3)), anchor="w"
            )
            styles.set_background(name, ground)
        name = f"{place}.TabTool.TButton"
        styles.nest_elements(
            name,
            styles.plate_element(ground, ground, 6, states=states, ground=ground),
            "Button.padding",
            "Button.label",
        )
        style.configure(name, foreground=palette["quiet"], font=look.fonts["text"], padding=look.px(4))
        styles.set_background(name, ground)
