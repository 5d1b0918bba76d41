"""Herbalism in the window: clicks, drags and keys at real places on the virtual display, and what stays covered."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("tkinter")

from fastcore import Stream, Viewpoint
from tests.conftest import deep
from tests.games.herbalism.positions import ACT
from tests.kit.windows import Tested, click_spot, drag, marks, opened, point_at, press, settle, shown, wait
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


def view_of(window: Tested) -> BoardView:
    assert isinstance(window.screen.view, BoardView)
    return window.screen.view


def as_seen(window: Tested) -> bool:
    """Whether the canvas shows what the person may see, and no more."""
    view, board = view_of(window), boards.find("herbalism")
    wait(lambda: not view.painter.hasty)
    assert board is not None
    return set(view.painter.shown["pieces"]) == set(board.pieces(window.table.point.fields, view.viewer))


def rested(window: Tested) -> None:
    """Wait for the person's turn or the end, with all shown."""
    wait(lambda: (window.playing.ours or window.table.over) and not window.playing.presenter.busy)


def chosen(window: Tested) -> tuple[str, ...]:
    return window.playing.move_input.entry.chosen


def backs(window: Tested) -> int:
    return sum(item.shape == "card:?" for item in view_of(window).painter.shown["pieces"])


@pytest.mark.parametrize("seed", range(deep(1, 6)))
def test_a_game_against_bots_by_clicks(seed: int) -> None:
    spec = ("herbalism(target=1)", "herbalism(actions=advanced,target=1,predictions=1)")[seed % 2]
    with opened(Setup(spec, ALONE, seed)) as window:
        table, stream = window.table, Stream(seed, "clicks")
        for _ in range(200):
            rested(window)
            assert as_seen(window) and (backs(window) >= 2 or table.over)
            if table.over:
                break
            point, board = table.point, window.screen.board
            assert isinstance(point, Viewpoint) and point.seat == 0 and board is not None
            moves, chances = zip(*point.policy("greedy"), strict=True)
            move, made = point.move_text(moves[stream.pick(chances)]), len(table.session.steps)
            for spot in board.path(move):
                assert spot in marks(window, "open")
                click_spot(window, spot)
            wait(lambda made=made: len(table.session.steps) > made)  # type: ignore[misc]
            assert table.session.steps[made].move == move
        assert table.over and "win" in shown(window) and backs(window) == 0


def test_a_card_is_dragged_to_a_player() -> None:
    with opened(Setup(SPEC, ALONE, 1, POSITION)) as window:
        view = view_of(window)
        places = {spot: view.place_of(spot) for spot in ("green", "seat 2", "seat 1", "gy")}
        drag(view, places["green"], places["seat 2"])
        assert shown(window).endswith("Choose a medicine card and an action first.") and not window.table.session.steps
        click_spot(window, "gy")
        click_spot(window, "feed")
        drag(view, places["green"], places["seat 1"])
        assert "That is you: Feed needs another player." in shown(window)
        assert chosen(window) == ("gy", "feed", "green")
        drag(view, places["green"], places["gy"])
        press("Escape")
        assert chosen(window) == ()
        click_spot(window, "gy")
        click_spot(window, "feed")
        drag(view, places["green"], places["seat 2"])
        wait(lambda: window.table.session.steps)
        assert window.table.session.steps[0].move == "gy:feed:2:g"


def test_cards_that_pass_glide() -> None:
    with opened(Setup(SPEC, ALONE, 1, POSITION), animation=True) as window:
        view = view_of(window)

        def passing() -> list[tuple[str, str, str]]:
            ways = view.moving[1].ways if view.moving is not None else ()
            return [(start.where, end.where, end.shape) for start, end in ways if end.shape.startswith("card:")]

        for spot in ("gy", "feed", "green", "seat 2"):
            click_spot(window, spot)
        wait(lambda: ("green", "seat 2", "card:?") in passing())
        wait(lambda: ("seat 2", "yellow", "card:y") in passing())
        wait(lambda: window.playing.ours)
        assert as_seen(window)


def test_pointing_says_and_shows_what_would_happen() -> None:
    with opened(Setup(SPEC, ALONE, 1, POSITION)) as window:
        view = view_of(window)
        point_at(view, *view.place_of("gy"))
        assert shown(window).endswith("On green and yellow: choose Inquire, Feed, Brew, Appeal or Cure.")
        assert {"inquire", "feed", "brew", "appeal", "cure"} <= set(marks(window, "reach"))
        for spot in ("gy", "inquire", "yellow"):
            click_spot(window, spot)
        point_at(view, *view.place_of("seat 3"))
        assert shown(window).endswith("Seat 3 gets a yellow card from you and says how many green cards they hold.")
        assert marks(window, "foresee") == ["gy", "seat 3", "seat 3", "seat 3", "yellow"]
        click_spot(window, "seat 3")
        wait(lambda: window.table.session.steps and not window.playing.presenter.busy)
        point_at(view, *view.place_of("hidden pair"))
        assert "hidden pair" in shown(window) or not window.playing.ours


def test_actions_are_grey_and_say_why_wherever_none_can_be_played() -> None:
    with opened(Setup(SPEC, ALONE, 1, POSITION)) as window:

        def greyed(reason: str) -> None:
            assert set(ROWS) <= set(marks(window, "shut")), "nothing can be played"
            window.playing.move_input.hovered("pass")
            assert reason and window.paper_form.pointed == ("pass", reason) and reason in shown(window)
            window.playing.move_input.hovered("")

        wait(lambda: window.playing.ours)
        assert "inquire" not in marks(window, "shut") and "pass" in marks(window, "shut")
        for spot in ("gy", "inquire", "yellow", "seat 3"):
            click_spot(window, spot)
        wait(lambda: window.playing.ours and window.table.state.phase == "predict")
        board = boards.find("herbalism")
        assert board is not None and window.moves.below.graph.colours == board.seat_colours
        assert "pass" not in marks(window, "shut")
        window.registry.run("account_back")
        greyed(window.playback.sentence())
        window.registry.run("account_leave")
        assert "pass" not in marks(window, "shut")
        window.table.session.change_seats(("random",) * 3)  # from now on others decide
        window.table.bots.pause()
        window.playing.settle()
        greyed(play_words.stopped("Seat 1"))


def test_the_keyboard_alone_is_enough() -> None:
    with opened(Setup(SPEC, ALONE, 1, POSITION)) as window:
        view = view_of(window)
        view.focus_force()

        def go_to(spot: str) -> None:
            """Up and down to the row, then along it, as a person would."""
            for _ in range(30):
                if view.cursor == spot:
                    return
                assert view.ground is not None
                here, there = (view.ground.spots[name] for name in (view.cursor or "gy", spot))
                if abs(here.y - there.y) > 0.5:
                    press("Down" if there.y > here.y else "Up")
                else:
                    press("Right" if there.x > here.x else "Left")
            raise AssertionError(f"{spot} was not reached from {view.cursor}")

        for spot in ("rb", "appeal", "seat 2"):
            go_to(spot)
            press("Return")
        wait(lambda: window.table.session.steps)
        assert window.table.session.steps[0].move == "rb:appeal:2"


def test_nobody_sees_the_hand_of_another_when_the_screen_is_handed_over() -> None:
    with opened(Setup(SPEC, (PERSON, PERSON, "greedy"), 1, POSITION)) as window:
        table = window.table
        assert table.screen.handing_to == 0 and backs(window) == 14, "nobody has said to be there"
        table.take_over()
        wait(lambda: window.playing.ours)
        assert backs(window) == 10 and as_seen(window)
        for spot in ("gy", "feed", "green", "seat 2", "pass"):
            click_spot(window, spot)
        wait(lambda: table.screen.handing_to == 1)
        settle(0.1)
        assert table.screen.reading is None, "not to take a marker tells nothing"
        assert backs(window) == 14 and not any(
            item.shape in ("card:r", "card:y") for item in view_of(window).painter.shown["last"]
        )
        table.take_over()
        wait(lambda: window.playing.ours)
        seen = [
            item
            for item in view_of(window).painter.shown["pieces"]
            if item.shape.startswith("card:") and item.shape != "card:?"
        ]
        assert {item.where for item in seen} == {"green", "blue"} and as_seen(window)


TWO_PERSONS = Setup("herbalism(actions=if)", (PERSON, PERSON, "greedy"), 1, POSITION.replace("r,-,-", "-,-,-"))


def test_an_answer_is_read_before_the_screen_is_handed_over() -> None:
    with opened(TWO_PERSONS, side="account") as window:
        table = window.table

        def account() -> list[str]:
            return [frame.words for frame in window.playback.recap.frames]

        table.session.document.name_seat(1, "\u00c9va")
        table.take_over()
        wait(lambda: window.playing.ours)
        for spot in ("gy", "inquire", "green", "seat 2"):
            click_spot(window, spot)
        wait(lambda: table.screen.handing_to == 1)
        settle(0.1)
        assert table.screen.reading == 0 and backs(window) == 11 and as_seen(window), (
            "the asker's own view, with the answer"
        )
        assert (
            shown(window)
            == "Read what your move did, then hand the screen to \u00c9va. \u00c9va told you: 1 yellow card."
        )
        assert (
            account()[0] == "You ask \u00c9va on green and yellow."
            and account()[2] == "\u00c9va says: I hold 1 yellow card."
        )
        assert window.shell.status.reminder == "\u00c9va told you: 1 yellow card."
        click_spot(window, "gb")
        assert "hand the screen to" in shown(window) and len(table.session.steps) == 1, "it is not theirs to move"
        window.screen.view.focus_force()
        press("o")
        assert (
            table.screen.reading is None
            and backs(window) == 14
            and window.screen.cover.winfo_viewable()
            and not account()
        )
        assert window.shell.status.reminder == ""
        assert (
            "\u00c9va" in window.screen.cover.head.cget("text")
            and window.screen.cover.button.cget("text") == "I am \u00c9va"
        )
        press("Return")
        wait(lambda: window.playing.ours)
        assert table.screen.viewer == 1 and as_seen(window) and window.shell.status.reminder == ""
        window.playing.type_move("rb:feed:3:b")
        wait(lambda: table.screen.handing_to == 0)
        settle(0.1)
        assert table.screen.reading == 1, "the bot moved meanwhile, and seat 2 sees that"
        assert account()[0] == "You feed seat 3 on red and blue." and "seat 3" in account()[-1].lower()
        press("Return")
        assert table.screen.covered_for == 0
        press("Return")
        wait(lambda: window.playing.ours)
        assert table.screen.viewer == 0 and account()[0] == "You ask \u00c9va on green and yellow.", (
            "from the own last turn on"
        )
        assert window.shell.status.reminder == "\u00c9va told you: 1 yellow card.", "until the next decision"
        point_at(window.screen.view, 5, 5)
        assert "\u00c9va told you: 1 yellow card." in shown(window), "where nothing else is pointed out"


def test_another_game_is_shown_only_after_the_view_was_covered() -> None:
    with opened(TWO_PERSONS) as window:
        table = window.table
        table.take_over()
        wait(lambda: window.playing.ours)
        for spot in ("gy", "inquire", "green", "seat 2"):
            click_spot(window, spot)
        wait(lambda: table.screen.handing_to == 1)
        assert table.screen.reading == 0
        window.registry.run("new_tab")
        settle()
        assert table.screen.reading is None
        window.registry.run("next_tab")
        settle()
        assert window.table is table and window.screen.cover.winfo_viewable() and backs(window) == 14


def test_tables_of_the_rules_are_lists() -> None:
    with opened(Setup(SPEC, ALONE, 1, POSITION), side="rules") as window:
        page = window.screen.side.page
        assert isinstance(page, RulesText)
        lines = page.text.get("1.0", "end").splitlines()
        assert not any("|" in line for line in lines)
        at = lines.index("•\tBrew")
        assert lines[at + 1] == "\twritten: rb:brew:2" and lines[at + 2].startswith(
            "\twhat you do on a card with two colours: they hand"
        )
        assert "•\twrong follow: −1" in lines and lines.index("•\tAppeal") == at + 4


def test_wild_clicks_and_drags_do_no_harm() -> None:
    chance = random.Random(3)
    with opened(
        Setup("herbalism(players=4,actions=advanced,predictions=1,target=2)", (PERSON, *["greedy"] * 3), 4)
    ) as window:
        view = view_of(window)
        for _ in range(deep(40, 600)):
            x, y = (chance.randrange(size) for size in (view.winfo_width(), view.winfo_height()))
            if chance.random() < 0.3:
                drag(view, (x, y), (chance.randrange(view.winfo_width()), chance.randrange(view.winfo_height())))
            else:
                point_at(view, x, y)
                open_now = sorted(window.playing.move_input.entry.open)
                if open_now:
                    click_spot(window, chance.choice(open_now))
        rested(window)
        assert as_seen(window) and len(window.table.session.steps) > 3
