"""The user's sets of puzzles: those of the program, one for each game, and those in the folder of puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from fastcore import games, info
from workbench.boards.kit import folder_of
from workbench.puzzles import files
from workbench.puzzles.attempts import now
from workbench.puzzles.files import SUFFIX, PuzzleError
from workbench.puzzles.schema import Puzzle, PuzzleSet
from workbench.system import folders, limits, saving
from workbench.system.locks import Lock
from workbench.system.translation import tr
from workbench.system.version import version

FOLDER = "puzzles"
SHIPPED = f"shipped{SUFFIX}"  # in the folder of a game's board
MISTAKES = "mistakes"  # the set of puzzles from reviews of the user's own games
FOLDERS = re.compile(r"""[^(),="']*[\\/]""")  # the folders of a file in the spec of a bot
WAIT = 10.0  # seconds to wait for another program that adds puzzles


class SetEntry(NamedTuple):
    """A set of puzzles.

    Attributes:
        name: The name: the id of a game for a set of the program, or else the name of the file without its ending.
        title: The title for people.
        file: The file.
        shipped: Whether the set is part of the program.
        puzzles: Its puzzles; none if it is damaged.
        damage: Why it cannot be read, or "".
    """

    name: str
    title: str
    file: Path
    shipped: bool
    puzzles: tuple[Puzzle, ...]
    damage: str = ""


def folder() -> Path:
    """Return the folder with the user's own sets."""
    return folders.data_path(FOLDER)


def shipped_file(game: str) -> Path:
    """Return the file with the puzzles of a game that are part of the program."""
    return (folder_of(game) or Path()) / SHIPPED


def own_file(name: str) -> Path:
    """Return the file of one of the user's own sets."""
    return folder() / f"{safe_name(name)}{SUFFIX}"


def safe_name(name: str) -> str:
    """Return a name for a set, without characters that a system forbids. The program's sets keep their names."""
    safe = re.sub(r"[^\w.-]+", "-", name)[:60].strip("-.") or "set"
    return f"{safe}-own" if safe in games() else safe


def all_sets() -> list[SetEntry]:
    """Return the sets of the program and the user's own sets, by name. Never raise; a damaged set says why."""
    found = [_entry(game, shipped_file(game), True) for game in games() if shipped_file(game).is_file()]
    own: list[Path] = []
    with suppress(OSError):
        own = sorted(path for path in folder().iterdir() if path.name.endswith(SUFFIX))
    return [*found, *(_entry(path.name.removesuffix(SUFFIX), path, False) for path in own)]


def find(name: str) -> SetEntry:
    """Return a set by its name.

    Raises:
        PuzzleError: There is no such set, or it is damaged.
    """
    known = all_sets()
    entry = next((one for one in known if one.name == name), None)
    if entry is None:
        names = ", ".join(one.name for one in known) or tr("none")
        raise PuzzleError("set", tr("there is no set {name!r}; the sets are: {names}", name=name[:60], names=names))
    if entry.damage:
        raise PuzzleError("set", entry.damage, str(entry.file))
    return entry


def all_puzzles(game: str | None = None) -> list[Puzzle]:
    """Return the puzzles of all sets, or those of one game, each one once."""
    found: dict[str, Puzzle] = {}
    for entry in all_sets():
        for puzzle in entry.puzzles:
            if game in (None, puzzle.game):
                found.setdefault(puzzle.id, puzzle)
    return list(found.values())


def _entry(name: str, file: Path, shipped: bool) -> SetEntry:
    try:
        status = file.stat()
        read = _read(file, status.st_mtime_ns, status.st_size)
    except PuzzleError as error:
        return SetEntry(name, name, file, shipped, (), f"{error.field}: {error.reason}")
    except OSError as error:
        return SetEntry(name, name, file, shipped, (), saving.system_message(error))
    title = info(name).title if shipped else read.title or name
    known = tuple(puzzle for puzzle in read.puzzles if puzzle.game in games())
    return SetEntry(name, title, file, shipped, known)


@lru_cache(maxsize=64)
def _read(file: Path, changed: int, size: int) -> PuzzleSet:
    """Return the set in a file. The time of its last change and its size say whether it must be read again."""
    return files.read(file)


# Changes --------------------------------------------------------------------------------------------------------------


def add(name: str, puzzles: Sequence[Puzzle], title: str = "") -> int:
    """Add puzzles to one of the user's own sets, which is created if it does not exist.

    Args:
        name: The name of the set.
        puzzles: The puzzles. A puzzle that the set has already is replaced.
        title: The title of a new set.

    Returns:
        The number of puzzles that are new in the set.

    Raises:
        PuzzleError: The set is damaged. It stays as it is.
        WriteError: The set cannot be written, or would be too large.
    """
    return add_to(own_file(name), puzzles, title or name)


def add_to(file: Path, puzzles: Iterable[Puzzle], title: str) -> int:
    """Add puzzles to the set in a file; arguments and errors as for `add`."""
    with _locked(file):
        return write(file, files.read(file) if file.exists() else new_set(title), puzzles)


def revise(file: Path, puzzles: Iterable[Puzzle], removed: Iterable[str] = ()) -> None:
    """Replace some puzzles of a set, and remove others. Puzzles that it does not have any more stay out.

    Args:
        file: The file of the set.
        puzzles: The new versions.
        removed: The ids of the puzzles to remove.

    Raises:
        PuzzleError: The set is damaged. It stays as it is.
        WriteError: The set cannot be written.
    """
    new, gone = {puzzle.id: puzzle for puzzle in puzzles}, set(removed)
    with _locked(file):
        old = files.read(file)
        kept = tuple(new.get(puzzle.id, puzzle) for puzzle in old.puzzles if puzzle.id not in gone)
        if kept != old.puzzles:
            files.write(file, replace(old, puzzles=kept))


def new_set(title: str) -> PuzzleSet:
    """Return a new set without puzzles."""
    return PuzzleSet(title=title, created=now().isoformat("T", "seconds"))


def write(file: Path, old: PuzzleSet, puzzles: Iterable[Puzzle], shared: bool = False) -> int:
    """Write a set with further puzzles, and return the number of those that are new.

    Raises:
        WriteError: The file cannot be written, or the set would be too large.
    """
    merged = {puzzle.id: puzzle for puzzle in old.puzzles}
    count = len(merged)
    merged |= {puzzle.id: puzzle for puzzle in puzzles}
    if len(merged) > limits.PUZZLES:
        reason = tr("a set has at most {most:,} puzzles", most=limits.PUZZLES)
        raise saving.WriteError(f"{file}{saving.FAILED}{reason}")
    files.write(
        file,
        PuzzleSet(title=old.title, created=old.created, program=version(), puzzles=tuple(merged.values())),
        shared,
    )
    return len(merged) - count


def import_file(path: Path) -> SetEntry:
    """Copy somebody else's set to the user's own sets, after all checks, and return it.

    A set of the same name stays: the copy gets a number.

    Raises:
        PuzzleError: The set cannot be read, is damaged, or has an impossible puzzle. Nothing is copied then.
        WriteError: The copy cannot be written.
    """
    read = files.read(path)
    files.check_all(read, str(path))
    stem = safe_name(path.name.removesuffix(SUFFIX))
    with _locked(own_file(stem)):
        number, file = 1, own_file(stem)
        while file.exists():
            if _same(file, read):
                return _entry(file.name.removesuffix(SUFFIX), file, False)
            number += 1
            file = own_file(f"{stem}-{number}")
        files.write(file, read)
    return _entry(file.name.removesuffix(SUFFIX), file, False)


def _same(file: Path, puzzles: PuzzleSet) -> bool:
    with suppress(PuzzleError):
        return files.read(file) == puzzles
    return False


def export_file(entry: SetEntry, path: Path) -> None:
    """Write a set to a file for somebody else.

    Names of games and dates stay out, because they belong to the games of the user. So do the folders of bots' files.

    Raises:
        WriteError: The file cannot be written.
    """
    shared = tuple(map(_for_others, entry.puzzles))
    files.write(path, PuzzleSet(title=entry.title, program=version(), puzzles=shared), shared=True)


def _for_others(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle without anything that belongs to the user."""
    checks = tuple(replace(check, bot=FOLDERS.sub("", check.bot)) for check in puzzle.proof.checks)
    source, proof = replace(puzzle.source, game="", date=""), replace(puzzle.proof, checks=checks)
    return replace(puzzle, source=source, proof=proof)


def delete(entry: SetEntry) -> None:
    """Delete one of the user's own sets. Its file is renamed, so that nothing is lost.

    Raises:
        ValueError: The set is part of the program.
        WriteError: The file cannot be renamed.
    """
    if entry.shipped:
        raise ValueError(tr("this set is part of the program"))
    aside, number = _deleted(entry), 1
    if aside.exists():  # an earlier set of this name
        while (older := aside.with_name(f"{aside.name}-{number}")).exists():
            number += 1
        _rename(aside, older)
    _rename(entry.file, aside)


def restore(entry: SetEntry) -> None:
    """Restore a set that was deleted.

    Raises:
        WriteError: The file cannot be renamed, or there is another set of this name now.
    """
    if entry.file.exists():
        reason = tr("there is another set of this name")
        raise saving.WriteError(f"{entry.file}{saving.FAILED}{reason}")
    _rename(_deleted(entry), entry.file)


def _deleted(entry: SetEntry) -> Path:
    return entry.file.with_name(f"{entry.file.name}.deleted")


def _rename(old: Path, new: Path) -> None:
    try:
        old.replace(new)
    except OSError as error:
        raise saving.WriteError(f"{old}{saving.FAILED}{saving.system_message(error)}") from None


class _locked:  # noqa: N801 - used like a function
    """A context manager that keeps other programs from changing a set."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.lock = Lock(folders.state_path(f"{FOLDER}.lock"))

    def __enter__(self) -> None:
        try:
            saving.make_folder(self.lock.file.parent)
            held = self.lock.acquire(WAIT)
        except OSError as error:
            raise saving.WriteError(f"{self.file}{saving.FAILED}{saving.system_message(error)}") from None
        if not held:
            raise saving.WriteError(f"{self.file}{saving.FAILED}{tr('another program is using it')}")

    def __exit__(self, *_: object) -> None:
        self.lock.release()
