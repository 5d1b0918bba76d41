"""Tests of typed entry: keys of each game, typing ahead, candidates, and entry while a line does not fit."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

import fastcore
from tests.conftest import deep
from tests.kit.tables import SPECS, play
from workbench.companion import journal
from workbench.companion.companion import Companion
from workbench.companion.cursor import begin
from workbench.companion.journal import new_table
from workbench.companion.key_entry import ImpossibleKeysError, keys_of
from workbench.companion.lines import MISSED
from workbench.system.saving import WriteError


@pytest.mark.parametrize("spec", SPECS)
def test_games_are_entered_with_few_keys(spec: str) -> None:
    keys = events = 0
    for seed in range(deep(1, 100)):
        seat = seed % fastcore.start(spec).seats
        played = play(spec, seat, seed, ("mixed", "greedy")[seed % 2], deep(40, 120))
        assert spec != "herbs(ap=60)" or not any("slot" in text for text in played.texts)  # no round as one text
        companion = Companion(spec, seat)
        while len(companion.lines) < len(played.texts):
            spelled, before = keys_of(companion.cursor, played.texts[len(companion.lines)]), len(companion.lines)
            for key in spelled:
                companion.typing.press(key)
            assert len(companion.lines) > before
            keys, events = keys + len(spelled), events + 1
        assert [line.text for line in companion.lines][: len(played.texts)] == list(played.texts)
    assert keys / events <= 4.0


@pytest.mark.parametrize(
    ("spec", "policy", "seed", "seat", "mark"),
    [
        ("herbs", "mixed", 39, 0, ""),
        ("herbs", "mixed", 39, None, ""),
        ("herbs", "greedy", 19, 1, ""),
        ("herbs(ap=60)", "greedy", 11, 1, ";0"),  # after a bid
        ("herbs(ap=60)", "mixed", 18, None, ";4"),  # two shots
        ("herbs(ap=60)", "mixed", 47, 1, ";3"),
    ],
)
def test_rounds_in_which_a_player_runs_out_of_ap_are_entered_by_lines(
    spec: str, policy: str, seed: int, seat: int | None, mark: str
) -> None:
    played = play(spec, seat, seed, policy, 150)
    assert any(text.endswith(mark) for text in played.texts) and not any("slot" in text for text in played.texts)
    companion = Companion(spec, seat)
    while len(companion.lines) < len(played.texts):
        companion.typing.feed(keys_of(companion.cursor, played.texts[len(companion.lines)]))
    assert [line.text for line in companion.lines] == list(played.texts)
    assert companion.cursor.point == played.cursor.point


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
    companion.typing.press("\b")
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


def test_impossible_keys_stay_until_they_are_deleted_or_entered() -> None:
    companion = Companion("herd(size=3)", 0)
    companion.typing.feed("54")
    for key in "d9":
        with suppress(ValueError):
            companion.typing.press(key)
    for key in ("c", "3", " "):  # what is typed next makes no other event
        with pytest.raises(ValueError, match="not possible"):
            companion.typing.press(key)
    assert companion.typing.typed == "d9c3" and len(companion.lines) == 1 and not companion.typing.next_keys
    for _ in range(3):
        companion.typing.press("\b")
    assert companion.typing.press("4") == "d4"
    with pytest.raises(ValueError, match="Not entered: d4 c3"):
        companion.typing.feed("e3 d4 c3")
    assert [line.text for line in companion.lines] == ["5-4", "d4", "e3"]


def test_impossible_event_is_entered_by_its_keys_and_gets_its_text_with_a_correction() -> None:
    companion = Companion("herd(size=3)", 0)
    companion.typing.feed("33 c4 b2 c2 21")  # c2 is wrong: c3 was meant
    wrong = companion.lines[3]
    for key in "c3":
        with suppress(ValueError):
            companion.typing.press(key)
    assert companion.typing.press("\r") == "c3"
    assert companion.fault is not None and companion.fault.at == 5 and companion.waits
    assert companion.typing.feed("e1 e2 *") == ["e1", "e2", MISSED]
    assert [line.kind for line in companion.lines[5:]] == ["keys", "keys", "keys", "event"]
    companion.change(wrong.id, text="c3")
    assert companion.fault is None and [line.text for line in companion.lines[5:]] == ["xc3", "e1", "e2", MISSED]
    assert {line.kind for line in companion.lines} == {"event"}
    companion.undo()  # one undo for the correction and for what followed from it
    assert companion.fault is not None and companion.lines[5].text == "c3" and companion.lines[3].text == "c2"
    companion.redo()
    assert companion.fault is None and companion.lines[5].text == "xc3"


def test_correction_of_an_event_before_impossible_keys_is_found() -> None:
    companion = Companion("herd(size=3)", 0)
    companion.typing.feed("33 c4 b2 c2 21")
    companion.enter("c3", kind="keys")
    *_, diagnosis = companion.diagnose()
    found = {(suspect.at, one.text) for suspect in diagnosis.suspects for one in suspect.corrections}
    assert (3, "c3") in found and (5, "xc2") in found and diagnosis.explains
    assert companion.keep_diagnosis(companion.lines, diagnosis) and not companion.waits


def test_entry_goes_on_over_several_events_while_a_correction_is_supposed() -> None:
    companion = Companion("herd(size=3)", 0)
    companion.typing.feed("33 c4 b2 c2 21")
    companion.enter("c3", kind="keys")
    *_, diagnosis = companion.diagnose()
    assert companion.supposed is None
    companion.keep_diagnosis(companion.lines, diagnosis)
    assert companion.supposed == (diagnosis.suspects[0].at, diagnosis.suspects[0].corrections[0].text)
    assert companion.typing.feed("e1 e2 65") == ["e1", "e2", "6-5"]
    assert companion.fault is not None and not companion.waits and companion.cursor.point.phase == "remove"


@pytest.mark.parametrize("spec", SPECS)
def test_nonsense_is_a_line_that_does_not_fit(spec: str) -> None:
    played = play(spec, 0, 5, most=12)
    for count in range(0, len(played.texts), 3):
        for text in ("zzz", "a b;c=", "give:", "cure:xx;pair=", "1:feed:9", "x", "0M", "bid", "-", ";", "deal:"):
            for kind in ("event", "keys"):
                companion = Companion(spec, 0)
                for right in played.texts[:count]:
                    companion.enter(right)
                companion.enter(text, kind=kind)
                assert companion.fault is not None and companion.alert() is not None


def test_automatic_line_is_undone_with_the_event_before() -> None:
    companion = Companion("herbs", 0)
    companion.typing.feed("0m4 1m4 0tr 0m2 bc7")
    assert [line.text for line in companion.lines[-2:]] == ["BlC7", "?"]
    companion.undo()
    assert companion.lines[-1].text == "0M2"
    companion.redo()
    assert [line.text for line in companion.lines[-2:]] == ["BlC7", "?"]


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


@pytest.mark.parametrize(
    ("spec", "keys", "impossible", "reason"),
    [
        ("forest", "b4 e3 e4 a4 b4a4", "b5a4", "Red has no pawn on b5"),
        ("forest", "b4 e3 e4 a4 b4a4", "a4c4", "c4 is not next to a4"),
        ("forest", "b4 e3 e4 a4 b4a4", "bc3d4", "Red's BBB is not on the board"),
        ("herd(size=4)", "54 e5", "65", "the turn is not over"),
        ("herbs", "", "2m4", "Herb 2 belongs to Blue"),
        ("herbs", "0m4", "2p14", "Herb 2 belongs to Blue"),
        ("herbs", "0m4", "wh3", "the stone comes last: write 3 more actions first"),
        ("herbalism", "ygbb", "3f2r1", "seat 1 has no red card"),
        ("herbalism", "ygbb 4a21", "s", "the next event says which cards are given"),
    ],
)
def test_reason_why_keys_are_impossible_concerns_the_event_that_they_mean(
    spec: str, keys: str, impossible: str, reason: str
) -> None:
    companion = Companion(spec, 0)
    companion.typing.feed(keys)
    companion.enter(impossible, kind="keys")
    assert companion.fault is not None and companion.fault.reason == reason


def test_both_orders_of_two_dice_can_be_pressed_on_the_pad() -> None:
    companion = Companion("herd(size=3)")
    companion.typing.press("2")
    assert companion.typing.next_keys == tuple("123456")


def test_keys_before_an_impossible_one_in_a_word_are_not_named_as_missing() -> None:
    companion = Companion("herd(size=3)")
    with pytest.raises(ImpossibleKeysError, match=r"Not entered: c4b2 21$") as raised:
        companion.typing.feed("33c4c4b2 21")
    assert [line.text for line in companion.lines] == ["3-3", "c4"] and raised.value.word == "c4"


def test_no_key_is_lost_if_lines_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    companion = Companion.open(journal.create(new_table("herd(size=3)", None), tmp_path))
    companion.typing.typed = "33c4b2"

    def fail(*_: object) -> None:
        raise WriteError("full")

    monkeypatch.setattr(companion.list, "on_change", fail)
    with pytest.raises(WriteError):
        companion.typing.retype()
    assert companion.typing.typed == "33c4b2"
    companion.close()


@pytest.mark.parametrize(("keys", "typed", "text"), [("rgbb 4a21 *", "gyf1y1", "gy:feed:1:y;back=g"),
                                                    ("rgbb 4a21 r1 *", "r2", "give:r;back=rr")])  # fmt: skip
def test_keys_are_the_event_of_a_reading_that_they_fit(keys: str, typed: str, text: str) -> None:
    companion = Companion("herbalism", 0)
    companion.typing.feed(keys)
    companion.enter_typed(typed)
    assert companion.fault is None and companion.lines[-1].text == text


@pytest.mark.parametrize(
    ("keys", "first"), [("bc3d4", "bc3d4"), ("bc3d4e5", "bc3"), ("b4c4d4", "b4c4"), ("+d4a1", "+d4")]
)
def test_first_of_several_events_of_the_forest_game(keys: str, first: str) -> None:
    assert begin("forest", None).table.first_event(keys) == first


@pytest.mark.parametrize("spec", SPECS)
def test_keys_mean_the_same_with_and_without_a_list_of_the_events(spec: str) -> None:
    for seed in range(deep(1, 20)):
        seat = (0, 1, None)[seed % 3]
        cursor = begin(spec, seat)
        for number, text in enumerate(play(spec, seat, seed, "mixed", 40).texts):
            if number % 7 == seed % 7:
                with suppress(fastcore.TooMany):
                    assert {keys: cursor.meant(keys) for keys in cursor.spelled} == cursor.spelled
            cursor = cursor.advance(text)
