"""What a seat believes in Herbalism, against brute force over all deals by the slow twin."""

from __future__ import annotations

import math

import pytest

import fastcore
from fastcore import Stream, Viewpoint
from tests.conftest import deep
from tests.reference import herbalism_beliefs as slow

SPECS = (
    "herbalism", "herbalism(actions=advanced)", "herbalism(actions=basic)", "herbalism(actions=first)",
    "herbalism(players=4,actions=advanced)", "herbalism(players=4)", "herbalism(actions=advanced,predictions=1)",
)  # fmt: skip


def learned(spec: str, number: int) -> tuple[fastcore.State, int | None, list[str]]:
    """A position of a random game, one of its seats or everybody, and what it has observed; cures are made seldom, so
    that rounds are long enough."""
    stream, state = Stream(number, spec, "learned"), fastcore.start(spec)
    seat = (None, *range(state.seats))[number % (state.seats + 1)]
    texts: list[str] = []
    for _ in range(2 + stream.below(24)):
        if state.actor == fastcore.OVER:
            break
        if state.actor == fastcore.CHANCE:
            move = state.sample(stream)
        else:
            moves = state.moves()
            quiet = [one for one in moves if not state.move_text(one).startswith("cure")]
            move = stream.choice(quiet if quiet and stream.below(12) else moves)
        seen = state.observation(move, seat)
        texts += [seen] if seen else []
        state.play(move)
    return state, seat, texts


@pytest.mark.parametrize("spec", SPECS)
def test_beliefs_equal_brute_force(spec: str) -> None:
    for number in range(deep(5, 40)):
        state, seat, texts = learned(spec, number)
        point = Viewpoint(spec, seat)
        point.rebuild(texts)
        assert point.text() == state.view(seat)
        for model in (None, "uniform"):
            expected = slow.posterior(spec, seat, texts, model)
            found = dict(point.worlds(10**6, model))
            assert found.keys() == expected.keys(), f"{spec} {seat} {texts}"
            for text, chance in found.items():
                assert math.isclose(chance, float(expected[text]), rel_tol=1e-9), f"{spec} {seat} {texts} {model} {text}"
            assert point.count() == len(expected)
            if state.actor < 0:
                continue
            beliefs = point.beliefs(model)
            cure = slow.cure(expected)
            assert {card: chance for card, chance in beliefs["cure"].items() if chance} == pytest.approx(
                {card: float(chance) for card, chance in cure.items() if chance}
            )
            for other in range(state.seats):
                if other != seat:
                    for colour, counts in slow.counts(expected, other).items():
                        assert beliefs[f"{other + 1}:{colour}"] == pytest.approx(
                            {number: float(chance) for number, chance in counts.items() if chance}
                        )


def test_beliefs_begun_from_a_view_equal_brute_force() -> None:
    for number in range(deep(15, 200)):
        spec = SPECS[number % len(SPECS)]
        state, seat, _ = learned(spec, number)
        if state.actor < 0 or seat is None:
            continue
        view = state.view(seat)
        expected = slow.from_view(spec, seat, view)
        found = dict(Viewpoint.parse(f"{spec} {view}", seat).worlds(10**6))
        assert found.keys() == expected.keys()
        assert all(math.isclose(chance, float(expected[text]), rel_tol=1e-9) for text, chance in found.items())


def test_the_page_s_numbers_of_worlds() -> None:
    for spec, fewest, most, everybody in (("herbalism", 31, 149, 2559), ("herbalism(players=4)", 192, 1081, 10982)):
        start = fastcore.start(spec)
        counts = set()
        for outcome, _ in start.chances():
            hands = start.move_text(outcome).split("/")
            counts.add((hands[1], outcome))
        seen = {}
        for hand, outcome in counts:
            if hand not in seen:
                point = Viewpoint(spec, 0)
                point.observe(start.observation(outcome, 0))
                seen[hand] = point.count()
        assert (min(seen.values()), max(seen.values())) == (fewest, most)
        assert seen["ryyy" if start.seats == 3 else "yyy"] == fewest and seen["ygbb" if start.seats == 3 else "gbb"] == most
        public = Viewpoint(spec, None)
        public.observe(start.observation(0, None))
        assert public.count() == everybody
        cure = public.beliefs()["cure"]
        table = {"==": 20, "gb": 20, "yb": 15, "gy": 12, "rb": 10, "rg": 8, "yr": 6}
        assert cure == pytest.approx({card: number / 91 for card, number in table.items()})


def test_facts_narrow_and_contradict() -> None:
    point = Viewpoint("herbalism", 0)
    start = fastcore.start("herbalism")
    point.observe(start.observation("deal:rb/rgbb/yygg/ygbb", 0))
    assert point.suppose("hidden=rb").beliefs()["cure"]["rb"] == pytest.approx(1)
    assert point.suppose("2:r>=1").beliefs()["2:r"] == pytest.approx({1: 1.0})
    assert set(point.suppose("2:b<=1", "2:g=3").beliefs()["2:b"]) == {0, 1}
    with pytest.raises(fastcore.Conflict) as caught:
        point.suppose("3:g>=1", "hidden=rr", "2:b=0")
    assert caught.value.what == "hidden=rr", "the smallest set: one red card is in the own hand"
    with pytest.raises(fastcore.Conflict) as caught:
        point.suppose("2:y=2", "hidden=yb", "3:y=1")
    assert set(caught.value.what.split(", ")) == {"2:y=2", "hidden=yb", "3:y=1"}


def test_other_models_weigh_what_others_chose() -> None:
    """Under a model that is the uniform policy itself, the slow general way gives what the fast one does."""
    from fastcore.games.herbalism import beliefs

    state, seat, texts = learned("herbalism", 5)
    start = fastcore.start("herbalism")
    found = beliefs.replayed(start.game, seat, {start.text(): 1.0}, tuple((True, text) for text in texts), "uniform")
    point = Viewpoint("herbalism", seat)
    point.rebuild(texts)
    expected = {beliefs.world_of(fastcore.parse(f"herbalism {text}")): chance for text, chance in point.worlds(10**6, "uniform")}
    assert found == pytest.approx(expected) and state.actor >= 0
    for model in ("greedy", "deducer"):
        worlds = point.worlds(10**6, model)
        assert math.isclose(sum(chance for _, chance in worlds), 1) and state.text() in dict(worlds)
