"""Tests of the checks of programs: what fails and what passes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bots.sources import written_program
from workbench.bot_process import trust
from workbench.programs.check.checker import Checker
from workbench.programs.check.results import Results

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs need the guard and the sandbox"),
    pytest.mark.usefixtures("home", "nothing_agreed"),
]
MINIMAL = """
import json, sys

IDENTITY = {"version": 1, "name": "minimal", "wants": ["moves"], "games": ["herd(size=2)"]}
decisions = 0
for line in sys.stdin:
    try:
        message = json.loads(line)
        number, method = message["id"], message["method"]
    except (ValueError, TypeError, KeyError):
        continue
    result = {}
    if method == "hello":
        result = IDENTITY
    elif method == "choose":
        decisions += 1
        move = message["params"]["moves"][0]
        result = {"move": move}
    print(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}), flush=True)
"""


def check(folder: Path, text: str) -> Results:
    """Return the results of all checks of a program with this source."""
    file = folder / "bot.py"
    file.write_text("#!/usr/bin/python3" + text, encoding="utf-8")
    file.chmod(0o755)
    text = written_program("program", str(file))
    trust.allow_all_once([text])
    source = trust.source(text)
    assert source is not None
    return Checker(source).run()


def failures(results: Results) -> dict[str, str]:
    return {result.name: result.why for result in results.failed}


def test_minimal_bot_of_the_protocol_page_passes(tmp_path: Path) -> None:
    """It ends when its input ends, and answers all requests that it does not know with an empty result."""
    assert failures(check(tmp_path, MINIMAL)) == {}


def test_move_that_is_not_a_text_fails_the_checks(tmp_path: Path) -> None:
    failed = failures(check(tmp_path, MINIMAL.replace('["moves"][0]', '["moves"][0] and 7')))
    assert "all its decisions are valid messages: herd" in failed
    assert "plays a whole game with legal moves: herd" in failed


def test_crash_fails_one_check_and_skips_the_rest(tmp_path: Path) -> None:
    results = check(tmp_path, MINIMAL.replace("decisions += 1", "raise SystemExit(3)"))
    assert len(results.failed) == 1 and "status 3" in results.failed[0].why
    assert sum(result.why == "not tried after this failure" for result in results.all) == 14
