"""The commands of the Analyse mode."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial

from bots.report import Limit
from workbench.bot_process import trust
from workbench.gui.analyse import words as texts
from workbench.gui.analyse.candidates_card import ALL_COLUMNS, selectable_columns
from workbench.gui.analyse.layer import AnalyseLayer
from workbench.gui.analyse.mode import Analyse
from workbench.gui.analyse.page_kinds import PAGES, kind_of
from workbench.gui.analyse.pages import words as pages_words
from workbench.gui.analyse.pages.tree import TreePage
from workbench.gui.play import reasons
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell import buttons
from workbench.gui.shell.commands import ANALYSE, GAMES, Command
from workbench.gui.shell.shell import Shell
from workbench.seen.names import side_name
from workbench.system.sentences import as_sentence
from workbench.system.translation import tr

OPENED = ("Menu", "TMenubutton", "TCombobox")  # widget classes that Space opens, also during an analysis


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the mode and its commands."""
    analyse = Analyse(shell, games, screen, [kind_of(page) for page in PAGES])
    games.layers.add(AnalyseLayer(analyse))
    actions = AnalyseActions(shell, games, analyse)
    shell.add(analyse)
    shell.add(actions)
    shell.commands.ignores_key = partial(_ignores_key, analyse)
    shell.commands.note_keys(3, texts.KEYS_HEAD, texts.KEYS)
    add = shell.commands.add
    # fmt: off
    buttons.give_space_to(shell, lambda: analyse.on)
    add(Command(
        "analyse_mode", "analyse", tr("Analyse position"), tr("Analyse the position with bots, or return to the game"),
        actions.toggle_mode, ("F12",),
        actions.no_enter, on=lambda: analyse.on, search_words=tr("engine evaluate think study"), modes=GAMES,
    ))
    add(Command(
        "leave_analyse", "analyse", tr("Back to game"), tr("Return to the game. Herbarium keeps the results."),
        analyse.leave, (), modes=ANALYSE,
        listed=False,
    ))
    add(Command(
        "analysis", "analyse", actions.label,
        tr("Start or stop the analysis. Results are kept."), actions.toggle,
        ("Space",), actions.no_toggle, group=1, search_words=tr("engine evaluate think pause stop"), modes=ANALYSE,
        labels=(texts.START, texts.STOP),
    ))
    add(Command(
        "analysts", "analyse", tr("Bots that analyse…"),
        tr("Choose the bots that analyse, their settings and their time"), actions.choose_bots,
        ("Ctrl+B",),
        group=1, modes=ANALYSE,
    ))
    add(Command(
        "next_found", "analyse", tr("Next bot's results"),
        tr("Show the next search of this position"), actions.show_next_search, ("Shift+B",),
        actions.no_next, group=1, modes=ANALYSE,
    ))
    add(Command(
        "keep_line", "analyse", tr("Keep the line as a variation"),
        tr("Add the selected candidate's line to the moves"), actions.keep_line, (),
        actions.no_candidate, group=2, modes=ANALYSE,
    ))
    add(Command(
        "only_move", "analyse", tr("Search only this move"),
        tr("Search only the selected moves. Results are kept."),
        actions.toggle_only_move,
        ("X",), actions.no_only, actions.is_only_move, group=2, modes=ANALYSE,
    ))
    add(Command(
        "all_moves", "analyse", tr("Search all moves again"), tr("Search every legal move again"),
        actions.all_moves,
        ("Shift+X",), actions.no_all, group=2, modes=ANALYSE,
        listed=False,
    ))
    add(Command(
        "point_of_view", "analyse", tr("Values for another player"), tr("Show all values for another player"),
        actions.show_next_seat, ("Shift+P",), group=3, modes=ANALYSE,
    ))
    add(Command(
        "columns", "analyse", tr("Candidate columns"), tr("Choose the columns of the candidate table"),
        actions.pop_columns, (), group=3, choices=actions.column_entries, modes=ANALYSE,
        listed=False,
    ))
    add(Command(
        "next_page", "analyse", tr("Next page"), tr("Show the next page"),
        partial(actions.step_page, 1),
        ("Ctrl+.",), group=3, modes=ANALYSE,
        listed=False,
    ))
    add(Command(
        "last_page", "analyse", tr("Previous page"), tr("Show the previous page"), partial(actions.step_page, -1),
        (),
        group=3, modes=ANALYSE,
        listed=False,
    ))
    add(Command(
        "open_tree", "analyse", tr("Open saved tree…"),
        tr("Explore a saved tree on the page Tree, without a search"), actions.open_tree, (),
        actions.no_tree, group=3, search_words=tr("load file explore search"), modes=ANALYSE,
        listed=False,
    ))
    add(Command(
        "facts", "analyse", tr("Facts behind sentences"), tr("Show the facts behind each sentence"),
        actions.toggle_facts,
        ("Shift+W",), on=lambda: shell.settings.analyse_facts, group=3, modes=ANALYSE,
        listed=False,
    ))
    add(Command(
        "evaluation_bar", "view", tr("Evaluation bar"), tr("Show each player's chances beside the board in Analyse"),
        analyse.toggle_bar, (), on=lambda: shell.settings.evaluation_bar, group=2,
        search_words=tr("gauge score advantage eval"), listed=lambda: analyse.on,
    ))
    # fmt: on


def _ignores_key(analyse: Analyse, name: str, widget: tkinter.Misc) -> bool:
    """Return whether the shortcut of the command `name` must be ignored while `widget` has the focus.

    This affects only Space, which starts no search outside the Analyse mode and opens a focused list.
    """
    opens = isinstance(widget, tkinter.Misc) and widget.winfo_class() in OPENED
    return name == "analysis" and (opens or not analyse.on)


class AnalyseActions:
    """The actions of the commands, and the reasons they are unavailable."""

    def __init__(self, shell: Shell, games: Tabs, analyse: Analyse) -> None:
        self.shell, self.games, self.analyse = shell, games, analyse
        self.position, self.on_board = analyse.position, analyse.on_board

    # Mode -------------------------------------------------------------------------------------------------------------

    @property
    def hidden(self) -> bool:
        """Whether another layer hides the game, such as Set up."""
        return self.games.layers.hides(self.games.table)

    def toggle_mode(self) -> None:
        """Enter the mode, or leave it."""
        if self.analyse.on:
            self.analyse.leave()
        else:
            self.enter()

    def enter(self) -> None:
        """Analyse the shown position. A position that is being set up becomes a game first."""
        table = self.games.table
        for layer in self.games.layers.covering(table):
            if layer.hides_game:
                layer.uncover(table)
        if not self.hidden and not self.analyse.on:
            if not self.games.table.over:
                self._leave_game_page()
            self.analyse.enter()
        if self.analyse.on:
            self.start_if_new()

    def _leave_game_page(self) -> None:
        """Select the first page if the last one was about a whole game: it would cover the candidates."""
        settings = self.shell.settings
        if any(kind.concerns_game and kind.name == settings.analyse_page for kind in self.analyse.pages):
            settings.analyse_page = self.analyse.pages[0].name

    def start_if_new(self) -> None:
        """Start the search of a position that has no analysis yet."""
        analyses = self.position.analyses
        known = any(finding.source != "played" for finding in analyses.findings(analyses.node))
        if not analyses.running and not known and not self.no_toggle():
            self.toggle()

    def no_enter(self) -> str:
        """Return why the mode is unavailable, or ""."""
        if reason := reasons.not_handed_over(self.games.table):
            return reason
        return self.shell.commands["play_mode"].why_not() if self.hidden else ""

    # Search -----------------------------------------------------------------------------------------------------------

    def label(self) -> str:
        """Return the menu text of the command that starts and stops the search."""
        return texts.STOP if self.analyse.on and self.position.analyses.running else texts.START

    def toggle(self) -> None:
        """Start or stop the search."""
        analyses = self.position.analyses
        if analyses.running:
            analyses.stop()
        else:
            self.position.selected = None
            analyses.start()
        self.analyse.refresh()

    def no_toggle(self) -> str:
        """Return why no search can start, or ""."""
        analyses = self.position.analyses
        if analyses.running:
            return ""
        return self.position.reason or self.position.solution or ("" if analyses.players else texts.NO_BOT)

    def choose_bots(self) -> None:
        """Open the dialog that selects the bots and their limit."""
        from workbench.gui.analyse.dialog import AnalyseDialog  # imported here because importing it slows start-up

        shell, game, analyses = self.shell, self.games.table.info.id, self.position.analyses

        def apply(players: tuple[str, ...], limit: Limit | None) -> None:
            trust.allow_typed(*players)
            analyses.set_bots(players, limit)
            settings = shell.settings
            settings.analyse_bots, settings.analyse_limit = {**settings.analyse_bots, game: players}, limit
            self.position.selected = None
            self.analyse.refresh()

        def dialog() -> AnalyseDialog:
            return AnalyseDialog(shell.root, shell.look, analyses.session.spec, analyses.players, analyses.limit, apply)

        shell.pages.show("analysts", dialog)

    def show_next_search(self) -> None:
        """Show the next search of this position."""
        self.position.select_search(self.position.at + 1)

    def no_next(self) -> str:
        """Return why there is no second search, or ""."""
        return (
            ""
            if self.position.candidate_subject is not None and len(self.position.candidate_subject.findings) > 1
            else texts.ONE_FOUND
        )

    # Candidates -------------------------------------------------------------------------------------------------------

    @property
    def candidate(self) -> str:
        """The selected candidate, or the best one, or ""."""
        searched = self.position.candidate_subject
        if searched is None or searched.shown is None:
            return ""
        return self.position.move or searched.shown.report.move

    def no_candidate(self) -> str:
        """Return why there is no candidate, or ""."""
        return "" if self.candidate else pages_words.NOTHING_FOUND

    def keep_line(self) -> None:
        """Keep the line of the candidate as a variation."""
        self.on_board.keep_candidate(self.candidate)

    def toggle_only_move(self) -> None:
        """Add the candidate to the moves that the search is restricted to, or remove it."""
        moves, move = self.position.analyses.moves, self.candidate
        self._restrict(tuple(allowed for allowed in moves if allowed != move) if move in moves else (*moves, move))

    def is_only_move(self) -> bool:
        """Return whether the search is restricted to the candidate, among others."""
        return self.analyse.on and self.candidate in self.position.analyses.moves

    def _restrict(self, moves: tuple[str, ...]) -> None:
        try:
            self.position.analyses.restrict(moves)
        except ValueError as error:
            self.on_board.say(as_sentence(str(error)), True)
        self.analyse.refresh()

    def no_only(self) -> str:
        """Return why the search cannot be restricted, or ""."""
        analyses = self.position.analyses
        if not analyses.is_started:
            return texts.NOT_BEGUN
        return self.no_candidate() or ("" if analyses.can_focus else texts.NO_FOCUS)

    def all_moves(self) -> None:
        """Search all moves again instead of only some."""
        self._restrict(())

    def no_all(self) -> str:
        """Return why there is no restriction to lift, or ""."""
        return "" if self.position.analyses.moves else texts.ALL_LOOKED_AT

    # Display ----------------------------------------------------------------------------------------------------------

    def show_next_seat(self) -> None:
        """Show values for the next player, in this game until another one is chosen."""
        seat = self.position.shown_state.value_seat = (self.position.seat + 1) % self.games.table.point.seats
        side = side_name(self.games.table.session, seat)
        self.analyse.refresh()
        self.on_board.say(texts.view_changed(side))

    def column_entries(self) -> Sequence[tuple[str, Callable[[], None]]]:
        """Return the menu entries of the columns with their callbacks."""
        settings = self.shell.settings

        def toggle_column(name: str) -> None:
            on = name in settings.analyse_columns
            wanted = {*settings.analyse_columns} ^ {name} if on else {*settings.analyse_columns, name}
            settings.analyse_columns = tuple(column for column in ALL_COLUMNS if column in wanted)
            self.analyse.refresh()

        names = selectable_columns(self.games.table.point.seats)
        return [(texts.column(name, name in settings.analyse_columns), partial(toggle_column, name)) for name in names]

    def pop_columns(self) -> None:
        """Open the menu of the columns."""
        assert self.analyse.column is not None
        self.analyse.column.candidates.pop_columns()

    def step_page(self, by: int) -> None:
        """Open the next available page, or the previous one if `by` is -1."""
        assert self.analyse.column is not None
        self.analyse.column.notebook.step(by)

    def open_tree(self) -> None:
        """Open the Tree page and ask for the file."""
        assert self.analyse.column is not None
        notebook = self.analyse.column.notebook
        notebook.open_page(TreePage.name)
        page = notebook.pages[TreePage.name][0]
        assert isinstance(page, TreePage)
        page.ask()

    def no_tree(self) -> str:
        """Return why no saved tree can be opened, or ""."""
        subject = self.position.subject
        available = subject is not None and not TreePage.unavailable_reason(subject)
        return "" if available else self.position.reason or texts.NOTHING_DECIDED

    def toggle_facts(self) -> None:
        """Show or hide the facts behind the sentences."""
        self.shell.settings.analyse_facts = not self.shell.settings.analyse_facts
        self.analyse.refresh()
