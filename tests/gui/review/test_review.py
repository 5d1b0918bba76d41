"""Reviewing a game in the window: the mistakes by seat and size, gone through, shown, kept, saved as a page."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from tests.conftest import deep
from tests.kit.windows import Tested, click, opened, press, settle, shown, wait
from tests.review.test_review import a_game
from workbench.game.session import PERSON, Session
from workbench.gui.analyse import words as said
from workbench.gui.board.board_view import BoardView
from workbench.gui.review import words
from workbench.gui.review.page import ReviewPage
from workbench.gui.widgets import file_dialogs
from workbench.records import files
from workbench.records.schema import Seat
from workbench.review import page as review_page
from workbench.review.judging import LEAST, counted, unlike
from workbench.review.review import SessionReview, review_of
from workbench.storage import library
from workbench.storage.session_records import record_of
from workbench.storage.stored_game import StoredGame
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def setup(game: str) -> Setup:
    session = a_game(game)
    return Setup(session.spec, (PERSON,) * session.point.seats, 1)


def show_game(window: Tested, session: Session) -> None:
    window.table.take(session)
    settle(0.1)


def reviewed(window: Tested, simulations: int = 60) -> None:
    window.settings.review_simulations = simulations
    press("e", "Control_L", "Shift_L")
    wait(lambda: window.game_review.work is not None and not window.game_review.running)
    settle(0.05)


def page_of(window: Tested) -> ReviewPage:
    column = window.analyse.column
    assert column is not None
    found = column.notebook.pages["review"][0]
    assert isinstance(found, ReviewPage)
    return found


def test_a_game_is_reviewed_by_its_key_and_its_mistakes_are_gone_through(game_id: str) -> None:
    with opened(setup(game_id)) as window:
        show_game(window, a_game(game_id))
        reviewed(window)
        desk, page = window.game_review, page_of(window)
        review = review_of(window.table.session)
        assert review is not None and review.whole and window.analyse.on
        assert words.finished(counted(review.judged)) in shown(window)
        listed = desk.listed()
        assert [line.move for line in page.table.lines] == [str(one.node) for one in listed] and listed
        in_order = sorted(one.node for one in listed)
        press("Home", "Alt_L")
        seen = []
        for _ in listed:
            press("e")
            seen.append(window.table.browsing.at)
        assert sorted(seen) == in_order, "the next mistake, from the first to the last"
        assert len(desk.sizes()) == sum(bool(one.size) for one in review.judged)
        one = desk.shown
        assert one is not None
        text = page.text.text.get("1.0", "end")
        stands = review_page.when(window.table.session, one)
        assert text.startswith(stands[0].upper() + stands[1:] + ", ") and "Better was to" in text
        press("e", "Shift_L")
        assert window.table.browsing.at == seen[-2 if len(seen) > 1 else -1]
        seat = listed[0].seat
        assert page.summary is not None
        click(page.summary.buttons[seat])
        assert desk.listed() and all(one.seat == seat for one in desk.listed())
        lines = page.table.lines
        assert len(lines) == len(desk.listed())
        click(page.table.canvas, 40, window.look.px(26 + 12))
        assert window.table.browsing.at == int(lines[page.table.top].move)


def test_mistakes_are_counted_by_size() -> None:
    assert (
        words.finished({"blunder": 1, "mistake": 2, "inaccuracy": 0})
        == "The game is reviewed: one blunder, 2 mistakes."
    )
    assert words.finished({"blunder": 0, "mistake": 0, "inaccuracy": 4}) == "The game is reviewed: 4 inaccuracies."
    assert words.finished({"blunder": 0, "mistake": 0, "inaccuracy": 0}) == "The game is reviewed: no mistakes."


def test_what_was_better_is_shown_and_kept_as_a_variation() -> None:
    with opened(setup("herd")) as window:
        show_game(window, a_game("herd"))
        reviewed(window)
        desk, session = window.game_review, window.table.session
        one = desk.listed()[0]
        desk.go(one)
        settle(0.05)
        press("y")
        preview = window.analyse.on_board.preview
        assert preview is not None and preview.shown
        press("y", "Shift_L")
        kept = [session.document.tree.nodes[child].move for child in session.document.children(one.node)]
        assert kept[0] == one.moves[0] and one.judgement.best[0] in kept[1:]
        assert session.document.line_to(window.table.browsing.at)[-1] in session.document.children(one.node)
        assert review_of(session) is not None, "it is kept whatever is kept beside it"


def test_a_review_is_stopped_and_gone_on_with_and_there_again_without_a_search(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with opened(setup("forest")) as window:
        show_game(window, a_game("forest"))
        desk = window.game_review
        window.settings.review_simulations = 100_000
        press("e", "Control_L", "Shift_L")
        wait(lambda: desk.work is not None and len(desk.work.judged) > 2)
        page = page_of(window)
        click(page.head.button)
        assert not desk.running and page.head.button.cget("text") == words.GO_ON
        part = desk.review
        assert part is not None and not part.whole
        file = tmp_path / "game.herbarium"
        files.write(file, record_of(window.table.session))
        press("F2")

        def refuse(self: SessionReview) -> None:
            raise AssertionError("a search")

        monkeypatch.setattr(SessionReview, "_work", refuse)
        window.tabs.go_on(StoredGame.opened(file, lambda _: None))
        settle(0.1)
        again = desk.review
        assert again is not None and [one.node for one in again.judged] == [one.node for one in part.judged]
        assert desk.sizes() or not any(one.size for one in part.judged)


def test_who_may_not_see_it_is_told_why(game: str = "herbalism") -> None:
    with opened(setup(game)) as window:
        assert window.registry["review"].why_not() == words.COVERED
        session = a_game(game)
        session.document.tree.set_head("seats", (Seat(PERSON), *session.document.tree.head.seats[1:]))
        show_game(window, session)
        assert window.registry["review"].why_not() == ""
        reviewed(window)
        assert window.game_review.review is not None and window.game_review.sizes() is not None
        press("F2")
        window.table.revise(lambda: session.document.go_to(session.document.main_line()[3]))
        settle(0.05)
        assert window.table.session.waits_for != "over"
        assert window.game_review.review is None and not window.game_review.sizes(), (
            "the game goes on: nothing of it is told any more"
        )
        assert window.registry["review"].why_not() == words.COVERED
    with opened(setup("herd")) as window:
        assert window.registry["review"].why_not() == words.NOTHING
        assert window.registry["next_mistake"].why_not() == words.NONE_YET


def test_the_review_is_saved_as_a_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    monkeypatch.setattr(file_dialogs, "ask_save", lambda *_: page)
    with opened(setup("forest")) as window:
        show_game(window, a_game("forest"))
        assert window.registry["review_export"].why_not() == words.NONE_YET
        reviewed(window)
        window.registry.run("review_export")
        wait(lambda: words.saved(str(page)) in shown(window))
        text = page.read_text(encoding="utf-8")
        assert "<svg" in text and "Every decision" in text
        monkeypatch.setattr(file_dialogs, "ask_save", lambda *_: tmp_path / "none" / "there" / "x.html")
        (tmp_path / "none").write_text("a file")
        window.registry.run("review_export")
        wait(lambda: "could not be saved" in shown(window))


def test_the_window_lives_while_a_game_is_reviewed_and_two_bots_analyse() -> None:
    """Timing decides in deep alone."""
    from time import perf_counter

    with opened(setup("forest")) as window:
        show_game(window, a_game("forest"))
        window.settings.review_simulations = deep(200, 20000)
        press("e", "Control_L", "Shift_L")
        window.table.look(window.table.session.document.main_line()[2])
        window.analyse.position.analyses.choose(("mcts", "uct"), None)
        window.analyse.position.analyses.start()
        gaps, last, end = [], perf_counter(), perf_counter() + deep(1, 30)

        def tick() -> None:
            nonlocal last
            now = perf_counter()
            gaps.append(now - last)
            last = now
            if now < end:
                window.root.after(1, tick)

        window.root.after(1, tick)
        wait(lambda: perf_counter() > end)
        window.analyse.position.analyses.stop()
        worst = sorted(gaps)[-5:]
        assert len(gaps) > 20 and (deep(0, 1) == 0 or worst[-1] < 0.05 + 0.001), worst


def test_a_game_that_is_being_opened_is_meant_and_not_the_one_before_it(tmp_path: Path) -> None:
    file = tmp_path / "game.herbarium"
    files.write(file, record_of(a_game("forest")))
    with opened(setup("herd")) as window:
        show_game(window, a_game("herd"))
        window.files.open(file)
        press("e", "Control_L", "Shift_L")
        assert words.OPENING in shown(window) or window.table.info.id == "forest"
        wait(lambda: window.table.info.id == "forest")
        assert not window.games.opening and not window.game_review.why_not()
        reviewed(window)
        assert review_of(window.table.session) is not None
        window.files.open(tmp_path / "gone.herbarium")
        assert window.game_review.why_not() == words.OPENING
        wait(lambda: not window.games.opening)
        assert not window.game_review.why_not()


@pytest.mark.parametrize("game", ["herbs", "herbalism"])
def test_what_whoever_decided_held_is_seen_once_the_game_is_over(game: str) -> None:
    session = a_game(game)
    with opened(setup(game)) as window:
        show_game(window, session)
        line = session.document.main_line()
        node = next(
            node
            for node in line[6:]
            if session.document.tree.nodes[node].actor == 1
            and session.document.point_at(session.document.tree.nodes[node].parent).actor == 1
        )
        before, view = session.document.tree.nodes[node].parent, window.screen.view
        assert isinstance(view, BoardView) and window.screen.board is not None
        window.table.look(before)
        hidden, known = session.document.viewpoint_at(before, None), session.document.viewpoint_at(before, 1)
        assert hidden.fields != known.fields and view.fields == hidden.fields
        press("F12")
        assert view.fields == known.fields and view.viewer == 1
        window.analyse.on_board.show_position(hidden.fields)
        window.analyse.on_board.show_position(None)
        assert view.fields == known.fields, "what is shown for a while leads back to it"
        press("F2")
        assert view.fields == hidden.fields
        window.table.look(session.here)
        press("F12")
        assert view.fields == window.table.point.fields


def test_a_review_is_begun_and_made_again_by_the_button_of_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(setup("forest")) as window:
        show_game(window, a_game("forest"))
        desk = window.game_review
        window.settings.review_simulations, window.settings.analyse_page = 60, "review"
        press("F12")
        settle(0.1)
        page = page_of(window)
        button = page.head.button
        assert (
            button.cget("text") == window.registry["review"].text
            and button.winfo_width() >= button.winfo_reqwidth()
            and button.winfo_viewable()
        )
        assert window.registry["review_again"].why_not() == words.NONE_YET and not page.steps.winfo_viewable()
        click(button)
        wait(lambda: desk.work is not None and not desk.running)
        settle(0.1)
        first = desk.review
        assert first is not None and first.whole and page.steps.winfo_viewable()
        assert (
            button.cget("text") == words.AGAIN
            and button.winfo_width() >= button.winfo_reqwidth()
            and button.winfo_viewable()
        )
        monkeypatch.setattr("workbench.gui.review.game_review.new_seed", lambda: 77)
        work = desk.work
        click(button)
        wait(lambda: desk.work is not work and not desk.running)
        second = desk.review
        assert words.otherwise(unlike(second.judged if second else (), first.judged), first.of) in shown(window)
        assert desk.work is not None and desk.work.seed == 77 and second is not None and second.whole
        assert (second.judge, second.simulations) == (first.judge, first.simulations)
        assert [one.loss for one in second.judged] != [one.loss for one in first.judged], (
            "judged anew, and not taken over"
        )
        assert review_of(window.table.session) is not None


def test_what_cannot_be_shown_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing was given away, at all or in the position that is looked at."""
    with opened(setup("forest")) as window:
        show_game(window, a_game("forest"))
        assert window.registry["better_line"].why_not() == words.NONE_YET
        reviewed(window)
        desk = window.game_review
        review = desk.review
        assert review is not None
        desk.go(next(one for one in review.judged if one.loss < LEAST))
        assert window.registry["better_line"].why_not() == words.NOTHING_BETTER
        monkeypatch.setattr(type(desk), "listed", lambda _: [])
        window.table.look(window.table.session.here)
        assert (
            window.registry["better_line"].why_not() == window.registry["next_mistake"].why_not() == words.nothing("")
        )
        desk.only = 1
        window.analyse.show()
        assert words.nothing("Green") in page_of(window).text.text.get("1.0", "end")
        desk.only = 3
        assert desk.seat is None and not desk.side, "as after a game with more seats"


def test_the_page_is_saved_among_documents(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Not where the program keeps its games; beside a game that is kept elsewhere."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    assert file_dialogs.documents() == tmp_path
    (tmp_path / "Documents").mkdir()
    assert file_dialogs.documents() == tmp_path / "Documents"
    for folder in (".config", "Papers", "table"):
        (tmp_path / folder).mkdir()
    (tmp_path / ".config" / "user-dirs.dirs").write_text(
        '# places\nXDG_DESKTOP_DIR="$HOME/Desktop"\nXDG_DOCUMENTS_DIR="$HOME/Papers"\n'
    )
    asked: list[tuple[Path, str]] = []
    monkeypatch.setattr(file_dialogs, "ask_save", lambda _, folder, name, kind: asked.append((folder, name)))
    elsewhere, among = tmp_path / "table" / "game.herbarium", library.Library().folder / "mine.herbarium"
    with opened(setup("herd")) as window:
        for file in (elsewhere, among):
            file.parent.mkdir(parents=True, exist_ok=True)
            files.write(file, record_of(a_game("herd")))
            window.tabs.go_on(StoredGame.opened(file, lambda _: None))
            settle(0.1)
            window.game_review.run(simulations=20)
            wait(lambda: not window.game_review.running)
            window.registry.run("review_export")
    assert asked == [(tmp_path / "table", "game review.html"), (tmp_path / "Papers", "mine review.html")]


def test_what_the_review_found_is_not_said_to_be_analysed_later() -> None:
    with opened(setup("forest")) as window:
        show_game(window, a_game("forest"))
        reviewed(window)
        window.table.look(window.table.session.document.main_line()[2])
        settle(0.1)
        searched = window.analyse.position.searched
        assert searched is not None
        assert said.reviewed("mcts") in [
            window.analyse.position.who(one) for one in searched.found if one.source == "later"
        ]
        assert not any("later" in window.analyse.position.who(one) for one in searched.found)
