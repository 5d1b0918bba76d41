"""Playing in the window: what clicks mean, what is shown of the game, and what happens step by step.

It is the table's audience, the board's hands and the presenter's stage.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from fastcore import OVER, Event, IllegalMove
from workbench import boards
from workbench.boards.contract import Item
from workbench.boards.entry import Entry
from workbench.gui import dragging, viewing, words
from workbench.gui.board_view import BoardView
from workbench.gui.plain_view import PlainView
from workbench.gui.presenter import Presenter
from workbench.gui.styles import menu as new_menu
from workbench.gui.table import Batch, Table
from workbench.session import own_turn

if TYPE_CHECKING:
    from workbench.gui.window import Window

TUMBLE_MS = 28


class Playing:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.table = Table(self)
        self.presenter = Presenter(self, lambda: window.settings.animation, lambda: window.settings.speed)
        self.entry = Entry({})
        self.rolling = ""  # the timer of dice that roll

    def close(self) -> None:
        self.presenter.begin(0, ())
        self.table.close()

    @property
    def ours(self) -> bool:
        """Whether a person is to move and all is shown."""
        table = self.table
        return not self.presenter.busy and table.session.waits_for == "person" and table.screen.handing_to is None

    # The table's audience ---------------------------------------------------------------------------------------------

    @property
    def behind(self) -> int:
        return self.presenter.behind

    def begun(self) -> None:
        if self.window.body is None:
            return  # the window is not built yet
        if self.window.frame != self.window.fresh_frame():
            self.window.rebuild()
            return
        self.presenter.begin(self.table.state.turn, self.table.turn_events())
        self.settle()

    def happened(self, batch: Batch) -> None:
        if self.window.body is not None:
            self.presenter.add(batch)
            self.clear_marks()

    def changed(self) -> None:
        if self.window.body is None:
            return
        self.show_players()
        self.show_progress()
        self.window.status.refresh()
        if not self.presenter.busy:
            self.show_advice()
            self.window.status.expect(self.sentence())
            if self.table.thinking:
                self.window.moves.show_note(self.note())

    def said(self, text: str) -> None:
        self.window.status.point_out(text, True)

    # The presenter's stage --------------------------------------------------------------------------------------------

    def step(self, event: Event, turn: Sequence[Event], done: Callable[[], None]) -> None:
        board, view = self.window.board, self.window.view
        told = boards.tell(self.table.info, event)
        self.window.status.point_out("", False)
        if told:
            self.window.status.expect(told)
        if board is None or not isinstance(view, BoardView):
            done()
            return

        def show() -> None:
            self.rolling = ""
            for card, panel in zip(self.window.panels, board.panels(self.table.info, event.fields, turn), strict=True):
                card.show(panel)
            view.show("last", board.last(event.fields, turn))
            view.change(event.fields, done)

        frames = board.tumble(event)
        if frames and self.window.panels:
            self._tumble(list(frames), show)
        else:
            show()

    def _tumble(self, frames: list[tuple[str, ...]], then: Callable[[], None]) -> None:
        if not frames:
            then()
            return
        self.window.panels[0].show_large(frames[0])
        self.rolling = self.window.root.after(self.presenter.paced(TUMBLE_MS), self._tumble, frames[1:], then)

    def cut(self) -> None:
        if self.rolling:
            self.window.root.after_cancel(self.rolling)
            self.rolling = ""
        if self.window.body is not None and isinstance(self.window.view, BoardView):
            self.window.view.cut()

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
        point = table.point
        paths = {}
        if self.ours and window.board is not None:
            texts = [point.move_text(move) for move in point.moves()]
            paths = {text: window.board.path(text) for text in texts}
        self.entry = Entry(paths)
        if isinstance(window.view, PlainView):
            window.view.show(point, self.ours)
        elif window.board is not None:
            fields = point.fields
            window.view.position(fields)
            viewing.arrange(window.view, window.settings, table.info.id)
            window.view.show("last", window.board.last(fields, table.last_events()))
            for card, panel in zip(
                window.panels, window.board.panels(table.info, fields, table.turn_events()), strict=True
            ):
                card.show(panel)
            self.show_open()
            window.view.warm(viewing.foreseen(window.board, point, self.entry))
        window.top.title.configure(text=self.title())
        window.hand_over(table.screen.handing_to)
        self.show_players()
        window.moves.show(table.session.seen(table.screen.viewer), self.note())
        window.chart.show(table.curve())
        self.show_advice()
        self.show_progress()
        window.status.refresh()
        window.status.expect(self.sentence())
        window.status.point_out("", False)
        if isinstance(window.view, BoardView) and window.view.hover:
            self.hovered(window.view.hover)

    def clear_marks(self) -> None:
        if isinstance(self.window.view, BoardView):
            for layer in ("open", "reach", "foresee", "advice"):
                self.window.view.show(layer, ())

    def show_open(self) -> None:
        if self.window.board is not None and isinstance(self.window.view, BoardView):
            open = (
                self.window.board.open(self.table.point, self.entry.chosen, sorted(self.entry.open))
                if self.ours
                else ()
            )
            self.window.view.show("open", open)
            self.window.status.expect(self.sentence())

    def show_players(self) -> None:
        points, board = self.table.state.points(), self.window.board
        for seat, card in enumerate(self.window.players):
            who = self.window.who(self.table.session.seats[seat])
            score = board.standing(self.table.info, points[seat]) if board is not None else str(points[seat])
            card.show(who, score, seat == self.table.state.actor)

    def show_advice(self) -> None:
        advice, view, board = self.table.advice, self.window.view, self.window.board
        if board is None or not isinstance(view, BoardView):
            return
        view.show("advice", board.advice(self.table.point, self.advised()) if advice is not None else ())

    def advised(self) -> tuple[str, ...]:
        """The moves of the advice in the turn of whoever asked."""
        advice = self.table.advice
        if advice is None:
            return ()
        line = advice.candidates[0].line if advice.candidates else ()
        return own_turn(self.table.point, line or (advice.move,))

    def show_progress(self) -> None:
        table, bar = self.table, self.window.status.progress
        if not table.ticket:
            bar.show("", 0)
            return
        report = table.progress
        rate = report.simulations / report.seconds if report is not None and report.seconds > 0 else 0.0
        side = words.ADVISER if table.advising else boards.side(table.info, table.state.actor)
        bar.show(words.thinks(side, rate), table.done)

    def title(self) -> str:
        table = self.table
        _, _, options = table.session.spec.rstrip(")").partition("(")
        shown = words.options(options) or words.defaults(table.info)
        return words.title(table.info.title, shown, table.state.turn, table.session.hindsight)

    def note(self) -> str:
        """The best line of the bot that thinks, or what the one that decided last meant to do in its turn."""
        plan, info, report = self.table.plan, self.table.info, self.table.progress
        if not self.table.screen.shows_thoughts:
            return ""
        if self.table.thinking and report is not None and report.candidates:
            seat, best = self.table.state.actor, report.candidates[0]
            line = boards.say(info, seat, own_turn(self.table.session.viewpoint(seat), best.line))
            return words.best_line(boards.side(info, seat), line, best.value[seat], report.simulations)
        if plan is None:
            return ""
        return words.plan(
            boards.side(info, plan.seat), boards.say(info, plan.seat, plan.moves), plan.value, plan.simulations
        )

    def sentence(self) -> str:
        table = self.table
        if table.screen.handing_to is not None:
            return words.hand_over(boards.side(table.info, table.screen.handing_to))
        if table.held:
            return words.stopped(boards.side(table.info, table.state.actor))
        if table.thinking:
            return words.thinking(boards.side(table.info, table.state.actor))
        if table.advising:
            return words.searching(table.progress.simulations if table.progress is not None else 0)
        if table.advice is not None:
            best = table.advice.candidates[0] if table.advice.candidates else None
            seat = table.state.actor
            moves = boards.say(table.info, seat, self.advised())
            side = boards.side(table.info, seat)
            return words.hint(moves, side, best.value[seat] if best else None, table.advice.simulations)
        if self.entry.chosen and self.window.board is not None:
            return self.window.board.lead(table.point, self.entry.chosen)
        return boards.expects(table.point)

    # The board's hands ------------------------------------------------------------------------------------------------

    def pressed(self) -> bool:
        return self.presenter.skip()

    def clicked(self, spot: str) -> None:
        if self.presenter.skip():
            return
        if not spot:
            if self.entry.cancel():
                self.chose()
            return
        if not self.ours:
            self.refuse(self.not_ours())
            return
        step = self.entry.click(spot)
        if step.move:
            self.play(step.move)
        elif step.choices:
            self._choose(step.choices)
        elif step.refused:
            assert self.window.board is not None
            self.refuse(self.window.board.refusal(self.table.point, self.entry.chosen, spot))
        else:
            self.chose()

    def chose(self) -> None:
        """Something was chosen, or a choice taken back: other clicks mean something now."""
        self.show_open()
        if isinstance(self.window.view, BoardView):
            self.hovered(self.window.view.hover)

    def lifted(self, spot: str) -> Item | None:
        return dragging.lift(self, spot)

    def dragged(self, start: str, end: str) -> None:
        dragging.drop(self, start, end)

    def hovered(self, spot: str) -> None:
        view, board = self.window.view, self.window.board
        if board is None or not isinstance(view, BoardView) or self.presenter.busy:
            return
        detail, reach, marks = "", tuple[Item, ...](), tuple[Item, ...]()
        inviting = False
        if spot and self.ours:
            point = self.table.point
            step, after = self.entry.trial(spot)
            inviting = not step.refused
            if step.move:
                marks, detail = board.foresee(point, step.move), board.promise(point, step.move)
            elif step.choices:
                detail = words.choose(spot, [boards.say(point.info, point.actor, (move,)) for move in step.choices])
            elif step.refused:
                detail = board.refusal(point, self.entry.chosen, spot)
            elif not after.chosen:
                detail = words.take_back(spot)
            else:
                reach, detail = board.open(point, after.chosen, sorted(after.open)), board.lead(point, after.chosen)
        view.show("reach", reach)
        view.show("foresee", marks)
        view.configure(cursor="hand2" if inviting else "")
        self.window.status.point_out(detail, False)

    def _choose(self, moves: Sequence[str]) -> None:
        """Several moves end on the same spot: let the person choose among them."""
        root = self.window.root
        menu = new_menu(root, self.window.look)
        state = self.table.state

        def choose(move: str) -> None:
            if self.ours and self.table.state is state:  # the game may have gone elsewhere while the menu stood open
                self.play(move)

        for move in moves:
            menu.add_command(label=boards.say(self.table.info, state.actor, (move,)), command=partial(choose, move))
        menu.tk_popup(root.winfo_pointerx(), root.winfo_pointery())

    def type_move(self, text: str) -> None:
        """Play moves of this turn that were typed, or one chosen from a list; what is not played stays, with why."""
        moves = text.split()
        self.presenter.skip()
        turn = self.table.state.turn
        while moves:
            if not self.ours or self.table.state.turn != turn:
                # the next person must not read what was meant to be written
                self.window.status.clear("" if self.table.screen.handing_to is not None else " ".join(moves))
                self.refuse(self.not_ours())
                return
            try:
                self.table.play(moves[0])
            except IllegalMove as error:
                self.window.status.clear(" ".join(moves))
                self.refuse(words.illegal(error.reason))
                return
            self.presenter.skip()
            del moves[0]
        self.window.status.clear()

    def play(self, move: str) -> None:
        self.table.play(move)

    def refuse(self, reason: str) -> None:
        self.window.status.point_out(reason, True)

    def not_ours(self) -> str:
        table = self.table
        if table.state.actor == OVER:
            return words.GAME_OVER
        side = boards.side(table.info, table.state.actor) if table.state.actor >= 0 else ""
        if table.screen.handing_to is not None:
            return words.hand_over(side)
        if table.held:
            return words.stopped(side)
        return words.wait(side) if side else boards.expects(table.point)

    def escape(self) -> None:
        """Skip what is shown, or take a choice back, or stop the bot, whichever applies first."""
        if self.presenter.skip():
            return
        if self.entry.cancel():
            self.chose()
        elif self.table.ticket:
            self.table.stop()
