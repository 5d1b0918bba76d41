"""Tests of messages about shortened turns and game results, and of synonyms of commands."""

from __future__ import annotations

import msgspec
import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.gui.whole.test_fits import overlapping
from tests.kit.windows import HERD, TWO, TestedWindow, click, click_spot, open_window, press, settle, status_text, wait
from tests.records.test_records import complete_record
from workbench import boards
from workbench.gui.files.my_games import MyGames
from workbench.gui.play import words as play_words
from workbench.gui.shell.palette import matching
from workbench.records.schema import Result, Seat
from workbench.storage import library
from workbench.table import words as table_words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SHUT = "bb/bb1/bb r 3 6-1 x1+6"  # after removing a1, Red has no open cell


@pytest.mark.parametrize("animation", [False, True])
def test_shortened_turn_is_announced(animation: bool) -> None:
    with open_window(Setup("herd(size=2)", TWO, 1, SHUT), animation=animation) as window:
        click_spot(window, "a1")
        wait(lambda: window.table.state.turn == 4 and window.playing.accepts_moves)
        assert window.notice.text == "Red has no open cell: the turn ends with 6 stones left."


@pytest.mark.parametrize(
    ("seats", "names", "who"),
    [
        (("person", "greedy"), (), "Your turn"),
        (("person", "greedy"), ("Ann",), "Your turn"),
        (TWO, (), "Red"),
        (TWO, ("Ann", "Ben"), "Red"),
    ],
)
def test_prompt_addresses_the_player_to_move(seats: tuple[str, str], names: tuple[str, ...], who: str) -> None:
    with open_window(HERD._replace(seats=seats, names=names)) as window:
        assert status_text(window) == f"{who}: place 5 more stones."


def test_my_games_lists_winner_and_ending() -> None:
    results = {
        "13 : 6, Red won": Result(ending="normal", returns=(1.0, -1.0), points=(13, 6)),
        "9 : 9, a draw": Result(ending="normal", returns=(0.0, 0.0), points=(9, 9)),
        "Blue won (Red resigned)": Result(ending="resigned", returns=(-1.0, 1.0), guilty=0),
        "Red won (Blue out of time)": Result(ending="timeout", returns=(1.0, -1.0), guilty=1),
        "unfinished": None,
    }
    collection = library.Library()
    for day, result in enumerate(results.values(), 1):
        record = msgspec.structs.replace(
            complete_record("herd"), spec="herd(size=4)", seats=(Seat("person"),) * 2, lines=()
        )
        collection.save(msgspec.structs.replace(record, result=result, created=f"2025-03-0{day}T12:00:00+01:00"))
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        press("O", "Control_L", "Shift_L")
        page = window.pages.open["games"]
        assert isinstance(page, MyGames)
        wait(lambda: len(page.found) == len(results))
        rows = [page.list.item(row, "values") for row in page.list.get_children()]
        assert [row[2] for row in rows[::-1]] == list(results)
        assert {row[0] for row in rows} == {"Herd, size 4"}
        page.filter.insert(0, "resigned blue")
        page.start_search()
        wait(lambda: [game.outcome for game in page.found] == [results["Blue won (Red resigned)"]])
        click(page.close_button)
        assert not page.winfo_exists()


# The end --------------------------------------------------------------------------------------------------------------

LAST = "rrb/rbbr/rb1rb/rbbr/rbb r 15 2-1 x0+2"  # Red fills c3 and wins by ten stones to nine
NAMED = Setup("herd(size=3)", TWO, 1, LAST, ("Ann", "Bob"))


def card_marks(window: TestedWindow) -> list[tuple[str, bool]]:
    """Return the mark of each player card, and whether the card has a picture."""
    cards = window.screen.players
    return [
        (str(card.mark.cget("text")), bool(card.mark.cget("image"))) if card.mark.winfo_ismapped() else ("", False)
        for card in cards
    ]


@pytest.mark.parametrize("animation", [False, True])
def test_winner_is_named_marked_and_offered_a_rematch(animation: bool) -> None:
    with open_window(NAMED, animation=animation) as window:
        assert card_marks(window) == [("", False)] * 2 and window.notice.frame is None
        click_spot(window, "c3")
        wait(lambda: window.playing.ended)
        settle()
        sentence = "Ann (Red) wins 10–9. The board is full."
        assert status_text(window).startswith(sentence) and card_marks(window) == [("wins", True), ("", False)]
        assert window.notice.frame is None, "the status bar alone shows the result"
        press("z", "Control_L")
        wait(lambda: window.playing.accepts_moves)
        assert card_marks(window) == [("", False)] * 2, "undo removes the result"
        click_spot(window, "c3")
        wait(lambda: window.playing.ended)
        window.registry.run("dark")
        settle()
        click(window.shell.status.buttons["rematch"])
        wait(lambda: not window.table.over)
        settle()
        assert window.table.session.document.names == ("Bob", "Ann") and window.notice.frame is None


def test_result_names_the_winner_first_and_all_scores() -> None:
    assert table_words.won(["Seat 3"], (6, 3, 0), 3, "") == "Seat 3 wins 6–3–0."
    assert table_words.won(["First"], (65, 28), 2, "Somebody has no AP left.") == (
        "First wins 65–28. Somebody has no AP left."
    )
    assert table_words.won(["A", "B"], (5, 5, 2), 3, "") == "A and B share the win 5–5–2."


def test_resignation_and_draw_are_marked() -> None:
    with open_window(NAMED) as window:
        press("r", "Control_L")
        settle()
        assert card_marks(window) == [("resigned", False), ("wins", True)]
        assert status_text(window).startswith("Ann (Red) resigns: Bob (Blue) wins.")
    full = "rrb/rbbr/rb1rb/rbbr/rbb . 2000 - -"
    with open_window(Setup("herd(size=3)", TWO, 1, full)) as window:
        assert card_marks(window) == [("draw", False)] * 2 and status_text(window).startswith("A draw, 9–9.")


# Synonyms of commands -------------------------------------------------------------------------------------------------


def test_commands_are_found_by_synonyms() -> None:
    expected = {
        "watch": {"seats", "pause"}, "give up": {"resign"}, "dark mode": {"dark"},
        "zoom": {"larger", "smaller", "normal"},
        "tutorial": {"guide"}, "screenshot": {"copy_picture"}, "shortcuts": {"keys"}, "restart": {"again"},
    }  # fmt: skip
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        for typed, names in expected.items():
            matches = [row.command.name for row in matching(window.registry, typed)]
            assert names <= set(matches[: len(names) + 3]), (typed, matches)


@pytest.mark.parametrize("game", [game for game in fastcore.games() if boards.find(game)])
def test_notice_covers_neither_candidates_nor_pages(game: str) -> None:
    for size in ((1280, 720), (2560, 1440)):
        with open_window(
            Setup(game, ("person", *["greedy"] * (fastcore.start(game).seats - 1)), 1), size=size
        ) as window:
            window.registry.run("analyse_mode")
            window.notice.show("This match cannot go on: the folder of its games is full.", True)
            settle()
            column = window.analyse.column
            assert column is not None and window.notice.frame is not None and window.notice.frame.winfo_ismapped()
            assert overlapping([window.notice.frame, column.candidates.frame, column.notebook.frame]) == []
            assert window.notice.frame.winfo_y() >= 0
            window.registry.run("leave_analyse")
            window.notice.show("Elsewhere a warning is below.", True)
            settle()
            assert window.notice.frame.winfo_y() > window.screen.game_column.winfo_height() // 2


def test_message_is_in_the_status_bar_and_covers_nothing() -> None:
    with open_window(Setup("herbs", TWO, 1)) as window:
        prompt = window.shell.status.main.cget("text")
        window.notice.show("Previous game saved. Ctrl+Shift+T reopens it.")
        settle()
        assert window.notice.frame is None and window.shell.status.side.cget("text") == window.notice.text
        window.registry.run("dark")
        settle(0.2)
        assert window.notice.frame is None and window.shell.status.side.cget("text") == window.notice.text
        window.notice.dismiss()
        settle()
        assert window.shell.status.side.cget("text") == "" and window.shell.status.main.cget("text") == prompt
        window.notice.show("word " * 60)
        settle()
        assert window.notice.frame is not None, "a long message needs a card"


def test_hints_name_the_action_and_outcomes_the_die() -> None:
    board = boards.find("herd")
    assert board is not None
    removing = board.area_task(fastcore.parse("herd(size=3) 3/bbb1/3r1/4/3 r 9 6-3 x2+6"))
    assert play_words.look_there(removing) == "Hint: remove one of the outlined stones."
    placing = board.area_task(fastcore.parse("herd(size=3) 3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5"))
    assert play_words.look_there(placing) == "Hint: place a stone on one of the outlined cells."
    assert play_words.next_outcome(("1-1", "2-1")) == "Next die:"
    assert play_words.next_outcome(("heads", "tails")) == "Next outcome:"
