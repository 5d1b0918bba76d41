"""The game as text for screen readers: the player to move, the last events, the board and the cursor.

Only changed lines are rewritten, so that nothing is read out twice.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher

from workbench.gui.look.look import Look
from workbench.gui.sound import words as sound_words
from workbench.gui.widgets.rich_text import RichText

READING_KEYS = ("Up", "Down", "Left", "Right", "Home", "End", "Prior", "Next", "Tab", "ISO_Left_Tab")
MAX_EVENTS = 12  # number of sentences about events


class LiveText(RichText):
    """The page with the live text: read-only, with a caret.

    Args:
        parent: The space beside the board.
        look: Scale and colours.
        keys: Handles all keys except reading keys.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, keys: Callable[[tkinter.Event[tkinter.Misc]], object]) -> None:
        super().__init__(parent, look, (16, 8))
        self.pass_key = keys
        self.lines: list[str] = []
        self.events: list[str] = []
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
        self.instruction = self.cursor_line = ""
        self.board: Sequence[str] = ()
        self.lists: Mapping[str, Sequence[str]] = {}

    def _key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        copies = isinstance(event.state, int) and event.state & 0x4 and event.keysym.lower() in ("a", "c")
        if event.keysym in READING_KEYS or copies or event.keysym == "Escape":  # Esc belongs to the whole window
            return None
        self.pass_key(event)
        return "break"

    def show_position(
        self, instruction: str, board: str, events: Sequence[str], lists: Mapping[str, Sequence[str]] = {}
    ) -> None:
        """Show a position.

        Args:
            instruction: The prompt for the player.
            board: The board as text.
            events: The events of the latest turn, as sentences.
            lists: Further lines from beside the board, by heading.
        """
        self.lists = lists
        self.instruction, self.board, self.events = instruction, board.splitlines(), list(events)[-MAX_EVENTS:]
        self._write()

    def add_event(self, sentence: str) -> None:
        """Add an event."""
        self.events = [*self.events, sentence][-MAX_EVENTS:]
        self.instruction = sentence
        self._write()

    def show_cursor(self, line: str) -> None:
        """Show the line about the cursor."""
        if line != self.cursor_line:
            self.cursor_line = line
            self._write()

    def _write(self) -> None:
        """Rewrite the lines that differ."""
        cursor = [f"{sound_words.CURSOR}: {self.cursor_line}"] if self.cursor_line else []
        events = ["", sound_words.HAPPENED, *self.events] if self.events else []
        board = ["", sound_words.BOARD, *self.board] if self.board else []
        lists = [line for head, lines in self.lists.items() if lines for line in ("", head, *lines)]
        lines = [self.instruction, *cursor, *lists, *events, *board]
        changes = SequenceMatcher(None, self.lines, lines, autojunk=False).get_opcodes()
        for kind, start, end, first, last in reversed(changes):
            if kind != "equal":
                self.text.delete(f"{start + 1}.0", f"{end + 1}.0")
                self.text.insert(f"{start + 1}.0", "".join(f"{line}\n" for line in lines[first:last]))
        self.lines = lines
