"""A search of the games of a match by winner, ending, length, upset, fault and text."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from workbench.matches.archive.archive import Archive, Match
from workbench.matches.planning.plan import Schedule

SortKey = Literal["number", "turns", "took", "margin"]
Length = Literal["", "short", "long"]
# The shortest tenth of the valid games is "short", the longest "long". Among games of equal length, the earlier one
# counts.
LENGTH_FRACTION = 10
NOBODY = -1  # used instead of a bot's number for draws
BASE_COLUMNS = ("rowid AS id", "number", "attempt", "ending", "turns", "took")  # to sort and identify games
FAULTS = ("illegal", "timeout", "crash", "void")


class SearchQuery(msgspec.Struct, frozen=True):
    """The conditions and the order of a search.

    Args:
        won: The number of the winning bot, `NOBODY` for draws, or None for any result.
        length: "short" or "long" for the extreme tenth, or "" for any length.
        upset: Whether the best-ranked bot of the game must not have won.
        faults: Whether the game must have ended by a fault.
        words: Words that must all match: part of a game's opening, ending, fault or reason, its number or seed, or an
            ending or a bot (see `endings` and `bots`).
        endings: The endings meant by each word.
        bots: The numbers of the bots meant by each word.
        order: The sort key.
        descending: Whether to sort in descending order.
    """

    won: int | None = None
    length: Length = ""
    upset: bool = False
    faults: bool = False
    words: tuple[str, ...] = ()
    endings: Mapping[str, tuple[str, ...]] = {}
    bots: Mapping[str, tuple[int, ...]] = {}
    order: SortKey = "number"
    descending: bool = True


class SearchResult(NamedTuple):
    """The row ids of the matching attempts, and the number of attempts in the match."""

    rows: array[int]
    games: int


def search(archive: Archive, match: Match, query: SearchQuery, ranking: Sequence[int] = ()) -> SearchResult:
    """Return the games of a match that match a query, in the query's order.

    `ranking` has the numbers of the bots, best first, and defines upsets.

    Raises:
        ArchiveError: The archive cannot be searched.
    """
    seats = range(len(Schedule(match.plan).tables[0].orders[0]))
    lists = ", ".join(f"json_extract(seats, '$[{n}]') AS s{n}, json_extract(returns, '$[{n}]') AS r{n}" for n in seats)
    best, worst = (f"{kind}({', '.join(f'r{n}' for n in seats)})" for kind in ("max", "min"))
    columns, outcomes = [*BASE_COLUMNS], ""
    if query.won is not None or query.upset or any(query.bots.values()):
        columns += ["seats", "returns"]
        outcomes = (
            f", ways AS MATERIALIZED (SELECT seats, returns, {lists} FROM (SELECT DISTINCT seats, "
            "returns FROM of_match))"
        )
    if query.order == "margin":
        columns.append(lists)
    if query.words:
        columns.append("seed")
        columns.append("lower(opening || ' ' || ending || ' ' || fault || ' ' || reason) AS said")
    conditions: list[str] = []
    values: list[object] = []
    if query.won is not None:
        won = f"{best} = {worst}" if query.won == NOBODY else _won(query.won, seats, best, worst)
        conditions.append(f"ending != 'void' AND {_outcome_in(won)}")
    if query.upset:
        conditions.append(f"ending != 'void' AND {_outcome_in(_upset(ranking, seats, best, worst))}")
    if query.faults:
        conditions.append(f"ending IN ({', '.join('?' * len(FAULTS))})")
        values += FAULTS
    if query.length:
        counting = "FROM of_match WHERE ending != 'void'"
        part = f"(SELECT max(1, count(*) / {LENGTH_FRACTION}) {counting})"
        conditions.append(
            f"id IN (SELECT id {counting} ORDER BY turns {'DESC' if query.length == 'long' else 'ASC'}, "
            f"number LIMIT {part})"
        )
    for word in query.words:
        endings = query.endings.get(word, ())
        plays = _plays(named, seats) if (named := query.bots.get(word, ())) else "0"
        conditions.append(
            f"(number + 1 = ? OR seed = ? OR instr(said, ?) OR ending IN ({', '.join('?' * len(endings))}) OR {plays})"
        )
        digits = word.replace(",", "")[:20]  # large numbers are shown with commas
        number = min(int(digits), 2**63 - 1) if digits.isascii() and digits.isdecimal() else -1
        values += (number, number, word.casefold(), *endings)
    order = {"number": "number", "turns": "turns", "took": "took", "margin": f"{best} - {worst}"}[query.order]
    direction = "DESC" if query.descending else "ASC"
    sql = (
        f"WITH of_match AS MATERIALIZED (SELECT {', '.join(columns)} FROM games WHERE match = ?){outcomes} "
        f"SELECT id FROM of_match WHERE {' AND '.join(conditions) or '1'} "
        f"ORDER BY {order} {direction}, number {direction}, attempt {direction}"
    )
    if not conditions and query.order == "number":
        sql = f"SELECT rowid FROM games WHERE match = ? ORDER BY number {direction}, attempt {direction}"
    rows = array("q", (row for (row,) in archive.query(sql, [match.id, *values])))
    ((games,),) = archive.query("SELECT count(*) FROM games WHERE match = ?", [match.id])
    return SearchResult(rows, games)


def _outcome_in(condition: str) -> str:
    """Return an SQL condition on the seats and returns of a game.

    Many games have the same few results, so each distinct result is tested once.
    """
    return f"(seats, returns) IN (SELECT seats, returns FROM ways WHERE {condition})"


def _won(bot: int, seats: range, best: str, worst: str) -> str:
    """Return an SQL condition: the bot has a winning seat."""
    seated = " OR ".join(f"(s{n} = {bot} AND r{n} = {best})" for n in seats)
    return f"{best} > {worst} AND ({seated})"


def _plays(bots: Sequence[int], seats: range) -> str:
    """Return an SQL condition: one of these bots has a seat."""
    some = ", ".join(map(str, bots))
    return f"seats IN (SELECT seats FROM ways WHERE {' OR '.join(f's{n} IN ({some})' for n in seats)})"


def _upset(ranking: Sequence[int], seats: range, best: str, worst: str) -> str:
    """Return an SQL condition: the best-ranked bot of the game has no winning seat."""
    cases = [
        (
            f"WHEN {' OR '.join(f's{n} = {bot}' for n in seats)} THEN NOT "
            f"({' OR '.join(f'(s{n} = {bot} AND r{n} = {best})' for n in seats)})"
        )
        for bot in ranking
    ]
    return f"{best} > {worst} AND CASE {' '.join(cases)} ELSE 0 END" if cases else "0"
