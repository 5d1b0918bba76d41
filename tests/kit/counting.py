"""A pytest plugin that saves the counts of a run, so that `.ci/check.py` can add up several processes.

Loaded with `-p tests.kit.counting` and `--counts FILE`. Every report becomes one JSON object in a list:
`kind` ("passed", "failed", "error", ...), `collected` (the report is about a file, not about a test), `test` (its node id)
and `message` (the first line of what went wrong).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

HIDDEN = ("", "deselected")  # set-up and teardown that went well; tests that another process runs


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--counts", type=Path, required=True, help="the file for what this run counted")


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    counted = [
        {
            "kind": kind,
            "collected": isinstance(report, pytest.CollectReport),
            "test": getattr(report, "nodeid", None) or "",
            "message": message(report),
        }
        for kind, reports in terminalreporter.stats.items()
        if kind not in HIDDEN
        for report in reports
        if getattr(report, "count_towards_summary", True)
    ]
    config.option.counts.write_text(json.dumps(counted), encoding="utf-8")


def message(report: Any) -> str:
    """Return the first line of the message of a failed report, or an empty string."""
    where = getattr(report, "longrepr", None)
    crash = getattr(where, "reprcrash", None)
    lines = (crash.message if crash else str(where or "")).splitlines()
    return lines[0].strip() if lines else ""
