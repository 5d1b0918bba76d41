"""Matches whose program is killed at any moment: nothing is lost, nothing is there twice, the result is the same."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from time import sleep

from tests.conftest import deep
from tests.kit.matches import SALT, changed, lasting, left_behind, moves, play, record
from workbench.matches.archive.archive import Archive, Game
from workbench.matches.planning.plan import Plan

PLAN = Plan(
    spec="herd(size=4)", bots=(f"mcts(simulations={deep(40, 200)})", "greedy"), blocks=deep(4, 100), seed=12, salt=SALT
)
RUN = """
import sys
from pathlib import Path
from workbench.matches.archive.archive import Archive
from workbench.matches.workers.runner import Runner
with Archive(Path(sys.argv[1])) as archive:
    archive.lock()
    print("on", flush=True)
    print(Runner(archive, archive.match(1)).run().kind)
"""


def run(path: Path) -> subprocess.Popen[str]:
    """The match in a separate program."""
    return subprocess.Popen([sys.executable, "-c", RUN, str(path)], stdout=subprocess.PIPE, text=True)


def finish(path: Path) -> list[Game]:
    """Play what is missing; all attempts."""
    program = run(path)
    said, _ = program.communicate(timeout=500)
    assert said == "on\ncomplete\n"
    with Archive(path) as archive:
        return list(archive.games(1))


def gone() -> bool:
    """Whether nothing is left in the end: a process that had only begun ends once it looks for its parent."""
    for _ in range(1200):
        if not left_behind():
            return True
        sleep(0.05)
    return False


def test_a_match_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """Once the program, its workers and bots die with it; in the end every game is there once, with the same moves."""
    _, whole = play(tmp_path / "whole", PLAN, jobs=2)
    path, chance, kept = tmp_path / "killed", random.Random(5), 0
    with Archive(path, create=True) as archive:
        archive.add_match(PLAN)
    kills = deep(1, 50)
    for _ in range(kills):
        program = run(path)
        assert program.stdout is not None and program.stdout.readline() == "on\n"
        sleep(chance.uniform(0, deep(1, 2) * 1.5))
        program.kill()
        program.wait()
        program.stdout.close()
        assert gone(), left_behind()
        with Archive(path) as archive:
            numbers = [game.number for game in archive.games(1)]
        assert len(numbers) == len(set(numbers)) >= kept, "what is kept stays kept"
        kept = len(numbers)
    games = finish(path)
    assert list(map(lasting, games)) == list(map(lasting, whole))
    assert [moves(record(path, game)) for game in games] == [moves(record(tmp_path / "whole", game)) for game in whole]


def test_a_file_that_may_grow_no_more_stops_the_match(tmp_path: Path) -> None:
    """As a full disk does: a clear end; with room again it goes on."""
    plan = changed(PLAN, blocks=5, reports="all")
    _, whole = play(tmp_path / "whole", plan, jobs=2)
    path = tmp_path / "a"
    with Archive(path, create=True) as archive:
        archive.add_match(plan)
    limited = (
        f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({2**17}, "
        f"{2**17}))\n{RUN.replace('.run().kind', '.run()')}"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited, str(path)], capture_output=True, text=True, check=False, timeout=200
    )
    assert done.returncode == 0 and "kind='full'" in done.stdout, done.stdout + done.stderr
    assert done.stderr == "" and gone(), left_behind()
    with Archive(path) as archive:
        kept = list(archive.games(1))
    assert 0 < len(kept) < len(whole)
    assert list(map(lasting, finish(path))) == list(map(lasting, whole))
