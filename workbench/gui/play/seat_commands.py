"""Commands about players: seats, resignation, rematches, a bot that moves for a person, and games between bots."""

from __future__ import annotations

from typing import NamedTuple

import bots
from workbench import boards
from workbench.bot_process import bot_factory, trust
from workbench.game.session import PERSON
from workbench.gui.play import reasons
from workbench.gui.play import words as play_words
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import PLAY, Command
from workbench.gui.shell.shell import Shell
from workbench.gui.trust import consent
from workbench.protocol import registry
from workbench.seen.names import side_name
from workbench.system.sentences import as_sentence
from workbench.system.translation import tr
from workbench.table.setup import Setup
from workbench.table.table import Table


class HelpedTurn(NamedTuple):
    """A turn that a bot plays for a person, and the helper's number of answers before its current search."""

    table: Table
    seat: int
    turn: int
    answers: int


class SeatCommands:
    """The commands about players in the shown game. Sets `games.change_seats`.

    Args:
        shell: The window.
        games: The open games.
    """

    def __init__(self, shell: Shell, games: Tabs) -> None:
        self.shell, self.games = shell, games
        self.helped_turn: HelpedTurn | None = None  # the turn that a bot is playing for the person
        shell.events.polled.connect(self.continue_turn)
        games.change_seats = self.seats

    def register_games(self) -> None:
        """Register the commands that follow New game in its menu."""
        add = self.shell.commands.add
        # fmt: off
        add(Command(
            "rematch", "game", tr("Rematch"), tr("Play the same opponents again with seats exchanged"), self.rematch,
            ("Ctrl+Shift+R",), search_words=tr("swap sides exchange seats"),
            listed=False,
        ))
        add(Command(
            "seats", "game", tr("Players…"), tr("Change the players, even during a game"), self.seats, ("Ctrl+P",),
            self.no_seats, group=1, search_words=tr("watch bots players names opponent level strength difficulty"),
        ))
        add(Command(
            "resign", "game", tr("Resign"), tr("Resign this game. Undo reverts it."), self.resign, ("Ctrl+R",),
            self.no_resigning, group=1, search_words=tr("give up surrender concede lose"), modes=PLAY,
        ))
        # fmt: on

    def register_bots(self) -> None:
        """Register the commands in the Bot menu."""
        add = self.shell.commands.add
        # fmt: off
        add(Command(
            "let_move", "bot", tr("Let a bot move"),
            tr("A strong bot plays your turn, or completes your plan"), self.let_move,
            ("Ctrl+Shift+H",),
            self.no_helping, group=1, modes=PLAY,
        ))
        add(Command(
            "helper", "bot", tr("Bot that moves for me…"), tr("Choose the bot that moves for you"), self.choose_helper,
            group=1,
        ))
        add(Command(
            "pause", "bot", tr("Pause"), tr("Pause the game and its clocks, or continue"), self.toggle_pause, ("P",),
            lambda: reasons.game_over(self.table), lambda: self.table.bots.held, group=2,
            search_words=tr("stop watch continue resume"), modes=PLAY,
        ))
        add(Command(
            "step", "bot", tr("Step"), tr("Let the bots play one move, then wait"), lambda: self.table.bots.step(),
            (".",),
            self.no_step, group=2, search_words=tr("watch next"), modes=PLAY,
            listed=lambda: self.table.bots_only,
        ))
        add(Command(
            "faster", "bot", tr("Faster"), tr("Shorten the pause between bots' moves"),
            lambda: self.change_speed(1), ("]",), self.not_faster, group=2, search_words=tr("watch speed"),
            listed=lambda: self.table.bots_only,
        ))
        add(Command(
            "slower", "bot", tr("Slower"), tr("Lengthen the pause between bots' moves"),
            lambda: self.change_speed(-1), ("[",), self.not_slower, group=2, search_words=tr("watch speed"),
            listed=lambda: self.table.bots_only,
        ))
        # fmt: on

    @property
    def table(self) -> Table:
        """The table of the shown game."""
        return self.games.table

    # Seats ------------------------------------------------------------------------------------------------------------

    def seats(self, first: int = 0) -> None:
        """Open the form that changes the players, with the focus on the seat `first`."""
        from workbench.gui.new_game.seats import SeatsDialog  # imported here because importing it slows start-up

        shell, session = self.shell, self.table.session
        sides = [boards.seat_name(self.table.info, seat) for seat in range(len(session.seats))]
        seats = list(zip(sides, session.seats, session.document.names, strict=True))

        def change(players: tuple[str, ...], names: tuple[str, ...]) -> None:
            if self.table.session is not session:
                raise ValueError(play_words.ANOTHER_GAME)
            if reason := self.no_seats():
                raise ValueError(reason)
            chosen = [
                player for player, before in zip(players, session.seats, strict=True) if player not in (before, PERSON)
            ]
            trust.allow_typed(*chosen, limit=session.limit)
            self.table.change_seats(self._prepared(players), names)

        shell.pages.show(
            "seats",
            lambda: SeatsDialog(shell.root, shell.look, play_words.PLAYERS, session.spec, seats, first, change),
        )

    def _prepared(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """Return players as a new game would have them. A player who keeps a seat is not changed."""
        session = self.table.session
        prepared = self.games.prepared(Setup(session.spec, players, 0)).seats
        seats = zip(players, prepared, session.seats, strict=True)
        return tuple(before if player == before else new for player, new, before in seats)

    def no_seats(self) -> str:
        """Return why players cannot be changed, or "".

        Nobody can take the seat of a person whose view is covered.
        """
        return reasons.covered(self.table)

    def rematch(self) -> None:
        """Start the same game with the seats exchanged."""
        before = self.table.session
        self.games.try_to_begin(self.table.played.rematch())
        persons = self.table.persons
        if self.table.session is not before and len(persons) == 1:
            self.shell.notice.show(play_words.plays_now(side_name(self.table.session, persons[0])))

    def resign(self) -> None:
        """Resign for the person to move."""
        seat = self.resigning
        if seat is not None:
            self.table.resign(seat)
            self.shell.notice.show(
                play_words.has_resigned(side_name(self.table.session, seat), self.shell.commands["undo"].key)
            )

    @property
    def resigning(self) -> int | None:
        """The seat that would resign: the person to move, or else the only person, or else None."""
        table = self.table
        if table.session.waits_for == "person" and table.screen.handover_seat is None:
            return int(table.state.actor)
        return table.persons[0] if len(table.persons) == 1 else None

    def no_resigning(self) -> str:
        """Return why nobody can resign, or ""."""
        return reasons.game_over(self.table) or (play_words.NOT_YOUR_TURN if self.resigning is None else "")

    # Bot that moves for a person --------------------------------------------------------------------------------------

    @property
    def helper(self) -> str:
        """The bot that moves for a person in this game: the chosen bot, or the strongest level."""
        spec = self.table.session.spec
        stored = self.shell.settings.helper.get(self.table.info.id, "")
        if bots.is_level(stored) or registry.plays_by_name(stored, spec):
            return stored
        return bots.LEVELS[-1] if bots.names(spec) else ""

    def let_move(self) -> None:
        """Let the helper choose a move, after asking for permission if its code is not trusted."""
        consent.ask_then_run(self.shell, (self.helper,), None, self._let_move)

    def _let_move(self) -> None:
        try:
            self.table.bots.ask_to_move(self.helper, self.games.shown.actor_view)
        except ValueError as error:
            self.shell.status.show_detail(as_sentence(str(error)), True)
            return
        point = self.table.session.point
        self.helped_turn = HelpedTurn(self.table, point.actor, point.turn, self.table.bots.help_answers)

    def continue_turn(self) -> None:
        """Ask the helper for the next move of the turn once its last move is shown."""
        helped = self.helped_turn
        if helped is None or helped.table is not self.table or self.table.bots.helping:
            return
        point = self.table.session.point
        if self.table.bots.help_answers == helped.answers or (point.actor, point.turn) != (helped.seat, helped.turn):
            self.helped_turn = None  # the turn is over, or the person has stopped the helper
        elif self.games.layers.text(self.table, lambda layer: layer.no_help(self.table)):
            self.helped_turn = None  # the plan is complete: if the person undoes a line, the helper must not rewrite it
        elif not self.games.shown.presenter.busy and not self.no_helping():
            self._let_move()

    def no_helping(self) -> str:
        """Return why no bot can move for the person, or ""."""
        if reason := reasons.game_over(self.table):
            return reason
        follows = self.table.session.follows
        if self.table.browsing.node is not None:
            return play_words.NOT_WHILE_VIEWING
        if not self.games.shown.accepts_moves or follows not in (None, self.table.state.actor):
            return play_words.NOT_YOUR_TURN
        reason = self.games.layers.text(self.table, lambda layer: layer.no_help(self.table))
        return reason or ("" if self.helper else play_words.NO_ADVISER)

    def choose_helper(self) -> None:
        """Open the form that changes the helper."""
        from workbench.gui.new_game.seats import SeatsDialog

        shell, game = self.shell, self.table.info.id

        def store(players: tuple[str, ...], names: tuple[str, ...]) -> None:
            trust.allow_typed(players[0])
            bot_factory.check_text(players[0])
            shell.settings.helper = {**shell.settings.helper, game: players[0]}

        seats = [(play_words.BOT, self.helper, "")]
        shell.pages.show(
            "helper",
            lambda: SeatsDialog(
                shell.root, shell.look, play_words.HELPER_HEAD, self.table.session.spec, seats, 0, store, persons=False
            ),
        )

    # Games between bots -----------------------------------------------------------------------------------------------

    def toggle_pause(self) -> None:
        """Pause the game, or continue it."""
        if self.table.bots.held:
            self.table.bots.resume()
        else:
            self.table.bots.pause()

    def no_step(self) -> str:
        """Return why bots cannot play a single move, or ""."""
        return reasons.game_over(self.table) or reasons.no_bots_alone(self.table)

    @property
    def speed(self) -> int:
        """The index of the current speed in `words.SPEEDS`."""
        return play_words.speed_number(self.shell.settings.speed)

    def change_speed(self, by: int) -> None:
        """Change the speed by a number of steps."""
        self.shell.settings.speed = self.speed + by
        self.table.bots.next_at = 0.0
        self.games.shown.refresh()

    def not_faster(self) -> str:
        """Return why the speed cannot be raised, or ""."""
        return reasons.no_bots_alone(self.table) or (
            "" if self.speed + 1 < len(play_words.SPEEDS) else play_words.FASTEST
        )

    def not_slower(self) -> str:
        """Return why the speed cannot be lowered, or ""."""
        return reasons.no_bots_alone(self.table) or ("" if self.speed else play_words.SLOWEST)
