"""Tests of the checks of programs: what fails and what passes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

import pytest

from bots.loading.sources import written_program
from workbench.bot_process import trust
from workbench.cli import arguments
from workbench.cli.shared.readers import InputError
from workbench.programs.check import checker, handshake
from workbench.programs.check.checker import Checker
from workbench.programs.check.results import Results
from workbench.protocol import messages

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
CLAIM = '"games": ["herd(size=2)"]'
NO_GAMES = ("none",)
ANSWER = '{"jsonrpc": "2.0", "id": number, "result": result}'
PICKED = '["moves"][random.Random(f"{start}{decisions}").randrange(len(message["params"]["moves"]))]'
FLOOD = """
def flood(text, pause):
    while True:
        os.write(1, text.encode() + b"\\n")
        time.sleep(pause)


import os, threading, time
threading.Thread(target=flood, args=(TEXT, PAUSE), daemon=True).start()
"""


def check(folder: Path, text: str, games: Sequence[str] = ()) -> Results:
    """Return the results of all checks of a program with this source."""
    file = folder / "bot.py"
    file.write_text("#!/usr/bin/python3" + text, encoding="utf-8")
    file.chmod(0o755)
    text = written_program("program", str(file))
    trust.allow_all_once([text])
    source = trust.source(text)
    assert source is not None
    return Checker(source, games=games).run()


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


def test_answer_with_a_list_as_id_fails_with_its_line(tmp_path: Path) -> None:
    results = check(tmp_path, MINIMAL.replace('"id": number', '"id": [number]'))
    failed = failures(results)
    assert failed["answers hello within the limit"] == (
        "its answer is invalid: id must be a whole number or null, not a list"
    )
    assert results.failed[0].message.startswith('{"jsonrpc": "2.0", "id": [1], "result"')
    assert "every message has valid members" in failed


def test_invalid_hello_line_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "START_SECONDS", 6.0)
    results = check(tmp_path, MINIMAL.replace("print(json.dumps(", 'print("{oops" + json.dumps('))
    first, *_ = results.failed
    assert first.name == "answers hello within the limit" and "but an invalid line" in first.why
    assert first.message.startswith("{oops")
    assert "every line is JSON" in failures(results), "the form is checked although hello has failed"


def test_method_that_is_a_list_is_a_fault_of_form(tmp_path: Path) -> None:
    line = 'print(json.dumps({"jsonrpc": "2.0", "method": ["x"], "params": {}}))'
    failed = failures(check(tmp_path, MINIMAL.replace("    print(", f"    {line}\n    print("), NO_GAMES))
    assert list(failed) == ["every message has valid members"]


def test_text_as_answer_to_another_version_is_a_failure(tmp_path: Path) -> None:
    result = 'IDENTITY if 1 in message["params"]["versions"] else "no"'
    failed = failures(check(tmp_path, MINIMAL.replace("result = IDENTITY", f"result = {result}"), NO_GAMES))
    assert list(failed) == ["refuses hello without a common version"]


def test_error_with_a_text_as_data_is_a_failure(tmp_path: Path) -> None:
    error = '{"jsonrpc": "2.0", "id": number, "error": {"code": -32601, "message": "no", "data": "field"}}'
    answer = f'{error} if method == "x-unknown" else {ANSWER}'
    failed = failures(check(tmp_path, MINIMAL.replace(ANSWER, answer), NO_GAMES))
    assert list(failed) == ["answers an unknown method", "every message has valid members"]
    assert failed["answers an unknown method"] == (
        "its answer is invalid: error.data must be an object or null, not text"
    )


@pytest.mark.parametrize(
    ("members", "name", "why"),
    [
        ('"games": ["herd(size=99)"]', "claims only games that exist", "there is no game 'herd(size=99)'"),
        ('"games": ["chess"], "sessions": 2', "claims only games that exist", "there is no game 'chess'"),
        ('"games": [], "sessions": 2', "claims at least one game", "games is empty"),
        ('"wants": ["moves", "everything"]', "wants only what the protocol offers", "does not offer everything"),
        ('"options": [{"name": "style", "type": "choice"}]', "every option has a valid default", "without choices"),
        (
            '"options": [{"name": "o", "type": "whole", "min": 3, "max": 2}]',
            "every option has a valid default", "o has a min above its max: 3 and 2",
        ),
    ],
)  # fmt: skip
def test_impossible_claims_fail_one_check(tmp_path: Path, members: str, name: str, why: str) -> None:
    failed = failures(check(tmp_path, MINIMAL.replace(CLAIM, f"{CLAIM}, {members}")))
    assert list(failed) == [name] and why in failed[name]


def test_own_notifications_without_end_do_not_stop_the_checks(tmp_path: Path) -> None:
    """The program says every 20 ms that it is alive, which the protocol allows."""
    text = '{"jsonrpc":"2.0","method":"x-alive","params":{}}'
    flood = FLOOD.replace("TEXT", repr(text)).replace("PAUSE", "0.02")
    assert failures(check(tmp_path, MINIMAL.replace("decisions = 0", f"decisions = 0{flood}"), NO_GAMES)) == {}


@pytest.mark.sample(1)
@pytest.mark.parametrize("text", ["", '{"jsonrpc":"2.0","method":"info","params":{"id":1,"move":"a1"}}', "no"])
def test_flood_instead_of_an_answer_ends_in_time(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handshake, "PING_SECONDS", 0.5)
    forever = f'while method == "ping": print({text!r}, flush=True)'
    start = monotonic()
    failed = failures(
        check(tmp_path, MINIMAL.replace("    result = {}", f"    {forever}\n    result = {{}}"), NO_GAMES)
    )
    assert "no answer within" in failed["answers ping"] and monotonic() - start < 30


def test_moves_that_depend_on_the_process_are_not_deterministic(tmp_path: Path) -> None:
    """Within one process, the program repeats its moves, so that only a new process shows its claim to be false."""
    text = MINIMAL.replace(CLAIM, '"games": ["herd(size=3)"], "deterministic": "simulations"')
    text = text.replace("decisions = 0", "import os, random; start = os.urandom(8).hex(); decisions = 0")
    text = text.replace("    result = {}", '    decisions *= method != "new_game"\n    result = {}')
    failed = failures(check(tmp_path, text.replace('["moves"][0]', PICKED)))
    assert list(failed) == ["plays the same moves in a new process, as it claims: herd"]


def test_program_that_must_be_killed_does_not_end_after_quit(tmp_path: Path) -> None:
    failed = failures(check(tmp_path, f"{MINIMAL}\nimport time; time.sleep(1000)", NO_GAMES))
    assert list(failed) == ["ends after quit", "ends when its input closes"]
    assert failed["ends after quit"] == "it did not end within 2 s and was killed"


def test_memory_of_all_processes_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program uses too much memory only at new_game, and only for a short time."""
    monkeypatch.setattr(checker, "MEMORY_MB", 150)
    use = "\n".join((
        "    if method == 'new_game':",
        "        shared = mmap.mmap(-1, 250_000_000)",
        "        for _ in range(250): shared.write(bytes(1_000_000))",
        "        shared.close()",
        "    result = {}",
    ))  # fmt: skip
    results = check(tmp_path, MINIMAL.replace("import json", "import mmap, json").replace("    result = {}", use))
    assert "used" in failures(results)["stays within its memory limit"]


@pytest.mark.parametrize(
    "words", [["--game", "herd", "./mine"], ["./mine", "--game", "herd"], ["--game=herd", "./mine"]]
)
def test_options_of_check_may_come_before_or_after_its_command(words: list[str]) -> None:
    typed = arguments.parse(["bots", "check", *words])
    assert (typed.name, typed.words, typed.game) == ("check", ["./mine"], "herd")


def test_unknown_option_of_check_is_refused() -> None:
    with pytest.raises(InputError, match="unrecognized arguments: --games"):
        arguments.parse(["bots", "check", "--games", "herd", "./mine"])
