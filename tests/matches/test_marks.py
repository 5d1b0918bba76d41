"""Tests of the byte with which a worker reports the seat that it asks for a move."""

from __future__ import annotations

import os
import sys

import pytest

from workbench.matches.workers.marks import SeatMark, open_shared


@pytest.mark.skipif(sys.platform == "win32", reason="handles are inherited differently on Windows")
def test_mark_reports_seat_being_asked() -> None:
    mark = SeatMark()
    assert mark.handle is not None and mark.seat is None
    worker = open_shared(os.dup(mark.handle))
    for seat in (0, 2):
        worker[0] = seat + 1
        assert mark.seat == seat
    worker[0] = 0
    assert mark.seat is None
    mark.release_handle()
    mark.close()
    assert mark.seat is None
