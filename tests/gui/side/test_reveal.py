"""Tests of the reveal page: it opens when a round ends, closes with the next move, and can be reopened."""

from __future__ import annotations

import threading
from collections.abc import Iterable

import pytest

pytest.importorskip("tkinter")

from fastcore import Viewpoint
from tests.kit.windows import TestedWindow, click, open_window, press, settle, wait
from tests.seen.test_reveal import FAILED_CURE_POSITION
from workbench.boards.kit.figures import format_percents
from workbench.game.session import PERSON
from workbench.gui.side import words as side_words
from workbench.gui.side.reveal_card import RevealCard
from workbench.seen import reveal
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

ALL = Setup("herbalism", (PERSON,) * 3, 1, FAILED_CURE_POSITION)


def card_texts(window: TestedWindow) -> list[str]:
    """Return all texts on the card."""
    page = window.screen.side.page
    assert isinstance(page, RevealCard)
    return [str(page.view.itemcget(item, "text")) for item in page.view.find_withtag("words")]  # type: ignore[no-untyped-call]


def play_moves(window: TestedWindow, *moves: str) -> None:
    """Play moves, and take over the screen where necessary."""
    for move in moves:
        wait(lambda: not window.playing.presenter.busy)
        if window.table.screen.handover_seat is not None:
            window.table.take_over()
        wait(lambda: window.playing.accepts_moves)
        window.playing.play(move)
    wait(lambda: not window.playing.presenter.busy)
    settle()


def test_reveal_opens_at_the_end_of_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    threads, points = list[str](), reveal.points

    def points_with_thread(pasts: Iterable[reveal.SeatHistory]) -> tuple[Viewpoint, ...]:
        threads.append(threading.current_thread().name)
        return points(pasts)

    monkeypatch.setattr(reveal, "points", points_with_thread)
    with open_window(ALL, side="rules") as window:
        assert window.registry["reveal"].why_not() == side_words.NOTHING_REVEALED
        play_moves(window, "cure:rb", "answer:yb", "skip")
        assert window.screen.side.kind == "rules" and window.registry["reveal"].why_not(), (
            "a wrong cure does not end the round"
        )
        play_moves(window, "cure:gb")
        assert window.screen.side.kind == "reveal" and window.settings.side == "rules"
        wait(lambda: len(window.reveals.known) == 1)
        settle()
        assert threads == ["background"], "the computation must not block the window"
        words = card_texts(window)
        assert (
            words[0].startswith("The hidden pair was green and blue. Seat 3 named the right cure. The round is over: ")
            and "seat 3 +3" in words[0]
            and window.screen.side.head.cget("text") == "The end of round 2"
        )
        assert words[1] == "Seat 1 names red and blue as the cure: wrong."
        assert (
            "Seat 2 answers with yellow and blue: wrong." in words
            and "Seat 3 names green and blue as the cure: right." in words
        )
        (known,) = window.reveals.known.values()
        assert [words[2 + 8 * seat : 9 + 8 * seat] for seat in range(3)] == [
            [format_percents(chances[card])[0] for card in chances] for chances in known
        ]
        assert all(0 < chances["gb"] < 1 for chances in known), "the chances are those before the reveal"
        window.registry.run("dark")
        wait(lambda: not window.playing.presenter.busy)
        assert window.screen.side.kind == "reveal" and card_texts(window) == words, "a theme change keeps the page"
        assert window.reveals.lines()[1].startswith("Seat 1 names red and blue as the cure: wrong. green and yellow ")
        press("b")
        assert window.screen.side.kind == "rules", "the previous page returns"
        press("b")
        assert window.screen.side.kind == "reveal"
        click(window.screen.side.buttons["reveal"])
        assert window.screen.side.kind == ""


def test_reveal_closes_with_the_next_move_and_can_be_reopened() -> None:
    with open_window(ALL, side="account") as window:
        play_moves(window, "cure:rb", "answer:yb", "skip", "cure:gb")
        assert window.screen.side.kind == "reveal"
        window.table.take_over()
        settle()
        assert window.screen.side.kind == "reveal", "the page stays until the next move"
        point = window.table.point
        play_moves(window, next(text for text in map(point.move_text, point.moves()) if "appeal" in text))
        assert window.screen.side.kind in ("account", "")
        window.registry.run("reveal")
        settle()
        assert card_texts(window)[0].startswith("The hidden pair was green and blue.")
        assert window.registry["reveal_earlier"].why_not() == side_words.NO_EARLIER
        assert window.registry["reveal_later"].why_not() == side_words.NO_LATER


def test_round_result_is_shown_to_all_before_the_next_hand() -> None:
    with open_window(ALL._replace(names=("Ann", "Ben", "Cy"))) as window:
        play_moves(window, "cure:rb", "answer:yb", "skip", "cure:gb")
        cover, screen = window.screen.cover, window.table.screen
        assert cover.winfo_viewable() and screen.viewer is None, "the next hand stays covered, whoever plays next"
        assert cover.news.cget("text") == "The hidden pair was green and blue."
        assert window.screen.side.kind == "reveal" and "Ann +0, Ben +0, Cy +3; now 0–2–3." in card_texts(window)[0]
        assert window.table.point.seat is None
        window.table.take_over()
        wait(lambda: window.playing.accepts_moves)
        point = window.table.point
        play_moves(window, next(text for text in map(point.move_text, point.moves()) if "appeal" in text))
        if cover.winfo_viewable():
            assert not cover.news.winfo_viewable(), "an old result is not news"


def test_page_behind_the_reveal_is_hidden_from_the_next_player() -> None:
    with open_window(ALL) as window:
        play_moves(window, "cure:rb", "answer:yb", "skip")
        window.table.take_over()
        wait(lambda: window.playing.accepts_moves)
        window.registry.run("account")
        play_moves(window, "cure:gb")
        assert window.screen.side.kind == "reveal" and window.reveals.replaced_page == ""
        window.table.take_over()
        settle()
        assert window.screen.side.kind == "reveal"
        press("b")
        assert window.screen.side.kind == window.settings.side == "", "the page behind belonged to another player"


def test_game_between_bots_opens_no_reveal() -> None:
    with open_window(Setup("herbalism", ("greedy",) * 3, 1)) as window:
        wait(lambda: bool(window.reveals.parts))
        assert window.screen.side.kind == ""
        window.registry.run("pause")
        window.registry.run("reveal")
        wait(lambda: bool(window.reveals.known))
        settle()
        assert card_texts(window)[0].startswith("The hidden pair was ")


def test_new_game_has_nothing_to_reveal() -> None:
    with open_window(ALL, side="reveal") as window:
        play_moves(window, "cure:rb", "answer:yb", "skip", "cure:gb")
        assert window.reveals.part is not None
        window.tabs.begin(Setup("herd(size=2)", (PERSON,) * 2, 1))
        settle()
        assert window.reveals.part is None and window.reveals.lines() == []
