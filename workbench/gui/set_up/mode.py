"""The Set up mode of the window: editing a position over the game of a tab."""

from __future__ import annotations

import tkinter
from functools import partial
from typing import TYPE_CHECKING

import fastcore
from workbench import boards
from workbench.game.move_tree import ROOT
from workbench.gui.board.orientation import apply_settings
from workbench.gui.play.layers import Height
from workbench.gui.play.screen import Column, Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.set_up import words as set_up_words
from workbench.gui.set_up.board import SetUpBoard
from workbench.gui.set_up.editing import EditedPosition
from workbench.gui.set_up.hands import Hands, Writer
from workbench.gui.set_up.problems import FaultRounds
from workbench.gui.set_up.shown_position import ShownPosition
from workbench.gui.shell.shell import Shell
from workbench.positions.editor import Steps
from workbench.positions.lists import Entry, PositionList
from workbench.positions.sketch import Sketch
from workbench.records.seeds import new_seed
from workbench.system.sentences import as_sentence
from workbench.table.setup import default_setup
from workbench.table.table import Table

if TYPE_CHECKING:
    from workbench.gui.set_up.column import SetUpColumn

LAG_MS = 200  # delay before the message that a check is running, to avoid flicker


class SetUpMode:
    """The Set up mode.

    `here` is the position at the shown table. `view` and `column` are None while another mode is shown.

    Args:
        shell: The window.
        games: The open games.
        screen: The widgets of the window.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.here = ShownPosition(shell, games, screen)
        self.hands, self.writer = Hands(self.here), Writer(self.here)
        self.rounds = FaultRounds(self.here, self._reach)
        self.view: SetUpBoard | None = None
        self.column: SetUpColumn | None = None
        self.placed: Column | None = None  # the column in its place on the screen
        self.dropped = False  # whether the shown position was closed with its game
        self.timer = ""  # the timer for the "still checking" message
        self.marking = ""  # the timer for the marks of problems on the board
        # the position that the text about the pointer describes
        self.named_options = ""  # the options in the title and on the tab
        self.described: tuple[EditedPosition, Sketch, int] | None = None
        events = shell.events
        events.polled.connect(self.poll)
        events.closing.connect(self.close)
        events.game_shown.connect(self.sync_widgets)
        events.position_changed.connect(self.drop_unfit)
        events.settling.connect(self.remove_closed)
        events.game_closed.connect(self.here.positions.close)

    @property
    def on(self) -> bool:
        """Whether the shown tab is in Set up."""
        return self.here.on

    @property
    def over_analysis(self) -> bool:
        """Whether the shown game is being analysed below Set up."""
        return any(layer.mode == "analyse" for layer in self.games.layers.covering(self.games.table))

    @property
    def edited(self) -> EditedPosition:
        """The position in Set up."""
        return self.here.edited

    # Entering and leaving ---------------------------------------------------------------------------------------------

    def warn_about_facts(self) -> None:
        """Warn that known facts are omitted, because they describe only the start of the game."""
        table = self.games.table
        if table.session.facts and table.browsing.shown_node != ROOT:
            self.shell.notice.show(set_up_words.FACTS_LEFT_OUT)

    def present(self) -> Sketch:
        """Return the shown position of the game, or the start position while nobody may see the game."""
        return self.games.shown.sketch or Sketch.start(self.games.table.point.spec)

    def enter(self, sketch: Sketch | None = None) -> None:
        """Set up this sketch, or else the earlier position of this tab, or else the shown position."""
        if sketch is not None:
            self.enter_list(PositionList([Entry(sketch)]))
            return
        self._begin()
        self._cover_game()

    def enter_list(self, positions: PositionList) -> None:
        """Open a list of positions. Undo restores the earlier position."""
        shown = self.on
        edited = self._begin()
        if shown or edited.touched:
            edited.open_list(positions)
        else:
            edited.begin_with(positions)
        self._cover_game()

    def change_game(self, spec: str) -> None:
        """Set up the start of another game: in this tab if nothing in it is worth keeping, or else in a new tab."""
        stored = self.games.shown.stored
        if not self.edited.touched:
            self.here.positions.cover(self.games.table, False)  # only the new tab shows Set up
            if stored is not None and not stored.worth_keeping:
                self.games.table.begin(self.games.prepared(default_setup(spec, new_seed())))
        self.open_positions(PositionList([Entry(Sketch.start(spec))]))

    def open_positions(self, positions: PositionList) -> None:
        """Set up a list of positions, with those of other games in new tabs."""
        tabs, shown_game = self.games, self.games.table.info.id
        games: dict[str, list[int]] = {}
        for number, entry in enumerate(positions.entries):
            game = entry.sketch.spec.partition("(")[0]
            games.setdefault(game if game in fastcore.games() else shown_game, []).append(number)
        first_game = next(game for game, numbers in games.items() if positions.index in numbers)
        if list(games) == [shown_game]:
            self.enter_list(positions)
            return
        for game, numbers in sorted(games.items(), key=lambda item: (item[0] != shown_game, item[0] == first_game)):
            index = numbers.index(positions.index) if positions.index in numbers else 0
            part = PositionList([positions.entries[number] for number in numbers], index)
            part.tail = positions.tail if len(positions.entries) - 1 in numbers else ""
            part.part_of = positions.file  # not overwritten, because the file also has positions of other games
            if game != shown_game:
                tabs.begin(default_setup(game, new_seed()))
            self.enter_list(part)
        if first_game == shown_game:
            tabs.show(tabs.number - len(games) + 1)

    def _begin(self) -> EditedPosition:
        table = self.games.table
        self.games.shown.deactivate()  # first, because this changes the viewer if a person was still reading

        def make() -> EditedPosition:
            return EditedPosition(self.present(), partial(self._changed, table), self.here.refuse)

        return self.here.positions.begin(table, make)

    def reopen(self, table: Table, positions: PositionList | None, steps: Steps, over_game: bool) -> None:
        """Set up a position of the last run at a table, also in a tab behind.

        Args:
            table: The table.
            positions: The list, or None for the position of the game.
            steps: The versions of a single position, to undo and redo.
            over_game: Whether the position covers the game.
        """
        playing = self.games.of(table)

        def make() -> EditedPosition:
            sketch = playing.sketch or Sketch.start(table.point.spec)
            return EditedPosition(sketch, partial(self._changed, table), self.here.refuse)

        edited = self.here.positions.begin(table, make)
        if positions is not None:
            edited.begin_with(positions, steps)
        self.here.positions.cover(table, over_game)
        if over_game and table is self.games.table:
            playing.deactivate()
            self.games.show_again()
        else:
            self.games.show_tabs()

    def _cover_game(self) -> None:
        if not self.on:
            self.here.positions.cover(self.games.table, True)
            self.games.show_again()

    def leave(self) -> None:
        """Show the game again, but keep the position."""
        self.edited.end_gesture()
        self.here.positions.cover(self.games.table, False)
        self.games.show_again()

    def close(self) -> None:
        """Cancel timers and background work."""
        for timer in filter(None, (self.timer, self.marking)):
            self.shell.root.after_cancel(timer)
        self.here.background.close()

    def drop_unfit(self, table: Table, another: bool) -> None:
        """Close the positions that do not fit a new game or position at this table."""
        if self.here.positions.drop_unfit(table, another) and table is self.games.table:
            self.dropped = True

    def remove_closed(self) -> None:
        """Remove a closed position from the window before the game is shown."""
        if self.dropped:
            self.sync_widgets()

    # Widgets ----------------------------------------------------------------------------------------------------------

    def sync_widgets(self) -> None:
        """Show or hide the mode's widgets, depending on the shown tab."""
        self.dropped = False
        if self.column is not None and not self.column.frame.winfo_exists():
            self.view = self.column = self.placed = None  # the window was rebuilt
        on, table, modes = self.on, self.games.table, self.screen.top.modes
        self.here.positions.cover(table, on)  # another person's position must not reappear automatically
        if on and self.column is None:
            self._show_widgets()
        elif not on and self.column is not None:
            self._remove_widgets()
        elif self.view is not None:
            self.view.set_handler(self.hands)
        if on:
            modes.show("set_up_mode")
            self.show_position()
        elif self.games.layers.mode(table) == "play":
            modes.show("play_mode")

    def _show_widgets(self) -> None:
        screen = self.screen
        from workbench.gui.set_up.column import SetUpColumn  # imported here because importing it slows start-up

        assert screen.body is not None
        screen.show_outcomes(self.games.table, ())
        screen.view.grid_remove()
        screen.cover.grid_remove()
        if screen.board is not None:
            self.view = SetUpBoard(screen.body, self.shell.look, screen.board, self.hands)
            self.view.grid(row=2, column=0, sticky="nsew")
        self.hands.view = self.view
        column = self.column = SetUpColumn(
            screen.body, self.here, self.hands, self.writer, self.apply_fix, self.rounds.reach, self.refresh
        )
        if self.focus_target is not None:
            # keep the Tab order equal to the reading order
            self.focus_target.tk.call("lower", self.focus_target, self.shell.status)
        self.placed = screen.column_for_game(column.frame, column.side, Height.SET_UP)
        screen.show_column(self.placed)
        self.shell.notice.set_lasting(None)  # it is about the game, which is hidden

    def _remove_widgets(self) -> None:
        column, placed = self.column, self.placed
        assert column is not None and placed is not None
        if self.view is not None:
            self.view.destroy()
        column.details.frame.destroy()
        self.view = self.column = self.placed = self.hands.view = None
        self.screen.view.grid()
        self.screen.remove_column(placed)

    @property
    def focus_target(self) -> tkinter.Misc | None:
        """The widget in the middle of the window."""
        return self.view or (self.column.details.frame if self.column is not None else None)

    def refresh(self) -> None:
        """Show the current position if the mode is on the screen."""
        if self.on and self.column is not None:
            self.show_position()

    def _changed(self, table: Table) -> None:
        edited = self.here.positions.of(table)
        if edited is None:  # the position was closed during a check
            return
        edited.autosave(self.games.faults.put)
        if self.games.table is table:
            self.refresh()

    def poll(self) -> None:
        """Receive the results of checks and files."""
        self.here.background.deliver_next()
        if self.column is not None and not self.on:  # another person is now at the screen
            self.games.show_again()

    def show_position(self) -> None:
        """Show the current position."""
        shell, screen, edited, info = self.shell, self.screen, self.edited, self.games.table.info
        ground, pieces = edited.drawn
        assert self.column is not None
        self._time_check()
        if self.view is not None and ground is not None:
            self.view.show_position(ground, pieces, edited.drawable_fields or edited.fields or {})
            apply_settings(self.view, shell.settings, info.id)
            if not self.marking:  # after the column, because there can be very many problems
                self.marking = shell.root.after(1, self._mark)
        self.column.show(edited)
        options = boards.describe_options(edited.sketch.spec)
        screen.top.set_title(set_up_words.title(info.title, options, edited.valid))
        if options != self.named_options:  # the tab names them too
            self.named_options = options
            self.games.show_tabs()
        shell.status.arrange_buttons("set up", "")
        shell.status.progress.show("", 0)
        shell.status.refresh()
        shell.status.set_prompt(self.here.sentence())
        screen.side.refresh()
        self._update_pointer_text()
        edited.check(self.here.background)

    def _mark(self) -> None:
        self.marking = ""
        if self.on and self.view is not None and self.view.winfo_exists() and self.view.source is not None:
            cells = {cell for problem in self.edited.problems for cell in problem.cells}
            self.view.mark(cells if self.here.known else ())

    def _time_check(self) -> None:
        """Start or cancel the timer for the "still checking" message."""
        if self.here.known:
            if self.timer:
                self.shell.root.after_cancel(self.timer)
            self.timer, self.here.lags = "", False
            if self.shell.status.detail == as_sentence(set_up_words.STILL_CHECKED):
                self.shell.status.clear_warning()
        elif not self.timer and not self.here.lags:
            self.timer = self.shell.root.after(LAG_MS, self._on_slow_check)

    def _on_slow_check(self) -> None:
        self.timer = ""
        if self.on and self.column is not None and not self.here.known:
            self.here.lags = True
            self.show_position()

    def _update_pointer_text(self) -> None:
        """Update the text about the spot under the pointer after the position changed."""
        about = self.edited, self.edited.sketch, self.edited.model.positions.index
        if about != self.described:
            self.described = about
            self.hands.on_hover(self.view.hover if self.view is not None else "")

    def _reach(self, number: int) -> None:
        """Move the focus to a problem and show its message."""
        column = self.column
        assert column is not None
        self.here.explain(column.focus_problem(number, self.view))

    def escape(self) -> None:
        """Cancel the current drag or stroke, else deselect the piece, else focus the board."""
        held = self.view is not None and self.view.cancel_gesture()
        if self.edited.cancel_stroke() or held:
            self.hands.drop()
        elif self.edited.chosen is not None:
            self.edited.choose(None)
        elif self.focus_target is not None:
            self.focus_target.focus_set()

    # Using the position -----------------------------------------------------------------------------------------------

    def apply_fix(self, situation: str) -> None:
        """Apply a fix, in a new tab if it leads to another game. Do nothing if the position has changed."""
        if not self.here.known:
            return
        sketch = self.edited.sketch
        fixed = sketch.with_situation(situation)
        if fixed.spec.partition("(")[0] in (self.games.table.info.id, sketch.spec.partition("(")[0]):
            self.edited.apply_fix(situation)
        else:
            self.open_positions(PositionList([Entry(fixed)]))

    def play(self, analysed: bool = False) -> None:
        """Play the position with the players of the game, or begin a game to analyse it.

        With the same options and viewer, the position becomes a branch of the game; otherwise it opens in a new tab. A
        position to be analysed replaces a game without moves, and leaves any other one alone. A list stays open for its
        other positions.
        """
        if self.edited.touched:
            self.here.when_checked(partial(self._play, analysed))
        else:
            self.leave()

    def _play(self, analysed: bool) -> None:
        table, sketch, positions = self.games.table, self.edited.sketch, self.here.positions
        session, person = table.session, positions.person(table)
        alone = self.edited.model.count == 1
        spec = fastcore.start(sketch.spec).spec
        fits = (spec, sketch.seat, sketch.facts) == (session.spec, session.follows, ())
        moved = any(node.actor >= 0 for node in session.document.tree.nodes.values())
        if analysed and alone and not moved:  # the game has not begun, so that nothing is lost
            positions.finish(table, person)
            table.begin(self.games.prepared(self.here.setup_of(sketch, True)))
            return
        if alone and fits and not (analysed and moved):
            positions.finish(table, person)
            self.games.show_again()
            table.set_up(sketch.text)
            return
        self.games.begin(self.here.setup_of(sketch, analysed))
        if analysed and fits:
            self.shell.notice.show(set_up_words.GAME_KEPT)
        if alone:
            positions.finish(table, person)
