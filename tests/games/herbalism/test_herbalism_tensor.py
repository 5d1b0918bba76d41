"""Tests of Herbalism's observation tensor: it holds exactly what a seat's view shows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

import fastcore
from fastcore import OVER, State, Stream, Viewpoint
from fastcore.games.herbalism.text import texts
from tests.conftest import deep
from tests.games.herbalism.positions import SPECS, choose_random_move

PHASES = ("deal", "act", "give", "cure", "predict", "over")


class Reader:
    """Reads a tensor from its beginning."""

    def __init__(self, tensor: npt.NDArray[np.float32]) -> None:
        self.values: list[float] = tensor.tolist()

    def take(self, count: int) -> list[float]:
        """Return the next values."""
        values, self.values = self.values[:count], self.values[count:]
        return values

    def one_hot(self, count: int) -> int:
        """Return the index of the 1 among the next values; -1 if all are 0."""
        values = self.take(count)
        assert sorted(values, reverse=True)[0] in (0, 1) and sum(values) in (0, 1)
        return values.index(1) if 1 in values else -1

    def number(self, scale: int) -> int:
        return round(self.take(1)[0] * scale)

    def cards(self) -> texts.Hand | None:
        visible, *shares = self.take(5)
        red, yellow, green, blue = (round(share * count) for share, count in zip(shares, texts.DECK, strict=True))
        assert visible or not any(shares)
        return (red, yellow, green, blue) if visible else None


def decode(tensor: npt.NDArray[np.float32], seats: int) -> tuple[int, str]:
    """Return the observer (-1: everybody) and the view that a tensor shows."""
    reader = Reader(tensor)
    observer, hidden = reader.one_hot(seats), reader.cards()
    hands, sizes, scores, medicine, cure, predictions = [], [], [], [], [], []
    for _ in range(seats):
        hands.append(reader.cards())
        sizes.append(reader.number(12))
        scores.append(reader.number(99))
        medicine.append(reader.one_hot(7))
        cure.append((1 + reader.one_hot(4), reader.one_hot(7)))
        predictions.append(sum(1 << place for place, taken in enumerate(reader.take(4)) if taken))
    round_number, turn = reader.number(texts.LAST_ROUND), reader.number(16 * seats)
    phase = [PHASES[reader.one_hot(6)]]
    start, actor, initiator = (reader.one_hot(seats) for _ in range(3))
    card, action = reader.one_hot(7), reader.one_hot(2)
    assert not reader.values
    phase += [str(seat + 1) for seat in (actor, initiator) if seat >= 0]
    if card >= 0:
        phase += [texts.CARDS[card], ("brew", "appeal")[action]]
    table = texts.Table(hidden, hands, sizes, scores, round_number, start, turn, phase, medicine, cure, predictions)
    return observer, " ".join(texts.fields(table).values())


def random_positions(spec: str, games: int) -> Iterator[State]:
    """Yield every position of some random games."""
    for game in range(games):
        state, stream = fastcore.start(spec), Stream(game, "herbalism tensor")
        while state.actor != OVER:
            yield state
            state = state.after(state.parse_move(choose_random_move(state, stream)))
        yield state


def test_tensor_decodes_to_view_of_seat() -> None:
    phases = set()
    for spec in SPECS:
        for state in random_positions(spec, deep(1, 10)):
            phases.add(state.phase)
            assert state.shape == (33 * state.seats + 22,)
            for seat in (None, *range(state.seats)):
                tensor = state.tensor(seat)
                assert tensor.shape == state.shape and tensor.min() >= 0 and tensor.max() <= 1
                assert decode(tensor, state.seats) == (-1 if seat is None else seat, state.view(seat))
    assert phases == set(PHASES)


def test_equal_views_have_equal_tensors() -> None:
    """Every world that a seat considers possible has the tensor of the actual position."""
    stream = Stream(5, "herbalism tensor worlds")
    for spec in ("herbalism(actions=advanced)", "herbalism(players=4,predictions=1)"):
        for count, state in enumerate(random_positions(spec, deep(1, 10))):
            if count % deep(20, 5):
                continue
            for seat in (None, *range(state.seats)):
                world = Viewpoint(spec, seat, state.view(seat)).sample(stream)
                assert world.view(seat) == state.view(seat)
                assert (world.tensor(seat) == state.tensor(seat)).all()


def test_hidden_hands_are_not_visible() -> None:
    """Another deal with the same hand of seat 1 has the same tensor for seat 1, but not for seat 2."""
    start = fastcore.start("herbalism")
    first = start.after(start.parse_move("deal:rb/rgbb/yygg/ygbb"))
    second = start.after(start.parse_move("deal:yb/rgbb/rygg/ygbb"))
    assert (first.tensor(0) == second.tensor(0)).all() and (first.tensor(None) == second.tensor(None)).all()
    assert (first.tensor(1) != second.tensor(1)).any()
