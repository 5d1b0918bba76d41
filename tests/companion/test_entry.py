"""Tests of typed entry: keys of each game, typing ahead, candidates, and entry while a line does not fit."""

from __future__ import annotations

import pytest

import fastcore
from tests.conftest import deep
from tests.kit.tables import SPECS, play
from workbench.companion.companion import Companion
from workbench.companion.cursor import begin
from workbench.companion.key_entry import keys_of
from workbench.companion.lines import MISSED


@pytest.mark.parametrize("spec", SPECS)
def test_games_are_entered_with_few_keys(spec: str) -> None:
    keys = events = 0
    for seed in range(deep(1, 100)):
        seat = seed % fastcore.start(spec).seats
        played = play(spec, seat, seed, ("mixed", "greedy")[seed % 2], deep(40, 120))
        companion = Companion(spec, seat)
        while len(companion.lines) < len(played.texts):
            spelled = keys_of(companion.cursor, played.texts[len(companion.lines)])
            before = len(companion.lines)
            for key in spelled:
                companion.typing.press(key)
            assert len(companion.lines) > before
            keys, events = keys + len(spelled), events + 1
        assert [line.text for line in companion.lines][: len(played.texts)] == list(played.texts)
    assert keys / events <= 4.0


@pytest.mark.parametrize("spec", SPECS)
def test_texts_of_lines_are_accepted_as_typed(spec: str) -> None:
    played = play(spec, 0, 3, most=30)
    companion = Companion(spec, 0)
    while len(companion.lines) < len(played.texts):
        text = played.texts[len(companion.lines)]
        assert companion.spelled_at(len(companion.lines), text) == text
        companion.enter(text)


def test_several_events_are_typed_ahead() -> None:
    companion = Companion("herd(size=4)", 0)
    assert companion.typing.feed("35d4e5") == ["5-3", "d4", "e5"]
    companion = Companion("herd(size=4)", 0)
    assert companion.typing.feed("35 d4 e5 c3") == ["5-3", "d4", "e5", "c3"]
    assert companion.typing.feed("21") == ["2-1"]


def test_impossible_key_is_refused_and_named() -> None:
    companion = Companion("herd(size=3)", 0)
    with pytest.raises(ValueError, match="1 2 3 4 5 6"):
        companion.typing.press("7")
    assert companion.typing.press("1") == "" and companion.typing.matches() == (
        "1-1",
        "2-1",
        "3-1",
        "4-1",
        "5-1",
        "6-1",
    )
    companion.typing.press("\b")
    assert companion.typing.typed == ""
    with pytest.raises(ValueError, match="not complete"):
        companion.typing.feed("1")
    assert not companion.lines


def test_candidates_and_missed_events_have_one_key() -> None:
    companion = Companion("herd(size=3)", 0)
    companion.typing.feed("21")
    companion.typing.candidates = ("c3", "b2")
    assert companion.typing.press(",") == "b2"
    assert companion.typing.press(MISSED) == MISSED
    assert companion.lines[-1].is_open and not companion.belief.is_certain


def test_entry_goes_on_with_the_most_probable_correction() -> None:
    played = play("herd(size=3)", 0, 4)
    companion = Companion("herd(size=3)", 0)
    for text in played.texts[:-2]:
        companion.enter(text)
    wrong = next(index for index, text in enumerate(played.texts) if index > 4 and text.startswith("x"))
    line = companion.lines[wrong]
    others = [step.text for step in companion._replay.belief_before(wrong).cursor.steps() if step.text != line.text]
    for other in others:
        companion.change(line.id, text=other)
        if companion.fault is not None:
            break
    assert companion.fault is not None
    assert companion.cursor.point == companion.belief.cursor.point  # nothing explains it yet
    lines = companion.lines
    *_, diagnosis = companion.diagnose()
    assert companion.keep_diagnosis(lines, diagnosis)
    if diagnosis.suspects[0].at == wrong:
        keys = keys_of(companion.cursor, played.texts[-2])
        companion.typing.feed(keys)
        assert companion.lines[-1].text == played.texts[-2]
    assert not companion.keep_diagnosis((), diagnosis)


def test_lines_that_nobody_must_enter_follow_by_themselves() -> None:
    watcher = Companion("herbalism")
    assert [line.text for line in watcher.lines] == ["deal:??/????/????/????"]
    second = Companion("herbs", 1)
    assert [line.text for line in second.lines] == ["?"] and second.actor == 1


def test_game_without_own_entry_takes_whole_observations() -> None:
    from workbench.boards.kit.tables.at_table import AtTable

    cursor = begin("herd(size=3)", 0)
    plain = AtTable("herd(size=3)", 0)
    assert plain.candidates(cursor.point, ()) == cursor.candidates
    assert plain.keys(cursor.point, (), "5-3") == ("53",)
    hidden = begin("herbalism(actions=first)", 0).advance("deal:??/rgbb/????/????")
    cursor = type(hidden)(AtTable("herbalism(actions=first)", 0), hidden.point)
    assert {step.text for step in cursor.steps()} == {step.text for step in hidden.steps()}
    by_text = {step.text: step.log_chance for step in hidden.steps()}
    for step in cursor.steps():
        assert step.log_chance == pytest.approx(by_text[step.text])
