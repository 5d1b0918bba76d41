"""Export of a match as a table, JSON lines, the text of all games, a report, or one record for each game."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import msgspec

from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.description import match_facts, match_title
from workbench.matches.archive.records import game_name, load_record
from workbench.matches.archive.results import STRENGTH_DRAWS, names_of, summary_of, to_statistics
from workbench.matches.archive.rows import Game
from workbench.records import files
from workbench.records.sharing import bot_name, for_others, reason_for_others
from workbench.storage import exporting
from workbench.system.printable import printable


def export_match(archive: Archive, match: Match, to: str, with_reasons: bool = False) -> bytes:
    """Return an exported match as the bytes of a file, without folders or host names.

    Args:
        archive: The archive of the match.
        match: The match.
        to: "csv", "jsonl" or "html"; anything else gives the text of all games.
        with_reasons: Whether the text includes the bots' reasons.

    Raises:
        ArchiveError: A game cannot be read.
        RecordError: A record is damaged (text only).
        MissingLibraryError: A plotting library is not installed (html only).
    """
    games = list(archive.games(match.id))
    spec, bots = match.plan.spec, match.plan.bots
    games = [game._replace(reason=reason_for_others(spec, game.ending, game.reason, bots)) for game in games]
    match = match._replace(plan=msgspec.structs.replace(match.plan, bots=tuple(map(bot_name, bots))))
    if to == "html":
        from workbench.matches.archive.html import report

        page = report(
            match_title(match),
            match_facts(match, archive.path, for_sharing=True),
            summary_of(archive, match, STRENGTH_DRAWS),
            list(to_statistics(games)),
        )
        return printable(page, lines=True).encode()
    if to == "jsonl":
        return b"".join(
            printable(msgspec.json.encode(game_data(game, match)).decode()).encode() + b"\n" for game in games
        )
    if to == "csv":
        return printable(csv_table(games, match), lines=True).encode()
    texts = (exporting.as_text(for_others(load_record(archive, match, game)), with_reasons) for game in games)
    return ("\n\n" + "=" * 80 + "\n\n").join(printable(text, lines=True) for text in texts).encode()


def game_data(game: Game, match: Match) -> dict[str, object]:
    """Return a game as plain data with the names of its bots, without the name of the machine."""
    names = names_of(match.plan)
    fields = {name: value for name, value in game._asdict().items() if name != "host"}
    return {"match": match.id, "spec": match.plan.spec, "bots": [names[bot] for bot in game.seats]} | fields


def csv_table(games: list[Game], match: Match) -> str:
    """Return games as CSV, one row each. Values by seat get one column per seat, numbered from 0."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(_cells(games[0], match)) if games else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(_cells(game, match) for game in games)
    return out.getvalue()


def _cells(game: Game, match: Match) -> dict[str, object]:
    cells: dict[str, object] = {}
    for name, value in game_data(game, match).items():
        if isinstance(value, (tuple, list)):
            padded = [*value, *[""] * (len(game.seats) - len(value))]  # an unfinished game has no points
            cells |= {f"{name} {seat}": value for seat, value in enumerate(padded)}
        else:
            cells[name] = value
    return {name: exporting.plain_cell(value) if isinstance(value, str) else value for name, value in cells.items()}


def record_file_name(match: Match, game: Game) -> str:
    """Return the file name for a game's record."""
    again = "" if game.attempt == 1 else f"-{game.attempt}"
    return f"match-{match.id}-game-{game.number + 1:05}{again}{files.SUFFIX}"


def exported_records(archive: Archive, match: Match) -> Iterator[tuple[str, bytes]]:
    """Yield the file name and the content of a record for each game."""
    for game in archive.games(match.id):
        yield record_file_name(match, game), record_for_others(archive, match, game)


def record_for_others(archive: Archive, match: Match, game: Game) -> bytes:
    """Return the bytes of a game's record for sharing.

    The stored bytes are returned unchanged if they contain nothing to remove.

    Raises:
        ArchiveError: The record is missing or damaged.
        RecordError: The record cannot be decoded.
    """
    data = archive.record(match.id, game.number, game.attempt)
    record = files.decode_record(data, game_name(archive, match, game))
    shared = for_others(record)
    return data if shared == record else files.encode_record(shared)
