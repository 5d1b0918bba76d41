"""What was hidden, beside the board: it comes by itself when a round ends, goes with the next decision, and comes
back on demand."""

from __future__ import annotations

import threading
from collections.abc import Iterable

import pytest

pytest.importorskip("tkinter")

from fastcore import Viewpoint
from tests.kit.windows import Tested, click, opened, press, settle, wait
from tests.seen.test_reveal import FAILS
from workbench.boards.kit.figures import percents
from workbench.game.session import PERSON
from workbench.gui.side import words as side_words
from workbench.gui.side.reveal_card import RevealCard
from workbench.seen import reveal
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

ALL = Setup("herbalism", (PERSON,) * 3, 1, FAILS)


def written(window: Tested) -> list[str]:
    """All words on the card."""
    page = window.screen.side.page
    assert isinstance(page, RevealCard)
    return [str(page.view.itemcget(item, "text")) for item in page.view.find_withtag("words")]  # type: ignore[no-untyped-call]


def make(window: Tested, *moves: str) -> None:
    """Moves by whoever is to move, who hand the screen over where they must."""
    for move in moves:
        wait(lambda: not window.playing.presenter.busy)
        if window.table.screen.handing_to is not None:
            window.table.take_over()
        wait(lambda: window.playing.ours)
        window.playing.play(move)
    wait(lambda: not window.playing.presenter.busy)
    settle()


def test_it_comes_with_the_end_of_a_round_and_goes_with_the_next_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    grown, points = list[str](), reveal.points

    def noted(pasts: Iterable[reveal.Past]) -> tuple[Viewpoint, ...]:
        grown.append(threading.current_thread().name)
        return points(pasts)

    monkeypatch.setattr(reveal, "points", noted)
    with opened(ALL, side="rules") as window:
        assert window.registry["reveal"].why_not() == side_words.NOTHING_REVEALED
        make(window, "cure:rb", "answer:yb", "skip")
        assert window.screen.side.kind == "rules" and window.registry["reveal"].why_not(), "a wrong cure ends nothing"
        make(window, "cure:gb")
        assert window.screen.side.kind == "reveal" and window.settings.side == "rules"
        wait(lambda: len(window.reveals.known) == 1)
        settle()
        assert grown == ["background"], "a long game must not keep the window waiting"
        words = written(window)
        assert (
            words[0] == "The hidden pair was green and blue."
            and window.screen.side.head.cget("text") == "The end of round 2"
        )
        assert words[1] == "Seat 1 cures with red and blue. That was wrong."
        assert (
            "Seat 2 answers on yellow and blue. That was wrong." in words
            and "You cure with green and blue. That was right." in words
        )
        (known,) = window.reveals.known.values()
        assert [words[2 + 8 * seat : 9 + 8 * seat] for seat in range(3)] == [
            [percents(held[card])[0] for card in held] for held in known
        ]
        assert all(0 < held["gb"] < 1 for held in known), "what was known before anybody looked"
        window.registry.run("dark")
        wait(lambda: not window.playing.presenter.busy)
        assert window.screen.side.kind == "reveal" and written(window) == words, "a new look changes nothing"
        window.table.hand_over()
        assert "Seat 3 cures with green and blue. That was right." in written(window), "for everybody"
        assert window.reveals.lines()[1].startswith("Seat 1 cures with red and blue. That was wrong. green and yellow ")
        press("b")
        assert window.screen.side.kind == "rules", "what stood there before"
        press("b")
        assert window.screen.side.kind == "reveal"
        click(window.screen.side.buttons["reveal"])
        assert window.screen.side.kind == ""


def test_it_gives_its_place_back_and_is_looked_at_again() -> None:
    with opened(ALL, side="account") as window:
        make(window, "cure:rb", "answer:yb", "skip", "cure:gb")
        assert window.screen.side.kind == "reveal"
        window.table.take_over()
        settle()
        assert window.screen.side.kind == "reveal", "still there to be read"
        point = window.table.point
        make(window, next(text for text in map(point.move_text, point.moves()) if "appeal" in text))
        assert window.screen.side.kind in ("account", "")
        window.registry.run("reveal")
        settle()
        assert written(window)[0] == "The hidden pair was green and blue."
        assert window.registry["reveal_earlier"].why_not() == side_words.NO_EARLIER
        assert window.registry["reveal_later"].why_not() == side_words.NO_LATER


def test_what_one_had_open_below_it_is_not_open_for_the_next() -> None:
    with opened(ALL) as window:
        make(window, "cure:rb", "answer:yb", "skip")
        window.table.take_over()
        wait(lambda: window.playing.ours)
        window.registry.run("account")
        make(window, "cure:gb")
        assert window.screen.side.kind == "reveal" and window.reveals.instead == "account"
        window.table.hand_over()
        settle()
        window.table.take_over()
        settle()
        assert window.screen.side.kind == "reveal"
        press("b")
        assert window.screen.side.kind == window.settings.side == "", "another person sits there"


def test_bots_that_play_alone_bring_nothing_up() -> None:
    with opened(Setup("herbalism", ("greedy",) * 3, 1)) as window:
        wait(lambda: bool(window.reveals.parts))
        assert window.screen.side.kind == ""
        window.registry.run("pause")
        window.registry.run("reveal")
        wait(lambda: bool(window.reveals.known))
        settle()
        assert written(window)[0].startswith("The hidden pair was ")


def test_another_game_in_its_place_has_nothing_to_reveal() -> None:
    with opened(ALL, side="reveal") as window:
        make(window, "cure:rb", "answer:yb", "skip", "cure:gb")
        assert window.reveals.part is not None
        window.tabs.begin(Setup("herd(size=2)", (PERSON,) * 2, 1))
        settle()
        assert window.reveals.part is None and window.reveals.lines() == []
