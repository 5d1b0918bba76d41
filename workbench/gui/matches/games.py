"""The list of the games of a match. The archive filters, searches and sorts them."""

from __future__ import annotations

import tkinter
from array import array
from collections.abc import Sequence
from functools import partial
from tkinter import ttk

import fastcore
from workbench import boards
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.matches import words
from workbench.gui.matches.desk import Matches
from workbench.gui.matches.names import bot_names
from workbench.gui.shell import words as shell_words
from workbench.gui.shell.log_window import LogWindow
from workbench.gui.widgets.data_table import CHUNK, Column, LongTable, TableRow, room_for, widen
from workbench.gui.widgets.forms import dropdown
from workbench.gui.widgets.tips import Tip
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.rows import Game
from workbench.matches.archive.search import NOBODY, SearchQuery, SearchResult, SortKey, search
from workbench.matches.archive.upgrading import upgrade
from workbench.matches.planning.plan import Schedule
from workbench.system.language.formats import format_count

SEARCH_DELAY_MS = 120  # between a key press and the search
SORT_ORDERS: dict[str, SortKey] = {
    words.GAME_HEAD: "number", words.GAME_HEADS["turns"]: "turns", words.GAME_HEADS["time"]: "took",
    words.GAME_HEADS["points"]: "margin",
}  # fmt: skip
WIDTHS = {
    "result": (110, True), "points": (90, False), "turns": (52, False), "time": (62, False), "ended": (130, False),
}  # fmt: skip


class GamesCard:
    """The card with the games of a match. A double click opens a game.

    `ranking` lists the bots, best first. It decides which games are upsets.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, desk: Matches) -> None:
        self.look, self.desk = look, desk
        self.match: Match | None = None
        self.ranking: tuple[int, ...] = ()
        self.names: tuple[str, ...] = ()
        self.chip = "all"
        self.order: SortKey = "number"
        self.falling = True
        self.found = SearchResult(array("q"), 0)
        self.games: dict[int, Game] = {}  # the games read so far, by row
        self.ticket = 0  # number of the current search
        self.searching = False
        self.timer = ""
        px = look.px
        self.frame = card(parent, look, padding=(16, 12))
        head = ttk.Frame(self.frame, style="Inner.TFrame")
        head.pack(fill="x")
        ttk.Label(head, text=words.GAMES, style="CardHead.TLabel").pack(side="left")
        self.count = ttk.Label(head, style="CardQuiet.TLabel")
        self.count.pack(side="left", padx=(px(10), px(16)))
        self.filter = ttk.Entry(head, style="House.TEntry", width=14, font=look.fonts["text"])
        self.filter.pack(side="right")
        self.filter.bind("<KeyRelease>", lambda _: self._on_key())
        ttk.Label(head, text=words.FIND, style="CardSmall.TLabel").pack(side="right", padx=px(8))
        self.won = dropdown(head, look, (words.ANYONE,), 18)
        self.won.set(words.ANYONE)
        self.won.bind("<<ComboboxSelected>>", lambda _: self.search(True), add="+")
        self.won.pack(side="right", padx=(px(8), 0))
        self.chips: dict[str, ttk.Button] = {}
        for name, label in words.CHIPS.items():
            button = self.chips[name] = ttk.Button(
                head, text=label, style="Chip.TButton", command=partial(self.select_filter, name)
            )
            button.pack(side="left", padx=(0, px(6)))
            Tip(look, button, lambda name=name: words.CHIP_TIPS[name])  # type: ignore[misc]
        foot = ttk.Frame(self.frame, style="Inner.TFrame")
        foot.pack(side="bottom", fill="x", pady=(px(6), 0))
        self.open_button = ttk.Button(foot, text=words.OPEN, style="House.TButton", command=self._open_chosen)
        self.open_button.pack(side="right")
        self.analyse_button = ttk.Button(
            foot, text=words.ANALYSE, style="House.TButton", command=lambda: self._open_chosen(True)
        )
        self.analyse_button.pack(side="right", padx=px(8))
        self.log_button = ttk.Button(foot, text=shell_words.SHOW_LOG, style="House.TButton", command=self._show_log)
        self.reason_label = ttk.Label(foot, style="CardSmall.TLabel")
        self.reason_label.pack(side="left")
        self.rows: LongTable | None = None
        self.empty = ttk.Label(self.frame, style="CardQuiet.TLabel", text=words.NO_GAMES)
        self.frame.bind("<Destroy>", lambda event: self._on_destroy(event.widget))

    def _on_destroy(self, widget: object) -> None:
        if widget is self.frame and self.timer:
            self.frame.after_cancel(self.timer)
            self.timer = ""

    def show(self, match: Match) -> None:
        """Show the games of a match."""
        self.match, self.ranking = match, ()
        self.games, self.found = {}, SearchResult(array("q"), 0)
        if self.rows is not None:
            self.rows.destroy()
        bots = self.names = bot_names(match.plan)
        sides = self._sides()
        wide = 128 if len(sides) <= 2 else 96
        columns = [
            Column(words.GAME_HEAD, 58),
            *(Column(side, wide, True) for side in sides),
            *(Column(words.GAME_HEADS[name], *size) for name, size in WIDTHS.items()),
        ]  # fmt: skip
        self.rows = LongTable(self.frame, self.look, columns, self._fetch, self.open_game, self._on_selection)
        self.rows.pack(fill="both", expand=True, pady=(self.look.px(6), 0))
        Tip(self.look, self.rows.tree, self._seed_tip)
        games = format_count(Schedule(match.plan).games)
        points = " : ".join(["00"] * len(sides))
        longest = {name: words.sorted_by(name, True) for name in SORT_ORDERS}
        longest |= {
            words.GAME_HEAD: words.attempt(games, 2),
            words.GAME_HEADS["points"]: points,
        }
        longest_count = words.count(Schedule(match.plan).games - 1, Schedule(match.plan).games)
        self.count.configure(width=room_for(self.look, longest_count))
        widen(
            self.rows.tree,
            self.look,
            {n: longest[column.name] for n, column in enumerate(columns) if column.name in longest},
        )
        for number, column in enumerate(columns):
            if column.name in SORT_ORDERS:
                self.rows.tree.heading(number, command=partial(self.sort, SORT_ORDERS[column.name]))
        self._show_order()
        self.won.configure(values=(words.ANYONE, *map(words.won_by, bots), words.DRAWN))
        self.won.set(words.ANYONE)
        self.filter.delete(0, "end")
        self.select_filter("all")

    def _sides(self) -> list[str]:
        assert self.match is not None
        state = fastcore.start(self.match.plan.spec)
        return [boards.seat_name(state.info, seat) for seat in range(state.seats)]

    # Search -----------------------------------------------------------------------------------------------------------

    def select_filter(self, name: str) -> None:
        """Select one of the filters."""
        self.chip = name
        for filter_name, button in self.chips.items():
            button.state(["selected" if filter_name == name else "!selected"])
        self.search(True)

    def sort(self, order: SortKey) -> None:
        """Sort the list by a column, or reverse its order if it is already sorted by that column."""
        self.order, self.falling = order, not self.falling if order == self.order else True
        self._show_order()
        self.search(True)

    def _show_order(self) -> None:
        assert self.rows is not None
        for number, column in enumerate(self.rows.columns):
            if column.name in SORT_ORDERS:
                text = (
                    words.sorted_by(column.name, self.falling)
                    if SORT_ORDERS[column.name] == self.order
                    else column.name
                )
                self.rows.tree.heading(number, text=text)

    def _on_key(self) -> None:
        if self.timer:
            self.frame.after_cancel(self.timer)
        self.timer = self.frame.after(SEARCH_DELAY_MS, lambda: self.search(True))

    @property
    def query(self) -> SearchQuery:
        """The search that the filters and the search field describe."""
        assert self.match is not None
        place = list(self.won.cget("values")).index(self.won.get()) if self.won.get() in self.won.cget("values") else 0
        won = None if place == 0 else place - 1 if place <= len(self.match.plan.bots) else NOBODY
        terms = tuple(self.filter.get().casefold().split())
        return SearchQuery(
            won=won, length="long" if self.chip == "long" else "short" if self.chip == "short" else "",
            upset=self.chip == "upset",
            faults=self.chip == "faults", words=terms, endings={word: words.endings(word) for word in terms},
            bots={
                word: tuple(n for n, name in enumerate(self.names) if word in name.casefold())
                for word in terms if not word[0].isdigit()
            },
            order=self.order, descending=self.falling,
        )  # fmt: skip

    def search(self, from_top: bool) -> None:
        """Search the archive in the background.

        Args:
            from_top: Whether the query has changed, so that the list scrolls to the top. If not, nothing is done while
                another search is running.
        """
        self.timer = ""
        if self.match is None or (self.searching and not from_top):
            return
        self.ticket += 1
        self.searching = True
        ticket, match, query, ranking, path = self.ticket, self.match, self.query, self.ranking, self.desk.path
        first = 0 if from_top or self.rows is None else self.rows.first

        def work() -> tuple[SearchResult, int, list[Game]]:
            if ticket != self.ticket:
                return SearchResult(array("q"), 0), 0, []  # outdated by a later search
            upgrade(path)
            with Archive(path, read_only=True) as archive:
                result = search(archive, match, query, ranking)
                begin = max(0, min(first, len(result.rows) - 1) - CHUNK // 4)
                return result, begin, archive.games_at(result.rows[begin : begin + CHUNK])

        self.desk.background.run(
            work,
            lambda result: self._show_found(ticket, from_top, *result),
            lambda error: self._failed(ticket, str(error)),
        )

    def _show_found(self, ticket: int, from_top: bool, result: SearchResult, begin: int, games: list[Game]) -> None:
        if ticket != self.ticket or not self.frame.winfo_exists() or self.rows is None:
            return
        self.searching = False
        rows, old, chosen_game = self.rows, self.found, self.chosen
        chosen = old.rows[rows.chosen] if rows.chosen is not None and rows.chosen < len(old.rows) else None
        top = old.rows[rows.first] if 0 < rows.first < len(old.rows) else None
        self.found, self.games = result, dict(enumerate(games, begin))
        known = {number: self._row(game) for number, game in self.games.items()}
        place = result.rows.index(chosen) if chosen is not None and chosen in result.rows else None
        first = 0 if from_top or top is None or top not in result.rows else result.rows.index(top)
        if place is not None and chosen_game is not None:
            self.games.setdefault(place, chosen_game)  # The selected game can be opened even if its row is not loaded.
        rows.show(len(result.rows), place, first, known)
        # The number of all games is above, and later than this list while the match is running.
        every = len(result.rows) == result.games
        self.count.configure(text="" if every else words.count(len(result.rows), result.games))
        if len(result.rows):
            self.empty.place_forget()
        else:
            self.empty.configure(text=words.NO_GAME_FITS if result.games else words.NO_GAMES)
            self.empty.place(relx=0.5, rely=0.55, anchor="center")

    def _failed(self, ticket: int, reason: str) -> None:
        if ticket == self.ticket and self.frame.winfo_exists():
            self.searching = False
            self.reason_label.configure(text=reason)

    def _fetch(self, first: int, count: int) -> None:
        ticket, path, wanted = self.ticket, self.desk.path, self.found.rows[first : first + count]

        def work() -> list[Game]:
            with Archive(path, read_only=True) as archive:
                return archive.games_at(wanted)

        def done(games: list[Game]) -> None:
            if ticket == self.ticket and self.frame.winfo_exists():
                self._receive(first, games)

        self.desk.background.run(work, done, lambda error: self._failed(ticket, str(error)))

    def _receive(self, first: int, games: Sequence[Game]) -> None:
        self.games |= dict(enumerate(games, first))
        if self.rows is not None and games:
            self.rows.receive(first, [self._row(game) for game in games])
            self._on_selection()  # the selected game may be among them

    def _row(self, game: Game) -> TableRow:
        assert self.match is not None
        bots, sides = self.names, self._side_columns
        best = max(game.returns)
        winners = [
            bots[bot]
            for bot, value in zip(game.seats, game.returns, strict=True)
            if value == best and best > min(game.returns)
        ]
        ended = words.ENDINGS.get(game.ending, game.ending)
        if game.guilty is not None and ended:
            ended = f"{ended}: {sides[game.guilty]}"
        values = (
            words.attempt(format_count(game.number + 1), game.attempt),
            *(bots[bot] for bot in game.seats),
            "–" if game.ending == "void" else words.result(winners), " : ".join(map(str, game.points)), str(game.turns),
            words.seconds(game.took), ended,
        )  # fmt: skip
        return TableRow(values, "warning" if game.ending in ("illegal", "timeout", "crash", "void") else "")

    @property
    def _side_columns(self) -> list[str]:
        assert self.rows is not None
        return [column.name for column in self.rows.columns[1:-5]]

    # Opening a game ---------------------------------------------------------------------------------------------------

    @property
    def chosen(self) -> Game | None:
        """The selected game, or None if there is none or it is not read yet."""
        return self.games.get(self.rows.chosen) if self.rows is not None and self.rows.chosen is not None else None

    def _on_selection(self) -> None:
        game = self.chosen
        for button in (self.open_button, self.analyse_button):
            button.configure(state="normal" if game is not None else "disabled")
        self.reason_label.configure(text=game.reason if game is not None else "")
        if game is not None and game.fault:
            self.log_button.pack(side="right", before=self.reason_label)  # a long reason takes the rest
        else:
            self.log_button.pack_forget()

    def _show_log(self) -> None:
        """Show what the bot that failed in the selected game wrote last. Only bots play, so nothing is hidden."""
        game = self.chosen
        if game is None or self.match is None:
            return
        path, match, title = self.desk.path, self.match.id, self._log_title(game)

        def work() -> str:
            with Archive(path, read_only=True) as archive:
                return archive.log(match, game.number, game.attempt)

        self.desk.background.run(
            work, lambda log: self._open_log(title, log), lambda error: self._open_failed(str(error))
        )

    def _log_title(self, game: Game) -> str:
        return words.log_of(game.number + 1, "" if game.guilty is None else self.names[game.seats[game.guilty]])

    def _open_log(self, title: str, log: str) -> None:
        if not self.frame.winfo_exists():
            return
        if not log:
            self._open_failed(words.NO_LOG)
            return
        shell = self.desk.shell
        shell.pages.show("match_log", lambda: LogWindow(shell.root, shell.look, title, log, shell.clipboard.copy_text))

    def _seed_tip(self) -> str:
        """Return the seed of the game below the pointer."""
        assert self.rows is not None
        tree = self.rows.tree
        row = tree.identify_row(tree.winfo_pointery() - tree.winfo_rooty())
        game = self.games.get(self.rows.first + tree.index(row)) if row else None
        return words.seed(game.seed) if game is not None else ""

    def _open_chosen(self, analyse: bool = False) -> None:
        if self.rows is not None and self.rows.chosen is not None:
            self.open_game(self.rows.chosen, analyse)

    def open_game(self, number: int, analyse: bool = False) -> None:
        """Open a game in the main window.

        Args:
            number: The row of the game.
            analyse: Whether to open it in Analyse instead of Play.
        """
        game = self.games.get(number)
        if game is not None and self.match is not None:
            self.desk.open_game(self.match, game, analyse, self._open_failed)

    def _open_failed(self, reason: str) -> None:
        if self.frame.winfo_exists():
            self.reason_label.configure(text=reason)
