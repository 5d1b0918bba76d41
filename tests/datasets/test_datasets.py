"""Tests of data sets: their tables against the step model, and runs that are repeated, killed or refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fastcore
from fastcore import CHANCE, OVER
from fastcore.steps import SIMULTANEOUS, Steps, step_game
from tests.conftest import deep
from tests.kit.terminals import ROOT, error_line, run
from workbench.datasets.settings import DatasetError, Settings

pytest.importorskip("pyarrow")

from pyarrow import parquet as pq

from workbench.datasets import parquet
from workbench.datasets.columns import columns
from workbench.datasets.making import Progress, make_dataset
from workbench.datasets.players import DecidedGame, play

SMALL = {
    "herd": ("herd(size=2)", "mcts(simulations=8)"),
    "forest": ("forest", "mcts(simulations=4)"),
    "herbs": ("herbs(actions=2,rounds=2)", "equilibrium(simulations=20)"),
    "herbalism": ("herbalism(target=1)", "ismcts(simulations=8)"),
}
QUICK = Settings("herd(size=2)", "random", seed=3, shard=2)


def table(folder: Path) -> dict[str, Any]:
    """Return the columns of a data set: numpy arrays with their shapes, and lists of texts."""
    files = sorted(folder.glob("shard-*.parquet"))
    schema = pq.read_schema(files[0])
    found: dict[str, Any] = {}
    for name in schema.names:
        parts = [pq.read_table(file, columns=[name])[name].combine_chunks() for file in files]
        shape = (schema.field(name).metadata or {}).get(b"shape")
        if shape is not None:
            arrays = [part.flatten().to_numpy().reshape(-1, *json.loads(shape)) for part in parts]
            found[name] = np.concatenate(arrays)
        else:
            found[name] = [value for part in parts for value in part.to_pylist()]
    return found


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != ".lock"}


def test_rows_agree_with_the_step_model(game_id: str, tmp_path: Path) -> None:
    """Replay each game from the actions in its rows, and compare every row."""
    spec, bot = SMALL.get(game_id, (game_id, "random"))
    settings = Settings(spec, bot, random=0.2, opening=2, shard=2, recall=True)
    games = deep(2, 20)
    made = make_dataset(tmp_path, settings, games)
    rows = table(tmp_path)
    assert made.games == games and made.decisions == len(rows["game"]) and set(rows["game"]) == set(range(games))
    by_game: dict[int, list[int]] = defaultdict(list)
    for row, number in enumerate(rows["game"]):
        by_game[number].append(row)
    for number, listed in by_game.items():
        follow(rows, iter(listed), play(number, settings).game.moves)
    np.testing.assert_allclose(rows["shares"].sum(1), 1, atol=1e-5)
    assert not rows["shares"][rows["mask"] == 0].any(), "only legal actions have shares"
    assert np.abs(rows["values"].sum(1)).max() < 1e-5 and np.abs(rows["values"]).max() <= 1 + 1e-6
    assert set(rows["bot"]) == {settings.bot} and set(rows["spec"]) == {spec} and set(rows["seed"]) == {1}
    searched = [row for row, simulations in enumerate(rows["simulations"]) if simulations]
    assert (searched and any(0 < rows["shares"][row].max() < 1 for row in searched)) or bot == "random"
    assert any(choice != action for choice, action in zip(rows["choice"], rows["action"], strict=True))


def follow(rows: dict[str, Any], listed: Any, moves: list[int]) -> None:
    """Compare the rows of one game with its history. `moves` are only for chance."""
    first = fastcore.start(rows["spec"][0])
    steps, count, outcomes = Steps(first.spec), 0, []
    for move in moves:
        if first.actor == CHANCE:
            outcomes.append(move)
        first.play(move)
    chance = iter(outcomes)
    while steps.actor != OVER:
        if steps.actor == CHANCE:
            steps.play_outcome(next(chance))
            count += 1
            continue
        chosen = {}
        for seat in steps.acting:
            row = next(listed)
            assert (rows["seat"][row], rows["step"][row]) == (seat, count)
            assert rows["observation"][row] == steps.observation(seat)
            assert rows["information_state"][row] == steps.information_state(seat)
            assert np.array_equal(rows["tensor"][row], steps.seen(seat).tensor(seat))
            assert np.array_equal(rows["mask"][row], steps.mask(seat))
            assert rows["action_text"][row] == steps.action_text(seat, rows["action"][row])
            assert {rows["choice"][row], rows["action"][row]} <= set(steps.legal_actions(seat))
            assert np.array_equal(rows["returns"][row], np.array(first.returns(), np.float32))
            assert tuple(rows["points"][row]) == first.points()
            chosen[seat] = rows["action"][row]
        if steps.actor == SIMULTANEOUS:
            steps.play_together(chosen)
        else:
            steps.play(chosen[steps.actor])
        count += 1
    assert next(listed, None) is None and next(chance, None) is None


def test_shares_are_the_visits_of_the_bot() -> None:
    """A search from scratch with the seed of the bot gives the same shares."""
    settings = Settings("herd(size=3)", "mcts(simulations=40)")
    decided = play(0, settings)
    state = fastcore.start(settings.spec)
    for move in decided.game.moves:
        if state.actor >= 0:
            break
        state.play(move)
    from bots import make

    thought = decided.thoughts[0]
    bot: Any = make(settings.bot, fastcore.Stream(1, "data set", 0, thought.seat).below(2**32))
    *_, report = bot.think(state.viewpoint(state.actor))
    rows = bot.search.root()
    assert thought.shares == {int(row["move"]): int(row["visits"]) / 40 for row in rows if row["visits"]}
    assert thought.choice == state.parse_move(report.move) and thought.values == report.candidates[0].value


def test_tables_do_not_depend_on_processes(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    reports: list[Progress] = []
    made = make_dataset(one, QUICK, 5, 1, reports.append)
    assert [(report.complete, report.shards) for report in reports] == [(1, 3), (2, 3), (3, 3)]
    assert made == make_dataset(two, QUICK, 5, 2) and made.decisions == sum(report.decisions for report in reports)
    assert contents(one) == contents(two)
    assert make_dataset(two, QUICK, 5) == made and contents(one) == contents(two), "a complete data set stays"
    other = make_dataset(tmp_path / "other", Settings("herd(size=2)", "random", seed=4, shard=2), 5)
    assert other.games == 5 and contents(tmp_path / "other") != contents(one)


def test_data_set_can_grow_and_repairs_damaged_files(tmp_path: Path) -> None:
    whole, grown = tmp_path / "whole", tmp_path / "grown"
    make_dataset(whole, QUICK, 6)
    make_dataset(grown, QUICK, 3)
    with pytest.raises(DatasetError, match="more than 2 games"):
        make_dataset(grown, QUICK, 2)
    make_dataset(grown, QUICK, 5)
    with pytest.raises(DatasetError, match="more than 1 games"):
        make_dataset(grown, QUICK, 1)
    damaged = grown / "shard-00001.parquet"
    damaged.write_bytes(damaged.read_bytes()[:-20])
    (grown / "shard-00002.123.part").write_bytes(b"unfinished")
    make_dataset(grown, QUICK, 6)
    assert contents(grown) == contents(whole)


def test_smaller_data_set_leaves_no_later_files(tmp_path: Path) -> None:
    """A run of several processes may end with later files complete and earlier ones missing."""
    make_dataset(tmp_path, QUICK, 6)
    (tmp_path / "shard-00001.parquet").unlink()
    with pytest.raises(DatasetError, match="more than 2 games"):
        make_dataset(tmp_path, QUICK, 2)
    assert make_dataset(tmp_path, QUICK, 6).games == 6


@pytest.mark.parametrize(
    ("changes", "numbers"),
    [
        ({}, (0, 1)),
        ({}, (-3, 1)),
        ({}, (2, 0)),
        ({"shard": 0}, (2, 1)),
        ({"random": 1.5}, (2, 1)),
        ({"opening": -1}, (2, 1)),
        ({"seed": -1}, (2, 1)),
    ],
)
def test_number_out_of_range_is_one_line(changes: dict[str, Any], numbers: tuple[int, int], tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="must be") as error:
        make_dataset(tmp_path / "set", replace(QUICK, **changes), *numbers)
    assert "\n" not in str(error.value) and not (tmp_path / "set").exists()


def test_rows_are_written_while_games_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than one game and one row group are in memory."""
    monkeypatch.setattr(parquet, "MAX_ROWS", 4)
    monkeypatch.setattr(parquet, "MIN_ROWS", 1)
    written: list[int] = []
    take = parquet.Group.take

    def counted(group: parquet.Group, kinds: Any) -> Any:
        written.append(group.size)
        return take(group, kinds)

    monkeypatch.setattr(parquet.Group, "take", counted)
    decisions = 0

    def games() -> Iterator[DecidedGame]:
        nonlocal decisions
        for number in range(6):
            decided = play(number, QUICK)
            decisions += len(decided.thoughts)
            yield decided
            assert decisions - 4 < sum(written) <= decisions, "the rows of this game are written"

    total = parquet.ParquetWriter(QUICK).write(tmp_path / "a.parquet", games())
    groups = pq.ParquetFile(tmp_path / "a.parquet").metadata
    assert sum(written) == groups.num_rows == total == decisions and groups.num_row_groups == len(written)
    assert set(written[:-1]) == {4}


def test_killed_run_continues(tmp_path: Path) -> None:
    """Kill a run with two processes, and continue it. The tables are those of a run without a stop."""
    settings = Settings("herd(size=2)", "random", shard=deep(10, 100))
    words = [settings.spec, str(tmp_path / "killed"), "--bot", "random", "--shard", str(settings.shard)]
    command = [sys.executable, "-m", "workbench", "dataset", *words, "--games", str(100 * settings.shard)]
    program = subprocess.Popen([*command, "--processes", "2"], cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        while len(list((tmp_path / "killed").glob("*.parquet"))) < 2:
            assert program.poll() is None
            time.sleep(0.005)
    finally:
        program.send_signal(signal.SIGKILL)
        program.wait()
    complete = {name: text for name, text in contents(tmp_path / "killed").items() if name.endswith(".parquet")}
    assert 2 <= len(complete) < 100
    total = (len(complete) + 3) * settings.shard
    make_dataset(tmp_path / "killed", settings, total)
    make_dataset(tmp_path / "whole", settings, total)
    whole = contents(tmp_path / "whole")
    assert all(whole.get(name) == text for name, text in complete.items() if name in whole)
    assert contents(tmp_path / "killed") == whole


def test_another_program_keeps_out(tmp_path: Path) -> None:
    from workbench.system.locks import Lock

    lock = Lock(tmp_path / ".lock")
    assert lock.acquire()
    with pytest.raises(DatasetError, match="another program"):
        make_dataset(tmp_path, QUICK, 2)
    lock.release()
    assert make_dataset(tmp_path, QUICK, 2).games == 2


def test_full_disk_is_one_line_and_complete_files_stay(tmp_path: Path) -> None:
    """A file size limit simulates the full disk."""
    folder = tmp_path / "a"
    make_dataset(folder, Settings("herd(size=2)", "random", shard=20), 20)
    before = (folder / "shard-00000.parquet").read_bytes()
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (8000, 8000)); "
        "from workbench.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    words = ["dataset", "herd(size=2)", str(folder), "--bot", "random", "--shard", "20", "--games", "40"]
    result = subprocess.run(
        [sys.executable, "-c", limited, *words], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert result.returncode == 2 and result.stderr.count("\n") == 1, result.stderr
    assert "shard-00001.parquet: it cannot be written: File too large" in result.stderr
    assert (folder / "shard-00000.parquet").read_bytes() == before and not list(folder.glob("*.part"))


def test_command_line(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    words = ("dataset", "herd(size=2)", str(folder), "--bot", "greedy", "--shard", "2", "--opening", "4", "--recall")
    ran = run(*words, "--games", "3")
    assert (ran.status, ran.err) == (0, "")
    rows = pq.ParquetFile(folder / "shard-00000.parquet").metadata.num_rows
    assert ran.out.startswith(f"{folder} is complete. Games: 3; decisions: ") and ran.out.endswith("; files: 2.\n")
    data = json.loads(run(*words, "--games", "3", "--json").out)
    assert data["games"] == 3 and data["shards"] == 2 and data["decisions"] > rows
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert f"Games of `herd(size=2)` by Mark Steere: 3. Decisions: {data['decisions']:,}. Files: 2." in page
    assert '--bot "greedy" --games 3 --shard 2 --opening 4 --recall' in page
    settings = Settings("herd(size=2)", "greedy", shard=2, opening=4, recall=True)
    for column in columns(step_game("herd(size=2)"), settings):
        assert f"| `{column.name}` | {column.kind} |" in page
    changed = run(*words, "--games", "3", "--seed", "9")
    assert error_line(changed) == (
        f"herbarium: dataset: {folder} has games with seed 1, not 9: choose another folder\n"
    )


def test_wrong_command_lines_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "settings.json").write_text("{")
    new = str(tmp_path / "new")
    cases = [
        (["chess", new], "there is no game 'chess'"),
        (["herd(size=1)", new], "size"),
        (["herd 4/5", new], "without a position"),
        (["herd", new, "--bot", "nobody"], "there is no bot 'nobody'"),
        (["herd", new, "--bot", "equilibrium"], "equilibrium cannot play herd; the bots are beginner"),
        (["herd", new, "--bot", "mcts(seconds=1)"], "use simulations"),
        (["herd", new, "--bot", "mcts(threads=2,shared=on)"], "threads that share"),
        (["herd", new, "--bot", "./mine.py:Mine"], "not a file or a program"),
        (["herd", new, "--games", "0"], "whole number from 1"),
        (["herd", new, "--random", "2"], "from 0 to 1"),
        (["herd", str(tmp_path / "full")], "choose an empty or new folder"),
        (["herd", str(tmp_path / "file")], "file"),
        (["herd", str(tmp_path / "damaged")], "cannot be read: choose another folder"),
    ]
    for words, reason in cases:
        assert reason in error_line(run("dataset", *words)), words
    assert not (tmp_path / "new").exists() and os.listdir(tmp_path / "full") == ["mine.txt"]


def test_failing_bot_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("no idea")

    monkeypatch.setattr("bots.policies.Random.think", fail)
    assert "no idea" in error_line(run("dataset", "herd(size=2)", str(tmp_path / "a"), "--bot", "random"))


def test_missing_library_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("dataset", "herd", str(tmp_path / "a"))
    assert result.err == "herbarium: dataset: herbarium dataset needs pyarrow: pip install 'herbarium[dataset]'\n"
    assert result.status == 2 and not (tmp_path / "a").exists()
