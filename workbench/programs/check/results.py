"""The list of checks: their names, groups and results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

Status = Literal["passed", "failed", "skipped"]


class Result(NamedTuple):
    """The result of one check.

    `why` says what happened if it failed, or why it was skipped. `message` is the line that caused a failure.
    """

    name: str
    group: str
    status: Status
    why: str = ""
    message: str = ""


class Results:
    """The results so far.

    Args:
        on_result: Called with each result.
    """

    def __init__(self, on_result: Callable[[Result], None] = lambda result: None) -> None:
        self.all: list[Result] = []
        self.on_result = on_result
        self.group = ""

    def add(self, name: str, status: Status, why: str = "", message: str = "") -> None:
        """Add a result."""
        result = Result(name, self.group, status, why, message)
        self.all.append(result)
        self.on_result(result)

    def check(self, name: str, passed: object, why: str = "", message: str = "") -> bool:
        """Add the result of a condition, and return whether it holds."""
        self.add(name, "passed" if passed else "failed", "" if passed else why, "" if passed else message)
        return bool(passed)

    def skip(self, why: str, *names: str) -> None:
        """Add checks that do not apply."""
        for name in names:
            self.add(name, "skipped", why)

    @property
    def failed(self) -> list[Result]:
        """The failed checks."""
        return [result for result in self.all if result.status == "failed"]
