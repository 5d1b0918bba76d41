"""Match openings read from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.records.test_records import good
from workbench.matches.planning import openings
from workbench.matches.planning.plan import BadPlan
from workbench.records import files


def test_record_that_is_no_opening_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "game.herbarium"
    file.write_bytes(b"nothing")
    for wrong in (file, tmp_path / "missing.herbarium"):
        with pytest.raises(BadPlan) as error:
            openings.read(wrong, "herd")
        assert wrong.name in str(error.value) and "\n" not in str(error.value)
    files.write(file, good("forest"))
    with pytest.raises(BadPlan, match=r"it is a game of forest.*, not of herd"):
        openings.read(file, "herd")
