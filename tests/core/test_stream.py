"""Tests of named random streams."""

from __future__ import annotations

import pickle

import pytest

from fastcore import Stream


def test_seed_and_key_determine_stream() -> None:
    """Saved records depend on these numbers: they must never change."""
    stream = Stream(1, "chance", 7)
    assert [stream.below(1000) for _ in range(6)] == [171, 122, 230, 751, 475, 924]
    assert Stream(-5, "é").below(2**32) == Stream(-5, "é").below(2**32)


def test_different_keys_give_different_streams() -> None:
    keys: list[tuple[int | str, ...]] = [
        (),
        ("",),
        ("a",),
        ("a", "b"),
        ("ab",),
        (1,),
        ("1",),
        (1, 2),
        (12,),
        ("a", 1),
        ("a1",),
    ]
    firsts = {Stream(3, *key).below(2**32) for key in keys} | {Stream(4, *key).below(2**32) for key in keys}
    assert len(firsts) == 2 * len(keys)


def test_numbers_are_uniform() -> None:
    stream = Stream(2)
    counts = [0] * 7
    for _ in range(70_000):
        counts[stream.below(7)] += 1
    assert all(abs(count - 10_000) < 600 for count in counts)
    assert abs(sum(stream.unit() for _ in range(10_000)) / 10_000 - 0.5) < 0.02


def test_pick_choice_and_shuffle_return_valid_results() -> None:
    stream = Stream(2)
    picks = [stream.pick([1, 0, 3]) for _ in range(4000)]
    assert set(picks) == {0, 2} and abs(picks.count(2) - 3000) < 200
    assert sorted(stream.shuffled([3, 1, 2])) == [1, 2, 3]
    assert {stream.choice("ab") for _ in range(50)} == {"a", "b"}


def test_copies_continue_identically() -> None:
    stream = Stream(2)
    stream.below(5)
    restored = pickle.loads(pickle.dumps(stream))
    copy = stream.copy()
    numbers = [stream.below(100) for _ in range(5)]
    assert [copy.below(100) for _ in range(5)] == numbers
    assert [restored.below(100) for _ in range(5)] == numbers


def test_bad_arguments_are_refused() -> None:
    stream = Stream(1)
    for n in (0, -1, 2**32 + 1):
        with pytest.raises(ValueError):
            stream.below(n)
    for weights in ([], [0, 0], [-1, 2], [float("nan")], [float("inf")]):
        with pytest.raises(ValueError):
            stream.pick(weights)
    with pytest.raises(ValueError):
        stream.choice([])
    for seed in (1.5, "1", None):
        with pytest.raises(TypeError):
            Stream(seed)  # type: ignore[arg-type]
