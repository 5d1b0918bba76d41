"""The commands of the mode Analyse."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial

from bots.report import Limit
from workbench import boards
from workbench.bot_process import trust
from workbench.gui.analyse import words as said
from workbench.gui.analyse.candidates_card import ALL_COLUMNS, offered
from workbench.gui.analyse.dialog import AnalyseDialog
from workbench.gui.analyse.layer import AnalyseLayer
from workbench.gui.analyse.mode import Analyse
from workbench.gui.analyse.page_kinds import PAGES, kind_of
from workbench.gui.analyse.pages import words as pages_words
from workbench.gui.analyse.pages.tree import TreePage
from workbench.gui.play import reasons
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import ANALYSE, GAMES, Command
from workbench.gui.shell.shell import Shell
from workbench.system.sentences import as_sentence

PRESSED = ("TButton", "TCheckbutton", "TRadiobutton", "TMenubutton", "Menu", "TCombobox")  # what Space presses


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the mode and its commands."""
    analyse = Analyse(shell, games, screen, [kind_of(page) for page in PAGES])
    games.layers.add(AnalyseLayer(analyse))
    actions = AnalyseActions(shell, games, analyse)
    shell.add(analyse)
    shell.add(actions)
    shell.commands.deaf = partial(_deaf, analyse)
    shell.commands.note_keys(3, said.KEYS_HEAD, said.KEYS)
    add = shell.commands.add
    # fmt: off
    add(Command(
        "analyse_mode", "analyse", "Analyse this position",
        "Let bots analyse the position that is shown, for as long as you like", actions.enter, ("F12",),
        actions.no_enter, on=lambda: analyse.on, also="engine evaluate think study", modes=GAMES,
    ))
    add(Command(
        "leave_analyse", "analyse", "Back to playing", "Show the game again as it was; what was found is kept",
        analyse.leave, (), modes=ANALYSE,
    ))
    add(Command(
        "analysis", "analyse", actions.label,
        "Let the bots look at the position that is shown, or stop them; what they found stays", actions.toggle,
        ("Space",), actions.no_toggle, group=1, also="engine evaluate think pause stop", modes=ANALYSE,
    ))
    add(Command(
        "analysts", "analyse", "Bots that analyse…",
        "Choose which bots look at positions, with which settings, and for how long", actions.choose_bots, ("Ctrl+B",),
        group=1, modes=ANALYSE,
    ))
    add(Command(
        "next_found", "analyse", "Next search of this position",
        "Show what another bot, or the bot that moved, found here", actions.next_found, ("Shift+B",),
        actions.no_next, group=1, modes=ANALYSE,
    ))
    add(Command(
        "keep_line", "analyse", "Keep the line as a variation",
        "Write the line of the chosen candidate into the tree of moves", actions.keep_line, (),
        actions.no_candidate, group=2, modes=ANALYSE,
    ))
    add(Command(
        "only_move", "analyse", "Look only at this move, or no more",
        "Spend what follows on the chosen candidate, and on others chosen so; what was found stays", actions.only,
        ("X",), actions.no_only, group=2, modes=ANALYSE,
    ))
    add(Command(
        "all_moves", "analyse", "Look at all moves again", "Let the bots look at every move again", actions.all_moves,
        ("Shift+X",), actions.no_all, group=2, modes=ANALYSE,
    ))
    add(Command(
        "point_of_view", "analyse", "Values for the next player", "Tell all values from the next player's side",
        actions.turn_view, ("Shift+P",), group=3, modes=ANALYSE,
    ))
    add(Command(
        "columns", "analyse", "Columns of the candidates", "Choose what stands in the table of candidates",
        actions.pop_columns, (), group=3, choices=actions.columns, modes=ANALYSE,
    ))
    add(Command(
        "next_page", "analyse", "Next page", "Show the next page below the candidates", partial(actions.page, 1),
        ("T",), group=3, modes=ANALYSE,
    ))
    add(Command(
        "last_page", "analyse", "Page before", "Show the page before this one", partial(actions.page, -1), ("Shift+T",),
        group=3, modes=ANALYSE,
    ))
    add(Command(
        "open_tree", "analyse", "Open a kept tree…",
        "Explore a tree that was kept in a file, on the page Tree and without a search", actions.open_tree, (),
        actions.no_tree, group=3, also="load file explore search", modes=ANALYSE,
    ))
    add(Command(
        "facts", "analyse", "Facts behind the sentences", "Show what each sentence was made from", actions.facts,
        ("Shift+W",), on=lambda: shell.settings.analyse_facts, group=3, modes=ANALYSE,
    ))
    # fmt: on


def _deaf(analyse: Analyse, name: str, widget: tkinter.Misc) -> bool:
    """Space belongs to whatever it presses, and in other modes to nobody."""
    pressed = isinstance(widget, tkinter.Misc) and widget.winfo_class() in PRESSED
    return name == "analysis" and (pressed or not analyse.on)


class AnalyseActions:
    """The actions of the commands, and the reasons why they are unavailable."""

    def __init__(self, shell: Shell, games: Tabs, analyse: Analyse) -> None:
        self.shell, self.games, self.analyse = shell, games, analyse
        self.position, self.on_board = analyse.position, analyse.on_board

    # The mode ---------------------------------------------------------------------------------------------------------

    @property
    def hidden(self) -> bool:
        """Whether something hides the game, such as a position that is set up."""
        return self.games.layers.hides(self.games.table)

    def enter(self) -> None:
        """Analyse what is shown; what is set up is played first, so that it is there to be analysed."""
        table = self.games.table
        for layer in self.games.layers.over(table):
            if layer.hides_game:
                layer.uncover(table)
        if not self.hidden and not self.analyse.on:
            self.analyse.enter()

    def no_enter(self) -> str:
        if reason := reasons.not_handed_over(self.games.table):
            return reason
        return self.shell.commands["play_mode"].why_not() if self.hidden else ""

    # Searching --------------------------------------------------------------------------------------------------------

    def label(self) -> str:
        return said.STOP if self.analyse.on and self.position.analyses.running else said.START

    def toggle(self) -> None:
        analyses = self.position.analyses
        if analyses.running:
            analyses.stop()
        else:
            self.position.wanted = None
            analyses.start()
        self.analyse.show()

    def no_toggle(self) -> str:
        analyses = self.position.analyses
        if analyses.running:
            return ""
        return self.position.reason or ("" if analyses.players else said.NO_BOT)

    def choose_bots(self) -> None:
        shell, game, analyses = self.shell, self.games.table.info.id, self.position.analyses

        def take(players: tuple[str, ...], limit: Limit | None) -> None:
            trust.typed(*players)
            analyses.choose(players, limit)
            settings = shell.settings
            settings.analyse_bots, settings.analyse_limit = {**settings.analyse_bots, game: players}, limit
            self.position.wanted = None
            self.analyse.show()

        def dialog() -> AnalyseDialog:
            return AnalyseDialog(shell.root, shell.look, analyses.session.spec, analyses.players, analyses.limit, take)

        shell.pages.show("analysts", dialog)

    def next_found(self) -> None:
        self.position.turn_to(self.position.at + 1)

    def no_next(self) -> str:
        return "" if self.position.searched is not None and len(self.position.searched.found) > 1 else said.ONE_FOUND

    # Candidates -------------------------------------------------------------------------------------------------------

    @property
    def candidate(self) -> str:
        """The chosen candidate, else the best."""
        searched = self.position.searched
        if searched is None or searched.shown is None:
            return ""
        return self.position.move or searched.shown.report.move

    def no_candidate(self) -> str:
        return "" if self.candidate else pages_words.NOTHING_FOUND

    def keep_line(self) -> None:
        self.on_board.keep_candidate(self.candidate)

    def only(self) -> None:
        """Let the chosen candidate be among those that are looked at alone, or no more."""
        moves, move = self.position.analyses.moves, self.candidate
        self._only(tuple(one for one in moves if one != move) if move in moves else (*moves, move))

    def _only(self, moves: tuple[str, ...]) -> None:
        try:
            self.position.analyses.only(moves)
        except ValueError as error:
            self.on_board.say(as_sentence(str(error)), True)
        self.analyse.show()

    def no_only(self) -> str:
        analyses = self.position.analyses
        if not analyses.begun:
            return said.NOT_BEGUN
        return self.no_candidate() or ("" if analyses.can_focus else said.NO_FOCUS)

    def all_moves(self) -> None:
        self._only(())

    def no_all(self) -> str:
        return "" if self.position.analyses.moves else said.ALL_LOOKED_AT

    # How it is shown --------------------------------------------------------------------------------------------------

    def turn_view(self) -> None:
        """Tell values from the next seat's side."""
        self.position.view = (self.position.seat + 1) % self.games.table.point.seats
        side = boards.side(self.games.table.info, self.position.view)
        self.analyse.show()
        self.on_board.say(said.seen_by(side, self.games.table.point.seats))

    def columns(self) -> Sequence[tuple[str, Callable[[], None]]]:
        settings = self.shell.settings

        def turn(name: str) -> None:
            on = name in settings.analyse_columns
            wanted = {*settings.analyse_columns} ^ {name} if on else {*settings.analyse_columns, name}
            settings.analyse_columns = tuple(one for one in ALL_COLUMNS if one in wanted)
            self.analyse.show()

        names = offered(self.games.table.point.seats)
        return [(said.column(name, name in settings.analyse_columns), partial(turn, name)) for name in names]

    def pop_columns(self) -> None:
        assert self.analyse.column is not None
        self.analyse.column.candidates.pop_columns()

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
        subject = self.position.subject
        there = subject is not None and not TreePage.fits(subject)
        return "" if there else self.position.reason or said.NOTHING_DECIDED

    def facts(self) -> None:
        """Show the facts behind the sentences, or the sentences alone."""
        self.shell.settings.analyse_facts = not self.shell.settings.analyse_facts
        self.analyse.show()
