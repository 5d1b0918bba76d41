"""The widgets of a table's tab: the board, the column beside it, and the cover."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

import fastcore
from fastcore import CHANCE, State, Viewpoint
from workbench import boards
from workbench.boards.kit.choices import Choice
from workbench.boards.kit.contract import Board
from workbench.companion.companion import Companion
from workbench.gui.board.choice_bar import ChoiceBar
from workbench.gui.board.orientation import apply_settings
from workbench.gui.companion import said, words
from workbench.gui.companion.column import Button, ButtonRow, ListCard, SaidCard, button_style
from workbench.gui.companion.desk import Desk
from workbench.gui.companion.entry_card import EntryCard
from workbench.gui.look.styles import card
from workbench.gui.own_tabs.view import OwnView
from workbench.gui.play import captions
from workbench.gui.play.cover import Cover
from workbench.gui.play.screen import Screen
from workbench.gui.play.side_pages import SidePages
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.keys import focused, on_enter
from workbench.gui.widgets.menus import MenuEntry, Popup
from workbench.gui.widgets.tips import Tip
from workbench.system.sentences import as_sentence

GAP = 8  # pixels at 100 % between two cards
SAID, SAID_LARGE = 96, 54  # heights of the text in pixels at 100 %
CANDIDATE_KEYS = (".", ",", ";")
FOOT = ("companion_advice", "companion_fact", "companion_cover", "companion_pass", "companion_finish")


class TableView(OwnView):
    """The board of a table and its column.

    Args:
        parent: The window's body.
        shell: The window.
        screen: The widgets of the window.
        board: The drawing of the game.
        desk: The table.
        uncover: Called when the person wants to see the table again.
    """

    def __init__(
        self, parent: ttk.Frame, shell: Shell, screen: Screen, board: Board, desk: Desk, uncover: Callable[[], None]
    ) -> None:
        super().__init__(parent, shell, screen, board)
        self.desk = desk
        self.popup = Popup()
        self.covered = False
        on_enter(self.view, self.view.click_cursor)
        self.view.bind("<Key>", self._on_board_key, add="+")
        self._start = fastcore.start(screen.frame.game)
        self._asked: tuple[tuple[str, str], ...] = ()
        self.fixes: list[tuple[str, Callable[[Companion], None]]] = []
        self._build_column(parent, screen)
        self.curtain = ttk.Frame(parent, style="Window.TFrame")
        inner = card(self.curtain, shell.look, padding=(40, 32))
        inner.place(relx=0.5, rely=0.45, anchor="center")
        ttk.Label(inner, text=words.COVERED, style="CardName.TLabel").pack(pady=(0, shell.look.px(16)))
        self.show_button = ttk.Button(inner, text=words.SHOW, style="Main.TButton", command=uncover)
        self.show_button.pack()
        on_enter(self.show_button, lambda _: self.show_button.invoke() or "break")
        self.hand_over = Cover(parent, shell.look, uncover)

    def _build_column(self, parent: ttk.Frame, screen: Screen) -> None:
        look, px, width = self.shell.look, self.shell.look.px, screen.frame.column
        large = self.shell.settings.large_buttons
        style = button_style(self.shell.styles, large)
        column = self.column = ttk.Frame(parent, style="Window.TFrame", width=width)
        column.grid_propagate(False)
        column.columnconfigure(0, weight=1)
        self.list = ListCard(column, look, style, self.act)
        self.list.frame.grid(row=0, sticky="nsew")
        column.rowconfigure(0, weight=1)
        height = SAID_LARGE if large else SAID
        self.said = SaidCard(column, look, style, self.fix, height)
        self.said.frame.grid(row=2, sticky="ew", pady=(px(GAP), 0))
        self.entry = EntryCard(column, look, style, large, self.desk.press, self.desk.feed, self.enter_likely,
                               self.list.take_focus)  # fmt: skip
        self.entry.frame.grid(row=3, sticky="ew", pady=(px(GAP), 0))
        commands = self.shell.commands

        def tip(name: str) -> str:
            return words.with_key(commands[name].meaning, commands[name].key, commands[name].why_not())

        buttons = [Button(commands[name].text, "", partial(commands.run, name)) for name in FOOT]
        self.foot = ButtonRow(self.entry.frame, look, style, buttons)
        self.foot.pack(fill="x", pady=(px(6), 0))
        for name, button in zip(FOOT, self.foot.buttons, strict=True):
            Tip(look, button, partial(tip, name))
        self.entry.take_keys(column)
        self.choices = ChoiceBar(column, look, width, 2, self.move_input, self.view)  # in place of what is known
        column.update_idletasks()
        column.rowconfigure(2, minsize=self.said.frame.winfo_reqheight() + px(GAP))
        self.side = SidePages(column, self.shell, (), 6, 2)

    @property
    def middle(self) -> tuple[tkinter.Widget, ...]:
        """The board and the covers."""
        return (self.view, self.curtain, self.hand_over)

    def destroy(self) -> None:
        """Remove the board and the covers."""
        self.popup.close()
        super().destroy()

    def cancel(self) -> bool:
        """Stop writing a line, deselect or leave the list. Return False if there is nothing to cancel."""
        if self.entry.cancel() or super().cancel():
            return True
        left = focused(self.column) is self.list.list.tree
        if left:
            self.list.leave()
            self.entry.field.focus_set()
        return left

    @property
    def focus_target(self) -> tkinter.Misc:
        """The widget that gets the focus."""
        if self.hand_over.winfo_manager():
            return self.hand_over.button
        return self.show_button if self.covered else self.entry.field

    # Contents ---------------------------------------------------------------------------------------------------------

    def set_covered(self, covered: bool, person: str = "") -> None:
        """Hide everything behind the cover, or show it again.

        Args:
            covered: Whether to hide everything.
            person: The name of the person to whom the screen is passed, or "".
        """
        if covered == self.covered and not person:
            return
        self.covered = covered
        self.popup.close()
        self.hand_over.grid_remove()
        if person:
            self.entry.cancel()
            self.shell.events.screen_covered.emit()
            self.shell.clipboard.clear_own()
            self.hand_over.show(person, "")
        if covered:
            self.view.grid_remove()
            self.column.grid_remove()
            (self.hand_over if person else self.curtain).grid(row=2, column=0, columnspan=2, sticky="nsew")
        else:
            self.curtain.grid_remove()
            self.view.grid()
            self.column.grid()
        self.shell.status.show_detail("", False)
        self.update_prompt()
        self.focus_target.focus_set()

    def refresh(self) -> None:
        """Show the present scene."""
        scene, desk = self.desk.scene, self.desk
        self.shell.status.refresh()
        self.update_prompt()
        if scene is None:
            return
        point, info, view = scene.point, scene.point.info, self.view
        self.move_input.set_moves(scene.moves)
        view.viewer = point.seat if info.has.covered else None
        view.set_position(point.fields)
        apply_settings(view, self.shell.settings, info.id)
        names = [self.seat_name(seat) for seat in range(point.seats)]
        people = {boards.seat_name(info, seat): captions.fitted(name) for seat, name in enumerate(names)}
        view.rename_labels(lambda text: people.get(text, text))
        view.painter.show("last", self.board.last_turn_marks(point.fields, scene.events))
        self.move_input.refresh()  # also the preview under the pointer, which may rest there while events are typed
        points = [self.board.points_text(info, points) for points in point.points()]
        belongings = [self.board.belongings(info, point.fields, seat) for seat in range(point.seats)]
        each = [f"{points} · {owned}" for points, owned in zip(points, belongings, strict=True) if owned]
        self.list.show(scene.rows, words.by_name(names, points), words.by_name(names, each, "\n") if each else "")
        self.fixes = said.fixes(scene)
        self.said.show(said.lines(desk, scene), [label for label, _ in self.fixes])
        warning = as_sentence(scene.message) if scene.message else ""
        refused = words.refused(scene.typed) if warning and scene.typed and not scene.matches else ""
        likely = self.likely
        if likely == list(scene.matches):
            likely = [(label, meaning) for label, (_, meaning) in zip(scene.labels, likely, strict=True)]
        self.entry.show(self.sentence(), scene.typed, scene.pad, likely, refused)
        self.foot.enable([not self.shell.commands[name].why_not() for name in FOOT])
        if warning and not self.covered:
            self.shell.status.show_detail(warning, True)
        if scene.question != self._asked:
            self._asked = scene.question
            self._ask(scene.question)

    def seat_name(self, seat: int) -> str:
        """Return the name of the person in a seat, or of the seat."""
        names = self.desk.companion.table.names
        return names[seat] if seat < len(names) and names[seat] else boards.seat_name(self.point.info, seat)

    @property
    def likely(self) -> list[tuple[str, str]]:
        """The events with a button, and their meanings: the choices of a bot, or what the keys can become."""
        desk, scene = self.desk, self.desk.scene
        if scene is None or desk.advising:
            return []
        if desk.advice is not None and not scene.typed:
            info, seat = scene.point.info, scene.point.actor
            choices = desk.advice.choices[: len(CANDIDATE_KEYS)]
            named = desk.companion.named
            return [(choice.move, named(boards.describe_moves(info, seat, (choice.move,)))) for choice in choices]
        return list(scene.matches)

    def _ask(self, question: Sequence[tuple[str, str]]) -> None:
        """Let the person choose which event a move on the board was."""
        if question and not self.covered:
            entries = [MenuEntry(meaning, partial(self.desk.enter, text)) for text, meaning in question]
            x, y = self.view.winfo_pointerxy()
            self.popup.open(self.view, self.shell.look, entries, x, y)

    def choose_seat(self, chosen: Callable[[int], None]) -> None:
        """Let the person choose another seat."""
        own = self.desk.companion.seat
        seats = [seat for seat in range(self.point.seats) if seat != own]
        if len(seats) == 1:
            chosen(seats[0])
            return
        button = self.foot.buttons[FOOT.index("companion_pass")]
        entries = [MenuEntry(self.seat_name(seat), partial(chosen, seat)) for seat in seats]
        self.popup.open(self.view, self.shell.look, entries, button.winfo_rootx(), button.winfo_rooty())

    # Actions ----------------------------------------------------------------------------------------------------------

    def enter_likely(self, number: int) -> None:
        """Enter a likely event."""
        shown = self.likely
        if number < len(shown):
            text = shown[number][0]
            scene = self.desk.scene
            (self.desk.play if scene is not None and text in scene.moves else self.desk.enter)(text)

    def fix(self, number: int) -> None:
        """Make a proposed correction, unless the list has changed since: a second click corrects no other line."""
        scene = self.desk.scene
        if scene is not None and number < len(self.fixes):
            correct, lines = self.fixes[number][1], scene.lines
            self.desk.run(lambda companion: correct(companion) if companion.lines == lines else None)

    def act(self, name: str) -> None:
        """Do something with the selected line."""
        index, rows = self.list.chosen, self.list.rows
        if index is None:
            return
        line, desk = rows[index].line, self.desk
        if name == "change":
            self.entry.write(words.changing(index + 1), line.text, lambda text: desk.run(
                lambda companion: companion.rewrite(line.id, text)))  # fmt: skip
            desk.ask_keys(index, self.entry.offer)
        elif name == "insert":
            self.entry.write(words.inserting(index + 1), "", lambda text: desk.run(
                lambda companion: said.ignore(companion.enter_typed(text, index))))  # fmt: skip
            desk.ask_keys(index, self.entry.offer)
        elif name == "remove":
            desk.run(lambda companion: companion.remove(line.id))
        elif name == "unsure":
            desk.run(lambda companion: companion.mark_unsure(line.id, line.confidence == 1))
        elif name == "strike":
            desk.run(lambda companion: companion.change(line.id, struck=not line.struck))
        else:
            to = index - 1 if name == "up" else index + 1
            if 0 <= to < len(rows):
                desk.run(lambda companion: companion.move(line.id, to))

    def add_fact(self) -> None:
        """Let the person enter something that they know."""
        example = self.desk.companion.cursor.table.example_facts()
        self.entry.write(words.fact_prompt(example), "", self.desk.add_facts)

    def set_up(self) -> None:
        """Let the person enter a position."""
        self.entry.write(words.SET_UP_PROMPT, "", self.desk.set_up)

    def _on_board_key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        """Type while the board has the focus."""
        if event.char and event.char.isalnum():
            self.entry.field.focus_set()
            self.desk.press(event.char)
            return "break"
        return None

    # Interface for the move input -------------------------------------------------------------------------------------

    @property
    def point(self) -> Viewpoint | State:
        """The position in which the next event happens."""
        return self.desk.scene.point if self.desk.scene is not None else self._start

    @property
    def accepts_moves(self) -> bool:
        """Whether a move can be entered on the board."""
        return not self.desk.busy and bool(self.move_input.entry.paths)

    def play(self, move: str) -> None:
        """Enter a move."""
        self.desk.play(move)

    def show_choices(self, choices: Sequence[Choice]) -> None:
        """Show buttons for these choices in place of what is known, so that no button moves.

        A contradiction or advice is hidden only once the first step of a move is selected.
        """
        desk = self.desk
        faulty = desk.scene is not None and desk.scene.fault is not None
        has_news = faulty or desk.advising or desk.advice is not None or bool(desk.no_advice)
        shown = choices if self.move_input.entry.chosen or not has_news else ()
        super().show_choices(shown)
        if shown:
            self.said.frame.grid_remove()
            self.choices.frame.grid_configure(sticky="new", pady=(self.shell.look.px(GAP), 0))
        else:
            self.said.frame.grid()

    def explain(self, spot: str, detail: str) -> None:
        """Show what a click would do."""
        if not self.covered:
            super().explain(spot, detail)

    def update_prompt(self) -> None:
        """Show the sentence about what to do."""
        self.shell.status.set_prompt(words.COVERED if self.covered else self.sentence())

    def sentence(self) -> str:
        """Return the sentence about what happens next."""
        scene = self.desk.scene
        if scene is None:
            return words.LOADING
        if scene.waits:
            return words.UNCHECKED
        if scene.over:
            return words.GAME_OVER
        if scene.complete:
            return words.complete(scene.typed)
        if scene.task:
            return scene.task
        who = self.seat_name(scene.actor) if scene.actor != CHANCE and scene.actor >= 0 else ""
        return self.desk.companion.named(boards.prompt(scene.point, who))
