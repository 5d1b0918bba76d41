"""The folders in which the program keeps its files, as the system expects them.

Settings are in the configuration folder, everything that the user has made in the data folder, and lists and logs that
can be lost in the state folder. On Linux these are `~/.config/herbarium`, `~/.local/share/herbarium` and
`~/.local/state/herbarium` (`XDG_CONFIG_HOME`, `XDG_DATA_HOME`, `XDG_STATE_HOME`). On macOS and Windows the three are
the same. `HERBARIUM_HOME` names one folder for everything.

Earlier versions kept everything in the configuration folder. `old_folder` moves these files when the first of them is
needed; a file that cannot be moved is used where it is.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

NAME = "herbarium"
PLAYED = "HERBARIUM_ARCHIVES"  # environment variable with the archives of running matches, for the workers of a match
_JOURNALS = ("", "-wal", "-shm", "-journal")  # endings of the files of an archive

_moved: set[Path] = set()  # configuration folders whose files have been moved


def config_folder() -> Path:
    """Return the folder of the settings."""
    if own := _own_folder():
        return own
    import platformdirs  # imported here because most commands need no files

    return Path(platformdirs.user_config_dir(NAME, appauthor=False))


def data_folder() -> Path:
    """Return the folder of games, positions, results and archives."""
    if own := _own_folder():
        return own
    import platformdirs

    return Path(platformdirs.user_data_dir(NAME, appauthor=False))


def state_folder() -> Path:
    """Return the folder of lists of recent files, locks and logs."""
    if own := _own_folder():
        return own
    import platformdirs

    return Path(platformdirs.user_state_dir(NAME, appauthor=False))


def data_path(name: str) -> Path:
    """Return the path of a file or folder in the data folder, or its old path if it has not been moved."""
    return _unless_old(data_folder() / name)


def state_path(name: str) -> Path:
    """Return the path of a file or folder in the state folder, or its old path if it has not been moved."""
    return _unless_old(state_folder() / name)


def close_archive(file: Path) -> None:
    """Close the archive of a running match to the bots of this process and of its workers, until `open_archive`."""
    os.environ[PLAYED] = json.dumps([*_played(), os.path.realpath(file)])


def open_archive(file: Path) -> None:
    """Undo one call of `close_archive`."""
    played, path = _played(), os.path.realpath(file)
    if path in played:
        played.remove(path)
        os.environ[PLAYED] = json.dumps(played)


def _played() -> list[str]:
    with suppress(ValueError, TypeError):  # somebody else has set the variable
        return list(map(str, json.loads(os.environ.get(PLAYED, "[]"))))
    return []


def closed() -> tuple[str, ...]:
    """Return the real paths that no bot may see, because they contain seeds.

    These are the program's own folders, and the files of the archives of running matches.
    """
    own = [os.path.realpath(folder) for folder in (config_folder(), data_folder(), state_folder())]
    return tuple(dict.fromkeys([*own, *(path + ending for path in _played() for ending in _JOURNALS)]))


def is_within(path: str, folder: str) -> bool:
    """Return whether a path is a folder or something in it. Compare the texts only."""
    return path == folder or path.startswith(os.path.join(folder, ""))


def closed_at(folder: str) -> str:
    """Return a closed path that a folder contains or is in, or ""."""
    real = os.path.realpath(folder)
    return next((path for path in closed() if is_within(path, real) or is_within(real, path)), "")


def _own_folder() -> Path | None:
    own = os.environ.get("HERBARIUM_HOME", "")
    return Path(own) if own else None


def _unless_old(path: Path) -> Path:
    old = config_folder()
    if path.parent == old:
        return path
    if old not in _moved:
        _moved.add(old)
        from workbench.system.old_folder import move_old_files  # imported here because this happens once

        move_old_files(old, data_folder(), state_folder())
    former = old / path.name
    return former if not os.path.lexists(path) and os.path.lexists(former) else path


def current(path: Path) -> Path:
    """Return the present path of a file that was moved from the configuration folder, else the path itself."""
    old = config_folder()
    if old in path.parents:
        first, *rest = path.relative_to(old).parts
        for folder in (data_folder(), state_folder()):
            if folder != old and (old / first).resolve() == (folder / first).resolve():
                return folder.joinpath(first, *rest)
    return path


def described() -> str:
    """Return where the files are, for `--help`."""
    config, data, state = config_folder(), data_folder(), state_folder()
    if config == data == state:
        return f"Herbarium keeps its files in {_shortened(data)}."
    return (
        f"Herbarium keeps games, positions, results and matches in {_shortened(data)}, settings in "
        f"{_shortened(config)}, and recent files and the error log in {_shortened(state)}."
    )


def _shortened(folder: Path) -> str:
    """Return a folder with "~" for the user's home on POSIX systems."""
    with suppress(ValueError, RuntimeError):
        if os.name == "posix":
            return str("~" / folder.relative_to(Path.home()))
    return str(folder)
