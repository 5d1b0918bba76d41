"""The window with the sets of puzzles: choose one to practise, open a file, share, delete and restore."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import ttk
from typing import NamedTuple

import ttkbootstrap

import fastcore
from workbench.gui.look.look import Look
from workbench.gui.practice import words
from workbench.gui.practice.trainer import Choice, Trainer, set_title
from workbench.gui.widgets import file_dialogs
from workbench.gui.widgets.data_table import Column, style, table
from workbench.gui.widgets.dialog import Aside, open_over
from workbench.gui.widgets.scrolling import ScrollBar
from workbench.puzzles import sets
from workbench.puzzles.files import SUFFIX
from workbench.puzzles.sets import SetEntry
from workbench.system.language.formats import format_count

SIZE = (720, 480)  # pixels at 100 %
STYLE, LINE = "Puzzles.Treeview", 28  # the style of the list, and the height of its rows in pixels at 100 %
WIDTHS = (250, 210, 75, 60, 60)  # widths of the columns in pixels at 100 %
KIND = file_dialogs.FileKind(words.PUZZLES, SUFFIX)


class Row(NamedTuple):
    """A row of the list: what is chosen, and its set, or None for all sets."""

    choice: Choice
    entry: SetEntry | None


class SetsPage(Aside):
    """The window with the sets. A double click or Enter practises a set, Esc closes the list.

    Args:
        root: The main window.
        look: Scale and colours.
        trainer: The practice.
        practise: Begins to practise a choice.
    """

    def __init__(
        self, root: ttkbootstrap.App, look: Look, trainer: Trainer, practise: Callable[[Choice], None]
    ) -> None:
        super().__init__(root)
        self.title(words.SETS_TITLE)
        self.withdraw()
        self.look, self.trainer, self.practise = look, trainer, practise
        self.rows: list[Row] = []
        self.deleted: list[SetEntry] = []
        px, palette = look.px, look.palette
        line = palette["line"]
        self.configure(background=palette["card"], highlightthickness=1, highlightbackground=line, highlightcolor=line)
        head = ttk.Frame(self, style="Inner.TFrame", padding=(px(20), px(14), px(20), px(10)))
        head.pack(fill="x")
        ttk.Label(head, text=words.SETS_TITLE, style="CardName.TLabel").pack(side="left")
        foot = ttk.Frame(self, style="Inner.TFrame", padding=(px(20), px(8), px(20), px(14)))
        foot.pack(side="bottom", fill="x")
        self.buttons: dict[str, ttk.Button] = {}
        for label, run, side in (
            (words.PRACTISE, self._practise, "right"), (words.CLOSE, self.destroy, "right"),
            (words.OPEN_FILE, self._open, "left"), (words.EXPORT, self._export, "left"),
            (words.DELETE, self._delete, "left"), (words.RESTORE, self._restore, "left"),
        ):  # fmt: skip
            main = "Main.TButton" if label == words.PRACTISE else "House.TButton"
            button = self.buttons[label] = ttk.Button(foot, text=label, style=main, command=run)
            button.pack(side=side, padx=(0, px(8)) if side == "left" else (px(8), 0))  # type: ignore[arg-type]
        # The note always has its place, so that no button moves when a reason appears.
        self.note = ttk.Label(self, style="CardWarning.TLabel", wraplength=px(SIZE[0] - 40), justify="left")
        note = ttk.Frame(self, style="Inner.TFrame", height=2 * look.fonts["text"].metrics("linespace") + px(4))
        note.pack(side="bottom", fill="x", padx=px(20))
        self.note.place(in_=note, x=0, y=0)
        middle = ttk.Frame(self, style="Inner.TFrame", padding=(px(20), 0, px(8), px(4)))
        middle.pack(fill="both", expand=True)
        style(look, STYLE, LINE)
        columns = [
            Column(heading, width, wide=number == 0, right=number > 1)
            for number, (heading, width) in enumerate(zip(words.SET_HEADS, WIDTHS, strict=True))
        ]
        self.list = table(middle, look, columns, 8, STYLE)
        ScrollBar(self.list, stays=True)
        self.list.pack(side="left", fill="both", expand=True)
        self.list.bind("<Double-Button-1>", lambda _: self._practise())
        for key in ("Return", "KP_Enter"):
            self.list.bind(f"<Key-{key}>", lambda _: self._practise())
        self.list.bind("<Key-Delete>", lambda _: self._delete())
        self.bind("<Control-z>", lambda _: self._restore())
        self.list.bind("<<TreeviewSelect>>", lambda _: self._on_selection())
        self.bind("<Key-Escape>", lambda _: self.destroy())
        open_over(self, root, look, *SIZE)
        self.show_rows()
        self.list.focus_set()
        trainer.load(self.show_rows)

    # State that survives a change of the look -------------------------------------------------------------------------

    def save_view(self) -> object:
        """Return the state to restore in the new window."""
        row = self.chosen
        return row.choice if row is not None else self.trainer.choice, self.deleted

    def restore_view(self, memory: object) -> None:
        """Restore the state of the old window."""
        assert isinstance(memory, tuple)
        choice, self.deleted = memory
        self.show_rows(choice)

    # Rows -------------------------------------------------------------------------------------------------------------

    def show_rows(self, chosen: Choice | None = None) -> None:
        """List the sets again, with a row selected."""
        if not self.winfo_exists():
            return
        old = self.chosen
        wanted = chosen or (old.choice if old is not None else self.trainer.choice)
        self.rows = [Row(*entry) for entry in self.trainer.choices()]
        self.list.delete(*self.list.get_children())
        for number, row in enumerate(self.rows):
            damaged = row.entry is not None and bool(row.entry.damage)
            self.list.insert("", "end", str(number), values=self._cells(row), tags=("warning",) if damaged else ())
        if self.rows:
            fits = (row.choice == wanted for row in self.rows), (row.choice.game == wanted.game for row in self.rows)
            number = next((n for test in fits for n, fit in enumerate(test) if fit), 0)
            self.list.selection_set(str(number))
            self.list.focus(str(number))
            self.list.see(str(number))
        self._on_selection()

    def _cells(self, row: Row) -> tuple[str, ...]:
        title = set_title(row.entry) if row.entry is not None else words.ALL_SETS
        if row.entry is not None and row.entry.damage:
            texts = title, words.DAMAGED, "", "", ""
        else:
            counts = self.trainer.practice.counts(self.trainer.puzzles_of(row.choice))
            game = fastcore.info(row.choice.game).title
            texts = (
                title,
                game,
                format_count(counts.puzzles),
                format_count(counts.new),
                format_count(counts.due),
            )
        room = [int(self.list.column(number, "width")) - self.look.px(10) for number in range(len(WIDTHS))]
        return tuple(self.look.shorten(text, "text", width) for text, width in zip(texts, room, strict=True))

    @property
    def chosen(self) -> Row | None:
        """The selected row, or None."""
        selected = self.list.selection()
        return self.rows[int(selected[0])] if selected and int(selected[0]) < len(self.rows) else None

    def _on_selection(self) -> None:
        row = self.chosen
        entry = row.entry if row is not None else None
        damaged = entry is not None and bool(entry.damage)
        states = {
            words.PRACTISE: row is not None and not damaged,
            words.EXPORT: entry is not None and not damaged,
            words.DELETE: entry is not None and not entry.shipped,
            words.RESTORE: bool(self.deleted),
        }
        for label, enabled in states.items():
            self.buttons[label].configure(state="normal" if enabled else "disabled")
        self.say(words.set_damaged(entry.damage) if entry is not None and damaged else "")

    def say(self, text: str) -> None:
        """Show a message above the buttons."""
        self.note.configure(text=text)

    def _failed(self, error: ValueError) -> None:
        if self.winfo_exists():
            self.say(words.refusal(error))

    # Actions ----------------------------------------------------------------------------------------------------------

    def _practise(self) -> str:
        row = self.chosen
        if row is not None and row.choice.game:
            self.destroy()
            self.practise(row.choice)
        return "break"

    def _open(self) -> None:
        file = file_dialogs.ask_open(self, file_dialogs.documents(), KIND)
        if file is not None:
            self.open_file(file)

    def open_file(self, file: Path) -> None:
        """Add the set in a file to the list and select it. A damaged file is refused, and nothing changes."""
        self.say(words.CHECKING)
        self.trainer.background.run(partial(sets.import_file, file), self._on_opened, self._failed)

    def _on_opened(self, entry: SetEntry) -> None:
        if self.winfo_exists():
            game = next((puzzle.game for puzzle in entry.puzzles), "")
            self.trainer.load(partial(self.show_rows, Choice(game, entry.name)))

    def _export(self) -> None:
        row = self.chosen
        if row is None or row.entry is None:
            return
        name = f"{sets.safe_name(row.entry.title)}{SUFFIX}"
        file = file_dialogs.ask_save(self, file_dialogs.documents(), name, KIND, title=words.EXPORT)
        if file is not None:
            self.export_to(row.entry, file)

    def export_to(self, entry: SetEntry, file: Path) -> None:
        """Write a set to a file, without names of games and dates."""

        def done(_: None) -> None:
            if self.winfo_exists():
                self.say(words.exported(file.name))

        self.trainer.background.run(partial(sets.export_file, entry, file), done, self._failed)

    def _delete(self) -> None:
        row = self.chosen
        if row is None or row.entry is None or row.entry.shipped:
            return
        entry = row.entry

        def done(_: None) -> None:
            self.deleted.append(entry)
            self.trainer.load(self.show_rows)

        self.trainer.background.run(partial(sets.delete, entry), done, self._failed)

    def _restore(self) -> None:
        if not self.deleted:
            return
        entry = self.deleted.pop()
        self.trainer.background.run(
            partial(sets.restore, entry), lambda _: self.trainer.load(self.show_rows), self._failed
        )
