"""Writing of the skeleton of a game's package. It is a complete small game, Heap, under another name."""

from __future__ import annotations

import re
from keyword import iskeyword
from pathlib import Path

from fastcore import packages
from workbench.system.translation import tr

SKELETON = Path(__file__).parent / "skeleton"
IN_PACKAGE = ("game.pyx", "init.py", "twin.py", "rules.md")  # files of the package; the others are beside it
# A module of these names would hide another file of the package, and a class would hide what its files import.
MODULES = {"board", "editor", "fixes", "lessons", "twin", "words"}
CLASSES = {
    "API",
    "BadPosition",
    "False",
    "Field",
    "Game",
    "GameInfo",
    "Has",
    "INFO",
    "None",
    "OVER",
    "Position",
    "True",
}
DEVICES = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")  # no file can have these names on Windows


class NewGameError(ValueError):
    """Raised if a skeleton cannot be written. The message is one line."""


def write_skeleton(id: str, folder: Path) -> list[Path]:
    """Write the files of a new game's package into a new folder, and return their paths.

    Args:
        id: The id of the game: lower-case letters, digits and underscores, beginning with a letter.
        folder: The folder, which must not exist or must be empty.

    Raises:
        NewGameError: The id is invalid or belongs to another game, or the folder is not empty.
        OSError: A file cannot be written.
    """
    if packages.ID.fullmatch(id) is None:
        raise NewGameError(
            tr(
                "{id!r} is not a valid id: use 1 to 40 lower-case letters, digits and _, beginning with a letter, "
                "but no Python keyword",
                id=id[:60],
            )
        )
    if iskeyword(id) or id.endswith("_") or id in MODULES or class_name(id) in CLASSES or DEVICES.fullmatch(id):
        raise NewGameError(tr("no package of a game can have the id {id!r}; choose another id", id=id))
    if id in packages.built_in() or id in packages.outside():
        raise NewGameError(tr("there is already a game {id!r}; choose another id", id=id))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NewGameError(tr("{folder} is not an empty folder; choose another with --folder", folder=folder))
    written = []
    for source in sorted(SKELETON.glob("*.txt")):
        name = source.stem
        path = folder / (f"herbarium_{id}" if name in IN_PACKAGE else "") / _renamed(name, id)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_renamed(source.read_text(encoding="utf-8"), id), encoding="utf-8")
        written.append(path)
    return written


def class_name(id: str) -> str:
    """Return the name of the class of a game: "four_in_a_row" becomes "FourInARow"."""
    return "".join(word.capitalize() for word in id.split("_") if word)


def title(id: str) -> str:
    """Return a title for a game by its id: "four_in_a_row" becomes "Four in a row"."""
    return " ".join(word for word in id.split("_") if word).capitalize()


def _renamed(text: str, id: str) -> str:
    """Return a text of the skeleton, or the name of a file, with the names of the new game."""
    names = {"init.py": "__init__.py", "game.pyx": f"{id}.pyx"}
    text = names.get(text, text)
    return text.replace("@id@", id).replace("@Class@", class_name(id)).replace("@Title@", title(id))
