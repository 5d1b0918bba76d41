"""Tests of practice: the schedule, the ratings, the statistics and the file with the attempts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.puzzles.samples import shipped
from workbench.puzzles import attempts, glicko
from workbench.puzzles.practice import Practice
from workbench.results.rating import Rating
from workbench.system.saving import WriteError

pytestmark = pytest.mark.usefixtures("home")
DAY = timedelta(days=1)
START = datetime(2026, 5, 1, 12, tzinfo=UTC)
PUZZLES = shipped("forest")[:6]


def test_solved_puzzles_come_later_each_time() -> None:
    practice, date, gaps = Practice(), START, []
    for _ in range(4):
        practice.record(PUZZLES[0], solved=True, date=date)
        due = practice.due(PUZZLES[0])
        assert due is not None
        gaps.append(due - date)
        date = due
    assert gaps == sorted(gaps) and gaps[-1] > 5 * DAY


def test_unsolved_puzzles_come_again_soon_and_hints_count_less() -> None:
    practice = Practice()
    practice.record(PUZZLES[0], solved=False, wrong=2, date=START)
    due = practice.due(PUZZLES[0])
    assert due is not None and due - START < DAY
    easy, hard = Practice(), Practice()
    for number in range(3):
        easy.record(PUZZLES[1], solved=True, date=START + number * 3 * DAY)
        hard.record(PUZZLES[1], solved=True, hints=1, date=START + number * 3 * DAY)
    first, second = easy.due(PUZZLES[1]), hard.due(PUZZLES[1])
    assert first is not None and second is not None and second < first


def test_due_puzzles_come_before_new_ones_of_the_right_difficulty() -> None:
    practice = Practice()
    new = practice.next_puzzle(PUZZLES, START)
    assert new is not None
    rating = practice.solver("forest").value
    nearest = min(abs(puzzle.difficulty.rating - rating) for puzzle in PUZZLES)
    assert abs(new.difficulty.rating - rating) <= nearest + 100
    practice.record(PUZZLES[3], solved=False, wrong=1, date=START)
    later = START + DAY
    assert practice.is_due(PUZZLES[3], later) and not practice.is_due(PUZZLES[2], later)
    assert practice.next_puzzle(PUZZLES, later) == PUZZLES[3]
    other = practice.next_puzzle(PUZZLES, later, skipped=[PUZZLES[3].id])
    assert other is not None and other.id != PUZZLES[3].id
    for puzzle in PUZZLES:
        practice.record(puzzle, solved=True, date=later)
    assert practice.next_puzzle(PUZZLES, later) is None
    due = practice.next_due(PUZZLES)
    assert due is not None and due > later


def test_ratings_follow_first_attempts_only() -> None:
    practice = Practice()
    before = practice.solver("forest")
    practice.record(PUZZLES[0], solved=True, date=START)
    won = practice.solver("forest", START)
    assert won.value > before.value and won.deviation < before.deviation and won.games == 1
    assert practice.rating_of(PUZZLES[0]).value < PUZZLES[0].difficulty.rating
    practice.record(PUZZLES[0], solved=True, date=START)
    assert practice.solver("forest", START) == won, "a repetition shows memory"
    practice.record(PUZZLES[1], solved=True, hints=1, date=START)
    assert practice.solver("forest", START).value < won.value, "a solution with hints is no success"
    assert practice.solver("herd").games == 0
    assert practice.solver("forest", START + 365 * DAY).deviation > won.deviation
    assert len(practice.history("forest")) == 1


def test_glicko_agrees_with_the_example_of_its_author() -> None:
    """The example of "The Glicko system": three games of one rating period, here in turn."""
    rating = Rating(1500.0, 200.0, 0)
    for opponent, deviation, score in ((1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)):
        rating = glicko.after_attempt(rating, Rating(opponent, deviation, 0), score)
    assert abs(rating.value - 1464) < 6 and abs(rating.deviation - 151.4) < 2
    assert abs(glicko.weight(100.0) - 0.9531) < 1e-4


def test_counts_cover_the_chosen_puzzles() -> None:
    practice = Practice()
    practice.record(PUZZLES[0], solved=True, date=START)
    practice.record(PUZZLES[1], solved=False, wrong=1, date=START)
    practice.record(PUZZLES[1], solved=True, date=START + timedelta(hours=1))
    practice.record(PUZZLES[5], solved=True, date=START)
    counts = practice.counts(PUZZLES[:4], START)
    assert (counts.puzzles, counts.seen, counts.solved, counts.attempts, counts.first_try, counts.new) == (
        4, 2, 2, 3, 2, 2,
    )  # fmt: skip


def test_practice_is_the_same_after_loading() -> None:
    practice = Practice()
    for number, puzzle in enumerate(PUZZLES):
        practice.record(puzzle, solved=number % 2 == 0, wrong=number % 2, hints=number % 3, date=START + number * DAY)
    loaded = Practice.load()
    assert loaded.attempts == practice.attempts and not loaded.warning
    for puzzle in PUZZLES:
        assert loaded.due(puzzle) == practice.due(puzzle) and loaded.rating_of(puzzle) == practice.rating_of(puzzle)
    assert loaded.history("forest") == practice.history("forest")


def test_damaged_lines_cost_one_attempt_each_and_are_kept_aside(home: Path) -> None:
    for number in range(3):
        Practice.load().record(PUZZLES[number], solved=True, date=START)
    file = attempts.file()
    lines = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join([lines[0], b'{"puzzle": 1}', b"\xff\x00", lines[2]]))
    damaged = file.read_bytes()
    loaded = Practice.load()
    assert [attempt.puzzle for attempt in loaded.attempts] == [PUZZLES[0].id, PUZZLES[2].id] and loaded.warning
    loaded.record(PUZZLES[3], solved=True, date=START)
    assert file.with_name(f"{attempts.FILE}.damaged").read_bytes() == damaged
    assert len(Practice.load().attempts) == 3 and not Practice.load().warning


@pytest.mark.parametrize("date", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-14:00"])
def test_impossible_dates_cost_one_attempt(home: Path, date: str) -> None:
    Practice().record(PUZZLES[0], solved=True, date=START)
    line = attempts.file().read_text()
    attempts.file().write_text(line.replace(START.isoformat().replace("+00:00", "Z"), date) + line)
    loaded = Practice.load()
    assert len(loaded.attempts) == 1 and loaded.warning and loaded.due(PUZZLES[0])


def test_practice_that_cannot_be_saved_still_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise WriteError("no space")

    monkeypatch.setattr("workbench.system.saving.write", fail)
    practice = Practice()
    with pytest.raises(WriteError):
        practice.record(PUZZLES[0], solved=True, date=START)
    assert len(practice.attempts) == 1


def test_old_attempts_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts, "KEPT", 2)
    practice = Practice()
    for puzzle in PUZZLES[:4]:
        practice.record(puzzle, solved=True, date=START)
    assert [attempt.puzzle for attempt in Practice.load().attempts] == [puzzle.id for puzzle in PUZZLES[2:4]]
