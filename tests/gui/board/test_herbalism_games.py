"""Whole games of Herbalism in the window, by clicks, by keys and by typing alone: the record equals the terminal's."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from fastcore import State, Stream
from tests.conftest import deep
from tests.gui.board.test_herbalism import as_seen, view_of
from tests.gui.sheet.test_whole_games import bare
from tests.kit.terminals import run
from tests.kit.windows import Tested, click, click_spot, opened, press, root, type_text, wait
from workbench.boards.herbalism.tabletop import act, read
from workbench.game.session import PERSON
from workbench.records import files
from workbench.storage.session_records import record_of
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

Make = Callable[[Tested, str], None]


def by_clicks(window: Tested, move: str) -> None:
    assert window.screen.board is not None
    for spot in window.screen.board.path(move):
        click_spot(window, spot)


def by_keys(window: Tested, move: str) -> None:
    """The arrows to each spot as a person would go, up or down to its row and then along it, and Enter."""
    view, board = view_of(window), window.screen.board
    assert board is not None and view.ground is not None
    for spot in board.path(move):
        for _ in range(30):
            if view.cursor == spot:
                break
            here, there = (view.ground.spots[name] for name in (view.cursor or "gy", spot))
            if abs(here.y - there.y) > 0.5:
                press("Down" if there.y > here.y else "Up")
            else:
                press("Right" if there.x > here.x else "Left")
        assert view.cursor == spot
        press("Return")


def by_typing(window: Tested, move: str) -> None:
    if not isinstance(root().focus_get(), tkinter.Entry):
        press("slash")
    type_text(move)
    press("Return")
    press("Escape")


def decide(state: State, stream: Stream, made: int, most: int) -> str:
    """A random move that is no cure, and after so many the right one."""
    texts = [state.move_text(move) for move in state.moves()]
    if made >= most:
        right = read(state.fields).right()
        named = [text for text in texts if act(text).kind in ("cure", "answer", "follow") and act(text).card == right]
        if named:
            return named[0]
    calm = [text for text in texts if act(text).kind not in ("cure", "answer", "follow")]
    return stream.choice(calm or texts)


def hand_over(window: Tested, clicked: bool) -> None:
    """The screen goes to the next person, by real clicks or Enter alone."""
    screen = window.table.screen
    if screen.reading is not None:
        assert as_seen(window)
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


def play(window: Tested, make: Make, seed: int, most: int) -> list[str]:
    """A whole game; returns what the persons did."""
    table, stream, made = window.table, Stream(seed, "persons"), list[str]()
    while True:
        wait(
            lambda: (
                not window.playing.presenter.busy
                and not table.bots.thinking
                and table.session.waits_for in ("person", "over")
            )
        )
        if table.over:
            return made
        if table.screen.handing_to is not None:
            hand_over(window, make is by_clicks)
        wait(lambda: window.playing.ours)
        made.append(decide(table.state, stream, len(made), most))
        before = len(table.session.steps)
        make(window, made[-1])
        wait(lambda before=before: len(table.session.steps) > before)  # type: ignore[misc]
        own = next(step for step in table.session.steps[before:] if step.actor >= 0)
        assert own.move == made[-1]


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
    ("spec", "seats", "make", "most", "animation"), CASES[: deep(4, 5)] + FULL[: deep(0, len(FULL))]
)
def test_a_whole_game_is_the_terminals(
    spec: str, seats: tuple[str, ...], make: Make, most: int, animation: bool, tmp_path: Path
) -> None:
    with opened(Setup(spec, seats, 5), animation=animation) as window:
        if window.screen.cover.winfo_manager():
            window.screen.cover.button.focus_force()  # as it is in the program
        made = play(window, make, 5, most)
        own, end = record_of(window.table.session), window.table.state
    file = tmp_path / f"terminal{files.SUFFIX}"
    words = ("play", spec, "--seats", ",".join(seats), "--seed", "5", "--salt", str(own.salt), "--record", str(file))
    done = run(*words, typed="".join(f"{move}\n" for move in made))
    assert done.status == 0, done.err
    assert bare(files.read(file)) == bare(own) and own.result is not None and own.result.points == end.points()
