"""Tests of the list of all matches."""

from __future__ import annotations

import sys
import threading

import pytest

pytest.importorskip("tkinter")

import msgspec

from bots.loading.sources import written_program
from tests.data.bots import hostile_program
from tests.gui.matches.watching import QUICK, SETUP, has_ended, open_matches, row_texts, write
from tests.kit.matches import play_match
from tests.kit.terminals import run
from tests.kit.windows import click, open_window, point_at, settle, wait
from tests.matches.test_watched import write_fake_archive
from workbench.bot_process import trust
from workbench.gui.matches import form_words, words
from workbench.gui.matches.names import title
from workbench.gui.shell.log_window import LogWindow
from workbench.gui.widgets.tips import Tip
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.default import default_archive
from workbench.matches.archive.overview import Listing
from workbench.matches.archive.resuming import match_for
from workbench.matches.planning.plan import Plan
from workbench.system.printable import printable

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_list_names_unreadable_matches() -> None:
    """The reasons equal those on the command line."""
    with Archive(default_archive(), create=True) as archive, open_window(SETUP) as window:
        desk, top = window.matches, open_matches(window)

        def message_after_adding(count: int) -> str:
            for _ in range(count):
                archive.query("INSERT INTO matches (plan, begun, program, host) VALUES ('{\"later\": 1}', '', '', '')")
            desk.show_page("all")
            wait(lambda: not desk.slow_jobs.pending)
            settle()
            return str(top.all.unread.cget("text")) if top.all.unread.winfo_viewable() else ""

        assert not message_after_adding(0) and top.all.empty.cget("text") == words.NO_MATCHES
        assert (
            message_after_adding(1) == "Herbarium cannot read 1 match: 1"
            and top.all.empty.cget("text") == words.NONE_READ
        )
        archive.add_match(msgspec.structs.replace(QUICK, bots=("mcts", "greedy", "random"), kind="gauntlet"))
        assert message_after_adding(1) == "Herbarium cannot read 2 matches: 1 and 3" and len(top.all.found) == 1
        wait(lambda: row_texts(top.all.rows.tree)[0][2].endswith(" against greedy – random"))
        assert title(top.all.found[0].match.plan).endswith(" against 2 bots"), "no round robin"
        point_at(top.all.unread)
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None
        output = run("show", str(default_archive()), "--matches").out
        reasons = str(Tip.shown.cget("text")).splitlines()
        assert len(reasons) == 2 and all(reason in output for reason in reasons)
        assert message_after_adding(5) == "Herbarium cannot read 7 matches: 1, 3, 4, 5, 6 and 2 more"
        assert top.all._unreadable_reasons().splitlines()[5:] == [words.ALL_REASONS]


def test_list_follows_running_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row appears and is updated without reading the archive again."""
    write_fake_archive(default_archive(), QUICK, 3)
    counts, may_begin, read = list[str](), threading.Event(), list[object]()

    def delayed_match_for(archive: Archive, plan: Plan, seed_given: bool) -> tuple[Match, bool]:
        may_begin.wait()
        return match_for(archive, plan, seed_given)

    monkeypatch.setattr("workbench.matches.workers.background_match.match_for", delayed_match_for)
    with open_window(SETUP) as window:
        desk, top = window.matches, open_matches(window)
        page, listed = top.all, desk.listed

        def record_listing(only: int | None = None) -> Listing:
            read.append(only)
            return listed(only)

        monkeypatch.setattr(desk, "listed", record_listing)
        desk.start_match(msgspec.structs.replace(QUICK, blocks=20_000), 1, "")
        click(top.switch.buttons["all"])
        wait(lambda: [line[5] for line in row_texts(page.rows.tree)] == ["not finished"])
        may_begin.set()
        wait(lambda: [line[5] for line in row_texts(page.rows.tree)] == ["running", "not finished"])
        assert page.chosen is not None and page.chosen.match.id == 1, "what was chosen stays so"
        page.rows.choose(0)
        assert page.why.cget("text") == form_words.IS_PLAYED
        for _ in range(3):
            counts.append(row_texts(page.rows.tree)[0][3])
            wait(lambda: row_texts(page.rows.tree)[0][3] != counts[-1])
        assert all(text.endswith(" of 40,000") for text in counts)
        write(page.filter, "not finished")
        wait(lambda: len(page.found) == 1)
        settle(0.3)
        assert len(row_texts(page.rows.tree)) == 1, "it comes no more than others where it does not fit"
        write(page.filter, "running")
        wait(lambda: [line[0] for line in row_texts(page.rows.tree)] == ["2"])
        assert len(read) == 1
        desk.stop()
        wait(lambda: has_ended(window) and len(read) == 2 and not desk.slow_jobs.pending)
        assert page.overviews is not None and page.overviews[0].done == desk.progress.done


def test_match_status_is_refreshed() -> None:
    """Covers more blocks for the same match, its end, and another running match."""
    with open_window(SETUP) as window:
        desk, top = window.matches, open_matches(window)
        view = top.view
        desk.start_match(msgspec.structs.replace(QUICK, blocks=1), 1, "")
        wait(lambda: has_ended(window) and view.complete)
        assert not top._why_not("match_pause")
        desk.start_match(msgspec.structs.replace(QUICK, blocks=400), 1, "")
        wait(lambda: desk.progress.played >= 3)
        desk.stop()
        wait(lambda: has_ended(window) and not top._why_not("match_pause"))
        finished = desk.progress.done
        wait(lambda: view.overview is not None and view.overview.done == finished)
        desk.running = None  # as if another match were running
        wait(lambda: view.status.cget("text").startswith(f"{finished} of 800 games"))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs need the guard and the sandbox")
def test_log_of_a_failed_bot_is_shown() -> None:
    """The games list has the log of the selected game, and no button for games without a fault."""
    words_of_command = (sys.executable, "-S", "-E", "-B", hostile_program.__file__, "choose_plays_illegally")
    text = written_program("program", " ".join(words_of_command))
    trust.allow_all_once([text])
    plan = msgspec.structs.replace(QUICK, bots=("greedy", "random", text), blocks=1)
    _, games = play_match(default_archive(), plan)
    failed, fine = (next(game for game in games if bool(game.fault) is fault) for fault in (True, False))
    with open_window(SETUP) as window:
        window.matches.show_page("watch", 1)
        card = open_matches(window).view.games
        wait(lambda: len(card.games) == len(games))
        rows = {(game.number, game.attempt): row for row, game in card.games.items()}
        assert card.rows is not None
        card.rows.choose(rows[failed.number, failed.attempt])
        settle()
        wait(card.log_button.winfo_viewable)
        click(card.log_button)
        wait(lambda: "match_log" in window.pages.open)
        page = window.pages.open["match_log"]
        assert isinstance(page, LogWindow)
        with Archive(default_archive()) as archive:
            log = archive.log(failed.match, failed.number, failed.attempt)
        assert log and printable(log, lines=True).strip() in page.body.text.get("1.0", "end")
        card.rows.choose(rows[fine.number, fine.attempt])
        settle()
        wait(lambda: not card.log_button.winfo_viewable())
