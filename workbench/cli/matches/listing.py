"""The tables of matches and games that `herbarium show` prints."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from workbench.cli.shared.output import print_json, print_table
from workbench.cli.shared.readers import InputError, whole_number
from workbench.matches.archive import description
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.editing import Label, labels
from workbench.matches.archive.lucks import stored_lucks
from workbench.matches.archive.overview import Overview, list_matches
from workbench.matches.archive.results import names_of, summary_of
from workbench.matches.archive.rows import Game
from workbench.matches.archive.search import NOBODY, SearchQuery, search
from workbench.matches.archive.sequential import SequentialTest
from workbench.matches.planning.plan import Schedule
from workbench.system.language.formats import format_number, format_percent, format_stamp
from workbench.system.translation import tr

PLAIN_ROWS = 500  # from this number of rows on, a table has plain columns, which are printed much faster
BATCH = 500  # games read at a time
DRAW = "draw"
SORTS = ("number", "turns", "took", "margin")
ENDINGS = ("normal", "adjudicated", "illegal", "timeout", "crash", "void")
NO_MATCHES, NO_GAMES = tr("No matches."), tr("No games.")
HEADS = ("game", "seats", "ending", "why", "result", "set", "turns", "decisions", "seconds")


def add_options(parser: ArgumentParser) -> None:
    """Add the options that choose and sort games and matches."""
    chosen = parser.add_argument_group(tr("with --matches or --games"))
    chosen.add_argument("--limit", type=whole_number(1, 10**9), metavar="N", help=tr("list at most N"))
    chosen.add_argument("--find", metavar="WORDS", help=tr("only those that contain all of these words"))
    games = parser.add_argument_group(tr("with --games"))
    games.add_argument("--won", metavar="BOT", help=tr("only games that this bot won, or draw"))
    games.add_argument("--faults", action="store_true", help=tr("only games that ended by a fault"))
    games.add_argument("--upsets", action="store_true", help=tr("only games that the best bot did not win"))
    games.add_argument("--sort", choices=SORTS, help=tr("sort by this; default: number"))
    games.add_argument("--reverse", action="store_true", help=tr("the largest first"))
    matches = parser.add_argument_group(tr("with --matches"))
    matches.add_argument("--tag", metavar="TAG", help=tr("only matches with this tag"))


def check_options(arguments: Namespace) -> None:
    """Check that options for lists have a list.

    Raises:
        InputError: An option has no effect.
    """
    for name in ("won", "faults", "upsets", "sort", "reverse"):
        if getattr(arguments, name) and not arguments.games:
            raise InputError(tr("--{name} needs --games", name=name))
    if arguments.tag is not None and not arguments.matches:
        raise InputError(tr("--tag needs --matches"))
    if (arguments.limit or arguments.find) and not (arguments.games or arguments.matches):
        raise InputError(tr("--limit and --find need --games or --matches"))


# Matches --------------------------------------------------------------------------------------------------------------


def show_matches(archive: Archive, arguments: Namespace) -> None:
    """Print a table of the matches, the newest last."""
    listing, names = list_matches(archive), labels(archive)
    rows = [
        (found, names.get(found.match.id, Label()))
        for found in reversed(listing.matches)
        if is_wanted(found.match, names.get(found.match.id, Label()), arguments)
    ][-(arguments.limit or 0) :]
    if arguments.json:
        print_json([match_data(archive, found, label) for found, label in rows])
        return
    lines = [
        (
            str(found.match.id),
            format_stamp(found.match.begun),
            " ".join([*filter(None, [label.name]), *(f"#{tag}" for tag in label.tags)]) or "-",
            found.match.plan.spec,
            ", ".join(description.with_digests(found.match.plan)),
            description.limit_text(found.match.plan),
            str(found.match.plan.seed),
            result_text_of(found),
            verdict(archive, found) or "-",
            tr("{done:,} of {games:,}", done=found.done, games=found.games),
        )
        for found, label in rows
    ]
    heads = ("match", "begun", "name", "game", "bots", "limit", "seed", "result", "test", tr("games played"))
    if lines:
        print_table("", heads, lines, words=6)
    else:
        print(NO_MATCHES)
    for number, why in listing.unreadable.items():
        print(description.unreadable_text(number, why))


def is_wanted(match: Match, label: Label, arguments: Namespace) -> bool:
    """Return whether a match has the tag and the words of the options."""
    text = " ".join(
        (match.plan.spec, *match.plan.bots, *names_of(match.plan), label.name, *label.tags, match.begun)
    ).casefold()
    return (arguments.tag is None or arguments.tag in label.tags) and all(
        word in text for word in (arguments.find or "").casefold().split()
    )


def match_data(archive: Archive, found: Overview, label: Label) -> dict[str, object]:
    """Return a match as data, with its progress, scores and verdict."""
    return {
        "match": found.match.id,
        "begun": found.match.begun,
        "name": label.name,
        "tags": label.tags,
        "plan": found.match.plan,
        "played": found.done,
        "games": found.games,
        "complete": found.complete,
        "scores": found.scores,
        "test": verdict(archive, found),
    }


def result_text_of(found: Overview) -> str:
    """Return the score of the first of two bots, or the best bot with its score."""
    if not found.scores:
        return "-"
    names, best = names_of(found.match.plan), max(found.scores)
    shown = 0 if len(names) == 2 else found.scores.index(best)
    return f"{names[shown]} {format_percent(found.scores[shown], 1)}"


def verdict(archive: Archive, found: Overview) -> str:
    """Return the verdict of a match's sequential test, such as "H1", or "" without a test."""
    plan = found.match.plan
    if plan.sprt is None:
        return ""
    test = SequentialTest(plan, Schedule(plan))
    test.add(*archive.games(found.match.id), lucks=stored_lucks(archive, found.match.id))
    return test.verdict or "continue"


# Games ----------------------------------------------------------------------------------------------------------------


def show_games(archive: Archive, match: Match, arguments: Namespace) -> None:
    """Print a table of the attempts at the games of a match that the options choose."""
    names = names_of(match.plan)
    games = islice(chosen_games(archive, match, arguments), arguments.limit)
    if arguments.json:
        print_json([game._asdict() | {"bots": [names[bot] for bot in game.seats]} for game in games])
        return
    rows = [game_row(game, names) for game in games]
    if not rows:
        print(NO_GAMES)
    elif len(rows) < PLAIN_ROWS:
        print_table("", HEADS, rows, words=5)
    else:
        print_plain(HEADS, rows, words=5)


def chosen_games(archive: Archive, match: Match, arguments: Namespace) -> Iterator[Game]:
    """Yield the attempts that the options choose, in their order.

    Raises:
        InputError: `--won` names no bot of the match.
    """
    names = names_of(match.plan)
    words = tuple((arguments.find or "").casefold().split())
    ranking: Sequence[int] = ()
    if arguments.upsets:
        ranking = [standing.bot for standing in summary_of(archive, match).standings]
    query = SearchQuery(
        won=None if arguments.won is None else winner(arguments.won, names, match),
        upset=arguments.upsets,
        faults=arguments.faults,
        words=words,
        endings={word: tuple(ending for ending in ENDINGS if word in ending) for word in words},
        bots={word: tuple(n for n, name in enumerate(names) if word in name.casefold()) for word in words},
        order=arguments.sort or "number",
        descending=arguments.reverse,
    )
    rows = search(archive, match, query, ranking).rows
    for first in range(0, len(rows), BATCH):
        yield from archive.games_at(rows[first : first + BATCH])


def winner(text: str, names: Sequence[str], match: Match) -> int:
    """Return the number of the bot with this name, or `NOBODY` for draws.

    Raises:
        InputError: There is no such bot, or more than one.
    """
    if text == DRAW:
        return NOBODY
    exact = [n for n, name in enumerate(names) if text in (name, match.plan.bots[n])]
    found = exact or [n for n, name in enumerate(names) if text.casefold() in name.casefold()]
    if len(found) != 1:
        raise InputError(
            tr("--won: {text!r} is not one of these bots: {names}", text=text[:40], names=", ".join(names))
        )
    return found[0]


def game_row(game: Game, names: Sequence[str]) -> tuple[str, ...]:
    """Return the cells of an attempt at a game."""
    return (
        f"{game.number + 1}" + (f" ({game.attempt})" if game.attempt > 1 else ""),
        ", ".join(names[bot] for bot in game.seats),
        game.ending,
        game.reason,
        result_text(game),
        str(game.block + 1),
        str(game.turns),
        str(game.decisions),
        format_number(game.took, ".1f"),
    )


def result_text(game: Game) -> str:
    """Return a game's points and results by seat, for example "26:22 (1 0)", or "void"."""
    if not game.counts:
        return "void"
    scores = " ".join(format_number((value + 1) / 2, ".3g") for value in game.returns)
    return f"{':'.join(map(str, game.points))} ({scores})"


def print_plain(heads: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> None:
    """Print rows in columns of plain text, as wide as needed. The first `words` columns are text."""
    widths = [max(len(head), *map(len, column)) for head, column in zip(heads, zip(*rows, strict=True), strict=True)]
    for row in _with_heads(heads, rows):
        cells = [
            cell.ljust(width) if number < words else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())


def _with_heads(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[Sequence[str]]:
    yield heads
    yield from rows
