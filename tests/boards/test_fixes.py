"""Tests that each game's fix proposals belong to existing rules, and that the general proposals work for every game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fastcore
from fastcore import Problem
from tests.tools.fix_tables import situations
from workbench import boards
from workbench.boards.kit.fixes.proposals import Proposals
from workbench.positions.fixes import judge, problem_key, problems_with_fixes

CORE = Path(fastcore.__file__).parent


SITUATION_RULES = {"length", "spec", "no-position"}  # rules without a position text


def proposals_of(game: str) -> Proposals:
    return boards.proposals(game, fastcore.start(game).text())


def table_situations(game: str) -> Iterator[tuple[str, int | None]]:
    """Yield the rejected positions and views in a game's table, each with its viewer."""
    for line in situations(game):
        if not line.startswith("#"):
            situation, _, seat = line.partition(" @")
            yield situation, int(seat) - 1 if seat else None


def table_problems(game: str) -> Iterator[Problem]:
    """Yield the problems of these positions."""
    for situation, seat in table_situations(game):
        yield from judge(situation, seat)


def test_proposals_and_rules_match(game_id: str) -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (CORE / "games" / game_id).rglob("*.py"))
    rules = {name[4:].replace("_", "-") for name in dir(proposals_of(game_id)) if name.startswith("fix_")}
    reported = {problem.rule for problem in table_problems(game_id)}
    unknown = {rule for rule in rules - reported - {"field-count"} if f'"{rule}"' not in sources}
    assert len(rules) > 10 and not unknown and reported <= rules | SITUATION_RULES


def test_problems_have_rules_and_fixed_values(game_id: str) -> None:
    for problem in table_problems(game_id):
        assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", problem.rule), problem
        with pytest.raises(TypeError):
            problem.values["x"] = 1  # type: ignore[index]


def test_game_without_own_proposals_gets_general_fixes(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "module_of", lambda game, part: None)
    assert type(proposals_of(game_id)) is Proposals
    for situation, seat in table_situations(game_id):
        problems = problems_with_fixes(situation, seat)
        for problem in problems:
            assert problem.fixes, f"{situation!r} {seat}: {problem}"
            for fix in problem.fixes:
                after = judge(fix.situation, seat)
                assert problem_key(problem) not in map(problem_key, after)
                assert problem.unread or len(after) < len(problems)
