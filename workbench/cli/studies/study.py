"""`herbarium study`: plays the matches of a recipe, and writes a page that answers its questions."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from shlex import quote

from workbench.bot_process import trust
from workbench.cli.matches import archive_steps, live
from workbench.cli.matches.cluster import cluster_of
from workbench.cli.matches.options import add_places, number
from workbench.cli.matches.signals import STATUS
from workbench.cli.shared.output import print_json, print_table, say
from workbench.cli.shared.readers import InputError, add_json, whole_number
from workbench.cli.shared.sources import archive_to_write
from workbench.cli.studies import words
from workbench.cli.studies.running import StudyRun
from workbench.matches.analysis.ratings import RatingError
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveError, ArchiveFullError
from workbench.matches.archive.default import SUFFIX
from workbench.matches.planning.plan import PlanError, limit_of
from workbench.matches.workers.runner import RunResult
from workbench.statistics.levels import LevelsError
from workbench.studies import shipped
from workbench.studies.answers import Answer, Found, answers, cell, check_anchors, found_matches
from workbench.studies.page import write_page
from workbench.studies.recipe import Recipe, RecipeError, read_recipe, study_matches
from workbench.studies.study import Study
from workbench.studies.tables import TableError, check_tables, write_tables
from workbench.system import folders
from workbench.system.language.formats import format_count
from workbench.system.saving import WriteError, make_folder
from workbench.system.translation import tr


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("file", nargs="?", help=tr("a recipe as a TOML file, or the name of a recipe from --list"))
    parser.add_argument("--list", action="store_true", help=tr("list the built-in recipes"))
    parser.add_argument(
        "--blocks", type=whole_number(1, 10**7), metavar="N", help=tr("at most N sets of games in each match")
    )
    parser.add_argument("--figures", action="store_true", help=tr("play nothing; show the figures of the games so far"))
    parser.add_argument(
        "--output", metavar="FILE", help=tr("the file for the page; default: in the folder studies of your data")
    )
    parser.add_argument(
        "--write",
        nargs="?",
        const="",
        metavar="FOLDER",
        help=tr("write the tables of levels: Herbarium's own files, or files in a folder"),
    )
    parser.add_argument("--archive", metavar="FILE", help=tr("the archive for the games; default: beside the page"))
    add_places(parser)
    parser.add_argument(
        "--run-bots",
        action="store_true",
        help=tr("also run bots from Python files and programs that you have not used before"),
    )
    parser.add_argument(
        "--wait",
        type=number(0, 10**7, tr("number of seconds")),
        nargs="?",
        const=float("inf"),
        metavar="S",
        help=tr("wait while another match uses the archive, for at most S seconds"),
    )
    parser.add_argument(
        "--every",
        type=live.every,
        metavar="N|Ns",
        help=tr("print the progress every N games or N seconds; default: 30s"),
    )
    add_json(parser)


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The input is invalid.
    """
    try:
        if arguments.list:
            return list_recipes(arguments.json)
        if arguments.file is None:
            raise InputError(tr("name a recipe, or see herbarium study --list"))
        file = shipped.find(arguments.file)
        recipe = read_recipe(file)
        name = file.name.removesuffix(shipped.SUFFIX)
        folder = folders.data_path("studies")
        if arguments.output is None:
            make_folder(folder)
        page = folder / f"{name}.md" if arguments.output is None else Path(arguments.output)
        path = archive_to_write(arguments.archive, page.with_suffix(SUFFIX))
        if arguments.figures and not path.exists():
            raise InputError(tr("{path}: there are no games yet; run the study without --figures", path=path))
        return play(arguments, recipe, file, page, path)
    except (RecipeError, PlanError, ArchiveError, LevelsError, TableError, RatingError, WriteError) as error:
        raise InputError(tr("study: {error}", error=error)) from None
    except InputError as error:
        raise InputError(tr("study: {error}", error=error)) from None
    except ArchiveFullError as error:
        print(tr("study: {error}", error=error), file=sys.stderr)
        return 1


def play(arguments: Namespace, recipe: Recipe, file: Path, page: Path, path: Path) -> int:
    """Play the games of a recipe, and show and write its figures. Return the exit status."""
    cluster = cluster_of(arguments)
    if arguments.write is not None:
        if not arguments.write and arguments.blocks is not None:
            raise InputError(
                tr("--blocks plays too few games for the program's own tables; name a folder with --write")
            )
        check_tables(recipe, own=not arguments.write)
    if arguments.run_bots:
        for match in study_matches(recipe, file.parent):
            for place, bot in enumerate(match.plan.bots):
                trust.allow_typed(bot, limit=limit_of(match.plan, place))
    with Archive(path, create=True) as archive:
        if not arguments.figures:
            archive_steps.lock(archive, arguments.wait)
        run = StudyRun(archive, recipe, file.parent, arguments, cluster)
        check_anchors(run.study)
        outcome = RunResult("complete") if arguments.figures else run.run()
        found = found_matches(archive, run.study)
        answered = answers(archive, run.study, found)
        command = command_of(arguments)
        written = write_page(page, run.study, found, answered, command)
        tables = []
        if arguments.write is not None and outcome.kind == "complete":
            tables = write_tables(run.study, found, command, Path(arguments.write) if arguments.write else None)
        if arguments.json:
            print_json(
                {
                    "outcome": outcome.kind, "reason": outcome.reason, "recipe": recipe, "archive": str(path),
                    "answers": answered, "files": [str(each) for each in (*written.files, *tables)],
                }
            )  # fmt: skip
            return STATUS[outcome.kind]
        for answer in answered:
            print_answer(answer)
        for line in words.end_lines(outcome, games_played(found, run.study), written, tables, path):
            say(line)
        return STATUS[outcome.kind]


def print_answer(answer: Answer) -> None:
    """Print the table of an answer."""
    heads = (*answer.heads, tr("games"), *(column.head for column in answer.columns))
    units = [column.unit for column in answer.columns]
    rows = [(*row.words, format_count(row.games), *map(cell, row.figures, units)) for row in answer.rows]
    if rows:
        print_table(answer.title, heads, rows, words=len(answer.heads))
    else:
        say(answer.title)
    if answer.note:
        say(answer.note)


def games_played(found: list[Found], study: Study) -> int:
    """Return the number of games that count."""
    measured = sum(met.games for each in study.calibrations.values() for met in each.meetings.values())
    return measured + sum(each.summary.games for each in found)


def command_of(arguments: Namespace) -> str:
    """Return the command that repeats the games."""
    command = ["herbarium", "study", quote(arguments.file)]
    if arguments.blocks is not None:
        command += ["--blocks", str(arguments.blocks)]
    return " ".join(command)


def list_recipes(as_json: bool) -> int:
    """Print the recipes that come with the program."""
    recipes = {name: read_recipe(shipped.find(name)) for name in shipped.names()}
    if as_json:
        print_json({name: recipe.title for name, recipe in recipes.items()})
    else:
        print_table("", (tr("recipe"), tr("title")), [(name, each.title) for name, each in recipes.items()], words=2)
    return 0
