"""Tests of `herbarium companion`."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from tests.kit.tables import play
from tests.kit.terminals import run
from workbench.records import files


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path))
    return tmp_path


def enter(*words: str, typed: str) -> str:
    """Return what the companion prints for these typed lines."""
    result = run("companion", *words, typed=typed)
    assert result.status == 0 and result.err == "", result
    return result.out


def test_events_are_entered_and_continued(home: Path) -> None:
    out = enter("herd(size=3)", "--seat", "1", "--names", "Ann,Bob", typed="21 b2\n")
    assert "Ann places b2." in out and "Red" not in out and "Bob places" not in out
    (file,) = (home / "companion").glob("*.companion")
    assert str(file) in run("companion", "--list").out
    out = enter(typed="63\n/list\n")  # the newest list
    assert "  3  6-3" in out and "Bob> " in out
    assert run("companion", "--seat", "1").status == 2
    assert run("companion", "nothing").status == 2
    assert run("companion", "herd", "--seat", "3").status == 2


def test_wrong_entry_is_found_and_corrected(home: Path) -> None:
    out = enter(
        "herd(size=3)", "--seat", "1",
        typed="21 b2\n31 xb2 c3 d4 a2\n/change 2 c2\n/list\n/fix 1\n/undo\n/redo\n",
    )  # fmt: skip
    assert "Line 4 does not fit:" in out and "3 later lines are waiting." in out
    assert "If only one line is wrong, it is line 2 or 4." in out
    assert "/fix 1" in out and "line 2, “Red places b2” instead of “Red places c2”" in out and "/strike 4" in out
    assert out.count("All lines fit.") == 2


def test_commands_change_the_list(home: Path) -> None:
    out = enter(
        "herd(size=3)", "--seat", "1",
        typed="21 b2\n/unsure\n/know\n/sure 2\n/really b2\n/strike 3\n/miss\n/board\n/move 2 1\n/undo\n/remove 4\n"
        "/insert 3 *\n/undo\n/help\n/nothing\n/change 99 a1\n/change\n7\n/hint\n/quit\n",
    )  # fmt: skip
    assert "(unsure, 90 %)" in out and "Belief, " in out
    assert "Line 3 does not fit: the next event is a roll" in out and "/strike 3" in out
    assert "The most probable position" in out and "There is no command /nothing" in out
    assert "'99' must be a number from 1 to" in out and "give the number" in out.casefold()
    assert "'7' is not possible here" in out and "It is not your turn." in out


def test_impossible_event_is_entered_by_its_keys_and_entry_goes_on(home: Path) -> None:
    out = enter(
        "herd(size=3)",
        "--names", "Ann,Bob",
        typed="33 c4 b2 c2\n54 c3 c4\n/really c3\nc4 b2 c3\nb3 d3\n/fix 1\n/list all\n",
    )  # fmt: skip
    assert "Not entered: c3 c4. If it really happened, type /really" in out.replace("\n", " ")
    assert "The next event is entered as if line 4 were c3." in out
    assert "“Ann places c3” instead of “Ann places c2”" in out
    assert out.count("does not fit") == 1  # the later events fit its correction
    assert "  6  xc3  Bob removes c3." in out and " 11  d3  Bob places d3." in out


def test_search_among_many_corrections_names_none_as_certain(home: Path) -> None:
    out = enter("herd(size=3)", "--seat", "1", typed="33 c4 b2 c3\n/really c4\n")
    assert "line 5, perhaps “" in out


def test_hidden_plans_are_not_called_open(home: Path) -> None:
    out = enter("herbs", "--seat", "1", typed="0m4\n/know\n")
    assert "does not follow from the events" in out and "Nothing is hidden" not in out


def test_shortened_command_must_be_clear(home: Path) -> None:
    out = enter("herd(size=3)", "--seat", "1", typed="21 b2\n/r 1\n/l\n")
    assert "/r can be /remove, /really, /redo." in out and "  1  2-1" in out.rpartition("/redo")[2]


def test_laptop_is_passed_to_a_player_with_a_list_of_their_own(home: Path) -> None:
    typed = "rgbb\n/pass\n/pass 1\n/pass 2\n\n/change 1 ygbb\n/pass 1\n\n/list\n"
    out = enter("herbalism", "--seat", "1", "--names", "Ann,Bob,Cy", typed=typed)
    assert "Hand the screen to Bob, who presses Enter: " in out and "Hand the screen to Ann" in out
    bob = out.partition("Hand the screen to Bob")[2].partition("Hand the screen to Ann")[0]
    assert "Missed." in bob and "you hold a yellow, a green and 2 blues" in bob and "rgbb" not in bob
    assert "you hold a red, a green and 2 blues" in out.partition("Hand the screen to Ann")[2]
    assert len(list((home / "companion").glob("*.companion"))) == 2


def test_screen_can_be_covered(home: Path) -> None:
    out = enter("herd(size=3)", "--seat", "1", typed="21\n/\n\nb2\n")
    assert "Covered. Press Enter to continue: " in out and "Red places b2." in out


def test_hint_has_reasons_and_one_key(home: Path) -> None:
    out = enter("herd(size=3)", "--seat", "1", typed="21\n/hint\n.\n")
    hinted = next(line for line in out.splitlines() if line.startswith(" .  "))
    assert f"  2  {hinted.split()[1]}  Red places {hinted.split()[1]}." in out


def test_finished_game_is_saved_as_a_record(home: Path) -> None:
    game = play("herd(size=3)", 0, 1)
    out = enter("herd(size=3)", "--seat", "1", typed="\n".join([*game.texts, "/end"]))
    assert "The game is over." in out and "herbarium review" in out
    (file,) = (home / "games").glob("*.herbarium")
    assert [move.move for move in files.read(file).lines[0].moves] == list(game.moves)
    assert not list((home / "companion").glob("*.companion"))  # it is no longer unfinished
    out = enter("herbalism", "--seat", "1", typed="rgbb\n/end\n")
    assert "Enter the true hands first" in out and "as you saw the game" in out


def test_nothing_secret_is_in_the_file_name(home: Path) -> None:
    enter("herbalism", "--seat", "1", typed="rgbb\n")
    (file,) = (home / "companion").glob("*.companion")
    assert "rgbb" not in file.name and "rgbb" in file.read_text()
    assert file.stat().st_mode & 0o077 == 0


def test_failed_write_is_reported(home: Path) -> None:
    enter("herd(size=3)", "--seat", "1", typed="")
    with patch("workbench.companion.journal.os.fsync", side_effect=OSError(28, "No space left")):
        out = enter(typed="21\n")
    assert "No space left" in out and "  1  2-1" not in out


def test_table_starts_or_goes_on_from_a_position(home: Path) -> None:
    position = "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5"
    out = enter(f"herd(size=3) {position}", typed=f"c5\n/position 3/1rr1\n{position}\n/list\n/end\n")
    assert "  1  3/1rr1" in out and "Red places c5." in out and "1 field instead of 5" in out.casefold()
    assert "  3  3/1rr1" in out and "herbarium review" in out
    (file,) = (home / "games").glob("*.herbarium")
    assert files.read(file).position == position
    wrong = run("companion", f"herd(size=3) {position.replace(' r ', ' b ')}")
    assert wrong.status == 2 and "belongs to" in wrong.err


def test_enter_alone_says_what_is_next_and_a_command_without_slash_is_named(home: Path) -> None:
    out = enter("forest", "--names", "Ann,Bob", typed="\nd6\nhelp\n\n")
    out = " ".join(out.split())
    assert "Ann: place a pawn" in out and "It begins with a b c d e f g." in out
    assert "2 Bob> Bob: place " in out and "Type /help with a slash." in out
    assert len(list((home / "companion").glob("*.companion"))) == 1


def test_part_of_an_event_is_refused_when_a_line_is_changed(home: Path) -> None:
    out = enter("forest", typed="d6 c3\n/change 2 c\n/insert 2 d\n/change 2 c4\n/list\n")
    assert out.count("only a part of an event") == 2 and "  2  @c4" in out


def test_whole_hands_are_facts_with_which_the_game_is_saved(home: Path) -> None:
    out = enter("herbalism", "--seat", "1", typed="rgbb\n/fact\n/fact 2=ryyg hidden=gb\n/end\n")
    assert "such as hidden=rb 2=rgbb" in out and "Known: Seat 2 holds exactly one red." in out
    (file,) = (home / "games").glob("*.herbarium")
    assert [move.move for move in files.read(file).lines[0].moves] == ["deal:gb/rgbb/ryyg/ygbb"]


def test_nothing_is_hidden_at_the_end_and_the_last_event_is_in_words(home: Path) -> None:
    spec = "herbalism(actions=first,target=3)"
    game = play(spec, 0, 5, "uniform")
    assert game.texts[-1].startswith("hands=")
    out = " ".join(enter(spec, "--seat", "1", typed="\n".join([*game.texts, "/know"])).split())
    assert "Nothing is hidden or uncertain." in out and "does not follow" not in out
    assert "The game is over: enter all hands." in out


def test_list_of_a_shared_table_is_shown_only_to_its_player(home: Path) -> None:
    enter("herbalism", "--seat", "1", "--names", "Ann,Bob,Cy", typed="rgbb\n/pass 2\n\n/change 1 ygbb\n/pass 1\n\n")
    out = enter(typed="")  # the list that was used last
    assert "Hand the screen to Ann" in out and "rgbb" not in out and "ygbb" not in out
    out = enter(typed="\n/list\n")
    assert "a red, a green and 2 blues" in out.partition("Hand the screen to Ann")[2] and "ygbb" not in out


def test_known_and_board_say_that_only_the_lines_before_a_fault_count(home: Path) -> None:
    out = enter("herd(size=3)", "--seat", "1", typed="21 b2\n/really b2\n/know\n/board\n/hint\n")
    assert out.count("what follows is based on the lines before it") == 2 and "correct it first" in out
    assert "It is not your turn" not in out


def test_two_lists_of_spectators_are_not_one_table(home: Path) -> None:
    for _ in range(2):
        enter("herd(size=3)", typed="21\n")
    (first, second) = (home / "companion").glob("*.companion")
    table = first.read_bytes().splitlines()[0]
    second.write_bytes(b"\n".join([table, *second.read_bytes().splitlines()[1:], b""]))
    assert "Hand the screen" not in enter(typed="/list\n")


def test_names_replace_seats_on_the_board_in_reasons_and_in_hints() -> None:
    out = enter("herd(size=3)", "--names", "Ann,Bob", typed="33\n/really xb2\n/undo\n/hint\n/board\n/quit\n")
    assert "Line 2 does not fit: Ann has" in out or "Line 2 does not fit: b2" in out
    assert "Ann: place" in out and "Red" not in out and "Blue" not in out
    out = enter("forest", "--names", "Ann,Bob", typed="b4 e3 e4 a4\n/really b5a4\n/quit\n")
    assert "Ann has no pawn on b5" in out and "Red" not in out
    out = enter("herbalism", "--seat", "1", typed="ygbb 4a21\n/really s\n/quit\n")
    assert "Enter your hand" in out or "the next event says which cards are given" in out
