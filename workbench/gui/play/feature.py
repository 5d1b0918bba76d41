"""What the window's commands do, and when they cannot be used and why."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from bots import Limit
from fastcore import OVER
from workbench.bot_process import trust
from workbench.game.session import PERSON
from workbench.gui.files.game_files import register_files
from workbench.gui.help import feature
from workbench.gui.new_game import words as new_game_words
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.play import captions, reasons, viewing
from workbench.gui.play import words as play_words
from workbench.gui.play.chance_by_hand import register as register_by_hand
from workbench.gui.set_up import words as set_up_words
from workbench.gui.set_up.editing import Sketching
from workbench.gui.settings import words as settings_words
from workbench.gui.sheet import words as sheet_words
from workbench.gui.shell.commands import Command
from workbench.gui.trust import consent
from workbench.positions import lists
from workbench.positions.lists import Entry
from workbench.records.seeds import new_seed
from workbench.seen.draft import Draft
from workbench.settings import LastGame, Settings
from workbench.system.sentences import as_sentence
from workbench.table.setup import Setup

if TYPE_CHECKING:
    from workbench.gui.window import Window



def register(window: Window) -> None:
    """Put every command into the window's registry, in the order of the menus."""
    actions = Actions(window)
    add = window.shell.commands.add
    add(Command(
        "new", "game", f"{new_game_words.TITLE}…", "Choose a game, who plays, and how strong", actions.new, ("Ctrl+N",),
        also="start begin watch bots play each other",
    ))
    add(Command(
        "again", "game", "Play again", "Begin the same game anew with other dice", actions.again, ("Ctrl+Shift+N",),
        also="restart repeat same game",
    ))
    window.seat_actions.register_games()
    add(Command(
        "new_tab", "game", "New game in a tab", "Begin the same game anew, beside this one", actions.new_tab,
        ("Ctrl+T",),
    ))
    register_files(window)
    add(Command(
        "close", "game", "Close this game", "Close the game that is shown; it can be opened again", actions.close,
        ("Ctrl+W",), group=3,
    ))
    add(Command(
        "reopen", "game", "Open the closed game again", "Open the game again that was closed last",
        lambda: window.games.reopen(), ("Ctrl+Shift+T",), actions.none_closed, group=3,
    ))
    add(Command(
        "next_tab", "game", "Next game", "Show the next of the open games", lambda: window.games.step(1), ("Ctrl+Tab",),
        actions.one_game, group=3,
    ))
    add(Command(
        "last_tab", "game", "Game before", "Show the open game before this one", lambda: window.games.step(-1),
        ("Ctrl+Shift+Tab",), actions.one_game, group=3,
    ))
    add(Command("quit", "game", "Quit", "Close the window", actions.quit, ("Ctrl+Q",), group=9, also="exit leave"))
    add(Command(
        "undo", "edit", "Undo", "Take the last change back: moves to your last decision, a comment, a deletion",
        actions.undo, ("Ctrl+Z",), actions.no_undo, also="take back mistake", exactly=actions.what_undone,
    ))
    add(Command(
        "redo", "edit", "Redo", "Make it again", actions.redo, ("Ctrl+Y", "Ctrl+Shift+Z"), actions.no_redo,
        exactly=actions.what_redone,
    ))
    add(Command(
        "take_back", "edit", "Take back", "Take back to your last decision; Undo brings the moves back",
        lambda: window.games.table.take_back(), ("Ctrl+BackSpace",), actions.no_take_back,
    ))
    add(Command(
        "type", "edit", "Type a move", "Enter a move as text", actions.type, ("/",), actions.no_typing, group=1,
        also="enter notation",
    ))
    add(Command(
        "copy", "edit", "Copy position", "Copy the position as one line of text", actions.copy, ("Ctrl+Shift+C",),
        group=1,
    ))
    register_by_hand(window)
    add(Command(
        "light", "view", "Light", "Light colours", partial(window.set_theme, "light"),
        on=lambda: window.shell.settings.theme == "light", also="theme light mode bright day",
    ))
    add(Command(
        "dark", "view", "Dark", "Dark colours", partial(window.set_theme, "dark"),
        on=lambda: window.shell.settings.theme == "dark", also="theme dark mode night",
    ))
    add(Command(
        "system", "view", "As the desktop", "Light or dark, as the desktop is", partial(window.set_theme, "system"),
        on=lambda: window.shell.settings.theme == "system", also="theme automatic mode",
    ))
    add(Command(
        "larger", "view", "Larger", "Larger type", lambda: window.set_zoom(window.zoomed(1)), ("Ctrl++",),
        actions.largest, group=1, also="zoom in bigger size scale font",
    ))
    add(Command(
        "smaller", "view", "Smaller", "Smaller type", lambda: window.set_zoom(window.zoomed(-1)), ("Ctrl+-",),
        actions.smallest, group=1, also="zoom out size scale font",
    ))
    add(Command(
        "normal", "view", "Normal size", "Type at its normal size", lambda: window.set_zoom(1.0), ("Ctrl+0",), group=1,
        also="zoom reset size scale 100 %",
    ))
    add(Command(
        "animation", "view", "Show moves step by step", "Show removals, placements and captures one after the other",
        actions.animation, on=lambda: window.shell.settings.animation, group=2, also="skip animations speed",
    ))
    add(Command(
        "names", "view", "Names of cells", "Write the name into every cell", actions.names, ("N",), actions.no_names,
        lambda: window.shell.settings.names, group=2, also="coordinates labels",
    ))
    viewing.register(window)
    add(Command(
        "hint", "bot", lambda: window.games.shown.hints.label(),
        "Ask a bot of its own: first where to look, then the move, then why", lambda: window.games.shown.hints.ask(),
        ("H",), actions.no_hint, also="help me advice best move suggest",
    ))
    add(Command(
        "move_now", "bot", "Move now", "Let the bot play the best it has found", lambda: window.games.table.bots.move_now(),
        ("M",), actions.idle, also="hurry force",
    ))
    add(Command(
        "stop", "bot", "Stop", "Stop the bot; the game waits", lambda: window.games.table.bots.stop(), ("S",), actions.idle,
    ))
    add(Command(
        "continue", "bot", "Continue", "Let the game go on", lambda: window.games.table.bots.resume(), ("C",), actions.not_held,
    ))
    window.seat_actions.register_bots()
    consent.register(window)
    feature.register(window)


def remember(settings: Settings, setup: Setup) -> None:
    """Keep what was begun for the next start."""
    settings.last_spec, settings.last_seats = setup.spec, setup.seats
    kept = LastGame(setup.spec, setup.seats, setup.names, setup.limit)
    settings.games = {**settings.games, setup.spec.partition("(")[0]: kept}


class Actions:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.shell, self.games, self.screen = window.shell, window.games, window.screen

    # Game -------------------------------------------------------------------------------------------------------------

    def new(self) -> None:
        window, table = self.window, self.games.table
        others = {game: Setup(one.spec, one.seats, 0, None, one.names, one.limit) for game, one in window.shell.settings.games.items()}
        board = "" if table.info.has.covered or table.over else f"{table.session.spec} {table.state.text()}"
        played = table.played
        offered = [(player, one.limit) for one in (played, *others.values()) for player in one.seats if player != PERSON]
        window.shell.pages.show(
            "new", lambda: NewGame(window.shell.root, window.shell.look, played, new_seed(), lambda setup: self.begin(setup, offered), others, board)
        )

    def begin(self, setup: Setup, offered: Sequence[tuple[str, Limit | None]] = ()) -> None:
        """Begin a game as the dialog asks and remember it for the next one; `offered` is what the dialog was filled with. ValueError if
        something in it is refused."""
        trust.chosen((player for player in setup.seats if player != PERSON), setup.limit, offered)
        self.games.table.begin(setup)
        remember(self.shell.settings, setup)

    def again(self) -> None:
        self.games.try_to_begin(self.games.table.played.anew())

    def new_tab(self) -> None:
        self.games.begin_anew(self.games.begin, self.games.table.played.anew())

    def close(self) -> None:
        self.games.close(self.games.number)

    def none_closed(self) -> str:
        return "" if self.games.closed else play_words.NONE_CLOSED

    def one_game(self) -> str:
        return "" if len(self.games.open) > 1 else play_words.ONE_GAME

    def quit(self) -> None:
        self.shell.root.event_generate("<<Quit>>")

    # Edit -------------------------------------------------------------------------------------------------------------

    @property
    def draft(self) -> Draft | None:
        """What is being written: its lines are undone before anything else."""
        return self.games.shown.drafting.draft

    @property
    def sketching(self) -> Sketching | None:
        """The position that is set up: what was done to it is undone and nothing else."""
        return self.games.shown.sketching if self.window.set_up.on else None

    def undo(self) -> None:
        if self.sketching is not None:
            self.sketching.undo()
        elif self.draft is not None and self.draft.can_undo:
            self.games.shown.drafting.undo()
        else:
            others = self.others_undone()
            self.games.table.undo()
            if others:
                self.shell.notice.say(play_words.undone_of(others), undone=True)

    def redo(self) -> None:
        if self.sketching is not None:
            self.sketching.redo()
        elif self.draft is not None and self.draft.can_redo:
            self.games.shown.drafting.redo()
        else:
            self.games.table.redo()

    def no_undo(self) -> str:
        if self.sketching is not None:
            return "" if self.sketching.can_undo else set_up_words.NOTHING_UNDONE
        if self.draft is not None and self.draft.can_undo:
            return ""
        reason = self.games.table.session.can_undo
        return as_sentence(reason) if reason else ""

    def no_redo(self) -> str:
        if self.sketching is not None:
            return "" if self.sketching.can_redo else set_up_words.NOTHING_REDONE
        if self.draft is not None and self.draft.can_redo:
            return ""
        reason = self.games.table.session.can_redo
        return as_sentence(reason) if reason else ""

    def what_undone(self) -> str:
        if self.sketching is not None:
            return set_up_words.UNDO
        if self.draft is not None and self.draft.can_undo:
            return sheet_words.UNDO
        session = self.games.table.session
        change = session.to_undo
        return play_words.undo(change.what, self.others_undone(), session.undo_reveals and not session.hindsight) if change is not None else ""

    def others_undone(self) -> list[str]:
        """Other persons whose decisions undo would take back, where each sees only their own."""
        table = self.games.table
        seats = table.session.undone_seats() if table.screen.shared else ()
        return [captions.called(table, seat) for seat in seats if seat in table.persons and seat != table.screen.viewer]

    def what_redone(self) -> str:
        if self.sketching is not None:
            return set_up_words.REDO
        if self.draft is not None and self.draft.can_redo:
            return sheet_words.REDO
        change = self.games.table.session.to_redo
        return play_words.redo(change.what) if change is not None else ""

    def no_take_back(self) -> str:
        return "" if self.games.table.session.can_take_back else play_words.NONE_DECIDED

    def type(self) -> None:
        self.shell.status.entry.focus_set()

    def no_typing(self) -> str:
        table = self.games.table
        return reasons.game_over(table) or (play_words.NOT_YOUR_TURN if table.watched else "")

    def copy(self) -> None:
        window = self.window
        played = f"{window.games.table.session.spec} {window.games.table.point.text()}"
        seen = window.set_up.seen() if window.games.table.session.facts else None
        if seen is not None and seen.facts:
            played = lists.line_of(Entry(seen))
        window.handing.copying.text(played if self.sketching is None else lists.line_of(Entry(self.sketching.sketch)))
        window.shell.status.point_out(play_words.COPIED, False)

    # View -------------------------------------------------------------------------------------------------------------

    def largest(self) -> str:
        return settings_words.LARGEST if self.window.zoomed(1) == self.shell.settings.zoom else ""

    def smallest(self) -> str:
        return settings_words.SMALLEST if self.window.zoomed(-1) == self.shell.settings.zoom else ""

    def animation(self) -> None:
        self.shell.settings.animation = not self.shell.settings.animation

    def names(self) -> None:
        self.shell.settings.names = not self.shell.settings.names
        if self.window.set_up.on:
            self.window.set_up.show()
        else:
            self.games.shown.settle()

    def no_names(self) -> str:
        return reasons.no_board(self.screen.board)

    # Bot --------------------------------------------------------------------------------------------------------------

    def no_hint(self) -> str:
        table = self.games.table
        if table.point.actor == OVER:
            return play_words.GAME_OVER
        if not self.games.shown.ours:
            return play_words.NOT_YOUR_TURN
        if table.bots.advising:
            return play_words.STILL_LOOKING
        if table.bots.thinking:
            return play_words.BOT_MOVES_FIRST
        if self.draft is not None and self.draft.at is None:
            return sheet_words.WHOLE
        if reason := self.games.shown.hints.why_not():
            return reason
        return "" if table.bots.adviser_name() else play_words.NO_ADVISER

    def idle(self) -> str:
        return "" if self.games.table.bots.asking.ticket else play_words.NOTHING_THINKS

    def not_held(self) -> str:
        return "" if self.games.table.bots.held else play_words.NOT_STOPPED
