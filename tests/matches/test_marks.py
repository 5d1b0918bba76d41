"""The byte with which a worker reports the seat it is asking."""

from __future__ import annotations

import os
import sys

import pytest

from workbench.matches.workers.marks import Mark, shared


@pytest.mark.skipif(sys.platform == "win32", reason="handles are inherited otherwise there")
def test_mark_names_the_seat_that_a_worker_asks() -> None:
    mark = Mark()
    assert mark.handle is not None and mark.seat is None
    worker = shared(os.dup(mark.handle))
    for seat in (0, 2):
        worker[0] = seat + 1
        assert mark.seat == seat
    worker[0] = 0
    assert mark.seat is None
    mark.given()
    mark.close()
    assert mark.seat is None
