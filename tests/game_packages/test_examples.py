"""Tests that games of other packages work like ours: the examples of the docs, two larger games, and broken copies."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import deep
from tests.game_packages.installing import ROOT, copied, install, run_python, try_python

EXAMPLES = {name: ROOT / "docs" / "examples" / name for name in ("clobber", "kuhn")}
GAMES = {name: ROOT / "tests" / "games" / name for name in ("dudo", "sealed")}  # only rules, without a project

SCRIPT = """
import fastcore
assert {"clobber", "dudo", "kuhn", "sealed"} < set(fastcore.games()), fastcore.unusable_games()
assert fastcore.solve(fastcore.start("clobber")).values == (-1, 1), "3 x 4 is lost for the first player"
search = fastcore.Search(fastcore.start("clobber"), engine="alphabeta")
search.run(10**6)
assert search.value() == (-1, 1) and search.done
folding = fastcore.Search(fastcore.parse("kuhn QJ b"), seed=1)
folding.run(2000)
assert fastcore.parse("kuhn QJ b").move_text(folding.choice()) == "p", "a jack folds"
for game in ("clobber", "dudo", "kuhn", "sealed"):
    state = fastcore.start(game)
    while state.actor < 0:
        state.play(state.sample(fastcore.Stream(2)))
    for engine in (name for name, kind in fastcore.ENGINES.items() if kind.fits(state)):
        search = fastcore.Search(state, seed=1, engine=engine)
        search.run(200)
        assert search.choice() in state.moves(), (game, engine)
import bots
assert bots.names("clobber") == ["alphabeta", "greedy", "mcts", "points", "random", "uct"]
print("played")
"""

# Broken copies of Kuhn poker: an edit of its rules, the tests that find it, and part of the message.
BROKEN = {
    "large": ("self.size = sizeof(Position)", "self.size = 5000", "`size` is 5000 bytes; it must be 1 to 512"),
    "crowd": (
        "self.seats = self.actions = 2",
        "self.seats, self.actions = 9, 2",
        "`seats` is 9; it must be one of info.seats and from 1 to 8",
    ),
    "order": ("moves[0], moves[1] = 0, 1", "moves[0], moves[1] = 1, 0", "must be in byte order of the move texts"),
    "leaky": (
        "self.actor(position) != OVER:",
        "not (<const Position*>position).count:",
        "the view shows more than the observations of seat",
    ),
    "unsigned": (
        "return p.count % 2 if p.deal else CHANCE",
        "return <unsigned char>(p.count % 2) if p.deal else CHANCE",
        "`actor` is 255 at the start; it must be a seat, CHANCE or OVER",
    ),
    "clairvoyant": (
        "cdef class Kuhn(Game):\n",
        "from fastcore.stream cimport Rng\n\ncdef class Kuhn(Game):\n"
        "    cdef int choose(self, const void* position, int policy, Rng* rng, int* buffer) noexcept nogil:\n"
        "        if policy == 0:\n"
        "            return Game.choose(self, position, policy, rng, buffer)\n"
        "        return (<const Position*>position).deal % 2\n",
        "sees more than seat",
    ),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which all these packages are installed: the examples one by one, the others together."""
    folder = tmp_path_factory.mktemp("games")
    for source in EXAMPLES.values():
        install(copied(source, folder), folder / "site")
    together = folder / "together"
    together.mkdir()
    for name, source in GAMES.items():
        shutil.copytree(source / f"herbarium_{name}", together / f"herbarium_{name}")
    for name, (right, wrong, _) in BROKEN.items():
        package = together / f"herbarium_{name}"
        shutil.copytree(EXAMPLES["kuhn"] / "herbarium_kuhn", package)
        rules = (package / "kuhn.pyx").read_text(encoding="utf-8")
        assert right in rules
        (package / "kuhn.pyx").unlink()
        (package / f"{name}.pyx").write_text(rules.replace(right, wrong), encoding="utf-8")
        listed = (package / "__init__.py").read_text(encoding="utf-8")
        listed = listed.replace("herbarium_kuhn.kuhn", f"herbarium_{name}.{name}").replace('id="kuhn"', f'id="{name}"')
        (package / "__init__.py").write_text(listed, encoding="utf-8")
    ids = (*GAMES, *BROKEN)
    entries = "\n".join(f'{id} = "herbarium_{id}"' for id in ids)
    (together / "pyproject.toml").write_text(
        f'[project]\nname = "together"\nversion = "1.0"\n[project.entry-points."herbarium.games"]\n{entries}\n'
        f"[tool.setuptools]\npackages = {[f'herbarium_{id}' for id in ids]}\n"
        '[tool.setuptools.package-data]\n"*" = ["*.md"]\n',
        encoding="utf-8",
    )
    (together / "setup.py").write_text(
        "from setuptools import setup\nfrom fastcore.compiling import game_extensions\n"
        f"modules = [module for id in {ids} for module in game_extensions(f'herbarium_{{id}}')]\n"
        "for module in modules:\n    module.extra_compile_args.remove('-O3')  # most of the compiler's time\n"
        "setup(ext_modules=modules)\n",
        encoding="utf-8",
    )
    install(together, folder / "site")
    return folder / "site"


@pytest.mark.slow
def test_engines_play_games_of_packages(site: Path) -> None:
    assert run_python("-c", SCRIPT, sites=(site,)).endswith("played\n")


@pytest.mark.slow
@pytest.mark.parametrize("game", EXAMPLES)
def test_examples_pass_the_check_of_games(game: str, site: Path) -> None:
    """In `make deep` with full counts, which include 10,000 games against the twin."""
    full = ("--full",) if deep(0, 1) else ()
    printed = run_python("-m", "workbench", "check-game", game, *full, sites=(site,), timeout=deep(600, 7200))
    assert "failed" not in printed and " passed" in printed


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_games_without_texts_pass_the_tests_of_rules(game: str, site: Path) -> None:
    words = ("--only", "not front_end and not twin and not (rules_page)")
    if game == "dudo":
        words = ("--only", "not front_end and not twin and not hiding")
    printed = run_python("-m", "workbench", "check-game", game, *words, sites=(site,), timeout=deep(600, 7200))
    assert "failed" not in printed and " passed" in printed


@pytest.mark.slow
@pytest.mark.parametrize("game", BROKEN)
def test_broken_rules_are_refused_or_found(game: str, site: Path) -> None:
    sentence = BROKEN[game][2]
    result = try_python("-m", "workbench", "check-game", game, sites=(site,))
    assert result.returncode != 0 and sentence in result.stdout + result.stderr, result.stdout[-3000:] + result.stderr
