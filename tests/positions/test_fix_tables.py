"""Problems and suggested fixes of every rejected position in the rules, compared with stored tables."""

from __future__ import annotations

import fastcore
from tests.tools.fix_tables import DATA, expected_lines, situations


def test_problems_and_fixes_match_stored_tables(game_id: str) -> None:
    lines = list(situations(game_id))
    table = (DATA / f"{game_id}.txt").read_text(encoding="utf-8").splitlines()
    row = 0
    for line in lines:
        expected = [line] if line.startswith("#") else expected_lines(line)
        assert table[row : row + len(expected)] == expected
        assert line.startswith("#") or (len(expected) > 2 and expected[1].startswith("  ")), (
            f"{line}: taken, or without a fix"
        )
        row += len(expected)
    assert row == len(table) and sum(line.startswith("#") for line in lines) > 8
    assert {line.split(" ")[0].partition("(")[0] for line in lines if not line.startswith("#")} & set(fastcore.games())
