"""Tests of `herbarium study`: small recipes with real games, their figures, pages and tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from bots.levels import ladders
from tests.kit.matches import without_processes
from tests.kit.terminals import error_line, run
from workbench.matches.archive.archive import Archive
from workbench.statistics import levels
from workbench.statistics.scale import Estimate
from workbench.studies.answers import cell, minus
from workbench.studies.recipe import LadderRecipe
from workbench.studies.tables import TableError, ladder_table

RECIPE = """
title = "Small boards"
text = "Two bots."
blocks = 2
salt = "5a"

[[matches]]
name = "size {size}"
game = "herd(size={size})"
bots = ["greedy", "random"]
each.size = [2, 3]
"""
QUESTIONS = """
[[questions]]
ask = "first seat"
title = "First seat"

[[questions]]
ask = "seats"
title = "Seats"

[[questions]]
ask = "score"
title = "Scores"

[[questions]]
ask = "games"
title = "Games of all sizes"
text = "A remark."

[[questions]]
ask = "difference"
title = "Longer boards"
figure = "turns"
against = "size 2"

[[questions]]
ask = "ratings"
title = "Ratings"
anchor = "random"
anchor_elo = 100
"""
LADDER = """
title = "Levels"
salt = "5a"

[[ladders]]
name = "all"
game = "herd(size=2)"
bots = ["greedy", "random"]
games = 4
most = 4

[[questions]]
ask = "ladder"
ladder = "all"
title = "Steps"
"""


@contextmanager
def without_matplotlib() -> Iterator[None]:
    """Let the import of matplotlib fail. All other modules stay as they are."""
    with pytest.MonkeyPatch.context() as changes:
        changes.setitem(sys.modules, "matplotlib", None)
        yield


def study(folder: Path, text: str, *options: str, plots: bool = False) -> dict[str, Any]:
    """Run a recipe, usually without matplotlib, which is slow, and return what `--json` prints."""
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    with without_processes(), nullcontext() if plots else without_matplotlib():
        result = run("study", str(folder / "mine.toml"), "--output", str(folder / "page.md"), "--jobs", "1", "--json",
                     *options)  # fmt: skip
    assert result.status == 0, result.err
    found: dict[str, Any] = json.loads(result.out)
    return found


def games(folder: Path) -> list[tuple[str, int]]:
    with Archive(folder / "page.matches", read_only=True) as archive:
        return [(match.plan.spec, len(list(archive.games(match.id)))) for match in archive.matches()]


def test_study_plays_its_matches_answers_and_continues(tmp_path: Path) -> None:
    first = study(tmp_path, RECIPE + QUESTIONS, "--blocks", "1")
    assert games(tmp_path) == [("herd(size=2)", 2), ("herd(size=3)", 2)]
    shown = study(tmp_path, RECIPE + QUESTIONS, "--figures", "--blocks", "1")
    assert shown["answers"] == first["answers"], "--figures shows the same and plays nothing"
    data = study(tmp_path, RECIPE + QUESTIONS)
    assert games(tmp_path) == [("herd(size=2)", 4), ("herd(size=3)", 4)], "the games of one set were not played again"
    seat, seats, score, length, longer, ratings = data["answers"]
    assert [row["words"] for row in seat["rows"]] == [["size 2"], ["size 3"]]
    assert seats["rows"][0]["figures"][0] == seat["rows"][0]["figures"][0]
    values = [figure["value"] for figure in seats["rows"][1]["figures"]]
    assert sum(values) == pytest.approx(100)
    assert score["rows"][1]["words"] == ["size 3", "greedy", "random"]
    turns = [row["figures"][1]["value"] for row in length["rows"]]
    assert turns[1] > turns[0] and longer["rows"][0]["figures"][1] is None
    assert longer["rows"][1]["figures"][1]["value"] == pytest.approx(turns[1] - turns[0])
    elo = {row["words"][0]: row["figures"][0]["value"] for row in ratings["rows"]}
    assert elo["random"] == pytest.approx(100) and elo["greedy"] > 100


def test_page_has_every_table_the_command_and_the_games(tmp_path: Path) -> None:
    study(tmp_path, RECIPE + QUESTIONS)
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    for text in ("# Small boards", "Two bots.", "## Longer boards", "A remark.", "| size 3 | greedy | random | 4 |",
                 "| size 2 | herd(size=2) | greedy, random | 2 | 4 | 0 |", "seed 1, salt 5a"):  # fmt: skip
        assert text in page
    assert f"herbarium study {tmp_path / 'mine.toml'}" in page


def test_page_shows_its_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    data = study(tmp_path, RECIPE + QUESTIONS[: QUESTIONS.index("[[questions]]", 5)], plots=True)
    _, plot = map(Path, data["files"])
    assert plot.read_text(encoding="utf-8").startswith("<?xml") and plot.name == "page-1.svg"
    assert f"![First seat]({plot.name})" in (tmp_path / "page.md").read_text(encoding="utf-8")


def test_page_without_matplotlib_has_no_plots_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(RECIPE + QUESTIONS, encoding="utf-8")
    with without_processes(), without_matplotlib():
        result = run("study", str(tmp_path / "mine.toml"), "--output", str(tmp_path / "page.md"), "--jobs", "1")
    assert result.status == 0 and "The page has no plots: " in result.out and "herbarium[reports]" in result.out
    assert "![" not in (tmp_path / "page.md").read_text(encoding="utf-8") and not list(tmp_path.glob("*.svg"))
    assert "Longer boards" in result.out and "of 4 games" in result.err


def test_calibration_of_a_recipe_writes_the_table_of_levels(tmp_path: Path) -> None:
    data = study(tmp_path, LADDER, "--write", str(tmp_path / "tables"))
    steps, strengths = data["answers"]
    assert steps["rows"][0]["words"] == ["greedy", "random"] and len(strengths["rows"]) == 2
    table = levels.read(tmp_path / "tables" / "herd-levels.json")
    assert table.command == f"herbarium study {tmp_path / 'mine.toml'}"
    assert {level.name for level in table.levels} == {"random", "greedy"}
    assert table.meetings[0].share.value * 100 == pytest.approx(steps["rows"][0]["figures"][0]["value"])


def test_tables_that_cannot_be_written_are_refused_before_the_games(tmp_path: Path) -> None:
    base = ("study", str(tmp_path / "mine.toml"), "--output", str(tmp_path / "p.md"), "--write")
    for text, message in (
        (LADDER, "all: the program's own tables are for games without options, not for herd(size=2)"),
        (RECIPE + QUESTIONS, "this recipe has no ladder"),
        (
            LADDER.replace("(size=2)", "").replace("bots =", "levels ="),
            "all: a table needs the levels beginner, casual",
        ),
    ):
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
        assert message in error_line(run(*base))
    assert "name a folder with --write" in error_line(run(*base, "--blocks", "1"))
    assert not (tmp_path / "p.matches").exists()


def test_ladder_for_people_keeps_its_bots_and_gets_new_shares() -> None:
    before = ladders.ladder("herd")
    assert before is not None
    ladder = LadderRecipe(game="herd", name="people", levels=ladders.NAMES)
    found = [f"people: {upper} against {lower}" for lower, upper in pairwise(ladders.NAMES)]
    results = dict(zip(found, (0.5, 0.6, 0.7, 0.8124), strict=True))
    with patch("workbench.studies.tables.won", lambda name: Estimate(results[name], 0.0, 1.0)):
        matches = [SimpleNamespace(name=name, summary=name) for name in found]
        text = ladder_table("herd", ladder, matches)  # type: ignore[arg-type]
        table = ladders.LADDERS.decode(text)
        assert table == msgspec.structs.replace(before, shares=(0.5, 0.6, 0.7, 0.812))
        results[found[0]] = 1.0
        with pytest.raises(TableError, match="won all or no games"):
            ladder_table("herd", ladder, matches)  # type: ignore[arg-type]
        with pytest.raises(TableError, match="no complete set of games yet"):
            ladder_table("herd", ladder, [])


def test_bad_requests_get_one_line(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(RECIPE + QUESTIONS.replace('"random"', '"nobody"'), encoding="utf-8")
    base = ("study", str(tmp_path / "mine.toml"), "--output", str(tmp_path / "page.md"))
    assert "run the study without --figures" in error_line(run(*base, "--figures"))
    assert "there is no recipe 'nothing'" in error_line(run("study", "nothing"))
    assert "name a recipe" in error_line(run("study"))
    assert "give --jobs or --cluster" in error_line(run(*base, "--jobs", "1", "--cluster", "local:2"))
    assert "Ratings: the anchor 'nobody' is not one of: greedy, random" in error_line(run(*base, "--blocks", "1"))
    (tmp_path / "mine.toml").write_text((RECIPE + QUESTIONS).replace('"greedy"', '"gredy"'), encoding="utf-8")
    assert "study: size 2: " in error_line(run(*base))


def test_list_names_every_recipe_with_its_title() -> None:
    out = run("study", "--list").out
    assert "levels-herbs" in out and "Herd: the first move by board size" in out


def test_difference_adds_the_distances_in_squares() -> None:
    first, second = Estimate(60.0, 57.0, 64.0), Estimate(50.0, 46.0, 53.0)
    found = minus(first, second)
    assert msgspec.structs.astuple(found) == pytest.approx((10.0, 10 - (9 + 9) ** 0.5, 10 + (16 + 16) ** 0.5))
    assert cell(found, "points") == "+10.0 (+5.8 to +15.7)" and cell(None, "elo") == "-"
    assert cell(Estimate(float("inf"), 174.0, float("inf")), "elo") == "at least +174"
