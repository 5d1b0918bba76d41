"""The list of files, which is filled while a thread reads the records."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tkinter import ttk

from workbench.gui.file_dialog import words
from workbench.gui.file_dialog.listing import Details, Entry, arrange, cells, read_details, read_folder
from workbench.gui.look.look import Look
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.widgets.data_table import Column, table
from workbench.gui.widgets.file_dialogs import Request
from workbench.gui.widgets.scrolling import ScrollBar

WIDTHS = (140, 90, 150, 84, 136)  # widths of the columns in pixels at 100 %
DATE = len(WIDTHS) - 1
BATCH = 20  # records read by one job
ROWS_AT_ONCE = 150  # rows written in one step, so that a long list does not block the window
FILL_MS = 5  # pause between two steps


class FileList:
    """The files of a folder with their games, sorted by a column, filtered by a text.

    The order of the rows changes only when the user sorts or filters: records that are read later fill in their cells.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        style: The style of the list.
        background: Runs disk access on a thread.
        request: The question of the dialog.
        on_selection: Called with the selected entries.
        accept: Called on a double click.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, style: str, background: BackgroundJobs, request: Request,
        on_selection: Callable[[Sequence[Entry]], None], accept: Callable[[], None],
    ) -> None:  # fmt: skip
        self.look, self.background, self.request = look, background, request
        self.on_selection = on_selection
        self.entries: list[Entry] = []  # all entries of the folder
        self.shown: list[Entry] = []  # the rows
        self.details: dict[Path, Details] = {}
        self.text, self.column, self.descending = "", DATE, True
        self.reading = 0  # number of the folder that is being read; earlier ones stop
        self.loading = False
        self.fault = ""
        self.timer = ""
        self.width = 0  # the width of the list for which the texts were shortened
        columns = [
            Column(head, width, wide=number == 0)
            for number, (head, width) in enumerate(zip(words.HEADS, WIDTHS, strict=True))
        ]
        self.tree = table(parent, look, columns, 8, style)
        self.tree.configure(selectmode="extended" if request.several else "browse")
        ScrollBar(self.tree, stays=True)
        self.tree.pack(side="left", fill="both", expand=True)
        for number in range(len(columns)):
            self.tree.heading(number, command=partial(self.sort, number))
        self._show_order()
        self.empty = ttk.Label(self.tree, style="CardQuiet.TLabel", wraplength=look.px(340), justify="center")
        self.tree.bind("<<TreeviewSelect>>", lambda _: self.on_selection(self.selected))
        self.tree.bind("<Key-Down>", lambda _: self._select_first())
        self.tree.bind("<Configure>", lambda _: self._fit())
        self.tree.bind("<Double-Button-1>", lambda event: self._on_double(event, accept))

    @property
    def selected(self) -> list[Entry]:
        """The selected files and folders."""
        return [self.shown[int(row)] for row in self.tree.selection()]

    @property
    def summary(self) -> str:
        """The number of files shown."""
        return "" if self.loading or self.fault else words.count(sum(not entry.is_folder for entry in self.shown))

    def focus(self) -> None:
        """Focus the list, with its first row selected if none is."""
        self.tree.focus_set()
        rows = self.tree.get_children()
        if rows and not self.tree.selection():
            self.tree.selection_set(rows[0])
            self.tree.focus(rows[0])

    def close(self) -> None:
        """Stop reading."""
        self.reading += 1
        if self.timer:
            self.tree.after_cancel(self.timer)
            self.timer = ""

    def _select_first(self) -> str | None:
        """Select the first row with the first press of Down."""
        if self.tree.selection():
            return None
        self.focus()
        return "break"

    def _fit(self) -> None:
        """Shorten the texts to the new width of the columns."""
        if self.tree.winfo_width() != self.width:
            self.width = self.tree.winfo_width()
            for row in self.tree.get_children():
                self._write_row(row, self.shown[int(row)])

    # Reading ----------------------------------------------------------------------------------------------------------

    def show(self, folder: Path | None) -> None:
        """Show the contents of a folder, or the recent files for None."""
        self.reading += 1
        number, kinds, folders_only = self.reading, self.request.kinds, self.request.purpose == "folder"
        self.entries, self.text, self.loading, self.fault = [], "", True, ""
        self.column, self.descending = (0, False) if folders_only else (DATE, True)
        self._show_order()
        self._fill()

        def found(entries: list[Entry]) -> None:
            if number == self.reading:
                self.entries, self.loading = entries, False
                self._fill()
                self._read_details(number, [entry.path for entry in entries if not entry.is_folder])

        def failed(error: ValueError) -> None:
            if number == self.reading:
                self.loading, self.fault = False, str(error)
                self._fill()

        self.background.run(lambda: read_folder(folder, kinds, folders_only), found, failed)

    def _read_details(self, number: int, paths: list[Path]) -> None:
        """Read the records in batches; the rows of the first batch come first."""
        known = {path for path in paths if path in self.details}
        rows = {entry.path: row for row, entry in enumerate(self.shown)}
        waiting = sorted((path for path in paths if path not in known), key=lambda path: rows.get(path, len(rows)))

        def read(batch: list[Path]) -> dict[Path, Details]:
            return {path: read_details(path) for path in batch if number == self.reading}

        def next_batch(start: int) -> None:
            batch = waiting[start : start + BATCH]
            if number == self.reading and batch:
                self.background.run(partial(read, batch), partial(done, start), lambda error: None)

        def done(start: int, details: dict[Path, Details]) -> None:
            self.details |= details
            if number != self.reading:
                return
            self._write(details)
            if start + BATCH >= len(waiting) and (self.text or self.column not in (0, DATE)):
                self._fill()  # the user sorted or filtered by what was still unknown
            next_batch(start + BATCH)

        next_batch(0)

    def _write(self, details: dict[Path, Details]) -> None:
        """Fill in the cells of records that were read."""
        for row in self.tree.get_children():
            entry = self.shown[int(row)]
            if entry.path in details:
                self._write_row(row, entry)

    def _write_row(self, row: str, entry: Entry) -> None:
        details = self.details.get(entry.path)
        room = [int(self.tree.column(number, "width")) - self.look.px(10) for number in range(len(WIDTHS))]
        texts = [
            self.look.shorten(text, "text", width) for text, width in zip(cells(entry, details), room, strict=True)
        ]
        self.tree.item(row, values=texts, tags=("warning",) if details is not None and details.damage else ())

    # Rows -------------------------------------------------------------------------------------------------------------

    def filter(self, text: str) -> None:
        """Show the entries that contain every word of a text."""
        if text != self.text:
            self.text = text
            self._fill()
            rows = self.tree.get_children()
            if text and rows:
                self.tree.selection_set(rows[0])
                self.tree.focus(rows[0])

    def sort(self, column: int) -> None:
        """Sort by a column, or reverse the order if it is sorted by this column."""
        self.descending = not self.descending if column == self.column else column == DATE
        self.column = column
        self._show_order()
        self._fill()

    def _show_order(self) -> None:
        for number, head in enumerate(words.HEADS):
            arrow = (" ↓" if self.descending else " ↑") if number == self.column else ""
            self.tree.heading(number, text=head + arrow)

    def _fill(self) -> None:
        """Write the rows again, in steps."""
        chosen = {entry.path for entry in self.selected} if self.shown else set()
        if self.timer:
            self.tree.after_cancel(self.timer)
            self.timer = ""
        self.tree.delete(*self.tree.get_children())
        self.shown = arrange(self.entries, self.details, self.text, self.column, self.descending)
        self._add_rows(0, chosen)
        if self.shown:
            self.empty.place_forget()
        else:
            nothing = words.NO_MATCH if self.text else words.EMPTY
            self.empty.configure(text=words.LOADING if self.loading else self.fault or nothing)
            self.empty.place(relx=0.5, rely=0.4, anchor="center")
        self.on_selection(self.selected)

    def _add_rows(self, start: int, chosen: set[Path]) -> None:
        self.timer = ""
        for number, entry in enumerate(self.shown[start : start + ROWS_AT_ONCE], start):
            row = self.tree.insert("", "end", str(number))
            self._write_row(row, entry)
            if entry.path in chosen:
                self.tree.selection_add(row)
        if start + ROWS_AT_ONCE < len(self.shown):
            self.timer = self.tree.after(FILL_MS, self._add_rows, start + ROWS_AT_ONCE, chosen)

    def _on_double(self, event: tkinter.Event[tkinter.Misc], accept: Callable[[], None]) -> str | None:
        if self.tree.identify_region(event.x, event.y) != "cell":
            return None
        accept()
        return "break"
