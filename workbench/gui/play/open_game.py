"""Playing in the window: what happens step by step, and what a person does. What is shown of it stands in display.py.

It is the table's audience, the presenter's stage and the player whose touch the board feels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fastcore import CHANCE, Conflict, Event, IllegalMove, Viewpoint
from workbench import boards
from workbench.boards.kit.choices import Choice
from workbench.boards.kit.contract import Board
from workbench.game.chance import outcomes
from workbench.game.session import Session
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.event_player import Showing
from workbench.gui.board.move_input import Touch
from workbench.gui.board.plain_view import PlainView
from workbench.gui.board.presenter import Presenter
from workbench.gui.play import captions, chance_by_hand
from workbench.gui.play import words as play_words
from workbench.gui.play.captions import show_clocks
from workbench.gui.play.cover import HAND_OVER, focus_done
from workbench.gui.play.display import Display
from workbench.gui.play.hints import Hints
from workbench.gui.set_up.editing import Sketching
from workbench.gui.sheet import words as sheet_words
from workbench.gui.sheet.drafting import Drafting
from workbench.review.review import SessionReview
from workbench.seen.names import by_name
from workbench.seen.screen import Sitting
from workbench.storage.stored_game import StoredGame
from workbench.system.sentences import as_sentence
from workbench.table.audience import Batch, Purpose
from workbench.table.table import Table
from workbench.table.words import ADVISER, bot_failed
from workbench.thinking.analyses import SessionAnalyses

if TYPE_CHECKING:
    from workbench.gui.window import Window


class Playing:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.shell, self.games, self.screen = window.shell, window.games, window.screen
        self.table = Table(self)
        self.presenter = Presenter(self, lambda: window.shell.settings.animation, lambda: window.shell.settings.animation_speed)
        self.touch = Touch(self)
        self.drafting = Drafting(self)
        self.hints = Hints(self)
        self.display = Display(self)
        self.showing: Showing | None = None  # the event that is being shown
        self.typed = ""  # what stood in the field for moves when another game was shown
        self.kept: StoredGame | None = None
        self.over_game = False  # whether a position was set up when this tab was shown last
        self.analysing = False  # whether what is shown is analysed, and not played
        self.waits = False  # whether the game goes on when that ends
        self.desk: SessionAnalyses | None = None  # what was analysed here
        self.review: SessionReview | None = None  # of this game, made here
        self.sketches: dict[tuple[Session, int] | None, Sketching] = {}  # what each person set up here; None: what all may see

    def leave(self) -> None:
        """Another game is going to be shown: nothing of this one is any more."""
        if self.on_show:
            self.window.finish_writing()
            covered = self.table.screen.covered_for is not None
            self.typed = "" if covered else self.shell.status.typed()  # whoever is there then has not typed it
            self.presenter.begin(0, ())
            self.table.screen.reads = False

    def close(self) -> None:
        if self.on_show:
            self.presenter.begin(0, ())
        self.touch.close()
        for sketching in self.sketches.values():
            sketching.close(False)
        if self.desk is not None:
            self.desk.close()
        if self.review is not None:
            self.review.stop()
        self.table.close()

    @property
    def sketcher(self) -> tuple[Session, int] | None:
        """Who sets up here: whoever's view is shown where others do not see the same, None for everybody."""
        screen = self.table.screen
        covers = screen.session.follows is None and self.table.info.has.covered
        return (screen.session, screen.viewer) if covers and screen.viewer is not None else None

    @property
    def sketching(self) -> Sketching | None:
        """The position that is set up here, also while the game is shown: never that of another person."""
        return self.sketches.get(self.sketcher)

    @property
    def setting_up(self) -> bool:
        """Whether a position is set up in this tab, over the game."""
        return self.over_game and self.sketching is not None

    @property
    def on_show(self) -> bool:
        """Whether this is the game on the screen."""
        return self.screen.body is not None and self.games.shown is self and not self.setting_up

    def take(self, game: StoredGame) -> None:
        """Go on with a game that was opened."""
        before, self.kept = self.kept, game
        if before is not None:
            self.games.put_away(before)
        self.table.take(game.session)

    @property
    def ours(self) -> bool:
        """Whether a person is to move and all is shown."""
        table = self.table
        if self.presenter.busy or self.replaying or table.screen.handing_to is not None:
            return False
        if self.analysing:
            return not self.window.analyse.stage.no_trying
        if table.browsing.node is not None:
            return table.may_play
        waits = table.session.waits_for
        decides = waits in ("person", chance_by_hand.WAITS) or (waits == "chance" and table.session.follows is not None)
        return decides and not table.bots.paused

    @property
    def outcomes(self) -> tuple[str, ...]:
        """What chance may come to, where that is to be chosen now and can be listed."""
        table = self.table
        point = table.point
        elsewhere = table.browsing.node is not None and not self.analysing
        if point.actor != CHANCE or not self.ours or elsewhere or table.info.has.deals:
            return ()
        return outcomes(point)

    @property
    def replaying(self) -> bool:
        """Whether what happened lately is shown once more."""
        return self.on_show and self.window.playback.shows

    @property
    def ended(self) -> bool:
        """Whether the end of the game is on the screen."""
        return not self.analysing and self.table.over and self.table.browsing.node is None and not self.presenter.busy

    # The table's audience ---------------------------------------------------------------------------------------------

    @property
    def sitting(self) -> Sitting:
        return self.window.handing.sitting

    @property
    def pace(self) -> float:
        return self.window.seat_actions.pace

    @property
    def behind(self) -> int:
        return self.presenter.behind

    def begun(self) -> None:
        dropped = False
        if self.kept is None or self.kept.session is not self.table.session:
            if self.shell.pages.over is not None and self.on_show:
                self.shell.pages.over.give_way()
            if self.kept is not None:
                self.games.private.note(self.table.session, self.kept.session)
                self.games.put_away(self.kept)
            dropped = self._drop_sketches(lambda who, _: self.over_game or who is not None)
            self.touch.forget()
            self.kept = StoredGame(self.table.session, lambda line: self.games.faults.put(line))
        dropped |= self._drop_sketches(lambda _, sketching: sketching.sketch.spec.partition("(")[0] != self.table.info.id)
        if not self.on_show:
            return
        self.table.screen.be_shown()
        if self.window.frame != self.window.fresh_frame():
            self.window.rebuild()
            return
        if dropped:
            self.window.set_up.follow()
        self.presenter.begin(self.table.point.turn, self.table.seat_view.turn_events())
        self.settle()

    def _drop_sketches(self, unfit: Callable[[tuple[Session, int] | None, Sketching], bool]) -> bool:
        """What does not fit the game of this tab is not set up in it any more; returns whether there was such a thing."""
        gone = [who for who, sketching in self.sketches.items() if unfit(who, sketching)]
        for who in gone:
            self.sketches.pop(who).close(False)
        if gone:
            self.over_game = False
        return bool(gone)

    def sketched(self, who: tuple[Session, int] | None) -> None:
        """What this person set up is done with."""
        self.over_game = False
        self.sketches.pop(who).close(True)

    def happened(self, batch: Batch) -> None:
        if self.on_show and self.table.browsing.node is None:
            self.window.playback.overtaken()
            self.window.echo.happened(batch.events, self.presenter.animated())
            self.presenter.add(batch)
            self.display.clear_marks()
            for remark in filter(None, (boards.remark(self.table.info, event) for event in batch.events)):
                self.shell.notice.say(by_name(self.table.session, remark))

    def changed(self) -> None:
        if self.on_show:
            self.display.changed()

    def ticked(self) -> None:
        if self.on_show:
            show_clocks(self.screen.players, self.table)

    def bot_failed(self, purpose: Purpose, reason: str) -> None:
        if self.on_show:
            side = ADVISER if purpose == "advice" else boards.side(self.table.info, self.table.state.actor)
            self.shell.status.point_out(bot_failed(side, reason), True)

    def warned(self, text: str) -> None:
        self.shell.notice.say(as_sentence(text), True)

    # The presenter's stage --------------------------------------------------------------------------------------------

    def step(self, event: Event, turn: Sequence[Event], done: Callable[[], None]) -> None:
        board, view = self.screen.board, self.screen.view
        told = by_name(self.table.session, boards.tell(self.table.info, event, self.table.screen.viewer))
        self.window.echo.step(event, told)
        self.shell.status.remind("")
        self.shell.status.point_out("", False)
        if told:
            self.shell.status.expect(told)
        if board is None or not isinstance(view, BoardView):
            done()
            return
        self.showing = Showing(view, board, self.screen.panels, self.table.info, self.presenter.paced, self.screen.players)
        self.drafting.unfold(event.fields, turn)
        self.showing.step(event, turn, done)

    def cut(self) -> None:
        showing, self.showing = self.showing, None
        if showing is not None and showing.view.winfo_exists():
            showing.cut()

    def settle(self) -> None:
        """Show the position as it is, and what may be clicked in it."""
        self.display.settle()

    def settled(self) -> None:
        self.settle()
        self.table.go_on()

    def reached(self, points: Sequence[int]) -> None:
        self.display.show_players(points)

    def after(self, ms: int, call: Callable[[], None]) -> str:
        return self.shell.root.after(ms, call)

    def after_cancel(self, timer: str) -> None:
        self.shell.root.after_cancel(timer)

    # A person's doings ------------------------------------------------------------------------------------------------

    @property
    def board(self) -> Board | None:
        return self.screen.board

    @property
    def view(self) -> BoardView | PlainView:
        return self.screen.view

    @property
    def point(self) -> Viewpoint:
        return self.drafting.point

    @property
    def deciding(self) -> Viewpoint:
        """What the person who decides knows, after what is written."""
        drafting, session = self.drafting, self.table.session
        return drafting.point if drafting.draft is not None else session.viewpoint(session.point.actor)

    def helped(self, move: str) -> bool:
        draft = self.drafting.draft
        if draft is None:
            return False
        if draft.write(move):
            self.changed()
        else:
            self.drafting.changed()
        return True

    @property
    def resting(self) -> str:
        return captions.not_ours(self)

    def touched(self) -> bool:
        """What a person's own move did need not be waited for; what somebody else's did is only ended."""
        self.window.echo.hush()
        if self.window.playback.leave():
            return True
        skipped = self.presenter.skip()
        last = next((step.actor for step in reversed(self.table.session.steps) if step.actor >= 0), None)
        return skipped and not (self.ours and last == self.point.actor)

    def skip(self) -> bool:
        """Show the game as it is now; whether anything else was shown."""
        return self.presenter.skip() or self.window.playback.leave()

    def rested(self, spot: str) -> None:
        if spot == HAND_OVER.spot:
            self.shell.commands.run("hand_over")
            return
        self.refuse(self.resting, spot)

    def refused(self, chosen: Sequence[str], spot: str) -> None:
        assert self.board is not None
        self.refuse(self.board.refusal(self.point, chosen, spot), spot)

    def offer(self, choices: Sequence[Choice]) -> None:
        draft, before = self.drafting.draft, self.screen.choices.shown
        note = "" if draft is None else sheet_words.DONE if draft.at is None else sheet_words.ON_BOARD
        reading = self.table.screen.reading is not None and self.table.screen.handing_to is not None
        self.screen.choices.show((HAND_OVER,) if reading else choices, note, main=reading)
        if self.screen.choices.shown != before:
            self.screen.dock.follow()

    def lead(self) -> None:
        self.shell.status.expect(captions.sentence(self))

    def explain(self, spot: str, detail: str) -> None:
        if not self.presenter.busy:
            detail = by_name(self.table.session, self.window.desk.explain(spot, detail))
            self.shell.status.point_out(detail, False)
            self.window.echo.at(spot, detail)

    def type_move(self, text: str) -> None:
        """Play moves of this turn that were typed, or one chosen from a list; what is not played stays, with why."""
        if text.strip() and self.table.screen.covered_for is not None:
            self.refuse(play_words.COVERED)
            return
        moves = text.split()
        self.skip()
        turn = self.table.point.turn
        while moves:
            if not self.ours or self.table.point.turn != turn:
                # the next person must not read what was meant to be written
                self.shell.status.clear("" if self.table.screen.handing_to is not None else " ".join(moves))
                self.refuse(captions.not_ours(self))
                return
            try:
                self._play(moves[0])
            except (Conflict, IllegalMove) as error:
                self.shell.status.clear(" ".join(moves))
                self.refuse(as_sentence(error.reason))
                return
            self.presenter.skip()
            del moves[0]
        self.shell.status.clear()
        focus_done(self.window)

    def play(self, move: str) -> None:
        """A person's move, in the position that is shown, made at once or written on the sheet; tried where that is analysed."""
        try:
            self._play(move)
        except Conflict as error:  # what one seat followed may learn is more than the move
            self.refuse(as_sentence(error.reason))

    def _play(self, move: str) -> None:
        if self.analysing:
            self.window.analyse.stage.try_move(move)
        elif self.drafting.draft is not None:
            self.drafting.write(move)
        elif self.table.browsing.node is None:
            self.table.play(move)
        else:
            self.table.play_there(move)

    def refuse(self, reason: str, spot: str = "") -> None:
        reason = by_name(self.table.session, reason)
        self.shell.status.point_out(reason, True)
        self.window.echo.refuse(reason, spot)

    def escape(self) -> None:
        """Skip what is shown, or take a choice back, or stop the bot, whichever applies first."""
        if self.skip():
            return
        if self.touch.cancel():
            return
        if self.analysing and self.window.analyse.stage.preview is not None and self.window.analyse.stage.preview.shown:
            self.window.analyse.stage.show_position(None)
            return
        if self.drafting.draft is not None and self.drafting.draft.chosen is not None:
            self.drafting.choose(None)
            return
        if self.table.browsing.node is not None and not self.table.bots.advising:
            self.table.look(self.table.session.here)
        elif self.table.bots.asking.ticket:
            self.table.bots.stop()
