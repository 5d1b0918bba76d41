"""Shows a game at the terminal to the person who may see it, and lets its bots think."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from bots import Limit, Report
from fastcore import Viewpoint
from workbench import boards
from workbench.cli.playing import seats, words
from workbench.cli.playing.game_saver import GameSaver
from workbench.cli.playing.voice import Voice, interrupted
from workbench.game.session import Session
from workbench.seen.shared_screen import SharedScreen, Sitting
from workbench.table.audience import Batch, Purpose
from workbench.table.bots import Answer
from workbench.table.table import AHEAD, Table
from workbench.thinking.thinker import Failed

POLL_SECONDS = 0.1  # between two looks at Ctrl-C while a bot thinks


class TableView:
    """The audience of one game: it writes what happens, a turn at a time.

    The game never continues by itself here: `let_bot_move` and `draw_chance` make one move each.
    """

    pace, on_show = 0.0, True

    def __init__(self, session: Session, voice: Voice, saver: GameSaver | None = None) -> None:
        self.voice, self.saver = voice, saver
        self.sitting = Sitting()
        self.behind = AHEAD  # so that no bot thinks until `let_bot_move`
        self.told: dict[int | None, int] = {}  # viewer -> the number of steps that were written for it
        self.stale = True  # the board that was written last is not the present one
        self.fault = False  # the bot that should move has failed or is missing
        self.paused = False  # Ctrl-C was pressed where only bots play
        self.advice: tuple[int, Report] | None = None  # the hint that was given here, and for whom
        self.table = Table(self, timed=False)
        self.table.take(session)

    def close(self) -> None:
        self.table.close()

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def screen(self) -> SharedScreen:
        return self.table.screen

    @property
    def point(self) -> Viewpoint:
        """What may be shown."""
        return self.table.point

    @property
    def side(self) -> str:
        """The player whose turn it is, "" if nobody's."""
        state = self.session.state
        return boards.side(state.info, state.actor) if state.actor >= 0 else ""

    # What the table reports -------------------------------------------------------------------------------------------

    def begun(self) -> None:
        """Do nothing: whoever changes the position writes it."""

    def changed(self) -> None:
        """Do nothing: `think` reads the reports."""

    def ticked(self) -> None:
        """Do nothing: there are no clocks."""

    def helped(self, move: str) -> bool:
        return False

    def happened(self, batch: Batch) -> None:
        self.screen.moved()  # nobody stays to read: what their move showed is written before the next person comes
        self.stale, self.advice = True, None
        self.keep()

    def bot_failed(self, purpose: Purpose, reason: str) -> None:
        self.flush()
        self.voice.say(words.bot_failed(reason, bool(self.screen.persons) and purpose == "turn"))

    def warned(self, text: str) -> None:
        self.voice.say(f"{text}.")

    # What is written --------------------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Save the game after a change."""
        line = self.saver.changed() if self.saver is not None else ""
        if line:
            self.voice.say(line)

    def flush(self) -> None:
        """Write what has happened since the last time for the person at the screen."""
        info = self.session.state.info
        viewer = self.screen.viewer if info.has.covered else None
        steps = self.session.seen(viewer)
        for turn, made in groupby(steps[self.told.get(viewer, 0) :], lambda step: step.turn):
            events = [event for step in made for event in step.events]
            told = list(filter(None, (boards.tell(info, event, viewer) for event in events)))
            if told:
                self.voice.tell(f"{words.turn(boards.stands(info, events[0].fields, turn))} {' '.join(told)}")
        self.told[viewer] = len(steps)

    def show(self) -> None:
        """Write the board."""
        self.stale = False
        self.voice.say(f"\n{boards.text_board(self.point)}")

    def hand_over(self, seat: int) -> bool:
        """Let another person come to the screen, and clear it before. Return False if nobody comes.

        A pipe has no screen: nobody is asked.
        """
        side = self.session.document.names[seat] or boards.side(self.session.state.info, seat)
        self.voice.clear()
        self.flush()
        if self.voice.live and self.voice.ask(words.hand_over(side)) is None:
            return False
        self.screen.take_over()
        self.voice.clear()
        self.stale = True
        return True

    # What happens in the game -----------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Make a move of a person, or an outcome of chance."""
        self._end_turn()
        self.table.play(move)

    def draw_chance(self) -> None:
        self._end_turn()
        self.table.draw_chance()

    def _end_turn(self) -> None:
        """Write the moves of the last turn if the next move begins another."""
        steps = self.session.steps
        if steps and steps[-1].turn != self.session.state.turn:
            self.flush()

    def revise(self, change: Callable[[], None]) -> None:
        """Undo or redo. What happened up to the new position is not written again."""
        change()
        self.fault, self.stale, self.advice = False, True, None
        self.keep()
        self.told = {viewer: len(self.session.seen(viewer)) for viewer in (None, *range(len(self.session.seats)))}
        self.screen.moved()

    def let_bot_move(self) -> None:
        """Let the bot whose turn it is make a move. If it cannot, write why."""
        seat = self.session.state.actor
        if seat not in self.table.bots.players:
            self.fault = True
            self.flush()
            for line in seats.absent(self.table.bots.seating, seat, self.side):
                self.voice.tell(line)
            return
        self.behind = 0
        self.table.bots.step()
        self.behind = AHEAD
        answer, stopped = self._think()
        self.fault = isinstance(answer.end, Failed)
        self.paused = stopped and not self.fault and not self.screen.persons
        if not self.fault:
            self._end_turn()
        self.table.take_in(answer)
        if self.paused:
            self.pause()

    def ask_hint(self, limit: Limit) -> Report | None:
        """Let the adviser think about what the person may see. Return its last report, None if it failed."""
        point = self.point
        self.table.bots.hint(point, limit)
        self.table.take_in(self._think()[0])
        report = self.table.bots.advice
        if report is not None:
            self.advice = point.actor, report
        return report

    def _think(self) -> tuple[Answer, bool]:
        """Wait for the answer of the bot that was asked. Return it, and whether Ctrl-C was pressed.

        Ctrl-C makes the bot decide with what it has found. Pressed twice, it raises KeyboardInterrupt.
        """
        asking, seat = self.table.bots.asking, self.session.state.actor
        advice = self.table.bots.advising
        shown = advice or self.screen.shows_thoughts  # a player's thoughts may tell what the bot alone knows
        name = "" if asking.bot is None else asking.bot.name
        later = words.HINT_NOW if advice else words.MOVE_NOW
        with interrupted() as pressed, self.voice.progress(words.thinks(self.side, name), later) as update:
            while not isinstance(heard := asking.heard(POLL_SECONDS), Answer):
                if pressed():
                    asking.move_now()
                if heard is not None and shown:
                    update(words.outlook(self.side, seat, heard.report))
            return heard, pressed()

    def pause(self) -> None:
        """Let a game that only bots play wait for a line."""
        self.paused = True
        self.table.bots.halt()
        self.flush()
        self.voice.say(words.PAUSED)

    def no_move(self) -> str:
        """Return why there is no move to choose."""
        if self.session.waits_for != "bot":
            return words.NO_DECISION
        return (
            words.PAUSED if self.paused else seats.waits(self.table.bots.seating, self.session.state.actor, self.side)
        )
