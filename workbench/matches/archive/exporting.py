"""Exports a match: a row or JSON line a game, all games as text, a report, or a record a game."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import msgspec

from workbench.matches.archive.archive import Archive, Game, Match
from workbench.matches.archive.description import facts, title
from workbench.matches.archive.records import name_of, record_in
from workbench.matches.archive.results import STRENGTH_SECONDS, games_of, labels, summary_of
from workbench.records import files
from workbench.records.sharing import bot_name, for_others, reason_for_others
from workbench.storage import exporting
from workbench.system.printable import printable


def of_match(archive: Archive, match: Match, to: str, why: bool = False) -> bytes:
    """A whole match: its games one below the other, a table of them, or a report."""
    games = list(archive.games(match.id))
    spec, bots = match.plan.spec, match.plan.bots
    games = [game._replace(reason=reason_for_others(spec, game.ending, game.reason, bots)) for game in games]
    match = match._replace(plan=msgspec.structs.replace(match.plan, bots=tuple(map(bot_name, bots))))
    if to == "html":
        from workbench.matches.archive.html import report

        page = report(
            title(match),
            facts(match, archive.path, abroad=True),
            summary_of(archive, match, STRENGTH_SECONDS),
            list(games_of(games)),
        )
        return printable(page, lines=True).encode()
    if to == "jsonl":
        return b"".join(
            printable(msgspec.json.encode(facts_of(game, match)).decode()).encode() + b"\n" for game in games
        )
    if to == "csv":
        return printable(as_table(games, match), lines=True).encode()
    texts = (exporting.as_text(for_others(record_in(archive, match, game)), why) for game in games)
    return ("\n\n" + "=" * 80 + "\n\n").join(printable(text, lines=True) for text in texts).encode()


def facts_of(game: Game, match: Match) -> dict[str, object]:
    """A game as data, with the names of its bots; the machine that played it is nobody else's business."""
    names = labels(match.plan.bots)
    told = {name: value for name, value in game._asdict().items() if name != "host"}
    return {"match": match.id, "spec": match.plan.spec, "bots": [names[bot] for bot in game.seats]} | told


def as_table(games: list[Game], match: Match) -> str:
    """A row a game; what every seat has of its own has a column a seat, counted from 0 as everything there."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(_cells(games[0], match)) if games else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(_cells(game, match) for game in games)
    return out.getvalue()


def _cells(game: Game, match: Match) -> dict[str, object]:
    cells: dict[str, object] = {}
    for name, value in facts_of(game, match).items():
        if isinstance(value, (tuple, list)):
            padded = [*value, *[""] * (len(game.seats) - len(value))]  # no points are counted in an unfinished game
            cells |= {f"{name} {seat}": one for seat, one in enumerate(padded)}
        else:
            cells[name] = value
    return {name: exporting.plain_cell(value) if isinstance(value, str) else value for name, value in cells.items()}


def record_name(match: Match, game: Game) -> str:
    """What the file of a game is called."""
    again = "" if game.attempt == 1 else f"-{game.attempt}"
    return f"match-{match.id}-game-{game.number + 1:05}{again}{files.SUFFIX}"


def records(archive: Archive, match: Match) -> Iterator[tuple[str, bytes]]:
    """Yield the file name and the content of a separate file for each game."""
    for game in archive.games(match.id):
        yield record_name(match, game), record_for_others(archive, match, game)


def record_for_others(archive: Archive, match: Match, game: Game) -> bytes:
    """Return the bytes of a game's record without folders; those of the archive if it has none."""
    data = archive.record(match.id, game.number, game.attempt)
    record = files.decoded(data, name_of(archive, match, game))
    shared = for_others(record)
    return data if shared == record else files.encoded(shared)
