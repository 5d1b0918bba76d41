"""Tests that all builds of the core give the same walks, playouts, evaluations and searches, bit for bit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import fastcore
from fastcore import build
from tests.conftest import deep

ROOT = Path(__file__).parent.parent

SCRIPT = """
import sys
import fastcore
from workbench.conformance.walks import option_specs, random_game, random_position

count, simulations = int(sys.argv[1]), int(sys.argv[2])
assert fastcore.BUILD == sys.argv[3], fastcore.BUILD
for game in fastcore.games():
    for spec in option_specs(game):
        print(spec, fastcore.playouts(fastcore.start(spec), 50 * count, 4))
        for number in range(count):
            for state, move in random_game(spec, "builds", number):
                pass
            print(state.after(move).text(), state.key, [value.hex() for value in state.evaluate().values])
            state = random_position(spec, "builds", number)
            for engine, kind in fastcore.ENGINES.items():
                if not kind.fits(state) or engine == "alphabeta" or (kind.covered and state.actor < 0):
                    continue
                threads = 1 + number % 2 if engine == "tree" else 1
                memory = 32 if kind.grows else None
                search = fastcore.Search(state, seed=number, threads=threads, memory_mb=memory, engine=engine)
                search.run(simulations)
                print(search.root().tobytes().hex(), search.line(), search.choice())
"""


def output_of(name: str) -> str:
    environment = {**os.environ, "HERBARIUM_BUILD": name, "PYTHONPATH": str(ROOT)}
    counts = [str(deep(2, 40)), str(deep(500, 20_000))]
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, *counts, name],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr[-2000:]
    return result.stdout


def test_builds_give_identical_results() -> None:
    if build.suited() != "v3":
        pytest.skip("this processor runs the portable build only")
    portable, v3 = output_of("portable").splitlines(), output_of("v3").splitlines()
    for line, (first, second) in enumerate(zip(portable, v3, strict=True), 1):
        assert first == second, f"line {line} differs"
    assert len(portable) > 10


def test_unknown_build_name_is_refused() -> None:
    assert fastcore.BUILD in build.BUILDS
    for name in ("nonsense", "../v3"):
        result = subprocess.run(
            [sys.executable, "-c", "import fastcore"],
            env={**os.environ, "HERBARIUM_BUILD": name},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 1 and "HERBARIUM_BUILD" in result.stderr.splitlines()[-1]
