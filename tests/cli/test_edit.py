"""Positions on the command line: what is wrong with them and where, lists and records
as positions, pictures of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

import fastcore
from tests.kit.terminals import run, spawned
from tests.kit.walks import somewhere
from tests.records.test_steps import begin, go_on
from workbench import __main__, boards, cli
from workbench.cli.shared.output import as_json
from workbench.positions import lists
from workbench.positions.lists import Entry, PositionList
from workbench.positions.sketch import Sketch
from workbench.records import files
from workbench.storage.session_records import record_of


def test_a_position_is_shown_and_a_fault_is_marked(game_id: str) -> None:
    state = somewhere(game_id, "edit")
    ran = run("edit", state.situation, "--text")
    assert ran.status == 0 and state.situation in ran.out.splitlines() and boards.text_board(state) in ran.out
    assert run("edit", state.text(), "--spec", game_id, "--text").out == ran.out
    first, *rest = state.text().split(" ")
    wrong = " ".join((state.spec, first, "?", *rest[1:]))
    ran = run("edit", wrong, "--text")
    lines = ran.out.splitlines()
    problem = fastcore.problems(wrong)[0]
    assert ran.status == 1 and lines[0] == wrong
    assert lines[1][problem.span[0] : problem.span[1]] == "^" * (problem.span[1] - problem.span[0])
    assert f"{problem.field}: {problem.reason}" in lines
    assert all(f"  {mend.words}: {mend.situation}" in lines for mend in problem.mends[:3])


def test_views_facts_and_lists(game_id: str, tmp_path: Path) -> None:
    state = somewhere(game_id, "views")
    ran = run("edit", state.situation, "--seat", "2", "--json")
    (told,) = json.loads(ran.out)
    assert told["situation"] == f"{state.spec} {state.view(1)}" and told["seat"] == 1 and not told["problems"]
    ran = run("edit", state.situation, "--seat", "2", "--fact", "nothing", "--json")
    assert ran.status == 1 and [one["field"] for one in json.loads(ran.out)[0]["problems"]] == ["facts"]
    ran = run("edit", state.situation, "--seat", "9", "--text")
    assert ran.status == 1 and "none with the number 9" in ran.out
    listed = PositionList([Entry(Sketch.of(state), "one", "said"), Entry(Sketch(state.spec, "half"), "two")])
    listed.write(tmp_path / "some.positions")
    ran = run("edit", str(tmp_path / "some.positions"), "--text")
    assert ran.status == 1 and "1 of 2. one:\n# said\n" in ran.out and f"2 of 2. two:\n{state.spec} half\n" in ran.out
    for wrong in (str(tmp_path), ""):
        ran = run("edit", wrong, "--text")
        assert ran.status in (1, 2) and "Traceback" not in ran.err


def test_nothing_is_done_to_the_terminal(tmp_path: Path) -> None:
    situation = fastcore.start(fastcore.games()[0]).situation
    (tmp_path / "bad.positions").write_text(
        f"# a \x1b[2J b\n{situation.replace(' ', f' {chr(27)}[31m', 1)}\x07 # \x9bname\n"
    )
    ran = run("edit", str(tmp_path / "bad.positions"), "--text")
    lines = ran.out.splitlines()
    assert ran.status == 1 and all(line.isprintable() for line in ran.out.split("\n")) and r"# a \x1b[2J b" in lines
    shown = next(number for number, line in enumerate(lines) if line.startswith(situation.partition(" ")[0]))
    at = lines[shown + 1].index("^")
    assert lines[shown][at:].startswith(r"\x1b[31m")


def test_what_is_no_text_is_escaped_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    as_json([{"situation": "a\udcff", "seat": None, "facts": ("\udcfe",)}])
    assert json.loads(capsys.readouterr().out) == [{"situation": r"a\udcff", "seat": None, "facts": [r"\udcfe"]}]


def test_the_window_is_asked_first(game_id: str) -> None:
    state, seen = somewhere(game_id, "window"), []

    def window(found: object) -> int | None:
        assert isinstance(found, PositionList)
        seen.append(found.entry.sketch.situation)
        return None if len(seen) == 1 else 7

    assert cli.run(["edit", state.situation], window) == 0  # it could not be opened
    assert cli.run(["edit", state.situation], window) == 7 and seen == [state.situation] * 2


def test_positions_are_exported(game_id: str, tmp_path: Path) -> None:
    session = begin(game_id)
    go_on(session, fastcore.Stream(1, "export", game_id), 4)
    files.write(tmp_path / "game.herbarium", record_of(session))
    record = str(tmp_path / "game.herbarium")
    listed = lists.read(run("export", record, "--to", "positions").out, "")
    assert [one.sketch.text for one in listed.entries] == [
        session.document.state_at(node).text() for node in (0, *session.document.line())
    ]
    whole = run("export", record, "--to", "svg").out
    assert ElementTree.fromstring(whole).tag.endswith("svg")
    assert (
        run("export", session.state.situation, "--to", "svg").out
        == whole
        == run("export", record, "--to", "svg", "--at", "5").out
    )
    assert run("export", record, "--to", "svg", "--all", "--output", str(tmp_path / "all")).status == 0
    assert len(list((tmp_path / "all").iterdir())) == 5
    dark = run("export", record, "--to", "svg", "--theme", "dark").out
    assert dark != whole
    for words in (["--at", "6"], ["--all"]):
        ran = run("export", record, "--to", "svg", *words)
        assert ran.status == 2 and ran.err.count("\n") == 1
    ran = run("export", f"{session.spec} half", "--to", "svg")
    assert ran.status == 2 and "all its fields" in ran.err


def test_a_picture_of_pixels(tmp_path: Path) -> None:
    game = fastcore.games()[0]
    assert run("export", game, "--to", "png", "--output", str(tmp_path / "a.png")).status == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_without_a_window_it_is_said_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window gets what is to be set up; where there is none, or it cannot open, the terminal tells it."""
    situation = fastcore.start(fastcore.games()[0]).situation
    ran = spawned("edit", situation, DISPLAY=None)
    assert ran.status == 0 and situation in ran.out.splitlines()
    opened: list[object] = []
    monkeypatch.setattr(__main__, "no_window", lambda: "")
    for status, told in ((0, False), (__main__.NO_WINDOW, True)):

        def window(positions: object, status: int = status) -> int:
            opened.append(positions)
            return status

        monkeypatch.setitem(sys.modules, "workbench.gui.app", SimpleNamespace(run=window))
        ran = run("edit", situation)
        assert ran.status == 0 and (situation in ran.out.splitlines()) == told
    assert [one.entry.sketch.situation for one in opened if isinstance(one, PositionList)] == [situation] * 2
