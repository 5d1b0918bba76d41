"""The preview of the selected file."""

from __future__ import annotations

import tkinter
from pathlib import Path
from tkinter import ttk

from workbench.gui.file_dialog import words
from workbench.gui.file_dialog.preview import Preview, read_preview
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.shell.background_jobs import BackgroundJobs

DELAY_MS = 120  # delay from a selection to its preview, so that a held arrow key starts no work


class PreviewCard:
    """A card with the board and the texts of a file, read and rendered on a separate thread.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        width: The width of the contents in pixels.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, width: int) -> None:
        self.look, self.width = look, width
        self.background = BackgroundJobs()
        self.wanted: Path | None = None
        self.shown: Preview | None = None
        self.timer = ""
        self.frame = card(parent, look, padding=(12, 12))
        self.blank = tkinter.PhotoImage(master=parent, width=width, height=width)
        self.picture: tkinter.PhotoImage = self.blank
        self.board = ttk.Label(self.frame, style="CardText.TLabel", anchor="center", image=self.blank)
        self.board.pack()
        self.head = ttk.Label(self.frame, style="CardStrong.TLabel", wraplength=width)
        self.head.pack(fill="x", pady=(look.px(10), look.px(4)))
        self.texts = ttk.Label(self.frame, style="CardQuiet.TLabel", wraplength=width, text=words.SELECT, anchor="nw")
        self.texts.pack(fill="both", expand=True)

    def show(self, path: Path) -> None:
        """Show the preview of a file as soon as it is read."""
        if path == self.wanted:
            return
        self.wanted = path
        if self.timer:
            self.frame.after_cancel(self.timer)
        self.timer = self.frame.after(DELAY_MS, self._start)

    def _start(self) -> None:
        self.timer = ""
        path, palette, width = self.wanted, self.look.palette, self.width
        assert path is not None

        def work() -> Preview | None:
            return read_preview(path, palette, width) if path == self.wanted else None

        self.background.run(work, self._show, lambda error: self._show(Preview(path, damage=str(error))))

    def _show(self, preview: Preview | None) -> None:
        if preview is None or preview.path != self.wanted:
            return
        self.shown = preview
        self.picture = tkinter.PhotoImage(master=self.frame, data=preview.picture) if preview.picture else self.blank
        self.board.configure(image=self.picture)
        head, *lines = preview.lines or (preview.path.name,)
        self.head.configure(text=head)
        self.texts.configure(
            text=words.damaged(preview.damage) if preview.damage else "\n".join(lines),
            style="CardWarning.TLabel" if preview.damage else "CardQuiet.TLabel",
        )

    def clear(self) -> None:
        """Show no preview."""
        if self.timer:
            self.frame.after_cancel(self.timer)
            self.timer = ""
        self.wanted, self.shown, self.picture = None, None, self.blank
        self.board.configure(image=self.blank)
        self.head.configure(text="")
        self.texts.configure(text=words.SELECT, style="CardQuiet.TLabel")

    def close(self) -> None:
        """Stop the thread."""
        if self.timer:
            self.frame.after_cancel(self.timer)
            self.timer = ""
        self.wanted = None
        self.background.close(0)
