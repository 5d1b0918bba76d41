"""Tests of records exported as text, tables and JSON lines, and of moves parsed from texts."""

from __future__ import annotations

import csv
import io
import json
import random

import pytest

import fastcore
from bots.report import Candidate, Report
from fastcore import Stream
from tests.conftest import deep
from tests.records.test_records import random_session
from workbench.conformance.walks import random_game, random_position
from workbench.game.session import PERSON, Session
from workbench.storage.exporting import COLUMNS, as_csv, as_json_lines, as_text, plain_cell
from workbench.storage.importing import MoveListError, moves_in, record_from
from workbench.storage.session_records import record_of, session_of

FORMULA = '=HYPERLINK("http://x";"y")'


def test_exported_text_can_be_imported(game_id: str) -> None:
    for number in range(deep(5, 200)):
        session = random_session(game_id, number)
        session.document.annotations.set_comment(0, "The {game} #1\n( 12. xx )")
        record = record_of(session)
        text = as_text(record)
        main = [move.move for move in record.lines[0].moves]
        assert moves_in(text, session.document.start) == main
        imported = record_from(text)
        assert [move.move for move in imported.lines[0].moves] == main and imported.result == record.result
        assert all(f"# line {line}: after" in text for line in range(2, len(record.lines) + 1))
        assert text.splitlines()[0].startswith(f"# {session.state.info.title}, 20")
        assert all(f"{move.move}: Comment" in text for line in record.lines for move in line.moves if move.comment)


def test_positions_and_one_seat_records_can_be_imported(game_id: str) -> None:
    state = random_position(game_id, "text")
    session = Session(state.spec, [PERSON] * state.seats, 1, state.text())
    stream = Stream(1, "text")
    while len(session.steps) < 8 and session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(session.state.move_text(stream.choice(session.state.moves())))
    imported = session_of(record_from(as_text(record_of(session))))
    assert imported.document.start == state and imported.state == session.state
    seat = Session(game_id, [PERSON] * state.seats, 1, follows=1)
    for before, move in random_game(seat.spec, "one seat"):
        if observation := before.observation(move, 1):
            seat.play(observation)
    text = as_text(record_of(seat))
    assert "knows it." in text
    assert session_of(record_from(text, follows=1)).viewpoint(1).text() == seat.viewpoint(1).text()
    assert moves_in(text, seat.document.point_at(0)) == [step.move for step in seat.steps]


def test_move_lists_are_read_in_many_styles(game_id: str) -> None:
    pairs = [(state.turn, state.move_text(move)) for state, move in random_game(game_id, "written", max_moves=20)]
    moves, start = [move for _, move in pairs], fastcore.start(game_id)
    numbered = " ".join(f"{turn}.{move}" for turn, move in pairs)
    for text in (
        " ".join(moves),
        "\r\n".join(moves),
        f"\t{numbered}\n",
        " ".join(f"{turn}... {move}" for turn, move in pairs),
        "".join(f"{turn}. {move} {{so,\nso}} # words ( {{ 5.\n" for turn, move in pairs),
        f"{game_id}\n{' '.join(moves)}",
        f"# first\n{start.spec} {start.text()} # begins\n{' '.join(moves)}",
        f"{moves[0]} ( 1. zz {{)}} ( zz ) # )\n) {' '.join(moves[1:])}",
    ):
        assert moves_in(text, start) == moves
    assert moves_in("", start) == moves_in("# nothing\n", start) == []


def test_syntax_errors_report_line_and_column(game_id: str) -> None:
    moves = [state.move_text(move) for state, move in random_game(game_id, "faults", max_moves=4)]
    start, other_game = fastcore.start(game_id), next(game for game in fastcore.games() if game != game_id)
    cases = [
        (f"{moves[0]}\n  zz", 2, 3, "zz"),
        (f"{moves[0]} {{x\ny}} 7.zz", 2, 6, "zz"),
        (f"{moves[0]} {{x", 1, len(moves[0]) + 2, "} is missing"),
        ("( ( x )", 1, 1, ") is missing"),
        ("x )", 1, 3, "no variation begins"),
        ("}", 1, 1, "no comment begins"),
        (f"{other_game}\n", 1, 1, "a different position"),
        (f"# x\n {game_id}(nothing=1)\n", 2, 2, "spec: "),
        (f"{game_id} nonsense\n{moves[0]}", 1, 1, ""),
        ("\x00", 1, 1, "x00"),
    ]
    for text, line, column, reason in cases:
        with pytest.raises(MoveListError) as error:
            moves_in(text, start)
        assert (error.value.line, error.value.column) == (line, column) and reason in str(error.value)
        assert (
            str(error.value).startswith(f"line {line}, column {column}: ") and len(str(error.value).splitlines()) == 1
        )
    with pytest.raises(MoveListError, match="the first line must name the game"):
        record_from(" ".join(moves))
    assert [move.move for move in record_from(" ".join(moves), game_id).lines[0].moves] == moves


def test_random_texts_are_read_or_refused(game_id: str) -> None:
    rng = random.Random(1)
    text = as_text(record_of(random_session(game_id, 2)))
    start = fastcore.start(game_id)
    refused = 0
    for _ in range(deep(150, 5000)):
        characters = list(text[: rng.randrange(len(text))])
        for _ in range(rng.randrange(3)):
            characters.insert(rng.randrange(len(characters) + 1), rng.choice("{}()#\n 1.x\x00\u2028\ud7ff"))
        try:
            moves_in("".join(characters), start)
        except MoveListError as error:
            refused += 1
            assert len(str(error).splitlines()) == 1
    assert refused > 10


def test_tables_have_one_row_per_move(game_id: str) -> None:
    session = random_session(game_id, 4)
    value = (0.25,) * len(session.seats)
    session.document.go_to(0)
    while session.waits_for == "chance":
        session.draw_chance()
    move = session.state.move_text(session.state.moves()[0])
    session.play(move, Report(move, (Candidate(move, 7, value, 0, 0, (move,)),), 7), 1.5)
    session.document.annotations.set_comment(session.here, FORMULA)
    record = record_of(session)
    rows = list(csv.DictReader(io.StringIO(as_csv(record))))
    lines = [json.loads(line) for line in as_json_lines(record).splitlines()]
    moves = [(number, move) for number, line in enumerate(record.lines, 1) for move in line.moves]
    assert tuple(rows[0]) == COLUMNS and len(rows) == len(lines) == len(moves)
    for row, entry, (number, recorded_move) in zip(rows, lines, moves, strict=True):
        assert row["move"] == plain_cell(recorded_move.move) and entry["move"] == recorded_move.move
        assert int(row["line"]) == entry["line"] == number and int(row["number"]) == entry["number"]
        assert row["seat"] == ("chance" if entry["seat"] is None else str(entry["seat"] + 1))
        assert entry["comment"] == recorded_move.comment and row["comment"].endswith(recorded_move.comment)
        assert all(not cell or cell[0] not in "=+-@\t\r\n" for cell in row.values())
    decision = next(row for row in rows if row["simulations"])
    assert (decision["simulations"], decision["value"], decision["seconds"]) == ("7", "0.25", "1.5")
    assert decision["comment"] == f"'{FORMULA}"


def test_cells_never_start_a_formula() -> None:
    for text in ("=1", "+1", "-1", "@x", "\t=1", " =1", "\uff1d1"):
        assert plain_cell(text) == f"'{text}"
    assert plain_cell("a=1") == "a=1" and plain_cell("") == ""
