"""Tests of recipes: values filled in, and one clear line for every wrong file."""

from __future__ import annotations

from pathlib import Path

import pytest

import fastcore
from bots.levels import ladders
from bots.report import Limit
from workbench.studies import shipped
from workbench.studies.recipe import RecipeError, chosen, read_recipe, study_matches

QUESTION = '[[questions]]\nask = "first seat"\ntitle = "The first seat"\n'
MATCH = '[[matches]]\ngame = "herd(size=2)"\nbots = ["greedy", "random"]\n'
GOOD = f'title = "A study"\n{MATCH}{QUESTION}'


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_match_is_repeated_for_every_combination(tmp_path: Path) -> None:
    text = GOOD.replace("herd(size=2)", "herd(size={size})").replace('"random"', '"mcts(simulations={n})"')
    text = text.replace("bots =", 'name = "{size}, {n}"\neach.size = [2, 3]\neach.n = [5, 6]\nbots =')
    path = written(tmp_path, text)
    matches = study_matches(read_recipe(path), tmp_path)
    assert [match.name for match in matches] == ["2, 5", "2, 6", "3, 5", "3, 6"]
    assert [match.plan.spec for match in matches[1:3]] == ["herd(size=2)", "herd(size=3)"]
    assert matches[3].plan.bots == ("greedy", "mcts(simulations=6)")


def test_limits_openings_and_numbers_of_sets_reach_the_plan(tmp_path: Path) -> None:
    start = fastcore.start("forest")
    move = start.move_text(start.moves()[0])
    (tmp_path / "openings.txt").write_text(f"{move} # first\n", encoding="utf-8")
    text = GOOD.replace("herd(size=2)", "forest").replace("bots =", 'openings = ["MOVE"]\nrandom_moves = 2\nbots =')
    text = text.replace("MOVE", move).replace("[[questions]]", "limits = [{simulations = 10}, {}]\n[[questions]]", 1)
    (match,) = study_matches(read_recipe(written(tmp_path, text)), tmp_path, most=7)
    assert match.plan.limits == (Limit(simulations=10), None) and match.plan.blocks == 7
    assert match.plan.openings[0].moves == (move,) and match.plan.random_moves == 2
    text = text.replace(f'["{move}"]', '"openings.txt"').replace("random_moves", "blocks = 9\nrandom_moves")
    (match,) = study_matches(read_recipe(written(tmp_path, text)), tmp_path)
    assert match.plan.openings[0].name == "first" and match.plan.blocks == 9


def test_ladder_plays_one_seat_of_each_level_against_the_next(tmp_path: Path) -> None:
    ladder = '[[ladders]]\nname = "l"\ngame = "herbalism"\nlevels = ["beginner", "casual", "club"]\ngames = 10\n'
    question = QUESTION.replace("first seat", "ladder").replace("title", 'ladder = "l"\ntitle', 1)
    matches = study_matches(read_recipe(written(tmp_path, f'title = "t"\n{ladder}{question}')), tmp_path)
    assert [match.plan.bots for match in matches] == [
        ("casual", "beginner", "beginner"), ("club", "casual", "casual"),
    ]  # fmt: skip
    assert [match.plan.blocks for match in matches] == [4, 4], "12 games are at least 10"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("title = \"A study\"", "titel = \"A study\"", "the key 'titel' is unknown; did you mean title?"),
        ("bots", "bot", "matches 1: the key 'bot' is unknown; did you mean bots?"),
        ("ask", "xyz", "questions 1: the key 'xyz' is unknown; the keys are ask, title,"),
        ("herd(size=2)", "herdd", "matches 1: spec: there is no game 'herdd'; the games are forest"),
        ("herd(size=2)", "herd(size={n})", "nothing in each is named 'n'; add each.n = [...]"),
        ('"first seat"', '"first"', "questions 1: "),
        ('["greedy", "random"]', '["greedy"]', "matches 1: "),
        (MATCH, MATCH * 2, "matches 1: the name 'herd(size=2)' is used twice"),
        (MATCH, "", "there is nothing to play: add [[matches]] or [[ladders]]"),
        ("[[matches]]", "[matches]", "matches is not a list of tables: begin each of them with [[matches]]"),
        ("ask =", 'matches = ["herd(size=3)"]\nask =', "questions 1: there is no match 'herd(size=3)'; did you mean"),
        ("ask =", 'matches = "size 2"\nask =', "questions 1: matches must be a list, not text"),
        ('ask = "first seat"\ntitle', 'ask = "first seat"\ntext', "questions 1: the field title is missing"),
        ('title = "A study"\n', "", "the field title is missing"),
        ("[[matches]]", "blocks = 0\n[[matches]]", "blocks must be at least 1"),
        ("first seat", "ladder", "questions 1: name the ladder: there is none"),
        ("first seat", "difference", "questions 1: name the match: herd(size=2)"),
        ("[[questions]]", "limits = [{}]\n[[questions]]", "limits has 1 entries for 2 bots"),
        ("[[questions]]", "limits = [{nodes = 3}, {}]\n[[questions]]", "matches 1: "),
        ("[[matches]]", 'salt = "no"\n[[matches]]', "salt: 'no' is not a salt"),
        ("[[matches]]", "[[matches]", "mine.toml: "),
    ],
)  # fmt: skip
def test_wrong_recipe_gets_one_line_with_its_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    path = written(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(RecipeError) as raised:
        read_recipe(path)
    text = str(raised.value)
    assert message in text and text.startswith(f"{path}: ") and "\n" not in text


def test_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="there is no such file"):
        read_recipe(shipped.find(str(tmp_path / "none.toml")))
    with pytest.raises(RecipeError, match="did you mean levels-herd"):
        shipped.find("level-herd")


@pytest.mark.parametrize("name", shipped.names())
def test_shipped_recipe_is_valid_and_its_questions_have_matches(name: str) -> None:
    path = shipped.find(name)
    recipe = read_recipe(path)
    matches = [match.name for match in study_matches(recipe, path.parent)]
    assert matches and all(chosen(question, matches) for question in recipe.questions)
    if name.startswith("levels-"):
        people, of_bots = recipe.ladders
        assert people.levels == ladders.NAMES and not of_bots.levels and people.game == name.removeprefix("levels-")


def test_every_game_with_levels_has_a_recipe() -> None:
    assert {f"levels-{game}" for game in ladders.games()} <= set(shipped.names())
