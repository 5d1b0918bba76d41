"""Matches: who meets whom, equal luck within a block, and what a game is begun with and ended by."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

import bots
import fastcore
from bots.report import Candidate, Limit, Report
from fastcore import CHANCE
from tests.conftest import deep
from tests.kit.matches import GAMES, OPEN_GAMES, SALT, changed, lasting, moves, play, record
from tests.kit.walks import somewhere
from workbench.bot_process.player import Players
from workbench.cli.matches.words import can_resolve
from workbench.matches.planning import openings
from workbench.matches.planning.adjudication import Judge
from workbench.matches.planning.plan import Adjudication, BadPlan, Kind, Opening, Plan, Schedule, tables
from workbench.matches.planning.task import task_of
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.verify import think_again
from workbench.records import files
from workbench.records.seeds import Luck, bot_seed_of, new_salt


def two_bots(game_id: str) -> tuple[str, str]:
    """Two quick bots that play a game."""
    return ("greedy", "mcts(simulations=20)") if "mcts" in bots.names(game_id) else ("greedy", "random")


@pytest.mark.parametrize(
    ("number", "seats", "kind", "rotations", "orders"),
    [
        (2, 2, "match", False, [[(0, 1), (1, 0)]]),
        (3, 2, "match", False, [[(0, 1), (1, 0)], [(0, 2), (2, 0)], [(1, 2), (2, 1)]]),
        (3, 2, "gauntlet", False, [[(0, 1), (1, 0)], [(0, 2), (2, 0)]]),
        (3, 3, "match", True, [[(0, 1, 2), (1, 2, 0), (2, 0, 1)]]),
        (2, 3, "match", False, [[(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]]),
        (2, 3, "match", True, [[(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]]),
        (2, 4, "match", True, [[(0, 0, 1, 1), (0, 1, 1, 0), (1, 0, 0, 1), (1, 1, 0, 0)]]),
    ],
)
def test_who_meets_whom(
    number: int, seats: int, kind: str, rotations: bool, orders: list[list[tuple[int, ...]]]
) -> None:
    assert [
        list(table.orders) for table in tables(number, seats, "gauntlet" if kind == "gauntlet" else "match", rotations)
    ] == orders


def test_every_bot_sits_equally_often_everywhere() -> None:
    for number, seats in ((2, 2), (4, 2), (3, 3), (4, 3), (5, 4), (2, 3), (2, 4), (3, 4)):
        sat = Counter(
            (bot, seat)
            for table in tables(number, seats, "match")
            for order in table.orders
            for seat, bot in enumerate(order)
        )
        assert len(sat) == number * seats and len(set(sat.values())) == 1, (number, seats)


@pytest.mark.parametrize(("kind", "number", "points"), [("match", 2, 20.0), ("match", 4, 11.5), ("gauntlet", 4, 20.0)])
def test_what_can_be_told_is_what_the_games_of_one_bot_tell(kind: Kind, number: int, points: float) -> None:
    plan = Plan(spec="herd", bots=("greedy",) * number, kind=kind, blocks=12)
    told = can_resolve(plan)
    assert f"±{points:.1f} points" in told and told.startswith(f"{Schedule(plan).games:,} games ")


def test_a_schedule_numbers_its_games_whatever_its_length(game_id: str) -> None:
    plan = Plan(spec=game_id, bots=("random", "greedy", "random"), blocks=3, seed=4)
    short, long = Schedule(plan), Schedule(changed(plan, blocks=30))
    assert [short.slot(n) for n in range(short.games)] == [long.slot(n) for n in range(short.games)]
    assert long.games == 10 * short.games
    assert len({long.seed(block) for block in range(30)}) == 30
    other = Schedule(changed(plan, bots=("greedy", "random", "random")))
    assert [short.seed(block) for block in range(3)] == [other.seed(block) for block in range(3)], (
        "bots do not move the luck"
    )


@pytest.mark.parametrize("game_id", GAMES)
def test_a_block_has_one_luck(game_id: str, tmp_path: Path) -> None:
    """All games of a block have the same chance and the same opening, and every game is what its record replays."""
    plan = Plan(spec=game_id, bots=two_bots(game_id), blocks=2, seed=8, random_moves=3)
    outcome, games = play(tmp_path / "a", plan)
    schedule = Schedule(plan)
    assert outcome.kind == "complete" and [game.number for game in games] == list(range(schedule.games))
    for block in range(2):
        own = [record(tmp_path / "a", game) for game in games if game.block == block]
        given = [moves(one)[: one.given] for one in own]
        assert all(one.given and each == given[0] for one, each in zip(own, given, strict=True))
        drawn: dict[tuple[int, str, int], set[str]] = {}
        for one in own:
            state, seen = fastcore.start(one.spec), Counter[tuple[int, str]]()
            for move in moves(one):
                if state.actor == CHANCE:
                    seen[state.turn, state.phase] += 1
                    drawn.setdefault((state.turn, state.phase, seen[state.turn, state.phase]), set()).add(move)
                state.play(move)
            assert (
                one.result is not None and one.result.returns == state.returns() and one.result.points == state.points()
            )
        if fastcore.info(game_id).has.chance and not fastcore.info(game_id).has.deals:
            assert drawn and all(len(each) == 1 for each in drawn.values())
    seeds = {game.seed for game in games}
    assert len(seeds) == 2 and {game.line for game in games if game.block == 0}.isdisjoint(
        game.line for game in games if game.block == 1
    )


@pytest.mark.parametrize("game_id", GAMES[: deep(1, len(GAMES))])
def test_seed_and_salt_fix_a_match(game_id: str, tmp_path: Path) -> None:
    """On one core or two; another seed or another salt gives other games."""
    plan = Plan(spec=game_id, bots=two_bots(game_id), blocks=deep(1, 4), seed=3, salt=SALT, rotations=True)
    _, once = play(tmp_path / "a", plan)
    _, again = play(tmp_path / "b", plan, jobs=2)
    assert list(map(lasting, once)) == list(map(lasting, again))
    for name, values in (("c", {"seed": 4}), ("d", {"salt": "0" * 32})):
        _, others = play(tmp_path / name, changed(plan, **values))
        assert {game.line for game in once} != {game.line for game in others}


@pytest.mark.parametrize("game_id", GAMES[: deep(1, len(GAMES))])
def test_bots_think_again_what_they_thought(game_id: str, tmp_path: Path) -> None:
    """Any game with a simulation limit is played again move for move; another seed or move is noticed."""
    limit = Limit(simulations=30) if "mcts" in bots.names(game_id) else None
    players = ("mcts", "greedy") if limit else ("greedy", "random")
    _, games = play(tmp_path / "a", Plan(spec=game_id, bots=players, blocks=1, seed=3, limit=limit))
    with Players(1000) as processes:
        for game in games[:2]:
            one = record(tmp_path / "a", game)
            assert think_again(one, processes) == ""
            with pytest.raises(files.BadRecord, match=r"^lines\[0\].moves\[\d+\].move: .* chooses '.*' now, not '.*'$"):
                think_again(replace(one, seed=one.seed + 1, salt=SALT), processes)
        assert think_again(replace(one, limit=Limit(seconds=1)), processes) == "it was played by a clock"
        seats = (replace(one.seats[0], version="another"), *one.seats[1:])
        assert "is another version" in think_again(replace(one, seats=seats), processes)


def test_what_a_bot_is_told_does_not_tell_its_luck(game_id: str) -> None:
    """The seed that bots draw from is not the one that dice and deals are drawn from,
    nor does it give the same ones."""
    if not fastcore.info(game_id).has.chance:
        pytest.skip("no chance in this game")
    plan = Plan(spec=game_id, bots=("random", "greedy"), seed=3, salt=new_salt())
    schedule, same = Schedule(plan), 0
    for block in range(40):
        seed, state = schedule.seed(block), fastcore.start(game_id)
        own = bot_seed_of(task_of(plan, schedule, 1, block * schedule.games_a_block, 1), 0)
        assert own != seed
        same += Luck(seed).draw(state) == Luck(own).draw(state)
    assert same < 10


def test_openings_may_bring_their_own_chance(tmp_path: Path) -> None:
    """What an opening says of dice and deals stands; all later draws are those of the block, and are verified."""
    _, games = play(
        tmp_path / "a",
        Plan(spec="herbalism", bots=("random", "greedy"), blocks=1, seed=5, adjudication=Adjudication(longest=4)),
    )
    files.write(tmp_path / "a.herbarium", record(tmp_path / "a", games[0]))
    given = openings.read(tmp_path / "a.herbarium", games_spec := record(tmp_path / "a", games[0]).spec, 3)
    _, games = play(
        tmp_path / "b",
        Plan(
            spec=games_spec,
            bots=("random", "greedy"),
            blocks=1,
            seed=6,
            openings=given,
            adjudication=Adjudication(longest=20),
        ),
    )
    with Players(1000) as processes:
        assert [think_again(record(tmp_path / "b", game), processes) for game in games] == [""] * len(games)


@pytest.mark.parametrize("open_game", OPEN_GAMES)
def test_reports_are_kept_as_asked(open_game: str, tmp_path: Path) -> None:
    plan = Plan(spec=open_game, bots=("mcts(simulations=50)", "greedy"), blocks=1, seed=3)
    kept = {}
    for reports in ("none", "last", "all")[deep(1, 0) :]:
        _, games = play(tmp_path / reports, changed(plan, reports=reports))
        one = record(tmp_path / reports, games[0])
        kept[reports] = [len(move.reports) for move in one.lines[0].moves if move.seconds is not None]
        assert all(not move.reports or move.reports[-1].move == move.move for move in one.lines[0].moves)
    assert set(kept.get("none", [0])) == {0} and set(kept["last"]) == {1} and min(kept["all"]) >= 1


@pytest.mark.parametrize("game_id", GAMES)
def test_matches_begin_anywhere(game_id: str, tmp_path: Path) -> None:
    """From positions and from moves, in turn, and from the record of a game that was broken off."""
    position = somewhere(game_id, "opening", 3)
    state, stream, made = fastcore.start(game_id), fastcore.Stream(4), list[str]()
    for _ in range(5):
        move = state.sample(stream) if state.actor == CHANCE else stream.choice(state.moves())
        made.append(state.move_text(move))
        state.play(move)
    listing = tmp_path / "list.txt"
    listing.write_text(
        f"# two of them\n\n{position.situation} # the first\n{' '.join(made)}\n{position.text()}\n", encoding="utf-8"
    )
    found = openings.read(listing, position.spec)
    assert found == (
        Opening(position.text(), (), "the first"),
        Opening(None, tuple(made), "list.txt:4"),
        Opening(position.text(), (), "list.txt:5"),
    )
    _, games = play(tmp_path / "a", Plan(spec=game_id, bots=("random", "greedy"), blocks=3, seed=1, openings=found))
    for game in games:
        one = record(tmp_path / "a", game)
        assert game.opening == found[game.block].name
        assert one.position == found[game.block].position and tuple(moves(one)[: one.given]) == found[game.block].moves
    kept = tmp_path / f"one{files.SUFFIX}"
    files.write(kept, record(tmp_path / "a", games[-1]))
    (opening,) = openings.read(kept, position.spec, 2)
    assert opening.position == position.text() and len(opening.moves) == 2


def test_openings_that_are_none_are_refused_by_line(game_id: str, tmp_path: Path) -> None:
    spec = fastcore.start(game_id).spec
    listing = tmp_path / "list.txt"
    for text, reason in (
        ("", "there is no opening in it"),
        ("# only this", "there is no opening"),
        ("good\nworse", "line 1: "),
    ):
        listing.write_text(text, encoding="utf-8")
        with pytest.raises(BadPlan) as error:
            openings.read(listing, spec)
        assert str(error.value).startswith(f"{listing}: ") and reason in str(error.value)
    over = fastcore.start(game_id)
    stream = fastcore.Stream(3)
    while over.actor != fastcore.OVER:
        over.play(over.sample(stream) if over.actor == CHANCE else stream.choice(over.moves()))
    listing.write_text(over.text(), encoding="utf-8")
    with pytest.raises(BadPlan, match="line 1: the game is over behind it"):
        openings.read(listing, spec)


def test_plans_that_cannot_be_played_are_refused(game_id: str) -> None:
    good = Plan(spec=game_id, bots=("random", "greedy"))
    for plan, reason in (
        (changed(good, spec="nothing"), "no game 'nothing'"),
        (changed(good, bots=("random",)), "a match needs two bots"),
        (changed(good, bots=("random", "nobody")), "no bot 'nobody'"),
        (changed(good, bots=("random", "./nothing.py:Mine")), "there is no such file"),
    ):
        with pytest.raises(BadPlan) as error:
            check(plan)
        assert reason in str(error.value) and "\n" not in str(error.value)
    assert check(changed(good, bots=("random", "greedy"))).threads == 1


def said(value: tuple[float, ...]) -> Report:
    return Report("a", (Candidate("a", 9, value, 0, 0, ("a",)),), simulations=9)


def test_adjudication() -> None:
    judge = Judge(Adjudication(resign=0.9, resign_moves=2), 2)
    assert judge.after(0, said((-0.95, 0.95)), 1) is None
    assert judge.after(1, said((-0.95, 0.95)), 2) is None
    assert judge.after(0, said((-0.8, 0.8)), 3) is None
    assert judge.after(0, said((-0.9, 0.9)), 4) is None
    verdict = judge.after(0, said((-1, 1)), 5)
    assert verdict is not None and verdict.returns == (-1, 1)
    judge = Judge(Adjudication(agree=0.5, agree_moves=1), 3)
    assert judge.after(0, said((0.6, -0.3, -0.3)), 1) is None
    assert judge.after(1, said((0.4, -0.2, -0.2)), 2) is None
    assert judge.after(2, said((0.7, -0.3, -0.4)), 3) is None
    verdict = judge.after(1, said((0.5, -0.2, -0.3)), 4)
    assert verdict is not None and verdict.returns == (1, -0.5, -0.5)
    judge = Judge(Adjudication(draw=0.1, draw_moves=1), 2)
    assert judge.after(0, Report("a"), 1) is None and judge.after(1, said((0, 0)), 2) is None, (
        "who has not looked has no say"
    )
    verdict = judge.after(0, said((0.1, -0.1)), 3)
    assert verdict is not None and verdict.returns == (0, 0)
    judge = Judge(Adjudication(longest=2), 2)
    assert judge.after(0, Report("a"), 1) is None
    assert judge.after(1, Report("a"), 2) is not None


@pytest.mark.parametrize("game_id", GAMES)
def test_games_are_ended_early_where_the_plan_says_so(game_id: str, tmp_path: Path) -> None:
    plan = Plan(spec=game_id, bots=("random", "greedy"), blocks=1, adjudication=Adjudication(longest=4))
    _, games = play(tmp_path / "a", plan)
    for game in games:
        assert (game.ending, game.decisions, set(game.returns)) == ("adjudicated", 4, {0.0})
        assert game.reason == "a draw after 4 decisions" and game.counts
