"""Tests of the end of a list: the record of the whole game, or of one seat's view."""

from __future__ import annotations

import pytest

import fastcore
from bots.report import Limit
from tests.conftest import deep
from tests.kit.tables import SPECS, play
from workbench.companion import advice, finishing
from workbench.companion.companion import Companion
from workbench.records import replay


def entered(
    spec: str, seat: int | None, seed: int, most: int = 2000
) -> tuple[Companion, fastcore.State, tuple[str, ...]]:
    played = play(spec, seat, seed, most=most)
    companion = Companion(spec, seat, ("Ann", "Bob"))
    while len(companion.lines) < len(played.texts):
        companion.enter(played.texts[len(companion.lines)])
    return companion, played.end, played.moves


@pytest.mark.parametrize("spec", SPECS[:4])
def test_finished_game_becomes_an_ordinary_record(spec: str) -> None:
    for seed in range(deep(1, 50)):
        companion, end, moves = entered(spec, seed % 2, seed)
        record = finishing.full_record(companion)
        replay.check(record)
        assert record.follows is None and record.tags[finishing.SOURCE] == finishing.TABLE
        assert record.by_hand == "always" and record.seats[1].name == "Bob"
        assert record.result is not None and record.result.returns == end.returns()
        final = replay.final_point(record)
        assert isinstance(final, fastcore.State) and final.text() == end.text()
        if finishing.MOST_PROBABLE not in record.tags:
            assert [move.move for move in record.lines[0].moves] == list(moves)
        else:  # the seat saw the same
            state, seen = fastcore.start(spec), []
            for move in record.lines[0].moves:
                seen.append(state.observation(move.move, companion.seat))
                state.play(move.move)
            assert tuple(filter(None, seen)) == companion.belief.cursor.texts


def test_true_hands_are_entered_once_before_the_end() -> None:
    companion, end, _ = entered("herbalism", 0, 3, 12)
    with pytest.raises(ValueError, match="true hands"):
        finishing.full_record(companion)
    companion.enter(f"hidden={end.fields['hidden']}", kind="fact")
    hands = end.fields["hands"].split("/")
    for seat in (1, 2):
        for colour in "rygb":
            companion.enter(f"{seat + 1}:{colour}={hands[seat].count(colour)}", kind="fact")
    assert companion.fault is None
    record = finishing.full_record(companion)
    final = replay.final_point(record)
    assert isinstance(final, fastcore.State) and final.text() == end.text()


def test_unfinished_game_is_saved_as_the_seat_saw_it() -> None:
    companion, _, _ = entered("herbalism", 1, 4, 15)
    record = finishing.seat_record(companion)
    replay.check(record)
    assert record.follows == 1 and record.tags[finishing.SOURCE] == finishing.TABLE
    assert [move.move for move in record.lines[0].moves] == list(companion.belief.cursor.texts)
    companion.enter("cure:xx")
    with pytest.raises(ValueError, match="does not fit"):
        finishing.full_record(companion)
    with pytest.raises(ValueError, match="only a player"):
        finishing.seat_record(Companion("herbalism"))


@pytest.mark.parametrize(("spec", "text"), [("herd(size=3)", "2-1"), ("herbs(ap=60)", ""), ("forest", "")])
def test_bot_advises_the_own_decision(spec: str, text: str) -> None:
    companion = Companion(spec, 0)
    if text:
        companion.enter(text)
    found = advice.advise(companion.belief, Limit(simulations=20))
    assert found is not None and found.covered == pytest.approx(1)
    assert sum(choice.share for choice in found.choices) == pytest.approx(1)
    assert found.choices[0].move in companion.cursor.candidates
    other = Companion(spec, 1)
    if text:
        other.enter(text)
    if other.cursor.actor != 1:
        assert advice.advise(other.belief, Limit(simulations=20)) is None


def test_advice_is_the_mean_over_missed_events() -> None:
    companion = Companion("herd(size=3)", 0)
    companion.enter("*")
    found = advice.advise(companion.belief, Limit(simulations=20))
    assert found is not None and 1 < found.readings <= advice.MAX_READINGS and found.covered < 1
    assert sum(choice.share for choice in found.choices) == pytest.approx(1)


def test_record_says_that_missed_events_are_guessed() -> None:
    companion, _, _ = entered("herd(size=3)", None, 1)
    assert finishing.MISSED not in finishing.full_record(companion).tags
    companion.rewrite(companion.lines[0].id, "*")
    assert companion.fault is None and finishing.full_record(companion).tags[finishing.MISSED] == finishing.GUESSED
