"""Tests of `herbarium match` and related commands: output, resumed matches and refused options."""

from __future__ import annotations

import json
import platform
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tests.kit.matches import EVIL, misbehaving_bot, without_processes
from tests.kit.terminals import ROOT, run
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.database_files import sibling
from workbench.matches.archive.description import match_title
from workbench.matches.planning.plan import Kind, Plan
from workbench.records import files
from workbench.records.files import SUFFIX

QUICK = ("herd(size=2)", "--bots", "random,greedy", "--seed", "1", "--salt", "5a17", "--jobs", "1")


def match(path: Path, *words: str) -> list[str]:
    """Play a match without processes; other tests here start them."""
    with without_processes():
        result = run("match", *QUICK, "--archive", str(path), *words)
    assert result.status == 0 and result.err == "", result.err
    return result.out.splitlines()


def without_times(lines: list[str]) -> list[str]:
    """Return result lines without durations and paths."""
    return [line.strip().rsplit(" ", 1)[0] for line in lines[3:-1] if not line.startswith("Per decision")]


@pytest.fixture(scope="module")
def two_matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an archive with a match of two bots and a tournament of three."""
    path = tmp_path_factory.mktemp("matches") / "a.matches"
    match(path, "--blocks", "3")
    words = ("tournament", "forest", "--bots", "random,greedy,random", "--blocks", "1", "--seed", "2", "--jobs", "1")
    with without_processes():
        result = run(*words, "--archive", str(path))
    assert result.status == 0, result.err
    return path


def test_match_prints_result_and_can_be_extended(tmp_path: Path) -> None:
    path = tmp_path / "a.matches"
    lines = match(path, "--blocks", "2")
    assert lines[0] == "Herd · herd(size=2) · random, greedy"
    salt = re.fullmatch(
        rf"Match 1 in {re.escape(str(path))}: 4 games \(2 pairs with sides swapped\), seed 1, salt ([0-9a-f]+)\.",
        lines[1],
    )
    assert salt is not None
    assert lines[2] == "4 games are too few to compare bots."
    assert lines[-1].startswith("Result: random ") and " against greedy in 4 games" in lines[-1]
    assert lines[-1].endswith(f"; no faults; match 1 in {path}")
    again = match(path, "--blocks", "2")
    begin = f"Match 1 in {path}: 4 games (2 pairs with sides swapped)"
    assert again[1] == f"{begin}, seed 1, salt {salt[1]}; 4 of 4 games already played."
    assert again[3:] == lines[3:], "the same games, the same figures"
    longer = match(path, "--blocks", "3")
    assert (
        f"6 games (3 pairs with sides swapped), seed 1, salt {salt[1]}; 4 of 6 games already played." in longer[1]
        and "in 6 games" in longer[-1]
    )
    uninterrupted = run("match", *QUICK, "--archive", str(tmp_path / "b.matches"), "--blocks", "3")
    assert uninterrupted.status == 0 and uninterrupted.err == "", "this one has processes"
    assert without_times(uninterrupted.out.splitlines()) == without_times(longer)


def test_sequential_test_ends_match(tmp_path: Path) -> None:
    lines = match(tmp_path / "a", "--blocks", "400", "--sprt", "0,250")
    assert any(line.startswith("Sequential test accepted: ") for line in lines)
    count = int(lines[-1].split(" games")[0].rsplit(" ", 1)[1].replace(",", ""))
    assert 0 < count < 800 and (", test H1" in lines[-1] or ", test H0" in lines[-1])
    assert match(tmp_path / "a", "--blocks", "400", "--sprt", "0,250")[-1] == lines[-1], "it stays decided"


def test_json_output_has_same_figures(tmp_path: Path) -> None:
    result = run("match", *QUICK, "--blocks", "2", "--archive", str(tmp_path / "a"), "--json")
    figures = json.loads(result.out)
    assert (
        figures["outcome"] == "complete"
        and figures["summary"]["games"] == 4
        and figures["plan"]["spec"] == "herd(size=2)"
    )
    shown = json.loads(run("show", str(tmp_path / "a"), "--json").out)
    assert shown["summary"] == figures["summary"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["herd(size=99)", "--bots", "random,greedy"], "size is '99'"),
        (["herd", "--bots", "random"], "a match needs at least two bots"),
        (["herd", "--bots", "random,nobody"], "no bot 'nobody'"),
        (["herd", "--bots", "random,mcts(simulation=3)"], "no option 'simulation'"),
        (
            ["herd", "--bots", f"random,{misbehaving_bot('NoStart')}"],
            "the bot could not be created: OSError: no licence",
        ),
        (["herd", "--bots", "random,greedy", "--blocks", "0"], "--blocks: '0' is not a whole number from 1"),
        (["herd", "--bots", "random,greedy", "--sprt", "20,0"], "is not a pair of increasing Elo bounds"),
        (["herd", "--bots", "random,greedy,random", "--sprt", "0,20"], "a sequential test compares two bots"),
        (["herd", "--bots", "random,greedy", "--sprt", "0,2000"], "--sprt"),
        (["herd", "--bots", "random,greedy", "--position", "x"], "--position: "),
        (["herd", "--bots", "random,greedy", "--openings", "nothing.txt"], "nothing.txt: this file cannot be read"),
        (["herd", "--bots", "random,greedy", "--increment", "1"], "--increment needs --seconds with --per game"),
        (["herd", "--bots", "random,greedy", "--per", "game"], "--per needs --simulations or --seconds"),
        (["herd", "--bots", "random,greedy", "--resign", "2"], "is not a value from 0 to 1"),
        (["herd", "--bots", "random,greedy", "--archive", str(ROOT / "README.md")], "cannot be opened as an archive"),
        (["herd"], "name the bots with --bots A,B"),
    ],
)
def test_invalid_match_prints_one_line(words: list[str], reason: str, tmp_path: Path) -> None:
    result = run("match", *words, *([] if "--archive" in words else ["--archive", str(tmp_path / "a")]))
    assert result.status == 2 and result.out == "" and len(result.err.splitlines()) == 1
    assert result.err.startswith("herbarium: match: ") and (reason in result.err or reason == "--sprt"), result.err


@pytest.mark.slow
def test_faults_are_shown_separately(tmp_path: Path) -> None:
    words = (
        "match",
        "herd(size=4)",
        "--bots",
        f"{misbehaving_bot('Raises', 0.4)},greedy",
        "--seed",
        "2",
        "--salt",
        f"{143:x}",
        "--archive",
        str(tmp_path / "a"),
    )
    result = run(*words, "--blocks", "2", "--jobs", "1")
    assert result.status == 0 and "2 crash, 2 void" in result.out and "4 faults" in result.out
    games = run("show", str(tmp_path / "a"), "--games").out
    assert "3 (2)" in games and "KeyError" in games
    halted = run(
        "match",
        "herd(size=4)",
        "--bots",
        f"{misbehaving_bot('Raises')},greedy",
        "--jobs",
        "1",
        "--archive",
        str(tmp_path / "b"),
    )
    assert (
        halted.status == 1
        and "The match is halted: " in halted.out
        and "could finish neither of its first two games (games 1 and 2): " in halted.out
    )
    assert "KeyError" in halted.out and f"All faults: herbarium show {tmp_path / 'b'} --match 1 --games\n" in halted.out
    assert (
        "If you edit a bot's file, the same command begins a new match; otherwise it continues this match" in halted.out
    )


@pytest.mark.slow
def test_match_with_edited_bot_is_a_new_match(tmp_path: Path) -> None:
    bot_file = tmp_path / "mine.py"
    bot_file.write_bytes(EVIL.read_bytes())
    words = (
        "match",
        "herd(size=4)",
        "--bots",
        f"{bot_file}:Raises,greedy",
        "--blocks",
        "2",
        "--jobs",
        "1",
        "--archive",
        str(tmp_path / "a"),
    )
    assert "has changed since" not in run(*words).out
    again = run(*words).out
    assert "has changed since" not in again and "Match 1 in " in again
    bot_file.write_bytes(bot_file.read_bytes() + b"\n# mended\n")
    assert f"{bot_file} has changed since match 1: a new match begins (match 2).\n" in run(*words).out
    with Archive(tmp_path / "a", read_only=True) as archive:
        digests = [match.plan.versions[0].removeprefix("sha256 ")[:8] for match in archive.matches()]
    listed = "".join(run("show", str(tmp_path / "a"), "--matches").out.split())
    assert digests[0] != digests[1] and all(f"[{digest}]" in listed for digest in digests)


def test_truncated_plan_is_reported_as_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.matches"
    match(path, "--blocks", "1")
    with closing(sqlite3.connect(path)) as archive, archive:
        archive.execute("UPDATE matches SET plan = substr(plan, 1, length(plan) - 20)")
    for words in (("show", str(path)), ("verify", str(path))):
        result = run(*words)
        assert (
            "match 1: " in result.out + result.err
            and "its JSON is damaged: it is cut off" in result.out + result.err
            and "nested" not in result.out + result.err
        )


def test_reading_an_archive_creates_no_files(two_matches: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.matches"
    copy.write_bytes(two_matches.read_bytes())
    for words in (("show", str(copy)), ("verify", str(copy), "--rules-only")):
        assert run(*words).status == 0
        assert [file.name for file in tmp_path.iterdir()] == [
            "copy.matches"
        ] and copy.read_bytes() == two_matches.read_bytes()
    with Archive(copy) as writer:
        with Archive(copy, read_only=True) as reader:
            assert len(reader.matches()) == 2
        assert sibling(copy, "-wal").exists(), "the journal of a program that plays stays"
        writer.check_files()


def test_stored_matches_are_shown_and_verified(two_matches: Path) -> None:
    listed = run("show", str(two_matches), "--matches").out
    assert "herd(size=2)" in listed and "6 of 6" in listed and "random, greedy, random" in listed
    assert (
        "random #2" in run("show", str(two_matches)).out and "Score against each" in run("show", str(two_matches)).out
    )
    first = run("show", str(two_matches), "--match", "1").out
    assert first.splitlines()[-1].startswith("Result: random ")
    assert "normal" in run("show", str(two_matches), "--match", "1", "--games").out
    assert run("show", str(two_matches), "--match", "9").err == f"herbarium: show: {two_matches}: there is no match 9\n"
    assert run("show", str(two_matches), "--game", "99").status == 2
    with without_processes():
        result = run("verify", str(two_matches))
    assert (
        result.status == 0 and result.out == "12 replayed; 12 repeated with the bots, move for move; nothing wrong.\n"
    )
    assert (
        run("verify", str(two_matches), "--rules-only", "--match", "1").out
        == "6 replayed; 0 repeated with the bots, move for move; "
        "6 not repeated with the bots: rules only; nothing wrong.\n"
    )
    counts = json.loads(run("verify", str(two_matches), "--sample", "2", "--json").out)
    assert counts == {"replayed": 4, "again": 4, "not_again": {}, "wrong": []}


def test_gauntlet_has_its_own_title(tmp_path: Path) -> None:
    path = tmp_path / "some.matches"
    with Archive(path, create=True) as archive:
        kinds: tuple[Kind, ...] = ("match", "gauntlet")
        for kind in kinds:
            archive.add_match(Plan(spec="herd", bots=("mcts", "greedy", "random"), kind=kind))
        assert [match_title(match) for match in archive.matches()] == [
            "Herd: mcts · greedy · random",
            "Herd: mcts against greedy · random",
        ]


def test_matches_are_exported(two_matches: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    assert run("export", str(two_matches), "--match", "1", "--to", "record", "--output", str(folder)).status == 0
    names = sorted(path.name for path in folder.iterdir())
    assert names == [f"match-1-game-0000{n}{SUFFIX}" for n in range(1, 7)]
    record_file = folder / names[0]
    with without_processes():
        verified = run("verify", *(str(folder / name) for name in names))
    assert verified.out.startswith("6 replayed; 6 repeated with the bots")
    assert run("show", str(record_file)).out == run("show", str(two_matches), "--match", "1", "--game", "1").out
    rows = run("export", str(two_matches), "--match", "1", "--to", "csv").out.splitlines()
    assert len(rows) == 7 and rows[0].startswith("match,spec,bots 0,bots 1,") and "host" not in rows[0].split(",")
    games = [
        json.loads(line) for line in run("export", str(two_matches), "--match", "1", "--to", "jsonl").out.splitlines()
    ]
    assert (
        [game["number"] for game in games] == list(range(6))
        and games[1]["bots"] == ["greedy", "random"]
        and "host" not in games[0]
    )
    moves = [json.loads(line) for line in run("export", str(record_file), "--to", "jsonl").out.splitlines()]
    assert [move["move"] for move in moves] == [move.move for move in files.read(record_file).lines[0].moves]
    assert run("export", str(two_matches), "--to", "record").err.startswith(
        "herbarium: export: name a folder for the records with --output"
    )
    assert run("export", str(record_file), "--to", "html").status == 2
    report = tmp_path / "report.html"
    assert run("export", str(two_matches), "--to", "html", "--output", str(report)).status == 0
    text = report.read_text(encoding="utf-8")
    assert text.count("<svg") >= 2 and "random #2" in text and "http://" not in text.replace("http://www.w3.org", "")
    assert (
        f"in {two_matches.name}<" in text
        and str(two_matches.parent) not in text
        and f"on {platform.node()}" not in text
    )
    assert f"on {platform.node()}" in run("show", str(two_matches)).out.replace("\n", " ")
    schema = json.loads(run("export", "--to", "schema").out)
    assert schema == json.loads((ROOT / "docs" / "research" / "record.schema.json").read_text(encoding="utf-8"))


def test_damaged_records_fail_verification(two_matches: Path, tmp_path: Path) -> None:
    assert (
        run(
            "export", str(two_matches), "--match", "1", "--game", "1", "--to", "record", "--output", str(tmp_path / "a")
        ).status
        == 0
    )
    record = files.read(tmp_path / "a")
    line = record.lines[0]
    moves = (*line.moves[:3], msgspec.structs.replace(line.moves[3], move="zz9"), *line.moves[4:])
    files.write(tmp_path / "b", msgspec.structs.replace(record, lines=(msgspec.structs.replace(line, moves=moves),)))
    (tmp_path / "c").write_bytes((tmp_path / "a").read_bytes()[:-20])
    result = run("verify", *(str(tmp_path / name) for name in "abc"))
    assert result.status == 1
    second, third, summary = result.out.splitlines()
    assert second.startswith(f"{tmp_path / 'b'}: lines[0].moves[3].move: ") and "'zz9'" in second
    assert third.startswith(f"{tmp_path / 'c'}: file: ") and summary.endswith("; 2 wrong.")
    assert (
        run("verify", str(ROOT / "README.md")).err
        == f"herbarium: verify: {ROOT / 'README.md'}: this is neither a record nor an archive\n"
    )
