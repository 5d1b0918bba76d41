"""The candidates card: the shown search and its size, a button for each search, and the table of moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from tkinter import ttk

from bots.reasoning import CandidateTurn, group_turns
from bots.report import Candidate, has_bounds
from fastcore import Viewpoint
from workbench import boards
from workbench.boards.kit.figures import format_evaluations, format_value
from workbench.gui.analyse import solved
from workbench.gui.analyse import words as texts
from workbench.gui.analyse.candidate_table import CandidateTable
from workbench.gui.analyse.on_board import OnBoard
from workbench.gui.analyse.pages import words as pages_words
from workbench.gui.analyse.pages.page import Subject
from workbench.gui.analyse.position_analysis import PositionAnalysis
from workbench.gui.analyse.row_places import CandidateRow
from workbench.gui.look.styles import Styles, card
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.menus import MenuEntry, Popup
from workbench.gui.widgets.texts import keep_width
from workbench.gui.widgets.tips import Tip
from workbench.seen.names import side_name, side_names, with_player_names
from workbench.system.language.formats import format_count, format_percent
from workbench.thinking.analyses import Finding

BUTTON = 24  # pixels at 100 % around the text of a button for a search: two fit in a row
MIN_ROWS, MIN_FOLDED = 4, 3  # candidates that are visible in a low window too, on one and on two lines
PADDING, EDGE = 10, 2  # pixels at 100 % above and below the contents of the card, and of its border
ALL_COLUMNS = ("move", "share", "visits", "value", "seats", "spread", "prior", "reveals", "line")


def selectable_columns(seats: int) -> tuple[str, ...]:
    """Return the names of the optional columns. "seats" is only for more than two seats."""
    return tuple(name for name in ALL_COLUMNS[1:] if name != "seats" or seats > 2)


class CandidatesCard:
    """The candidates card.

    A row is a turn: orders of the same moves are one row, named by its first move. `turns` has the turns by that move,
    and `lines` their expected lines. `reveals` maps each move to the information that it is expected to reveal, in
    bits; it is empty until computed.
    """

    def __init__(
        self, parent: ttk.Frame, shell: Shell, games: Tabs, position: PositionAnalysis, on_board: OnBoard, width: int
    ) -> None:
        self.shell, self.games, self.position, self.on_board = shell, games, position, on_board
        look = self.look = shell.look
        self.popup = Popup()
        self.width = width - 2 * look.px(16)
        make_styles(shell.styles)
        self.frame = card(parent, look, padding=(16, PADDING))
        top = ttk.Frame(self.frame, style="Inner.TFrame")
        top.pack(fill="x")
        self.view = self._button(top, "point_of_view")
        keep_width(self.view, look, "small", [texts.view(name) for name in side_names(games.table.session)])
        self.bots = self._button(top, "analysts")
        self.bots.configure(text=texts.BOTS)
        self.head = ttk.Label(top, style="CardHead.TLabel")
        self.head.pack(side="left")
        self.full_text: dict[ttk.Button | ttk.Label, str] = {}  # the full text of shortened labels
        Tip(look, self.head, lambda: self._full_text(self.head))
        self.top = top
        self.frame.bind("<Configure>", lambda event: self._allow_folding(event.height), add="+")
        self.search_bar = ttk.Frame(self.frame, style="Inner.TFrame")
        self.searches: list[ttk.Button] = []
        self.table = CandidateTable(
            self.frame, look, texts.COLUMNS, self._hovered, self._chosen, self._play, self._open_menu,
            self._sort, self._tip, on_pair=on_board.pairing.pair,
        )  # fmt: skip
        self.table.pack(fill="both", expand=True, pady=(look.px(4), 0))
        self.lines: dict[str, tuple[str, ...]] = {}
        self.turns: dict[str, CandidateTurn] = {}
        self.reveals: dict[str, float] = {}
        self.revealed_at: Viewpoint | None = None
        self.searched: object = None  # the position and the search that the table shows
        self.explained = ""  # the text of the row under the pointer, as the status bar shows it

    def _button(self, parent: ttk.Frame, name: str) -> ttk.Button:
        command = self.shell.commands[name]
        button = ttk.Button(parent, style="Page.TButton", takefocus=1, command=partial(self.shell.commands.run, name))
        button.pack(side="right")
        Tip(self.look, button, lambda: f"{command.meaning} ({command.key})" if command.key else command.meaning)
        return button

    @property
    def least_height(self) -> int:
        """The height in pixels at which the table has its least number of rows, with a row of buttons for searches.

        The contents do not change it.
        """
        searches = self.look.fonts["small"].metrics("linespace") + self.look.px(2 * 4 + 4)
        return self._around + searches + self.table.height_of(MIN_ROWS, False)

    @property
    def _around(self) -> int:
        """The height in pixels of everything but the table and the buttons for searches."""
        px = self.look.px
        return self.top.winfo_reqheight() + px(4) + 2 * px(PADDING + EDGE)

    def _allow_folding(self, height: int) -> None:
        """Give long moves two lines if enough rows then fit."""
        self.table.allow_folding(height >= self._around + self.table.height_of(MIN_FOLDED, True))

    # Display ----------------------------------------------------------------------------------------------------------

    def show(self, subject: Subject) -> None:
        """Show the candidates of a search, or the reason why there are none."""
        shown, point, position = subject.shown, subject.point, self.position
        self._compute_reveals(point)
        lines: list[CandidateRow] = []
        self.lines, self.turns = {}, {}
        selected = subject.move
        hidden = self.on_board.hidden_candidates()
        if shown is None or point is None or hidden:
            head = details = texts.CANDIDATES
        else:
            report = shown.report
            head, details = position.source_name(shown), position.details(shown)
            if point.actor < 0:
                mean = sum(candidate.prior * candidate.value[position.seat] for candidate in report.candidates)
                head = texts.outcomes(format_evaluations(point.seats, mean)[0])
            total = max(report.simulations + report.kept, 1)
            only = position.analyses.moves if shown.analysis is not None else ()
            proven = solved.proven_moves(report, position.seat, point.actor, point.seats)
            turns = group_turns(point, report.candidates)
            best = turns[0].lead if has_bounds(report) else None
            lines = [self._line(point, turn, total, only, proven, best) for turn in turns]
            self.turns = {turn.lead.move: turn for turn in turns}
            self.lines = {move: turn.moves for move, turn in self.turns.items()}
            selected = next(
                (turn.lead.move for turn in turns if selected in (one.move for one in turn.candidates)), selected
            )
        searched = subject.session, subject.node, position.at, shown is None
        if searched != self.searched:
            self.searched = searched
            self.table.order.forget()
        seats = self.games.table.point.seats
        self._set_text(self.view, texts.view(side_name(self.games.table.session, position.seat)))
        room = self.width - self.view.winfo_reqwidth() - self.bots.winfo_reqwidth() - self.look.px(8)
        self._set_text(self.head, head, "strong text", room)
        self.full_text[self.head] = details
        self._show_searches(() if hidden else subject.findings)
        settings = self.shell.settings
        chance = point is not None and point.actor < 0
        wanted = {"move", *settings.analyse_columns, *(["prior"] if chance else [])}
        wanted &= {"move", *selectable_columns(seats)}
        left_out = set[str]() if self.reveals else {"reveals"}
        # Leave out the columns that the bot does not report.
        left_out |= {name for name in ("spread", "prior") if not any(line.keys[name] for line in lines)}
        columns = tuple(name for name in ALL_COLUMNS if name in wanted - left_out)
        mixed = shown is not None and bool(shown.report.mixture)
        self.table.heads = texts.column_heads(seats, chance, mixed)
        nothing = texts.LOOKING if position.analyses.running else pages_words.NOTHING_FOUND
        self.table.note = "" if lines else hidden or position.reason or nothing
        if position.reason == texts.SHARED:  # the page says why
            self.table.note = ""
        self.table.paired = self.on_board.pairing.shown()
        self.table.show(
            lines, columns, selected, settings.analyse_sort.lstrip("-"), settings.analyse_sort.startswith("-")
        )

    def _set_text(self, widget: ttk.Button | ttk.Label, full_text: str, font: str = "", room: int = 0) -> None:
        """Set a text, shortened to `room` pixels unless `room` is 0. The tip shows the full text."""
        text = self.look.shorten(full_text, font, room) if font else full_text
        self.full_text[widget] = full_text if text != full_text else ""
        if widget.cget("text") != text:
            widget.configure(text=text)

    def _full_text(self, widget: ttk.Button | ttk.Label) -> str:
        return self.full_text.get(widget, "")

    def _show_searches(self, found: Sequence[Finding]) -> None:
        """Show a button with the result of each search below the table, if there is more than one."""
        findings = found if len(found) > 1 else ()
        while len(self.searches) < len(findings):
            number = len(self.searches)
            button = ttk.Button(
                self.search_bar, style="Page.TButton", takefocus=1, command=partial(self._select_search, number)
            )
            Tip(self.look, button, partial(self._full_text, button))
            self.searches.append(button)
        if bool(findings) != bool(self.search_bar.winfo_manager()):
            if findings:
                self.search_bar.pack(side="bottom", fill="x", before=self.table, pady=(self.look.px(4), 0))
            else:
                self.search_bar.pack_forget()
        for number, button in enumerate(self.searches):
            if number >= len(findings):
                button.place_forget()
                continue
            finding = findings[number]
            best = next(
                (candidate for candidate in finding.report.candidates if candidate.move == finding.report.move), None
            )
            value = format_evaluations(len(best.value), best.value[self.position.seat])[0] if best is not None else ""
            move = finding.move or finding.report.move
            if self.position.point is not None:
                move = self._name(self.position.point, (move,))
            self._set_text(
                button,
                f"{self.position.search_name(finding)}: {move} {value}",
                "small",
                self.width // 2 - self.look.px(BUTTON),
            )
            button.state(["selected" if number == self.position.at else "!selected"])
            row, height = 1 + number // 2, button.winfo_reqheight()  # counted from below, so that a new row moves none
            button.place(x=number % 2 * (self.width // 2 + self.look.px(2)), rely=1.0, y=-row * height)
            self.search_bar.configure(height=row * height)

    def _select_search(self, number: int) -> None:
        self.position.select_search(number)

    def _line(
        self, point: Viewpoint, turn: CandidateTurn, total: int, only: tuple[str, ...], proven: Mapping[str, str],
        best: Candidate | None,
    ) -> CandidateRow:  # fmt: skip
        """Return the row of a turn. If `best` is given, the values of all other turns are only bounds."""
        lead, visits, seat = turn.lead, turn.visits, self.position.seat
        share, prior, seats = min(visits / total, 1.0), sum(one.prior for one in turn.candidates), len(lead.value)
        value = format_evaluations(seats, lead.value[seat])[0]
        if best is not None and lead.move != best.move:
            says_nothing = value == format_evaluations(seats, best.value[seat])[0]
            value = texts.NOT_BETTER if says_nothing else texts.bound(value, seat == point.actor)
        bits, name = self.reveals.get(lead.move), self._name(point, turn.moves)
        chosen = any(one.move in only for one in turn.candidates)
        cells = {
            "move": texts.candidate_move(name, chosen) if only else name,
            "share": format_percent(share) if share >= 0.0995 or not visits else format_percent(share, 1),
            "visits": format_count(visits),
            "value": proven.get(lead.move, value), "seats": " ".join(map(format_value, lead.value)),
            "spread": texts.spread_text(lead.spread, seats), "prior": format_percent(prior),
            "reveals": "" if bits is None else texts.bits(bits), "line": " ".join(lead.line[len(turn.moves) :]),
        }  # fmt: skip
        keys: Mapping[str, float | str] = {
            "move": name, "share": share, "visits": visits, "value": lead.value[seat], "seats": lead.value[seat],
            "spread": lead.spread, "prior": prior, "reveals": bits or 0.0, "line": len(lead.line),
        }  # fmt: skip
        short = " ".join(turn.moves)
        return CandidateRow(lead.move, cells, keys, texts.candidate_move(short, chosen) if only else short)

    def _name(self, point: Viewpoint, moves: tuple[str, ...]) -> str:
        """Return moves in words, or in their short forms, as the setting says."""
        if point.actor < 0 or not self.shell.settings.moves_in_words:
            return " ".join(moves)
        words = boards.describe_moves(point.info, point.actor, moves)
        return with_player_names(self.games.table.session, words)

    def _compute_reveals(self, point: Viewpoint | None) -> None:
        """Compute in the background how much each move is expected to reveal in a game with hidden information."""
        if point is self.revealed_at:
            return
        self.revealed_at, self.reveals = point, {}
        if point is not None and point.actor >= 0 and point.info.has.hidden:
            self.on_board.background.run(
                _forecast(point.copy()), partial(self._reveals_computed, point), lambda _: None
            )

    def _reveals_computed(self, point: Viewpoint, bits: dict[str, float]) -> None:
        if point is self.revealed_at and self.frame.winfo_exists() and any(bits.values()):
            self.reveals = bits
            self.position.refresh_screen()

    # Input ------------------------------------------------------------------------------------------------------------

    def _hovered(self, move: str) -> None:
        self.on_board.show_line(self.lines.get(move, ()))
        detail, status = self._full_move(move), self.shell.status
        if detail or status.detail == self.explained:
            status.show_detail(detail, False)
        self.explained = detail

    def _full_move(self, move: str) -> str:
        """Return the turn of a row in words and in its short form, or "" if there is none."""
        subject = self.position.candidate_subject
        if move not in self.turns or subject is None or subject.point is None:
            return ""
        if subject.point.actor < 0:
            return move
        moves = self.turns[move].moves
        words = with_player_names(
            self.games.table.session, boards.describe_moves(subject.point.info, subject.point.actor, moves)
        )
        return f"{words} ({' '.join(moves)})"

    def _chosen(self, move: str) -> None:
        self.on_board.select_move(move)
        self.on_board.show_line(self.lines.get(move, ()))

    def _play(self, move: str) -> None:
        """Try a candidate on the board, as a variation."""
        self.on_board.keep_line((move,))

    def _open_menu(self, move: str, x: int, y: int) -> None:
        if move:
            self.on_board.select_move(move)
        names = ("keep_line", "only_move", "all_moves", "point_of_view") if move else ("point_of_view",)
        commands = self.shell.commands
        choices = [
            MenuEntry(command.text, partial(commands.run, command.name), command.key, not command.why_not())
            for command in commands.existing(*names)
        ]
        pairs = self.on_board.pairing.entries(move) if move else ()
        self.popup.open(self.shell.root, self.look, [*pairs, *choices, *self._column_choices()], x, y)

    def pop_columns(self) -> None:
        """Open the menu of the columns."""
        table = self.table
        self.popup.open(self.shell.root, self.look, self._column_choices(), table.winfo_rootx(), table.winfo_rooty())

    def _column_choices(self) -> list[MenuEntry]:
        choices = self.shell.commands["columns"].choices
        assert choices is not None
        return [MenuEntry(text, call) for text, call in choices()]

    def _tip(self, column: str, move: str) -> str:
        """Return the tip for a cell, or for a column heading if `move` is empty."""
        sides, seat, seats = side_names(self.games.table.session), self.position.seat, self.games.table.point.seats
        subject = self.position.candidate_subject
        if not move:
            return texts.head_tip(column, self.table.heads[column], sides[seat], seats)
        if column == "move" and move in self.turns:
            return ""  # the status bar has its full text, which would cover other candidates here
        if column != "seats" or subject is None or subject.shown is None:
            return self.table.cut_text(column, move)
        candidates = subject.shown.report.candidates
        values = next((candidate.value for candidate in candidates if candidate.move == move), ())
        return "\n".join(f"{side} {format_value(value)}" for side, value in zip(sides, values, strict=False))

    def _sort(self, column: str) -> None:
        """Sort by a column in descending order, then ascending, then by the bot's ranking."""
        settings = self.shell.settings
        settings.analyse_sort = {column: f"-{column}", f"-{column}": ""}.get(settings.analyse_sort, column)
        self.position.refresh_screen()


def _forecast(point: Viewpoint) -> Callable[[], dict[str, float]]:
    def compute() -> dict[str, float]:
        return {point.move_text(move): point.forecast(move) for move in point.moves()}

    return compute


def make_styles(styles: Styles) -> None:
    """Define the style of the small buttons on cards."""
    look, palette, style = styles.look, styles.look.palette, styles.style
    states = {
        "disabled": ("card", "card", 1.0), "selected focus": ("wash", "accent", 2.0), "selected": ("wash", "wash", 1.0),
        "focus": ("card", "accent", 2.0), "active": ("hover", "hover", 1.0),
    }  # fmt: skip
    styles.nest_elements(
        "Page.TButton",
        styles.plate_element("card", "card", 6, states=states, ground="card"),
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
    styles.set_background("Page.TButton", "card")
