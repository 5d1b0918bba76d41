"""Positions of everything that can be clicked in the window, to find what moves by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from tkinter import Misc, Toplevel

import fastcore
from tests.kit.windows import TestedWindow, descendants, root, settle
from workbench.gui.analyse.candidate_table import CandidateTable
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.choice_bar import ChoiceBar
from workbench.gui.widgets.keys import Writing
from workbench.gui.widgets.scrolling import ScrollArea

ROUNDING = 1  # pixels
CLICKABLE = (
    "TButton", "TCheckbutton", "TRadiobutton", "TMenubutton", "TEntry", "TCombobox", "TSpinbox", "Canvas",
)  # fmt: skip
Place = tuple[int, int]


def _parents(widget: Misc) -> Iterator[Misc]:
    while widget.master is not None:
        widget = widget.master
        yield widget


def _scrolled_by(window: TestedWindow, widget: Misc) -> int | None:
    """Return by how much the column has scrolled the widget, or None if it scrolls with another area on purpose."""
    columns, by = [column.frame for column in window.screen.columns], 0
    for parent in _parents(widget):
        if isinstance(parent, Toplevel) or (isinstance(parent, ScrollArea) and parent not in columns):
            return None
        if isinstance(parent, ScrollArea):
            by += round(parent.canvas.canvasy(0))
    return by


def _key(widget: Misc, bars: Sequence[ChoiceBar]) -> str:
    """Return the name of a control. A button of a choice bar is another control if it has another label."""
    label = f" {widget.cget('text')}" if any(widget.master is bar.inside for bar in bars) else ""
    return f"{widget}{label}"


def _is_live(window: TestedWindow, table: CandidateTable) -> bool:
    """Return whether a table shows the candidates, whose order changes during a search."""
    return window.analyse.column is not None and table is window.analyse.column.candidates.table


def positions(window: TestedWindow) -> dict[str, Place]:
    """Return the upper left corner of every visible control, row of the review, and cell of the board.

    Controls in the scroll areas of lists are left out, but not the areas themselves. The candidates are left out too:
    they change their order during a search.
    """
    root().update_idletasks()
    bars = [column.choices for column in window.screen.columns]
    found = dict[str, Place]()
    for widget in descendants(root()):
        clickable = widget.winfo_class() in CLICKABLE or isinstance(widget, Writing)
        if clickable and widget.winfo_viewable():
            scrolled = _scrolled_by(window, widget)
            if scrolled is not None:
                found[_key(widget, bars)] = (widget.winfo_rootx(), widget.winfo_rooty() + scrolled)
        if isinstance(widget, CandidateTable) and widget.winfo_viewable() and not _is_live(window, widget):
            for number, y in enumerate(widget._places.edges(widget.top)[:-1], widget.top):
                found[f"row {widget.lines[number].move}"] = (
                    widget.canvas.winfo_rootx(),
                    widget.canvas.winfo_rooty() + y + widget.top * widget.row_height,
                )
    view = window.screen.view
    if isinstance(view, BoardView) and view.winfo_viewable() and view.ground is not None:
        for spot in view.ground.spots:
            x, y = view.place_of(spot)
            found[f"spot {spot}"] = (view.winfo_rootx() + x, view.winfo_rooty() + y)
    return found


def moved_controls(
    window: TestedWindow, actions: Mapping[str, Callable[[], object]], count: int, seed: int
) -> list[str]:
    """Perform random actions, and return a description of every control that moved.

    A control that was hidden in between must return to its place. One pixel is no move: shares of a height are rounded.
    """  # fmt: skip
    stream, names = fastcore.Stream(seed, "controls"), list(actions)
    known, moved = positions(window), list[str]()
    for number in range(count):
        name = stream.choice(names)
        actions[name]()
        settle(0.02)
        for key, place in positions(window).items():
            before = known.setdefault(key, place)
            if max(abs(now - then) for now, then in zip(place, before, strict=True)) > ROUNDING:
                moved.append(f"{number} {name}: {key} {known[key]} -> {place}")
                known[key] = place
    return moved
