"""The Tree page: the search tree, which the user expands node by node. The board shows the selected node."""

from __future__ import annotations

import tkinter
from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk
from typing import ClassVar

from bots.searching import SearchBot
from fastcore import Search, Viewpoint
from workbench.bot_process.process_bot import ProcessBot
from workbench.bot_process.remote_search import RemoteSearch
from workbench.game.session import Session
from workbench.gui.analyse.pages import words as texts
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.look.look import Look
from workbench.gui.widgets.file_dialogs import FileKind, ask_open, ask_save
from workbench.gui.widgets.list_view import ListView
from workbench.gui.widgets.texts import wrap
from workbench.gui.widgets.tips import Tip
from workbench.reports import search_words as words
from workbench.reports import tree_files
from workbench.reports.search_tree import MovePath, ReportedTree, SearchRow, TreeNode, TreeView, tree_of, visible_rows
from workbench.seen.names import side_name
from workbench.system import folders
from workbench.system.language.formats import format_count, read_count

MAX = 120  # maximum number of moves listed below a node
STEPS = (0, 1, 10, 100, 1000, 10_000, 100_000)
ROOT_ROW = "root"
KEPT_TREE = FileKind(texts.KEPT_TREES, tree_files.SUFFIX)
SHOWN = ("visits", "share", "value", "bounds")  # columns of numbers


def search_of(subject: Subject) -> Search | None:
    """Return the running or idle search of a bot in this process, or None."""
    shown = subject.shown
    bot = shown.analysis.bot if shown is not None and shown.analysis is not None else None
    return bot.search if isinstance(bot, SearchBot) else None


def remote_search_of(subject: Subject) -> RemoteSearch | None:
    """Return the search of a bot in another process, or None.

    The tree is available only if the bot is idle and its engine can save trees.
    """
    shown = subject.shown
    analysis = shown.analysis if shown is not None else None
    if analysis is None or analysis.running or not isinstance(analysis.bot, ProcessBot):
        return None
    search = analysis.bot.search
    return search if search is not None and search.engine in tree_files.KEPT_ENGINES else None


class TreePage:
    """The Tree page."""

    name: ClassVar[str] = "tree"
    title: ClassVar[str] = texts.TREE

    @classmethod
    def unavailable_reason(cls, subject: Subject) -> str:
        """Return why there is no tree, or ""."""
        # A saved tree can be opened without a search.
        return texts.NOT_SEARCHED if subject.point is None else ""

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        """Create the tree and its buttons."""
        self.look, self.host = look, host
        self.key: object = None
        self.subject: Subject
        self.view: TreeView | None = None
        self.paths: dict[str, MovePath] = {}  # row -> the path to its node
        self.spots: dict[str, TreeNode] = {}  # row -> its node, for expanded rows
        self.search: Search | None = None
        self.remote: RemoteSearch | None = None  # replaces `search` for a bot in another process
        self.file = ""
        self.seat = -1  # the seat for which values are shown
        frame = ttk.Frame(parent, style="Inner.TFrame")
        top = ttk.Frame(frame, style="Inner.TFrame")
        top.pack(fill="x")
        self.open = ttk.Button(top, text=texts.OPEN, style="Page.TButton", command=self.ask)
        self.open.pack(side="right")
        self.keep = ttk.Button(top, text=texts.KEEP, style="Page.TButton", command=self._keep)
        self.keep.pack(side="right")
        self.min_visits = tkinter.StringVar(frame, "1")
        box = ttk.Combobox(
            top,
            values=[format_count(step) for step in STEPS],
            textvariable=self.min_visits,
            width=8,
            style="House.TCombobox",
            state="readonly",
            font=look.fonts["text"],
        )  # fmt: skip
        box.pack(side="left", padx=(look.px(6), 0))
        ttk.Label(top, text=texts.MIN, style="CardQuiet.TLabel").pack(side="left", before=box)
        box.bind("<<ComboboxSelected>>", lambda _: self._rebuild())
        Tip(look, box, lambda: texts.MIN_TIP)
        Tip(look, self.keep, lambda: self._why_not() or texts.KEEP_TIP)
        Tip(look, self.open, lambda: texts.OPEN_TIP)
        self.description = ttk.Label(frame, style="CardQuiet.TLabel", justify="left")
        self.description.pack(side="bottom", fill="x", pady=(look.px(4), 0))
        wrap(self.description)
        columns = [(key, texts.COLUMNS[key], 0.0, "e") for key in SHOWN]
        self.list = ListView(frame, look, texts.MOVE, columns, 1.0, deep=True)
        self.list.frame.pack(fill="both", expand=True, pady=(look.px(4), 0))
        self.list.tree.bind("<<TreeviewOpen>>", lambda _: self._expand(self.list.tree.focus()))
        self.list.tree.bind("<<TreeviewSelect>>", lambda _: self._selected())
        return frame

    # Source -----------------------------------------------------------------------------------------------------------

    def show(self, subject: Subject) -> None:
        """Show the tree of a search from its root. A saved tree stays until the position or the page changes."""
        shown, point = subject.shown, subject.point
        if point is None:
            return
        if self.file and subject.node == self.subject.node:
            self.subject = subject
            self._show_seat(subject.session, point)
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
        self._show_seat(subject.session, point)
        if key == self.key:
            return
        self.key, self.subject = key, subject
        self.file = ""
        self.search = search
        self.keep.state(("disabled" if self._why_not() else "!disabled",))
        if self.search is not None:
            wanted = self.search

            def answer(view: TreeView) -> None:
                if self.key == key:
                    self._set_tree(view)

            self.description.configure(text=texts.READING)
            self.host.background.run(lambda: tree_of(wanted, point), answer, self._failed)
        elif (remote := self.remote) is not None:

            def opened(view: TreeView) -> None:
                if self.key == key:
                    self._set_tree(view)

            self.description.configure(text=texts.READING)
            self.host.background.run(lambda: tree_files.saved_tree(remote.load()), opened, self._failed)
        else:
            self._set_tree(ReportedTree(shown.report, point))

    def _show_nothing(self, subject: Subject, point: Viewpoint) -> None:
        """Clear the tree, because nothing was searched. A saved tree can still be opened."""
        key = (subject.node, "")
        self._show_seat(subject.session, point)
        if key == self.key:
            return
        self.key, self.subject, self.file, self.search, self.remote, self.view = key, subject, "", None, None, None
        self.keep.state(("disabled",))
        self.list.clear()
        self.paths, self.spots = {}, {}
        self.description.configure(text=texts.NOT_SEARCHED)

    def _show_seat(self, session: Session, point: Viewpoint) -> None:
        """Update the values if the user selected another seat."""
        if self.seat == self.host.seat:
            return
        self.seat = self.host.seat
        self.list.head("value", texts.valued(side_name(session, self.seat)))
        if (view := self.view) is None:
            return
        for row, spot in self.spots.items():
            if row == ROOT_ROW:
                self._write_root(spot)
            for name, search_row in self._rows(row, spot):
                self.list.write(name, self._name(spot, search_row), words.row_cells(view, spot, search_row, self.seat))
        self.list.fit()
        self._selected()

    def _name(self, spot: TreeNode, search_row: SearchRow) -> str:
        """Return the move of a row with the symbol of its node, with the words of the list of candidates."""
        point = self.subject.point
        if point is None:
            return words.move_with_symbol(search_row)
        move = self.host.name_move(point.info, spot.actor, search_row.move)
        return words.move_with_symbol(search_row._replace(move=move))

    def _why_not(self) -> str:
        if self.remote is not None:
            return ""
        if self.search is None:
            return texts.NOT_LIVE
        shown = self.subject.shown
        return texts.RUNNING if shown is not None and shown.running else tree_files.why_not(self.search)

    def _set_tree(self, view: TreeView) -> None:
        self.view = view
        self._rebuild()

    def _rebuild(self) -> None:
        if self.view is None:
            return
        self.list.clear()
        self.paths, self.spots = {ROOT_ROW: ()}, {}
        self.list.add("", ROOT_ROW, "…", opened=True)
        self._expand(ROOT_ROW)

    def _expand(self, row: str) -> None:
        view, path = self.view, self.paths.get(row)
        if view is None or path is None or row in self.spots:
            return
        key = self.key

        def answer(spot: TreeNode) -> None:
            if key == self.key and self.view is view and self.list.tree.exists(row) and row not in self.spots:
                self.spots[row] = spot
                self._fill(row, spot)

        def failed(error: ValueError) -> None:
            if self.list.tree.exists(row):
                self.list.clear(row)
                self.description.configure(text=str(error) if view.what != "live" or path else texts.NO_DEEPER)

        self.host.background.run(lambda: view.node(path), answer, failed)

    def _fill(self, row: str, spot: TreeNode) -> None:
        tree = self.list.tree
        assert self.view is not None
        self.list.clear(row)
        if row == ROOT_ROW:
            self.list.head("share", texts.WEIGHT if spot.weights else texts.COLUMNS["share"])
            self._write_root(spot)
        rows = list(self._rows(row, spot))
        for name, search_row in rows:
            self.paths[name] = (*spot.path, search_row.move)
            self.list.add(
                row, name, self._name(spot, search_row), words.row_cells(self.view, spot, search_row, self.seat)
            )
            if search_row.opens and search_row.kind != "end":
                self.list.add(name, f"{name}/…", "…")
        if hidden_count := len(spot.rows) - len(rows):
            self.list.add(row, f"{row}/more", texts.more(hidden_count))
        self.list.fit()
        if row == ROOT_ROW:
            tree.selection_set(row)
            tree.focus(row)

    def _write_root(self, spot: TreeNode) -> None:
        point = self.subject.point
        assert point is not None
        side = side_name(self.subject.session, spot.actor) if spot.actor >= 0 else ""
        visits = format_count(spot.visits) if spot.visits else ""
        self.list.write(
            ROOT_ROW, words.node_text(spot.kind, side), (visits, "", words.node_value_text(spot.value, self.seat), "")
        )

    def _rows(self, row: str, spot: TreeNode) -> Iterator[tuple[str, SearchRow]]:
        """Yield the name and the content of each row below a node."""
        assert self.view is not None
        for number, search_row in enumerate(
            visible_rows(self.view, spot, int(read_count(self.min_visits.get())))[:MAX]
        ):
            yield f"{row}/{number}", search_row

    def _selected(self) -> None:
        """Describe the selected node and show it on the board."""
        row = self.list.chosen
        path, point, view = self.paths.get(row), self.subject.point, self.view
        if path is None or point is None or view is None:
            return
        shown = self.subject.shown
        if not path:
            self.host.show_position(None)
            self.description.configure(
                text=self.file or texts.source(view.what, shown.bot if shown is not None else "")
            )
            return
        key = self.key

        def answer(spot: TreeNode) -> None:
            if key != self.key or self.list.chosen != row:
                return
            side = side_name(self.subject.session, spot.actor) if spot.actor >= 0 else ""
            self.description.configure(
                text=texts.spot(spot.kind, side, path, spot.visits, words.node_value_text(spot.value, self.seat))
            )
            board = self.host.board
            if spot.fields is not None and board is not None:
                self.host.show_position(spot.fields)

        self.host.background.run(lambda: view.node(path), answer, self._failed)

    # Files ------------------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        search, remote = self.search, self.remote
        if reason := self._why_not():
            self.host.say(reason, True)
            return
        file = ask_save(self.list.frame, folders.data_path("games"), "", KEPT_TREE)
        if file is None or (search is None and remote is None):
            return

        def write() -> int:
            if remote is not None:
                return tree_files.write_dump(file, remote.dump())
            assert search is not None
            return tree_files.write(file, search)

        self.host.say(texts.keeping_tree(file.name))
        self.host.files.run(
            write, lambda nodes: self.host.say(texts.kept_tree(file.name, nodes)),
            lambda error: self.host.say(str(error), True),
        )  # fmt: skip

    def ask(self) -> None:
        """Ask for a file with a saved tree and open it."""
        file = ask_open(self.list.frame, folders.data_path("games"), KEPT_TREE)
        if file is not None:
            self.open_tree(file)

    def open_tree(self, file: Path) -> None:
        """Show a saved tree. Errors, such as a tree of another game, are shown in the status bar."""
        point = self.subject.point
        assert point is not None

        def read() -> TreeView:
            saved = tree_files.read(file)
            if saved.spec != point.spec:
                raise ValueError(texts.other_game(file.name, saved.spec))
            return tree_files.saved_tree(saved)

        def show(view: TreeView) -> None:
            self.file, self.search, self.remote = texts.from_file(file.name), None, None
            self.keep.state(("disabled",))
            self._set_tree(view)

        self.host.files.run(read, show, lambda error: self.host.say(str(error), True))

    def _failed(self, error: ValueError) -> None:
        self.description.configure(text=str(error))

    def hide(self) -> None:
        """Force a redraw when the page is next opened. It then shows the search again."""
        self.key, self.file = None, ""
