"""The card with the candidates: who searched and how much, several of them side by side, the table, and what speaks
for the best."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk

from bots.report import Candidate
from fastcore import Viewpoint
from workbench import boards
from workbench.boards.kit.figures import scores, short
from workbench.gui.analyse import words as said
from workbench.gui.analyse.candidate_table import CandidateRow, CandidateTable
from workbench.gui.analyse.on_board import OnBoard
from workbench.gui.analyse.pages import words as pages_words
from workbench.gui.analyse.pages.page import Subject
from workbench.gui.analyse.position_analysis import PositionAnalysis
from workbench.gui.look.styles import Styles, card
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.menus import MenuEntry, Popup
from workbench.gui.widgets.tips import Tip
from workbench.reports.growth import unit_of

ALL_COLUMNS = ("move", "share", "visits", "value", "chance", "seats", "spread", "prior", "reveals", "line")


def offered(seats: int) -> tuple[str, ...]:
    """The columns to choose from: of two players each value tells the other's, of more none is a chance."""
    return tuple(name for name in ALL_COLUMNS[1:] if name != ("seats" if seats == 2 else "chance"))


class CandidatesCard:
    """`reveals` are the bits that moves would be expected to tell, as far as they are known."""

    def __init__(
        self, parent: ttk.Frame, shell: Shell, games: Tabs, position: PositionAnalysis, on_board: OnBoard, width: int
    ) -> None:
        self.shell, self.games, self.position, self.on_board = shell, games, position, on_board
        look = self.look = shell.look
        self.popup = Popup()
        self.width = width - 2 * look.px(16)
        make_styles(shell.styles)
        self.frame = card(parent, look, padding=(16, 10))
        top = ttk.Frame(self.frame, style="Inner.TFrame")
        top.pack(fill="x")
        self.view = self._button(top, "point_of_view")
        self.bots = self._button(top, "analysts")
        self.bots.configure(text=said.BOTS)
        self.head = ttk.Label(top, style="CardHead.TLabel")
        self.head.pack(side="left")
        self.whole: dict[ttk.Button | ttk.Label, str] = {}  # the words that were shortened
        Tip(look, self.head, lambda: self._all_words(self.head))
        self.top = top
        self.others = ttk.Frame(self.frame, style="Inner.TFrame")
        self.searches: list[ttk.Button] = []
        self.table = CandidateTable(
            self.frame, look, said.COLUMNS, self._hovered, self._chosen, on_board.keep_candidate, self._asked,
            self._sort, self._tip,
        )  # fmt: skip
        self.table.pack(fill="both", expand=True, pady=(look.px(4), 0))
        self.lines: dict[str, tuple[str, ...]] = {}
        self.reveals: dict[str, float] = {}
        self.revealed_at: Viewpoint | None = None

    def _button(self, parent: ttk.Frame, name: str) -> ttk.Button:
        command = self.shell.commands[name]
        button = ttk.Button(parent, style="Page.TButton", takefocus=1, command=partial(self.shell.commands.run, name))
        button.pack(side="right")
        Tip(self.look, button, lambda: f"{command.meaning} ({command.key})" if command.key else command.meaning)
        return button

    # What is shown ----------------------------------------------------------------------------------------------------

    def show(self, subject: Subject) -> None:
        shown, point, position = subject.shown, subject.point, self.position
        self._foresee(point)
        lines: list[CandidateRow] = []
        self.lines = {}
        if shown is None or point is None:
            head = said.CANDIDATES
        else:
            report = shown.report
            deep = max((len(one.line) for one in report.candidates), default=0)
            head = said.head(position.who(shown), report.simulations, unit_of(report), deep)
            if point.actor < 0:
                head = said.outcomes(short(sum(one.prior * one.value[position.seat] for one in report.candidates)))
            total = max(report.simulations + report.kept, 1)
            only = position.analyses.moves if shown.analysis is not None else ()
            lines = [self._line(one, total, point, only) for one in report.candidates]
            self.lines = {one.move: one.line for one in report.candidates}
        info, seats = self.games.table.info, self.games.table.point.seats
        self._say(self.view, said.view(boards.side(info, position.seat)))
        room = self.width - self.view.winfo_reqwidth() - self.bots.winfo_reqwidth() - self.look.px(8)
        self._say(self.head, head, "strong text", room)
        self._show_searches(subject)
        settings = self.shell.settings
        wanted = {"move", *settings.analyse_columns} & {"move", *offered(seats)}
        left_out = set[str]() if self.reveals else {"reveals"}
        # Some bots have none.
        left_out |= {name for name in ("spread", "prior") if not any(line.keys[name] for line in lines)}
        columns = tuple(name for name in ALL_COLUMNS if name in wanted - left_out)
        mixed = shown is not None and bool(shown.report.mixture)
        self.table.heads = (
            said.OUTCOME_COLUMNS
            if point is not None and point.actor < 0
            else said.MIXED_COLUMNS
            if mixed
            else said.COLUMNS
        )
        self.table.note = (
            ""
            if lines
            else position.reason or (said.LOOKING if position.analyses.running else pages_words.NOTHING_FOUND)
        )
        self.table.show(
            lines, columns, subject.move, settings.analyse_sort.lstrip("-"), settings.analyse_sort.startswith("-")
        )

    def _say(self, widget: ttk.Button | ttk.Label, whole: str, font: str = "", room: int = 0) -> None:
        """Write words, shortened where there is a room that they do not fit into: then the tip has all of them."""
        text = self.look.shorten(whole, font, room) if font else whole
        self.whole[widget] = whole if text != whole else ""
        if widget.cget("text") != text:
            widget.configure(text=text)

    def _all_words(self, widget: ttk.Button | ttk.Label) -> str:
        return self.whole.get(widget, "")

    def _show_searches(self, subject: Subject) -> None:
        """A button for each search that has looked at the position, with what it found, where there are several."""
        found = subject.found if len(subject.found) > 1 else ()
        while len(self.searches) < len(found):
            number = len(self.searches)
            button = ttk.Button(self.others, style="Page.TButton", takefocus=1, command=partial(self._turn_to, number))
            Tip(self.look, button, partial(self._all_words, button))
            self.searches.append(button)
        if bool(found) != bool(self.others.winfo_manager()):
            if found:
                self.others.pack(fill="x", after=self.top, pady=(self.look.px(4), 0))
            else:
                self.others.pack_forget()
        x, y = 0, 0
        for number, button in enumerate(self.searches):
            if number >= len(found):
                button.place_forget()
                continue
            one = found[number]
            best = next((candidate for candidate in one.report.candidates if candidate.move == one.report.move), None)
            value = short(best.value[self.position.seat]) if best is not None else ""
            self._say(
                button, f"{self.position.who(one)}: {one.move or one.report.move} {value}", "small", self.width // 2
            )
            button.state(["selected" if number == self.position.at else "!selected"])
            wide, high = button.winfo_reqwidth(), button.winfo_reqheight()
            if x and x + wide > self.width:
                x, y = 0, y + high
            button.place(x=x, y=y)
            x += wide + self.look.px(4)
            self.others.configure(height=y + high)

    def _turn_to(self, number: int) -> None:
        self.position.turn_to(number)

    def _line(self, one: Candidate, total: int, point: Viewpoint, only: tuple[str, ...]) -> CandidateRow:
        share, seat = min(one.visits / total, 1.0), self.position.seat
        bits = self.reveals.get(one.move)
        cells = {
            "move": said.looked_at(one.move, one.move in only) if only else one.move,
            "share": f"{100 * share:.0f} %" if share >= 0.0995 or not one.visits else f"{100 * share:.1f} %",
            "visits": f"{one.visits:,}",
            "value": short(one.value[seat]), "chance": scores(one.value[seat])[0],
            "seats": " ".join(map(short, one.value)),
            "spread": said.width(one.spread), "prior": f"{100 * one.prior:.0f} %",
            "reveals": "" if bits is None else said.bits(bits), "line": " ".join(one.line[1:]),
        }  # fmt: skip
        keys: Mapping[str, float | str] = {
            "move": one.move, "share": share, "visits": one.visits, "value": one.value[seat],
            "chance": one.value[seat], "seats": one.value[seat],
            "spread": one.spread, "prior": one.prior, "reveals": bits or 0.0, "line": len(one.line),
        }  # fmt: skip
        return CandidateRow(one.move, cells, keys)

    def _foresee(self, point: Viewpoint | None) -> None:
        """Reckon on another thread what each move would be expected to tell, in a game that hides something."""
        if point is self.revealed_at:
            return
        self.revealed_at, self.reveals = point, {}
        if point is not None and point.actor >= 0 and point.info.has.hidden:
            self.on_board.background.run(_forecast(point.copy()), partial(self._foreseen, point), lambda _: None)

    def _foreseen(self, point: Viewpoint, bits: dict[str, float]) -> None:
        if point is self.revealed_at and self.frame.winfo_exists() and any(bits.values()):
            self.reveals = bits
            self.position.show()

    # What is done with it ---------------------------------------------------------------------------------------------

    def _hovered(self, move: str) -> None:
        self.on_board.show_line(self.lines.get(move, ()))

    def _chosen(self, move: str) -> None:
        self.on_board.choose(move)
        self.on_board.show_line(self.lines.get(move, ()))

    def _asked(self, move: str, x: int, y: int) -> None:
        """Open the menu of a candidate."""
        if move:
            self.on_board.choose(move)
        names = ("keep_line", "only_move", "all_moves", "point_of_view") if move else ("point_of_view",)
        commands = self.shell.commands
        choices = [
            MenuEntry(one.text, partial(commands.run, one.name), one.key, not one.why_not())
            for one in commands.those(*names)
        ]
        self.popup.open(self.shell.root, self.look, [*choices, *self._column_choices()], x, y)

    def pop_columns(self) -> None:
        """Open the menu of the columns."""
        table = self.table
        self.popup.open(self.shell.root, self.look, self._column_choices(), table.winfo_rootx(), table.winfo_rooty())

    def _column_choices(self) -> list[MenuEntry]:
        choices = self.shell.commands["columns"].choices
        assert choices is not None
        return [MenuEntry(text, call) for text, call in choices()]

    def _tip(self, column: str, move: str) -> str:
        """What is said of a cell that tells a value or a spread, or had to be shortened, or, without a move, of the
        head above."""
        if column not in ("value", "chance", "seats", "spread"):
            return self.table.shortened(column, move) if move else said.head_tip(column, self.table.heads[column])
        report = (
            self.position.searched.shown.report
            if self.position.searched is not None and self.position.searched.shown is not None
            else None
        )
        one = next((one for one in report.candidates if move in ("", one.move)), None) if report is not None else None
        info, seat, seats = self.games.table.info, self.position.seat, self.games.table.point.seats
        value, spread = (one.value, one.spread) if one is not None else ((said.EXAMPLE,) * seats, said.EXAMPLE)
        if column == "spread":
            return said.spread_tip(spread, seats) if move else said.spreads_tip(spread, seats)
        if column == "seats":
            return "\n".join(said.value_tip(boards.side(info, each), seats, value[each]) for each in range(seats))
        tip = said.value_tip if move else said.values_tip
        return tip(boards.side(info, seat), seats, value[seat])

    def _sort(self, column: str) -> None:
        """By this column, the most first; then the least first; then as the bot ranks them."""
        settings = self.shell.settings
        settings.analyse_sort = {column: f"-{column}", f"-{column}": ""}.get(settings.analyse_sort, column)
        self.position.show()


def _forecast(point: Viewpoint) -> Callable[[], dict[str, float]]:
    def reckon() -> dict[str, float]:
        return {point.move_text(move): point.forecast(move) for move in point.moves()}

    return reckon


def make_styles(styles: Styles) -> None:
    """Small buttons on a card: tabs, and what a head offers."""
    look, palette, style = styles.look, styles.look.palette, styles.style
    states = {
        "disabled": ("card", "card", 1.0), "selected focus": ("wash", "accent", 2.0), "selected": ("wash", "wash", 1.0),
        "focus": ("card", "accent", 2.0), "active": ("hover", "hover", 1.0),
    }  # fmt: skip
    styles.lay(
        "Page.TButton",
        styles.element("card", "card", 6, states=states, ground="card"),
        "Button.padding",
        "Button.label",
    )
    style.configure(
        "Page.TButton",
        padding=(look.px(8), look.px(3)),
        font=look.fonts["small"],
        foreground=palette["text"],
        anchor="center",
    )
    style.map("Page.TButton", foreground=[("disabled", palette["faint"]), ("selected", palette["accent"])])
    styles.ground("Page.TButton", "card")
