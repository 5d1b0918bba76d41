"""Several persons before one screen: whose view it shows, in the model, at a real terminal and in the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import fastcore
from fastcore import OVER, Stream
from tests.conftest import deep
from tests.core.test_hiding import COVERED
from tests.kit.terminals import on_terminals, terminals
from workbench import boards
from workbench.cli.playing.prompt import Prompt
from workbench.cli.playing.table import TableView
from workbench.cli.playing.voice import Voice
from workbench.game.session import PERSON, Session
from workbench.seen.shared_screen import SharedScreen


@pytest.fixture(params=COVERED)
def hiding(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def go_on(session: Session, stream: Stream) -> str:
    """Whatever comes next, at random; the move."""
    if session.waits_for == "chance":
        session.draw_chance()
    else:
        session.play(session.state.move_text(stream.choice(session.state.moves())))
    return session.steps[-1].move


def test_what_a_seat_saw_is_what_it_observed(hiding: str) -> None:
    for number in range(deep(1, 20)):
        seats = fastcore.start(hiding).seats
        session, stream = Session(hiding, [PERSON] * seats, number), Stream(number, "seen")
        observed: dict[int | None, list[str]] = {seat: [] for seat in (None, *range(seats))}
        for _ in range(60):
            if session.waits_for == "over":
                break
            before = session.state
            move = go_on(session, stream)
            for seat, texts in observed.items():
                seen = before.observation(move, seat)
                texts += [seen] if seen else []
                assert [step.move for step in session.seen(seat)] == texts
        session.undo()
        for seat, texts in observed.items():
            left = [step.move for step in session.seen(seat)]
            assert left == texts[: len(left)]
            assert session.viewpoint(seat).text() == session.state.view(seat)


def test_the_screen_is_handed_over_between_persons(hiding: str) -> None:
    seats = fastcore.start(hiding).seats
    session, stream = Session(hiding, [PERSON] * seats, 3), Stream(3, "screen")
    screen, asked = SharedScreen(session), 0
    for _ in range(200):
        if session.waits_for == "over":
            break
        if session.waits_for == "person" and screen.handing_to is not None:
            assert screen.viewer is None and screen.handing_to == session.state.actor != screen.facing
            screen.take_over()
            asked += 1
        if session.waits_for == "person":
            assert screen.viewer == session.state.actor == screen.facing
        go_on(session, stream)
        screen.moved()
    assert asked > 3


def test_who_decided_reads_what_it_did_until_they_hand_over(hiding: str) -> None:
    seats = fastcore.start(hiding).seats
    session, stream = Session(hiding, [PERSON] * (seats - 1) + ["random"], 3), Stream(3, "reads")
    screen, read = SharedScreen(session), 0
    for _ in range(200):
        if session.waits_for == "over":
            break
        before = screen.viewer
        if screen.handing_to is not None:
            assert (
                screen.covered_for == (None if screen.reading is not None else screen.handing_to)
                and before == screen.reading
            )
            if screen.reading is not None:
                screen.hand_over()
                read += 1
            assert screen.viewer is None and screen.covered_for == screen.handing_to
            screen.take_over()
            assert screen.viewer == session.state.actor and screen.reading is None
        before = screen.viewer
        go_on(session, stream)
        screen.moved(True)
        assert session.result is not None or screen.viewer in (before, session.state.actor), (
            "nobody else sees it meanwhile"
        )
    assert read > 3 or seats == 2


def test_a_person_alone_needs_no_hand_over(hiding: str) -> None:
    seats = fastcore.start(hiding).seats
    session, stream = Session(hiding, ["random"] * (seats - 1) + [PERSON], 3), Stream(3, "alone")
    screen = SharedScreen(session)
    for _ in range(100):
        if session.waits_for == "over":
            break
        assert screen.viewer == seats - 1 and screen.handing_to is None and not screen.shows_thoughts
        go_on(session, stream)
        screen.moved()


def test_a_screen_whose_persons_change_is_handed_to_the_only_one_left(hiding: str) -> None:
    seats = fastcore.start(hiding).seats
    session, stream = Session(hiding, [PERSON, PERSON, *["random"] * (seats - 2)], 3), Stream(3, "exchanged")
    screen, shown = SharedScreen(session), 0
    while session.waits_for == "chance":
        go_on(session, stream)
    go_on(session, stream)
    session.change_seats([PERSON, *["random"] * (seats - 1)])
    screen.seated_anew()
    assert session.hindsight, "the seat that was left has been looked at"
    for _ in range(40):
        if session.waits_for == "over":
            break
        assert screen.viewer == screen.facing, "nobody's view but that of whoever said to be there"
        if screen.handing_to is not None:
            shown += 1
            screen.take_over()
            assert screen.viewer == screen.facing == 0
        go_on(session, stream)
        screen.moved()
    assert shown == 1, "nobody else comes"
    session.undo()
    assert session.hindsight


def test_an_ending_that_was_declared_opens_no_other_records_and_is_not_taken_back_unmarked(hiding: str) -> None:
    seats = fastcore.start(hiding).seats
    session, stream = Session(hiding, ["random"] * (seats - 1) + [PERSON], 3), Stream(3, "declared")
    screen = SharedScreen(session)
    for _ in range(6):
        go_on(session, stream)
    before = session.hindsight
    session.resign(seats - 1)
    assert screen.seats_seen == (seats - 1,) and session.undo_reveals and not before
    session.undo()
    assert session.hindsight and screen.seats_seen == (seats - 1,)
    session.redo()
    assert session.hindsight


def test_open_games_need_none(open_game: str) -> None:
    session, stream = Session(open_game, [PERSON, PERSON], 3), Stream(3, "open")
    screen = SharedScreen(session)
    for _ in range(50):
        assert screen.handing_to is None and screen.shows_thoughts
        go_on(session, stream)
        screen.moved()


# At a real terminal ---------------------------------------------------------------------------------------------------


@on_terminals
def test_a_terminal_is_cleared_before_the_next_person_looks(hiding: str) -> None:
    info, seats = fastcore.info(hiding), fastcore.start(hiding).seats
    session = Session(hiding, [PERSON] * seats, 3)
    screen, stream, handed = SharedScreen(session), Stream(3, "terminal"), 0
    with terminals() as opened:
        terminal = opened("play", hiding, "--seats", ",".join([PERSON] * seats), "--seed", "3")
        while handed < 4:
            while session.waits_for == "chance":
                session.draw_chance()
                screen.moved()
            side = boards.side(info, session.state.actor)
            if screen.handing_to is not None:
                between = terminal.until(f"Hand the screen to {side}, who presses Enter: ")
                public = boards.text_board(session.viewpoint(session.state.actor))
                assert public not in between.replace("\r", ""), "the next player's view is not shown yet"
                if handed:
                    assert "\x1b[3J" in between, "the last player's view is cleared, also from the scrollback"
                terminal.press("\n")
                screen.take_over()
                handed += 1
            terminal.until(f"{side}> ")
            move = session.state.move_text(stream.choice(session.state.moves()))
            session.play(move)
            screen.moved()
            terminal.press(f"{move}\n")
        terminal.press("\x04")


class Recorder(Voice):
    """A terminal that remembers what stands on it, with persons who play at random, undo and redo now and then."""

    def __init__(self) -> None:
        self.live = True
        self.lines: list[str] = []
        self.asked = self.handed = 0
        self.view: TableView | None = None
        self.stream = Stream(1, "recorder")

    def say(self, text: str = "") -> None:
        self.lines.append(text)

    def tell(self, text: str) -> None:
        self.lines.append(text)

    def clear(self) -> None:
        self.lines.clear()

    def ask(self, prompt: str) -> str | None:
        assert self.view is not None
        session, screen = self.view.session, self.view.screen
        self.asked += 1
        if self.asked > 300 or session.waits_for == "over":
            return None
        if screen.handing_to is not None:
            shown, self.handed = "\n".join(self.lines), self.handed + 1
            for seat in screen.persons:
                private = [line for line in boards.text_board(session.viewpoint(seat)).splitlines() if line.strip()]
                public = boards.text_board(session.viewpoint(None))
                for line in private:
                    assert line in public or line not in shown, f"{line!r} of seat {seat} stands there"
            assert "You hold" not in shown
            return ""
        kind = self.stream.below(12)
        if kind < 2 and not session.document.can_undo:
            return "undo"
        if kind == 2 and not session.document.can_redo:
            return "redo"
        texts = [session.state.move_text(move) for move in session.state.moves()]
        return f"{self.stream.choice(texts)} {texts[0] if kind == 3 else ''}"

    @contextmanager
    def progress(self, words: str, later: str = "") -> Iterator[Callable[[str], None]]:
        yield lambda _: None


def test_nothing_private_stands_on_a_terminal_that_is_handed_over(hiding: str) -> None:
    for middle in (PERSON, "random"):
        seats = [PERSON] * fastcore.start(hiding).seats
        seats[1 if len(seats) > 2 else 0] = middle if len(seats) > 2 else PERSON
        voice = Recorder()
        prompt = Prompt(Session(hiding, seats, 4), voice)
        voice.view = prompt.view
        prompt.run()
        assert voice.handed > 5


# In the window --------------------------------------------------------------------------------------------------------


@pytest.mark.window
def test_the_window_covers_what_the_next_person_must_not_see(
    hiding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("tkinter")
    from tests.kit.windows import Tested, as_listed, click, opened, press, root, wait
    from workbench.gui.board.plain_view import PlainView
    from workbench.table.setup import Setup

    def offered(window: Tested) -> list[str]:
        """The moves that can be made."""
        return (
            window.screen.view.listed
            if isinstance(window.screen.view, PlainView)
            else list(window.playing.move_input.entry.paths)
        )

    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path))
    seats = fastcore.start(hiding).seats
    with opened(Setup(hiding, (PERSON,) * seats, 3)) as window:
        table, stream, handed = window.table, Stream(3, "window"), 0
        for number in range(40):
            wait(lambda: not window.playing.presenter.busy)
            if table.state.actor == OVER:
                break
            if table.screen.reading is not None and table.screen.handing_to is not None:
                assert (
                    table.point.seat == table.screen.reading
                    and not window.screen.cover.winfo_viewable()
                    and offered(window) == []
                )
                if number % 2:
                    press("Return")
                else:
                    click(window.screen.choices.buttons[0])
                assert table.screen.reading is None
            if table.screen.handing_to is not None:
                side = boards.side(table.info, table.state.actor)
                assert window.screen.cover.winfo_viewable() and side in window.screen.cover.head.cget("text")
                assert not window.playing.ours and f"Hand the screen to {side}." in window.shell.status.main.cget(
                    "text"
                )
                assert offered(window) == []
                assert table.point.seat is None, "everybody's view lies below the cover"
                if isinstance(window.screen.view, PlainView):
                    assert (
                        window.screen.view.position.get("1.0", "end").strip() == boards.text_board(table.point).strip()
                    )
                else:
                    assert window.screen.board is not None
                    assert set(window.screen.view.painter.shown["pieces"]) == set(
                        window.screen.board.pieces(table.point.fields)
                    )
                if not number % 2:
                    click(window.screen.cover.button)
                else:
                    press("Return")
                wait(lambda: window.playing.ours)
                handed += 1
            assert not window.screen.cover.winfo_viewable()
            viewer = table.state.actor
            assert table.point.seat == viewer and table.point.text() == table.state.view(viewer)
            point = window.drafting.point
            texts = [point.move_text(move) for move in point.moves()]
            assert offered(window) == texts
            told = " ".join(text for row in window.moves.card.written for text in row.texts[1:]).split()
            assert sorted(told) == as_listed(window, viewer)
            window.playing.play(stream.choice(texts))
            draft = window.drafting.draft
            if draft is not None and draft.complete:
                window.registry.run("lock")
            root().update_idletasks()
        assert handed > 3
