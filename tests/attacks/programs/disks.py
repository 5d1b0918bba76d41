"""Fill and unmount the disks of running matches and games, and delete or replace their files.

    python -m tests.attacks.programs.disks --seed 1 --count 3

Each round plays one match for every disk fault, and two terminal games whose disk is full for some moves.
The disks are real (tmpfs), so the attack needs root on Linux. The program may lose saved games only with a clear
message and a status other than 0. A match that continues afterwards must end like an undisturbed one.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import IO, NamedTuple

from workbench.game.session import PERSON, Session
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveError
from workbench.matches.archive.rows import Game
from workbench.records import files
from workbench.records.files import RecordError
from workbench.storage import autosave

SPEC, BLOCKS = "herd(size=4)", 12
BOTS = "mcts(simulations=30),greedy"
SALT = "5a17" * 8
PATIENCE = 300.0  # seconds to wait for an expected event
GAME, FULL_FROM, FULL_MOVES, MOVES = "herd(size=5)", 2, 3, 9


def can_mount() -> bool:
    """Return whether this process can mount a disk."""
    if sys.platform != "linux" or shutil.which("mount") is None:
        return False
    with (
        tempfile.TemporaryDirectory() as folder,
        suppress(subprocess.CalledProcessError),
        mounted_disk(Path(folder), "64k"),
    ):
        return True
    return False


@contextmanager
def mounted_disk(folder: Path, size: str) -> Iterator[Path]:
    """Mount a small disk on a folder for the duration of a block."""
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "attacked", str(folder)], check=True, capture_output=True
    )
    try:
        yield folder
    finally:
        unmount(folder)


def unmount(folder: Path) -> None:
    if folder.is_mount():
        subprocess.run(["umount", "-l", str(folder)], check=True)


def remount_read_only(folder: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)


def fill_disk(folder: Path) -> Path:
    """Write until a disk is full. Return the file that fills it."""
    file, block = folder / "filler", b"x" * 4096
    with suppress(OSError), file.open("ab", buffering=0) as opened:
        while True:
            opened.write(block)
    return file


# Matches --------------------------------------------------------------------------------------------------------------


class Fault(NamedTuple):
    """A change to an archive and its expected effects.

    Attributes:
        apply: Makes the change to the archive with this path.
        message: Part of the expected error message.
        rescued: Whether the program saves a copy of the games.
    """

    apply: Callable[[Path], object]
    message: str
    rescued: bool = True


def _replace(path: Path) -> None:
    replacement = path.with_name("other")
    replacement.write_bytes(b"something else")
    os.replace(replacement, path)


def _delete(journal: Path) -> None:
    """Delete a journal, which may be missing for a moment while the archive is being reopened."""
    end = monotonic() + PATIENCE
    while not journal.exists() and monotonic() < end:
        sleep(0.01)
    journal.unlink()


FAULTS = {
    "deleted": Fault(os.unlink, "it was deleted or moved"),
    "renamed": Fault(lambda path: path.rename(path.with_name("moved.matches")), "it was deleted or moved"),
    "replaced": Fault(_replace, "it was replaced by another file"),
    "unmounted": Fault(lambda path: unmount(path.parent), "its disk was unmounted"),
    "journal": Fault(lambda path: _delete(Path(f"{path}-wal")), "its journal x.matches-wal was deleted", rescued=False),
    "index": Fault(lambda path: _delete(Path(f"{path}-shm")), "its journal x.matches-shm was deleted", rescued=False),
    "full": Fault(lambda path: fill_disk(path.parent), "The archive takes no more games", rescued=False),
}


def play_match(path: Path, seed: int, home: Path, out: IO[str]) -> subprocess.Popen[str]:
    """Start a match from the command line."""
    words = ["match", SPEC, "--bots", BOTS, "--blocks", str(BLOCKS), "--seed", str(seed), "--salt", SALT]
    words += ["--archive", str(path), "--jobs", "2"]
    return subprocess.Popen(
        [sys.executable, "-m", "workbench", *words],
        stdout=out,
        stderr=subprocess.STDOUT,
        text=True,
        env=_environment(home),
    )


def _environment(home: Path) -> dict[str, str]:
    return {**os.environ, "HERBARIUM_HOME": str(home), "PYTHONUNBUFFERED": "1"}


def games_in(path: Path) -> list[Game]:
    """Return the games of an archive, or an empty list if it cannot be read."""
    with suppress(ArchiveError), Archive(path, read_only=True) as archive:
        return [game for match in archive.matches() for game in archive.games(match.id)]
    return []


def results_in(path: Path) -> dict[int, tuple[object, ...]]:
    """Return the results of the counted games by game number. Disturbances must not change them."""
    return {
        game.number: (game.line, game.returns, game.points, game.turns, game.ending)
        for game in games_in(path)
        if game.counts
    }


def finish(path: Path, seed: int, home: Path) -> str:
    """Finish a match without disturbances. Return the problem, or ""."""
    with (home / "out").open("w") as out:
        status = play_match(path, seed, home, out).wait(PATIENCE)
    return "" if status == 0 else f"status {status}: {(home / 'out').read_text()[-500:]}"


def attack_match(kind: str, seed: int) -> str:
    """Disturb a match, continue it, and compare it with an undisturbed one. Return the problem, or ""."""
    random, fault = Random(f"{seed}/{kind}"), FAULTS[kind]
    with tempfile.TemporaryDirectory() as folder_name:
        folder = Path(folder_name)
        home, mount = folder / "home", folder / "disk"
        home.mkdir()
        mount.mkdir()
        undisturbed, path = folder / "whole.matches", mount / "x.matches"
        if wrong := finish(undisturbed, seed, home):
            return wrong
        with mounted_disk(mount, "8m"):
            wait_for, output = random.randrange(4, 10), home / "output.txt"
            with output.open("w") as out:
                program = play_match(path, seed, home, out)
            end = monotonic() + PATIENCE
            while len(games_in(path)) < wait_for and program.poll() is None and monotonic() < end:
                sleep(0.02)
            saved_games = len(games_in(path))
            fault.apply(path)
            status, text = program.wait(PATIENCE), output.read_text()
            if status == 0 or fault.message not in text:
                return f"status {status} after game {saved_games} of {2 * BLOCKS}: {text[-500:]}"
            if "Traceback" in text:
                return text
            if fault.rescued:
                copies = [*mount.glob("*-rescued*.matches"), *home.glob("*-rescued*.matches")]
                if len(copies) != 1 or len(games_in(copies[0])) < saved_games:
                    return f"{saved_games} games were kept, and the copies {copies} do not hold them: {text[-500:]}"
                path = Path(shutil.copy(copies[0], folder / "again.matches"))
            elif kind == "full":
                (mount / "filler").unlink()
            if len(games_in(path)) < saved_games:
                return f"of {saved_games} games {len(games_in(path))} are left"
            if wrong := finish(path, seed, home):
                return wrong
            return (
                "" if results_in(path) == results_in(undisturbed) else "the games are not those of an undisturbed match"
            )


# Games at the terminal -----------------------------------------------------------------------------------------------


def typed_moves(seed: int) -> list[str]:
    """Return the first legal moves of a random game with this seed."""
    session, random = Session(GAME, (PERSON, PERSON), seed), Random(seed)
    moves: list[str] = []
    while len(moves) < MOVES and session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        state = session.state
        moves.append(state.move_text(random.choice(state.moves())))
        session.play(moves[-1])
    return moves


def _wait_for(condition: Callable[[], bool]) -> bool:
    end = monotonic() + PATIENCE / 6
    while monotonic() < end:
        if condition():
            return True
        sleep(0.02)
    return False


def attack_play(seed: int, restore_space: bool = True) -> str:
    """Fill the disk of `play --record` for some moves, then kill the program. Return the problem, or "".

    With `restore_space`, the disk has room again before the kill.
    """
    moves = typed_moves(seed)
    with tempfile.TemporaryDirectory() as folder_name:
        folder = Path(folder_name)
        home, mount = folder / "home", folder / "disk"
        home.mkdir()
        mount.mkdir()
        with mounted_disk(mount, "64k"):
            record, output = mount / "game.herbarium", home / "output.txt"
            words = ["play", GAME, "--seats", f"{PERSON},{PERSON}", "--seed", str(seed), "--record", str(record)]
            with output.open("w") as out:
                program = subprocess.Popen(
                    [sys.executable, "-m", "workbench", *words],
                    stdin=subprocess.PIPE,
                    stdout=out,
                    stderr=subprocess.STDOUT,
                    text=True,
                    env=_environment(home),
                )
            try:
                return _attack_program(program, record, home, moves, restore_space)
            finally:
                program.kill()
                program.communicate()


def _attack_program(
    program: subprocess.Popen[str], record: Path, home: Path, moves: list[str], restore_space: bool
) -> str:
    def type_moves(sent: list[str]) -> None:
        assert program.stdin is not None
        for move in sent:
            program.stdin.write(f"{move}\n")
            program.stdin.flush()

    def is_saved(sent: list[str], *where: Path) -> bool:
        return any(_contains(file, sent) for file in where)

    def autosaves() -> list[Path]:
        return list((home / "autosave").glob(f"*{files.SUFFIX}"))

    output = home / "output.txt"
    type_moves(moves[:FULL_FROM])
    if not _wait_for(lambda: is_saved(moves[:FULL_FROM], record)):
        return f"the first moves were not saved: {output.read_text()[-500:]}"
    filler = fill_disk(record.parent)
    type_moves(moves[FULL_FROM : FULL_FROM + FULL_MOVES])
    if not _wait_for(lambda: is_saved(moves[: FULL_FROM + FULL_MOVES], *autosaves())):
        return f"no autosave holds the game while the disk is full: {output.read_text()[-500:]}"
    if output.read_text().count("is not being saved in") != 1:
        return f"the failure was not reported once: {output.read_text()[-500:]}"
    where = record
    if restore_space:
        filler.unlink()
        type_moves(moves[FULL_FROM + FULL_MOVES :])
        if not _wait_for(lambda: is_saved(moves, record)):
            return f"the game was not saved after the disk had room again: {output.read_text()[-500:]}"
        if output.read_text().count("is being saved in") != 1:
            return f"nobody said that saving works again: {output.read_text()[-500:]}"
    program.kill()
    program.wait()
    if not restore_space:
        os.environ["HERBARIUM_HOME"], before = str(home), os.environ.get("HERBARIUM_HOME")
        try:
            (left,) = autosave.find_abandoned()
            where, moves = left.file, moves[: FULL_FROM + FULL_MOVES]
        finally:
            os.environ.pop("HERBARIUM_HOME") if before is None else os.environ.__setitem__("HERBARIUM_HOME", before)
    return "" if _contains(where, moves) else f"after kill -9 {where.name} does not hold all moves"


def _contains(file: Path, moves: list[str]) -> bool:
    """Return whether a record contains these moves in this order. There may be chance events between them."""
    with suppress(RecordError):
        saved = iter([move.move for line in files.read(file).lines for move in line.moves])
        return all(move in saved for move in moves)
    return False


def run(seed: int, count: int, kinds: tuple[str, ...] = (*FAULTS, "play", "play killed")) -> list[str]:
    """Run `count` rounds of each attack. Return a line for each finding."""
    findings = []
    for number in range(seed, seed + count):
        for kind in kinds:
            fault = attack_match(kind, number) if kind in FAULTS else attack_play(number, kind == "play")
            print(f"disk {kind}, seed {number}: {fault or 'ok'}", flush=True)
            if fault:
                findings.append(f"{kind}, seed {number}: {fault}")
    return findings


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=[*FAULTS, "play", "play killed"])
    chosen = parser.parse_args()
    if not can_mount():
        print("disks: skipped, as this process may not mount a disk (it needs root on Linux)")
        sys.exit(0)
    sys.exit(bool(run(chosen.seed, chosen.count, *([tuple(chosen.only)] if chosen.only else []))))
