"""The view of a game at the terminal, for the person at the screen, and the moves of its bots."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from bots import Limit, Report
from fastcore import Viewpoint
from workbench import boards
from workbench.cli.playing import seats, words
from workbench.cli.playing.game_saver import GameSaver
from workbench.cli.playing.voice import Voice, catch_interrupt
from workbench.game.session import Session
from workbench.results import recording
from workbench.seen.shared_screen import ScreenOwner, SharedScreen
from workbench.table.audience import Batch, Purpose
from workbench.table.requests import Answer
from workbench.table.table import AHEAD, Table
from workbench.thinking.thinker import Failed

POLL_SECONDS = 0.1  # seconds between two checks for Ctrl-C while a bot thinks


class TableView:
    """The audience of one game at the terminal. It prints events turn by turn.

    Only `let_bot_move` and `draw_chance` continue the game, by one move each.

    Args:
        session: The game.
        voice: The terminal.
        saver: The saver of the game, or None.
    """

    pace, on_show, holds_game = 0.0, True, False

    def __init__(self, session: Session, voice: Voice, saver: GameSaver | None = None) -> None:
        self.voice, self.saver = voice, saver
        self.screen_owner = ScreenOwner()
        self.behind = AHEAD  # prevents bots from thinking until `let_bot_move`
        self.steps_printed: dict[int | None, int] = {}  # viewer -> number of steps printed for that viewer
        self.stale = True  # whether the board has changed since it was printed
        self.fault = False  # whether the bot to move has failed or is missing
        self.paused = False  # whether Ctrl-C was pressed in a game without people
        self.advice: tuple[int, Report] | None = None  # the seat and report of the last hint
        self.table = Table(self, timed=False)
        self.table.load(session)

    def close(self) -> None:
        """Close the table and its bots."""
        self.table.close()

    @property
    def session(self) -> Session:
        """The game."""
        return self.table.session

    @property
    def screen(self) -> SharedScreen:
        """The shared screen, which knows whose view of the game may be shown."""
        return self.table.screen

    @property
    def point(self) -> Viewpoint:
        """The position as the viewer may see it."""
        return self.table.point

    @property
    def side(self) -> str:
        """The name of the player to move, or ""."""
        state = self.session.state
        return boards.seat_name(state.info, state.actor) if state.actor >= 0 else ""

    # Audience ---------------------------------------------------------------------------------------------------------

    def show_position(self) -> None:
        """Do nothing: the caller prints the new position."""

    def refresh(self) -> None:
        """Do nothing: `_think` reads the reports."""

    def refresh_clocks(self) -> None:
        """Do nothing: there are no clocks."""

    def receive_help(self, move: str) -> bool:
        """Refuse the move: bots do not choose moves for people here."""
        return False

    def show_move(self, batch: Batch) -> None:
        """Mark the board as changed, and save the game."""
        self.screen.after_move()  # The screen may show the move's events until the next person comes.
        self.stale, self.advice = True, None
        self.save()
        if self.table.over and (reason := recording.record(self.session)):
            self.voice.print_lines(words.result_not_saved(reason))

    def report_bot_failure(self, purpose: Purpose, reason: str) -> None:
        """Print the reason, and what the user can do."""
        self.print_events()
        self.voice.print_lines(words.bot_failed(reason, bool(self.screen.persons) and purpose == "turn"))

    def warn(self, text: str) -> None:
        """Print the warning."""
        self.voice.print_lines(f"{text}.")

    # Output -----------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Save the game after a change. Print a message if saving fails or works again."""
        line = self.saver.on_change() if self.saver is not None else ""
        if line:
            self.voice.print_lines(line)

    def print_events(self) -> None:
        """Print the events that the viewer has not seen yet."""
        info = self.session.state.info
        viewer = self.screen.viewer if info.has.covered else None
        steps = self.session.seen_steps(viewer)
        for turn, turn_steps in groupby(steps[self.steps_printed.get(viewer, 0) :], lambda step: step.turn):
            events = [event for step in turn_steps for event in step.events]
            sentences = list(filter(None, (boards.describe_event(info, event, viewer) for event in events)))
            if sentences:
                self.voice.print_paragraph(
                    f"{words.turn_heading(boards.turn_text(info, events[0].fields, turn))} {' '.join(sentences)}"
                )
        self.steps_printed[viewer] = len(steps)

    def print_board(self) -> None:
        """Print the board."""
        self.stale = False
        self.voice.print_lines(f"\n{boards.text_board(self.point)}")

    def hand_over(self, seat: int) -> bool:
        """Clear the screen and let another person take it over. Return False if the input has ended.

        A pipe has no screen to hand over.
        """
        side = self.session.document.names[seat] or boards.seat_name(self.session.state.info, seat)
        self.voice.clear()
        self.print_events()
        if self.voice.interactive and self.voice.read_line(words.hand_over(side)) is None:
            return False
        self.screen.take_over()
        self.voice.clear()
        self.stale = True
        return True

    # Moves ------------------------------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Play a person's move, or apply a chance outcome."""
        self._end_turn()
        self.table.play(move)

    def draw_chance(self) -> None:
        """Let chance act once."""
        self._end_turn()
        self.table.draw_chance()

    def _end_turn(self) -> None:
        """Print the events of the last turn if the next move begins another turn."""
        steps = self.session.steps
        if steps and steps[-1].turn != self.session.state.turn:
            self.print_events()

    def revise(self, change: Callable[[], None]) -> None:
        """Undo or redo by calling `change`. Events up to the new position count as printed."""
        change()
        self.fault, self.stale, self.advice = False, True, None
        self.save()
        self.steps_printed = {
            viewer: len(self.session.seen_steps(viewer)) for viewer in (None, *range(len(self.session.seats)))
        }
        self.screen.after_move()

    def let_bot_move(self) -> None:
        """Let the bot to move play. Print the reason if it cannot."""
        seat = self.session.state.actor
        if seat not in self.table.bots.players:
            self.fault = True
            self.print_events()
            for line in seats.why_absent(self.table.bots.seating, seat, self.side):
                self.voice.print_paragraph(line)
            return
        self.behind = 0
        self.table.bots.step()
        self.behind = AHEAD
        answer, stopped = self._think()
        self.fault = isinstance(answer.end, Failed)
        self.paused = stopped and not self.fault and not self.screen.persons
        if not self.fault:
            self._end_turn()
        self.table.process_message(answer)
        if self.paused:
            self.pause()

    def ask_hint(self, limit: Limit) -> Report | None:
        """Let a bot search the viewer's position for a hint. Return its last report, or None if it failed."""
        point = self.point
        self.table.bots.hint(point, limit)
        self.table.process_message(self._think()[0])
        report = self.table.bots.advice
        if report is not None:
            self.advice = point.actor, report
        return report

    def _think(self) -> tuple[Answer, bool]:
        """Wait for the thinking bot. Return its answer, and whether Ctrl-C was pressed.

        After Ctrl-C the bot decides by its results so far.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed twice.
        """
        asking, seat = self.table.bots.requests, self.session.state.actor
        advice = self.table.bots.advising
        shown = advice or self.screen.shows_thoughts  # A bot's progress may reveal what only that bot knows.
        name = "" if asking.bot is None else asking.bot.name
        later = words.HINT_NOW if advice else words.MOVE_NOW
        with catch_interrupt() as pressed, self.voice.progress(words.thinking_status(self.side, name), later) as update:
            while not isinstance(update_or_answer := asking.poll(POLL_SECONDS), Answer):
                if pressed():
                    asking.move_now()
                if update_or_answer is not None and shown:
                    update(words.evaluation(self.side, seat, update_or_answer.report))
            return update_or_answer, pressed()

    def pause(self) -> None:
        """Pause a game without people until the user types a line."""
        self.paused = True
        self.table.bots.halt()
        self.print_events()
        self.voice.print_lines(words.PAUSED)

    def why_no_move(self) -> str:
        """Return why the user has no move to choose."""
        if self.session.waits_for != "bot":
            return words.NO_DECISION
        return (
            words.PAUSED
            if self.paused
            else seats.why_waiting(self.table.bots.seating, self.session.state.actor, self.side)
        )
