"""Tests that an outsider can add games to a copy of the core as new files, without editing existing ones.

The tests of every game pass for them, and complain about broken copies of one of them.

The games are the one printed in docs/add-a-game.md and those in the folders tests/games/<id>/core: Clobber, Kuhn poker,
Dudo (hidden dice, six players) and Sealed (secret choices with hidden cards, three players).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import deep

ROOT = Path(__file__).parent.parent

EXAMPLES = ("clobber", "dudo", "kuhn", "sealed")
SCRIPT = """
import fastcore
assert fastcore.games() == tuple(sorted({*KNOWN, "heap", *EXAMPLES, *BROKEN})), fastcore.games()
from tests.core import test_batch, test_fuzz, test_games, test_hiding
SHARED = ("test_state_invariants_hold_in_random_games", "test_viewpoints_grow_with_observations",
          "test_policies_are_distributions_over_legal_moves", "test_policy_moves_follow_policies",
          "test_copies_are_equal_and_independent",
          "test_playouts_agree_with_stepwise_play", "test_perft_counts_sequences_of_legal_moves",
          "test_damaged_positions_are_parsed_or_rejected", "test_illegal_moves_give_reasons",
          "test_game_info_is_complete", "test_seed_determines_playouts", "test_batch_follows_single_states",
          "test_threads_do_not_change_a_batch", "test_masks_agree_with_moves",
          "test_illegal_move_leaves_batch_unchanged", "test_games_and_states_cannot_be_changed_from_outside")
HIDING = ("test_events_and_viewpoints_follow_observations", "test_policies_use_only_actor_knowledge",
          "test_worlds_contain_true_position", "test_equal_viewpoints_answer_alike_under_each_model",
          "test_assumed_fact_restricts_worlds",
          "test_hidden_information_does_not_leak", "test_observations_do_not_leak", "test_policy_moves_do_not_leak",
          "test_observation_fills_given_arrays", "test_bots_decide_alike_with_the_same_information")
def check(game, names, modules):
    for name in names:
        found = [getattr(module, name) for module in modules if hasattr(module, name)]
        assert found, f"no test {name}"
        for test in found:
            test(game)
all_specs = test_games.option_specs
FEW_SPECS = ["dudo(players=2)", "dudo(players=3)"]      # six players have thousands of worlds
for game in ("heap", *EXAMPLES):
    tried = game
    specs = all_specs
    if game == "dudo" and not DEEP:
        tried, specs = FEW_SPECS[-1], lambda _: FEW_SPECS
    test_games.option_specs = test_hiding.option_specs = specs
    check(game, SHARED, (test_games, test_fuzz, test_batch))
    if fastcore.info(game).has.covered:
        check(tried, HIDING, (test_hiding,))
search = fastcore.Search(fastcore.start("heap"), seed=1)
search.run(20000)
state = fastcore.parse("heap 5 17")
for engine in (name for name, kind in fastcore.ENGINES.items() if kind.fits(state)):
    search = fastcore.Search(state, seed=1, engine=engine)
    search.run(20000)
    assert state.move_text(search.choice()) == "2", "leave a multiple of three"
    assert search.done and search.root()["lower"].max() == 1, "and that is proven"
assert fastcore.solve(fastcore.start("clobber")).values == (-1, 1), "3 x 4 is lost for the first player"
search = fastcore.Search(fastcore.start("clobber"), engine="alphabeta")
search.run(10**6)
assert search.value() == (-1, 1) and search.done
folding = fastcore.Search(fastcore.parse("kuhn QJ b"), seed=1)
folding.run(2000)
assert fastcore.parse("kuhn QJ b").move_text(folding.choice()) == "p", "a jack folds"
for game in EXAMPLES:
    state = fastcore.start(game)
    while state.actor < 0:
        state.play(state.sample(fastcore.Stream(2)))
    for engine in (name for name, kind in fastcore.ENGINES.items() if kind.fits(state)):
        search = fastcore.Search(state, seed=1, engine=engine)
        search.run(200)
        assert search.choice() in state.moves(), (game, engine)
import bots
assert bots.names("heap") == ["alphabeta", "greedy", "mcts", "points", "random", "uct"]
for game, (_, sentence) in BROKEN.items():
    found = []
    for module in (test_games, test_hiding):
        for name in SHARED + HIDING:
            try:
                getattr(module, name, lambda _: None)(game)
            except (AssertionError, ValueError, KeyError) as error:
                found.append(str(error))
    assert any(sentence in reason for reason in found), (game, found)
print("played")
"""

# Broken copies of Kuhn poker: an edit of its source, and words of the sentence in which the tests complain.
BROKEN = {
    "large": (("self.size = sizeof(Position)", "self.size = 5000"), "`size` is 5000 bytes; it must be 1 to 512"),
    "crowd": (
        ("self.seats = self.actions = 2", "self.seats, self.actions = 9, 2"),
        "`seats` is 9; it must be one of info.seats and from 1 to 8",
    ),
    "order": (("moves[0], moves[1] = 0, 1", "moves[0], moves[1] = 1, 0"), "must be in byte order of the move texts"),
    "leaky": (
        ("self.actor(position) != OVER:", "not (<const Position*>position).count:"),
        "the view shows more than the observations of seat",
    ),
    "unsigned": (
        ("return p.count % 2 if p.deal else CHANCE", "return <unsigned char>(p.count % 2) if p.deal else CHANCE"),
        "`actor` is 255 at the start; it must be a seat, CHANCE or OVER",
    ),
    "clairvoyant": (
        (
            "cdef class Kuhn(Game):\n",
            "from fastcore.stream cimport Rng\n\ncdef class Kuhn(Game):\n"
            "    cdef int choose(self, const void* position, int policy, Rng* rng, int* buffer) noexcept nogil:\n"
            "        if policy == 0:\n"
            "            return Game.choose(self, position, policy, rng, buffer)\n"
            "        return (<const Position*>position).deal % 2\n",
        ),
        "sees more than seat",
    ),
}


@pytest.mark.slow
def test_outsiders_games_need_new_files_only(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    files = dict(re.findall(r"```(?:cython|python)\n# (\S+)\n(.*?)```", page, re.DOTALL))
    assert set(files) == {"fastcore/games/heap/heap.pyx", "fastcore/games/heap/__init__.py"}
    ignore = shutil.ignore_patterns("_v3", "_checked", "v3", "checked", "cython-checked", "__pycache__")
    # The copies include compiled files, so that only the new games are compiled.
    for folder in ("fastcore", "bots", "tests", "build"):
        if (ROOT / folder).exists():
            shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    # Only the new games are compiled, and without optimization, which takes most of the compiler's time.
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    assert '"portable": ["-O3"]' in setup
    (tmp_path / "setup.py").write_text(setup.replace('"portable": ["-O3"]', '"portable": ["-O0"]'), encoding="utf-8")
    (tmp_path / "README.md").touch()
    for game in EXAMPLES:
        core = ROOT / "tests" / "games" / game / "core"
        files |= {f"fastcore/games/{game}/{path.name}": path.read_text(encoding="utf-8") for path in core.glob("*.p*")}
    for game, ((right, wrong), _) in BROKEN.items():
        rules = files["fastcore/games/kuhn/kuhn.pyx"]
        assert right in rules
        files[f"fastcore/games/{game}/{game}.pyx"] = rules.replace(right, wrong)
        listed = files["fastcore/games/kuhn/__init__.py"].replace("games.kuhn.kuhn", f"games.{game}.{game}")
        files[f"fastcore/games/{game}/__init__.py"] = listed.replace('id="kuhn"', f'id="{game}"')
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    environment = {
        **os.environ,
        "HERBARIUM_BUILDS": "portable",
        "HERBARIUM_BUILD": "portable",
        # Copied packages come first; `workbench`, which tests import, comes from this checkout.
        "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT))),
    }
    for command in (
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        [
            sys.executable,
            "-c",
            f"KNOWN, EXAMPLES, BROKEN, DEEP = {existing_games()}, {EXAMPLES}, {BROKEN}, {deep(0, 1)}\n{SCRIPT}",
        ],
    ):
        result = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=deep(400, 7200)
        )
        assert result.returncode == 0, result.stdout[-1500:] + result.stderr[-3000:]
    assert result.stdout.endswith("played\n")


def existing_games() -> list[str]:
    return sorted(path.name for path in (ROOT / "fastcore" / "games").iterdir() if (path / "__init__.py").exists())
