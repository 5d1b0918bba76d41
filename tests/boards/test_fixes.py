"""The proposals of fixes: those of each game name existing rules, and the general ones work for every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fastcore
from tests.core.test_refused import GAMES, read_cases
from workbench import boards
from workbench.boards.kit.fixes.proposals import Proposals
from workbench.positions.fixes import problem_key, problems_with_fixes

CORE = Path(fastcore.__file__).parent


def proposals_of(game: str) -> Proposals:
    return boards.proposals(game, fastcore.start(game).text())


def test_each_proposal_belongs_to_a_rule(game_id: str) -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (CORE / "games" / game_id).glob("*.py"))
    rules = {name[4:].replace("_", "-") for name in dir(proposals_of(game_id)) if name.startswith("fix_")}
    unknown = {rule for rule in rules - {"field-count"} if f'"{rule}"' not in sources}
    assert len(rules) > 10 and not unknown


def test_each_rejected_position_breaks_a_named_rule(game_id: str) -> None:
    for line in (Path(__file__).parents[1] / "data" / "mended" / f"{game_id}.txt").read_text().splitlines():
        if not line.startswith(("#", " ")):
            situation, _, seat = line.partition(" @")
            for problem in fastcore.problems(situation, int(seat) - 1 if seat else None):
                assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", problem.rule), problem
                with pytest.raises(TypeError):
                    problem.values["x"] = 1  # type: ignore[index]


@pytest.mark.parametrize("game", GAMES)
def test_game_without_own_proposals_gets_general_fixes(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "module_of", lambda game, part: None)
    assert type(proposals_of(game)) is Proposals
    for case in read_cases(game)[::4]:
        problems = problems_with_fixes(case.situation)
        for problem in problems:
            assert problem.fixes, f"{case.situation!r}: {problem}"
            for fix in problem.fixes:
                after = fastcore.problems(fix.situation)
                assert problem_key(problem) not in map(problem_key, after)
                assert problem.unread or len(after) < len(problems)
