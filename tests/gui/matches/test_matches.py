"""Matches in the window: set up, watched, paused, killed, gone on with, searched and opened, by real clicks."""

from __future__ import annotations

import gc
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from tkinter import Misc, ttk

import pytest

pytest.importorskip("tkinter")

import msgspec

import fastcore
from bots.report import Limit
from tests.conftest import deep, in_time
from tests.gui.whole.test_alive import longest_gap
from tests.kit.terminals import run
from tests.kit.windows import TWO, click, opened, point_at, press, root, settle, started, type_text, wait
from tests.matches.test_matches_watched import invent, invented
from workbench.gui.matches import form_words, words
from workbench.gui.matches.names import called
from workbench.gui.matches.window import MatchWindow
from workbench.gui.new_game import words as house_opening
from workbench.gui.shell import words as house_words
from workbench.gui.widgets import file_dialogs
from workbench.gui.widgets.fields import Number
from workbench.gui.widgets.tips import Tip
from workbench.gui.window import Window
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.overview import Listing
from workbench.matches.archive.records import own_archive
from workbench.matches.archive.results import summary_of
from workbench.matches.archive.resuming import match_for
from workbench.matches.planning import openings
from workbench.matches.planning.plan import Opening, Plan
from workbench.matches.reader import Refused, Told
from workbench.matches.workers.background_match import BackgroundMatch, Progress
from workbench.matches.workers.trial import Guess
from workbench.system.cores import CORES
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SETUP = Setup("herd(size=2)", TWO, 1)
QUICK = Plan(spec="herd(size=2)", bots=("greedy", "random"), blocks=6, seed=2)


def matches(window: Window) -> MatchWindow:
    """The window of matches, opened by its key."""
    if window.matches.open is None:
        window.view.focus_force()
        press("m", "Control_L")
        wait(lambda: window.matches.open is not None)
    top = window.matches.open
    assert top is not None
    top.focus_force()
    wait(top.winfo_viewable)
    settle()
    return top


def choose(box: ttk.Combobox, text: str) -> None:
    assert text in box.cget("values")
    box.set(text)
    box.event_generate("<<ComboboxSelected>>")


def write(entry: ttk.Entry, text: str) -> None:
    click(entry)
    press("a", "Control_L")
    type_text(text)


def ended(window: Window) -> bool:
    return window.matches.running is not None and window.matches.running.over


def shown(table: ttk.Treeview) -> list[tuple[str, ...]]:
    return [tuple(map(str, table.item(line, "values"))) for line in table.get_children()]


def parts(widget: Misc) -> Iterator[Misc]:
    for child in widget.winfo_children():
        yield child
        yield from parts(child)


def test_a_match_is_set_up_watched_and_its_games_open() -> None:
    with opened(SETUP) as window:
        top = matches(window)
        assert top.page == "form" and top.form.spec == "herd(size=2)"
        for player, bot in zip(top.form.bots.players, ("greedy", "random"), strict=True):
            choose(player.who, bot)
        write(top.form.limits.blocks, "6")
        write(top.form.limits.seed, "2")
        wait(lambda: top.form.guess is not None)
        assert "12 games tell differences above 28.3 points" in top.form.resolves.cget("text") and "About" in top.form.takes.cget("text")
        click(top.form.start)
        assert top.page == "watch" and top.form.limits.chosen_seed != 2, "the same seed would be the same match"
        wait(lambda: ended(window))
        wait(lambda: top.view.complete and top.view.counted[1] and not window.matches.figures.waits("figures"))
        wait(lambda: len(top.view.games.found.rows) == 12)
        with Archive(own_archive(), read_only=True) as archive:
            match = archive.match(1)
            found = summary_of(archive, match)
            games = {game.number: game for game in archive.games(1)}
        assert match.plan.bots == QUICK.bots and match.plan.blocks == 6
        score = found.pairs[0].score
        assert score is not None and top.view.summary is not None
        assert msgspec.structs.replace(top.view.summary, bots=found.bots) == found
        assert any(part.cget("text") == words.large(score) for part in parts(top.view.row) if isinstance(part, ttk.Label))
        figures = top.view.cards[0]
        figures.show(None)
        assert [str(part.cget("text")) for part in parts(figures.frame) if isinstance(part, ttk.Label) and part.winfo_manager() == "pack"][-1] == words.COUNTING
        figures.show(top.view.summary)
        card = top.view.games
        assert card.rows is not None
        for number, wanted in enumerate(QUICK.bots):
            choose(card.won, words.won_by(wanted))
            winners = [n for n, game in games.items() if game.returns[game.seats.index(number)] > 0]
            wait(lambda winners=winners: not card.searching and len(card.found.rows) == len(winners))  # type: ignore[misc]
            settle()
            assert {card.games[n].number for n in range(len(winners))} == set(winners)
        choose(card.won, words.ANYONE)
        click(card.chips["faults"])
        wait(lambda: not card.searching and len(card.found.rows) == 0)
        assert card.empty.cget("text") == words.NO_GAME_FITS
        click(card.chips["all"])
        wait(lambda: len(card.games) == 12)
        tree = card.rows.tree
        x, y, _, high = map(int, tree.bbox("2"))
        click(tree, x + 20, y + high // 2)
        game = card.chosen
        assert game is not None and game.number == 9
        click(card.open_button)
        wait(lambda: window.table.session.tags.get("game") == "10")
        session = window.table.session
        assert window.tabs.labels()[window.tabs.number].text.endswith(" · match 1, game 10")
        assert tuple(session.seats) == tuple(QUICK.bots[bot] for bot in game.seats)
        assert window.table.state.points() == game.points and window.table.over
        assert any(node.reports for node in session.tree.nodes.values()), "with what the bots thought"
        assert window.playing.kept is not None and not window.playing.kept.unsaved, "it is kept in the archive"


def test_a_match_pauses_stops_and_is_continued_from_the_list(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plan = msgspec.structs.replace(QUICK, bots=("mcts", "greedy"), blocks=20_000, limit=Limit(simulations=300))
    with opened(SETUP) as window:
        top = matches(window)
        window.matches.begin(plan, 1, "")
        wait(lambda: window.matches.progress.done >= 2 and window.matches.running is not None and window.matches.running.glimpses)
        assert top.view.board is not None and window.settings.match_running == 1
        wait(lambda: top.view.board is not None and top.view.board.shown is not None)
        choose(top.view.board.choice, words.NO_BOARD_WANTED)
        wait(lambda: top.view.board is not None and top.view.board.none.cget("text") == words.BOARD_OFF)
        click(top.buttons["match_pause"])
        wait(lambda: window.matches.progress.paused and top.buttons["match_pause"].cget("text") == words.GO_ON)
        assert "paused" in top.view.standing.cget("text") and " left" not in top.view.standing.cget("text")
        click(top.buttons["match_pause"])
        wait(lambda: not window.matches.progress.paused)
        assert str(top.form.start.cget("state")) == "disabled"
        click(top.buttons["match_finish"])
        wait(lambda: ended(window) and window.settings.match_running == 0)
        done = window.matches.progress.done
        assert 2 <= done < 40_000
        click(top.switch.buttons["all"])
        wait(lambda: top.all.chosen is not None)
        assert shown(top.all.rows.tree)[0][3:5] == (f"{done:,} of 40,000", "not finished")
        click(top.all.continue_button)
        wait(lambda: window.matches.progress.played >= 2)
        assert top.page == "watch" and window.matches.progress.done > done
        click(top.buttons["match_stop"])
        wait(lambda: ended(window) and top.view.summary is not None and top.view.summary.games == window.matches.progress.done)
        wait(lambda: str(top.buttons["match_continue"].cget("state")) == "normal")
        click(top.buttons["match_continue"])
        wait(lambda: window.matches.playing and window.matches.progress.played >= 1)
        window.set_theme("dark")
        top = matches(window)
        assert top.page == "watch"
        wait(lambda: top.view.overview is not None)
        monkeypatch.setattr(file_dialogs, "ask_export", lambda *_: tmp_path / "games.csv")
        top.export("csv")
        wait(lambda: (tmp_path / "games.csv").exists())
        press("Escape")
        wait(lambda: window.matches.open is None)
        assert window.matches.playing, "it goes on without its window"
        window.registry.run("match_stop")
        wait(lambda: ended(window))


def test_a_match_that_cannot_go_on_or_begin_says_why_in_its_window() -> None:
    """What was looked at before is there again, and shown again it stands as another program has played on with it."""
    invented(own_archive(), QUICK, 3)
    with opened(SETUP, match_running=1) as window, Archive(own_archive()) as other:
        desk, top = window.matches, matches(window)
        other.lock()
        desk.show("watch", 1)
        wait(lambda: top.view.standing.cget("text").startswith("3 of 12"))
        desk.go_on()
        assert desk.progress.number == 1
        wait(lambda: "another match is being played into this archive" in top.view.standing.cget("text"))
        assert not top._why_not("match_continue") and not top.said.winfo_manager()
        desk.begin(msgspec.structs.replace(QUICK, seed=5), 1, "")
        assert desk.shown is None
        wait(lambda: top.said.winfo_manager())
        assert "another match is being played into this archive" in top.said.cget("text") and desk.shown == 1
        assert window.settings.match_running == 1, "what was left is still offered at the next start"
        settle(0.3)
        assert top.view.standing.cget("text") == words.progress(3, 12, words.ended("waiting", ""), "")
        assert str(top.buttons["match_continue"].cget("state")) == "normal"
        wait(lambda: top.view.summary is not None and top.view.summary.games == 3)
        invent(other, other.match(1), range(3, 5))
        desk.show("watch", 1)
        wait(lambda: top.view.standing.cget("text").startswith("5 of 12"))
        wait(lambda: top.view.games.found.games == 5 and top.view.summary is not None and top.view.summary.games == 5)


def test_a_match_that_was_left_is_offered_again_at_the_next_start() -> None:
    invented(own_archive(), QUICK, 3)
    with opened(SETUP, match_running=1) as window:
        desk = window.matches
        click(offered(window)[words.LATER])
        assert desk.left_row is None and desk.left is None and window.settings.match_running == 1
        desk.begin(msgspec.structs.replace(QUICK, seed=5), 1, "")
        wait(lambda: window.settings.match_running == 2)
        wait(lambda: ended(window) and window.settings.match_running == 1)
        desk.go_on(1)
        wait(lambda: ended(window) and window.settings.match_running == 0)


class BreaksOff(BackgroundMatch):
    """A match that breaks off right after it was asked how it stands."""

    def __init__(self) -> None:
        self.fault = ""
        self.what = 1

    @property
    def over(self) -> bool:
        return bool(self.fault)

    @property
    def progress(self) -> Progress:
        stands = Progress("ended" if self.fault else "playing", 1, fault=self.fault)
        self.fault = "the disk is full"
        return stands

    def watch(self, on: bool) -> None:
        pass

    def stop(self) -> None:
        pass

    def join(self) -> None:
        pass


def test_how_a_match_ended_is_told_whenever_it_ends() -> None:
    with opened(SETUP) as window:
        window.matches.running = BreaksOff()
        wait(lambda: window.notice.text == words.broke_off("the disk is full"))


def offered(window: Window) -> dict[str, ttk.Button]:
    """The buttons of the offer that is made when a program begins."""
    window.matches.start()
    wait(lambda: window.matches.left_row is not None)
    assert window.matches.left_row is not None
    settle()
    return {part.cget("text"): part for part in window.matches.left_row.winfo_children() if isinstance(part, ttk.Button)}


def test_a_match_that_was_left_is_offered_no_more_when_that_is_asked_for() -> None:
    """It stays in the list of all matches with its games, and goes on from there."""
    invented(own_archive(), QUICK, 3)
    with opened(SETUP, (800, 560), match_running=1) as window:
        desk, buttons = window.matches, offered(window)
        assert all(button.winfo_x() > 60 for button in buttons.values()), "there is room for all of them"
        point_at(buttons[words.ASK_NO_MORE])
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and Tip.shown.cget("text") == words.ASK_NO_MORE_TIP
        click(buttons[words.ASK_NO_MORE])
        assert desk.left_row is None and window.settings.match_running == 0 and window.notice.text == words.asked_no_more(1)
        desk.start()
        settle(0.2)
        assert not desk.errands.under_way and desk.left is None
        top = matches(window)
        click(top.switch.buttons["all"])
        wait(lambda: [line[3] for line in shown(top.all.rows.tree)] == ["3 of 12"])
        click(top.all.continue_button)
        wait(lambda: ended(window))
        assert desk.progress.done == 12 and not desk.progress.fault


@pytest.mark.parametrize("same", [False, True])
def test_a_match_whose_bot_has_changed_is_offered_no_more(same: bool) -> None:
    """Once it was tried to go on with it; the offer of another one stays."""
    invented(own_archive(), msgspec.structs.replace(QUICK, versions=("of old", "of old")), 3)
    with Archive(own_archive()) as archive:
        invent(archive, archive.add_match(QUICK), range(5))
    with opened(SETUP, match_running=1 if same else 2) as window:
        desk, buttons = window.matches, offered(window)
        if same:
            click(buttons[words.CONTINUE])
        else:
            desk.go_on(1)
        wait(lambda: ended(window) and desk._told)
        assert "greedy has changed since this match was begun" in window.notice.text
        assert window.settings.match_running == (0 if same else 2)
        top = matches(window)
        wait(lambda: "greedy has changed" in top.view.standing.cget("text"))


def test_matches_that_cannot_be_read_are_named_in_the_list_of_all() -> None:
    """As in the shell, with the reasons."""
    with Archive(own_archive(), create=True) as archive, opened(SETUP) as window:
        desk, top = window.matches, matches(window)

        def unread(count: int) -> str:
            for _ in range(count):
                archive.read("INSERT INTO matches (plan, begun, program, host) VALUES ('{\"later\": 1}', '', '', '')")
            desk.show("all")
            wait(lambda: not desk.listing.under_way)
            settle()
            return str(top.all.unread.cget("text")) if top.all.unread.winfo_viewable() else ""

        assert not unread(0) and top.all.empty.cget("text") == words.NO_MATCHES
        assert unread(1) == "1 match cannot be read by this program: 1" and top.all.empty.cget("text") == words.NONE_READ
        archive.add_match(msgspec.structs.replace(QUICK, bots=("mcts", "greedy", "random"), kind="gauntlet"))
        assert unread(1) == "2 matches cannot be read by this program: 1 and 3" and len(top.all.found) == 1
        wait(lambda: shown(top.all.rows.tree)[0][2].endswith(" against greedy – random"))
        assert desk.title(top.all.found[0].match.plan).endswith(" against 2 bots"), "no round robin"
        point_at(top.all.unread)
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None
        told = run("show", str(own_archive()), "--matches").out
        reasons = str(Tip.shown.cget("text")).splitlines()
        assert len(reasons) == 2 and all(reason in told for reason in reasons)
        assert unread(5) == "7 matches cannot be read by this program: 1, 3, 4, 5, 6 and 2 more"
        assert top.all._reasons().splitlines()[5:] == [words.ALL_REASONS]


def test_what_is_shown_of_a_match_stays_usable_while_it_goes_on() -> None:
    """A chosen game can be opened, good figures take the place of a fault, the list of all matches follows."""
    invented(own_archive(), msgspec.structs.replace(QUICK, blocks=400), 450)
    with opened(SETUP) as window, Archive(own_archive()) as other:
        desk, top = window.matches, matches(window)
        desk.show("watch", 1)
        view, card = top.view, top.view.games
        wait(lambda: view.summary is not None and len(card.found.rows) == 450 and card.games)
        rows = card.rows
        assert rows is not None
        for first in (0, 400):
            rows.choose(first + 2)
            wait(lambda: card.chosen is not None)
            assert str(card.open_button.cget("state")) == "normal"
            rows.first = 0
            rows._fill()
            wait(lambda: rows.asked is None)
            game, found, fetched = card.chosen, card.found, list[int]()
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(rows, "fetch", lambda first, count: fetched.append(first))  # noqa: B023
                invent(other, other.match(1), [found.games])
                card.search(False)
                wait(lambda: card.found is not found)  # noqa: B023
                settle()
            assert not fetched, "what is seen was there already"
            assert card.chosen == game and str(card.open_button.cget("state")) == "normal"
        card.filter.insert(0, "Broke 1,234")
        assert card.wish.words == ("broke", "1,234") and card.wish.endings == {"broke": ("crash",), "1,234": ()}
        write(card.filter, card.names[1].partition(",")[0].upper())
        assert card.wish.bots == {card.names[1].partition(",")[0].casefold(): (1,)}
        summary = view.summary
        assert summary is not None
        view._counted(1, True, Refused("broken down"))
        view.tick()
        assert view.standing.cget("text") == "broken down"
        view._counted(1, True, Told(summary, 0.1))
        view.tick()
        assert view.standing.cget("text").startswith("450 of 800")
        desk.running = Busy()  # type: ignore[assignment]
        click(top.switch.buttons["all"])
        wait(lambda: [line[4] for line in shown(top.all.rows.tree)] == ["is being played"] and top.was_playing)
        assert str(top.all.continue_button.cget("state")) == "disabled"
        desk.running = None
        wait(lambda: [line[3:5] for line in shown(top.all.rows.tree)] == [("452 of 800", "not finished")])
        assert str(top.all.continue_button.cget("state")) == "normal"


def test_the_list_of_all_matches_follows_the_one_that_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes when it is begun and counts on, and the archive is not read for that."""
    invented(own_archive(), QUICK, 3)
    counts, may_begin, read = list[str](), threading.Event(), list[object]()

    def held(archive: Archive, plan: Plan, seed_given: bool) -> tuple[Match, bool]:
        may_begin.wait()
        return match_for(archive, plan, seed_given)

    monkeypatch.setattr("workbench.matches.workers.background_match.match_for", held)
    with opened(SETUP) as window:
        desk, top = window.matches, matches(window)
        page, listed = top.all, desk.listed

        def reading(only: int | None = None) -> Listing:
            read.append(only)
            return listed(only)

        monkeypatch.setattr(desk, "listed", reading)
        desk.begin(msgspec.structs.replace(QUICK, blocks=20_000), 1, "")
        click(top.switch.buttons["all"])
        wait(lambda: [line[4] for line in shown(page.rows.tree)] == ["not finished"])
        may_begin.set()
        wait(lambda: [line[4] for line in shown(page.rows.tree)] == ["is being played", "not finished"])
        assert page.chosen is not None and page.chosen.match.id == 1, "what was chosen stays so"
        page.rows.choose(0)
        assert page.why.cget("text") == form_words.IS_PLAYED
        for _ in range(3):
            counts.append(shown(page.rows.tree)[0][3])
            wait(lambda: shown(page.rows.tree)[0][3] != counts[-1])
        assert all(text.endswith(" of 40,000") for text in counts)
        write(page.filter, "not finished")
        wait(lambda: len(page.found) == 1)
        settle(0.3)
        assert len(shown(page.rows.tree)) == 1, "it comes no more than others where it does not fit"
        write(page.filter, "being played")
        wait(lambda: [line[0] for line in shown(page.rows.tree)] == ["2"])
        assert len(read) == 1
        desk.stop()
        wait(lambda: ended(window) and len(read) == 2 and not desk.listing.under_way)
        assert page.everything is not None and page.everything[0].done == desk.progress.done


def test_what_is_said_of_a_match_is_looked_up_anew() -> None:
    """With more blocks than before, and when it has ended and another one is played."""
    with opened(SETUP) as window:
        desk, top = window.matches, matches(window)
        view = top.view
        desk.begin(msgspec.structs.replace(QUICK, blocks=1), 1, "")
        wait(lambda: ended(window) and view.complete)
        assert top._why_not("match_continue") == words.IS_OVER
        desk.begin(msgspec.structs.replace(QUICK, blocks=400), 1, "")
        wait(lambda: desk.progress.played >= 3)
        desk.stop()
        wait(lambda: ended(window) and not top._why_not("match_continue"))
        done = desk.progress.done
        wait(lambda: view.overview is not None and view.overview.done == done)
        desk.running = None  # as when another match is played
        wait(lambda: view.standing.cget("text").startswith(f"{done} of 800 games"))


WORK = """
import os, signal, sys
from tests.kit import windows
from tests.gui.matches.test_matches import SETUP, choose, matches, write
from workbench.gui.matches import form_words
with windows.opened(SETUP) as window:
    top = matches(window)
    form = top.form
    for _ in range(2):
        windows.click(form.bots.add_button)
    for player, bot in zip(form.bots.players, ("mcts", "greedy", "random", "mcts")):
        choose(player.who, bot)
    choose(form.limits.per, form_words.LIMITS["simulations"])
    write(form.limits.amount, "60")
    write(form.limits.blocks, sys.argv[1])
    write(form.limits.seed, "7")
    windows.click(form.start)
    windows.wait(lambda: window.matches.progress.done >= 3)
    windows.click(top.buttons["match_pause"])
    windows.wait(lambda: window.matches.progress.paused)
    windows.click(top.buttons["match_pause"])
    windows.wait(lambda: window.matches.progress.done >= 5)
    windows.wait(lambda: window.files.settings.due() is None and not window.files.errands.under_way)
    print(window.matches.progress.done, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32" or not deep(0, 1), reason="two programs with windows and a whole match take their time")
def test_a_round_robin_of_four_is_killed_and_continued_by_clicks(home: Path) -> None:
    """Its figures are those of the command line."""
    blocks = 12
    done = started(WORK, home, str(blocks))
    assert done.returncode == -signal.SIGKILL, done.stderr
    kept = json.loads((home / "settings.json").read_text())
    assert kept["match_running"] == 1
    with opened(SETUP, match_running=1) as window:
        buttons = offered(window)
        assert window.matches.left is not None and window.matches.left.done >= int(done.stdout)
        click(buttons[words.CONTINUE])
        wait(lambda: window.matches.open is not None)
        top = matches(window)
        wait(lambda: ended(window), 180)
        wait(lambda: top.view.complete and top.view.counted[1] and not window.matches.figures.waits("figures"))
        wait(lambda: window.settings.match_running == 0)
        assert window.matches.progress.done == 12 * blocks
        standings, crosstable = (shown(card.table) for card in top.view.cards)  # type: ignore[attr-defined]
        command = [sys.executable, "-m", "workbench", "show", str(own_archive()), "--json"]
        told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[3]).stdout)
        summary = told["summary"]
        ours = json.loads(msgspec.json.encode(top.view.summary))
        assert ours["standings"] == summary["standings"] and ours["crosstable"] == summary["crosstable"]
        assert [line[1] for line in standings] == [called_in(one["bot"], summary) for one in summary["standings"]]
        for line, one in zip(standings, summary["standings"], strict=True):
            assert line[2].startswith(f"{100 * one['score']['value']:.1f} (")
        assert len(crosstable) == 4 and all(line[n + 1] == "·" for n, line in enumerate(crosstable))


def called_in(bot: int, summary: dict[str, list[str]]) -> str:
    text, number, place = summary["bots"][bot].partition(" #")
    return called(text) + number + place


def test_the_window_stays_alive_among_many_games(record_property: Callable[[str, object], None]) -> None:
    """Filters among very many games while a match runs on both cores: no gap, at once, and no more memory."""
    invented(own_archive(), msgspec.structs.replace(QUICK, bots=("mcts", "greedy"), blocks=deep(100, 5000)))
    plan = msgspec.structs.replace(QUICK, spec="herd(size=5)", bots=("mcts", "mcts"), blocks=1000, limit=Limit(simulations=2000))
    with opened(SETUP) as window:
        top = matches(window)
        window.matches.begin(plan, 2, "")
        wait(lambda: window.matches.progress.running == 2)
        window.matches.show("watch", 1)
        card = top.view.games
        wait(lambda: card.match is not None and card.match.id == 1 and len(card.found.rows) == deep(200, 10_000))
        wait(lambda: top.view.summary is not None, 180)
        taken, gap, memory = 0.0, 0.0, list[int]()
        for turn in range(deep(1, 30)):
            for chip in ("upset", "long", "faults", "short", "all"):
                before = card.ticket
                began = root().tk.call("clock", "milliseconds")
                card.press(chip)
                assert card.ticket == before + 1
                while card.searching:
                    gap = max(gap, longest_gap(0.02))
                taken = max(taken, (root().tk.call("clock", "milliseconds") - began) / 1000)
                gap = max(gap, longest_gap(deep(0, 1) * 0.3 + 0.02))
            if turn > 4:
                gc.collect()
                memory.append(resident())
        assert window.matches.progress.running == 2
    record_property("slowest filter in ms", round(1000 * taken))
    record_property("longest gap in ms", round(1000 * gap))
    assert in_time(taken, 0.12) and in_time(gap, 0.05), "20 ms of it are how finely it is looked"
    if memory:
        record_property("memory in kB", (memory[0], memory[-1]))
        assert memory[-1] < memory[0] * 1.05


@pytest.mark.skipif(not deep(0, 1), reason="gaps are measured alone on the machine")
def test_the_window_stays_alive_on_the_page_of_the_match_that_is_played(record_property: Callable[[str, object], None]) -> None:
    """With its live board, new games in the list and new figures, among 10,000 games of its own."""
    plan = msgspec.structs.replace(QUICK, bots=("greedy", "mcts"), blocks=10_000, limit=Limit(simulations=200))
    invented(own_archive(), plan, 10_000)
    with opened(SETUP) as window:
        top = matches(window)
        window.settings.match_jobs = 2
        window.matches.go_on(1)
        wait(lambda: window.matches.progress.running == 2 and window.matches.progress.played > 0, 60)
        wait(lambda: top.view.board is not None and top.view.board.shown is not None and top.view.summary is not None, 180)
        card, figures, positions, gaps = top.view.games, list[object](), set[object](), list[float]()
        began, played = len(card.found.rows), window.matches.progress.played
        # New figures of so many games come when they have taken their share, and short games are seldom seen on the board.
        while len(gaps) < 60 or ((len(figures) < 3 or len(positions) <= 10) and len(gaps) < 600):
            gaps.append(longest_gap(0.5))
            if not any(one is top.view.summary for one in figures):
                figures.append(top.view.summary)
            assert top.view.board is not None
            positions.add(top.view.board.shown)
        assert window.matches.progress.played > played and len(card.found.rows) > began and len(positions) > 10 and len(figures) > 1
    record_property("longest gaps in ms", [round(1000 * gap) for gap in sorted(gaps)[-5:]])
    assert max(gaps) < 0.05, f"{sorted(gaps)[-5:]}"


def resident() -> int:
    """The memory of this process in kB."""
    return next(int(line.split()[1]) for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))


def test_what_cannot_be_played_is_said() -> None:
    with opened(SETUP) as window:
        top = matches(window)
        write(top.form.limits.blocks, "0")
        click(top.form.start)
        assert top.page == "form" and "is no number from 1" in top.form.resolves.cget("text")
        write(top.form.limits.blocks, "5")
        click(top.form.bots.add_button)
        choose(top.form.limits.kind, "Until a test has decided")
        click(top.form.start)
        assert top.page == "form" and "two bots" in top.form.resolves.cget("text")
        click(top.form.bots.removers[2])
        assert len(top.form.bots.players) == 2 and all(str(one.cget("state")) == "disabled" for one in top.form.bots.removers)
        for name in ("match_pause", "match_stop", "match_finish", "match_continue", "export"):
            assert str(top.buttons[name].cget("state")) == "disabled" and top._tip(name)


def test_the_form_hears_of_everything_and_says_what_is_so() -> None:
    """A bot's own settings, the board as it is now, games that are not timed while others are played, too many of them."""
    with opened(SETUP) as window:
        window.matches.trials.ask = lambda *_, **__: None  # type: ignore[method-assign]
        top = matches(window)
        form = top.form
        said = form.resolves
        wait(lambda: form.takes.cget("text") == form_words.MEASURING)
        player = form.bots.players[0]
        choose(player.who, "mcts")
        choose(player.how, house_opening.OWN_OPTIONS)
        assert player.form is not None
        field = player.form.fields["simulations"]
        assert isinstance(field, Number)
        settle()
        write(field.entry, "400")
        wait(lambda: form.timer == "" and "games tell" in said.cget("text") and form.bots.texts[0] == "mcts(simulations=400,softness=0.25)")
        write(field.entry, "-3")
        wait(lambda: "-3" in said.cget("text"))
        write(field.entry, "400")
        choose(form.openings.kind, house_opening.FROM_BOARD)
        before = form.plan().openings[0].position
        window.table.play(window.table.state.move_text(window.table.state.moves()[0]))
        assert form.plan().openings[0].position == window.table.state.text() != before
        choose(form.options.fields["size"].box, "3")  # type: ignore[union-attr]
        wait(lambda: form.openings.meaning.cget("text") == form_words.brings("size 2"))
        choose(form.game, fastcore.info("forest").title)
        choose(form.openings.kind, house_opening.FROM_BOARD)
        wait(lambda: form_words.other_board("Herd")[1:] in said.cget("text"))
        choose(form.game, fastcore.info("herbalism").title)
        while len(form.bots.players) < 30:
            form.bots.add()
        choose(form.options.fields["players"].box, "4")  # type: ignore[union-attr]
        wait(lambda: "657,720 games a block" in said.cget("text"))
        choose(form.game, "Herd")
        for _ in range(28):
            form.bots.remove(2)
        window.matches.running = Busy()  # type: ignore[assignment]
        form.changed()
        wait(lambda: form.takes.cget("text") == form_words.NOT_WHILE_PLAYED)
        window.matches.running = None
        wait(lambda: form.takes.cget("text") == form_words.MEASURING)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(CORES, "total", 4)
            write(form.limits.jobs, "2")
            form.take(Guess(1.0, True, threads=2))
            assert form.takes.cget("text").endswith("with 2 games at a time.")


class Busy:
    """A match that is being played for ever."""

    over, progress, glimpses = False, Progress("playing", 1), dict[int, object]()

    def watch(self, on: bool) -> None: ...


def test_lists_are_read_beside_the_window_and_the_form_is_remembered(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    with opened(SETUP) as window:
        window.matches.trials.ask = lambda *_, **__: None  # type: ignore[method-assign]
        first = window.table.state.text()
        file.write_text(f"{first}\n")
        form = matches(window).form
        threads, read = set[str](), openings.read

        def reading(path: Path, spec: str) -> tuple[Opening, ...]:
            threads.add(threading.current_thread().name)
            return read(path, spec)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(openings, "read", reading)
            form.openings.file = file
            choose(form.openings.kind, form_words.FROM_LIST)
            form._try()
            assert form.resolves.cget("text") == form_words.READING
            wait(lambda: form.timer == "" and form.resolves.cget("text") != form_words.READING)
            assert "games tell" in form.resolves.cget("text")
            assert [one.position for one in form.plan().openings] == [first] and threads == {"errands"}
            file.write_text("nonsense\n")
            form._try()
            wait(lambda: "line 1" in form.resolves.cget("text"))
        file.write_text(f"{first}\n")
        write(form.limits.blocks, "77")
        press("Escape")
        wait(lambda: window.matches.open is None)
        kept = window.settings
        assert kept.match is not None and kept.match["blocks"] == 77 and kept.match_openings == str(file)
        form = matches(window).form
        assert form.limits.blocks.get() == "77" and form.openings.listed == str(file)
        write(form.limits.blocks, "many")
        press("Escape")
        wait(lambda: window.matches.open is None)
        assert kept.match["blocks"] == 77, "what cannot be played is not kept"


def test_every_menu_opens_by_a_letter_of_its_own() -> None:
    letters = [label[house_words.menu_letter(name)].lower() for name, label in house_words.MENUS.items()]
    assert len(set(letters)) == len(letters)
