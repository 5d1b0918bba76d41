"""Making and checking sets of puzzles, and sharing them."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path

import fastcore
from bots import BotError
from workbench.bot_process import trust
from workbench.bot_process.decisions import BotFaultError
from workbench.cli.puzzles.listing import chosen_sets, question_of
from workbench.cli.shared import sources
from workbench.cli.shared.output import print_json, progress
from workbench.cli.shared.readers import InputError
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.records import game_name, load_record
from workbench.puzzles import files, sets
from workbench.puzzles.comparing import FACTOR, Effort, Recheck, recheck, usual_effort
from workbench.puzzles.files import PuzzleError
from workbench.puzzles.finding import Lead
from workbench.puzzles.leads import record_leads, self_play
from workbench.puzzles.making import Job, Maker, run
from workbench.puzzles.schema import Puzzle
from workbench.puzzles.sets import SetEntry
from workbench.records.files import RecordError
from workbench.storage.session_records import session_of
from workbench.system.printable import unwrap
from workbench.system.saving import WriteError
from workbench.system.translation import fill, tr, trn

OWN = "made"  # the set for new puzzles without a name
SEED = 1
COUNT = 10  # new puzzles without `--count`

Games = Callable[[int], Iterable[Lead] | None]


def effort(arguments: Namespace, game: str) -> Effort:
    """Return the effort for a game, with the changes that the arguments ask for."""
    found = usual_effort(fastcore.info(game))
    if arguments.trials is not None:
        found = found._replace(trials=arguments.trials)
    if arguments.least is not None:
        found = found._replace(least=arguments.least / 50)
    return found


def make(arguments: Namespace) -> int:
    """Make puzzles from self-play, records or archives, and return the exit status.

    Raises:
        InputError: A source, the bot or the set is invalid.
    """
    if not arguments.words:
        raise InputError(tr("make needs a game for self-play, or files with games"))
    if arguments.check:
        trust.allow_typed(arguments.check)
    path = Path(arguments.output) if arguments.output else sets.own_file(arguments.set or OWN)
    total, made, seed = 0, list[Puzzle](), SEED if arguments.seed is None else arguments.seed
    for word in arguments.words:
        games, game = source(word, seed)
        maker = Maker(effort(arguments, game), arguments.check, seed=seed)
        try:
            held = len(files.read(path).puzzles) if path.exists() else 0
            size = held + COUNT if arguments.count is None else arguments.count
            job = Job(path, key_of(word, game, arguments), path.name.removesuffix(files.SUFFIX), size)

            def found(puzzle: Puzzle, size: int) -> None:
                made.append(puzzle)
                if unwrap(sys.stderr).isatty():
                    print(tr("puzzle {size:,}: {id}", size=size, id=puzzle.id), file=sys.stderr)

            total = run(job, games, maker, found)
        except (PuzzleError, WriteError, BotError, BotFaultError, RecordError) as error:
            raise InputError(str(error)) from None
    if arguments.json:
        print_json({"file": str(path), "puzzles": total, "made": [puzzle.id for puzzle in made]})
    else:
        print(
            trn(
                "{count:,} new puzzle; {path} has {total:,}.",
                "{count:,} new puzzles; {path} has {total:,}.",
                len(made),
                path=path,
                total=total,
            )
        )
    return 0


def key_of(word: str, game: str, arguments: Namespace) -> str:
    """Return the key of the job for a source: whatever changes which puzzles its games give.

    Options with their usual values are left out, so self-play continues the progress of earlier versions.
    """
    path, used, usual = Path(word), effort(arguments, game), usual_effort(fastcore.info(game))
    parts = [str(path.absolute()) if path.exists() else word]
    parts.append(f"seed={SEED if arguments.seed is None else arguments.seed}")
    if used.trials != usual.trials:
        parts.append(f"trials={used.trials}")
    if used.least != usual.least:
        parts.append(f"least={used.least:g}")
    if arguments.check is not None:
        parts.append(f"check={arguments.check}")
    return " ".join(parts)


def source(word: str, seed: int) -> tuple[Games, str]:
    """Return the games of a source, and the id of the game.

    Raises:
        InputError: It is neither a game nor a file with games.
    """
    path = Path(word)
    if path.exists():
        kind = sources.file_kind(path)
        if kind == "record":
            session = session_of(sources.read_record(path))
            return lambda number: record_leads(session, path.name) if number == 0 else None, game_of(session.spec)
        if kind == "archive":
            return archive_source(path)
        raise InputError(tr("{path}: this is neither a record nor an archive", path=path))
    try:
        state = fastcore.parse(word) if " " in word else fastcore.start(word)
    except fastcore.BadPosition as error:
        raise InputError(str(error)) from None
    return lambda number: self_play(word, number, seed), game_of(state.spec)


def archive_source(path: Path) -> tuple[Games, str]:
    """Return the games of the first game in an archive."""
    archive = sources.open_archive(str(path))
    matches = archive.matches()
    if not matches:
        raise InputError(tr("{path}: this archive has no match", path=path))
    game = game_of(matches[0].plan.spec)
    every = [
        (match, one) for match in matches if game_of(match.plan.spec) == game
        for one in archive.games(match.id) if one.ending != "void"
    ]  # fmt: skip

    def leads(number: int) -> Iterable[Lead] | None:
        if number >= len(every):
            return None
        match, one = every[number]
        return record_leads(session_of(load_record(archive, match, one)), name_of(archive, path, match, one))

    return leads, game


def name_of(archive: Archive, path: Path, match: object, game: object) -> str:
    """Return the name of a game of an archive, without the folder of the archive."""
    return game_name(archive, match, game).replace(str(archive.path), path.name)  # type: ignore[arg-type]


def game_of(spec: str) -> str:
    """Return the id of the game of a spec."""
    return spec.partition("(")[0]


def check(arguments: Namespace) -> int:
    """Check the puzzles of sets again with a larger budget. Return 1 if one is refuted.

    The user's own sets store the result: refuted puzzles are removed.
    """
    results: list[Recheck] = []
    refuted = 0
    for name in arguments.words or [arguments.set]:
        arguments.set = name
        for entry in chosen_sets(arguments):
            chosen = [puzzle for puzzle in entry.puzzles if arguments.game in (None, puzzle.game)]
            if arguments.count is not None:
                chosen = chosen[: arguments.count]
            for puzzle in progress(chosen, tr("Checking {name}", name=entry.name)):
                question_of(puzzle)
                result = recheck(puzzle, arguments.times or FACTOR)
                assert result is not None, "nothing stops it"
                results.append(result)
                if result.refuted:
                    refuted += 1
                    if not arguments.json:
                        print(refusal(result))
                if not entry.shipped:
                    note(entry, result)
    if arguments.json:
        print_json([
            {"id": one.puzzle.id, "trials": one.trials, "refuted": one.refuted, "loss": one.loss, "error": one.error}
            for one in results
        ])  # fmt: skip
    else:
        print(
            trn(
                "{count:,} puzzle checked, {refuted:,} refuted.",
                "{count:,} puzzles checked, {refuted:,} refuted.",
                len(results),
                refuted=refuted,
            )
        )
    return 1 if refuted else 0


def note(entry: SetEntry, result: Recheck) -> None:
    """Note the result of a check in the user's own set.

    Raises:
        InputError: The set cannot be changed.
    """
    try:
        sets.revise(entry.file, (result.puzzle,), [result.puzzle.id] * bool(result.refuted))
    except (PuzzleError, WriteError) as error:
        raise InputError(str(error)) from None


def refusal(result: Recheck) -> str:
    """Return a line about a refuted puzzle."""
    text = (
        tr("{id}: an accepted answer loses {loss:.3f} ± {margin:.3f}.")
        if result.refuted == "accepted"
        else tr("{id}: a wrong answer loses only {loss:.3f} ± {margin:.3f}.")
    )
    return fill(text, id=result.puzzle.id, loss=result.loss, margin=1.96 * result.error)


def import_sets(arguments: Namespace) -> int:
    """Copy sets of puzzles into the user's own folder, and return the exit status."""
    if not arguments.words:
        raise InputError(tr("import needs files with puzzles"))
    for word in arguments.words:
        try:
            entry = sets.import_file(Path(word))
        except (PuzzleError, WriteError) as error:
            raise InputError(str(error)) from None
        print(
            trn(
                "{count:,} puzzle imported as {name}.",
                "{count:,} puzzles imported as {name}.",
                len(entry.puzzles),
                name=entry.name,
            )
        )
    return 0


def export(arguments: Namespace) -> int:
    """Write a set to a file for others, without names and dates of games. Return the exit status."""
    if arguments.set is None or not arguments.output:
        raise InputError(tr("export needs --set NAME and --output FILE"))
    entry = chosen_sets(arguments)[0]
    try:
        sets.export_file(entry, Path(arguments.output))
    except WriteError as error:
        raise InputError(str(error)) from None
    print(
        trn(
            "{count:,} puzzle written to {path}.",
            "{count:,} puzzles written to {path}.",
            len(entry.puzzles),
            path=arguments.output,
        )
    )
    return 0
