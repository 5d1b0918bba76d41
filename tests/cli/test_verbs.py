"""Tests of the terminal commands `--version`, `--help`, `bots`, `perft` and `bench`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

import bots
import fastcore
from tests.bots.test_own_bots import GOOD_BOT, write_bot_file
from tests.kit.terminals import Result, error_line, fake_measurements, run, run_process, shortest_spec
from workbench import boards
from workbench.cli.measuring import measure
from workbench.conformance.walks import option_specs, random_position
from workbench.system.version import version

VERBS = ("play", "bots", "perft", "bench")


def test_version_names_version_and_build() -> None:
    result = run("--version")
    assert result == Result(0, f"Herbarium {version()} (core {fastcore.BUILD})\n", "") and re.fullmatch(
        r"\d+\.\d+\.\d+", version()
    )
    broken = run_process("--version", HERBARIUM_BUILD="none")
    assert broken.status == 0 and "no core: HERBARIUM_BUILD is 'none'" in broken.out and broken.err == ""


def test_option_meanings_are_aligned_with_header() -> None:
    lines = run("bots", "mcts").out.splitlines()
    head = next(line for line in lines if line.split()[:1] == ["option"])
    for option in bots.bot_class("mcts").options:
        (row,) = (line for line in lines if line.split()[:1] == [option.name])
        assert row.index(option.meaning[:12], row.index(option.allowed) + len(option.allowed)) == head.index("meaning")


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_help_is_printed(verb: str) -> None:
    result = run(*([verb] if verb else []), "--help")
    assert result.status == 0 and result.err == "" and "usage: herbarium" in result.out
    for name in VERBS if not verb else ():
        assert name in result.out


def test_commands_load_only_needed_modules() -> None:
    heavy = (
        "tkinter",
        "ttkbootstrap",
        "PIL",
        "rich",
        "numpy",
        "bots",
        "platformdirs",
        "workbench.gui",
        "workbench.boards",
    )
    print_modules = "import atexit; atexit.register(lambda: print('LOADED', *sys.modules))"
    allowed = {
        ("--version",): ((), heavy),
        ("--help",): ((), ("fastcore", "workbench.cli.verbs.play", *heavy)),
        ("play",): (("bots", "workbench.boards"), heavy),
        ("bots", "random"): (("rich", "bots"), heavy),
    }
    for line, (needed, watched) in allowed.items():
        loaded = run_process(*line, before=print_modules).out.split("LOADED ")[1].split()
        assert set(needed) == set(watched) & set(loaded), line
    before = f"{print_modules}\nimport workbench.__main__; sys.exit()"
    loaded = run_process(before=before).out.split("LOADED ")[1].split()
    assert not {"argparse", "fastcore", *heavy} & set(loaded), "the commands come before the window"


def test_newcomers_game_opens_without_arguments() -> None:
    assert f"{boards.newcomers_spec()} · Red person, Blue beginner" in run("play", typed="").out.splitlines()[0]
    assert "Red person, Blue random" in run("play", "--bot", "random", typed="").out.splitlines()[0]


def test_table_opens_without_arguments_and_window() -> None:
    game = fastcore.info(boards.newcomers_spec().partition("(")[0])
    for result, reason in (
        (run_process(DISPLAY=None), "There is no display. "),
        (
            run_process(before="sys.modules['tkinter'] = sys.modules['_tkinter'] = None", DISPLAY=":0"),
            "This Python has no tkinter. ",
        ),
    ):
        assert result.status == 0 and game.title in result.out and game.designer in result.out
        assert len(result.err.splitlines()) == 1 and result.err.startswith(reason)
    blocked = run_process(before="sys.modules['ttkbootstrap'] = None", DISPLAY=":0")
    assert blocked.status == 0 and game.title in blocked.out and "The window cannot be loaded (" in blocked.err
    result = run_process(DISPLAY=":98765")
    assert (
        result.status == 0
        and game.title in result.out
        and "Traceback" not in result.err
        and "opens in the terminal" in result.err
    )


def test_bots_are_listed(game_id: str) -> None:
    result = run("bots")
    for name in (*bots.LEVELS, "adaptive", *bots.names()):
        assert name in result.out and bots.bot_class(name).meaning in result.out
        description = run("bots", name)
        for option in bots.bot_class(name).options:
            assert (
                option.name in description.out
                and option.meaning in description.out
                and option.allowed in description.out
            )
        for preset in bots.bot_class(name).presets:
            assert f"{name}:{preset}" in description.out and preset in result.out
    listed = json.loads(run("bots", "--json", "--game", game_id).out)
    assert [bot["name"] for bot in listed] == [*bots.LEVELS, "adaptive", *bots.names(game_id)]
    data = json.loads(run("bots", bots.strongest(game_id), "--json").out)
    kind = bots.bot_class(bots.strongest(game_id))
    assert [option["name"] for option in data["options"]] == [option.name for option in kind.options]
    assert set(data["presets"]) == set(kind.presets)


def test_bot_from_file_is_described(tmp_path: Path) -> None:
    text = write_bot_file(tmp_path, GOOD_BOT)
    result = run("bots", text)
    assert result.status == 0 and "the move at a place in the list" in result.out and "its place" in result.out
    assert "must be a whole number from 0 to 99" in error_line(run("bots", f"{text}(at=100)"))


def test_perft_prints_counts(game_id: str) -> None:
    states = [
        fastcore.start(option_specs(game_id)[1]),
        *(random_position(shortest_spec(game_id), "perft", number) for number in range(4)),
    ]
    for state in states:
        for depth in (0, 1, 2):
            result = run("perft", state.situation, str(depth))
            count = fastcore.perft(state, depth)
            assert result.status == 0 and result.out.startswith(f"perft({depth}) = {count:,} in ")
            assert any(
                reason in result.err
                for reason in ("counting stops at a deal", "the game is over here", "no sequence has this length")
            ) == (count == 0)
        data = json.loads(run("perft", state.situation, "2", "--split", "--json").out)
        assert data["count"] == count == sum(data["split"].values()) and data["situation"] == state.situation
        chances = [] if state.info.has.deals else state.chances()  # perft ends at a deal
        names = [state.move_text(move) for move in state.moves() or [move for move, _ in chances]]
        assert list(data["split"]) == names
        listed = run("perft", state.situation, "2", "--split").out
        assert all(re.search(rf"^ {re.escape(name)} +[\d,]+ *$", listed, re.MULTILINE) for name in names)
    assert (
        json.loads(run("perft", shortest_spec(game_id), "1", "--json").out)["situation"]
        == fastcore.start(shortest_spec(game_id)).situation
    )


@pytest.mark.slow
def test_bench_measures_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "SIMULATIONS", 2000)
    monkeypatch.setattr(measure, "HIDDEN", 100)
    monkeypatch.setattr(measure, "MIDDLES", 4)
    data = json.loads(run("bench", "--json", "--seconds", "0.02").out)
    specs = [spec for game in fastcore.games() for spec in fastcore.info(game).bench]
    assert data["build"] == fastcore.BUILD and [row["spec"] for row in data["playouts"]] == specs
    for row in data["playouts"]:
        expected = fastcore.playouts(fastcore.start(row["spec"]), 2000, 99)
        # a wide tolerance: few games fit into such a short time, and game lengths vary
        assert row["turns_per_game"] == pytest.approx(expected.turns, rel=0.4)
        assert row["decisions_per_game"] == pytest.approx(expected.moves, rel=0.4)
        assert row["decisions_per_second"] == pytest.approx(row["playouts_per_second"] * row["decisions_per_game"])
        assert row["nanoseconds_per_decision"] == pytest.approx(1e9 / row["decisions_per_second"])
        assert 0 < row["playouts_per_second"] < 1e8
    assert [(row["spec"], row["engine"], row["place"], row["threads"]) for row in data["search"]] == [
        (spec, engine, place, threads)
        for spec in specs
        for engine in fastcore.ENGINES
        if fastcore.Search.fits(fastcore.start(spec), engine)
        for place, threads in (("opening", 1), ("middle", 1), *([("middle", 2)] if engine == "tree" else []))
    ]
    assert [row["spec"] for row in data["observations"]] == [
        spec for spec in specs if fastcore.start(spec).info.has.covered
    ]
    secret = [spec for spec in specs if fastcore.Search.fits(fastcore.start(spec), "equilibrium")]
    assert secret and [row["spec"] for row in data["payoffs"]] == secret
    for row in data["payoffs"]:
        assert 0 < row["mean_ms"] <= row["worst_ms"] and 0 < row["refined_mean_ms"] <= row["refined_worst_ms"]
        assert row["matrices"] >= 1 and 0 < row["deviation"] < 1
        state = measure.middle_positions(row["spec"])[0]
        for seat in range(2):
            plans = measure.find_plans(state, seat)
            assert len(set(plans)) == len(plans) == measure.PLANS
    for row in data["search"]:
        assert row["simulations_per_second"] > 0 and row["bytes_per_simulation"] > 0
        assert row["searches"] >= 1 and ("times_one_thread" in row) == (row["threads"] > 1)
        states = measure.middle_positions(row["spec"])
        assert states == measure.middle_positions(row["spec"]) and len(set(states)) == measure.MIDDLES
        assert all(len(state.moves()) > 1 for state in states) and measure.first_decision(row["spec"]).actor >= 0
    for game in {fastcore.games()[0], fastcore.start(secret[0]).info.id}:
        output = run("bench", game, "--seconds", "0.01").out
        assert fastcore.BUILD in output and all(spec in output for spec in fastcore.info(game).bench)
        assert ("Payoff matrices of 24 by 24 plans" in output) == (game == fastcore.start(secret[0]).info.id)


def yardstick(folder: Path, script: str) -> str:
    folder.mkdir(exist_ok=True)
    program = folder / "run"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return str(folder)


@pytest.mark.sample(1)
@pytest.mark.skipif(sys.platform == "win32", reason="a shell script is no program there")
def test_bench_compares_with_another_program(game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "SIMULATIONS", 500)
    monkeypatch.setattr(measure, "HIDDEN", 100)
    monkeypatch.setattr(measure, "MIDDLES", 4)
    specs = fastcore.info(game_id).bench
    sizes = {spec: size for spec in specs if (size := whole_option(spec)) is not None}
    lines = [
        (
            f"base {size} cells {size * 7} |  {1000 * size}.5 playouts/s  44M moves/s | turns mean {size}.5 sd 2 | "
            f"moves/game {size}7.8 caps"
        )
        for size in sizes.values()
    ]
    noise = [
        "base x",
        "base 99 cells 1 | 7 playouts/s",
        *(f"base {size} open sims=2,ev=1 9999 sims/s nodes 5 bytes/sim 3" for size in sizes.values()),
        *(
            f"base {size} mid  sims=2,ev=1,c=0.4   {size}000 sims/s  nodes 5 edges 7 bytes/sim {size}"
            for size in sizes.values()
        ),
        "playouts/s",
    ]
    script = f"test \"$1\" = {game_id} || exit 3\ncat <<'END'\n" + "\n".join([*noise, *lines]) + "\nEND"
    data = json.loads(
        run("bench", game_id, "--seconds", "0.01", "--against", yardstick(tmp_path / "yard", script), "--json").out
    )
    for row in data["playouts"]:
        size = sizes.get(row["spec"])
        assert ("ratio" in row) == (size is not None)
        if size is not None:
            assert row["yardstick_playouts_per_second"] == 1000 * size + 0.5
            reference_speed = (1000 * size + 0.5) * (10 * size + 7.8)
            assert row["ratio"] == pytest.approx(row["decisions_per_second"] / reference_speed)
            assert (row["yardstick_turns_per_game"], row["yardstick_decisions_per_game"]) == (
                size + 0.5,
                10 * size + 7.8,
            )
    for row in data["search"]:
        size = sizes.get(row["spec"])
        compared = size is not None and (row["engine"], row["place"], row["threads"]) == ("tree", "middle", 1)
        assert ("ratio" in row) == compared
        if size is not None and compared:
            assert row["yardstick_bytes_per_simulation"] == size
            assert row["ratio"] == pytest.approx(row["simulations_per_second"] / (1000 * size))
    fake_measurements(monkeypatch)
    output = run("bench", game_id, "--seconds", "0.01", "--against", str(tmp_path / "yard")).out
    assert "ratio" in output and all(f"{1000 * size + 0.5:,.0f}" in output for size in sizes.values())
    standard_output = (
        f"echo '{game_id} | 5000 playouts/s 7M actions/s | turns mean 8.5 | actions/game 9.5'; "
        "echo 'nonsense | 1 playouts/s'"
    )
    data = json.loads(
        run(
            "bench", game_id, "--seconds", "0.01", "--against", yardstick(tmp_path / "usual", standard_output), "--json"
        ).out
    )
    assert [row.get("yardstick_decisions_per_game") for row in data["playouts"]] == [
        9.5 if row["spec"] == game_id else None for row in data["playouts"]
    ]
    none = run("bench", game_id, "--seconds", "0.01", "--against", yardstick(tmp_path / "none", "echo base 77"))
    assert none.status == 0 and "printed no line" in none.out
    for folder, script, reason in (
        ("fails", "echo building; echo 'g++: not found' >&2; exit 5", "ended with status 5: g++: not found"),
        ("silent", "exit 1", "ended with status 1: it prints no message"),
    ):
        assert reason in error_line(
            run("bench", game_id, "--seconds", "0.01", "--against", yardstick(tmp_path / folder, script))
        )
    (tmp_path / "silent" / "run").chmod(0o644)
    assert "cannot be run" in error_line(
        run("bench", game_id, "--seconds", "0.01", "--against", str(tmp_path / "silent"))
    )
    for folder in (str(tmp_path), "/no such folder", ""):
        assert "has no file run" in error_line(run("bench", game_id, "--against", folder))


def whole_option(spec: str) -> int | None:
    """Return the value of a spec's first whole-number option, parsed from its text."""
    option = next(
        (candidate for candidate in fastcore.info(spec.partition("(")[0]).options if candidate.kind == "whole"), None
    )
    if option is None:
        return None
    match = re.search(rf"\b{option.name}=(\d+)", spec)
    return int(match[1] if match else option.default)
