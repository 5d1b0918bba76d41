"""The cards beside the board of a real table: the list, what is known, and the entry. Nothing in them moves."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import NamedTuple

from workbench.gui.companion import words
from workbench.gui.companion.scene import Row
from workbench.gui.look.look import Look
from workbench.gui.look.styles import Styles, card
from workbench.gui.widgets.keys import ALT, on_enter
from workbench.gui.widgets.list_view import ListView
from workbench.gui.widgets.rich_text import RichText
from workbench.gui.widgets.tips import Tip

TOUCH = "Touch.House.TButton"
TIGHT = "Tight."  # prefix of the style of buttons with less padding
FIXES = 3
ROWS_AT_ONCE = 40


class Button(NamedTuple):
    """A button: label, tip and action."""

    label: str
    tip: str
    run: Callable[[], None]


def button_style(styles: Styles, large: bool) -> str:
    """Return the style of buttons that are large enough to touch, or of usual ones."""
    if not large:
        return "House.TButton"
    look = styles.look
    style = ttk.Style(look.root)
    style.configure(TOUCH, font=look.fonts["strong menu"], padding=(look.px(4), look.px(9)))
    return TOUCH


class ButtonRow(ttk.Frame):
    """A row of buttons that share its width. If their labels are too long for it, they have less padding.

    Args:
        parent: The parent widget.
        look: Scale and fonts.
        style: The style of the buttons.
        buttons: The buttons.
        equal: Whether all are equally wide.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, style: str, buttons: Sequence[Button], equal: bool = False
    ) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.buttons: list[ttk.Button] = []
        styles = ttk.Style(look.root)
        padding = look.root.tk.splitlist(styles.lookup(style, "padding"))
        styles.configure(TIGHT + style, padding=(look.px(2), *padding[1:]))
        self._style, self._roomy = style, 0
        for number, entry in enumerate(buttons):
            button = ttk.Button(self, text=entry.label, style=style, command=entry.run, width=1 if equal else None)  # type: ignore[arg-type]
            on_enter(button, lambda _, button=button: button.invoke() or "break")  # type: ignore[misc]
            self.columnconfigure(number, weight=1, uniform="equal" if equal else "")
            button.grid(row=0, column=number, sticky="nsew", padx=(look.px(4) if number else 0, 0))
            Tip(look, button, lambda tip=entry.tip: tip)  # type: ignore[misc]
            self.buttons.append(button)
        self.bind("<Configure>", lambda event: self._fit(event.width))

    def _fit(self, width: int) -> None:
        """Choose the padding with which all labels fit in a width."""
        self._roomy = self._roomy or self.winfo_reqwidth()
        style = self._style if width >= self._roomy else TIGHT + self._style
        for button in self.buttons:
            button.configure(style=style)

    def label(self, labels: Sequence[str]) -> None:
        """Show the first buttons with these labels. The room of the others stays empty."""
        self.rowconfigure(0, minsize=max(button.winfo_reqheight() for button in self.buttons))
        for number, button in enumerate(self.buttons):
            if number < len(labels):
                button.configure(text=labels[number])
                button.grid()
            else:
                button.grid_remove()

    def enable(self, states: Sequence[bool]) -> None:
        """Enable or disable the buttons."""
        for button, on in zip(self.buttons, states, strict=True):
            button.configure(state="normal" if on else "disabled")


class ListCard:
    """The list of observations with the buttons for the selected line.

    Args:
        parent: The column.
        look: Scale, fonts and colours.
        style: The style of the buttons.
        act: Called with "change", "insert", "remove", "unsure", "strike", "up" or "down" for the selected line.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, style: str, act: Callable[[str], None]) -> None:
        px = look.px
        self.frame = card(parent, look, padding=(10, 8))
        self.look = look
        self.score = ttk.Label(self.frame, style="CardStrong.TLabel")
        self.score.pack(side="top", fill="x", pady=(0, px(2)))
        self.belongings = ttk.Label(self.frame, style="CardSmall.TLabel", justify="left")  # replaces the score
        self.list = ListView(self.frame, look, words.LINE, (("event", words.EVENT, 6, "w"),), 1)
        labels = {
            "change": (words.CHANGE, words.CHANGE_TIP), "insert": (words.INSERT, words.INSERT_TIP),
            "remove": (words.REMOVE, words.REMOVE_TIP), "unsure": (words.UNSURE, words.UNSURE_TIP),
            "strike": (words.STRIKE, words.STRIKE_TIP), "up": ("↑", words.UP_TIP), "down": ("↓", words.DOWN_TIP),
        }  # fmt: skip
        self.names = tuple(labels)
        buttons = [Button(label, tip, partial(act, name)) for name, (label, tip) in labels.items()]
        self.buttons = ButtonRow(self.frame, look, style, buttons)
        self.buttons.pack(side="bottom", fill="x", pady=(px(6), 0))
        self.list.frame.pack(fill="both", expand=True)
        tree, palette = self.list.tree, look.palette
        tree.configure(show="tree")
        for tag, colour in (("impossible", "warning"), ("waiting", "faint"), ("struck", "faint"), ("unsure", "accent")):
            tree.tag_configure(tag, foreground=palette[colour])
        tree.bind("<<TreeviewSelect>>", lambda _: self._show_buttons())
        tree.bind("<Double-Button-1>", lambda _: act("change"))
        keys = {"Delete": "remove", "Insert": "insert", "u": "unsure", "x": "strike"}
        on_enter(tree, lambda _: act("change") or "break")  # type: ignore[func-returns-value]
        for key, name in keys.items():
            tree.bind(f"<Key-{key}>", lambda _, name=name: act(name) or "break")  # type: ignore[misc, func-returns-value]
        for key, name in (("Up", "up"), ("Down", "down")):
            tree.bind(f"<Key-{key}>", partial(self._move, act, name))
        tree.bind("<FocusIn>", lambda _: None if self.list.chosen else self.take_focus(), add="+")
        self.rows: tuple[Row, ...] = ()
        self._waiting: list[int] = []  # the numbers of rows that have not been written yet
        self._later = ""  # the timer that writes them
        self.frame.bind("<Destroy>", lambda _: self._stop_writing(), add="+")
        self._show_buttons()

    def take_focus(self) -> None:
        """Focus the list, and select its last line."""
        self.leave()
        self.list.choose(next(reversed(self.list.tree.get_children()), ""))
        self.list.tree.focus_set()

    def leave(self) -> None:
        """Select no line, and show the last one."""
        self.list.choose("")
        for row in self.list.tree.get_children()[-1:]:
            self.list.tree.see(row)

    def _move(self, act: Callable[[str], None], name: str, event: tkinter.Event[tkinter.Misc]) -> str | None:
        if isinstance(event.state, int) and event.state & ALT:
            act(name)
            return "break"
        return None

    def _show_buttons(self) -> None:
        self.buttons.enable([self.chosen is not None] * len(self.names))

    @property
    def chosen(self) -> int | None:
        """The index of the selected line, or None."""
        name = self.list.chosen
        return next((n for n, row in enumerate(self.rows) if str(row.line.id) == name), None) if name else None

    def show(self, rows: tuple[Row, ...], score: str, belongings: str) -> None:
        """Show these lines. Those that are as before are not touched, and a new last line is scrolled into view.

        Args:
            rows: The lines.
            score: The score.
            belongings: The score with what the players have, a line for each, or "".
        """
        room = self.frame.winfo_width() - self.look.px(24)
        self.score.configure(text=self.look.shorten(score, "strong text", room) if room > 1 else score)
        if bool(belongings) != bool(self.belongings.winfo_manager()):
            shown, hidden = (self.belongings, self.score) if belongings else (self.score, self.belongings)
            hidden.pack_forget()
            shown.pack(side="top", fill="x", pady=(0, self.look.px(2)), before=self.list.frame)
        self.belongings.configure(text=belongings)
        if rows == self.rows:
            return
        before, self.rows = self.rows, rows
        view = self.list
        same = next((n for n, (a, b) in enumerate(zip(before, rows, strict=False)) if a.line.id != b.line.id),
                    min(len(before), len(rows)))  # fmt: skip
        chosen = view.chosen
        for row in before[same:]:
            view.full.pop(str(row.line.id), None)
        if before[same:]:
            view.tree.delete(*(str(row.line.id) for row in before[same:]))
        self._waiting = [number for number in self._waiting if number < same]
        for number, row in enumerate(rows):
            if number >= same:
                view.add("", str(row.line.id), "", ("",))
            if number >= same or before[number] != row:
                self._waiting.append(number)
        if chosen and view.tree.exists(chosen):
            view.choose(chosen)
        fault = next((row for row in rows if row.status == "impossible"), None)
        known = any(row.status == "impossible" for row in before)
        grown = rows[-1] if len(rows) > len(before) else None
        seen = fault if fault is not None and not (known and grown) else grown  # the newest line, or a new fault
        if seen is not None:
            view.tree.see(str(seen.line.id))
        at = rows.index(seen) if seen is not None else len(rows)
        self._waiting = sorted(set(self._waiting), key=lambda number: abs(number - at))  # the visible ones first
        self._write_rows()
        self._show_buttons()

    def _write_rows(self) -> None:
        """Write some rows that have changed, and the others later, so that the window never stops for long."""
        self._stop_writing()
        view = self.list
        for number in self._waiting[:ROWS_AT_ONCE]:
            row = self.rows[number]
            name = str(row.line.id)
            first, cells = words.mark(number + 1, row.line, row.status), (words.sentence(row.line, row.sentence),)
            view.write(name, first, cells)
            unsure = row.status == "fits" and row.line.confidence < 1
            view.tree.item(name, tags=("unsure",) if unsure else (row.status,))
        del self._waiting[:ROWS_AT_ONCE]
        view.fit()
        if self._waiting:
            self._later = self.frame.after(1, self._write_rows)

    def _stop_writing(self) -> None:
        if self._later:
            self.frame.after_cancel(self._later)
            self._later = ""


class SaidCard:
    """The card with what the companion says, and a button for each proposed correction.

    Args:
        parent: The column.
        look: Scale, fonts and colours.
        style: The style of the buttons.
        fix: Called with the number of a correction, from 0.
        height: The height of the text in pixels at 100 %.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, style: str, fix: Callable[[int], None], height: int) -> None:
        px = look.px
        self.frame = card(parent, look, padding=(10, 8))
        room = ttk.Frame(self.frame, style="Inner.TFrame", height=px(height))
        room.pack_propagate(False)
        room.pack(fill="both", expand=True)
        self.body = RichText(room, look, (2, 0))
        self.body.pack(fill="both", expand=True)
        text, palette = self.body.text, look.palette
        text.configure(font=look.fonts["text"], takefocus=1)
        for role, font, colour in (
            ("head", "strong small", "quiet"), ("certain", "strong text", "accent"), ("belief", "text", "text"),
            ("warning", "strong text", "warning"), ("plain", "text", "text"), ("quiet", "small", "quiet"),
        ):  # fmt: skip
            text.tag_configure(role, font=look.fonts[font], foreground=palette[colour])
        text.tag_raise("sel")
        buttons = [Button("", "", partial(fix, number)) for number in range(FIXES)]
        self.buttons = ButtonRow(self.frame, look, style, buttons, True)
        self.buttons.pack(side="bottom", fill="x", pady=(px(6), 0))
        self.lines: tuple[tuple[str, str], ...] = ()

    def show(self, lines: Sequence[tuple[str, str]], fixes: Sequence[str]) -> None:
        """Show lines of text with their roles, and the labels of the corrections."""
        self.buttons.label(fixes)
        if tuple(lines) == self.lines:
            return
        self.lines = tuple(lines)
        self.body.text.configure(state="normal")
        self.body.text.delete("1.0", "end")
        for number, (text, role) in enumerate(lines):
            self.body.add(f"\n{text}" if number else text, role)
        self.body.finish()
        self.body.text.see("1.0")
