"""The commands of the displayed game: new games, tabs, undo, hints and bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import fastcore
from bots import Limit
from fastcore import OVER, Viewpoint
from workbench import boards
from workbench.bot_process import trust
from workbench.game.session import PERSON
from workbench.gui.board import words as board_words
from workbench.gui.new_game import words as new_game_words
from workbench.gui.play import captions, chance_by_hand, reasons, viewing
from workbench.gui.play import words as play_words
from workbench.gui.play.layers import Change
from workbench.gui.play.screen import Screen
from workbench.gui.play.seat_commands import SeatCommands
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import PLAY, TABS, Command
from workbench.gui.shell.shell import Shell
from workbench.positions import lists
from workbench.positions.lists import Entry
from workbench.positions.sketch import Sketch
from workbench.records.seeds import new_seed
from workbench.records.steps import is_set_up
from workbench.settings import LastGame, Settings
from workbench.system.sentences import as_sentence
from workbench.system.translation import tr
from workbench.table.setup import Setup
from workbench.table.table import Table

if TYPE_CHECKING:  # importing the form slows start-up
    from workbench.gui.new_game.dialog import NewGame


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Register the commands of the displayed game."""
    actions = Actions(shell, games, screen)
    seats = SeatCommands(shell, games)
    shell.add(seats)
    shell.commands.mode_reason = lambda command: games.layers.why_not(games.table, command)
    shell.commands.end_showing = lambda: games.shown.presenter.skip()
    shell.events.writing_ends.connect(lambda: screen.side.finish())
    games.live_lists.append((2, actions.choices))
    games.live_lists.append((3, actions.outcomes))
    add = shell.commands.add
    # fmt: off
    add(Command(
        "new", "game", f"{new_game_words.TITLE}…", tr("Choose a game and an opponent"), actions.new, ("Ctrl+N",),
        search_words=tr("start begin watch bots play each other from position"), modes=TABS,
    ))
    add(Command(
        "again", "game", tr("Play again"), tr("Start the same game again with new dice or cards"), actions.again,
        ("Ctrl+Shift+N",), search_words=tr("restart repeat same game"), listed=False,  # Rematch is listed
    ))
    # fmt: on
    seats.register_games()
    # fmt: off
    add(Command(
        "new_tab", "game", tr("New tab…"), tr("Choose a game for another tab"), actions.new_tab,
        ("Ctrl+T",), modes=TABS,
        listed=False,
    ))
    add(Command(
        "close", "game", tr("Close tab"), tr("Close this game. You can reopen it."), actions.close,
        ("Ctrl+W",), group=3, modes=TABS,
    ))
    add(Command(
        "reopen", "game", tr("Reopen closed tab"), tr("Reopen the game that you closed last"),
        lambda: games.reopen(), ("Ctrl+Shift+T",), actions.no_closed_game, group=3, modes=TABS, listed=False,
    ))
    add(Command(
        "next_tab", "game", tr("Next tab"), tr("Show the next open game"), lambda: games.cycle(1), ("Ctrl+Tab",),
        actions.no_other_tab, group=3, modes=TABS,
        listed=False,
    ))
    add(Command(
        "last_tab", "game", tr("Previous tab"), tr("Show the previous open game"), lambda: games.cycle(-1),
        ("Ctrl+Shift+Tab",), actions.no_other_tab, group=3, modes=TABS,
        listed=False,
    ))
    add(Command(
        "quit", "game", tr("Quit"), tr("Close the window"), actions.quit, ("Ctrl+Q",), group=9,
        search_words=tr("exit leave"),
        modes=TABS,
    ))
    add(Command(
        "undo", "edit", tr("Undo"), tr("Undo the last change"),
        lambda: actions.undo.run(), ("Ctrl+Z",), lambda: actions.undo.why_not, search_words=tr("take back mistake"),
        menu_label=lambda: actions.undo.text, modes=TABS,
    ))
    add(Command(
        "redo", "edit", tr("Redo"), tr("Repeat the last undone change"), lambda: actions.redo.run(),
        ("Ctrl+Y", "Ctrl+Shift+Z"),
        lambda: actions.redo.why_not, menu_label=lambda: actions.redo.text, modes=TABS,
    ))
    add(Command(
        "take_back", "edit", tr("Return to last decision"), tr("Undo everything since your last decision"),
        lambda: games.table.retract(), ("Ctrl+BackSpace",), actions.no_decision, modes=PLAY,
        listed=False,
    ))
    add(Command(
        "type", "edit", tr("Type a move"), tr("Enter a move as text"), actions.type, ("/",), actions.no_typing, group=1,
        search_words=tr("enter notation"),
    ))
    add(Command(
        "copy", "edit", tr("Copy position"), tr("Copy the position as one line of text"), actions.copy,
        ("Ctrl+Shift+C",),
        group=1, modes=TABS,
    ))
    # fmt: on
    chance_by_hand.register(shell, lambda: games.table)
    viewing.register(shell, games, screen)
    # fmt: off
    add(Command(
        "hint", "bot", lambda: games.shown.hints.label(),
        tr("Get a hint in three steps: where, which move, why"), lambda: games.shown.hints.ask(),
        ("Ctrl+H",), actions.no_hint, search_words=tr("help me advice best move suggest"), modes=PLAY,
        labels=(play_words.HINT, play_words.WHICH_MOVE, play_words.WHY_MOVE),
    ))
    add(Command(
        "move_now", "bot", tr("Move now"), tr("The bot plays its best move so far"),
        lambda: games.table.bots.move_now(),
        ("Ctrl+J",), actions.no_thinking_bot, search_words=tr("hurry force"), modes=PLAY,
    ))
    add(Command(
        "stop", "bot", tr("Stop"), tr("Stop the bot and pause the game"), lambda: games.table.bots.stop(), (),
        actions.no_thinking_bot, modes=PLAY,
    ))
    add(Command(
        "continue", "bot", tr("Continue"), tr("Continue the paused game"), lambda: games.table.bots.resume(), (),
        actions.no_stopped_bot, modes=PLAY, listed=False,
    ))
    # fmt: on
    seats.register_bots()
    games.consent.register()
    # fmt: off
    add(Command(
        "hand_over", "game", play_words.HAND_OVER,
        tr("Cover the board for the next person after you have read it"),
        lambda: games.table.hand_over(), (), actions.no_hand_over, group=1, order=1,
        listed=False,
    ))
    # fmt: on


def remember(settings: Settings, setup: Setup) -> None:
    """Store the setup of a game as the default of the next one."""
    settings.last_spec, settings.last_seats = setup.spec, setup.seats
    last_game = LastGame(setup.spec, setup.seats, setup.names, setup.limit)
    settings.games = {**settings.games, setup.spec.partition("(")[0]: last_game}


class Actions:
    """The actions of the commands, and why they are unavailable."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen

    # Game -------------------------------------------------------------------------------------------------------------

    def new(self) -> None:
        """Open the form for a new game. It offers the shown position, and selects a position from Set up."""
        table = self.games.table
        if not self.games.layers.first_answer(table, lambda layer: layer.begin_new_game(table, self._ask_who_plays)):
            self._ask_for_game(self._begin_here)

    def new_tab(self) -> None:
        """Open the form for a new game in a new tab."""
        self._ask_for_game(self.games.begin)

    def _ask_for_game(self, start: Callable[[Setup], None]) -> None:
        table = self.games.table
        sketch = self.games.shown.sketch if table.point.actor != OVER else None
        board: str | Viewpoint = "" if sketch is None else sketch.situation
        if sketch is not None and sketch.seat is not None:  # at a shared screen, somebody else can come to the form
            board = "" if table.screen.is_shared else table.point
        self._open_form(table.played.without_follow(), start, board, () if sketch is None else sketch.facts)

    def _ask_who_plays(self, sketch: Sketch) -> None:
        """Open the form for a game in a new tab, with a position from Set up unless its game is over."""
        last = self.games.table.played.without_follow()._replace(spec=sketch.spec, position=None, turns=0)
        board = sketch.situation if sketch.seat is None else sketch.viewpoint()
        over = sketch.seat is None and fastcore.parse(sketch.situation).actor == OVER
        form = self._open_form(last, self.games.begin, "" if over else board, () if over else sketch.facts)
        if not over:
            form.begin_from_board()

    def _open_form(
        self, last: Setup, start: Callable[[Setup], None], board: str | Viewpoint, facts: tuple[str, ...]
    ) -> NewGame:
        from workbench.gui.new_game.dialog import NewGame  # imported here because importing it slows start-up

        shell = self.shell
        others = {
            game: Setup(entry.spec, entry.seats, 0, None, entry.names, entry.limit)
            for game, entry in shell.settings.games.items()
        }
        offered = [
            (player, entry.limit) for entry in (last, *others.values()) for player in entry.seats if player != PERSON
        ]

        def begin(setup: Setup) -> None:
            self.begin(setup, start, offered)

        def form() -> NewGame:
            parts = [part for part in shell.settings_parts if part.concerns_games]
            return NewGame(shell.root, shell.look, last, new_seed(), begin, others, board, facts, parts)

        shell.pages.show("new", form)
        opened = shell.pages.open["new"]
        assert isinstance(opened, NewGame)
        return opened

    def begin(
        self, setup: Setup, start: Callable[[Setup], None], offered: Sequence[tuple[str, Limit | None]] = ()
    ) -> None:
        """Begin a game with the setup from the form, and remember it.

        Args:
            setup: The setup that the form describes.
            start: Begins the game in this tab or in a new one.
            offered: The players and limits that the form proposed. Leaving them unchanged is not consent to run them.

        Raises:
            ValueError: The setup is refused.
        """
        trust.allow_chosen((player for player in setup.seats if player != PERSON), setup.limit, offered)
        start(setup)
        remember(self.shell.settings, setup)

    def _begin_here(self, setup: Setup) -> None:
        # What one seat sees has an owner, who may want to return.
        if setup.follows is not None or self._holds_work():
            self.games.begin(setup)
        else:
            self.games.table.begin(self.games.prepared(setup))

    def _holds_work(self) -> bool:
        """Return whether a new game must leave the shown tab alone.

        The tab shows an analysis, a position from Set up, or a finished game that was reviewed or opened from a file.
        """
        games, table, stored = self.games, self.games.table, self.games.shown.stored
        tree = table.session.document.tree
        if games.layers.mode(table) != "play" or table.session.position is not None:
            return True
        if any(is_set_up(node.move) for node in tree.nodes.values()):
            return True
        opened = stored is not None and stored.file is not None and not stored.in_library
        return table.over and (opened or any(games.layers.judged_report(node) is not None for node in tree.nodes))

    def again(self) -> None:
        """Begin the shown game again with a new seed."""
        self.games.try_to_begin(self.games.table.played.restarted())

    def close(self) -> None:
        """Close the shown game."""
        self.games.close(self.games.number)

    def no_closed_game(self) -> str:
        """Return why no game can be reopened, or ""."""
        return "" if self.games.closed or self.games.closed_files else play_words.NONE_CLOSED

    def no_other_tab(self) -> str:
        """Return why there is no other tab to show, or ""."""
        return "" if len(self.games.open) > 1 else play_words.ONE_GAME

    def quit(self) -> None:
        """Close the window."""
        self.shell.root.event_generate("<<Quit>>")

    # Edit -------------------------------------------------------------------------------------------------------------

    @property
    def undo(self) -> Change:
        """The current effect of undo."""
        table = self.games.table
        return self.games.layers.first_answer(table, lambda layer: layer.undo(table)) or self._undo(table)

    def _undo(self, table: Table) -> Change:
        session = table.session
        reason, change = session.document.can_undo, session.document.to_undo
        others = self.others_undone()

        def run() -> None:
            table.undo()
            if others:
                self.shell.notice.show(play_words.undone_of(others), undone=True)

        reveals = session.undo_reveals and not session.hindsight
        text = play_words.undo(change.kind, others, reveals) if change is not None else ""
        if not reason and table.screen.shown_since(session.document.undone_to()):
            return Change(run, text, play_words.CARDS_SHOWN)
        return Change(run, text, as_sentence(reason) if reason else "")

    @property
    def redo(self) -> Change:
        """The current effect of redo."""
        table = self.games.table
        return self.games.layers.first_answer(table, lambda layer: layer.redo(table)) or self._redo(table)

    def _redo(self, table: Table) -> Change:
        reason, change = table.session.document.can_redo, table.session.document.to_redo
        text = play_words.redo(change.kind) if change is not None else ""
        return Change(table.redo, text, as_sentence(reason) if reason else "")

    def others_undone(self) -> list[str]:
        """Return the names of other people whose decisions undo would revert.

        Empty unless several people share the screen and each sees only their own view.
        """
        table = self.games.table
        seats = table.session.document.undone_seats() if table.screen.is_shared else ()
        return [
            captions.person_name(table, seat) for seat in seats if seat in table.persons and seat != table.screen.viewer
        ]

    def no_decision(self) -> str:
        """Return why there is no earlier decision to return to, or ""."""
        table = self.games.table
        if not table.session.can_retract:
            return play_words.NONE_DECIDED
        return play_words.CARDS_SHOWN if table.screen.shown_since(table.session.retracted_to()) else ""

    def type(self) -> None:
        """Give the focus to the field for typed moves."""
        self.shell.status.entry.focus_set()

    def no_typing(self) -> str:
        """Return why no move can be typed, or ""."""
        table = self.games.table
        return reasons.game_over(table) or (play_words.NOT_YOUR_TURN if table.bots_only else "")

    def copy(self) -> None:
        """Copy the shown position as text."""
        table = self.games.table
        text = self.games.layers.text(table, lambda layer: layer.copied(table))
        if not text:
            text = f"{table.session.spec} {table.point.text()}"
            sketch = self.games.shown.sketch if table.session.facts else None
            if sketch is not None and sketch.facts:
                text = lists.format_line(Entry(sketch))
        self.shell.clipboard.copy_text(text)
        self.shell.status.show_detail(play_words.COPIED, False)

    # Beside the board -------------------------------------------------------------------------------------------------

    def choices(self) -> dict[str, list[str]]:
        """Return the buttons beside the board, for screen readers."""
        choices = self.games.shown.move_input.choices
        return {play_words.CHOICES: [play_words.choice(choice.label, choice.key, choice.why) for choice in choices]}

    def outcomes(self) -> dict[str, list[str]]:
        """Return the possible outcomes of the decision, for screen readers."""
        info = self.games.table.info
        lines = []
        for outcome in self.screen.outcomes_shown:
            lines.append(
                f"{outcome.head}: {board_words.happens(boards.describe_event(info, event) for event in outcome.events)}"
            )
        return {play_words.OUTCOMES: lines}

    def no_hand_over(self) -> str:
        """Return why the screen cannot be handed over, or ""."""
        table = self.games.table
        seat = table.screen.covered_for
        if seat is not None:
            return play_words.hand_over(captions.person_name(table, seat))
        return "" if table.screen.reading_seat is not None else play_words.NO_HAND_OVER

    # Bot --------------------------------------------------------------------------------------------------------------

    def no_hint(self) -> str:
        """Return why no hint is available, or ""."""
        table = self.games.table
        if table.point.actor == OVER:
            return play_words.GAME_OVER
        if not self.games.shown.accepts_moves:
            return play_words.NOT_YOUR_TURN
        if table.bots.advising:
            return play_words.STILL_LOOKING
        if table.bots.thinking:
            return play_words.BOT_MOVES_FIRST
        no_help = self.games.layers.text(table, lambda layer: layer.no_help(table))
        if reason := no_help or self.games.shown.hints.why_not():
            return reason
        return "" if table.bots.hint_bot_name() else play_words.NO_ADVISER

    def no_thinking_bot(self) -> str:
        """Return the message that no bot is thinking, or ""."""
        return "" if self.games.table.bots.requests.ticket else play_words.NOTHING_THINKS

    def no_stopped_bot(self) -> str:
        """Return the message that no bot is stopped, or ""."""
        return "" if self.games.table.bots.held else play_words.NOT_STOPPED
