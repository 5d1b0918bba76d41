"""The recipes that come with the program."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from workbench.studies.recipe import RecipeError

FOLDER = Path(__file__).parent / "recipes"
SUFFIX = ".toml"


def names() -> list[str]:
    """Return the names of all recipes that come with the program."""
    return sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}"))


def find(text: str) -> Path:
    """Return the file of a recipe that comes with the program, or of a recipe at a path.

    Raises:
        RecipeError: There is neither such a recipe nor such a file.
    """
    if text in names():
        return FOLDER / f"{text}{SUFFIX}"
    path = Path(text)
    if path.suffix == SUFFIX or path.exists():
        return path
    near = get_close_matches(text, names(), 1, 0.5)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(names())}."
    raise RecipeError(f"there is no recipe {text[:60]!r}; {hint} Your own recipe is a file such as mine{SUFFIX}")
