"""Numbers of move sequences, counted by the references and kept in files."""

from __future__ import annotations

from pathlib import Path

import fastcore

DATA = Path(__file__).parents[1] / "data" / "perft"


def test_perft_counts_match_files(game_id: str) -> None:
    lines = (DATA / f"{game_id}.txt").read_text(encoding="utf-8").splitlines()
    positions = 0
    for line in lines:
        if line.strip() and not line.startswith("#"):
            situation, _, counts = line.partition(" ; ")
            state = fastcore.parse(situation)
            for depth, count in enumerate(counts.split(), 1):
                assert fastcore.perft(state, depth) == int(count), f"{situation} depth {depth}"
            positions += 1
    assert positions >= 12
