"""Tests of reviews in the window: the list of mistakes, better moves, and saved pages."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from bots.reasoning import turn_of
from tests.conftest import deep
from tests.kit.windows import TestedWindow, click, open_window, press, settle, status_text, wait
from tests.review.test_review import recorded_game
from workbench.boards.kit.figures import format_evaluations
from workbench.game.session import PERSON, Session
from workbench.gui.board.board_view import BoardView
from workbench.gui.review import words
from workbench.gui.review.page import ReviewPage
from workbench.gui.widgets import file_dialogs
from workbench.records import files
from workbench.records.schema import Seat
from workbench.review import page as review_page
from workbench.review.judging import MIN_LOSS, count_changed, count_mistakes
from workbench.review.review import SessionReview, stored_review
from workbench.storage import library
from workbench.storage.session_records import record_of
from workbench.storage.stored_game import StoredGame
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def setup_of(game: str) -> Setup:
    session = recorded_game(game)
    return Setup(session.spec, (PERSON,) * session.point.seats, 1)


def show_game(window: TestedWindow, session: Session) -> None:
    window.table.load(session)
    settle(0.1)


def run_review(window: TestedWindow, simulations: int = 60) -> None:
    window.settings.review_simulations = simulations
    press("e", "Control_L", "Shift_L")
    wait(lambda: window.game_review.work is not None and not window.game_review.running)
    settle(0.05)


def review_page_of(window: TestedWindow) -> ReviewPage:
    column = window.analyse.column
    assert column is not None
    page = column.notebook.pages["review"][0]
    assert isinstance(page, ReviewPage)
    return page


def test_mistakes_are_listed_and_can_be_stepped_through(game_id: str) -> None:
    with open_window(setup_of(game_id)) as window:
        show_game(window, recorded_game(game_id))
        run_review(window)
        game_review, page = window.game_review, review_page_of(window)
        review = stored_review(window.table.session)
        assert review is not None and review.is_complete and window.analyse.on
        assert words.finished(count_mistakes(review.judged)) in status_text(window)
        listed = game_review.listed_decisions()
        assert [line.move for line in page.table.lines] == [str(mistake.node) for mistake in listed] and listed
        in_order = sorted(mistake.node for mistake in listed)
        press("Home", "Alt_L")
        visited = []
        for _ in listed:
            press("period", "Alt_L")
            visited.append(window.table.browsing.shown_node)
        assert sorted(visited) == in_order, "the key visits every mistake in order"
        assert len(game_review.sizes()) == sum(bool(mistake.size) for mistake in review.judged)
        mistake = game_review.shown
        assert mistake is not None
        text = page.text.text.get("1.0", "end").replace("\u00a0", " ")
        assert text.startswith(review_page.decision_sentences(window.table.session, mistake)[0])
        assert "Better: " not in text and page.table.move == str(mistake.node), "the list names the turn"
        click(page.buttons["better_line"])
        assert "Better: " in page.text.text.get("1.0", "end")
        press("comma", "Alt_L")
        assert window.table.browsing.shown_node == visited[-2 if len(visited) > 1 else -1]
        seat = listed[0].seat
        assert page.summary is not None
        click(page.summary.buttons[seat])
        assert game_review.listed_decisions() and all(
            mistake.seat == seat for mistake in game_review.listed_decisions()
        )
        lines = page.table.lines
        assert len(lines) == len(game_review.listed_decisions())
        click(page.table.canvas, 40, window.look.px(26 + 12))
        assert window.table.browsing.shown_node == int(lines[page.table.top].move)


def test_mistakes_are_counted_by_size() -> None:
    assert words.finished({"blunder": 1, "mistake": 2, "inaccuracy": 0}) == "Review complete: one blunder, 2 mistakes."
    assert words.finished({"blunder": 0, "mistake": 0, "inaccuracy": 4}) == "Review complete: 4 inaccuracies."
    assert words.finished({"blunder": 0, "mistake": 0, "inaccuracy": 0}) == "Review complete: no mistakes."


def test_better_line_can_be_shown_and_saved_as_a_variation() -> None:
    with open_window(setup_of("herd")) as window:
        show_game(window, recorded_game("herd"))
        run_review(window)
        game_review, session = window.game_review, window.table.session
        mistake = next(one for one in game_review.listed_decisions() if one.judgement.best[0] != one.moves[0])
        game_review.view_mistake(mistake)
        settle(0.05)
        button = review_page_of(window).buttons["better_line"]
        assert button.cget("text") == words.BETTER
        press("y")
        preview = window.analyse.on_board.preview
        assert preview is not None and preview.shown and button.cget("text") == words.HIDE_BETTER
        assert status_text(window) == words.better_task("Y")
        click(button)
        assert status_text(window) != words.better_task("Y")
        assert not preview.shown and button.cget("text") == words.BETTER
        press("y")
        press("Y", "Control_L", "Shift_L")
        moves = [session.document.tree.nodes[child].move for child in session.document.children(mistake.node)]
        assert moves[0] == mistake.moves[0] and mistake.judgement.best[0] in moves[1:]
        assert session.document.line_to(window.table.browsing.shown_node)[-1] in session.document.children(mistake.node)
        assert stored_review(session) is not None, "adding a variation keeps the stored review"


def test_hint_at_a_reviewed_position_is_the_one_of_the_review() -> None:
    with open_window(setup_of("herd")) as window:
        session = recorded_game("herd")
        session.document.tree.set_head("seats", (Seat(PERSON), Seat(PERSON)))
        show_game(window, session)
        run_review(window)
        judged = window.game_review.review
        assert judged is not None
        decision = next(one for one in judged.judged if not one.forced and one.node != session.here)
        press("F2")
        window.table.revise(lambda: session.document.go_to(decision.node))
        wait(lambda: window.playing.accepts_moves)
        point = window.table.point
        press("h", "Control_L")
        advice = window.table.bots.advice
        assert advice is not None and not window.table.bots.advising, "it needs no search"
        assert turn_of(point, advice) == decision.judgement.best
        press("h", "Control_L")
        value = max(decision.judgement.best_value, decision.judgement.value)
        assert f"(chances {format_evaluations(2, value)[0]}" in status_text(window)


@pytest.mark.slow
def test_stopped_review_is_restored_without_a_search(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with open_window(setup_of("forest")) as window:
        show_game(window, recorded_game("forest"))
        game_review = window.game_review
        window.settings.review_simulations = 100_000
        press("e", "Control_L", "Shift_L")
        wait(lambda: game_review.work is not None and len(game_review.work.judged) > 2)
        page = review_page_of(window)
        click(page.head.button)
        assert not game_review.running and page.head.button.cget("text") == words.GO_ON
        partial = game_review.review
        assert partial is not None and not partial.is_complete
        file = tmp_path / "game.herbarium"
        files.write(file, record_of(window.table.session))
        press("F2")

        def refuse(self: SessionReview) -> None:
            raise AssertionError("a search was started")

        monkeypatch.setattr(SessionReview, "_work", refuse)
        window.tabs.resume(StoredGame.open(file, lambda _: None))
        settle(0.1)
        restored = game_review.review
        assert restored is not None and [item.node for item in restored.judged] == [
            item.node for item in partial.judged
        ]
        assert game_review.sizes() or not any(item.size for item in partial.judged)


def test_unavailable_review_gives_the_reason(game: str = "herbalism") -> None:
    with open_window(setup_of(game)) as window:
        assert window.registry["review"].why_not() == words.COVERED
        session = recorded_game(game)
        session.document.tree.set_head("seats", (Seat(PERSON), *session.document.tree.head.seats[1:]))
        show_game(window, session)
        assert window.registry["review"].why_not() == ""
        run_review(window)
        assert window.game_review.review is not None and window.game_review.sizes() is not None
        press("F2")
        window.table.revise(lambda: session.document.go_to(session.document.main_line()[3]))
        settle(0.05)
        assert window.table.session.waits_for != "over"
        assert window.game_review.review is None and not window.game_review.sizes(), (
            "a game in progress hides its review"
        )
        assert window.registry["review"].why_not() == words.COVERED
    with open_window(setup_of("herd")) as window:
        assert window.registry["review"].why_not() == words.NOTHING
        assert window.registry["next_mistake"].why_not() == words.NONE_YET


def test_review_can_be_saved_as_a_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    monkeypatch.setattr(file_dialogs, "ask_save", lambda *_: page)
    with open_window(setup_of("forest")) as window:
        show_game(window, recorded_game("forest"))
        assert window.registry["review_export"].why_not() == words.NONE_YET
        run_review(window)
        window.registry.run("review_export")
        wait(lambda: words.saved(str(page)) in status_text(window))
        text = page.read_text(encoding="utf-8")
        assert "<svg" in text and "All turns" in text
        monkeypatch.setattr(file_dialogs, "ask_save", lambda *_: tmp_path / "none" / "there" / "x.html")
        (tmp_path / "none").write_text("a file")
        window.registry.run("review_export")
        wait(lambda: "was not saved" in status_text(window))


def test_window_stays_responsive_during_review_and_analysis() -> None:
    """Only `make deep` checks the times."""
    from time import perf_counter

    with open_window(setup_of("forest")) as window:
        show_game(window, recorded_game("forest"))
        window.settings.review_simulations = deep(200, 20000)
        press("e", "Control_L", "Shift_L")
        window.table.view_node(window.table.session.document.main_line()[2])
        window.analyse.position.analyses.set_bots(("mcts", "uct"), None)
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
        assert len(gaps) > 5 and (deep(0, 1) == 0 or worst[-1] < 0.05 + 0.001), worst


def test_review_waits_for_a_game_that_is_being_opened(tmp_path: Path) -> None:
    file = tmp_path / "game.herbarium"
    files.write(file, record_of(recorded_game("forest")))
    with open_window(setup_of("herd")) as window:
        show_game(window, recorded_game("herd"))
        window.files.open(file)
        press("e", "Control_L", "Shift_L")
        assert words.OPENING in status_text(window) or window.table.info.id == "forest"
        wait(lambda: window.table.info.id == "forest")
        assert not window.games.opening and not window.game_review.why_not()
        run_review(window)
        assert stored_review(window.table.session) is not None
        window.files.open(tmp_path / "gone.herbarium")
        assert window.game_review.why_not() == words.OPENING
        wait(lambda: not window.games.opening)
        assert not window.game_review.why_not()


@pytest.mark.parametrize("game", ["herbs", "herbalism"])
def test_deciders_hand_is_shown_after_the_game(game: str) -> None:
    session = recorded_game(game)
    with open_window(setup_of(game)) as window:
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
        window.table.view_node(before)
        hidden, seen_by_decider = session.document.viewpoint_at(before, None), session.document.viewpoint_at(before, 1)
        assert hidden.fields != seen_by_decider.fields and view.fields == hidden.fields
        press("F12")
        assert view.fields == seen_by_decider.fields and view.viewer == 1
        window.analyse.on_board.show_position(hidden.fields)
        window.analyse.on_board.show_position(None)
        assert view.fields == seen_by_decider.fields, "after a preview the same view returns"
        press("F2")
        assert view.fields == window.table.point.fields and window.table.browsing.shown_node == session.here
        press("F12")
        assert view.fields == window.table.point.fields


def test_page_button_starts_and_repeats_the_review(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(setup_of("forest")) as window:
        show_game(window, recorded_game("forest"))
        game_review = window.game_review
        window.settings.review_simulations, window.settings.analyse_page = 60, "review"
        press("F12")
        settle(0.1)
        page = review_page_of(window)
        button = page.head.button
        assert (
            button.cget("text") == window.registry["review"].text
            and button.winfo_width() >= button.winfo_reqwidth()
            and button.winfo_viewable()
        )
        assert window.registry["review_again"].why_not() == words.NONE_YET and not page.steps.winfo_viewable()
        click(button)
        wait(lambda: game_review.work is not None and not game_review.running)
        settle(0.1)
        first = game_review.review
        assert first is not None and first.is_complete and page.steps.winfo_viewable()
        assert not button.winfo_viewable(), "a finished review leaves its space to the mistakes"
        monkeypatch.setattr("workbench.gui.review.game_review.new_seed", lambda: 77)
        work = game_review.work
        page._more()
        menu = page.popup.menu
        assert menu is not None and menu.entrycget(0, "label") == words.AGAIN
        page.popup.close()
        window.registry.run("review_again")
        wait(lambda: game_review.work is not work and not game_review.running)
        second = game_review.review
        assert words.changed_sizes(
            count_changed(second.judged if second else (), first.judged), first.total
        ) in status_text(window)
        assert (
            game_review.work is not None and game_review.work.seed == 77 and second is not None and second.is_complete
        )
        assert (second.judge, second.simulations) == (first.judge, first.simulations)
        assert [item.loss for item in second.judged] != [item.loss for item in first.judged], (
            "every decision is searched again"
        )
        assert stored_review(window.table.session) is not None


def test_review_without_mistakes_explains_why_nothing_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Covers a game without mistakes, and a position without a mistake."""
    with open_window(setup_of("forest")) as window:
        show_game(window, recorded_game("forest"))
        assert window.registry["better_line"].why_not() == words.NONE_YET
        run_review(window)
        game_review = window.game_review
        review = game_review.review
        assert review is not None
        game_review.view_mistake(next(item for item in review.judged if item.loss < MIN_LOSS))
        assert window.registry["better_line"].why_not() == words.NOTHING_BETTER
        monkeypatch.setattr(type(game_review), "listed_decisions", lambda _: [])
        monkeypatch.setattr(type(game_review), "retry_target", None)
        window.table.view_node(window.table.session.here)
        assert (
            window.registry["better_line"].why_not() == window.registry["next_mistake"].why_not() == words.nothing("")
        )
        game_review.chosen_seat = 1
        window.analyse.refresh()
        assert review_page_of(window).head.other.winfo_manager(), "the heading offers what to do next"
        game_review.chosen_seat = 3
        assert game_review.seat is None and not game_review.side, "a seat that this game lacks is ignored"


def test_page_is_saved_in_documents_or_beside_the_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The page of a game outside the library is saved in the game's folder."""
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
    proposed_files: list[tuple[Path, str]] = []
    monkeypatch.setattr(file_dialogs, "ask_save", lambda _, folder, name, kind: proposed_files.append((folder, name)))
    outside, in_library = tmp_path / "table" / "game.herbarium", library.Library().folder / "mine.herbarium"
    with open_window(setup_of("herd")) as window:
        for file in (outside, in_library):
            file.parent.mkdir(parents=True, exist_ok=True)
            files.write(file, record_of(recorded_game("herd")))
            window.tabs.resume(StoredGame.open(file, lambda _: None))
            settle(0.1)
            window.game_review.start_review(simulations=20)
            wait(lambda: not window.game_review.running)
            window.registry.run("review_export")
    assert proposed_files == [(tmp_path / "table", "game review.html"), (tmp_path / "Papers", "mine review.html")]


def test_review_results_are_labelled_as_reviewed() -> None:
    with open_window(setup_of("forest")) as window:
        show_game(window, recorded_game("forest"))
        run_review(window)
        window.table.view_node(window.table.session.document.main_line()[2])
        settle(0.1)
        searched = window.analyse.position.candidate_subject
        assert searched is not None
        assert "In the review · mcts" in [
            window.analyse.position.search_name(finding) for finding in searched.findings if finding.source == "later"
        ]
        assert not any("later" in window.analyse.position.search_name(finding) for finding in searched.findings)
