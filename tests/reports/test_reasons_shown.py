"""Tests of the places where reasons appear: at the table in the terminal, and below the moves of a record."""

from __future__ import annotations

from pathlib import Path

import pytest

import bots
import fastcore
from bots import Report
from tests.kit.terminals import run
from workbench import boards
from workbench.cli.playing import why, words
from workbench.conformance.walks import random_position
from workbench.game.session import PERSON, Session
from workbench.records import files
from workbench.reports.reasons import GOES_ON, previous_report, reasons
from workbench.reports.report_lines import detail_lines
from workbench.seen.shared_screen import SharedScreen
from workbench.storage.exporting import as_text
from workbench.storage.importing import record_from
from workbench.storage.session_records import record_of

COVERED_GAMES = [game for game in fastcore.games() if fastcore.info(game).has.covered]


def strongest(game: str) -> str:
    return f"{bots.strongest(game)}(simulations=50)"


def game_with_reports(game: str, decisions: int, people: int = 0) -> Session:
    """Return a game after this many decisions of bots.

    The first `people` seats belong to people, who move as the bots would.
    """
    seats = fastcore.start(game).seats
    session = Session(game, [PERSON] * people + [strongest(game)] * (seats - people), 3)
    continue_game(session, decisions)
    return session


def continue_game(session: Session, decisions: int, seed: int = 3) -> None:
    players = [bots.make(strongest(session.spec), seed) for _ in session.seats]
    while decisions and session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        *_, report = players[session.state.actor].think(session.viewpoint(session.state.actor))
        session.play(report.move, report if session.waits_for == "bot" else None)
        decisions -= 1


def reason_lines(session: Session, number: int) -> list[str]:
    """Return the lines of reasons for a step."""
    step = session.steps[number]
    if step.report is None:
        return []
    history = [(past.actor, past.report) for past in session.steps[number::-1]]
    shown = reasons(session.state.info, step.actor, step.report, previous_report(history))
    if not shown or shown[0].kind == GOES_ON:
        return []
    return [reason.text for reason in shown] + list(
        detail_lines(session.state.info, step.actor, step.report, [reason.kind for reason in shown])
    )


def test_text_export_lists_reasons_below_moves(game_id: str, tmp_path: Path) -> None:
    session = game_with_reports(game_id, 25)
    record = record_of(session)
    plain, explained = as_text(record), as_text(record, why=True)
    expected = [
        f"    # {step.move}: {line}"
        for number, step in enumerate(session.steps)
        for line in reason_lines(session, number)
    ]
    assert len(expected) >= 10
    lines = explained.splitlines()
    assert [line for line in lines if line in set(expected)] == expected
    assert [line for line in lines if line not in set(expected)] == plain.splitlines()
    assert [move.move for move in record_from(explained).lines[0].moves] == [step.move for step in session.steps]
    path = tmp_path / f"game{files.SUFFIX}"
    path.write_bytes(files.encode_record(record))
    assert run("show", str(path), "--why").out == f"{explained}\n" and run("show", str(path)).out == f"{plain}\n"
    assert run("export", str(path), "--why").out == explained and run("export", str(path)).out == plain


def test_reasons_refer_to_their_own_variation(game_id: str) -> None:
    """Changes of belief are compared with the previous decision on the same line."""
    session = game_with_reports(game_id, 12)
    old = [reason_lines(session, number) for number in range(len(session.steps))]
    start = len(session.steps) // 2
    session.document.go_to(session.document.tree.line_to(session.here)[start - 1])
    continue_game(session, 6, seed=4)
    new = [reason_lines(session, number) for number in range(len(session.steps))]
    assert old[:start] == new[:start]
    text = as_text(record_of(session), why=True)
    for lines in new:
        assert all(f": {line}\n" in text for line in lines)


def test_why_option_is_refused_where_it_has_no_effect(home: Path, tmp_path: Path) -> None:
    path = tmp_path / f"game{files.SUFFIX}"
    path.write_bytes(files.encode_record(record_of(game_with_reports(fastcore.games()[0], 2))))
    for form in ("csv", "jsonl", "record"):
        result = run("export", str(path), "--to", form, "--why")
        assert result.status == 2 and result.err.count("\n") == 1 and "--why needs --to text" in result.err
    result = run("show", "--why")
    assert result.status == 2 and result.err.count("\n") == 1 and "--why needs one game" in result.err


def test_why_command_explains_the_hint(open_game: str) -> None:
    state = random_position(open_game, "why", 3)
    seats = ",".join(PERSON if seat == state.actor else strongest(open_game) for seat in range(state.seats))
    result = run("play", state.situation, "--seats", seats, "--seed", "1", typed="why\nhint\nwhy\nw\n")
    assert result.status == 0 and result.err == ""
    flat = " ".join(result.out.split())
    assert words.NO_REASONS in flat
    first, second = flat.split("Why the hint: ")[1:]
    assert first.split(" ")[0] == second.split(" ")[0] and ("This gives " in first or "It " in first)


def test_why_command_explains_the_last_bot_move(open_game: str) -> None:
    session = game_with_reports(open_game, 9, people=1)
    (line,) = why.explain(session, SharedScreen(session), None)
    number = max(number for number, step in enumerate(session.steps) if step.report)
    step = session.steps[number]
    assert step.actor == 1 and line.startswith(f"Why {boards.seat_name(session.state.info, 1)} in turn {step.turn}: ")
    assert all(text in line for text in reason_lines(session, number))


@pytest.mark.parametrize("game", COVERED_GAMES)
def test_bot_reasons_stay_hidden_until_the_game_ends(game: str) -> None:
    session = game_with_reports(game, 8, people=1)
    assert any(step.report for step in session.steps)
    assert list(why.explain(session, SharedScreen(session), None)) == [words.COVERED]
    point = session.viewpoint(0) if session.state.actor == 0 else session.viewpoint(session.state.actor)
    *_, hint = bots.make(strongest(game), 1).think(point)
    (line,) = why.explain(session, SharedScreen(session), (point.actor, hint))
    assert line.startswith("Why the hint: ") and line != words.NO_REASONS
    session.resign(0)
    (line,) = why.explain(session, SharedScreen(session), None)
    assert line.startswith("Why ") and line != words.COVERED
    bots_only = game_with_reports(game, 10)
    (line,) = why.explain(bots_only, SharedScreen(bots_only), None)
    assert line.startswith("Why ")


def test_bot_without_facts_has_no_reasons(game_id: str) -> None:
    session = Session(game_id, ["random"] * fastcore.start(game_id).seats, 1)
    while session.waits_for == "chance":
        session.draw_chance()
    session.play(
        session.state.move_text(session.state.moves()[0]), Report(session.state.move_text(session.state.moves()[0]))
    )
    assert list(why.explain(session, SharedScreen(session), None)) == ["random gave no reasons for its move."]
    assert as_text(record_of(session), why=True) == as_text(record_of(session))
