"""Moves files out of the configuration folder, where earlier versions kept everything.

Each file or folder is moved by renaming, and a link takes its old place, so that old paths stay valid: in commands, in
lists of recent files and in earlier versions of the program. A program that is killed at any moment leaves everything
complete in one of the two places, and the next start finishes the move. What cannot be moved stays in use where it is:
on another disk, in a read-only folder, or while another program uses it.
"""

from __future__ import annotations

import os
from contextlib import closing, suppress
from pathlib import Path

from workbench.system import saving
from workbench.system.locks import Lock

ARCHIVES = ("own.matches", "levels.matches")
DATA = ("games", "autosave", "unlocked", "positions", "results.jsonl", *ARCHIVES)
STATE = ("recent.json", "tabs.json", "errors.log")
LOCK = "move.lock"
REBUILT = "index.sqlite3"  # an index of saved games, which is rebuilt if it is missing
_LINK = ".link"  # end of the name of a prepared link


def move_old_files(old: Path, data: Path, state: Path) -> None:
    """Move the files of earlier versions, unless another program is doing so. Never raise.

    Args:
        old: The folder in which earlier versions kept everything.
        data: The new folder of what the user has made.
        state: The new folder of lists and logs.
    """
    targets = dict.fromkeys(DATA, data) | dict.fromkeys(STATE, state)
    moves = {old / name: folder / name for name, folder in targets.items() if folder != old}
    if not any(_is_pending(source) for source in moves):
        return
    with suppress(OSError):
        lock = Lock(old / LOCK)
        if not lock.acquire():
            return
        try:
            for source, target in moves.items():
                if _is_pending(source):
                    with suppress(OSError, saving.WriteError):
                        _move(source, target)
        finally:
            lock.release()


def _is_pending(source: Path) -> bool:
    """Return whether a file or folder is still to be moved, or a move to be finished."""
    return (os.path.lexists(source) and not source.is_symlink()) or os.path.lexists(_link_of(source))


def _link_of(source: Path) -> Path:
    return source.with_name(f".{source.name}{_LINK}")


def _move(source: Path, target: Path) -> None:
    """Move a file or a folder, and leave a link.

    Raises:
        OSError: Something could not be moved, and remains in its old place.
    """
    saving.make_folder(target.parent)
    link = _link_of(source)
    if os.path.lexists(link):
        link.unlink()
    os.symlink(target, link, target_is_directory=source.is_dir())  # first, since a folder may accept no links
    try:
        if os.path.lexists(source) and not source.is_symlink():
            if source.name in ARCHIVES:
                _move_archive(source, target)
            elif source.suffix == ".jsonl" and target.is_file():
                _append_lines(source, target)
            else:
                _rename(source, target)
        if os.path.lexists(target) and not os.path.lexists(source):
            os.replace(link, source)
            saving.sync_folder(source.parent)
    finally:
        if os.path.lexists(link):
            link.unlink()


def _rename(source: Path, target: Path) -> None:
    """Rename a file or a folder. If the target exists, merge folders, and give files another name.

    Raises:
        OSError: Something could not be renamed.
    """
    if source.is_dir() and target.is_dir():
        for file in sorted(source.iterdir()):
            _rename(file, target / file.name)
        source.rmdir()
        return
    if source.name == REBUILT and os.path.lexists(target):
        source.unlink()
        return
    os.rename(source, _free_name(target))
    saving.sync_folder(target.parent)
    saving.sync_folder(source.parent)


def _append_lines(source: Path, target: Path) -> None:
    """Append the lines that only the old file has, and remove it.

    Raises:
        OSError: A file cannot be read or removed.
        WriteError: The new file cannot be written.
    """
    lines = [*target.read_bytes().splitlines(), *source.read_bytes().splitlines()]
    saving.write(target, b"".join(line + b"\n" for line in dict.fromkeys(lines)))
    source.unlink()


def _free_name(target: Path) -> Path:
    """Return the path itself, or with a number before its suffixes if it is taken."""
    name, dot, suffixes = target.name.partition(".") if not target.name.startswith(".") else (target.name, "", "")
    number, free = 1, target
    while os.path.lexists(free):
        number += 1
        free = target.with_name(f"{name} ({number}){dot}{suffixes}")
    return free


def _move_archive(source: Path, target: Path) -> None:
    """Move an archive of matches that no program uses.

    Its journal must be empty: without the journal beside it, an archive lacks its newest games.

    Raises:
        OSError: Another program uses the archive, or it cannot be moved.
    """
    import sqlite3  # imported here because this happens once

    lock = Lock(source.with_name(f"{source.name}.lock"))
    if not lock.acquire():
        raise OSError("a match is being played into it")
    try:
        try:
            with closing(sqlite3.connect(source, timeout=0)) as database:
                database.execute("SELECT count(*) FROM sqlite_master").fetchone()  # recovers after a crash
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error:
            pass  # the check below decides
        if any(os.path.lexists(f"{source}{suffix}") for suffix in ("-wal", "-journal")):
            raise OSError("another program has opened it")
        _rename(source, target)
    finally:
        lock.release()
