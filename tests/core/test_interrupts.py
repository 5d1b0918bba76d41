"""Tests that an interrupted Viewpoint still answers correctly (see tests/attacks/core/interrupts.py)."""

from __future__ import annotations

import pytest

from fastcore import Viewpoint
from fastcore.games.herbalism.text import texts
from tests.attacks.core import interrupts
from tests.attacks.core.plain_python import why_unsupported

COUNT = 12


@pytest.mark.parametrize("kind", interrupts.ATTACKS)
def test_interrupted_viewpoint_answers_correctly(kind: str) -> None:
    if kind in interrupts.REFUSING and why_unsupported():
        pytest.skip(why_unsupported())
    assert interrupts.run(3, COUNT, (kind,)) == []


def test_failed_world_listing_is_not_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail at every tenth world, independently of a clock."""
    view = "?? ????/????/yggb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-"
    world_count, listed = Viewpoint("herbalism", 2, view).count(), texts.splits
    for last in range(0, world_count, max(1, world_count // 10)):
        point = Viewpoint("herbalism", 2, view)

        def broken(*args: object, last: int = last) -> object:
            for number, groups in enumerate(listed(*args)):  # type: ignore[arg-type]
                if number == last:
                    raise MemoryError
                yield groups

        with monkeypatch.context() as patch:
            patch.setattr(texts, "splits", broken)
            with pytest.raises(MemoryError):
                point.count()
        assert point.count() == world_count
