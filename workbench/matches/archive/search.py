"""Searches the games of a match: by winner, ending, length, upsets, faults and text."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from workbench.matches.archive.archive import Archive, Match
from workbench.matches.planning.plan import Schedule

Order = Literal["number", "turns", "took", "margin"]
Length = Literal["", "short", "long"]
PART = 10  # the shortest and the longest are one in so many of those that count; of equally long ones the earlier
NOBODY = -1  # instead of a bot: a draw
KEPT = ("rowid AS id", "number", "attempt", "ending", "turns", "took")  # what games are sorted by and told apart by
FAULTS = ("illegal", "timeout", "crash", "void")


class Wish(msgspec.Struct, frozen=True):
    """What games are looked for. `won` is the number of a bot, or NOBODY for draws; `upset`: the best at the table did
    not win, where `ranking` are the bots from the best on; `words` all stand somewhere in what is said of a game, or
    are its number or its seed, or mean its ending, as `endings` has it, or a bot that plays, as `bots` has it."""

    won: int | None = None
    length: Length = ""
    upset: bool = False
    faults: bool = False
    words: tuple[str, ...] = ()
    endings: Mapping[str, tuple[str, ...]] = {}
    bots: Mapping[str, tuple[int, ...]] = {}
    order: Order = "number"
    falling: bool = True


class Found(NamedTuple):
    """The rows of the games that fit, and how many attempts at games the match has."""

    rows: array[int]
    games: int


def search(archive: Archive, match: Match, wish: Wish, ranking: Sequence[int] = ()) -> Found:
    """The games of a match that a wish asks for, in its order. BadArchive if the archive cannot be read."""
    seats = range(len(Schedule(match.plan).tables[0].orders[0]))
    lists = ", ".join(f"json_extract(seats, '$[{n}]') AS s{n}, json_extract(returns, '$[{n}]') AS r{n}" for n in seats)
    best, worst = (f"{kind}({', '.join(f'r{n}' for n in seats)})" for kind in ("max", "min"))
    columns, ways = [*KEPT], ""
    if wish.won is not None or wish.upset or any(wish.bots.values()):
        columns += ["seats", "returns"]
        ways = (
            f", ways AS MATERIALIZED (SELECT seats, returns, {lists} FROM (SELECT DISTINCT seats, "
            "returns FROM of_match))"
        )
    if wish.order == "margin":
        columns.append(lists)
    if wish.words:
        columns.append("seed")
        columns.append("lower(opening || ' ' || ending || ' ' || fault || ' ' || reason) AS said")
    asked: list[str] = []
    values: list[object] = []
    if wish.won is not None:
        won = f"{best} = {worst}" if wish.won == NOBODY else _won(wish.won, seats, best, worst)
        asked.append(f"ending != 'void' AND {_one_of(won)}")
    if wish.upset:
        asked.append(f"ending != 'void' AND {_one_of(_upset(ranking, seats, best, worst))}")
    if wish.faults:
        asked.append(f"ending IN ({', '.join('?' * len(FAULTS))})")
        values += FAULTS
    if wish.length:
        counting = "FROM of_match WHERE ending != 'void'"
        part = f"(SELECT max(1, count(*) / {PART}) {counting})"
        asked.append(
            f"id IN (SELECT id {counting} ORDER BY turns {'DESC' if wish.length == 'long' else 'ASC'}, "
            f"number LIMIT {part})"
        )
    for word in wish.words:
        endings = wish.endings.get(word, ())
        plays = _plays(named, seats) if (named := wish.bots.get(word, ())) else "0"
        asked.append(
            f"(number + 1 = ? OR seed = ? OR instr(said, ?) OR ending IN ({', '.join('?' * len(endings))}) OR {plays})"
        )
        digits = word.replace(",", "")[:20]  # large numbers are shown with commas
        number = min(int(digits), 2**63 - 1) if digits.isascii() and digits.isdecimal() else -1
        values += (number, number, word.casefold(), *endings)
    order = {"number": "number", "turns": "turns", "took": "took", "margin": f"{best} - {worst}"}[wish.order]
    way = "DESC" if wish.falling else "ASC"
    query = (
        f"WITH of_match AS MATERIALIZED (SELECT {', '.join(columns)} FROM games WHERE match = ?){ways} "
        f"SELECT id FROM of_match WHERE {' AND '.join(asked) or '1'} ORDER BY {order} {way}, number {way}, "
        f"attempt {way}"
    )
    if not asked and wish.order == "number":
        query = f"SELECT rowid FROM games WHERE match = ? ORDER BY number {way}, attempt {way}"
    rows = array("q", (row for (row,) in archive.read(query, [match.id, *values])))
    ((games,),) = archive.read("SELECT count(*) FROM games WHERE match = ?", [match.id])
    return Found(rows, games)


def _one_of(condition: str) -> str:
    """Whether the way in which a game ended is one of those that fit.
    Many games end in the same few, each of which is judged once."""
    return f"(seats, returns) IN (SELECT seats, returns FROM ways WHERE {condition})"


def _won(bot: int, seats: range, best: str, worst: str) -> str:
    """Whether a bot has a seat that won."""
    seated = " OR ".join(f"(s{n} = {bot} AND r{n} = {best})" for n in seats)
    return f"{best} > {worst} AND ({seated})"


def _plays(bots: Sequence[int], seats: range) -> str:
    """Whether one of these bots has a seat."""
    some = ", ".join(map(str, bots))
    return f"seats IN (SELECT seats FROM ways WHERE {' OR '.join(f's{n} IN ({some})' for n in seats)})"


def _upset(ranking: Sequence[int], seats: range, best: str, worst: str) -> str:
    """Whether the best bot at the table has no seat that won."""
    cases = [
        (
            f"WHEN {' OR '.join(f's{n} = {bot}' for n in seats)} THEN NOT "
            f"({' OR '.join(f'(s{n} = {bot} AND r{n} = {best})' for n in seats)})"
        )
        for bot in ranking
    ]
    return f"{best} > {worst} AND CASE {' '.join(cases)} ELSE 0 END" if cases else "0"
