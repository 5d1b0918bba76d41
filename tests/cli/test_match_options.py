"""Tests of the options of `match`: plan files, presets, openings, progress lines, waiting, and suggestions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from argparse import Namespace
from pathlib import Path
from time import sleep

import msgspec
import pytest

from bots import Limit
from tests.kit.matches import without_processes
from tests.kit.terminals import ROOT, run
from tests.matches.test_watched import write_fake_archive
from workbench.cli.arguments import parse
from workbench.cli.matches import live, opening_options, options, words
from workbench.cli.matches.archive_steps import fault_status, lock
from workbench.cli.matches.bot_limits import split_limit
from workbench.cli.shared.readers import InputError
from workbench.cli.verbs.match import Run
from workbench.matches.analysis.arrays import decisions
from workbench.matches.analysis.sizes import expected_bytes
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveBusyError
from workbench.matches.archive.description import limit_text
from workbench.matches.archive.editing import Label, set_label
from workbench.matches.archive.records import load_record
from workbench.matches.archive.results import names_of, summary_of
from workbench.matches.planning.plan import Opening, Plan, Schedule, SprtBounds, limit_of
from workbench.statistics.scale import Estimate

SPEC = "herd(size=2)"


def plan_of(*typed: str, verb: str = "match") -> Plan:
    arguments = parse([verb, *typed])
    return options.make_plan(arguments, "gauntlet" if getattr(arguments, "gauntlet", None) else "match")


def test_plan_file_has_the_options_of_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    file.write_text('game = "herd(size=2)"\nbots = ["greedy", "random"]\nblocks = 7\nsprt = "gain"\nrotations = true\n')
    plan = plan_of("--plan", str(file), "--blocks", "9", "--seed", "3")
    assert plan == plan_of(
        SPEC, "--bots", "greedy,random", "--blocks", "9", "--seed", "3", "--sprt", "0,20", "--rotations"
    )
    file.write_text('game = "herd"\nbots = ["greedy", "random"]\nconcurrency = 3\n')
    with pytest.raises(InputError, match=r"match.toml: there is no option concurrency; did you mean jobs\?"):
        plan_of("--plan", str(file))
    file.write_text('game = "herd"\nbots = ["greedy", "random"]\nbloks = 2\n')
    with pytest.raises(InputError, match=r"match.toml: there is no option bloks; did you mean blocks\?"):
        plan_of("--plan", str(file))
    file.write_text("this is no TOML")
    with pytest.raises(InputError, match="--plan: "):
        plan_of("--plan", str(file))


def test_printed_plan_is_a_plan_file(tmp_path: Path) -> None:
    """The plan in the output of `--json` repeats the match, with its seed and salt."""
    plan = Plan(
        spec=SPEC, bots=("greedy", "random"), blocks=3, seed=5, salt="5a" * 16, openings=(Opening(None, ("a1",)),)
    )
    file = tmp_path / "plan.json"
    file.write_bytes(msgspec.json.encode({"plan": msgspec.structs.replace(plan, versions=("1", "2")), "match": 4}))
    assert plan_of("--plan", str(file)) == plan
    assert plan_of("--plan", str(file), "--blocks", "8") == msgspec.structs.replace(plan, blocks=8)
    with pytest.raises(InputError, match="leave out the game and --bots"):
        plan_of("--plan", str(file), SPEC)
    with pytest.raises(InputError, match="leave out --random-moves"):
        plan_of("--plan", str(file), "--random-moves", "2")


def test_printed_name_and_tags_are_kept(tmp_path: Path) -> None:
    plan = Plan(spec=SPEC, bots=("greedy", "random"), blocks=1)
    write_fake_archive(tmp_path / "a", plan)
    with Archive(tmp_path / "a") as archive:
        archive.lock()
        set_label(archive, 1, Label("first try", ("a", "net")))
    shown = run("show", str(tmp_path / "a"), "--json").out
    assert (json.loads(shown)["name"], json.loads(shown)["tags"]) == ("first try", ["a", "net"])
    (tmp_path / "plan.json").write_text(shown)
    with without_processes():
        result = run("match", "--plan", str(tmp_path / "plan.json"), "--archive", str(tmp_path / "b"), "--json")
    again = json.loads(result.out)
    assert (again["name"], again["tags"]) == ("first try", ["a", "net"])
    with without_processes():
        words = ("--archive", str(tmp_path / "c"), "--name", "second", "--tag", "b", "--json")
        again = json.loads(run("match", "--plan", str(tmp_path / "plan.json"), *words).out)
    assert (again["name"], again["tags"]) == ("second", ["b"]), "typed options come first"
    (tmp_path / "plan.json").write_text(json.dumps(json.loads(shown) | {"tags": 4}))
    with pytest.raises(InputError, match=r"--plan: .*plan\.json"):
        plan_of("--plan", str(tmp_path / "plan.json"))


def test_bots_of_a_plan_file_need_permission(tmp_path: Path) -> None:
    """A plan file may come from another person, so its bots from files do not run without a question."""
    (tmp_path / "mine.py").write_text("raise SystemExit('it ran')\n")
    file = tmp_path / "match.toml"
    file.write_text(f'game = "{SPEC}"\nbots = ["{tmp_path}/mine.py:Mine", "random"]\n')
    result = run("match", "--plan", str(file), "--archive", str(tmp_path / "a"))
    assert result.status == 2 and "it ran" not in result.err and "mine.py" in result.err


def test_presets_of_bounds_have_names() -> None:
    assert plan_of(SPEC, "--bots", "greedy,random", "--sprt", "gain").sprt == SprtBounds(0, 20)
    assert plan_of(SPEC, "--bots", "greedy,random", "--sprt", "keep").sprt == SprtBounds(-20, 0)


def test_openings_have_an_order_a_start_and_a_length(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("".join(f"a{n}" + "\n" for n in (1, 2, 3)))
    listing = tmp_path / "positions.txt"
    listing.write_text("3/4/2r2/4/3 b 2 - -\n3/4/1r3/4/3 b 2 - -\n3/4/3r1/4/3 b 2 - -\n")
    common = ("herd(size=3)", "--bots", "greedy,random", "--openings", str(listing))
    plain = plan_of(*common).openings
    assert plan_of(*common, "--opening-start", "2").openings == (*plain[1:], plain[0])
    shuffled = plan_of(*common, "--opening-order", "random").openings
    assert set(shuffled) == set(plain) and shuffled == plan_of(*common, "--opening-order", "random").openings
    with pytest.raises(InputError, match="there is no opening 4; the list has 3"):
        plan_of(*common, "--opening-start", "4")
    with pytest.raises(InputError, match="--opening-order needs --openings"):
        plan_of(SPEC, "--bots", "greedy,random", "--opening-order", "random")


def test_repeated_openings_are_announced_without_chance() -> None:
    quiet = Plan(
        spec="forest", bots=("greedy", "random"), blocks=2, openings=(Opening(None, ("a",)), Opening(None, ("b",)))
    )
    assert opening_options.repetition(quiet) == ""
    warned = opening_options.repetition(msgspec.structs.replace(quiet, blocks=5))
    assert "5 sets of games share 2 different openings" in warned
    assert opening_options.repetition(msgspec.structs.replace(quiet, blocks=5, random_moves=2)) == ""
    assert opening_options.repetition(Plan(spec=SPEC, bots=("greedy", "random"), blocks=99)) == "", "dice differ"


def test_gauntlet_of_several_bots_plays_no_game_among_them() -> None:
    plan = plan_of(SPEC, "--bots", "greedy,greedy,random,random,random", "--gauntlet", "2", verb="tournament")
    tables = [Schedule(plan).bots_at(table) for table in range(6)]
    assert plan.challengers == 2 and tables == [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)]
    assert len(Schedule(plan).tables) == 6 and words.resolution_line(plan)


def test_running_figures_have_elo_likelihood_and_ratio(tmp_path: Path) -> None:
    plan = Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=400, sprt=SprtBounds(0, 10))
    write_fake_archive(tmp_path / "a", plan, 160)
    with Archive(tmp_path / "a", read_only=True) as archive:
        summary = summary_of(archive, archive.match(1))
    pair, test = live.figures(summary)
    assert pair.startswith("mcts ") and all(
        part in pair for part in (", Elo +", "normalised Elo", "stronger: ", "sets ")
    )
    assert test.startswith("LLR +") and "(-2.94 to 2.94; " in test and test.endswith("Elo 0 against 10")
    assert 0 < live.games_left(summary, 640) < 640 and live.games_left(None, 640) == 640
    assert live.every("20") == (20, None) and live.every("2.5s") == (None, 2.5)
    assert "at most 800" in live.progress(160, 800, 2, 60.0, False, True)


def test_perfect_scores_are_shown_as_bounds() -> None:
    inf = float("inf")
    assert words.elo_with_bars(Estimate(inf, 174.2, inf)) == "at least +174"
    assert words.elo_with_bars(Estimate(-inf, -inf, -174.2)) == "at most -174"
    assert words.elo_with_bars(Estimate(20, -5, 45)) == "+20 (-5 to +45)"


def test_second_match_waits_for_the_archive(tmp_path: Path) -> None:
    with Archive(tmp_path / "a", create=True) as first, Archive(tmp_path / "a") as second:
        first.lock()
        with pytest.raises(ArchiveBusyError):
            lock(second, None)
        with pytest.raises(ArchiveBusyError):
            lock(second, 0.1)
        threading.Timer(0.3, first.close).start()
        lock(second, 60.0)


def test_strict_match_fails_if_games_ended_by_faults(tmp_path: Path) -> None:
    write_fake_archive(tmp_path / "a", Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=50))
    with Archive(tmp_path / "a") as archive:
        for share, status in ((None, 0), (0.0, 1), (1.9, 1), (2.0, 0)):
            assert fault_status(list(archive.games(1)), share) == status


@pytest.mark.parametrize(
    ("every", "printed"), [(None, []), (live.Every(4, None), [5, 10, 12]), (live.Every(None, 0.001), [5, 10, 12])]
)
def test_typed_interval_of_progress_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, every: live.Every | None, printed: list[int]
) -> None:
    """The figures are printed as often as typed even if they are slow, and once more after the last game."""
    write_fake_archive(tmp_path / "a", Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=5))
    with Archive(tmp_path / "a") as archive:
        match = Run(
            archive, archive.match(1), 1, Namespace(log=None, strict=None, jobs=1, every=every, json=True), True
        )
        lines = []

        def print_figures() -> None:
            lines.append(match.played)
            sleep(0.05)

        monkeypatch.setattr(match, "print_figures", print_figures)

        class Games:
            """A thread that plays 5, 5 and 2 games between the looks at it."""

            looks = 0

            def is_alive(self) -> bool:
                return self.looks < 3

            def join(self, seconds: float) -> None:
                self.looks += 1
                match.played += 5 if self.looks < 3 else 2
                sleep(0.002)

        match.print_log(Games())  # type: ignore[arg-type]
    assert lines == printed


def test_large_archives_are_announced(tmp_path: Path) -> None:
    with Archive(tmp_path / "a", create=True) as archive:
        sizes = [
            expected_bytes(
                archive, archive.add_match(Plan(spec="herd", bots=("mcts", "greedy"), reports=reports)), 1000
            )
            for reports in ("none", "last", "all")
        ]
    assert 1e6 < sizes[0] < 4e6 < 2e7 < sizes[1] < sizes[2] < 1e8
    assert words.large_archive(7.46e8, "last").startswith("The games may need about 746 MB")
    assert words.large_archive(7.5e9, "none") == "The games may need about 7.5 GB in the archive."


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["match", "herd", "--bots", "a,b", "--concurrency", "4"], "did you mean --jobs?"),
        (["match", "herd", "--bots", "a,b", "--games", "4"], "did you mean --blocks?"),
        (["match", "herd", "--bots", "a,b", "-sprt", "elo0=0", "elo1=5"], "did you mean --sprt?"),
        (["match", "herd", "--bots", "a,b", "--simulation", "4"], "did you mean --simulations?"),
        (["matches"], "did you mean show --matches?"),
        (["tournamant"], "did you mean tournament?"),
    ],
)
def test_mistyped_words_get_a_suggestion(typed: list[str], meant: str) -> None:
    result = run(*typed)
    assert result.status == 2 and result.err.count("\n") == 1 and meant in result.err, result.err


def test_one_word_means_the_same_everywhere() -> None:
    for verb, typed in (("calibrate", ["herd", "--jobs", "2"]), ("match", ["herd", "--bots", "a,b", "--jobs", "2"])):
        assert parse([verb, *typed]).jobs == 2
    assert parse(["analyse", "herd", "--json"]).to == parse(["review", "a", "--json"]).to == "jsonl"


def test_completion_knows_all_verbs_and_options() -> None:
    pytest.importorskip("shtab")
    script = run("--completion", "bash").out
    assert "tournament" in script and "--opening-order" in script and "_shtab_herbarium" in script


def test_json_has_no_invalid_numbers(tmp_path: Path) -> None:
    """A missing bound is null."""
    write_fake_archive(tmp_path / "a", Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=2))
    assert json.loads(run("show", str(tmp_path / "a"), "--json").out)["match"] == 1


def test_bots_have_their_own_clocks(tmp_path: Path) -> None:
    plan = plan_of(SPEC, "--bots", "mcts@tc=10+0.1,mcts@nodes=50,greedy@st=0.5,random", "--simulations", "9")
    assert plan.bots == ("mcts", "mcts", "greedy", "random")
    assert plan.limits == (Limit(None, 10, "game", 0.1), Limit(50), Limit(None, 0.5), None)
    assert [limit_of(plan, bot) for bot in (1, 3)] == [Limit(50), Limit(9)]
    assert names_of(plan)[:3] == ("mcts@tc=10+0.1", "mcts@nodes=50", "greedy@st=0.5")
    assert "mcts 50 simulations a decision" in limit_text(plan) and "the rest 9 simulations" in limit_text(plan)
    for wrong in ("mcts@tc=0", "mcts@st=1+1", "mcts@foo=3", "mcts@40/10", "mcts@", "./mine.py:Mine@8"):
        with pytest.raises(InputError, match=r"--bots.*a limit is tc=SECONDS"):
            plan_of(SPEC, "--bots", f"{wrong},greedy")
    for wrong in ("mcts@nodes=5@st=1", "mcts@nodes=30,st=2"):
        with pytest.raises(InputError, match=r"--bots.*st=.*a limit is tc=SECONDS"):
            plan_of(SPEC, "--bots", f"{wrong},greedy")
    with pytest.raises(InputError, match=r"--bots.*whole number"):
        plan_of(SPEC, "--bots", "mcts@nodes=1.5,greedy")
    for other in ("./a@b/mine.py:Mine", "a@b.py:Mine", "./engine@2"):
        assert split_limit(other) == (other, None), "an @ in a path begins no limit"


def test_limits_of_single_bots_are_kept_and_verified(tmp_path: Path) -> None:
    """The record has the limit of each seat, so the bots can decide again with the same simulations."""
    path = tmp_path / "a"
    words = ("--blocks", "1", "--seed", "1", "--salt", "1", "--jobs", "1", "--archive", str(path))
    with without_processes():
        result = run("match", SPEC, "--bots", "mcts@nodes=3,mcts@nodes=7", *words)
    assert result.status == 0 and "Limits: mcts 3 simulations a decision; mcts 7 simulations a decision" in result.out
    with Archive(path, read_only=True) as archive:
        for game in archive.games(1):
            record = load_record(archive, archive.match(1), game)
            assert [seat.limit for seat in record.seats] == [Limit((3, 7)[bot]) for bot in game.seats]
            counts = {decision.move.reports[-1].simulations for decision in decisions(record) if decision.seat == 0}
            assert max(counts) <= (3, 7)[game.seats[0]]
    checked = run("verify", str(path))
    assert checked.status == 0 and "2 repeated with the bots" in checked.out, checked.out


def test_record_from_standard_input_is_verified(tmp_path: Path) -> None:
    words = ("--blocks", "1", "--seed", "1", "--jobs", "1", "--archive", str(tmp_path / "a"))
    with without_processes():
        assert run("match", SPEC, "--bots", "greedy,random", *words).status == 0
    with Archive(tmp_path / "a", read_only=True) as archive:
        data = archive.record(1, 0)
    result = subprocess.run(
        [sys.executable, "-P", "-m", "workbench", "verify", "-"], input=data, capture_output=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert result.returncode == 0 and b"1 repeated with the bots" in result.stdout, result.stderr
