"""Tests that the contents of the Matches window fit and do not move while games are counted."""

from __future__ import annotations

from pathlib import Path
from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

import msgspec

import fastcore
from bots.report import Limit
from tests.gui.matches.watching import QUICK, SETUP, choose, open_matches, right_edge, row_texts, write
from tests.kit.windows import TestedWindow, click, descendants, open_window, settle, wait
from tests.matches.test_watched import add_fake_games, write_fake_archive
from workbench.gui.matches import form_words, words
from workbench.gui.matches.standings import CrosstableCard, StandingsCard
from workbench.gui.matches.window import MatchWindow
from workbench.gui.new_game import words as new_game_words
from workbench.gui.widgets import file_dialogs
from workbench.gui.widgets.data_table import Column, FittedTable, TableRow
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.default import default_archive
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.progress import Progress

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

ROBIN = Plan(
    spec="herd(size=4)",
    bots=(
        "mcts(simulations=1500)", "mcts(simulations=200,softness=0.25)", "uct(simulations=3000)",
        "greedy", "points", "random",
    ),
    blocks=4000, seed=9, limit=Limit(seconds=0.05),
)  # fmt: skip


def shows_figures(top: MatchWindow, number: int) -> bool:
    """Return whether the window shows the figures of this match."""
    shown = top.view.overview
    return shown is not None and shown.match.id == number and top.view.summary is not None


def unreadable_cells(tree: ttk.Treeview, window: TestedWindow) -> list[str]:
    """Return the cells and headings that a table cuts off."""
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
def test_standings_show_all_figures_in_full(size: tuple[int, int]) -> None:
    """Only names may be shortened, with an ellipsis."""
    write_fake_archive(default_archive(), ROBIN, 1000)
    with open_window(SETUP, size) as window:
        top = open_matches(window)
        window.matches.show_page("watch", 1)
        wait(lambda: top.view.summary is not None and len(top.view.games.games) > 5)
        settle(0.3)
        standings, crosstable = top.view.cards
        assert isinstance(standings, StandingsCard) and isinstance(crosstable, CrosstableCard)
        names = [str(standings.table.set(line, "1")) for line in standings.table.get_children()]
        assert len(names) == 6 and all(
            full.startswith(name.rstrip("…")) for name, full in zip(names, standings.names, strict=True)
        )
        assert any(line[4] not in ("", "–") for line in row_texts(standings.table)) and all(
            line[6] for line in row_texts(standings.table)
        )
        assert top.view.games.rows is not None
        for tree in (standings.table, crosstable.fitted.tree, top.view.games.rows.tree):
            assert not unreadable_cells(tree, window)
        widths = [int(crosstable.fitted.tree.column(str(n), "width")) for n in range(1, 7)]
        assert max(widths) - min(widths) <= 1
        assert not standings.fitted.across.winfo_manager() and not standings.fitted.down.winfo_manager(), (
            "there is room for all of it"
        )


def test_narrow_table_hides_columns_then_scrolls() -> None:
    with open_window(SETUP) as window:
        top = open_matches(window)
        holder = ttk.Frame(top, width=300, height=120)
        holder.pack_propagate(False)
        holder.place(x=0, y=0)
        fitted = FittedTable(
            holder, window.look, [Column(name, 0) for name in ("who", "score", "time")], 3, name=0, less=(2,)
        )
        fitted.pack(fill="both", expand=True)
        long = "somebody with a very long name indeed"
        fitted.show([TableRow((long, "50.0 (40.0–60.0)", "1.00"))] * 9)
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


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440)])
def test_form_fits_and_scrolls(size: tuple[int, int]) -> None:
    """Regression: the fields for seconds per game ran off the right edge."""
    with open_window(SETUP, size) as window:
        top = open_matches(window)
        top.geometry(f"{window.look.px(1240)}x{window.look.px(690)}")  # the layout for a screen of that width
        form = top.form
        settle(0.1)
        assert not form.limits.winfo_viewable() and not form.area.bar.winfo_viewable(), "all of it is seen"
        wide = form.column.winfo_width()
        click(form.more)
        wait(form.limits.winfo_viewable)
        wait(form.area.bar.winfo_viewable)
        assert form.column.winfo_width() == wide
        for kind in form_words.LIMITS.values():
            choose(form.limits.limit_box, kind)
            for name in form.openings.names:
                choose(form.openings.kind, name)
                settle(0.1)
                assert all(
                    right_edge(part) <= right_edge(form.column)
                    for part in descendants(form.column)
                    if part.winfo_ismapped()
                ), (kind, name)
        choose(form.bots.players[0].player_box, "mcts")
        choose(form.bots.players[0].level_box, new_game_words.OWN_OPTIONS)
        settle(0.1)
        assert right_edge(form.column) == right_edge(form.start)
        assert right_edge(form.area.bar) <= right_edge(top), "what has no room is scrolled to"
        form.more.invoke()
        wait(lambda: not form.limits.winfo_viewable())


def test_form_labels_do_not_touch_fields() -> None:
    with open_window(SETUP) as window:
        form = open_matches(window).form
        click(form.more)
        wait(form.limits.winfo_viewable)
        for rows in (form.length, form.openings, form.limits):
            for label in rows.grid_slaves(column=0):
                assert (
                    right_edge(label) + window.look.px(4)
                    <= rows.grid_slaves(row=label.grid_info()["row"], column=1)[0].winfo_rootx()
                )


def test_form_fits_narrow_window() -> None:
    with open_window(SETUP) as window:
        top = open_matches(window)
        top.minsize(100, 100)
        top.geometry("760x640")
        wait(lambda: top.winfo_width() == 760)
        settle(0.1)
        assert right_edge(top.form.column) <= right_edge(top)


def test_each_kind_of_limit_has_its_own_amount() -> None:
    """Regression: seconds per decision started with 1000, the default for simulations."""
    with open_window(SETUP) as window:
        window.matches.trials.ask = lambda *_, **__: None  # type: ignore[method-assign]
        form = open_matches(window).form
        click(form.more)
        wait(form.limits.winfo_viewable)
        limits = form.limits
        amounts = {}
        for key, name in form_words.LIMITS.items():
            choose(limits.limit_box, name)
            settle()
            assert limits.amount.winfo_viewable() == limits.unit.winfo_viewable() == (key != "own")
            amounts[key] = limits.limit
            if key != "own":
                assert limits.unit.cget("text") == form_words.LIMIT_UNITS[key]
        assert amounts == {
            "own": None, "simulations": Limit(simulations=1000), "seconds": Limit(seconds=0.2),
            "turn": Limit(seconds=1.0, per="turn"),
            "game": Limit(seconds=30.0, per="game"),
        }  # fmt: skip
        choose(limits.limit_box, form_words.LIMITS["seconds"])
        settle()
        write(limits.amount, "0.7")
        choose(limits.limit_box, form_words.LIMITS["simulations"])
        assert limits.limit == Limit(simulations=1000)
        choose(limits.limit_box, form_words.LIMITS["own"])
        choose(limits.limit_box, form_words.LIMITS["seconds"])
        assert limits.limit == Limit(seconds=0.7), "as it was left"
        limits.fill(Plan(spec="herd(size=2)", bots=("greedy", "random"), limit=Limit(simulations=123_456_789)), 1, 1)
        assert limits.limit == Limit(simulations=123_456_789), "to the last digit"
        choose(limits.limit_box, form_words.LIMITS["seconds"])
        assert limits.limit == Limit(seconds=0.7)


def test_form_warns_of_too_short_limits() -> None:
    with open_window(SETUP) as window:
        window.matches.trials.ask = lambda *_, **__: None  # type: ignore[method-assign]
        form = open_matches(window).form
        click(form.more)
        wait(form.limits.winfo_viewable)
        choose(form.limits.limit_box, form_words.LIMITS["seconds"])
        settle()
        for typed, warned in (("0.05", False), ("0.002", True), ("0.005", False)):
            write(form.limits.amount, typed)
            wait(lambda: not form.timer and "only a score above" in form.resolution_label.cget("text"))
            assert form.limits.limit_wrong.winfo_viewable() == warned
        write(form.limits.amount, "0.001")
        wait(lambda: form.limits.limit_wrong.cget("text") == form_words.too_short("seconds", 0.005))
        assert form.plan().limit == Limit(seconds=0.001), "it is a warning, and can be played"


def test_match_page_does_not_move_while_games_are_counted() -> None:
    write_fake_archive(default_archive(), ROBIN, 9)
    with open_window(SETUP) as window, Archive(default_archive()) as archive:
        top = open_matches(window)
        window.matches.show_page("watch", 1)
        view, card = top.view, top.view.games
        wait(lambda: len(card.found.rows) == 9)
        view._show_progress(Progress("playing", 1, done=13_000, games=120_000, played=13_000, running=2, seconds=600.0))
        settle()
        places = [part.winfo_rootx() for part in (*card.chips.values(), card.won)]
        long, words_begin = view.bar.winfo_width(), view.status.winfo_rootx()
        add_fake_games(archive, archive.match(1), range(9, 1300))
        card.search(False)
        wait(lambda: len(card.found.rows) == 1300)
        view._show_progress(Progress("playing", 1, done=1, games=120_000, played=1, running=1, seconds=1.0))
        settle()
        assert [part.winfo_rootx() for part in (*card.chips.values(), card.won)] == places
        click(card.chips["faults"])
        wait(lambda: "of 1,300" in card.count.cget("text"))
        settle()
        assert [part.winfo_rootx() for part in (*card.chips.values(), card.won)] == places
        assert card.count.winfo_reqwidth() >= window.look.fonts["text"].measure(words.count(119_999, 120_000))
        assert (view.bar.winfo_width(), view.status.winfo_rootx()) == (long, words_begin)
        assert right_edge(view.bar) == right_edge(card.frame), "a full bar ends at the edge"


def test_game_list_marks_sorted_column() -> None:
    write_fake_archive(default_archive(), QUICK)
    with open_window(SETUP) as window:
        top = open_matches(window)
        window.matches.show_page("watch", 1)
        card = top.view.games
        wait(lambda: len(card.games) == 12)
        assert card.rows is not None

        def heads() -> list[str]:
            assert card.rows is not None
            return [str(card.rows.tree.heading(n, "text")) for n in range(len(card.rows.columns))]

        assert [head for head in heads() if head[-1] in "↑↓"] == ["game ↓"]
        assert not unreadable_cells(card.rows.tree, window)
        for expected in ("turns ↓", "turns ↑"):
            click(
                card.rows.tree,
                sum(
                    int(card.rows.tree.column(n, "width"))
                    for n in range(heads().index(next(h for h in heads() if "turns" in h)))
                )
                + 12,
                10,
            )
            wait(lambda: not card.searching)
            assert [head for head in heads() if head[-1] in "↑↓"] == [expected]
            assert not unreadable_cells(card.rows.tree, window)


def test_successful_export_is_not_a_warning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_fake_archive(default_archive(), QUICK)
    with open_window(SETUP) as window:
        top = open_matches(window)
        window.matches.show_page("watch", 1)
        wait(lambda: top.view.overview is not None)
        for target, style in (
            (tmp_path / "games.csv", "WindowQuiet.TLabel"),
            (tmp_path / "games.csv" / "in a file.csv", "WindowWarning.TLabel"),
        ):
            monkeypatch.setattr(file_dialogs, "ask_save", lambda *_, target=target: target)
            top.export("csv")
            assert top.message_label.cget("text") == words.EXPORTING
            wait(lambda: top.message_label.cget("text") != words.EXPORTING)
            assert str(top.message_label.cget("style")) == style, top.message_label.cget("text")


def test_form_labels_options_and_avoids_duplicate_bots() -> None:
    with open_window(SETUP) as window:
        window.matches.trials.ask = lambda *_, **__: None  # type: ignore[method-assign]
        form = open_matches(window).form
        choose(form.game, fastcore.info("herbs").title)
        assert form.options is not None
        labels = [str(part.cget("text")) for part in descendants(form.options) if isinstance(part, ttk.Label)]
        assert "AP" in labels and "Ap" not in labels
        for player, name in zip(form.bots.players, ("equilibrium", "duct"), strict=True):
            choose(player.player_box, name)
        for game in ("forest", "herbalism", "herd", "forest"):
            choose(form.game, fastcore.info(game).title)
            assert len(set(form.bots.texts)) == 2, form.bots.texts


def test_elo_precision_follows_number_of_games(tmp_path: Path) -> None:
    """Regression: with few games, Elo had too many digits."""
    with open_window(SETUP) as window:
        top = open_matches(window)
        elo_columns = []
        for games in (12, 90, 3000):
            with Archive(default_archive(), create=True) as archive:
                match = archive.add_match(msgspec.structs.replace(ROBIN, seed=games))
                add_fake_games(archive, match, range(games))
            window.matches.show_page("watch", match.id)
            wait(lambda number=match.id: shows_figures(top, number))  # type: ignore[misc]
            standings = top.view.cards[0]
            assert (
                isinstance(standings, StandingsCard)
                and top.view.summary is not None
                and top.view.summary.strengths is not None
            )
            elo_columns.append([line[6] for line in row_texts(standings.table)])
            settle(0.2)
            columns = [int(standings.table.column(str(n), "width")) for n in standings.table.cget("displaycolumns")]
            standings.show(None)
            assert columns == [
                int(standings.table.column(str(n), "width")) for n in standings.table.cget("displaycolumns")
            ], "they had room from the beginning"
        card = top.view.cards[0]
        assert isinstance(card, StandingsCard)
        # It says how sure it is when all games are counted.
        wait(lambda: any("above the mean of all" in name and " to " in name for name in card.names))
        few, medium, many = elo_columns
        assert set(few) == {"–"}
        assert all(elo[0] in "+−" and elo.endswith("0") for elo in medium)
        assert not all(elo.endswith("0") for elo in many)


def test_game_count_uses_singular() -> None:
    assert (
        words.count(1, 1) == "1 game"
        and words.count(0, 1) == "0 of 1 game"
        and words.count(3, 1200) == "3 of 1,200 games"
    )
