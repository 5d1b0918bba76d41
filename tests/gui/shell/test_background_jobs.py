"""Tests that background jobs free their objects and deliver their results on the thread that collects the results."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable

import pytest

from workbench.gui.shell.background_jobs import BackgroundJobs


class FinalizerProbe:
    """Records the thread that frees it. Tk pictures, for example, must be freed on Tk's thread."""

    def __init__(self, threads: list[str]) -> None:
        weakref.finalize(self, lambda: threads.append(threading.current_thread().name))

    def work(self) -> FinalizerProbe:
        return self

    def receive(self, _: object) -> None:
        pass


def start_job(background: BackgroundJobs, work: Callable[[FinalizerProbe], object]) -> list[str]:
    """Run `work` on an object that only the job refers to. Return the threads that have freed it."""
    threads: list[str] = []
    probe = FinalizerProbe(threads)
    background.run(lambda: work(probe), probe.receive, probe.receive)
    return threads


def failing_work(kind: type[Exception]) -> Callable[[FinalizerProbe], object]:
    def work(_: FinalizerProbe) -> object:
        raise kind("the job failed")

    return work


@pytest.mark.parametrize("work", [FinalizerProbe.work, failing_work(ValueError)], ids=["succeeded", "failed"])
def test_job_object_is_freed_on_the_thread_that_collects_results(work: Callable[[FinalizerProbe], object]) -> None:
    background = BackgroundJobs()
    threads = start_job(background, work)
    background.finish()
    background.close()
    assert threads == [threading.current_thread().name] and not background.pending


def test_unread_job_object_is_freed_with_its_queue() -> None:
    background = BackgroundJobs()
    threads = start_job(background, FinalizerProbe.work)
    background.close()
    assert threads == []
    del background
    assert threads == [threading.current_thread().name]


def test_dropped_result_is_ignored_but_an_error_is_raised() -> None:
    background, results = BackgroundJobs(), list[object]()
    background.run(lambda: 1, results.append, results.append)
    background.discard_results()
    background.run(lambda: 2, results.append, results.append)
    background.finish()
    assert results == [2]
    start_job(background, failing_work(KeyError))
    background.discard_results()
    with pytest.raises(KeyError):
        background.finish()


def test_results_are_delivered_one_per_read_in_order() -> None:
    background, results = BackgroundJobs(), list[object]()
    for number in range(3):
        background.run(lambda number=number: number, results.append, results.append)  # type: ignore[misc]
    background.close()
    for number in range(3):
        background.deliver_next()
        assert results == list(range(number + 1))
    background.deliver_next()
    assert background.pending == 0


def test_failing_job_does_not_block_later_jobs() -> None:
    background, results = BackgroundJobs(), list[object]()
    background.run(lambda: 1 / 0, results.append, results.append)
    background.run(lambda: 2, results.append, results.append)
    with pytest.raises(ZeroDivisionError):
        background.finish()
    assert results == [2] and background.pending == 0
