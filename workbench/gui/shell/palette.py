"""The command palette: a list of all commands, filtered as the user types."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk
from typing import NamedTuple

from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.shell import words
from workbench.gui.shell.commands import Command, Registry
from workbench.gui.widgets.keys import focused, on_enter
from workbench.gui.widgets.scrolling import on_wheel
from workbench.gui.widgets.texts import card_text

WIDTH, ROWS = 560, 9  # width in pixels at 100 %, and lines shown
MIN = 0.5  # fraction of the best score below which matches are dropped
OWN = "palette"
# Bonus for a letter at the start of a word and for adjacent letters; penalty per skipped letter.
START, JOINED, GAP = 8.0, 5.0, 0.2


class FoundCommand(NamedTuple):
    """A command that matches the search, and its line in the list."""

    command: Command
    reason: str  # why the command is unavailable now, or ""
    line: str


def matching(registry: Registry, typed: str) -> list[FoundCommand]:
    """Return the commands that match the typed text: available ones first, then by score, exact name and menu order."""
    rows = []
    for order, command in enumerate(candidate for menu in words.MENUS for candidate in registry.menu(menu)):
        if command.name == OWN:
            continue
        line = f"{words.MENUS[command.menu]}: {command.text}"
        score = max(
            3 * fuzzy_score(typed, command.text),
            2 * fuzzy_score(typed, line),
            prefix_score(typed, command.meaning),
            3 * prefix_score(typed, command.search_words),
        )
        if score > 0:
            reason = command.why_not()
            rank = bool(reason), -score, command.text.lower() != typed.strip().lower(), order
            rows.append((rank, score, FoundCommand(command, reason, line)))
    rows.sort(key=lambda row: row[0])
    best = max((score for _, score, _ in rows), default=0.0)
    return [row for _, score, row in rows if score >= best * MIN]


class CommandPalette(ttk.Frame):
    """The palette over the upper part of the window, which closes when it loses the focus.

    Args:
        root: The Tk root.
        look: Scale, fonts and colours.
        registry: The commands.
        closed: Called when the palette is closed by a choice or by Esc.
    """

    def __init__(self, root: tkinter.Misc, look: Look, registry: Registry, closed: Callable[[], None]) -> None:
        super().__init__(root, style="Window.TFrame")
        self.look, self.registry, self.closed = look, registry, closed
        self.rows: list[FoundCommand] = []
        self.selected = 0
        px, palette = look.px, look.palette
        box = card(self, look, padding=(12, 12))
        box.pack(fill="both", expand=True)
        self.entry = ttk.Entry(box, style="House.TEntry", font=look.fonts["menu"])
        self.entry.pack(fill="x", pady=(0, px(8)))
        self.list = card_text(
            box, look, "menu", "none", padx=0, pady=0, spacing1=px(5), spacing3=px(5), cursor="arrow", takefocus=0
        )
        self.list.pack(fill="x")
        self.width = min(px(WIDTH), root.winfo_width() - px(32))
        inner = self.width - 2 * px(12) - 2 * px(10)
        self.list.configure(tabs=(inner, "right"))
        for name, font, colour in (("quiet", "text", "quiet"), ("key", "text", "quiet"), ("grey", "menu", "faint")):
            self.list.tag_configure(name, font=look.fonts[font], foreground=palette[colour])
        self.list.tag_configure("line", lmargin1=px(10), lmargin2=px(10), rmargin=px(10))
        self.list.tag_configure("here", background=palette["wash"])
        ttk.Frame(box, style="Line.TFrame", height=1).pack(fill="x", pady=(px(8), px(6)))
        self.meaning = ttk.Label(box, style="CardQuiet.TLabel", wraplength=inner)
        self.meaning.pack(anchor="w", padx=px(10))
        self.entry.bind("<KeyRelease>", self._on_typing)
        for key, step in (("Down", 1), ("Up", -1), ("Next", ROWS), ("Prior", -ROWS)):
            self.entry.bind(f"<Key-{key}>", lambda _, step=step: self._step(step))  # type: ignore[misc]
        on_enter(self.entry, lambda _: self._run())
        self.entry.bind("<Key-Escape>", lambda _: self.close())
        self.entry.bind("<FocusOut>", lambda _: self.after_idle(self._on_focus_out))
        self.list.bindtags((str(self.list), str(self.winfo_toplevel()), "all"))
        self.list.bind("<Motion>", self._point)
        self.list.bind("<Button-1>", self._clicked)
        on_wheel(self.list.bind, lambda steps, _: self._step(steps))
        self.typed: str | None = None
        self._on_typing()
        self.place(relx=0.5, y=px(56), anchor="n", width=self.width)
        self.lift()
        self.update_idletasks()  # only a visible widget can have the focus
        self.entry.focus_set()

    def close(self) -> str:
        """Close the palette. Return "break" for Tk."""
        if self.winfo_exists():
            self.destroy()
            self.closed()
        return "break"

    def _on_focus_out(self) -> None:
        if self.winfo_exists() and focused(self) is not self.entry:
            self.destroy()

    def _on_typing(self, _: object = None) -> None:
        typed = self.entry.get().strip()
        if typed != self.typed:
            self.typed, self.selected = typed, 0
            self.rows = matching(self.registry, typed)
            self._write()

    def _step(self, step: int) -> str:
        if self.rows:
            last = len(self.rows) - 1
            beyond = abs(step) == 1 and not 0 <= self.selected + step <= last
            self.selected = (last if step < 0 else 0) if beyond else max(0, min(last, self.selected + step))
            self._write()
        return "break"

    def _point(self, event: tkinter.Event[tkinter.Text]) -> None:
        line = int(self.list.index(f"@{event.x},{event.y}").split(".")[0]) - 1
        row = self.first + line
        if row != self.selected and row < len(self.rows):
            self.selected = row
            self._mark()

    def _clicked(self, event: tkinter.Event[tkinter.Text]) -> str:
        self._point(event)
        return self._run()

    def _write(self) -> None:
        """Write the lines around the selected one."""
        self.first = max(0, min(self.selected - ROWS // 2, len(self.rows) - ROWS))
        shown = self.rows[self.first : self.first + ROWS]
        self.list.configure(state="normal", height=max(1, len(shown)))
        self.list.delete("1.0", "end")
        for number, row in enumerate(shown):
            self.list.insert("end", "\n" if number else "", ("line",))
            menu, _, rest = row.line.partition(": ")
            self.list.insert("end", rest, ("line", "grey" if row.reason else "line"))
            self.list.insert("end", f"   {menu}", ("line", "quiet"))
            self.list.insert("end", f"\t{row.command.key}", ("line", "key"))
        if not shown:
            self.list.insert("end", words.NO_COMMAND, ("line", "quiet"))
        self.list.configure(state="disabled")
        self._mark()

    def _mark(self) -> None:
        self.list.tag_remove("here", "1.0", "end")
        line = self.selected - self.first + 1
        self.list.tag_add("here", f"{line}.0", f"{line + 1}.0")
        if self.rows:
            row = self.rows[self.selected]
            self.meaning.configure(
                text=row.reason or row.command.meaning, style="CardWarning.TLabel" if row.reason else "CardQuiet.TLabel"
            )
        else:
            self.meaning.configure(text=words.PALETTE_HINT, style="CardQuiet.TLabel")

    def _run(self) -> str:
        if self.rows and not self.rows[self.selected].reason:
            name = self.rows[self.selected].command.name
            self.close()
            self.registry.run(name)
        else:
            self.bell()
        return "break"


def fuzzy_score(typed: str, text: str) -> float:
    """Return a score for the letters of `typed` found in order in `text`, or 0.0 if they do not occur.

    Words can occur in any order.
    """
    parts = typed.lower().split()
    if not parts:
        return 1.0
    fits = [_fit_word(part, text.lower()) for part in parts]
    return min(fits) and sum(fits)


def _fit_word(part: str, text: str) -> float:
    """Return the best score over all ways to find the letters in order."""
    best = dict[int, float]()  # index of the last letter found -> score so far
    for number, letter in enumerate(part):
        next_best = dict[int, float]()
        for place, letter_in_text in enumerate(text):
            if letter_in_text != letter:
                continue
            score = 1.0 + (START if place == 0 or not text[place - 1].isalnum() else 0.0)
            if number == 0:
                next_best[place] = score
                continue
            scores = [
                value + (JOINED if before + 1 == place else -GAP * (place - before - 1))
                for before, value in best.items()
                if before < place
            ]
            if scores:
                next_best[place] = score + max(scores)
        best = next_best
    return max(0.01, max(best.values())) if best else 0.0


def prefix_score(typed: str, text: str) -> float:
    """Return a score for words of `text` that begin with the typed words, or 0.0 if a typed word begins none."""
    parts, words = typed.lower().split(), text.lower().split()
    return float(all(any(word.startswith(part) for word in words) for part in parts) and len(typed) * (1 + JOINED))
