"""My games: a searchable list of the saved games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tkinter import ttk

import ttkbootstrap

import bots
import fastcore
from workbench import boards
from workbench.game.session import PERSON
from workbench.gui.files import words
from workbench.gui.look.look import Look
from workbench.gui.play import words as play_words
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.commands import Command
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.data_table import Column, style, table
from workbench.gui.widgets.dialog import Aside, open_over
from workbench.gui.widgets.scrolling import ScrollBar
from workbench.gui.widgets.texts import keep_width
from workbench.gui.widgets.tips import Tip
from workbench.storage.library import UNFINISHED, Library, LibraryEntry
from workbench.system.language.formats import format_stamp
from workbench.system.sentences import as_sentence
from workbench.system.translation import core

SIZE = (850, 520)  # pixels at 100 %
WIDTHS = (205, 205, 225, 145)  # widths of the columns in pixels at 100 %
STYLE, LINE = "Games.Treeview", 28  # the style of the list, and the height of its rows in pixels at 100 %
SEARCH_DELAY_MS = 150  # delay from a key to the search


class MyGames(Aside):
    """The window with the user's saved games. A double click or Enter opens a game, Esc closes the list.

    Files that cannot be opened come last, with the reason.

    Args:
        root: The main window.
        look: Scale and colours.
        background: Runs disk access on a thread.
        open: Opens a file.
        commands: Commands of other features about all games, which get buttons.
    """

    def __init__(
        self, root: ttkbootstrap.App, look: Look, background: BackgroundJobs, open: Callable[[Path], None],
        commands: Sequence[Command] = (),
    ) -> None:  # fmt: skip
        super().__init__(root)
        self.title(words.OWN)
        self.withdraw()
        self.look, self.background, self.open = look, background, open
        self.found: list[LibraryEntry] = []
        self.row_number = 0  # row to select after the list is rebuilt
        self.timer = ""
        self.deleted: list[Path] = []  # files that can be restored, in the order of deletion
        px, palette = look.px, look.palette
        line = palette["line"]
        self.configure(background=palette["card"], highlightthickness=1, highlightbackground=line, highlightcolor=line)
        head = ttk.Frame(self, style="Inner.TFrame", padding=(px(20), px(14), px(20), px(10)))
        head.pack(fill="x")
        ttk.Label(head, text=words.OWN, style="CardName.TLabel").pack(side="left")
        self.count = ttk.Label(head, style="CardQuiet.TLabel")
        self.count.pack(side="left", padx=(px(12), 0))
        self.filter = ttk.Entry(head, style="House.TEntry", width=22, font=look.fonts["text"])
        self.filter.pack(side="right")
        ttk.Label(head, text=words.FILTER, style="CardSmall.TLabel").pack(side="right", padx=(0, px(8)))
        self.command_buttons = {one.name: ttk.Button(head, text=one.text, command=one.run) for one in commands}
        for command in commands:
            button = self.command_buttons[command.name]
            button.configure(style="House.TButton")
            Tip(look, button, partial(str, command.meaning))
            button.pack(side="right", padx=(0, px(16)))
        foot = ttk.Frame(self, style="Inner.TFrame", padding=(px(20), px(8), px(20), px(14)))
        foot.pack(side="bottom", fill="x")
        self.open_button = ttk.Button(foot, text=widgets_words.OPEN, style="House.TButton", command=self._open)
        keep_width(self.open_button, look, "strong text", (widgets_words.OPEN, widgets_words.CONTINUE))
        self.open_button.pack(side="right")
        self.restore_button = ttk.Button(foot, text=words.PUT_BACK, style="House.TButton", command=self._restore)
        self.delete_button = ttk.Button(foot, text=words.DELETE, style="House.TButton", command=self._delete)
        self.close_button = ttk.Button(foot, text=words.CLOSE, style="House.TButton", command=self.destroy)
        self.close_button.pack(side="right", padx=px(8))
        self.delete_button.pack(side="right", padx=(px(8), 0))
        self.reason_label = ttk.Label(foot, style="CardSmall.TLabel", wraplength=px(440))
        self.reason_label.pack(side="left")
        middle = ttk.Frame(self, style="Inner.TFrame", padding=(px(20), 0, px(8), 0))
        middle.pack(fill="both", expand=True)
        style(look, STYLE, LINE)
        columns = [
            Column(head, width, wide=number == 1)
            for number, (head, width) in enumerate(zip(words.HEADS, WIDTHS, strict=True))
        ]
        self.list = table(middle, look, columns, 10, STYLE)
        ScrollBar(self.list, stays=True)
        self.list.pack(side="left", fill="both", expand=True)
        self.empty = ttk.Label(
            self.list, style="CardQuiet.TLabel", wraplength=px(420), justify="center", anchor="center"
        )
        self.list.bind("<Double-Button-1>", lambda _: self._open())
        self.list.bind("<Key-Delete>", lambda _: self._delete())
        self.bind("<Control-z>", lambda _: self._restore())
        self.list.bind("<<TreeviewSelect>>", lambda _: self._on_selection())
        for widget in (self.list, self.filter):
            widget.bind("<Key-Return>", lambda _: self._open())
        self.filter.bind("<KeyRelease>", self._on_key)
        self.filter.bind("<Key-Down>", lambda _: self.list.focus_set())
        self.bind("<Key-Escape>", lambda _: self.destroy())
        open_over(self, root, look, *SIZE)
        self.filter.focus_set()
        self.start_search()

    # State that survives a change of the look -------------------------------------------------------------------------

    def save_view(self) -> object:
        """Return the state to restore in the new window."""
        rows = self.list.selection()
        return self.filter.get(), int(rows[0]) if rows else 0, self.deleted

    def restore_view(self, memory: object) -> None:
        """Restore the state of the old window."""
        assert isinstance(memory, tuple)
        text, self.row_number, self.deleted = memory
        self.filter.insert(0, text)
        self._on_change()

    # Search -----------------------------------------------------------------------------------------------------------

    def _on_key(self, _: object) -> None:
        self.row_number = 0
        if self.timer:
            self.after_cancel(self.timer)
        self.timer = self.after(SEARCH_DELAY_MS, self.start_search)

    def start_search(self) -> None:
        """List the games that contain every word of the filter in their columns or comments."""
        self.timer = ""
        terms = self.filter.get().casefold().split()
        if not self.found:
            self._show_empty(words.LOOKING)
        self.background.run(lambda: search(terms), self._show_found, lambda error: self._show_empty(str(error)))

    def _show_found(self, games: list[LibraryEntry]) -> None:
        if not self.winfo_exists():
            return
        self.found = games
        self.list.delete(*self.list.get_children())
        for number, entry in enumerate(games):
            self.list.insert("", "end", str(number), values=self._row(entry), tags=("warning",) if entry.damage else ())
        self.count.configure(text=words.found(len(games)) if games else "")
        if games:
            self.empty.place_forget()
            row = str(min(self.row_number, len(games) - 1))
            self.list.selection_set(row)
            self.list.focus(row)
            self.list.see(row)
        else:
            self._show_empty(words.NONE_FOUND if self.filter.get().strip() else words.NO_GAMES)

    def _row(self, entry: LibraryEntry) -> tuple[str, ...]:
        """Return the texts of a row, shortened to the widths of the columns."""
        if entry.damage:
            texts: tuple[str, ...] = (entry.file.name, core(entry.damage), "", "")
        else:
            start = format_stamp(entry.created, "  ")
            texts = (title_of(entry), " – ".join(player_names(entry)), result_of(entry), start)
        room = [int(self.list.column(number, "width")) - self.look.px(10) for number in range(len(WIDTHS))]
        return tuple(self.look.shorten(text, "text", width) for text, width in zip(texts, room, strict=True))

    def _show_empty(self, text: str) -> None:
        if self.winfo_exists():
            self.empty.configure(text=text)
            self.empty.place(relx=0.5, rely=0.45, anchor="center")
            self._on_selection()

    @property
    def chosen(self) -> LibraryEntry | None:
        """The selected game, or None."""
        rows = self.list.selection()
        return self.found[int(rows[0])] if rows else None

    def _on_selection(self) -> None:
        entry = self.chosen
        unfinished = entry is not None and entry.result == UNFINISHED
        self.open_button.configure(
            text=widgets_words.CONTINUE if unfinished else widgets_words.OPEN,
            state="normal" if entry is not None and not entry.damage else "disabled",
        )
        self.delete_button.configure(state="normal" if entry is not None else "disabled")
        self.reason_label.configure(text=words.not_opened(entry.damage) if entry is not None and entry.damage else "")

    def _open(self) -> str:
        entry = self.chosen
        if entry is not None and not entry.damage:
            self.destroy()
            self.open(entry.file)
        return "break"

    # Deleting and restoring -------------------------------------------------------------------------------------------

    def _delete(self) -> None:
        """Delete the selected record. It can be restored."""
        entry = self.chosen
        if entry is None:
            return
        self.row_number = self.found.index(entry)

        def done(trashed: Path) -> None:
            self.deleted.append(trashed)
            self._on_change()

        self.background.run(lambda: Library().delete(entry.file), done, self._failed)

    def _restore(self) -> None:
        if self.deleted:
            trashed = self.deleted.pop()
            self.background.run(lambda: Library().restore(trashed), lambda _: self._on_change(), self._failed)

    def _on_change(self) -> None:
        if self.winfo_exists():
            if self.deleted:
                self.restore_button.pack(side="right")
            else:
                self.restore_button.pack_forget()
            self.start_search()

    def _failed(self, error: ValueError) -> None:
        if self.winfo_exists():
            self.reason_label.configure(text=as_sentence(str(error)))


def title_of(entry: LibraryEntry) -> str:
    """Return the game's title and options, or its spec if the game is not installed."""
    if entry.game not in fastcore.games():
        return entry.spec
    return play_words.title(fastcore.info(entry.game).title, boards.describe_options(entry.spec), "", False)


def result_of(entry: LibraryEntry) -> str:
    """Return the result, with the names of the seats if the game is installed."""
    if entry.outcome is None or entry.game not in fastcore.games():
        return entry.result
    info, returns, guilty = fastcore.info(entry.game), entry.outcome.returns, entry.outcome.guilty
    best = max(returns)
    winners = [
        boards.seat_name(info, seat) for seat, value in enumerate(returns) if value == best and best > min(returns)
    ]
    loser = boards.seat_name(info, guilty) if guilty is not None else ""
    return words.result(entry.outcome.points, winners, entry.outcome.ending, loser)


def player_names(entry: LibraryEntry) -> list[str]:
    """Return the display names of the players. A person against levels only is "you"."""
    others = [player for player in entry.players if player != PERSON]
    alone = len(others) == len(entry.players) - 1 and all(map(bots.is_level, others))
    return [widgets_words.player(player, alone) for player in entry.players]


def search(terms: list[str]) -> list[LibraryEntry]:
    """Return the saved games that contain all these words, then all damaged files."""
    library = Library()
    entries = library.search()
    for word in terms:
        with_comment = {entry.file for entry in library.search(text=word)}
        entries = [
            entry
            for entry in entries
            if entry.damage or entry.file in with_comment or word in search_text(entry).casefold()
        ]
    return entries


def search_text(entry: LibraryEntry) -> str:
    """Return the text of all columns of a game."""
    return " ".join(
        (title_of(entry), *player_names(entry), result_of(entry), entry.created, format_stamp(entry.created))
    )
