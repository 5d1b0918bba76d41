"""Positions damaged by hand, from the paragraphs of the rules pages that say what is refused and at which field.

Each line of tests/data/refused/<game>.txt:
field | situation with the faulty place in [brackets] | "mend" where a plain one exists.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

import fastcore

DATA = Path(__file__).parents[1] / "data" / "refused"


class Damaged(NamedTuple):
    field: str
    situation: str
    place: tuple[int, int]
    mend: bool


def damaged(game: str) -> list[Damaged]:
    found = []
    for line in (DATA / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            field, text, mend = (part.strip() for part in line.split("|", 1)[:1] + line.split("|", 1)[1].rsplit("|", 1))
            start, end = text.index("["), text.index("]")
            # the blanks at the ends of a damaged position belong to the damage
            situation = text[:start] + text[start + 1 : end] + text[end + 1 :]
            found.append(Damaged(field, situation, (start, end - 1), mend == "mend"))
    return found


GAMES = sorted(path.stem for path in DATA.glob("*.txt"))


@pytest.mark.parametrize("game", GAMES)
def test_the_first_problem_names_field_and_place(game: str) -> None:
    cases = damaged(game)
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
def test_the_twin_names_the_same_fields(game: str) -> None:
    twin = import_module(f"tests.reference.{game}")
    for case in damaged(game):
        spec, text = case.situation.split(" ", 1)
        assert twin.refusal(spec, text) == case.field, case.situation


@pytest.mark.parametrize("game", GAMES)
def test_mends_mend(game: str) -> None:
    for case in damaged(game):
        problems = fastcore.problems(case.situation)
        for problem, mend in [(one, mend) for one in problems for mend in one.mends]:
            assert mend.words
            after = [(one.field, one.reason, one.cells) for one in fastcore.problems(mend.situation)]
            assert (problem.field, problem.reason, problem.cells) not in after, f"{case.situation!r} -> {mend}"
            assert problem.unread or len(after) < len(problems), f"{case.situation!r} -> {mend}"
        if case.mend:
            assert any(not fastcore.problems(mend.situation) for mend in problems[0].mends), (
                f"{case.situation!r} has no mend"
            )
