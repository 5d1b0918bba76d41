"""Tests of `herbarium edit` and of exported positions."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

import fastcore
from tests.kit.terminals import run, run_process
from tests.records.test_steps import new_session, play_random_moves
from workbench import __main__, boards, cli
from workbench.cli.shared.output import print_json
from workbench.conformance.walks import random_position
from workbench.positions import lists
from workbench.positions.fixes import problems_with_fixes
from workbench.positions.lists import Entry, PositionList
from workbench.positions.sketch import Sketch
from workbench.records import files
from workbench.storage.session_records import record_of


def test_position_is_shown_and_problem_marked(game_id: str) -> None:
    state = random_position(game_id, "edit")
    result = run("edit", state.situation, "--text")
    assert result.status == 0 and state.situation in result.out.splitlines() and boards.text_board(state) in result.out
    assert run("edit", state.text(), "--spec", game_id, "--text").out == result.out
    first, *rest = state.text().split(" ")
    invalid = " ".join((state.spec, first, "?", *rest[1:]))
    result = run("edit", invalid, "--text")
    lines = result.out.splitlines()
    problem = problems_with_fixes(invalid)[0]
    assert result.status == 1 and lines[0] == invalid
    assert lines[1][problem.span[0] : problem.span[1]] == "^" * (problem.span[1] - problem.span[0])
    assert f"{problem.field}: {problem.reason}" in lines
    assert all(f"  {fix.words}: {fix.situation}" in lines for fix in problem.fixes[:3])


def test_views_facts_and_lists_are_checked(game_id: str, tmp_path: Path) -> None:
    state = random_position(game_id, "views")
    result = run("edit", state.situation, "--seat", "2", "--json")
    (view,) = json.loads(result.out)
    assert view["situation"] == f"{state.spec} {state.view(1)}" and view["seat"] == 1 and not view["problems"]
    result = run("edit", state.situation, "--seat", "2", "--fact", "nothing", "--json")
    assert result.status == 1 and [problem["field"] for problem in json.loads(result.out)[0]["problems"]] == ["facts"]
    result = run("edit", state.situation, "--seat", "9", "--text")
    assert result.status == 1 and "so there is no seat 9" in result.out
    positions = PositionList([Entry(Sketch.from_point(state), "one", "said"), Entry(Sketch(state.spec, "half"), "two")])
    positions.write(tmp_path / "some.positions")
    result = run("edit", str(tmp_path / "some.positions"), "--text")
    assert (
        result.status == 1
        and "1 of 2. one:\n# said\n" in result.out
        and f"2 of 2. two:\n{state.spec} half\n" in result.out
    )
    for invalid in (str(tmp_path), ""):
        result = run("edit", invalid, "--text")
        assert result.status in (1, 2) and "Traceback" not in result.err


def test_control_characters_are_escaped(tmp_path: Path) -> None:
    situation = fastcore.start(fastcore.games()[0]).situation
    (tmp_path / "bad.positions").write_text(
        f"# a \x1b[2J b\n{situation.replace(' ', f' {chr(27)}[31m', 1)}\x07 # \x9bname\n"
    )
    result = run("edit", str(tmp_path / "bad.positions"), "--text")
    lines = result.out.splitlines()
    assert (
        result.status == 1 and all(line.isprintable() for line in result.out.split("\n")) and r"# a \x1b[2J b" in lines
    )
    row = next(number for number, line in enumerate(lines) if line.startswith(situation.partition(" ")[0]))
    column = lines[row + 1].index("^")
    assert lines[row][column:].startswith(r"\x1b[31m")


def test_surrogates_are_escaped_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    print_json([{"situation": "a\udcff", "seat": None, "facts": ("\udcfe",)}])
    assert json.loads(capsys.readouterr().out) == [{"situation": r"a\udcff", "seat": None, "facts": [r"\udcfe"]}]


def test_edit_tries_the_window_first(game_id: str) -> None:
    state, situations = random_position(game_id, "window"), []

    def window(subject: object) -> int | None:
        assert isinstance(subject, PositionList)
        situations.append(subject.entry.sketch.situation)
        return None if len(situations) == 1 else 7

    assert cli.run(["edit", state.situation], window) == 0  # the window could not be opened
    assert cli.run(["edit", state.situation], window) == 7 and situations == [state.situation] * 2


def test_positions_are_exported(game_id: str, tmp_path: Path) -> None:
    session = new_session(game_id)
    play_random_moves(session, fastcore.Stream(1, "export", game_id), 4)
    files.write(tmp_path / "game.herbarium", record_of(session))
    record = str(tmp_path / "game.herbarium")
    positions = lists.parse(run("export", record, "--to", "positions").out, "")
    assert [entry.sketch.text for entry in positions.entries] == [
        session.document.state_at(node).text() for node in (0, *session.document.line())
    ]
    picture = run("export", record, "--to", "svg").out
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert (
        run("export", session.state.situation, "--to", "svg").out
        == picture
        == run("export", record, "--to", "svg", "--at", "5").out
    )
    assert run("export", record, "--to", "svg", "--all", "--output", str(tmp_path / "all")).status == 0
    assert len(list((tmp_path / "all").iterdir())) == 5
    dark = run("export", record, "--to", "svg", "--theme", "dark").out
    assert dark != picture
    for words in (["--at", "6"], ["--all"]):
        result = run("export", record, "--to", "svg", *words)
        assert result.status == 2 and result.err.count("\n") == 1
    result = run("export", f"{session.spec} half", "--to", "svg")
    assert result.status == 2 and "all its fields" in result.err


def test_position_is_exported_as_png(tmp_path: Path) -> None:
    game = fastcore.games()[0]
    assert run("export", game, "--to", "png", "--output", str(tmp_path / "a.png")).status == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_edit_prints_position_without_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal prints the position if the window is not available or fails to open."""
    situation = fastcore.start(fastcore.games()[0]).situation
    result = run_process("edit", situation, DISPLAY=None)
    assert result.status == 0 and situation in result.out.splitlines()
    opened: list[object] = []
    monkeypatch.setattr(__main__, "window_obstacle", lambda: "")
    for status, is_printed in ((0, False), (__main__.NO_WINDOW, True)):

        def window(positions: object, status: int = status) -> int:
            opened.append(positions)
            return status

        monkeypatch.setitem(sys.modules, "workbench.gui.app", SimpleNamespace(run=window))
        result = run("edit", situation)
        assert result.status == 0 and (situation in result.out.splitlines()) == is_printed
    assert [shown.entry.sketch.situation for shown in opened if isinstance(shown, PositionList)] == [situation] * 2
