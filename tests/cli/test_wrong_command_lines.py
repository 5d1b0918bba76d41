"""Tests that wrong command lines and files are refused with one line."""

from __future__ import annotations

import random
from argparse import ArgumentTypeError
from pathlib import Path

import pytest

import bots
import fastcore
from tests.bots.test_own_bots import write_bot_file
from tests.conftest import deep
from tests.kit.payloads import archive_with, write_record
from tests.kit.terminals import Result, error_line, fake_measurements, run, run_process, shortest_spec, speed_up_bots
from workbench.cli.matches import options
from workbench.cli.puzzles import puzzles
from workbench.cli.shared import readers
from workbench.conformance.damage import damage_text
from workbench.conformance.walks import random_position
from workbench.system.language import formats
from workbench.system.language.forms import form_of


def test_missing_core_prints_one_line() -> None:
    for line in (["play"], ["bots"], ["perft", "x", "1"]):
        assert "HERBARIUM_BUILD is 'none'; it must be one of" in error_line(run_process(*line, HERBARIUM_BUILD="none"))


def test_play_explains_unsuitable_file(tmp_path: Path) -> None:
    archive, text, record = (
        archive_with(tmp_path / "points.matches", ("random", "greedy")),
        tmp_path / "huge.txt",
        tmp_path / "g.herbarium",
    )
    text.write_text("hello")
    assert run("play", str(archive)).err == (
        f"herbarium: play: {archive} is an archive of matches; play opens one game. List its games: "
        f"herbarium show {archive} --games. "
        f"Save one as a file: herbarium export {archive} --match 1 --game 1 --to record --output game.herbarium\n"
    )
    result = run("play", str(text))
    assert (
        result.status == 2
        and result.err.startswith(f"herbarium: play: {text} is not a Herbarium record. ")
        and "mend" not in result.err
    )
    assert "it is a folder" in run("play", str(tmp_path)).err
    write_record(record, ["person", "greedy"])
    (tmp_path / "renamed").write_bytes(record.read_bytes())
    assert "renamed is a record, but its name does not end in .herbarium" in run("play", str(tmp_path / "renamed")).err
    result = run("play", "herd(size=2)", "--bot", "random", "--record", str(record))
    assert (
        result.status == 2
        and f"{record} already has a game. To continue it: herbarium play {record}. For a new game, name another file"
        in result.err
    )
    assert "leave out these options" in run("play", str(record), "--seed", "3").err
    assert run("play", f"{tmp_path}/./{record.name}", typed="").status == 0


@pytest.mark.parametrize(
    ("words", "name", "near"),
    [
        (["play", "chess"], "there is no game 'chess'", ""),
        (["play", "herb"], "there is no game 'herb'", "herbs"),
        (["analyse", "missing.file"], "there is no file or game 'missing.file'", ""),
        (["analyse", "hurd(size=3) 3/4/5/4/r2 r 1 - -", "--seat", "1"], "there is no game 'hurd'", "herd"),
        (["perft", "chess(size=4) 4/5", "1"], "there is no game 'chess'", ""),
        (["match", "chess", "--bots", "greedy,random"], "there is no game 'chess'", ""),
        (["calibrate", "chess"], "there is no game 'chess'", ""),
    ],
)
def test_unknown_game_lists_games_and_suggests_only_near_names(words: list[str], name: str, near: str) -> None:
    result = run(*words)
    games = ", ".join(fastcore.games())
    question = f"; did you mean {near}?" if near else ""
    assert (result.status, result.err) == (2, f"herbarium: {words[0]}: {name}; the games are {games}{question}\n")


def test_wrong_command_line_prints_one_line(game_id: str, tmp_path: Path) -> None:
    broken = write_bot_file(tmp_path, "class Mine(:")
    seats = fastcore.start(game_id).seats
    cases: list[tuple[list[str], str]] = [
        (["paly"], "invalid choice: 'paly'"),
        (["--nothing"], "verb"),
        (["play", "nothing"], "play: there is no game 'nothing'; the games are"),
        (["play", f"{game_id}("], "play: spec: "),
        (["play", f"{game_id} x"], "play: position: "),
        (["play", game_id, "--position", "x"], "play: position: "),
        (["play", fastcore.start(game_id).situation, "--position", "x"], "not both"),
        (["play", game_id, "--seats", "person"], f"--seats names 1; this game has {seats}"),
        (["play", game_id, "--seats", "," * (seats - 1)], "the player of seat 1 is missing"),
        (["play", game_id, "--seats", "x", "--bot", "y"], "give --seats or --bot, not both"),
        (["play", game_id, "--bot", "nobody"], "no bot 'nobody'; the bots are"),
        (["play", game_id, "--bot", "mcts(simulations=0)"], "simulations is '0'; it must be"),
        (["play", game_id, "--bot", broken], "cannot be loaded: SyntaxError"),
        (["play", game_id, "--bot", "./no.py:Mine"], "there is no such file"),
        (["play", game_id, "--bot", "./mine.py"], "./mine.py: add the name of the class, such as ./mine.py:Mine"),
        (["play", game_id, "--seed", "x"], "--seed: 'x' is not a whole number"),
        (["play", game_id, "--seed", "-1"], "-1"),
        (["play", game_id, "--seed", "9" * 50], "is not a whole number from 0 to"),
        (["play", game_id, "extra"], "unrecognized arguments: extra"),
        (["bots", "nobody"], "bots: there is no bot 'nobody'"),
        (["bots", "--game", "nothing"], "bots: --game: spec: there is no game"),
        (["bots", "random", "--game", "nothing"], "bots: --game: spec: there is no game"),
        (["perft"], "required: situation, depth"),
        (["perft", game_id], "required: depth"),
        (["perft", game_id, "65"], "depth: '65' is not a whole number from 0 to 64"),
        (["perft", game_id, "1.5"], "depth: '1.5'"),
        (["perft", f"{game_id} x", "1"], "perft: position: "),
        (["bench", "nothing"], "bench: there is no game 'nothing'; the games are"),
        (["bench", "--seconds", "0"], "--seconds: '0' is not a number of seconds"),
        (["bench", "--seconds", "nan"], "--seconds"),
        (["bench", "--against"], "expected one argument"),
    ]
    for line, reason in cases:
        assert reason in error_line(run(*line)), line


def test_unprintable_command_line_prints_one_line() -> None:
    result = run_process("play", "two\nlines \udcff\x1b[31m")
    assert error_line(result) and result.out == ""


def test_closed_output_pipe_is_no_error() -> None:
    result = run_process(
        "bots", before="import os; sys.stdout.flush(); os.close(1); r, w = os.pipe(); os.close(r); os.dup2(w, 1)"
    )
    assert result == Result(0, "", "")


def alternating_seats(game: str, first: str, second: str) -> str:
    """Return two players who alternate on all seats. Greedy replaces the second if mcts cannot play the game."""
    second = second if "mcts" in bots.names(game) else "greedy"
    return ",".join([first, second][seat % 2] for seat in range(fastcore.start(game).seats))


def test_random_command_lines_print_one_line_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    speed_up_bots(monkeypatch)
    chance = random.Random(11)
    perft = fastcore.perft
    monkeypatch.setattr(fastcore, "perft", lambda state, depth: perft(state, min(depth, 2)))
    fake_measurements(monkeypatch)
    for game in fastcore.games():
        position = random_position(shortest_spec(game), "lines").text()
        lines = [
            ["play", shortest_spec(game), "--bot", "random", "--seed", "3"],
            [
                "play",
                shortest_spec(game),
                "--seats",
                alternating_seats(game, "person", "mcts(simulations=20,threads=1)"),
                "--position",
                position,
            ],
            ["play", f"{shortest_spec(game)} {position}", "--seats", alternating_seats(game, "greedy", "mcts:gentle")],
            ["bots", "mcts:gentle", "--json"],
            ["bots", "--game", shortest_spec(game)],
            ["perft", f"{shortest_spec(game)} {position}", "2", "--split"],
            ["perft", shortest_spec(game), "1", "--json"],
            ["bench", game, "--seconds", "0.01"],
            ["--version"],
        ]
        statuses = {0: 0, 2: 0}
        for _ in range(deep(100, 50_000)):
            line = list(chance.choice(lines))
            for _ in range(chance.randint(1, 2)):
                index = chance.randrange(len(line))
                kind = chance.randrange(6)
                if kind == 0:
                    del line[index]
                elif kind == 1:
                    line.insert(index, chance.choice(chance.choice(lines)))
                else:
                    line[index] = damage_text(line[index], chance)
                line = line or ["bots"]
            result = run(*line, typed="moves\nquit\n")
            assert result.status in statuses, (line, result)
            statuses[result.status] += 1
            if result.status == 2:
                assert error_line(result)
            else:
                assert result.err in ("", "counting stops at a deal: start from a position after it\n"), (line, result)
        assert min(statuses.values()) > deep(5, 20)


def test_options_accept_a_decimal_comma_where_the_language_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for read, wrong in ((readers.seconds, "9999,5"), (options.number(0, 10), "10,5"), (puzzles.points, "0,25")):
        with pytest.raises(ArgumentTypeError, match="'0,5' is not a number"):
            read("0,5")
        with monkeypatch.context() as patch:
            patch.setattr(formats, "_form", form_of("fr"))
            assert read("0,5") == read("0.5") == 0.5
            with pytest.raises(ArgumentTypeError, match=f"'{wrong}' is not a number"):
                read(wrong)
