"""`herbarium show`: shows a record, a position, or the matches of an archive and their results."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import msgspec

from workbench.cli.matches import standings, words
from workbench.cli.shared import situations, sources
from workbench.cli.shared.output import as_json, table
from workbench.cli.shared.readers import BadInput, add_json, whole
from workbench.cli.verbs import edit
from workbench.matches.archive import description
from workbench.matches.archive.archive import Archive, BadArchive, Game, Match
from workbench.matches.archive.records import record_in
from workbench.matches.archive.results import STRENGTH_SECONDS, labels, summary_of
from workbench.matches.planning.plan import Schedule
from workbench.positions.lists import Entry
from workbench.positions.sketch import Sketch
from workbench.records.files import BadRecord
from workbench.statistics.summary import BadGames
from workbench.storage.exporting import as_text


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", help="a record, an archive, or a quoted situation; your own archive if left out"
    )
    parser.add_argument(
        "--match", type=whole(1, 10**9), metavar="N", help="this match of the archive; the newest if left out"
    )
    parser.add_argument("--matches", action="store_true", help="list the matches of the archive")
    parser.add_argument("--games", action="store_true", help="list the games of the match")
    parser.add_argument("--game", type=whole(1, 10**9), metavar="N", help="show this game of the match")
    parser.add_argument("--why", action="store_true", help="show the bots' reasons below the moves of a game")
    add_json(parser)


def main(arguments: Namespace) -> int:
    try:
        return show(arguments)
    except (BadInput, BadArchive, BadRecord, BadGames) as error:
        raise BadInput(f"show: {error}") from None


def show(arguments: Namespace) -> int:
    if arguments.why and arguments.json:
        raise BadInput("--why is for people; --json prints the reports that the reasons are made from")
    if arguments.file is not None and situations.is_situation(arguments.file) and not Path(arguments.file).exists():
        return show_position(arguments.file, arguments.json)
    path = None if arguments.file is None else Path(arguments.file)
    if path is not None and sources.kind_of(path) == "record":
        if arguments.matches or arguments.games or arguments.match is not None or arguments.game is not None:
            raise BadInput(
                f"{path}: it is a record of one game; --match, --matches, --game and --games are for archives"
            )
        record = sources.record_at(path)
        if arguments.json:
            as_json(record)
        else:
            print(as_text(record, arguments.why))
        return 0
    if path is not None and sources.kind_of(path) == "text":
        raise BadInput(f"{path}: it is neither a record nor an archive")
    if arguments.why and arguments.game is None:
        raise BadInput("--why is for one game: a record, or a game of a match with --game")
    with sources.archive_at(arguments.file) as archive:
        if arguments.matches:
            show_matches(archive, arguments.json)
            return 0
        match = sources.match_in(archive, arguments.match)
        if arguments.game is not None:
            show_game(archive, match, arguments.game, arguments.json, arguments.why)
        elif arguments.games:
            show_games(archive, match, arguments.json)
        else:
            show_match(archive, match, arguments.json)
    return 0


def show_position(text: str, json: bool) -> int:
    """Print the board of a situation, or all that is wrong with it and what would mend it; returns the exit status."""
    spec, _, position = text.partition(" ")
    entry = Entry(Sketch(spec, position))
    problems = entry.sketch.problems()
    if json:
        as_json(edit.as_data(entry, problems))
    else:
        print("\n".join(edit.told(entry, problems, "")))
    return int(bool(problems))


def show_matches(archive: Archive, json: bool) -> None:
    """All matches, the newest last."""
    rows = []
    for match in archive.matches():
        schedule = Schedule(match.plan)
        settled = len({game.number for game in archive.games(match.id) if game.counts or game.attempt == 2})
        rows.append((match, settled, schedule.games))
    if json:
        as_json(
            [
                {"match": match.id, "begun": match.begun, "plan": match.plan, "played": done, "games": games}
                for match, done, games in rows
            ]
        )
        return
    lines = [
        (
            str(match.id),
            match.begun[:16].replace("T", " "),
            match.plan.spec,
            ", ".join(description.with_digests(match.plan)),
            f"{done:,} of {games:,}",
        )
        for match, done, games in rows
    ]
    table("", ("match", "begun", "game", "bots", "games played"), lines, words=4)
    for number, why in archive.unreadable().items():
        print(description.unreadable(number, why))


def show_match(archive: Archive, match: Match, json: bool) -> None:
    summary = summary_of(archive, match, STRENGTH_SECONDS)
    if json:
        as_json({"match": match.id, "archive": str(archive.path), "plan": match.plan, "summary": summary})
        return
    for line in words.about(match, archive.path):
        print(line)
    standings.show(summary)
    print(words.result(summary, match, archive.path))


def show_games(archive: Archive, match: Match, json: bool) -> None:
    """All attempts of a match."""
    names = labels(match.plan.bots)
    if json:
        as_json([game._asdict() | {"bots": [names[bot] for bot in game.seats]} for game in archive.games(match.id)])
        return
    rows = [
        (
            f"{game.number + 1}" + (f" ({game.attempt})" if game.attempt > 1 else ""),
            ", ".join(names[bot] for bot in game.seats),
            game.ending,
            game.reason,
            result_in(game),
            str(game.block + 1),
            str(game.turns),
            str(game.decisions),
            f"{game.took:.1f}",
        )
        for game in archive.games(match.id)
    ]
    heads = ("game", "seats", "ending", "why", "result", "block", "turns", "decisions", "seconds")
    table("", heads, rows, words=5)


def result_in(game: Game) -> str:
    """Points and results by seat, as in 26:22 (1 0)."""
    if not game.counts:
        return "void"
    scores = " ".join(f"{(value + 1) / 2:.3g}" for value in game.returns)
    return f"{':'.join(map(str, game.points))} ({scores})"


def show_game(archive: Archive, match: Match, number: int, json: bool, why: bool) -> None:
    game = list(sources.games_in(archive, match, number))[-1]
    try:
        record = record_in(archive, match, game)
    except BadRecord as error:
        raise BadInput(f"{error}") from None
    if json:
        as_json(msgspec.to_builtins(record))
    else:
        print(as_text(record, why))
