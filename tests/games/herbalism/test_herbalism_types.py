"""Tests of what a seat learns about the types of its opponents from one round to the next."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fastcore.games.herbalism.joint_belief import types_after  # type: ignore[import-not-found]
from fastcore.games.herbalism.knowledge import HerbalismKnowledge  # type: ignore[import-not-found]

import fastcore
from fastcore import CHANCE, OVER, Search, State, Stream

SPEC = "herbalism(target=20)"
WAITING, PATIENT, EVEN, GUESSING = range(4)

Policy = Callable[[State, Stream], int]


def deducing(state: State, stream: Stream) -> int:
    """Return a move of a player that waits until it is sure."""
    return stream.choice([move for move, _ in state.viewpoint(state.actor).policy("deducer")])


def guessing(state: State, stream: Stream) -> int:
    """Return the best cure, or answer to one, whenever that is possible."""
    point = state.viewpoint(state.actor)
    bold = {move: point.move_text(move) for move in point.moves()}
    bold = {move: text.partition(":")[2] for move, text in bold.items() if text.startswith(("cure", "answer"))}
    if not bold:
        return stream.choice(point.moves())
    chances = {str(card): chance for card, chance in point.beliefs()["cure"].items()}
    return max(bold, key=lambda move: chances[bold[move]])


def after_rounds(policy: Policy, rounds: int, seed: int) -> tuple[State, list[HerbalismKnowledge]]:
    """Return a position early in a round, after some rounds of a policy, and what every seat knows."""
    stream, state = Stream(seed, "types"), fastcore.start(SPEC)
    known = [HerbalismKnowledge(state.game, seat, None) for seat in range(state.seats)]
    ended = 0
    while ended < rounds or state.actor == CHANCE:
        assert state.actor != OVER
        move = state.sample(stream) if state.actor == CHANCE else policy(state, stream)
        seen = [state.observation(move, seat) for seat in range(state.seats)]
        before = state.phase
        state.play(move)
        ended += before != "deal" and state.phase == "deal"
        for knowledge, text in zip(known, seen, strict=True):
            if text:
                knowledge.observe(text)
    return state, known


@pytest.mark.parametrize(("policy", "likely"), [(deducing, (WAITING, PATIENT)), (guessing, (EVEN, GUESSING))])
def test_types_follow_from_choices(policy: Policy, likely: tuple[int, int]) -> None:
    _, known = after_rounds(policy, 3, 1)
    for viewer, knowledge in enumerate(known):
        types = types_after(knowledge)
        for seat, chances in enumerate(types):
            assert sum(chances) == pytest.approx(1)
            if seat == viewer:
                assert chances == types_after(HerbalismKnowledge(knowledge.game, viewer, None))[seat]
            else:
                assert sum(chances[kind] for kind in likely) > 0.8, f"seat {seat} as seat {viewer} sees it: {chances}"


def test_knowledge_of_rounds_is_copied_and_counts() -> None:
    state, known = after_rounds(deducing, 1, 2)
    seat = state.actor
    copy, fresh = known[seat].copy(), HerbalismKnowledge(state.game, seat, state.view(seat))
    assert types_after(copy) == types_after(known[seat]) != types_after(fresh)
    assert copy.digest() == known[seat].digest() != fresh.digest()


def test_search_uses_earlier_rounds() -> None:
    """The same cards and scores, with different opponents in the round before."""
    results = []
    for policy in (deducing, guessing):
        stream, state = Stream(3, "types"), fastcore.start(SPEC)
        points = [state.viewpoint(seat) for seat in range(state.seats)]
        ended = 0
        while ended < 1 or state.actor == CHANCE:
            move = state.sample(stream) if state.actor == CHANCE else policy(state, stream)
            seen = [state.observation(move, seat) for seat in range(state.seats)]
            before = state.phase
            state.play(move)
            ended += before != "deal" and state.phase == "deal"
            for point, text in zip(points, seen, strict=True):
                if text:
                    point.observe(text)
        point = points[state.actor]
        alone = state.viewpoint(state.actor)
        searches = [Search(each, seed=1, engine="improver") for each in (point, alone)]
        for search in searches:
            search.run(300)
        results.append(bool((searches[0].root() == searches[1].root()).all()))
    assert not any(results)
