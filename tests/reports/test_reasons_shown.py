"""Where reasons are told: at the table in the terminal, and below the moves of a record."""

from __future__ import annotations

from pathlib import Path

import pytest

import bots
import fastcore
from bots import Report
from tests.kit.terminals import run
from tests.kit.walks import somewhere
from workbench import boards
from workbench.cli.playing import why, words
from workbench.game.session import PERSON, Session
from workbench.records import files
from workbench.reports.reasons import GOES_ON, earlier_report, in_words, reasons
from workbench.seen.shared_screen import SharedScreen
from workbench.storage.exporting import as_text
from workbench.storage.importing import record_from
from workbench.storage.session_records import record_of

COVERING = [game for game in fastcore.games() if fastcore.info(game).has.covered]


def strongest(game: str) -> str:
    return f"{bots.strongest(game)}(simulations=50)"


def thought_game(game: str, decisions: int, persons: int = 0) -> Session:
    """A game in which bots decide so often; at the first `persons` seats sit persons, who move as the bots would."""
    seats = fastcore.start(game).seats
    session = Session(game, [PERSON] * persons + [strongest(game)] * (seats - persons), 3)
    go_on(session, decisions)
    return session


def go_on(session: Session, decisions: int, seed: int = 3) -> None:
    players = [bots.make(strongest(session.spec), seed) for _ in session.seats]
    while decisions and session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        *_, report = players[session.state.actor].think(session.viewpoint(session.state.actor))
        session.play(report.move, report if session.waits_for == "bot" else None)
        decisions -= 1


def said(session: Session, number: int) -> list[str]:
    """The lines that belong to a step."""
    step = session.steps[number]
    if step.report is None:
        return []
    way = [(one.actor, one.report) for one in session.steps[number::-1]]
    found = reasons(session.state.info, step.actor, step.report, earlier_report(way))
    if not found or found[0].kind == GOES_ON:
        return []
    return [reason.text for reason in found] + list(
        in_words(session.state.info, step.actor, step.report, [reason.kind for reason in found])
    )


def test_a_record_as_text_tells_them_below_its_moves(game_id: str, tmp_path: Path) -> None:
    session = thought_game(game_id, 25)
    record = record_of(session)
    plain, told = as_text(record), as_text(record, why=True)
    wanted = [
        f"    # {step.move}: {line}" for number, step in enumerate(session.steps) for line in said(session, number)
    ]
    assert len(wanted) >= 10
    lines = told.splitlines()
    assert [line for line in lines if line in set(wanted)] == wanted
    assert [line for line in lines if line not in set(wanted)] == plain.splitlines()
    assert [move.move for move in record_from(told).lines[0].moves] == [step.move for step in session.steps]
    path = tmp_path / f"game{files.SUFFIX}"
    path.write_bytes(files.encoded(record))
    assert run("show", str(path), "--why").out == f"{told}\n" and run("show", str(path)).out == f"{plain}\n"
    assert run("export", str(path), "--why").out == told and run("export", str(path)).out == plain


def test_each_line_has_its_own_way_back(game_id: str) -> None:
    """What was learned since the last decision is told of the decision before on the same line."""
    session = thought_game(game_id, 12)
    old = [said(session, number) for number in range(len(session.steps))]
    start = len(session.steps) // 2
    session.document.go_to(session.document.tree.line_to(session.here)[start - 1])
    go_on(session, 6, seed=4)
    new = [said(session, number) for number in range(len(session.steps))]
    assert old[:start] == new[:start]
    text = as_text(record_of(session), why=True)
    for lines in new:
        assert all(f": {line}\n" in text for line in lines)


def test_why_is_refused_where_there_is_no_place_for_it(home: Path, tmp_path: Path) -> None:
    path = tmp_path / f"game{files.SUFFIX}"
    path.write_bytes(files.encoded(record_of(thought_game(fastcore.games()[0], 2))))
    for form in ("csv", "jsonl", "record"):
        ran = run("export", str(path), "--to", form, "--why")
        assert ran.status == 2 and ran.err.count("\n") == 1 and "--why is for --to text" in ran.err
    ran = run("show", "--why")
    assert ran.status == 2 and ran.err.count("\n") == 1 and "--why is for one game" in ran.err


def test_why_at_the_table(open_game: str) -> None:
    state = somewhere(open_game, "why", 3)
    seats = ",".join(PERSON if seat == state.actor else strongest(open_game) for seat in range(state.seats))
    ran = run("play", state.situation, "--seats", seats, "--seed", "1", typed="why\nhint\nwhy\nw\n")
    assert ran.status == 0 and ran.err == ""
    flat = " ".join(ran.out.split())
    assert words.NO_REASONS in flat
    first, second = flat.split("Why the hint: ")[1:]
    assert first.split(" ")[0] == second.split(" ")[0] and ("I " in first or "It " in first)


def test_why_tells_of_the_bot_that_moved_last(open_game: str) -> None:
    session = thought_game(open_game, 9, persons=1)
    (line,) = why.lines(session, SharedScreen(session), None)
    number = max(number for number, step in enumerate(session.steps) if step.report)
    step = session.steps[number]
    assert step.actor == 1 and line.startswith(f"Why {boards.side(session.state.info, 1)} in turn {step.turn}: ")
    assert all(text in line for text in said(session, number))


@pytest.mark.parametrize("game", COVERING)
def test_thoughts_stay_covered_until_the_game_is_over(game: str) -> None:
    session = thought_game(game, 8, persons=1)
    assert any(step.report for step in session.steps)
    assert list(why.lines(session, SharedScreen(session), None)) == [words.COVERED]
    point = session.viewpoint(0) if session.state.actor == 0 else session.viewpoint(session.state.actor)
    *_, hint = bots.make(strongest(game), 1).think(point)
    (line,) = why.lines(session, SharedScreen(session), (point.actor, hint))
    assert line.startswith("Why the hint: ") and line != words.NO_REASONS
    session.resign(0)
    (line,) = why.lines(session, SharedScreen(session), None)
    assert line.startswith("Why ") and line != words.COVERED
    alone = thought_game(game, 10)
    (line,) = why.lines(alone, SharedScreen(alone), None)
    assert line.startswith("Why ")


def test_a_bot_that_tells_nothing_has_no_reasons(game_id: str) -> None:
    session = Session(game_id, ["random"] * fastcore.start(game_id).seats, 1)
    while session.waits_for == "chance":
        session.draw_chance()
    session.play(
        session.state.move_text(session.state.moves()[0]), Report(session.state.move_text(session.state.moves()[0]))
    )
    assert list(why.lines(session, SharedScreen(session), None)) == ["random gave no reasons for its move."]
    assert as_text(record_of(session), why=True) == as_text(record_of(session))
