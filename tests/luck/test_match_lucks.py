"""Tests of the luck of a match's games: how it is stored, and what it changes."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

import fastcore
import workbench
from tests.kit.luck import played
from tests.kit.matches import SALT, play_match, record, with_values
from tests.kit.terminals import run
from workbench.luck import controls
from workbench.luck.controls import KINDS, luck_kinds
from workbench.luck.judges import StaticJudge, ValueJudge
from workbench.luck.split import total_luck
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveError
from workbench.matches.archive.editing import copy_matches, delete_match
from workbench.matches.archive.lucks import add_missing, missing, stored_lucks
from workbench.matches.archive.results import summary_of
from workbench.matches.archive.sequential import SequentialTest
from workbench.matches.planning.plan import Plan, PlanError, Schedule, SprtBounds
from workbench.matches.workers.plan_check import check

PLAN = Plan(spec="herd(size=2)", bots=("greedy", "random"), blocks=12, seed=7, salt=SALT, reports="none")


@pytest.fixture(scope="module")
def played_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lucks") / "a.matches"
    play_match(path, PLAN)
    return path


@pytest.fixture
def path(played_archive: Path, tmp_path: Path) -> Path:
    """A copy of the archive."""
    return Path(shutil.copy(played_archive, tmp_path / "copy.matches"))


def forget(path: Path) -> None:
    """Make the archive one of an earlier version, without luck."""
    db = sqlite3.connect(path)
    db.execute("DROP TABLE lucks")
    db.commit()
    db.close()


def test_luck_has_several_kinds() -> None:
    start, moves = fastcore.start("herd"), played("herd", 3, "greedy")
    plain, weighted, *dice = luck_kinds(start, moves)
    assert len(dice) == 3 and all(one == pytest.approx(-other) != 0 for one, other in dice)
    assert plain == pytest.approx(total_luck(start, moves, StaticJudge()), abs=1e-12)
    assert 0 < abs(weighted[0]) < abs(plain[0]) + 1 and weighted[0] == pytest.approx(-weighted[1])
    even = ValueJudge(lambda state: (0.5, -0.5), "always the same")
    assert luck_kinds(start, moves, even)[:KINDS] == luck_kinds(start, []) == ((0.0, 0.0),) * KINDS
    assert luck_kinds(start, moves[:1])[0][0] != 0
    for spec in ("forest", "herbs", "herbalism(target=1)"):
        assert luck_kinds(fastcore.start(spec), played(spec, 1, "greedy")) == ()


def test_games_may_mix_dice_of_different_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    start, moves = fastcore.start("herd"), played("herd", 3, "greedy")
    *_, lowest, highest, equal = luck_kinds(start, moves)
    usual, rolls = controls.deviations, iter(range(1000))
    monkeypatch.setattr(controls, "deviations", lambda state, move: usual(state, move)[: 1 + next(rolls) % 2])
    *_, first, second = found = luck_kinds(start, moves)
    assert len(found) == KINDS + 2 and first == lowest and 0 != second[0] != highest[0] != equal[0]


def test_workers_store_the_luck_of_their_games(path: Path) -> None:
    with Archive(path, read_only=True) as archive:
        found, games = stored_lucks(archive, 1), list(archive.games(1))
        assert not missing(archive, archive.match(1)) and len(found) == len(games) == 24
    for game in games[:6]:
        moves = [move.move for move in record(path, game).lines[0].moves]
        assert found[game.number, game.attempt] == luck_kinds(fastcore.start(PLAN.spec), moves)
        assert len(found[game.number, game.attempt]) == KINDS + 3  # two dice, and whether they are equal


def test_every_kind_of_luck_has_mean_0_over_the_rolls() -> None:
    start = fastcore.start("herd(size=3)")
    for state in (start, fastcore.parse("herd(size=3) 1rr/1rbr/2br1/2rr/1r1 b 6 - -")):
        assert state.actor == fastcore.CHANCE
        lucks = [luck_kinds(state, [state.move_text(move)]) for move, _ in state.chances()]
        for kind in zip(*lucks, strict=True):
            means = [sum(c * luck[seat] for (_, c), luck in zip(state.chances(), kind, strict=True)) for seat in (0, 1)]
            assert means == pytest.approx([0, 0], abs=1e-12) and any(luck[0] for luck in kind)


def test_games_of_earlier_versions_get_their_luck_once(path: Path) -> None:
    with Archive(path, read_only=True) as archive:
        expected = stored_lucks(archive, 1)
        summary = summary_of(archive, archive.match(1))
    forget(path)
    with Archive(path, read_only=True) as archive:
        assert stored_lucks(archive, 1) == {} and len(missing(archive, archive.match(1))) == 24
        assert summary_of(archive, archive.match(1)).pairs[0].adjusted is None
    assert run("show", str(path)).status == 0
    with Archive(path, read_only=True) as archive:
        assert stored_lucks(archive, 1) == expected and summary_of(archive, archive.match(1)) == summary
    assert add_missing(path, 1) == 0


def test_archive_in_use_stays_unchanged(path: Path) -> None:
    forget(path)
    with Archive(path) as archive:
        archive.lock()
        assert add_missing(path, 1) == 0
    assert add_missing(path, 1) == 24


def test_luck_is_copied_and_deleted_with_its_match(path: Path, tmp_path: Path) -> None:
    with Archive(tmp_path / "target.matches", create=True) as target, Archive(path, read_only=True) as source:
        target.lock()
        list(copy_matches(target, source))
        assert stored_lucks(target, 1) == stored_lucks(source, 1) != {}
        delete_match(target, 1)
        assert stored_lucks(target, 1) == {}


@pytest.mark.parametrize("data", ["[[1e999, 0], [0, 0]]", "[[null, 0]]", "no JSON", "[[NaN, 0]]", "[[0.5], [0.5]]"])
def test_damaged_luck_is_reported(path: Path, data: str) -> None:
    db = sqlite3.connect(path)
    db.execute("UPDATE lucks SET data = ? WHERE number = 3", (data,))
    db.commit()
    db.close()
    with Archive(path, read_only=True) as archive, pytest.raises(ArchiveError, match="game 4: it is damaged: its luck"):
        stored_lucks(archive, 1)
    result = run("show", str(path))
    assert result.status == 2 and result.err.count("\n") == 1 and "game 4: it is damaged: its luck" in result.err
    again = run("match", PLAN.spec, "--archive", str(path), "--sprt", "0,20", "--adjusted")
    assert again.status == 2 and again.err.count("\n") == 1


def test_results_without_luck_are_shown() -> None:
    """The gain of this match is far above the bound. The raw result stays as it is."""
    result = workbench.match(
        "herd(size=3)", ["greedy", "mcts(simulations=5)"], blocks=30, seed=6, salt=SALT, jobs=0
    )  # fmt: skip
    assert result.pair is not None and result.score is not None
    assert result.adjusted is not None and result.adjusted.gain > 1.1
    assert result.adjusted.score.low < result.score.high and result.adjusted.score.high > result.score.low


def test_sequential_tests_can_be_adjusted(path: Path) -> None:
    sprt = SprtBounds(elo0=0, elo1=150, adjusted=True)
    plan = with_values(PLAN, sprt=sprt)
    with Archive(path, read_only=True) as archive:
        games, lucks = list(archive.games(1)), stored_lucks(archive, 1)
    one_by_one, together = (SequentialTest(plan, Schedule(plan)) for _ in range(2))
    for game in games:
        one_by_one.add(game, lucks=lucks)
    together.add(*games, lucks=lucks)
    assert one_by_one.verdict == together.verdict != ""
    assert check(plan).plan.sprt == sprt
    for spec, bots in (("forest", ("greedy", "random")), ("herbalism", ("greedy", "random"))):
        with pytest.raises(PlanError, match="only games with open dice"):
            check(with_values(plan, spec=spec, bots=bots))
    with pytest.raises(PlanError, match="adjusted is for a sequential test"):
        workbench.match("herd(size=2)", ["greedy", "random"], adjusted=True)


def test_adjusted_needs_a_test() -> None:
    result = run("match", "herd(size=2)", "--bots", "greedy,random", "--adjusted")
    assert result.status == 2 and result.err.count("\n") == 1 and "--adjusted needs --sprt" in result.err
