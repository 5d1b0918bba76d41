"""Whole games with plans written by mouse alone, by keys alone and by typing alone."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.conftest import deep
from tests.gui.sheet.sheets import BID, begin, button, choose, tab_to, take_over, written
from tests.kit.terminals import run
from tests.kit.windows import (
    TWO,
    Tested,
    click,
    opened,
    press,
    shown,
    type_text,
    wait,
)
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import captions
from workbench.records import files
from workbench.records.schema import Move, Record
from workbench.storage.session_records import record_of

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

Enter = Callable[[Tested], tuple[Callable[[Sequence[str]], None], Callable[[str], None]]]
KINDS = ("M1", "M2", "TL", "HT", "P1/2", "F", "BU1")


def go(view: BoardView, spot: str) -> None:
    """Bring the cursor to a spot with the arrows."""
    assert view.ground is not None
    if not view.cursor:
        press("Down")
    for _ in range(40):
        here, there = view.ground.spots[view.cursor], view.ground.spots[spot]
        if here is there:
            return
        if abs(there.x - here.x) > 0.1:
            press("Right" if there.x > here.x else "Left")
        else:
            press("Down" if there.y > here.y else "Up")
    raise AssertionError("the arrows do not come there")


def choose_by_keys(window: Tested, move: str) -> None:
    """The arrows and Enter for places, keys or Tab and Enter for buttons."""
    view = window.screen.view
    assert isinstance(view, BoardView) and view.ground is not None
    for spot in window.playing.move_input.entry.paths[move]:
        choice = next((one for one in window.screen.choices.shown if one.spot == spot), None)
        if choice is not None and choice.key:
            view.focus_set()
            press(choice.key)
        elif choice is not None:
            tab_to(window, button(window, spot))
            press("Return")
        else:
            view.focus_set()
            go(view, spot)
            press("Return")


def plan(state: fastcore.State, stream: fastcore.Stream, kinds: Sequence[str] = KINDS) -> list[str]:
    """A plan that fits, of these actions and a stone near the middle."""
    state, seat, moves = state.copy(), state.actor, list[str]()
    while (state.actor, state.phase) == (seat, "write"):
        texts = [state.move_text(move) for move in state.moves()]
        few = [text for text in texts if text[1:] in kinds or text in ("WhE5", "WhF7", "BlG6")]
        moves.append(stream.choice(few or texts))
        state.play(moves[-1])
    return moves


class Drill:
    """Plans of one kind of action after the other, each seat's own, by the first Herb that may; the first bid is a
    large one."""

    def __init__(self, kinds: Sequence[Sequence[str]], bid: int) -> None:
        self.kinds, self.large = [cycle(own) for own in kinds], bid

    def plan(self, state: fastcore.State) -> list[str]:
        state, seat, moves = state.copy(), state.actor, list[str]()
        while (state.actor, state.phase) == (seat, "write"):
            texts = [state.move_text(move) for move in state.moves()]
            stones = texts[0][0].isalpha()
            kind = "WhE5" if stones else f"{2 * seat}{next(self.kinds[seat])}"
            moves.append(next((text for text in (kind, f"{2 * seat + 1}{kind[1:]}") if text in texts), texts[0]))
            state.play(moves[-1])
        return moves

    def bid(self, most: int) -> int:
        made, self.large = min(self.large, most), 2
        return made


class Lot:
    """Plans by lot, of these actions."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self.kinds, self.stream = kinds, fastcore.Stream(4, "plans")

    def plan(self, state: fastcore.State) -> list[str]:
        return plan(state, self.stream, self.kinds)

    def bid(self, most: int) -> int:
        return min(2, most)


def play_whole(
    window: Tested,
    decide: Callable[[Sequence[str]], None],
    bid: Callable[[str], None],
    clicked: bool,
    source: Drill | Lot,
) -> None:
    """A whole game: `decide` writes a plan and locks it, `bid` bids, `source` says what."""
    while not window.table.over:
        wait(lambda: not window.playing.presenter.busy and not window.table.bots.thinking)
        if window.table.over:
            return
        if window.table.screen.handing_to is not None:
            take_over(window, clicked)
        wait(lambda: window.playing.ours or window.table.over)
        if not window.playing.ours:
            continue
        before = window.table.state.text()
        if window.table.state.phase == "write":
            decide(source.plan(window.table.state))
        else:
            bid(f"bid{source.bid(int(window.table.state.fields['ap'].split(',')[window.table.state.actor]))}")
        assert window.table.state.text() != before, shown(window)


def bare(record: Record) -> Record:
    """A record without what nobody decides: when it was, and how long it took."""
    without = [
        msgspec.structs.replace(line, moves=tuple(Move(move=move.move) for move in line.moves)) for line in record.lines
    ]
    return msgspec.structs.replace(record, created="", program="", lines=tuple(without), here=None)


def check_record(window: Tested, folder: Path) -> None:
    """The record equals that of a game in the terminal with the same seed and salt, in which the persons typed the
    same moves."""
    session, file = window.table.session, folder / "typed.herbarium"
    typed = [step.move for step in session.steps if session.seats[step.actor] == "person"]
    begun = session.spec if session.position is None else f"{session.spec} {session.position}"
    words = (
        "play",
        begun,
        "--seats",
        ",".join(session.seats),
        "--seed",
        str(session.seed),
        "--salt",
        str(session.salt),
        "--record",
        str(file),
    )
    assert run(*words, typed="\n".join([*typed, ""])).status == 0
    assert bare(files.read(file)) == bare(record_of(session))
    wait(lambda: not window.playing.presenter.busy)
    assert window.table.over and shown(window) == captions.sentence(window.playing)
    listed = " ".join(text for row in window.moves.card.written for text in row.texts[1:]).split()
    assert sorted(listed) == sorted(step.move for step in session.steps), "whatever was covered has come to light"


def by_mouse(window: Tested) -> tuple[Callable[[Sequence[str]], None], Callable[[str], None]]:
    """How plans and bids are entered by clicks alone."""

    def decide(moves: Sequence[str]) -> None:
        for number, move in enumerate(moves):
            assert "disabled" in window.sheets.card.buttons["lock"].state()
            choose(window, move)
            assert written(window) == tuple(moves[: number + 1])
        click(window.sheets.card.buttons["lock"])

    return decide, lambda bid: choose(window, bid)


def by_keys(window: Tested) -> tuple[Callable[[Sequence[str]], None], Callable[[str], None]]:
    def decide(moves: Sequence[str]) -> None:
        for move in moves:
            choose_by_keys(window, move)
        press("Return", "Control_L")

    return decide, lambda bid: choose_by_keys(window, bid)


def by_typing(window: Tested) -> tuple[Callable[[Sequence[str]], None], Callable[[str], None]]:
    def typed(text: str) -> None:
        press("slash")
        type_text(text)
        press("Return")

    def decide(moves: Sequence[str]) -> None:
        typed(" ".join(moves))
        assert written(window) == tuple(moves)
        press("Return", "Control_L")
        press("Escape")

    def bid(move: str) -> None:
        typed(move)
        press("Escape")

    return decide, bid


KEYED = (("P1/2", "HT", "TL", "F", "M1", "P1/7"), ("P1/2", "BW", "P2/4", "P3/5", "F", "M1"))
WAYS = {"mouse": (by_mouse, False), "keys": (by_keys, False), "typing": (by_typing, True)}
SEATS = {"persons": TWO, "first": ("person", "greedy"), "second": ("greedy", "person")}
ONCE = (("mouse", "persons"), ("keys", "first"), ("typing", "second"))  # each way and each kind of seats occurs
GAMES = ONCE if deep(1, 0) else tuple(itertools.product(WAYS, SEATS))


@pytest.mark.parametrize(
    ("way", "animated", "seats"), [(*WAYS[way], SEATS[seats]) for way, seats in GAMES], ids=map("-".join, GAMES)
)
def test_a_whole_game_by_one_way_alone(way: Enter, animated: bool, seats: tuple[str, str], tmp_path: Path) -> None:
    """Between two persons at one screen and against a bot; what is typed with every animation."""
    if seats[0] != "person" and not deep(False, True):
        return
    drilled = way is by_keys
    with opened(begin(BID if drilled else None, seats), animation=animated) as window:
        decide, bid = way(window)
        play_whole(window, decide, bid, way is by_mouse, Drill(KEYED, 11) if drilled else Lot(KINDS))
        check_record(window, tmp_path)
        if drilled and seats == TWO:
            check_drill(window, KEYED, "bid11")
        assert {one.actor for one in window.table.session.steps if one.reports} == {
            seat for seat in (0, 1) if seats[seat] == "greedy"
        }


def check_drill(window: Tested, kinds: Sequence[Sequence[str]], first: str) -> None:
    """Every kind of action was written by its seat, and the first bid was the large one."""
    steps = window.table.session.steps
    for seat, own in enumerate(kinds):
        assert set(own) <= {step.move[1:] for step in steps if step.actor == seat}
    assert next(step.move for step in steps if step.move.startswith("bid")) == first


@pytest.mark.skipif(not deep(False, True), reason="deep")
def test_long_plans_with_many_points_are_written_by_keys_alone(tmp_path: Path) -> None:
    both = tuple((own[0], *KEYED[1 - seat], *own[1:]) for seat, own in enumerate(KEYED))
    with opened(begin(BID.replace("30,30", "200,200"), spec="herbs(ap=200,actions=4,rounds=4)")) as window:
        decide, bid = by_keys(window)
        play_whole(window, decide, bid, False, Drill(both, 123))
        check_record(window, tmp_path)
        check_drill(window, both, "bid123")
