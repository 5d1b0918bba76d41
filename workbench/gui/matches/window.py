"""The window of matches, with its three pages."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import ttk

from workbench.gui.matches import styles, words
from workbench.gui.matches.all_matches import AllMatches
from workbench.gui.matches.desk import Matches, MatchPages
from workbench.gui.matches.form import MatchForm
from workbench.gui.matches.view import MatchView
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets import file_dialogs
from workbench.gui.widgets.data_table import room_for
from workbench.gui.widgets.dialog import open_over
from workbench.gui.widgets.keys import pressed
from workbench.gui.widgets.menus import Menu
from workbench.gui.widgets.switch import ModeSwitch
from workbench.gui.widgets.tips import Tip
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.reader import Answer, ExportRequest, ExportResult, Form, RequestFailed, TrialRequest
from workbench.matches.workers.trial import DurationEstimate
from workbench.records.seeds import new_seed

SIZE = (1240, 690)  # at 100 %
MIN_SIZE = (1180, 560)
MORE_GAMES = 20  # by which the button extends a finished match, rounded up to whole blocks
KEY_MENUS = ("matches", "view", "help")  # menus whose keys work in this window too


class MatchWindow(MatchPages):
    """The window of matches: a form, a match, and the list of all matches.

    Esc closes the details of a result, then the window. A running match continues.

    Args:
        shell: The main window.
        desk: The matches.
    """

    def __init__(self, shell: Shell, desk: Matches) -> None:
        root, look = shell.root, shell.look
        super().__init__(root)
        self.title(words.TITLE)
        self.withdraw()
        self.look, self.shell, self.desk = look, shell, desk
        self.configure(background=look.palette["window"])
        styles.add_styles(shell.styles)
        px = look.px
        top = ttk.Frame(self, style="Inner.TFrame", padding=(px(24), px(8), px(24), px(8)))
        top.pack(fill="x")
        self.switch = ModeSwitch(top, look, shell.styles, words.PAGES, self.turn_to)
        self.switch.pack(side="left")
        self.buttons: dict[str, ttk.Button] = {}
        actions: dict[str, Callable[[], None]] = {
            "export": self._offer_exports, "match_stop": desk.stop, "match_finish": desk.finish,
            "match_pause": self._pause_or_continue,
        }  # fmt: skip
        for name, text in zip(actions, (words.EXPORT, words.STOP, words.FINISH, words.CONTINUE), strict=True):
            new_button = self.buttons[name] = styles.button(top, text, partial(self._press, name, actions[name]))
            new_button.pack(side="right", padx=(px(8), 0))
            Tip(look, new_button, partial(self._tip, name))
        longest = max(room_for(look, text) for text in (words.CONTINUE, words.play_more(MORE_GAMES)))
        self.buttons["match_pause"].configure(width=longest + 1)
        for name in reversed(actions):
            self.buttons[name].lift()  # Tab follows the order from left to right.
        ttk.Frame(self, style="Line.TFrame", height=1).pack(fill="x")
        self.message_label = ttk.Label(self, style="WindowQuiet.TLabel", padding=(px(24), px(4)))
        self.form = MatchForm(self, look, desk, self._try_plan, self._begin)
        self.view = MatchView(self, look, desk)
        self.all = AllMatches(self, look, desk)
        self.pages: dict[str, ttk.Frame] = {"form": self.form, "watch": self.view, "all": self.all}
        settings = shell.settings
        self.form.fill(desk.default_plan(), settings.match_jobs, settings.match_openings, new_seed())
        self.was_playing = desk.playing
        self.bind("<Key-Escape>", self._close_last)
        self.protocol("WM_DELETE_WINDOW", lambda: self._escape(None))
        self.bind("<Key>", self._key)
        self.minsize(px(MIN_SIZE[0]), px(MIN_SIZE[1]))
        open_over(self, root, look, *SIZE)
        self.tk.call("wm", "transient", str(self), "")  # Not transient, so that the main window stays usable.
        self.page = ""
        self.turn_to(desk.page or "form")

    # State that survives a change of the look -------------------------------------------------------------------------

    def save_view(self) -> object:
        """Return the state to restore in the new window."""
        try:
            plan: Plan | None = self.form.plan(unread=True)
        except ValueError:
            plan = None
        return (
            self.page,
            self.geometry(),
            plan,
            self.form.openings.list_path,
            self.form.limits.jobs.get(),
            self.view.board_wanted,
            self.form.initial,
        )

    def restore_view(self, memory: object) -> None:
        """Restore the state of the old window."""
        assert isinstance(memory, tuple)
        page, geometry, plan, file, jobs, board, filled = memory
        self.geometry(geometry)
        self.view.board_wanted = board
        if plan is not None:
            self.form.fill(plan, int(jobs) if jobs.isdecimal() else 0, file, plan.seed)
        self.form.initial = filled
        self.turn_to(page)

    # Pages ------------------------------------------------------------------------------------------------------------

    def turn_to(self, page: str) -> None:
        """Show a page: "form", "watch" or "all"."""
        for name, frame in self.pages.items():
            if name == page:
                frame.pack(fill="both", expand=True)
            else:
                frame.pack_forget()
        self.page = self.desk.page = page
        self.switch.show(page)
        self.say("")
        if page == "all":
            self.all.refresh()
            self.all.rows.tree.focus_set()
        elif page == "form":
            self.form.changed()
            self.form.game.focus_set()
        else:
            self.view.tick()
            if self.view.games.rows is not None:
                self.view.games.rows.tree.focus_set()
        self.tick()

    def tick(self) -> None:
        """Update the shown page and the buttons."""
        if self.page == "watch":
            self.view.tick()
        elif self.page == "all":
            self.all.tick()
        for name, button in self.buttons.items():
            state = "disabled" if self._why_not(name) else "normal"
            if str(button.cget("state")) != state:
                button.configure(state=state)
        text = words.CONTINUE if self.desk.progress.paused or self._can_continue else words.PAUSE
        if self._can_continue and self._more_blocks:
            text = words.play_more(self._more_games)
        if self.buttons["match_pause"].cget("text") != text:
            self.buttons["match_pause"].configure(text=text)
        state = "disabled" if self.desk.playing else "normal"
        if str(self.form.start.cget("state")) != state:
            self.form.start.configure(state=state)
        was, self.was_playing = self.was_playing, self.desk.playing
        if was and not self.was_playing:
            if self.page == "form":
                self.form.changed()  # no match competes with a trial game now
            elif self.page == "all":
                self.all.refresh()

    def _why_not(self, name: str) -> str:
        """Return why a button is disabled, or ""."""
        if name == "export":
            return "" if self.page == "watch" and self.view.overview is not None else words.NONE_SHOWN
        if name == "match_pause" and not self.desk.playing:
            return self._no_continue()
        return self.shell.commands[name].why_not()

    def _no_continue(self) -> str:
        """Return why the shown match cannot be continued, or ""."""
        shown = self.page == "watch" and self.view.overview is not None
        reason = self.desk.no_continue() or ("" if shown else words.NONE_SHOWN)
        return reason or (words.IS_OVER if self.view.complete and not self._more_blocks else "")

    @property
    def _more_games(self) -> int:
        """The number of games in these blocks."""
        overview = self.view.overview
        return self._more_blocks * Schedule(overview.match.plan).games_per_block if overview is not None else 0

    @property
    def _more_blocks(self) -> int:
        """The number of blocks by which the button extends the shown match; 0 if it is not complete or has a test."""
        overview = self.view.overview
        if overview is None or not self.view.complete or overview.match.plan.sprt is not None:
            return 0
        return -(-MORE_GAMES // Schedule(overview.match.plan).games_per_block)

    def _pause_or_continue(self) -> None:
        """Pause or resume the running match, or continue the shown one, with more games if it is complete."""
        blocks = 0 if self.desk.playing else self._more_blocks
        if blocks:
            self.desk.extend_match(blocks)
        else:
            self.desk.pause_or_continue()

    @property
    def _can_continue(self) -> bool:
        return not self.desk.playing and not self._no_continue()

    def _tip(self, name: str) -> str:
        if name == "match_pause" and self._can_continue and self._more_blocks and self.view.overview is not None:
            return words.more_games(self._more_games)
        return self._why_not(name) or (words.EXPORT_TIP if name == "export" else self.shell.commands[name].meaning)

    def _press(self, name: str, call: Callable[[], None]) -> None:
        if not self._why_not(name):
            call()
            self.tick()

    def reload(self, games: bool = False) -> None:
        """Read the shown match again, and its games and figures if `games` is True."""
        self.view.reload(games)

    def remember(self) -> None:
        """Store the contents of the form for the next match."""
        self.form.remember()

    def say(self, text: str, warning: bool = False) -> None:
        """Show a message at the bottom, or clear it if `text` is ""."""
        self.message_label.configure(text=text, style="WindowWarning.TLabel" if warning else "WindowQuiet.TLabel")
        if text:
            self.message_label.pack(side="bottom", anchor="w")
        else:
            self.message_label.pack_forget()

    # Form -------------------------------------------------------------------------------------------------------------

    def _try_plan(self, plan: Plan | None) -> None:
        """Try a game of the new plan, unless a match is running."""
        if plan is None:
            self.desk.trials.cancel("trial")
        elif not self.desk.playing and self.page == "form":
            self.desk.trials.ask("trial", TrialRequest(plan), self._receive_trial, urgent=True)

    def _receive_trial(self, answer: Answer) -> None:
        if self.winfo_exists() and isinstance(answer, (DurationEstimate, RequestFailed)):
            self.form.show_guess(answer.reason if isinstance(answer, RequestFailed) else answer)

    def _begin(self, plan: Plan, jobs: int, file: str) -> None:
        self.desk.trials.cancel("trial")
        self.desk.start_match(plan, jobs, file)
        self.form.limits.set_seed(new_seed())

    # Export -----------------------------------------------------------------------------------------------------------

    def _offer_exports(self) -> None:
        button = self.buttons["export"]
        menu = Menu(self, self.look)
        for form, text in words.EXPORTS.items():
            menu.add_command(label=text, command=partial(self.export, form))
        menu.tk_popup(button.winfo_rootx(), button.winfo_rooty() + button.winfo_height())

    def export(self, form: Form) -> None:
        """Ask for a file or folder, and write the shown match to it."""
        overview = self.view.overview
        if overview is None:
            return
        number = overview.match.id
        if form == "record":
            target = file_dialogs.ask_folder(self, Path.home())
        else:
            kind = file_dialogs.FileKind(*words.KIND_OF[form])
            target = file_dialogs.ask_save(self, Path.home(), f"match-{number}{kind.suffix}", kind)
        if target is not None:
            self.say(words.EXPORTING)
            question = ExportRequest(str(self.desk.path), number, form, str(target))
            self.desk.figures.ask("export", question, partial(self._exported, target.name))

    def _exported(self, name: str, answer: Answer) -> None:
        if not self.winfo_exists():
            return
        if isinstance(answer, RequestFailed):
            self.say(answer.reason, True)
        else:
            self.say(words.exported(answer.files, name) if isinstance(answer, ExportResult) else "")

    # Keys -------------------------------------------------------------------------------------------------------------

    def _close_last(self, event: object) -> str:
        """Handle Esc: close the details of the result, or else the window."""
        if self.page == "watch" and self.view.close_details():
            return "break"
        return self._escape(event)

    def _escape(self, _: object) -> str:
        self.remember()
        self.destroy()
        return "break"

    def _key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        registry = self.shell.commands
        if pressed(event) == "Ctrl+W":
            return self._escape(event)
        command = registry.keys.get(pressed(event))
        return registry.dispatch_key(event) if command is not None and command.menu in KEY_MENUS else None
