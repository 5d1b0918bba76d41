"""Tests of passing the laptop: the lists of all players, and what is kept in them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import fastcore
from tests.conftest import deep
from tests.kit.tables import play
from workbench.companion import journal
from workbench.companion.branches import matches
from workbench.companion.companion import Companion
from workbench.companion.journal import new_table
from workbench.companion.lines import MISSED, Line
from workbench.companion.passing import finish_others, pass_to, seen_by

HIDDEN = ["herbalism", "herbalism(actions=first)", "herbalism(players=4,actions=advanced,predictions=1)"]


def new(spec: str, seat: int | None, where: Path) -> Companion:
    return Companion.open(journal.create(new_table(spec, seat, ("Ann", "Bob")), where))


@pytest.mark.parametrize("spec", HIDDEN)
def test_every_line_is_seen_as_each_seat_sees_it(spec: str) -> None:
    seats, missed = fastcore.start(spec).seats, 0
    for seed in range(deep(6, 60)):
        games = [play(spec, seat, seed, ("greedy", "uniform")[seed % 2], deep(60, 200)) for seat in range(seats)]
        companion = Companion(spec, 0)
        for text in games[0].texts:
            companion.enter(text)
        for seat in range(1, seats):
            for index, (text, true) in enumerate(zip(games[0].texts, games[seat].texts, strict=True)):
                cursor = companion.cursor_before(index)
                seen = cursor.table.seen_by(cursor.point, cursor.parts, text, seat)
                assert seen == true if MISSED not in seen else matches(seen, true), (seen, true)
                missed += MISSED in seen
    assert missed


def test_list_goes_round_the_table_and_keeps_what_each_player_knows(tmp_path: Path) -> None:
    spec = "herbalism(actions=first)"
    games = [play(spec, seat, 5, "uniform", 12) for seat in range(3)]
    ann = new(spec, 0, tmp_path)
    for text in games[0].texts:
        ann.enter(text)
    bob = pass_to(ann, 1)
    ann.close()
    assert bob.seat == 1 and bob.fault is None and len(bob.lines) == len(ann.lines)
    assert games[0].texts[0] not in [line.text for line in bob.lines]
    for line, text in zip(bob.lines, games[1].texts, strict=True):
        bob.rewrite(line.id, text)
    assert bob.fault is None and bob.cursor.point == games[1].cursor.point
    bob.enter(bob.cursor.steps()[0].text)
    count = len(bob.lines)
    again = pass_to(bob, 0)
    bob.close()
    assert [line.text for line in again.lines[:-1]] == list(games[0].texts) and len(again.lines) == count
    again.remove(again.lines[-1].id)
    again.change(again.lines[2].id, struck=True)
    again.change(again.lines[2].id, struck=False)
    last = pass_to(again, 1)
    assert [line.text for line in last.lines] == list(games[1].texts)  # what Bob entered is kept
    finish_others(again)
    last.close()
    assert len(list(journal.journals(tmp_path))) == 2  # Bob's list is open, so it is not finished
    finish_others(again)
    assert list(journal.journals(tmp_path)) == [again.journal.file]  # type: ignore[union-attr]
    again.close()


def test_open_game_is_passed_as_it_is_and_secret_plans_are_not(tmp_path: Path) -> None:
    played = play("herd(size=3)", 0, 2, most=20)
    ann = new("herd(size=3)", 0, tmp_path)
    for text in played.texts:
        ann.enter(text)
    ann.enter("a known thing", kind="fact", at=0)
    with pytest.raises(ValueError, match="line 1 does not fit"):
        pass_to(ann, 1)
    ann.undo()
    bob = pass_to(ann, 1)
    assert [line.text for line in bob.lines] == list(played.texts)
    bob.close()
    herbs = new("herbs", 0, tmp_path)
    herbs.typing.feed("0m4")
    with pytest.raises(ValueError, match="device"):
        pass_to(herbs, 1)
    with pytest.raises(ValueError, match="player"):
        pass_to(new("herd(size=3)", None, tmp_path), 1)


@pytest.mark.parametrize("typed", ["3f2r*", "rb:feed:2:r;back=*", "3f2*"])
def test_partly_missed_event_tells_others_only_what_they_saw(tmp_path: Path, typed: str) -> None:
    ann = new("herbalism", 0, tmp_path)
    ann.typing.feed(f"rgbb {typed}")
    bob, cy = pass_to(ann, 1), pass_to(ann, 2)
    assert cy.fault is None and cy.lines[1].text == "rb:feed:2:?;back=*"
    assert bob.fault is None and bob.lines[1].text.startswith("rb:feed:2:")
    assert [step.text for step in bob.cursor_before(1).steps() if matches(bob.lines[1].text, step.text)]
    for companion in (ann, bob, cy):
        companion.close()


def test_struck_keys_are_not_shown_to_others(tmp_path: Path) -> None:
    ann = new("herbalism", 0, tmp_path)
    ann.typing.feed("rgbb")
    ann.change(ann.enter_typed("3f2r1y").id, struck=True)
    cy = pass_to(ann, 2)
    assert [line.text for line in cy.lines] == [MISSED, MISSED] and cy.lines[1].struck
    ann.close()
    cy.close()


def test_event_after_a_missed_one_shows_no_cards_to_a_seat_that_did_not_see_them() -> None:
    """In the most probable reading, the missed event asked another player."""
    games = [play("herbalism(players=3)", seat, 0, "uniform", 4) for seat in range(3)]
    companion = Companion("herbalism(players=3)", 0)
    companion.replace_lines([Line(2, MISSED) if line.id == 2 else line for line in games[0].lines[:3]])
    for seat in (1, 2):
        seen = [line.text for line in seen_by(companion, seat)]
        assert seen == [MISSED, MISSED, "give:*"] and matches(seen[2], games[seat].texts[2])


def test_list_that_was_passed_on_is_the_one_used_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if all lists were written at the same time, as far as the file system can tell."""

    def write(companion: Companion, lines: object) -> None:
        for file in journal.journals(tmp_path):
            os.utime(file, ns=(1, 1))

    ann = new("herbalism", 0, tmp_path)
    ann.typing.feed("rgbb")
    pass_to(ann, 1).close()
    monkeypatch.setattr(Companion, "replace_lines", write)
    for seat in (1, 0):
        other = pass_to(ann, seat)
        ann.close()
        assert other.journal is not None and next(journal.journals(tmp_path)) == other.journal.file
        ann = other
    ann.close()
