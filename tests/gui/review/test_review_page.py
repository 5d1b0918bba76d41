"""Tests of the layout of lists and texts on the review page."""

from __future__ import annotations

from itertools import pairwise

import pytest

pytest.importorskip("tkinter")

from tests.gui.review.test_review import review_page_of, run_review, setup_of, show_game
from tests.kit.windows import click, open_window, press, settle
from tests.review.test_review import recorded_game
from workbench.review.judging import MIN_LOSS

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440)])
def test_decisions_get_the_room_they_need(size: tuple[int, int]) -> None:
    for game in ("herd", "herbalism", "herbs"):
        with open_window(setup_of(game), size) as window:
            show_game(window, recorded_game(game))
            run_review(window)
            page = review_page_of(window)
            table = page.table
            assert table.lines and table.folded, game
            written = [
                str(table.canvas.itemcget(item, "text"))  # type: ignore[no-untyped-call]
                for (_, column), item in table.items.items()
                if column == "line"
            ]
            for line in table.lines:
                tip = page._tip("line", line.move)
                assert tip in ("", line.cells["line"]), "shortened words have a tip"
                assert all(not page._tip(column, line.move) for column in table.columns if column != "line")
            assert any("…" in text for text in written) is any(page._tip("line", line.move) for line in table.lines)
            settle(0.3)
            assert table.visible_rows >= len(table.lines) or game == "herbalism"
            last = table.lines[table.top]
            click(table.canvas, 60, window.look.px(26) + table.row_height - 4)
            assert window.table.browsing.shown_node == int(last.move), "a click on the second line of a row selects it"
            free = page.frame.winfo_height() - sum(part.winfo_height() for part in page.frame.grid_slaves())
            assert free < window.look.px(40), "the text fills the space below the list"


def test_short_window_shows_enough_decisions() -> None:
    with open_window(setup_of("forest"), (1280, 720)) as window:
        show_game(window, recorded_game("forest"))
        run_review(window, 400)
        page = review_page_of(window)
        assert page.table.visible_rows >= min(4, len(page.table.lines)) and len(page.table.lines) > 1
        press("Right")
        window.registry.run("next_mistake")
        settle(0.2)
        assert page.game_review.shown is not None and page.table.visible_rows >= min(3, len(page.table.lines))


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440)])
def test_viewed_mistake_unfolds_into_its_moves(size: tuple[int, int]) -> None:
    """The rows of its moves stay below it in any order, and a click on one shows the position before that move."""
    with open_window(setup_of("herd"), size) as window:
        show_game(window, recorded_game("herd"))
        run_review(window)
        page, game_review = review_page_of(window), window.game_review
        mistake = next(decision for decision in game_review.listed_decisions() if len(decision.moves) > 1)
        assert not any(row.child for row in page.table.lines)
        starts = (f"{mistake.node}+", *map(str, mistake.decided))
        steps = zip(starts, pairwise(mistake.judgement.steps), strict=False)
        lost = [start for start, (before, after) in steps if before - after >= MIN_LOSS]
        game_review.view_mistake(mistake)
        settle(0.2)
        for column in ("line", "who", "turn"):
            page.table.on_sort(column)
            settle(0.1)
            names = [row.move for row in page.table.lines]
            start = names.index(str(mistake.node)) + 1
            assert [row.child for row in page.table.lines].count(True) == len(lost) < len(mistake.moves)
            assert [row.move for row in page.table.lines[start : start + len(lost)]] == lost
        assert page.table.visible_rows >= min(len(page.table.lines), 3 if size[0] < 2000 else 6)
        page.table._step(2)
        settle(0.2)
        assert window.table.browsing.shown_node == int(lost[1]), "the position before the second move that lost"
        assert page.table.move == lost[1] and any(row.child for row in page.table.lines)
        first = page.table._places.edges(page.table.top)
        at = [row.move for row in page.table.lines].index(page.table.move) - page.table.top
        click(page.table.canvas, 40, (first[at - 1] + first[at]) // 2)
        assert window.table.browsing.shown_node == int(lost[0].rstrip("+"))
