"""Tests of whole Herbalism games by clicks, keys or typing. The terminal writes the same records."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from fastcore import State, Stream
from tests.conftest import deep
from tests.gui.board.test_herbalism import shows_own_view, view_of
from tests.gui.sheet.test_whole_games import without_timestamps
from tests.kit.terminals import run
from tests.kit.windows import TestedWindow, click, click_spot, open_window, press, root, type_text, wait
from workbench.boards.herbalism.tabletop import parse_move, parse_tabletop
from workbench.game.session import PERSON
from workbench.records import files
from workbench.storage.session_records import record_of
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

MoveInput = Callable[[TestedWindow, str], None]


def by_clicks(window: TestedWindow, move: str) -> None:
    assert window.screen.board is not None
    for spot in window.screen.board.path(move):
        click_spot(window, spot)


def by_keys(window: TestedWindow, move: str) -> None:
    """Move the cursor to each spot of the path and press Enter."""
    view, board = view_of(window), window.screen.board
    assert board is not None and view.ground is not None
    for spot in board.path(move):
        for _ in range(30):
            if view.cursor == spot:
                break
            current, target = (view.ground.spots[name] for name in (view.cursor or "gy", spot))
            if abs(current.y - target.y) > 0.5:
                press("Down" if target.y > current.y else "Up")
            else:
                press("Right" if target.x > current.x else "Left")
        assert view.cursor == spot
        press("Return")


def by_typing(window: TestedWindow, move: str) -> None:
    if not isinstance(root().focus_get(), tkinter.Entry):
        press("slash")
    type_text(move)
    press("Return")
    press("Escape")


def choose_move(state: State, stream: Stream, count: int, max_moves: int) -> str:
    """Return a random move other than a cure; after `max_moves` moves, the correct cure if it is legal."""
    texts = [state.move_text(move) for move in state.moves()]
    if count >= max_moves:
        right = parse_tabletop(state.fields).right_medicine()
        named = [
            text
            for text in texts
            if parse_move(text).kind in ("cure", "answer", "follow") and parse_move(text).card == right
        ]
        if named:
            return named[0]
    calm = [text for text in texts if parse_move(text).kind not in ("cure", "answer", "follow")]
    return stream.choice(calm or texts)


def hand_over(window: TestedWindow, clicked: bool) -> None:
    """Pass the screen to the next person by clicks or with Enter."""
    screen = window.table.screen
    if screen.reading_seat is not None:
        assert shows_own_view(window)
        if clicked:
            click(window.screen.choices.buttons[0])
        else:
            press("Return")
    wait(lambda: window.screen.cover.winfo_viewable())
    if clicked:
        click(window.screen.cover.button)
    else:
        press("Return")
    assert not window.screen.cover.winfo_manager(), root().focus_get()


def play(window: TestedWindow, make: MoveInput, seed: int, max_moves: int) -> list[str]:
    """Play a whole game and return the moves of the people."""
    table, stream, moves = window.table, Stream(seed, "persons"), list[str]()
    while True:
        wait(
            lambda: (
                not window.playing.presenter.busy
                and not table.bots.thinking
                and table.session.waits_for in ("person", "over")
            )
        )
        if table.over:
            return moves
        if table.screen.handover_seat is not None:
            hand_over(window, make is by_clicks)
        wait(lambda: window.playing.accepts_moves)
        moves.append(choose_move(table.state, stream, len(moves), max_moves))
        before = len(table.session.steps)
        make(window, moves[-1])
        wait(lambda before=before: len(table.session.steps) > before)  # type: ignore[misc]
        own = next(step for step in table.session.steps[before:] if step.actor >= 0)
        assert own.move == moves[-1]


CASES = [
    ("herbalism(actions=advanced,predictions=1,target=1)", (PERSON,) * 3, by_clicks, 5, False),
    ("herbalism(players=4,target=1)", (PERSON, "greedy", PERSON, "greedy"), by_keys, 4, False),
    ("herbalism(players=4,actions=if,predictions=1,target=1)", (PERSON,) * 4, by_typing, deep(3, 8), False),
    ("herbalism(target=1)", (PERSON, "greedy", PERSON), by_clicks, 2, True),
    ("herbalism(actions=basic,target=1)", (PERSON,) * 3, by_typing, 3, False),
]
FULL = [
    (f"herbalism(players={players},actions={actions},predictions={predictions},target=4)", seats, make, 20, False)
    for players in (3, 4)
    for actions in ("first", "basic", "normal", "advanced")
    for predictions in (0, 1)
    for seats in ((PERSON,) * players, (PERSON, *["greedy"] * (players - 1)))
    for make in (by_clicks, by_keys, by_typing)
]


@pytest.mark.parametrize(
    ("spec", "seats", "make", "max_moves", "animation"), CASES[: deep(4, 5)] + FULL[: deep(0, len(FULL))]
)
def test_window_and_terminal_write_same_record(
    spec: str, seats: tuple[str, ...], make: MoveInput, max_moves: int, animation: bool, tmp_path: Path
) -> None:
    with open_window(Setup(spec, seats, 5), animation=animation) as window:
        if window.screen.cover.winfo_manager():
            window.screen.cover.button.focus_force()  # the program itself focuses this button
        moves = play(window, make, 5, max_moves)
        record, end = record_of(window.table.session), window.table.state
    file = tmp_path / f"terminal{files.SUFFIX}"
    arguments = (
        "play",
        spec,
        "--seats",
        ",".join(seats),
        "--seed",
        "5",
        "--salt",
        str(record.salt),
        "--record",
        str(file),
    )
    process = run(*arguments, typed="".join(f"{move}\n" for move in moves))
    assert process.status == 0, process.err
    assert (
        without_timestamps(files.read(file)) == without_timestamps(record)
        and record.result is not None
        and record.result.points == end.points()
    )
