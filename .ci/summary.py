"""Add up what several pytest processes counted, and word it as one pytest summary."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TypedDict

ORDER = ("failed", "passed", "skipped", "xfailed", "xpassed", "warnings", "error")  # as pytest lists them
NO_TESTS = 5  # pytest's exit status if it had nothing to run
WORST = 160  # characters of a message


class Report(TypedDict):
    """What `tests/kit/counting.py` saves of one report."""

    kind: str
    collected: bool
    test: str
    message: str


def read(files: list[Path], statuses: list[int]) -> list[Report]:
    """Return the reports of all processes. A process without counts, for example after a crash, counts as one error.

    Every process collects the files of tests for itself, so a report about a file counts once.
    """
    found: list[Report] = []
    of_files: set[tuple[str, str]] = set()
    for file, status in zip(files, statuses, strict=True):
        try:
            reports: list[Report] = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            reports = []
            if status not in (0, NO_TESTS):
                name = f"a test process that ended with status {status}"
                reports = [Report(kind="error", collected=False, test=name, message="its output is above")]
        for report in reports:
            if report["collected"]:
                if (report["kind"], report["test"]) in of_files:
                    continue
                of_files.add((report["kind"], report["test"]))
            found.append(report)
    return found


def failures(reports: list[Report]) -> list[str]:
    """Return one line for every test that failed or could not be run."""
    words = {"failed": "FAILED", "error": "ERROR"}
    lines = []
    for kind, word in words.items():
        for report in reports:
            if report["kind"] == kind:
                line = f"{word} {report['test']}" + (f" - {report['message']}" if report["message"] else "")
                lines.append(line if len(line) <= WORST else line[: WORST - 3] + "...")
    return lines


def summary(reports: list[Report], seconds: float) -> str:
    """Return pytest's last line for all reports together, such as `1234 passed, 5 skipped in 421.00s`."""
    counts = Counter(report["kind"] for report in reports)
    kinds = [*ORDER, *sorted(counts.keys() - set(ORDER))]
    parts = [f"{counts[kind]} {plural(kind, counts[kind])}" for kind in kinds if counts[kind]]
    return f"{', '.join(parts) or 'no tests ran'} in {seconds:.2f}s"


def plural(kind: str, count: int) -> str:
    """Return the word that pytest uses for so many: 1 error, 2 errors; 1 warning, 2 warnings."""
    if kind not in ("error", "warnings"):
        return kind
    return kind.removesuffix("s") + ("s" if count != 1 else "")
