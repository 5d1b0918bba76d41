"""The files that a bot can read in its folder: Python modules, and data with certain extensions.

Each file gets its own Landlock rule; no folder is opened as a whole. Archives of matches contain seeds and salts, so
they stay unreadable in any folder and under any name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePath

from workbench.bot_process import landlock
from workbench.system.folders import is_within

MAX_FILES = 2000  # maximum number of files examined for one bot
MAX_DEPTH = 8  # maximum depth of the folders examined
MODULES = (".py", ".pyc", ".pyi", ".so")
CODE = (*MODULES, ".js", ".mjs", ".cjs", ".class", ".jar", ".wasm", ".lua", ".rb", ".pl", ".sh")
DATA = (
    ".npz", ".npy", ".json", ".jsonl", ".bin", ".dat", ".txt", ".csv", ".tsv", ".toml", ".yaml", ".yml", ".ini",
    ".cfg", ".pt", ".pth",
    ".onnx", ".safetensors", ".h5", ".hdf5", ".pkl", ".pickle", ".joblib", ".msgpack", ".pb", ".tflite",
)  # fmt: skip
PACKED = (".gz", ".xz", ".bz2", ".zst")  # compression suffixes after one of DATA
# Herbarium's own suffixes, anywhere in a name
OWN = {".herbarium", ".traces", ".tree", ".matches", ".plan", ".positions", ".new", ".db"}
_ABOUT = (".egg-info", ".dist-info")  # folders that describe an installed package
# first bytes of a database, a rollback journal and write-ahead logs (SQLite)
_DATABASE = (b"SQLite format 3", b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
Rules = Iterator[tuple[str, int]]


def rules_for_bot(file: str) -> Rules:
    """Yield the rules for a bot's file, for data whose names begin with the file's stem, and for modules beside it."""
    yield file, landlock.READ_FILE
    folder, stem = os.path.dirname(file) or ".", Path(file).stem

    def own(name: str) -> bool:
        return name == stem or name.startswith((f"{stem}.", f"{stem}-", f"{stem}_"))

    entries = _entries(folder)
    yield folder, landlock.LIST
    yield from _file_rules([entry for entry in entries if own(entry.name)], folder)
    yield from rules_for_modules(folder)


def rules_for_program(path: str) -> Rules:
    """Yield the rules for a file or a folder in a program's command.

    A file can be read and executed. Code beside it, and data whose names begin with the file's stem, can be read.
    In a folder, code and data can be read.
    """
    if os.path.isdir(path):
        yield path, landlock.LIST
        yield from _file_rules(_entries(path), path)
        return
    if is_database(path):
        return
    yield path, landlock.READ_FILE | landlock.EXECUTE
    folder, stem = os.path.dirname(path) or ".", Path(path).stem
    yield folder, landlock.LIST

    def ours(name: str) -> bool:
        return name == stem or name.startswith((f"{stem}.", f"{stem}-", f"{stem}_")) or name.endswith(CODE)

    yield from _file_rules([entry for entry in _entries(folder) if ours(entry.name)], folder)


def rules_for_modules(folder: str, skip: tuple[str, ...] = ()) -> Rules:
    """Yield the rules that let Python import from a folder or a zipped library. Other files stay unreadable.

    Entries named in `skip` get no rules, because other rules cover them.
    """
    if os.path.isfile(folder):  # a zipped library
        if not is_database(folder):
            yield folder, landlock.READ_FILE
        return
    yield folder, landlock.LIST

    def importable(entry: os.DirEntry[str]) -> bool:
        package = os.path.isfile(os.path.join(entry.path, "__init__.py"))
        return package or entry.name.endswith((*MODULES, *_ABOUT))

    yield from _file_rules(
        [entry for entry in _entries(folder) if entry.name not in skip and importable(entry)], folder
    )


def rules_around(path: str, rights: int, closed: Sequence[str]) -> Rules:
    """Yield the rules that give rights to a folder and everything in it, except the closed paths.

    Landlock cannot take rights away. So a folder with a closed path inside can only be listed, and its other entries
    get their own rules. Links get none, because their targets have their own.
    """
    path = os.path.realpath(path)
    if any(is_within(path, one) for one in closed):
        return
    if not any(is_within(one, path) for one in closed):
        yield path, rights
        return
    yield path, landlock.LIST
    for entry in _entries(path):
        if not entry.is_symlink():
            yield from rules_around(entry.path, rights, closed)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    with suppress(OSError), os.scandir(folder) as entries:
        return sorted(entries, key=lambda entry: entry.name)
    return []


def _file_rules(found: list[os.DirEntry[str]], top: str) -> Rules:
    """Yield the rules for these files and everything below these folders, level by level."""
    top, examined = os.path.realpath(top), 0
    for _ in range(MAX_DEPTH + 1):
        below: list[os.DirEntry[str]] = []
        for entry in found:
            examined += 1
            if examined > MAX_FILES:
                return
            with suppress(OSError, ValueError):
                if entry.is_dir(follow_symlinks=False):
                    if len(below) <= MAX_FILES:
                        below += _entries(entry.path)
                elif _is_readable(entry, top):
                    yield entry.path, landlock.READ_FILE
        found = below


def _is_readable(entry: os.DirEntry[str], top: str) -> bool:
    """Return whether an entry is a module or a data file.

    A link counts as the file that it points to, which must be below `top`.
    """
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
    return last in DATA or kinds[-1] in CODE


def is_database(path: str) -> bool:
    """Return whether a file looks like an archive (SQLite) or one of its journals.

    An unreadable file counts as a database.
    """
    with suppress(OSError), open(path, "rb") as file:
        return file.read(15).startswith(_DATABASE)
    return True
