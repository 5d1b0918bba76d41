"""The files with measured levels that ship with the program, written from the ladders of a study."""

from __future__ import annotations

import json
from pathlib import Path

import fastcore
from bots.levels import ladders
from workbench.statistics import levels
from workbench.studies.answers import Found, measured_levels, won
from workbench.studies.recipe import LadderRecipe, Recipe, step_name, steps
from workbench.studies.study import Study
from workbench.system import saving


class TableError(ValueError):
    """Raised for a ladder whose table cannot be written. The message gives the reason."""


def write_tables(study: Study, found: list[Found], command: str, folder: Path | None = None) -> list[Path]:
    """Write the table of each ladder of a study and return the files.

    A calibration becomes the `levels.json` of its game. A ladder of all levels for people becomes its `ladder.json`,
    with the bots as before and the new shares of wins.

    Args:
        study: The study, with all games played.
        found: Its matches.
        command: The command that repeats it.
        folder: The folder for `GAME-levels.json` and `GAME-ladder.json`, or None for the program's own files.

    Raises:
        TableError: A ladder has no such table, or its games are missing.
        LevelsError: A table cannot be written.
        WriteError: A table cannot be written.
    """
    check_tables(study.recipe, folder is None)
    written = []
    for ladder in study.recipe.ladders:
        game = fastcore.start(ladder.game).info.id
        if ladder.levels:
            path = ladders.ladder_path(game) if folder is None else folder / f"{game}-ladder.json"
            assert path is not None  # the game exists
            saving.write(path, ladder_table(game, ladder, found).encode(), shared=True)
        else:
            path = levels.table_path(game) if folder is None else folder / f"{game}-levels.json"
            saving.make_folder(path.parent)
            levels.write(path, measured_levels(study, ladder.name, command))
        written.append(path)
    return written


def check_tables(recipe: Recipe, own: bool) -> None:
    """Check, before any game, that the ladders of a recipe have tables.

    Args:
        recipe: The recipe.
        own: Whether the program's own files are to be written, which are for games without options.

    Raises:
        TableError: There is no ladder, or one has no table.
    """
    if not recipe.ladders:
        raise TableError("this recipe has no ladder, so it has no table to write")
    for ladder in recipe.ladders:
        state = fastcore.start(ladder.game)
        if own and state.spec != state.info.id:
            raise TableError(
                f"{ladder.name}: the program's own tables are for games without options, not for {ladder.game}; "
                "name a folder with --write"
            )
        if ladder.levels and (ladder.levels != ladders.NAMES or ladders.ladder(state.info.id) is None):
            raise TableError(
                f"{ladder.name}: a table needs the levels {', '.join(ladders.NAMES)} of a game with a ladder"
            )


def ladder_table(game: str, ladder: LadderRecipe, found: list[Found]) -> str:
    """Return the text of a game's `ladder.json` with the shares of wins of a study.

    Raises:
        TableError: A step has no games, or only one of its levels won.
    """
    before = ladders.ladder(game)
    assert before is not None, "check_tables rejects such a game"
    shares = []
    for upper, lower in steps(ladder):
        name = step_name(ladder, upper, lower)
        share = next((won(each.summary) for each in found if each.name == name), None)
        if share is None:
            raise TableError(f"{name}: no complete set of games yet")
        if not 0 < share.value < 1:
            raise TableError(f"{name}: {upper} won all or no games; play more sets of games")
        shares.append(round(share.value, 3))
    data = {"players": fastcore.start(game).seats, "usual": before.usual, "bots": before.bots, "shares": shares}
    if before.doubling is not None:
        data["doubling"] = before.doubling
    return json.dumps(data, indent=1) + "\n"
