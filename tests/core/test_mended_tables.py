"""Every refused case of the rules pages: what is said of it, and how it may be mended, as the tables have it."""

from __future__ import annotations

import fastcore
from tests.tools.mended_tables import DATA, situations, told


def test_what_is_said_and_mended_is_what_the_table_says(game_id: str) -> None:
    lines = list(situations(game_id))
    table = (DATA / f"{game_id}.txt").read_text(encoding="utf-8").splitlines()
    place = 0
    for line in lines:
        expected = [line] if line.startswith("#") else told(line)
        assert table[place : place + len(expected)] == expected
        assert line.startswith("#") or (len(expected) > 2 and expected[1].startswith("  ")), (
            f"{line}: taken, or without a mend"
        )
        place += len(expected)
    assert place == len(table) and sum(line.startswith("#") for line in lines) > 8
    assert {line.split(" ")[0].partition("(")[0] for line in lines if not line.startswith("#")} & set(fastcore.games())
