"""My games: a table of the saved games with players, result and date, and a filter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tkinter import ttk

import ttkbootstrap

import fastcore
from workbench import boards
from workbench.gui.files import words
from workbench.gui.look.look import Look
from workbench.gui.play import words as play_words
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.data_table import Column, style, table
from workbench.gui.widgets.dialog import Aside, open_over
from workbench.gui.widgets.scrolling import ScrollBar
from workbench.storage.library import Found, Library
from workbench.system.sentences import as_sentence

SIZE = (850, 520)  # at 100 %
WIDTHS = (205, 205, 225, 145)  # of the columns at 100 %
STYLE, LINE = "Games.Treeview", 28  # the style of the list, and the height of its rows at 100 %
WAIT_MS = 150  # after a key before it is looked for


class MyGames(Aside):
    """A double click or Enter opens a game, Esc closes the list.

    Files that cannot be opened come last, with the reason.
    """

    def __init__(
        self, root: ttkbootstrap.App, look: Look, background: BackgroundJobs, open: Callable[[Path], None]
    ) -> None:
        super().__init__(root)
        self.title(words.OWN)
        self.withdraw()
        self.look, self.background, self.open = look, background, open
        self.found: list[Found] = []
        self.at = 0  # the line to choose when the list is made anew
        self.timer = ""
        self.deleted: list[Path] = []  # what can be put back, the last one deleted last
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
        foot = ttk.Frame(self, style="Inner.TFrame", padding=(px(20), px(8), px(20), px(14)))
        foot.pack(side="bottom", fill="x")
        self.button = ttk.Button(foot, text=widgets_words.OPEN, style="House.TButton", command=self._open)
        self.button.pack(side="right")
        self.back = ttk.Button(foot, text=words.PUT_BACK, style="House.TButton", command=self._put_back)
        self.remove = ttk.Button(foot, text=words.DELETE, style="House.TButton", command=self._delete)
        self.close = ttk.Button(foot, text=words.CLOSE, style="House.TButton", command=self.destroy)
        self.close.pack(side="right", padx=px(8))
        self.remove.pack(side="right", padx=(px(8), 0))
        self.why = ttk.Label(foot, style="CardSmall.TLabel", wraplength=px(440))
        self.why.pack(side="left")
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
        self.bind("<Control-z>", lambda _: self._put_back())
        self.list.bind("<<TreeviewSelect>>", lambda _: self._chosen())
        for widget in (self.list, self.filter):
            widget.bind("<Key-Return>", lambda _: self._open())
        self.filter.bind("<KeyRelease>", self._typed)
        self.filter.bind("<Key-Down>", lambda _: self.list.focus_set())
        self.bind("<Key-Escape>", lambda _: self.destroy())
        open_over(self, root, look, *SIZE)
        self.filter.focus_set()
        self.look_for()

    # Made anew after a change of the look -----------------------------------------------------------------------------

    def memory(self) -> object:
        rows = self.list.selection()
        return self.filter.get(), int(rows[0]) if rows else 0, self.deleted

    def recall(self, memory: object) -> None:
        assert isinstance(memory, tuple)
        text, self.at, self.deleted = memory
        self.filter.insert(0, text)
        self._changed()

    # Looking ----------------------------------------------------------------------------------------------------------

    def _typed(self, _: object) -> None:
        self.at = 0
        if self.timer:
            self.after_cancel(self.timer)
        self.timer = self.after(WAIT_MS, self.look_for)

    def look_for(self) -> None:
        """List what fits the words of the filter: each in the players, the game, the result, the date, or what was
        written about it."""
        self.timer = ""
        wanted = self.filter.get().casefold().split()
        if not self.found:
            self._say_nothing(words.LOOKING)
        self.background.run(lambda: search(wanted), self._list, lambda error: self._say_nothing(str(error)))

    def _list(self, found: list[Found]) -> None:
        if not self.winfo_exists():
            return
        self.found = found
        self.list.delete(*self.list.get_children())
        for number, one in enumerate(found):
            self.list.insert("", "end", str(number), values=self._row(one), tags=("warning",) if one.damage else ())
        self.count.configure(text=words.found(len(found)) if found else "")
        if found:
            self.empty.place_forget()
            row = str(min(self.at, len(found) - 1))
            self.list.selection_set(row)
            self.list.focus(row)
            self.list.see(row)
        else:
            self._say_nothing(words.NONE_FOUND if self.filter.get().strip() else words.NO_GAMES)

    def _row(self, one: Found) -> tuple[str, ...]:
        """What the columns say of a game, shortened to their widths."""
        if one.damage:
            texts: tuple[str, ...] = (one.file.name, one.damage, "", "")
        else:
            begun = one.created[:16].replace("T", "  ")
            texts = (title_of(one), " – ".join(map(called, one.players)), result_of(one), begun)
        room = [int(self.list.column(number, "width")) - self.look.px(10) for number in range(len(WIDTHS))]
        return tuple(self.look.shorten(text, "text", width) for text, width in zip(texts, room, strict=True))

    def _say_nothing(self, text: str) -> None:
        if self.winfo_exists():
            self.empty.configure(text=text)
            self.empty.place(relx=0.5, rely=0.45, anchor="center")
            self._chosen()

    @property
    def chosen(self) -> Found | None:
        rows = self.list.selection()
        return self.found[int(rows[0])] if rows else None

    def _chosen(self) -> None:
        one = self.chosen
        self.button.configure(state="normal" if one is not None and not one.damage else "disabled")
        self.remove.configure(state="normal" if one is not None else "disabled")
        self.why.configure(text=words.not_opened(one.damage) if one is not None and one.damage else "")

    def _open(self) -> str:
        one = self.chosen
        if one is not None and not one.damage:
            self.destroy()
            self.open(one.file)
        return "break"

    # Deleting, and putting back ---------------------------------------------------------------------------------------

    def _delete(self) -> None:
        """Take the chosen record away; it can be put back."""
        one = self.chosen
        if one is None:
            return
        self.at = self.found.index(one)

        def done(aside: Path) -> None:
            self.deleted.append(aside)
            self._changed()

        self.background.run(lambda: Library().delete(one.file), done, self._failed)

    def _put_back(self) -> None:
        if self.deleted:
            aside = self.deleted.pop()
            self.background.run(lambda: Library().put_back(aside), lambda _: self._changed(), self._failed)

    def _changed(self) -> None:
        if self.winfo_exists():
            if self.deleted:
                self.back.pack(side="right")
            else:
                self.back.pack_forget()
            self.look_for()

    def _failed(self, error: ValueError) -> None:
        if self.winfo_exists():
            self.why.configure(text=as_sentence(str(error)))


def title_of(one: Found) -> str:
    """The title of a game with its options, or its spec where it is there no more."""
    if one.game not in fastcore.games():
        return one.spec
    return play_words.title(fastcore.info(one.game).title, boards.variant(one.spec), "", False)


def result_of(one: Found) -> str:
    """How a game ended, by the names of its sides."""
    if one.outcome is None or one.game not in fastcore.games():
        return one.result
    info, returns, guilty = fastcore.info(one.game), one.outcome.returns, one.outcome.guilty
    best = max(returns)
    winners = [boards.side(info, seat) for seat, value in enumerate(returns) if value == best and best > min(returns)]
    loser = boards.side(info, guilty) if guilty is not None else ""
    return words.result(one.outcome.points, winners, one.outcome.ending, loser)


def called(player: str) -> str:
    return widgets_words.player(player, alone=False)


def search(wanted: list[str]) -> list[Found]:
    """The games among one's own that have every one of these words somewhere; all damaged ones behind them."""
    library = Library()
    found = library.search()
    for word in wanted:
        written = {one.file for one in library.search(text=word)}
        found = [one for one in found if one.damage or one.file in written or word in shown(one).casefold()]
    return found


def shown(one: Found) -> str:
    return " ".join((title_of(one), *map(called, one.players), result_of(one), one.created))
