"""The main window: its layout and look. What is played in it stands in playing.py."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from math import floor
from tkinter import ttk
from types import TracebackType
from typing import Literal

import ttkbootstrap

from workbench import boards
from workbench.boards.contract import Board, Outcome
from workbench.gui import faults, words
from workbench.gui.actions import register
from workbench.gui.below_moves import Below
from workbench.gui.below_moves import register as register_below
from workbench.gui.board_view import BoardView
from workbench.gui.cards import PanelCard, PlayerCard
from workbench.gui.choice_bar import ChoiceBar
from workbench.gui.closing import Closing
from workbench.gui.collecting import Collector
from workbench.gui.commands import ALT, Command, Registry, pressed
from workbench.gui.cover import Cover
from workbench.gui.dock import Dock
from workbench.gui.drafting import register as register_drafting
from workbench.gui.dragging import lend
from workbench.gui.echo import Echo
from workbench.gui.file_actions import Files
from workbench.gui.form_desk import FormDesk
from workbench.gui.helping import dress
from workbench.gui.left_bar import LeftBar
from workbench.gui.look import ZOOMS, Look, wanted_theme
from workbench.gui.moves_card import MovesCard
from workbench.gui.notice import Notice
from workbench.gui.outcome_panel import GAP, OutcomePanel
from workbench.gui.pages import Pages
from workbench.gui.plain_view import PlainView
from workbench.gui.playback import Playback
from workbench.gui.playing import Playing
from workbench.gui.seat_actions import SeatActions
from workbench.gui.sheet_card import SheetCard
from workbench.gui.status_bar import StatusBar
from workbench.gui.stepping import Stepping
from workbench.gui.styles import Styles
from workbench.gui.tab_strip import TabStrip
from workbench.gui.table import Setup, Table
from workbench.gui.tabs import Tabs
from workbench.gui.top_bar import TopBar
from workbench.gui.viewing import Viewing
from workbench.settings import Settings

Theme = Literal["light", "dark", "system"]
ROOMY = (850, 460)  # pixels in which everything finds room at 100 %
COLUMN = 428  # the width of the cards at 100 %
CHART_FROM = 640  # with less height the chart would leave no room for the moves
STRIP = 36  # the height of the strip of tabs
RESIZE_MS = 120  # before a new size of the window is taken up
POLL_MS = 20


def fitting_scale(zoom: float, width: float, height: float) -> float:
    """The scale for a window of this size: larger in one above 1280x720, so that nothing in it is tiny, and never so
    large that a small one would cut something off. It goes by steps: a pixel more or less makes nothing anew, and what is
    drawn for each scale and kept is bounded."""
    room = min(width / 1280, height / 720)
    scale = zoom * max(1.0, min(2.0, round(20.0 * float(room**0.6)) / 20))
    most = max(1.0, min(width / ROOMY[0], height / ROOMY[1]))
    return scale if scale <= most else floor(20.0 * most) / 20


class Window:
    """Everything in the main window, in one look; made anew when the look changes."""

    def __init__(self, root: ttkbootstrap.App, settings: Settings, setup: Setup) -> None:
        self.root, self.settings = root, settings
        self.look = Look(root)
        self.pages = Pages()
        self.body: ttk.Frame | None = None
        self.board: Board | None = None
        self.view: BoardView | PlainView
        self.resizing = ""
        self.frame: tuple[object, ...] = ()  # what the layout depends on
        self.copied = ""  # the position that was put on the clipboard last
        self.notice = Notice(root)
        self.files, self.closing = Files(self), Closing(self)
        self.seat_actions = SeatActions(self)
        self.tabs = Tabs(self, setup)
        self.registry = Registry(self._denied)
        self.viewing: Viewing
        register(self)
        self.stepping = Stepping(self)
        self.playback = Playback(self)
        self.desk = FormDesk(self)
        register_below(self)
        register_drafting(self)
        self.registry.rebind_all(settings.keys)
        self.echo = Echo(self)
        self.rebuild()
        calls = {"<Key>": self._key, "<Configure>": self._resized, "<Button-1>": self._click, "<<Board>>": self._return}
        self.bindings = {sequence: root.bind(sequence, call) for sequence, call in calls.items()}
        root.report_callback_exception = self.fault
        root.bind_class("TButton", "<Control-Key-Return>", lambda _: None)  # a command, not the button
        self.collector = Collector()
        self.polling = root.after(POLL_MS, self._poll)

    def close(self) -> None:
        """End what thinks and take everything off the root; that is its owner's to destroy."""
        for timer in filter(None, (self.polling, self.resizing)):
            self.root.after_cancel(timer)
        for sequence, command in self.bindings.items():
            self.root.unbind(sequence, command)  # else the toolkit would keep the window by it
        self.notice.take_away()
        self.playback.close()
        self.desk.close()
        self.viewing.errands.finish()
        self.files.finish()
        self.tabs.end()
        self.viewing.errands.close()
        self.files.close()
        self.echo.close()
        self.pages.close()
        if self.body is not None:
            self.body.destroy()
        self.collector.close()

    @property
    def playing(self) -> Playing:
        """The game that is shown. Another tab, another one: ask for it anew each time."""
        return self.tabs.shown

    @property
    def table(self) -> Table:
        return self.playing.table

    # The look ---------------------------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self.settings.theme = theme
        self.rebuild()

    def switch_theme(self) -> None:
        self.set_theme("light" if self.look.theme == "dark" else "dark")

    def zoomed(self, steps: int) -> float:
        """The zoom that many steps from the present one; the same at the end of the scale."""
        nearest = min(range(len(ZOOMS)), key=lambda n: abs(ZOOMS[n] - self.settings.zoom))
        return ZOOMS[max(0, min(len(ZOOMS) - 1, nearest + steps))]

    def set_zoom(self, zoom: float) -> None:
        self.settings.zoom = zoom
        self.rebuild()

    def rebuild(self) -> None:
        """Make every widget anew in the look that the settings and the size ask for."""
        self.playing.presenter.begin(0, ())
        typed = ""
        if self.body is not None:
            self.finish_writing()
            typed = self.status.typed()
            self.body.destroy()
        self.frame = self.fresh_frame()
        self.look.apply(wanted_theme(self.settings), self._scale())
        self.styles = Styles(self.look)
        self._build()
        self.status.clear(typed)
        self.playing.begun()
        self.table.go_on()
        (self.cover if self.cover.winfo_manager() else self.view).focus_set()
        self.pages.again()

    def finish_writing(self) -> None:
        """What is being written beside the board is kept where it belongs."""
        self.moves.finish()
        self.dock.finish()

    def turn_to(self) -> None:
        """Another game is shown from now on."""
        self.status.clear(self.playing.typed)
        self.status.offer("", None)
        if self.fresh_frame() != self.frame:
            self.rebuild()
            return
        if isinstance(self.view, BoardView):
            self.view.hand_to(self.playing.touch)
            self.choices.presser = self.playing.touch
        else:
            self.view.clear_filter()
        self.show_tabs()
        self.playing.begun()
        self.table.go_on()
        (self.cover if self.cover.winfo_manager() else self.view).focus_set()

    def show_tabs(self) -> None:
        """Show the strip of tabs as the open games are now; none for one game alone."""
        if len(self.tabs.open) > 1:
            self.strip.show(self.tabs.labels(), self.tabs.number)
        if bool(self.strip.winfo_manager()) != (len(self.tabs.open) > 1):
            if self.strip.winfo_manager():
                self.strip.pack_forget()
            else:
                self.strip.pack(fill="x")

    def _scale(self) -> float:
        width, height = self._size()
        return fitting_scale(self.settings.zoom, width / self.look.base, height / self.look.base)

    def _size(self) -> tuple[int, int]:
        return self.root.winfo_width(), self.root.winfo_height()

    def fresh_frame(self) -> tuple[object, ...]:
        """What the layout depends on: when it is another, everything is made anew."""
        width, height = self._size()
        scale = self._scale() * self.look.base
        column = min(round(COLUMN * scale), round(width * 0.42))
        tabbed = len(self.tabs.open) > 1
        charted = height >= (CHART_FROM + STRIP * tabbed) * scale
        return scale, column, charted, self.table.info.id, self.table.state.seats

    def _build(self) -> None:
        look = self.look
        self.body = ttk.Frame(self.root, style="Window.TFrame")
        self.body.place(x=0, y=0, relwidth=1, relheight=1)
        self.body.columnconfigure(0, weight=1)
        self.body.rowconfigure(2, weight=1)
        self.top = TopBar(self.body, look, self.registry, self.switch_theme)
        self.top.grid(row=0, column=0, columnspan=2, sticky="ew")
        self._build_head(self.body)
        self.board = boards.find(self.table.info.id)
        if self.board is not None:
            self.view = BoardView(self.body, look, self.board, self.playing.touch)
            self.outcomes = OutcomePanel(self.body, look, self.board)
        else:
            self.view = PlainView(self.body, look, lambda text: self.playing.type_move(text))
        self.view.grid(row=2, column=0, sticky="nsew")
        self.stepping.attach()
        self.cover = Cover(self.body, look, lambda: self.table.take_over())
        self._build_column(self.body)
        ttk.Frame(self.body, style="Line.TFrame", height=1).grid(row=3, column=0, columnspan=2, sticky="ew")
        self.status = StatusBar(self.body, look, self.registry, lambda text: self.playing.type_move(text))
        self.status.grid(row=4, column=0, columnspan=2, sticky="ew", ipady=0)
        dress(self)

    def _build_head(self, parent: ttk.Frame) -> None:
        """What stands between the menus and the board: a line, tabs if there are several games, and what was left behind."""
        head = self.head = ttk.Frame(parent, style="Window.TFrame")
        head.grid(row=1, column=0, columnspan=2, sticky="ew")
        ttk.Frame(head, style="Line.TFrame", height=1).pack(fill="x")
        self.strip = TabStrip(head, self.look, self.styles, self.tabs.show, self.tabs.close, partial(self.registry.run, "new_tab"))
        self.show_tabs()
        self.left_bar: LeftBar | None = None
        self.show_left()
        self.closing.stand_in(head)

    def show_left(self) -> None:
        """Offer what was left behind, if there is anything."""
        if self.left_bar is not None:
            self.left_bar.destroy()
            self.left_bar = None
        files = self.files
        if files.left:
            self.left_bar = LeftBar(self.head, self.look, files.left, files.recover, files.discard, files.later)
            self.left_bar.pack(side="bottom", fill="x")

    def _build_column(self, parent: ttk.Frame) -> None:
        look, info, px = self.look, self.table.info, self.look.px
        _, width, charted, _, seats = self.frame
        assert isinstance(width, int) and isinstance(seats, int)
        column = ttk.Frame(parent, style="Window.TFrame", width=width)
        column.grid(row=2, column=1, sticky="ns", padx=(0, px(16)), pady=px(16))
        column.grid_propagate(False)
        column.columnconfigure(0, weight=1)
        self.notice.stand_in(column, look, width)
        shapes = self.board.shapes if self.board is not None else {}
        sides = [boards.side(info, seat) for seat in range(seats)]
        self.players = []
        tight = seats > 2 or not charted
        for seat, side in enumerate(sides):
            shape = self.board.seat_shape(info, seat) if self.board is not None else ""
            change = partial(self.seat_actions.seats, seat)
            self.players.append(PlayerCard(column, look, side, shapes, shape, width, change, tight))
            self.players[-1].frame.grid(sticky="ew", pady=(0, px((4 if tight else 8) if seat + 1 < seats else 12)))
        panels = self.board.panels(info, self.table.state.fields, ()) if self.board is not None else ()
        self.panels = [PanelCard(column, look, shapes, width) for _ in panels]
        for panel in self.panels:
            panel.frame.grid(sticky="ew", pady=(0, px(12)))
        if isinstance(self.view, BoardView):
            lend(self.view, self.panels)
        row = seats + len(self.panels)
        self.moves = MovesCard(column, look, sides, self.registry, self.stepping)
        self.moves.frame.grid(row=row, sticky="nsew")
        column.rowconfigure(row, weight=1)
        self.sheet = SheetCard(column, self, width, row, seats)
        self.below = Below(self, column, row + 1, sides, width, bool(charted))
        self.dock = Dock(column, self, row, 2)
        self.choices = ChoiceBar(column, look, width, row + 2, self.playing.touch, self.view, 2 if charted else 1)

    @property
    def outcomes_shown(self) -> Sequence[Outcome]:
        """What a decision may lead to, as it is shown beside the board."""
        return self.outcomes.shown if isinstance(self.view, BoardView) else ()

    def show_outcomes(self, outcomes: Sequence[Outcome]) -> None:
        """Show what a decision may lead to beside the board, or the board alone."""
        if self.body is None or not isinstance(self.view, BoardView):
            return
        if not outcomes:
            if self.outcomes.winfo_manager():
                self.outcomes.clear()
                self.outcomes.grid_remove()
                self.view.grid(padx=0)
            return
        px = self.look.px
        _, _, wide, high = self.body.grid_bbox(0, 2) or (0, 0, 0, 0)
        width = self.outcomes.wide((wide - px(16), high))
        self.view.grid(padx=(0, width + px(16)))
        self.outcomes.grid(row=2, column=0, sticky="nse", padx=(0, px(16)), pady=(px(16), px(16 - GAP)))
        self.outcomes.show(self.table.info, outcomes, width)

    def hand_over(self, seat: int | None) -> None:
        """Cover the view until the person at this seat is there; show it for None."""
        if seat is None:
            if self.cover.winfo_manager():
                self.cover.grid_remove()
                self.view.focus_set()
        else:
            self._forget()
            self.cover.show(boards.side(self.table.info, seat))
            self.cover.grid(row=2, column=0, sticky="nsew")
            self.cover.focus_set()

    def _forget(self) -> None:
        """Nothing of what one person pointed at, typed or copied is there for the next."""
        self.status.clear()
        if isinstance(self.view, PlainView):
            self.view.clear_filter()
        else:
            self.view.forget()
        self.dock.read_out("")
        if self.copied:
            with suppress(tkinter.TclError):  # another program may hold the clipboard by now
                if self.root.clipboard_get() == self.copied:
                    self.root.clipboard_clear()
            self.copied = ""

    # What the toolkit tells -------------------------------------------------------------------------------------------

    def _resized(self, event: tkinter.Event[tkinter.Misc]) -> None:
        if event.widget is self.root:
            if self.resizing:
                self.root.after_cancel(self.resizing)
            self.resizing = self.root.after(RESIZE_MS, self._take_size)

    def _take_size(self) -> None:
        self.resizing = ""
        if self.fresh_frame() != self.frame:
            self.rebuild()

    def _key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        if pressed(event) == "Esc":
            self.status.forgive()
            self.playing.escape()
            return "break"
        if isinstance(event.state, int) and event.state & ALT and len(event.keysym) == 1:
            letter = event.keysym.lower()
            for name, label in words.MENUS.items():
                if label[0].lower() == letter:
                    return self.top.open(name)
        if self.registry.press(event) == "break":
            return "break"
        if event.char or event.keysym in ("Return", "Left", "Right", "Up", "Down"):
            self.playing.presenter.skip()
        return None

    def _click(self, _: object) -> None:
        self.playing.presenter.skip()

    def _return(self, _: object) -> None:
        """A dialog was closed: whatever lies in the middle has the focus."""
        (self.cover if self.cover.winfo_manager() else self.view).focus_set()

    def _poll(self) -> None:
        """The one place where what bots say is taken in."""
        self.polling = self.root.after(POLL_MS, self._poll)
        self.tabs.read()
        self.files.read()
        self.desk.read()
        self.viewing.errands.read()
        with self.tabs.guard(self.table):
            self.show_tabs()
        self.collector.step()

    def _denied(self, command: Command, reason: str) -> None:
        self.root.bell()
        self.status.point_out(reason, True)

    def fault(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None, table: Table | None = None
    ) -> None:
        """Something unexpected, at a table or at the one that is shown: log it, say it calmly, go on."""
        report = faults.report(kind, error, trace, faults.situation(table or self.table))

        def copy() -> None:
            self.root.clipboard_clear()
            self.root.clipboard_append(report)
            self.status.offer("", None)
            self.status.point_out(words.COPIED_REPORT, False)

        self.status.offer(words.COPY_REPORT, copy)
        self.status.point_out(words.SHOW_ERROR, True)
