"""The commands of the mode Analyse."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from workbench import boards
from workbench.bot_process import trust
from workbench.gui.analyse import words as said
from workbench.gui.analyse.candidates_card import ALL_COLUMNS, offered
from workbench.gui.analyse.dialog import AnalyseDialog
from workbench.gui.analyse.pages import words as pages_words
from workbench.gui.analyse.pages.tree import TreePage
from workbench.gui.play import reasons
from workbench.gui.shell.commands import Command
from workbench.gui.widgets.menus import Choice, Popup
from workbench.system.sentences import as_sentence

if TYPE_CHECKING:
    from bots.report import Limit
    from workbench.gui.window import Window

RESTS = frozenset((
    "hint", "move_now", "stop", "continue", "let_move", "pause", "step", "lock", "resign", "take_back", "from_here", "graph", "why",
    "remove_line", "line_up", "line_down", "sheet", "reveal", "reveal_later", "reveal_earlier", "draw_chance", "choose_once", "choose_always",
))  # fmt: skip
PRESSED = ("TButton", "TCheckbutton", "TRadiobutton", "TMenubutton", "Menu", "TCombobox")  # what Space presses


def register(window: Window) -> None:
    """Put these commands into the window's registry."""
    window.shell.commands.deaf = partial(_deaf, window)
    window.shell.commands.note_keys(3, said.KEYS_HEAD, said.KEYS)
    actions = window.analyse_actions = AnalyseActions(window)
    analyse, add, there = window.analyse, window.shell.commands.add, actions.there
    add(Command(
        "analyse_mode", "analyse", "Analyse this position",
        "Let bots analyse the position that is shown, for as long as you like", actions.enter, ("F12",),
        actions.no_enter, on=lambda: analyse.on, also="engine evaluate think study",
    ))
    add(Command(
        "leave_analyse", "analyse", "Back to playing", "Show the game again as it was; what was found is kept",
        analyse.leave, (), there(),
    ))
    add(Command(
        "analysis", "analyse", actions.label,
        "Let the bots look at the position that is shown, or stop them; what they found stays", actions.toggle,
        ("Space",), there(actions.no_toggle), group=1, also="engine evaluate think pause stop",
    ))
    add(Command(
        "analysts", "analyse", "Bots that analyse…",
        "Choose which bots look at positions, with which settings, and for how long", actions.choose_bots, ("Ctrl+B",),
        there(), group=1,
    ))
    add(Command(
        "next_found", "analyse", "Next search of this position",
        "Show what another bot, or the bot that moved, found here", actions.next_found, ("Shift+B",),
        there(actions.no_next), group=1,
    ))
    add(Command(
        "keep_line", "analyse", "Keep the line as a variation",
        "Write the line of the chosen candidate into the tree of moves", actions.keep_line, (),
        there(actions.no_candidate), group=2,
    ))
    add(Command(
        "only_move", "analyse", "Look only at this move, or no more",
        "Spend what follows on the chosen candidate, and on others chosen so; what was found stays", actions.only,
        ("X",), there(actions.no_only), group=2,
    ))
    add(Command(
        "all_moves", "analyse", "Look at all moves again", "Let the bots look at every move again", actions.all_moves,
        ("Shift+X",), there(actions.no_all), group=2,
    ))
    add(Command(
        "point_of_view", "analyse", "Values for the next player", "Tell all values from the next player's side",
        actions.turn_view, ("Shift+P",), there(), group=3,
    ))
    add(Command(
        "columns", "analyse", "Columns of the candidates", "Choose what stands in the table of candidates",
        actions.pop_columns, (), there(), group=3, choices=actions.columns,
    ))
    add(Command(
        "next_page", "analyse", "Next page", "Show the next page below the candidates", partial(actions.page, 1),
        ("T",), there(), group=3,
    ))
    add(Command(
        "last_page", "analyse", "Page before", "Show the page before this one", partial(actions.page, -1), ("Shift+T",),
        there(), group=3,
    ))
    add(Command(
        "open_tree", "analyse", "Open a kept tree…",
        "Explore a tree that was kept in a file, on the page Tree and without a search", actions.open_tree, (),
        there(actions.no_tree), group=3, also="load file explore search",
    ))
    add(Command(
        "facts", "analyse", "Facts behind the sentences", "Show what each sentence was made from", actions.facts,
        ("Shift+W",), there(), lambda: window.shell.settings.analyse_facts, group=3,
    ))


def _deaf(window: Window, name: str, widget: tkinter.Misc) -> bool:
    """Space belongs to whatever it presses, and in other modes to nobody."""
    pressed = isinstance(widget, tkinter.Misc) and widget.winfo_class() in PRESSED
    return name == "analysis" and (pressed or not window.analyse.on)


class AnalyseActions:
    def __init__(self, window: Window) -> None:
        self.window, self.analyse = window, window.analyse
        self.shell, self.games = window.shell, window.games
        self.popup = Popup()

    def there(self, why_not: Callable[[], str] = lambda: "") -> Callable[[], str]:
        """Why a command of this mode cannot be used now."""
        return lambda: why_not() if self.analyse.on else said.NOT_ANALYSING

    # The mode ---------------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Analyse what is shown; what is set up is played first, so that it is there to be analysed."""
        window = self.window
        if window.set_up.on:
            window.set_up.play()
        if not window.set_up.on and not self.analyse.on:
            self.analyse.enter()

    def no_enter(self) -> str:
        if reason := reasons.not_handed_over(self.games.table):
            return reason
        if self.window.set_up.on and self.window.set_up.sketching.touched:
            return self.window.set_up.why_not_play()
        return ""

    # Searching --------------------------------------------------------------------------------------------------------

    def label(self) -> str:
        return said.STOP if self.analyse.on and self.analyse.desk.running else said.START

    def toggle(self) -> None:
        desk = self.analyse.desk
        if desk.running:
            desk.stop()
        else:
            self.analyse.wanted = None
            desk.start()
        self.analyse.show()

    def no_toggle(self) -> str:
        return "" if self.analyse.desk.running else self.analyse.reason or ("" if self.analyse.desk.players else said.NO_BOT)

    def choose_bots(self) -> None:
        window, analyse, game = self.window, self.analyse, self.games.table.info.id
        desk = analyse.desk

        def take(players: tuple[str, ...], limit: Limit | None) -> None:
            trust.typed(*players)
            desk.choose(players, limit)
            settings = window.shell.settings
            settings.analyse_bots, settings.analyse_limit = {**settings.analyse_bots, game: players}, limit
            analyse.wanted = None
            analyse.show()

        spec = desk.session.spec
        window.shell.pages.show("analysts", lambda: AnalyseDialog(window.shell.root, window.shell.look, spec, desk.players, desk.limit, take))

    def next_found(self) -> None:
        self.analyse.turn_to(self.analyse.at + 1)

    def no_next(self) -> str:
        return "" if self.analyse.searched is not None and len(self.analyse.searched.found) > 1 else said.ONE_FOUND

    # Candidates -------------------------------------------------------------------------------------------------------

    @property
    def candidate(self) -> str:
        """The chosen candidate, else the best."""
        searched = self.analyse.searched
        if searched is None or searched.shown is None:
            return ""
        return self.analyse.move or searched.shown.report.move

    def no_candidate(self) -> str:
        return "" if self.candidate else pages_words.NOTHING_FOUND

    def keep_line(self) -> None:
        self.analyse.stage.keep_candidate(self.candidate)

    def only(self) -> None:
        """Let the chosen candidate be among those that are looked at alone, or no more."""
        desk, move = self.analyse.desk, self.candidate
        moves = tuple(one for one in desk.moves if one != move) if move in desk.moves else (*desk.moves, move)
        self._only(moves)

    def _only(self, moves: tuple[str, ...]) -> None:
        try:
            self.analyse.desk.only(moves)
        except ValueError as error:
            self.analyse.stage.say(as_sentence(str(error)), True)
        self.analyse.show()

    def no_only(self) -> str:
        desk = self.analyse.desk
        if not desk.begun:
            return said.NOT_BEGUN
        return self.no_candidate() or ("" if desk.can_focus else said.NO_FOCUS)

    def all_moves(self) -> None:
        self._only(())

    def no_all(self) -> str:
        return "" if self.analyse.desk.moves else said.ALL_LOOKED_AT

    def ask(self, move: str, x: int, y: int) -> None:
        """The menu of a candidate."""
        if move:
            self.analyse.stage.choose(move)
        registry = self.shell.commands
        names = ("keep_line", "only_move", "all_moves", "point_of_view") if move else ("point_of_view",)
        choices = [Choice(one.text, partial(registry.run, one.name), one.key, not one.why_not()) for one in map(registry.__getitem__, names)]
        self.popup.open(self.shell.root, self.shell.look, [*choices, *(Choice(text, call) for text, call in self.columns())], x, y)

    # How it is shown --------------------------------------------------------------------------------------------------

    def turn_view(self) -> None:
        """Tell values from the next seat's side."""
        self.analyse.view = (self.analyse.seat + 1) % self.games.table.point.seats
        side = boards.side(self.games.table.info, self.analyse.view)
        self.analyse.show()
        self.analyse.stage.say(said.seen_by(side, self.games.table.point.seats))

    def columns(self) -> Sequence[tuple[str, Callable[[], None]]]:
        settings = self.shell.settings

        def turn(name: str) -> None:
            on = name in settings.analyse_columns
            wanted = {*settings.analyse_columns} ^ {name} if on else {*settings.analyse_columns, name}
            settings.analyse_columns = tuple(one for one in ALL_COLUMNS if one in wanted)
            self.analyse.show()

        return [(said.column(name, name in settings.analyse_columns), partial(turn, name)) for name in offered(self.games.table.point.seats)]

    def pop_columns(self) -> None:
        column = self.analyse.column
        assert column is not None
        table = column.candidates.table
        self.popup.open(self.shell.root, self.shell.look, [Choice(text, call) for text, call in self.columns()], table.winfo_rootx(), table.winfo_rooty())

    def page(self, by: int) -> None:
        assert self.analyse.column is not None
        self.analyse.column.notebook.step(by)

    def open_tree(self) -> None:
        """Turn to the page of trees, and ask there which one."""
        assert self.analyse.column is not None
        notebook = self.analyse.column.notebook
        notebook.turn_to(TreePage.name)
        page = notebook.pages[TreePage.name][0]
        assert isinstance(page, TreePage)
        page.ask()

    def no_tree(self) -> str:
        subject = self.analyse.subject
        there = subject is not None and not TreePage.fits(subject)
        return "" if there else self.analyse.reason or said.NOTHING_DECIDED

    def facts(self) -> None:
        """Show the facts behind the sentences, or the sentences alone."""
        self.shell.settings.analyse_facts = not self.shell.settings.analyse_facts
        self.analyse.show()
