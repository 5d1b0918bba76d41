"""Levels: which meetings tell their order, the strengths that come of them, and the
tables that ship with the program."""

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
from tests.conftest import deep
from tests.kit.matches import play
from tests.kit.terminals import run
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.results import summary_of
from workbench.matches.calibration import calibration, meetings
from workbench.matches.calibration.meetings import Field, Pair, plan_of
from workbench.matches.planning.plan import BadPlan, Schedule
from workbench.statistics import levels
from workbench.statistics.bradley_terry import Score, ratings
from workbench.statistics.levels import Meeting
from workbench.statistics.scale import Z95, Estimate, score_interval
from workbench.statistics.summary import Summary


def expected(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def met(field: Field, true: dict[str, float], seed: int) -> tuple[dict[Pair, Meeting], int]:
    """What is wanted until nothing is, played by chance alone; and how many games that took."""
    chance = random.Random(seed)
    leads: dict[Pair, list[float]] = {}
    found: dict[Pair, Meeting] = {}
    while (wanted := field.wanted(found)) is not None:
        pair = (wanted.upper, wanted.lower)
        own = leads.setdefault(pair, [])
        assert wanted.games > len(own) and (pair[1], pair[0]) not in found
        while len(own) < wanted.games:
            own.append(1.0 if chance.random() < expected(true[pair[0]] - true[pair[1]]) else -1.0)
        score = score_interval(own)
        found[pair] = Meeting(*pair, len(own), len(own), score, score, 0.5, field.looks)
        assert len(found) < 200
    return found, sum(map(len, leads.values()))


def test_meetings_go_on_until_the_order_is_clear(game_id: str) -> None:
    field = Field(game_id, (), 100, 400)
    true = {
        level: 150.0 * step - 60 * number
        for number, ladder in enumerate(field.ladders)
        for step, level in enumerate(ladder)
    }
    found, games = met(field, true, 4)
    for step in field.steps:
        assert found[step].clear and 100 <= found[step].games <= 400, step
    known = field.strengths(found)
    assert {level.name for level in known} == set(field.levels) and games < 400 * len(field.levels)
    assert [level.strength.value for level in known] == sorted(level.strength.value for level in known)
    for level in known:
        away = true[level.name] - true[field.zero]
        assert abs(level.strength.value - away) < 150, (level, away)
        assert (
            level.strength.low <= level.strength.value <= level.strength.high
            and level.bot == bots.make(level.name, 0).text
        )


def test_levels_that_do_not_rise_are_not_called_clear() -> None:
    field = Field("herd", ("mcts",), 50, 200)
    found, _ = met(field, dict.fromkeys(field.levels, 0.0), 1)
    assert all(found[step].games == 200 for step in field.steps if not found[step].clear)
    assert sum(found[step].clear for step in field.steps) <= 1
    falling = {level: -200.0 * step for step, level in enumerate(field.levels)}
    found, _ = met(field, falling, 2)
    assert not any(one.clear for one in found.values())
    assert [level.name for level in field.strengths(found)] == field.levels[::-1]


@pytest.mark.parametrize("looks", [1, 3])
def test_equal_levels_are_called_clear_as_rarely_as_is_said(looks: int) -> None:
    """By chance alone, with twice the games at each look until it is clear: in 2.5 of 100 calibrations."""
    chance, runs, found = random.Random(5), deep(5000, 100_000), 0
    for _ in range(runs):
        won = games = 0
        for look in range(looks):
            more = 200 << max(look - 1, 0)
            won, games = won + chance.getrandbits(more).bit_count(), games + more
            share = won / games
            half = Z95 * sqrt(share * (1 - share) / games)
            if Meeting(
                "upper", "lower", games, games, score := Estimate(share, share - half, share + half), score, 0.5, looks
            ).clear:
                found += 1
                break
    assert abs(found / runs - 0.025) < 4 * sqrt(0.025 / runs)
    assert (
        Field("herd", ("mcts",), 200, 800).looks == 3
        and Field("herd", ("mcts",), 200, 200).looks == 1
        and Field("herd", ("mcts",), 200, 900).looks == 4
    )


def test_a_calibration_needs_levels_that_can_meet() -> None:
    for names, why in (
        (("nobody",), "no bot 'nobody' plays herd"),
        (("greedy",), "one level alone"),
        (("deducer",), "plays herd"),
    ):
        with pytest.raises(BadPlan, match=why):
            Field("herd", names, 10, 10)


def test_meetings_are_matches_of_whole_blocks(game_id: str) -> None:
    field = Field(game_id, (), 1, 1)
    for games in (1, 7, 200):
        plan = plan_of(game_id, field.steps[0], games, 3)
        schedule = Schedule(plan)
        assert games <= schedule.games < games + schedule.games_a_block
        seats = [schedule.slot(number).seats for number in range(schedule.games)]
        assert sum(one.count(0) for one in seats) == sum(one.count(1) for one in seats)
        info = fastcore.info(game_id)
        assert (plan.random_moves > 0) == (not info.has.chance and not info.has.secrets) and plan.limit is None


@pytest.mark.parametrize(
    ("spec", "even"), [("herd(size=2)", 1 / 2), ("herbalism", 1 / 3), ("herbalism(players=4)", 1 / 4)]
)
def test_even_share_is_one_divided_by_the_number_of_seats(spec: str, even: float, tmp_path: Path) -> None:
    pair = ("greedy", "random")
    play(tmp_path / "a", plan_of(spec, pair, 1, 1))
    with Archive(tmp_path / "a") as archive:
        found = meetings.meeting(pair, summary_of(archive, archive.match(1)), 1)
    assert found is not None and found.even == pytest.approx(even)


def test_strengths_explain_the_scores() -> None:
    for size in range(2, deep(5, 30)):
        true = [400 * log10(1 + n) for n in range(size)]
        scores = [
            Score(one, other, 10_000, Estimate(share := expected(true[one] - true[other]), share - 0.01, share + 0.01))
            for one in range(size)
            for other in range(one)
        ]
        found = ratings(size, scores, 0)
        for n, strength in enumerate(found.strengths):
            assert abs(strength.value - (true[n] - true[0])) < 1 and strength.low <= strength.value <= strength.high
            assert found.differences[n][0].value == strength.value and found.differences[0][n].value == -strength.value
    won = ratings(3, [Score(0, 1, 200, Estimate(1.0, 0.98, 1.0))], 1)
    assert 600 < won.strengths[0].value < 2000, "one that always won has a strength all the same"


def test_the_command_writes_a_table_and_goes_on(tmp_path: Path) -> None:
    archive, output = tmp_path / "a.matches", tmp_path / "t.json"
    words = (
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
    done = run(*words)
    # progress lines, which only a slow machine prints
    assert done.status == 0 and all("games played in this run" in line for line in done.err.splitlines()), done.err
    assert "greedy against random: " in done.out and f"Written to {output}." in done.out.replace("\n", "")
    made = levels.read(output)
    assert {level.name for level in made.levels} == {"greedy", "random"} and made.yardstick == "greedy"
    assert (
        made.spec == "herd(size=2)"
        and made.command == "herbarium calibrate 'herd(size=2)' --bots greedy,random --games 8 --most 16 --seed 1"
    )
    assert str(tmp_path) not in output.read_text()
    again = run(*words, "--json")
    told = json.loads(again.out)
    assert again.status == 0 and told["outcome"] == "complete" and told["table"] == json.loads(output.read_text())
    further = run(*words, "--games", "16")
    assert "8 games are there already" in further.out or "2 games are there already" in further.out, further.out


@pytest.mark.parametrize("void", [1, 100])
def test_more_is_played_in_the_place_of_games_that_are_void(
    void: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meeting(pair: Pair, summary: Summary, looks: int) -> Meeting | None:
        found = meetings.meeting(pair, summary, looks)
        return found and msgspec.structs.replace(found, games=max(0, found.games - 2 * void))

    monkeypatch.setattr(calibration, "meeting", meeting)
    with Archive(tmp_path / "a.matches", create=True) as archive:
        archive.lock()
        outcome = calibration.Calibration(archive, Field("herd(size=2)", ("greedy", "random"), 4, 4), 1, 1).run()
        played = sum(1 for _ in archive.games(1))
    if void == 1:
        assert outcome.kind == "complete" and played == 6
    else:
        assert (
            outcome.kind == "halted"
            and outcome.reason == f"greedy and random: of {played} games only 0 count, the others are void"
        )


def test_what_cannot_be_calibrated_is_said_in_one_line(tmp_path: Path) -> None:
    own = ("--archive", str(tmp_path / "a.matches"))
    for words, why in (
        (("herd(size=2)",), "name a file of your own by --output"),
        (("nothing",), "nothing"),
        (("herd", "--bots", "greedy,nobody"), "no bot 'nobody' plays herd"),
        (("herd", "--games", "0"), "--games"),
        (("herd", "--bots", "greedy,random", "--archive", str(tmp_path)), "it is a folder"),
    ):
        done = run("calibrate", *(words if "--archive" in words else (*words, *own)))
        assert done.status == 2 and why in done.err and len(done.err.splitlines()) == 1, done.err


def ladder(name: str) -> list[str]:
    """The levels of a bot, the lowest first; the bot itself where it has none."""
    return [f"{name}:{preset}" for preset in bots.about(name).presets] or [name]


def test_every_level_of_the_program_beats_the_one_below_it(game_id: str) -> None:
    made = levels.table(game_id)
    assert made is not None and made.spec == game_id and made.format == 1
    for name in bots.names(game_id):
        for lower, upper in pairwise(ladder(name)):
            below = made.below(upper)
            assert below is not None and below.lower == lower and below.clear and below.games >= 200, upper
    for level in made.levels:
        assert made.level(level.name) is not None, f"{level.name} means something else than when it was measured"
    assert {level.name for level in made.levels} == {level for name in bots.names(game_id) for level in ladder(name)}


def test_the_ladder_of_the_best_bot_begins_at_a_first_try_and_ends_at_the_top(game_id: str) -> None:
    made = levels.table(game_id)
    assert made is not None
    lowest, *_, highest = (made.level(name) for name in ladder(bots.strongest(game_id)))
    assert lowest is not None and lowest.strength.low < 0, f"{lowest} beats {made.yardstick}"
    assert highest is not None and all(level.strength.low <= highest.strength.high for level in made.levels)
    for met in made.meetings:
        assert met.lower != highest.name or not met.clear, f"{met.upper} beats the highest level of the strongest bot"
