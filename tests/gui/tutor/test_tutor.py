"""Tests of the tutor in the window: when it speaks, its three answers, and what other people at the screen see."""

from __future__ import annotations

from time import sleep

import pytest

pytest.importorskip("tkinter")

import bots
import fastcore
from fastcore import Stream, Viewpoint
from tests.conftest import deep, is_fast_enough
from tests.gui.whole.test_alive import longest_gap
from tests.kit.placed_controls import moved_controls
from tests.kit.windows import TWO, TestedWindow, click, descendants, open_window, press, settle, wait
from tests.tutor.planted import counting_watch, random_decision, worst_decision
from workbench.conformance.walks import random_position
from workbench.game.session import PERSON
from workbench.gui.board.board_view import BoardView
from workbench.gui.tutor import tutor as tutor_module
from workbench.gui.tutor import words
from workbench.gui.tutor.tutor import Tutor
from workbench.seen.seen_tree import SeenTree
from workbench.storage.session_records import record_of, session_of
from workbench.table.setup import Setup
from workbench.tutor import judging
from workbench.tutor.comparisons import comparison_for
from workbench.tutor.judging import Objection
from workbench.tutor.watch import Watch

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

HERBS = Setup("herbs(ap=30,actions=2,rounds=3)", TWO, 1)
LOSS = 0.44
ENDING = "rb/2b/bb r 3 4-1 x1+4"  # every turn ends the game


def objecting(point: Viewpoint, moves: tuple[str, ...], threshold: float, watch: Watch) -> Objection:
    """Object to every decision, as a judge that finds another legal decision better."""
    if point.state is not None and not point.info.has.covered:
        better = random_decision(point.state, Stream(5, point.text()))
        report = comparison_for(point, moves).report(better)
    else:
        bot = bots.make(bots.strongest(point.spec), 1, spec=point.spec)
        *_, report = bot.think(point, bots.Limit(simulations=30))
        better = report.plan or (report.move,)
    return Objection(point.actor, moves, better, LOSS, 0.01, report)


@pytest.fixture(autouse=True)
def _objects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tutor_module, "judge", objecting)
    monkeypatch.setattr(tutor_module, "PATIENCE", 60.0)


def the_tutor(window: TestedWindow) -> Tutor:
    return window.shell.feature(Tutor)


def decide(window: TestedWindow) -> tuple[int, str]:
    """Make a random decision of the person to move. Return the node and the position before it."""
    wait(lambda: window.playing.accepts_moves)
    table = window.table
    before, text = table.session.here, table.session.point.text()
    if window.registry["lock"].why_not():  # an undone plan is on the sheet already
        for move in random_decision(table.session.state, Stream(3, text)):
            window.playing.play(move)
    if table.session.here == before:
        window.registry.run("lock")
    return before, text


def wait_until_it_speaks(window: TestedWindow) -> None:
    wait(lambda: the_tutor(window).shown_case(window.table) is not None)
    settle()


def buttons(window: TestedWindow) -> dict[str, object]:
    frame = window.shell.notice.frame
    assert frame is not None
    return {str(part.cget("text")): part for part in descendants(frame) if part.winfo_class() == "TButton"}


def setup_of(game: str) -> Setup:
    """Return a game of a person against random players, at a position in which the person decides."""
    state = random_position(game, "window tutor", 2, max_moves=12)
    seats = tuple(PERSON if seat == state.actor else "random" for seat in range(state.seats))
    return Setup(state.spec, seats, 1, state.text())


@pytest.mark.parametrize("game", fastcore.games())
def test_opponent_waits_until_the_person_answers(game: str) -> None:
    with open_window(setup_of(game), tutor="mistakes") as window:
        tutor = the_tutor(window)
        before, text = decide(window)
        after = window.table.session.here
        wait_until_it_speaks(window)
        assert window.table.session.here == after and not window.table.bots.thinking
        shown = tutor.notice(window.table)
        assert shown is not None and [label for label, _ in shown.offers] == [words.UNDO, words.WHY, words.KEEP]
        assert (("22 %" if window.table.state.seats == 2 else ".44") in shown.text) and not shown.details
        window.registry.run("tutor_why")
        settle()
        assert window.table.browsing.node == (None if before == window.table.session.here else before)
        explained = tutor.notice(window.table)
        assert explained is not None and explained.text == shown.text and "Better: " in explained.details
        view = window.screen.view
        assert isinstance(view, BoardView) and view.painter.shown["advice"]
        window.registry.run("tutor_why")
        assert window.table.browsing.node is None
        window.registry.run("tutor_undo")
        settle()
        assert window.table.session.here == before and window.table.session.point.text() == text
        assert window.playing.accepts_moves and tutor.case(window.table) is None
        decide(window)
        wait_until_it_speaks(window)
        last = window.table.session.here
        window.registry.run("tutor_keep")
        wait(lambda: window.table.over or window.table.session.here != last)
        remarks = tutor._remarks[window.table.session]
        assert [remark.undone for remark in remarks][:2] == [True, False]


def test_objection_is_not_shown_over_the_editor() -> None:
    with open_window(setup_of("forest"), tutor="mistakes") as window:
        decide(window)
        wait_until_it_speaks(window)
        window.registry.run("tutor_why")
        settle()
        assert words.UNDO in buttons(window)
        window.registry.run("set_up_mode")
        settle()
        frame = window.shell.notice.frame
        assert window.set_up.on and (frame is None or words.UNDO not in buttons(window))
        window.registry.run("play_mode")
        settle()
        assert words.UNDO in buttons(window)


def test_keys_answer_the_tutor() -> None:
    with open_window(setup_of("forest"), tutor="mistakes") as window:
        before, _ = decide(window)
        wait_until_it_speaks(window)
        press("i")
        assert window.table.browsing.node == before
        press("Escape")
        assert window.table.browsing.node is None and the_tutor(window).shown_case(window.table) is not None
        press("z", "Control_L")
        assert window.table.session.here == before
        decide(window)
        wait_until_it_speaks(window)
        last = window.table.session.here
        press("Escape")
        wait(lambda: window.table.session.here != last)


@pytest.mark.parametrize("game", fastcore.games())
def test_redo_repeats_the_undone_decision(game: str) -> None:
    with open_window(setup_of(game), tutor="mistakes") as window:
        before, _ = decide(window)
        wait_until_it_speaks(window)
        decided = window.table.session.here
        press("z", "Control_L")
        assert window.table.session.here == before
        line = window.table.session.document.tree.line_to(decided)
        while window.table.session.here != decided and decided not in window.table.session.document.line():
            assert not window.registry["redo"].why_not()
            press("y", "Control_L")
            assert window.table.session.here in line or decided in window.table.session.document.line()
        settle(0.05)
        assert the_tutor(window).shown_case(window.table) is None, "a repeated decision is kept"


def test_another_turn_from_the_shown_position_replaces_the_decision() -> None:
    with open_window(setup_of("forest"), tutor="mistakes") as window:
        before, _ = decide(window)
        wait_until_it_speaks(window)
        window.registry.run("tutor_why")
        wait(lambda: window.playing.accepts_moves)
        played = window.table.session.document.tree.nodes[window.table.session.here].move
        point = window.playing.point
        window.playing.play(next(move for move in map(point.move_text, point.moves()) if move != played))
        assert [remark.undone for remark in the_tutor(window)._remarks[window.table.session]] == [True]
        assert window.table.session.document.tree.nodes[window.table.session.here].parent == before


def test_game_goes_on_if_the_judge_is_late_or_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    watches: list[Watch] = []

    def late(point: Viewpoint, moves: tuple[str, ...], threshold: float, watch: Watch) -> Objection | None:
        watches.append(watch)
        while not watch.stopped:
            sleep(0.001)
        return None

    monkeypatch.setattr(tutor_module, "judge", late)
    monkeypatch.setattr(tutor_module, "PATIENCE", 0.1)
    with open_window(setup_of("forest"), tutor="mistakes") as window:
        decide(window)
        after = window.table.session.here
        assert the_tutor(window).case(window.table) is not None and not window.table.bots.thinking
        wait(lambda: window.table.session.here != after)
        assert watches[0].stopped


def test_tutor_is_off_at_first_and_says_nothing() -> None:
    with open_window(setup_of("forest")) as window:
        decide(window)
        after = window.table.session.here
        assert the_tutor(window).case(window.table) is None
        wait(lambda: window.table.session.here != after)
        window.registry.run("tutor")
        assert window.shell.settings.tutor == "level"


@pytest.mark.parametrize("game", ["herbs", "herbalism"])
def test_next_person_at_the_screen_sees_nothing(game: str) -> None:
    """The person who moved stays until the answer; then the screen is covered, and nothing of it is left."""
    setup = HERBS if game == "herbs" else Setup("herbalism", (PERSON,) * 3, 3, names=("Anna", "Ben", "Cleo"))
    with open_window(setup, tutor="mistakes") as window:
        wait(lambda: window.table.screen.handover_seat is not None)
        window.table.take_over()
        decide(window)
        wait_until_it_speaks(window)
        mover = window.table.screen.viewer
        assert mover is not None and not window.screen.cover.winfo_viewable()
        window.registry.run("tutor_why")
        settle()
        window.registry.run("tutor_keep")
        wait(lambda: window.screen.cover.winfo_viewable())
        assert the_tutor(window).notice(window.table) is None and the_tutor(window).live_list() == {}
        assert window.shell.notice.frame is None and window.table.browsing.node is None
        window.table.take_over()
        settle()
        assert window.table.screen.viewer != mover and the_tutor(window).notice(window.table) is None
        session = window.table.session
        for some in (session, session_of(record_of(session))):  # a saved game knows who may read a comment
            assert any(node.comments for node in SeenTree(some, mover).tree.nodes.values())
            for seat in set(range(len(session.seats))) - {mover}:
                assert not any(node.comments for node in SeenTree(some, seat).tree.nodes.values())


def test_handing_the_screen_over_ends_the_objection() -> None:
    with open_window(HERBS, tutor="mistakes") as window:
        wait(lambda: window.table.screen.handover_seat is not None)
        window.table.take_over()
        decide(window)
        wait_until_it_speaks(window)
        window.registry.run("hand_over")
        wait(lambda: window.screen.cover.winfo_viewable())
        assert the_tutor(window).notice(window.table) is None
        assert window.shell.notice.frame is None and not the_tutor(window).sentence(window.table)


def test_two_people_at_an_open_game_go_on_after_the_answer() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1), tutor="mistakes") as window:
        decide(window)
        wait_until_it_speaks(window)
        assert not window.playing.accepts_moves
        window.registry.run("tutor_keep")
        wait(lambda: window.playing.accepts_moves)


def test_summary_follows_the_game() -> None:
    with open_window(setup_of("forest"), tutor="mistakes") as window:
        decide(window)
        wait_until_it_speaks(window)
        window.registry.run("tutor_undo")
        decide(window)
        wait_until_it_speaks(window)
        window.registry.run("tutor_keep")
        window.table.resign(window.table.persons[0])
        settle()
        summary = the_tutor(window).notice(window.table)
        assert summary is not None
        assert summary.text == "The tutor spoke 2 times. You undid 1 move. The moves you kept lost about 22 %."
        click(buttons(window)[words.CLOSE])  # type: ignore[arg-type]
        assert the_tutor(window).notice(window.table) is None and window.shell.notice.frame is None


def test_remarks_are_saved_with_the_game() -> None:
    with open_window(setup_of("forest"), tutor="mistakes") as window:
        session = window.table.session
        decide(window)
        wait_until_it_speaks(window)
        undone, said = session.here, the_tutor(window).sentence(window.table)
        window.registry.run("tutor_undo")
        settle()
        assert not session.document.tree.nodes[session.here].comments
        seat = session.document.tree.nodes[undone].actor
        loaded = session_of(record_of(session))
        texts = [comment for node in loaded.document.tree.nodes.values() for comment in node.comments]
        assert len(texts) == 1 and texts[0].text.startswith(f"Tutor: {said} Better: ")
        assert session.document.tree.nodes[undone].comments[0].by == seat


def test_remark_is_saved_if_the_tab_closes_while_the_tutor_objects() -> None:
    with open_window(setup_of("forest"), tutor="mistakes") as window:
        session = window.table.session
        decide(window)
        wait_until_it_speaks(window)
        said = the_tutor(window).sentence(window.table)
        press("w", "Control_L")
        assert window.table.session is not session
        press("T", "Control_L", "Shift_L")
        wait(lambda: window.table.info.id == "forest" and window.table.session.steps)
        loaded = session_of(record_of(window.table.session))
        texts = [comment.text for node in loaded.document.tree.nodes.values() for comment in node.comments]
        assert len(texts) == 1 and texts[0].startswith(f"Tutor: {said} Better: ")


def test_turn_can_be_deleted_instead_of_undone() -> None:
    with open_window(setup_of("forest"), tutor="mistakes") as window:
        decide(window)
        deleted = window.table.session.here
        wait_until_it_speaks(window)
        window.registry.run("delete")
        settle()
        remarks = the_tutor(window)._remarks[window.table.session]
        assert not window.table.session.document.has_node(deleted) and [remark.undone for remark in remarks] == [True]
        assert the_tutor(window).shown_case(window.table) is None and window.playing.accepts_moves


def test_turn_that_ends_the_game_is_judged() -> None:
    with open_window(Setup("herd(size=2)", (PERSON, "random"), 1, ENDING), tutor="mistakes") as window:
        before, _ = decide(window)
        assert window.table.over
        wait_until_it_speaks(window)
        window.registry.run("tutor_undo")
        settle()
        assert window.table.session.here == before and not window.table.over and window.playing.accepts_moves
        decide(window)
        wait_until_it_speaks(window)
        window.registry.run("tutor_keep")
        settle()
        summary = the_tutor(window).notice(window.table)
        assert summary is not None and "spoke 2 times" in summary.text


def test_nothing_moves_when_the_tutor_speaks() -> None:
    for size in ((1280, 720), (2560, 1440)):
        with open_window(setup_of("herd(size=4)"), size, tutor="mistakes") as window:
            wait(lambda: window.playing.accepts_moves)

            def speak(window: TestedWindow = window) -> None:
                if the_tutor(window).shown_case(window.table) is None and window.playing.accepts_moves:
                    decide(window)
                    wait_until_it_speaks(window)

            actions = {
                "decide": speak, "why": lambda: press("i"), "undo": lambda: press("z", "Control_L"),
                "look": lambda: press("Left", "Alt_L"),
            }  # fmt: skip
            assert moved_controls(window, actions, deep(12, 60), 1) == []


def test_window_has_no_gaps_while_the_tutor_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tutor_module, "judge", judging.judge)
    with open_window(setup_of("herbalism"), tutor="inaccuracies") as window:
        decide(window)
        assert the_tutor(window).case(window.table) is not None
        gap = longest_gap(0.5)
    assert is_fast_enough(gap, 0.05)


def test_tutor_speaks_about_the_worst_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real judge, with a clock that counts its looks."""
    monkeypatch.setattr(
        tutor_module,
        "judge",
        lambda point, moves, limit, _: judging.judge(point, moves, limit, counting_watch("forest")),
    )
    state = random_position("forest", "tutor", 1, max_moves=40)
    seats = tuple(PERSON if seat == state.actor else "random" for seat in range(2))
    with open_window(Setup("forest", seats, 1, state.text()), tutor="mistakes") as window:
        wait(lambda: window.playing.accepts_moves)
        for move in worst_decision(state, Stream(1, "worst")):
            window.playing.play(move)
        wait_until_it_speaks(window)
        assert "lowers your chances by" in the_tutor(window).sentence(window.table)


def test_tutor_says_when_it_speaks() -> None:
    with open_window(Setup("herd(size=3)", (PERSON, "beginner"), 1)) as window:
        window.registry.run("tutor")
        settle()
        assert "losses of 20 % or more" in window.notice.text
