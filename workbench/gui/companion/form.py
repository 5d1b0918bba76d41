"""The form that begins a real table: the game, who sits where, the own seat and hand, and unfinished tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import ttk

import fastcore
from workbench import boards
from workbench.companion import journal
from workbench.companion.beginning import begin_table
from workbench.companion.companion import Companion
from workbench.companion.journal import Journal, JournalError, Table
from workbench.companion.set_up import names_position, read_position
from workbench.gui.companion import words
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.dialog import Dialog
from workbench.gui.widgets.forms import LABELS, OptionForm, dropdown, parse_options
from workbench.gui.widgets.list_view import ListView
from workbench.system.language.formats import format_stamp

MOST_FILES = 50
ROWS = 4  # shown rows of the list of unfinished tables


class TableForm(Dialog):
    """The form.

    Args:
        shell: The window.
        game: The id of the game that is proposed.
        shown: The file of the table that is already shown, or None.
        opened: Called with the table.
    """

    def __init__(self, shell: Shell, game: str, shown: Path | None, opened: Callable[[Companion], None]) -> None:
        look = shell.look
        super().__init__(shell.root, look, words.HEAD, words.BEGIN)
        self.shell, self.opened, px = shell, opened, look.px
        self.games = {title: name for title, name in boards.titles().items() if boards.find(name) is not None}
        self.files: dict[str, Path] = {}
        self.shown = shown
        self.deleted: list[Path] = []  # files that can be restored, in the order of deletion
        self._waits = False
        inside = self.inside = self.card()
        inside.columnconfigure(0, minsize=px(LABELS))
        inside.columnconfigure(1, weight=1)
        self.game_box = dropdown(self._labelled(0, words.GAME), look, list(self.games), 24)
        self.game_box.pack(side="left")
        self.game_box.set(next((title for title, name in self.games.items() if name == game), next(iter(self.games))))
        self.game_box.bind("<<ComboboxSelected>>", lambda _: self._show_options(), add="+")
        self.options: OptionForm | None = None
        self.option_row = ttk.Frame(inside, style="Inner.TFrame")  # made here, so that Tab reaches the options next
        self.option_row.grid(row=1, column=0, columnspan=2, sticky="ew")
        self.names, _ = self._field(2, words.NAMES, words.NAMES_HELP)
        self.seat_box = dropdown(self._labelled(4, words.SEAT), look, (), 24)
        self.seat_box.pack(side="left")
        self.deals = False  # whether the game deals cards
        self.dealt, _ = self._field(5, words.DEALT, words.DEALT_HELP)
        self.dealt_row = (*inside.grid_slaves(row=5), *inside.grid_slaves(row=6))
        self.position, _ = self._field(7, words.POSITION, words.POSITION_HELP)
        self._build_unfinished(self.card())
        self._show_options()
        self._read_unfinished()
        self.appear(self.game_box)

    def _build_unfinished(self, inside: ttk.Frame) -> None:
        look, px = self.look, self.look.px
        self.unfinished = ttk.Label(inside, text=words.UNFINISHED, style="CardStrong.TLabel")
        self.unfinished.pack(anchor="w")
        columns = (("started", words.STARTED, 1.4, "w"), ("names", words.FILE_NAMES, 1.4, "w"))
        self.list = ListView(inside, look, words.FILE_HEAD, columns, 1)
        self.list.tree.configure(height=ROWS)
        for key in self.list.keys:
            self.list.tree.column(key, width=px(120))
        self.list.frame.pack(fill="x", pady=px(6))
        self.go_on, self.delete, self.restore = (
            ttk.Button(inside, text=text, style="House.TButton", command=command)
            for text, command in (
                (words.GO_ON, self._open_chosen), (words.DELETE, self._delete), (words.RESTORE, self._restore)
            )
        )  # fmt: skip
        for button in (self.go_on, self.delete, self.restore):
            button.pack(side="right", padx=(px(8), 0))
        self._enable()
        tree = self.list.tree
        tree.bind("<<TreeviewSelect>>", lambda _: self._enable())
        tree.bind("<Key-Delete>", lambda _: self._delete() or "break")  # type: ignore[func-returns-value]
        tree.bind("<Double-Button-1>", lambda _: self._open_chosen())
        tree.bind("<Key-Return>", lambda _: self._open_chosen() or "break")  # type: ignore[func-returns-value]

    def _labelled(self, row: int, label: str) -> ttk.Frame:
        """Return a frame for a field beside its label."""
        px = self.look.px
        ttk.Label(self.inside, text=label, style="CardText.TLabel").grid(row=row, column=0, sticky="w")
        frame = ttk.Frame(self.inside, style="Inner.TFrame")
        frame.grid(row=row, column=1, sticky="w", pady=px(4))
        return frame

    def _field(self, row: int, label: str, meaning: str) -> tuple[ttk.Entry, ttk.Label]:
        """Return a field beside its label, and the text below it."""
        entry = ttk.Entry(self._labelled(row, label), style="House.TEntry", width=32, font=self.look.fonts["text"])
        entry.pack(side="left")
        below = ttk.Label(self.inside, text=meaning, style="CardSmall.TLabel")
        below.grid(row=row + 1, column=1, sticky="w")
        return entry, below

    # Contents ---------------------------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The id of the chosen game."""
        return self.games[self.game_box.get()]

    @property
    def spec(self) -> str:
        """The chosen game with its options."""
        text = self.options.text if self.options is not None else ""
        return f"{self.game}({text})" if text else self.game

    @property
    def seat(self) -> int | None:
        """The chosen seat, or None."""
        index = int(self.seat_box.current())
        return index - 1 if index > 0 else None

    def _show_options(self) -> None:
        info = fastcore.info(self.game)
        if self.options is not None:
            self.options.destroy()
        last = self.shell.settings.games.get(info.id)
        values = parse_options(last.spec) if last is not None else {}
        self.options = OptionForm(
            self.option_row, self.look, info.options, values, self._show_seats, few=3,
            named=boards.words(info.id).describe_option, described=boards.words(info.id).describe_choice,
            meant=boards.words(info.id).core_text,
        )  # fmt: skip
        self.options.pack(fill="x")
        self._show_seats()

    def _show_seats(self) -> None:
        try:
            state = fastcore.start(self.spec)
        except ValueError:
            return
        before = self.seat
        labels = [words.NOBODY, *(boards.seat_name(state.info, seat) for seat in range(state.seats))]
        self.seat_box.configure(values=labels)
        self.seat_box.current(1 if before is None else min(before + 1, state.seats))
        self.deals = state.info.has.deals
        for widget in self.dealt_row:
            (widget.grid if self.deals else widget.grid_remove)()

    def _show_unfinished(self, found: list[tuple[Path, Table]]) -> None:
        if not self.winfo_exists():
            return
        self.files = {str(number): file for number, (file, _) in enumerate(found)}
        rows = []
        for number, (_, table) in enumerate(found):
            title = fastcore.info(table.spec.partition("(")[0]).title
            rows.append((str(number), title, (format_stamp(table.created), words.players(table))))
        self.list.fill(rows)
        self.unfinished.configure(text=words.UNFINISHED if rows else words.NO_UNFINISHED)
        self._enable()

    # Actions ----------------------------------------------------------------------------------------------------------

    def _enable(self) -> None:
        """Enable the buttons of the unfinished tables."""
        chosen = self.list.chosen
        for button, on in ((self.go_on, chosen), (self.delete, chosen), (self.restore, self.deleted)):
            button.configure(state="normal" if on else "disabled")

    def _read_unfinished(self, _: object = None) -> None:
        """Read the unfinished tables on a thread, and show them."""
        self.shell.background.run(partial(_unfinished, self.shown), self._show_unfinished, lambda _: None)

    def _delete(self) -> None:
        """Delete the selected table. It can be restored."""
        if self.list.chosen:
            file = self.files[self.list.chosen]
            self.shell.background.run(partial(journal.delete, file), self._take_deleted, self._refuse)

    def _take_deleted(self, aside: Path) -> None:
        self.deleted.append(aside)
        self._read_unfinished()

    def _restore(self) -> None:
        """Restore the table that was deleted last."""
        if self.deleted:
            self.shell.background.run(partial(journal.restore, self.deleted.pop()), self._read_unfinished, self._refuse)

    def _open_chosen(self) -> None:
        if self.list.chosen:
            self._make(partial(_reopen, self.files[self.list.chosen]))

    def accept(self) -> None:
        """Begin the table."""
        assert self.options is not None
        if self.options.validate():
            return
        names = tuple(name.strip() for name in self.names.get().split(",")) if self.names.get().strip() else ()
        dealt = self.dealt.get().strip() if self.deals else ""
        position = self.position.get().strip()
        self._make(partial(_begin, self.spec, position, self.seat, names, dealt))

    def _make(self, work: Callable[[], Companion]) -> None:
        """Make the companion on a thread, and open it."""
        if self._waits:
            return
        self._waits = True
        self.shell.background.run(work, self._take, self._refuse)

    def _take(self, companion: Companion) -> None:
        if self.winfo_exists():
            self.destroy()
        self.opened(companion)

    def _refuse(self, error: ValueError) -> None:
        self._waits = False
        if self.winfo_exists():
            self.show_error(str(error))


def _begin(spec: str, position: str, seat: int | None, names: tuple[str, ...], dealt: str) -> Companion:
    if position:
        try:
            read_position(position, spec, seat, any_spec=True)
        except ValueError as error:
            raise ValueError(words.wrong_position(str(error))) from None
    return begin_table(position if names_position(position) else f"{spec} {position}", seat, names, dealt)


def _reopen(file: Path) -> Companion:
    return Companion.open(Journal(file))


def _unfinished(shown: Path | None) -> list[tuple[Path, Table]]:
    """Return the unfinished tables but the shown one, the newest first, without empty ones that have no names."""
    found = []
    for file, _ in zip(journal.journals(), range(MOST_FILES), strict=False):
        if file == shown:
            continue
        try:
            table, changes, _ = journal.read(file)
            fastcore.info(table.spec.partition("(")[0])
        except (JournalError, ValueError, KeyError):
            continue
        if table.names or not all(change.joined for change in changes):  # a joined change was not made by hand
            found.append((file, table))
    return found
