"""Tests of the layout of lists and texts on the review page."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.review.test_review import review_page_of, run_review, setup_of, show_game
from tests.kit.placed_controls import positions
from tests.kit.windows import click, descendants, open_window, press, settle
from tests.review.test_review import recorded_game
from workbench import boards
from workbench.game.session import PERSON
from workbench.gui.analyse.evaluation_bar import EvaluationBar

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440)])
def test_decisions_get_the_room_they_need(size: tuple[int, int]) -> None:
    for game in ("herd", "herbalism", "herbs"):
        with open_window(setup_of(game), size) as window:
            show_game(window, recorded_game(game))
            run_review(window)
            page = review_page_of(window)
            table = page.table
            assert table.lines, game
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
            assert window.table.browsing.shown_node == int(last.move)
            free = page.frame.winfo_height() - sum(part.winfo_height() for part in page.frame.grid_slaves())
            assert free < window.look.px(40), "the text fills the space below the list"
            assert page.summary is not None
            for button in page.summary.buttons.values():
                assert button.winfo_width() >= button.winfo_reqwidth(), f"{button.cget('text')} is cut"


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
def test_selection_keeps_every_row_in_its_place(size: tuple[int, int]) -> None:
    with open_window(setup_of("herd"), size) as window:
        show_game(window, recorded_game("herd"))
        run_review(window, 400)
        page, game_review = review_page_of(window), window.game_review
        before = positions(window)
        rows = [name for name in before if name.startswith("row ")]
        assert len(rows) >= min(3, len(page.table.lines))
        mistake = next(one for one in game_review.listed_decisions() if len(one.judgement.steps) > 2)
        game_review.view_mistake(mistake)
        settle(0.2)
        text = page.text.text.get("1.0", "end")
        assert page.table.move == str(mistake.node) and "Lost here: " in text
        assert window.game_review.sizes()[mistake.costly_node] == mistake.size, "the costly move is underlined"
        window.registry.run("retry_mistake")
        window.analyse.on_board.try_move(mistake.moves[0])
        settle(0.2)
        assert page.table.move == str(mistake.node), "a retry keeps its mistake selected"
        after = positions(window)
        assert {name: after[name] for name in rows if name in after} == {
            name: before[name] for name in rows if name in after
        }


def test_flawless_player_can_retry_a_mistake_of_the_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(setup_of("herd")) as window:
        show_game(window, recorded_game("herd"))
        run_review(window, 400)
        game_review, page = window.game_review, review_page_of(window)
        mistake = game_review.listed_decisions()[0]
        flawless = 1 - mistake.seat
        review = game_review.review
        assert review is not None
        judged = tuple(
            one._replace(judgement=one.judgement._replace(best_value=one.judgement.value))
            if one.seat == flawless
            else one
            for one in review.judged
        )
        monkeypatch.setattr(type(game_review), "review", review._replace(judged=judged))
        game_review.chosen_seat = flawless
        press("End", "Alt_L")
        window.analyse.refresh()
        settle(0.1)
        other = boards.seat_name(window.table.info, mistake.seat)
        text = page.text.text.get("1.0", "end")
        assert f"To practise, retry {other}'s {mistake.size}" in text
        assert "disabled" not in page.buttons["retry_mistake"].state()
        click(page.buttons["retry_mistake"])
        attempt = game_review.retry.attempt
        assert attempt is not None and attempt.mistake.node == mistake.node == window.table.browsing.shown_node


def test_clean_review_offers_next_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: a review without losses left only disabled buttons."""
    with open_window(setup_of("herd")) as window:
        show_game(window, recorded_game("herd"))
        run_review(window)
        game_review, page = window.game_review, review_page_of(window)
        review = game_review.review
        assert review is not None and page.head.button.winfo_manager() == ""
        judged = tuple(
            one._replace(judgement=one.judgement._replace(best_value=one.judgement.value, steps=()))
            for one in review.judged
        )
        monkeypatch.setattr(type(game_review), "review", review._replace(judged=judged))
        page.key = ()
        window.analyse.refresh()
        settle(0.2)
        assert not page.table.winfo_ismapped(), "an empty list has no headings"
        assert page.head.button.cget("text") == "Look more closely" and page.head.button.winfo_ismapped()
        assert page.head.other.cget("text") == "Review another game" and page.head.other.winfo_ismapped()
        asked: list[int] = []
        monkeypatch.setattr(game_review, "repeat_review", lambda: asked.append(window.settings.review_simulations))
        click(page.head.button)
        assert asked == [2000], "the next effort above 60 simulations"
        opened: list[str] = []
        monkeypatch.setattr(window.shell.commands, "run", opened.append)
        click(page.head.other)
        assert opened == ["games"]


def test_graph_bar_and_review_show_colours_even_if_the_players_have_names() -> None:
    """All sentences about the game say colours, so the tables do too."""
    setup, names = setup_of("herd"), ("Anna", "Bartholomew Maximilian")
    with open_window(setup._replace(names=names), (1280, 800), graph=True) as window:
        graph = window.moves.below.graph
        session = recorded_game("herd")
        show_game(window, session)
        session.change_seats((PERSON, PERSON), names)
        run_review(window)
        page = review_page_of(window)
        assert page.summary is not None and graph.title == "Red's chances"
        shown = [button.cget("text") for seat, button in page.summary.buttons.items() if seat is not None]
        assert shown == ["Red", "Blue"]
        bar = next(widget for widget in descendants(window.root) if isinstance(widget, EvaluationBar))
        assert bar.description().startswith("Red ")


def test_review_shortens_long_names() -> None:
    with open_window(setup_of("herd"), (1280, 800)) as window:
        session = recorded_game("herbalism")
        show_game(window, session)
        session.change_seats((PERSON,) * 3, ("Anna", "Bartholomew Maximilian", ""))
        run_review(window)
        page = review_page_of(window)
        assert page.summary is not None
        shown = [button.cget("text") for seat, button in page.summary.buttons.items() if seat is not None]
        assert shown[0] == "Anna" and shown[1].startswith("Bart") and shown[1].endswith("…") and shown[2] == "Seat 3"
        buttons = page.summary.buttons.values()
        assert all(button.winfo_width() >= button.winfo_reqwidth() for button in buttons), "no name is cut off"


def test_long_labels_move_buttons_to_a_second_row() -> None:
    """Regression: in some languages, Retry was too narrow for its text, or gone."""
    with open_window(setup_of("herd"), (1280, 720)) as window:
        show_game(window, recorded_game("herd"))
        run_review(window)
        page = review_page_of(window)
        buttons = list(page.buttons.values())
        assert len({button.winfo_rooty() for button in buttons}) == 1
        page.buttons["retry_mistake"].configure(text="Try this mistake again")
        page.foot.event_generate("<Configure>")
        settle(0.3)
        assert len({button.winfo_rooty() for button in buttons}) == 2
        assert all(button.winfo_width() >= button.winfo_reqwidth() for button in buttons)
