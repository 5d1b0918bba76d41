"""The window with the games that contain a position, and the moves played there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from tkinter import ttk

import ttkbootstrap

from workbench.finding.index import IndexedGame
from workbench.finding.search import PositionSearch, next_moves
from workbench.gui.finding import words
from workbench.gui.finding.progress import Progress
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.data_table import Column, LongTable, TableRow, style, table
from workbench.gui.widgets.dialog import Aside, open_over
from workbench.gui.widgets.keys import on_enter
from workbench.gui.widgets.scrolling import ScrollBar
from workbench.storage import library
from workbench.system.language.formats import format_count

SIZE = (820, 600)  # pixels at 100 %
STYLE, ROW_HEIGHT, MOVE_ROWS = "Finding.Treeview", 26, 6
MOVE_WIDTHS = (300, 90, 90, 150)  # widths of the columns in pixels at 100 %
GAME_WIDTHS = (250, 170, 150, 60, 60)


class FindingPage(Aside):
    """The window with the results. Enter or a double click opens a game at the position. Esc closes the window.

    Args:
        root: The main window.
        look: Scale and colours.
        player: The player whose scores are shown.
        open: Opens a game.
    """

    def __init__(
        self,
        root: ttkbootstrap.App,
        look: Look,
        player: str,
        open: Callable[[IndexedGame], None],
    ) -> None:
        super().__init__(root)
        self.title(words.TITLE)
        self.withdraw()
        self.look, self.open = look, open
        self.result: PositionSearch | None = None  # None until the search ends
        self.games: Sequence[IndexedGame] = ()  # the listed games
        px, palette = look.px, look.palette
        line = palette["line"]
        self.configure(
            background=palette["window"], highlightthickness=1, highlightbackground=line, highlightcolor=line
        )
        frame = ttk.Frame(self, style="Window.TFrame", padding=px(16))
        frame.pack(fill="both", expand=True)
        foot = ttk.Frame(frame, style="Window.TFrame")
        foot.pack(side="bottom", fill="x", pady=(px(12), 0))
        self.open_button = ttk.Button(foot, text=words.OPEN, style="Dialog.Main.TButton", command=self.open_chosen)
        self.open_button.pack(side="right")
        self.close_button = ttk.Button(foot, text=words.CLOSE, style="Dialog.House.TButton", command=self.destroy)
        self.close_button.pack(side="right", padx=px(8))
        self.message = ttk.Label(foot, text=words.STARTING, style="WindowQuiet.TLabel")
        self.message.pack(side="left")
        style(look, STYLE, ROW_HEIGHT)
        style(look)  # of the long table
        moves_card = card(frame, look, padding=(12, 10))
        moves_card.pack(fill="x")
        heads = (*words.MOVE_HEADS, words.score_head(player))
        columns = [
            Column(head, width, wide=number == 0, right=number > 0)
            for number, (head, width) in enumerate(zip(heads, MOVE_WIDTHS, strict=True))
        ]
        self.moves = table(moves_card, look, columns, MOVE_ROWS, STYLE)
        ScrollBar(self.moves, stays=True)
        self.moves.pack(side="left", fill="both", expand=True)
        games_card = card(frame, look, padding=(12, 10))
        games_card.pack(fill="both", expand=True, pady=(px(12), 0))
        columns = [
            Column(head, width, wide=number == 0, right=number > 2)
            for number, (head, width) in enumerate(zip(words.GAME_HEADS, GAME_WIDTHS, strict=True))
        ]
        self.list = LongTable(games_card, look, columns, self._fetch, lambda _: self.open_chosen(), self._on_choice)
        self.list.pack(fill="both", expand=True)
        self.moves.bind("<<TreeviewSelect>>", lambda _: self._filter())
        on_enter(self.moves, lambda _: self.open_chosen())
        self.bind("<Key-Escape>", lambda _: self.destroy())
        self._on_choice()
        open_over(self, root, look, *SIZE)
        self.moves.focus_set()

    # State that survives a change of the look -------------------------------------------------------------------------

    def save_view(self) -> object:
        """Return the state to restore in the new window."""
        return self.result, self.moves.selection(), self.list.chosen

    def restore_view(self, memory: object) -> None:
        """Restore the state of the old window."""
        assert isinstance(memory, tuple)
        result, selection, chosen = memory
        if result is not None:
            self.show_result(result)
            self.moves.selection_set(selection)
            self._filter(chosen or 0)

    # Contents ---------------------------------------------------------------------------------------------------------

    def show_progress(self, progress: Progress) -> None:
        """Show how many games were read."""
        if self.result is None and progress.total:
            self.message.configure(text=words.reading(*progress))

    def show_failure(self, reason: str) -> None:
        """Show why the search failed."""
        self.message.configure(text=reason, style="WindowWarning.TLabel")

    def show_result(self, result: PositionSearch) -> None:
        """Show the result of a search."""
        self.result = result
        total = next_moves([game._replace(next=words.ALL_MOVES) for game in result.games], result.seat)
        known = sum(move.games for move in result.moves)
        ended = len(result.games) - known
        rows = [(words.ALL_MOVES, format_count(move.games), "", words.percent(move.score)) for move in total]
        for move in result.moves:
            share = words.percent(move.games / len(result.games))
            rows.append((move.move, format_count(move.games), share, words.percent(move.score)))
        if ended and result.games:
            rows.append((words.NO_MOVE, format_count(ended), words.percent(ended / len(result.games)), ""))
        width = int(self.moves.column("0", "width")) - self.look.px(12)
        for number, (text, *numbers) in enumerate(rows):
            self.moves.insert("", "end", str(number), values=(self.look.shorten(text, "text", width), *numbers))
        if result.failures:
            self.show_failure(result.failures[0])
        else:
            self.message.configure(text=words.found(len(result.games)) if result.games else words.NONE)
        if rows:
            self.moves.selection_set("0")
            self.moves.focus("0")
            self._filter()

    def _filter(self, chosen: int = 0) -> None:
        """List the games in which the selected move was played."""
        rows = self.moves.selection()
        if self.result is None or not rows:
            return
        number = int(rows[0]) - 1
        if number < 0:
            self.games = self.result.games
        else:
            moves = self.result.moves
            wanted = moves[number].move if number < len(moves) else ""
            self.games = [game for game in self.result.games if game.next == wanted]
        self.list.show(len(self.games), min(chosen, len(self.games) - 1) if self.games else None, first=0)

    def _fetch(self, first: int, count: int) -> None:
        rows = [TableRow(self._row(game)) for game in self.games[first : first + count]]
        self.list.receive(first, rows)

    def _row(self, game: IndexedGame) -> tuple[str, ...]:
        names = [widgets_words.player(name, alone=False) for name in game.players]
        width = int(self.list.tree.column("0", "width")) - self.look.px(12)
        return (
            self.look.shorten(words.players(names), "text", width),
            library.result_text(game.result),
            words.begun(game.created),
            str(game.turn),
            str(game.at),
        )

    def _on_choice(self) -> None:
        self.open_button.configure(state="normal" if self.list.chosen is not None else "disabled")

    def open_chosen(self) -> None:
        """Open the selected game at the position."""
        if self.list.chosen is not None:
            self.open(self.games[self.list.chosen])
