"""Tests of Herbalism beliefs against brute force over all deals by the reference implementation."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

import fastcore
from fastcore import Stream, Viewpoint
from tests.conftest import deep
from tests.reference import herbalism_beliefs as reference

SPECS = (
    "herbalism", "herbalism(actions=advanced)", "herbalism(actions=basic)", "herbalism(actions=first)",
    "herbalism(players=4,actions=advanced)", "herbalism(players=4)", "herbalism(actions=advanced,predictions=1)",
)  # fmt: skip


def random_observations(spec: str, number: int) -> tuple[fastcore.State, int | None, list[str]]:
    """Return a position of a random game, a seat (None: the public), and its observations.

    Cures are rare, so that rounds last long.
    """
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
            quiet = [move for move in moves if not state.move_text(move).startswith("cure")]
            move = stream.choice(quiet if quiet and stream.below(12) else moves)
        seen = state.observation(move, seat)
        texts += [seen] if seen else []
        state.play(move)
    return state, seat, texts


@pytest.mark.sample(3)
@pytest.mark.parametrize("spec", SPECS)
def test_beliefs_equal_brute_force(spec: str) -> None:
    for number in range(deep(3, 40)):
        state, seat, texts = random_observations(spec, number)
        point = Viewpoint(spec, seat)
        point.rebuild(texts)
        assert point.text() == state.view(seat)
        for model in (None, "uniform"):
            expected = reference.posterior(spec, seat, texts, model)
            worlds = dict(point.worlds(10**6, model))
            assert worlds.keys() == expected.keys(), f"{spec} {seat} {texts}"
            for text, chance in worlds.items():
                assert math.isclose(chance, float(expected[text]), rel_tol=1e-9), (
                    f"{spec} {seat} {texts} {model} {text}"
                )
            assert point.count() == len(expected)
            if state.actor < 0:
                continue
            beliefs = point.beliefs(model)
            cure = reference.cure(expected)
            assert {card: chance for card, chance in beliefs["cure"].items() if chance} == pytest.approx(
                {card: float(chance) for card, chance in cure.items() if chance}
            )
            for owner in range(state.seats):
                if owner != seat:
                    for colour, counts in reference.counts(expected, owner).items():
                        assert beliefs[f"{owner + 1}:{colour}"] == pytest.approx(
                            {number: float(chance) for number, chance in counts.items() if chance}
                        )


def test_beliefs_from_view_equal_brute_force() -> None:
    for number in range(deep(15, 200)):
        spec = SPECS[number % len(SPECS)]
        state, seat, _ = random_observations(spec, number)
        if state.actor < 0 or seat is None:
            continue
        view = state.view(seat)
        expected = reference.from_view(spec, seat, view)
        worlds = dict(Viewpoint.parse(f"{spec} {view}", seat).worlds(10**6))
        assert worlds.keys() == expected.keys()
        assert all(math.isclose(chance, float(expected[text]), rel_tol=1e-9) for text, chance in worlds.items())


def test_numbers_of_worlds_match_rules_page() -> None:
    for spec, fewest, most, public_count in (("herbalism", 31, 149, 2559), ("herbalism(players=4)", 192, 1081, 10982)):
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
        assert (
            seen["ryyy" if start.seats == 3 else "yyy"] == fewest
            and seen["ygbb" if start.seats == 3 else "gbb"] == most
        )
        public = Viewpoint(spec, None)
        public.observe(start.observation(0, None))
        assert public.count() == public_count
        cure = public.beliefs()["cure"]
        table = {"==": 20, "gb": 20, "yb": 15, "gy": 12, "rb": 10, "rg": 8, "yr": 6}
        assert cure == pytest.approx({card: number / 91 for card, number in table.items()})


def test_facts_restrict_worlds_or_conflict() -> None:
    point = Viewpoint("herbalism", 0)
    start = fastcore.start("herbalism")
    point.observe(start.observation("deal:rb/rgbb/yygg/ygbb", 0))
    assert point.suppose("hidden=rb").beliefs()["cure"]["rb"] == pytest.approx(1)
    assert point.suppose("2:r>=1").beliefs()["2:r"] == pytest.approx({1: 1.0})
    cures = point.suppose("hidden:r>=1", "hidden:b<=0").beliefs()["cure"]
    assert {card for card, chance in cures.items() if chance} == {"rg", "yr"}
    assert set(point.suppose("2:b<=1", "2:g=3").beliefs()["2:b"]) == {0, 1}
    with pytest.raises(fastcore.Conflict) as caught:
        point.suppose("3:g>=1", "hidden=rr", "2:b=0")
    assert caught.value.what == "hidden=rr", "the smallest set: one red card is in the own hand"
    with pytest.raises(fastcore.Conflict) as caught:
        point.suppose("2:y=2", "hidden=yb", "3:y=1")
    assert set(caught.value.what.split(", ")) == {"2:y=2", "hidden=yb", "3:y=1"}


def test_models_weigh_choices_of_other_seats() -> None:
    """The general replay with the uniform policy gives the same beliefs as the fast computation."""
    from fastcore.games.herbalism import beliefs

    state, seat, texts = random_observations("herbalism", 5)
    start = fastcore.start("herbalism")
    replayed = beliefs.replayed(start.game, seat, {start.text(): 1.0}, tuple((True, text) for text in texts), "uniform")
    point = Viewpoint("herbalism", seat)
    point.rebuild(texts)
    expected = {
        beliefs.world_of(fastcore.parse(f"herbalism {text}")): chance for text, chance in point.worlds(10**6, "uniform")
    }
    assert replayed == pytest.approx(expected) and state.actor >= 0
    for model in ("greedy", "deducer"):
        worlds = point.worlds(10**6, model)
        assert math.isclose(sum(chance for _, chance in worlds), 1) and state.text() in dict(worlds)


MAX_FACTS = 7  # largest number of facts in a set


def random_facts(state: fastcore.State, seat: int | None, stream: Stream) -> list[str]:
    """Return random facts about seen and hidden cards."""
    facts = []
    for _ in range(1 + stream.below(MAX_FACTS)):
        place = ("hidden", *map(str, range(1, state.seats + 1)))[stream.below(state.seats + 1)]
        kind = stream.below(8)
        if kind == 0:
            facts.append(f"hidden={stream.choice(['rr', 'ry', 'rg', 'rb', 'yy', 'yg', 'yb', 'gg', 'gb', 'bb'])}")
        elif kind == 1:
            facts.append(f"cure={stream.choice(['gy', 'rg', 'rb', 'yr', 'gb', 'yb', '=='])}")
        else:
            facts.append(f"{place}:{stream.choice(list('rygb'))}{stream.choice(['=', '>=', '<='])}{stream.below(4)}")
    return facts


def is_true(fact: str, world: reference.World) -> bool:
    """Return whether a fact is true in a world, computed independently of the core."""
    pair, hands = world
    if fact.startswith("hidden="):
        return pair == fact[7:]
    if fact.startswith("cure="):
        return (pair if pair[0] != pair[1] else "==") in (fact[5:], fact[5:][::-1])
    place, _, rest = fact.partition(":")
    count = (pair if place == "hidden" else hands[int(place) - 1]).count(rest[0])
    number = int(rest.lstrip("rygb<>="))
    return count >= number if ">" in rest else count <= number if "<" in rest else count == number


def test_smallest_conflicting_facts_equal_brute_force() -> None:
    rejected = 0
    for number in range(deep(14, 450)):  # about 300 sets with a conflict where a seat decides
        spec = SPECS[number % len(SPECS)]
        state, seat, texts = random_observations(spec, number % 60)
        stream = Stream(number, "facts")
        if state.actor < 0:
            continue
        point = Viewpoint(spec, seat)
        point.rebuild(texts)
        worlds = []
        for text in reference.posterior(spec, seat, texts, None):
            pair, hands = text.split(" ")[:2]
            worlds.append((pair, tuple("" if hand == "-" else hand for hand in hands.split("/"))))
        facts = random_facts(state, seat, stream)
        subsets = (subset for size in range(1, len(facts) + 1) for subset in combinations(range(len(facts)), size))
        expected = next(
            (
                subset
                for subset in subsets
                if not any(all(is_true(facts[index], world) for index in subset) for world in worlds)
            ),
            None,
        )
        if expected is None:
            assert point.suppose(*facts).count() == sum(all(is_true(fact, world) for fact in facts) for world in worlds)
            continue
        rejected += 1
        with pytest.raises(fastcore.Conflict) as caught:
            point.suppose(*facts)
        conflicting = caught.value.what.split(", ")
        assert len(conflicting) == len(expected) and set(conflicting) <= set(facts), (
            f"{spec} {seat} {facts} {conflicting}"
        )
        assert not any(all(is_true(fact, world) for fact in conflicting) for world in worlds)
        assert caught.value.reason and "\n" not in caught.value.reason
    assert rejected > deep(4, 100)
    print(f"{rejected} sets of facts refused")


REASONS = [  # (facts, smallest conflicting subset, reason), seen by seat 1 with the hand rgbb
    (["2:y<=3", "2:r>=1", "3:r>=1"], "2:r>=1, 3:r>=1",
    "that makes 3 red cards, with 1 that seat 1 holds, but there are only 2"),
    (["2:y>=3", "2:g>=2"], "2:y>=3, 2:g>=2", "that makes 5 cards, but seat 2 holds 4"),
    (["2:y=2", "hidden=yb", "3:y=1"], "2:y=2, hidden=yb, 3:y=1", "that makes 4 yellow cards, but there are only 3"),
    (["hidden:b<=1", "2:b=0", "3:b=0"], "2:b=0, 3:b=0", "there are 5 blue cards, but that leaves room for 4"),
    (["2:y=0", "2:g=0", "2:b=0"], "2:y=0, 2:g=0, 2:b=0", "seat 2 holds 4 cards, but that leaves room for 2"),
    (["2:y=1", "2:y=0"], "2:y=1, 2:y=0", "seat 2 holds 1 yellow card or none, not both"),
    (["2:y>=2", "2:y<=1"], "2:y>=2, 2:y<=1", "seat 2 holds at least 2 yellow cards or at most 1, not both"),
    (["hidden=yb", "cure=gy"], "hidden=yb, cure=gy",
    "only one medicine is right, not both yellow with blue and green with yellow"),
    (["hidden:y>=1", "hidden:g>=1", "cure==="], "hidden:y>=1, hidden:g>=1, cure===",
    "the hidden pair has two colours, not one"),
    (["hidden=bb", "hidden=gg"], "hidden=bb, hidden=gg",
    "the hidden pair cannot be both two blue cards and two green cards"),
    (["hidden:y>=2", "hidden=bb"], "hidden:y>=2, hidden=bb",
    "the hidden pair has at least 2 yellow cards or none, not both"),
    (["hidden=ry", "hidden=yy"], "hidden=ry, hidden=yy",
    "the hidden pair cannot be both red with yellow and two yellow cards"),
    (["hidden:b=1", "cure==="], "hidden:b=1, cure===", "the hidden pair has two colours, not one"),
    (["1:r=0", "2:y=1"], "1:r=0", "seat 1 holds 1 red card"),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "conflicting", "reason"), REASONS)
def test_conflicting_facts_give_reason(facts: list[str], conflicting: str, reason: str) -> None:
    point = Viewpoint("herbalism", 0)
    point.observe(fastcore.start("herbalism").observation("deal:rb/rgbb/yygg/ygbb", 0))
    with pytest.raises(fastcore.Conflict) as caught:
        point.suppose(*facts)
    assert (caught.value.what, caught.value.reason) == (conflicting, reason)
