"""A Viewpoint that was interrupted answers as if nothing had happened;
tests/attacks/core/interrupts.py has the attacks."""

from __future__ import annotations

import pytest

from fastcore import Viewpoint
from fastcore.games.herbalism import texts
from tests.attacks.core import interrupts
from tests.attacks.core.plain_python import why_not_refused

COUNT = 12


@pytest.mark.parametrize("kind", interrupts.ATTACKS)
def test_interrupted_viewpoint_gives_right_answers(kind: str) -> None:
    if kind in interrupts.REFUSING and why_not_refused():
        pytest.skip(why_not_refused())
    assert interrupts.run(3, COUNT, (kind,)) == []


def test_failure_while_worlds_are_listed_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same at every tenth world, without a clock."""
    view = "?? ????/????/yggb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-"
    whole, listed = Viewpoint("herbalism", 2, view).count(), texts.splits
    for last in range(0, whole, max(1, whole // 10)):
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
        assert point.count() == whole
