"""One open game in a tab: it shows moves step by step and handles the person's input. display.py draws the position.

`OpenGame` implements the `Audience` of the table, the `Stage` of the presenter and the `MoveInputOwner`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from fastcore import CHANCE, Conflict, Event, IllegalMove, Viewpoint
from workbench import boards
from workbench.boards.kit.choices import Choice
from workbench.boards.kit.contract import Board
from workbench.game.chance_by_hand import outcomes
from workbench.game.move_tree import ROOT
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.event_player import EventPlayer
from workbench.gui.board.move_input import MoveInput
from workbench.gui.board.plain_view import PlainView
from workbench.gui.board.presenter import Presenter
from workbench.gui.play import captions, chance_by_hand, words
from workbench.gui.play.captions import show_clocks
from workbench.gui.play.cover import HAND_OVER
from workbench.gui.play.display import Display, OpenGames
from workbench.gui.play.hints import Hints
from workbench.positions.sketch import Sketch
from workbench.seen.names import side_name, with_player_names
from workbench.seen.shared_screen import ScreenOwner
from workbench.storage.stored_game import StoredGame
from workbench.system.sentences import as_sentence
from workbench.table.audience import Batch, Purpose
from workbench.table.table import Table
from workbench.table.words import ADVISER, bot_failed


class OpenGame:
    """One open game, shown or in another tab. Owned by `Tabs`.

    Args:
        games: The collection that owns it.
    """

    def __init__(self, games: OpenGames) -> None:
        self.games, self.shell, self.screen, self.layers = games, games.shell, games.screen, games.layers
        self.table = Table(self)
        settings = self.shell.settings
        self.presenter = Presenter(self, lambda: settings.animation, lambda: settings.animation_speed)
        self.move_input = MoveInput(self)
        self.hints = Hints(self)
        self.display = Display(self, self.hints, games.hand_over, lambda: games.waiting(self.table), games.take_seat)
        self.showing: EventPlayer | None = None  # plays the event that is being animated
        self.typed = ""  # text in the move field when another game was shown
        self.stored: StoredGame | None = None

    def deactivate(self) -> None:
        """Take the game off the screen before another one is shown."""
        if self.on_show:
            self.shell.events.writing_ends.emit()
            covered = self.table.screen.covered_for is not None
            # after a cover, another person is at the screen
            self.typed = "" if covered else self.shell.status.typed_text()
            self.presenter.reset(0, ())
            self.table.screen.stays = False

    def close(self) -> None:
        """Stop the game's bots and animations permanently."""
        if self.on_show:
            self.presenter.reset(0, ())
        self.move_input.close()
        self.shell.events.game_closed.emit(self.table)
        self.table.close()

    @property
    def on_show(self) -> bool:
        """Whether this is the game on the screen."""
        return self.screen.body is not None and self.games.shown is self and not self.layers.hides(self.table)

    def load(self, game: StoredGame) -> None:
        """Continue a stored game in this tab."""
        before, self.stored = self.stored, game
        if before is not None:
            self.games.archive(before)
        self.table.load(game.session)

    @property
    def accepts_moves(self) -> bool:
        """Whether a person can move and nothing is being animated."""
        table = self.table
        if self.presenter.busy or table.screen.handover_seat is not None:
            return False
        may = self.layers.first_answer(table, lambda layer: layer.may_move(table))
        if may is not None:
            return may
        waits = table.session.waits_for
        decides = waits in ("person", chance_by_hand.WAITS) or (waits == "chance" and table.session.follows is not None)
        return decides and not table.bots.paused

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The outcomes of chance that the person can choose now, if they can be listed."""
        table = self.table
        point = table.point
        elsewhere = table.browsing.node is not None and self._in_play
        if point.actor != CHANCE or not self.accepts_moves or elsewhere or table.info.has.deals:
            return ()
        return outcomes(point)

    @property
    def _in_play(self) -> bool:
        return self.layers.mode(self.table) == "play"

    @property
    def ended(self) -> bool:
        """Whether the screen shows the end of the game."""
        return self._in_play and self.table.over and self.table.browsing.node is None and not self.presenter.busy

    # Audience of the table --------------------------------------------------------------------------------------------

    @property
    def screen_owner(self) -> ScreenOwner:
        """The person at the screen."""
        return self.games.screen_owner

    @property
    def pace(self) -> float:
        """Seconds between the moves of a game between bots."""
        return words.SPEEDS[words.speed_number(self.shell.settings.speed)][1]

    @property
    def holds_game(self) -> bool:
        """Whether a layer lets chance and bots wait."""
        return bool(self.layers.first_answer(self.table, lambda layer: layer.holds_game(self.table)))

    @property
    def behind(self) -> int:
        """The number of batches not yet shown."""
        return self.presenter.behind

    def show_position(self) -> None:
        """Show another position, after a new game, an undo or a redo."""
        table = self.table
        another = self.stored is None or self.stored.session is not table.session
        if another:
            if self.shell.pages.over is not None and self.on_show:
                self.shell.pages.over.make_room()
            if self.stored is not None:
                self.games.note_successor(table.session, self.stored.session)
                self.games.archive(self.stored)
            self.move_input.reset()
            self.stored = StoredGame(table.session, lambda line: self.games.faults.put(line))
        self.shell.events.position_changed.emit(table, another)
        if not self.on_show:
            return
        table.screen.activate()
        if self.games.needs_new_layout:
            self.shell.rebuild()
            return
        self.presenter.reset(table.point.turn, table.seat_view.turn_events())
        self.settle()

    def show_move(self, batch: Batch) -> None:
        """Animate a move and show a remark on it."""
        if self.on_show and self.table.browsing.node is None:
            self.shell.events.move_made.emit(batch, self.presenter.animated())
            self.presenter.add(batch)
            self.display.clear_marks()
            for remark in filter(None, (boards.remark(self.table.info, event) for event in batch.events)):
                self.shell.notice.show(with_player_names(self.table.session, remark))

    def refresh(self) -> None:
        """Update everything on the screen except the position."""
        if self.on_show:
            self.display.changed()

    def refresh_clocks(self) -> None:
        """Update the clocks."""
        if self.on_show:
            show_clocks(self.screen.players, self.table)

    def report_bot_failure(self, purpose: Purpose, reason: str) -> None:
        """Report that a bot failed."""
        if self.on_show:
            side = ADVISER if purpose == "advice" else side_name(self.table.session, self.table.state.actor)
            self.shell.status.show_detail(bot_failed(side, reason), True)

    def warn(self, text: str) -> None:
        """Report a problem that does not stop the game."""
        self.shell.notice.show(as_sentence(text), True)

    # Stage of the presenter -------------------------------------------------------------------------------------------

    def step(self, event: Event, turn: Sequence[Event], done: Callable[[], None]) -> None:
        """Animate an event, then call `done`."""
        board, view, status = self.screen.board, self.screen.view, self.shell.status
        sentence = with_player_names(
            self.table.session, boards.describe_event(self.table.info, event, self.table.screen.viewer)
        )
        status.set_reminder("")
        status.show_detail("", False)

        def name_result() -> None:
            if sentence:
                status.set_prompt(sentence)

        is_drawn = board is not None and isinstance(view, BoardView)
        if board is not None and isinstance(view, BoardView):
            paced = self.presenter.scaled
            self.showing = EventPlayer(view, board, self.screen.panels, self.table.info, paced, self.screen.players)
        self.shell.events.event_shown.emit(event, turn, sentence)
        if is_drawn and self.showing is not None:
            self.showing.step(event, turn, done, name_result)
        else:
            name_result()
            done()

    def cancel_animation(self) -> None:
        """Drop the current animation without calling its `done`."""
        showing, self.showing = self.showing, None
        if showing is not None and showing.view.winfo_exists():
            showing.cancel()

    def settle(self) -> None:
        """Show the current position and accept its moves."""
        self.display.settle()

    def show_current(self) -> None:
        """Show the position after all animations, and continue the game."""
        self.settle()
        self.table.advance()

    def show_points(self, points: Sequence[int]) -> None:
        """Show the points after a move."""
        self.display.show_players(points)

    def after(self, ms: int, call: Callable[[], None]) -> str:
        """Call a function after a delay in milliseconds. Return the id of the timer."""
        return self.shell.root.after(ms, call)

    def after_cancel(self, timer: str) -> None:
        """Cancel a timer of `after`."""
        self.shell.root.after_cancel(timer)

    # Input of the person ----------------------------------------------------------------------------------------------

    @property
    def board(self) -> Board | None:
        """The drawing of the game, or None if it is shown as text."""
        return self.screen.board

    @property
    def view(self) -> BoardView | PlainView:
        """The widget of the board."""
        return self.screen.view

    @property
    def point(self) -> Viewpoint:
        """The position in which the next move is made."""
        return self._written or self.table.point

    @property
    def _written(self) -> Viewpoint | None:
        return self.layers.first_answer(self.table, lambda layer: layer.move_point(self.table))

    @property
    def sketch(self) -> Sketch | None:
        """The shown position as a sketch for Set up, or None while nobody may see it."""
        table, point = self.table, self.table.point
        if table.screen.handover_seat is not None or (point.seat is None and point.state is None):
            return None
        sketch, at_start = Sketch.from_point(point.state or point), table.browsing.shown_node == ROOT
        return replace(sketch, facts=table.session.facts) if sketch.seat is not None and at_start else sketch

    @property
    def actor_view(self) -> Viewpoint:
        """The view of the seat to move, after the written part of its turn."""
        session = self.table.session
        return self._written or session.viewpoint(session.point.actor)

    def receive_help(self, move: str) -> bool:
        """Offer the layers a move that a bot chose for the person. Return whether a layer handled it."""
        return bool(self.layers.first_answer(self.table, lambda layer: layer.handle_bot_move(self.table, move)))

    @property
    def idle_reason(self) -> str:
        """Why the person at the screen cannot move now."""
        return captions.why_no_move(self)

    def note_activity(self) -> bool:
        """End a replay or an animation because the person used the board.

        Returns:
            True if the input has no further effect. If it ended the animation of a move and the same person moves
            again, it still has its usual effect.
        """
        self.shell.events.board_used.emit()
        if self.layers.stop_replay(self.table):
            return True
        skipped = self.presenter.skip()
        last = next((step.actor for step in reversed(self.table.session.steps) if step.actor >= 0), None)
        return skipped and not (self.accepts_moves and last == self.point.actor)

    def skip(self) -> bool:
        """Skip animations and replays. Return False if there were none."""
        return self.presenter.skip() or self.layers.stop_replay(self.table)

    def on_idle_click(self, spot: str) -> None:
        """Handle a click on a spot while no move is expected."""
        if spot == HAND_OVER.spot:
            self.shell.commands.run("hand_over")
            return
        self.refuse(self.idle_reason, spot)

    def on_wrong_click(self, chosen: Sequence[str], spot: str) -> None:
        """Show why a spot cannot be chosen after those already chosen."""
        assert self.board is not None
        self.refuse(self.board.refusal(self.point, chosen, spot), spot)

    def show_choices(self, choices: Sequence[Choice]) -> None:
        """Show the choices beside the board, or the hand-over button while the person reads."""
        table, before = self.table, self.screen.choices.shown
        note = self.layers.text(table, lambda layer: layer.choices_note(table))
        reading = None not in (table.screen.reading_seat, table.screen.handover_seat) and not self.holds_game
        chance = self.move_input.chance
        lead = words.next_outcome(chance.texts) if choices and chance.texts and not reading else ""
        self.screen.choices.show((HAND_OVER,) if reading else choices, note, main=reading, lead=lead)
        if self.screen.choices.shown != before:
            self.screen.side.refresh()

    def update_prompt(self) -> None:
        """Update the status sentence after the chosen spots changed."""
        self.shell.status.set_prompt(captions.status_sentence(self))

    def explain(self, spot: str, detail: str) -> None:
        """Show what a click on a spot would do."""
        if not self.presenter.busy:
            if isinstance(self.view, BoardView) and any(item.where == spot for item in self.view.painter.shown["last"]):
                detail = f"{detail} {captions.last_events_at(self.table, spot)}".strip()
            for explain in self.games.explainers:
                detail = explain(spot, detail)
            detail = with_player_names(self.table.session, detail)
            self.shell.status.show_detail(detail, False)
            self.shell.events.spot_pointed.emit(spot, detail)

    def type_move(self, text: str) -> None:
        """Play the typed moves of this turn.

        The first illegal move and those after it stay in the field, with the reason.
        """
        if text.strip() and self.table.screen.covered_for is not None:
            self.refuse(words.COVERED)
            return
        moves = text.split()
        self.skip()
        turn = self.table.point.turn
        while moves:
            if not self.accepts_moves or self.table.point.turn != turn:
                # the next person must not see the typed plan
                self.shell.status.set_typed_text("" if self.table.screen.handover_seat is not None else " ".join(moves))
                self.refuse(captions.why_no_move(self))
                return
            try:
                self._play(moves[0])
            except (Conflict, IllegalMove) as error:
                self.shell.status.set_typed_text(" ".join(moves))
                self.refuse(as_sentence(error.reason))
                return
            self.presenter.skip()
            del moves[0]
        self.shell.status.set_typed_text()
        self.games.hand_over.focus_button()

    def play(self, move: str) -> None:
        """Play a person's move in the shown position.

        A layer can handle the move instead: the sheet writes it down, an analysis tries it.
        """
        try:
            self._play(move)
        except Conflict as error:  # the move may contradict the facts about a followed seat
            self.refuse(as_sentence(error.reason))

    def _play(self, move: str) -> None:
        if not self.layers.first_answer(self.table, lambda layer: layer.handle_move(self.table, move)):
            self.table.play(move)

    def refuse(self, reason: str, spot: str = "") -> None:
        """Show why an action is impossible, and mark the spot if there is one."""
        reason = with_player_names(self.table.session, reason)
        self.shell.status.show_detail(reason, True)
        self.shell.events.action_refused.emit(reason, spot)

    def escape(self) -> None:
        """Handle Esc: skip an animation, deselect, close a passing page, leave the topmost layer, or stop the bot."""
        if self.presenter.skip() or self.move_input.cancel() or self.screen.side.escape():
            return
        if self.layers.first_answer(self.table, lambda layer: layer.leave(self.table) or None):
            return
        if self.table.bots.requests.ticket:
            self.table.bots.stop()
