"""Which files beside a bot it can read: modules, and data of listed kinds.

Each gets its own rule; no folder is opened as a whole.

An archive of matches contains the seed and the salt, so it must stay closed in any folder and under any name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePath

from workbench.bot_process import landlock

MOST_FILES = 2000  # looked at in the folders beside one bot
MOST_DEPTH = 8  # of these folders
MODULES = (".py", ".pyc", ".pyi", ".so")
DATA = (
    ".npz", ".npy", ".json", ".jsonl", ".bin", ".dat", ".txt", ".csv", ".tsv", ".toml", ".yaml", ".yml", ".ini",
    ".cfg", ".pt", ".pth",
    ".onnx", ".safetensors", ".h5", ".hdf5", ".pkl", ".pickle", ".joblib", ".msgpack", ".pb", ".tflite",
)  # fmt: skip
PACKED = (".gz", ".xz", ".bz2", ".zst")  # behind one of DATA
# Herbarium's files, anywhere in a name
OWN = {".herbarium", ".traces", ".tree", ".matches", ".plan", ".positions", ".new", ".db"}
_ABOUT = (".egg-info", ".dist-info")  # folders that describe an installed package
# a file, a journal, logs
_DATABASE = (b"SQLite format 3", b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
Rules = Iterator[tuple[str, int]]


def beside(file: str) -> Rules:
    """Yield the rules for a bot's file: the file, data whose names begin with its name, and modules beside it."""
    yield file, landlock.READ_FILE
    folder, stem = os.path.dirname(file) or ".", Path(file).stem

    def own(name: str) -> bool:
        return name == stem or name.startswith((f"{stem}.", f"{stem}-", f"{stem}_"))

    entries = _entries(folder)
    yield folder, landlock.LIST
    yield from _walked([entry for entry in entries if own(entry.name)], folder)
    yield from modules(folder)


def modules(folder: str, passed_over: tuple[str, ...] = ()) -> Rules:
    """Yield the rules by which Python can import from a folder without reading anything else in it.

    Entries with the names `passed_over` have rules already."""
    if os.path.isfile(folder):  # a zipped library
        if not is_database(folder):
            yield folder, landlock.READ_FILE
        return
    yield folder, landlock.LIST

    def importable(entry: os.DirEntry[str]) -> bool:
        package = os.path.isfile(os.path.join(entry.path, "__init__.py"))
        return package or entry.name.endswith((*MODULES, *_ABOUT))

    yield from _walked(
        [entry for entry in _entries(folder) if entry.name not in passed_over and importable(entry)], folder
    )


def _entries(folder: str) -> list[os.DirEntry[str]]:
    with suppress(OSError), os.scandir(folder) as entries:
        return sorted(entries, key=lambda entry: entry.name)
    return []


def _walked(found: list[os.DirEntry[str]], top: str) -> Rules:
    """Yield the rules for these files and all below these folders, the nearest first."""
    top, looked = os.path.realpath(top), 0
    for _ in range(MOST_DEPTH + 1):
        below: list[os.DirEntry[str]] = []
        for entry in found:
            looked += 1
            if looked > MOST_FILES:
                return
            with suppress(OSError, ValueError):
                if entry.is_dir(follow_symlinks=False):
                    if len(below) <= MOST_FILES:
                        below += _entries(entry.path)
                elif _may_be_read(entry, top):
                    yield entry.path, landlock.READ_FILE
        found = below


def _may_be_read(entry: os.DirEntry[str], top: str) -> bool:
    """Return whether a file is a module or data.
    A link counts as the file that it leads to, which must lie in the same folder."""
    if not entry.is_file():
        return False
    path = os.path.realpath(entry.path)
    if entry.is_symlink() and not path.startswith(os.path.join(top, "")):
        return False
    return _is_named_as_data(entry.path) and _is_named_as_data(path) and not is_database(path)


def _is_named_as_data(path: str) -> bool:
    kinds = [kind.lower() for kind in PurePath(path).suffixes]
    if OWN & set(kinds):
        return False
    if not kinds:
        return os.path.dirname(path).endswith(_ABOUT)
    last = kinds[-2] if kinds[-1] in PACKED and len(kinds) > 1 else kinds[-1]
    return last in DATA or kinds[-1] in MODULES


def is_database(path: str) -> bool:
    """Return whether a file looks like an archive of matches (SQLite) or one of its
    journals, or cannot be looked at."""
    with suppress(OSError), open(path, "rb") as file:
        return file.read(15).startswith(_DATABASE)
    return True
