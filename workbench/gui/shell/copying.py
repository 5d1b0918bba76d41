"""Whatever is put on the clipboard from the window, and that nothing of it is there for the next person at the screen."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from contextlib import suppress

from workbench.gui.shell import clipboard

COPIES = ("<<Copy>>", "<<Cut>>")  # the toolkit's own, of what is marked in a field or a text


class Copying:
    def __init__(self, root: tkinter.Misc) -> None:
        self.root = root
        self.copied = ""  # the text that was put there last
        self.pictured = False  # a picture was put there
        self.persons = 0  # how often another person has come
        for sequence in COPIES:
            root.bind_all(sequence, self._noted)

    def close(self) -> None:
        for sequence in COPIES:
            self.root.unbind_all(sequence)

    def text(self, text: str) -> None:
        self.root.clipboard_clear()
        self.root.clipboard_append(text)
        self.copied, self.pictured = text, False

    def picture(self, then: Callable[[], None]) -> tuple[Callable[[bytes], None], Callable[[bytes], None]]:
        """What puts a picture there when it is made, on any thread; and what the window does after that: `then`, if the one who
        wanted it is still there, else it is taken away again."""
        persons, there = self.persons, False

        def put(png: bytes) -> None:
            nonlocal there
            if persons == self.persons:
                clipboard.put(png)
                there = True

        def done(_: bytes) -> None:
            self.pictured = self.pictured or there
            if persons == self.persons:
                then()
            elif there:
                self.forget()

        return put, done

    def forget(self) -> None:
        """Take away what was put there, unless another program has put something there since. A picture cannot be told from
        another one: only a text there is not ours."""
        self.persons += 1
        if not self.copied and not self.pictured:
            return
        there = None
        with suppress(tkinter.TclError):  # there may be no text
            there = self.root.clipboard_get()
        if (there is None and self.pictured) or (there and there == self.copied):
            self.root.clipboard_clear()
        self.copied, self.pictured = "", False

    def _noted(self, _: object) -> None:
        with suppress(tkinter.TclError):
            self.copied = self.root.clipboard_get()
