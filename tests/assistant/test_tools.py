"""Tests of the tools without the protocol: answers, bounds and errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import fsum, isclose
from pathlib import Path
from typing import Any

import msgspec
import pytest

import fastcore
from tests.assistant.records import write_record
from tests.kit.luck import played
from workbench.assistant.access import Access, RequestError
from workbench.assistant.tools import TOOLS, call

PUBLIC, ALL = Access(), Access(everything=True)
OPEN = "herd(size=4) bb1b/br1bb/r1brb1/bb1bbbb/b1rbbb/bbr1b/r2r b 14 2-2 x0+1"
HIDDEN = "herbalism rg ryybb/gbb/yggb 3,0,0 2 2 2 act:3 -,gb,- -,-,- -,-,-"


def answer(access: Access, name: str, **arguments: Any) -> dict[str, Any]:
    found = call(access, name, arguments)
    assert isinstance(found, dict)
    data = json.loads(msgspec.json.encode(found))
    assert isinstance(data, dict)
    return data


def refused(access: Access, name: str, **arguments: Any) -> str:
    with pytest.raises(RequestError) as caught:
        call(access, name, arguments)
    message = str(caught.value)
    assert message and "\n" not in message and "Traceback" not in message and len(message) <= 500
    return message


def values(data: object) -> Iterator[dict[str, Any]]:
    """Yield every number with its error, anywhere in an answer."""
    if isinstance(data, dict):
        if "value" in data and isinstance(data["value"], int | float | None):
            yield data
        for part in data.values():
            yield from values(part)
    elif isinstance(data, list):
        for part in data:
            yield from values(part)


def test_schemas_are_objects_without_unknown_arguments() -> None:
    for tool in TOOLS:
        schema = json.loads(json.dumps(tool.schema))
        assert schema["type"] == "object" and "$ref" not in json.dumps(schema), tool.name
        assert set(schema["properties"]) == set(tool.arguments.__struct_fields__)
        assert "unknown field" in refused(PUBLIC, tool.name, **minimal(schema), wrong=1)


def minimal(schema: dict[str, Any]) -> dict[str, Any]:
    """Return arguments of the right types for the required ones."""
    return {name: ["a", "b"] if name == "moves" else "herd" for name in schema.get("required", ())}


def test_games_and_rules(game_id: str) -> None:
    listed = {game["spec"]: game for game in answer(PUBLIC, "games")["games"]}
    assert listed[game_id]["hides_something"] == fastcore.info(game_id).has.covered
    assert answer(PUBLIC, "rules", game=game_id)["rules"].startswith("# ")


def test_misspelt_game_is_suggested() -> None:
    assert "did you mean herd?" in refused(PUBLIC, "rules", game="heard")
    assert "did you mean herd?" in refused(PUBLIC, "read_position", position="heard(size=3)")


def test_position_is_described_or_has_problems_with_fixes() -> None:
    good = answer(PUBLIC, "read_position", position=OPEN)
    assert good["valid"] and good["to_move"] == 2 and "turn 14" in good["board"] and good["points"] == [7, 21]
    bad = answer(PUBLIC, "read_position", position="herd(size=3) 3/4/5/4/3 b 1 - -")
    (problem,) = bad["problems"]
    assert not bad["valid"] and problem["field"] == "side"
    assert answer(PUBLIC, "read_position", position=problem["fixes"][0]["position"])["valid"]


def test_legal_moves_are_those_of_the_rules() -> None:
    state = fastcore.parse(OPEN)
    listed = answer(PUBLIC, "legal_moves", position=OPEN)
    assert [move["move"] for move in listed["moves"]] == [state.move_text(move) for move in state.moves()]
    for move in listed["moves"]:
        assert answer(PUBLIC, "why_not", position=OPEN, move=move["move"])["legal"]
    assert "type a cell" in answer(PUBLIC, "why_not", position=OPEN, move="zz")["reason"]
    chance = answer(PUBLIC, "legal_moves", position="herd(size=3)")["outcomes"]
    assert isclose(fsum(outcome["probability"]["value"] for outcome in chance), 1, abs_tol=0.01)


def test_analysis_names_the_best_move_with_errors() -> None:
    found = answer(PUBLIC, "analyse", position=OPEN, simulations=300)
    assert found["simulations"] == 300 and found["move"] == found["candidates"][0]["move"] and "notes" not in found
    best = found["candidates"][0]["value"]
    assert best["low"] <= best["value"] <= best["high"] and best["error"] is not None
    assert answer(PUBLIC, "analyse", position=OPEN, simulations=300) == found


def test_alpha_beta_values_are_called_bounds() -> None:
    found = answer(PUBLIC, "analyse", position="forest", simulations=200)
    assert {candidate["value"]["kind"] for candidate in found["candidates"][1:]} == {"bound"}
    assert "bound" in found["errors"]


def test_outcomes_of_dice_are_analysed() -> None:
    found = answer(PUBLIC, "analyse", position="herd(size=3)", simulations=200)
    assert found["bot"] == "outcomes" and len(found["candidates"]) == 21 and found["move"] is None


def test_comparison_has_intervals_and_sentences() -> None:
    found = answer(PUBLIC, "compare", position=OPEN, moves=["a2", "c2"])
    (difference,) = found["differences"]
    assert difference["clear"] and difference["difference"]["low"] > 0
    assert difference["sentences"][0].startswith("a2 is better by")
    assert len(list(values(found))) == 5 and all("error" in number for number in values(found))


def test_rollout_values_add_up() -> None:
    found = answer(PUBLIC, "roll_out", position=OPEN, games=40, horizon=1)
    assert found["games"] == 40 and isclose(fsum(seat["value"]["value"] for seat in found["seats"]), 0, abs_tol=1e-3)
    assert all(number["low"] <= number["value"] <= number["high"] for number in values(found["seats"]))


def test_beliefs_are_those_of_one_seat() -> None:
    found = answer(Access(seat=1), "beliefs", position=HIDDEN)
    point = fastcore.parse(HIDDEN).viewpoint(1)
    assert found["possible_positions"] == point.count()
    for topic, chances in point.beliefs().items():
        for value, chance in chances.items():
            assert found["beliefs"][str(topic)][str(value)]["value"] == pytest.approx(chance, abs=1e-4)
    assert "nothing is hidden" in refused(PUBLIC, "beliefs", position=OPEN)
    assert "model" in refused(PUBLIC, "beliefs", position=HIDDEN, model="nonsense")


def test_beliefs_of_hidden_plans_say_that_there_is_no_list() -> None:
    state = fastcore.start("herbs")
    state.play(state.moves()[0])
    hidden, whole = (answer(Access(seat=seat), "beliefs", position=state.situation) for seat in (1, 0))
    assert hidden["beliefs"] == {} and hidden["unknown_bits"]["value"] > 0 and "unknown_bits" in hidden["notes"][0]
    assert "notes" not in whole and whole["unknown_bits"]["value"] == 0


def test_search_of_a_forced_move_does_not_end_early() -> None:
    position = "herbalism bb yygbb/ygb/rrgg 0,0,0 3 3 4 give:2:3:rb:appeal gb,rb,rb -,-,- -,-,-"
    found = answer(Access(seat=1), "analyse", position=position)
    assert found["move"] == "give:b" and found["simulations"] == 1 and "notes" not in found


def test_picture_is_a_png_of_the_requested_width() -> None:
    found = call(PUBLIC, "picture", {"position": "herd(size=3)", "width": 120})
    assert isinstance(found, bytes) and found.startswith(b"\x89PNG") and int.from_bytes(found[16:20], "big") == 120


def test_puzzle_hides_its_solution_until_asked(game_id: str) -> None:
    question = answer(PUBLIC, "puzzle", game=game_id)
    assert "accepted" not in question
    solved = answer(PUBLIC, "puzzle", game=game_id, solution=True)
    right = answer(PUBLIC, "puzzle", game=game_id, answer=" ".join(solved["accepted"][0]["moves"]))
    wrong = answer(PUBLIC, "puzzle", game=game_id, answer=" ".join(solved["wrong"][-1]["moves"]))
    assert right["right"] and right["best"] and not wrong["right"] and wrong["loss"]["value"] > 0
    assert "puzzles" in refused(PUBLIC, "puzzle", game=game_id, number=99_999)


def test_review_judges_each_decision_with_errors(tmp_path: Path) -> None:
    record = write_record(tmp_path / "a.herbarium", "herd(size=2)", played("herd(size=2)", 8, "uniform"))
    found = answer(PUBLIC, "review", record=record, simulations=40, repeats=2)
    assert len(found["decisions"]) == found["decisions_in_all"] > 1
    judged = [decision for decision in found["decisions"] if not decision.get("forced")]
    assert judged and all(decision["loss"]["error"] is not None for decision in judged)
    assert (
        answer(PUBLIC, "review", record=record, first=2, simulations=40, repeats=2)["decisions"]
        == (found["decisions"][1:])
    )


def test_luck_adds_up_to_the_result(tmp_path: Path) -> None:
    record = write_record(tmp_path / "a.herbarium", "herd(size=2)", played("herd(size=2)", 8, "greedy"))
    for seat in answer(PUBLIC, "luck", record=record)["seats"]:
        parts = [seat[name]["value"] for name in ("start", "luck", "own", "others", "drift")]
        assert fsum(parts) == pytest.approx(seat["result"]["value"], abs=1e-3)


def test_requests_above_the_budget_are_cut_and_the_answer_says_so(tmp_path: Path) -> None:
    short = Access(seconds=0.05)
    cut = answer(short, "analyse", position=OPEN, simulations=1_000_000, seconds=60)
    assert cut["simulations"] < 1_000_000
    assert cut["notes"][0] == "You asked for 60 s; this session allows 0.05 s per call."
    assert cut["notes"][1].startswith("The search ended early, after")
    games = answer(Access(seconds=0.3), "roll_out", position=OPEN, games=100_000, continuation="60")
    assert games["games"] < 100_000 and games["notes"][0].startswith("The time ran out after")
    record = write_record(tmp_path / "a.herbarium", "herd(size=2)", played("herd(size=2)", 8, "greedy"))
    reviewed = answer(Access(seconds=0.0001), "review", record=record, simulations=20, repeats=2)
    assert len(reviewed["decisions"]) == 1 and "continue with first=2" in reviewed["notes"][0]
    assert "needs more than" in refused(PUBLIC, "luck", record=record, seconds=1e-6)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("nothing", {}, "there is no tool 'nothing'"),
        ("rules", {}, "missing required field `game`"),
        ("luck", {"file": "a.herbarium"}, "unknown field `file`; the arguments of luck: record, seconds"),
        ("games", {"all": True}, "unknown field `all`; games has no arguments"),
        ("analyse", {"position": 3}, "Expected `str`"),
        ("analyse", {"position": ""}, "length >= 1"),
        ("analyse", {"position": " \n "}, "there is no game"),
        ("analyse", {"position": OPEN, "simulations": 0}, ">= 1"),
        ("analyse", {"position": OPEN, "seconds": -1}, "> 0"),
        ("analyse", {"position": OPEN, "seconds": float("nan")}, "seconds"),
        ("analyse", {"position": OPEN, "bot": "./mine.py:Mine"}, "only built-in bots"),
        ("analyse", {"position": OPEN, "bot": "no-such-bot"}, "there is no bot"),
        ("analyse", {"position": OPEN, "bot": "mcts(memory=999999)"}, "memory"),
        ("analyse", {"position": "herd(size=99)"}, "size"),
        ("compare", {"position": OPEN, "moves": ["a2"]}, "length >= 2"),
        ("compare", {"position": OPEN, "moves": ["a2", " "]}, "empty"),
        ("compare", {"position": OPEN, "moves": ["a2", "zz"]}, "type a cell"),
        ("compare", {"position": OPEN, "moves": ["a2", "c2"], "continuation": "./a.py:B"}, "only built-in bots"),
        ("compare", {"position": "herd(size=3)", "moves": ["a", "b"]}, "use roll_out"),
        ("picture", {"position": OPEN, "width": 9999}, "<= 1600"),
        ("review", {"record": "pyproject.toml"}, "ends with .herbarium"),
        ("review", {"record": "missing.herbarium"}, "not a readable record"),
        ("luck", {"record": "\0.herbarium"}, "\\x00.herbarium is not a readable"),
        ("puzzle", {"game": "herd", "answer": "zz"}, "zz"),
    ],
)
def test_bad_arguments_give_one_clear_line(name: str, arguments: dict[str, Any], message: str) -> None:
    assert message in refused(PUBLIC, name, **arguments)


def test_crash_of_a_tool_gives_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(fastcore, "games", lambda: 1 / 0)
    assert refused(PUBLIC, "games") == "internal error: ZeroDivisionError"
    assert "ZeroDivisionError" in capsys.readouterr().err
