"""Tests of the layout of analyse mode: the divider below the candidates, and the page tabs."""

from __future__ import annotations

from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.gui.analyse.test_analyse import FEW, SMALL, column, simulations
from tests.gui.look.test_colours import contrast
from tests.gui.whole.test_fits import box, cut_off, overlapping
from tests.kit.windows import TWO, TestedWindow, drag, open_window, press, settle, wait
from workbench.settings import Settings, load, save
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def heights(window: TestedWindow) -> tuple[int, int]:
    """Return the heights of the pages and of the candidates card, in pixels."""
    settle(0.1)
    parts = column(window)
    return parts.notebook.frame.winfo_height(), parts.candidates.frame.winfo_height()


def test_pages_get_half_of_a_tall_window_and_more_of_a_short_one() -> None:
    """In a short window, the candidates keep room for four rows."""
    for size, (least, most) in (((1280, 720), (0.51, 0.58)), ((1280, 1400), (0.48, 0.52))):
        with open_window(SMALL, size=size) as window:
            press("F12")
            upper, lower = heights(window)
            assert least < upper / (upper + lower) < most


def test_available_page_replaces_one_that_this_game_lacks() -> None:
    with open_window(Setup("herbs", ("person", "greedy"), 1), analyse_page="review") as window:
        press("F12")
        notebook = column(window).notebook
        wait(lambda: bool(notebook.shown))
        assert notebook.reasons["review"] and notebook.shown == "why" and not notebook.note.winfo_manager()
        notebook.open_page("growth")
        assert notebook.shown == "growth" == window.settings.analyse_page


@pytest.mark.parametrize("game", fastcore.games())
def test_low_window_shows_four_candidates_and_one_row_of_tabs(game: str) -> None:
    seats, has = fastcore.start(game).seats, fastcore.info(game).has
    setup = Setup(game, ("person",) + ("greedy",) * (seats - 1), 1)
    theme = "dark" if has.hidden or has.chance else "light"
    with open_window(setup, (1280, 770), analyse_limit=FEW, moves_in_words=True, theme=theme) as window:
        wait(lambda: window.playing.accepts_moves)
        press("F12")
        wait(lambda: column(window).candidates.table.lines)
        settle(0.1)
        card, notebook = column(window).candidates, column(window).notebook
        assert len({notebook.buttons[name].winfo_y() for name in notebook.placed}) == 1
        last = notebook.buttons[notebook.placed[-1]]
        assert last.winfo_x() + last.winfo_width() <= notebook.tabs.winfo_width()
        searched = card.position.candidate_subject
        assert searched is not None and searched.shown is not None
        for pages in (0.0, 0.95):  # the usual share, and a larger share from a higher window
            window.settings.analyse_pages = pages
            for searches in (1, 2):
                card._show_searches([searched.shown] * searches)
                column(window)._share_height()
                settle(0.1)
                assert card.table.visible_rows >= 4 and cut_off(window) == []


def test_divider_position_is_changed_saved_and_reset() -> None:
    with open_window(SMALL) as window:
        press("F12")
        before, divider = heights(window), column(window).divider
        drag(divider.frame, (9, 3), (9, -20))
        after = heights(window)
        assert after[0] + after[1] == before[0] + before[1] and abs(before[0] - after[0] - 23) <= 3
        assert divider.grip.cget("background") == window.look.palette["accent"]
        press("Up")
        assert heights(window)[1] > after[1] + 10
        press("Down")
        drag(divider.frame, (9, 3), (9, 900))
        assert min(heights(window)) >= window.look.px(110), "neither can be dragged away"
        drag(divider.frame, (9, 3), (9, -900))
        saved, position = window.settings.analyse_pages, heights(window)
        assert min(position) >= window.look.px(110)
        save(window.settings)
    settings, _ = load()
    with open_window(SMALL, analyse_pages=settings.analyse_pages) as window:
        press("F12")
        assert saved == settings.analyse_pages and abs(heights(window)[1] - position[1]) <= 1
        column(window).divider.frame.focus_force()
        press("Home")
        assert window.settings.analyse_pages == Settings().analyse_pages and heights(window) == before


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440)])
def test_page_tabs_fit_in_one_row(size: tuple[int, int]) -> None:
    with open_window(SMALL, size=size) as window:
        press("F12")
        settle(0.1)
        buttons = column(window).notebook.buttons
        for name in column(window).notebook.placed:
            window.settings.analyse_page = name
            column(window).notebook.show(window.analyse.position.subject)  # type: ignore[arg-type]
            settle()
            assert len({buttons[name].winfo_y() for name in column(window).notebook.placed}) == 1
            assert all(
                buttons[name].winfo_width() >= buttons[name].winfo_reqwidth() for name in column(window).notebook.placed
            )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_disabled_tabs_have_weaker_contrast(theme: str) -> None:
    with open_window(Setup("forest", TWO, 1), theme=theme) as window:
        press("F12")
        buttons, style = column(window).notebook.buttons, ttk.Style(window.root)

        def strength(state: list[str]) -> float:
            return contrast(style.lookup("Tab.Page.TButton", "foreground", state), window.look.palette["card"])

        notebook = column(window).notebook  # alpha-beta shows no traces
        assert buttons["trace"].instate(["disabled"]) and notebook._tip("trace").endswith(notebook.reasons["trace"])
        assert strength([]) >= 4.5 and strength([]) > 2 * strength(["disabled"]) > 2
        assert (
            contrast(style.lookup("Tab.Page.TButton", "foreground", ["selected"]), window.look.palette["wash"]) >= 4.5
        )


@pytest.mark.parametrize("game", fastcore.games())
def test_nothing_is_cut_off_in_analyse_mode(game: str) -> None:
    count = fastcore.start(game).seats
    for size in ((800, 560), (1280, 720)):
        with open_window(Setup(game, ("greedy",) * count, 1), size=size, speed=4, analyse_limit=FEW) as window:
            wait(lambda window=window: len(window.table.session.steps) > 4)  # type: ignore[misc]
            press("F12")
            while (
                window.analyse.position.point is None or len(window.analyse.position.point.moves()) < 2
            ):  # forced moves are not searched
                window.registry.run("back")
            for _ in range(20):
                if simulations(window):
                    break
                if not window.analyse.position.analyses.running:  # it may be about to start, which Space prevents
                    press("space")
                settle(0.5)
            wait(lambda window=window: simulations(window) >= 300 and not window.analyse.position.analyses.running)  # type: ignore[misc]
            settle(0.15)
            assert cut_off(window) == []
            parts = [
                *(panel.frame for panel in column(window).panels),
                column(window).candidates.frame,
                column(window).notebook.frame,
            ]
            assert overlapping(list(parts)) == []
            assert (
                overlapping([*window.screen.top.buttons.values(), window.screen.top.modes, window.screen.top.icon])
                == []
            )
            assert box(column(window).notebook.frame)[3] <= box(window.shell.status)[1]
            assert len(column(window).candidates.table.lines) > 1 and column(window).candidates.table.visible_rows >= 2


COMMON = {"why", "growth", "trace", "tree", "review", "luck", "compare"}  # the pages of every game


@pytest.mark.parametrize(("game", "own"), [("herd(size=2)", None), ("herbs", "plans"), ("herbalism", "beliefs")])
def test_games_have_tabs_only_for_pages_that_they_can_have(game: str, own: str | None) -> None:
    """The tabs follow the shown game, and a page that it lacks is replaced by the first one."""

    def tabs(window: TestedWindow) -> dict[str, bool]:
        """Return the visible tabs, and which of them is selected."""
        assert window.analyse.column is not None
        buttons = window.analyse.column.notebook.buttons
        shown = {name: button for name, button in buttons.items() if button.winfo_ismapped()}
        assert len({button.winfo_y() for button in shown.values()}) <= 2, "in two rows at most"
        return {name: button.instate(["selected"]) for name, button in shown.items()}

    seats = ("person", *["greedy"] * (fastcore.start(game).seats - 1))
    with open_window(Setup(game, seats, 1), analyse_page=own or "plans") as window:
        press("F12")
        settle(0.1)
        of_game = tabs(window)
        assert set(of_game) == COMMON | ({own} if own else set())
        assert of_game[own or "why"]
        window.games.begin(Setup("forest", ("person", "greedy"), 1))
        press("F12")
        settle(0.1)
        assert set(tabs(window)) == COMMON
        press("Tab", "Control_L")
        settle(0.1)
        assert set(tabs(window)) == set(of_game), "both tabs are in Analyse"
