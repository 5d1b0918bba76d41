"""Crowded rounds of Herbs as they are shown once more:
forward and back, and every step on the way is legal to look at."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

import fastcore
from fastcore import Stream
from tests.conftest import deep
from tests.kit.herbs_boards import PATTERNS, PITS, SQUARES, crowded, spec_of, stones_of
from workbench import boards
from workbench.boards.kit.elements import Fields
from workbench.game.session import PERSON, Session
from workbench.seen.recap import Recap, recap_of

ACTIONS = 4
PUSHES = "[0-3]P([12]/8|3/12)|[0-3]F"
LIVELY = "[0-3](F|BW|WB|M[1-3]|T[LR])|bid[0-3]"


@cache
def round_of(seed: int) -> Session:
    """A session in which one random crowded round was played, with bids where they are asked for."""
    stream = Stream(seed, "crowded rounds")
    spec = spec_of(ACTIONS, stream.choice(PATTERNS))
    session = Session(spec, (PERSON, PERSON), 1, fastcore.parse(f"{spec} {crowded(stream)}").text())
    begun = session.point.turn
    while session.waits_for == "person" and session.point.turn == begun:
        texts = [session.state.move_text(move) for move in session.state.moves()]
        wanted = stream.choice([PUSHES, PUSHES, LIVELY])
        lively = [text for text in texts if re.fullmatch(wanted if session.point.phase == "write" else LIVELY, text)]
        session.play(stream.choice(lively or texts))
    return session


def standing(fields: Fields) -> dict[str, str]:
    """What stands on each square: a stone by its colour, a Herb by its number and facing."""
    found = dict(stones_of(fields["board"]))
    for number, herb in enumerate(fields["herbs"].split(",")):
        if herb != "-":
            assert herb[:-1] not in found, f"two pieces on {herb[:-1]}"
            found[herb[:-1]] = f"{number}{herb[-1]}"
    return found


def check(found: Recap) -> Counter[str]:
    """Every step of an account; returns what happened how often."""
    seen = Counter[str]()
    before, lost = standing(found.start), list[str]()  # Herbs that are gone, before it is told
    for frame in found.frames:
        event, now = frame.events[-1], standing(frame.fields)
        assert set(now) <= set(SQUARES) - set(PITS), "within the walls, and nothing lies in a pit"
        stones, were = (Counter(one for one in there.values() if one in "wb") for there in (now, before))
        herbs, had = ({one[0] for one in there.values() if one not in "wb"} for there in (now, before))
        seen[event.kind] += 1
        gone = had - herbs
        assert not gone or (event.kind in ("move", "push", "hit") and herbs < had), (
            "no Herb is lost otherwise, and none comes"
        )
        lost += sorted(gone)
        if event.kind == "destroyed":
            assert str(event.values["herb"]) == lost.pop(0), "each that is gone is told at once"
        if event.kind == "placed":
            assert stones.total() == were.total() + 1
        elif event.kind == "paint":
            assert stones.total() == were.total() and abs(stones["w"] - were["w"]) == 1
        elif event.kind in ("push", "wave", "points"):
            assert stones <= were, "none comes from nowhere"
        else:
            assert stones == were, "no stone is lost otherwise"
        seen["stones lost"] += were.total() - stones.total() if event.kind in ("push", "wave", "points") else 0
        if event.kind == "points" and event.values["for"] == "stone":
            seen["stones scored"] += 1
        if event.kind == "wave":
            ways = dict(zip(event.where[::2], event.where[1::2], strict=True))
            assert set(ways) <= set(before), "each stone was where it starts from"
            for start, end in ways.items():
                assert end in PITS or now[end] == before[start], f"the stone from {start} lies on {end}"
            still = {square: piece for square, piece in before.items() if square not in ways}
            assert all(now[square] == piece for square, piece in still.items()), "nothing else moves"
        before = now
    assert not lost
    return seen


def test_every_step_of_crowded_rounds_is_legal_to_look_at_and_ends_on_the_cores_position() -> None:
    seen = Counter[str]()
    for seed in range(deep(30, 1000)):
        session = round_of(seed)
        for viewer in (None, 0, 1):
            found = recap_of(session, session.here, viewer)
            end = found.frames[-1].fields
            assert all(end[name] == session.state.fields[name] for name in ("board", "herbs", "ap", "points", "round"))
            happened = check(found)
            if viewer is None:
                seen += happened
            assert happened["stones lost"] == happened["stones scored"], "each stone that is gone was scored in a pit"
    print(dict(seen))
    assert {"slot", "push", "points", "bids", "hit", "wave", "placed", "paint"} <= set(seen)


@pytest.mark.window
@pytest.mark.usefixtures("home")
def test_the_window_shows_crowded_rounds_forward_and_back() -> None:
    """As they are, step by step; forward they end on the core's position, back where they began."""
    pytest.importorskip("tkinter")
    from tests.kit.windows import TWO, opened
    from workbench.gui.board.board_view import BoardView
    from workbench.table.setup import Setup

    board = boards.find("herbs")
    assert board is not None
    shown = 0
    with opened(Setup(f"herbs(actions={ACTIONS})", TWO, 1)) as window:
        for seed in range(deep(4, 1000)):
            session = round_of(seed)
            window.table.take(session)
            window.table.take_over()
            view, frames = window.screen.view, window.playback.recap.frames
            assert isinstance(view, BoardView)
            for number in (*range(len(frames) + 1), *reversed(range(len(frames)))):
                window.playback.show(number)
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
