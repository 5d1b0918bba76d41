"""Tests of `herbarium puzzles`, and of `herbarium review` with several games."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest
from msgspec.structs import replace

import fastcore
from tests.kit.terminals import error_line, run
from tests.puzzles.samples import complete_puzzle, shipped
from workbench.cli.puzzles.making import key_of
from workbench.game.session import PERSON, Session
from workbench.puzzles import files, own_games, sets
from workbench.puzzles.comparing import Recheck, usual_effort
from workbench.puzzles.practice import Practice
from workbench.puzzles.schema import Puzzle, PuzzleSet
from workbench.records import files as records
from workbench.review.review import stored_review
from workbench.storage.library import Library
from workbench.storage.session_records import record_of, session_of

pytestmark = pytest.mark.usefixtures("home")
GAME = "forest"
VERDICTS = ("best", "accepted", "wrong")


def test_list_shows_sets_with_results() -> None:
    listed = run("puzzles")
    assert listed.status == 0 and GAME in listed.out
    data = json.loads(run("puzzles", "--json", "--game", GAME).out)
    assert [one["set"] for one in data["sets"]] == [GAME]
    assert data["sets"][0]["puzzles"] == len(shipped(GAME)) == data["sets"][0]["new"]
    puzzles = json.loads(run("puzzles", "list", "--set", GAME, "--json").out)
    assert [one["id"] for one in puzzles] == [puzzle.id for puzzle in shipped(GAME)]


def test_show_prints_answers_and_proof(game_id: str) -> None:
    result = run("puzzles", "show", "1", "--set", game_id)
    assert result.status == 0 and shipped(game_id)[0].id in result.out and "±" in result.out
    verdicts = [line.split()[0] for line in result.out.splitlines() if line.split()[:1] and line.split()[0] in VERDICTS]
    count = len(shipped(game_id)[0].accepted)
    assert verdicts[:count] == ["best", *["accepted"] * (count - 1)] and set(verdicts[count:]) == {"wrong"}
    same = json.loads(run("puzzles", "show", shipped(game_id)[0].id, "--json").out)
    assert same["id"] == shipped(game_id)[0].id


def test_solving_saves_attempts() -> None:
    puzzle = complete_puzzle(GAME)
    sets.add("one", [puzzle])
    wrong, right = (" ".join(answer.moves) for answer in (puzzle.rejected[0], puzzle.best))
    result = run("puzzles", "solve", "--set", "one", typed=f"zz\nhelp\nhint\n{wrong}\n{right}\n")
    assert result.out.count("skip or quit") == 2  # at the start, and after help
    assert result.status == 0 and "Not quite" in result.out and "Right: this is the best answer." in result.out
    assert "illegal" in result.out and "No puzzle is due" in result.out
    (attempt,) = Practice.load().attempts
    assert (attempt.puzzle, attempt.solved, attempt.wrong, attempt.hints) == (puzzle.id, True, 1, 1)
    again = run("puzzles", "solve", puzzle.id, typed="answer\n")
    assert again.status == 0 and "Best: " in again.out
    assert [attempt.solved for attempt in Practice.load().attempts] == [True, False]


def test_leaving_saves_nothing() -> None:
    assert run("puzzles", "solve", "--set", GAME, typed="moves\nskip\nquit\n").status == 0
    assert not Practice.load().attempts


@pytest.mark.parametrize("word", ["quit", "skip", ""])
def test_leaving_after_a_wrong_answer_or_a_hint_counts(word: str) -> None:
    wrong, ends = " ".join(complete_puzzle(GAME).rejected[-1].moves), f"{word}\n" if word else ""
    name = complete_puzzle(GAME).id
    result = run("puzzles", "solve", name, "--set", GAME, typed=f"{wrong}\n{ends}")
    assert result.status == 0 and "The puzzle counts as unsolved." in result.out
    (attempt,) = Practice.load().attempts
    assert not attempt.solved and (attempt.puzzle, attempt.wrong) == (name, 1)
    run("puzzles", "solve", name, "--set", GAME, typed=f"hint\n{ends}")
    assert [one.hints for one in Practice.load().attempts] == [0, 1]


def test_make_adds_puzzles_and_continues(tmp_path: Path) -> None:
    path = tmp_path / "new.puzzles"
    words = ("puzzles", "make", "forest", "--output", str(path), "--seed", "4", "--trials", "40")
    result = run(*words, "--count", "1", "--json")
    assert result.status == 0, result.err
    data = json.loads(result.out)
    found = files.read(path).puzzles
    assert data["puzzles"] == len(found) == 1 and data["made"] == [found[0].id]
    assert found[0].proof.trials == 40 and found[0].proof.checks
    assert "0 new puzzles" in run(*words, "--count", "1").out


def test_options_that_change_the_puzzles_have_their_own_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def key(word: str, **options: object) -> str:
        given = {"seed": None, "trials": None, "least": None, "check": None} | options
        return key_of(word, GAME, Namespace(**given))

    usual = usual_effort(fastcore.info(GAME))
    assert key(GAME) == f"{GAME} seed=1" == key(GAME, seed=1, trials=usual.trials, least=50 * usual.least)
    changes = ({"seed": 0}, {"trials": 40}, {"least": 20.0}, {"least": 20.5}, {"check": ""}, {"check": "greedy"})
    assert len({key(GAME), *(key(GAME, **change) for change in changes)}) == 1 + len(changes)
    keys = set()
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        monkeypatch.chdir(tmp_path / folder)
        Path("a.matches").touch()
        keys.add(key("a.matches"))
    assert len(keys) == 2


def test_make_reads_records(tmp_path: Path) -> None:
    path = tmp_path / "game.herbarium"
    files_before = sets.own_file("made").exists()
    session = played("herd(size=2)")
    records.write(path, record_of(session))
    result = run("puzzles", "make", str(path), "--trials", "20")
    assert result.status == 0 and "new puzzles" in result.out and not files_before


def test_check_confirms_and_removes_puzzles(tmp_path: Path) -> None:
    puzzle = complete_puzzle(GAME)
    worst = replace(puzzle.rejected[-1], loss=0.0)
    wrong = replace(puzzle, accepted=(worst,), rejected=(*puzzle.rejected[:-1], replace(puzzle.best, loss=2.0)))
    sets.add("good", [puzzle])
    sets.add("bad", [wrong])
    assert run("puzzles", "check", "good", "--times", "1").status == 0
    result = run("puzzles", "check", "bad", "--times", "1")
    assert result.status == 1 and wrong.id in result.out and "1 refuted" in result.out
    assert sets.find("bad").puzzles == () and sets.find("good").puzzles[0].id == puzzle.id


def test_check_keeps_what_it_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles of unknown games, and those that another program adds during the check, stay in the set."""
    good, later, strange = (*shipped(GAME)[:2], replace(shipped(GAME)[2], spec="chess"))
    files.write(sets.own_file("mixed"), PuzzleSet(puzzles=(good, strange)))

    def check(puzzle: Puzzle, factor: int) -> Recheck:
        sets.add("mixed", [later])
        return Recheck(puzzle, 1, "rejected", 0.0, 0.0)

    monkeypatch.setattr("workbench.cli.puzzles.making.recheck", check)
    assert run("puzzles", "check", "mixed").status == 1
    assert [puzzle.id for puzzle in files.read(sets.own_file("mixed")).puzzles] == [strange.id, later.id]


def test_impossible_puzzles_have_one_line() -> None:
    """A set that somebody has put into the folder is not checked when it is read."""
    puzzle = shipped(GAME)[0]
    proof = replace(puzzle.proof, continuation="none")
    for number, wrong in enumerate((replace(puzzle, view="nonsense"), replace(puzzle, proof=proof))):
        files.write(sets.own_file(f"wrong{number}"), PuzzleSet(puzzles=(wrong,)))
        for words in (("list",), ("show", "1"), ("solve",), ("check",)):
            assert wrong.id in error_line(run("puzzles", *words, "--set", f"wrong{number}", typed="quit\n")), words


def test_export_and_import(tmp_path: Path) -> None:
    path = tmp_path / "shared.puzzles"
    assert run("puzzles", "export", "--set", GAME, "--output", str(path)).status == 0
    assert "imported as shared" in run("puzzles", "import", str(path)).out
    assert len(sets.find("shared").puzzles) == len(shipped(GAME))
    path.write_bytes(path.read_bytes()[:100])
    assert str(path) in error_line(run("puzzles", "import", str(path)))


def test_wrong_arguments_print_one_line(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no game")
    for words, part in (
        (("show",), "number or the id"),
        (("show", "0"), "no puzzle"),
        (("list", "--set", "none"), "no set"),
        (("list", "--game", "chess"), "no game"),
        (("make",), "needs a game"),
        (("make", "chess"), "chess"),
        (("make", str(text)), "neither"),
        (("import",), "needs files"),
        (("export",), "--set"),
        (("make", "forest", "--least", "99"), "0.5 to 50"),
        (("list", "--count", "3"), "list takes no --count"),
        (("list", "--seed", "0"), "list takes no --seed"),
        (("list", "forest"), "list does not take 'forest'"),
        (("solve", "--json"), "solve takes no --json"),
        (("show", "1", "2"), "show does not take '2'"),
        (("export", "--set", GAME, "--output", str(text), "--game", GAME), "export takes no --game"),
        (("make", "forest", "--times", "3"), "make takes no --times"),
        (("make", "forest", "--set", "a", "--output", str(text)), "not both"),
        (("check", GAME, "--set", GAME), "name the sets"),
    ):
        assert part in error_line(run("puzzles", *words)), words


def played(spec: str) -> Session:
    """Return a game of a person who always plays the first legal move against a bot that does the same."""
    session = Session(spec, (PERSON, "club"), 3)
    while session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(session.state.move_text(session.state.moves()[0]))
    return session


def test_own_games_are_reviewed_once() -> None:
    file = Library().save(record_of(played("herd(size=2)")))
    first = run("review", "--own", "--simulations", "40")
    assert first.status == 0 and file.name in first.out and "1 game reviewed" in first.out
    stored = stored_review(session_of(records.read(file)))
    assert stored is not None and stored.is_complete
    assert "0 games reviewed" in run("review", "--own", "--simulations", "40").out
    assert own_games.own_games() == []


def test_several_records_have_a_line_each(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.herbarium" for name in "ab"]
    for path in paths:
        records.write(path, record_of(played("herd(size=2)")))
    result = run("review", *map(str, paths), "--simulations", "20")
    assert result.status == 0 and all(f"{path}: " in result.out for path in paths)
    assert "one record" in error_line(run("review", *map(str, paths), "--to", "csv"))
    assert "name a record" in error_line(run("review"))
    assert "--own takes no records" in error_line(run("review", "--own", str(paths[0])))
    assert "leave out --puzzles" in error_line(run("review", "--own", "--puzzles"))
    assert "leave out --output" in error_line(run("review", "--own", "--output", "a.html"))
    assert "--output needs --to html" in error_line(run("review", str(paths[0]), "--output", "a.html"))


def test_sets_of_unknown_games_are_left_out() -> None:
    strange = replace(shipped(GAME)[0], spec="chess")
    files.write(sets.own_file("old"), PuzzleSet(puzzles=(strange, shipped(GAME)[1])))
    assert sets.find("old").puzzles == (shipped(GAME)[1],)
