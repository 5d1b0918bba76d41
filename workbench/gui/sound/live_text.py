"""The game as text that a screen reader can follow: whose turn, what just happened, the board, and where the cursor is.

A read-only text with a caret. Only lines that have changed are written, so that nothing is read out twice.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher

from workbench.gui.look.look import Look
from workbench.gui.sound import words as sound_words
from workbench.gui.widgets.rich_text import RichText

READING = ("Up", "Down", "Left", "Right", "Home", "End", "Prior", "Next", "Tab", "ISO_Left_Tab")
MOST_TOLD = 12  # sentences of what happened


class LiveText(RichText):
    """`keys` is who takes the keys that are not for reading."""

    def __init__(self, parent: tkinter.Misc, look: Look, keys: Callable[[tkinter.Event[tkinter.Misc]], object]) -> None:
        super().__init__(parent, look, (16, 8))
        self.press = keys
        self.lines: list[str] = []
        self.told: list[str] = []
        self.text.configure(
            font=look.fonts["fixed"], insertwidth=look.px(2), insertbackground=look.palette["accent"], takefocus=1,
            cursor="xterm",
            wrap="word", spacing1=0, spacing2=0, spacing3=look.px(2),
        )  # fmt: skip
        for key in ("Up", "Down"):
            self.text.unbind(f"<Key-{key}>")
        self.text.bind("<Key>", self._key)
        self.text.bind("<<Paste>>", lambda _: "break")
        self.text.bind("<<Cut>>", lambda _: "break")
        self.text.bind("<<PasteSelection>>", lambda _: "break")
        self.expected = self.at = ""
        self.board: Sequence[str] = ()
        self.more: Mapping[str, Sequence[str]] = {}

    def _key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        copies = isinstance(event.state, int) and event.state & 0x4 and event.keysym.lower() in ("a", "c")
        if event.keysym in READING or copies or event.keysym == "Escape":  # that is for the whole window
            return None
        self.press(event)
        return "break"

    def show(self, expected: str, board: str, told: Sequence[str], more: Mapping[str, Sequence[str]] = {}) -> None:
        """The position as it is: what is expected, the board, what happened in the latest turn, and by their heads
        other lines that stand beside the board."""
        self.more = more
        self.expected, self.board, self.told = expected, board.splitlines(), list(told)[-MOST_TOLD:]
        self._write()

    def tell(self, sentence: str) -> None:
        """One more thing has happened."""
        self.told = [*self.told, sentence][-MOST_TOLD:]
        self.expected = sentence
        self._write()

    def cursor(self, line: str) -> None:
        if line != self.at:
            self.at = line
            self._write()

    def _write(self) -> None:
        """Exchange the lines that differ."""
        cursor = [f"{sound_words.CURSOR}: {self.at}"] if self.at else []
        told = ["", sound_words.HAPPENED, *self.told] if self.told else []
        board = ["", sound_words.BOARD, *self.board] if self.board else []
        more = [line for head, lines in self.more.items() if lines for line in ("", head, *lines)]
        lines = [self.expected, *cursor, *more, *told, *board]
        changes = SequenceMatcher(None, self.lines, lines, autojunk=False).get_opcodes()
        for kind, start, end, first, last in reversed(changes):
            if kind != "equal":
                self.text.delete(f"{start + 1}.0", f"{end + 1}.0")
                self.text.insert(f"{start + 1}.0", "".join(f"{line}\n" for line in lines[first:last]))
        self.lines = lines
