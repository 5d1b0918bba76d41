"""What stands beside the board on demand, in the place of moves and curve: rules, live text, what happened lately, a form."""

from __future__ import annotations

import tkinter
from tkinter import ttk
from typing import TYPE_CHECKING

from workbench import boards
from workbench.gui.board import words as board_words
from workbench.gui.help.rules_text import RulesText
from workbench.gui.look.styles import card
from workbench.gui.play import captions
from workbench.gui.play import words as play_words
from workbench.gui.sheet import words as sheet_words
from workbench.gui.side import words
from workbench.gui.side.account_card import AccountCard
from workbench.gui.side.form_card import FormCard
from workbench.gui.side.reveal_card import RevealCard
from workbench.gui.sound.live_text import LiveText
from workbench.gui.widgets.rich_text import RichText
from workbench.gui.widgets.tips import Tip
from workbench.seen.names import by_name

if TYPE_CHECKING:
    from workbench.gui.side.paper_form import FormDesk
    from workbench.gui.side.reveals import Reveals
    from workbench.gui.window import Window

RULES, LIVE, ACCOUNT, FORM, REVEAL = "rules", "live", "account", "form", "reveal"
HEADS = {
    RULES: play_words.RULES_HEAD,
    LIVE: play_words.LIVE_HEAD,
    ACCOUNT: words.TITLE,
    FORM: words.FORM_TITLE,
    REVEAL: words.REVEAL_TITLE,
}
BUTTONS = {  # in the head, where one does more than close it
    RULES: (RULES, "rules_window", "find"), FORM: (FORM, "form_help"), REVEAL: (REVEAL, "reveal_later", "reveal_earlier"),
}  # fmt: skip
LEAST, LEAST_REVEAL = 230, 392  # pixels at 100 % that it is high, or it covers the cards above too


class Dock:
    """A card over the lower part of the column, from `row` on; `settings.side` says what it shows, "" for nothing."""

    def __init__(self, column: tkinter.Misc, window: Window, row: int, rows: int) -> None:
        self.column, self.window, self.row, self.rows = column, window, row, rows
        self.shell, self.games, self.screen = window.shell, window.games, window.screen
        self.frame: ttk.Frame | None = None
        self.page: RichText | FormCard | RevealCard | None = None
        self.kind = ""
        self.buttons: dict[str, ttk.Button] = {}  # in the head, by their commands
        if kind := window.shell.settings.side if window.reveals.instead is None else REVEAL:
            self._open(kind)

    def toggle(self, kind: str) -> None:
        """Show it, or no more if it is shown."""
        shown = self.kind == kind
        self.shell.settings.side = "" if shown else kind
        self._close()
        if shown:
            self.window.middle.focus_set()
        else:
            self._open(kind)
            if self.page is not None:
                self.page.update_idletasks()  # what is not on the screen cannot have the focus
                self._middle(self.page).focus_set()
        self.window.set_up.again()

    def again(self) -> None:
        """Show what the settings say, after another one stood in its place."""
        if self.shell.settings.side != self.kind:
            self.lay(self.shell.settings.side)

    def lay(self, kind: str) -> None:
        """Show this in the place of what is there, "" for nothing, without anybody having asked for it: it has not the focus."""
        self._close()
        if kind:
            self._open(kind)

    def _middle(self, page: RichText | FormCard | RevealCard) -> tkinter.Misc:
        """What takes the keys of a page."""
        return page.grid_view if isinstance(page, FormCard) else page.view if isinstance(page, RevealCard) else page.text

    def put_away(self) -> bool:
        """Show what lies below again; whether there was anything over it."""
        covered = bool(self.kind)
        if covered:
            self.toggle(self.kind)
        return covered

    def find(self) -> None:
        """Search in the rules."""
        if self.kind != RULES:
            self.toggle(RULES)
        if isinstance(self.page, RulesText):
            self.page.finder.show()

    def finish(self) -> None:
        """A cell that is being written is kept."""
        if isinstance(self.page, FormCard):
            self.page.finish(focus=False)

    def _close(self) -> None:
        if self.frame is not None:
            self.frame.destroy()
        self.frame = self.page = None
        self.kind = ""

    def _open(self, kind: str) -> None:
        window, look, px = self.window, self.shell.look, self.shell.look.px
        game = window.games.table.info.id
        missing = {RULES: not boards.rules_page(game), FORM: window.desk.form is None, REVEAL: not window.reveals.parts or window.analyse.on}
        if kind not in HEADS or missing.get(kind, False) or (window.set_up.on and kind not in (RULES, LIVE)):
            return
        self.kind = kind
        self.frame = card(self.column, look, padding=(4, 4))
        self.frame.grid(row=self.row, column=0, rowspan=self.rows, sticky="nsew")
        head = ttk.Frame(self.frame, style="Inner.TFrame", padding=(px(12), px(8), px(8), px(4)))
        head.pack(fill="x")
        labels = {"rules_window": play_words.OWN_WINDOW, "find": play_words.FIND, "form_help": words.HELP} | words.BUTTONS
        for name in BUTTONS.get(kind, (kind,)):
            button = self.buttons[name] = ttk.Button(head, text=labels.get(name, play_words.CLOSE), style="House.TButton", takefocus=1)
            button.configure(command=lambda name=name: window.shell.commands.run(name))  # type: ignore[misc]
            button.pack(side="right", padx=(px(6), 0))
            command = window.shell.commands[name]
            Tip(look, button, lambda command=command: command.help)  # type: ignore[misc]
        self.head = ttk.Label(head, text=HEADS[kind], style="CardHead.TLabel")
        self.head.pack(side="left")
        if kind == RULES:
            self.page = RulesText(self.frame, look, game, (16, 8))
            self.page.text.tag_configure("h1", font=look.fonts["strong name"], spacing3=px(4))
        elif kind == LIVE:
            self.page = LiveText(self.frame, look, window.shell.commands.press)
        elif kind == FORM:
            self.page = FormCard(self.frame, look, window.desk.pen, window.desk.is_command, lambda: self.toggle(FORM))
            self.note(window.desk)
        elif kind == REVEAL:
            assert window.screen.board is not None
            shapes = {seat: window.screen.board.seat_shape(window.games.table.info, seat) for seat in range(window.games.table.state.seats)}
            self.page = RevealCard(self.frame, look, window.screen.board, shapes)
            self.reveal(window.reveals)
        else:
            self.page = AccountCard(self.frame, look, window.shell.commands, window.playback, window.games.table.info, lambda text: by_name(window.games.table.session, text))
        self.follow()
        self.page.pack(fill="both", expand=True)
        self.frame.bind("<Configure>", self._fit)
        self.frame.lift()

    def _fit(self, _: object) -> None:
        """Where the lower part of the column is too low to read in, take all of it."""
        if self.frame is None:
            return
        *_, height = self.column.grid_bbox(0, self.row, 0, self.row + self.rows - 1) or (0, 0)
        low = height < self.shell.look.px(LEAST_REVEAL if self.kind == REVEAL else LEAST)
        self.frame.grid(row=0 if low else self.row, rowspan=self.rows + self.row * low)

    def follow(self) -> None:
        """Tell what the board shows now."""
        if self.window.set_up.on:
            if isinstance(self.page, LiveText):
                self.page.show(*self.window.set_up.told())
            return
        if isinstance(self.page, AccountCard):
            self.page.show()
        table, playback = self.games.table, self.window.playback
        if isinstance(self.page, LiveText) and playback.shows:
            frames = playback.recap.frames[: playback.at]
            self.page.show(playback.sentence(), "", [frame.words for frame in frames])
        elif isinstance(self.page, LiveText):
            hidden = table.screen.covered_for is not None
            last, turn = table.seat_view.last_events(), table.seat_view.turn_events()
            events = turn if all(event in turn for event in last) else (*last, *turn)
            told = [] if hidden else [by_name(table.session, boards.tell(table.info, event, table.screen.viewer)) for event in events]
            board = "" if hidden else boards.text_board(table.point).removesuffix(boards.expects(table.point)).rstrip()
            told = [sentence for sentence in told if sentence]
            playing = self.games.shown
            self.page.show(" ".join(filter(None, (captions.sentence(playing), captions.reminder(playing)))), board, told, self._decided())

    def _decided(self) -> dict[str, list[str]]:
        """By its head, what else stands beside the board: what is written, the buttons, and what may follow."""
        playing = self.games.shown
        sheet, info = playing.drafting.sheet(), self.games.table.info
        lines = [sheet_words.line(row.cells, row.why) for row in sheet.rows] if sheet is not None else []
        choices = [sheet_words.choice(*choice[1:4]) for choice in playing.touch.choices]
        outcomes = [f"{one.head}: {board_words.happens(boards.tell(info, event) for event in one.events)}" for one in self.window.outcomes_shown]
        form = self.window.desk.lines()
        return {sheet.head if sheet is not None else "": lines, sheet_words.CHOICES: choices, sheet_words.OUTCOMES: outcomes, HEADS[FORM]: form}

    def lift(self) -> None:
        """Lie over what has come to stand below."""
        if self.frame is not None:
            self.frame.lift()

    def note(self, desk: FormDesk) -> None:
        """Show the form as it is filled now."""
        page = self.page
        if isinstance(page, FormCard):
            filled = desk.filled()
            page.show(filled)
            if self.page is not page:  # a note that this finished has put another card in its place
                return
            self.head.configure(text=filled.form.head if filled.form is not None else HEADS[FORM])
            self.buttons["form_help"].configure(text=words.HELP_ON if desk.helping else words.HELP)

    def reveal(self, reveals: Reveals) -> None:
        """Show what was hidden as far as it is known now."""
        if isinstance(self.page, RevealCard):
            shown = reveals.shown()
            self.page.show(shown)
            self.head.configure(text=shown.truth.head if shown.truth is not None else HEADS[REVEAL])
            for name in ("reveal_later", "reveal_earlier"):
                self.buttons[name].configure(state="disabled" if self.shell.commands[name].why_not() else "normal")

    # The live text ----------------------------------------------------------------------------------------------------

    def tell(self, sentence: str) -> None:
        if isinstance(self.page, LiveText) and sentence:
            self.page.tell(sentence)

    def read_out(self, line: str) -> None:
        """Something beside the board has the focus."""
        if isinstance(self.page, LiveText):
            self.page.cursor(line)

    def cursor(self, spot: str, detail: str) -> None:
        """Where the pointer or the cursor is, what stands there and what a click would do."""
        board = self.screen.board
        if isinstance(self.page, LiveText):
            label, point = self.games.shown.touch.label(spot), self.games.table.point
            what = board.standing_on(point.fields, spot, point.seat) if board is not None and spot and label == spot else ""
            line = play_words.cursor_at(board.called(label) if board is not None else label, what) if spot else ""
            self.page.cursor(f"{line}. {detail}" if detail else line)
