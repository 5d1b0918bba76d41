"""The position in Set up at the shown table, and the actions on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import fastcore
from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.boards.kit.editing import NOTHING
from workbench.game.session import PERSON
from workbench.gui.play.layers import Live
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.set_up import words as set_up_words
from workbench.gui.set_up.edited_positions import EditedPositions
from workbench.gui.set_up.editing import EditedPosition
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.shell import Shell
from workbench.positions.sketch import Sketch
from workbench.records.seeds import new_seed
from workbench.system.sentences import as_sentence
from workbench.system.translation import core
from workbench.table.setup import Setup
from workbench.table.table import Table


class ShownPosition:
    """The position in Set up, without widgets. `lags` says whether the check of the position is taking long.

    Args:
        shell: The window.
        games: The open games.
        screen: The widgets of the window.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.positions = EditedPositions()
        self.background = BackgroundJobs()
        self.lags = False

    @property
    def table(self) -> Table:
        """The table of the shown game."""
        return self.games.table

    @property
    def on(self) -> bool:
        """Whether a position in Set up covers the shown game."""
        return self.positions.covers(self.table)

    @property
    def edited(self) -> EditedPosition:
        """The position in Set up of the person at the screen."""
        edited = self.positions.of(self.table)
        assert edited is not None
        return edited

    def spec_of(self, table: Table) -> str:
        """Return the spec of the position in Set up that covers a table, or of its game if there is none."""
        edited = self.positions.of(table)
        return table.session.spec if edited is None else edited.sketch.spec

    @property
    def board(self) -> Board | None:
        """The drawing of the game, or None if the game is shown as text."""
        return self.screen.board

    @property
    def known(self) -> bool:
        """Whether the current position has been checked."""
        return self.edited.checked == self.edited.sketch

    def seats_of(self, spec: str) -> int:
        """Return the number of seats for a spec, or that of the shown game if the spec is invalid."""
        try:
            return fastcore.start(spec).seats
        except fastcore.BadPosition:
            return self.table.state.seats

    # Texts ------------------------------------------------------------------------------------------------------------

    def explain(self, detail: str) -> None:
        """Show a text about the spot under the pointer or the cursor."""
        self.shell.status.show_detail(detail, False)
        self.shell.events.spot_pointed.emit("", detail)

    def refuse(self, reason: str) -> None:
        """Show why an action is impossible."""
        self.shell.status.show_detail(as_sentence(reason), True)

    def sentence(self) -> str:
        """Return the prompt for the status bar."""
        if not self.edited.is_drawable:
            return set_up_words.READ_FIRST
        chosen = self.edited.chosen
        if chosen == NOTHING:
            return set_up_words.ERASES
        label = next((piece.label for piece in self.edited.palette if piece.name == chosen), "")
        if label:
            return set_up_words.painting(label)
        return set_up_words.BEFORE_PLAY if self.board is not None else set_up_words.BY_FORM

    def standings(self) -> str:
        """Return the points of all seats in a valid full position, such as "Red 3, Blue 2", or ""."""
        sketch = self.edited.sketch
        return boards.standings(fastcore.parse(sketch.situation)) if self.edited.valid and sketch.seat is None else ""

    def live(self) -> Live:
        """Return the position for screen readers."""
        edited, info = self.edited, self.table.info
        sketch = edited.sketch
        board = ""
        if edited.valid and sketch.seat is None:
            point = fastcore.parse(sketch.situation)
            board = boards.text_board(point).removesuffix(boards.prompt(point)).rstrip()
        names = {field.name: core(field.name.capitalize()) for field in info.fields}
        wrong = [set_up_words.problem(names.get(problem.field, ""), problem.reason) for problem in edited.problems]
        rest = [f"{detail.label}: {detail.value}" for detail in edited.details]
        verdict = [set_up_words.CHECKING] if self.lags else wrong or [set_up_words.ready(self.standings())]
        text = f"{sketch.situation} {sketch.view_suffix}".rstrip()
        head = set_up_words.NOT_YET if wrong or self.lags else set_up_words.GOOD
        return Live(self.sentence(), board, (), {head: verdict, set_up_words.REST: rest, set_up_words.AS_TEXT: [text]})

    # Known facts ------------------------------------------------------------------------------------------------------

    def set_viewer(self, seat: int | None) -> None:
        """Change the position to the view of a seat, or to a full position if `seat` is None."""
        sketch = self.edited.sketch
        fields, text = sketch.fields, sketch.text
        if seat is not None and fields is not None:
            text = " ".join(boards.editor(sketch.spec, seat).hide_unseen(fields).values())
        self.edited.replace_sketch(Sketch(sketch.spec, text, seat))

    def set_facts(self, facts: tuple[str, ...]) -> None:
        """Replace the known facts about what the seat does not see."""
        self.edited.replace_sketch(replace(self.edited.sketch, facts=facts))

    # Play -------------------------------------------------------------------------------------------------------------

    def why_not_play(self) -> str:
        """Return why the position cannot be played, or "" if it is valid or its check has just begun."""
        if self.known and self.edited.problems:
            return set_up_words.not_whole(as_sentence(self.edited.problems[0].reason))
        return set_up_words.STILL_CHECKED if self.lags and not self.known else ""

    def when_checked(self, act: Callable[[], None]) -> None:
        """Call `act` once the position is checked as valid, or show why it cannot be played.

        Do nothing if the position is changed or left in the meantime.
        """
        edited = self.edited

        def known() -> None:
            if not self.on or self.edited is not edited:
                return
            reason = self.why_not_play()
            if reason:
                self.refuse(reason)
            else:
                act()

        edited.when_checked(known, self.background)

    def setup_of(self, sketch: Sketch, analysed: bool = False) -> Setup:
        """Return the setup of a game from this position with the players of the shown game.

        If the position is one seat's view, that seat is followed. A position to be analysed in which nothing is hidden
        belongs to no player of another game: people have all its seats.
        """
        played, seats = self.table.played.without_follow(), self.seats_of(sketch.spec)
        players = tuple(played.seats[min(seat, len(played.seats) - 1)] for seat in range(seats))
        names = played.names if len(played.names) == seats else ()
        if analysed and not fastcore.start(sketch.spec).info.has.covered:
            players, names = (PERSON,) * seats, ()
        setup = Setup(sketch.spec, players, new_seed(), sketch.text, names, played.limit)
        if sketch.seat is None:
            return setup
        return setup._replace(seats=(PERSON,) * seats, follows=sketch.seat, facts=sketch.facts, unfollowed=players)
