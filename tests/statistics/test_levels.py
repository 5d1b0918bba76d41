"""Tests of levels: the meetings that decide their order, their strengths, and the shipped tables."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from math import log10, sqrt
from pathlib import Path

import msgspec
import pytest

import bots
import fastcore
from fastcore.comparison.quantiles import Z95
from tests.conftest import deep
from tests.kit.matches import play_here, without_processes
from tests.kit.terminals import run
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.results import summary_of
from workbench.matches.calibration import calibration, meetings
from workbench.matches.calibration.meetings import Field, Pair, plan_of
from workbench.matches.planning.plan import PlanError, Schedule, tables
from workbench.statistics import levels
from workbench.statistics.bradley_terry import Score, ratings, share_of_seats
from workbench.statistics.levels import Meeting
from workbench.statistics.scale import Estimate, mean, score_interval
from workbench.statistics.summary import Summary


def expected_score(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def simulate_meetings(field: Field, true: dict[str, float], seed: int) -> tuple[dict[Pair, Meeting], int]:
    """Play the requested meetings at random. Return them and the number of games."""
    rng = random.Random(seed)
    leads: dict[Pair, list[float]] = {}
    meetings_by_pair: dict[Pair, Meeting] = {}
    while (request := field.next_meeting(meetings_by_pair)) is not None:
        pair = (request.upper, request.lower)
        results = leads.setdefault(pair, [])
        assert request.games > len(results) and (pair[1], pair[0]) not in meetings_by_pair
        while len(results) < request.games:
            results.append(1.0 if rng.random() < expected_score(true[pair[0]] - true[pair[1]]) else -1.0)
        score = score_interval(results)
        meetings_by_pair[pair] = Meeting(*pair, len(results), len(results), score, score, 0.5, field.max_looks)
        assert len(meetings_by_pair) < 200
    return meetings_by_pair, sum(map(len, leads.values()))


@pytest.mark.sample(1)
def test_meetings_continue_until_the_order_is_clear(game_id: str) -> None:
    field = Field(game_id, (), 100, 400)
    true = {
        level: 150.0 * step - 60 * number
        for number, ladder in enumerate(field.ladders)
        for step, level in enumerate(ladder)
    }
    results, games = simulate_meetings(field, true, 4)
    for step in field.neighbours:
        assert results[step].clear and 100 <= results[step].games <= 400, step
    known = field.strengths(results)
    assert {level.name for level in known} == set(field.levels) and games < 400 * len(field.levels)
    assert [level.strength.value for level in known] == sorted(level.strength.value for level in known)
    for level in known:
        difference = true[level.name] - true[field.yardstick]
        assert abs(level.strength.value - difference) < 150, (level, difference)
        assert (
            level.strength.low <= level.strength.value <= level.strength.high
            and level.bot == bots.make(level.name, 0).text
        )


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("ratio", [0.2, 1, 3, 10])
def test_strengths_are_those_of_seats(seats: int, ratio: float) -> None:
    """One seat wins everything, with a probability in proportion to the strength of its bot."""
    scores = []
    for order in tables(2, seats, "match")[0].orders:
        weights = [ratio if bot == 0 else 1.0 for bot in order]
        lead = 0.0
        for winner, weight in enumerate(weights):
            returns = [1.0 if seat == winner else -1 / (seats - 1) for seat in range(seats)]
            own, others = ([r for r, bot in zip(returns, order, strict=True) if bot == b] for b in (0, 1))
            lead += weight / sum(weights) * (mean(own) - mean(others)) / 2
        scores.append((1 + lead) / 2)
    score = mean(scores)
    assert share_of_seats(score, seats) == pytest.approx(ratio / (1 + ratio), abs=1e-6)
    exact = Estimate(score, score - 1e-4, score + 1e-4)
    field = Field("herbalism", ("ismcts",), 50, 200)
    upper, lower = field.ladders[0][1], field.ladders[0][0]
    found = field.rate({(upper, lower): Meeting(upper, lower, 10**6, 10**5, exact, exact, 1 / seats, 1)})
    place = {level: number for number, level in enumerate(field.levels)}
    difference = found.differences[place[upper]][place[lower]].value
    assert difference == pytest.approx(400 * log10(ratio), abs=0.1)


def test_levels_that_do_not_rise_are_not_clear() -> None:
    field = Field("herd", ("mcts",), 50, 200)
    results, _ = simulate_meetings(field, dict.fromkeys(field.levels, 0.0), 1)
    assert all(results[step].games == 200 for step in field.neighbours if not results[step].clear)
    assert sum(results[step].clear for step in field.neighbours) <= 1
    falling = {level: -200.0 * step for step, level in enumerate(field.levels)}
    results, _ = simulate_meetings(field, falling, 2)
    assert not any(meeting.clear for meeting in results.values())
    assert [level.name for level in field.strengths(results)] == field.levels[::-1]


@pytest.mark.parametrize("looks", [1, 3])
def test_equal_levels_are_rarely_called_clear(looks: int) -> None:
    """Chance alone gives a clear result in 2.5 % of calibrations. Each look doubles the games."""
    rng, runs, clear_count = random.Random(5), deep(5000, 100_000), 0
    for _ in range(runs):
        won = games = 0
        for look in range(looks):
            extra = 200 << max(look - 1, 0)
            won, games = won + rng.getrandbits(extra).bit_count(), games + extra
            share = won / games
            half_width = Z95 * sqrt(share * (1 - share) / games)
            if Meeting(
                "upper",
                "lower",
                games,
                games,
                score := Estimate(share, share - half_width, share + half_width),
                score,
                0.5,
                looks,
            ).clear:
                clear_count += 1
                break
    assert abs(clear_count / runs - 0.025) < 4 * sqrt(0.025 / runs)
    assert (
        Field("herd", ("mcts",), 200, 800).max_looks == 3
        and Field("herd", ("mcts",), 200, 200).max_looks == 1
        and Field("herd", ("mcts",), 200, 900).max_looks == 4
    )


def test_calibration_needs_levels_that_can_meet() -> None:
    for names, reason in (
        (("nobody",), "no bot 'nobody' plays herd"),
        (("greedy",), "this is only one level"),
        (("deducer",), "plays herd"),
    ):
        with pytest.raises(PlanError, match=reason):
            Field("herd", names, 10, 10)


def test_meetings_are_matches_of_whole_blocks(game_id: str) -> None:
    field = Field(game_id, (), 1, 1)
    for games in (1, 7, 200):
        plan = plan_of(game_id, field.neighbours[0], games, 3)
        schedule = Schedule(plan)
        assert games <= schedule.games < games + schedule.games_per_block
        seats = [schedule.slot(number).seats for number in range(schedule.games)]
        assert sum(order.count(0) for order in seats) == sum(order.count(1) for order in seats)
        info = fastcore.info(game_id)
        assert (plan.random_moves > 0) == (not info.has.chance and not info.has.secrets) and plan.limit is None


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("spec", "even"), [("herd(size=2)", 1 / 2), ("herbalism", 1 / 3), ("herbalism(players=4)", 1 / 4)]
)
def test_even_share_is_one_divided_by_the_number_of_seats(spec: str, even: float, tmp_path: Path) -> None:
    pair = ("greedy", "random")
    play_here(tmp_path / "a", plan_of(spec, pair, 1, 1))
    with Archive(tmp_path / "a") as archive:
        meeting = meetings.meeting(pair, summary_of(archive, archive.match(1)), 1)
    assert meeting is not None and meeting.even == pytest.approx(even)


def test_strengths_explain_the_scores() -> None:
    for size in range(2, deep(5, 30)):
        true = [400 * log10(1 + n) for n in range(size)]
        scores = [
            Score(
                first,
                second,
                10_000,
                Estimate(share := expected_score(true[first] - true[second]), share - 0.01, share + 0.01),
            )
            for first in range(size)
            for second in range(first)
        ]
        strengths = ratings(size, scores, 0)
        for n, strength in enumerate(strengths.strengths):
            assert abs(strength.value - (true[n] - true[0])) < 1 and strength.low <= strength.value <= strength.high
            assert (
                strengths.differences[n][0].value == strength.value
                and strengths.differences[0][n].value == -strength.value
            )
    won = ratings(3, [Score(0, 1, 200, Estimate(1.0, 0.98, 1.0))], 1)
    assert 600 < won.strengths[0].value < 2000, "a bot that always won has a finite strength"


def test_calibrate_command_writes_a_table_and_resumes(tmp_path: Path) -> None:
    archive, output = tmp_path / "a.matches", tmp_path / "t.json"
    command = (
        "calibrate",
        "herd(size=2)",
        "--bots",
        "greedy,random",
        "--games",
        "8",
        "--most",
        "16",
        "--cores",
        "1",
        "--archive",
        str(archive),
        "--output",
        str(output),
    )
    with without_processes():
        result = run(*command)
    # Only a slow machine prints progress lines.
    assert result.status == 0 and all("games played in this run" in line for line in result.err.splitlines()), (
        result.err
    )
    assert "greedy against random: " in result.out and f"Written to {output}." in result.out.replace("\n", "")
    table = levels.read(output)
    assert {level.name for level in table.levels} == {"greedy", "random"} and table.yardstick == "greedy"
    assert (
        table.spec == "herd(size=2)"
        and table.command == "herbarium calibrate 'herd(size=2)' --bots greedy,random --games 8 --most 16 --seed 1"
    )
    assert str(tmp_path) not in output.read_text()
    repeated = run(*command, "--json")
    data = json.loads(repeated.out)
    assert repeated.status == 0 and data["outcome"] == "complete" and data["table"] == json.loads(output.read_text())
    extended = run(*command, "--games", "16")
    assert "8 games already played" in extended.out or "2 games already played" in extended.out, extended.out


@pytest.mark.sample(1)
@pytest.mark.parametrize("void", [1, 100])
def test_void_games_are_replaced_by_new_games(void: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def meeting(pair: Pair, summary: Summary, looks: int) -> Meeting | None:
        result = meetings.meeting(pair, summary, looks)
        return result and msgspec.structs.replace(result, games=max(0, result.games - 2 * void))

    monkeypatch.setattr(calibration, "meeting", meeting)
    with Archive(tmp_path / "a.matches", create=True) as archive, without_processes():
        archive.lock()
        outcome = calibration.Calibration(archive, Field("herd(size=2)", ("greedy", "random"), 4, 4), 1, 1).run()
        played = sum(1 for _ in archive.games(1))
    if void == 1:
        assert outcome.kind == "complete" and played == 6
    else:
        assert (
            outcome.kind == "halted"
            and outcome.reason == f"greedy and random: only 0 of {played} games count; the rest are void"
        )


def test_impossible_calibration_prints_one_line(tmp_path: Path) -> None:
    archive_option = ("--archive", str(tmp_path / "a.matches"))
    for arguments, reason in (
        (("herd(size=2)",), "name your own file with --output"),
        (("nothing",), "nothing"),
        (("herd", "--bots", "greedy,nobody"), "no bot 'nobody' plays herd"),
        (("herd", "--games", "0"), "--games"),
        (("herd", "--bots", "greedy,random", "--archive", str(tmp_path)), "it is a folder"),
    ):
        result = run("calibrate", *(arguments if "--archive" in arguments else (*arguments, *archive_option)))
        assert result.status == 2 and reason in result.err and len(result.err.splitlines()) == 1, result.err


def ladder(name: str) -> list[str]:
    """Return the levels of a bot, lowest first, or the bot itself if it has none."""
    return [f"{name}:{preset}" for preset in bots.bot_class(name).presets] or [name]


def test_every_shipped_level_beats_the_one_below(game_id: str) -> None:
    table = levels.table(game_id)
    assert table is not None and table.spec == game_id and table.format == 1
    for name in bots.names(game_id):
        for lower, upper in pairwise(ladder(name)):
            meeting = table.meeting_below(upper)
            assert meeting is not None and meeting.lower == lower and meeting.clear and meeting.games >= 200, upper
    for level in table.levels:
        assert table.level(level.name) is not None, f"{level.name} has changed since it was measured"
    assert {level.name for level in table.levels} == {level for name in bots.names(game_id) for level in ladder(name)}


def test_ladder_of_the_best_bot_spans_from_beginner_to_top(game_id: str) -> None:
    table = levels.table(game_id)
    assert table is not None
    lowest, *_, highest = (table.level(name) for name in ladder(bots.strongest(game_id)))
    assert lowest is not None and lowest.strength.low < 0, f"{lowest} beats {table.yardstick}"
    assert highest is not None and all(level.strength.low <= highest.strength.high for level in table.levels)
    for meeting in table.meetings:
        assert meeting.lower != highest.name or not meeting.clear, (
            f"{meeting.upper} beats the highest level of the strongest bot"
        )
