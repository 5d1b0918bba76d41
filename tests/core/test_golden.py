"""Results of evaluations, knowledge and searches keep every bit unless a change means to change them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.kit import golden

EXPECTED: dict[str, str] = json.loads(golden.FILE.read_text(encoding="utf-8"))
TABLES = dict(golden.tables())


def test_file_has_every_table() -> None:
    assert list(EXPECTED) == list(TABLES)


@pytest.mark.sample(24)
@pytest.mark.parametrize(("name", "make"), TABLES.items(), ids=list(TABLES))
def test_results_are_unchanged(name: str, make: Callable[[], list[str]]) -> None:
    """If a change is meant to change results, `python -m tests.kit.golden` writes the file again."""
    assert make() == EXPECTED[name].split(" ")
