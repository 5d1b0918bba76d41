"""Playing in the window: what is shown of the game, what happens step by step, and what a person does in it.

It is the table's audience, the presenter's stage and the player whose touch the board feels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fastcore import Conflict, Event, IllegalMove, Viewpoint
from workbench import boards
from workbench.boards.contract import Board, Choice
from workbench.gui import telling, viewing, words, words_sheet
from workbench.gui import words_play as said
from workbench.gui.board_view import BoardView
from workbench.gui.cards import Outcome
from workbench.gui.drafting import Drafting
from workbench.gui.hints import Hints
from workbench.gui.plain_view import PlainView
from workbench.gui.presenter import Presenter
from workbench.gui.showing import Showing
from workbench.gui.standing import outcome, show_clocks, tools_for
from workbench.gui.table import Batch, Table
from workbench.gui.touch import Touch
from workbench.kept_game import KeptGame

if TYPE_CHECKING:
    from workbench.gui.window import Window


class Playing:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.table = Table(self)
        self.presenter = Presenter(self, lambda: window.settings.animation, lambda: window.settings.animation_speed)
        self.touch = Touch(self)
        self.drafting = Drafting(self)
        self.hints = Hints(self)
        self.showing: Showing | None = None  # the event that is being shown
        self.typed = ""  # what stood in the field for moves when another game was shown
        self.kept: KeptGame | None = None

    def leave(self) -> None:
        """Another game is going to be shown: nothing of this one is any more."""
        if self.on_show:
            self.window.finish_writing()
            self.typed = self.window.status.typed()
            self.presenter.begin(0, ())

    def close(self) -> None:
        if self.on_show:
            self.presenter.begin(0, ())
        self.touch.close()
        self.table.close()

    @property
    def on_show(self) -> bool:
        """Whether this is the game on the screen."""
        return self.window.body is not None and self.window.playing is self

    def take(self, game: KeptGame) -> None:
        """Go on with a game that was opened."""
        before, self.kept = self.kept, game
        if before is not None:
            self.window.tabs.put_away(before)
        self.table.take(game.session)

    @property
    def ours(self) -> bool:
        """Whether a person is to move and all is shown."""
        table = self.table
        if self.presenter.busy or self.replaying or table.screen.handing_to is not None:
            return False
        if table.looking.node is not None:
            return table.may_play
        waits = table.session.waits_for
        decides = waits == "person" or (waits == "chance" and table.session.follows is not None)
        return decides and not table.paused

    @property
    def replaying(self) -> bool:
        """Whether what happened lately is shown once more."""
        return self.on_show and self.window.playback.shows

    @property
    def ended(self) -> bool:
        """Whether the end of the game is on the screen."""
        return self.table.over and self.table.looking.node is None and not self.presenter.busy

    # The table's audience ---------------------------------------------------------------------------------------------

    @property
    def pace(self) -> float:
        return self.window.seat_actions.pace

    @property
    def behind(self) -> int:
        return self.presenter.behind

    def begun(self) -> None:
        if self.kept is None or self.kept.session is not self.table.session:
            if self.kept is not None:
                self.window.tabs.put_away(self.kept)
            self.kept = KeptGame(self.table.session, lambda line: self.window.tabs.faults.put(line))
        if not self.on_show:
            return
        if self.window.frame != self.window.fresh_frame():
            self.window.rebuild()
            return
        self.presenter.begin(self.table.point.turn, self.table.outlook.turn_events())
        self.settle()

    def happened(self, batch: Batch) -> None:
        if self.on_show and self.table.looking.node is None:
            self.window.playback.overtaken()
            self.window.echo.happened(batch.events, self.presenter.animated())
            self.presenter.add(batch)
            self.clear_marks()
            for remark in filter(None, (boards.remark(self.table.info, event) for event in batch.events)):
                self.window.notice.say(remark)

    def changed(self) -> None:
        if not self.on_show:
            return
        if self.presenter.busy:
            self.show_tools()
        else:
            self.show_players()
        self.show_progress()
        self.window.status.refresh()
        if not self.presenter.busy:
            self.show_advice()
            self.window.status.expect(telling.sentence(self))
            self.noted()

    def noted(self) -> None:
        """The tree of moves is another one, or what is said beside it."""
        if self.on_show:
            self.window.desk.follow()
            self.window.stepping.show(telling.note(self))
            self.window.below.show()

    def ticked(self) -> None:
        if self.on_show:
            show_clocks(self.window.players, self.table.clock)

    def said(self, text: str) -> None:
        if self.on_show:
            self.window.status.point_out(text, True)

    # The presenter's stage --------------------------------------------------------------------------------------------

    def step(self, event: Event, turn: Sequence[Event], done: Callable[[], None]) -> None:
        board, view = self.window.board, self.window.view
        told = boards.tell(self.table.info, event)
        self.window.echo.step(event, told)
        self.window.status.point_out("", False)
        if told:
            self.window.status.expect(told)
        if board is None or not isinstance(view, BoardView):
            done()
            return
        self.showing = Showing(view, board, self.window.panels, self.table.info, self.presenter.paced)
        self.showing.step(event, turn, done)

    def cut(self) -> None:
        showing, self.showing = self.showing, None
        if showing is not None and showing.view.winfo_exists():
            showing.cut()

    def settled(self) -> None:
        self.settle()
        self.table.go_on()

    def after(self, ms: int, call: Callable[[], None]) -> str:
        return self.window.root.after(ms, call)

    def after_cancel(self, timer: str) -> None:
        self.window.root.after_cancel(timer)

    # What is shown ----------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Show the position as it is, and what may be clicked in it."""
        table, window = self.table, self.window
        window.playback.ended()
        self.drafting.take_up()
        draft, point = self.drafting.draft, table.point
        if draft is not None:
            point = draft.begun
        self.touch.begin(self.drafting.moves() if self.ours else [])
        if isinstance(window.view, PlainView):
            window.view.show(point, self.ours)
        elif window.board is not None:
            fields = point.fields
            window.view.position(fields)
            viewing.arrange(window.view, window.settings, table.info.id)
            window.view.show("last", window.board.last(fields, table.outlook.last_events()))
            panels = window.board.panels(table.info, fields, table.outlook.turn_events())
            for card, panel in zip(window.panels, panels, strict=True):
                card.show(panel)
            self.touch.show()
            window.view.warm(viewing.foreseen(window.board, self.point, self.touch.entry))
            window.show_outcomes(window.board.outcomes(point) if self.ours and draft is None else ())
        self.show_draft()
        window.top.say(telling.title(self))
        window.hand_over(table.screen.handing_to)
        self.show_players()
        self.noted()
        self.show_advice()
        self.show_progress()
        window.status.refresh()
        window.status.expect(telling.sentence(self))
        window.status.point_out("", False)
        window.echo.settled()
        if isinstance(window.view, BoardView) and window.view.hover:
            self.touch.hovered(window.view.hover)

    def clear_marks(self) -> None:
        self.window.choices.show(())
        if isinstance(self.window.view, BoardView):
            for layer in ("open", "reach", "foresee", "advice", "ghosts"):
                self.window.view.show(layer, ())

    def drafted(self) -> None:
        """Other lines are written: show them, and what may be written next."""
        window, view, board = self.window, self.window.view, self.window.board
        if not self.on_show or not isinstance(view, BoardView) or board is None:
            return
        if window.playback.leave():
            return
        self.touch.begin(self.drafting.moves())
        self.touch.chose()
        view.warm(viewing.foreseen(board, self.point, self.touch.entry))
        window.echo.hush()
        self.show_draft()
        self.show_advice()
        self.noted()
        window.status.refresh()
        window.status.expect(telling.sentence(self))
        window.dock.follow()

    def show_draft(self) -> None:
        """Show what is written on the sheet and on the board, or nothing of it."""
        self.window.sheet.show(self.drafting.sheet())
        self.show_ghosts()

    def show_ghosts(self) -> None:
        if isinstance(self.window.view, BoardView):
            self.window.view.show("ghosts", self.drafting.ghosts())

    def reached(self, points: Sequence[int]) -> None:
        self.show_players(points)

    def show_players(self, points: Sequence[int] | None = None) -> None:
        """Show who plays, with these points instead of those of the position."""
        point, board = self.table.point, self.window.board
        if points is None:
            points = self.window.playback.points if self.replaying else point.points()
        actor = point.actor
        for seat, card in enumerate(self.window.players):
            score = board.standing(self.table.info, points[seat]) if board is not None else str(points[seat])
            card.show(telling.who(self, seat), score, seat == actor and not (self.table.over and self.table.looking.node is None))
            card.show_outcome(outcome(self.table, seat) if self.ended else Outcome())
        self.window.notice.stand(telling.ended(self) if self.ended else None)
        self.show_tools()

    def show_tools(self) -> None:
        show_clocks(self.window.players, self.table.clock)
        self.window.status.arrange(tools_for(self.table), said.speed(self.window.seat_actions.speed))

    def show_advice(self) -> None:
        view, board = self.window.view, self.window.board
        if board is None or self.replaying or not isinstance(view, BoardView):
            return
        view.show("advice", self.hints.marks(board))

    def show_progress(self) -> None:
        self.window.status.progress.show(*telling.progress(self.table))

    # A person's doings ------------------------------------------------------------------------------------------------

    @property
    def board(self) -> Board | None:
        return self.window.board

    @property
    def view(self) -> BoardView | PlainView:
        return self.window.view

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
        if draft is not None and not draft.write(move):
            self.drafting.changed()
        return draft is not None

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
        self.refuse(telling.not_ours(self), spot)

    def refused(self, chosen: Sequence[str], spot: str) -> None:
        assert self.board is not None
        self.refuse(self.board.refusal(self.point, chosen, spot), spot)

    def offer(self, choices: Sequence[Choice]) -> None:
        draft, before = self.drafting.draft, self.window.choices.shown
        note = "" if draft is None else words_sheet.DONE if draft.at is None else words_sheet.ON_BOARD
        self.window.choices.show(choices, note)
        if self.window.choices.shown != before:
            self.window.dock.follow()

    def lead(self) -> None:
        self.window.status.expect(telling.sentence(self))

    def explain(self, spot: str, detail: str) -> None:
        if not self.presenter.busy:
            detail = self.window.desk.explain(spot, detail)
            self.window.status.point_out(detail, False)
            self.window.echo.at(spot, detail)

    def type_move(self, text: str) -> None:
        """Play moves of this turn that were typed, or one chosen from a list; what is not played stays, with why."""
        moves = text.split()
        self.skip()
        turn = self.table.point.turn
        while moves:
            if not self.ours or self.table.point.turn != turn:
                # the next person must not read what was meant to be written
                self.window.status.clear("" if self.table.screen.handing_to is not None else " ".join(moves))
                self.refuse(telling.not_ours(self))
                return
            try:
                self.play(moves[0])
            except (Conflict, IllegalMove) as error:
                self.window.status.clear(" ".join(moves))
                self.refuse(words.illegal(error.reason))
                return
            self.presenter.skip()
            del moves[0]
        self.window.status.clear()

    def play(self, move: str) -> None:
        """A person's move, in the position that is shown, made at once or written on the sheet."""
        if self.drafting.draft is not None:
            self.drafting.write(move)
        elif self.table.looking.node is None:
            self.table.play(move)
        else:
            self.table.play_there(move)

    def refuse(self, reason: str, spot: str = "") -> None:
        self.window.status.point_out(reason, True)
        self.window.echo.refuse(reason, spot)

    def escape(self) -> None:
        """Skip what is shown, or take a choice back, or stop the bot, whichever applies first."""
        if self.skip():
            return
        if self.touch.cancel():
            return
        if self.drafting.draft is not None and self.drafting.draft.chosen is not None:
            self.drafting.choose(None)
            return
        if self.table.looking.node is not None and not self.table.advising:
            self.table.look(self.table.session.here)
        elif self.table.asking.ticket:
            self.table.stop()
