"""The page Compare: which of two candidates is better and why, or what a position is worth."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from functools import partial
from time import monotonic
from tkinter import ttk
from typing import ClassVar

from workbench.compare.agreement import SAME_RESULT, contradiction_sentences, contradicts, repeats_one_result
from workbench.compare.running import Result
from workbench.compare.sentences import comparison_sentences, half_width
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.compare import words
from workbench.gui.compare.comparing import PAGE, Comparing
from workbench.gui.compare.deciding import DecidingOutcomes
from workbench.gui.compare.interval_plot import IntervalPlot
from workbench.gui.compare.point_bars import PointBars
from workbench.gui.compare.run import Compared, Run
from workbench.gui.look.look import Look
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.fields import columns_of, dropdown
from workbench.gui.widgets.scrolling import ScrollArea
from workbench.gui.widgets.texts import keep_width, wrap
from workbench.gui.widgets.tips import Tip
from workbench.seen.names import side_names
from workbench.system.sentences import as_sentence

GUARD_MS = 1200  # time in which "Stop" cannot be clicked if it has just replaced "Start" by itself
CALM_SECONDS = 0.8  # seconds that sentences and outcomes stay unchanged while games are played
LOW = 640  # height of the window at 100 % below which the controls scroll with the results
LETTERS = ("A", "B")
LONGEST_NAME = 12  # characters of a move that sentences repeat


class ComparePage:
    """The page Compare. Its controls keep their places; results appear below them, in a part that scrolls.

    In a low window, the controls scroll too.
    """

    name: ClassVar[str] = PAGE
    title: ClassVar[str] = words.TITLE

    def __init__(self, shell: Shell, comparing: Comparing) -> None:
        self.shell, self.comparing = shell, comparing

    @classmethod
    def unavailable_reason(cls, subject: Subject) -> str:
        """Return why no player's moves can be compared, or "". A chance event can still be rolled out."""
        return "" if subject.point is not None else words.NOBODY

    # Widgets ----------------------------------------------------------------------------------------------------------

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        """Create the controls and the places of the results."""
        self.look, self.host = look, host
        self.key: object = None
        self.calm_until = 0.0  # the time from which sentences may change
        self.described: Run | None = None  # the games they are about
        self.pressed = self.guarded = False  # whether the button changed its own label, and whether it waits
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.area = ScrollArea(self.frame, look)
        is_low = self.shell.root.winfo_height() < look.px(LOW)
        self._build_controls(self.area.inside if is_low else self.frame)
        self.area.pack(fill="both", expand=True, pady=(0 if is_low else look.px(6), 0))
        self.area.canvas.bind("<Configure>", lambda _: self._fit_plot(), add="+")
        self.invitation = self._build_invitation()
        self._build_results()
        return self.frame

    def _build_controls(self, parent: ttk.Frame) -> None:
        look, px = self.look, self.look.px
        top = ttk.Frame(parent, style="Inner.TFrame")
        top.pack(fill="x")
        top.columnconfigure(1, weight=1)
        self.names: list[ttk.Label] = []
        self.full_names = ["", ""]
        self.letters: list[ttk.Label] = []
        for row in range(len(LETTERS)):
            self.letters.append(ttk.Label(top, style="CardQuiet.TLabel"))
            self.letters[-1].grid(row=row, column=0, sticky="w", padx=(0, px(8)))
            name = ttk.Label(top, style="CardStrong.TLabel", width=1)
            name.grid(row=row, column=1, sticky="ew", padx=(0, px(8)))
            name.bind("<Configure>", lambda _: self._fit_names())
            Tip(look, name, lambda row=row: self.full_names[row])  # type: ignore[misc]
            self.names.append(name)
        self.button = ttk.Button(top, text=words.START, style="House.TButton", takefocus=1, command=self._press)
        keep_width(self.button, look, "strong text", (words.START, words.STOP))
        self.button.grid(row=0, column=2, rowspan=2, sticky="e")
        Tip(look, self.button, self._button_tip)
        options = ttk.Frame(parent, style="Inner.TFrame")
        options.pack(fill="x", pady=(px(6), 0))
        continuations = (words.POLICY, words.SEARCH)
        self.continuation = dropdown(options, look, continuations, columns_of(continuations))
        self.continuation.pack(side="left")
        self.continuation.bind("<<ComboboxSelected>>", lambda _: self._options_changed(), add="+")
        Tip(look, self.continuation, lambda: words.CONTINUATION_TIP)
        numbers = [words.games(limit) for limit in self.comparing.limits()]
        self.limit = dropdown(options, look, numbers, columns_of(numbers))
        self.limit.pack(side="left", padx=(px(6), 0))
        self.limit.bind("<<ComboboxSelected>>", lambda _: self._options_changed(), add="+")
        Tip(look, self.limit, lambda: words.GAMES_TIP)

    def _build_invitation(self) -> ttk.Frame:
        look, px, run = self.look, self.look.px, self.shell.commands.run
        frame = ttk.Frame(self.area.inside, style="Inner.TFrame")
        for text, style in ((words.CHOOSE, "CardText.TLabel"), (words.CHOOSE_BY_KEY, "CardQuiet.TLabel")):
            wrap(ttk.Label(frame, text=text, style=style, justify="left")).pack(fill="x", pady=(px(2), 0))
        buttons = ttk.Frame(frame, style="Inner.TFrame")
        buttons.pack(fill="x", pady=(px(8), 0))
        self.best = ttk.Button(
            buttons, text=words.BEST_TWO, style="Main.TButton", takefocus=1, command=partial(run, "compare_best")
        )
        self.best.pack(side="left")
        Tip(look, self.best, lambda: self.shell.commands["compare_best"].tip)
        self.roll_out = ttk.Button(
            buttons, text=words.ROLL_OUT, style="House.TButton", takefocus=1, command=partial(run, "roll_out")
        )
        self.roll_out.pack(side="left", padx=(px(6), 0))
        Tip(look, self.roll_out, lambda: self.shell.commands["roll_out"].tip)
        return frame

    def _build_results(self) -> None:
        look, px = self.look, self.look.px
        self.results = ttk.Frame(self.area.inside, style="Inner.TFrame")
        self.headline = wrap(ttk.Label(self.results, style="CardName.TLabel", justify="left"))
        self.headline.pack(fill="x")
        self.doubt = ttk.Frame(self.results, style="Inner.TFrame")  # says that the analysis disagrees
        self.doubt_text = wrap(ttk.Label(self.doubt, style="CardText.TLabel", justify="left"))
        self.doubt_text.pack(fill="x")
        self.by_search = ttk.Button(
            self.doubt, text=words.BY_SEARCH, style="Main.TButton", takefocus=1,
            command=partial(self.shell.commands.run, "compare_by_search"),
        )  # fmt: skip
        Tip(look, self.by_search, lambda: words.BY_SEARCH_TIP)
        self.plot = IntervalPlot(self.results, look)
        self.plot.canvas.pack(fill="x", pady=(px(4), 0))
        Tip(look, self.plot.canvas, self._plot_tip)
        for key, steps in (("Up", -2), ("Down", 2), ("Prior", -8), ("Next", 8)):
            self.plot.canvas.bind(f"<Key-{key}>", partial(self._scroll, steps))
        self.progress = ttk.Label(self.results, style="CardSmall.TLabel")
        self.progress.pack(fill="x")
        self.sentences = wrap(ttk.Label(self.results, style="CardText.TLabel", justify="left"))
        board = self.host.board
        self.outcomes = DecidingOutcomes(self.results, look, board.shapes if board is not None else {})
        sides = side_names(self.comparing.games.table.session)
        colours = board.seat_colours if board is not None else ("accent", "warning", "quiet", "text")
        self.bars = PointBars(self.results, look, sides, colours)

    def _scroll(self, steps: int, _: object) -> str:
        self.area.canvas.yview_scroll(steps, "units")
        return "break"

    def _fit_plot(self) -> None:
        """Let the headline and the plot fill the visible part, within limits."""
        room = self.area.canvas.winfo_height() - self.look.fonts["strong name"].metrics("linespace") - self.look.px(6)
        if self.doubt.winfo_manager():
            room -= self.doubt.winfo_reqheight()
        self.plot.set_height(room)

    def _fit_names(self) -> None:
        for name, full in zip(self.names, self.full_names, strict=True):
            text = self.look.shorten(full, "strong text", max(1, name.winfo_width()))
            if name.cget("text") != text:
                name.configure(text=text)

    def _button_tip(self) -> str:
        run = self.comparing.run
        if reason := self.comparing.no_toggle():
            return reason
        return words.STOP_TIP if run is not None and run.running else words.START_TIP

    def _plot_tip(self) -> str:
        run = self.comparing.run
        return words.ROLLOUT_PLOT_TIP if run is not None and run.rolls_out else words.PLOT_TIP

    def _options_changed(self) -> None:
        """Apply other options to the next games, and show the results that these options already have."""
        settings, chosen = self.shell.settings, self.limit.current()
        self.comparing.set_searches(self.continuation.current() == 1)
        settings.compare_games = self.comparing.limits()[max(0, chosen)]
        self.update()

    # Display ----------------------------------------------------------------------------------------------------------

    def show(self, subject: Subject) -> None:
        """Show what is compared in the viewed position."""
        self.update()

    def hide(self) -> None:
        """Force an update when the page is next opened."""
        self.key = None

    def update(self) -> None:
        """Show the choice of candidates and the results so far."""
        comparing = self.comparing
        compared, run = comparing.compared, comparing.run
        key = (
            compared, run, run and run.running, run and run.fault, run and len(run.history),
            comparing.searches, comparing.limit, comparing.preference(), comparing.no_compare(),
            comparing.no_roll_out(),
        )  # fmt: skip
        if key == self.key:
            return
        self.key = key
        self._update_controls(compared, run)
        if compared is None:
            self.results.pack_forget()
            self.invitation.pack(fill="both", expand=True)
            return
        self.invitation.pack_forget()
        self.results.pack(fill="both", expand=True)
        if run is None or run.result is None:
            self._show_nothing(run)
        elif run.rolls_out:
            self._show_rollout(run, run.result)
        else:
            self._show_difference(compared, run, run.result)
        self.area.fit()

    def _update_controls(self, compared: Compared | None, run: Run | None) -> None:
        comparing, commands = self.comparing, self.shell.commands
        names = compared.names if compared is not None else ("", "")
        self.full_names = [*names] if names else [words.THIS_POSITION, ""]
        for label, letter in zip(self.letters, LETTERS, strict=True):
            label.configure(text=letter)
            label.grid() if names else label.grid_remove()
        self._fit_names()
        running = run is not None and run.running
        text = words.STOP if running else words.START
        if self.button.cget("text") != text:
            self.button.configure(text=text)
            if running and not self.pressed:
                self.guarded = True
                self.button.after(GUARD_MS, self._end_guard)
        self.pressed = False
        self._update_button()
        self.continuation.current(int(comparing.searches))
        limits = list(comparing.limits())
        self.limit.current(limits.index(comparing.limit))
        for button, name in ((self.best, "compare_best"), (self.roll_out, "roll_out")):
            button.state(["disabled" if commands[name].why_not() else "!disabled"])

    def _press(self) -> None:
        """Start or stop the games."""
        self.pressed = True
        self.shell.commands.run("compare_run")

    def _end_guard(self) -> None:
        self.guarded = False
        if self.button.winfo_exists():
            self._update_button()

    def _update_button(self) -> None:
        waits = self.guarded and self.button.cget("text") == words.STOP
        self.button.state(["disabled" if waits or self.comparing.no_toggle() else "!disabled"])

    def _show_nothing(self, run: Run | None) -> None:
        """Show that there are no results yet, or why games cannot be played."""
        text = words.NOT_STARTED
        if run is not None and run.fault:
            text = words.FAILED.format(reason=as_sentence(run.fault))
        elif run is not None and run.running:
            text = words.PLAYING
        self.headline.configure(text=text)
        self._show_doubt([], False)
        self.plot.show(())
        self.progress.configure(text="")
        self.described = None
        self._place_details("", False, False)

    def _show_difference(self, compared: Compared, run: Run, result: Result) -> None:
        difference = result.differences[0]
        names, seats, half = short_names(compared), len(difference.means), half_width(difference)
        if result.clear:
            checked = result.checked[0]
            if not difference.clear:  # games after the check have narrowed the lead
                difference, half = checked, half_width(checked)
            headline = words.better(names[0 if checked.mean > 0 else 1], seats, difference.mean, half)
        elif difference.clear and not run.games.finished:
            better = names[0 if difference.mean > 0 else 1]
            headline = words.likely(better, seats, difference.mean, half, run.games.next_check)
        elif run.games.finished and not run.fault:
            headline = words.no_difference(difference.trials, seats, half)
        else:
            headline = words.undecided(seats, difference.mean, half)
        self._head(headline, run, result)
        self._show_disagreement(run, result, names)
        self.plot.show(run.history, (words.favours(names[0]), words.favours(names[1])))
        if self._is_calm(run):
            return
        sentences = comparison_sentences(run.point, result.checked[0], names)[1:] if result.checked else []
        if difference.outcomes:
            self.outcomes.show(difference.outcomes, run.pictures, seats, names[0])
        self._place_details("\n".join(sentences), bool(difference.outcomes), False)

    def _show_disagreement(self, run: Run, result: Result, names: tuple[str, str]) -> None:
        """Say why the analysis prefers another candidate, if it clearly does, and offer the next step."""
        found = self.comparing.preference() if result.clear else None
        policies, has, sentences = run.point.info.policies, run.point.info.has, list[str]()
        if found is not None and contradicts(result.checked[0], found):
            sentences = contradiction_sentences(result.checked[0], found, names, run.continuation, policies)
        if not has.chance and repeats_one_result(result.estimates, run.continuation, policies):
            sentences.append(SAME_RESULT)
        self._show_doubt(sentences, not self.comparing.searches)

    def _show_doubt(self, sentences: Sequence[str], offers: bool) -> None:
        """Show sentences between the headline and the plot, and perhaps the button below them."""
        text = " ".join(sentences)
        if text != self.doubt_text.cget("text"):
            self.doubt_text.configure(text=text)
        if bool(text) != bool(self.doubt.winfo_manager()):
            if text:
                self.doubt.pack(fill="x", before=self.plot.canvas, pady=(self.look.px(2), 0))
            else:
                self.doubt.pack_forget()
            self._fit_plot()
        if offers != bool(self.by_search.winfo_manager()):
            if offers:
                self.by_search.pack(anchor="w", pady=(self.look.px(6), self.look.px(2)))
            else:
                self.by_search.pack_forget()

    def _show_rollout(self, run: Run, result: Result) -> None:
        point = run.point
        sides = side_names(self.comparing.games.table.session)
        results = [
            words.result(side, point.seats, one.mean, max(one.high - one.mean, one.mean - one.low))
            for side, one in zip(sides, result.seats, strict=True)
        ]
        self._head(results[max(point.actor, 0)], run, result)
        self._show_doubt([], False)
        self.plot.show(run.history)
        if self._is_calm(run):
            return
        counts = run.count_points()
        if counts is not None:
            self.bars.show(counts, results)
        self._place_details("", False, counts is not None)

    def _head(self, headline: str, run: Run, result: Result) -> None:
        if self.headline.cget("text") != headline:
            self.headline.configure(text=headline)
        text = words.progress(result.trials, run.limit)
        if run.fault:
            text = words.FAILED.format(reason=as_sentence(run.fault))
        self.progress.configure(text=text)

    def _is_calm(self, run: Run) -> bool:
        """Return whether sentences stay unchanged for now, so that people can read them."""
        now = monotonic()
        if run is self.described and run.running and now < self.calm_until:
            return True
        self.described, self.calm_until = run, now + CALM_SECONDS
        return False

    def _place_details(self, sentences: str, outcomes: bool, bars: bool) -> None:
        """Show the parts below the plot that have something to show."""
        if self.sentences.cget("text") != sentences:
            self.sentences.configure(text=sentences)
        parts = ((self.sentences, bool(sentences)), (self.outcomes.frame, outcomes), (self.bars.frame, bars))
        wanted = [widget for widget, has_news in parts if has_news]
        if wanted != [widget for widget, _ in parts if widget.winfo_manager()]:
            for widget, _ in parts:
                widget.pack_forget()
            for widget in wanted:
                widget.pack(fill="x", pady=(self.look.px(8), 0))


def short_names(compared: Compared) -> tuple[str, str]:
    """Return the names of two candidates in sentences: letters if the moves are too long to repeat."""
    first, second = compared.names
    return (first, second) if max(len(first), len(second)) <= LONGEST_NAME else LETTERS
