"""The window of matches: a match is set up, watched, and found again."""

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
from workbench.gui.widgets.dialog import open_over
from workbench.gui.widgets.keys import pressed
from workbench.gui.widgets.menus import Menu
from workbench.gui.widgets.switch import ModeSwitch
from workbench.gui.widgets.tips import Tip
from workbench.matches.planning.plan import Plan
from workbench.matches.reader import Answer, Export, Form, Refused, Trial, Written
from workbench.matches.workers.trial import Guess
from workbench.records.seeds import new_seed

SIZE = (1240, 690)  # at 100 %
SMALLEST = (1180, 560)
OURS = ("matches", "view", "help")  # menus whose keys work here too


class MatchWindow(MatchPages):
    """Three pages, and the buttons of the match that is shown. Esc closes the window; what is being played goes on."""

    def __init__(self, shell: Shell, desk: Matches) -> None:
        root, look = shell.root, shell.look
        super().__init__(root)
        self.title(words.TITLE)
        self.withdraw()
        self.look, self.shell, self.desk = look, shell, desk
        self.configure(background=look.palette["window"])
        styles.dress(shell.styles)
        px = look.px
        top = ttk.Frame(self, style="Inner.TFrame", padding=(px(24), px(8), px(24), px(8)))
        top.pack(fill="x")
        self.switch = ModeSwitch(top, look, shell.styles, words.PAGES, self.turn_to)
        self.switch.pack(side="left")
        self.buttons: dict[str, ttk.Button] = {}
        calls: dict[str, Callable[[], None]] = {
            "export": self._offer_exports, "match_continue": desk.go_on, "match_stop": desk.stop,
            "match_finish": desk.finish,
            "match_pause": desk.pause,
        }  # fmt: skip
        for name, text in zip(
            calls, (words.EXPORT, words.CONTINUE, words.STOP, words.FINISH, words.PAUSE), strict=True
        ):
            made = self.buttons[name] = styles.button(top, text, partial(self._press, name, calls[name]))
            made.pack(side="right", padx=(px(8), 0))
            Tip(look, made, partial(self._tip, name))
        for name in reversed(calls):
            self.buttons[name].lift()  # Tab goes from left to right
        ttk.Frame(self, style="Line.TFrame", height=1).pack(fill="x")
        self.said = ttk.Label(self, style="WindowQuiet.TLabel", padding=(px(24), px(4)))
        self.form = MatchForm(self, look, desk, self._plan, self._begin)
        self.view = MatchView(self, look, desk)
        self.all = AllMatches(self, look, desk)
        self.pages: dict[str, ttk.Frame] = {"form": self.form, "watch": self.view, "all": self.all}
        settings = shell.settings
        self.form.put(desk.usual(), settings.match_jobs, settings.match_openings, new_seed())
        self.was_playing = desk.playing
        self.bind("<Key-Escape>", self._escape)
        self.protocol("WM_DELETE_WINDOW", lambda: self._escape(None))
        self.bind("<Key>", self._key)
        self.minsize(px(SMALLEST[0]), px(SMALLEST[1]))
        open_over(self, root, look, *SIZE)
        self.tk.call("wm", "transient", str(self), "")  # a window of its own: the main one can be looked at meanwhile
        self.page = ""
        self.turn_to(desk.page or "form")

    # Made anew after a change of the look -----------------------------------------------------------------------------

    def memory(self) -> object:
        try:
            plan: Plan | None = self.form.plan(unread=True)
        except ValueError:
            plan = None
        return (
            self.page,
            self.geometry(),
            plan,
            self.form.openings.listed,
            self.form.limits.jobs.get(),
            self.view.board_wanted,
            self.form.filled,
        )

    def recall(self, memory: object) -> None:
        assert isinstance(memory, tuple)
        page, geometry, plan, file, jobs, board, filled = memory
        self.geometry(geometry)
        self.view.board_wanted = board
        if plan is not None:
            self.form.put(plan, int(jobs) if jobs.isdecimal() else 0, file, plan.seed)
        self.form.filled = filled
        self.turn_to(page)

    # Its pages --------------------------------------------------------------------------------------------------------

    def turn_to(self, page: str) -> None:
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
        if self.page == "watch":
            self.view.tick()
        elif self.page == "all":
            self.all.tick()
        for name, button in self.buttons.items():
            state = "disabled" if self._why_not(name) else "normal"
            if str(button.cget("state")) != state:
                button.configure(state=state)
        text = words.GO_ON if self.desk.progress.paused else words.PAUSE
        if self.buttons["match_pause"].cget("text") != text:
            self.buttons["match_pause"].configure(text=text)
        state = "disabled" if self.desk.playing else "normal"
        if str(self.form.start.cget("state")) != state:
            self.form.start.configure(state=state)
        was, self.was_playing = self.was_playing, self.desk.playing
        if was and not self.was_playing:
            if self.page == "form":
                self.form.changed()  # now a game can be timed
            elif self.page == "all":
                self.all.refresh()

    def _why_not(self, name: str) -> str:
        """Why a button cannot be pressed now, "" if it can."""
        if name == "export":
            return "" if self.page == "watch" and self.view.overview is not None else words.NONE_SHOWN
        if name == "match_continue":
            overview = self.view.overview
            reason = self.desk.no_continue() or (
                "" if self.page == "watch" and overview is not None else words.NONE_SHOWN
            )
            return reason or (words.IS_OVER if self.view.complete else "")
        return self.shell.commands[name].why_not()

    def _tip(self, name: str) -> str:
        return self._why_not(name) or (words.EXPORT_TIP if name == "export" else self.shell.commands[name].meaning)

    def _press(self, name: str, call: Callable[[], None]) -> None:
        if not self._why_not(name):
            call()
            self.tick()

    def look_again(self, games: bool = False) -> None:
        self.view.look_again(games)

    def remember(self) -> None:
        self.form.remember()

    def say(self, text: str, warning: bool = False) -> None:
        self.said.configure(text=text, style="WindowWarning.TLabel" if warning else "WindowQuiet.TLabel")
        if text:
            self.said.pack(side="bottom", anchor="w")
        else:
            self.said.pack_forget()

    # The form ---------------------------------------------------------------------------------------------------------

    def _plan(self, plan: Plan | None) -> None:
        """Another match is asked for: try one of its games, unless one is being played."""
        if plan is None:
            self.desk.trials.forget("trial")
        elif not self.desk.playing and self.page == "form":
            self.desk.trials.ask("trial", Trial(plan), self._tried, urgent=True)

    def _tried(self, answer: Answer) -> None:
        if self.winfo_exists() and isinstance(answer, (Guess, Refused)):
            self.form.take(answer.reason if isinstance(answer, Refused) else answer)

    def _begin(self, plan: Plan, jobs: int, file: str) -> None:
        self.desk.trials.forget("trial")
        self.desk.begin(plan, jobs, file)
        self.form.limits.reseed(new_seed())

    # Export -----------------------------------------------------------------------------------------------------------

    def _offer_exports(self) -> None:
        button = self.buttons["export"]
        menu = Menu(self, self.look)
        for form, text in words.EXPORTS.items():
            menu.add_command(label=text, command=partial(self.export, form))
        menu.tk_popup(button.winfo_rootx(), button.winfo_rooty() + button.winfo_height())

    def export(self, form: Form) -> None:
        """Ask where to, and write the match that is shown."""
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
            question = Export(str(self.desk.path), number, form, str(target))
            self.desk.figures.ask("export", question, partial(self._exported, target.name))

    def _exported(self, name: str, answer: Answer) -> None:
        if not self.winfo_exists():
            return
        if isinstance(answer, Refused):
            self.say(answer.reason, True)
        else:
            self.say(words.exported(answer.files, name) if isinstance(answer, Written) else "")

    # Keys -------------------------------------------------------------------------------------------------------------

    def _escape(self, _: object) -> str:
        self.remember()
        self.destroy()
        return "break"

    def _key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        registry = self.shell.commands
        if pressed(event) == "Ctrl+W":
            return self._escape(event)
        command = registry.keys.get(pressed(event))
        return registry.press(event) if command is not None and command.menu in OURS else None
