"""Tests of whole games with plans entered by mouse only, by keys only and by typing only."""

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
from tests.gui.sheet.sheets import BID, choice_button, click_choices, draft_moves, herbs_setup, tab_to, take_over
from tests.kit.terminals import run
from tests.kit.windows import (
    TWO,
    TestedWindow,
    click,
    open_window,
    press,
    status_text,
    type_text,
    wait,
)
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import captions
from workbench.records import files
from workbench.records.schema import Move, Record
from workbench.storage.session_records import record_of

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

EntryMethod = Callable[[TestedWindow], tuple[Callable[[Sequence[str]], None], Callable[[str], None]]]
ACTION_KINDS = ("M1", "M2", "TL", "HT", "P1/2", "F", "BU1")


def move_cursor(view: BoardView, spot: str) -> None:
    """Move the cursor to a spot with the arrow keys."""
    assert view.ground is not None
    if not view.cursor:
        press("Down")
    for _ in range(40):
        current, target = view.ground.spots[view.cursor], view.ground.spots[spot]
        if current is target:
            return
        if abs(target.x - current.x) > 0.1:
            press("Right" if target.x > current.x else "Left")
        else:
            press("Down" if target.y > current.y else "Up")
    raise AssertionError("the arrow keys do not reach the spot")


def choose_by_keys(window: TestedWindow, move: str) -> None:
    """Enter a move by keyboard: arrows and Enter for spots, a shortcut or Tab and Enter for buttons."""
    view = window.screen.view
    assert isinstance(view, BoardView) and view.ground is not None
    for spot in window.playing.move_input.entry.paths[move]:
        choice = next((item for item in window.screen.choices.shown if item.spot == spot), None)
        if choice is not None and choice.key:
            view.focus_set()
            press(choice.key)
        elif choice is not None:
            tab_to(window, choice_button(window, spot))
            press("Return")
        else:
            view.focus_set()
            move_cursor(view, spot)
            press("Return")


def random_plan(state: fastcore.State, stream: fastcore.Stream, kinds: Sequence[str] = ACTION_KINDS) -> list[str]:
    """Return a legal plan, preferably with these action kinds and a stone near the middle."""
    state, seat, moves = state.copy(), state.actor, list[str]()
    while (state.actor, state.phase) == (seat, "write"):
        texts = [state.move_text(move) for move in state.moves()]
        preferred = [text for text in texts if text[1:] in kinds or text in ("WhE5", "WhF7", "BlG6")]
        moves.append(stream.choice(preferred or texts))
        state.play(moves[-1])
    return moves


class CyclingPlans:
    """Plans that cycle through the action kinds of each seat, with the first Herb that can act.

    The first bid is `bid`, or the highest affordable bid; later bids are at most 2.
    """

    def __init__(self, kinds: Sequence[Sequence[str]], bid: int) -> None:
        self.kinds, self.next_bid = [cycle(seat_kinds) for seat_kinds in kinds], bid

    def plan(self, state: fastcore.State) -> list[str]:
        state, seat, moves = state.copy(), state.actor, list[str]()
        while (state.actor, state.phase) == (seat, "write"):
            texts = [state.move_text(move) for move in state.moves()]
            stones = texts[0][0].isalpha()
            kind = "WhE5" if stones else f"{2 * seat}{next(self.kinds[seat])}"
            moves.append(next((text for text in (kind, f"{2 * seat + 1}{kind[1:]}") if text in texts), texts[0]))
            state.play(moves[-1])
        return moves

    def bid(self, max_bid: int) -> int:
        amount, self.next_bid = min(self.next_bid, max_bid), 2
        return amount


class RandomPlans:
    """Random plans, preferably with these action kinds."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self.kinds, self.stream = kinds, fastcore.Stream(4, "plans")

    def plan(self, state: fastcore.State) -> list[str]:
        return random_plan(state, self.stream, self.kinds)

    def bid(self, max_bid: int) -> int:
        return min(2, max_bid)


def play_game(
    window: TestedWindow,
    decide: Callable[[Sequence[str]], None],
    bid: Callable[[str], None],
    by_click: bool,
    source: CyclingPlans | RandomPlans,
) -> None:
    """Play a whole game: `source` provides plans and bids, `decide` enters and locks a plan, `bid` enters a bid."""
    while not window.table.over:
        wait(lambda: not window.playing.presenter.busy and not window.table.bots.thinking)
        if window.table.over:
            return
        if window.table.screen.handover_seat is not None:
            take_over(window, by_click)
        wait(lambda: window.playing.accepts_moves or window.table.over)
        if not window.playing.accepts_moves:
            continue
        before = window.table.state.text()
        if window.table.state.phase == "write":
            decide(source.plan(window.table.state))
        else:
            bid(f"bid{source.bid(int(window.table.state.fields['ap'].split(',')[window.table.state.actor]))}")
        assert window.table.state.text() != before, status_text(window)


def without_timestamps(record: Record) -> Record:
    """Return a record without dates, durations and program name, which differ between runs."""
    lines = [
        msgspec.structs.replace(line, moves=tuple(Move(move=move.move) for move in line.moves)) for line in record.lines
    ]
    return msgspec.structs.replace(record, created="", program="", lines=tuple(lines), here=None)


def check_record(window: TestedWindow, folder: Path) -> None:
    """Check that the terminal records the same game from the same seed, salt and typed moves."""
    session, file = window.table.session, folder / "typed.herbarium"
    typed = [step.move for step in session.steps if session.seats[step.actor] == "person"]
    start = session.spec if session.position is None else f"{session.spec} {session.position}"
    arguments = (
        "play",
        start,
        "--seats",
        ",".join(session.seats),
        "--seed",
        str(session.seed),
        "--salt",
        str(session.salt),
        "--record",
        str(file),
    )
    assert run(*arguments, typed="\n".join([*typed, ""])).status == 0
    assert without_timestamps(files.read(file)) == without_timestamps(record_of(session))
    wait(lambda: not window.playing.presenter.busy)
    assert window.table.over and status_text(window) == captions.status_sentence(window.playing)
    listed = " ".join(text for row in window.moves.card.written for text in row.texts[1:]).split()
    assert sorted(listed) == sorted(step.move for step in session.steps), (
        "after the game the move list shows every move"
    )


def by_mouse(window: TestedWindow) -> tuple[Callable[[Sequence[str]], None], Callable[[str], None]]:
    """Return functions that enter a plan and a bid by clicks only."""

    def decide(moves: Sequence[str]) -> None:
        for number, move in enumerate(moves):
            assert "disabled" in window.sheets.card.buttons["lock"].state()
            click_choices(window, move)
            assert draft_moves(window) == tuple(moves[: number + 1])
        click(window.sheets.card.buttons["lock"])

    return decide, lambda bid: click_choices(window, bid)


def by_keys(window: TestedWindow) -> tuple[Callable[[Sequence[str]], None], Callable[[str], None]]:
    """Return functions that enter a plan and a bid by keys only."""

    def decide(moves: Sequence[str]) -> None:
        for move in moves:
            choose_by_keys(window, move)
        press("Return", "Control_L")

    return decide, lambda bid: choose_by_keys(window, bid)


def by_typing(window: TestedWindow) -> tuple[Callable[[Sequence[str]], None], Callable[[str], None]]:
    """Return functions that enter a plan and a bid as typed text."""

    def typed(text: str) -> None:
        press("slash")
        type_text(text)
        press("Return")

    def decide(moves: Sequence[str]) -> None:
        typed(" ".join(moves))
        assert draft_moves(window) == tuple(moves)
        press("Return", "Control_L")
        press("Escape")

    def bid(move: str) -> None:
        typed(move)
        press("Escape")

    return decide, bid


KEYED_KINDS = (("P1/2", "HT", "TL", "F", "M1", "P1/7"), ("P1/2", "BW", "P2/4", "P3/5", "F", "M1"))
METHODS = {"mouse": (by_mouse, False), "keys": (by_keys, False), "typing": (by_typing, True)}
SEATS = {"two people": TWO, "person first": ("person", "greedy"), "person second": ("greedy", "person")}
SAMPLE = (("mouse", "two people"), ("keys", "two people"), ("typing", "person first"))
GAMES = SAMPLE if deep(1, 0) else tuple(itertools.product(METHODS, SEATS))


@pytest.mark.parametrize(
    ("method", "animated", "seats"),
    [(*METHODS[method], SEATS[seats]) for method, seats in GAMES],
    ids=map("-".join, GAMES),
)
def test_whole_game_can_be_entered_by_one_method(
    method: EntryMethod, animated: bool, seats: tuple[str, str], tmp_path: Path
) -> None:
    """Covers two people at one screen, and a person against a bot. Typed games are animated."""
    by_key = method is by_keys
    with open_window(herbs_setup(BID if by_key else None, seats), animation=animated) as window:
        decide, bid = method(window)
        play_game(
            window,
            decide,
            bid,
            method is by_mouse,
            CyclingPlans(KEYED_KINDS, 11) if by_key else RandomPlans(ACTION_KINDS),
        )
        check_record(window, tmp_path)
        if by_key and seats == TWO:
            check_kinds_and_bid(window, KEYED_KINDS, "bid11")
        assert {step.actor for step in window.table.session.steps if step.reports} == {
            seat for seat in (0, 1) if seats[seat] == "greedy"
        }


def check_kinds_and_bid(window: TestedWindow, kinds: Sequence[Sequence[str]], first: str) -> None:
    """Check that each seat played all its action kinds and that the first bid was `first`."""
    steps = window.table.session.steps
    for seat, seat_kinds in enumerate(kinds):
        assert set(seat_kinds) <= {step.move[1:] for step in steps if step.actor == seat}
    assert next(step.move for step in steps if step.move.startswith("bid")) == first


@pytest.mark.skipif(not deep(False, True), reason="deep")
def test_long_plans_can_be_entered_by_keys_only(tmp_path: Path) -> None:
    all_kinds = tuple(
        (seat_kinds[0], *KEYED_KINDS[1 - seat], *seat_kinds[1:]) for seat, seat_kinds in enumerate(KEYED_KINDS)
    )
    with open_window(herbs_setup(BID.replace("30,30", "200,200"), spec="herbs(ap=200,actions=4,rounds=4)")) as window:
        decide, bid = by_keys(window)
        play_game(window, decide, bid, False, CyclingPlans(all_kinds, 123))
        check_record(window, tmp_path)
        check_kinds_and_bid(window, all_kinds, "bid123")
