"""Tests of Herbalism in the window: clicks, drags, keys and hidden cards."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("tkinter")

from fastcore import Stream, Viewpoint
from tests.conftest import deep
from tests.games.herbalism.positions import ACT
from tests.kit.windows import (
    TestedWindow,
    click_spot,
    drag,
    marked_spots,
    open_window,
    point_at,
    press,
    settle,
    status_text,
    wait,
)
from workbench import boards
from workbench.boards.herbalism.layout import ROWS
from workbench.game.session import PERSON
from workbench.gui.board.board_view import BoardView
from workbench.gui.help.rules_text import RulesText
from workbench.gui.play import words as play_words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

ALONE = (PERSON, "greedy", "greedy")
SPEC, _, POSITION = ACT.partition(" ")


def view_of(window: TestedWindow) -> BoardView:
    assert isinstance(window.screen.view, BoardView)
    return window.screen.view


def shows_own_view(window: TestedWindow) -> bool:
    """Return whether the canvas shows exactly what the viewer may see."""
    view, board = view_of(window), boards.find("herbalism")
    wait(lambda: not view.painter.stretched)
    assert board is not None
    return set(view.painter.shown["pieces"]) == set(board.pieces(window.table.point.fields, view.viewer))


def wait_for_turn(window: TestedWindow) -> None:
    """Wait until the person is to move or the game is over, and no animation runs."""
    wait(lambda: (window.playing.accepts_moves or window.table.over) and not window.playing.presenter.busy)


def chosen(window: TestedWindow) -> tuple[str, ...]:
    return window.playing.move_input.entry.chosen


def face_down_cards(window: TestedWindow) -> int:
    """Return the number of face-down cards."""
    return sum(item.shape == "card:?" for item in view_of(window).painter.shown["pieces"])


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", [5, 2, 4, 3, 1, 0][: deep(2, 6)])  # a short game of each kind first
def test_whole_game_can_be_played_by_clicks(seed: int) -> None:
    spec = ("herbalism(target=1)", "herbalism(actions=advanced,target=1,predictions=1)")[seed % 2]
    with open_window(Setup(spec, ALONE, seed)) as window:
        table, stream = window.table, Stream(seed, "clicks")
        for _ in range(200):
            wait_for_turn(window)
            assert shows_own_view(window) and (face_down_cards(window) >= 2 or table.over)
            if table.over:
                break
            point, board = table.point, window.screen.board
            assert isinstance(point, Viewpoint) and point.seat == 0 and board is not None
            moves, chances = zip(*point.policy("greedy"), strict=True)
            move, steps = point.move_text(moves[stream.pick(chances)]), len(table.session.steps)
            for spot in board.path(move):
                assert spot in marked_spots(window, "open")
                click_spot(window, spot)
            wait(lambda steps=steps: len(table.session.steps) > steps)  # type: ignore[misc]
            assert table.session.steps[steps].move == move
        assert table.over and "win" in status_text(window) and face_down_cards(window) == 0


def test_card_is_dragged_to_player() -> None:
    with open_window(Setup(SPEC, ALONE, 1, POSITION)) as window:
        view = view_of(window)
        places = {spot: view.place_of(spot) for spot in ("green", "seat 2", "seat 1", "gy")}
        drag(view, places["green"], places["seat 2"])
        assert (
            status_text(window).endswith("Choose a medicine card and an action first.")
            and not window.table.session.steps
        )
        click_spot(window, "gy")
        click_spot(window, "feed")
        drag(view, places["green"], places["seat 1"])
        assert "That is you: Feed needs another player." in status_text(window)
        assert chosen(window) == ("gy", "feed", "green")
        drag(view, places["green"], places["gy"])
        press("Escape")
        assert chosen(window) == ()
        click_spot(window, "gy")
        click_spot(window, "feed")
        drag(view, places["green"], places["seat 2"])
        wait(lambda: window.table.session.steps)
        assert window.table.session.steps[0].move == "gy:feed:2:g"


def test_passed_cards_are_animated() -> None:
    with open_window(Setup(SPEC, ALONE, 1, POSITION), animation=True) as window:
        view = view_of(window)

        def moving_cards() -> list[tuple[str, str, str]]:
            paths = view.moving[1].ways if view.moving is not None else ()
            return [(start.where, end.where, end.shape) for start, end in paths if end.shape.startswith("card:")]

        for spot in ("gy", "feed", "green", "seat 2"):
            click_spot(window, spot)
        wait(lambda: ("green", "seat 2", "card:?") in moving_cards())
        wait(lambda: ("seat 2", "yellow", "card:y") in moving_cards())
        wait(lambda: window.playing.accepts_moves)
        assert shows_own_view(window)


def test_pointing_previews_action() -> None:
    with open_window(Setup(SPEC, ALONE, 1, POSITION)) as window:
        view = view_of(window)
        point_at(view, *view.place_of("gy"))
        assert status_text(window).endswith("On green and yellow: choose Inquire, Feed, Brew, Appeal or Cure.")
        assert {"inquire", "feed", "brew", "appeal", "cure"} <= set(marked_spots(window, "reach"))
        for spot in ("gy", "inquire", "yellow"):
            click_spot(window, spot)
        point_at(view, *view.place_of("seat 3"))
        assert status_text(window).endswith(
            "Seat 3 gets a yellow card from you and says how many green cards they hold."
        )
        assert marked_spots(window, "foresee") == ["gy", "seat 3", "seat 3", "seat 3", "yellow"]
        click_spot(window, "seat 3")
        wait(lambda: window.table.session.steps and not window.playing.presenter.busy)
        point_at(view, *view.place_of("hidden pair"))
        assert "pair stays hidden" in status_text(window) or not window.playing.accepts_moves


def test_unavailable_actions_are_grey_and_state_reason() -> None:
    with open_window(Setup(SPEC, ALONE, 1, POSITION)) as window:

        def check_greyed(reason: str) -> None:
            assert set(ROWS) <= set(marked_spots(window, "shut")), "nothing can be played"
            window.playing.move_input.on_hover("pass")
            assert reason and window.paper_form.pointed == ("pass", reason) and reason in status_text(window)
            window.playing.move_input.on_hover("")

        wait(lambda: window.playing.accepts_moves)
        assert "inquire" not in marked_spots(window, "shut") and "pass" in marked_spots(window, "shut")
        for spot in ("gy", "inquire", "yellow", "seat 3"):
            click_spot(window, spot)
        wait(lambda: window.playing.accepts_moves and window.table.state.phase == "predict")
        board = boards.find("herbalism")
        assert board is not None and window.moves.below.graph.colours == board.seat_colours
        assert "pass" not in marked_spots(window, "shut")
        window.registry.run("account_back")
        check_greyed(window.playback.sentence())
        window.registry.run("account_leave")
        assert "pass" not in marked_spots(window, "shut")
        window.table.session.change_seats(("random",) * 3)  # bots take over all seats
        window.table.bots.pause()
        window.playing.settle()
        check_greyed(play_words.stopped("Seat 1"))


def test_card_can_be_played_with_the_keyboard_only() -> None:
    with open_window(Setup(SPEC, ALONE, 1, POSITION)) as window:
        view = view_of(window)
        view.focus_force()

        def go_to(spot: str) -> None:
            """Move the cursor to the row of a spot, then along it."""
            for _ in range(30):
                if view.cursor == spot:
                    return
                assert view.ground is not None
                current, target = (view.ground.spots[name] for name in (view.cursor or "gy", spot))
                if abs(current.y - target.y) > 0.5:
                    press("Down" if target.y > current.y else "Up")
                else:
                    press("Right" if target.x > current.x else "Left")
            raise AssertionError(f"{spot} was not reached from {view.cursor}")

        for spot in ("rb", "appeal", "seat 2"):
            go_to(spot)
            press("Return")
        wait(lambda: window.table.session.steps)
        assert window.table.session.steps[0].move == "rb:appeal:2"


def test_hands_stay_hidden_during_screen_hand_over() -> None:
    with open_window(Setup(SPEC, (PERSON, PERSON, "greedy"), 1, POSITION)) as window:
        table = window.table
        assert table.screen.handover_seat == 0 and face_down_cards(window) == 14, "nobody has said to be there"
        table.take_over()
        wait(lambda: window.playing.accepts_moves)
        assert face_down_cards(window) == 10 and shows_own_view(window)
        for spot in ("gy", "feed", "green", "seat 2", "pass"):
            click_spot(window, spot)
        wait(lambda: table.screen.handover_seat == 1)
        settle(0.1)
        assert table.screen.reading_seat is None, "not to take a marker tells nothing"
        assert face_down_cards(window) == 14 and not any(
            item.shape in ("card:r", "card:y") for item in view_of(window).painter.shown["last"]
        )
        table.take_over()
        wait(lambda: window.playing.accepts_moves)
        seen = [
            item
            for item in view_of(window).painter.shown["pieces"]
            if item.shape.startswith("card:") and item.shape != "card:?"
        ]
        assert {item.where for item in seen} == {"green", "blue"} and shows_own_view(window)


TWO_PERSONS = Setup("herbalism(actions=if)", (PERSON, PERSON, "greedy"), 1, POSITION.replace("r,-,-", "-,-,-"))


def test_answer_is_shown_before_screen_hand_over() -> None:
    with open_window(TWO_PERSONS, side="account") as window:
        table = window.table

        def account() -> list[str]:
            return [frame.words for frame in window.playback.recap.frames]

        table.session.document.name_seat(1, "\u00c9va")
        table.take_over()
        wait(lambda: window.playing.accepts_moves)
        for spot in ("gy", "inquire", "green", "seat 2"):
            click_spot(window, spot)
        wait(lambda: table.screen.handover_seat == 1)
        settle(0.1)
        assert table.screen.reading_seat == 0 and face_down_cards(window) == 11 and shows_own_view(window), (
            "the asker's own view, with the answer"
        )
        assert (
            status_text(window) == "Read the result of your move, then pass the screen to \u00c9va. "
            "\u00c9va's answer to you: 1 yellow card."
        )
        assert (
            account()[0] == "You ask \u00c9va, using green and yellow."
            and account()[2] == "\u00c9va says: I hold 1 yellow card."
        )
        assert window.shell.status.reminder == "\u00c9va's answer to you: 1 yellow card."
        click_spot(window, "gb")
        assert "pass the screen to" in status_text(window) and len(table.session.steps) == 1, "it is not theirs to move"
        window.tabs.hand_over.focus_button()
        press("Return")
        assert (
            table.screen.reading_seat is None
            and face_down_cards(window) == 14
            and window.screen.cover.winfo_viewable()
            and not account()
        )
        assert window.shell.status.reminder == ""
        assert (
            "\u00c9va" in window.screen.cover.head.cget("text")
            and window.screen.cover.button.cget("text") == "I am \u00c9va"
        )
        press("Return")
        wait(lambda: window.playing.accepts_moves)
        assert table.screen.viewer == 1 and shows_own_view(window) and window.shell.status.reminder == ""
        window.playing.type_move("rb:feed:3:b")
        wait(lambda: table.screen.handover_seat == 0)
        settle(0.1)
        assert table.screen.reading_seat == 1, "the bot moved meanwhile, and seat 2 sees that"
        assert account()[0] == "You feed seat 3, using red and blue." and "seat 3" in account()[-1].lower()
        press("Return")
        assert table.screen.covered_for == 0
        press("Return")
        wait(lambda: window.playing.accepts_moves)
        assert table.screen.viewer == 0 and account()[0] == "You ask \u00c9va, using green and yellow.", (
            "from the own last turn on"
        )
        assert window.shell.status.reminder == "\u00c9va's answer to you: 1 yellow card.", "until the next decision"
        point_at(window.screen.view, 5, 5)
        assert "\u00c9va's answer to you: 1 yellow card." in status_text(window), "where nothing else is pointed out"


def test_switching_tabs_covers_private_view() -> None:
    with open_window(TWO_PERSONS) as window:
        table = window.table
        table.take_over()
        wait(lambda: window.playing.accepts_moves)
        for spot in ("gy", "inquire", "green", "seat 2"):
            click_spot(window, spot)
        wait(lambda: table.screen.handover_seat == 1)
        assert table.screen.reading_seat == 0
        window.games.begin(window.table.played.restarted())
        settle()
        assert table.screen.reading_seat is None
        window.registry.run("next_tab")
        settle()
        assert window.table is table and window.screen.cover.winfo_viewable() and face_down_cards(window) == 14


def test_rules_page_shows_tables_as_lists() -> None:
    with open_window(Setup(SPEC, ALONE, 1, POSITION), side="rules") as window:
        page = window.screen.side.page
        assert isinstance(page, RulesText)
        lines = page.text.get("1.0", "end").splitlines()
        assert not any("|" in line for line in lines)
        index = lines.index("•\tBrew")
        assert lines[index + 1] == "\twritten: rb:brew:2" and lines[index + 2].startswith(
            "\twhat you do on a card with two colours: they hand"
        )
        assert "•\twrong follow: −1" in lines and lines.index("•\tAppeal") == index + 4


def test_random_clicks_and_drags_keep_board_consistent() -> None:
    rng = random.Random(3)
    with open_window(
        Setup("herbalism(players=4,actions=advanced,predictions=1,target=2)", (PERSON, *["greedy"] * 3), 4)
    ) as window:
        view = view_of(window)
        for _ in range(deep(8, 600)):
            x, y = (rng.randrange(size) for size in (view.winfo_width(), view.winfo_height()))
            if rng.random() < 0.3:
                drag(view, (x, y), (rng.randrange(view.winfo_width()), rng.randrange(view.winfo_height())))
            else:
                point_at(view, x, y)
                open_now = sorted(window.playing.move_input.entry.next_spots)
                if open_now:
                    click_spot(window, rng.choice(open_now))
        wait_for_turn(window)
        assert shows_own_view(window) and len(window.table.session.steps) > 3
