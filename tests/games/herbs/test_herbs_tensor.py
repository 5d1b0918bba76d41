"""Tests of the observation tensor of Herbs: its planes hold the fields of a seat's view and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest

import fastcore
from fastcore import State, Stream, Viewpoint
from fastcore.games.herbs.text.texts import FACINGS, PITS, SQUARES, row_text
from tests.conftest import deep
from tests.kit.herbs.boards import crowded_position, random_plan, spec_of
from workbench.conformance.walks import random_move

Planes = npt.NDArray[np.float32]
KINDS = ("BU", "BW", "F", "HT", "M", "P", "TL", "TR", "WB")
WITH_SQUARES = ("BU", "M", "P")
SEATS: tuple[int | None, ...] = (None, 0, 1)


def random_states(number: int) -> Iterator[State]:
    """Yield the states of a random game from a crowded board."""
    stream = Stream(number, "tensor")
    state = fastcore.parse(f"{spec_of(stream.below(4) + 1, rounds=9)} {crowded_position(stream)}")
    yield state
    for _ in range(120):
        if state.actor < 0:
            break
        for move in random_plan(state, stream) or [state.move_text(random_move(state, stream))]:
            state = state.after(move)
            yield state


def constant(plane: Planes) -> float:
    """Return the value that all squares of a plane share."""
    assert (plane == plane[0, 0]).all()
    return float(plane[0, 0])


def number(plane: Planes, scale: int) -> int:
    """Return the whole number that a plane shows as a fraction of `scale`."""
    value = constant(plane) * scale
    assert abs(value - round(value)) < 0.02
    return round(value)


def flag(plane: Planes) -> bool:
    assert constant(plane) in (0.0, 1.0)
    return bool(constant(plane))


def marked_squares(plane: Planes) -> list[str]:
    """Return the names of the squares that have a 1 in a plane."""
    assert set(np.unique(plane)) <= {0.0, 1.0}
    return [SQUARES[square] for square in np.flatnonzero(plane.reshape(-1))]


def decoded_board(tensor: Planes) -> str:
    white, black = marked_squares(tensor[0]), marked_squares(tensor[1])
    assert marked_squares(tensor[2]) == sorted((SQUARES[pit] for pit in PITS), key=SQUARES.index)
    rows = [[SQUARES[11 * row + column] for column in range(11)] for row in reversed(range(11))]
    return "/".join(row_text(["w" if name in white else "b" if name in black else "" for name in row]) for row in rows)


def decoded_herbs(tensor: Planes) -> str:
    texts = []
    for herb in range(4):
        found = [
            name + FACINGS[facing] for facing in range(4) for name in marked_squares(tensor[3 + 4 * herb + facing])
        ]
        assert len(found) <= 1
        texts.append(found[0] if found else "-")
    return ",".join(texts)


def decoded_action(seat: int, planes: Planes) -> str:
    """Return the text of an action, or "" if there is none."""
    kinds = [kind for kind, plane in zip(KINDS, planes[:9], strict=True) if flag(plane)]
    if not kinds:
        assert not planes.any()
        return ""
    assert len(kinds) == 1
    squares, cost = number(planes[10], 6), number(planes[11], 24)
    text = f"{2 * seat + flag(planes[9])}{kinds[0]}" + (str(squares) if kinds[0] in WITH_SQUARES else "")
    return f"{text}/{cost}" if kinds[0] == "P" else text


def decoded_plan(actions: int, seat: int, tensor: Planes) -> str:
    first = 46 + actions + 12 * actions * seat
    items = [decoded_action(seat, tensor[first + 12 * k : first + 12 * k + 12]) for k in range(actions)]
    written = [item for item in items if item]
    assert items[: len(written)] == written
    for colour, plane in zip(("Wh", "Bl"), tensor[42 + 2 * seat : 44 + 2 * seat], strict=True):
        written += [colour + name for name in marked_squares(plane)]
    return ",".join(written + ["?"] * flag(tensor[40 + seat]))


def decoded_phase(actions: int, tensor: Planes) -> str:
    writing, bidding, over = (flag(plane) for plane in tensor[32:35])
    assert writing + bidding + over == 1
    plans = "|".join(decoded_plan(actions, seat, tensor) for seat in range(2))
    slots = [slot for slot in range(actions) if flag(tensor[46 + slot])]
    hidden, known, bid = flag(tensor[37]), flag(tensor[38]), number(tensor[39], 400)
    assert not (hidden and known) and (known or not bid)
    if over:
        assert not tensor[35:].any()
        return "over"
    seats = [seat for seat in range(2) if flag(tensor[35 + seat])]
    assert len(seats) == 1 and len(slots) == bidding
    if writing:
        assert not hidden and not known
        return f"write:{seats[0] + 1}:{plans}"
    return f"bid:{seats[0] + 1}:{slots[0] + 1}:{plans}:{'?' if hidden else bid if known else '-'}"


def decoded_fields(actions: int, tensor: Planes) -> dict[str, str]:
    """Return the fields of the view that a tensor describes."""
    points = [number(tensor[27 + seat], 99_999) for seat in range(2)]
    assert [number(tensor[25 + seat], 100) for seat in range(2)] == [min(shown, 100) for shown in points]
    piles = [(number(tensor[21 + 2 * seat], 12), number(tensor[22 + 2 * seat], 8)) for seat in range(2)]
    return {
        "board": decoded_board(tensor),
        "herbs": decoded_herbs(tensor),
        "ap": ",".join(str(number(tensor[19 + seat], 400)) for seat in range(2)),
        "piles": ",".join(f"{white}w{black}b" for white, black in piles),
        "points": ",".join(map(str, points)),
        "tie": "2" if flag(tensor[29]) else "1",
        "round": str(number(tensor[30], 400)),
        "idle": str(number(tensor[31], 3)),
        "phase": decoded_phase(actions, tensor),
    }


def actions_of(state: State) -> int:
    return int(state.game.options["actions"])


def test_tensor_decodes_to_view() -> None:
    phases: set[str] = set()
    for game in range(deep(6, 400)):
        for state in random_states(game):
            actions = actions_of(state)
            for seat in SEATS:
                tensor = state.tensor(seat)
                assert tensor.shape == state.shape == (46 + 25 * actions, 11, 11)
                assert tensor.dtype == np.float32 and tensor.min() >= 0 and tensor.max() <= 1
                assert " ".join(decoded_fields(actions, tensor).values()) == state.view(seat)
            phases.add(state.phase)
    assert phases == {"write", "bid", "over"}


def test_tensor_depends_only_on_view() -> None:
    """Positions with different hidden plans, sampled from a seat's knowledge, have the same tensor for this seat."""
    different = 0
    for game in range(deep(4, 60)):
        for state in random_states(game):
            for seat in SEATS:
                if state.actor < 0:
                    continue
                point = Viewpoint(state.game, seat, state.view(seat))
                world = point.sample(Stream(game, state.text()))
                assert world.view(seat) == state.view(seat)
                assert np.array_equal(world.tensor(seat), state.tensor(seat))
                different += world.text() != state.text()
    assert different > 100


def test_equal_views_are_needed_for_equal_tensors() -> None:
    tensors: dict[bytes, str] = {}
    for state in random_states(77):
        for seat in SEATS:
            view = state.view(seat)
            assert tensors.setdefault(state.tensor(seat).tobytes(), view) == view


@pytest.mark.parametrize("spec", ["herbs", "herbs(ap=400,actions=8)", "herbs(ap=10,actions=1)"])
def test_start_tensor_decodes(spec: str) -> None:
    state = fastcore.start(spec)
    assert " ".join(decoded_fields(actions_of(state), state.tensor(None)).values()) == state.view(None)


def test_may_play_agrees_with_moves() -> None:
    for state in random_states(5):
        legal = set(state.moves())
        for move in (*range(-3, 60), *range(60, state.actions + 3, 7), *legal):
            if move in legal:
                state.after(move)
            else:
                with pytest.raises(ValueError):
                    state.after(move)
