"""Tests of several people at one screen: what is visible in the model, a terminal and the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import fastcore
from fastcore import OVER, Stream
from tests.conftest import deep
from tests.kit.terminals import on_terminals, terminals
from workbench import boards
from workbench.cli.playing.prompt import Prompt
from workbench.cli.playing.table import TableView
from workbench.cli.playing.voice import Voice
from workbench.game.session import PERSON, Session
from workbench.seen.shared_screen import SharedScreen


def play_random_move(session: Session, stream: Stream) -> str:
    """Play a random move or chance event. Return the move."""
    if session.waits_for == "chance":
        session.draw_chance()
    else:
        session.play(session.state.move_text(stream.choice(session.state.moves())))
    return session.steps[-1].move


def test_seen_steps_are_the_seats_observations(hiding_game: str) -> None:
    for number in range(deep(1, 20)):
        seats = fastcore.start(hiding_game).seats
        session, stream = Session(hiding_game, [PERSON] * seats, number), Stream(number, "seen")
        observed: dict[int | None, list[str]] = {seat: [] for seat in (None, *range(seats))}
        for _ in range(60):
            if session.waits_for == "over":
                break
            before = session.state
            move = play_random_move(session, stream)
            for seat, texts in observed.items():
                observation = before.observation(move, seat)
                texts += [observation] if observation else []
                assert [step.move for step in session.seen_steps(seat)] == texts
        session.undo()
        for seat, texts in observed.items():
            remaining = [step.move for step in session.seen_steps(seat)]
            assert remaining == texts[: len(remaining)]
            assert session.viewpoint(seat).text() == session.state.view(seat)


def test_screen_is_handed_over_between_people(hiding_game: str) -> None:
    seats = fastcore.start(hiding_game).seats
    session, stream = Session(hiding_game, [PERSON] * seats, 3), Stream(3, "screen")
    screen, handovers = SharedScreen(session), 0
    for _ in range(200):
        if session.waits_for == "over":
            break
        if session.waits_for == "person" and screen.handover_seat is not None:
            assert screen.viewer is None and screen.handover_seat == session.state.actor != screen.facing_seat
            screen.take_over()
            handovers += 1
        if session.waits_for == "person":
            assert screen.viewer == session.state.actor == screen.facing_seat
        play_random_move(session, stream)
        screen.after_move()
    assert handovers > 3


def test_player_may_read_until_handing_over(hiding_game: str) -> None:
    seats = fastcore.start(hiding_game).seats
    session, stream = Session(hiding_game, [PERSON] * (seats - 1) + ["random"], 3), Stream(3, "reads")
    screen, handovers = SharedScreen(session), 0
    for _ in range(200):
        if session.waits_for == "over":
            break
        before = screen.viewer
        if screen.handover_seat is not None:
            assert (
                screen.covered_for == (None if screen.reading_seat is not None else screen.handover_seat)
                and before == screen.reading_seat
            )
            if screen.reading_seat is not None:
                screen.hand_over()
                handovers += 1
            assert screen.viewer is None and screen.covered_for == screen.handover_seat
            screen.take_over()
            assert screen.viewer == session.state.actor and screen.reading_seat is None
        before = screen.viewer
        play_random_move(session, stream)
        screen.after_move(True)
        assert session.result is not None or screen.viewer in (before, session.state.actor), (
            "nobody else sees the screen in between"
        )
    assert handovers > 3 or seats == 2


def test_single_person_needs_no_handover(hiding_game: str) -> None:
    seats = fastcore.start(hiding_game).seats
    session, stream = Session(hiding_game, ["random"] * (seats - 1) + [PERSON], 3), Stream(3, "alone")
    screen = SharedScreen(session)
    for _ in range(100):
        if session.waits_for == "over":
            break
        assert screen.viewer == seats - 1 and screen.handover_seat is None and not screen.shows_thoughts
        play_random_move(session, stream)
        screen.after_move()


def test_screen_passes_to_the_only_remaining_person(hiding_game: str) -> None:
    seats = fastcore.start(hiding_game).seats
    session, stream = Session(hiding_game, [PERSON, PERSON, *["random"] * (seats - 2)], 3), Stream(3, "exchanged")
    screen, handovers = SharedScreen(session), 0
    while session.waits_for == "chance":
        play_random_move(session, stream)
    play_random_move(session, stream)
    session.change_seats([PERSON, *["random"] * (seats - 1)])
    screen.players_changed()
    assert session.hindsight, "the vacated seat's cards have been seen"
    for _ in range(40):
        if session.waits_for == "over":
            break
        assert screen.viewer == screen.facing_seat, "only the confirmed person's view is shown"
        if screen.handover_seat is not None:
            handovers += 1
            screen.take_over()
            assert screen.viewer == screen.facing_seat == 0
        play_random_move(session, stream)
        screen.after_move()
    assert handovers == 1, "no second person takes over"
    session.undo()
    assert session.hindsight


def test_resignation_reveals_no_other_seat_and_its_undo_is_marked(hiding_game: str) -> None:
    seats = fastcore.start(hiding_game).seats
    session, stream = Session(hiding_game, ["random"] * (seats - 1) + [PERSON], 3), Stream(3, "declared")
    screen = SharedScreen(session)
    for _ in range(6):
        play_random_move(session, stream)
    before = session.hindsight
    session.resign(seats - 1)
    assert screen.visible_seats == (seats - 1,) and session.undo_reveals and not before
    session.undo()
    assert session.hindsight and screen.visible_seats == (seats - 1,)
    session.redo()
    assert session.hindsight


def test_open_games_need_no_handover(open_game: str) -> None:
    session, stream = Session(open_game, [PERSON, PERSON], 3), Stream(3, "open")
    screen = SharedScreen(session)
    for _ in range(50):
        assert screen.handover_seat is None and screen.shows_thoughts
        play_random_move(session, stream)
        screen.after_move()


# At a real terminal ---------------------------------------------------------------------------------------------------


@on_terminals
def test_terminal_is_cleared_before_the_next_person_looks(hiding_game: str) -> None:
    info, seats = fastcore.info(hiding_game), fastcore.start(hiding_game).seats
    session = Session(hiding_game, [PERSON] * seats, 3)
    screen, stream, handovers = SharedScreen(session), Stream(3, "terminal"), 0
    with terminals() as open_terminal:
        terminal = open_terminal("play", hiding_game, "--seats", ",".join([PERSON] * seats), "--seed", "3")
        while handovers < 4:
            while session.waits_for == "chance":
                session.draw_chance()
                screen.after_move()
            side = boards.seat_name(info, session.state.actor)
            if screen.handover_seat is not None:
                between = terminal.read_until(f"Pass the screen to {side}, who presses Enter: ")
                public = boards.text_board(session.viewpoint(session.state.actor))
                assert public not in between.replace("\r", ""), "the next player's view is not shown yet"
                if handovers:
                    assert "\x1b[3J" in between, "the last player's view is cleared, also from the scrollback"
                terminal.press("\n")
                screen.take_over()
                handovers += 1
            terminal.read_until(f"{side}> ")
            move = session.state.move_text(stream.choice(session.state.moves()))
            session.play(move)
            screen.after_move()
            terminal.press(f"{move}\n")
        terminal.press("\x04")


class RecordingVoice(Voice):
    """A terminal that records its lines. Its people play, undo and redo at random."""

    def __init__(self) -> None:
        self.interactive = True
        self.lines: list[str] = []
        self.prompts = self.handovers = 0
        self.view: TableView | None = None
        self.stream = Stream(1, "recorder")

    def print_lines(self, text: str = "") -> None:
        self.lines.append(text)

    def print_paragraph(self, text: str) -> None:
        self.lines.append(text)

    def clear(self) -> None:
        self.lines.clear()

    def read_line(self, prompt: str) -> str | None:
        assert self.view is not None
        session, screen = self.view.session, self.view.screen
        self.prompts += 1
        if self.prompts > 300 or session.waits_for == "over":
            return None
        if screen.handover_seat is not None:
            shown, self.handovers = "\n".join(self.lines), self.handovers + 1
            for seat in screen.persons:
                private = [line for line in boards.text_board(session.viewpoint(seat)).splitlines() if line.strip()]
                public = boards.text_board(session.viewpoint(None))
                for line in private:
                    assert line in public or line not in shown, f"{line!r} of seat {seat} is visible"
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


def test_no_private_line_is_visible_at_handover(hiding_game: str) -> None:
    for middle in (PERSON, "random"):
        seats = [PERSON] * fastcore.start(hiding_game).seats
        seats[1 if len(seats) > 2 else 0] = middle if len(seats) > 2 else PERSON
        voice = RecordingVoice()
        prompt = Prompt(Session(hiding_game, seats, 4), voice)
        voice.view = prompt.view
        prompt.run()
        assert voice.handovers > 5


# In the window --------------------------------------------------------------------------------------------------------


@pytest.mark.window
def test_window_covers_private_views_at_handover(
    hiding_game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("tkinter")
    from tests.kit.windows import TestedWindow, click, listed_moves, open_window, press, root, wait
    from workbench.gui.board.plain_view import PlainView
    from workbench.table.setup import Setup

    def offered_moves(window: TestedWindow) -> list[str]:
        """Return the moves that can be played."""
        return (
            window.screen.view.listed
            if isinstance(window.screen.view, PlainView)
            else list(window.playing.move_input.entry.paths)
        )

    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path))
    seats = fastcore.start(hiding_game).seats
    with open_window(Setup(hiding_game, (PERSON,) * seats, 3)) as window:
        table, stream, handovers = window.table, Stream(3, "window"), 0
        for number in range(40):
            wait(lambda: not window.playing.presenter.busy)
            if table.state.actor == OVER:
                break
            if table.screen.reading_seat is not None and table.screen.handover_seat is not None:
                assert (
                    table.point.seat == table.screen.reading_seat
                    and not window.screen.cover.winfo_viewable()
                    and offered_moves(window) == []
                )
                if number % 2:
                    press("Return")
                else:
                    click(window.screen.choices.buttons[0])
                assert table.screen.reading_seat is None
            if table.screen.handover_seat is not None:
                side = boards.seat_name(table.info, table.state.actor)
                assert window.screen.cover.winfo_viewable() and side in window.screen.cover.head.cget("text")
                assert (
                    not window.playing.accepts_moves
                    and f"Pass the screen to {side}." in window.shell.status.main.cget("text")
                )
                assert offered_moves(window) == []
                assert table.point.seat is None, "only the public view is below the cover"
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
                wait(lambda: window.playing.accepts_moves)
                handovers += 1
            assert not window.screen.cover.winfo_viewable()
            viewer = table.state.actor
            assert table.point.seat == viewer and table.point.text() == table.state.view(viewer)
            point = window.drafting.point
            texts = [point.move_text(move) for move in point.moves()]
            assert offered_moves(window) == texts
            shown_words = " ".join(text for row in window.moves.card.written for text in row.texts[1:]).split()
            assert sorted(shown_words) == listed_moves(window, viewer)
            window.playing.play(stream.choice(texts))
            draft = window.drafting.draft
            if draft is not None and draft.complete:
                window.registry.run("lock")
            root().update_idletasks()
        assert handovers > 3
