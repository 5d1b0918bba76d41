"""Tests of the result of a match between two bots, and of the length in the form."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

import msgspec

import bots
import fastcore
from tests.conftest import deep
from tests.gui.matches.watching import QUICK, SETUP, choose, has_ended, open_matches, write
from tests.kit.windows import click, open_window, press, settle, wait
from tests.matches.test_watched import write_fake_archive
from workbench.gui.matches import figure_words, words
from workbench.gui.matches import window as match_window
from workbench.gui.matches.standings import ResultCard
from workbench.gui.new_game.dialog import NewGame
from workbench.matches.archive.default import default_archive
from workbench.statistics.games import Game
from workbench.statistics.summary import Summary, summarize

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def result(*leads: tuple[int, int]) -> Summary:
    """Return the summary of pairs of games with these results for the first bot."""
    games = [
        Game(block, 0, order, seats, (value, -value) if order == 0 else (-value, value), 1, 9, "", None, (1.0, 1.0))
        for block, pair in enumerate(leads)
        for order, (seats, value) in enumerate(zip(((0, 1), (1, 0)), pair, strict=True))
    ]
    return summarize(("Club", "Casual"), games, 2)


@pytest.mark.parametrize(
    ("leads", "expected"),
    [
        ([(1, 1)] * 4 + [(1, -1)], ("Club leads 9–1", "Too few to prove it: 20 games are needed.")),
        ([(1, -1)] * 5, ("No bot leads", "Too few to prove it: 20 games are needed.")),
        ([(1, 1)] * 12, ("Club is stronger", "over 99 % certain")),
        ([(-1, -1)] * 8 + [(1, -1)] * 12, ("Casual is stronger", "over 99 % certain")),
        ([(1, -1)] * 6 + [(1, 1)] * 4 + [(-1, -1)] * 3, ("No clear difference", "Club is stronger: 63 % certain")),
        ([(1, -1)] * 6 + [(1, 1)] * 4 + [(-1, -1)] * 2, ("Club is probably stronger", "76 % certain")),
        ([(-1, -1), (1, -1), (1, -1)] + [(1, 1)] * 7, ("Club is probably stronger", "97 % certain")),
    ],
)
def test_verdict_names_stronger_bot_and_certainty(leads: list[tuple[int, int]], expected: tuple[str, str]) -> None:
    summary = result(*leads)
    assert figure_words.verdict(summary.pairs[0], summary) == expected


@pytest.mark.parametrize("won", range(12))
@pytest.mark.parametrize("lost", range(12))
def test_verdict_agrees_with_interval(won: int, lost: int) -> None:
    """Regression: "over 99 % certain" beside an interval that included 50 %."""
    summary = result(*[(1, 1)] * won, *[(-1, -1)] * lost, *[(1, -1)] * max(3, 10 - won - lost))
    pair = summary.pairs[0]
    assert pair.score is not None
    excludes_even = not pair.score.low <= 0.5 <= pair.score.high
    text, certainty = figure_words.verdict(pair, summary)
    assert (text in ("Club is stronger", "Casual is stronger")) == excludes_even
    assert excludes_even or "over 99" not in certainty


def test_result_rows_add_up() -> None:
    summary = result(*[(1, 1), (1, -1), (0, -1)] * 4)
    rows = figure_words.result_rows(summary.pairs[0], summary)
    assert rows == (("Club", "12", "4", "8", "58.3 %"), ("Casual", "8", "4", "12", "41.7 %"))


def test_result_explains_games_without_counterpart() -> None:
    """Regression: 11 games beside 3 won and 7 lost."""
    write_fake_archive(default_archive(), msgspec.structs.replace(QUICK, blocks=10), 11)
    with open_window(SETUP) as window:
        top = open_matches(window)
        window.matches.show_page("watch", 1)
        wait(lambda: top.view.summary is not None)
        card = top.view.cards[0]
        assert isinstance(card, ResultCard) and top.view.summary is not None
        pair = top.view.summary.pairs[0]
        assert pair.wins + pair.draws + pair.losses == 10
        assert card.lines[0].cget("text") == "1 more game counts once sides are swapped."
        assert card.shown == (card.verdict, card.certainty, card.table, card.lines[0])
        click(card.details)
        settle()
        lines = [str(line.cget("text")) for line in card.shown]
        assert any("Elo" in line for line in lines) and any("Points in each pair of games: " in line for line in lines)
        assert not any("block" in line.lower() for line in lines)
        press("Escape")
        settle()
        assert top.winfo_exists() and not card.detailed, "Esc closes what was opened last"
        assert card.verdict.winfo_viewable()


def test_finished_match_can_get_more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    assert match_window.MORE_GAMES == 20
    monkeypatch.setattr(match_window, "MORE_GAMES", deep(4, 20))
    with open_window(SETUP) as window:
        top, desk = open_matches(window), window.matches
        desk.start_match(msgspec.structs.replace(QUICK, blocks=1), 1, "")
        wait(lambda: has_ended(window) and top.view.complete)
        button = top.buttons["match_pause"]
        wait(lambda: button.cget("text") == f"Play {match_window.MORE_GAMES} more")
        assert top._tip("match_pause") == f"Play {match_window.MORE_GAMES} more games of this match"
        click(button)
        games = 2 + match_window.MORE_GAMES
        wait(lambda: desk.progress.games == games and has_ended(window))
        assert desk.progress.number == 1 and desk.progress.done == games
        assert desk.progress.played == match_window.MORE_GAMES
        wait(lambda: top.view.overview is not None and top.view.overview.games == games)


def test_number_of_games_is_rounded_up_to_every_seat_order() -> None:
    with open_window(SETUP) as window:
        window.matches.trials.ask = lambda *_, **__: None  # type: ignore[method-assign]
        form = open_matches(window).form
        assert form.length.games.get() == "100" and form.length.meaning.cget("text") == "50 pairs with sides swapped"
        write(form.length.games, "21")
        wait(lambda: form.length.meaning.cget("text") == "22 games (11 pairs with sides swapped)")
        assert form.plan().blocks == 11
        choose(form.game, "Herbalism")
        assert form.length.meaning.cget("text") == "24 games (4 sets of 6 with equal luck)"
        write(form.length.games, "x")
        wait(lambda: form.length.meaning.cget("text") == "")
        assert words.PAGES["form"] == "New match"


def test_new_match_compares_two_levels_with_games_in_order_of_new_game() -> None:
    with open_window(SETUP) as window:
        form = open_matches(window).form
        assert all(bots.is_level(bot) for bot in form.bots.texts) and len(set(form.bots.texts)) == 2
        listed = [form.titles[str(title)] for title in form.game.cget("values")]
        dialog = NewGame(window.shell.root, window.look, SETUP, 1, lambda _: None)
        assert list(dialog.gallery.games) == listed == sorted(listed, key=lambda game: fastcore.info(game).title)
        dialog.destroy()
