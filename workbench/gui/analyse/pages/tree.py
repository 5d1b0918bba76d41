"""The page Tree: what was searched, node by node, opened as far as somebody looks; any node is shown on the board."""

from __future__ import annotations

import tkinter
from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk
from typing import ClassVar

from bots.searching import SearchBot
from fastcore import Search, Viewpoint
from workbench import boards
from workbench.bot_process.process_bot import ProcessBot, RemoteSearch
from workbench.gui.analyse.pages import words as said
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.look.look import Look
from workbench.gui.widgets.file_dialogs import FileKind, ask_open, ask_save
from workbench.gui.widgets.list_view import ListView
from workbench.gui.widgets.texts import wrap
from workbench.gui.widgets.tips import Tip
from workbench.reports import search_words as words
from workbench.reports import tree_files
from workbench.reports.search_tree import Looked, Reported, SearchRow, Spot, Way, listed, look_into
from workbench.system import folders

MOST = 120  # moves of a node that are listed
STEPS = (0, 1, 10, 100, 1000, 10_000, 100_000)
ROOT_ROW = "root"
KEPT_TREE = FileKind(said.KEPT_TREES, tree_files.SUFFIX)
SHOWN = ("visits", "share", "value", "bounds")  # the columns of numbers


def search_of(subject: Subject) -> Search | None:
    """The search that is there to be looked into."""
    shown = subject.shown
    bot = shown.analysis.bot if shown is not None and shown.analysis is not None else None
    return bot.search if isinstance(bot, SearchBot) else None


def remote_search_of(subject: Subject) -> RemoteSearch | None:
    """Return the search of a bot in another process that does not think now, if its tree can be looked into."""
    shown = subject.shown
    analysis = shown.analysis if shown is not None else None
    if analysis is None or analysis.running or not isinstance(analysis.bot, ProcessBot):
        return None
    search = analysis.bot.search
    return search if search is not None and search.engine in tree_files.KEPT_ENGINES else None


class TreePage:
    name: ClassVar[str] = "tree"
    title: ClassVar[str] = said.TREE

    @classmethod
    def fits(cls, subject: Subject) -> str:
        # A saved tree can be opened without a search.
        return said.NOT_SEARCHED if subject.point is None else ""

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        self.look, self.host = look, host
        self.key: object = None
        self.looked: Looked | None = None
        self.ways: dict[str, Way] = {}  # by row: the way to its node
        self.spots: dict[str, Spot] = {}  # those that were opened
        self.search: Search | None = None
        self.remote: RemoteSearch | None = None  # instead, of a bot in another process
        self.file = ""
        self.seat = -1  # from whose side values are told
        frame = ttk.Frame(parent, style="Inner.TFrame")
        top = ttk.Frame(frame, style="Inner.TFrame")
        top.pack(fill="x")
        self.open = ttk.Button(top, text=said.OPEN, style="Page.TButton", command=self.ask)
        self.open.pack(side="right")
        self.keep = ttk.Button(top, text=said.KEEP, style="Page.TButton", command=self._keep)
        self.keep.pack(side="right")
        self.least = tkinter.StringVar(frame, "1")
        box = ttk.Combobox(
            top, values=[f"{step:,}" for step in STEPS], textvariable=self.least, width=8, style="House.TCombobox",
            state="readonly",
            font=look.fonts["text"],
        )  # fmt: skip
        box.pack(side="left", padx=(look.px(6), 0))
        ttk.Label(top, text=said.LEAST, style="CardQuiet.TLabel").pack(side="left", before=box)
        box.bind("<<ComboboxSelected>>", lambda _: self._plant())
        Tip(look, box, lambda: said.LEAST_TIP)
        Tip(look, self.keep, lambda: self._why_not() or said.KEEP_TIP)
        Tip(look, self.open, lambda: said.OPEN_TIP)
        self.told = ttk.Label(frame, style="CardQuiet.TLabel", justify="left")
        self.told.pack(side="bottom", fill="x", pady=(look.px(4), 0))
        wrap(self.told)
        columns = [(key, said.COLUMNS[key], 0.0, "e") for key in SHOWN]
        self.list = ListView(frame, look, said.MOVE, columns, 1.0, deep=True)
        self.list.frame.pack(fill="both", expand=True, pady=(look.px(4), 0))
        self.list.tree.bind("<<TreeviewOpen>>", lambda _: self._opened(self.list.tree.focus()))
        self.list.tree.bind("<<TreeviewSelect>>", lambda _: self._selected())
        return frame

    # What is looked into ----------------------------------------------------------------------------------------------

    def show(self, subject: Subject) -> None:
        shown, point = subject.shown, subject.point
        if point is None:
            return
        if shown is None:
            self._show_nothing(subject, point)
            return
        search, self.remote = search_of(subject), remote_search_of(subject)
        live = search is not None or self.remote is not None
        key = (
            subject.node,
            shown.source,
            shown.bot,
            shown.move,
            live,
            shown.running,
            len(shown.reports) if not shown.running else 0,
        )
        self._turn(point)
        if key == self.key:
            return
        self.key, self.subject = key, subject
        self.file = ""
        self.search = search
        self.keep.state(("disabled" if self._why_not() else "!disabled",))
        if self.search is not None:
            wanted = self.search

            def answer(looked: Looked) -> None:
                if self.key == key:
                    self._looked(looked)

            self.told.configure(text=said.READING)
            self.host.background.run(lambda: look_into(wanted, point), answer, self._failed)
        elif (remote := self.remote) is not None:

            def opened(looked: Looked) -> None:
                if self.key == key:
                    self._looked(looked)

            self.told.configure(text=said.READING)
            self.host.background.run(lambda: tree_files.explored(remote.saved()), opened, self._failed)
        else:
            self._looked(Reported(shown.report, point))

    def _show_nothing(self, subject: Subject, point: Viewpoint) -> None:
        """Nothing was searched here: there is only what is opened from a file."""
        key = (subject.node, "")
        self._turn(point)
        if key == self.key:
            return
        self.key, self.subject, self.file, self.search, self.remote, self.looked = key, subject, "", None, None, None
        self.keep.state(("disabled",))
        self.list.clear()
        self.ways, self.spots = {}, {}
        self.told.configure(text=said.NOT_SEARCHED)

    def _turn(self, point: Viewpoint) -> None:
        """Tell the values of the nodes that are there from the side of another seat, if that was asked for."""
        if self.seat == self.host.seat:
            return
        self.seat = self.host.seat
        self.list.head("value", said.valued(boards.side(point.info, self.seat)))
        if (looked := self.looked) is None:
            return
        for row, spot in self.spots.items():
            if row == ROOT_ROW:
                self._write_root(spot)
            for name, one in self._rows(row, spot):
                self.list.write(name, words.behind(one), words.row_cells(looked, spot, one, self.seat))
        self.list.fit()
        self._selected()

    def _why_not(self) -> str:
        if self.remote is not None:
            return ""
        if self.search is None:
            return said.NOT_LIVE
        shown = self.subject.shown
        return said.RUNNING if shown is not None and shown.running else tree_files.why_not(self.search)

    def _looked(self, looked: Looked) -> None:
        self.looked = looked
        self._plant()

    def _plant(self) -> None:
        """Begin at the root."""
        if self.looked is None:
            return
        self.list.clear()
        self.ways, self.spots = {ROOT_ROW: ()}, {}
        self.list.add("", ROOT_ROW, "…", opened=True)
        self._opened(ROOT_ROW)

    def _opened(self, row: str) -> None:
        """A node was opened: see what is in it."""
        looked, way = self.looked, self.ways.get(row)
        if looked is None or way is None or row in self.spots:
            return
        mine = self.key

        def answer(spot: Spot) -> None:
            if mine == self.key and self.looked is looked and self.list.tree.exists(row) and row not in self.spots:
                self.spots[row] = spot
                self._fill(row, spot)

        def failed(error: ValueError) -> None:
            if self.list.tree.exists(row):
                self.list.clear(row)
                self.told.configure(text=str(error) if looked.what != "live" or way else said.NO_DEEPER)

        self.host.background.run(lambda: looked.spot(way), answer, failed)

    def _fill(self, row: str, spot: Spot) -> None:
        tree = self.list.tree
        assert self.looked is not None
        self.list.clear(row)
        if row == ROOT_ROW:
            self.list.head("share", said.WEIGHT if spot.weights else said.COLUMNS["share"])
            self._write_root(spot)
        rows = list(self._rows(row, spot))
        for name, one in rows:
            self.ways[name] = (*spot.path, one.move)
            self.list.add(row, name, words.behind(one), words.row_cells(self.looked, spot, one, self.seat))
            if one.opens and one.kind != "end":
                self.list.add(name, f"{name}/…", "…")
        if left := len(spot.rows) - len(rows):
            self.list.add(row, f"{row}/more", said.more(left))
        self.list.fit()
        if row == ROOT_ROW:
            tree.selection_set(row)
            tree.focus(row)

    def _write_root(self, spot: Spot) -> None:
        point = self.subject.point
        assert point is not None
        side = boards.side(point.info, spot.actor) if spot.actor >= 0 else ""
        visits = f"{spot.visits:,}" if spot.visits else ""
        self.list.write(ROOT_ROW, words.node(spot.kind, side), (visits, "", words.chances(spot.value, self.seat), ""))

    def _rows(self, row: str, spot: Spot) -> Iterator[tuple[str, SearchRow]]:
        """The rows below one, by their names: the moves of its node."""
        assert self.looked is not None
        for number, one in enumerate(listed(self.looked, spot, int(self.least.get().replace(",", "")))[:MOST]):
            yield f"{row}/{number}", one

    def _selected(self) -> None:
        """Say what the chosen node is, and show it on the board."""
        row = self.list.chosen
        way, point, looked = self.ways.get(row), self.subject.point, self.looked
        if way is None or point is None or looked is None:
            return
        shown = self.subject.shown
        if not way:
            self.host.show_position(None)
            self.told.configure(text=self.file or said.source(looked.what, shown.bot if shown is not None else ""))
            return
        mine = self.key

        def answer(spot: Spot) -> None:
            if mine != self.key or self.list.chosen != row:
                return
            side = boards.side(point.info, spot.actor) if spot.actor >= 0 else ""
            self.told.configure(text=said.spot(spot.kind, side, way, spot.visits, words.chances(spot.value, self.seat)))
            board = self.host.board
            if spot.fields is not None and board is not None:
                self.host.show_position(spot.fields)

        self.host.background.run(lambda: looked.spot(way), answer, self._failed)

    # Files ------------------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        search, remote = self.search, self.remote
        if reason := self._why_not():
            self.host.say(reason, True)
            return
        file = ask_save(self.list.frame, folders.folder() / "games", "", KEPT_TREE)
        if file is None or (search is None and remote is None):
            return

        def write() -> int:
            if remote is not None:
                return tree_files.put(file, remote.dumped())
            assert search is not None
            return tree_files.write(file, search)

        self.host.say(said.keeping_tree(file.name))
        self.host.files.run(
            write, lambda nodes: self.host.say(said.kept_tree(file.name, nodes)),
            lambda error: self.host.say(str(error), True),
        )  # fmt: skip

    def ask(self) -> None:
        """Ask which kept tree to explore."""
        file = ask_open(self.list.frame, folders.folder() / "games", KEPT_TREE)
        if file is not None:
            self.open_tree(file)

    def open_tree(self, file: Path) -> None:
        """Explore a tree that was kept; it must be of this game."""
        point = self.subject.point
        assert point is not None

        def read() -> Looked:
            saved = tree_files.read(file)
            if saved.spec != point.spec:
                raise ValueError(said.other_game(file.name, saved.spec))
            return tree_files.explored(saved)

        def show(looked: Looked) -> None:
            self.file, self.search, self.remote = said.from_file(file.name), None, None
            self.keep.state(("disabled",))
            self._looked(looked)

        self.host.files.run(read, show, lambda error: self.host.say(str(error), True))

    def _failed(self, error: ValueError) -> None:
        self.told.configure(text=str(error))

    def hide(self) -> None:
        self.key = None
