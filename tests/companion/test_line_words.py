"""Tests of lines in words: names, facts, and events of which a part was missed."""

from __future__ import annotations

import re

import pytest

from tests.kit.tables import SPECS, play
from workbench.boards.herbalism import table_reasons
from workbench.companion.companion import Companion
from workbench.companion.corrections import corrections, in_words
from workbench.companion.cursor import begin
from workbench.companion.line_words import LineWords, readings
from workbench.companion.lines import MISSED


@pytest.mark.parametrize(
    ("spec", "seat", "keys", "expected"),
    [
        ("herd(size=3)", None, "5*", "Partly missed: Ann rolls …5…"),
        ("herd(size=3)", None, "33 c*", "Partly missed: Ann places c…"),
        (
            "herbalism",
            0,
            "rgbb 2f3r*",
            "Partly missed: You feed Cy, using red and green. You give a red to Cy. Cy … to you.",
        ),
        ("herbalism", 0, "rgbb 2*", "Partly missed: You …, using red and green."),
        ("herbs", 0, "0m4 1m4 0tr 0m2 bc7 2*", "Partly missed: Bob reveals: … Herb 2…"),
    ],
)
def test_what_is_known_of_a_partly_missed_event_is_in_words(
    spec: str, seat: int | None, keys: str, expected: str
) -> None:
    names = ("Ann", "Bob", "Cy")[: 3 if spec == "herbalism" else 2]
    companion = Companion(spec, seat, names)
    companion.typing.feed(keys)
    assert companion.fault is None
    assert companion.describe(len(companion.lines) - 1) == expected


def test_line_that_reveals_a_plan_or_completes_it_says_what_was_entered_before_what_follows() -> None:
    companion = Companion("herbs(ap=60)", 0, ("Ann", "Bob"))
    companion.typing.feed("0m41m40bw0bwbi7 3m42m42bw3tlbc5 0f0f1f1fbc7 2f1 ")
    said = [companion.describe(index) for index in range(len(companion.lines))]
    assert said[5] == "Bob's plan is complete."
    assert said[10].startswith("Bob reveals: place a black stone on C5. Action 1.")
    assert said[17].startswith("Bob reveals: fire with Herb 2. Action 1.")
    assert said[18:] == ["Ann bids 1 AP.", "Bob has bid."]


def test_corrections_say_only_what_was_entered() -> None:
    companion = Companion("herbs(ap=60)", 0, ("Ann", "Bob"))
    companion.typing.feed("0m41m40bw0bwbi7 3m42m42bw2tlbc5 0f0f1f1fbc7 2f")
    companion.enter("1", kind="keys")
    *_, diagnosis = companion.diagnose()
    companion.keep_diagnosis(tuple(companion.lines), diagnosis)
    found = corrections(companion)
    said = [in_words(suspect, found, "") for suspect in diagnosis.suspects]
    assert said[0] == "line 10, perhaps “Bob reveals: turn Herb 3 left” instead of “Bob reveals: turn Herb 2 left”"
    assert all(words.count(".") == 0 for words in said)


@pytest.mark.parametrize("spec", SPECS)
def test_no_sentence_about_a_missed_part_shows_its_text(spec: str) -> None:
    played = play(spec, 0, 4, most=40)
    companion = Companion(spec, 0)
    seen = 0
    for text in played.texts[:25]:
        pattern = text[: len(text) // 2] + MISSED
        cursor = companion.cursor
        if len(readings(cursor, pattern)) > 1 and len(text) > 2 and text in cursor.candidates:
            sentence = companion.words.missed(cursor, pattern)
            assert pattern not in sentence and "=" not in sentence
            seen += 1
        if len(companion.lines) and companion.lines[-1].text == text:
            continue  # it followed by itself
        companion.enter(text)
    assert seen > 3


def test_missed_part_that_fits_nothing_shows_its_text() -> None:
    companion = Companion("herd(size=3)")
    companion.typing.feed("a*")
    assert companion.fault is not None and companion.describe(0) == "Partly missed: a*."
    companion.enter("**")
    assert companion.describe(1) == "Several events were missed."


def test_whole_hand_is_one_fact_in_words() -> None:
    companion = Companion("herbalism", 0, ("Ann", "Bob", "Cy"))
    companion.typing.feed("rgbb")
    companion.add_facts("hidden=gb 2=ryyg")
    assert companion.describe(1) == "Known: The hidden pair is green and blue."
    assert companion.lines[2].text == "2:r=1 2:y=2 2:g=1 2:b=0"
    assert companion.describe(2).startswith("Known: Bob holds exactly one red.")
    assert companion.belief.cursor.point.count() == 1
    companion.rewrite(companion.lines[2].id, "2=ryyb")
    assert companion.lines[2].text.endswith("2:b=1")
    with pytest.raises(ValueError):
        companion.add_facts(" ")


def test_names_replace_seats_also_without_spaces_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.boards.seat_name", lambda info, seat: ("红方", "座位 2")[seat])
    words = LineWords(begin("herd(size=3)", None).point.info, ("Ann", "Bob"))
    assert words.named("红方掷出 3–3。座位 2把牌给座位 21。") == "Ann掷出 3–3。Bob把牌给座位 21。"


def test_line_after_a_missed_event_is_described_as_a_reading_that_it_fits() -> None:
    companion = Companion("herd(size=4)", 0, ("Ann", "Bob"))
    companion.typing.feed("54 e5 f3 e2 e4 6* * f3 e5")
    assert all(companion.describe(index).startswith("Bob ") for index in range(7, len(companion.lines)))


def test_struck_line_is_described() -> None:
    companion = Companion("herd(size=4)", 0, ("Ann", "Bob"))
    companion.typing.feed("54 e5 f3")
    companion.change(companion.lines[1].id, struck=True)
    assert companion.describe(1) == "Ann places e5."


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("== must be right after the failed cures", "two of a kind must be right after the failed cures"),
        ("a cure marker is already on gy", "a cure marker is already on green and yellow"),
        ("your medicine marker is already on rb; x", "the player's medicine marker is already on red and blue"),
        ("'x' is not a move; choose a colour, such as predict:r, or skip", "the next event is a prediction or a pass"),
        ("pair= must follow: this seat placed a marker, or the round is over", "the hidden pair is missing"),
        ("that makes 6 green cards", "that makes 6 green cards"),
    ],
)
def test_reasons_of_herbalism_are_in_words(reason: str, words: str) -> None:
    assert table_reasons.reason(reason) == words


def test_bid_while_the_other_player_cannot_bid_names_both() -> None:
    played = play("herbs(ap=60)", 0, 2, "mixed", 150)
    companion = Companion("herbs(ap=60)", 0)
    while len(companion.lines) < len(played.texts):
        companion.enter(played.texts[len(companion.lines)])
    index = next(number for number, text in enumerate(played.texts) if text.startswith("bid") and text.endswith(";0"))
    assert companion.describe(index) == "Red bids 0 AP. Blue has no AP to bid."


@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_line_of_a_round_says_its_own_event_first(seat: int | None) -> None:
    played = play("herbs(ap=60)", seat, 11, "greedy", 150)
    companion = Companion("herbs(ap=60)", seat, ("Ann", "Bob"))
    while len(companion.lines) < len(played.texts):
        companion.enter(played.texts[len(companion.lines)])
    for index, line in enumerate(companion.lines):
        said, actor = companion.describe(index), ("Ann", "Bob")[companion.cursor_before(index).actor]
        kind = "bids|reveals: bid" if "bid" in line.text else "writes|reveals"
        kind = "is complete|has bid" if line.text == "?" else kind
        assert re.match(rf"{actor}('s plan)? ({kind})", said), said
        assert said.count("plan is complete") <= 1
