"""The recipes that come with the program, each beside the board of its game or in the package of an installed one."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

import fastcore
from workbench.boards.kit import folder_of
from workbench.studies.recipe import RecipeError

SUFFIX = ".toml"


def files() -> dict[str, Path]:
    """Return the files of all recipes that come with the program and its games, by name."""
    folders = filter(None, map(folder_of, fastcore.games()))
    return {file.stem: file for folder in folders for file in sorted((folder / "studies").glob(f"*{SUFFIX}"))}


def names() -> list[str]:
    """Return the names of all recipes that come with the program."""
    return sorted(files())


def find(text: str) -> Path:
    """Return the file of a recipe that comes with the program, or of a recipe at a path.

    Raises:
        RecipeError: There is neither such a recipe nor such a file.
    """
    if text in (known := files()):
        return known[text]
    path = Path(text)
    if path.suffix == SUFFIX or path.exists():
        return path
    near = get_close_matches(text, known, 1, 0.5)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(sorted(known))}."
    raise RecipeError(f"there is no recipe {text[:60]!r}; {hint} Your own recipe is a file such as mine{SUFFIX}")
