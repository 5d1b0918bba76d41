"""The list of all matches."""

from __future__ import annotations

import threading

import pytest

pytest.importorskip("tkinter")

import msgspec

from tests.gui.matches.watching import QUICK, SETUP, ended, matches, shown, write
from tests.kit.terminals import run
from tests.kit.windows import click, opened, point_at, settle, wait
from tests.matches.test_watched import invented
from workbench.gui.matches import form_words, words
from workbench.gui.matches.names import title
from workbench.gui.widgets.tips import Tip
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.overview import Listing
from workbench.matches.archive.records import own_archive
from workbench.matches.archive.resuming import match_for
from workbench.matches.planning.plan import Plan

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


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
        assert (
            unread(1) == "1 match cannot be read by this program: 1" and top.all.empty.cget("text") == words.NONE_READ
        )
        archive.add_match(msgspec.structs.replace(QUICK, bots=("mcts", "greedy", "random"), kind="gauntlet"))
        assert unread(1) == "2 matches cannot be read by this program: 1 and 3" and len(top.all.found) == 1
        wait(lambda: shown(top.all.rows.tree)[0][2].endswith(" against greedy – random"))
        assert title(top.all.found[0].match.plan).endswith(" against 2 bots"), "no round robin"
        point_at(top.all.unread)
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None
        told = run("show", str(own_archive()), "--matches").out
        reasons = str(Tip.shown.cget("text")).splitlines()
        assert len(reasons) == 2 and all(reason in told for reason in reasons)
        assert unread(5) == "7 matches cannot be read by this program: 1, 3, 4, 5, 6 and 2 more"
        assert top.all._reasons().splitlines()[5:] == [words.ALL_REASONS]


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
