"""Nothing that the window of matches says is cut, runs off its edge or moves about while it counts."""

from __future__ import annotations

from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

from bots.report import Limit
from tests.test_matches_watched import invented
from tests.test_window_matches import SETUP, matches, shown
from tests.windows import opened, settle, wait
from workbench.gui.match_fitting import Fitted
from workbench.gui.match_standings import CrosstableCard, StandingsCard
from workbench.gui.match_table import Column, Row
from workbench.gui.window import Window
from workbench.matches.kept import own_archive
from workbench.matches.plan import Plan

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

ROBIN = Plan(
    spec="herd(size=4)", bots=("mcts(simulations=1500)", "mcts(simulations=200,softness=0.25)", "uct(simulations=3000)", "greedy", "points", "random"),
    blocks=4000, seed=9, limit=Limit(seconds=0.05),
)  # fmt: skip


def unreadable_cells(tree: ttk.Treeview, window: Window) -> list[str]:
    """The texts of a table that are cut or beyond its edge."""
    look, cut = window.look, []
    shown_columns = [str(column) for column in tree.cget("displaycolumns")]
    shown_columns = [str(n) for n in range(len(tree.cget("columns")))] if shown_columns == ["#all"] else shown_columns
    edge = tree.winfo_width()
    for line in tree.get_children():
        x = 0
        for column in shown_columns:
            text, wide = str(tree.set(line, column)), int(tree.column(column, "width"))
            x += wide
            if look.fonts["text"].measure(text) > wide - 4 or x > edge + 1:
                cut.append(f"{text} in {wide} pixels up to {x} of {edge}")
    for column in shown_columns:
        head = str(tree.heading(column, "text"))
        if look.fonts["small"].measure(head) > int(tree.column(column, "width")) - 4:
            cut.append(head)
    return cut


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440)])
def test_no_figure_of_the_standings_is_cut(size: tuple[int, int]) -> None:
    """Elo, faults and won-drawn-lost were, at both sizes; a name that is shortened ends with dots and is told in full by a tip."""
    invented(own_archive(), ROBIN, 2600)
    with opened(SETUP, size) as window:
        top = matches(window)
        window.matches.show("watch", 1)
        wait(lambda: top.view.summary is not None and len(top.view.games.games) > 5)
        settle(0.3)
        standings, crosstable = top.view.cards
        assert isinstance(standings, StandingsCard) and isinstance(crosstable, CrosstableCard)
        names = [str(standings.table.set(line, "1")) for line in standings.table.get_children()]
        assert len(names) == 6 and all(full.startswith(name.rstrip("…")) for name, full in zip(names, standings.names, strict=True))
        assert any(line[4] not in ("", "–") for line in shown(standings.table)) and all(line[6] for line in shown(standings.table))
        assert top.view.games.rows is not None
        for tree in (standings.table, crosstable.fitted.tree, top.view.games.rows.tree):
            assert not unreadable_cells(tree, window)
        assert not standings.fitted.across.winfo_manager() and not standings.fitted.down.winfo_manager(), "there is room for all of it"


def test_a_table_without_room_leaves_columns_out_and_then_moves() -> None:
    with opened(SETUP) as window:
        top = matches(window)
        holder = ttk.Frame(top, width=300, height=120)
        holder.pack_propagate(False)
        holder.place(x=0, y=0)
        fitted = Fitted(holder, window.look, [Column(name, 0) for name in ("who", "score", "time")], 3, name=0, less=(2,))
        fitted.pack(fill="both", expand=True)
        long = "somebody with a very long name indeed"
        fitted.show([Row((long, "50.0 (40.0–60.0)", "1.00"))] * 9)
        settle(0.1)
        assert fitted.down.winfo_manager() and not fitted.across.winfo_manager(), "nine lines have no room"
        name = str(fitted.tree.set(fitted.tree.get_children()[0], "0"))
        assert name.endswith("…") and long.startswith(name[:-1]) and len(name) > 8
        holder.configure(width=230)
        settle(0.1)
        assert tuple(fitted.tree.cget("displaycolumns")) == ("0", "1") and not fitted.across.winfo_manager()
        holder.configure(width=120)
        settle(0.1)
        assert fitted.across.winfo_manager()
        assert not [cell for cell in unreadable_cells(fitted.tree, window) if " in " not in cell]
        holder.configure(width=400)
        settle(0.1)
        assert tuple(fitted.tree.cget("displaycolumns")) == ("0", "1", "2") and not fitted.across.winfo_manager()
