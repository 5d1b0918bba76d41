"""Tests of tables that start from a position written as one line, or go on from one."""

from __future__ import annotations

from pathlib import Path

import pytest

import fastcore
from tests.kit.tables import play
from workbench.companion import finishing, passing
from workbench.companion.beginning import begin_table
from workbench.companion.companion import Companion
from workbench.companion.journal import Journal, new_table
from workbench.companion.set_up import is_position
from workbench.storage.session_records import session_of

HERD = "herd(size=3)"
POSITION = "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path))


def test_table_starts_in_the_middle_of_a_game_and_its_record_does_too() -> None:
    companion = begin_table(f"{HERD} {POSITION}", None, ("Ann", "Bob"), "c5")
    assert [(line.kind, line.text) for line in companion.lines] == [("position", POSITION), ("event", "c5")]
    assert companion.describe(0) == "The position was set up." and companion.describe(1) == "Ann places c5."
    companion.typing.feed("c1")
    record = finishing.full_record(companion)
    assert record.position == POSITION and [move.move for move in record.lines[0].moves] == ["c5", "c1"]
    assert session_of(record).point.text() == companion.cursor.point.text()
    companion.close()


def test_game_goes_on_from_a_position_in_the_middle_of_the_list() -> None:
    companion = Companion(HERD)
    companion.typing.feed("53")
    companion.set_up(f"{HERD} {POSITION}")
    companion.typing.feed("c5")
    moves = [move.move for move in finishing.full_record(companion).lines[0].moves]
    assert moves == ["5-3", f"position={POSITION}", "c5"]
    companion.rewrite(companion.lines[1].id, POSITION.replace("x0+5", "x0+4"))
    assert companion.lines[1].kind == "position" and companion.lines[1].text.endswith("x0+4")
    with pytest.raises(ValueError, match="turn 9"):
        companion.rewrite(companion.lines[1].id, POSITION.replace(" r ", " b "))


@pytest.mark.parametrize(
    ("text", "reason"),
    [("herd(size=4) " + POSITION, "belongs to"), ("3/1rr1", "1 field"), ("nothing at all", "fields"), ("", "field")],
)
def test_impossible_position_is_refused_and_named(text: str, reason: str) -> None:
    companion = Companion(HERD)
    with pytest.raises(ValueError, match=reason):
        companion.set_up(text)
    with pytest.raises(ValueError, match=reason):
        begin_table(f"{HERD} {text or 'x y'}")
    assert not companion.lines and not is_position(text, HERD, None)


def test_row_of_events_is_no_position() -> None:
    assert is_position(POSITION, HERD, None) and is_position(f"{HERD} {POSITION}", HERD, 1)
    assert not is_position("53 d4 e3 c2 a1", HERD, None)


def test_full_position_with_hidden_cards_becomes_the_view_of_the_seat() -> None:
    played = play("herbalism", 1, 3, most=12)
    companion = begin_table(f"herbalism {played.end.text()}", 1)
    assert companion.lines[0].text == played.end.view(1) and played.end.fields["hidden"] not in companion.lines[0].text
    own = fastcore.Viewpoint("herbalism", 1, played.end.view(1))
    assert companion.belief.cursor.point.beliefs() == own.beliefs()
    companion.close()
    again = begin_table(f"herbalism {played.end.view(1)}", 1)
    assert again.lines[0].text == played.end.view(1)
    again.close()
    with pytest.raises(ValueError, match="another seat"):
        begin_table(f"herbalism {played.end.view(1)} @1", 1)


def test_game_with_hidden_cards_is_recorded_from_its_position_once_the_hands_are_known() -> None:
    played = play("herbalism", 0, 3, most=12)
    hands = played.end.fields["hands"].split("/")
    companion = Companion("herbalism", 0)
    companion.start_from(played.end.text())
    with pytest.raises(ValueError, match="true hands"):
        finishing.full_record(companion)
    companion.add_facts(f"hidden={played.end.fields['hidden']} 2={hands[1]} 3={hands[2]}")
    assert companion.fault is None
    record = finishing.full_record(companion)
    assert record.position == played.end.text()


def test_plans_after_a_position_are_recorded() -> None:
    played = play("herbs(ap=60)", 0, 3, "greedy", most=60)
    whole = Companion("herbs(ap=60)", 0)
    while len(whole.lines) < len(played.texts):
        whole.enter(played.texts[len(whole.lines)])
    starts = [n for n in range(len(whole.lines)) if whole.cursor_before(n).point.fields["phase"] == "write:1:|"]
    starts = [n for n in starts if not whole.cursor_before(n).parts]
    first, last = starts[1], starts[-1]
    texts = [line.text for line in whole.lines[first:last]]
    companion = Companion("herbs(ap=60)", 0)
    companion.start_from(whole.cursor_before(first).point.text())
    while len(companion.lines) <= len(texts):
        companion.enter(texts[len(companion.lines) - 1])
    record = finishing.full_record(companion)
    assert record.position == whole.cursor_before(first).point.text()
    assert session_of(record).point.text() == whole.cursor_before(last).point.text()


def test_position_is_passed_to_other_players_of_an_open_game() -> None:
    companion = begin_table(f"{HERD} {POSITION}", 0, ("Ann", "Bob"))
    companion.typing.feed("c5")
    other = passing.pass_to(companion, 1)
    assert [line.text for line in other.lines] == [POSITION, "c5"]
    companion.close()
    back = passing.pass_to(other, 0)
    assert [line.text for line in back.lines] == [POSITION, "c5"]
    other.close()
    back.close()
    hidden = Companion("herbalism", 0)
    hidden.start_from(play("herbalism", 0, 3, most=12).end.text())
    with pytest.raises(ValueError, match="only one player's view"):
        passing.pass_to(hidden, 1)


def test_position_line_survives_a_restart_and_can_be_wrong() -> None:
    companion = begin_table(f"{HERD} {POSITION}")
    assert companion.journal is not None
    file = companion.journal.file
    companion.close()
    again = Companion.open(Journal(file))
    assert again.lines[0].kind == "position" and new_table(HERD, None).spec == again.spec
    again.enter("a1")
    again.enter("a1")
    *_, diagnosis = again.diagnose()
    assert diagnosis.fault == 2 and diagnosis.done
    again.close()
