"""The commands of programs: their words, absolute paths, permissions, and the files that they name."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from bots import BotError
from bots.loading.sources import START, MissingFileError
from fastcore.values import quoted
from workbench.system import folders
from workbench.system.translation import tr

MAX_WORDS = 1000
MAX_HASHED = 64 * 2**20  # bytes of a program's files that its version covers
PLAIN = ("network", "home")  # permissions without a value
_FILE_WORD = re.compile(r"[^-].*[/.].*", re.DOTALL)  # a word that may name a file, such as agent.js or ./bot


def split_command(command: str) -> tuple[str, ...]:
    """Split a command into words as a POSIX shell does, without any expansion.

    Raises:
        BotError: The command is empty, too long, or has an open quotation.
    """
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise BotError(tr("the command {command}: {error}", command=quoted(command), error=error)) from None
    if not words or not words[0]:
        raise BotError(tr("the command of a program is empty"))
    if len(words) > MAX_WORDS or any("\0" in word for word in words):
        raise BotError(tr("the command {command} is too long or has a zero byte", command=quoted(command)))
    return words


def join_words(words: Sequence[str]) -> str:
    """Return the words of a command as a shell would read them."""
    return shlex.join(words)


def base_folder() -> str:
    """Return the folder from which paths in commands start."""
    base = os.environ.get(START, "")
    if base:
        return base
    try:
        return os.getcwd()
    except OSError:  # the folder has been deleted
        return os.sep


def first_path(words: Sequence[str]) -> str:
    """Return the absolute path of the first word if it has a slash, otherwise "". Do not access any file."""
    first = os.path.expanduser(words[0])
    if os.sep not in first and not (os.altsep and os.altsep in first):
        return ""
    return os.path.normpath(os.path.join(base_folder(), first))


def resolve(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words with absolute paths: the program itself, and words that name an existing file or folder.

    Do this once, when the user gives the command. In a command of `ssh`, only `ssh` gets an absolute path, because the
    remaining words are for the far side.

    Raises:
        BotError: The program does not exist or is not executable.
    """
    path = first_path(words)
    if not path:
        path = shutil.which(words[0]) or ""
        if not path:
            raise _missing(words[0], tr("no program of this name is on the search path"), "")
    check_program(path, words[0])
    return (path, *words[1:]) if is_ssh(words) else (path, *map(_absolute, words[1:]))


def check_program(path: str, word: str = "") -> None:
    """Check that a path is that of an executable file. `word` is how the user has written it.

    Raises:
        BotError: The path is not absolute, or the file does not exist or is not executable.
    """
    word = word or path
    if not os.path.isabs(path):
        raise BotError(tr("{word}: the command of a registered program needs an absolute path", word=quoted(word)))
    if not os.path.exists(path):
        raise _missing(word, tr("there is no such file"), path)
    if os.path.isdir(path):
        raise BotError(tr("{word}: a folder, not a program", word=quoted(word)))
    if not os.access(path, os.X_OK):
        raise BotError(tr("{word}: not an executable file (chmod +x makes it one)", word=quoted(word)))


def is_ssh(words: Sequence[str]) -> bool:
    """Return whether a command starts a program on another machine."""
    return os.path.basename(words[0]) == "ssh"


def _missing(word: str, why: str, path: str) -> MissingFileError:
    missing = MissingFileError(f"{quoted(word)}: {why}")
    missing.path, missing.folder = word, os.path.dirname(path) or base_folder()
    return missing


def _absolute(word: str) -> str:
    """Return a word as an absolute path if it names something that exists, otherwise unchanged."""
    with suppress(OSError, ValueError):
        if _FILE_WORD.fullmatch(word):
            path = os.path.normpath(os.path.join(base_folder(), os.path.expanduser(word)))
            if os.path.exists(path):
                return path
    return word


def named_files(words: Sequence[str]) -> Iterator[str]:
    """Yield the existing files and folders that resolved words name, the program first."""
    for word in words[:1] if is_ssh(words) else words:
        if os.path.isabs(word) and os.path.exists(word):
            yield word


def digest_of_files(words: Sequence[str]) -> str:
    """Return a digest of the files that a command names outside the system's folders."""
    found = list[tuple[str, int, int]]()
    for path in named_files(words):
        if path.startswith(("/usr/", "/bin/")):
            continue
        with suppress(OSError):
            inside = sorted(os.path.join(path, name) for name in os.listdir(path)) if os.path.isdir(path) else [path]
            found += [
                (file, (about := os.stat(file)).st_mtime_ns, about.st_size) for file in filter(os.path.isfile, inside)
            ]
    return _digest_of(tuple(found))


@lru_cache(64)
def _digest_of(files: tuple[tuple[str, int, int], ...]) -> str:
    """Return the SHA-256 of the contents of files, given with their times and sizes so that results can be cached."""
    digest, left = hashlib.sha256(), MAX_HASHED
    for path, _, _ in files:
        with suppress(OSError), open(path, "rb") as file:
            data = file.read(left)
            left -= len(data)
            digest.update(data)
    return digest.hexdigest()


def check_permissions(allow: Sequence[str]) -> tuple[str, ...]:
    """Return permissions in their canonical form: network, home, write=FOLDER, env=NAME.

    Raises:
        BotError: A permission is unknown, its folder does not exist or contains something that no bot may see, or its
            variable's name is invalid.
    """
    found = list[str]()
    for part in allow:
        kind, _, value = part.partition("=")
        if part in PLAIN:
            found.append(part)
        elif kind == "write" and value:
            folder = os.path.realpath(os.path.join(base_folder(), os.path.expanduser(value)))
            if not os.path.isdir(folder):
                raise BotError(tr("{part}: there is no such folder", part=part))
            if found_closed := folders.closed_at(folder):
                raise BotError(
                    tr("{part}: choose another folder, because no bot may see {path}", part=part, path=found_closed)
                )
            found.append(f"write={folder}")
        elif kind == "env" and re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", value):
            found.append(part)
        else:
            raise BotError(
                tr("{part} is not a permission; use network, home, write=FOLDER or env=NAME", part=quoted(part))
            )
    return tuple(dict.fromkeys(found))


def missing_permissions(words: Sequence[str], allow: Sequence[str]) -> str:
    """Return a sentence that names the permissions that a command needs but does not have, or ""."""
    if not is_ssh(words):
        return ""
    missing = [name for name in PLAIN if name not in allow]
    if not missing:
        return ""
    return tr(
        "ssh needs the permissions {missing}. Register it: herbarium bots add NAME --allow {missing} -- ssh ...",
        missing=",".join(missing),
    )
