"""Hand-made invalid positions for every rejection rule in the rules pages.

Each line of tests/data/refused/<game>.txt is: field | position with the invalid part in [brackets] | flag.
The flag is set if the first problem must have a fix that makes the position valid.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

import fastcore

DATA = Path(__file__).parents[1] / "data" / "refused"


class InvalidCase(NamedTuple):
    field: str
    situation: str
    place: tuple[int, int]
    fix: bool


def read_cases(game: str) -> list[InvalidCase]:
    cases = []
    for line in (DATA / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            field, text, fix = (part.strip() for part in line.split("|", 1)[:1] + line.split("|", 1)[1].rsplit("|", 1))
            start, end = text.index("["), text.index("]")
            # Keep spaces at the ends: they can be part of the damage.
            situation = text[:start] + text[start + 1 : end] + text[end + 1 :]
            cases.append(InvalidCase(field, situation, (start, end - 1), fix == "mend"))
    return cases


GAMES = sorted(path.stem for path in DATA.glob("*.txt"))


@pytest.mark.parametrize("game", GAMES)
def test_first_problem_names_field_and_span(game: str) -> None:
    cases = read_cases(game)
    assert len(cases) >= 100
    for case in cases:
        problems = fastcore.problems(case.situation)
        assert problems, f"{case.situation!r} is taken"
        first = problems[0]
        assert first.field == case.field, f"{case.situation!r}: {first}"
        assert first.reason and "\n" not in first.reason
        start, end = first.span
        assert case.place[0] <= start <= end <= case.place[1], (
            f"{case.situation!r}: {case.situation[start:end]!r} {first}"
        )
        with pytest.raises(fastcore.BadPosition) as caught:
            fastcore.parse(case.situation)
        assert caught.value.field == case.field


@pytest.mark.parametrize("game", GAMES)
def test_reference_reports_same_fields(game: str) -> None:
    twin = import_module(f"tests.reference.{game}")
    for case in read_cases(game):
        spec, text = case.situation.split(" ", 1)
        assert twin.refusal(spec, text) == case.field, case.situation
