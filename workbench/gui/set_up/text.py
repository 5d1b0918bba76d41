"""The card with the editable text of a position, its marked problems, and its place in a list."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import Protocol

from fastcore import Problem
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.set_up import words
from workbench.gui.shell.commands import Registry
from workbench.gui.widgets.keys import Writing, on_enter
from workbench.gui.widgets.scrolling import ScrollBar
from workbench.gui.widgets.tips import Tip
from workbench.positions.sketch import Sketch

FAULT = "fault"
FACTS = "facts"  # the field of problems without a place in the text
SPEC = "spec"  # the field of the game and its options, which the text does not contain
MAX = 4000  # maximum number of shown characters; longer texts would block the window
LINES = 3, 5  # minimum and maximum number of visible lines
# commands at the bottom of the card
BUTTONS = {"copy": words.COPY, "paste": words.PASTE, "save_picture": words.PICTURE}
STEPS = {"last_position": "‹", "next_position": "›"}


class Author(Protocol):
    """A receiver of the card's input."""

    def write(self, text: str) -> None:
        """Replace the position text."""

    def finish_detail(self) -> None:
        """Finish the current edit."""

    def paste(self) -> None:
        """Paste a position from the clipboard."""

    def copied(self) -> None:
        """Show the message that the copied selection lacks the viewer and the known facts."""


class TextCard:
    """The card with the position text.

    Args:
        parent: The column.
        look: Scale, fonts and colours.
        width: The width in pixels.
        author: Receives the input.
        registry: The commands of the window.
        grown: Called when the number of lines changes.
    """

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        width: int,
        author: Author,
        registry: Registry,
        grown: Callable[[], None],
    ) -> None:
        self.look, self.author, self.registry, self.grown = look, author, registry, grown
        palette, px = look.palette, look.px
        self.width = width - 2 * px(16)
        self.frame = card(parent, look, padding=(16, 10))
        head = ttk.Frame(self.frame, style="Inner.TFrame")
        head.pack(side="bottom", fill="x", pady=(px(6), 0))
        self.steps = [
            ttk.Button(head, text=sign, style="House.TButton", command=partial(registry.run, name), takefocus=1)
            for name, sign in STEPS.items()
        ]
        self.place = ttk.Label(head, text=words.AS_TEXT, style="CardHead.TLabel")
        self.place.pack(side="left")
        self.used = 0  # width of the buttons, in pixels
        self.buttons: dict[str, ttk.Button] = {}
        for name, label in reversed(BUTTONS.items()):
            button = self.buttons[name] = ttk.Button(
                head, text=label, style="House.TButton", command=partial(registry.run, name), takefocus=1
            )
            Tip(look, button, lambda name=name: registry[name].tip)  # type: ignore[misc]
            button.pack(side="right", padx=(px(6), 0))
            button.lower()  # keep the Tab order equal to the reading order
            self.used += button.winfo_reqwidth() + px(6)
        self.comment = ttk.Label(self.frame, style="CardSmall.TLabel", wraplength=self.width, justify="left")
        self.spec = ttk.Label(
            self.frame, style="CardWarning.TLabel", wraplength=self.width, justify="left", font=look.fonts["fixed"]
        )
        self.text = Writing(
            self.frame, height=LINES[0], width=10, wrap="char", borderwidth=0, background=palette["window"],
            foreground=palette["text"],
            font=look.fonts["fixed"], highlightthickness=1, highlightbackground=palette["line"],
            highlightcolor=palette["accent"],
            insertbackground=palette["text"], selectbackground=palette["accent"], selectforeground=palette["on_accent"],
            padx=px(8), pady=px(6), undo=False, spacing3=px(2), takefocus=1, exportselection=False,
        )  # fmt: skip
        self.text.pack(fill="both", expand=True)
        self.text.tag_configure(FAULT, foreground=palette["warning"], underline=True, underlinefg=palette["warning"])
        self.text.tag_raise("sel")
        self.text.bind("<Configure>", lambda _: self._take_lines())
        self.text.bind("<KeyRelease>", lambda _: self._written())
        self.text.bind("<<Modified>>", lambda _: self._modified())
        self.text.bind("<FocusOut>", lambda _: self._left())
        on_enter(self.text, lambda _: self._entered())
        for sequence in ("<Key-Tab>", "<Shift-Key-Tab>"):
            self.text.bind(sequence, self._leave)
        self.text.bind("<Control-Key-Return>", lambda _: None)  # leave this key to the window's command
        for key in ("v", "V"):
            self.text.bind(f"<Control-Key-{key}>", lambda _: self._paste())
        for key in ("z", "y"):
            self.text.bind(f"<Control-Key-{key}>", lambda _: None)
        self.text.bind("<Control-Key-c>", self._copied)
        self.known = ttk.Label(
            self.frame,
            style="CardSmall.TLabel",
            wraplength=self.width - px(9),
            justify="left",
        )
        Tip(look, self.known, lambda: words.BEHIND_TEXT)
        for sequence in ("<<Copy>>", "<<Cut>>"):
            self.text.bind(sequence, lambda _: self._left_out(), add="+")
        ScrollBar(self.text)
        self.shown, self.fitted = "", 0  # `fitted` is the width in pixels for which the height was chosen

    def _left_out(self) -> None:
        """Notify the author of a copied selection, which lacks the viewer and the known facts."""
        if self.known.winfo_manager() and self.text.tag_ranges("sel"):
            self.author.copied()

    def _leave(self, event: tkinter.Event[tkinter.Misc]) -> str:
        shift = isinstance(event.state, int) and event.state & 1
        after = self.text.tk_focusPrev() if shift else self.text.tk_focusNext()
        if after is not None:
            after.focus_set()
        return "break"

    def _copied(self, _: object) -> str | None:
        if self.text.tag_ranges("sel"):
            self.text.event_generate("<<Copy>>")
            return "break"
        return None

    def _entered(self) -> str:
        self._written()
        self.author.finish_detail()
        return "break"

    def _paste(self) -> str:
        self.author.paste()
        return "break"

    def _modified(self) -> None:
        """Handle a change of the text, whether from keys, the selection or an input method."""
        if self.text.edit_modified():
            self.text.edit_modified(False)
            self._written()

    def _left(self) -> None:
        self._written()
        self.author.finish_detail()

    def _written(self) -> None:
        text = self.text.get("1.0", "end-1c")
        if text.split() != self.shown.split():
            self.shown = " ".join(text.split())
            self.author.write(self.shown)

    def insert(self, text: str) -> None:
        """Insert text at the caret, replacing the selection. Do nothing if the text is read-only."""
        if str(self.text.cget("state")) == "disabled":
            return
        if self.text.tag_ranges("sel"):
            self.text.delete("sel.first", "sel.last")
        self.text.insert("insert", text)
        self._written()

    def show_place(self, number: int, count: int, name: str, comment: str) -> None:
        """Show the place of the position in its list.

        Args:
            number: The number of the position, from 1.
            count: The length of the list.
            name: The name of the position.
            comment: A comment on the position.
        """
        px = self.look.px
        listed = count > 1
        if listed != bool(self.steps[0].winfo_manager()):
            for button in self.steps:
                if listed:
                    button.pack(side="left", padx=(0, px(4)), before=self.place)
                else:
                    button.pack_forget()
        for button, enabled in zip(self.steps, (number > 1, number < count), strict=True):
            button.state(["!disabled" if enabled else "disabled"])
        room = self.width - self.used - sum(button.winfo_reqwidth() + px(4) for button in self.steps) - px(8)
        text = self.look.shorten(words.place(number, count, name), "strong text", room) if listed else words.AS_TEXT
        if str(self.place.cget("text")) != text:
            self.place.configure(text=text)
        comment_text = self.look.shorten(" ".join(comment.split()), "small", 2 * self.width - px(60)) if listed else ""
        if str(self.comment.cget("text")) != comment_text:
            self.comment.configure(text=comment_text)
            if comment_text:
                self.comment.pack(side="bottom", anchor="w", pady=(px(6), 0), before=self.text)
            else:
                self.comment.pack_forget()

    def show(self, sketch: Sketch, problems: Sequence[Problem], side: str) -> None:
        """Show the position text with marked problems. Keep typed text that differs only in spaces.

        A spec with a problem is shown above the text, the viewer `side` and the number of known facts below.
        """
        spec, text = sketch.spec, sketch.text
        for name, button in self.buttons.items():
            button.state(["disabled" if self.registry[name].why_not() else "!disabled"])
        warnings = [words.spec_line(spec[:MAX])] if any(problem.field == SPEC for problem in problems) else []
        if len(text) > MAX:
            warnings.append(words.too_long(len(text), MAX))
        if warnings:
            self.spec.configure(text="\n".join(warnings))
            self.spec.pack(fill="x", pady=(0, self.look.px(4)), before=self.text)
        else:
            self.spec.pack_forget()
        known = "" if sketch.seat is None else words.view_line(side, len(sketch.facts))
        if str(self.known.cget("text")) != known:
            self.known.configure(text=known)
            if known:
                self.known.pack(fill="x", padx=(self.look.px(9), 0), pady=(self.look.px(4), 0), after=self.text)
            else:
                self.known.pack_forget()
        self._put(_legible(text[:MAX]), len(text) > MAX)
        self.text.tag_remove(FAULT, "1.0", "end")
        places = _places(self.shown)
        for start, end in (problem.span for problem in problems if problem.field != FACTS):
            place = _place(places, start - len(spec) - 1, end - len(spec) - 1)
            if place is not None:
                self.text.tag_add(FAULT, *place)

    def _put(self, text: str, fixed: bool) -> None:
        """Replace the text, and make it read-only if `fixed`."""
        self.text.configure(state="normal")
        if self.text.get("1.0", "end-1c").split() != text.split():
            caret = self.text.index("insert")
            self.text.delete("1.0", "end")
            self.text.insert("1.0", text)
            self.text.mark_set("insert", caret)
            self.shown = self.text.get("1.0", "end-1c")  # do not treat this text as typed
            self._take_lines()
        self.shown = self.text.get("1.0", "end-1c")
        self.text.configure(state="disabled" if fixed else "normal")

    def _take_lines(self) -> None:
        """Choose the height for a text and one line more. Later texts scroll, so that nothing moves."""
        width = self.frame.winfo_width()
        if self.text.winfo_width() <= 1 or width == self.fitted:
            return
        self.fitted = width
        count = int(self.text.tk.call(self.text, "count", "-update", "-displaylines", "1.0", "end"))
        lines = min(max(count + 1, LINES[0]), LINES[1])
        if int(self.text.cget("height")) != lines:
            self.text.configure(height=lines)
            self.grown()

    def reach(self, problem: Problem, spec: str) -> None:
        """Focus the text and select the place of a problem, so that typing replaces it."""
        self.text.focus_set()
        place = _place(
            _places(self.text.get("1.0", "end-1c")), problem.span[0] - len(spec) - 1, problem.span[1] - len(spec) - 1
        )
        if place is not None and problem.field != FACTS:
            self.text.tag_remove("sel", "1.0", "end")
            self.text.tag_add("sel", *place)
            self.text.mark_set("insert", place[0])
            self.text.see(place[0])

    @property
    def marked(self) -> list[str]:
        """The parts of the text with marked problems."""
        ranges = self.text.tag_ranges(FAULT)
        return [self.text.get(start, end) for start, end in zip(ranges[::2], ranges[1::2], strict=True)]


def _legible(text: str) -> str:
    """Replace characters that Tk cannot show, keeping the length."""
    return "".join("\ufffd" if letter == "\0" or "\ud800" <= letter <= "\udfff" else letter for letter in text)


def _place(places: list[int], start: int, end: int) -> tuple[str, str] | None:
    """Return the Tk indices of a part of the position text, or None.

    For an empty part, return those of the preceding character.
    """
    if end <= 0 or not places:
        return None
    end = min(max(end, start + 1), len(places))
    start = max(0, min(start, end - 1))
    return f"1.0+{places[start]}c", f"1.0+{places[end - 1] + 1}c"


def _places(written: str) -> list[int]:
    """Return the index in typed text of each character of the normalised text.

    The normalised text has single spaces.
    """
    places: list[int] = []
    for index, letter in enumerate(written):
        if not letter.isspace():
            if places and index and written[index - 1].isspace():
                places.append(index - 1)
            places.append(index)
    return places
