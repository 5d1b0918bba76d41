"""Tests of the replay of crowded rounds of Herbs: every frame is a legal position, forwards and backwards."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

import fastcore
from fastcore import Stream
from tests.conftest import deep
from tests.kit.herbs.boards import PATTERNS, PITS, SQUARES, crowded_position, spec_of, stones_of
from workbench import boards
from workbench.boards.kit.elements import Fields
from workbench.game.session import PERSON, Session
from workbench.seen.recap import Recap, recap_of

ACTIONS = 4
PUSHES = "[0-3]P([12]/8|3/12)|[0-3]F"
LIVELY_MOVES = "[0-3](F|BW|WB|M[1-3]|T[LR])|bid[0-3]"


@cache
def round_of(seed: int) -> Session:
    """Return a session in which one random crowded round was played, including bids."""
    stream = Stream(seed, "crowded rounds")
    spec = spec_of(ACTIONS, stream.choice(PATTERNS))
    session = Session(spec, (PERSON, PERSON), 1, fastcore.parse(f"{spec} {crowded_position(stream)}").text())
    start_turn = session.point.turn
    while session.waits_for == "person" and session.point.turn == start_turn:
        texts = [session.state.move_text(move) for move in session.state.moves()]
        wanted = stream.choice([PUSHES, PUSHES, LIVELY_MOVES])
        candidates = [
            text for text in texts if re.fullmatch(wanted if session.point.phase == "write" else LIVELY_MOVES, text)
        ]
        session.play(stream.choice(candidates or texts))
    return session


def pieces_by_square(fields: Fields) -> dict[str, str]:
    """Return the piece on each square: a stone's colour, or a Herb's number and facing."""
    pieces = dict(stones_of(fields["board"]))
    for number, herb in enumerate(fields["herbs"].split(",")):
        if herb != "-":
            assert herb[:-1] not in pieces, f"two pieces on {herb[:-1]}"
            pieces[herb[:-1]] = f"{number}{herb[-1]}"
    return pieces


def check_frames(recap: Recap) -> Counter[str]:
    """Check every frame of a replay and count its events by kind."""
    seen = Counter[str]()
    before, lost = (
        pieces_by_square(recap.start),
        list[str](),
    )  # Herbs that have gone but whose loss has not been reported
    for frame in recap.frames:
        event, now = frame.events[-1], pieces_by_square(frame.fields)
        assert set(now) <= set(SQUARES) - set(PITS), "pieces are within the walls and not in a pit"
        stones, stones_before = (
            Counter(piece for piece in pieces.values() if piece in "wb") for pieces in (now, before)
        )
        herbs, herbs_before = ({piece[0] for piece in pieces.values() if piece not in "wb"} for pieces in (now, before))
        seen[event.kind] += 1
        gone = herbs_before - herbs
        assert not gone or (event.kind in ("move", "push", "hit") and herbs < herbs_before), (
            "no Herb is lost otherwise, and none comes"
        )
        lost += sorted(gone)
        if event.kind == "destroyed":
            assert str(event.values["herb"]) == lost.pop(0), "each lost Herb has its event immediately"
        if event.kind == "placed":
            assert stones.total() == stones_before.total() + 1
        elif event.kind == "paint":
            assert stones.total() == stones_before.total() and abs(stones["w"] - stones_before["w"]) == 1
        elif event.kind in ("push", "wave", "points"):
            assert stones <= stones_before, "none comes from nowhere"
        else:
            assert stones == stones_before, "no stone is lost otherwise"
        seen["stones lost"] += stones_before.total() - stones.total() if event.kind in ("push", "wave", "points") else 0
        if event.kind == "points" and event.values["for"] == "stone":
            seen["stones scored"] += 1
        if event.kind == "wave":
            destinations = dict(zip(event.where[::2], event.where[1::2], strict=True))
            assert set(destinations) <= set(before), "each stone was where it starts from"
            for start, end in destinations.items():
                assert end in PITS or now[end] == before[start], f"the stone from {start} is on {end}"
            unmoved = {square: piece for square, piece in before.items() if square not in destinations}
            assert all(now[square] == piece for square, piece in unmoved.items()), "nothing else moves"
        before = now
    assert not lost
    return seen


def test_replay_frames_are_legal_and_end_in_the_final_position() -> None:
    seen = Counter[str]()
    for seed in range(deep(30, 1000)):
        session = round_of(seed)
        for viewer in (None, 0, 1):
            recap = recap_of(session, session.here, viewer)
            end = recap.frames[-1].fields
            assert all(end[name] == session.state.fields[name] for name in ("board", "herbs", "ap", "points", "round"))
            counts = check_frames(recap)
            if viewer is None:
                seen += counts
            assert counts["stones lost"] == counts["stones scored"], "each stone that is gone was scored in a pit"
    print(dict(seen))
    assert {"slot", "push", "points", "bids", "hit", "wave", "placed", "paint"} <= set(seen)


@pytest.mark.window
@pytest.mark.usefixtures("home")
def test_window_replays_crowded_rounds_in_both_directions() -> None:
    """Played forwards, the replay ends in the core's position; played backwards, it ends in the start position."""
    pytest.importorskip("tkinter")
    from tests.kit.windows import TWO, open_window
    from workbench.gui.board.board_view import BoardView
    from workbench.table.setup import Setup

    board = boards.find("herbs")
    assert board is not None
    shown = 0
    with open_window(Setup(f"herbs(actions={ACTIONS})", TWO, 1)) as window:
        for seed in range(deep(4, 1000)):
            session = round_of(seed)
            window.table.load(session)
            window.table.take_over()
            view, frames = window.screen.view, window.playback.recap.frames
            assert isinstance(view, BoardView)
            for number in (*range(len(frames) + 1), *reversed(range(len(frames)))):
                window.playback.show_event(number)
                fields = frames[number - 1].fields if number else window.playback.recap.start
                assert set(view.painter.shown["pieces"]) == set(board.pieces(fields))
                shown += 1
                if number == len(frames):
                    assert set(view.painter.shown["pieces"]) == set(board.pieces(session.state.fields))
            assert set(view.painter.shown["pieces"]) == set(board.pieces(session.document.point_at(0).fields))
            window.playback.settle()
            if seed % 50 == 49:
                window.root.update()
    print(shown)
