"""Tests of the evaluation functions and of the programs that fit their weights."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

import fastcore
from fastcore import CHANCE, OVER, Search, Stream
from fastcore.fitting.arguments import fit_parser
from fastcore.fitting.folder import NOTE, begin_folder
from fastcore.fitting.regression import chance, fit_choices, fit_values, log_loss, softmax
from fastcore.fitting.selfplay import collect_games, count
from fastcore.fitting.validation import agreement
from fastcore.fitting.writing import read_tables, write_tables
from fastcore.games.forest import fit as forest_fit
from fastcore.games.herbalism import fit as herbalism_fit
from fastcore.games.herbs import fit as herbs_fit
from fastcore.games.herd import fit
from fastcore.games.herd.fit_values import CONTEXTS
from fastcore.games.herd.herd import Herd
from tests.conftest import deep

SIZES = range(2, 9)


def positions(size: int, number: int) -> list[fastcore.State]:
    """Return random positions of one board size, in every phase."""
    stream = Stream(5, "fitting", size)
    states: list[fastcore.State] = []
    state = fastcore.start(f"herd(size={size})")
    while len(states) < number:
        if stream.below(4) == 0:
            states.append(state.copy())
        state.play(state.sample(stream) if state.actor == CHANCE else stream.choice(state.moves()))
        if state.actor == OVER:
            state = fastcore.start(state.spec)
    return states


def rules_of(state: fastcore.State) -> Herd:
    assert isinstance(state.game, Herd)
    return state.game


def swap_colours(state: fastcore.State) -> fastcore.State:
    spec, rows, _, turn, dice, left = state.situation.split()
    swapped = rows.translate(str.maketrans("rb", "br"))
    later = int(turn) + 1
    return fastcore.parse(f"{spec} {swapped} {'br'[later % 2]} {later} {dice} {left}")


@pytest.mark.parametrize("size", SIZES)
def test_swapped_colours_negate_value_exactly(size: int) -> None:
    for state in positions(size, deep(100, 2000)):
        if state.turn > 1:
            swapped = swap_colours(state)
            assert swapped.evaluate().values[0] == -state.evaluate().values[0]
            assert [term.amount for term in swapped.evaluate().terms] == [
                -term.amount for term in state.evaluate().terms
            ]


@pytest.mark.parametrize("size", SIZES)
def test_roll_values_equal_values_after_each_roll(size: int) -> None:
    seen = ended = 0
    for state in positions(size, deep(400, 4000)):
        if state.actor == CHANCE:
            after = [state.after(roll) for roll, _ in state.chances()]
            assert rules_of(state).roll_values(state) == [position.evaluate().values[0] for position in after]
            seen += 1
            ended += any(position.actor == CHANCE for position in after)
    assert seen > 5
    blocked = fastcore.parse("herd(size=3) 1rr/rrrr/rrrrr/rrrr/rrr r 3 - -")
    red_values = rules_of(blocked).roll_values(blocked)
    assert red_values == [blocked.after(roll).evaluate().values[0] for roll, _ in blocked.chances()]
    # No stone to remove and no cell to choose: every roll ends the turn.
    no_moves = fastcore.parse("herd(size=3) 1bb/bbrr/rrrrr/rrrr/rrr r 1 - -")
    assert all(no_moves.after(roll).turn == 2 for roll, _ in no_moves.chances())
    assert rules_of(no_moves).roll_values(no_moves) == [
        no_moves.after(roll).evaluate().values[0] for roll, _ in no_moves.chances()
    ]


@pytest.mark.parametrize("size", SIZES)
def test_priors_are_a_distribution(size: int) -> None:
    for state in positions(size, deep(40, 400)):
        if state.actor >= 0:
            priors = Search(state, seed=1).root()["prior"]
            assert (priors > 0).all() and priors.sum() == pytest.approx(1, abs=1e-5)


def test_terms_add_up_to_value() -> None:
    """The value has the sign of the sum of terms.

    For the same number of empty cells it increases with the sum.
    """
    by_scale: dict[tuple[int, ...], list[tuple[float, float]]] = {}
    for state in positions(5, deep(500, 5000)):
        value = state.evaluate().values[0]
        total = sum(term.amount * term.weight for term in state.evaluate().terms)
        rest = rules_of(state).patterns(state, [-1])[0, -5:]
        assert (value > 0) == (total > 1e-9) and (value < 0) == (total < -1e-9)
        by_scale.setdefault((int(rest[0]), int(rest[3])), []).append((total, value))
    compared = 0
    for pairs in by_scale.values():
        slopes = {round(value / (1 - value * value) ** 0.5 / total, 5) for total, value in pairs if abs(total) > 0.5}
        assert len(slopes) <= 1 or max(slopes) - min(slopes) < 3e-5
        compared += len(pairs) > 1
    assert compared > 20


def test_value_follows_from_features_and_tables() -> None:
    """Compute the value again from the features and the tables in weights.pxd."""
    tables = read_tables(Path(fit.__file__).with_name("weights.pxd"))
    for size in SIZES:
        for state in positions(size, 60):
            row = rules_of(state).patterns(state, [-1])[0].astype(int)
            context, removals, placements, left, first = row[-5:]
            total = tables["HERD_PATTERN"].reshape(CONTEXTS, -1)[context, row[:-5]].sum()
            if context == 0 and first:
                total += tables["HERD_FIRST_ROLL"][0]
            else:
                total += tables["HERD_REMOVALS"].reshape(CONTEXTS, -1)[context, removals]
                total += tables["HERD_PLACEMENTS"].reshape(CONTEXTS, -1)[context, placements]
                total += tables["HERD_TEMPO"].reshape(CONTEXTS, -1)[context, left]
            lead = total * tables["HERD_SCALE"].reshape(CONTEXTS, -1)[context, left]
            value = state.evaluate().values[0]
            assert lead / np.sqrt(1 + lead * lead) == pytest.approx(value if state.turn % 2 else -value, abs=1e-7)


def test_features_reject_unsuitable_states() -> None:
    state, larger = fastcore.start("herd(size=4)"), fastcore.start("herd(size=5)")
    rules = rules_of(state)
    with pytest.raises(ValueError):
        rules.patterns(larger, [-1])
    with pytest.raises(ValueError):
        rules.move_features(state)
    with pytest.raises(ValueError):
        rules.roll_values(state.after("3-2"))


def test_regression_recovers_weights_of_synthetic_results() -> None:
    random = np.random.default_rng(1)
    true = np.array([0.5, -1.0, 0.25, 2.0])
    design = random.normal(size=(60_000, 4)).astype(np.float32)
    offset = random.normal(size=len(design)) / 4
    results = (random.random(len(design)) < chance(offset + design @ true)).astype(float)
    weights = fit_values(design, results, offset, ridge=0.1)
    assert weights == pytest.approx(true, abs=0.06)
    assert log_loss(offset + design @ weights, results) <= log_loss(offset + design @ true, results)
    assert fit_values(design, results, offset, toward=np.ones(4), ridge=1e9) == pytest.approx(np.ones(4), abs=1e-3)


def test_regression_recovers_weights_of_synthetic_choices() -> None:
    random = np.random.default_rng(2)
    true = np.array([1.0, -2.0, 0.5])
    sizes = random.integers(2, 9, size=8000)
    groups = np.repeat(np.arange(len(sizes)), sizes)
    design = random.normal(size=(len(groups), 3)).astype(np.float32)
    shares = softmax(design @ true, groups)
    assert np.bincount(groups, shares) == pytest.approx(np.ones(len(sizes)))
    weights = fit_choices(design, groups, shares, ridge=0.01)
    assert weights == pytest.approx(true, abs=0.01)
    first, five, chance_level = agreement(design @ weights, groups, shares)
    assert first > 0.99 and five == 1 and chance_level == pytest.approx(np.mean(1 / sizes))


def test_game_collection_resumes_after_truncated_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    specs = ["herd(size=2)", "herd(size=3)"]
    collected = collect_games(path, specs, 4, 10, 0.2, 1, 1, lambda _: None)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]) + lines[2][:20])
    assert count(path) == 2
    assert collect_games(path, specs, 4, 10, 0.2, 1, 1, lambda _: None) == collected
    assert [game.spec for game in collected] == ["herd(size=2)", "herd(size=3)"] * 2


def test_unrepresentable_table_values_are_rejected(tmp_path: Path) -> None:
    for table in (np.array([40_000]), np.array([np.nan])):
        with pytest.raises(ValueError):
            write_tables(tmp_path / "weights.pxd", "", {}, {"TABLE": table})


def test_herd_command_writes_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = tmp_path / "weights.pxd"
    options = ["--files", "2", "--games", "10", "--simulations", "20", "--each", "20", "--share", "0.02"]
    options += ["--epochs", "2", "--processes", "1"]
    paths = ["--folder", str(tmp_path), "--weights", str(written)]
    fit.main([*options, *paths, "--check"])
    assert "weights in use" in capsys.readouterr().out and not written.exists()
    fit.main([*options, *paths])
    assert "rebuild" in capsys.readouterr().out
    text = written.read_text(encoding="utf-8")
    in_use = Path(fit.__file__).with_name("weights.pxd").read_text(encoding="utf-8")
    declared = re.compile(r"^    (?:const \w+ \w+\[\d+\]|\w+ = \d+)$", re.M)
    assert declared.findall(text) == declared.findall(in_use)
    for name, length, numbers in re.findall(r"(HERD_\w+)\[(\d+)\] = \{(.*?)\};", text, re.S):
        assert len([float(x) for x in numbers.split(",")]) == int(length), name


def test_forest_command_writes_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = tmp_path / "weights.pxd"
    options = ["--games", "12", "--simulations", "50", "--processes", "1", "--folder", str(tmp_path)]
    forest_fit.main([*options, "--weights", str(written)])
    assert "rebuild" in capsys.readouterr().out
    text = written.read_text(encoding="utf-8")
    weights = [int(x) for x in re.findall(r"FOREST_WEIGHT\[9\] = \{(.*?)\};", text, re.S)[0].split(",")]
    assert len(weights) == len(fastcore.start("forest").evaluate().terms[:9]) == 9
    assert weights[0] > 0, "a pawn is worth something even after a dozen games"


def test_herbs_command_is_reproducible(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--games", "10", "--simulations", "4", "--random", "0.25", "--processes", "1", "--seed", "7"]
    texts = []
    for name in ("one", "other"):
        herbs_fit.main([*options, "--folder", str(tmp_path / name)])
        texts.append((tmp_path / name / "weights.pxd").read_text(encoding="utf-8"))
    assert "rebuild" in capsys.readouterr().out
    assert texts[0] == texts[1]
    assert "herbs.fit --games 10 --simulations 4 --random 0.25 --ridge 2 --seed 7\n" in texts[0], (
        "the head has all that matters"
    )
    in_use = sha256(Path(herbs_fit.__file__).with_name("weights.pxd").read_bytes()).hexdigest()
    assert in_use.startswith(re.findall(r"sha256 ([0-9a-f]{16})", texts[0])[0])
    terms = fastcore.start("herbs").evaluate().terms
    assert re.findall(r"TERMS = (\d+)", texts[0]) == [str(len(terms))]


def test_games_with_different_weights_or_options_are_not_mixed(tmp_path: Path) -> None:
    weights, folder = tmp_path / "weights.pxd", tmp_path / "games"
    weights.write_text("one")

    def begin(*words: str) -> str:
        return begin_folder(fit_parser("herbs", "", 20, 30).parse_args([*words, "--folder", str(folder)]), weights)

    assert begin() == begin("--games", "15", "--ridge", "3"), "these change no game"
    (folder / "games.jsonl").write_text("{}\n" * 12)
    for words, reason in (
        (("--seed", "2"), "seed 1, not 2"),
        (("--simulations", "31"), "30, not 31"),
        (("--random", "0"), "random 0.1"),
    ):
        with pytest.raises(SystemExit, match=reason):
            begin(*words)
    weights.write_text("other")
    for added in ([], ["--check"]):  # a new run would add games; --check would read them
        with pytest.raises(SystemExit, match="weights"):
            begin(*added)
    assert begin("--check", "--games", "12") != "", "all games are there: other weights may be measured by them"
    (folder / NOTE).write_text("no JSON")
    with pytest.raises(SystemExit, match="cannot be read"):
        begin()
    (folder / NOTE).unlink()
    with pytest.raises(SystemExit, match="without a record"):
        begin()


def test_help_shows_allowed_values(capsys: pytest.CaptureFixture[str]) -> None:
    for module in (fit, forest_fit, herbs_fit, herbalism_fit):
        with pytest.raises(SystemExit):
            module.main(["--help"])
        help_text = capsys.readouterr().out
        assert "at least 10, default" in help_text and "at least 1, default" in help_text
        with pytest.raises(SystemExit):
            module.main(["--games", "9"])
        assert "whole number of at least 10" in capsys.readouterr().err
