"""Tests of match schedules, shared luck within a block, openings and adjudication."""

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
from tests.kit.matches import (
    GAMES,
    OPEN_GAMES,
    SALT,
    moves,
    play_here,
    play_match,
    record,
    reproducible_values,
    small,
    with_values,
)
from workbench.cli.matches.words import resolution_line
from workbench.conformance.walks import random_position
from workbench.matches.planning import openings
from workbench.matches.planning.adjudication import Adjudicator
from workbench.matches.planning.plan import (
    Adjudication,
    Kind,
    Opening,
    Plan,
    PlanError,
    Schedule,
    block_size,
    tables,
)
from workbench.matches.planning.task import task_of
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.player import Players
from workbench.matches.workers.verify import repeat_decisions
from workbench.records import files
from workbench.records.seeds import ChanceDraws, bot_seed_of, new_salt
from workbench.statistics.resolution import game_deviation
from workbench.statistics.scale import deviation, mean, share


def two_bots(game_id: str) -> tuple[str, str]:
    """Return two quick bots that can play a game."""
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
def test_tables_list_seat_orders(
    number: int, seats: int, kind: str, rotations: bool, orders: list[list[tuple[int, ...]]]
) -> None:
    assert [
        list(table.orders) for table in tables(number, seats, "gauntlet" if kind == "gauntlet" else "match", rotations)
    ] == orders


def test_bots_share_seats_equally() -> None:
    for number, seats in ((2, 2), (4, 2), (3, 3), (4, 3), (5, 4), (2, 3), (2, 4), (3, 4)):
        seat_counts = Counter(
            (bot, seat)
            for table in tables(number, seats, "match")
            for order in table.orders
            for seat, bot in enumerate(order)
        )
        assert len(seat_counts) == number * seats and len(set(seat_counts.values())) == 1, (number, seats)


@pytest.mark.parametrize(
    ("kind", "number", "figure"),
    [
        ("match", 2, "a score above 70.0 %"),
        ("match", 4, "accurate to 11.5 points"),
        ("gauntlet", 4, "accurate to 20.0 points"),
    ],
)
def test_resolution_depends_on_games_per_bot(kind: Kind, number: int, figure: str) -> None:
    plan = Plan(spec="herd", bots=("greedy",) * number, kind=kind, blocks=12)
    line = resolution_line(plan)
    assert figure in line and line.startswith(f"In {Schedule(plan).games:,} games, ")


@pytest.mark.parametrize("bots", [2, 3, 4])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_resolution_fits_games_with_any_number_of_seats(seats: int, bots: int) -> None:
    """The deviation of a game is that of games between equal bots, in which one seat wins everything."""
    orders = [order for table in tables(bots, seats, "match") for order in table.orders if 0 in order]
    scores = []
    for order in orders:
        for winner in range(seats):
            returns = tuple(1.0 if seat == winner else -1 / (seats - 1) for seat in range(seats))
            own = mean([value for value, bot in zip(returns, order, strict=True) if bot == 0])
            rest = [value for value, bot in zip(returns, order, strict=True) if bot == 1]
            scores.append(share((own - mean(rest)) / 2 if bots == 2 else own))
    assert mean(scores) == pytest.approx(0.5)
    own_seats = block_size(bots, seats, "match").own_seats
    assert game_deviation(seats, own_seats, bots) == pytest.approx(deviation(scores))


def test_schedule_numbering_is_independent_of_length(game_id: str) -> None:
    plan = Plan(spec=game_id, bots=("random", "greedy", "random"), blocks=3, seed=4)
    short, long = Schedule(plan), Schedule(with_values(plan, blocks=30))
    assert [short.slot(n) for n in range(short.games)] == [long.slot(n) for n in range(short.games)]
    assert long.games == 10 * short.games
    assert len({long.seed(block) for block in range(30)}) == 30
    reordered = Schedule(with_values(plan, bots=("greedy", "random", "random")))
    assert [short.seed(block) for block in range(3)] == [reordered.seed(block) for block in range(3)], (
        "seeds do not depend on the bots"
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("game_id", GAMES)
def test_games_of_a_block_share_luck(game_id: str, tmp_path: Path) -> None:
    """The games of a block share chance events and the opening. Every record replays to its result."""
    plan = Plan(spec=game_id, bots=two_bots(game_id), blocks=2, seed=8, random_moves=3)
    outcome, games = play_here(tmp_path / "a", plan)
    schedule = Schedule(plan)
    assert outcome.kind == "complete" and [game.number for game in games] == list(range(schedule.games))
    for block in range(2):
        block_records = [record(tmp_path / "a", game) for game in games if game.block == block]
        openings_played = [moves(block_record)[: block_record.given] for block_record in block_records]
        assert all(
            block_record.given and draws == openings_played[0]
            for block_record, draws in zip(block_records, openings_played, strict=True)
        )
        drawn: dict[tuple[int, str, int], set[str]] = {}
        for block_record in block_records:
            state, counts = fastcore.start(block_record.spec), Counter[tuple[int, str]]()
            for move in moves(block_record):
                if state.actor == CHANCE:
                    counts[state.turn, state.phase] += 1
                    drawn.setdefault((state.turn, state.phase, counts[state.turn, state.phase]), set()).add(move)
                state.play(move)
            assert (
                block_record.result is not None
                and block_record.result.returns == state.returns()
                and block_record.result.points == state.points()
            )
        if fastcore.info(game_id).has.chance and not fastcore.info(game_id).has.deals:
            assert drawn and all(len(draws) == 1 for draws in drawn.values())
    seeds = {game.seed for game in games}
    assert len(seeds) == 2 and {game.line for game in games if game.block == 0}.isdisjoint(
        game.line for game in games if game.block == 1
    )


@pytest.mark.parametrize("game_id", GAMES[: deep(1, len(GAMES))])
def test_seed_and_salt_determine_match(game_id: str, tmp_path: Path) -> None:
    """The number of processes has no effect. Another seed or salt gives other games."""
    plan = Plan(spec=small(game_id), bots=two_bots(game_id), blocks=deep(1, 4), seed=3, salt=SALT, rotations=True)
    _, first = play_here(tmp_path / "a", plan)
    _, again = play_match(tmp_path / "b", plan, jobs=2)
    assert list(map(reproducible_values, first)) == list(map(reproducible_values, again))
    for name, values in (("c", {"seed": 4}), ("d", {"salt": "0" * 32})):
        _, others = play_here(tmp_path / name, with_values(plan, **values))
        assert {game.line for game in first} != {game.line for game in others}


@pytest.mark.parametrize("game_id", GAMES[: deep(1, len(GAMES))])
def test_replayed_bots_choose_same_moves(game_id: str, tmp_path: Path) -> None:
    """A game with a simulation limit replays move for move. A changed seed or version is detected."""
    limit = Limit(simulations=30) if "mcts" in bots.names(game_id) else None
    players = ("mcts", "greedy") if limit else ("greedy", "random")
    _, games = play_here(tmp_path / "a", Plan(spec=small(game_id), bots=players, blocks=1, seed=3, limit=limit))
    with Players(1000) as processes:
        for game in games[:2]:
            game_record = record(tmp_path / "a", game)
            assert repeat_decisions(game_record, processes) == ""
            with pytest.raises(
                files.RecordError, match=r"^lines\[0\].moves\[\d+\].move: .* chooses '.*' now, not '.*'$"
            ):
                repeat_decisions(replace(game_record, seed=game_record.seed + 1, salt=SALT), processes)
        assert repeat_decisions(replace(game_record, limit=Limit(seconds=1)), processes) == "it was played by a clock"
        seats = (replace(game_record.seats[0], version="another"), *game_record.seats[1:])
        assert "is another version" in repeat_decisions(replace(game_record, seats=seats), processes)


def test_bot_seed_does_not_predict_chance_events(game_id: str) -> None:
    if not fastcore.info(game_id).has.chance:
        pytest.skip("no chance in this game")
    plan = Plan(spec=game_id, bots=("random", "greedy"), seed=3, salt=new_salt())
    schedule, equal_draws = Schedule(plan), 0
    for block in range(40):
        seed, state = schedule.seed(block), fastcore.start(game_id)
        bot_seed = bot_seed_of(task_of(plan, schedule, 1, block * schedule.games_per_block, 1), 0)
        assert bot_seed != seed
        equal_draws += ChanceDraws(seed).draw(state) == ChanceDraws(bot_seed).draw(state)
    assert equal_draws < 10


@pytest.mark.slow
def test_chance_events_of_an_opening_are_kept(tmp_path: Path) -> None:
    """Later chance events come from the block's seed and are verified."""
    _, games = play_match(
        tmp_path / "a",
        Plan(spec="herbalism", bots=("random", "greedy"), blocks=1, seed=5, adjudication=Adjudication(longest=4)),
    )
    files.write(tmp_path / "a.herbarium", record(tmp_path / "a", games[0]))
    opening = openings.read(tmp_path / "a.herbarium", games_spec := record(tmp_path / "a", games[0]).spec, 3)
    _, games = play_match(
        tmp_path / "b",
        Plan(
            spec=games_spec,
            bots=("random", "greedy"),
            blocks=1,
            seed=6,
            openings=opening,
            adjudication=Adjudication(longest=20),
        ),
    )
    with Players(1000) as processes:
        assert [repeat_decisions(record(tmp_path / "b", game), processes) for game in games] == [""] * len(games)


@pytest.mark.parametrize("open_game", OPEN_GAMES)
def test_records_keep_requested_reports(open_game: str, tmp_path: Path) -> None:
    plan = Plan(spec=small(open_game), bots=("mcts(simulations=50)", "greedy"), blocks=1, seed=3)
    report_counts = {}
    for reports in ("none", "last", "all")[deep(1, 0) :]:
        _, games = play_here(tmp_path / reports, with_values(plan, reports=reports))
        game_record = record(tmp_path / reports, games[0])
        report_counts[reports] = [len(move.reports) for move in game_record.lines[0].moves if move.seconds is not None]
        assert all(not move.reports or move.reports[-1].move == move.move for move in game_record.lines[0].moves)
    assert (
        set(report_counts.get("none", [0])) == {0}
        and set(report_counts["last"]) == {1}
        and min(report_counts["all"]) >= 1
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("game_id", GAMES)
def test_matches_start_from_listed_openings(game_id: str, tmp_path: Path) -> None:
    """Openings are positions, move lists, or the record of an unfinished game."""
    position = random_position(game_id, "opening", 3)
    state, stream, move_texts = fastcore.start(game_id), fastcore.Stream(4), list[str]()
    for _ in range(5):
        move = state.sample(stream) if state.actor == CHANCE else stream.choice(state.moves())
        move_texts.append(state.move_text(move))
        state.play(move)
    listing = tmp_path / "list.txt"
    listing.write_text(
        f"# two of them\n\n{position.situation} # the first\n{' '.join(move_texts)}\n{position.text()}\n",
        encoding="utf-8",
    )
    listed = openings.read(listing, position.spec)
    assert listed == (
        Opening(position.text(), (), "the first"),
        Opening(None, tuple(move_texts), "list.txt:4"),
        Opening(position.text(), (), "list.txt:5"),
    )
    _, games = play_match(
        tmp_path / "a", Plan(spec=game_id, bots=("random", "greedy"), blocks=3, seed=1, openings=listed)
    )
    for game in games:
        game_record = record(tmp_path / "a", game)
        assert game.opening == listed[game.block].name
        assert (
            game_record.position == listed[game.block].position
            and tuple(moves(game_record)[: game_record.given]) == listed[game.block].moves
        )
    record_file = tmp_path / f"one{files.SUFFIX}"
    files.write(record_file, record(tmp_path / "a", games[-1]))
    (opening,) = openings.read(record_file, position.spec, 2)
    assert opening.position == position.text() and len(opening.moves) == 2


def test_invalid_openings_are_refused_with_line_number(game_id: str, tmp_path: Path) -> None:
    spec = fastcore.start(game_id).spec
    listing = tmp_path / "list.txt"
    for text, reason in (
        ("", "this file has no openings"),
        ("# only this", "this file has no openings"),
        ("good\nworse", "line 1: "),
    ):
        listing.write_text(text, encoding="utf-8")
        with pytest.raises(PlanError) as error:
            openings.read(listing, spec)
        assert str(error.value).startswith(f"{listing}: ") and reason in str(error.value)
    finished = fastcore.start(game_id)
    stream = fastcore.Stream(3)
    while finished.actor != fastcore.OVER:
        finished.play(finished.sample(stream) if finished.actor == CHANCE else stream.choice(finished.moves()))
    listing.write_text(finished.text(), encoding="utf-8")
    with pytest.raises(PlanError, match="line 1: the game is over after this opening"):
        openings.read(listing, spec)


def test_unplayable_plans_are_refused(game_id: str) -> None:
    good = Plan(spec=game_id, bots=("random", "greedy"))
    for plan, reason in (
        (with_values(good, spec="nothing"), "no game 'nothing'"),
        (with_values(good, bots=("random",)), "a match needs at least two bots"),
        (with_values(good, bots=("random", "nobody")), "no bot 'nobody'"),
        (with_values(good, bots=("random", "./nothing.py:Mine")), "there is no such file"),
    ):
        with pytest.raises(PlanError) as error:
            check(plan)
        assert reason in str(error.value) and "\n" not in str(error.value)
    assert check(with_values(good, bots=("random", "greedy"))).threads == 1


def valued_report(value: tuple[float, ...]) -> Report:
    return Report("a", (Candidate("a", 9, value, 0, 0, ("a",)),), simulations=9)


def test_adjudication_needs_repeated_agreement() -> None:
    judge = Adjudicator(Adjudication(resign=0.9, resign_moves=2), 2)
    assert judge.verdict_after(0, valued_report((-0.95, 0.95)), 1) is None
    assert judge.verdict_after(1, valued_report((-0.95, 0.95)), 2) is None
    assert judge.verdict_after(0, valued_report((-0.8, 0.8)), 3) is None
    assert judge.verdict_after(0, valued_report((-0.9, 0.9)), 4) is None
    verdict = judge.verdict_after(0, valued_report((-1, 1)), 5)
    assert verdict is not None and verdict.returns == (-1, 1)
    judge = Adjudicator(Adjudication(agree=0.5, agree_moves=1), 3)
    assert judge.verdict_after(0, valued_report((0.6, -0.3, -0.3)), 1) is None
    assert judge.verdict_after(1, valued_report((0.4, -0.2, -0.2)), 2) is None
    assert judge.verdict_after(2, valued_report((0.7, -0.3, -0.4)), 3) is None
    verdict = judge.verdict_after(1, valued_report((0.5, -0.2, -0.3)), 4)
    assert verdict is not None and verdict.returns == (1, -0.5, -0.5)
    judge = Adjudicator(Adjudication(draw=0.1, draw_moves=1), 2)
    assert (
        judge.verdict_after(0, Report("a"), 1) is None and judge.verdict_after(1, valued_report((0, 0)), 2) is None
    ), "a report without candidates has no vote"
    verdict = judge.verdict_after(0, valued_report((0.1, -0.1)), 3)
    assert verdict is not None and verdict.returns == (0, 0)
    judge = Adjudicator(Adjudication(longest=2), 2)
    assert judge.verdict_after(0, Report("a"), 1) is None
    assert judge.verdict_after(1, Report("a"), 2) is not None


@pytest.mark.sample(1)
@pytest.mark.parametrize("game_id", GAMES)
def test_long_games_are_adjudicated_as_draws(game_id: str, tmp_path: Path) -> None:
    plan = Plan(spec=game_id, bots=("random", "greedy"), blocks=1, adjudication=Adjudication(longest=4))
    _, games = play_here(tmp_path / "a", plan)
    for game in games:
        assert (game.ending, game.decisions, set(game.returns)) == ("adjudicated", 4, {0.0})
        assert game.reason == "a draw after 4 decisions" and game.counts
