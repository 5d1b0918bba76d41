"""Tests of the tuning of search options by games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import fastcore
from fastcore.fitting import spsa

WORDS = ["herd(size=2)", "tree", "--option", "exploration:0:4:0.5", "--simulations", "20"]


def tune(file: Path, *words: str) -> list[list[float]]:
    spsa.main([*WORDS, *words, "--results", str(file)])
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_stopped_run_continues_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    whole = tune(tmp_path / "whole", "--iterations", "6")
    begun = tmp_path / "begun"
    begun.write_text("".join(json.dumps(line) + "\n" for line in whole[:2]), encoding="utf-8")
    assert tune(begun, "--iterations", "6") == whole
    assert len({tuple(line) for line in whole}) > 1


def test_options_move_towards_the_settings_that_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(
        start: fastcore.State, engine: str, sides: Sequence[dict[str, float]], *others: object
    ) -> tuple[float, ...]:
        """Let the settings win that are closer to an exploration of 3 and to 5 leaves."""
        far = [abs(side["exploration"] - 3) + abs(side["leaves"] - 5) for side in sides]
        return (1.0, -1.0) if far[0] < far[1] else (-1.0, 1.0) if far[0] > far[1] else (0.0, 0.0)

    monkeypatch.setattr(spsa, "play", play)
    found = tune(tmp_path / "r", "--option", "leaves=2:1:16:2", "--iterations", "3000")[-1]
    assert found == [pytest.approx(3, abs=0.3), pytest.approx(5, abs=0.7)]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["herd", "tree", "--option", "depth:0:1:1"], "depth is not a numeric option of tree"),
        (["herd", "tree", "--option", "priors:0:1:1"], "priors is not a numeric option of tree"),
        (["herd", "tree", "--option", "exploration:0:1"], "must have the form NAME:LEAST:MOST:STEP"),
        (["herd", "tree", "--option", "exploration:2:4:1"], "exploration must begin in its range"),
        (["herd", "alphabeta", "--option", "full_moves:1:9:1"], "the engine alphabeta cannot search herd"),
        (["herd(size=99)", "tree", "--option", "exploration:0:4:1"], "size"),
    ],
)
def test_wrong_arguments_are_refused(
    words: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        spsa.main([*words, "--results", str(tmp_path / "r")])
    assert reason in capsys.readouterr().err
    assert not (tmp_path / "r").exists()
