"""Tests of match openings read from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.records.test_records import complete_record
from workbench.matches.planning import openings
from workbench.matches.planning.plan import PlanError
from workbench.records import files


def test_unusable_opening_record_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "game.herbarium"
    file.write_bytes(b"nothing")
    for unusable in (file, tmp_path / "missing.herbarium"):
        with pytest.raises(PlanError) as error:
            openings.read(unusable, "herd")
        assert unusable.name in str(error.value) and "\n" not in str(error.value)
    files.write(file, complete_record("forest"))
    with pytest.raises(PlanError, match=r"this is a game of forest.*, not of herd"):
        openings.read(file, "herd")
