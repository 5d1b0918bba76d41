"""Work on a thread: what was asked for belongs to the thread that reads, and what comes of it is told there."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable

import pytest

from workbench.gui.shell.background_jobs import BackgroundJobs


class Kept:
    """Something that tells on which thread it was let go of, as a picture of Tk would ask Tk there."""

    def __init__(self, left: list[str]) -> None:
        weakref.finalize(self, lambda: left.append(threading.current_thread().name))

    def work(self) -> Kept:
        return self

    def hear(self, _: object) -> None:
        pass


def asked(background: BackgroundJobs, work: Callable[[Kept], object]) -> list[str]:
    """Run `work` on something of which only the errand knows afterwards."""
    left: list[str] = []
    kept = Kept(left)
    background.run(lambda: work(kept), kept.hear, kept.hear)
    return left


def broken(kind: type[Exception]) -> Callable[[Kept], object]:
    def work(_: Kept) -> object:
        raise kind("as it is")

    return work


@pytest.mark.parametrize("work", [Kept.work, broken(ValueError)], ids=["made", "failed"])
def test_what_was_asked_for_is_let_go_of_where_it_is_read(work: Callable[[Kept], object]) -> None:
    background = BackgroundJobs()
    left = asked(background, work)
    background.finish()
    background.close()
    assert left == [threading.current_thread().name] and not background.under_way


def test_jobs_whose_results_nobody_reads_are_freed() -> None:
    background = BackgroundJobs()
    left = asked(background, Kept.work)
    background.close()
    assert left == []
    del background
    assert left == [threading.current_thread().name]


def test_what_was_dropped_is_not_told_unless_it_breaks() -> None:
    background, told = BackgroundJobs(), list[object]()
    background.run(lambda: 1, told.append, told.append)
    background.drop()
    background.run(lambda: 2, told.append, told.append)
    background.finish()
    assert told == [2]
    asked(background, broken(KeyError))
    background.drop()
    with pytest.raises(KeyError):
        background.finish()


def test_what_comes_is_taken_in_one_at_a_time_and_in_order() -> None:
    background, told = BackgroundJobs(), list[object]()
    for number in range(3):
        background.run(lambda number=number: number, told.append, told.append)  # type: ignore[misc]
    background.close()
    for number in range(3):
        background.read()
        assert told == list(range(number + 1))
    background.read()
    assert background.under_way == 0


def test_one_that_breaks_does_not_keep_the_others_from_being_done() -> None:
    background, told = BackgroundJobs(), list[object]()
    background.run(lambda: 1 / 0, told.append, told.append)
    background.run(lambda: 2, told.append, told.append)
    with pytest.raises(ZeroDivisionError):
        background.finish()
    assert told == [2] and background.under_way == 0
