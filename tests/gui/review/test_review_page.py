"""The space that the review page gives to its lists and texts."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.review.test_review import page_of, reviewed, setup, show_game
from tests.kit.windows import click, opened, press, settle
from tests.review.test_review import a_game

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440)])
def test_what_was_decided_has_the_room_that_its_words_need(size: tuple[int, int]) -> None:
    for game, folded in (("herd", False), ("herbalism", True), ("herbs", True)):
        with opened(setup(game), size) as window:
            show_game(window, a_game(game))
            reviewed(window)
            page = page_of(window)
            table = page.table
            assert table.lines and table.folded is folded, game
            written = [
                str(table.canvas.itemcget(item, "text"))  # type: ignore[no-untyped-call]
                for (_, column), item in table.items.items()
                if column == "line"
            ]
            for line in table.lines:
                told = page._tip("line", line.move)
                assert told in ("", line.cells["line"]) and (game == "herbs" or not told), (
                    "words that are cut have a tip"
                )
                assert all(not page._tip(column, line.move) for column in table.columns if column != "line")
            assert any("…" in text for text in written) is any(page._tip("line", line.move) for line in table.lines)
            settle(0.3)
            last = table.lines[table.top]
            click(table.canvas, 60, window.look.px(26) + table.high - 4)
            assert window.table.browsing.at == int(last.move), "a click on the second line of one is on it"
            assert table.in_sight == len(table.lines) or game == "herbalism"
            free = page.frame.winfo_height() - sum(part.winfo_height() for part in page.frame.grid_slaves())
            assert free < window.look.px(40), "the words have what the list leaves"


def test_a_low_window_shows_enough_decisions_at_once() -> None:
    with opened(setup("forest"), (1280, 720)) as window:
        show_game(window, a_game("forest"))
        reviewed(window)
        page = page_of(window)
        assert page.table.in_sight >= min(4, len(page.table.lines)) and len(page.table.lines) > 2
        press("Right")
        window.registry.run("next_mistake")
        settle(0.2)
        assert page.game_review.shown is not None and page.table.in_sight >= min(3, len(page.table.lines))
